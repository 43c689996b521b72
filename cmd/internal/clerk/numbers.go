package clerk

import (
	"corrd/cmd/internal/challenge"
	"corrd/cmd/internal/courier"
	"corrd/cmd/internal/desk"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// A store that was put back from a backup may not know games that began since, nor
// moves, challenges, registrations and questions. Their keys are in the players' hands, and
// show that they were: nobody but corrd can have made such a key. Who writes with one is told
// that the server went back, and nothing is given a number that a key names, or an old
// answer would act on another record of the same number. The highest numbers that have left
// with a letter are kept in a file beside the secret as well, from which the store takes
// them once the letters have been taken again that lie in the mailbox.

// newestTry is how many generations of a key are tried for what the store does not know.
const newestTry = challenge.KeyOfConsultant + 2*challenge.MostConsultants + keysAhead

// forgotten takes a letter with a key of something that the store does not know. Where
// the key is right the store has gone back: a registered player is told so.
func (d *taking) forgotten() error {
	t := d.Mail.Token
	if _, right := d.Keys.Generation(t, newestTry); !right {
		return d.End(store.Ignored, desk.WrongKey)
	}
	d.Log.Warn("a key is right and the store does not know what it names: the store went back", "key", t.Kind, "number", t.Number)
	passed := courier.NumberOf(t)
	if d.catchingUp() { // the letters taken again have the numbers they had
		passed.Letter = 0
	}
	if err := d.Tx.PassNumbers(passed); err != nil {
		return err
	}
	if d.Mail.Auth == mailer.AuthFail {
		return d.End(store.Ignored, desk.Disowned)
	}
	if d.Player == nil {
		return d.newcomer()
	}
	state, err := courier.WentBackTo(d.Tx)
	if err != nil {
		return err
	}
	lines, err := d.gameLines(*d.Player)
	if err != nil {
		return err
	}
	return d.Reply("refused", templates.Data{Topic: templates.Forgotten, Received: state, Lines: lines},
		store.Returned, "with a key of what the store does not know: it went back")
}
