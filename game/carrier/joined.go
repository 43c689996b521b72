package carrier

import (
	"slices"
	"strings"
)

// The words that are not taken when they are run together, each of them long enough that no
// English compound is made of them. At least one of those that stand in one word is of those
// by which a side states something: the names of two men are often written as one word.
var (
	stating = strings.Fields(`accept accepted adjourn adopt agree agreed annul castles check claim confirm decline declined demand draw
		exact fifty forfeiture intend moves offer penalty proceed propose protest recommence repeat repetition resign retract seal
		submit takes umpire waive withdraw`)
	beside = strings.Fields("bishop king knight pawn queen rook game the your")
)

// joinedWords returns the words of a form that are two or more words run together to save charges,
// "exactpenalty", in their order, as they are written. Words that have a figure among their
// letters, and those of a telegraphic code, never are.
func joinedWords(text string) (joined []string) {
	for _, w := range words(text) {
		if joins(strings.ToLower(w)) {
			joined = append(joined, w)
		}
	}
	return joined
}

// joins reports whether letters are wholly made of two or more words that are not taken when
// they are run together.
func joins(w string) bool {
	type made struct{ one, several, states bool }
	parts := make([]made, len(w)+1) // what the letters up to a place are made of
	for end := range len(w) + 1 {
		at := &parts[end]
		put := func(vocabulary []string, states bool) {
			for _, v := range vocabulary {
				if !strings.HasSuffix(w[:end], v) {
					continue
				}
				before := parts[end-len(v)]
				first := end == len(v)
				at.one = at.one || first
				at.several = at.several || !first && (before.one || before.several)
				at.states = at.states || states && first || (before.one || before.several) && (states || before.states)
			}
		}
		put(stating, true)
		put(beside, false)
	}
	return parts[len(w)].several && parts[len(w)].states && !slices.Contains(stating, w)
}
