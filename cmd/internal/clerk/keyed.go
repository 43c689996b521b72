package clerk

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/timekeeper"
	"corrd/game"
	"corrd/game/play"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// keyedHeld takes a letter to the reply address of a question about a letter held. The
// address names the seat that was asked, and is spent by one answer.
func (d *desk) keyedHeld() error {
	switch err := d.readAsSeat(); {
	case errors.Is(err, store.ErrNotFound):
		return d.forgotten()
	case err != nil:
		return err
	}
	return d.keyedSeat()
}

// readAsSeat has a letter with the key of a question about a letter held read as one
// with the key of the seat that was asked, and of the ply that was then due, and finds
// out whether the question has been answered already. The error is ErrNotFound where no question was asked about a letter of that number.
func (d *desk) readAsSeat() error {
	held, err := d.tx.Letter(d.mail.Token.Number)
	if err != nil || held.Game == 0 {
		return cmp.Or(err, store.ErrNotFound)
	}
	rows, err := d.tx.RowsOf(held.Game, math.MaxInt)
	i := slices.IndexFunc(rows, func(r store.Row) bool { return r.Letter == held.ID && r.Kind == "confirm" })
	if err != nil || i < 0 {
		return cmp.Or(err, store.ErrNotFound)
	}
	then, err := d.tx.GameAt(held.Game, rows[i].Seq)
	if err != nil {
		return err
	}
	d.question, d.spent = d.mail.Token, held.State != store.HeldLetter
	d.mail.Token = mailer.Token{Kind: mailer.KindGame, Number: held.Game, Side: held.Side.String()[0], Member: rows[i].Member, Ply: then.KeyPly(held.Side)}
	return nil
}

// keyedSeat takes a letter whose address names a seat of a game. Only the right
// key from an address of the seat, of any of its members, not contradicted by
// DMARC, acts; a right key in other hands, or one that has been rotated, is held
// until the address on file countersigns.
func (d *desk) keyedSeat() error {
	t := d.mail.Token
	s, err := ledger.SeatOf(d.tx, t.Number, sideOf(t.Side), t.Member)
	if errors.Is(err, store.ErrNotFound) {
		return d.forgotten()
	}
	if err != nil {
		return err
	}
	age := d.ageOf(s)
	switch age {
	case keyWrong:
		return d.end(store.Ignored, wrongKey)
	case keyDead:
		return d.deadKey(s)
	}
	if d.player != nil && d.mail.Auth != mailer.AuthFail && slices.Contains(s.Game.Members(s.Side.Other()), d.player.ID) {
		return d.otherHand(s, age)
	}
	d.rec.Game, d.rec.Side, d.rec.Ply = s.Game.ID, s.Side, t.Ply
	if d.player != nil && slices.Contains(s.Game.Members(s.Side), d.player.ID) {
		s.Player = *d.player
	}
	if !ledger.HasAddress(s.Player, d.mail.From) || d.mail.Auth == mailer.AuthFail {
		if d.spent { // nothing would come of the letter, so nobody is asked whose it is
			return d.end(store.Ignored, "spent key, "+holdReason(d.mail, s.Player))
		}
		return d.hold(s)
	}
	return d.keyedHand(s, age)
}

// keyedHand takes a letter with a key of the seat's from an address of the seat.
func (d *desk) keyedHand(s ledger.Seat, age keyAge) (err error) {
	if err := d.read(); err != nil {
		return err
	}
	if age == keyRight {
		if d.shown, err = d.showing(s); err != nil {
			return err
		}
	}
	again, err := d.actedBefore(s, d.mail.Token.Ply)
	switch {
	case err != nil:
		return err
	case again:
		return d.rotateShown(s.Game.ID)
	case d.spent: // nothing would come of the letter, so nobody is asked whose it is
		if err := d.spentQuestion(s); err != nil {
			return err
		}
		return d.rotateShown(s.Game.ID)
	case age == keyOld:
		return d.hold(s)
	}
	if err := d.fromSeat(s, d.mail.Token.Ply); err != nil {
		return err
	}
	return d.rotateShown(s.Game.ID)
}

// spentQuestion answers, once, a letter to the reply address of a question that has
// been answered already. Nothing comes of the letter.
func (d *desk) spentQuestion(s ledger.Seat) error {
	over, err := d.heldOver(s)
	if err != nil {
		return err
	}
	return d.spentKey(over)
}

