package tournaments

import (
	"corrd/cmd/internal/umpire"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/reason"
	"corrd/game/tournament"
	"corrd/store"
	"corrd/templates/texts"
)

// Ending says what becomes of the games that go on when a player withdraws.
type Ending string

// The endings.
const (
	ByConditions Ending = ""        // as the conditions of the event say
	AllDrawn     Ending = "draw"    // as at a death; the games that are over count
	AllForfeited Ending = "forfeit" // the same, and they are lost
)

// MayWithdraw says why a player cannot withdraw from an event, or "".
func MayWithdraw(s tournament.State, p store.Player) reason.Reason {
	switch {
	case s.Phase == tournament.Open && s.Has(p.ID):
		return ""
	case s.Phase != tournament.Playing && s.Phase != tournament.Open:
		return reason.Because("tournament not running", s.ID)
	case s.SeatOf(p.ID) < 0:
		return reason.Because("tournament not entered", p.Name, s.ID)
	case !s.Seats[s.SeatOf(p.ID)].Withdrawn.IsZero():
		return reason.Because("tournament withdrawn already", p.Name, s.ID)
	}
	return ""
}

// Withdraw takes a player out of an event: out of the entries before the start, else out of all
// games that go on.
func (d Director) Withdraw(s tournament.State, p store.Player, ending Ending, why string) (tournament.State, reason.Reason, error) {
	if refusal := MayWithdraw(s, p); refusal != "" {
		return s, refusal, nil
	}
	if s.Phase == tournament.Open {
		s, err := d.log(s, tournament.Entering, tournament.Withdrawn{Player: p.ID, Reason: why})
		return s, "", err
	}
	seat := s.SeatOf(p.ID)
	results, err := Results(d.Tx, s)
	if err != nil {
		return s, "", err
	}
	uncounted := ending == ByConditions && s.Discounts(seat, results)
	games, sides, err := d.running(s, seat)
	if err != nil {
		return s, "", err
	}
	for i, id := range games {
		r := game.Ruling{Verb: game.RulesForfeit, Side: game.PartyOf(sides[i]), Reason: why}
		switch {
		case uncounted:
			r.Verb, r.Side = game.RulesAnnulled, game.Corrd
		case ending == AllDrawn:
			r.Verb, r.Side = game.RulesDrawn, game.Corrd
		}
		if refusal, err := d.rule(s, id, tournament.Withdrawing, r); refusal != "" || err != nil {
			return s, refusal, err
		}
	}
	s, err = d.log(s, tournament.Withdrawing, tournament.Withdrawn{Player: p.ID, Reason: why, Uncounted: uncounted})
	return s, "", err
}

// Substitute puts another player, who has consented as ground says, into the seat of a player.
func (d Director) Substitute(s tournament.State, was, is store.Player, ground, why string) (tournament.State, reason.Reason, error) {
	seat := s.SeatOf(was.ID)
	switch {
	case s.Phase != tournament.Playing:
		return s, reason.Because("tournament not running", s.ID), nil
	case seat < 0:
		return s, reason.Because("tournament not entered", was.Name, s.ID), nil
	case s.HasHeld(is.ID):
		return s, reason.Because("tournament substitute plays", is.Name, s.ID), nil
	case mayPlay(is) != "":
		return s, mayPlay(is), nil
	}
	games, sides, err := d.running(s, seat)
	if err != nil {
		return s, "", err
	}
	if len(games) == 0 {
		return s, reason.Because("tournament nothing left", was.Name, s.ID), nil
	}
	for i, id := range games {
		r := game.Ruling{Verb: game.RulesReplaced, Side: game.PartyOf(sides[i]), Player: is.ID, Reason: why}
		if refusal, err := d.rule(s, id, tournament.Substitution, r); refusal != "" || err != nil {
			return s, refusal, err
		}
	}
	s, err = d.log(s, tournament.Substitution, tournament.Substituted{Was: was.ID, Is: is.ID, Ground: ground, Reason: why})
	return s, "", err
}

// Adjudicate ends a game of an event whose closing date has come (the room of umpires refuses a
// ruling before it): score says who has won, or that the game is drawn.
func (d Director) Adjudicate(s tournament.State, id int64, score game.Score, why string) (tournament.State, reason.Reason, error) {
	results, err := Results(d.Tx, s)
	switch {
	case err != nil:
		return s, "", err
	case s.Phase != tournament.Playing:
		return s, reason.Because("tournament not running", s.ID), nil
	case !s.Plays(id):
		return s, reason.Because("tournament other game", id, s.ID), nil
	case results(id) != nil:
		return s, reason.Because("tournament game over", id), nil
	}
	r := game.Ruling{Verb: game.RulesDrawn, Reason: why}
	for _, side := range []board.Side{board.White, board.Black} {
		if score == game.WonBy(side) {
			r.Verb, r.Side = game.RulesAward, game.PartyOf(side)
		}
	}
	if refusal, err := d.rule(s, id, tournament.Adjudication, r); refusal != "" || err != nil {
		return s, refusal, err
	}
	s, err = d.log(s, tournament.Adjudication, tournament.Adjudicated{Game: id, Reason: why})
	return s, "", err
}

