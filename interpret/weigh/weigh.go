// Package weigh says what the words of a short letter come to, by what such words came to in other
// letters: people say a thing in more ways than rules can name. Answers to a question are weighed
// first, and everything else where no reader has found a statement.
//
// features.go takes a letter apart: its words, two and three of them together, two that stand apart
// in a clause, those that begin a letter or a clause, those of a question or behind a denial.
// parts.go finds the one meant of several moves, readings or names, each of which stands in the
// text as a word of its own. learn.go goes through the letters of testdata/letters/weighed, of
// which each has its outcome beside it, and gives every feature a weight for every outcome (a
// logistic regression); weights.bin keeps them. Here the weights of a letter's features are summed,
// and the sums are made into how likely each outcome is. Whoever asks sets how sure they must be:
// what costs a game more than what costs a question.
//
// `go test ./interpret -run TestWeights -update` learns anew. The weights of one Version of
// interpret do not change: the same text comes to the same thing for ever.
//
// The package must not know what a statement, a move or a game is.
package weigh

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
)

// Matter is what the words of a letter are weighed for.
type Matter string

// The matters: what was put to the writer of a letter, to which the outcomes are Yes, No, Open and,
// to Registration, Renames; and what the words may state.
const (
	Play         Matter = "invite"
	Registration Matter = "register"
	Draw         Matter = "draw"
	Terms        Matter = "terms"
	Pause        Matter = "pause"
	Withdrawal   Matter = "withdrawal"
	Meaning      Matter = "meant"
	Letter       Matter = "whose"
	Request      Matter = "request"

	Act     Matter = "game"    // Resign, OfferDraw, Leave or Open, where nothing was asked
	Penalty Matter = "offence" // Exact, Waive or Open
	Beside  Matter = "beside"  // OfferDraw or Open, beside a move that is sent

	// Chosen or Open: of the move that is sent, of the reading in a list, or of the name under
	// which somebody is to be registered, for which One stands in the text
	Move   Matter = "move"
	Choice Matter = "choice"
	Name   Matter = "name"
)

// Outcome is what the words of a letter come to.
type Outcome string

// The outcomes. Open is that of words that decide nothing.
const (
	Open      Outcome = "open"
	Yes       Outcome = "yes"
	No        Outcome = "no"
	Renames   Outcome = "renames" // asks to be registered under another name
	Resign    Outcome = "resign"
	OfferDraw Outcome = "offer_draw"
	Leave     Outcome = "leave"
	Exact     Outcome = "exact"
	Waive     Outcome = "waive"
	Chosen    Outcome = "chosen"
)

// One stands in a text for the part that is weighed, and Other for each other part.
const (
	One   = "_one"
	Other = "_other"
)

// together are the matters that are learnt together, because they have their outcomes in common.
var together = map[Matter]Matter{Play: Play, Registration: Play, Draw: Play, Terms: Play, Pause: Play, Withdrawal: Play, Meaning: Play, Letter: Play, Request: Play}

// model is what has been learnt for a matter, or for several together.
type model struct {
	outcomes []Outcome
	bits     int    // there are 1<<bits slots, which features share
	rows     string // for each slot a byte for each outcome but the last: its weight against the last
}

// unit is how many a weight of one is in a byte.
const unit = 24

//go:embed weights.bin
var weights string

var models = read(weights)

// read reads the file of weights: for each model a line of the matter, the bits and the outcomes,
// and its rows.
func read(file string) map[Matter]*model {
	all := map[Matter]*model{}
	for file != "" {
		head, rest, _ := strings.Cut(file, "\n")
		fields := strings.Fields(head)
		m := &model{}
		m.bits, _ = strconv.Atoi(fields[1])
		for _, name := range fields[2:] {
			m.outcomes = append(m.outcomes, Outcome(name))
		}
		n := (len(m.outcomes) - 1) << m.bits
		m.rows, file = rest[:n], rest[n:]
		all[Matter(fields[0])] = m
	}
	return all
}

// longest is how many bytes a text has at most that is weighed.
const longest = 500

// Weighs reports whether a text can be weighed: it is short, and nothing in it is quoted or drawn,
// nor the address of a page.
func Weighs(text string) bool {
	return text != "" && len(text) <= longest && !strings.ContainsAny(text, "*>|[]{}<=") && !strings.Contains(text, "://")
}

// Of returns what a text most likely comes to in a matter, and how likely that is, from 0 to 1:
// Open and 0 where the text cannot be weighed, or nothing has been learnt of the matter.
func Of(matter Matter, text string) (Outcome, float64) {
	m := models[modelOf(matter)]
	if m == nil || !Weighs(text) {
		return Open, 0
	}
	likely := m.likely(features(matter, text))
	best := 0
	for c := range likely {
		if likely[c] > likely[best] {
			best = c
		}
	}
	return m.outcomes[best], likely[best]
}

// modelOf is the matter that names the model of a matter.
func modelOf(matter Matter) Matter {
	if of, ok := together[matter]; ok {
		return of
	}
	return matter
}

// likely returns how likely each outcome is by the features of a text.
func (m *model) likely(features []string) []float64 {
	columns := len(m.outcomes) - 1
	sums := make([]float64, columns+1)
	for _, f := range features {
		at := slot(f, m.bits) * columns
		for c := range columns {
			sums[c] += float64(int8(m.rows[at+c])) / unit
		}
	}
	return shares(sums)
}

// shares turns sums of weights, which are logarithms, into shares of one.
func shares(sums []float64) []float64 {
	most, all := math.Inf(-1), 0.0
	for _, s := range sums {
		most = max(most, s)
	}
	for c, s := range sums {
		sums[c] = math.Exp(s - most)
		all += sums[c]
	}
	for c := range sums {
		sums[c] /= all
	}
	return sums
}

// slot is the slot of a feature, by a hash of 64 bits (FNV-1a).
func slot(feature string, bits int) int {
	h := uint64(14695981039346656037)
	for i := range len(feature) {
		h = (h ^ uint64(feature[i])) * 1099511628211
	}
	return int((h ^ h>>32) & (1<<bits - 1))
}
