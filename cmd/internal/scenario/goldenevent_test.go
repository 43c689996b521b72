package scenario

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/local"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/game/tournament"
	"corrd/store"
	"corrd/store/bolt"
)

// A golden event is the log of an all-play-all event as a release wrote it, with what came of each
// of its records then, and with the table of each time.

// goldenSeason is the first line of an event in a file.
type goldenSeason struct {
	Event string        `json:"event"`
	Salts store.SaltKey `json:"salts"`
}

// goldenRecord is each further line: a record of the log, how the games stood, and what came of
// both.
type goldenRecord struct {
	Record  []byte                 `json:"record"`
	Results map[int64]*game.Result `json:"results,omitempty"` // of the games that are over
	Stands  goldenStanding         `json:"stands"`
}

// goldenStanding is what an event and its table come to.
type goldenStanding struct {
	Phase    tournament.Phase   `json:"phase"`
	Entries  []tournament.Entry `json:"entries,omitempty"`
	Order    []int64            `json:"order,omitempty"` // of the seats, if it began now
	Seats    []tournament.Seat  `json:"seats,omitempty"`
	Games    []tournament.Game  `json:"games,omitempty"`
	Undoable int64              `json:"undoable,omitempty"`
	Rows     []goldenRow        `json:"rows,omitempty"` // of the table, by seat
	Ranks    []int              `json:"ranks,omitempty"`
}

type goldenRow struct {
	Points, Sonneborn, Wins, Over, Place int
	Shared                               bool
	Cells                                [][]tournament.Cell
}

// standing returns what an event comes to.
func standing(s tournament.State, results map[int64]*game.Result) goldenStanding {
	g := goldenStanding{Phase: s.Phase, Entries: s.Entries, Seats: s.Seats, Games: s.Games, Undoable: s.Undoable()}
	if s.Phase == tournament.Open {
		g.Order = s.Order()
	}
	if s.Seats == nil {
		return g
	}
	table := s.Table(func(id int64) *game.Result { return results[id] })
	g.Ranks = table.Ranks
	for _, r := range table.Rows {
		g.Rows = append(g.Rows, goldenRow{r.Points, r.Sonneborn, r.Wins, r.Over, r.Place, r.Shared, r.Cells})
	}
	return g
}

// season is the log of an event being written: its facts, each with the games as they stood.
type season struct {
	log     []tournament.Event
	results []map[int64]*game.Result
}

// randomSeason is an event with entries, withdrawals, substitutes, games played anew and things
// undone, as chance has it.
func randomSeason(r *rand.Rand) (all season) {
	at := time.Date(2027, 1, 1, 12, 0, 0, 0, time.UTC)
	s, results, next := tournament.State{ID: 4}, map[int64]*game.Result{}, int64(100)
	add := func(condition string, f tournament.Fact) {
		at = at.Add(time.Duration(1+r.IntN(48)) * time.Hour)
		e := tournament.Event{At: at, By: tournament.Director, Law: s.Law(condition), Fact: f}
		s = s.Apply(e)
		now := map[int64]*game.Result{}
		for id, result := range results {
			now[id] = result
		}
		all.log, all.results = append(all.log, e), append(all.results, now)
	}
	drawn := fmt.Sprintf("%x", r.Uint64())
	c := tournament.Conditions{Name: "Winter", Games: 1 + r.IntN(2), Begin: at, EnterBy: at, Close: at.AddDate(1, 0, 0), Terms: terms.Default(), Silent: 45, LateEntry: true,
		Ties: tournament.Ties()[:r.IntN(4)], Withdrawal: []tournament.Withdrawal{tournament.UnderHalf, tournament.AllLost}[r.IntN(2)]}
	add(tournament.Entering, tournament.Announced{Conditions: c, Drawn: drawn, Commitment: tournament.Commitment(drawn)})
	for p := range int64(3 + r.IntN(5)) {
		add(tournament.Entering, tournament.Entered{Player: p + 1, Ground: "their letter"})
		switch {
		case p > 1 && r.IntN(5) == 0:
			add(tournament.Undoing, tournament.Undone{Of: s.EntryOf(p + 1), Reason: "entered by mistake"})
		case p > 1 && r.IntN(5) == 0:
			add(tournament.Entering, tournament.Withdrawn{Player: p, Reason: "they cannot play"})
		}
	}
	begin := func() {
		f := tournament.Started{Seats: s.Order(), Lot: s.Drawn}
		for _, p := range s.Pairings() {
			f.Games = append(f.Games, tournament.Game{ID: next, Pairing: p})
			next++
		}
		add(tournament.Pairings, f)
	}
	if begin(); r.IntN(4) == 0 {
		add(tournament.Undoing, tournament.Undone{Of: s.Undoable(), Reason: "begun too early"})
		begin()
	}
	for range r.IntN(30) {
		happens(r, &s, results, &next, add)
	}
	if r.IntN(2) == 0 {
		for _, g := range s.Games {
			if results[g.ID] == nil {
				results[g.ID] = &game.Result{Score: game.Drawn, How: game.ByRuling, Law: s.Law(tournament.Adjudication)}
				add(tournament.Adjudication, tournament.Adjudicated{Game: g.ID, Reason: "neither side can win"})
			}
		}
		add(tournament.Adjudication, tournament.Closed{})
	}
	return all
}

