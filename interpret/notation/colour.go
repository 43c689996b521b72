package notation

import (
	"regexp"
	"strings"
)

// coloured are the words by which a line says whose its moves are: "White plays", "Black: P-K4",
// "as Black I", "P-K4 for White".
var coloured = regexp.MustCompile(`(?i)(?:^|[.!?;:,] )(?:(?:and|so|now|then|here) )?(white|black)(?:'s|:| (?:plays?|moves?|answers?|reply|replies|responds?|opens?|begins?|starts?|goes|chooses|continues?|castles?|has|is|to|must|will|shall|(?-i:[KQRBNPO][^a-z]|Kt)))|\b(?:as|for|being|with|am|have|playing)(?: the)? (white|black)\b`)

// titled matches the end of a line up to a name.
var titled = regexp.MustCompile(`(?i)\b(?:mr|mrs|ms|dr|prof|rev|st)\.$`)

// OfColour returns whose the moves of a line are by its words: OfWhite, OfBlack, or neither if it
// names no colour or both.
func OfColour(line string) (of Doubt) {
	for _, at := range coloured.FindAllStringSubmatchIndex(line, 2) {
		if titled.MatchString(line[:at[0]+1]) {
			continue // "Dear Mr. White: P-K4"
		}
		if strings.Contains(strings.ToLower(line[at[0]:at[1]]), "white") {
			of |= OfWhite
		} else {
			of |= OfBlack
		}
	}
	if of == OfWhite|OfBlack {
		return 0
	}
	return of
}
