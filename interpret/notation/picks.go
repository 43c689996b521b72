package notation

import (
	"regexp"
	"strings"
)

// How the answer to a list of moves names one of it.

// namesOne are the words with which somebody leads to the one of a list that they name.
var namesOne = regexp.MustCompile(`(?i)^(?:(?:yes|ok|okay|well|so|and|then|please|that|sorry|oh|of course|(?:i |we )?(?:take it|think|assume|believe|trust)|(?:i |you |he |she |they )(?:mean|means|meant)|(?:i |i'll |i will |i'd )(?:say|choose|adopt|pick|take|play|prefer)|it(?:'s| is| was)|that(?:'s| is| was)|with|make it|let it be|adopt)[,:]?(?: |$))+`)

// WithoutNaming takes such words off the head of a text.
func WithoutNaming(text string) string { return namesOne.ReplaceAllString(text, "") }

// manOfSide and manOn are how a man is named by its wing, and by the square on which it stands.
var (
	manOfSide = regexp.MustCompile(`(?i)^(?:the )?(?:one (?:on|of) the )?(k|q|king|queen)(?:'?s)?[- ]?(?:side[- ])?(knight|kt|bishop|b|rook|r|pawn|p)(?: one)?(?:,? (?:please|thanks|thank you|of course))?$`)
	manOn     = regexp.MustCompile(`(?i)^(?:the )?(knight|kt|bishop|rook) (?:from|on|at|standing on|now on) ([a-h][1-8])(?:,? (?:please|thanks|thank you))?$`)
)

// ManPicked returns the first letter of a man that words name, and that of its wing, 'K' or 'Q', or
// its square.
func ManPicked(words string) (man, wing byte, square string, ok bool) {
	if m := manOfSide.FindStringSubmatch(words); m != nil {
		man, wing = m[2][0]&^0x20, m[1][0]&^0x20
	} else if m := manOn.FindStringSubmatch(words); m != nil {
		man, square = m[1][0]&^0x20, strings.ToLower(m[2])
	}
	if man == 'K' {
		man = 'N'
	}
	return man, wing, square, man != 0
}
