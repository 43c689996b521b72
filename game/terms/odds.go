package terms

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"corrd/game/board"
	"corrd/game/reason"
)

// Odds are the advantage one side gives the other before the game (Part IV).
// The zero Odds are none. As text they are what the term `odds` says: "none",
// "knight given by white".
type Odds struct {
	Name  string // the name as grants has it: "knight", "pawn and two", "mate on h8"; until the colours are settled also "mate on kr8", as the giver names squares
	Giver string // "white", "black"; until colours are settled also "challenger", "opponent"
}

// The givers that a challenge can name by their part in the challenge.
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
		return fmt.Errorf("odds %q: %q", text, refusal)
	}
	*o = read
	return nil
}

// Side returns the side that gives the odds; ok is false where there are none or
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

// Seated names the giver by their colour, the challenger's being settled.
func (o Odds) Seated(challenger board.Side) Odds {
	switch o.Giver {
	case givenByChallenger:
		o.Giver = challenger.String()
	case givenByOpponent:
		o.Giver = challenger.Other().String()
	}
	return o.located()
}

// Grant is what odds consist of.
type Grant struct {
	Gives   []Man // the giver's men that are taken off the board
	Takes   []Man // the receiver's men that are taken off the board, as for the exchange
	Moves   int   // how many moves the receiver makes in the first turn; 0: the receiver does not begin
	Castles bool  // the King may castle on the side of the Rook given, by this agreement
	Draws   bool  // drawn games count as won by the receiver
	Mate    *Mate // the only mate that the giver may win by; nil: any mate
}

// MerePawn reports whether the odds are a Pawn and nothing besides.
func (g Grant) MerePawn() bool {
	return g.Moves == 0 && len(g.Gives) == 1 && g.Gives[0].Kind == board.Pawn
}

// Man is a man that is taken off the board before the game. The code names the wing of a man whose
// wing is Unknown.
type Man struct {
	Kind board.Kind
	Wing board.Origin
}

// Mate is what the giver of odds has undertaken about the mate: the mated King
// stands on Square, or, where Square is NoSquare, a Pawn gives the check.
type Mate struct{ Square board.Square }

// Met reports whether the mate on a board is the one that was undertaken.
func (m Mate) Met(p *board.Position) bool {
	mated := p.SideToMove()
	if m.Square != board.NoSquare {
		return p.Men(mated, board.King).Has(m.Square)
	}
	return p.Checkers(mated)&p.Men(mated.Other(), board.Pawn) != 0
}

// grants are all odds but a mate on a square, without what withCastling adds.
var grants = map[string]Grant{
	"pawn":           {Gives: []Man{{Kind: board.Pawn}}},
	"pawn and move":  {Gives: []Man{{Kind: board.Pawn}}, Moves: 1},
	"pawn and two":   {Gives: []Man{{Kind: board.Pawn}}, Moves: 2},
	"knight":         {Gives: []Man{{Kind: board.Knight}}},
	"bishop":         {Gives: []Man{{Kind: board.Bishop}}},
	"rook":           {Gives: []Man{{Kind: board.Rook}}},
	"queen":          {Gives: []Man{{Kind: board.Queen}}},
	"king's knight":  {Gives: []Man{{board.Knight, board.KingsWing}}},
	"king's bishop":  {Gives: []Man{{board.Bishop, board.KingsWing}}},
	"king's rook":    {Gives: []Man{{board.Rook, board.KingsWing}}},
	"queen's knight": {Gives: []Man{{board.Knight, board.QueensWing}}},
	"queen's bishop": {Gives: []Man{{board.Bishop, board.QueensWing}}},
	"queen's rook":   {Gives: []Man{{board.Rook, board.QueensWing}}},
	"exchange":       {Gives: []Man{{board.Rook, board.QueensWing}}, Takes: []Man{{board.Knight, board.QueensWing}}},
	"two moves":      {Moves: 2},
	"draws count":    {Draws: true},
	"mate with pawn": {Mate: &Mate{Square: board.NoSquare}},
}

// withCastling stands behind the odds of a Rook on whose side the King may castle all
// the same.
const withCastling = " with castling"

// granted returns what odds of a name consist of; ok is false where there are no such odds.
func granted(name string) (g Grant, ok bool) {
	rook, castles := strings.CutSuffix(name, withCastling)
	g, ok = grants[rook]
	g.Castles = castles
	if castles {
		ok = ok && len(g.Gives) == 1 && g.Gives[0].Kind == board.Rook
	}
	return g, ok
}

// Grant returns what the odds consist of.
func (o Odds) Grant() Grant {
	if square, ok := strings.CutPrefix(o.Name, mateOn); ok {
		s, _ := board.ParseSquare(square)
		return Grant{Mate: &Mate{Square: s}}
	}
	g, _ := granted(o.Name)
	return g
}

const mateOn = "mate on "

// inMatch says why odds cannot be given in a match of so many games, or "": the
// colours change from game to game, but the giver does not.
func (o Odds) inMatch(games int) (refusal reason.Reason) {
	if _, coloured := o.Side(); coloured && games > 1 {
		return reason.Because("refused odds in match")
	}
	return ""
}

