package terms

import (
	"maps"
	"slices"
	"strings"

	"corrd/game/board"
	"corrd/game/reason"
)

// oddsForms are the ways to say which odds are given and by whom: the giver
// behind them, the giver before them, or their receiver behind them.
var oddsForms = [...]struct {
	form         form
	odds, player int // the groups
	toReceiver   bool
}{
	{`^(.+?),? (?:given by|by|from) (?:the )?(\w+)$`, 1, 2, false},
	{`^(.+?),? (?:given to|to) (?:the )?(\w+)$`, 1, 2, true},
	{`^(?:the )?(\w+) (?:gives|give|giving) (.+)$`, 2, 1, false},
	{`^(.+?)[,:;]? \(?(?:the )?(\w+?)(?: gives| give| giving| gives them)?\)?$`, 1, 2, false},
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
		m := f.form.in(v)
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
	m := castlingForm.in(v)
	if m == nil {
		return v, false
	}
	return m[1] + m[2], true
}

const castlingForm form = `^(.+?),? \(?with castling\)?(.*)$`

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
