package bolt_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"corrd/game"
	"corrd/store"
	"corrd/store/bolt"
)

// furnish stores something in every bucket.
func furnish(tx store.Tx) error {
	return errors.Join(
		tx.SetSetting("motto", "Gens una sumus"),
		tx.PutPlayer(&store.Player{Name: "Anna", Addresses: []string{"anna@a.example"}}),
		tx.PutRegistration(&store.Registration{Address: "carl@c.example"}),
		tx.PutChallenge(&store.Challenge{From: 1, State: store.ChallengeOpen}),
		playLetter(tx, 1), playLetter(tx, 2),
		tx.PutRow(&store.Row{ID: 1, To: "a@a.example", Game: 1, State: store.Sent, Bytes: []byte("signed")}),
		tx.AddCount("answers", 3))
}

// change is something done to one bucket behind the back of the store.
type change func(b *bbolt.Bucket) error

func remove(key []byte) change { return func(b *bbolt.Bucket) error { return b.Delete(key) } }

func removeFirst(b *bbolt.Bucket) error { k, _ := b.Cursor().First(); return b.Delete(k) }

func removeLast(b *bbolt.Bucket) error { k, _ := b.Cursor().Last(); return b.Delete(k) }

func set(key, value []byte) change {
	return func(b *bbolt.Bucket) error { return b.Put(key, value) }
}

// spoil changes one byte in the middle of a value.
func spoil(key []byte) change {
	return func(b *bbolt.Bucket) error {
		v := bytes.Clone(b.Get(key))
		v[len(v)/2] ^= 1
		return b.Put(key, v)
	}
}

// replace changes part of the text of a value.
func replace(key []byte, old, new string) change {
	return func(b *bbolt.Bucket) error {
		return b.Put(key, bytes.Replace(b.Get(key), []byte(old), []byte(new), 1))
	}
}

// part is a key of the bucket games.
func part(game uint64, part byte, n ...uint64) []byte {
	return append(append(num(game), part), num(n...)...)
}

func num(ns ...uint64) (k []byte) {
	for _, n := range ns {
		k = binary.BigEndian.AppendUint64(k, n)
	}
	return k
}

