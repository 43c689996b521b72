package main

import (
	"encoding/binary"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
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

// generator makes stores of games: each has two players of its own, one to
// fifteen letters with their raw bytes and marks, and a row of the outbox for
// each. One in a hundred runs; of the others somebody has resigned.
type generator struct {
	seed    uint64
	games   int
	shift   time.Duration                     // from the times of the shapes to those of the games
	deflate func([]byte) []byte               // as the stores keep letters
	shapes  [2][len(opening) + 1][]game.Event // of games that run and of those resigned, by moves: the events, to be signed anew for each game
}

func newGenerator(games int, seed uint64, db store.Store) (*generator, error) {
	g := &generator{seed: seed, games: games, deflate: db.Deflate, shift: time.Since(began).Truncate(24*time.Hour) - 10*24*time.Hour}
	for n := range len(opening) + 1 {
		var err error
		if g.shapes[0][n], g.shapes[1][n], err = shape(n); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// generate makes a store of some games in a new file.
func generate(path string, games int, seed uint64) error {
	db, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	if err := fill(games, seed, db); err != nil {
		return err
	}
	return db.Close()
}

// fill fills empty stores with the same games, all of them at the same time.
func fill(games int, seed uint64, stores ...store.Store) error {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(math.MaxInt64)) // the daemon's is small for parcels of many letters
	g, err := newGenerator(games, seed, stores[0])
	if err != nil {
		return err
	}
	var failed atomic.Pointer[error]
	to := make([]chan *store.Parcel, len(stores))
	var all sync.WaitGroup
	for i, db := range stores {
		to[i] = make(chan *store.Parcel, 2)
		all.Go(func() {
			for p := range to[i] {
				err := db.Update(func(tx store.Tx) error { return tx.(store.Importer).Import(*p) })
				if err != nil {
					failed.CompareAndSwap(nil, &err)
				}
			}
		})
	}
	for p := range g.parcels() {
		for _, c := range to {
			c <- p
		}
		if failed.Load() != nil {
			break
		}
	}
	for _, c := range to {
		close(c)
	}
	all.Wait()
	if err := failed.Load(); err != nil {
		return *err
	}
	return nil
}

// parcels makes all the games, in their order, some parcels of them at the same time.
func (g *generator) parcels() iter.Seq[*store.Parcel] {
	return func(yield func(*store.Parcel) bool) {
		var waiting []chan *store.Parcel
		var letters int64
		for from := 0; from < g.games || len(waiting) > 0; {
			for len(waiting) <= runtime.NumCPU() && from < g.games {
				c, first, before, to := make(chan *store.Parcel, 1), from, letters, min(from+gamesAtOnce, g.games)
				for ; from < to; from++ {
					letters += int64(g.letterCount(from))
				}
				go func() { c <- g.parcel(first, to, before) }()
				waiting = append(waiting, c)
			}
			if !yield(<-waiting[0]) {
				return
			}
			waiting = waiting[1:]
		}
	}
}

// opening is what the players of all games play: enough for fourteen letters.
var opening = [...]string{"P-K4", "P-K4", "Kt-KB3", "Kt-QB3", "B-B4", "B-B4", "P-QB3", "Kt-B3", "P-Q4", "PxP", "PxP", "B-Kt5ch", "Kt-B3", "KtxKP"}

// shape returns the events of a game of so many moves that runs, and those of one that is resigned
// then.
func shape(moves int) (running, resigned []game.Event, err error) {
	var s game.State
	now := began
	take := func(a play.Act) (events []game.Event) {
		for _, e := range play.Decide(s, a, now) {
			events, s = append(events, e), s.Apply(e)
		}
		return events
	}
	running = take(play.Start{Terms: terms.Default(), Players: [2]int64{1, 2}})
	for i := range moves {
		now = now.Add(6 * time.Hour)
		by := s.Position.SideToMove()
		running = append(running, take(play.Notify{Side: by})...)
		running = append(running, take(play.Letter{ID: int64(i + 1), By: by, Ply: i + 1, Received: now, Statements: interpret.Parse(opening[i]).Statements})...)
	}
	if len(s.Line) != moves {
		return nil, nil, fmt.Errorf("of the opening only %d moves were played", len(s.Line))
	}
	now = began.AddDate(0, 0, 10)
	resigned = append(slices.Clone(running), take(play.Letter{ID: int64(moves + 1), By: s.Position.SideToMove(), Received: began.Add(time.Hour),
		Statements: interpret.Parse("I resign").Statements})...)
	return running, resigned, nil
}

// random is the chance of a game.
func (g *generator) random(n int) *rand.Rand { return rand.New(rand.NewPCG(g.seed, uint64(n))) }

// letterCount is how many letters a game has.
func (g *generator) letterCount(n int) int {
	count := 1 + g.random(n).IntN(2*meanLetters-1)
	if g.runs(n) {
		count = min(count, 8)
	}
	return count
}

// parcel makes the games of some numbers, whose letters come after another.
func (g *generator) parcel(from, to int, before int64) *store.Parcel {
	p := &store.Parcel{}
	for n := from; n < to; n++ {
		g.add(p, n, before+int64(len(p.Letters))+1)
	}
	last := before + int64(len(p.Letters))
	p.Given = map[string]int64{"player": int64(2 * to), "game": int64(to), "letter": last, "row": last}
	if from == 0 {
		p.Instance, p.Salts = make([]byte, 16), make([]byte, 32)
		binary.BigEndian.PutUint64(p.Instance, g.seed)
	}
	return p
}

// add adds one game, with all that belongs to it. first is the number of its first letter.
func (g *generator) add(p *store.Parcel, n int, first int64) {
	players := [2]int64{int64(2*n + 1), int64(2*n + 2)}
	for side, id := range players {
		p.Players = append(p.Players, store.Player{ID: id, Name: fmt.Sprintf("Player %d-%d", n, side), Addresses: []string{address(n, side)}, Registered: began})
	}
	random := g.random(n)
	var raws [][]byte
	for i := range g.letterCount(n) {
		raws = append(raws, g.addLetter(p, random, players, n, i, first+int64(i)))
	}
	p.Games = append(p.Games, g.log(n, players, first, raws))
}

// log makes the events of a game from the bytes of its letters, the first of which has the number
// first.
func (g *generator) log(n int, players [2]int64, first int64, letters [][]byte) store.Log {
	log := store.Log{ID: int64(n + 1)}
	binary.BigEndian.PutUint64(log.Salts[:], uint64(n))
	events := g.shapes[0][min(len(letters), len(opening))]
	if !g.runs(n) {
		events = g.shapes[1][len(letters)-1] // the last letter resigns
	}
	for i, e := range events {
		var raw []byte
		if e.Letter != 0 {
			raw = letters[e.Letter-1]
			e.Letter += first - 1
		}
		if f, ok := e.Fact.(game.Started); ok {
			f.Players = players
			e.Fact = f
		}
		e.At = e.At.Add(g.shift)
		rec, err := store.EncodeEvent(int64(i+1), e, raw, log.Salts)
		if err != nil {
			panic(err) // the events are those of the shapes
		}
		log.Records = append(log.Records, rec)
	}
	return log
}

// runs reports whether game n is one of those that run, spread evenly.
func (g *generator) runs(n int) bool {
	return n%apart(g.games) == 0
}

// apart is how far apart those games lie that run.
func apart(games int) int { return max(1, games/max(games/100, leastRunning)) }

// addLetter adds letter i of game n, its row and its marks, and returns the bytes of the letter.
func (g *generator) addLetter(p *store.Parcel, random *rand.Rand, players [2]int64, n, i int, number int64) []byte {
	side, id := i%2, int64(n+1)
	l := store.Letter{ID: number, Received: began, Source: "smtp", From: address(n, side), To: []string{"corrd@club.example"},
		MessageID: fmt.Sprintf("<%d.%d@example.org>", id, i), Subject: "Re: [corrd] your turn", Game: id, Side: board.Side(side), Ply: i + 1,
		Player: players[side], Kind: "move", State: store.Acted, Size: 2000}
	raw := mail(l.From, "corrd@club.example", l.MessageID, opening[i%len(opening)], random.Uint64())
	p.Letters = append(p.Letters, store.Filed{Letter: l, Kept: g.deflate(raw)})
	p.Rows = append(p.Rows, store.Row{ID: number, At: began, Kind: "move", To: address(n, 1-side), Player: players[1-side], Game: id, Side: board.Side(1 - side),
		Seq: int64(2*i + 2), First: int64(2*i + 2), Letter: number, MessageID: fmt.Sprintf("g%d.e%d@club.example", id, i), State: store.Sent, SentAt: began, Tries: 1})
	for range 3 { // the same mail; the same words in its round, and after it
		p.Seen = append(p.Seen, store.Mark{Key: mark(random, id), Letter: number})
	}
	return raw
}

// mark is a key as a letter of a game leaves it: digests that begin with the
// number of the game.
func mark(random *rand.Rand, id int64) (k store.Key) {
	binary.BigEndian.PutUint64(k[:], uint64(id))
	for i := 8; i < len(k); i += 8 {
		binary.BigEndian.PutUint64(k[i:], random.Uint64())
	}
	return k
}

func address(n, side int) string { return fmt.Sprintf("p%d.%d@example.org", n, side) }

// mail is a letter of about 2 KB: a move above the quoted letter it answers.
func mail(from, to, id, move string, chance uint64) []byte {
	m := fmt.Appendf(make([]byte, 0, 2500), "From: A Player <%s>\r\nTo: %s\r\nSubject: Re: [corrd] your turn\r\nDate: Thu, 01 Jan 2026 00:00:00 +0000\r\n"+
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
