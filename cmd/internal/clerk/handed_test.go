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

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/board"
	"corrd/mailer/transport"
	"corrd/store"
	"corrd/store/bolt"
)

// keepsJournal has the clerk keep a journal in a folder.
func (b *table) keepsJournal(dir string) {
	b.Helper()
	j, err := watch.OpenJournal(dir)
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
func (b *table) putBack(copied []byte, clock watch.Clock) {
	b.Helper()
	path := filepath.Join(b.TempDir(), "corrd.db")
	if err := os.WriteFile(path, copied, 0o600); err != nil {
		b.Fatal(err)
	}
	db, err := bolt.Open(path, bolt.Options{NoSync: true, Now: clock.Now})
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
	clock   watch.Clock
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

// restoring is a table with a mailbox, a journal and a backup.
type restoring struct {
	*table
	clock *wall
	box   *shelf
	old   []byte
}

// newRestoring returns a game under way of which a backup is made after ten hours.
func newRestoring(t *testing.T) *restoring {
	b, clock := newWatch(t)
	b.keepsJournal(t.TempDir())
	r := &restoring{table: b, clock: clock, box: &shelf{clock: clock}}
	b.in = r.box
	b.caughtUp.Store(true)
	b.lives(clock, 10)
	r.takes(r.letter("alice", b.key(board.White), "early", "help"))
	r.old = b.backup()
	return r
}

// letter is a letter that comes to the mailbox now.
func (r *restoring) letter(from, to, id, words string) transport.Fetched {
	raw := fmt.Sprintf("Authentication-Results: mx.example; dmarc=pass header.from=example.org\r\nReceived: from mail.example.org by mx.example; Thu, 1 Jan 2026 10:00:00 +0000\r\n"+
		"From: %s@example.org\r\nTo: %s\r\nMessage-ID: <%s@example.org>\r\n\r\n%s\r\n", from, to, id, words)
	return transport.Fetched{UID: uint32(len(r.box.letters) + 1), InternalDate: r.clock.Now(), Raw: []byte(raw)}
}

// takes takes a letter, puts it away as processed and sends what comes of it.
func (r *restoring) takes(f transport.Fetched) {
	r.Helper()
	if _, err := r.fetched(r.Context(), "INBOX", f); err != nil {
		r.Fatal(err)
	}
	r.box.letters = append(r.box.letters, f)
	r.sendAll()
}

// passes lets hours pass in which corrd is at work; no alarm rings late, and none at all unless
// asked.
func (r *restoring) passes(hours int, rings bool) {
	r.Helper()
	for range 5 * hours {
		r.clock.pass(12 * time.Minute)
		r.beats()
		if err := r.watch.Touch(r.lastPoll()); err != nil {
			r.Fatal(err)
		}
		if rings {
			r.rings()
			r.sendAll()
		}
	}
}

// restores puts the backup back and takes the letters again that were put away.
func (r *restoring) restores() {
	r.Helper()
	r.putBack(r.old, r.clock)
	if err := r.takeUnknown(r.Context()); err != nil {
		r.Fatal(err)
	}
	r.caughtUp.Store(true)
}

// TestOldBackupAFlagFallsAtItsTimeAgain puts back a backup from before a flag fell. A letter of the
// same game came later, and is taken again from the mailbox.
func TestOldBackupAFlagFallsAtItsTimeAgain(t *testing.T) {
	r := newRestoring(t)
	r.passes(80, true)
	if r.game().Phase != game.Finished {
		t.Fatal("no flag has fallen")
	}
	r.takes(r.letter("alice", r.key(board.White), "late", "P-K4"))
	r.passes(5, true)
	was, sent := r.game(), len(r.sent)
	r.restores()
	r.rings()
	r.sendAll()
	if is := r.game(); len(r.sent) != sent || is.Seq != was.Seq || is.Phase != was.Phase {
		for _, l := range r.sent[sent:] {
			t.Logf("again, to %s: %.300s", l.to, l.raw)
		}
		t.Errorf("%d letters more; %d events and %v, were %d and %v", len(r.sent)-sent, is.Seq, is.Phase, was.Seq, was.Phase)
	}
}

// TestOldBackupAFlagWaitsForALetterNotTaken puts back a backup when a move that came before the
// flag was due still lies in the mailbox, and a letter of another player that came afterwards was
// answered. No flag had fallen, and the move is in time.
func TestOldBackupAFlagWaitsForALetterNotTaken(t *testing.T) {
	r := newRestoring(t)
	r.passes(61, true)
	move := r.letter("alice", r.key(board.White), "move", "P-K4")
	r.passes(5, false)
	r.takes(r.letter("bob", r.key(board.Black), "after", "help"))
	r.restores()
	if s := r.game(); s.Phase == game.Finished {
		t.Fatalf("the flag has fallen before the move was taken: %+v", s.Result)
	}
	r.takes(move)
	if s := r.game(); s.Phase == game.Finished || len(s.Line) != 1 {
		t.Errorf("the move that came in time is not played: %v, %d moves", s.Phase, len(s.Line))
	}
}

// TestOldBackupWithoutALetterOfTheMailbox puts back a backup that was made before the first letter
// of the mailbox came: the letters that were put away are taken again, and a flag falls as it fell.
func TestOldBackupWithoutALetterOfTheMailbox(t *testing.T) {
	for _, letters := range []int{1, 0} {
		b, clock := newWatch(t)
		b.keepsJournal(t.TempDir())
		r := &restoring{table: b, clock: clock, box: &shelf{clock: clock}}
		b.in = r.box
		b.caughtUp.Store(true)
		b.lives(clock, 10)
		r.sendAll()
		r.old = b.backup()
		for range letters {
			r.takes(r.letter("alice", r.key(board.White), "first", "P-K4"))
		}
		r.passes(100, true)
		was, sent := r.game(), len(r.sent)
		if was.Phase != game.Finished || len(was.Line) != letters {
			t.Fatalf("%v after %d moves", was.Phase, len(was.Line))
		}
		r.putBack(r.old, r.clock)
		if err := r.takeUnknown(r.Context()); err != nil {
			t.Fatal(err)
		}
		if is := r.game(); len(is.Line) != letters || is.Seq != was.Seq || is.Phase != was.Phase {
			t.Errorf("%d moves, %d events and %v, were %d, %d and %v", len(is.Line), is.Seq, is.Phase, letters, was.Seq, was.Phase)
		}
		if r.sendAll(); len(r.sent) != sent {
			t.Errorf("%d letters were sent again", len(r.sent)-sent)
		}
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
	b.clock.(*watch.Virtual).Set(b.clock.Now().Add(time.Hour))
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
