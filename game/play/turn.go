package play

import (
	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/game/tournament"
	"corrd/interpret/notation"
)

// target says for which turn the moves of a letter are.
type target uint8

const (
	thisTurn  target = iota // the ply due from the sender
	lastTurn                // the sender's last ply, to which no reply has been received
	nextTurn                // the sender's next ply, while the opponent is to move
	oldTurn                 // a ply that has been answered
	wrongTurn               // a number that contradicts the position
)

// target returns the turn for which moves are. The number written with the moves decides; without a
// number the ply in the letter's key decides, and without a key the ply due.
func (d *docket) target(words []notation.Move) target {
	due := d.LastPly() + 1
	mine := d.by == d.Position.SideToMove()
	if !mine {
		due = d.DuePly()
	}
	if d.firstTurnAgain(words) {
		return lastTurn
	}
	ply, named := d.named(words, due, mine)
	switch {
	case named && ply == 0:
		return d.misnumbered(words, due)
	case mine && !named && ply != 0 && ply < due:
		return oldTurn
	case mine:
		return thisTurn
	case ply == 0 || ply > due:
		return nextTurn
	case ply == due-1 && d.Forfeited():
		return nextTurn // the turn is past, though nothing was moved in it
	case ply == due-1 && d.Phase == game.AwaitMove && len(d.Line) > 0:
		return lastTurn
	case ply == due-1 && !named && d.Phase == game.PenaltyDue:
		return nextTurn // the sender's newest letter bears the key of the sender's last ply
	}
	return oldTurn
}

// named returns the ply that the written numbers name, among the plies that the sender can mean, or
// 0 if none fits. Without numbers, named returns the ply of the key.
func (d *docket) named(words []notation.Move, due int, mine bool) (ply int, named bool) {
	possible := []int{due - 1, due + 1}
	if mine {
		possible = []int{due}
	}
	for _, w := range words {
		if w.Number == 0 && !w.Black {
			continue
		}
		named = true
		fit := 0
		for _, p := range possible {
			if game.Numbered(&d.State, w, p) {
				fit = p
			}
		}
		if fit == 0 || ply != 0 && ply != fit {
			return 0, true
		}
		ply = fit
	}
	if !named {
		return d.ply, false
	}
	return ply, true
}

// misnumbered tells a number of an old turn, on which the number and the key agree, from a slip of
// the pen.
func (d *docket) misnumbered(words []notation.Move, due int) target {
	n := words[0].Number
	if n == 0 || n >= line.NumberOf(due) {
		return wrongTurn
	}
	if d.ply == 0 || line.NumberOf(d.ply) == n && d.ply < due {
		return oldTurn
	}
	return wrongTurn
}

// InMatch returns the start of game m of a match from a, the start of the first game, whose colours
// a lot has drawn. The players have the first move, and with it the White men, in turn (II.1(a)).
// If the code says so, each side instead keeps its men (S-Reg III).
func (a Start) InMatch(m game.Match) Start {
	a.Match = &m
	if m.Number > 1 {
		a.Lot = nil
	}
	switch {
	case m.Turned(codes.Of(a.Terms)):
		return a.Turned()
	case m.Number%2 == 0:
		a.Terms.First = codes.Beginner(a.Terms).Other().String()
	}
	return a
}

// Turned returns the start with the colours of the two sides changed.
func (a Start) Turned() Start {
	a.Players[0], a.Players[1] = a.Players[1], a.Players[0]
	a.Consultation, a.Challenger = turned(a.Consultation), a.Challenger.Other()
	return a
}

// beginning returns the law that decides which men a side has in a game that begins.
func (a Start) beginning(code *codes.Code) game.Law {
	switch m := a.Match; {
	case a.Tournament != nil && a.Tournament.Instead != 0:
		return code.Again.Cite()
	case a.Tournament != nil:
		return tournament.Law(a.Tournament.Number, tournament.Pairings)
	case m != nil && m.Instead != 0:
		return code.Again.Cite()
	case m != nil && m.Number > 1:
		return code.InTurn.Cite()
	case a.Lot != nil:
		if first, law, _ := code.First.Get(); first == codes.LotDecides {
			return law
		}
		return codes.HouseLots
	}
	return codes.TermsColour
}

// Again returns the start of the game that is played in place of an annulled game of a match or of
// an event. The same player has the first move.
func Again(s game.State) Start {
	a := Start{Terms: s.Terms, Players: s.Players, Consultation: s.Consultation}
	if s.Match != nil {
		m := *s.Match
		m.Instead = s.ID
		a.Match = &m
	}
	if s.Tournament != nil {
		t := *s.Tournament
		t.Instead = s.ID
		a.Tournament = &t
	}
	return a
}

// turned returns the same players with the colours exchanged.
func turned(c *game.Consultation) *game.Consultation {
	if c == nil {
		return nil
	}
	return &game.Consultation{White: c.Black, Black: c.White}
}

// Rotate replaces the keys of a member of a side.
type Rotate struct {
	game.Rotated
	Letter int64 // the letter that showed a key; 0: no letter did
}

func (d *docket) rotate(r game.Rotated) {
	by := game.Corrd
	if r.Why == game.LeakUmpire {
		by = game.Umpire
	}
	d.add(by, codes.HouseKeys, r)
}

// standing returns the moves of the sender's turn to which no reply has been received, their words,
// and the position before that turn.
func (d *docket) standing() (moves []board.Move, words []string, p board.Position) {
	if d.Held != nil {
		return d.Held.Moves, d.Held.Words, d.Position
	}
	last := d.Line[len(d.Line)-1]
	return []board.Move{last.Move}, []string{last.Words}, d.At(len(d.Line) - 1)
}

// overtaken reports whether the letter was handed in before the letter that arrived first for its
// turn. The first of two letters is the one that was handed in first.
func (d *docket) overtaken() bool {
	now := d.SentIn(game.Event{Letter: d.from})
	if d.Held != nil {
		return now != 0 && now < d.Held.Sent
	}
	return now != 0 && now < d.Line[len(d.Line)-1].Sent
}
