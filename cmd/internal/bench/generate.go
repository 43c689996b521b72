package main

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/store"
	"corrd/store/bolt"
)

// began is when the first game of a store begins; the others begin after it.
var began = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

const (
	meanLetters  = 8   // a game
	leastRunning = 256 // games, even in a small store
	gamesAtOnce  = 200 // in one transaction
)

// generator fills a store with games: each has two players of its own, one to
// fifteen letters with their raw bytes and marks, and a row of the outbox for
// each. One in a hundred runs; of the others somebody has resigned.
type generator struct {
	random *rand.Rand
	games  int
	shapes [len(opening) + 1][]game.Event // by moves: the events, to be signed anew for each game
}

// generate makes a store of some games in a new file.
func generate(path string, games int, seed uint64) error {
	db, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	if err := fill(db, games, seed); err != nil {
		return err
	}
	return db.Close()
}

// fill fills an empty store with some games.
func fill(db store.Store, games int, seed uint64) error {
	g := &generator{games: games}
	for n := range g.shapes {
		var err error
		if g.shapes[n], err = shape(n); err != nil {
			return err
		}
	}
	for from := 0; from < games; from += gamesAtOnce {
		err := db.Update(func(tx store.Tx) error {
			g.random = rand.New(rand.NewPCG(seed, uint64(from))) // a transaction may run again
			for n := from; n < min(from+gamesAtOnce, games); n++ {
				if err := g.add(tx, n); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// opening is what the players of all games play: enough for fourteen letters.
var opening = [...]string{"P-K4", "P-K4", "Kt-KB3", "Kt-QB3", "B-B4", "B-B4", "P-QB3", "Kt-B3", "P-Q4", "PxP", "PxP", "B-Kt5ch", "Kt-B3", "KtxKP"}

// shape gives the events of a game of so many moves.
func shape(moves int) (events []game.Event, err error) {
	var s game.State
	now := began
	take := func(a play.Act) {
		for _, e := range play.Decide(s, a, now) {
			events, s = append(events, e), s.Apply(e)
		}
		now = now.Add(6 * time.Hour)
	}
	take(play.Start{Terms: terms.Default(), Players: [2]int64{1, 2}})
	for i := range moves {
		by := s.Position.SideToMove()
		take(play.Notify{Side: by})
		take(play.Letter{ID: int64(i + 1), By: by, Ply: i + 1, Received: now, Statements: interpret.Parse(opening[i]).Statements})
	}
	if len(s.Line) != moves {
		return nil, fmt.Errorf("of the opening only %d moves were played", len(s.Line))
	}
	return events, nil
}

// add adds one game, with all that belongs to it.
func (g *generator) add(tx store.Tx, n int) error {
	var players [2]int64
	for side := range players {
		p := store.Player{Name: fmt.Sprintf("Player %d-%d", n, side), Addresses: []string{address(n, side)}, Registered: began}
		if err := tx.PutPlayer(&p); err != nil {
			return err
		}
		players[side] = p.ID
	}
	id, err := tx.NewGame()
	if err != nil {
		return err
	}
	letters := 1 + g.random.IntN(2*meanLetters-1)
	runs := g.runs(n)
	moves := min(letters, len(opening))
	if runs {
		moves = min(moves, 8)
		letters = moves
	} else if moves == letters {
		moves-- // the last letter resigns
	}
	first, err := g.letters(tx, id, players, letters, n)
	if err != nil {
		return err
	}
	s, err := tx.Append(id, g.events(moves, players, first)...)
	if err != nil || runs {
		return err
	}
	by := s.Position.SideToMove()
	_, err = tx.Append(id, play.Decide(s, play.Letter{ID: first + int64(moves), By: by, Received: s.Started.Add(time.Hour),
		Statements: interpret.Parse("I resign").Statements}, s.Started.AddDate(0, 0, 10))...)
	return err
}

// runs reports whether game n is one of those that run, spread evenly.
func (g *generator) runs(n int) bool {
	return n%apart(g.games) == 0
}

// apart is how far apart those games lie that run.
func apart(games int) int { return max(1, games/max(games/100, leastRunning)) }

// events gives the events of so many moves, signed with the players and the
// letters of a game.
func (g *generator) events(moves int, players [2]int64, first int64) []game.Event {
	events := make([]game.Event, len(g.shapes[moves]))
	shift := time.Since(began).Truncate(24*time.Hour) - 10*24*time.Hour
	for i, e := range g.shapes[moves] {
		e.At = e.At.Add(shift)
		if e.Letter != 0 {
			e.Letter += first - 1
		}
		if f, ok := e.Fact.(game.Started); ok {
			f.Players = players
			e.Fact = f
		}
		events[i] = e
	}
	return events
}

// letters adds the letters of a game, as many rows, and the marks of each; it
// gives the number of the first.
func (g *generator) letters(tx store.Tx, id int64, players [2]int64, count, n int) (first int64, err error) {
	for i := range count {
		side := i % 2
		l := store.Letter{Received: began, Source: "smtp", From: address(n, side), To: []string{"corrd@club.example"},
			MessageID: fmt.Sprintf("<%d.%d@example.org>", id, i), Subject: "Re: [corrd] your turn", Game: id, Side: board.Side(side), Ply: i + 1,
			Player: players[side], Kind: "move", State: store.Acted, Size: 2000}
		if err := tx.PutLetter(&l, mail(address(n, side), "corrd@club.example", l.MessageID, opening[i%len(opening)], g.random.Uint64())); err != nil {
			return 0, err
		}
		if i == 0 {
			first = l.ID
		}
		for range 3 { // the same mail; the same words in its round, and after it
			if err := tx.MarkSeen(g.mark(id), l.ID); err != nil {
				return 0, err
			}
		}
		err := tx.Enqueue(&store.Row{At: began, Kind: "move", To: address(n, 1-side), Player: players[1-side], Game: id, Side: board.Side(1 - side),
			Seq: int64(2*i + 2), First: int64(2*i + 2), Letter: l.ID, MessageID: fmt.Sprintf("g%d.e%d@club.example", id, i), State: store.Sent, SentAt: began, Tries: 1})
		if err != nil {
			return 0, err
		}
	}
	return first, nil
}

// mark is a key as a letter of the game leaves it: digests that begin with the
// number of the game.
func (g *generator) mark(id int64) (k store.Key) {
	binary.BigEndian.PutUint64(k[:], uint64(id))
	for i := 8; i < len(k); i += 8 {
		binary.BigEndian.PutUint64(k[i:], g.random.Uint64())
	}
	return k
}

func address(n, side int) string { return fmt.Sprintf("p%d.%d@example.org", n, side) }

// mail is a letter of about 2 KB: a move above the quoted letter it answers.
func mail(from, to, id, move string, chance uint64) []byte {
	m := fmt.Appendf(nil, "From: A Player <%s>\r\nTo: %s\r\nSubject: Re: [corrd] your turn\r\nDate: Thu, 01 Jan 2026 00:00:00 +0000\r\n"+
		"Message-ID: %s\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n\r\nOn Thu, 1 Jan 2026, corrd wrote:\r\n", from, to, id, move)
	for i := range 20 {
		m = append(m, quoted[i]...)
		m = append(strconv.AppendUint(m, chance>>i, 16), "\r\n"...)
	}
	return m
}

// quoted are the lines of the letter that is answered.
var quoted = func() (lines [20]string) {
	for i := range lines {
		lines[i] = fmt.Sprintf("> line %2d of the letter that is answered, as mail programs quote it ", i)
	}
	return lines
}()
