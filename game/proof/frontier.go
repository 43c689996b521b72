package proof

import "container/heap"

// candidate is a position to be looked at, by its index, and its effort.
type candidate struct{ effort, index int }

// frontier holds candidates as a heap.
type frontier []candidate

func (f *frontier) push(c candidate) { heap.Push((*candidates)(f), c) }

// pop takes the candidate of least effort, of equals the one met first.
func (f *frontier) pop() candidate { return heap.Pop((*candidates)(f)).(candidate) }

// candidates is what container/heap asks for.
type candidates []candidate

func (c candidates) Len() int { return len(c) }

func (c candidates) Less(i, j int) bool {
	if c[i].effort != c[j].effort {
		return c[i].effort < c[j].effort
	}
	return c[i].index < c[j].index
}

func (c candidates) Swap(i, j int) { c[i], c[j] = c[j], c[i] }

func (c *candidates) Push(x any) { *c = append(*c, x.(candidate)) }

func (c *candidates) Pop() any {
	last := len(*c) - 1
	x := (*c)[last]
	*c = (*c)[:last]
	return x
}
