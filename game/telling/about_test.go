package telling

import (
	"flag"
	"testing"

	"corrd/game"
	"corrd/game/board"
	"corrd/store/storetest"
)

var update = flag.Bool("update", false, "write the table of testdata anew")

// TestAbout: of every kind of event it is laid down which side its letter is about. A new kind
// stands in none of the lines.
func TestAbout(t *testing.T) {
	var table []string
	storetest.EachKind(t, "../../store/testdata", func(tag string, fact game.Fact) {
		about := func(mover board.Side) board.Side {
			var o post
			o.Position = o.Position.WithSide(mover)
			return o.about(game.Event{By: game.PartyOf(board.Black), Fact: fact})
		}
		switch {
		case about(board.Black) == board.White:
			tag += ": the side named"
		case about(board.White) == board.White:
			tag += ": the side to move"
		default:
			tag += ": who acted"
		}
		table = append(table, tag)
	})
	storetest.LaidDown(t, "testdata/about.txt", table, *update)
}
