package tournament

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

// berger returns one pairing of an even number of seats. The last seat meets a seat that advances by
// half the table each round, with the colours in turn, and the others meet across that seat.
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
