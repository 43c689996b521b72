package proof

// frontier holds the numbers of the positions to be looked at, by their effort.
type frontier struct {
	stacks [mostEffort + 1][]int32
	least  int // no stack before this one holds a position
	strays bool
	popped uint64 // the number of positions taken while the frontier strays
}

// mostEffort is the effort that stands for every greater one.
const mostEffort = 255

// straying is the number of stacks from which a frontier takes positions when it strays: the least that holds any and
// those after it.
const straying = 4

func (f *frontier) push(number, effort int) {
	effort = min(effort, mostEffort)
	f.stacks[effort] = append(f.stacks[effort], int32(number))
	f.least = min(f.least, effort)
}

// pop takes the position of least effort, and of positions of equal effort the one met last: a search so goes on from
// its last position, instead of spreading over moves that make no difference. ok is false when no position is left.
//
// That order gets nowhere where many thousand positions have the same effort and the way on leads over a greater one. A
// frontier that strays therefore takes, every other time, any position whose effort is not much greater.
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

// stray returns one of the stacks from the least on, or the least if the one drawn is empty, with any of its positions on
// top.
func (f *frontier) stray(chance uint64) *[]int32 {
	stack := &f.stacks[min(f.least+int(chance%straying), mostEffort)]
	if len(*stack) == 0 {
		stack = &f.stacks[f.least]
	}
	any, last := int(chance/straying)%len(*stack), len(*stack)-1
	(*stack)[any], (*stack)[last] = (*stack)[last], (*stack)[any]
	return stack
}

// scatter returns a number that looks drawn at random for each n, and is always the same for the same n.
func scatter(n uint64) uint64 {
	n *= 0x9e3779b97f4a7c15
	n = (n ^ n>>29) * 0xbf58476d1ce4e5b9
	return n >> 32
}
