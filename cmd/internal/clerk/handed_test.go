package clerk

import (
	"bytes"
	"cmp"
	"context"
	"net/mail"
	"os"
	"path/filepath"
	"testing"
	"time"

	"corrd/cmd/internal/clock"
	"corrd/cmd/internal/handover"
	"corrd/cmd/internal/ledger"
	"corrd/game/board"
	"corrd/store"
	"corrd/store/bolt"
)

// keepsJournal has the clerk keep a journal in a folder.
func (b *table) keepsJournal(dir string) {
	b.Helper()
	j, err := handover.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { j.Close() })
	b.cfg.Handed = j
	b.Clerk = again(b.T, b.Clerk, b.guard.Store, b.clock, b)
}

// backup is a copy of the store as it now is.
func (b *table) backup() []byte {
	b.Helper()
	var copied bytes.Buffer
	if _, err := b.db.Backup(&copied); err != nil {
		b.Fatal(err)
	}
	return copied.Bytes()
}

// putBack starts another process on a copy of a store.
func (b *table) putBack(copied []byte, clock clock.Clock) {
	b.Helper()
	path := filepath.Join(b.TempDir(), "corrd.db")
	if err := os.WriteFile(path, copied, 0o600); err != nil {
		b.Fatal(err)
	}
	db, err := bolt.Open(path, bolt.Options{Now: clock.Now})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	b.Clerk = again(b.T, b.Clerk, db, clock, b)
	if err := b.recall(context.Background()); err != nil {
		b.Fatal(err)
	}
	b.beats()
}

// TestOldBackupSendsNoReminderAgain puts back a backup of two days ago. corrd was at work in those
// two days, so nothing is credited for them.
func TestOldBackupSendsNoReminderAgain(t *testing.T) {
	b, clock := newWatch(t)
	b.keepsJournal(t.TempDir())
	b.lives(clock, 10)
	old := b.backup()
	for range 5 * 50 {
		clock.pass(12 * time.Minute)
		b.beats()
		b.rings()
		b.sendAll()
	}
	if len(b.sent) == 0 || b.game().Window.Marks < 2 {
		t.Fatalf("%d letters, %d reminders", len(b.sent), b.game().Window.Marks)
	}
	was, sent := b.game(), len(b.sent)
	b.putBack(old, clock)
	b.rings()
	b.sendAll()
	if is := b.game(); len(b.sent) != sent || is.Seq != was.Seq || is.Window != was.Window || len(is.Pauses) != 0 {
		t.Errorf("%d letters more; after %d events the window is %+v, pauses %v; it was %+v after %d",
			len(b.sent)-sent, is.Seq, is.Window, is.Pauses, was.Window, was.Seq)
	}
	b.lives(clock, 12)
	b.rings()
	if b.sendAll(); len(b.sent) == sent {
		t.Error("what has not left is not sent either")
	}
}

// TestOutageSinceTheBackupIsCredited has corrd away between the backup and the day
// it is put back.
func TestOutageSinceTheBackupIsCredited(t *testing.T) {
	b, clock := newWatch(t)
	b.keepsJournal(t.TempDir())
	old := b.backup()
	until := b.game().Window.Until
	b.lives(clock, 5)
	clock.pass(7 * time.Hour)
	b.Clerk = again(t, b.Clerk, b.db, clock, b)
	b.beats()
	b.lives(clock, 30)
	b.rings()
	b.sendAll()
	b.putBack(old, clock)
	b.rings()
	b.lives(clock, 25)
	b.rings()
	if got := b.game().Window.Until.Sub(until); got != 7*time.Hour {
		t.Errorf("the flag falls %v later, want 7 hours", got)
	}
}

// TestKilledBetweenTheAnswerAndItsCommit starts anew when the next hop has taken a
// letter and the store does not say so.
func TestKilledBetweenTheAnswerAndItsCommit(t *testing.T) {
	b := newTable(t)
	dir := t.TempDir()
	b.keepsJournal(dir)
	disk := &fullDisk{Store: b.guard.Store}
	b.guard.Store = disk
	b.taken = func() { disk.full.Store(true) }
	if _, err := b.courier.SendDue(context.Background()); err == nil {
		t.Fatal("it was written down")
	}
	b.taken = nil
	disk.full.Store(false)
	b.Clerk = again(t, b.Clerk, disk.Store, b.clock, b)
	b.keepsJournal(dir)
	if err := b.recall(context.Background()); err != nil {
		t.Fatal(err)
	}
	rows := b.rows()
	if b.sendAll(); len(b.sent) != len(rows) {
		t.Errorf("%d rows were handed over %d times", len(rows), len(b.sent))
	}
}

// TestMessageIDNamesBytes renders the letter of one event twice: the same bytes have
// the same Message-ID, whatever their signature, and others another.
func TestMessageIDNamesBytes(t *testing.T) {
	b := newTable(t)
	b.letter("alice", b.key(board.White), "1", "P-K4")
	b.courier.Sign = func(raw []byte, at time.Time) ([]byte, error) {
		return append([]byte("X-Signed: "+at.Format(time.RFC3339)+"\r\n"), raw...), nil
	}
	name := b.rows()[len(b.rows())-1]
	rendered := func() (string, []byte) {
		row := name
		if err := b.courier.Render(&row); err != nil {
			t.Fatal(err)
		}
		m, err := mail.ReadMessage(bytes.NewReader(row.Bytes))
		if err != nil || m.Header.Get("Message-ID") != "<"+row.MessageID+">" || ledger.NameIn(row.MessageID) != name.MessageID {
			t.Fatalf("row %q of the name %q: %v\n%s", row.MessageID, name.MessageID, err, row.Bytes)
		}
		return row.MessageID, row.Bytes
	}
	id, raw := rendered()
	b.clock.(*clock.Virtual).Set(b.clock.Now().Add(time.Hour))
	if again, bytesAgain := rendered(); again != id || !bytes.Equal(raw, bytesAgain) {
		t.Errorf("an hour later %s is %s:\n%s\n%s", id, again, raw, bytesAgain)
	}
	b.courier.Sign = nil
	if unsigned, _ := rendered(); unsigned != id {
		t.Errorf("without a signature %s is %s", id, unsigned)
	}
	for what, change := range map[string]func(){
		"another name": func() { b.courier.Office.Name = "The Club" },
		"another notation": func() {
			b.update(func(tx store.Tx) error {
				p, err := tx.Player(name.Player)
				p.Settings = map[string]string{"notation": "algebraic"}
				return cmp.Or(err, tx.PutPlayer(&p))
			})
		},
	} {
		change()
		other, _ := rendered()
		if other == id {
			t.Errorf("%s: still %s", what, id)
		}
		id = other
	}
}
