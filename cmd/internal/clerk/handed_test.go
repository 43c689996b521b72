package clerk

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/clock"
	"corrd/cmd/internal/handover"
	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/board"
	"corrd/mailer/transport"
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
	in := b.in
	b.Clerk = again(b.T, b.Clerk, db, clock, b)
	b.in = in
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

// shelf is a mailbox that keeps the letters put away as processed, and is always in reach.
type shelf struct {
	polled
	clock   clock.Clock
	letters []transport.Fetched
}

func (s *shelf) LastPoll() time.Time { return s.clock.Now() }

func (s *shelf) Taken(ctx context.Context, _ time.Time, wanted func(transport.Glance) bool, handle func(context.Context, transport.Fetched) error) error {
	for _, f := range s.letters {
		_, id, _ := strings.Cut(string(f.Raw), "Message-ID: <")
		id, _, _ = strings.Cut(id, ">")
		if !wanted(transport.Glance{UID: f.UID, InternalDate: f.InternalDate, Size: int64(len(f.Raw)), MessageID: id}) {
			continue
		}
		if err := handle(ctx, f); err != nil {
			return err
		}
	}
	return nil
}

// TestOldBackupAFlagFallsAtItsTimeAgain puts back a backup from before a flag fell. A letter of the
// same game came later, and is taken again from the mailbox.
func TestOldBackupAFlagFallsAtItsTimeAgain(t *testing.T) {
	b, clock := newWatch(t)
	b.keepsJournal(t.TempDir())
	box, key := &shelf{clock: clock}, b.key(board.White)
	b.in = box
	b.caughtUp.Store(true)
	comes := func(id, words string) {
		raw := fmt.Sprintf("From: alice@example.org\r\nTo: %s\r\nMessage-ID: <%s@example.org>\r\n\r\n%s\r\n", key, id, words)
		f := transport.Fetched{UID: uint32(len(box.letters) + 1), InternalDate: clock.Now(), Raw: []byte(raw)}
		box.letters = append(box.letters, f)
		if _, err := b.fetched(b.Context(), "INBOX", f); err != nil {
			t.Fatal(err)
		}
		b.sendAll()
	}
	b.lives(clock, 10)
	comes("early", "help")
	old := b.backup()
	for range 5 * 80 {
		clock.pass(12 * time.Minute) // no alarm rings late
		b.beats()
		if err := b.watch.Touch(b.lastPoll()); err != nil {
			t.Fatal(err)
		}
		b.rings()
		b.sendAll()
	}
	if b.game().Phase != game.Finished {
		t.Fatal("no flag has fallen")
	}
	comes("late", "P-K4")
	b.lives(clock, 5)
	was, sent := b.game(), len(b.sent)
	b.putBack(old, clock)
	if err := b.takeUnknown(b.Context()); err != nil {
		t.Fatal(err)
	}
	b.caughtUp.Store(true)
	b.rings()
	b.sendAll()
	if is := b.game(); len(b.sent) != sent || is.Seq != was.Seq || is.Phase != was.Phase {
		for _, l := range b.sent[sent:] {
			b.Logf("again, to %s: %.300s", l.to, l.raw)
		}
		t.Errorf("%d letters more; %d events and %v, were %d and %v", len(b.sent)-sent, is.Seq, is.Phase, was.Seq, was.Phase)
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
