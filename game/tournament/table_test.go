package tournament

import (
	"flag"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"corrd/game"
)

// init makes random tests draw the same in every run.
func init() { flag.Set("rapid.seed", "1") }

var day = time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)

// begun is a started event of so many players, whose games have the numbers 1, 2, …
func begun(players, games int, ties ...Tie) State {
	c := Conditions{Name: "Winter", Games: games, Ties: ties, Withdrawal: UnderHalf}
	var seats []int64
	log := []Event{{At: day, Fact: Announced{Conditions: c, Drawn: "7", Commitment: Commitment("7")}}}
	for p := range players {
		seats = append(seats, int64(p+1))
		log = append(log, Event{At: day, Fact: Entered{Player: int64(p + 1)}})
	}
	started := Started{Seats: seats}
	for i, p := range Berger(players, games) {
		started.Games = append(started.Games, Game{ID: int64(i + 1), Pairing: p})
	}
	return State{ID: 4}.Apply(append(log, Event{At: day, Fact: started})...)
}

// results returns the results of a cross-table: for each pair the score of the one with the lower
// seat, a sign a game.
func results(s State, scores map[[2]int]string) Results {
	of := map[int64]*game.Result{}
	taken := map[[2]int]int{}
	for _, g := range s.Games {
		pair := [2]int{min(g.White, g.Black), max(g.White, g.Black)}
		sign := scores[pair][taken[pair]]
		taken[pair]++
		score := game.Drawn
		if sign != '=' {
			score = game.WhiteWins
			if (sign == '1') != (g.White < g.Black) {
				score = game.BlackWins
			}
		}
		of[g.ID] = &game.Result{Score: score, How: game.ByCheckmate}
	}
	return func(id int64) *game.Result { return of[id] }
}

// TestSonnebornBerger holds the sums against a worked example in print: four players, two games a
// pair (fiveinline.com, "Sonneborn-Berger system", example 1), of which the first two have four
// points.
func TestSonnebornBerger(t *testing.T) {
	s := begun(4, 2, SonnebornBerger)
	table := s.Table(results(s, map[[2]int]string{{0, 1}: "01", {0, 2}: "11", {0, 3}: "10", {1, 2}: "01", {1, 3}: "11", {2, 3}: "11"}))
	var got [][2]int
	for _, r := range table.Rows {
		got = append(got, [2]int{r.Points / 2, r.Sonneborn / 4})
	}
	// The example's first row has one point against the second player, and its second row the
	// other.
	if want := [][2]int{{4, 11}, {4, 9}, {3, 6}, {1, 4}}; !slices.Equal(got, want) {
		t.Errorf("points and Sonneborn–Berger %v, want %v", got, want)
	}
	if want := []int{0, 1, 2, 3}; !slices.Equal(table.Ranks, want) {
		t.Errorf("places %v, want %v", table.Ranks, want)
	}
}

// published is a cross-table as a federation has published it: a row a player, in the order of the
// places, with the games against each other player in the order of the columns (\ stands on the
// diagonal).
type published struct {
	name      string
	rows      []string
	points    []float64
	sonneborn []float64
	places    []int
	ties      []Tie
}

