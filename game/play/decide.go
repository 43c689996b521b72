package play

import (
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/interpret"
)

// Decide returns the events that follow from an act at the time now. Decide returns no events when
// the act changes nothing, as when a letter repeats the moves of the letter before. Decide does not
// change the state; Apply applies the events, in order. The zero State takes a Start, and a started
// game takes letters, notices, alarms and the other acts. A flag that had fallen before a letter
// was received falls before the letter is looked at. When a game begins, the location of now is the
// time zone of the hours of the day that the terms name. The first event notes the act.
func Decide(s game.State, a Act, now time.Time) []game.Event {
	d := &docket{State: s, at: second(now), zone: hours(s, now)}
	over := d.timeOver() || !d.Window.Deferred.IsZero() // the flag has its own alarm, and may wait for a letter that came in time
	switch a := a.(type) {
	case Start:
		d.start(a)
	case Letter:
		d.letter(a)
	case Notify:
		d.notify(a)
	case Alarm:
		d.lapse()
	case Defer:
		d.deferFlag(a)
	case Proof:
		d.proved(a)
	case Rule:
		d.ruling(a)
	case Outage:
		d.outage(a)
	case CameBack:
		d.cameBack(a)
	case Heard:
		d.heard(a.Side, 0)
	case PutOnCards:
		d.putOnCards(a)
	case PostCard:
		d.postCard(a)
	case TakeLeave:
		d.leaveEverywhere(a)
	case Handle:
		d.handle(a)
	case Rotate:
		d.from = a.Letter
		d.rotate(a.Rotated)
	}
	if !over && d.timeOver() {
		d.overstepped(d.Window.Side)
	}
	if s.Phase != game.Finished && d.Phase == game.Finished {
		d.lastWords()
	}
	return note(d.events, a)
}

// second cuts a time to whole seconds, which the log keeps.
func second(t time.Time) time.Time { return t.UTC().Truncate(time.Second) }

// docket is what is being decided: the act, and the state as the events decided so far leave the
// game.
type docket struct {
	game.State
	hearing
	events []game.Event
	at     time.Time
	zone   *time.Location // the time zone of the hours of the day in the terms
	from   int64          // the number of the letter; 0: the act is not a letter

	arriving bool // the statements being heard were under way, and arrive now
	opening  bool // the statement being heard is a sealed move that is opened
	// for each side, the ply in the key that letters to the side carried before this letter came
	shown [2]int
}

// hearing is what the docket holds of one letter whose statements are heard: the letter that has
// come, a communication that arrives, a reply that was kept, or a sealed move.
type hearing struct {
	by      board.Side            // the side that sent the letter
	ply     int                   // the ply that the letter's key names
	answers int64                 // the last event told by the letter that this one answers
	silent  bool                  // that letter asks nothing
	chats   bool                  // the letter says more than it states, and no mere courtesies
	open    []interpret.Statement // the statements of the letter that have not been heard yet
	left    []string              // the words of the statements from which nothing follows
	// The statements are being heard, series among them: what the other side has bound to a move of
	// the letter fires when all have been.
	noting bool
	fires  bool // a move of the letter was played while noting
	// the turns for which the letter's moves are held, beside the sender's earlier moves
	own []line.Choice

	cries bool // the letter says check on a line beside its move
	asked bool // the sender was asked or refused: nothing more of the letter acts
	// the reply that is being heard fits several of the moves held, but only one of those shown
	shownOnly bool
}

// hears acts on another letter than the one that is being heard, and then goes on with that one.
// What is bound to the other letter's moves fires when both have been heard.
func (d *docket) hears(other hearing, act func()) {
	before := d.hearing
	other.noting = true
	d.hearing = other
	act()
	if before.noting {
		before.fires = before.fires || d.fires
	} else {
		d.settle()
	}
	d.hearing = before
}

