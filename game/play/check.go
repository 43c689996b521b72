package play

import (
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// keepsSilent reports whether a move of the side to move gives a check that must be announced and
// whose words do not announce check. cries says that the words announce check.
func keepsSilent(s game.State, m board.Move, cries bool) bool {
	_, _, provided := s.CheckRule()
	after := s.Position.Play(m)
	return provided && !cries && after.InCheck(after.SideToMove())
}

// sayCheck acts on the word check, by which a side announces a check that it gave earlier without
// announcing it. The word check beside a move is about that move.
func (d *docket) sayCheck(s interpret.Statement, withMove bool) {
	_, law, provided := d.CheckRule()
	n := len(d.Line)
	switch {
	case !provided:
		d.unknown(s)
	case withMove:
		d.cries = true
	case d.Overlooked(d.by):
		d.warn(d.by)
	case n > 0 && d.Phase == game.AwaitMove && d.Line[n-1].Side == d.by && d.Line[n-1].Silent:
		d.act(law, game.Warned{Ply: d.LastPly()})
		d.close(d.by)
	default:
		d.act(law, game.Refused{Why: game.NoCheckToSay, Words: s.Text})
	}
}

// cryAgain acts on words that repeat the sender's last move: if they announce the check that it
// gave in silence, the check is said now, before the reply.
func (d *docket) cryAgain(words []string) {
	n := len(d.Line)
	if d.Held != nil || n == 0 || d.Phase != game.AwaitMove || d.Line[n-1].Side != d.by || !d.Line[n-1].Silent {
		return
	}
	p := d.At(n - 1)
	if slices.ContainsFunc(words, func(w string) bool { return d.Cried(&p, w) }) {
		d.sayCheck(interpret.Statement{Kind: interpret.KindCheck, Text: line.JoinWords(words)}, false)
	}
}

// cryAlone returns the statement that words make which are nothing but a sign of check or mate,
// "mate" or "ch", while their writer may still announce the check of its last move. Where there is
// no such check to announce, these words are prose as any others are.
func (d *docket) cryAlone(words string) (cry interpret.Statement, is bool) {
	ply := len(d.Line) - 1
	overlooked := d.Overlooked(d.by)
	if overlooked {
		ply--
	}
	sign := strings.TrimRight(strings.TrimSpace(words), ".!")
	if sign == "" || ply < 0 || d.Line[ply].Side != d.by || !d.Line[ply].Silent || !overlooked && d.Phase != game.AwaitMove {
		return cry, false
	}
	p, given := d.At(ply), d.Line[ply].Move
	r := notation.Move{Text: notation.Short(&p, given) + " " + sign}.Readings(&p, d.Reading())
	is = d.Hushed() && r.Check && len(r.Moves) == 1 && r.Moves[0] == given
	return interpret.Statement{Kind: interpret.KindCheck, Text: sign, Line: 1}, is
}

// signed returns statements in which a line that is nothing but a sign of check or mate stands with
// the move of its letter that gives the check, above or below it; is is false where there is no
// such move, and the line is prose.
func (d *docket) signed(line string, statements []interpret.Statement) (all []interpret.Statement, is bool) {
	sign := strings.TrimRight(strings.TrimSpace(line), ".!")
	if sign == "" || strings.Contains(sign, "\n") || !d.Hushed() {
		return statements, false
	}
	i := slices.IndexFunc(statements, func(s interpret.Statement) bool { return s.Kind == interpret.KindMove && len(s.Moves) == 1 })
	if i < 0 {
		return statements, false
	}
	m := statements[i].Moves[0]
	m.Text += " " + sign
	r := m.Readings(&d.Position, d.Reading())
	if len(r.Moves) != 1 || !r.Check {
		return statements, false
	}
	if after := d.Position.Play(r.Moves[0]); !after.InCheck(after.SideToMove()) {
		return statements, false
	}
	all = slices.Clone(statements)
	all[i].Moves, all[i].Text = []notation.Move{m}, all[i].Text+" "+sign
	return all, true
}

// warn announces the check given by a side's last move when the reply has not met the check. warn
// takes back the reply, and also the move beside which the side now says check.
func (d *docket) warn(by board.Side) {
	_, law, _ := d.CheckRule()
	d.add(game.PartyOf(by), law, game.Warned{Ply: d.LastPly() - 1})
	d.close(by)
}

// leftInCheck acts on a move that the side to move would make and that leaves its King in a check
// which was not announced, or castles out of it. leftInCheck reports whether the move is not made
// for that reason. If the wire has spoilt the sign of the check, the certificate comes instead, and
// the move goes back. If the code asks for another move in the place of the one that gave the
// check, that one is taken back; but where the side has itself chosen the move that gave the check,
// the side knows of the check, and only the reply goes back.
func (d *docket) leftInCheck(m board.Move) bool {
	side, heeding := d.Position.SideToMove(), d.Position.Heeding()
	rule, law, _ := d.CheckRule()
	n := len(d.Line)
	switch {
	case !d.Position.Unheeded() || heeding.IsLegal(m) || n == 0:
		return false
	case d.signSpoilt(n - 1):
		d.certifySign(side, notation.Short(&d.Position, m))
	case rule != codes.MovedAgain:
		return false
	case d.Line[n-1].Chosen:
		d.unmet(side, notation.Short(&d.Position, m))
	default:
		d.asked = true // what the letter states beside the reply assumes that it stands
		d.rule(law, game.Retracted{Ply: d.LastPly(), Other: true, Reply: m})
	}
	return true
}

// unmet refuses words of a side that do not meet a check that the side itself has chosen.
func (d *docket) unmet(side board.Side, words string) {
	_, law, _ := d.CheckRule()
	d.asked = true
	d.add(game.PartyOf(side), law, game.Refused{Why: game.CheckUnmet, Words: words})
}

// meeting returns the readings of words for the turn that follows so many others, without those
// that do not meet a check which the sender has chosen: the sender knows of it.
func (d *docket) meeting(p board.Position, turns int, readings []board.Move) []board.Move {
	rule, _, _ := d.CheckRule()
	if !p.Unheeded() || rule != codes.MovedAgain || turns == 0 || !d.Line[turns-1].Chosen || d.signSpoilt(turns-1) {
		return readings
	}
	heeding := p.Heeding()
	return slices.DeleteFunc(slices.Clone(readings), func(m board.Move) bool { return !heeding.IsLegal(m) })
}

// cries reports whether the words of the held moves that express one of them announce a check.
func cries(s game.State, m board.Move) bool {
	return slices.ContainsFunc(s.Held.Words, func(words string) bool {
		return game.Expresses(&s, &s.Position, notation.Move{Text: words}, m) && s.Cried(&s.Position, words)
	})
}

// retract acts on the requirement that a move be taken back because check was announced and not
// given. The side that has not replied yet requires this of the other's move, and the side that has
// just replied of its own.
func (d *docket) retract(s interpret.Statement) {
	_, cry, cries := d.code().FalseCheck.Get()
	_, misled, misleads := d.code().Misled.Get()
	n, own := len(d.Line), d.misled()
	switch _, _, provided := d.CheckRule(); {
	case (!provided || !cries && !misleads) && d.Recallable(d.by):
		s.Kind = interpret.KindWithdraw
		d.withdraw(s) // what only the other side's consent takes back
	case !provided || !cries && !misleads:
		d.unknown(s)
	case cries && d.unreplied() && d.by == d.Position.SideToMove() && d.criedFalsely(n-1, d.by.Other()):
		if !d.signMade(n - 1) {
			d.act(cry, game.Retracted{Ply: d.LastPly(), Other: true})
		}
	case misleads && own >= 0:
		if !d.signMade(own - 1) {
			d.act(misled, game.Retracted{Ply: d.PliesBefore() + own + 1})
		}
	case misleads:
		d.refuse(misled, game.NoRetraction, s.Text)
	default:
		d.refuse(cry, game.NoRetraction, s.Text)
	}
}

// unreplied reports whether the last move of the line has no reply yet. A false move is not a
// reply, nor is one that a penalty for it still demands.
func (d *docket) unreplied() bool {
	return d.Phase == game.AwaitMove || d.Phase == game.OffenceOpen || d.Phase == game.PenaltyDue
}

// misled returns the index in the line of the move that the sender of the letter has made in reply
// to a false announcement of check and may still take back; the index after the line if the reply
// was a false move or is held, and so stands nowhere; -1 if there is none. The right is open until
// the other side's next move is complete. A move that came by a series which fired on the reply
// does not close it, nor does one that was handed in after the letter.
func (d *docket) misled() int {
	held := d.Held != nil && d.Held.By == d.by && d.Phase != game.HeldIntention
	if !d.unreplied() && !held {
		return -1
	}
	if n := len(d.Line); d.Phase != game.AwaitMove && d.by == d.Position.SideToMove() && d.criedFalsely(n-1, d.by.Other()) {
		return n
	}
	now := d.SentIn(game.Event{Letter: d.from})
	for i := len(d.Line) - 1; i > 0; i-- {
		t := d.Line[i]
		if t.Side == d.by && d.criedFalsely(i-1, d.by.Other()) {
			return i
		}
		if !t.Conditional && (t.Side == d.by || now == 0 || t.Sent < now) {
			break
		}
	}
	return -1
}

// criedFalsely reports whether a side played turn i of the line and announced a check with it
// that the move did not give.
func (d *docket) criedFalsely(i int, by board.Side) bool {
	if i < 0 || d.Line[i].Side != by {
		return false
	}
	p, after := d.At(i), d.At(i+1)
	return d.Cried(&p, d.Line[i].Words) && !after.InCheck(by.Other())
}
