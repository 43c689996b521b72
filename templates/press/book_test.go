package press

import (
	"slices"
	"testing"

	"corrd/game/board"
)

// TestWhatFollowsStandsTogether: wherever a chapter ends on its page, the one that follows it
// stands on one page with its diagram, if a page has room for it, and no line is broken behind the
// number of a move.
func TestWhatFollowsStandsTogether(t *testing.T) {
	const high = 200.0
	faces, err := newFaces()
	if err != nil {
		t.Fatal(err)
	}
	follows := Chapter{Heading: "In Short", Follows: true, Blocks: []Block{Paragraph{Text: "1.\u00a0P-K4 P-K4"}, Diagram{Position: board.Array(), Move: board.Pass, Caption: "The position at the end."}}}
	parted := 0
	for items := range 40 {
		chapter := Chapter{Heading: "The Game", Blocks: slices.Repeat([]Block{Item{Text: "P-K4"}}, items)}
		g := galley{ruler: &sheet{faces: faces}}
		g.chapters([]Chapter{chapter}, high)
		first := len(g.strips)
		g = galley{ruler: &sheet{faces: faces}}
		g.chapters([]Chapter{chapter, follows}, high)
		pages := g.broken(high)
		if len(pages) > 1 {
			parted++
		}
		if whole, last := len(g.strips)-first-1, len(pages[len(pages)-1]); last < whole { // the first is a gap
			t.Errorf("behind %d items, %d strips of %d stand on the last page", items, last, whole)
		}
	}
	if parted == 0 {
		t.Error("everything stood on one page")
	}
	text := typeset{roman, 10, black, 0}
	for line := range 60 {
		for _, got := range (&sheet{faces: faces}).lines(text, "1.\u00a0P-K4 P-K4 2.\u00a0P-KB4 P×P 3.\u00a0Kt-KB3 P-KKt4", 20+float64(line)) {
			if got[len(got)-1] == '.' {
				t.Errorf("a line ends with the number of a move: %q", got)
			}
		}
	}
}
