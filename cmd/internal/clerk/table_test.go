package clerk

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/dossier"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/store"
)

// table is a clerk at whose desk letters are laid by hand, and a game of alice
// (White) and bob.
type table struct {
	*testing.T
	*Clerk
	mu    sync.Mutex // for sent; letters are sent several at a time
	sent  []sentLetter
	fail  error  // of the carrier
	taken func() // is called when the carrier takes a letter; nil: nothing is
}

type sentLetter struct {
	from, to string
	raw      []byte
}

// Send keeps what the clerk sends.
func (b *table) Send(_ context.Context, from, to string, raw []byte) error {
	if b.fail != nil {
		return b.fail
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sent = append(b.sent, sentLetter{from, to, raw})
	if b.taken != nil {
		b.taken()
	}
	return nil
}

// room is where the umpire and the operator of the table ask.
func (b *table) room() *control.Room {
	return &control.Room{Store: b.db, Ledger: b.Ledger(), Watch: b.Watch(), Clock: b.clock, Clerk: b.Clerk, Erasures: b.Erasures(), Loops: b.Clerk, Office: b.Office(), Budgets: b.desk.Budgets, Log: b.cfg.Log}
}

// files returns the sealed evidence of a game.
func (b *table) files(a control.Filing) []byte {
	b.Helper()
	return b.filesOf(b.room(), a)
}

func (b *table) filesOf(room *control.Room, a control.Filing) []byte {
	b.Helper()
	signer := b.desk.Keys.HouseSigner("club.example")
	name, txt := signer.Record()
	room.Seal = dossier.Seal{Sign: signer.Sign, Key: dossier.Key{Name: name, TXT: txt}}
	filed, err := room.GameFile(b.Context(), a)
	if err != nil {
		b.Fatal(err)
	}
	return filed.Zip
}

// unzipped returns the texts of an archive by their names.
func unzipped(t *testing.T, archive []byte) map[string]string {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, f := range r.File {
		content, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(content)
		if err != nil {
			t.Fatal(err)
		}
		texts[f.Name] = string(text)
	}
	return texts
}

// sampled yields the cases of a table in the order of their names: all of them, and with -short
// each nth.
func sampled[T any](cases map[string]T, nth int) iter.Seq2[string, T] {
	return func(yield func(string, T) bool) {
		for i, name := range slices.Sorted(maps.Keys(cases)) {
			if (!testing.Short() || i%nth == 0) && !yield(name, cases[name]) {
				return
			}
		}
	}
}

func newTable(t *testing.T) *table { return tableOf(t, "colour white") }

// tableOf is a table with a game on the terms with which alice challenges bob.
func tableOf(t *testing.T, terms string) *table {
	t.Helper()
	return tableOn(t, filepath.Join(t.TempDir(), "corrd.db"), terms)
}

// tableOn is tableOf on the store of a file.
func tableOn(t *testing.T, path, terms string) *table {
	t.Helper()
	b := &table{T: t, Clerk: clerkOf(t, path, nil, 0)}
	b.courier.Carrier = b
	b.join("alice", "bob")
	for _, plain := range []string{"errors law", "notation descriptive"} { // not the terms of newcomers
		if key, _, _ := strings.Cut(plain, " "); !strings.Contains(terms, key) {
			terms += ", " + plain
		}
	}
	b.letter("alice", "corrd@club.example", "challenge", "challenge bob@example.org, "+terms)
	b.letter("bob", "corrd@club.example", "accept", "accept")
	if b.game().ID != 1 {
		t.Fatal("no game began")
	}
	return b
}

// tableWith is a table at which nobody plays yet.
func tableWith(t *testing.T, players ...string) *table {
	t.Helper()
	b := &table{T: t, Clerk: newClerk(t, nil, 0)}
	b.courier.Carrier = b
	b.join(players...)
	return b
}

// join registers further players.
func (b *table) join(names ...string) {
	b.Helper()
	for _, who := range names {
		if _, err := b.room().PlayerAdd(b.Context(), control.Enrolment{Name: who, Address: who + "@example.org", Quiet: true}); err != nil {
			b.Fatal(err)
		}
	}
}

// letter delivers a letter whose sender's domain vouches for it.
func (b *table) letter(from, to, id, body string) {
	b.Helper()
	b.comes(time.Now(), from, to, "", id, body)
}

// comes delivers a letter at a time, with further lines in its header.
func (b *table) comes(at time.Time, from, to, header, id, body string) {
	b.Helper()
	raw := fmt.Sprintf("From: %s@example.org\r\nTo: %s\r\nMessage-ID: <%s@example.org>\r\n%s\r\n%s\r\n", from, to, id, header, body)
	env := mailer.Envelope{From: from + "@example.org", To: []string{to}, Auth: mailer.AuthPass}
	if err := b.Deliver("smtp")(context.Background(), env, []byte(raw), at); err != nil {
		b.Fatal(err)
	}
}

// inGame has a seat of a game state something, in a letter with its key.
func (b *table) inGame(id int64, side board.Side, message, words string) {
	b.Helper()
	var s ledger.Seat
	b.view(func(v store.View) (err error) {
		s.Side = side
		if s.Game, err = v.Game(id); err == nil {
			s.Player, err = v.Player(s.Game.Players[side])
		}
		return err
	})
	b.letter(s.Player.Name, b.desk.Keys.Address(s.Token(), s.Generation(), b.Ledger().Site), message, words)
}

// answer delivers an answer of a side to a letter of the outbox.
func (b *table) answer(side board.Side, id, inReplyTo, body string) {
	b.Helper()
	b.comes(time.Now(), owner(side), b.key(side), "In-Reply-To: <"+inReplyTo+">\r\n", id, body)
}

// owner is who plays a side of the game.
func owner(side board.Side) string { return [...]string{"alice", "bob"}[side] }

func (b *table) game() game.State { b.Helper(); return b.gameNumber(1) }

func (b *table) gameNumber(id int64) (s game.State) {
	b.Helper()
	b.view(func(v store.View) (err error) { s, err = v.Game(id); return err })
	return s
}

// wantNoGame sees that no game has begun.
func (b *table) wantNoGame() {
	b.Helper()
	b.view(func(v store.View) error {
		games, err := v.Games(0, 1)
		if len(games) != 0 {
			b.Error("a game has begun")
		}
		return err
	})
}

func (b *table) view(f func(store.View) error) {
	b.Helper()
	if err := b.db.View(f); err != nil {
		b.Fatal(err)
	}
}

func (b *table) update(f func(store.Tx) error) {
	b.Helper()
	if err := b.db.Update(f); err != nil {
		b.Fatal(err)
	}
}

// newest is the letter that came in last.
func (b *table) newest() (l store.Letter) {
	b.Helper()
	b.view(func(v store.View) error {
		letters, err := v.Letters(1)
		l = letters[0]
		return err
	})
	return l
}

// key is the address of a seat of the game.
func (b *table) key(side board.Side) string {
	s := ledger.Seat{Game: b.game(), Side: side}
	return b.desk.Keys.Address(s.Token(), s.Generation(), b.Ledger().Site)
}

func (b *table) rows() (rows []store.Row) {
	b.Helper()
	b.view(func(v store.View) (err error) { rows, err = v.Rows(100); return err })
	return rows
}

// sendAll sends what is due, one letter after the other, and returns the last row, or the zero row
// if there is none.
func (b *table) sendAll() (last store.Row) {
	b.Helper()
	for {
		var due []store.Row
		b.view(func(v store.View) (err error) { due, err = v.Due(b.clock.Now(), 100); return err })
		for _, row := range due {
			if err := b.courier.Send(b.Context(), row.ID); err != nil {
				b.Fatal(err)
			}
		}
		if len(due) == 0 {
			for _, last = range b.rows() {
			}
			return last
		}
	}
}

// told returns the texts of the letters of a kind that have been sent to somebody.
func (b *table) told(to, kind string) (texts []string) {
	b.Helper()
	b.sendAll()
	for _, l := range b.sent {
		if l.to == to+"@example.org" && strings.Contains(string(l.raw), "Corrd-Letter: "+kind+"\r\n") {
			texts = append(texts, parse.Letter(l.raw, mailer.Envelope{}, parse.Options{}).FullText)
		}
	}
	return texts
}

// lastTold is the newest letter of a kind that somebody has been sent.
func (b *table) lastTold(who, kind string) string {
	b.Helper()
	told := b.told(who, kind)
	if len(told) == 0 {
		b.Fatalf("%s has had no letter of the kind %s", who, kind)
	}
	return told[len(told)-1]
}

// wants fails unless a letter says all of the words, however the letter's lines are broken.
func wants(t *testing.T, letter string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(strings.Join(strings.Fields(letter), " "), w) {
			t.Errorf("no %q in\n%s", w, letter)
		}
	}
}