// answeredInVain answers a released letter to the reply address of a question that has
// been answered already, whether or not another such letter has been told so.
func (d *desk) answeredInVain(s ledger.Seat) error {
	over, err := d.heldOver(s)
	if err != nil {
		return err
	}
	return d.reply("office", over, store.Answered, "spent key")
}

// heldOver tells what has become of the letter that the question was about.
func (d *desk) heldOver(s ledger.Seat) (templates.Data, error) {
	held, err := d.tx.Letter(d.question.Number)
	return templates.Data{Topic: templates.HeldOver, Number: held.ID, Game: s.Game.ID, Side: s.Side, Seq: s.Game.Seq,
		Address: held.From, Received: held.Received, Reason: string(held.State)}, err
}

// actedBefore recognises a copy, sent again by hand, of a letter that acted:
// the same seat, ply, round and words.
func (d *desk) actedBefore(s ledger.Seat, ply int) (bool, error) {
	id, seen, err := d.tx.Seen(d.actKey(s, ply, s.Game.RoundOf(s.Side, ply)))
	if err != nil || !seen {
		return false, err
	}
	d.rec.Same = id
	return true, d.sayAgain(s, ply, "the same letter again")
}

// sayAgain ends a letter that says what one of the same turn said before, and of
// which nothing comes. Its sender may fear that the first was lost: they are shown the
// game as it stands, once in a turn for the same things left over.
func (d *desk) sayAgain(s ledger.Seat, ply int, verdict string) error {
	key := ledger.Near(s.Game.ID, ledger.Digest("told again", ledger.Octets(s.Game.ID), ledger.Octets(int64(s.Side)), ledger.Octets(int64(ply)), []byte(strings.Join(d.left, "\n"))))
	_, told, err := d.tx.Seen(key)
	if err != nil || told {
		return errors.Join(err, d.end(store.Duplicate, verdict))
	}
	data := templates.Data{Topic: templates.Show, Game: s.Game.ID, Side: s.Side, Seq: s.Game.Seq, Again: true}
	if err := d.reply("repeat", data, store.Duplicate, verdict); err != nil || d.silent {
		return err
	}
	return d.tx.MarkSeen(key, d.rec.ID)
}

func (d *desk) actKey(s ledger.Seat, ply, round int) store.Key {
	k := ledger.Near(s.Game.ID, ledger.Digest("acted", ledger.Octets(s.Game.ID), ledger.Octets(int64(s.Side)), ledger.Octets(int64(ply)), ledger.Octets(int64(round)), d.mail.Hash[:]))
	if d.question.Number != 0 {
		k = ledger.Near(s.Game.ID, ledger.Digest("answered", k[:], ledger.Octets(d.question.Number)))
	}
	return k
}

// markActed has a copy of the letter known again, in this round and for ever
// after its ply is over.
func (d *desk) markActed(s ledger.Seat, ply int) error {
	if err := d.tx.MarkSeen(d.actKey(s, ply, s.Game.RoundOf(s.Side, ply)), d.rec.ID); err != nil {
		return err
	}
	return d.tx.MarkSeen(d.actKey(s, ply, game.RoundOver), d.rec.ID)
}

// fromSeat handles a letter whose sender is established: their yes or no to a
// letter held for them, or what they state; ply is the one the key names.
func (d *desk) fromSeat(s ledger.Seat, ply int) error {
	over, err := d.countersign(&s)
	if err != nil || over {
		return err
	}
	return d.allGames(s, ply)
}

// mostGames is how many games one letter may turn to.
const mostGames = 10

// allGames handles the statements of each game the letter turns to, in order. What
// it asks of the office is answered where nothing of it is for a game, and is
// otherwise named as left in the answer of the last of its games.
func (d *desk) allGames(s ledger.Seat, ply int) error {
	if len(d.page.Statements) == 0 {
		return d.actInGame(s, ply, nil)
	}
	parts, strange, err := d.parts(s, ply)
	if err != nil {
		return err
	}
	playing := slices.DeleteFunc(slices.Clone(parts), func(p part) bool { return len(p.playing) == 0 })
	if len(playing) == 0 {
		return d.askOffice(s, parts, strange)
	}
	for _, p := range playing[min(len(playing), mostGames):] {
		d.left = append(d.left, textsOf(p.playing)...)
	}
	for _, p := range parts {
		if err := d.settle(p); err != nil {
			return err
		}
	}
	playing = playing[:min(len(playing), mostGames)]
	left := d.left
	for i, p := range playing {
		if d.left = nil; i == len(playing)-1 {
			d.left = left
		}
		if err := d.actInGame(p.Seat, p.ply, p.playing); err != nil {
			return err
		}
	}
	return nil
}

