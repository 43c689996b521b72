package ledger

import (
	"fmt"
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/templates/texts"
)

// ReadIn returns the words of a fact as they were sent and the moves that corrd read in the words.
// ReadIn returns "" for a fact without words.
func ReadIn(f game.Fact) string {
	words, came, moves := "", "", []board.Move(nil)
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
	case game.HandedIn:
		words, came = strings.Join(f.Words, "; "), strings.Join(f.With, "; ")
	case game.Illegible:
		words = strings.Join(f.Words, "; ")
	case game.Certified:
		words = strings.Join(f.Words, "; ")
	}
	var said []string
	if words != "" {
		said = append(said, fmt.Sprintf("%q", strings.Join(strings.Fields(words), " ")))
	}
	if came != "" {
		said = append(said, texts.Say("happened on the wire", oneLine(came)))
	}
	if len(moves) > 0 {
		said = append(said, "read as "+strings.Join(board.UCI(moves), " or "))
	}
	return strings.Join(said, " ")
}
