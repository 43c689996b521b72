package proof

// frontier holds the numbers of the positions to be looked at, by their effort.
type frontier struct {
	stacks [mostEffort + 1][]int32
	least  int // no stack before this one holds any
	strays bool
	popped uint64 // positions, while it strays
}

// mostEffort is what greater efforts count as.
const mostEffort = 255

// straying is how many stacks it takes positions from when it strays, the least
// and those after it.
const straying = 4

func (f *frontier) push(number, effort int) {
	effort = min(effort, mostEffort)
	f.stacks[effort] = append(f.stacks[effort], int32(number))
	f.least = min(f.least, effort)
}

// pop takes the position of least effort, of equals the one met last: so a
// search goes on from where it is, instead of spreading over moves that make no
// difference. ok is false when there is none.
//
// Where many thousand positions are of the same effort and the way on leads over
// a greater one, that never gets anywhere; so if it strays, it takes every other
// time any position of an effort not much greater.
func (f *frontier) pop() (number int, ok bool) {
	for f.least < mostEffort && len(f.stacks[f.least]) == 0 {
		f.least++
	}
	stack := &f.stacks[f.least]
	last := len(*stack) - 1
	if last < 0 {
		return 0, false
	}
	if f.strays {
		if f.popped++; f.popped%2 == 0 {
			stack = f.stray(scatter(f.popped))
			last = len(*stack) - 1
		}
	}
	number = int((*stack)[last])
	*stack = (*stack)[:last]
	return number, true
}

// stray is a stack of those after the least, or the least if that is empty, with
// any position on top.
func (f *frontier) stray(chance uint64) *[]int32 {
	stack := &f.stacks[min(f.least+int(chance%straying), mostEffort)]
	if len(*stack) == 0 {
		stack = &f.stacks[f.least]
	}
	any, last := int(chance/straying)%len(*stack), len(*stack)-1
	(*stack)[any], (*stack)[last] = (*stack)[last], (*stack)[any]
	return stack
}

// scatter is a number as good as drawn at random for each n, and always the same.
func scatter(n uint64) uint64 {
	n *= 0x9e3779b97f4a7c15
	n = (n ^ n>>29) * 0xbf58476d1ce4e5b9
	return n >> 32
}
