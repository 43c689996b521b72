package clerk

import (
	"errors"
	"slices"

	"corrd/cmd/internal/challenge"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/players"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// stop ends the letters that come to a player unasked, reminders and challenges, as far as
// they have not ended already. Moves, questions and results come as ever.
func (d *desk) stop(p store.Player) error {
	if !d.proven() {
		return d.unprovenWish()
	}
	if err := d.quiet(&p); err != nil {
		return err
	}
	d.player = &p
	return d.acknowledge("office", templates.Data{Topic: templates.Stopped, Name: p.Name}, store.Acted, "stopped")
}

// quiet sets what stop sets.
func (d *desk) quiet(p *store.Player) error {
	players.Set(p, players.Reminders, players.Off)
	players.Set(p, players.Challenges, players.Off)
	return d.tx.PutPlayer(p)
}

// keyedStop takes a letter to the address that stands in List-Unsubscribe. The key alone
// says what is wanted: mail programs send such letters by themselves, with any words or
// none, and from any address. A letter with the other key of the player, which stands in
// letters about themselves, is like any letter of the player's; over is false for it.
func (d *desk) keyedStop() (over bool, err error) {
	p, err := d.tx.Player(d.mail.Token.Number)
	switch {
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return true, err
	case err == nil && d.keys.Check(d.mail.Token, ledger.KeyOfOwn(p)) && d.player != nil && d.player.ID == p.ID:
		return false, nil
	case err != nil || !d.keys.Check(d.mail.Token, ledger.KeyOfStop(p)):
		return true, d.end(store.Ignored, wrongKey)
	}
	d.rec.Player, d.rec.Kind = p.ID, interpret.KindStop.String()
	if ledger.Mailbox(p) == "" || players.Stops(p, players.Reminders) && players.Stops(p, players.Challenges) {
		return true, d.end(store.Answered, "stopped already")
	}
	if err := d.quiet(&p); err != nil {
		return true, err
	}
	d.player = &p
	return true, d.acknowledge("office", templates.Data{Topic: templates.Stopped, Name: p.Name}, store.Acted, "stopped")
}

// unprovenWish answers a letter that asks what only its owner may ask, and that anybody may
// have written.
func (d *desk) unprovenWish() error {
	return d.reply("refused", templates.Data{Topic: templates.NotProven}, store.Returned, "identity")
}

// strangerStops has no invitation and no question go to an address any more unless its
// owner, for whom their domain vouches, writes again.
func (d *desk) strangerStops() error {
	if err := d.tx.MarkSeen(invited(d.mail.From), d.rec.ID); err != nil {
		return err
	}
	if err := d.tx.MarkSeen(declinedAs(0, d.mail.From), d.rec.ID); err != nil {
		return err
	}
	return d.end(store.Acted, "stopped: nothing more goes to an address that is not registered")
}

// block has neither challenges nor prose of another player's come to a player any more, or
// has them come again. A game of the two goes on.
func (d *desk) block(p store.Player, st interpret.Statement) error {
	if !d.proven() {
		return d.unprovenWish()
	}
	data := templates.Data{Topic: templates.Blocked, Name: st.Words}
	other, err := players.Named(d.tx, st.Words)
	switch {
	case errors.Is(err, store.ErrNotFound):
		data.Reason = "nobody"
	case err != nil:
		return err
	case other.ID == p.ID:
		data.Reason = "yourself"
	}
	if data.Reason != "" {
		return d.reply("refused", data, store.Returned, "block: "+data.Reason)
	}
	data.Name = other.Name
	p.Blocked = slices.DeleteFunc(slices.Clone(p.Blocked), func(id int64) bool { return id == other.ID })
	if st.Kind == interpret.KindUnblock {
		data.Reason = "unblocked"
	} else {
		p.Blocked = append(p.Blocked, other.ID)
	}
	if err := d.tx.PutPlayer(&p); err != nil {
		return err
	}
	return d.reply("office", data, store.Acted, st.Kind.String()+"ed")
}

// unregister begins, delays or ends the leaving of a player.
func (d *desk) unregister(p store.Player, st interpret.Statement) error {
	if !d.proven() {
		return d.unprovenWish()
	}
	running, err := ledger.Running(d.tx, p.ID)
	if err != nil {
		return err
	}
	data := templates.Data{Topic: templates.Leaving, Name: p.Name, Games: running}
	switch {
	case st.Words == "cancel":
		players.Set(&p, players.Leaving, "")
		data.Reason = "cancelled"
		if err := d.tx.PutPlayer(&p); err != nil {
			return err
		}
		return d.reply("office", data, store.Acted, "stays")
	case st.Words == "wait" && len(running) > 0:
		if err := players.LeaveLater(&d.out, &p); err != nil {
			return err
		}
		data.Reason = "waits"
		return d.acknowledge("office", data, store.Acted, "leaves when the last game is over")
	case st.Words == "resign" && len(running) > 0:
		return d.askToLeave(p, data, ledger.KeyOfResigning)
	case len(running) > 0:
		data.Reason = "plays"
		return d.reply("asked", data, store.Returned, "which: wait, or resign?")
	}
	return d.askToLeave(p, data, ledger.KeyOfLeaving)
}

// askToLeave asks a player to confirm that they leave; key is the generation of the key of
// the question, which says whether they resign their games with it.
func (d *desk) askToLeave(p store.Player, data templates.Data, key int) error {
	r := store.Registration{Name: p.Name, Address: ledger.Mailbox(p), At: d.tx.Now(), Owner: p.ID, Player: p.ID}
	if err := d.tx.PutRegistration(&r); err != nil {
		return err
	}
	data.Topic, data.Number, data.Place = templates.ConfirmLeaving, r.ID, key
	return d.reply("confirm", data, store.Answered, "asked to confirm")
}

// leaves takes the answer to the question whether a player leaves; only yes has them leave.
func (d *desk) leaves(r store.Registration, resigning bool) error {
	p, err := d.tx.Player(r.Owner)
	if err != nil {
		return err
	}
	over := templates.Data{Topic: templates.Leaving, Name: p.Name, Reason: "cancelled"}
	switch answer := d.consent(); {
	case r.Closed:
		return d.spentKey(over)
	case answer == no:
		r.Closed = true
		if err := d.tx.PutRegistration(&r); err != nil {
			return err
		}
		return d.acknowledge("office", over, store.Answered, "stays")
	case answer == unclear:
		return d.unkeyed()
	}
	r.Closed = true
	if err := d.tx.PutRegistration(&r); err != nil {
		return err
	}
	if resigning {
		if err := d.resignAll(p); err != nil {
			return err
		}
	}
	over.Games, err = ledger.Running(d.tx, p.ID)
	switch {
	case err != nil:
		return err
	case len(over.Games) > 0: // that have begun meanwhile, or that others play on the same side
		over.Reason = "waits"
		if err := players.LeaveLater(&d.out, &p); err != nil {
			return err
		}
		return d.acknowledge("office", over, store.Acted, "leaves when the last game is over")
	}
	d.player = nil
	if err := players.Remove(&d.out, &p); err != nil {
		return err
	}
	return d.end(store.Acted, "not registered any more")
}

// resignAll resigns the running games of a player but for those that others play on the
// same side, which are theirs too.
func (d *desk) resignAll(p store.Player) error {
	running, err := ledger.Running(d.tx, p.ID)
	if err != nil {
		return err
	}
	for _, id := range running {
		s, err := ledger.SeatIn(d.tx, p, id)
		if err != nil {
			return err
		}
		if s.Game.Consults(s.Side) {
			continue
		}
		resigns := interpret.Statement{Kind: interpret.KindResign, Text: "resign", Line: 1}
		if err := d.actInGame(s, 0, []interpret.Statement{resigns}); err != nil {
			return err
		}
	}
	return nil
}

// removeLeavers removes the players who leave and whose last game is over.
func (c *Clerk) removeLeavers() error {
	removed := 0
	err := c.db.Update(func(tx store.Tx) (err error) {
		removed, err = players.RemoveLeavers(tx, c.ledger)
		return err
	})
	if removed > 0 {
		c.sender.Ring()
	}
	return err
}

// law tells what a provision says, of the code of a game or, outside games, of the code
// that this server plays by.
func (d *desk) law(p store.Player, s *ledger.Seat, st interpret.Statement) error {
	terms := d.cfg.Terms
	if s == nil {
		only, err := d.seatMeant(p, 0)
		if err != nil {
			return err
		}
		s = &only
	}
	if s.Game.ID != 0 {
		terms = s.Game.Terms
	}
	return d.office(templates.Data{Topic: templates.Law, Words: st.Words, Terms: &terms})
}

// showTerms tells the terms of a game or, in answer to a challenge, those of the challenge.
func (d *desk) showTerms(p store.Player, s *ledger.Seat, named int64) error {
	if t := d.mail.Token; t.Kind == mailer.KindChallenge && named == 0 {
		ch, err := d.tx.Challenge(t.Number)
		if err != nil {
			return err
		}
		agreed, err := challenge.Terms(ch)
		if err != nil {
			return err
		}
		return d.office(templates.Data{Topic: templates.ShowTerms, Terms: &agreed})
	}
	if s == nil || named != 0 {
		other, err := d.seatMeant(p, named)
		if err != nil {
			return err
		}
		s = &other
	}
	switch {
	case s.Game.ID != 0:
		return d.office(templates.Data{Topic: templates.ShowTerms, Number: s.Game.ID, Terms: &s.Game.Terms})
	case named != 0:
		return d.reply("refused", templates.Data{Topic: templates.NotYourGame, Number: named}, store.Returned, "not their game")
	}
	return d.office(templates.Data{Topic: templates.ShowTerms, Terms: &d.cfg.Terms})
}
