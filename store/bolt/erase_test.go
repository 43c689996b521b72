package bolt_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"corrd/game"
	"corrd/game/line"
	"corrd/game/terms"
	"corrd/store"
	"corrd/store/bolt"
)

// lived is a migrated store in which player 1, who played in format 1, has gone on in
// format 2: both games are over.
func lived(t *testing.T, path string) store.Store {
	t.Helper()
	old := filepath.Join(t.TempDir(), "old")
	asOfFormat2(t, old)
	if err := bolt.Migrate(old, path); err != nil {
		t.Fatal(err)
	}
	s := open(t, path, bolt.Options{})
	update(t, s, func(tx store.Tx) error {
		named := terms.Default()
		named.Umpire = "Alice@Wonder.example"
		mine := store.Letter{From: "alice@wonder.example", Game: 2, Player: 1, Subject: "Curiouser", Note: "a Cheshire remark", State: store.Acted}
		bobs := store.Letter{From: "bob@b.example", Game: 2, Player: 2, Subject: "Re: to Alice Liddell", Note: "dear Alice Liddell", State: store.Acted}
		stranger := store.Letter{From: "carol@c.example", Subject: "for the club", State: store.Answered}
		errs := []error{
			tx.PutLetter(&mine, []byte("From: alice@wonder.example\r\n\r\nmy jabberwock words\r\n")),
			tx.PutLetter(&bobs, []byte("From: bob@b.example\r\n\r\nP-K4, Alice Liddell\r\n")),
			tx.PutLetter(&stranger, []byte("From: carol@c.example\r\n\r\nask liddell@work.example\r\n")),
		}
		_, err := tx.Append(2,
			game.Event{At: noon, By: game.White, Letter: mine.ID, Law: "III.5", Fact: game.Promised{Ply: 6, Words: "If he dares the jabberwock, P-K4", Series: []line.Branch{{If: []string{"a jabberwock"}, Then: "the Queen's jabberwock"}}}},
			game.Event{At: noon, By: game.White, Letter: bobs.ID, Law: "III.5", Fact: game.Offended{Ply: 6, Words: "the Queen's jabberwock", Reader: "1", Conditional: true}},
			game.Event{At: noon, By: game.Black, Letter: bobs.ID, Law: "house:8", Fact: game.Proposed{What: "terms", Words: "propose umpire", Terms: &named}},
			game.Event{At: noon, By: game.Umpire, Law: "house:1", Fact: game.Ruled{Ruling: game.Ruling{Verb: game.RulesDismissed, Reason: "Alice Liddell has not shown it"}}},
			game.Event{At: noon, By: game.Umpire, Law: "house:1", Fact: game.Ruled{Ruling: game.Ruling{Verb: game.RulesDismissed, Reason: "the clock stood"}}},
			game.Event{At: noon, By: game.Black, Letter: bobs.ID, Law: "II.9", Fact: game.Ended{Score: game.WhiteWins, How: game.ByResignation}})
		errs = append(errs, err, tx.SetSetting("names/alice-liddell", "1"), tx.SetSetting("addresses/1", `["Liddell@work.example"]`), tx.SetSetting("motto", "Gens una sumus"),
			tx.AddCount("answers/alice@wonder.example/2026-01-01", 2), tx.AddCount("answers/bob@b.example/2026-01-01", 2),
			tx.PutChallenge(&store.Challenge{From: 2, To: "Liddell@work.example", ToID: 1, Terms: []byte(`{"code":"british-1899","umpire":"liddell@work.example"}`), State: store.ChallengeOpen}),
			tx.Enqueue(&store.Row{To: "alice@wonder.example", Player: 1, Kind: "office", Data: []byte(`{"topic":"help"}`)}),
			tx.Enqueue(&store.Row{To: "bob@b.example", Player: 2, Kind: "office", Data: []byte(`{"topic":"declined","name":"Alice Liddell","number":3}`)}),
			tx.Enqueue(&store.Row{To: "bob@b.example", Player: 2, Kind: "office", Data: []byte(`{"topic":"help"}`), State: store.Sent, Bytes: []byte("help")}),
			tx.Enqueue(&store.Row{To: "bob@b.example", Player: 2, Game: 2, Kind: "move", Note: "says the jabberwock", Data: nil, State: store.Sent, Bytes: []byte("the jabberwock")}))
		return errors.Join(errs...)
	})
	sound(t, s)
	return s
}

// ofAlice is what must not be left of alice, in upper or lower case.
var ofAlice = []string{"liddell", "alice", "wonder.example", "work.example", "jabberwock", "quoth", "knight of the king", "cheshire", "curiouser"}