// aside acts at another time, and on another letter than the one that is being heard (0: on none),
// and then goes on with that one.
func (d *docket) aside(at time.Time, letter int64, act func()) {
	was, from, heard, shown := d.at, d.from, d.hearing, d.shown
	d.at, d.from = at, letter
	act()
	d.at, d.from, d.hearing, d.shown = was, from, heard, shown
}

// add appends an event to the events decided so far, and applies it to the state.
func (d *docket) add(by game.Party, law game.Law, f game.Fact) {
	if end, ok := f.(game.Ended); ok && by != game.Umpire {
		law, f = d.underOdds(law, end)
	}
	e := game.Event{At: d.at, By: by, Law: law, Letter: d.from, Fact: f}
	d.events = append(d.events, e)
	d.State = d.State.Apply(e)
}

// act adds an event brought about by the sender of the letter.
func (d *docket) act(law game.Law, f game.Fact) { d.add(game.PartyOf(d.by), law, f) }

// rule adds an event that corrd brings about by itself.
func (d *docket) rule(law game.Law, f game.Fact) { d.add(game.Corrd, law, f) }

func (d *docket) code() *codes.Code { return codes.Of(d.Terms) }

func (d *docket) start(a Start) {
	if !d.Started.IsZero() {
		return
	}
	a.Terms.Odds = a.Terms.Odds.Seated(a.Challenger)
	seed, drawn := a.carriage(d.zone.String())
	p := codes.Arranged(a.Terms)
	d.from = a.Letter
	d.rule(a.beginning(codes.Of(a.Terms)), game.Started{Terms: a.Terms, Players: a.Players, Position: p.FEN(), Lot: a.Lot, Match: a.Match, Tournament: a.Tournament,
		Closes: a.Terms.Time.Closing(d.at.In(d.zone)), Consultation: a.Consultation, Seed: seed, Drawn: drawn, ByCard: a.ByCard, Rules: game.NewestRules()})
	d.by = a.LeftBy
	if d.leave(a.Left...); len(d.left) > 0 {
		d.name()
	}
	if len(p.Moves(nil)) == 0 {
		d.close(p.SideToMove().Other())
	}
}

// notify starts the clock of the side whose letter has been accepted. After letters had come
// back, notify lets the clock run on.
func (d *docket) notify(a Notify) {
	d.heard(a.Side, a.Told)
	side, ok := d.Running()
	if ok && side == a.Side && !d.Window.Told {
		d.rule(d.Window.Law, game.Notified{Side: a.Side})
	}
	if ok && side == a.Side && d.Window.Awaits(a.Told) {
		d.rule(codes.HouseClocks, game.Notified{Side: a.Side, Question: true})
	}
}

// lapse brings about what has fallen due by the time of the docket: a notice that counts as
// given, one reminder for all that are overdue, or the flag.
func (d *docket) lapse() {
	side := d.Window.Side
	switch _, due := d.Lapsed(d.at); due {
	case game.DueCertificate:
		d.certifies(d.at)
	case game.DueDelivery:
		d.deliveries(d.at)
	case game.DueStay:
		d.lapseStay()
	case game.DueResumption:
		d.resume()
	case game.DueNotice:
		d.takenAsTold(side)
	case game.DueFlag:
		d.flag(side)
	case game.DueReminder:
		d.remind(side)
	case game.DueIntention:
		d.refersIntention()
	}
}

// fallen reports whether the flag of the side that runs has fallen by the time of the docket.
func (d *docket) fallen() bool {
	if stay := d.Stays(); stay != nil {
		_, due := d.Lapsed(d.at)
		return due == game.DueStay
	}
	end := d.FlagFalls()
	return d.InPlay() && !end.IsZero() && !end.After(d.at) && !d.Window.Deferred.After(d.at)
}