// TestPublishedCrossTables holds points, Sonneborn–Berger and places against published cross-tables
// of correspondence events, the final of a world championship among them.
func TestPublishedCrossTables(t *testing.T) {
	cup := published{name: "the final of the 22nd World Cup, 2021 to 2023 (iccf.com, message 1628): nine players and one game that was no draw; the winner has 4½ points, one win and 17.5, and seven share the second place",
		points: []float64{4.5, 4, 4, 4, 4, 4, 4, 4, 3.5}, places: []int{1, 2, 2, 2, 2, 2, 2, 2, 9}, ties: []Tie{MoreWins, SonnebornBerger, DirectGame}}
	cup.sonneborn = []float64{17.5, -1, -1, -1, -1, -1, -1, -1, -1} // the others' are not in the message
	for i := range 9 {
		row := strings.Split("= = = = = = = = =", " ")
		row[i] = "\\"
		if i == 0 {
			row[8] = "1"
		} else if i == 8 {
			row[0] = "0"
		}
		cup.rows = append(cup.rows, strings.Join(row, " "))
	}
	final := published{name: "the final of the 8th World Championship, 1975 to 1980 (Wikipedia, \"Sonneborn–Berger score\", from the table at github.com/Ematrion/tiebreak)",
		rows: []string{
			`\ = = 1 = = 1 1 = 1 = 1 1 1 1`, // Sloth
			`= \ 0 = 1 = 1 1 1 = 1 1 1 1 1`, // Zagorovsky
			`= 1 \ = = = = = 1 1 = 1 1 1 1`, // Kosenkov
			`0 = = \ = 1 = 0 1 1 = 1 = 1 =`, // Khasin
			`= 0 = = \ = = = = 0 1 1 = 1 1`, // Kletsel
			`= = = 0 = \ = = 0 1 = = 0 1 1`, // De Carbonnel
			`0 0 = = = = \ = 1 0 = = 1 1 =`, // Arnlind
			`0 0 = 1 = = = \ 0 = 1 0 1 = 1`, // Dünhaupt
			`= 0 0 0 = 1 0 1 \ 1 = = = = 1`, // Maedler
			`0 = 0 0 1 0 1 = 0 \ 1 1 1 0 1`, // Estrin
			`= 0 = = 0 = = 0 = 0 \ 0 1 = 1`, // Walther
			`0 0 0 0 0 = = 1 = 0 1 \ = = 1`, // Boey
			`0 0 0 = = 1 0 0 = 0 0 = \ = 1`, // Abramov
			`0 0 0 0 0 0 0 = = 1 = = = \ 1`, // Siklos
			`0 0 0 = 0 0 = 0 0 0 0 0 0 0 \`, // Nun
		},
		points:    []float64{11, 11, 10.5, 8.5, 8, 7, 7, 7, 7, 7, 5.5, 5.5, 4.5, 4.5, 1},
		sonneborn: []float64{69.5, 66.75, 67.5, 54.75, 47.75, 45.25, 42.5, 41.5, 41.5, 40.5, 33.25, 28.5, 24.75, 22.75, 7.75},
		places:    []int{1, 2, 3, 4, 5, 6, 7, 8, 8, 10, 11, 12, 13, 14, 15}, ties: []Tie{SonnebornBerger}}
	for _, p := range []published{cup, final,
		{"the Open of the Scottish Correspondence Chess Association, 2020 (iccf.com, event 83916)",
			[]string{`\ 10 11 =1 11 11 11`, `10 \ 10 11 11 11 11`, `00 10 \ 10 11 11 11`, `0= 00 10 \ 11 =1 11`, `00 00 00 00 \ 11 11`, `00 00 00 0= 00 \ ==`, `00 00 00 00 00 == \`},
			[]float64{10.5, 10, 8, 7, 4, 1.5, 1}, []float64{49.5, 45.5, 30, 25.5, 5, 4.5, 1.5}, []int{1, 2, 3, 4, 5, 6, 7}, []Tie{MoreWins, SonnebornBerger}},
		{"a section of the North American Championship of the CCLA, 2023 (iccf.com, event 101838), two of whose three players have equal points",
			[]string{`\ =1 10`, `0= \ 11`, `10 00 \`}, []float64{2.5, 2.5, 1}, []float64{4.75, 3.25, 2.5}, []int{1, 2, 3}, []Tie{SonnebornBerger}},
		{"board 23 of Finland against the United States, 2018 (iccf.com, event 75156)",
			[]string{`\ =1`, `0= \`}, []float64{1.5, 0.5}, []float64{0.75, 0.75}, []int{1, 2}, []Tie{MoreWins, SonnebornBerger}},
		{"board 15 of Finland against Norway, 2006 (iccf.com, event 1112), whose players share the place",
			[]string{`\ ==`, `== \`}, []float64{1, 1}, []float64{1, 1}, []int{1, 1}, []Tie{SonnebornBerger}},
	} {
		p.holds(t)
	}
}

// holds compares a published table with the table of an event in which the same games ended in the
// same way, whoever drew which seat.
func (p published) holds(t *testing.T) {
	t.Helper()
	n, scores := len(p.rows), map[[2]int]string{}
	seatOf := func(row int) int { return (row*11 + 3) % n } // no order that the places would have by chance, for any n without the factor 11
	for row := range p.rows {
		for against, cell := range strings.Fields(p.rows[row]) {
			if against == row {
				continue
			}
			mine, other := seatOf(row), seatOf(against)
			if mine < other {
				scores[[2]int{mine, other}] = cell
			}
			theirs := strings.Fields(p.rows[against])[row]
			if score, sum := halves(cell), halves(theirs); score+sum != 2*len(cell) {
				t.Fatalf("%s: rows %d and %d do not fit", p.name, row+1, against+1)
			}
		}
	}
	s := begun(n, len(strings.Fields(p.rows[0])[1]), p.ties...)
	table := s.Table(results(s, scores))
	for row := range p.rows {
		r := table.Rows[seatOf(row)]
		if float64(r.Points)/2 != p.points[row] || p.sonneborn[row] >= 0 && float64(r.Sonneborn)/4 != p.sonneborn[row] || r.Place != p.places[row] {
			t.Errorf("%s: row %d has %v points, %v and place %d", p.name, row+1, float64(r.Points)/2, float64(r.Sonneborn)/4, r.Place)
		}
	}
}

func halves(cell string) int { return 2*strings.Count(cell, "1") + strings.Count(cell, "=") }

// TestTies tries each way to part two players with equal points.
func TestTies(t *testing.T) {
	scores := map[[2]int]string{{0, 1}: "0", {0, 2}: "1", {0, 3}: "1", {1, 2}: "0", {1, 3}: "1", {2, 3}: "0"}
	for _, c := range []struct {
		ties   []Tie
		first  int
		shared bool
	}{
		{[]Tie{DirectGame}, 1, false},
		{nil, 0, true},
		{[]Tie{MoreWins}, 0, true},
		{[]Tie{MoreWins, DirectGame}, 1, false},
	} {
		s := begun(4, 1, c.ties...)
		table := s.Table(results(s, scores))
		first := table.Rows[table.Ranks[0]]
		if table.Ranks[0] != c.first || first.Shared != c.shared || first.Place != 1 {
			t.Errorf("%v: first is seat %d, %+v", c.ties, table.Ranks[0], first)
		}
	}
}

// TestSeasons plays random seasons with withdrawals, substitutes and games that are played again,
// and folds the log anew after every event.
func TestSeasons(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(FewestPlayers, MostPlayers).Draw(t, "players")
		s := begun(players, rapid.IntRange(1, 2).Draw(t, "games"), Ties()...)
		over := map[int64]*game.Result{}
		of := func(id int64) *game.Result { return over[id] }
		next, at := int64(1000), day
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			at = at.Add(time.Hour)
			g := s.Games[rapid.IntRange(0, len(s.Games)-1).Draw(t, "game")]
			seat := rapid.IntRange(0, players-1).Draw(t, "seat")
			switch rapid.IntRange(0, 9).Draw(t, "what") {
			default:
				score := rapid.SampledFrom([]game.Score{game.WhiteWins, game.BlackWins, game.Drawn}).Draw(t, "score")
				over[g.ID] = &game.Result{Score: score, How: game.ByResignation}
			case 0:
				delete(over, g.ID) // it is reopened
			case 1:
				s = s.Apply(Event{At: at, Fact: Replayed{Was: g.ID, Is: next}})
				next++
			case 2:
				s = s.Apply(Event{At: at, Fact: Substituted{Was: s.Seats[seat].Player(), Is: next}})
				next++
			case 3:
				if s.Seats[seat].Withdrawn.IsZero() {
					s = s.Apply(Event{At: at, Fact: Withdrawn{Player: s.Seats[seat].Player(), Uncounted: s.Discounts(seat, of)}})
				}
			case 4:
				s = s.Apply(Event{At: at, Fact: Closed{}}, Event{At: at, Fact: Undone{Of: int64(len(s.Log)) + 1}})
			}
			sound(t, s, of)
		}
	})
}

func sound(t *rapid.T, s State, of Results) {
	table := s.Table(of)
	anew := State{ID: s.ID}.Apply(s.Log...)
	if !reflect.DeepEqual(anew.Table(of), table) {
		t.Fatalf("folded anew the table is another")
	}
	points, finished := 0, 0
	for _, r := range table.Rows {
		points += r.Points
		if !r.Seat.Uncounted && r.Place == 0 || r.Seat.Uncounted && (r.Place != 0 || r.Points != 0) {
			t.Fatalf("a row that counts has a place, another none: %+v", r)
		}
	}
	for _, g := range s.Games {
		if r := of(g.ID); r != nil && !s.Seats[g.White].Uncounted && !s.Seats[g.Black].Uncounted {
			finished++
		}
	}
	if points != 2*finished {
		t.Fatalf("%d half points in %d finished games that count", points, finished)
	}
	if len(table.Ranks) != len(s.Seats) {
		t.Fatalf("%d seats are ranked, of %d", len(table.Ranks), len(s.Seats))
	}
}

func TestWithdrawal(t *testing.T) {
	s := begun(5, 1, Ties()...)
	over := map[int64]*game.Result{}
	of := func(id int64) *game.Result { return over[id] }
	mine := s.GamesOf(2)
	over[mine[0].ID] = &game.Result{Score: game.WhiteWins, How: game.ByResignation}
	if !s.Discounts(2, of) {
		t.Error("one game of four is under half")
	}
	over[mine[1].ID] = &game.Result{Score: game.Drawn, How: game.ByAgreement}
	if s.Discounts(2, of) {
		t.Error("two games of four are not under half")
	}
	s.Conditions.Withdrawal = AllLost
	delete(over, mine[1].ID)
	if s.Discounts(2, of) {
		t.Error("all games are lost by the conditions")
	}
}

// TestUndo undoes what stands last, an entry in the middle, and the announcement.
func TestUndo(t *testing.T) {
	s := begun(3, 1)
	if s.Undoable() != 5 || s.CanUndo(2) {
		t.Errorf("undoable is %d", s.Undoable())
	}
	s = s.Apply(Event{At: day, Fact: Undone{Of: 5}})
	if s.Phase != Open || len(s.Entries) != 3 || s.Seats != nil || !s.CanUndo(3) {
		t.Errorf("after the start was undone: %s, %v", s.Phase, s.Entries)
	}
	s = s.Apply(Event{At: day, Fact: Undone{Of: 3}})
	if fmt.Sprint(s.Players()) != "[1 3]" || s.Undoable() != 4 {
		t.Errorf("after an entry was undone: %v, undoable %d", s.Players(), s.Undoable())
	}
	s = s.Apply(Event{At: day, Fact: Entered{Player: 9}}, Event{At: day, Fact: Undone{Of: 1}})
	if s.Phase != Abandoned || s.Name != "Winter" || s.CanUndo(1) || s.TakesEntries(day) {
		t.Errorf("after the announcement was undone: %s %q", s.Phase, s.Name)
	}
}

func TestOrder(t *testing.T) {
	s := begun(6, 1)
	order := s.Order()
	slices.Sort(order)
	if fmt.Sprint(order) != "[1 2 3 4 5 6]" {
		t.Errorf("the lot seats %v", order)
	}
	s.Invited = []int64{6, 2, 4, 1, 5, 3}
	if got := fmt.Sprint(s.Order()); got != "[6 2 4 1 5 3]" {
		t.Errorf("the order given is %s", got)
	}
}
