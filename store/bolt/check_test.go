package bolt_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

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
		{"an address of nobody", "player-by-address", set([]byte("x@x.example"), num(1)), "leads to player 1, which has no such entry"},
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
		{"a lost alarm", "alarms", removeFirst, "game 1: its entry in alarms is missing or wrong"},
		{"an alarm too many", "alarms", set(append(stamp, num(1)...), []byte{}), "leads to game 1, which has no such entry"},
		{"a lost seat", "games-by-player", removeFirst, "game 1: its entry in games-by-player"},
		{"a seat too many", "games-by-player", set(num(7, 1), []byte{}), "leads to game 1, which has no such entry"},
		{"a lost letter", "letters", removeFirst, "the bytes of letter 1: there is no such record"},
		{"a letter that cannot be read", "letters", set(num(1), []byte("{")), "letter 1: it cannot be read"},
		{"lost bytes", "raw", removeFirst, "letter 1: its bytes are missing"},
		{"spoilt bytes", "raw", set(num(2), []byte("not deflated")), "the bytes of letter 2 cannot be read"},
		{"a letter lost from its game", "games", remove(part(1, 2, 1)), "letter 1: its entry in games"},
		{"a letter of another state", "letters", replace(num(2), "acted", "stood"), "letter 2: its entry in letters-by-state"},
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

// finds wants Check to find a fault whose words contain want.
func finds(t *testing.T, path, want string) {
	t.Helper()
	s := open(t, path, bolt.Options{ReadOnly: true})
	var all []string
	if _, err := s.Check(func(fault string) { all = append(all, fault) }); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(strings.Join(all, "\n"), want) {
		t.Errorf("Check found\n%s\nand should find\n%s", strings.Join(all, "\n"), want)
	}
}

// Damage to the file itself is found too, or refused when it is opened, and
// ends no program: each page in turn is zero, or what lies on it is ones or
// chance.
func TestCheckDamagedPages(t *testing.T) {
	const page, header = 4096, 16
	dir := t.TempDir()
	s := open(t, filepath.Join(dir, "store"), bolt.Options{})
	begin(t, s)
	update(t, s, furnish)
	for n := range 30 {
		update(t, s, func(tx store.Tx) error { return playLetter(tx, n) })
	}
	var image bytes.Buffer
	if _, err := s.Backup(&image); err != nil {
		t.Fatal(err)
	}
	chance := make([]byte, page-header)
	rand.NewChaCha8([32]byte{}).Read(chance)
	found, damaged := 0, filepath.Join(dir, "damaged")
	for at := 2 * page; at < image.Len(); at += page {
		for _, damage := range []struct {
			at   int
			with []byte
		}{{0, make([]byte, page)}, {header, bytes.Repeat([]byte{0xff}, page-header)}, {header, chance}} {
			b := bytes.Clone(image.Bytes())
			copy(b[at+damage.at:], damage.with)
			write(t, damaged, b)
			found += faults(t, damaged)
		}
	}
	if found == 0 {
		t.Error("no damage was found")
	}
}

// faults opens a damaged file, if it can be opened, and counts what Check finds.
func faults(t *testing.T, path string) (n int) {
	s, err := bolt.Open(path, bolt.Options{ReadOnly: true})
	if err != nil {
		if !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("a damaged file: %v", err)
		}
		return 1
	}
	defer s.Close()
	if _, err := s.Check(func(string) { n++ }); err != nil {
		t.Error(err)
	}
	return n
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