// timeOver reports whether the side to act has no time left. An act after which this is so, because
// the clock of the side begins or goes on with nothing on it, or its time has been corrected by
// more than was left, brings its flag down itself: so no letter names a limit that is past. A side
// that plays by real cards may have a card under way.
func (d *docket) timeOver() bool {
	w := d.Window
	switch {
	case !d.InPlay() || d.Sealed != nil || d.Illegible || d.Stays() != nil || w.Until.IsZero() || d.Ends().Equal(d.Closes) && !d.Closes.IsZero():
		return false
	case w.Told && !d.Bouncing():
		return d.fallen()
	}
	return d.NoneLeft(w.Side, d.at) && !d.ByCard[w.Side] && !d.Spares().After(d.at)
}

// deferFlag lets a fallen flag wait for a held letter, or ends the wait.
func (d *docket) deferFlag(a Defer) {
	until := d.FlagFalls()
	if stay := d.Stays(); stay != nil {
		until = stay.Until
	}
	_, due := d.NextDue()
	if due != game.DueFlag && due != game.DueReminder && due != game.DueStay || until.IsZero() || until.After(d.at) {
		return
	}
	if a.Letter != 0 {
		until = clocks.Later(until, second(a.Until))
	}
	if !until.Equal(d.Window.Deferred) {
		d.rule(codes.HouseHeld, game.Deferred{Side: d.Window.Side, Letter: a.Letter, Until: until})
	}
}

// overtime reports whether the sender's own flag has fallen and only waits for a held letter.
// Nothing that the sender sends now is in time.
func (d *docket) overtime() bool {
	w := d.Window
	_, runs := d.Running()
	return runs && w.Side == d.by && !w.Deferred.IsZero() && !d.Ends().After(d.at)
}

// flag ends the game, or the session, by time. Where the terms do not forfeit the game, flag notes
// that the side has overstepped its time. The event bears the time at which the side's time was
// over.
func (d *docket) flag(side board.Side) {
	if d.Stays() != nil {
		d.lapseStay()
		return
	}
	if d.at = d.Ends(); d.at.Equal(d.Closes) && !d.timeUp(side) {
		d.closeSession()
		return
	}
	d.overstepped(side)
}

// overstepped acts on a time that is over: the game is lost, or what the terms say of lateness
// comes.
func (d *docket) overstepped(side board.Side) {
	if d.Terms.Late != "" {
		d.rule(d.lawOfLate(side), game.Overstepped{Side: side})
		return
	}
	law, ok := d.lawOfFlag()
	if !ok {
		d.refersSilence(game.PartyOf(side), silentTime, "")
		return
	}
	d.rule(law, game.Ended{Score: game.WonBy(side.Other()), How: game.ByTime})
}

// lawOfFlag returns the law of the flag: the code's law for a number of moves in a time, with or
// without a fixed end of play, or the agreement for a limit of each reply. ok is false when the
// code is silent.
func (d *docket) lawOfFlag() (law game.Law, ok bool) {
	rule := d.code().Overstepped
	if _, _, agreed := d.code().Beforehand.Get(); agreed {
		return d.lawOfLate(d.Window.Side), true
	}
	switch {
	case d.Terms.Time.Each:
		return codes.TermsTime, true
	case !d.Closes.IsZero():
		rule = d.code().SessionHour
	}
	_, law, ok = rule.Get()
	return law, ok
}

// lawOfLate returns the law of the agreed penalty for a missed day. The law is the agreement, or
// the provision that words do not count as a move, if the side has sent such words.
func (d *docket) lawOfLate(side board.Side) game.Law {
	_, contract, agreed := d.code().Beforehand.Get()
	_, unsent, _ := d.code().Wordless.Get()
	switch {
	case d.Unsent[side] == d.LastPly()+1:
		return unsent
	case agreed:
		return contract
	}
	return codes.TermsLate
}

// remind sends the latest reminder that is due, and leaves out earlier ones.
func (d *docket) remind(side board.Side) {
	number, silent := d.LastMark(d.at)
	if silent {
		d.rule(codes.HouseDisputes, game.Unheard{Side: side})
		return
	}
	d.rule(codes.HouseReminders, game.Reminded{Side: side, Mark: number, Left: int64(d.Clock(side, d.at).Left / time.Second)})
}
