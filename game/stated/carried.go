package stated

import (
	"strings"

	"corrd/interpret"
)

// AtOffice reports whether a statement of a kind needs no carrier: the opponent is not told of the statement, or it is
// for the umpire or the mail office.
func AtOffice(k interpret.Kind) bool {
	return k.Row().NeedsNoCarrier || !k.Acts()
}

// LapsesWithMove reports whether a statement uses a right that its side has no more when it has
// handed in its move for the turn.
func LapsesWithMove(s interpret.Statement) bool {
	return s.Kind.Row().Lapses && !s.Forfeiture
}

// StopsClock reports whether a statement, handed in by the side whose turn runs, stops that side's
// clock from the postmark on.
func StopsClock(s interpret.Statement) bool {
	if s.Kind == interpret.KindClaim && len(s.Moves) == 0 { // others end "otherwise P-K4"
		return false
	}
	return s.Kind.Row().StopsClock
}

// Changed returns the lines of the statements with their moves as the wire delivers them, in
// order.
func Changed(st []interpret.Statement, carried []string) (lines []string) {
	n := 0
	for _, s := range st {
		text, seen := s.Text, 0
		for _, m := range s.Confirms { // what is repeated stands before the moves, and may be the same words
			if i := strings.Index(text[seen:], m.Text); i >= 0 {
				seen += i + len(m.Text)
			}
		}
		for _, m := range s.Moves {
			if !IsMove(s) {
				continue
			}
			if i := strings.Index(text[seen:], m.Text); i >= 0 {
				text = text[:seen+i] + carried[n] + text[seen+i+len(m.Text):]
				seen += i + len(carried[n])
			}
			n++
		}
		lines = append(lines, text)
	}
	return lines
}
