package site_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/telling"
	"corrd/game/terms"
	"corrd/game/tournament"
	"corrd/templates/site"
)

// congress is a started event of four players, of whom the first two have played game 12 to its
// end.
func congress(name string) (tournament.State, tournament.Table) {
	at := time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC)
	agreed := terms.Default()
	agreed.Umpire = "carol@example.org"
	s := tournament.State{ID: 3}.Apply(
		tournament.Event{At: at, By: tournament.Director, Fact: tournament.Announced{Conditions: tournament.Conditions{Name: name, Games: 1, EnterBy: at, Begin: at, Close: at.AddDate(1, 0, 0), Terms: agreed, Ties: tournament.Ties(), Silent: 45, Withdrawal: tournament.UnderHalf}, Drawn: "SECRET"}})
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

// TestEvent: the table of an event names who has consented and numbers everybody else; the games
// that are shown stand beneath it and in its PGN; an event that is undone is not shown.
func TestEvent(t *testing.T) {
	s, table := congress("Spring <b>Congress</b>")
	e, ok := site.NewEvent(s, table, map[int64]site.Member{1: {ID: 1, Name: "Alice \u202eExample"}, 2: {}, 3: {}, 4: {}, 5: {}}, time.UTC)
	if !ok || len(e.Games) != 6 {
		t.Fatalf("%+v", e)
	}
	m := begin(t, nil)
	for i := range m.log {
		if f, ok := m.log[i].Fact.(game.Started); ok {
			f.Tournament = &game.Tournament{Number: 3, Name: s.Name, Round: 2, Instead: 1}
			m.log[i].Fact = f
		}
	}
	annulled := slices.Concat(m.log, []game.Event{{At: m.now, By: game.Umpire, Fact: game.Ended{Score: game.Annulled, How: game.ByAnnulment}}})
	m.play("white: P-K4", "black: P-K4", "white: KKt-B3", "black: resign")
	shown, _ := telling.PublicOf(12, m.log)
	files, entry := site.GameFiles(shown, sides("Alice Example", ""), house, time.UTC)
	if got := string(files["games/12.html"]); !strings.Contains(got, `<a href="../events/3.html"><bdi>Spring &lt;b&gt;Congress&lt;/b&gt;</bdi></a>, round 2`) {
		t.Errorf("the page of a game does not name its event:\n%s", got)
	}
	if got := string(files["games/12.pgn"]); !strings.Contains(got, "[Event \"Spring <b>Congress</b>\"]\n") || !strings.Contains(got, "[Round \"2\"]\n") {
		t.Errorf("the PGN of a game does not name its event:\n%s", got)
	}
	never, ok := telling.PublicOf(12, annulled)
	if again, _ := site.GameFiles(never, sides("Alice Example", ""), house, time.UTC); !ok || strings.Contains(string(again["games/12.html"]), "events/3.html") {
		t.Error("the page of an annulled game leads to its event, which may be undone and have no page")
	}
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
	wantFeed(t, s, table, files, entries)
	got := fmt.Sprint(site.Collections(entries, []site.Event{e}))
	if want := "[{games.pgn [12]} {games-2026.pgn [12]} {events/3.pgn [12]}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	undone := tournament.State{ID: 3}.Apply(s.Log[0], tournament.Event{By: tournament.Director, Fact: tournament.Undone{Of: 1, Reason: "SECRET"}})
	if _, ok := site.NewEvent(undone, table, nil, time.UTC); ok || undone.Phase != tournament.Abandoned {
		t.Error("an event that is undone is shown")
	}
}

// wantFeed sees that the feed tells the start and the end of an event, each with its own time, the
// newest first.
func wantFeed(t *testing.T, s tournament.State, table tournament.Table, files site.Files, entries []site.Entry) {
	t.Helper()
	if feed := string(files[site.Feed]); strings.Count(feed, "<entry>") != 2 || !strings.Contains(feed, "<title>Spring &lt;b&gt;Congress&lt;/b&gt; has begun</title>") {
		t.Errorf("the feed:\n%s", feed)
	}
	over := s.Apply(tournament.Event{At: time.Date(2026, 9, 1, 0, 0, 0, 0, time.UTC), By: tournament.Corrd, Fact: tournament.Closed{}})
	e, _ := site.NewEvent(over, table, nil, time.UTC)
	feed := string(site.ClubFiles(house, entries, []site.Event{e})[site.Feed])
	end, start := strings.Index(feed, "tag:club.example,2026:event/3/end"), strings.Index(feed, "tag:club.example,2026:event/3/start")
	if end < 0 || start < end || !strings.Contains(feed, "is over</title>") || !strings.Contains(feed[:end], "<updated>2026-09-01T00:00:00Z</updated>") {
		t.Errorf("the feed:\n%s", feed)
	}
}
