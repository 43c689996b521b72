package clerk

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"corrd/game/board"
)

// One word of a telegraph code has a move of each of two games while its sender is to move in
// both; when only one waits for the sender the word repeats the opponent's move and answers it.
func TestTwoGamesInOneWord(t *testing.T) {
	b := tableOf(t, "games 2, colour white, notation gringmuth uedemann")
	line := func(id int64) (moves []string) {
		for _, turn := range b.gameNumber(id).Line {
			moves = append(moves, turn.Move.String())
		}
		return moves
	}
	want := func(after string, first, second []string) {
		t.Helper()
		if one, two := line(1), line(2); !slices.Equal(one, first) || !slices.Equal(two, second) {
			t.Errorf("after %s game 1 is %v, and game 2 %v", after, one, two)
		}
	}
	b.inGame(1, board.White, "1", "GEGO")
	want("one move", []string{"e2e4"}, nil)
	b.inGame(1, board.Black, "2", "GEGOSESO")
	want("a word to game 1", []string{"e2e4", "e7e5"}, []string{"e2e4"})
	b.inGame(2, board.Black, "3", "bega loho")
	want("two words", []string{"e2e4", "e7e5"}, []string{"e2e4"})
	b.inGame(2, board.Black, "4", "BEFILOHO")
	want("a word of Uedemann's to game 2", []string{"e2e4", "e7e5", "g1f3"}, []string{"e2e4", "e7e5"})
	b.inGame(1, board.Black, "5", "KAHINAPI")
	want("another to game 1", []string{"e2e4", "e7e5", "g1f3", "b8c6"}, []string{"e2e4", "e7e5", "g1f3"})
	b.inGame(1, board.White, "6", "HADO")
	b.inGame(1, board.Black, "7", "HADOTAPO")
	want("a word that repeats", []string{"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"}, []string{"e2e4", "e7e5", "g1f3"})
	b.inGame(1, board.White, "8", "DEDINAPI")
	want("a word to both", []string{"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "c2c3"}, []string{"e2e4", "e7e5", "g1f3", "b8c6"})
}

// A word of two moves is of one game where the other waits for nothing, or where no such
// notation is agreed on.
func TestOneGameInOneWord(t *testing.T) {
	for terms, moves := range sampled(map[string]int{"games 2, colour white": 0, "games 1, colour white, notation gringmuth": 2, "games 3, colour white, notation gringmuth": 2}, 3) {
		b := tableOf(t, terms)
		if moves == 0 {
			b.inGame(1, board.White, "0", "P-K4")
			b.inGame(1, board.Black, "1", "GEGOSESO")
			if one, two := b.gameNumber(1).Line, b.gameNumber(2).Line; len(one) != 1 || len(two) != 0 {
				t.Errorf("%s: %d and %d moves", terms, len(one), len(two))
			}
			continue
		}
		id := int64(1)
		if b.gameNumber(1).Match != nil {
			id = 3 // the last of three is played beside no other
		}
		b.inGame(id, board.White, "0", "GEGO")
		b.inGame(id, board.Black, "1", "GEGOSESO")
		if n := len(b.gameNumber(id).Line); n != moves {
			t.Errorf("%s: %d moves", terms, n)
		}
	}
}

// The letters by which the games of a match begin tell that one word may have a move of each of
// two games: of those that are played beside another, where a telegraph code is agreed on.
func TestStartTellsOfOneWord(t *testing.T) {
	const told = "in number %d of the match, one word of the telegraph code may have a move of each"
	for terms, beside := range sampled(map[string][]int{
		"games 3, notation descriptive gringmuth": {2, 1, 0},
		"games 2, notation uedemann":              {2, 1},
		"games 2":                                 {0, 0},
		"games 2, notation gringmuth, odds knight given by challenger": {0, 0},
	}, 3) {
		b := tableOf(t, terms)
		starts := b.told("alice", "start")
		if len(starts) != len(beside) {
			t.Fatalf("%s: %d games begin", terms, len(starts))
		}
		for i, letter := range starts {
			letter = strings.Join(strings.Fields(letter), " ")
			if says := strings.Contains(letter, "one word of the telegraph code"); says != (beside[i] > 0) || says && !strings.Contains(letter, fmt.Sprintf(told, beside[i])) {
				t.Errorf("%s: game %d begins with:\n%s", terms, i+1, letter)
			}
		}
	}
}
