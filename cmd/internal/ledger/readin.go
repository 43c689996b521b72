package ledger

import (
	"fmt"
	"strings"

	"corrd/game"
	"corrd/game/board"
)

// ReadIn gives the words of a fact as they were sent and the moves that corrd read in the words.
// ReadIn gives "" for a fact without words.
func ReadIn(f game.Fact) string {
	words, moves := "", []board.Move(nil)
	switch f := f.(type) {
	case game.Played:
		words, moves = f.Words, []board.Move{f.Move}
	case game.Held:
		words, moves = strings.Join(f.Words, "; "), f.Moves
	case game.Adopted:
		moves = []board.Move{f.Move}
	case game.Offended:
		words, moves = f.Words, f.Moves
	case game.Refused:
		words = f.Words
	case game.Asked:
		words = f.Words
	}
	var said []string
	if words != "" {
		said = append(said, fmt.Sprintf("%q", strings.Join(strings.Fields(words), " ")))
	}
	if len(moves) > 0 {
		said = append(said, "read as "+strings.Join(board.UCI(moves), " or "))
	}
	return strings.Join(said, " ")
}
