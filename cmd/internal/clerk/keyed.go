package clerk

import (
	"cmp"
	"errors"
	"slices"

	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/play"
	"corrd/game/stated"
	"corrd/game/tournament"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// keyedHeld takes a letter to the reply address of a question about a held letter. The address
// names the seat that was asked, and takes one answer only.
func (d *taking) keyedHeld() error {
	switch err := d.readAsSeat(); {
	case errors.Is(err, store.ErrNotFound):
		return d.forgotten()
	case err != nil:
		return err
	}
	return d.keyedSeat()
}

// readAsSeat makes the clerk read a letter with the key of a question about a held letter like a
// letter with the key of the seat that was asked, and of the ply that was due at the time of the
// question. readAsSeat also notes whether the question has been answered already. The error is
// ErrNotFound when corrd asked no question about a letter with that number.
func (d *taking) readAsSeat() error {
	held, err := d.Tx.Letter(d.Mail.Token.Number)
	if err != nil || held.Game == 0 {
		return cmp.Or(err, store.ErrNotFound)
	}
	questions, err := ledger.QuestionsOf(d.Tx, held.Game)
	if err != nil || len(questions[held.ID]) == 0 {
		return cmp.Or(err, store.ErrNotFound)
	}
	first := questions[held.ID][0]
	then, err := d.Tx.GameAt(held.Game, first.Seq)
	if err != nil {
		return err
	}
	d.question, d.spent = d.Mail.Token, held.State != store.HeldLetter
	d.Mail.Token = mailer.Token{Kind: mailer.KindGame, Number: held.Game, Side: held.Side.String()[0], Member: first.Member, Ply: then.KeyPly(held.Side)}
	return nil
}

// keyedSeat takes a letter whose address names a seat of a game. The letter acts only if its key
// is right, if it comes from an address of a member of the seat, and if DMARC does not contradict
// the address. A letter with a right key from another address, or with a key that has been
// replaced, is held until the owner of the address on file confirms the letter.
func (d *taking) keyedSeat() error {
	t := d.Mail.Token
	s, err := ledger.SeatOf(d.Tx, t.Number, sideOf(t.Side), t.Member)
	if errors.Is(err, store.ErrNotFound) {
		return d.forgotten()
	}
	if err != nil {
		return err
	}
	age := d.ageOf(s)
	switch age {
	case keyWrong:
		return d.End(store.Ignored, desk.WrongKey)
	case keyDead:
		return d.deadKey(s)
	}
	if d.Player != nil && d.Mail.Auth != mailer.AuthFail && slices.Contains(s.Game.Members(s.Side.Other()), d.Player.ID) {
		return d.otherHand(s, age)
	}
	d.Rec.Game, d.Rec.Side, d.Rec.Ply = s.Game.ID, s.Side, t.Ply
	if d.Player != nil && slices.Contains(s.Game.Members(s.Side), d.Player.ID) {
		s.Player = *d.Player
	}
	if !ledger.HasAddress(s.Player, d.Mail.From) || d.IsDisowned() || d.mayBeAltered() {
		if d.spent { // the letter would have no effect, so nobody is asked whether it is theirs
			return d.End(store.Ignored, "spent key, "+d.holdReason(s.Player))
		}
		return d.hold(s)
	}
	return d.keyedHand(s, age)
}

// keyedHand takes a letter with a key of the seat from an address of the seat.
func (d *taking) keyedHand(s ledger.Seat, age keyAge) (err error) {
	if err := d.Read(); err != nil {
		return err
	}
	if age == keyRight {
		if d.Shown, err = d.showing(s); err != nil {
			return err
		}
	}
	again, err := d.actedBefore(s, d.Mail.Token.Ply)
	switch {
	case err != nil:
		return err
	case again:
		return d.rotateShown(s.Game.ID)
	case d.spent: // the letter would have no effect, so nobody is asked whether it is theirs
		if err := d.spentQuestion(s); err != nil {
			return err
		}
		return d.rotateShown(s.Game.ID)
	case age == keyOld:
		return d.hold(s)
	}
	if err := d.fromSeat(s, d.Mail.Token.Ply); err != nil {
		return err
	}
	return d.rotateShown(s.Game.ID)
}

// spentQuestion answers a letter to the reply address of a question that has already been
// answered, and ends the letter without effect. Only the first such letter gets the answer.
func (d *taking) spentQuestion(s ledger.Seat) error {
	over, err := d.heldOver(s)
	if err != nil {
		return err
	}
	return d.SpentKey(d.question, over)
}

// answeredInVain answers a released letter to the reply address of a question that has already
// been answered, even when an earlier such letter got the answer.
func (d *taking) answeredInVain(s ledger.Seat) error {
	over, err := d.heldOver(s)
	if err != nil {
		return err
	}
	return d.Reply("office", over, store.Answered, "spent key")
}

// heldOver returns the data that tell what became of the held letter of the question.
func (d *taking) heldOver(s ledger.Seat) (templates.Data, error) {
	held, err := d.Tx.Letter(d.question.Number)
	return templates.Data{Topic: templates.HeldOver, Number: held.ID, Game: s.Game.ID, Side: s.Side, Seq: s.Game.Seq,
		Address: held.From, Received: held.Received, Reason: string(held.State)}, err
}

// fromSeat takes a letter whose sender is certain: their yes or no to a held letter, or their
// statements. ply is the ply that the key names.
func (d *taking) fromSeat(s ledger.Seat, ply int) error {
	over, err := d.countersign(&s)
	if err != nil || over {
		return err
	}
	return d.allGames(s, ply)
}

// mostGames is the greatest number of games to which one letter may turn: all that a player has in
// an event, because the letters about several of them ask for a line for each.
const mostGames = tournament.MostGames

// allGames carries out the statements for each game to which the letter turns, in order, unless a
// sentence speaks of several games. When the
// letter has no statement for a game, allGames answers the statements for the office; otherwise
// the answer for the last game names them as left out.
func (d *taking) allGames(s ledger.Seat, ply int) error {
	if asked, err := d.asksOfSeveral(s.Player, &s); asked || err != nil {
		return err
	}
	if d.Page = ledger.OfGame(s.Game, s.Side, d.Page); len(d.Page.Statements) == 0 {
		_, err := d.actInGame(part{Seat: s, ply: ply})
		return err
	}
	parts, strange, err := d.parts(s, ply)
	if err != nil {
		return err
	}
	playing := slices.DeleteFunc(slices.Clone(parts), func(p part) bool { return len(p.playing) == 0 })
	if len(playing) == 0 || saysAgain(d.Page.Statements) {
		return d.askOffice(s, parts, strange)
	}
	for _, p := range playing[min(len(playing), mostGames):] {
		d.Left = append(d.Left, desk.TextsOf(p.playing)...)
	}
	for _, p := range parts {
		if err := d.settle(p); err != nil {
			return err
		}
	}
	playing = playing[:min(len(playing), mostGames)]
	left, note := d.Left, d.Page.Note
	d.amongSide = slices.ContainsFunc(playing, func(p part) bool { return p.Game.Consults(p.Side) })
	var further *play.Beside
	for i, p := range playing {
		d.Page.Note = note // each game is heard as if it were the only one
		if d.Left = nil; i == len(playing)-1 {
			d.Left = left
		}
		p.beside = further
		state, verdict := d.Rec.State, d.Rec.Verdict
		events, err := d.actInGame(p)
		if err != nil {
			return err
		}
		if i > 0 && weighs(state) > weighs(d.Rec.State) {
			d.Rec.State, d.Rec.Verdict = state, verdict
		}
		if further = nil; i+1 < len(playing) && p.OnOneForm(playing[i+1].Seat) {
			further = ledger.Further(events, d.Page.Note, p.playing[len(p.playing)-1].Line == playing[i+1].playing[0].Line)
		}
	}
	return nil
}

// weighs orders the verdicts on what a letter states about its games: that it acted in one stands
// before that its words were returned in another, and both before that it repeats something.
func weighs(state store.LetterState) int {
	switch state {
	case store.Acted:
		return 2
	case store.Returned:
		return 1
	}
	return 0
}

// settle makes the settings that stand beside statements for a game, so that the answer about the
// game shows them. settle leaves out the other statements for the office.
func (d *taking) settle(p part) error {
	for _, st := range p.office {
		if st.Kind != interpret.KindSet {
			d.Left = append(d.Left, st.Text)
			continue
		}
		if _, err := d.set(&p.Player, st.Terms); err != nil {
			return err
		}
		d.Left = append(d.Left, d.unset(st.Terms)...)
	}
	return nil
}

// askOffice answers a letter that has statements only for the office. strange is the number of a
// game named in the letter in which the sender has no seat, or 0 if there is none.
func (d *taking) askOffice(s ledger.Seat, parts []part, strange int64) error {
	var all []interpret.Statement
	at := s
	for _, p := range parts {
		if _, others := settingsIn(all); len(others) == 0 {
			at = p.Seat
		}
		all = append(all, p.office...)
	}
	if len(all) == 0 {
		return d.notTheirGame(strange)
	}
	if err := d.isThere(at); err != nil {
		return err
	}
	return d.commands(at.Player, &at, all)
}

// isThere lets the clock of a player run on that stopped because letters did not reach the
// player, when the player now writes to the office.
func (d *taking) isThere(s ledger.Seat) error {
	if !s.Game.Bouncing() {
		return nil
	}
	_, err := d.Append(s.Game, play.Decide(s.Game, play.Heard{Side: s.Side}, d.Tx.Now()))
	return err
}

// actInGame lets the laws decide what the letter states about one game, and returns the events.
func (d *taking) actInGame(p part) (events []game.Event, err error) {
	s, ply := p.Seat, p.ply
	var stopped bool
	if s.Game, stopped, err = d.watch.UpToDate(d.Tx, s.Game.ID); err != nil {
		return nil, err
	}
	if !stopped {
		if s.Game, err = d.deferFlag(s.Game); err != nil {
			return nil, err
		}
	}
	answers, err := d.answersTo(s)
	if err == nil {
		answers, err = d.ofInquiry(s, answers)
	}
	if err != nil {
		return nil, err
	}
	p.Seat = s
	if again, err := d.leaveOutRepeated(&p); err != nil || again {
		return nil, err
	}
	left := d.Left
	if d.Page.Withheld != "" {
		left = append(slices.Clone(left), d.Page.Withheld)
	}
	letter := play.Letter{ID: d.Rec.ID, By: s.Side, Ply: ply, Answers: answers, Received: d.counts(), Released: d.released, Statements: p.playing,
		Took: d.took(p), Patient: stopped, Unclear: ledger.Unclear(d.Mail), Note: d.Page.Note, Whole: d.Page.Whole, Unread: d.Unread(), Left: left, Card: d.card, Beside: p.beside, Aside: d.aside}
	letter = ledger.Remarks(s.Game, letter)
	d.Page.Note = letter.Note
	keyed := d.Mail.Token.Kind == mailer.KindGame && d.Mail.Token.Number == s.Game.ID
	if keyed && len(s.Game.Unanswered(s.Side, answers)) > 0 {
		letter.Prose = ledger.ToUmpire(d.Mail, d.Page, s.Game.AnswersInquiry(s.Side, answers))
	}
	if keyed {
		letter.Shown, d.Shown = d.Shown, nil
	}
	events = play.Decide(s.Game, letter, d.Tx.Now().In(d.Ledger.Zone))
	if slices.ContainsFunc(events, func(e game.Event) bool { f, is := e.Fact.(game.Adopted); return is && !f.Implicit }) {
		d.Page.Note = stated.WithoutChoice(d.Page.Note) // a reply that was not played is not shown
	}
	if d.amongSide || s.Game.Consults(s.Side) {
		d.Page.Note = "" // its members write to each other
	}
	if before, err := d.AskedInGame(s, events); err != nil || before {
		return nil, err
	}
	if len(events) > 0 {
		if _, err := d.Append(s.Game, events); err != nil {
			return nil, err
		}
	}
	// the events of what fell due before the letter came are not what the letter did
	own := slices.DeleteFunc(slices.Clone(events), func(e game.Event) bool { return e.Letter != d.Rec.ID })
	if !decided(own) {
		return nil, d.sayAgain(s, ply, "the same moves again")
	}
	d.Rec.Note = d.Page.Note
	if why, returned := returnedFor(own, s.Side); returned {
		return nil, d.End(store.Returned, string(why))
	}
	if err := d.markActed(s, ply, d.roundOf(s, ply, stopped)); err != nil {
		return nil, err
	}
	return events, d.End(store.Acted, "")
}

// deferFlag makes a flag wait that the letter would bring down, if a held letter came before the
// flag fell, as an alarm does. deferFlag returns the game afterwards.
func (d *taking) deferFlag(s game.State) (game.State, error) {
	_, due := s.Lapsed(d.counts())
	act, err := ledger.Alarm(d.Tx, s, due, d.counts())
	if _, waits := act.(play.Defer); !waits || err != nil {
		return s, err
	}
	return d.Ledger.Append(d.Tx, s, play.Decide(s, act, d.counts()), ledger.By{At: d.counts()})
}
