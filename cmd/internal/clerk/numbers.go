package clerk

import (
	"corrd/cmd/internal/courier"
	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/players"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// A store that was put back from a backup may not know games that began since, nor moves,
// challenges, registrations and questions. The players hold keys of these records, which prove that
// the records existed: nobody but corrd can have made such a key. A sender with such a key is told
// that the server went back, and no new record gets a number that a key names, because an old
// answer would act on the wrong record. A file beside the secret keeps the highest numbers that
// have left with a letter; the store takes them from the file once the letters in the mailbox have
// been taken again.

// newestTry is how many generations of a key are tried for a record that the store does not know.
const newestTry = players.KeyOfConsultant + 2*players.MostConsultants + keysAhead

// forgotten takes a letter with a key that names a record which the store does not know. A right
// key proves that the store has gone back, and a registered player is told so.
func (d *taking) forgotten() error {
	t := d.Mail.Token
	if _, right := d.Keys.Generation(t, newestTry); !right {
		return d.End(store.Ignored, desk.WrongKey)
	}
	d.Log.Warn("a key is right and the store does not know what it names: the store went back", "key", t.Kind, "number", t.Number)
	passed := courier.NumberOf(t)
	if d.catchingUp() { // letters that are taken again have the numbers that they had before
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