func TestCheckFinds(t *testing.T) {
	stamp := make([]byte, 12)
	for _, c := range []struct {
		name, bucket string
		do           change
		want         string
	}{
		{"a lost counter", "meta", remove([]byte("letter")), "letter 1: the last number given is 0"},
		{"a spoilt counter", "meta", set([]byte("row"), []byte("x")), "the next row would take the place of another"},
		{"a lost player", "players", removeFirst, "leads to player 1, which does not exist"},
		{"an address of nobody", "player-by-address", set(append([]byte("x@x.example\x00"), num(1)...), []byte{}), "leads to player 1, which has no such entry"},
		{"a lost address", "player-by-address", removeFirst, "player 1: its entry in player-by-address is missing or wrong"},
		{"a lost registration", "registrations", removeFirst, "leads to registration 1, which does not exist"},
		{"a lost entry of a registration", "registration-by-address", removeFirst, "registration 1: its entry"},
		{"a lost challenge", "challenges", removeFirst, "leads to challenge 1, which does not exist"},
		{"a challenge that is not open", "challenges", replace(num(1), "open", "declined"), "leads to challenge 1, which has no such entry"},
		{"a lost head", "games", removeFirst, "lie under the number 1, which is no game"},
		{"a short head", "games", set(part(1, 0), []byte("short")), "game 1: it cannot be read"},
		{"a changed hash", "games", spoil(part(1, 0)), "game 1: the chain of its 3 events does not end in the hash of its head"},
		{"a changed event", "games", replace(part(1, 1, 3), `"words":"?"`, `"words":"!"`), "game 1: the chain of its 3 events does not end"},
		{"a changed fact", "games", replace(part(1, 1, 3), "no_statement", "game_over"), "game 1: the chain"},
		{"the last event lost", "games", remove(part(1, 1, 3)), "game 1 does not fold: store: corrupt: game 1: event 3 is missing"},
		{"the first event lost", "games", remove(part(1, 1, 1)), "event 1 is missing"},
		{"an event too many", "games", set(part(1, 1, 4), []byte("{}")), "there is an event after its last, 3"},
		{"an event that cannot be read", "games", set(part(1, 1, 2), []byte("{}")), "game 1 does not fold"},
		{"an event of the future", "games", replace(part(1, 1, 3), `"asked"`, `"beamed"`), "only a newer corrd can play it on"},
		{"a game without a head", "games", set(part(9, 1, 1), []byte("{}")), "lie under the number 9"},
		{"a lost alarm", "alarms", removeFirst, "game 1: its next timed event"},
		{"an alarm too many", "alarms", set(append(stamp, num(1)...), []byte{}), "game 1: an alarm of it"},
		{"a lost seat", "games-by-player", removeFirst, "game 1: its entry in games-by-player"},
		{"a seat too many", "games-by-player", set(num(7, 1), []byte{}), "leads to game 1, which has no such entry"},
		{"a lost letter", "letters", removeFirst, "the bytes of letter 1: there is no such record"},
		{"a letter that cannot be read", "letters", set(num(1), []byte("{")), "letter 1: it cannot be read"},
		{"lost bytes", "raw", removeFirst, "letter 1: its bytes are missing"},
		{"spoilt bytes", "raw", set(num(2), []byte("not deflated")), "the bytes of letter 2 cannot be read"},
		{"a letter lost from its game", "games", remove(part(1, 2, 1)), "letter 1: its entry in games"},
		{"a letter of another state", "letters", replace(num(2), "acted", "stood"), "letter 2: its check sum is not right"},
		{"a mark of no letter", "seen", set(make([]byte, 32), num(99)), "says that letter 99 was seen"},
		{"a lost row", "rows", removeLast, "leads to row 4, which does not exist"},
		{"lost from its game", "games", remove(part(1, 3, 1)), "row 1: its entry in games"},
		{"lost from its state", "rows-by-state", removeFirst, "its entry in rows-by-state"},
		{"lost from its queue", "queue", removeFirst, "row 3: its entry in queue is missing or wrong"},
		{"another time in the queue", "queue", set([]byte("a@a.example\x00\x00\x00\x00\x00\x00\x00\x00\x03"), make([]byte, 12)), "row 3: its entry in queue"},
		{"not due", "due", removeFirst, "is not due though it is the first"},
		{"due before its turn", "due", set(append(stamp, num(4)...), []byte{}), "row 4 is due though it is not the first to b@b.example"},
		{"no row due", "due", set(append(stamp, num(77)...), []byte{}), "row 77 is due, but"},
		{"signed bytes of no row", "row-bytes", set(num(88), []byte{1, 0, 0, 0xff, 0xff}), "the signed bytes of row 88"},
		{"a tally without a day", "counts-by-day", removeFirst, `the tally "answers" has no day`},
		{"a day without a tally", "counts", removeFirst, "is of no tally"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "store")
			s := open(t, path, bolt.Options{})
			begin(t, s)
			update(t, s, furnish)
			sound(t, s)
			s.Close()
			edit(t, path, func(tx *bbolt.Tx) error { return c.do(tx.Bucket([]byte(c.bucket))) })
			finds(t, path, c.want)
		})
	}
}

// TestCheckFindsWhatIsNoNextEvent has one game that runs, one that is suspended and
// one that is over, each with faults in its next timed event.
func TestCheckFindsWhatIsNoNextEvent(t *testing.T) {
	const running, suspended, over = 1, 2, 3
	noon := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	alarm := func(id uint64, at time.Time) []byte {
		k := binary.BigEndian.AppendUint64(nil, uint64(at.Unix())^1<<63)
		return append(binary.BigEndian.AppendUint32(k, 0), num(id)...)
	}
	var due time.Time
	for name, c := range map[string]struct {
		do   func(b *bbolt.Bucket) error
		want []string
	}{
		"none":           {removeFirst, []string{"game 1: its next timed event"}},
		"two":            {func(b *bbolt.Bucket) error { return b.Put(alarm(running, noon), nil) }, []string{"game 1: an alarm of it"}},
		"of a suspended": {func(b *bbolt.Bucket) error { return b.Put(alarm(suspended, noon), nil) }, []string{"game 2: an alarm of it"}},
		"of one over":    {func(b *bbolt.Bucket) error { return b.Put(alarm(over, noon), nil) }, []string{"game 3: an alarm of it"}},
		"of none":        {func(b *bbolt.Bucket) error { return b.Put(alarm(77, noon), nil) }, []string{"of game 77, which there is not"}},
		"of no game":     {func(b *bbolt.Bucket) error { return b.Put([]byte("x"), nil) }, []string{"the key 78 leads nowhere"}},
		"at another time": {func(b *bbolt.Bucket) error {
			return errors.Join(b.Delete(alarm(running, due)), b.Put(alarm(running, noon), nil))
		}, []string{"is missing in alarms", "an alarm of it"}},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "store")
			s := open(t, path, bolt.Options{})
			for range 3 {
				begin(t, s)
			}
			update(t, s, func(tx store.Tx) error {
				_, err := tx.Append(suspended, game.Event{At: noon, By: game.Umpire, Fact: game.Ruled{Ruling: game.Ruling{Verb: game.RulesSuspended}}})
				_, err2 := tx.Append(over, game.Event{At: noon, Fact: game.Ended{Score: game.WhiteWins, How: game.ByResignation}})
				_, due, _, _ = tx.NextAlarm()
				return errors.Join(err, err2)
			})
			sound(t, s)
			s.Close()
			edit(t, path, func(tx *bbolt.Tx) error { return c.do(tx.Bucket([]byte("alarms"))) })
			for _, want := range c.want {
				finds(t, path, want)
			}
			if strings.HasPrefix(name, "of no") {
				return // it belongs to no game
			}
			var stale []int64
			s = open(t, path, bolt.Options{CheckUpTo: 1 << 20, Stale: func(f store.Fault) { stale = append(stale, f.Stale) }})
			if len(stale) != len(c.want) {
				t.Errorf("Open told of games %v", stale)
			}
			update(t, s, func(tx store.Tx) error {
				was, err := tx.Reckon(stale[0])
				is, err2 := tx.Reckon(stale[0])
				if !was || is {
					t.Errorf("Reckon found %v, then %v", was, is)
				}
				return errors.Join(err, err2)
			})
			sound(t, s)
		})
	}
}