// oddsForms are the ways to say which odds are given and by whom: the giver
// behind them, the giver before them, or their receiver behind them.
var oddsForms = [...]struct {
	form         *regexp.Regexp
	odds, player int // the groups
	toReceiver   bool
}{
	{regexp.MustCompile(`^(.+?),? (?:given by|by|from) (?:the )?(\w+)$`), 1, 2, false},
	{regexp.MustCompile(`^(.+?),? (?:given to|to) (?:the )?(\w+)$`), 1, 2, true},
	{regexp.MustCompile(`^(?:the )?(\w+) (?:gives|give|giving) (.+)$`), 2, 1, false},
	{regexp.MustCompile(`^(.+?)[,:;]? \(?(?:the )?(\w+?)(?: gives| give| giving| gives them)?\)?$`), 1, 2, false},
}

// giverNames are the words for whoever gives odds.
var giverNames = map[string]string{
	"white": board.White.String(), "black": board.Black.String(),
	givenByChallenger: givenByChallenger, "me": givenByChallenger, "i": givenByChallenger,
	givenByOpponent: givenByOpponent, "you": givenByOpponent, "challenged": givenByOpponent,
}

// otherGivers is, for each giver, the one across the board.
var otherGivers = map[string]string{
	board.White.String(): board.Black.String(), board.Black.String(): board.White.String(),
	givenByChallenger: givenByOpponent, givenByOpponent: givenByChallenger,
}

// otherNames of odds.
var otherNames = map[string]string{
	"pawn and two moves": "pawn and two", "mate with a pawn": "mate with pawn",
	"king's bishop's pawn": "pawn",
	"pawn and the move":    "pawn and move", "draws": "draws count",
}

// readOdds reads the term `odds`; the refusal is "", or says why they are none.
func readOdds(text string) (o Odds, refusal reason.Reason) {
	v := strings.TrimPrefix(strings.ReplaceAll(strings.ToLower(text), "’", "'"), "odds of ")
	if v == "none" || v == "" {
		return Odds{}, ""
	}
	v, castles := cutCastling(v)
	o, ok := splitOdds(v)
	if castles {
		o.Name += withCastling
	}
	if !ok {
		return Odds{}, reason.Because("refused odds giver", text)
	}
	if square, ok := strings.CutPrefix(o.Name, mateOn); ok {
		if _, ok := squareFor(board.White, square); !ok {
			return Odds{}, reason.Because("refused odds square", square)
		}
		return o.located(), ""
	}
	if _, ok := granted(o.Name); !ok {
		return Odds{}, reason.Because("refused odds", o.Name, strings.Join(oddsNames(), ", "))
	}
	return o, ""
}

// splitOdds tells the odds and their giver apart.
func splitOdds(v string) (o Odds, ok bool) {
	for _, f := range oddsForms {
		m := f.form.FindStringSubmatch(v)
		if m == nil || giverNames[m[f.player]] == "" {
			continue
		}
		o = Odds{Name: strings.TrimPrefix(strings.TrimPrefix(m[f.odds], "a "), "the "), Giver: giverNames[m[f.player]]}
		if f.toReceiver {
			o.Giver = otherGivers[o.Giver]
		}
		if usual, ok := otherNames[o.Name]; ok {
			o.Name = usual
		}
		return o, true
	}
	return Odds{}, false
}

// cutCastling takes the words that the King may castle without the Rook given out of a
// text of odds, wherever they stand.
func cutCastling(v string) (rest string, castles bool) {
	m := castlingForm.FindStringSubmatch(v)
	if m == nil {
		return v, false
	}
	return m[1] + m[2], true
}

var castlingForm = regexp.MustCompile(`^(.+?),? \(?with castling\)?(.*)$`)

// oddsNames lists the odds that can be given, but for a mate on a square.
func oddsNames() []string {
	names := append(slices.Collect(maps.Keys(grants)), "none")
	slices.Sort(names)
	return names
}

// located names the square of a mate, if the giver's colour is settled, without
// regard to a side.
func (o Odds) located() Odds {
	giver, settled := o.Side()
	if name, ok := strings.CutPrefix(o.Name, mateOn); ok && settled {
		s, _ := squareFor(giver, name)
		o.Name = mateOn + s.String()
	}
	return o
}

// squareFor reads the name of a square, in lower case: in algebraic notation, or
// as it is named for a side from its own first rank (I.7), "kb5"; ok is false
// where the text names none.
func squareFor(side board.Side, name string) (board.Square, bool) {
	if s, ok := board.ParseSquare(name); ok {
		return s, true
	}
	if name == "" {
		return board.NoSquare, false
	}
	file := slices.Index(files[:], strings.TrimSuffix(name[:len(name)-1], "."))
	rank := int(name[len(name)-1] - '1')
	if file < 0 || rank < 0 || rank > 7 {
		return board.NoSquare, false
	}
	if side == board.Black {
		rank = 7 - rank
	}
	return board.At(file, rank), true
}

// files are the names of the files from the Queen's side (I.7(a)).
var files = [...]string{"qr", "qkt", "qb", "q", "k", "kb", "kkt", "kr"}