// replies has somebody answer the newest letter of a kind that they have been sent.
func (b *table) replies(who, kind, message, words string) {
	b.Helper()
	b.sendAll()
	for _, l := range slices.Backward(b.sent) {
		if l.to != who+"@example.org" || !strings.Contains(string(l.raw), "Corrd-Letter: "+kind+"\r\n") {
			continue
		}
		b.letter(who, replyTo(b.T, l.raw), message, words)
		return
	}
	b.Fatalf("%s has had no letter of the kind %s", who, kind)
}

// replyTo is the address to which a letter asks its reader to answer.
func replyTo(t *testing.T, raw []byte) string {
	t.Helper()
	_, rest, ok := strings.Cut(string(raw), "\r\nReply-To: ")
	if !ok {
		t.Fatalf("no Reply-To in %s", raw)
	}
	line, _, _ := strings.Cut(rest, "\r\n")
	if _, in, ok := strings.Cut(line, "<"); ok {
		line = strings.TrimSuffix(in, ">")
	}
	return strings.TrimSpace(line)
}

// pass lets time pass on the table's clock, and what falls due happen.
func (b *table) pass(d time.Duration) {
	b.Helper()
	b.clock.(*watch.Virtual).Set(b.clock.Now().Add(d))
	b.rings()
	b.sendAll()
}

// rowOf is a row of the outbox.
func (b *table) rowOf(id int64) (row store.Row, err error) {
	err = b.db.View(func(v store.View) error { row, err = v.Row(id); return err })
	return row, err
}

// nextReminder is the reminder of a challenge that falls due first.
func (b *table) nextReminder() (id int64, at time.Time, ok bool, err error) {
	err = b.db.View(func(v store.View) error { id, at, ok, err = v.NextReminder(); return err })
	return id, at, ok, err
}
