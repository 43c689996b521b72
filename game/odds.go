package game

import (
	"fmt"
	"strings"

	"corrd/game/board"
)

// Odds are the advantage one side gives the other before the game (Part IV).
// The zero Odds are none. As text they are what the term `odds` says: "none",
// "knight given by white".
type Odds struct {
	Name  string // as in the table of SPEC 3.3: "knight", "pawn and two", "mate on h8"; until colours are settled also "mate on kr8", as the giver names squares
	Giver string // "white", "black"; until colours are settled also "challenger", "opponent"
}

// The givers a challenge can name by their part in it.
const (
	givenByChallenger = "challenger"
	givenByOpponent   = "opponent"
)

// String writes the odds as a challenge does.
func (o Odds) String() string {
	if o == (Odds{}) {
		return "none"
	}
	return o.Name + " given by " + o.Giver
}

// MarshalText writes the odds as String does.
func (o Odds) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText reads what MarshalText writes; anything else is an error.
func (o *Odds) UnmarshalText(text []byte) error {
	read, refusal := readOdds(string(text))
	if refusal != "" {
		return fmt.Errorf("odds %q: %s", text, refusal)
	}
	*o = read
	return nil
}

// Side gives the side that gives the odds; ok is false where there are none or
// the colours are not settled.
func (o Odds) Side() (giver board.Side, ok bool) {
	switch o.Giver {
	case board.White.String():
		return board.White, true
	case board.Black.String():
		return board.Black, true
	}
	return board.White, false
}

// seated names the giver by his colour, the challenger's being settled.
func (o Odds) seated(challenger board.Side) Odds {
	switch o.Giver {
	case givenByChallenger:
		o.Giver = challenger.String()
	case givenByOpponent:
		o.Giver = challenger.Other().String()
	}
	return o.located()
}

// grant is what odds consist of.
type grant struct {
	gives []givenMan // taken off the giver's side
	takes []givenMan // taken off the receiver's side, as for the exchange
	moves int        // that the receiver makes in the first turn; 0: he does not begin
	draws bool       // drawn games count as won by the receiver
	mate  *condition // under which alone the giver's mate is one
}

// givenMan is a man that is taken off the board before the game. A man whose
// wing is Unknown is the one the code names.
type givenMan struct {
	kind board.Kind
	wing board.Origin
}

// grants are the odds of SPEC 3.3, but for a mate on a square.
var grants = map[string]grant{
	"pawn":           {gives: []givenMan{{kind: board.Pawn}}},
	"pawn and move":  {gives: []givenMan{{kind: board.Pawn}}, moves: 1},
	"pawn and two":   {gives: []givenMan{{kind: board.Pawn}}, moves: 2},
	"knight":         {gives: []givenMan{{kind: board.Knight}}},
	"bishop":         {gives: []givenMan{{kind: board.Bishop}}},
	"queen":          {gives: []givenMan{{kind: board.Queen}}},
	"rook":           {gives: []givenMan{{kind: board.Rook}}},
	"king's knight":  {gives: []givenMan{{board.Knight, board.KingsWing}}},
	"king's bishop":  {gives: []givenMan{{board.Bishop, board.KingsWing}}},
	"king's rook":    {gives: []givenMan{{board.Rook, board.KingsWing}}},
	"exchange":       {gives: []givenMan{{kind: board.Rook}}, takes: []givenMan{{kind: board.Knight}}},
	"two moves":      {moves: 2},
	"draws count":    {draws: true},
	"mate with pawn": {mate: &condition{square: board.NoSquare}},
}

// grant gives what the odds consist of.
func (o Odds) grant() grant {
	if square, ok := strings.CutPrefix(o.Name, mateOn); ok {
		s, _ := board.ParseSquare(square)
		return grant{mate: &condition{square: s}}
	}
	return grants[o.Name]
}

const mateOn = "mate on "

func setOdds(t *Terms, value string) string {
	o, refusal := readOdds(value)
	if refusal == "" {
		refusal = o.inMatch(t.Games)
	}
	if refusal == "" {
		t.Odds = o
	}
	return refusal
}

// inMatch says why odds cannot be given in a match of so many games, or "": the
// colours change from game to game, but the giver does not.
func (o Odds) inMatch(games int) (refusal string) {
	if _, coloured := o.Side(); coloured && games > 1 {
		return "In a match the colours change from game to game: the term \"odds\" must say that the challenger or the opponent gives them."
	}
	return ""
}
