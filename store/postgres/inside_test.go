package postgres

import (
	"errors"
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/terms"
	"corrd/store"
	"corrd/store/peertest"
	"corrd/store/storetest"
)

var errGaveUp = errors.New("gave up")

// TestGiveUp: nothing stays of an Update that gives up, and its number is given to the next,
// whether the database has been told of what was written or not.
func TestGiveUp(t *testing.T) {
	for name, told := range map[string]bool{"not told": false, "told": true} {
		t.Run(name, func(t *testing.T) {
			s, err := Open(peertest.URL(t), Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			file := func(l *store.Letter, outcome error) error {
				return s.Update(func(tx store.Tx) error {
					err := errors.Join(tx.PutLetter(l, []byte("P-K4")), tx.SetSetting("last", l.Subject))
					if outcome != nil && told {
						_, err2 := tx.Count("answers")
						err = errors.Join(err, err2)
					}
					return errors.Join(err, outcome)
				})
			}
			first, none, second := store.Letter{Subject: "first"}, store.Letter{Subject: "none"}, store.Letter{Subject: "second"}
			err1, err2, err3 := file(&first, nil), file(&none, errGaveUp), file(&second, nil)
			if err1 != nil || !errors.Is(err2, errGaveUp) || err3 != nil {
				t.Errorf("the outcomes are %v, %v, %v", err1, err2, err3)
			}
			if first.ID != 1 || none.ID != 0 || second.ID != 2 {
				t.Errorf("the letters are %d, %d, %d", first.ID, none.ID, second.ID)
			}
			err = s.View(func(v store.View) error {
				letters, err := v.Letters(9)
				last, _, err2 := v.Setting("last")
				if len(letters) != 2 || last != "second" {
					t.Errorf("%d letters, the last setting is %q", len(letters), last)
				}
				return errors.Join(err, err2)
			})
			if err != nil {
				t.Error(err)
			}
			s.Check(func(fault store.Fault) { t.Error(fault) })
		})
	}
}

// TestReckon: what the head of a game and the list of its players hold, and its log does not lead
// to, is stale and no damage; Reckon puts it right.
func TestReckon(t *testing.T) {
	for name, spoil := range map[string]string{
		"alarm later": "update games set alarm = alarm + interval '2 days'",
		"no alarm":    "update games set alarm = null",
		"player":      "update games set white = white + 7",
		"list":        "delete from seats",
	} {
		t.Run(name, func(t *testing.T) {
			s, err := Open(peertest.URL(t), Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			at := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
			err = s.Update(func(tx store.Tx) error {
				a, b := store.Player{Name: "Alice"}, store.Player{Name: "Bob"}
				err := errors.Join(tx.PutPlayer(&a), tx.PutPlayer(&b))
				id, err2 := tx.NewGame()
				_, err3 := tx.Append(id, game.Event{At: at, By: game.Corrd, Law: "house:1", Fact: game.Started{Players: [2]int64{a.ID, b.ID}, Terms: terms.Default()}})
				return errors.Join(err, err2, err3)
			})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.(*db).pool.Exec(t.Context(), spoil); err != nil {
				t.Fatal(err)
			}
			var found []store.Fault
			if _, err := s.Check(func(f store.Fault) { found = append(found, f) }); err != nil || len(found) == 0 || found[0].Stale != 1 {
				t.Fatalf("Check found %v, %v", found, err)
			}
			err = s.Update(func(tx store.Tx) error {
				was, err := tx.Reckon(1)
				is, err2 := tx.Reckon(1)
				if !was || is {
					t.Errorf("Reckon found %v, then %v", was, is)
				}
				return errors.Join(err, err2)
			})
			if err != nil {
				t.Fatal(err)
			}
			s.Check(func(fault store.Fault) { t.Error(fault) })
		})
	}
}

func TestFolded(t *testing.T) {
	s, err := Open(peertest.URL(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	storetest.Folded(t, s, func(tx store.Tx, id int64, folded []byte) error {
		u := tx.(*update)
		h, err := u.head(id)
		h.Folded = folded
		u.putHead(&h, false)
		return err
	})
}

// TestMarkOfNoLetter: Check finds each mark of a letter that does not exist, and no other.
func TestMarkOfNoLetter(t *testing.T) {
	s, err := Open(peertest.URL(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	l := store.Letter{State: store.Acted}
	err = s.Update(func(tx store.Tx) error {
		return errors.Join(tx.PutLetter(&l, []byte("P-K4")), tx.MarkSeen(store.Key{1}, l.ID), tx.MarkSeen(store.Key{3}, l.ID))
	})
	if err == nil {
		_, err = s.(*db).pool.Exec(t.Context(), `insert into seen values ('\x02', 7), ('\x04', 8)`)
	}
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	_, err = s.Check(func(f store.Fault) { found = append(found, f.Words) })
	if err != nil || len(found) != 2 || !strings.Contains(found[0], "letter 7 ") || !strings.Contains(found[1], "letter 8 ") {
		t.Errorf("Check found %q, %v", found, err)
	}
}

// TestCheckFindsWhatLeadsNowhere: what lies beside records in vain, or leads to none, is found.
func TestCheckFindsWhatLeadsNowhere(t *testing.T) {
	s, err := Open(peertest.URL(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	err = s.Update(func(tx store.Tx) error {
		return errors.Join(tx.PutPlayer(&store.Player{Name: "Anna", Addresses: []string{"anna@a.example"}}),
			tx.PutChallenge(&store.Challenge{From: 1, State: store.ChallengeOpen}),
			tx.PutLetter(&store.Letter{State: store.Acted}, []byte("P-K4")), tx.PutLetter(&store.Letter{State: store.Acted}, []byte("P-Q4")))
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Check(func(f store.Fault) { t.Error(f) }); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{
		{"delete from raw where letter = 1", "letter 1: its bytes are missing; nobody can prove what was sent"},
		{"update letters set purged = true where id = 2", "letter 2: its bytes are kept, though it says that they are not; what was to be forgotten is not"},
		{`insert into raw (letter, deflated) values (77, '\x010000ffff')`, "the bytes of letter 77: there is no such record; they lie there in vain"},
		{`insert into raw (letter, deflated) values (78, '\x77')`, "the bytes of letter 78 cannot be read"},
		{`insert into outbox_bytes (row_id, deflated) values (79, '\x010000ffff')`, "the signed bytes of row 79: there is no such record; they lie there in vain"},
		{`insert into events (game, seq, seal, line) values (80, 1, '\x00', '{}')`, "events lie under the number 80, which is no game; the game is lost"},
		{"insert into seats (player, game) values (1, 81)", "seats: the entry of game 81 leads nowhere; the games of the player are not those listed"},
		{"insert into addresses (player, position, address, folded) values (82, 0, 'b@b.example', 'b@b.example')", "addresses: those of player 82 lead nowhere; letters from the address are taken for another's"},
		{"update addresses set folded = 'c@c.example' where player = 1", "anna@a.example of 1 is found as c@c.example; letters from the address are taken for another's"},
		{"insert into challenge_players (challenge, player) values (83, 1)", "challenge_players: the entry of challenge 83 leads nowhere; the open challenges of the player are not those listed"},
		{"delete from challenge_players where challenge = 1", "challenge 1: it is not listed for those whom it names; the open challenges of the player are not those listed"},
		{"select setval('letter_numbers', 1)", "letter 2: the last number given is 1; a later letter would take its place"},
	} {
		if _, err := s.(*db).pool.Exec(t.Context(), c[0]); err != nil {
			t.Fatalf("%s: %v", c[0], err)
		}
		var found []string
		_, err = s.Check(func(f store.Fault) { found = append(found, f.Words) })
		if all := strings.Join(found, "\n"); err != nil || !strings.Contains(all, c[1]) {
			t.Errorf("%s: Check found\n%s\nand should find\n%s (%v)", c[0], all, c[1], err)
		}
	}
}
