package ledger

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/store/bolt"
	"corrd/templates"
)

// book is a store in which alice (1) and carol (3), in consultation, play bob (2).
type book struct {
	*testing.T
	db store.Store
	l  *Ledger
}

func newBook(t *testing.T) *book {
	t.Helper()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	db, err := bolt.Open(filepath.Join(t.TempDir(), "corrd.db"), bolt.Options{InitialMmapSize: 1 << 20, Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	b := &book{t, db, &Ledger{Site: mailer.Site{Local: "corrd", Domain: "club.example", Delimiter: '+'}, Zone: time.UTC}}
	b.update(func(tx store.Tx) error {
		for _, name := range []string{"alice", "bob", "carol"} {
			if err := tx.PutPlayer(&store.Player{Name: name, Addresses: []string{name + "@example.org"}}); err != nil {
				return err
			}
		}
		ch := store.Challenge{From: 1, ToID: 2}
		return b.l.BeginOf(tx, &ch, play.Start{Terms: terms.Default(), Players: [2]int64{1, 2},
			Consultation: &game.Consultation{White: []int64{1, 3}, Black: []int64{2}}}, By{})
	})
	b.newRows()
	return b
}

func (b *book) update(f func(store.Tx) error) {
	b.Helper()
	if err := b.db.Update(f); err != nil {
		b.Fatal(err)
	}
}

// set changes a player.
func (b *book) set(id int64, f func(p *store.Player)) {
	b.Helper()
	b.update(func(tx store.Tx) error {
		p, err := tx.Player(id)
		if err != nil {
			return err
		}
		f(&p)
		return tx.PutPlayer(&p)
	})
}

// plays has a player of a side state something in a letter, with prose beside.
func (b *book) plays(side board.Side, player int64, words, note string) {
	b.Helper()
	b.update(func(tx store.Tx) error {
		l := store.Letter{Player: player, Received: tx.Now()}
		if err := tx.PutLetter(&l, []byte(words)); err != nil {
			return err
		}
		s, err := tx.Game(1)
		if err != nil {
			return err
		}
		letter := play.Letter{ID: l.ID, By: side, Ply: s.KeyPly(side), Received: tx.Now(), Note: note, Statements: interpret.Parse(words).Statements}
		_, err = b.l.Append(tx, s, play.Decide(s, letter, tx.Now()), By{Letter: l.ID, Player: player, Note: note, At: tx.Now()})
		return err
	})
}

// newRows are the letters that wait in the outbox, by whom they go to; they leave it.
func (b *book) newRows() map[string]store.Row {
	b.Helper()
	rows := map[string]store.Row{}
	b.update(func(tx store.Tx) error {
		all, err := tx.Rows(100, store.Queued)
		for _, r := range all {
			who, _, _ := strings.Cut(r.To, "@")
			rows[who] = r
			if r.State = store.Parked; err == nil {
				err = tx.PutRow(&r)
			}
		}
		return err
	})
	return rows
}

// TestProse: the prose of a letter goes to the other side, and to no member of the writer's;
// but not to a player who has blocked the writer.
func TestProse(t *testing.T) {
	b := newBook(t)
	b.plays(board.White, 3, "1. P-K4", "A fine day.")
	rows := b.newRows()
	if rows["bob"].Note != "A fine day." || rows["alice"].Note != "" || rows["carol"].Note != "" || len(rows) != 3 {
		t.Errorf("the prose goes out as %+v", rows)
	}
	if rows["carol"].Letter == 0 || rows["bob"].Letter != 0 {
		t.Errorf("the letters answer %d and %d", rows["carol"].Letter, rows["bob"].Letter)
	}
	b.set(3, func(p *store.Player) { p.Blocked = []int64{2} })
	b.plays(board.Black, 2, "1... P-K4", "Rain here.")
	if rows = b.newRows(); rows["alice"].Note != "Rain here." || rows["carol"].Note != "" {
		t.Errorf("alice reads %q, carol, who has blocked bob, %q", rows["alice"].Note, rows["carol"].Note)
	}
}

// TestRemoved: a player who has been removed gets no letter of a game.
func TestRemoved(t *testing.T) {
	b := newBook(t)
	b.set(3, func(p *store.Player) { p.Addresses = nil })
	b.plays(board.White, 1, "1. P-K4", "")
	if rows := b.newRows(); len(rows) != 2 || rows["carol"].ID != 0 {
		t.Errorf("letters go to %+v", rows)
	}
}

func TestSeats(t *testing.T) {
	b := newBook(t)
	b.update(func(tx store.Tx) error {
		for _, one := range []struct {
			side         board.Side
			member       int
			player       int64
			memberNumber int
		}{{board.White, 0, 1, 1}, {board.White, 1, 1, 1}, {board.White, 2, 3, 2}, {board.Black, 0, 2, 0}} {
			s, err := SeatOf(tx, 1, one.side, one.member)
			if err != nil || s.Player.ID != one.player || s.Member() != one.memberNumber {
				t.Errorf("member %d of %s is player %d, number %d (%v)", one.member, one.side, s.Player.ID, s.Member(), err)
			}
			in, err := SeatIn(tx, s.Player, 1)
			if err != nil || in.Token() != s.Token() {
				t.Errorf("player %d has the seat %+v (%v)", s.Player.ID, in.Token(), err)
			}
		}
		if _, err := SeatOf(tx, 1, board.White, 3); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a third member of White: %v", err)
		}
		for _, id := range []int64{1, 99} {
			if s, err := SeatIn(tx, store.Player{ID: 4}, id); err != nil || s.Game.ID != 0 {
				t.Errorf("a stranger has a seat in game %d (%v)", id, err)
			}
		}
		running, err := Running(tx, 3)
		if !slices.Equal(running, []int64{1}) {
			t.Errorf("carol plays in %v", running)
		}
		g, err2 := tx.Game(1)
		names, err3 := Names(tx, g)
		if names != [2]string{"alice and carol", "bob"} {
			t.Errorf("the names are %q", names)
		}
		return errors.Join(err, err2, err3)
	})
}

func TestAddresses(t *testing.T) {
	p := store.Player{Addresses: []string{"Alice@Example.org", "a@work.example"}}
	for address, want := range map[string]string{"alice@example.org": "Alice@Example.org", "A@WORK.example": "a@work.example", "bob@example.org": "", "": ""} {
		if got := Spelling(p, address); got != want || HasAddress(p, address) != (want != "") {
			t.Errorf("%q is on file as %q, not as %q", address, got, want)
		}
	}
	if Mailbox(p) != "Alice@Example.org" || Mailbox(store.Player{}) != "" {
		t.Errorf("letters go to %q and %q", Mailbox(p), Mailbox(store.Player{}))
	}
}

func TestDigest(t *testing.T) {
	a, b := Digest("kind", []byte("ab"), []byte("c")), Digest("kind", []byte("a"), []byte("bc"))
	if a == b || Digest("kin", []byte("dab")) == Digest("kind", []byte("ab")) {
		t.Error("two marks of different parts are one")
	}
	if near := Near(7, a); near[7] != 7 || near == Near(7, b) || !slices.Equal(near[8:], a[8:]) {
		t.Errorf("a mark near 7 is %x", near)
	}
}

// TestUnderSecret: a mark lies in the store under the secret, near the number that the mark
// begins with; a mark that an earlier corrd made is found too.
func TestUnderSecret(t *testing.T) {
	b := newBook(t)
	keys, err := mailer.NewKeys(make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	keyed, fresh, old := UnderSecret(b.db, keys), Near(7, Digest("fresh")), Digest("old")
	b.update(func(tx store.Tx) error {
		for range 2 {
			if err := tx.PutLetter(&store.Letter{Received: tx.Now()}, nil); err != nil {
				return err
			}
		}
		return tx.MarkSeen(old, 1)
	})
	if err := keyed.Update(func(tx store.Tx) error { return tx.MarkSeen(fresh, 2) }); err != nil {
		t.Fatal(err)
	}
	b.update(func(tx store.Tx) error {
		if _, found, err := tx.Seen(fresh); found || err != nil {
			t.Errorf("the mark itself lies in the store (%v)", err)
		}
		kept := markUnder(keys, fresh)
		if letter, found, _ := tx.Seen(kept); !found || letter != 2 || kept[7] != 7 {
			t.Errorf("the mark is kept as %x: %v, letter %d", kept, found, letter)
		}
		return nil
	})
	err = keyed.View(func(v store.View) error {
		for letter, key := range map[int64]store.Key{1: old, 2: fresh} {
			if got, found, err := v.Seen(key); got != letter || !found || err != nil {
				t.Errorf("letter %d is found as %d, %v (%v)", letter, got, found, err)
			}
		}
		_, found, err := v.Seen(Digest("never"))
		if found {
			t.Error("a mark is found that nobody made")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestMessageID(t *testing.T) {
	const name = "g1.e3.white.0123abcd@club.example"
	one, other := MessageID(name, []byte("one")), MessageID(name, []byte("other"))
	if one == other {
		t.Errorf("two letters have the name %s", one)
	}
	for id, want := range map[string]string{one: name, other: name, name: name, "x@y": "x@y", "": ""} {
		if got := NameIn(id); got != want {
			t.Errorf("%q is named %q, want %q", id, got, want)
		}
	}
}

// TestExcerpts: every quotation of somebody else's words has a bound, and a quotation that is cut
// says so.
func TestExcerpts(t *testing.T) {
	long, lines := strings.Repeat("wört ", 1000), strings.Repeat("line\n", 100)
	cut := bounded(templates.Data{Words: long, Reason: lines, Lines: []string{long, "short"}, Left: slices.Repeat([]string{long}, 30)})
	for _, text := range append([]string{cut.Words, cut.Reason}, cut.Lines[:1]...) {
		if n := utf8.RuneCountInString(text); n > mostQuoted+4 || strings.Count(text, "\n") >= mostQuotedLines || !strings.HasSuffix(text, " ...") || !utf8.ValidString(text) {
			t.Errorf("%d characters: %q", n, text)
		}
	}
	if cut.Lines[1] != "short" || len(cut.Left) != mostNamed+1 || cut.Left[mostNamed] != "... and 20 more" {
		t.Errorf("%q, %q", cut.Lines, cut.Left)
	}
	if !QuotedWhole("short\n") || QuotedWhole(long) || QuotedWhole(lines) {
		t.Error("what is cut is said to be quoted as a whole, or what is not cut is not")
	}
	if got := Subject("a subject\r\nX-Header: in two lines"); strings.Contains(got, "\n") {
		t.Errorf("the record has the subject %q", got)
	}
}

// TestNotices: each notice of one letter has a name of its own, no notice goes to "", and only an
// address in whose name anybody may have written has no return path.
func TestNotices(t *testing.T) {
	b := newBook(t)
	b.update(func(tx store.Tx) error {
		n := Notices{Ledger: b.l, Tx: tx, Letter: 5, At: tx.Now(), Unproven: "Zoe@example.org"}
		data := templates.Data{Topic: templates.Help}
		return errors.Join(n.NotifyAll("office", []string{"zoe@example.org", "bob@example.org", ""}, data),
			b.l.NoticesOf(tx, 2).Notify("office", "carol@example.org", data),
			b.l.NotifyPlayer(tx, "c1.r1", "reminder", 1, data, tx.Now()))
	})
	rows := b.newRows()
	if len(rows) != 4 || !rows["zoe"].Null || rows["bob"].Null || rows["bob"].Player != 2 || rows["zoe"].Player != 0 {
		t.Fatalf("of four letters bob's is to player 2, and zoe's, with the null reverse-path, to nobody registered: %+v", rows)
	}
	for who, begins := range map[string]string{"zoe": "l5.1.", "bob": "l5.2.", "carol": "p2.1.", "alice": "c1.r1.p1."} {
		if !strings.HasPrefix(rows[who].MessageID, begins) {
			t.Errorf("the letter to %s is named %s", who, rows[who].MessageID)
		}
	}
}

// unreadable is a transaction in which nobody can be found by an address.
type unreadable struct{ store.Tx }

func (unreadable) PlayerAt(string) (store.Player, error) {
	return store.Player{}, store.ErrCorrupt
}

// TestNoticeToSomebodyWhoCannotBeFound: a letter is not written to nobody because the store cannot
// be read.
func TestNoticeToSomebodyWhoCannotBeFound(t *testing.T) {
	b := newBook(t)
	b.update(func(tx store.Tx) error {
		err := b.l.NoticesOf(unreadable{tx}, 2).Notify("office", "bob@example.org", templates.Data{Topic: templates.Help})
		if !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("error %v", err)
		}
		return nil
	})
	if rows := b.newRows(); len(rows) != 0 {
		t.Errorf("written: %+v", rows)
	}
}

// TestHalts: a game that the umpire has suspended while it was adjourned waits for the umpire too.
func TestHalts(t *testing.T) {
	rest := &game.Rest{}
	for s, want := range map[*game.State]bool{
		{Phase: game.AwaitMove}:             false,
		{Phase: game.Suspended}:             true,
		{Phase: game.AwaitMove, Rest: rest}: false,
		{Phase: game.Suspended, Rest: rest}: true,
		{Phase: game.Finished, Rest: rest}:  false,
	} {
		if got := halts(*s); got != want {
			t.Errorf("in %v, adjourned %v: halts %v", s.Phase, s.Rest != nil, got)
		}
	}
}