// settle makes the settings beside statements for a game, so that the answer to those
// shows them, and leaves what else is for the office.
func (d *desk) settle(p part) error {
	for _, st := range p.office {
		if st.Kind != interpret.KindSet {
			d.left = append(d.left, st.Text)
			continue
		}
		data, err := d.set(&p.Player, st.Terms)
		if err != nil {
			return err
		}
		if data.Reason != "" {
			d.left = append(d.left, st.Text)
		}
	}
	return nil
}

// askOffice answers a letter that has something for the office alone; strange is the
// number of a game named in it in which its sender has no seat, 0 if there is none.
func (d *desk) askOffice(s ledger.Seat, parts []part, strange int64) error {
	var all []interpret.Statement
	at := s
	for _, p := range parts {
		if _, others := settingsIn(all); len(others) == 0 {
			at = p.Seat
		}
		all = append(all, p.office...)
	}
	if len(all) == 0 {
		return d.reply("refused", templates.Data{Topic: templates.NotYourGame, Number: strange}, store.Returned, "not their game")
	}
	if err := d.isThere(at); err != nil {
		return err
	}
	return d.commands(at.Player, &at, all)
}

// isThere lets the clock of a player run on whom letters did not reach, now that
// they ask something of the office.
func (d *desk) isThere(s ledger.Seat) error {
	if !s.Game.Bouncing() {
		return nil
	}
	_, err := d.append(s.Game, play.Decide(s.Game, play.Heard{Side: s.Side}, d.tx.Now()))
	return err
}

// actInGame has the laws decide the statements.
func (d *desk) actInGame(s ledger.Seat, ply int, statements []interpret.Statement) error {
	var stopped bool
	var err error
	if s.Game, stopped, err = d.watch.UpToDate(d.tx, s.Game.ID); err != nil {
		return err
	}
	if !stopped {
		if s.Game, err = d.deferFlag(s.Game); err != nil {
			return err
		}
	}
	answers, err := d.answersTo(s)
	if err != nil {
		return err
	}
	letter := play.Letter{ID: d.rec.ID, By: s.Side, Ply: ply, Answers: answers, Received: d.rec.Received, Statements: statements,
		Patient: stopped, Unclear: d.unclear(), Note: d.page.Note, Unread: d.unread(), Left: d.left, Card: d.card}
	if d.mail.Token.Number == s.Game.ID && s.Game.Inquires(s.Side) {
		letter.Prose = ledger.Prose(d.page.Note)
	}
	if d.mail.Token.Number == s.Game.ID {
		letter.Shown, d.shown = d.shown, nil
	}
	events := play.Decide(s.Game, letter, d.tx.Now().In(d.ledger.Zone))
	if before, err := d.askedInGame(s, events); err != nil || before {
		return err
	}
	if len(events) > 0 {
		if _, err := d.append(s.Game, events); err != nil {
			return err
		}
	}
	if !decided(events) {
		return d.sayAgain(s, ply, "the same moves again")
	}
	d.rec.Note = d.page.Note
	if why, returned := returnedFor(events, s.Side); returned {
		return d.end(store.Returned, string(why))
	}
	if err := d.markActed(s, ply); err != nil {
		return err
	}
	return d.end(store.Acted, "")
}

// deferFlag has a flag that the letter would bring down wait for a letter held that came
// in time, as the alarm does; and gives the game after that.
func (d *desk) deferFlag(s game.State) (game.State, error) {
	_, due := s.Lapsed(d.rec.Received)
	act, err := timekeeper.Alarm(d.tx, s, due)
	if _, waits := act.(play.Defer); !waits || err != nil {
		return s, err
	}
	return d.ledger.Append(d.tx, s, play.Decide(s, act, d.rec.Received), ledger.By{At: d.rec.Received})
}
