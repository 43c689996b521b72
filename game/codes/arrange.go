package codes

import (
	"slices"

	"corrd/game/board"
	"corrd/game/reason"
	"corrd/game/terms"
)

// Arranged returns the position that the terms lay down before the first move: the array without
// the men given at odds (IV.3), or the agreed position as it stands, from which no man is taken.
func Arranged(t terms.Terms) board.Position {
	if t.Position != "" {
		return InitialPosition(t.Position)
	}
	p := board.Array()
	if giver, ok := t.Odds.Side(); ok {
		g := t.Odds.Grant()
		for _, m := range g.Gives {
			p = p.Remove(home(t, giver, m))
		}
		for _, m := range g.Takes {
			p = p.Remove(home(t, giver.Other(), m))
		}
	}
	return p.WithSide(Beginner(t))
}

// InitialPosition returns the position a game begins in: the array when the FEN is that
// of the array, so that the men have their names.
func InitialPosition(fen string) board.Position {
	array := board.Array()
	p, err := board.ParseFEN(fen)
	if err != nil {
		return array
	}
	if p.Identical(&array) {
		return array.WithSide(p.SideToMove())
	}
	return p
}

// Beginner returns the side that has the first move in an ordinary arrangement:
// as agreed; at odds of the move or moves the receiver (IV.4), at others the
// giver (IV.2); else as the code says (I.11.C).
func Beginner(t terms.Terms) board.Side {
	giver, odds := t.Odds.Side()
	code := Of(t)
	first, _, provided := code.OddsFirst.Get()
	gives := slices.ContainsFunc(t.Odds.Grant().Gives, func(m terms.Man) bool { return first == GiverBegins || m.Kind != board.Pawn })
	switch {
	case odds && t.Odds.Grant().Moves > 0:
		return giver.Other()
	case t.First == board.White.String():
		return board.White
	case t.First == board.Black.String():
		return board.Black
	case odds && provided && (gives || first == GiverBegins || first == MoreGiverBegins && !t.Odds.Grant().MerePawn()):
		return giver
	}
	return board.White
}

// files are, by kind, the files from the Queen's wing of the men that are given at odds
// where neither the terms name a wing nor the code a man.
var files = [7]int{board.Pawn: 5, board.Knight: 1, board.Bishop: 2, board.Rook: 0, board.Queen: 3}

// home returns the square that a man given at odds stands on in the array. One of which
// the terms name no wing is the one the code names.
func home(t terms.Terms, side board.Side, m terms.Man) board.Square {
	homes, _, _ := Of(t).OddsMen.Get()
	file, named := homes[m.Kind]
	if !named || m.Wing != board.Unknown {
		file = files[m.Kind]
	}
	if m.Wing == board.KingsWing {
		file = 7 - file
	}
	rank := 7 * int(side)
	if m.Kind == board.Pawn {
		rank = 1 + 5*int(side)
	}
	return board.At(file, rank)
}

// SetUp reads the position a game began in, with the right to castle without a
// Rook given at odds, which the FEN does not tell (IV.5, or an agreement).
func SetUp(t terms.Terms, fen string) board.Position {
	p, grant := InitialPosition(fen), t.Odds.Grant()
	giver, ok := t.Odds.Side()
	if rookless, _, _ := Of(t).Rookless.Get(); !ok || rookless != MayCastle && !grant.Castles {
		return p
	}
	for _, m := range grant.Gives {
		if m.Kind == board.Rook {
			p = p.CastlesWithoutRook(giver, home(t, giver, m))
		}
	}
	return p
}

// oddsInPosition says why the odds cannot be those of the position agreed on, from which nothing
// more is taken: the men given at odds must be gone, and who has a turn of several moves must be to
// move, or "" if they can.
func oddsInPosition(t terms.Terms) reason.Reason {
	g := t.Odds.Grant()
	if t.Position == "" || g.Gives == nil && g.Moves == 0 {
		return ""
	}
	odds := t.Odds
	switch t.Colour {
	case board.White.String():
		odds = odds.Seated(board.White)
	case board.Black.String():
		odds = odds.Seated(board.Black)
	}
	giver, ok := odds.Side()
	if !ok || t.Games > 1 {
		return reason.Because("refused odds in position")
	}
	p := InitialPosition(t.Position)
	stands := func(side board.Side, men []terms.Man) bool {
		for _, m := range men {
			if man, on := p.At(home(t, side, m)); on && man.Side == side && man.Kind == m.Kind {
				return true
			}
		}
		return false
	}
	switch {
	case stands(giver, g.Gives) || stands(giver.Other(), g.Takes):
		return reason.Because("refused odds man stands", t.Odds.Name)
	case g.Moves > 0 && p.SideToMove() == giver:
		return reason.Because("refused odds turn", giver, t.Odds.Name)
	}
	return ""
}

// OddsLaw returns the provision under which odds are given, or the agreement if
// the code has none; "" for none.
func OddsLaw(c *Code, o terms.Odds) Law {
	g := o.Grant()
	switch {
	case o == (terms.Odds{}):
		return ""
	case g.Gives != nil:
		homes, law, _ := c.OddsMen.Get()
		if _, named := homes[g.Gives[0].Kind]; named {
			return law
		}
		if _, law, provided := c.OddsFirst.Get(); provided {
			return law
		}
	case g.Draws:
		_, first, _ := c.OddsFirst.Get()
		if _, _, provided := c.OddsDraws.Get(); provided && first != "" {
			return first
		}
	case g.Moves > 1:
		return c.OddsMoves.Cite()
	case g.Mate != nil && g.Mate.Square != board.NoSquare:
		return c.MateSquare.Cite()
	case g.Mate != nil:
		return c.MatePawn.Cite()
	}
	return TermsOdds
}

// WrongBeginning returns the provision that the beginning of a game broke, where the terms alone
// show the error. All sixteen men of each side stand on their own first two ranks in an ordinary
// game, but not as I.5(b) has them; or they do, and the wrong side is to move. Every other position
// was agreed on.
func WrongBeginning(t terms.Terms) (law Law, plain bool) {
	if t.Position == "" || t.Odds != (terms.Odds{}) {
		return "", false
	}
	wanting, _, _ := Of(t).WrongSetUp.Get()
	p, array := InitialPosition(t.Position), board.Array()
	array = array.WithSide(p.SideToMove())
	switch {
	case p.MoveNumber() != 1 || !atHome(&p, wanting.Wanting):
		return "", false
	case !p.Identical(&array):
		return Of(t).WrongSetUp.Cite(), true
	case p.SideToMove() != Beginner(t):
		return Of(t).WrongFirst.Cite(), true
	}
	return "", false
}

// atHome reports whether the sixteen men of each side stand on their own first and second ranks.
// Where men may be missing, the men that are there must stand on these ranks, and the squares of
// the missing men must be empty.
func atHome(p *board.Position, wanting bool) bool {
	array := board.Array()
	var men [2]int
	matched := true
	for s := range board.NoSquare {
		man, stands := p.At(s)
		if !stands {
			continue
		}
		rank := s.Rank()
		if man.Side == board.Black {
			rank = 7 - rank
		}
		if rank > 1 {
			return false
		}
		men[man.Side]++
		usual, _ := array.At(s)
		matched = matched && usual.Side == man.Side && usual.Kind == man.Kind
	}
	return men == [2]int{16, 16} || wanting && matched
}
