package players

import (
	"cmp"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/store"
	"corrd/templates"
)

// Where the club has a reading room, its pages lie on a server that corrd does not know. When a
// player wants to be named there no more, or is erased, the pages are built anew, and the secretary
// is told by letter, once a day at most, that they must be uploaded anew. The letter names nobody.

// The settings that say that a reading room has been built, and that names in it are withdrawn of
// which the secretary has not been told.
const (
	roomBuilt  = "site/built"
	roomBehind = "site/behind"
)

// RoomBuilt notes that pages are made of the games.
func RoomBuilt(s store.Store) error {
	noted := false
	err := s.View(func(v store.View) (err error) { _, noted, err = v.Setting(roomBuilt); return err })
	if noted || err != nil {
		return err
	}
	return s.Update(func(tx store.Tx) error { return tx.SetSetting(roomBuilt, "yes") })
}

// Unlisted notes that a player is named on no page any more, and tells the secretary of it.
func Unlisted(tx store.Tx, l *ledger.Ledger) error {
	_, built, err := tx.Setting(roomBuilt)
	if !built || err != nil {
		return err
	}
	return cmp.Or(tx.SetSetting(roomBehind, "yes"), tellUpload(tx, l))
}

// uploadTally is the tally of the letters about the pages on the day of a time.
func uploadTally(at time.Time) string { return "upload/" + at.UTC().Format(time.DateOnly) }

// uploadDue reports whether names are withdrawn of which the secretary has not heard, and has had
// no letter about others today.
func uploadDue(v store.View, l *ledger.Ledger) (bool, error) {
	behind, _, err := v.Setting(roomBehind)
	if behind == "" || err != nil {
		return false, err
	}
	if _, ok, err := Secretary(v, l); !ok || err != nil {
		return false, err
	}
	sent, err := v.Count(uploadTally(v.Now()))
	return sent == 0, err
}

// tellUpload writes to the secretary once a day that the pages must be uploaded anew.
func tellUpload(tx store.Tx, l *ledger.Ledger) error {
	due, err := uploadDue(tx, l)
	if !due || err != nil {
		return err
	}
	p, _, err := Secretary(tx, l)
	if err := cmp.Or(err, tx.AddCount(uploadTally(tx.Now()), 1), tx.SetSetting(roomBehind, "")); err != nil {
		return err
	}
	return l.NoticesOf(tx, p.ID).Notify("office", ledger.Mailbox(p), templates.Data{Topic: templates.UploadAnew, Name: p.Name})
}
