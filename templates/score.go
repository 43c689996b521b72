package templates

import (
	"fmt"
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/interpret/notation"
)

// Score is the printed score of a game in descriptive notation, White's and
// Black's moves in two columns behind a bar, under the names of the players.
func Score(s game.State, names [2]string) string {
	return plainSpaces(score(s, names, notation.Descriptive))
}

// score is Score in a notation of its own: descriptive, unless n is algebraic alone.
func score(s game.State, names [2]string, n notation.Set) string {
	rows := [][]string{{numberHead, "White: " + oneLine(names[board.White], 20), "Black: " + oneLine(names[board.Black], 20)}}
	rows = append(rows, scoreRows(s, n, len(s.Line))...)
	if s.Result != nil {
		rows = append(rows, []string{"", string(s.Result.Score)})
	}
	return table(rows)
}

// numberHead stands over the numbers of moves.
const numberHead = "No."

// lastMoves is the end of the score: at most so many turns of both sides.
func lastMoves(s game.State, n notation.Set, most int) string {
	return strings.Replace(table(scoreRows(s, n, most)), "|", "|"+scoreMark, 1)
}

// scoreRows are the moves of a game, a row for each number: the number, White's move, Black's. Of
// more rows than most, only the last are given and their moves written.
func scoreRows(s game.State, n notation.Set, most int) [][]string {
	var begins []int // the turns with which rows begin
	turns := 0
	for p := range s.Played() {
		if turns == 0 || p.SideToMove() == board.White {
			begins = append(begins, turns)
		}
		turns++
	}
	unread := 0
	if len(begins) > most {
		unread = begins[len(begins)-most]
	}
	var rows [][]string
	for p, turn := range s.Played() {
		if unread > 0 {
			unread--
			continue
		}
		text := short(&s, &p, turn.Move, turn.Words, n)
		switch {
		case p.SideToMove() == board.White:
			rows = append(rows, []string{fmt.Sprint(p.MoveNumber()), text, ""})
		case len(rows) == 0:
			rows = append(rows, []string{fmt.Sprint(p.MoveNumber()), "...", text})
		default:
			rows[len(rows)-1][2] = text
		}
	}
	return rows
}