func holds(t *testing.T, where string, text []byte) {
	t.Helper()
	for _, word := range ofAlice {
		if i := bytes.Index(bytes.ToLower(text), []byte(word)); i >= 0 {
			t.Errorf("%s: %q is left, in %q", where, word, text[max(0, i-60):min(len(text), i+60)])
		}
	}
}

func hashes(t *testing.T, s store.Store) (all [][32]byte) {
	t.Helper()
	if err := s.View(func(v store.View) error {
		for id := int64(1); id <= 2; id++ {
			log, err := v.Events(id)
			if err != nil {
				return err
			}
			for _, e := range log {
				all = append(all, e.Hash)
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestErase: no byte of what a player wrote and was is left in the closed file, save in the
// letters of others, which are named; every hash of every log is as it was, and the games
// stay. Done again, nothing changes.
func TestErase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store")
	s := lived(t, path)
	was := hashes(t, s)
	order := store.Order{Number: 7, Player: 1, Registered: noon, At: noon}
	mine := func(name, _ string) bool { return name == "addresses/1" || name == "names/alice-liddell" }
	done, err := store.Erase(s, order, mine)
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(done.Games) != "[1 2]" || fmt.Sprint(done.Letters) != "[3 4 7 8 10 11]" {
		t.Errorf("games %v, letters of others %v", done.Games, done.Letters)
	}
	if fmt.Sprint(hashes(t, s)) != fmt.Sprint(was) {
		t.Error("a hash of a log has changed")
	}
	erasedOf(t, s)
	if again, err := store.Erase(s, order, mine); err != nil || len(again.Letters) > 0 {
		t.Errorf("again: %+v, %v", again, err)
	}
	update(t, s, func(tx store.Tx) error {
		_, err := tx.Append(1, game.Event{At: noon, By: game.Corrd, Fact: game.Credited{Seconds: 1, Why: "test"}})
		return err
	})
	sound(t, s)
	s.Close()
	holds(t, "the file", read(t, path))
	s = open(t, path, bolt.Options{})
	verified, err := s.Check(func(fault store.Fault) { t.Error(fault) })
	if err != nil || verified != (store.Verified{Games: 2, Erased: 7, Unprovable: 4}) {
		t.Errorf("%+v, %v", verified, err)
	}
}

// erasedOf looks for words of alice in all that the store hands out, and for what must stay.
func erasedOf(t *testing.T, s store.Store) {
	t.Helper()
	err := s.View(func(v store.View) error {
		rows, err := v.Rows(math.MaxInt)
		for _, r := range rows {
			signed, err := v.Signed(r.ID)
			if err != nil {
				return err
			}
			holds(t, fmt.Sprint("row ", r.ID), fmt.Appendf(nil, "%+v %s %s", r, r.Data, signed))
			if r.Player == 1 && (r.State == store.Queued || signed != nil) {
				t.Errorf("row %d to alice is %s", r.ID, r.State)
			}
		}
		letters, err2 := v.Letters(math.MaxInt)
		for _, l := range letters {
			holds(t, fmt.Sprint("letter ", l.ID), fmt.Appendf(nil, "%+v", l))
			raw, err := v.Raw(l.ID)
			if theirs := l.Player == 1; theirs != errors.Is(err, store.ErrPurged) || !theirs && len(raw) == 0 {
				t.Errorf("letter %d of player %d: %q, %v", l.ID, l.Player, raw, err)
			}
		}
		for id := int64(1); id <= 2; id++ {
			log, err := v.Events(id)
			if err != nil {
				return err
			}
			var hash [32]byte
			for _, e := range log {
				holds(t, fmt.Sprint("event ", e.Seq), fmt.Appendf(nil, "%+v %s %s %q", e.Event, e.Line, e.Plain, besideOf(e)))
				if hash = sha256.Sum256(append(hash[:], e.Line...)); e.Erased != 0 {
					hash = e.Hash
				}
				if hash != e.Hash {
					t.Errorf("game %d: event %d does not verify: %s", id, e.Seq, e.Line)
				}
			}
			text := fmt.Sprintf("%+v", log)
			if id == 2 && !strings.Contains(text, "the clock stood") || !strings.Contains(text, "Kt-QB3") {
				t.Errorf("game %d: the words of others are gone too: %s", id, text)
			}
		}
		p, err3 := v.Player(1)
		if p.Name != "former member 1" || p.Addresses != nil || p.Erased != 7 {
			t.Errorf("%+v", p)
		}
		bobs, err4 := v.Count("answers/bob@b.example/2026-01-01")
		motto, _, err5 := v.Setting("motto")
		if bobs != 2 || motto == "" {
			t.Errorf("%d answers to bob, motto %q", bobs, motto)
		}
		help, err6 := v.Signed(rows[len(rows)-2].ID)
		if string(help) != "help" {
			t.Errorf("a letter that has nothing to do with alice is %q", help)
		}
		return errors.Join(err, err2, err3, err4, err5, err6)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestCompactWhileInUse: readers and writers go on while the file is written anew.
func TestCompactWhileInUse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store")
	s := open(t, path, bolt.Options{})
	begin(t, s)
	stop, ended, wrote := make(chan struct{}), make(chan error, 1), make(chan struct{}, 1)
	go func() {
		var err error
		for n := 1; err == nil; n++ {
			select {
			case <-stop:
				ended <- nil
				return
			default:
			}
			err = errors.Join(s.Update(func(tx store.Tx) error { return playLetter(tx, n) }), s.View(func(v store.View) error { _, err := v.Game(1); return err }))
			select {
			case wrote <- struct{}{}:
			default:
			}
		}
		ended <- err
	}()
	for range 5 {
		if err := s.Compact(); err != nil {
			t.Fatal(err)
		}
		select {
		case <-wrote: // a letter more lies between this file and the next
		case err := <-ended:
			t.Fatal(err)
		}
	}
	close(stop)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	letters := len(subjects(t, s))
	s.Close()
	s = open(t, path, bolt.Options{})
	sound(t, s)
	if n := len(subjects(t, s)); n != letters || n == 0 {
		t.Errorf("%d letters of %d", n, letters)
	}
}

// TestEraseCalledQueen erases a player whose name is a word of chess: the words of others
// in which the word stands stay as they are, and corrd's letters about the player go.
func TestEraseCalledQueen(t *testing.T) {
	for _, name := range []string{"Queen", "Kt", "P-K4"} {
		s := open(t, filepath.Join(t.TempDir(), "store"), bolt.Options{})
		begin(t, s)
		words := name + " takes Kt, P-K4, Queen"
		letter := store.Letter{From: "bob@b.example", Game: 1, Player: 2, Subject: words, Note: words, State: store.Acted}
		queued := store.Row{To: "carol@c.example", Player: 3, Kind: "office", Data: []byte(`{"name":"` + name + `","words":"` + words + `"}`)}
		sent := store.Row{To: "carol@c.example", Player: 3, Kind: "office", Data: []byte(`{}`), State: store.Sent, Bytes: []byte(name + " challenges you.")}
		update(t, s, func(tx store.Tx) error {
			err := errors.Join(tx.PutPlayer(&store.Player{Name: name, Addresses: []string{"q@a.example"}, Registered: noon}), tx.PutLetter(&letter, []byte("the letter")), tx.Enqueue(&queued), tx.Enqueue(&sent))
			_, err2 := tx.Append(1, game.Event{At: noon, By: game.Black, Letter: letter.ID, Law: "house:1", Fact: game.Protested{Words: words}},
				game.Event{At: noon, By: game.Umpire, Law: "house:1", Fact: game.Ruled{Ruling: game.Ruling{Verb: game.RulesAnnulled, Reason: words}}})
			return errors.Join(err, err2)
		})
		if _, err := store.Erase(s, store.Order{Number: 1, Player: 1, Registered: noon, At: noon}, func(string, string) bool { return false }); err != nil {
			t.Fatal(err)
		}
		err := s.View(func(v store.View) error {
			log, err := v.Events(1)
			said := 0
			for _, e := range log {
				for _, text := range besideOf(e) {
					if string(text) == `"`+words+`"` {
						said++
					}
				}
			}
			l, err2 := v.Letter(letter.ID)
			if said != 2 || l.Subject != words || l.Note != words {
				t.Errorf("%s: the words of others stand in %d events; subject %q, note %q", name, said, l.Subject, l.Note)
			}
			q, err3 := v.Row(queued.ID)
			old, err4 := v.Signed(sent.ID)
			if want := `{"name":"former member 1","words":"` + words + `"}`; string(q.Data) != want || len(old) > 0 {
				t.Errorf("%s: the letters about the player are %s and %q", name, q.Data, old)
			}
			return errors.Join(err, err2, err3, err4)
		})
		if err != nil {
			t.Error(err)
		}
	}
}

func besideOf(e store.Entry) (texts [][]byte) {
	for _, b := range e.Beside {
		texts = append(texts, b.Text)
	}
	return texts
}
