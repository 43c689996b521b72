package clerk

import (
	"fmt"
	"math"
	"slices"

	"corrd/game"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// hold keeps a letter until the address on file says that it is his, and asks
// him; beyond a few questions a day it is kept without asking.
func (d *desk) hold(s seat) error {
	d.rec.Game, d.rec.Side = s.game.ID, s.side
	reason := holdReason(d.mail, s.player)
	if err := d.end(store.HeldLetter, reason); err != nil {
		return err
	}
	name := fmt.Sprintf("questions/%s/g%d.%s", day(d.tx.Now()), s.game.ID, s.side)
	asked, err := d.tx.Count(name)
	if err != nil || asked >= d.cfg.Budgets.Questions {
		return err
	}
	if err := d.tx.AddCount(name, 1); err != nil {
		return err
	}
	return d.answer("confirm", s.player.Addresses[0], templates.Data{Topic: templates.Countersign, Game: s.game.ID, Side: s.side,
		Seq: s.game.Seq, Address: d.mail.From, Words: d.mail.Text, Received: d.rec.Received, Rekeyed: reason == rotatedKey})
}

// rotatedKey is the reason for which a letter of the seat's own is held.
const rotatedKey = "with a key that has been replaced"

func holdReason(m mailer.Letter, p store.Player) string {
	switch {
	case m.Token.Kind != mailer.KindGame:
		return "no key"
	case !hasAddress(p, m.From):
		return "from an address that is not on file"
	case m.Auth == mailer.AuthFail:
		return "its sender's domain disowns it (DMARC)"
	}
	return rotatedKey
}

// countersign takes yes or no to a letter held for the seat out of the letter:
// what else it states acts by itself. It reports whether nothing is left of it.
func (d *desk) countersign(s *seat) (over bool, err error) {
	i, ok := yesOrNo(d.page.Statements, s.game.ID)
	if !ok {
		return false, nil
	}
	held, waiting, err := d.heldAskedAbout(*s)
	rest := len(d.page.Statements) - 1
	switch {
	case err != nil:
		return true, err
	case held.ID == 0 && waiting > 0 && rest == 0 && s.game.Question(s.side) == nil:
		return true, d.reply("asked", templates.Data{Topic: templates.WhichHeld, Game: s.game.ID, Side: s.side, Seq: s.game.Seq, Number: int64(waiting)},
			store.Returned, "which of the letters held?")
	case held.ID == 0:
		return false, nil
	}
	yes := d.page.Statements[i].Kind == interpret.KindYes
	d.page.Statements = slices.Delete(slices.Clone(d.page.Statements), i, i+1)
	if yes {
		err = firstError(d.end(store.Answered, fmt.Sprintf("letter %d released", held.ID)), d.release(*s, held))
	} else {
		err = d.disown(*s, held, rest == 0)
	}
	if err != nil || rest == 0 {
		return true, err
	}
	*s, err = d.seatOf(s.game.ID, s.side, s.member())
	return false, err
}

// yesOrNo finds the one statement about a game that says either to what the
// letter answers.
func yesOrNo(all []interpret.Statement, id int64) (at int, ok bool) {
	at = -1
	for i, st := range all {
		if st.Game != 0 && int64(st.Game) != id || st.Kind != interpret.KindYes && st.Kind != interpret.KindNo {
			continue
		}
		if at >= 0 {
			return 0, false
		}
		at = i
	}
	return at, at >= 0
}

// disown drops a held letter that is not the seat's own and, where the letter
// says nothing else, says that it is dropped.
func (d *desk) disown(s seat, held store.Letter, alone bool) error {
	held.State, held.Verdict = store.Discarded, "disowned by the address on file"
	verdict := fmt.Sprintf("letter %d discarded", held.ID)
	if err := firstError(d.tx.PutLetter(&held, nil), d.dropFlag(s)); err != nil || !alone {
		return firstError(err, d.end(store.Answered, verdict))
	}
	return d.reply("office", templates.Data{Topic: templates.Disowned, Game: s.game.ID, Side: s.side, Seq: s.game.Seq, Address: held.From,
		Received: held.Received}, store.Answered, verdict)
}

// dropFlag lets a flag that has waited for letters of the seat fall, once none
// is held any more.
func (d *desk) dropFlag(s seat) error {
	if _, waits, err := heldInTime(d.tx, s.game); err != nil || waits || s.game.Window.Deferred.IsZero() || s.game.Window.Side != s.side {
		return err
	}
	now, stopped, err := d.upToDate(d.tx, s.game.ID)
	if err != nil || stopped {
		return err
	}
	_, err = d.append(now, now.Decide(game.Defer{}, d.tx.Now()))
	return err
}

// heldAskedAbout is the held letter that the letter answered asks about, known by
// the Message-ID of the question. A letter that answers none of corrd's can only
// mean the one about which its owner has been asked, if there is but one: nobody
// may say yes to what he was not shown. ID 0 says that none is meant; waiting is
// how many there are.
func (d *desk) heldAskedAbout(s seat) (held store.Letter, waiting int, err error) {
	letters, err := d.tx.LettersOf(s.game.ID)
	if err != nil {
		return held, 0, err
	}
	var asked []store.Letter
	for _, l := range letters {
		if l.State != store.HeldLetter || l.Side != s.side {
			continue
		}
		waiting++
		question, err := d.questionAbout(l)
		switch {
		case err != nil:
			return held, 0, err
		case question != "" && d.mail.InReplyTo == question:
			return l, waiting, nil
		case question != "":
			asked = append(asked, l)
		}
	}
	if seq, err := d.answersTo(s); err != nil || seq != 0 || len(asked) != 1 {
		return held, waiting, err
	}
	return asked[0], waiting, nil
}

// questionAbout is the Message-ID of the letter that asked about one held; "" if
// none did.
func (d *desk) questionAbout(held store.Letter) (string, error) {
	rows, err := d.tx.RowsOf(held.Game, math.MaxInt)
	for _, r := range rows {
		if r.Letter == held.ID && r.Kind == "confirm" {
			return r.MessageID, err
		}
	}
	return "", err
}

// release lets a held letter act, as of its own receipt.
func (d *desk) release(s seat, held store.Letter) error {
	raw, err := d.tx.Raw(held.ID)
	if err != nil {
		return err
	}
	mail := mailer.Read(raw, mailer.Envelope{To: held.To}, d.readOptions())
	held.Player, held.State, held.Verdict = s.player.ID, store.Returned, "nothing in it acts"
	if err := d.tx.PutLetter(&held, nil); err != nil {
		return err
	}
	again := &desk{Clerk: d.Clerk, tx: d.tx, mail: mail, page: readPage(mail), rec: &held, player: &s.player, at: d.at}
	if t := again.mail.Token; t.Kind == mailer.KindGame && t.Number == s.game.ID && again.ageOf(s) == keyRight {
		if again.shown, err = again.showing(s); err != nil {
			return err
		}
	}
	return firstError(again.fromSeat(s, held.Ply), again.rotateShown(s.game.ID), d.tx.PutLetter(&held, nil))
}
