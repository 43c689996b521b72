package templates

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/line"
	"corrd/templates/press"
)

// sheetScripts are the games of the sheets in tests; White is the reader's side in the even ones.
var sheetScripts = []scene{
	{script: []string{"white: P-K4", "black: P-K4", "white: Kt-KB3", "black: Kt-QB3"}},
	{script: []string{"white: P-K4"}},
	{script: []string{"white: P-K4", "black: P-K4"}, terms: map[string]string{"time": "none"}},
	{script: []string{"white: P-K4", "black: P-K4", "white: Kt-KB3"}},
	{terms: map[string]string{"board": "blindfold"}, script: []string{"white: P-K4", "black: P-K4"}},
	{script: []string{"white: P-Q4"}},
	{script: []string{"white: P-QB4", "black: P-K4"}},
	{script: []string{"white: P-KKt3"}},
	{script: []string{"white: Kt-KB3", "black: P-Q4"}},
}

// sheetScene returns what a sheet tells Alice of so many games.
func sheetScene(t *testing.T, games int) (all []SheetGame) {
	t.Helper()
	for i := range games {
		g := staged(t, sheetScripts[i%len(sheetScripts)])
		g.state.ID = int64(12 + i)
		side := board.White
		if i%2 == 1 {
			side = board.Black
		}
		reader := Reader{Side: side, Settings: map[string]string{"timezone": "Europe/London"}}
		all = append(all, SheetOf(g.state, reader, "Bartholomew Example "+strings.Repeat("I", i%3+1), g.now.Add(26*time.Hour)))
	}
	return all
}

// TestSheet: a sheet tells of each game whose turn it is, how much time is left, the last move and
// the men; of a blindfold game no men.
func TestSheet(t *testing.T) {
	all := sheetScene(t, 5)
	if g := all[0]; !g.Yours || g.Status != "move 3, White to play" || !strings.Contains(g.Until, "you, ") || !strings.HasPrefix(g.Last, "2... Kt-QB3") || !strings.Contains(g.Men.White, "King K1") || !strings.Contains(g.Men.Black, "Knights") {
		t.Errorf("%+v", g)
	}
	if g := all[3]; g.Side != "Black" || !g.Yours || !strings.HasPrefix(g.Last, "2. Kt-KB3") {
		t.Errorf("%+v", g)
	}
	if g := all[2]; g.Left != "" || g.Until != "no limit" {
		t.Errorf("without a limit: %+v", g)
	}
	if g := all[4]; g.Men != (Men{}) || g.Last == "" {
		t.Errorf("a blindfold game shows its men: %+v", g)
	}
	page, err := OfficePage(OfficeLetter{Kind: "sheet", Data: Data{Topic: Sheet, Name: "Alice", Sheet: all}, Office: testOffice})
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(page.Text, "King K1"); n != 8 {
		t.Errorf("%d kings in four games\n%s", n, page.Text)
	}
}

// TestSheetOfManyGames: more than six games are a table of a line each within 72 columns, below
// which stand at most six of the games that wait for the reader.
func TestSheetOfManyGames(t *testing.T) {
	for _, many := range []int{7, 9, 60} {
		all := sheetScene(t, many)
		page, err := OfficePage(OfficeLetter{Kind: "sheet", Data: Data{Topic: Sheet, Name: "Alice", Sheet: all}, Office: testOffice})
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(page.Text) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > press.Width {
				t.Errorf("%d games: a line of %d columns: %q", many, n, line)
			}
		}
		for _, g := range all {
			if !strings.Contains(page.Text, fmt.Sprintf("\n| %d ", g.Game)) {
				t.Errorf("%d games: game %d is in no table\n%s", many, g.Game, page.Text)
			}
		}
		if told := strings.Count(page.Text, "| Turn "); told == 0 || told > sheetBoards {
			t.Errorf("%d games: %d are told one by one\n%s", many, told, page.Text)
		}
		if !strings.Contains(page.HTML, "<table") || strings.Count(page.Text, "King K1") == 0 {
			t.Errorf("%d games: no table", many)
		}
	}
}

// TestStatus: no side is told to play while the sender of doubtful words has to say what they
// meant.
func TestStatus(t *testing.T) {
	intended := game.State{Phase: game.HeldIntention, Held: &line.Undetermined{By: board.White}}
	if got, want := Status(intended), "move 1, White to say what was meant"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
