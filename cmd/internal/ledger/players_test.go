package ledger

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/store/bolt"
)

// club is a store with players in it, at a time that the test sets.
type club struct {
	*testing.T
	db  store.Store
	now time.Time
	l   *Ledger
}

// newClub is a club whose players have the numbers from 1 on.
func newClub(t *testing.T, names ...string) *club {
	t.Helper()
	c := &club{T: t, now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC),
		l: &Ledger{Site: mailer.Site{Local: "corrd", Domain: "club.example", Delimiter: '+'}, Zone: time.UTC}}
	db, err := bolt.Open(filepath.Join(t.TempDir(), "corrd.db"), bolt.Options{InitialMmapSize: 1 << 20, Now: func() time.Time { return c.now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	c.db = db
	c.update(func(tx store.Tx) error {
		for _, name := range names {
			p := store.Player{Name: name, Addresses: []string{strings.ToLower(name) + "@example.org"}, Registered: c.now}
			if err := RegisterPlayer(tx, "Club", &p); err != nil {
				return err
			}
		}
		return nil
	})
	return c
}

func (c *club) update(f func(store.Tx) error) {
	c.Helper()
	if err := c.db.Update(f); err != nil {
		c.Fatal(err)
	}
}

// of changes a player by what a function does in a transaction.
func (c *club) of(id int64, f func(out *Notices, p *store.Player) error) {
	c.Helper()
	c.update(func(tx store.Tx) error {
		p, err := tx.Player(id)
		if err != nil {
			return err
		}
		return f(c.l.NoticesOf(tx, id), &p)
	})
}

func (c *club) player(id int64) (p store.Player) {
	c.Helper()
	c.update(func(tx store.Tx) (err error) { p, err = tx.Player(id); return err })
	return p
}

// told are the addresses to which letters of a kind went, in order; they leave the outbox.
func (c *club) told(kind string) (to []string) {
	c.Helper()
	c.update(func(tx store.Tx) error {
		rows, err := tx.Rows(100, store.Queued)
		for _, r := range rows {
			if r.Kind == kind {
				to = append(to, r.To)
			}
			if r.State = store.Parked; err == nil {
				err = tx.PutRow(&r)
			}
		}
		return err
	})
	slices.Sort(to)
	return to
}

func (c *club) wantTold(kind string, want ...string) {
	c.Helper()
	if got := c.told(kind); !slices.Equal(got, want) {
		c.Errorf("letters of the kind %s went to %q, not to %q", kind, got, want)
	}
}

func (c *club) wantAddresses(id int64, want ...string) {
	c.Helper()
	if got := c.player(id).Addresses; !slices.Equal(got, want) {
		c.Errorf("player %d is at %q, not at %q", id, got, want)
	}
}

// plays begins a game of two players.
func (c *club) plays(white, black int64) (id int64) {
	c.Helper()
	c.update(func(tx store.Tx) (err error) {
		if id, err = tx.NewGame(); err != nil {
			return err
		}
		start := play.Start{Terms: terms.Default(), Players: [2]int64{white, black}}
		_, err = c.l.Append(tx, game.State{ID: id}, play.Decide(game.State{ID: id}, start, tx.Now()), By{})
		return err
	})
	c.told("")
	return id
}

// resigns ends a game by the resignation of White.
func (c *club) resigns(id int64) {
	c.Helper()
	c.update(func(tx store.Tx) error {
		s, err := tx.Game(id)
		if err != nil {
			return err
		}
		resigns := play.Letter{ID: 1, By: board.White, Received: tx.Now(), Statements: []interpret.Statement{{Kind: interpret.KindResign, Text: "resign", Line: 1}}}
		events := play.Decide(s, resigns, tx.Now())
		_, err = c.l.Append(tx, s, events, By{})
		return err
	})
	c.told("")
}

func TestFreeName(t *testing.T) {
	c := newClub(t, "Alice", "Bob", "Cope")
	for _, one := range []struct {
		player int64
		wanted []string
		free   string
	}{
		{0, []string{"Carol"}, "Carol"},
		{0, []string{"Alice"}, "Alice (2)"},
		{0, []string{"A L I C E"}, "A L I C E (2)"},
		{0, []string{"Соре"}, "Соре (2)"},       // in Cyrillic
		{0, []string{"Аlice"}, "Correspondent"}, // with a Cyrillic A
		{1, []string{"ALICE"}, "ALICE"},         // their own
		{0, []string{"Club", "carol"}, "carol"},
		{0, []string{"", "\t"}, "Correspondent"},
		{0, []string{strings.Repeat("Bob", 200)}, strings.Repeat("Bob", 200)[:longestName]},
	} {
		c.update(func(tx store.Tx) error {
			free, err := FreeName(tx, "Club", store.Player{ID: one.player}, one.wanted...)
			if free != one.free {
				t.Errorf("of %q player %d may have %q, not %q", one.wanted, one.player, free, one.free)
			}
			return err
		})
	}
}

func TestNamed(t *testing.T) {
	c := newClub(t, "Alice", "Bob")
	c.of(1, func(out *Notices, p *store.Player) error {
		p.Name = "Anna"
		return PutName(out.Tx, p)
	})
	for name, want := range map[string]int64{"anna": 1, " ANNA ": 1, "alice": 1, "bob": 2, "carol": 0, "": 0, "...": 0} {
		c.update(func(tx store.Tx) error {
			p, err := PlayerNamed(tx, name)
			if p.ID != want || (want == 0) != errors.Is(err, store.ErrNotFound) {
				t.Errorf("%q is player %d (%v), not %d", name, p.ID, err, want)
			}
			return nil
		})
	}
	c.update(func(tx store.Tx) error { // as a store of an earlier corrd, whose names are not listed
		err := tx.Forget(func(name, _ string) bool { return name == namesListed })
		if p, errOf := PlayerNamed(tx, " ANNA "); p.ID != 1 {
			t.Errorf("in a store without a list of names anna is player %d (%v), not 1", p.ID, errOf)
		}
		return err
	})
}

// TestAddressesComeAndGo: every address, of those before and after, is told, and the keys of
// running games are rotated when the letters go to another mailbox.
func TestAddressesComeAndGo(t *testing.T) {
	c := newClub(t, "Alice", "Bob")
	id := c.plays(1, 2)
	add := func(id int64, address string) {
		c.of(id, func(out *Notices, p *store.Player) error {
			return AddAddress(out, p, store.Registration{Name: p.Name, Address: address, At: c.now, Owner: p.ID})
		})
	}
	rotations := func() (n int) {
		c.update(func(tx store.Tx) error {
			s, err := tx.Game(id)
			n = s.Keyring(board.White, 0).Now
			return err
		})
		return n
	}
	add(1, "a@work.example")
	c.wantAddresses(1, "alice@example.org", "a@work.example")
	c.wantTold("office", "a@work.example", "alice@example.org")
	before := rotations()
	c.of(1, func(out *Notices, p *store.Player) error { return RemoveAddress(out, p, "ALICE@example.org") })
	c.wantAddresses(1, "a@work.example")
	c.wantTold("office", "a@work.example", "alice@example.org")
	if now := rotations(); now != before+1 {
		t.Errorf("the keys are of generation %d after %d", now, before)
	}
}

// TestUndo: an undone change takes the later ones with it, and gives nobody an address that is
// another's by now; after a week nothing is undone.
func TestUndo(t *testing.T) {
	c := newClub(t, "Alice", "Bob")
	var changes []int64
	change := func(remove bool, address string) {
		c.of(1, func(out *Notices, p *store.Player) error {
			if remove {
				return RemoveAddress(out, p, address)
			}
			return AddAddress(out, p, store.Registration{Name: p.Name, Address: address, At: c.now, Owner: p.ID})
		})
		c.update(func(tx store.Tx) error {
			all, err := changesOf(tx, 1)
			changes = append(changes, all[len(all)-1].Number)
			return err
		})
	}
	change(false, "thief@x.example")
	change(true, "alice@example.org")
	change(false, "other@x.example")
	c.wantAddresses(1, "thief@x.example", "other@x.example")
	c.told("office")
	undo := func(number int64) {
		c.update(func(tx store.Tx) error { _, err := UndoChange(c.l.NoticesOf(tx, 1), 1, number); return err })
	}
	undo(changes[1])
	c.wantAddresses(1, "alice@example.org", "thief@x.example")
	c.wantTold("office", "alice@example.org", "other@x.example", "thief@x.example")
	c.update(func(tx store.Tx) error {
		if _, err := UndoChange(c.l.NoticesOf(tx, 1), 1, changes[2]); err == nil {
			t.Error("a change is undone that an earlier one took with it")
		}
		return nil
	})

	c.of(1, func(out *Notices, p *store.Player) error { return RemoveAddress(out, p, "thief@x.example") })
	c.of(2, func(out *Notices, p *store.Player) error {
		return AddAddress(out, p, store.Registration{Name: p.Name, Address: "thief@x.example", At: c.now, Owner: p.ID})
	})
	var last int64
	c.update(func(tx store.Tx) error {
		all, err := changesOf(tx, 1)
		last = all[len(all)-1].Number
		return err
	})
	undo(last)
	c.wantAddresses(1, "alice@example.org")

	change(false, "new@x.example")
	c.now = c.now.Add(undoWithin + time.Second)
	c.update(func(tx store.Tx) error {
		before, err := BeforeChange(tx, 1, changes[len(changes)-1])
		if len(before) != 0 {
			t.Errorf("a change of more than a week ago can be undone to %q", before)
		}
		return err
	})
}

// TestLeaveLater: a player who leaves stays until the last game is over, and is told then; one
// who has thought better of it stays.
func TestLeaveLater(t *testing.T) {
	c := newClub(t, "Alice", "Bob")
	id := c.plays(1, 2)
	remove := func() (n int) {
		c.update(func(tx store.Tx) (err error) { n, err = RemoveLeavers(tx, c.l); return err })
		return n
	}
	c.of(1, LeaveLater)
	c.of(2, LeaveLater)
	if n := remove(); n != 0 || !Refuses(c.player(1), 2) {
		t.Errorf("%d players are removed while they play", n)
	}
	c.of(2, func(out *Notices, p *store.Player) error { ChangeSetting(p, Leaving, ""); return out.Tx.PutPlayer(p) })
	c.resigns(id)
	if n := remove(); n != 1 || len(c.player(1).Addresses) != 0 || len(c.player(2).Addresses) != 1 {
		t.Errorf("%d players are removed: %+v, %+v", n, c.player(1), c.player(2))
	}
	c.wantTold("office", "alice@example.org")
	if n := remove(); n != 0 {
		t.Errorf("%d players are removed twice", n)
	}
	if free := c.player(1); free.Name != "Alice" {
		t.Errorf("the name of who has left is %q", free.Name)
	}
}

func TestPostal(t *testing.T) {
	for written, want := range map[string]string{
		"1 High Street, Oxford":               "1 High Street\nOxford",
		" 1  High\tStreet \n\n Oxford, Oxon ": "1 High Street\nOxford, Oxon",
		"a,b,c,d,e,f":                         "a\nb\nc\nd\ne\nf",
		"a,b,c,d,e,f,g":                       "",
		"":                                    "",
		"x":                                   "",
		strings.Repeat("x", 48):               strings.Repeat("x", 48),
		strings.Repeat("x", 49):               "",
		"\xff\xfe, Oxford":                    "",
		"1 Hi\u202egh Street,Ox\u200bford":    "1 High Street\nOxford",
		"\u202e,\u2066":                       "",
		"Stra\u00dfe 1,\x07Wien":              "Stra\u00dfe 1\nWien",
	} {
		got, err := Postal(written)
		if got != want || (want == "") != errors.Is(err, ErrPostal) {
			t.Errorf("%q is read as %q (%v), not as %q", written, got, err, want)
		}
	}
}

// TestCards: who goes over to cards has new keys in their running games, and goes back the same
// way.
func TestCards(t *testing.T) {
	c := newClub(t, "Alice", "Bob")
	id := c.plays(1, 2)
	c.of(1, func(out *Notices, p *store.Player) error { return ToCards(out, p, "1 High Street\nOxford") })
	p := c.player(1)
	if !p.OnCards() || p.Postal == "" || len(p.Addresses) != 1 || !store.IsCard(p.Addresses[0]) {
		t.Fatalf("on cards: %+v", p)
	}
	var cards []int64
	c.update(func(tx store.Tx) (err error) { cards, err = CardsWaiting(tx, p); return err })
	if len(cards) == 0 {
		t.Error("the running game sends no card")
	}
	c.told("")
	c.of(1, func(out *Notices, p *store.Player) error { return ToMailbox(out, p, "back@example.org") })
	c.wantAddresses(1, "back@example.org")
	c.update(func(tx store.Tx) error {
		s, err := tx.Game(id)
		if now := s.Keyring(board.White, 0).Now; now != 2 {
			t.Errorf("the keys are of generation %d after two changes", now)
		}
		return err
	})
	for ids, want := range map[int]string{1: "card 1", 2: "cards 1 and 2", 3: "cards 1, 2 and 3"} {
		if got := CardNumbers([]int64{1, 2, 3}[:ids]); got != want {
			t.Errorf("%d cards are %q", ids, got)
		}
	}
}

// TestErasuresAgain: an order is carried out again on a store that has gone back to a time before
// the order, but on nobody else who has the player's number there; a line that was not written to
// its end is not an order.
func TestErasuresAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), ErasuresFile)
	erasures := func(c *club) *Erasures {
		return &Erasures{Store: c.db, Ledger: c.l, Path: path, Log: slog.New(slog.DiscardHandler)}
	}
	before := newClub(t, "Alice", "Bob")
	order, _, err := erasures(before).Erase(func(tx store.Tx) (store.Player, error) { return tx.Player(1) })
	if err != nil || order.Number != 1 || before.player(1).Erased != 1 || before.player(1).Name != store.Former(1) {
		t.Fatalf("%+v, %v: %+v", order, err, before.player(1))
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(f, `{"number":2,"pla`)
	f.Close()

	back := newClub(t, "Alice", "Bob")
	if err := erasures(back).Again(t.Context()); err != nil || back.player(1).Erased != 1 || back.player(2).Erased != 0 {
		t.Errorf("%v: %+v, %+v", err, back.player(1), back.player(2))
	}
	another := newClub(t)
	another.now = another.now.Add(time.Hour)
	another.update(func(tx store.Tx) error {
		return RegisterPlayer(tx, "Club", &store.Player{Name: "Carol", Addresses: []string{"carol@example.org"}, Registered: another.now})
	})
	if err := erasures(another).Again(t.Context()); err != nil || another.player(1).Erased != 0 {
		t.Errorf("%v: %+v", err, another.player(1))
	}
	order, _, err = erasures(another).Erase(func(tx store.Tx) (store.Player, error) { return tx.Player(1) })
	if err != nil || order.Number != 2 {
		t.Errorf("the next order is %+v (%v)", order, err)
	}
}

// TestErasureWaits: who plays again, in a store that was put back, is erased when the game is over.
func TestErasureWaits(t *testing.T) {
	path := filepath.Join(t.TempDir(), ErasuresFile)
	before := newClub(t, "Alice", "Bob")
	first := &Erasures{Store: before.db, Ledger: before.l, Path: path, Log: slog.New(slog.DiscardHandler)}
	if _, _, err := first.Erase(func(tx store.Tx) (store.Player, error) { return tx.Player(1) }); err != nil {
		t.Fatal(err)
	}
	c := newClub(t, "Alice", "Bob")
	id := c.plays(1, 2)
	e := &Erasures{Store: c.db, Ledger: c.l, Path: path, Log: slog.New(slog.DiscardHandler)}
	if err := e.Again(t.Context()); err != nil || len(e.Waiting()) != 1 || c.player(1).Erased != 0 {
		t.Fatalf("%v: %+v waits", err, e.Waiting())
	}
	c.resigns(id)
	if err := e.TryWaiting(); err != nil || len(e.Waiting()) != 0 || c.player(1).Erased != 1 {
		t.Errorf("%v: %+v waits, %+v", err, e.Waiting(), c.player(1))
	}
}
