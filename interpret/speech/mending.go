package speech

import (
	"regexp"
	"strings"

	"corrd/interpret/notation"
)

// What a line says of its moves besides: that something is mended, that they are not certain, or
// whose they are.

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

// coloured are the words by which a line says whose its moves are: "White plays", "Black: P-K4",
// "as Black I", "P-K4 for White".
var coloured = regexp.MustCompile(`(?i)(?:^|[.!?;:,] )(?:(?:and|so|now|then|here) )?(white|black)(?:'s|:| (?:plays?|moves?|answers?|reply|replies|responds?|opens?|begins?|starts?|goes|chooses|continues?|castles?|has|is|to|must|will|shall|(?-i:[KQRBNPO][^a-z]|Kt)))|\b(?:as|for|being|with|am|have|playing)(?: the)? (white|black)\b`)

// titled matches the end of a line up to a name.
var titled = regexp.MustCompile(`(?i)\b(?:mr|mrs|ms|dr|prof|rev|st)\.$`)

// OfColour returns whose the moves of a line are by its words: OfWhite, OfBlack, or neither if it
// names no colour or both.
func OfColour(line string) (of notation.Doubt) {
	for _, at := range coloured.FindAllStringSubmatchIndex(line, 2) {
		if titled.MatchString(line[:at[0]+1]) {
			continue // "Dear Mr. White: P-K4"
		}
		if strings.Contains(strings.ToLower(line[at[0]:at[1]]), "white") {
			of |= notation.OfWhite
		} else {
			of |= notation.OfBlack
		}
	}
	if of == notation.OfWhite|notation.OfBlack {
		return 0
	}
	return of
}
