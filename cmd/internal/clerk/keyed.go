package clerk

import (
	"errors"
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// keyedSeat takes a letter whose address names a seat of a game. Only the right
// key from an address of the seat, of any of its members, not contradicted by
// DMARC, acts; a right key in other hands, or one that has been rotated, is held
// until the address on file countersigns.
func (d *desk) keyedSeat() error {
	t := d.mail.Token
	s, err := d.seatOf(t.Number, sideOf(t.Side), t.Member)
	if errors.Is(err, store.ErrNotFound) {
		return d.end(store.Ignored, "wrong key")
	}
	if err != nil {
		return err
	}
	age := d.ageOf(s)
	switch age {
	case keyWrong:
		return d.end(store.Ignored, "wrong key")
	case keyDead:
		return d.deadKey(s)
	}
	if d.player != nil && d.mail.Auth != mailer.AuthFail && slices.Contains(s.game.Members(s.side.Other()), d.player.ID) {
		return d.otherHand(s, age)
	}
	d.rec.Game, d.rec.Side, d.rec.Ply = s.game.ID, s.side, t.Ply
	if d.player != nil && slices.Contains(s.game.Members(s.side), d.player.ID) {
		s.player = *d.player
	}
	if !hasAddress(s.player, d.mail.From) || d.mail.Auth == mailer.AuthFail {
		return d.hold(s)
	}
	return d.keyedHand(s, age)
}

// keyedHand takes a letter with a key of the seat's from an address of the seat.
func (d *desk) keyedHand(s seat, age keyAge) (err error) {
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
		return d.rotateShown(s.game.ID)
	case age == keyOld:
		return d.hold(s)
	}
	return firstError(d.fromSeat(s, d.mail.Token.Ply), d.rotateShown(s.game.ID))
}

// actedBefore recognises a copy, sent again by hand, of a letter that acted:
// the same seat, ply, round and words.
func (d *desk) actedBefore(s seat, ply int) (bool, error) {
	id, seen, err := d.tx.Seen(d.actKey(s, ply, s.game.RoundOf(s.side, ply)))
	if err != nil || !seen {
		return false, err
	}
	d.rec.Same = id
	return true, d.sayAgain(s, ply, "the same letter again")
}

// sayAgain ends a letter that says what one of the same turn said before, and of
// which nothing comes. Its sender may fear that the first was lost: he is shown the
// game as it stands, once in a turn.
func (d *desk) sayAgain(s seat, ply int, verdict string) error {
	key := near(s.game.ID, digest("told again", number(s.game.ID), number(int64(s.side)), number(int64(ply))))
	_, told, err := d.tx.Seen(key)
	if err != nil || told {
		return errors.Join(err, d.end(store.Duplicate, verdict))
	}
	data := templates.Data{Topic: templates.Show, Game: s.game.ID, Side: s.side, Seq: s.game.Seq, Again: true}
	return firstError(d.tx.MarkSeen(key, d.rec.ID), d.reply("repeat", data, store.Duplicate, verdict))
}

func (d *desk) actKey(s seat, ply, round int) store.Key {
	return near(s.game.ID, digest("acted", number(s.game.ID), number(int64(s.side)), number(int64(ply)), number(int64(round)), d.mail.Hash[:]))
}

// markActed has a copy of the letter known again, in this round and for ever
// after its ply is over.
func (d *desk) markActed(s seat, ply int) error {
	return firstError(d.tx.MarkSeen(d.actKey(s, ply, s.game.RoundOf(s.side, ply)), d.rec.ID),
		d.tx.MarkSeen(d.actKey(s, ply, game.RoundOver), d.rec.ID))
}

// fromSeat handles a letter whose sender is established: his yes or no to a
// letter held for him, or what he states; ply is the one the key names.
func (d *desk) fromSeat(s seat, ply int) error {
	over, err := d.countersign(&s)
	if err != nil || over {
		return err
	}
	return d.allGames(s, ply)
}

// allGames handles the statements of each game the letter turns to, in order.
func (d *desk) allGames(s seat, ply int) (err error) {
	if len(d.page.Statements) == 0 {
		return d.actInGame(s, ply, nil)
	}
	for _, part := range byGame(d.page.Statements) {
		target, p := s, ply
		if part.game != 0 && part.game != int(s.game.ID) {
			if target, err = d.otherSeat(s.player, int64(part.game)); err != nil {
				return err
			}
			if target.game.ID == 0 {
				return d.reply("refused", templates.Data{Topic: templates.NotYourGame, Number: int64(part.game)}, store.Returned, "not his game")
			}
			p = 0
		}
		if err := d.statements(target, p, part.statements); err != nil {
			return err
		}
	}
	return nil
}

