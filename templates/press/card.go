// Package press prints: the cards for players who have no mailbox, and the book of a game. Of a card it
// draws the side of the address and the side of the message, and a card for the answer, with the fields
// that players by post have always written: the number of the game, both moves, when each card was
// received and posted, and the days that each side has taken. A card or a book is a PDF; the same card
// gives the same octets, and so does the same book.
//
// It knows type and paper. It must not know the store, any clock, or what a letter says: all that is
// handed in.
package press

import (
	"golang.org/x/text/unicode/norm"

	"corrd/game/board"
)

// Card is what stands on one card.
type Card struct {
	Number   int64    // of the card at the office
	Club     string   // in whose name it is written
	Return   []string // the address of the club; none: it is to be filled in
	To       []string // the name and address of the reader
	Title    string   // what the card is about: "Game 12"
	Players  string   // "Alice Example against Bob Black"
	Fields   []Field
	Days     []Days
	Position *board.Position // nil: no board is drawn
	From     board.Side      // whose men are at the foot
	Last     board.Move      // the last move, whose squares are marked; board.Pass: none
	Words    []string        // what the card says, by paragraphs
	Answer   *Answer         // nil: the card asks for nothing
	Code     string          // of laws, in the last line
}

// Field is a line of a card: what it is, and what is written there.
type Field struct{ Name, Value string }

// Days are what a side has taken for its last move, and for all of them.
type Days struct {
	Side  string
	Move  string // "2"; "–" where none has been counted
	Total string
}

// Answer is the card that the reader sends back.
type Answer struct {
	Game   string // "Game 12, Black"
	Theirs string // the move that is repeated: "7. Kt-KB3"
	Number string // of the move to be written: "7..."
	By     string // the last date of the postmark; "" where there is no limit
}

// composed returns the card with each letter and its marks as one character, as the faces have them.
func (c Card) composed() Card {
	one := norm.NFC.String
	each := func(all []string) (composed []string) {
		for _, text := range all {
			composed = append(composed, one(text))
		}
		return composed
	}
	c.Club, c.Title, c.Players, c.Return, c.To, c.Words = one(c.Club), one(c.Title), one(c.Players), each(c.Return), each(c.To), each(c.Words)
	fields := make([]Field, len(c.Fields))
	for i, f := range c.Fields {
		fields[i] = Field{one(f.Name), one(f.Value)}
	}
	c.Fields = fields
	return c
}
