package bolt_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/terms"
	"corrd/store"
	"corrd/store/bolt"
)

// mail is a letter as it comes in, 1.7 KB.
var mail = []byte("From: Anna <anna@a.example>\r\nTo: corrd+g12.w7.abcdefghijklmnop@club.example\r\n" +
	"Subject: Re: [corrd 12] 7. Kt-KB3\r\n\r\nP-K4\r\n" + string(bytes.Repeat([]byte("> White has played P-K4, it is your turn; you have 30 days. \r\n"), 25)))

const benchGames = 1000

// oneLetter is the transaction of one letter: it, its mark, an event, a row.
func oneLetter(tx store.Tx, n int64) error {
	id := n%benchGames + 1
	l := store.Letter{Received: tx.Now(), Source: "imap", From: "anna@a.example", MessageID: "<1@a.example>",
		Subject: "Re: [corrd 12] 7. Kt-KB3", Game: id, Player: 1, Kind: "move", State: store.Acted, Verdict: "adopted"}
	if err := tx.PutLetter(&l, mail); err != nil {
		return err
	}
	if err := tx.MarkSeen(benchKey(n), l.ID); err != nil {
		return err
	}
	s, err := tx.Append(id, game.Event{At: tx.Now(), By: game.White, Law: "I.13.C", Letter: l.ID,
		Fact: game.Asked{Why: game.NoStatement, Words: "P-K4"}})
	if err != nil {
		return err
	}
	return tx.Enqueue(&store.Row{At: tx.Now(), Kind: "move", To: fmt.Sprintf("ben%d@b.example", id), Player: 2,
		Game: id, Side: board.Black, Seq: s.Seq, Letter: l.ID, MessageID: "<g12.7.black@club.example>"})
}

func benchKey(n int64) store.Key {
	return store.Key{byte(n * 151), byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)}
}

// BenchmarkUpdate compares the transaction of a letter with bare group commits
// of as many bytes to bbolt, by one writer goroutine, the floor.
func BenchmarkUpdate(b *testing.B) {
	for _, goroutines := range []int{1, 16, 64} {
		b.Run(fmt.Sprintf("store/%d", goroutines), func(b *testing.B) {
			s := open(b, filepath.Join(b.TempDir(), "store"), bolt.Options{})
			update(b, s, func(tx store.Tx) error { return beginMany(tx, benchGames) })
			b.ResetTimer()
			spread(b, goroutines, func(n int64) error {
				return s.Update(func(tx store.Tx) error { return oneLetter(tx, n) })
			})
		})
		b.Run(fmt.Sprintf("bare/%d", goroutines), func(b *testing.B) { bare(b, goroutines) })
	}
}

func beginMany(tx store.Tx, games int) error {
	for n := range games {
		id, err := tx.NewGame()
		if err != nil {
			return err
		}
		_, err = tx.Append(id, game.Event{At: noon, Fact: game.Started{Players: [2]int64{int64(2*n + 1), int64(2*n + 2)}}})
		if err != nil {
			return err
		}
	}
	return nil
}

// spread runs do b.N times on some goroutines, with the numbers from 0 up.
func spread(b *testing.B, goroutines int, do func(n int64) error) {
	numbers := make(chan int64)
	var all sync.WaitGroup
	for range goroutines {
		all.Go(func() {
			for n := range numbers {
				if err := do(n); err != nil {
					b.Error(err)
				}
			}
		})
	}
	for n := range int64(b.N) {
		numbers <- n
	}
	close(numbers)
	all.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "letters/s")
}

// bare commits the letter as it is, in groups, and nothing else.
func bare(b *testing.B, goroutines int) {
	file, err := bbolt.Open(filepath.Join(b.TempDir(), "bare"), 0o600, &bbolt.Options{NoFreelistSync: true, InitialMmapSize: 64 << 30})
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	type job struct {
		n    int64
		done chan error
	}
	jobs := make(chan job)
	defer close(jobs)
	go func() {
		for j := range jobs {
			group := []job{j}
			for more := true; more; {
				select {
				case j := <-jobs:
					group = append(group, j)
				default:
					more = false
				}
			}
			err := file.Update(func(tx *bbolt.Tx) error {
				to, err := tx.CreateBucketIfNotExists([]byte("letters"))
				for _, j := range group {
					if err == nil {
						err = to.Put(num(uint64(j.n)), mail)
					}
				}
				return err
			})
			for _, j := range group {
				j.done <- err
			}
		}
	}()
	b.ResetTimer()
	spread(b, goroutines, func(n int64) error {
		j := job{n, make(chan error, 1)}
		jobs <- j
		return <-j.done
	})
}

// BenchmarkFold folds a game of 70 plies from its log, and takes it from the
// cache.
func BenchmarkFold(b *testing.B) {
	path := filepath.Join(b.TempDir(), "store")
	s := open(b, path, bolt.Options{})
	update(b, s, func(tx store.Tx) error { return play70(tx) })
	fold := func(b *testing.B, seq int64) {
		for b.Loop() {
			err := s.View(func(v store.View) error {
				_, err := v.GameAt(1, seq)
				return err
			})
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	b.Run("log", func(b *testing.B) { fold(b, 140) })
	b.Run("cache", func(b *testing.B) { fold(b, 141) })
}

// play70 plays 70 plies to and fro, each accepted by the next hop.
func play70(tx store.Tx) error {
	id, err := tx.NewGame()
	if err != nil {
		return err
	}
	at := noon
	events := []game.Event{{At: at, Fact: game.Started{
		Terms:   terms.Terms{Code: "british-1899", Time: terms.TimeControl{Moves: 10, Per: 30 * 24 * time.Hour}},
		Players: [2]int64{1, 2}, Position: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}}}
	moves := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	for ply := range 70 {
		at = at.Add(time.Hour)
		move, _ := board.ParseMove(moves[ply%4])
		side := board.Side(ply % 2)
		events = append(events,
			game.Event{At: at, By: game.Corrd, Fact: game.Notified{Side: side}},
			game.Event{At: at, By: game.PartyOf(side), Law: "I.13.C", Letter: int64(ply),
				Fact: game.Played{Ply: ply + 1, Move: move, Words: "Kt-KB3", Reader: "1"}})
	}
	_, err = tx.Append(id, events...)
	return err
}

// BenchmarkDue asks for the rows that are due when 100,000 wait.
func BenchmarkDue(b *testing.B) {
	s := open(b, filepath.Join(b.TempDir(), "store"), bolt.Options{})
	for n := range 20 {
		update(b, s, func(tx store.Tx) error {
			for m := range 5000 {
				r := store.Row{To: fmt.Sprintf("%d@b.example", m), Next: noon.Add(time.Duration(n*5000+m) * time.Second)}
				if err := tx.Enqueue(&r); err != nil {
					return err
				}
			}
			return nil
		})
	}
	for b.Loop() {
		err := s.View(func(v store.View) error {
			_, _, err := v.NextDue()
			if err != nil {
				return err
			}
			due, err := v.Due(noon.Add(time.Hour), 16)
			if len(due) != 16 {
				b.Errorf("%d rows are due", len(due))
			}
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}