// happens has chance go on with an event that has begun.
func happens(r *rand.Rand, s *tournament.State, results map[int64]*game.Result, next *int64, add func(string, tournament.Fact)) {
	g, seat := s.Games[r.IntN(len(s.Games))], r.IntN(len(s.Seats))
	player := s.Seats[seat].Player()
	switch r.IntN(8) {
	case 0:
		if !s.Seats[seat].Withdrawn.IsZero() {
			return
		}
		uncounted := s.Discounts(seat, func(id int64) *game.Result { return results[id] })
		for _, g := range s.GamesOf(seat) {
			if results[g.ID] == nil {
				lost := &game.Result{Score: game.WhiteWins, How: game.ByRuling, Law: s.Law(tournament.Withdrawing)}
				if g.White == seat {
					lost.Score = game.BlackWins
				}
				results[g.ID] = lost
			}
		}
		add(tournament.Withdrawing, tournament.Withdrawn{Player: player, Reason: "illness", Uncounted: uncounted})
	case 1:
		add(tournament.Substitution, tournament.Substituted{Was: player, Is: *next, Ground: "their letter", Reason: "illness"})
		*next++
	case 2:
		add(tournament.Pairings, tournament.Replayed{Was: g.ID, Is: *next})
		*next++
	case 3:
		delete(results, g.ID) // it is reopened
	default:
		how := []game.How{game.ByCheckmate, game.ByTime, game.ByResignation, game.ByAgreement}[r.IntN(4)]
		score := []game.Score{game.WhiteWins, game.BlackWins, game.Drawn}[r.IntN(3)]
		results[g.ID] = &game.Result{Score: score, How: how}
	}
}