// TestCheckFindsKeptBytes: bytes that a letter's record calls purged are found where they lie.
func TestCheckFindsKeptBytes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store")
	s := open(t, path, bolt.Options{})
	begin(t, s)
	update(t, s, furnish)
	var kept []byte
	s.Close()
	edit(t, path, func(tx *bbolt.Tx) error { kept = bytes.Clone(tx.Bucket([]byte("raw")).Get(num(1))); return nil })
	s = open(t, path, bolt.Options{})
	update(t, s, func(tx store.Tx) error {
		l, err := tx.Letter(1)
		l.Purged = true
		return errors.Join(err, tx.PutLetter(&l, nil))
	})
	sound(t, s)
	s.Close()
	edit(t, path, func(tx *bbolt.Tx) error { return tx.Bucket([]byte("raw")).Put(num(1), kept) })
	finds(t, path, "letter 1: its bytes are kept, though it says that they are not")
}

// finds wants Check to find a fault whose words contain want.
func finds(t *testing.T, path, want string) {
	t.Helper()
	s := open(t, path, bolt.Options{ReadOnly: true})
	defer s.Close()
	var all []string
	if _, err := s.Check(func(fault store.Fault) { all = append(all, fault.Words) }); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(strings.Join(all, "\n"), want) {
		t.Errorf("Check found\n%s\nand should find\n%s", strings.Join(all, "\n"), want)
	}
}

// Damage to the file itself is found by CheckFile and refused at the start, and
// ends no program: each page in turn is zero, or another page, or what lies on it is
// ones or chance, as well where it is the end of a long record.
func TestEveryDamagedPageIsFound(t *testing.T) {
	const header = 16
	page := os.Getpagesize()
	path := filepath.Join(t.TempDir(), "damaged")
	image, free := manyPages(t)
	chance := make([]byte, page)
	rand.NewChaCha8([32]byte{}).Read(chance)
	long := 0
	for id := range len(image) / page {
		at, kept := id*page, header
		if binary.LittleEndian.Uint64(image[at:]) != uint64(id) {
			long, kept = long+1, 0 // it continues the page before
		}
		for what, with := range map[string][]byte{"zero": make([]byte, page), "ones": bytes.Repeat([]byte{0xff}, page),
			"chance": chance, "another page": image[3*page : 4*page]} {
			b := bytes.Clone(image)
			if what == "ones" || what == "chance" {
				copy(b[at+kept:at+page], with)
			} else {
				copy(b[at:], with)
			}
			if free[id] || bytes.Equal(b, image) || isSlack(image, id) {
				continue
			}
			write(t, path, b)
			wantDamage(t, path, fmt.Sprintf("page %d is %s", id, what))
		}
	}
	if long == 0 {
		t.Error("no record is long")
	}
}

// TestFlippedBits changes one bit of a page near its beginning, where a page says
// what lies where: none ends the program, and whatever is refused is refused as damage.
func TestFlippedBits(t *testing.T) {
	const flips, near = 400, 200
	image, free := manyPages(t)
	path := filepath.Join(t.TempDir(), "damaged")
	random := rand.New(rand.NewPCG(5, 6))
	for range flips {
		at := random.IntN(len(image)/os.Getpagesize())*os.Getpagesize() + random.IntN(near)
		if free[at/os.Getpagesize()] {
			continue
		}
		b := bytes.Clone(image)
		b[at] ^= 1 << random.IntN(8)
		write(t, path, b)
		if _, err := bolt.CheckFile(path, func(store.Fault) {}); err != nil && !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("byte %d: CheckFile says %v", at, err)
		}
		s, err := bolt.Open(path, bolt.Options{CheckUpTo: 1 << 20})
		if err == nil {
			s.Close()
		} else if !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("byte %d: opened with %v", at, err)
		}
	}
}

