package clerk

import (
	"errors"
	"fmt"

	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// release makes a held letter act, as of its own receipt or as of the letter that releases it
// (ledger.Backdating). When the held letter answers a question that another letter has answered
// since, release only tells the sender so.
func (d *taking) release(s ledger.Seat, held store.Letter) error {
	raw, err := d.Tx.Raw(held.ID)
	if errors.Is(err, store.ErrPurged) {
		return d.releaseTooLate(s, held)
	}
	if err != nil {
		return err
	}
	mail, fault := d.letterAgain(d.Tx, held, raw)
	backdating, err := ledger.BackdatingOf(d.Tx, s.Game, held)
	if err != nil {
		return err
	}
	held.Player, held.State, held.Verdict = s.Player.ID, store.Returned, "nothing in it acts"
	if err := d.Tx.PutLetter(&held, nil); err != nil {
		return err
	}
	again := newTaking(d.Tools, d.tools, d.Tx, &held, d.Out.At)
	backdated := backdating.InTime(held, d.counts())
	if again.from = d.counts(); backdated {
		again.from, again.released = held.Received, d.counts()
	}
	again.Mail, again.Player, again.Reading = mail, &s.Player, pageOf(d.Log, mail)
	if fault != nil {
		d.Log.Error("a held letter is set aside", "letter", held.ID, "error", fault)
		again.Mail, again.Reading = mailer.Letter{From: held.From, Subject: held.Subject}, tooMuch
	}
	if mail.Token.Kind == mailer.KindHeld {
		if err := again.readAsSeat(); err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	if again.Read() != nil {
		if err := again.givenUp(); err != nil {
			return err
		}
		return d.Tx.PutLetter(&held, nil)
	}
	if t := again.Mail.Token; t.Kind == mailer.KindGame && t.Number == s.Game.ID && again.ageOf(s) == keyRight {
		if again.Shown, err = again.showing(s); err != nil {
			return err
		}
	}
	if again.spent {
		err = again.answeredInVain(s)
	} else {
		err = again.fromSeat(s, held.Ply)
	}
	if err != nil {
		return err
	}
	if err := again.rotateShown(s.Game.ID); err != nil {
		return err
	}
	held.Backdated = backdated && (held.State == store.Acted || held.State == store.Returned)
	if err := d.Tx.PutLetter(&held, nil); err != nil {
		return err
	}
	return d.settleFlag(s)
}

// statesBeside returns the statements of a letter that is too long to be quoted whole. Nobody can
// say yes to statements that they were not shown.
func (d *taking) statesBeside() []string {
	if ledger.QuotedWhole(d.Mail.Text) {
		return nil
	}
	return ledger.Named(desk.TextsOf(d.Reading().Statements))
}

// notKept is the verdict on a held letter that cannot act any more.
const notKept = "its bytes are not kept any more"

// releaseTooLate drops a held letter whose bytes are not kept any more, and tells the sender.
func (d *taking) releaseTooLate(s ledger.Seat, held store.Letter) error {
	held.State, held.Verdict = store.Discarded, notKept
	if err := d.Tx.PutLetter(&held, nil); err != nil {
		return err
	}
	if err := d.settleFlag(s); err != nil {
		return err
	}
	return d.Acknowledge("office", templates.Data{Topic: templates.HeldOver, Number: held.ID, Game: s.Game.ID, Side: s.Side, Seq: s.Game.Seq,
		Address: held.From, Received: held.Received, Reason: string(held.State)}, store.Answered, fmt.Sprintf("letter %d: %s", held.ID, notKept))
}
