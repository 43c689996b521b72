package speech

import (
	"regexp"
	"strings"
)

// What a line says of its moves besides: that something is mended, or that they are not certain.

// Words with which somebody mends what they have written; those of them that nobody uses who tells
// of a game; and words of somebody who has not made up their mind.
var (
	correcting = TableOf("sorry", "meant", "wait", "correction", "rather", "instead", "no,", "oops", "whoops", "actually", "scratch", "mean", "hang on", "hold on", "second thought", "error", "mistake", "slip of", "typo", "must be", "should be", "has to be", "changed my mind", "i should have", "i ought to", "errat", "corrig", "amend", "void", "replace", "substitut", "disregard", "ignore", "scrap", "on reflection", "edit", "take that back")
	Owning     = TableOf("sorry", "meant", "correction")
	unsettling = TableOf("maybe", "perhaps")
)

// Corrects reports whether a line holds a word with which somebody mends what they have written.
func Corrects(line string) bool {
	if not, ok := CutWord(line, "not"); ok && IndexWord(not, "but", 0) > 0 {
		return true // "Not P-KR3 but P-QR3."
	}
	return HoldsAny(line, correcting)
}

// LeavesOpenMove reports whether a line of moves leaves open whether they are meant: it says
// "maybe", or it ends as a question does, and with a move. The marks "!?" and "?!" are an
// annotator's.
func LeavesOpenMove(line string, endsInMove bool) bool {
	end := strings.TrimRight(line, " )\"'")
	return endsInMove && strings.HasSuffix(end, "?") && !strings.HasSuffix(end, "!?") || noMove.MatchString(line) || HoldsAny(line, unsettling)
}

// noMove is a move that is not made: "No P-KR3 for me".
var noMove = regexp.MustCompile(`(?:\bNo|[a-z]+,? no) (?:more )?(?:[KQRBNP]|Kt)[-x ]`)
