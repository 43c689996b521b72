package weigh

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Example is a letter and what it comes to in a matter.
type Example struct {
	Matter  Matter
	Text    string
	Outcome Outcome
}

// How examples are learnt from: how often all of them are gone through, how far a first step goes,
// how much of a weight is forgotten at a step, and in how many examples a feature must be.
const (
	rounds   = 20
	stride   = 0.05
	fade     = 0.0002
	fewest   = 2
	slotBits = 19
)

// Learn returns the file of weights that examples come to.
func Learn(examples []Example) string {
	parts := map[Matter][]Example{}
	for _, e := range examples {
		parts[modelOf(e.Matter)] = append(parts[modelOf(e.Matter)], e)
	}
	var file strings.Builder
	var names []Matter
	for name := range parts {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		file.WriteString(learn(name, parts[name]))
	}
	return file.String()
}

// lesson is an example as it is learnt from.
type lesson struct {
	slots   []int
	outcome int
	text    string
	turn    int // in the round
}

// learner is a logistic regression. Its steps grow shorter for a slot the more it has learnt there.
type learner struct {
	weights, squares [][]float64 // by outcome and slot; squares are of the steps so far
}

// learn returns the part of the file for one model.
func learn(name Matter, examples []Example) string {
	var outcomes []Outcome
	seen := map[string]int{}
	for _, e := range examples {
		outcomes = append(outcomes, e.Outcome)
		for _, f := range features(e.Matter, e.Text) {
			seen[f]++
		}
	}
	slices.Sort(outcomes)
	outcomes = slices.Compact(outcomes)
	bits := slotBits
	for bits > 10 && len(examples)<<6 < 1<<bits {
		bits--
	}
	l := learner{make([][]float64, len(outcomes)), make([][]float64, len(outcomes))}
	for c := range outcomes {
		l.weights[c], l.squares[c] = make([]float64, 1<<bits), make([]float64, 1<<bits)
	}
	lessons := make([]lesson, len(examples))
	for i, e := range examples {
		lessons[i] = lesson{outcome: slices.Index(outcomes, e.Outcome), text: e.Text}
		for _, f := range features(e.Matter, e.Text) {
			if seen[f] >= fewest {
				lessons[i].slots = append(lessons[i].slots, slot(f, bits))
			}
		}
	}
	for round := range rounds {
		for i := range lessons {
			lessons[i].turn = slot(strconv.Itoa(round)+lessons[i].text, 30)
		}
		slices.SortStableFunc(lessons, func(a, b lesson) int { return cmp.Compare(a.turn, b.turn) })
		for _, one := range lessons {
			l.step(one)
		}
	}
	head := string(name) + " " + strconv.Itoa(bits)
	for _, o := range outcomes {
		head += " " + string(o)
	}
	return head + "\n" + l.rows()
}

// step moves the weights of a lesson's slots towards its outcome.
func (l *learner) step(one lesson) {
	sums := make([]float64, len(l.weights))
	for c := range sums {
		for _, at := range one.slots {
			sums[c] += l.weights[c][at]
		}
	}
	for c, share := range shares(sums) {
		if c == one.outcome {
			share--
		}
		if math.Abs(share) < 0.001 {
			continue
		}
		for _, at := range one.slots {
			l.squares[c][at] += share * share
			rate := stride / math.Sqrt(l.squares[c][at])
			w := l.weights[c][at] - rate*share
			l.weights[c][at] = math.Copysign(max(0, math.Abs(w)-rate*fade), w)
		}
	}
}

// rows returns the weights of all slots as a model has them.
func (l *learner) rows() string {
	last := len(l.weights) - 1
	var rows []byte
	for at := range l.weights[last] {
		for c := range last {
			w := math.Round((l.weights[c][at] - l.weights[last][at]) * unit)
			rows = append(rows, byte(int8(max(math.MinInt8, min(math.MaxInt8, w)))))
		}
	}
	return string(rows)
}
