package clerk

import (
	"errors"
	"fmt"

	"corrd/cmd/internal/ledger"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/store"
	"corrd/templates"
)

// release lets a held letter act, as of its own receipt. Of an answer to a question
// that another letter has answered since nothing comes but word of that.
func (d *desk) release(s ledger.Seat, held store.Letter) error {
	raw, err := d.tx.Raw(held.ID)
	if errors.Is(err, store.ErrPurged) {
		return d.releaseTooLate(s, held)
	}
	if err != nil {
		return err
	}
	mail := parse.Letter(raw, mailer.Envelope{To: held.To}, d.readAgainstOwn(func(f func(store.View) error) error { return f(d.tx) }))
	held.Player, held.State, held.Verdict = s.Player.ID, store.Returned, "nothing in it acts"
	if err := d.tx.PutLetter(&held, nil); err != nil {
		return err
	}
	again := newDesk(d.tools, d.tx, &held, d.out.At)
	again.mail, again.player, again.reading = mail, &s.Player, func() interpret.Page { return readPage(mail) }
	if mail.Token.Kind == mailer.KindHeld {
		if err := again.readAsSeat(); err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	if again.read() != nil {
		if err := again.givenUp(); err != nil {
			return err
		}
		return d.tx.PutLetter(&held, nil)
	}
	if t := again.mail.Token; t.Kind == mailer.KindGame && t.Number == s.Game.ID && again.ageOf(s) == keyRight {
		if again.shown, err = again.showing(s); err != nil {
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
	return d.tx.PutLetter(&held, nil)
}

// statesBeside gives the statements of a letter that is too long to be quoted as a whole;
// nobody says yes to what they were not shown.
func (d *desk) statesBeside() []string {
	if ledger.QuotedWhole(d.mail.Text) {
		return nil
	}
	return ledger.Named(textsOf(d.reading().Statements))
}

// notKept is the verdict on a letter held that can act no more.
const notKept = "its bytes are not kept any more"

// releaseTooLate drops a letter held whose bytes are not kept any more, and says so.
func (d *desk) releaseTooLate(s ledger.Seat, held store.Letter) error {
	held.State, held.Verdict = store.Discarded, notKept
	if err := d.tx.PutLetter(&held, nil); err != nil {
		return err
	}
	if err := d.dropFlag(s); err != nil {
		return err
	}
	return d.acknowledge("office", templates.Data{Topic: templates.HeldOver, Number: held.ID, Game: s.Game.ID, Side: s.Side, Seq: s.Game.Seq,
		Address: held.From, Received: held.Received, Reason: string(held.State)}, store.Answered, fmt.Sprintf("letter %d: %s", held.ID, notKept))
}
