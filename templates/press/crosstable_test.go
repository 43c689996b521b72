package press_test

import (
	"encoding/csv"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"corrd/game"
	"corrd/game/tournament"
	"corrd/templates/press"
)

// printed is the table of an event of so many players, of whose games some are over in each way.
func printed(players, games int) press.Table {
	at := time.Date(2027, 5, 3, 0, 0, 0, 0, time.UTC)
	names := map[int64]string{}
	started := tournament.Started{}
	for p := range players {
		id := int64(p + 1)
		started.Seats = append(started.Seats, id)
		names[id] = fmt.Sprintf("Player <%d> with a name of thirty", id)
	}
	for i, p := range tournament.Berger(players, games) {
		started.Games = append(started.Games, tournament.Game{ID: int64(i + 1), Pairing: p})
	}
	names[100] = "=SUM(A1)"
	s := tournament.State{ID: 4}.Apply(
		tournament.Event{At: at, Fact: tournament.Announced{Conditions: tournament.Conditions{Name: "Winter <4>", Games: games, Ties: tournament.Ties()}}},
		tournament.Event{At: at, Fact: started},
		tournament.Event{At: at, Fact: tournament.Substituted{Was: 1, Is: 100}},
		tournament.Event{At: at, Fact: tournament.Withdrawn{Player: 2, Uncounted: true}})
	ways := []*game.Result{nil, {Score: game.Drawn, How: game.ByAgreement}, {Score: game.WhiteWins, How: game.ByTime}, {Score: game.Drawn, How: game.ByRuling},
		{Score: game.BlackWins, How: game.ByResignation}, {Score: game.Annulled, How: game.ByAnnulment, Law: s.Law(tournament.Withdrawing)}}
	results := func(id int64) *game.Result { return ways[int(id)%len(ways)] }
	return press.Table{Event: s, Table: s.Table(results), Names: names, Zone: time.UTC}
}

func TestFits(t *testing.T) {
	for players := tournament.FewestPlayers; players <= 13; players++ {
		for games := 1; games <= 2; games++ {
			text := printed(players, games).Text()
			lines := strings.Split(text, "\n")
			for i, line := range lines[:players+1] {
				if n := utf8.RuneCountInString(line); n > 72 {
					t.Errorf("%d players, %d games, line %d has %d characters: %s", players, games, i, n, line)
				}
			}
			if !strings.Contains(text, "=SUM(A1) plays in the place of Player <1> with a name of thirty since 3 May 2027.") {
				t.Errorf("no footnote of the substitute:\n%s", text)
			}
		}
	}
}

func TestMarks(t *testing.T) {
	text := printed(6, 1).Text()
	for _, want := range []string{"·", "1t", "0t", "½a", "w", "· being played; t by time; a adjudged; w withdrawn", "fewer than half"} {
		if !strings.Contains(text, want) {
			t.Errorf("the table lacks %q:\n%s", want, text)
		}
	}
}

func TestElsewhere(t *testing.T) {
	table := printed(6, 2)
	if csv := table.CSV(); !strings.Contains(csv, ",'=SUM(A1),") || strings.Count(csv, "\n") != 7 {
		t.Errorf("the table for a spreadsheet:\n%s", csv)
	}
	html := table.HTML()
	if strings.Contains(html, "<4>") || strings.Contains(html, "Player <") || !strings.Contains(html, "Winter &lt;4&gt;") {
		t.Errorf("a name is taken for HTML:\n%s", html)
	}
}

// TestNamesForASpreadsheet: whatever a player is called, no cell of the table begins, behind signs
// that are not seen, with a sign upon which a spreadsheet computes.
func TestNamesForASpreadsheet(t *testing.T) {
	for _, name := range []string{"=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)", "\t=1+1", "\r=1+1", " =1+1", "\u00a0=1+1", "\u202e=1+1", "\ufeff@SUM(A1)", "\uff1d1+1", "\uff0b1", "\uff0d1", "\uff20SUM(A1)",
		"\n=1+1", "\x00=1+1", "\u2212+1"} {
		table := printed(6, 1)
		table.Names[100] = name
		rows, err := csv.NewReader(strings.NewReader(table.CSV())).ReadAll()
		if err != nil || len(rows) != 7 {
			t.Fatalf("%q: %d rows, %v", name, len(rows), err)
		}
		for _, row := range rows {
			cell := strings.TrimLeftFunc(row[1], func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) })
			if cell == "" || strings.ContainsRune("=+-@\uff1d\uff0b\uff0d\uff20", []rune(cell)[0]) {
				t.Errorf("%q: a cell %q", name, row[1])
			}
		}
	}
}
