package site_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/terms"
	"corrd/game/tournament"
	"corrd/templates/site"
)

// congress is a started event of four players, of whom the first two have played game 12 to its end.
func congress(name string) (tournament.State, tournament.Table) {
	at := time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC)
	agreed := terms.Default()
	agreed.Umpire = "carol@example.org"
	s := tournament.State{ID: 3}.Apply(
		tournament.Event{At: at, By: tournament.Director, Fact: tournament.Announced{Conditions: tournament.Conditions{Name: name, Games: 1, EnterBy: at, Begin: at, Close: at.AddDate(1, 0, 0), Terms: agreed, Ties: tournament.Ties()}, Drawn: "SECRET"}})
	for player := int64(1); player <= 4; player++ {
		s = s.Apply(tournament.Event{At: at, By: tournament.Entrant, Fact: tournament.Entered{Player: player, Ground: "SECRET"}})
	}
	started := tournament.Started{Seats: []int64{4, 1, 2, 3}}
	for i, p := range s.Pairings() {
		started.Games = append(started.Games, tournament.Game{ID: int64(12 + i), Pairing: p})
	}
	s = s.Apply(tournament.Event{At: at, By: tournament.Director, Fact: started},
		tournament.Event{At: at.AddDate(0, 1, 0), By: tournament.Director, Fact: tournament.Substituted{Was: 2, Is: 5, Ground: "SECRET", Reason: "SECRET"}})
	return s, s.Table(func(id int64) *game.Result {
		if id == 12 {
			return &game.Result{Score: game.WhiteWins, How: game.ByResignation}
		}
		return nil
	})
}

// TestEvent: the table of an event names who has consented and numbers everybody else; the games that are shown
// stand beneath it and in its PGN; an event that is undone is not shown.
func TestEvent(t *testing.T) {
	s, table := congress("Spring <b>Congress</b>")
	e, ok := site.NewEvent(s, table, map[int64]site.Member{1: {ID: 1, Name: "Alice \u202eExample"}, 2: {}, 3: {}, 4: {}, 5: {}}, time.UTC)
	if !ok || len(e.Games) != 6 {
		t.Fatalf("%+v", e)
	}
	files, entry := site.GameFiles(publicOf(t), sides("Alice Example", ""), house, time.UTC)
	entries := []site.Entry{entry}
	maps.Copy(files, site.ClubFiles(house, entries, []site.Event{e}))
	page := string(files["events/3.html"])
	for _, want := range []string{"Spring &lt;b&gt;Congress&lt;/b&gt;", "Alice Example", "Player 1", "Player 3", "Player 4", "Player 5", "<td>1</td>", "games/12.html", `href="3.pgn"`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q on the page of the event:\n%s", want, page)
		}
	}
	for _, secret := range []string{"SECRET", "carol@", "Player 2", "games/13.html", "\u202e"} {
		if strings.Contains(page, secret) {
			t.Errorf("%q stands on the page of the event", secret)
		}
	}
	if index := string(files["index.html"]); !strings.Contains(index, `href="events/3.html"`) || !strings.Contains(index, "1 Player 1 (1)") {
		t.Errorf("the first page does not tell how the event stands:\n%s", index)
	}
	if !strings.Contains(string(files["players/1.html"]), "events/3.html") {
		t.Error("the page of a player does not name the event")
	}
	got := fmt.Sprint(site.Collections(entries, []site.Event{e}))
	if want := "[{games.pgn [12]} {games-2026.pgn [12]} {events/3.pgn [12]}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	undone := tournament.State{ID: 3}.Apply(s.Log[0], tournament.Event{By: tournament.Director, Fact: tournament.Undone{Of: 1, Reason: "SECRET"}})
	if _, ok := site.NewEvent(undone, table, nil, time.UTC); ok || undone.Phase != tournament.Abandoned {
		t.Error("an event that is undone is shown")
	}
}
