package notation

import (
	"regexp"
	"strings"

	"corrd/game/board"
)

// How the answer to a list of moves names one of it.

// namesOne are the words with which somebody leads to the one of a list that they name.
var namesOne = regexp.MustCompile(`(?i)^(?:(?:yes|ok|okay|well|so|and|then|please|that|sorry|oh|of course|(?:i |we )?(?:take it|think|assume|believe|trust)|(?:i |you |he |she |they )(?:mean|means|meant)|(?:i |i'll |i will |i'd )(?:say|choose|adopt|pick|take|play|prefer)|it(?:'s| is| was)|that(?:'s| is| was)|with|make it|let it be|adopt)[,:]?(?: |$))+`)

// WithoutNaming takes the words off the head of a text with which somebody leads to the one of a
// list that they name: "I meant", "please take".
func WithoutNaming(text string) string { return namesOne.ReplaceAllString(text, "") }

// manOfSide and manOn are how a man is named by its wing, and by the square on which it stands.
var (
	manOfSide = regexp.MustCompile(`(?i)^(?:the )?(?:one (?:on|of) the )?(k|q|king|queen)(?:'?s)?[- ]?(?:side[- ])?(knight|kt|bishop|b|rook|r|pawn|p)(?: one)?(?:,? (?:please|thanks|thank you|of course))?$`)
	manOn     = regexp.MustCompile(`(?i)^(?:the )?(knight|kt|bishop|rook) (?:from|on|at|standing on|now on) ([a-h][1-8])(?:,? (?:please|thanks|thank you))?$`)
)

// pickedKinds are men by the letters with which their names begin; of Pawns a list names the moves.
var pickedKinds = map[byte]board.Kind{'k': board.Knight, 'b': board.Bishop, 'r': board.Rook}

// ManPicked returns the kind of a man that words name, and the wing from which it is, or the square
// on which it stands; NoSquare: they name none.
func ManPicked(words string) (man board.Man, on board.Square, ok bool) {
	on = board.NoSquare
	if m := manOfSide.FindStringSubmatch(words); m != nil {
		man.Kind, man.Origin = pickedKinds[m[2][0]|0x20], board.KingsWing
		if m[1][0]|0x20 == 'q' {
			man.Origin = board.QueensWing
		}
	} else if m := manOn.FindStringSubmatch(words); m != nil {
		man.Kind = pickedKinds[m[1][0]|0x20]
		on, _ = board.ParseSquare(strings.ToLower(m[2]))
	}
	return man, on, man.Kind != board.NoKind
}
