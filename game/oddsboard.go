package game

import "corrd/game/board"

// arranged gives the position the terms lay down before the first move: the
// array without the men given at odds (IV.3), or the position agreed on as it
// stands, from which nothing more is taken.
func (t Terms) arranged() board.Position {
	if t.Position != "" {
		return initial(t.Position)
	}
	p := board.Array()
	if giver, ok := t.Odds.Side(); ok {
		g := t.Odds.grant()
		p = t.without(p, giver, g.gives)
		p = t.without(p, giver.Other(), g.takes)
	}
	return p.WithSide(t.begins())
}

// begins gives the side that has the first move in an ordinary arrangement:
// as agreed; at odds of the move or moves the receiver (IV.4), at others the
// giver (IV.2); else as the code says (I.11.C).
func (t Terms) begins() board.Side {
	giver, odds := t.Odds.Side()
	switch {
	case odds && t.Odds.grant().moves > 0:
		return giver.Other()
	case t.First == board.White.String():
		return board.White
	case t.First == board.Black.String():
		return board.Black
	case odds && !t.code().OddsFirst.Silent() && t.code().OddsFirst.Is:
		return giver
	}
	return t.code().First.Is
}

// without takes men of a side off the board.
func (t Terms) without(p board.Position, side board.Side, men []givenMan) board.Position {
	for _, m := range men {
		p = p.Remove(t.home(side, m))
	}
	return p
}

// home gives the square a man given at odds stood on.
func (t Terms) home(side board.Side, m givenMan) board.Square {
	file, rank := t.code().OddsMen.Is[m.kind], 7*int(side)
	if m.wing == board.KingsWing {
		file = 7 - file
	}
	if m.kind == board.Pawn {
		rank = 1 + 5*int(side)
	}
	return board.At(file, rank)
}

// setUp reads the position a game began in, with the right to castle without a
// Rook given at odds, which the FEN does not tell (IV.5).
func (t Terms) setUp(fen string) board.Position {
	p := initial(fen)
	giver, ok := t.Odds.Side()
	if !ok || !t.code().Rookless.Is {
		return p
	}
	for _, m := range t.Odds.grant().gives {
		if m.kind == board.Rook {
			p = p.CastlesWithoutRook(giver, t.home(giver, m))
		}
	}
	return p
}

// OddsLaw gives the provision under which odds are given, or the agreement if
// the code has none; "" for none.
func (c *Code) OddsLaw(o Odds) Law {
	g := o.grant()
	switch {
	case o == (Odds{}):
		return ""
	case g.gives != nil:
		return c.OddsMen.Law
	case g.moves > 1:
		return c.OddsMoves.Law
	case g.mate != nil && g.mate.square != board.NoSquare:
		return c.MateSquare
	case g.mate != nil:
		return c.MatePawn
	}
	return termsOdds
}