// Close ends an event whose games are all over, and in which nothing is before the umpire any more:
// a dispute may outlive its game, as where the time of a side was over meanwhile.
func (d Director) Close(s tournament.State) (tournament.State, reason.Reason, error) {
	if s.Phase != tournament.Playing {
		return s, reason.Because("tournament not running", s.ID), nil
	}
	results, err := Results(d.Tx, s)
	if err != nil {
		return s, "", err
	}
	if left := s.Left(results); left > 0 {
		return s, reason.Because("tournament games left", s.ID, left), nil
	}
	open, err := d.disputes(s)
	if err != nil || len(open) > 0 {
		return s, openDisputes(s, open), err
	}
	if s, err = d.log(s, tournament.Adjudication, tournament.Closed{}); err != nil {
		return s, "", err
	}
	return s, "", d.tellOver(s)
}

// dispute is a dispute that is open in a game of an event.
type dispute struct{ id, game int64 }

// disputes returns what is before the umpire in the games of an event, those that were annulled and
// are played again among them.
func (d Director) disputes(s tournament.State) (open []dispute, err error) {
	for _, id := range s.AllGames() {
		of, err := d.Tx.Game(id)
		if err != nil {
			return nil, err
		}
		left, err := umpire.LeftOpen(d.Tx, of)
		if err != nil {
			return nil, err
		}
		for _, one := range left {
			open = append(open, dispute{one, id})
		}
	}
	return open, nil
}

// openDisputes says that an event does not end before its disputes, and names the first ones; ""
// where none is open.
func openDisputes(s tournament.State, open []dispute) reason.Reason {
	if len(open) == 0 {
		return ""
	}
	const most = 5
	var named reason.List
	for _, one := range open[:min(len(open), most)] {
		named = append(named, texts.Say("dispute in game", one.id, one.game))
	}
	if more := len(open) - most; more > 0 {
		named = append(named, texts.Say("disputes more", more))
	}
	return reason.Because("tournament dispute open", s.ID, named, open[0].id)
}

// UndoEntry lets the entry of a player count as not made, before the start.
func (d Director) UndoEntry(s tournament.State, p store.Player, why string) (tournament.State, reason.Reason, error) {
	seq := s.EntryOf(p.ID)
	switch {
	case s.Phase == tournament.Playing && s.Has(p.ID):
		return s, reason.Because("tournament entry "+played(s), s.ID, p.Name), nil
	case s.Phase != tournament.Open:
		return s, reason.Because("tournament not open", s.ID), nil
	case seq == 0:
		return s, reason.Because("tournament not entered", p.Name, s.ID), nil
	}
	return d.undo(s, seq, why)
}

// UndoAnnouncement lets an event count as not announced, before its start.
func (d Director) UndoAnnouncement(s tournament.State, why string) (tournament.State, reason.Reason, error) {
	switch s.Phase {
	case tournament.Over:
		return s, reason.Because("tournament announcement over", s.ID), nil
	case tournament.Playing:
		return s, reason.Because("tournament announcement "+played(s), s.ID), nil
	}
	return d.undo(s, 1, why)
}

// played tells an event whose start can still be undone from one in which something has been
// decided since: played or settled.
func played(s tournament.State) string {
	if s.Undoable() == 0 {
		return "settled"
	}
	return "played"
}

// Undo lets the last event of the log that can be undone count as not happened.
func (d Director) Undo(s tournament.State, why string) (tournament.State, reason.Reason, error) {
	return d.undo(s, s.Undoable(), why)
}

// undo lets the event of the log with a number count as not happened. A start is undone only while
// no move has been made, and its games are annulled.
func (d Director) undo(s tournament.State, seq int64, why string) (tournament.State, reason.Reason, error) {
	if s.Phase == tournament.Abandoned {
		return s, reason.Because("tournament undone already", s.ID), nil
	}
	if !s.CanUndo(seq) {
		return s, reason.Because("tournament nothing to undo", s.ID), nil
	}
	if _, started := s.Log[seq-1].Fact.(tournament.Started); started {
		for _, g := range s.Games {
			of, err := d.Tx.Game(g.ID)
			if err != nil {
				return s, "", err
			}
			if of.Result != nil || of.LastPly() > 0 || of.Held != nil || of.Moving(board.White) || of.Moving(board.Black) {
				return s, reason.Because("tournament moves made", s.ID, g.ID), nil
			}
			if refusal, err := d.rule(s, g.ID, tournament.Undoing, game.Ruling{Verb: game.RulesAnnulled, Reason: why}); refusal != "" || err != nil {
				return s, refusal, err
			}
		}
	}
	s, err := d.log(s, tournament.Undoing, tournament.Undone{Of: seq, Reason: why})
	return s, "", err
}
