package tournament

import (
	"cmp"
	"slices"

	"corrd/game"
	"corrd/game/board"
)

// Table is the cross-table of a started event.
type Table struct {
	Rows  []Row // by seat
	Ranks []int // the seats in the order of the places; those that do not count come last
}

// Row is one seat in the table.
type Row struct {
	Seat      Seat
	Cells     [][]Cell // the games with each other seat, in the order of the rounds
	Points    int      // in halves
	Sonneborn int      // in quarters
	Wins      int
	Over      int  // how many games that count are over
	Place     int  // from 1; 0: the games of the seat do not count
	Shared    bool // others have the same place
}

// Cell is one game as one of its players sees the game.
type Cell struct {
	Score     int // in halves; -1: the game goes on, or counts for nobody
	Running   bool
	Counts    bool
	ByTime    bool
	Adjudged  bool
	Withdrawn bool
}

// Results says how a game ended, nil for a game that goes on.
type Results func(id int64) *game.Result

// Table returns the table with the results of the games.
func (s State) Table(results Results) Table {
	t := Table{Rows: make([]Row, len(s.Seats))}
	for i, seat := range s.Seats {
		t.Rows[i] = Row{Seat: seat, Cells: make([][]Cell, len(s.Seats))}
	}
	for _, g := range s.Games {
		counts := !s.Seats[g.White].Uncounted && !s.Seats[g.Black].Uncounted
		r := results(g.ID)
		t.enter(g.White, g.Black, s.cell(g, r, board.White, counts))
		t.enter(g.Black, g.White, s.cell(g, r, board.Black, counts))
	}
	for i := range t.Rows {
		t.Rows[i].Sonneborn = t.sonneborn(i)
	}
	t.rank(s.Ties)
	return t
}

// cell returns a game as a side sees it.
func (s State) cell(g Game, r *game.Result, side board.Side, counts bool) Cell {
	c := Cell{Score: -1}
	if r == nil {
		c.Running = true
		return c
	}
	c.Withdrawn = r.Law == s.Law(Withdrawing)
	c.ByTime = r.How == game.ByTime
	c.Adjudged = r.How == game.ByRuling && !c.Withdrawn
	switch r.Score {
	case game.Drawn:
		c.Score = 1
	case game.WonBy(side):
		c.Score = 2
	case game.WonBy(side.Other()):
		c.Score = 0
	}
	c.Counts = counts && c.Score >= 0
	return c
}

func (t *Table) enter(seat, against int, c Cell) {
	r := &t.Rows[seat]
	r.Cells[against] = append(r.Cells[against], c)
	if !c.Counts {
		return
	}
	r.Over++
	r.Points += c.Score
	if c.Score == 2 {
		r.Wins++
	}
}

// sonneborn sums the points of the opponents whom a seat has beaten, and half the points of those
// with whom it has drawn.
func (t *Table) sonneborn(seat int) (sum int) {
	for against, cells := range t.Rows[seat].Cells {
		for _, c := range cells {
			if c.Counts {
				sum += c.Score * t.Rows[against].Points
			}
		}
	}
	return sum
}

// among sums the points of a seat in the games with some other seats.
func (t *Table) among(seat int, others []int) (sum int) {
	for _, against := range others {
		for _, c := range t.Rows[seat].Cells[against] {
			if c.Counts {
				sum += c.Score
			}
		}
	}
	return sum
}

// rank gives the places.
func (t *Table) rank(ties []Tie) {
	var last []int
	var counted []int
	for i, r := range t.Rows {
		if r.Seat.Uncounted {
			last = append(last, i)
		} else {
			counted = append(counted, i)
		}
	}
	groups := t.part([][]int{counted}, func(seat int, _ []int) int { return t.Rows[seat].Points })
	for _, tie := range ties {
		groups = t.part(groups, func(seat int, equal []int) int {
			switch tie {
			case SonnebornBerger:
				return t.Rows[seat].Sonneborn
			case MoreWins:
				return t.Rows[seat].Wins
			default:
				return t.among(seat, equal)
			}
		})
	}
	for _, group := range groups {
		place := len(t.Ranks) + 1
		for _, seat := range group {
			t.Rows[seat].Place, t.Rows[seat].Shared = place, len(group) > 1
			t.Ranks = append(t.Ranks, seat)
		}
	}
	t.Ranks = append(t.Ranks, last...)
}

// part parts groups of equal seats by a measure, the greatest first.
func (t *Table) part(groups [][]int, measure func(seat int, equal []int) int) (parted [][]int) {
	for _, group := range groups {
		of := map[int]int{}
		for _, seat := range group {
			of[seat] = measure(seat, group)
		}
		group = slices.Clone(group)
		slices.SortStableFunc(group, func(a, b int) int { return cmp.Compare(of[b], of[a]) })
		for from := 0; from < len(group); {
			to := from
			for to < len(group) && of[group[to]] == of[group[from]] {
				to++
			}
			parted = append(parted, group[from:to])
			from = to
		}
	}
	return parted
}

// finished reports how many games of a seat have ended with a score, of how many.
func (s State) finished(seat int, results Results) (over, all int) {
	games := s.GamesOf(seat)
	for _, g := range games {
		if r := results(g.ID); r != nil && r.Score != game.Annulled {
			over++
		}
	}
	return over, len(games)
}

// Discounts reports whether the games of a seat would not count if its player withdrew.
func (s State) Discounts(seat int, results Results) bool {
	over, all := s.finished(seat, results)
	return s.Withdrawal == UnderHalf && 2*over < all
}

// Pairing is one game of a tournament before it is begun: the seats of its players, from 0.
type Pairing struct {
	Round int `json:"round"` // from 1; the rounds of the second cycle continue those of the first
	White int `json:"white"`
	Black int `json:"black"`
}

// Berger returns the pairings of so many players by the Berger tables of the FIDE, round by round,
// each pair once in a cycle. In the second cycle the colours change. With an odd number of players
// one of them rests in each round.
func Berger(players, cycles int) (all []Pairing) {
	even := players + players%2
	for cycle := range cycles {
		for round := range even - 1 {
			for board := range even / 2 {
				white, black := berger(even, round, board)
				if white >= players || black >= players {
					continue
				}
				if cycle%2 == 1 {
					white, black = black, white
				}
				all = append(all, Pairing{Round: cycle*(even-1) + round + 1, White: white, Black: black})
			}
		}
	}
	return all
}

// berger returns one pairing of an even number of seats. The last seat meets a seat that advances
// by half the table each round, with the colours in turn, and the others meet across that seat.
func berger(seats, round, board int) (white, black int) {
	ring := seats - 1
	pivot := round * (seats / 2) % ring
	if board > 0 {
		return (pivot + board) % ring, (pivot - board + ring) % ring
	}
	if round%2 == 1 {
		return ring, pivot
	}
	return pivot, ring
}
