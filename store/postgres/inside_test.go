package postgres

import (
	"errors"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/terms"
	"corrd/store"
	"corrd/store/kit"
	"corrd/store/postgres/pgtest"
)

var errGaveUp = errors.New("gave up")

// TestGroup: Updates share a transaction. Nothing stays of an Update that gives up, its number is
// given to the next, and the other Updates stay: in the same commit where the database has not been
// told of the failed writes, and in commits of their own where the database has.
func TestGroup(t *testing.T) {
	for name, c := range map[string]struct {
		told    bool // the database is told of what is given up
		commits int
	}{"not told": {false, 1}, "told": {true, 2}} {
		t.Run(name, func(t *testing.T) {
			commits := 0
			s, err := Open(pgtest.URL(t), Options{Failpoint: func(point string) error {
				if point == AfterCommit {
					commits++
				}
				return nil
			}})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			file := func(l *store.Letter, outcome error) *kit.Job {
				return &kit.Job{Run: func(tx store.Tx) error {
					err := errors.Join(tx.PutLetter(l, []byte("P-K4")), tx.SetSetting("last", l.Subject))
					if outcome != nil && c.told {
						_, err2 := tx.Count("answers")
						err = errors.Join(err, err2)
					}
					return errors.Join(err, outcome)
				}}
			}
			first, none, second := store.Letter{Subject: "first"}, store.Letter{Subject: "none"}, store.Letter{Subject: "second"}
			all := []*kit.Job{file(&first, nil), file(&none, errGaveUp), file(&second, nil)}
			g := &kit.Group{Jobs: all[:1:1]}
			g.Next = func() *kit.Job {
				if len(g.Jobs) == len(all) {
					return nil
				}
				return all[len(g.Jobs)]
			}
			if err := s.(*db).commit(g); err != nil {
				t.Fatal(err)
			}
			if c.told { // the group was over when it failed: what follows is another
				if err := s.Update(all[2].Run); err != nil {
					t.Fatal(err)
				}
			}
			if all[0].Err != nil || !errors.Is(all[1].Err, errGaveUp) || all[2].Err != nil {
				t.Errorf("the outcomes are %v, %v, %v", all[0].Err, all[1].Err, all[2].Err)
			}
			if first.ID != 1 || none.ID != 0 || second.ID != 2 || commits != c.commits {
				t.Errorf("the letters are %d, %d, %d, in %d commits", first.ID, none.ID, second.ID, commits)
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
			s, err := Open(pgtest.URL(t), Options{})
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
