package clerk

import (
	"fmt"
	"strings"

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
	if err := d.end(store.HeldLetter, holdReason(d.mail, s.player)); err != nil {
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
		Seq: s.game.Seq, Address: d.mail.From, Words: d.mail.Text, Received: d.rec.Received})
}

func holdReason(m mailer.Letter, p store.Player) string {
	switch {
	case m.Token.IsZero():
		return "no key"
	case !hasAddress(p, m.From):
		return "from an address that is not on file"
	}
	return "its sender's domain disowns it (DMARC)"
}

// countersign handles a letter that says yes or no to a letter held for the
// seat: the one the letter it answers asks about. It reports whether it did.
func (d *desk) countersign(s seat) (bool, error) {
	if len(d.page.Statements) != 1 {
		return false, nil
	}
	kind := d.page.Statements[0].Kind
	if kind != interpret.KindYes && kind != interpret.KindNo {
		return false, nil
	}
	held, ok, err := d.heldAskedAbout(s)
	if err != nil || !ok {
		return false, err
	}
	if kind == interpret.KindNo {
		held.State, held.Verdict = store.Discarded, "disowned by the address on file"
		return true, firstError(d.tx.PutLetter(&held, nil), d.dropFlag(s), d.end(store.Answered, fmt.Sprintf("letter %d discarded", held.ID)))
	}
	if err := d.end(store.Answered, fmt.Sprintf("letter %d released", held.ID)); err != nil {
		return true, err
	}
	return true, d.release(s, held)
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
// the Message-ID of the question; without such a reference it is the only one held,
// for nobody may say yes to what he was not shown.
func (d *desk) heldAskedAbout(s seat) (held store.Letter, ok bool, err error) {
	letters, err := d.tx.LettersOf(s.game.ID)
	if err != nil {
		return held, false, err
	}
	waiting := 0
	for _, l := range letters {
		if l.State != store.HeldLetter || l.Side != s.side {
			continue
		}
		if strings.HasPrefix(d.mail.InReplyTo, fmt.Sprintf("l%d.", l.ID)) {
			return l, true, nil
		}
		held = l
		waiting++
	}
	return held, waiting == 1, nil
}

// release lets a held letter act, as of its own receipt.
func (d *desk) release(s seat, held store.Letter) error {
	raw, err := d.tx.Raw(held.ID)
	if err != nil {
		return err
	}
	mail := mailer.Read(raw, mailer.Envelope{To: held.To}, d.readOptions())
	held.Player, held.State, held.Verdict = s.player.ID, store.Returned, "nothing in it acts"
	again := &desk{Clerk: d.Clerk, tx: d.tx, mail: mail, page: readPage(mail), rec: &held, player: &s.player}
	if err := again.allGames(s, held.Ply); err != nil {
		return err
	}
	return d.tx.PutLetter(&held, nil)
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
