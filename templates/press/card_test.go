package press

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"corrd/game/board"
)

// sample is a card as a game writes it.
func sample(t *testing.T) Card {
	t.Helper()
	p, err := board.ParseFEN("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4")
	if err != nil {
		t.Fatal(err)
	}
	last, _ := board.ParseMove("f8c5")
	return Card{Number: 17, Club: "The Leeds Chess Club", Return: []string{"The Secretary", "4 Park Row", "Leeds"},
		To:    []string{"Miss Eliza Thorold", "The Laurels", "12 High Street", "Lincoln"},
		Title: "Game 12", Players: "Eliza Thorold against Robert Black",
		Fields:   []Field{{"Black plays", "3... B-B4"}, {"to your move", "3. B-B4"}, {"your card was postmarked", "3 January 2026"}, {"and came to hand on", "5 January 2026"}, {"your answer is to be posted by", "31 January 2026"}, {"proposed", "nothing"}},
		Days:     []Days{{"White", "2", "9"}, {"Black", "3", "11"}},
		Position: &p, From: board.White, Last: last,
		Words:  []string{"Black has played 3... B-B4 (Bc5). It is your move.", "In words: King's Bishop to Queen's Bishop's fourth square.", "You have 21 days for your next seven moves. Otherwise the game is lost on time."},
		Answer: &Answer{Game: "Game 12, White", Theirs: "3... B-B4", Number: "4.", By: "31 January 2026"}, Code: "The British Chess Code, 1899; law I.13.C"}
}

// TestSameBytes: the same card gives the same octets, and CORRD_CARDS names a folder in which it is
// left to be looked at.
func TestSameBytes(t *testing.T) {
	for _, onSheets := range []bool{false, true} {
		first, err := Cards([]Card{sample(t)}, onSheets)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Cards([]Card{sample(t)}, onSheets)
		if err != nil || !bytes.Equal(first, again) {
			t.Errorf("another document: %v", err)
		}
		if !bytes.HasPrefix(first, []byte("%PDF-1.4")) || len(first) > 100<<10 {
			t.Errorf("%d octets", len(first))
		}
		if dir := os.Getenv("CORRD_CARDS"); dir != "" {
			name := map[bool]string{false: "/card.pdf", true: "/sheet.pdf"}[onSheets]
			if err := os.WriteFile(dir+name, first, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestNoLineIsWiderThanItsColumn: an opponent's note is printed over nothing, whatever words they
// choose.
func TestNoLineIsWiderThanItsColumn(t *testing.T) {
	faces, err := newFaces()
	if err != nil {
		t.Fatal(err)
	}
	s := &sheet{faces: faces}
	for _, text := range []string{
		strings.Repeat("x", 2000), "a " + strings.Repeat("W", 300) + " b", strings.Repeat("北", 500), "https://chess.example/" + strings.Repeat("analysis/", 40),
		strings.Repeat("Black writes to White. ", 50),
	} {
		lines := s.lines(words, text, leftWide)
		for _, line := range lines {
			if w := s.width(words, line); w > leftWide {
				t.Errorf("%.1f mm for a column of %.1f: %.60q", w, leftWide, line)
			}
		}
		if got, want := strings.Join(lines, ""), strings.ReplaceAll(text, " ", ""); strings.ReplaceAll(got, " ", "") != want {
			t.Errorf("%.60q is not whole", text)
		}
	}
}

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

// TestDiagramsStandWithTheirWords: wherever a page ends, a diagram stands on the page of the remark
// and the move right above it, and no long remark is torn from its page by one.
func TestDiagramsStandWithTheirWords(t *testing.T) {
	const high = 200.0
	faces, err := newFaces()
	if err != nil {
		t.Fatal(err)
	}
	diagram := Diagram{Position: board.Array(), Move: board.Pass, Caption: "White's words leave a choice in this position."}
	for words, together := range map[string]bool{"White's words may mean Kt-QB3 or Kt-KB3.": true, strings.Repeat("The umpire has ruled at length. ", 80): false} {
		for items := range 45 {
			g := galley{ruler: &sheet{faces: faces}}
			g.chapters([]Chapter{{Heading: "The Game", Blocks: append(slices.Repeat([]Block{Item{Text: "P-K4"}}, items), Remark{Text: words, Law: "III.3", Digest: "Words that can be read."}, Turn{Side: "White", Words: "P-K4"}, diagram)}}, high)
			own := 0
			for _, s := range g.strips[g.begins[items]:] {
				if !s.gap {
					own++
				}
			}
			pages := g.broken(high)
			on, all, sum := 0, 0, 0.0
			for _, s := range pages[len(pages)-1] {
				if !s.gap {
					on++
				}
				sum += s.high
			}
			for _, page := range pages {
				all += len(page)
			}
			if together && on < own || sum > high || all < len(g.strips)-len(pages)*2 {
				t.Errorf("behind %d items, %d strips of %d stand on the last of %d pages, %.1f high; %d of %d are left", items, on, own, len(pages), sum, all, len(g.strips))
			}
		}
	}
}
