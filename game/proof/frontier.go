package proof

// frontier holds the numbers of the positions to be looked at, by their effort.
type frontier struct {
	stacks [mostEffort + 1][]int32
	least  int // no stack before this one holds any
}

// mostEffort is what greater efforts count as.
const mostEffort = 255

func (f *frontier) push(number, effort int) {
	effort = min(effort, mostEffort)
	f.stacks[effort] = append(f.stacks[effort], int32(number))
	f.least = min(f.least, effort)
}

// pop takes the position of least effort, of equals the one met last: so a
// search goes on from where it is, instead of spreading over moves that make no
// difference. ok is false when there is none.
func (f *frontier) pop() (number int, ok bool) {
	for ; f.least <= mostEffort; f.least++ {
		if stack := f.stacks[f.least]; len(stack) > 0 {
			f.stacks[f.least] = stack[:len(stack)-1]
			return int(stack[len(stack)-1]), true
		}
	}
	f.least = mostEffort
	return 0, false
}