// isSlack reports whether a page is the last of several that hold one page of keys,
// and nothing of these lies on it.
func isSlack(image []byte, id int) bool {
	page := os.Getpagesize()
	for first := id - 1; first >= 2; first-- {
		b := image[first*page:]
		if binary.LittleEndian.Uint64(b) != uint64(first) || first+int(binary.LittleEndian.Uint32(b[12:])) != id {
			continue
		}
		end := 16
		for n := range int(binary.LittleEndian.Uint16(b[10:])) {
			at := 16 + 16*n
			e := b[at:]
			end = max(end, at+int(binary.LittleEndian.Uint32(e[4:])+binary.LittleEndian.Uint32(e[8:])+binary.LittleEndian.Uint32(e[12:])))
		}
		return end <= (id-first)*page
	}
	return false
}

// manyPages is a file with pages of every kind, and which of them hold nothing.
func manyPages(t *testing.T) (image []byte, free map[int]bool) {
	path := filepath.Join(t.TempDir(), "store")
	s := open(t, path, bolt.Options{})
	begin(t, s)
	update(t, s, furnish)
	for n := range 30 {
		update(t, s, func(tx store.Tx) error { return playLetter(tx, n) })
	}
	update(t, s, func(tx store.Tx) error {
		noise := make([]byte, 30_000)
		rand.NewChaCha8([32]byte{}).Read(noise)
		row := store.Row{To: "a@a.example", Game: 1, Bytes: noise, Data: noise[:9000]}
		return errors.Join(tx.PutLetter(&store.Letter{Size: 9}, noise), tx.Enqueue(&row))
	})
	s.Close()
	free = map[int]bool{}
	used := 0
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.View(func(tx *bbolt.Tx) error {
		for id := 0; ; id++ {
			info, err := tx.Page(id)
			if err != nil || info == nil {
				used = id * os.Getpagesize()
				return err
			}
			free[id] = info.Type == "free"
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return read(t, path)[:used], free
}

// wantDamage wants damage to be found in a file, and the file not to be opened by
// who looks at all of it.
func wantDamage(t *testing.T, path, what string) {
	t.Helper()
	var faults []string
	_, err := bolt.CheckFile(path, func(fault store.Fault) { faults = append(faults, fault.Words) })
	if len(faults) == 0 && !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("%s: nothing is found: %v", what, err)
	}
	s, err := bolt.Open(path, bolt.Options{CheckUpTo: 1 << 20})
	if err == nil {
		s.Close()
	}
	if !errors.Is(err, store.ErrCorrupt) || strings.Contains(err.Error(), "\n") {
		t.Errorf("%s: opened with %v", what, err)
	}
}

// TestEveryChangedByteOfAnEventIsFound changes each byte of one event where it lies.
func TestEveryChangedByteOfAnEventIsFound(t *testing.T) {
	image, free := manyPages(t)
	path := filepath.Join(t.TempDir(), "damaged")
	event := []byte(`{"seq":2,"at":`)
	for at := 0; ; at++ {
		next := bytes.Index(image[at:], event)
		if next < 0 {
			break
		}
		for at += next; image[at] != '}'; at++ {
			if free[at/os.Getpagesize()] {
				continue
			}
			b := bytes.Clone(image)
			b[at] ^= 1
			write(t, path, b)
			wantDamage(t, path, fmt.Sprintf("%q at %d is %q", image[at], at, b[at]))
			if at%7 != 0 {
				at++ // about half of them
			}
		}
	}
}

// A game that is in the cache is folded anew when its log is not that which
// was folded.
func TestCacheIsChecked(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "store"), bolt.Options{})
	begin(t, s)
	for n := range 5 {
		s.Update(func(tx store.Tx) error {
			err := playLetter(tx, n)
			if n%2 == 1 {
				return errGiveUp
			}
			return err
		})
		s.View(func(v store.View) error {
			got, err := v.Game(1)
			want := game.State{ID: 1}
			events, err2 := v.Events(1)
			for _, e := range events {
				want = want.Apply(e.Event)
			}
			if got.Seq != want.Seq || got.LastEvent != want.LastEvent {
				t.Errorf("the game has %d events, the log %d", got.Seq, want.Seq)
			}
			return errors.Join(err, err2)
		})
	}
}