// statements sorts out those for the office and the registrar; the others act
// in the game. A letter that acts is answered by the game alone; settings are
// made before, so that its answer shows them.
func (d *desk) statements(s seat, ply int, all []interpret.Statement) error {
	var playing, others []interpret.Statement
	for _, st := range all {
		switch {
		case forOffice(st.Kind), forRegistrar(st.Kind) && st.Kind != interpret.KindAccept && st.Kind != interpret.KindDecline:
			others = append(others, st)
		default:
			playing = append(playing, st)
		}
	}
	if len(playing) == 0 {
		if err := d.isThere(s); err != nil {
			return err
		}
		return d.commands(s.player, &s, others)
	}
	if settings, _ := settingsIn(others); len(settings) > 0 {
		if _, err := d.set(&s.player, settings); err != nil {
			return err
		}
	}
	return d.actInGame(s, ply, playing)
}

// isThere lets the clock of a player run on whom letters did not reach, now that
// he asks something of the office.
func (d *desk) isThere(s seat) error {
	if !s.game.Bouncing() {
		return nil
	}
	_, err := d.append(s.game, s.game.Decide(game.Heard{Side: s.side}, d.tx.Now()))
	return err
}

// actInGame has the laws decide the statements.
func (d *desk) actInGame(s seat, ply int, statements []interpret.Statement) error {
	var stopped bool
	var err error
	if s.game, stopped, err = d.upToDate(d.tx, s.game.ID); err != nil {
		return err
	}
	answers, err := d.answersTo(s)
	if err != nil {
		return err
	}
	letter := game.Letter{ID: d.rec.ID, By: s.side, Ply: ply, Answers: answers, Received: d.rec.Received, Statements: statements,
		Patient: stopped, Unclear: d.unclear(), Unread: d.unread()}
	if d.mail.Token.Number == s.game.ID {
		letter.Shown, d.shown = d.shown, nil
	}
	events := s.game.Decide(letter, d.tx.Now().In(d.zone))
	if len(events) > 0 {
		if _, err := d.append(s.game, events); err != nil {
			return err
		}
	}
	if !decided(events) {
		return d.sayAgain(s, ply, "the same moves again")
	}
	d.rec.Note = d.page.Note
	if why, returned := returnedFor(events, s.side); returned {
		return d.end(store.Returned, string(why))
	}
	if err := d.markActed(s, ply); err != nil {
		return err
	}
	return d.end(store.Acted, "")
}

// decided reports whether anything has come of a letter but that its keys were
// rotated.
func decided(events []game.Event) bool {
	return slices.ContainsFunc(events, func(e game.Event) bool {
		_, rotated := e.Fact.(game.Rotated)
		return !rotated
	})
}

// unclear reports whether the two forms of the letter, plain text and HTML,
// state different things.
func (d *desk) unclear() bool {
	return d.mail.Alternative != "" && !slices.Equal(stated(interpret.Parse(d.mail.Text)), stated(interpret.Parse(d.mail.Alternative)))
}

// unread is what the sender may want to know of what was not read.
func (d *desk) unread() string {
	return strings.Join(d.mail.Unread[:min(len(d.mail.Unread), 3)], "; ")
}

// stated is what a page states, however it is set.
func stated(p interpret.Page) []string {
	var all []string
	for _, s := range p.Statements {
		all = append(all, s.Kind.String()+" "+interpret.Fold(s.Text))
	}
	return all
}

// returnedFor reports whether all that a letter of the side brought about is
// its own return, and why.
func returnedFor(events []game.Event, side board.Side) (why game.Why, returned bool) {
	for _, e := range events {
		switch f := e.Fact.(type) {
		case game.Asked:
			why = f.Why
		case game.Refused:
			why = f.Why
		default:
			if e.By == game.PartyOf(side) {
				return "", false
			}
		}
	}
	return why, why != ""
}

// otherSeat is the player's seat in another of his games; its game has number
// 0 when he has none there.
func (d *desk) otherSeat(p store.Player, id int64) (seat, error) {
	s, err := d.tx.Game(id)
	if errors.Is(err, store.ErrNotFound) {
		return seat{}, nil
	}
	if err != nil {
		return seat{}, err
	}
	for _, side := range []board.Side{board.White, board.Black} {
		if slices.Contains(s.Members(side), p.ID) {
			return seat{game: s, side: side, player: p}, nil
		}
	}
	return seat{}, nil
}

// part is the run of statements of a letter that concern one game.
type part struct {
	game       int // 0: the game of the key
	statements []interpret.Statement
}

func byGame(statements []interpret.Statement) []part {
	var parts []part
	for _, st := range statements {
		if n := len(parts); n == 0 || parts[n-1].game != st.Game {
			parts = append(parts, part{game: st.Game})
		}
		last := &parts[len(parts)-1]
		last.statements = append(last.statements, st)
	}
	return parts
}