// playedSeason is an event that a daemon plays: what its director did, and how its games stood
// then.
func playedSeason(t *testing.T) (all season) {
	t.Helper()
	dir := t.TempDir()
	err := withHouse(context.Background(), local.Options{Dir: dir}, func(ctx context.Context, h *local.House) error {
		return playSeason(ctx, control.Dial(h.Socket))
	})
	if err != nil {
		t.Fatal(err)
	}
	db, err := bolt.Open(filepath.Join(dir, "corrd.db"), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.View(func(v store.View) error {
		entries, err := v.TournamentLog(1)
		if err != nil {
			return err
		}
		for _, e := range entries {
			results := map[int64]*game.Result{}
			games, err := v.Games(0, 100)
			for _, id := range games {
				events, err := v.Events(id)
				if err != nil {
					return err
				}
				s := game.State{ID: id}
				for _, of := range events {
					if !of.Event.At.After(e.Event.At) {
						s = s.Apply(of.Event)
					}
				}
				if s.Result != nil {
					results[id] = s.Result
				}
			}
			all.log, all.results = append(all.log, e.Event), append(all.results, results)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// playSeason has a director announce an event, and do all that a director can do in it.
func playSeason(ctx context.Context, ctl *control.Control) error {
	var list control.Roster
	for i, name := range []string{"Adams", "Brown", "Clark", "Davies", "Evans"} {
		list.Players = append(list.Players, control.NewPlayer{Line: i + 1, Name: name, Address: fmt.Sprintf("p%d@corrd.localhost", i)})
	}
	list.Quiet = true
	if _, err := control.PlayerImport.Ask(ctx, ctl, list); err != nil {
		return err
	}
	file := "name = \"Winter\"\ngames = 2\nenter_by = 2026-01-01\nlate_entry = true\nbegin = 2026-01-01\nclose = 2026-02-01\nterms = \"code british-1899, time 10 moves in 300 days, medium email\"\n"
	if _, err := control.EventNew.Ask(ctx, ctl, control.Announcement{File: file}); err != nil {
		return err
	}
	whom := func(name string) *control.Whom { return &control.Whom{Address: name} }
	type act struct {
		verb control.Verb[control.EventAct, control.TournamentView]
		args control.EventAct
	}
	acts := []act{}
	for _, name := range []string{"Adams", "Brown", "Clark", "Davies"} {
		acts = append(acts, act{control.EventEnter, control.EventAct{Player: whom(name), Consent: "their letter"}})
	}
	acts = append(acts, act{control.EventUndo, control.EventAct{Player: whom("Davies"), Reason: "entered by mistake"}},
		act{control.EventEnter, control.EventAct{Player: whom("Davies"), Consent: "a card"}},
		act{control.EventStart, control.EventAct{}}, act{control.EventUndo, control.EventAct{Reason: "begun too early"}}, act{control.EventStart, control.EventAct{}},
		act{control.EventSubstitute, control.EventAct{Player: whom("Clark"), Other: whom("Evans"), Consent: "a letter", Reason: "illness"}},
		act{control.EventWithdraw, control.EventAct{Player: whom("Davies"), Ending: "draw", Reason: "death"}},
		act{control.EventWithdraw, control.EventAct{Player: whom("Brown"), Reason: "silence"}})
	for _, a := range acts {
		a.args.Event = 1
		if _, err := a.verb.Ask(ctx, ctl, a.args); err != nil {
			return err
		}
		if _, err := control.ClockAdvance.Ask(ctx, ctl, control.Lasting{For: time.Hour}); err != nil {
			return err
		}
	}
	return endSeason(ctx, ctl)
}

// endSeason rules one game, and has those that go on at the closing date adjudicated.
func endSeason(ctx context.Context, ctl *control.Control) error {
	e, err := control.EventShow.Ask(ctx, ctl, control.Numbered{ID: 1})
	if err != nil {
		return err
	}
	running := slices.DeleteFunc(e.Pairings, func(p control.PairingView) bool { return p.Score != "*" })
	for i, p := range running {
		if i == 0 {
			rule := play.Rule{Ruling: game.Ruling{Verb: game.RulesForfeit, Side: game.White, Reason: "resigned by telephone"}, Law: "event:1.withdrawal"}
			if _, err := control.Rule.Ask(ctx, ctl, control.Ruling{ID: p.Game, Rule: &rule}); err != nil {
				return err
			}
			if _, err := control.ClockAdvance.Ask(ctx, ctl, control.Lasting{For: 40 * 24 * time.Hour}); err != nil {
				return err
			}
			continue
		}
		if _, err := control.EventAdjudicate.Ask(ctx, ctl, control.EventAct{Event: 1, Game: p.Game, Score: "white", Reason: "a Pawn more"}); err != nil {
			return err
		}
	}
	for _, verb := range []control.Verb[control.EventAct, control.TournamentView]{control.EventClose, control.EventUndo, control.EventClose} {
		if _, err := verb.Ask(ctx, ctl, control.EventAct{Event: 1, Reason: "closed too early"}); err != nil {
			return err
		}
	}
	return nil
}

// TestWriteGoldenEvents writes the events of this release, where -golden asks for it.
func TestWriteGoldenEvents(t *testing.T) {
	if !*writeGolden {
		t.Skip("-golden writes them: make golden")
	}
	seasons := []season{playedSeason(t)}
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		seasons = append(seasons, randomSeason(r))
	}
	var b bytes.Buffer
	lines := json.NewEncoder(&b)
	for i, one := range seasons {
		kept := store.Tournament{ID: 4, Salts: store.SaltKey{byte(i)}}
		if err := lines.Encode(goldenSeason{fmt.Sprint(i), kept.Salts}); err != nil {
			t.Fatal(err)
		}
		for k, e := range one.log {
			s, err := kept.Append(noLetters, e)
			if err != nil {
				t.Fatal(err)
			}
			if err := lines.Encode(goldenRecord{kept.Records[k], one.results[k], standing(s, one.results[k])}); err != nil {
				t.Fatal(err)
			}
		}
	}
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	z.Write(b.Bytes())
	z.Close()
	if packed.Len() > 256<<10 {
		t.Fatalf("the golden events take %d bytes, and may take 256 KiB", packed.Len())
	}
	if err := os.WriteFile(filepath.Join(golden, watch.Version+".events.gz"), packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// noLetters returns the bytes of no letter.
func noLetters(int64) ([]byte, error) { return nil, nil }

// TestGoldenEvents folds the events that each release wrote: the event and its table are after each
// record what they were then, and each record is still written in the same bytes.
func TestGoldenEvents(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(golden, "*.events.gz"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden events: %v", err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			raw, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			unpacked, err := gzip.NewReader(bytes.NewReader(raw))
			if err != nil {
				t.Fatal(err)
			}
			kinds := map[string]int{}
			lines := bufio.NewScanner(unpacked)
			lines.Buffer(nil, 1<<20)
			var kept, again store.Tournament
			for lines.Scan() {
				if bytes.HasPrefix(lines.Bytes(), []byte(`{"event":`)) {
					var about goldenSeason
					if err := json.Unmarshal(lines.Bytes(), &about); err != nil {
						t.Fatal(err)
					}
					kept = store.Tournament{ID: 4, Salts: about.Salts}
					again = kept
					continue
				}
				foldEvent(t, &kept, &again, lines.Bytes(), kinds)
			}
			for _, kind := range []string{"announced", "entered", "withdrawn", "started", "replayed", "substituted", "adjudicated", "closed", "undone"} {
				if lines.Err() != nil || kinds[kind] < 10 {
					t.Errorf("%d records of the kind %s, %v", kinds[kind], kind, lines.Err())
				}
			}
		})
	}
}

// foldEvent adds a record to the log of an event, as it was kept and as it is written now, and
// compares.
func foldEvent(t *testing.T, kept, again *store.Tournament, line []byte, kinds map[string]int) {
	t.Helper()
	var was goldenRecord
	if err := json.Unmarshal(line, &was); err != nil {
		t.Fatal(err)
	}
	kept.Records = append(kept.Records, was.Record)
	entries, err := kept.Entries()
	if err != nil {
		t.Fatal(err)
	}
	e := entries[len(entries)-1].Event
	kinds[store.TournamentKind(e.Fact)]++
	s, err := again.Append(noLetters, e)
	if err != nil || !bytes.Equal(again.Records[len(again.Records)-1], was.Record) {
		t.Fatalf("record %d is written in another way: %v\n%q\n%q", len(again.Records), err, again.Records[len(again.Records)-1], was.Record)
	}
	now, _ := json.Marshal(standing(s, was.Results))
	then, _ := json.Marshal(was.Stands)
	if !bytes.Equal(now, then) {
		t.Errorf("after record %d the event stands otherwise than when it was written:\n was %s\n now %s", len(again.Records), then, now)
	}
}
