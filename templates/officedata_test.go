package templates

import (
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/telling"
	"corrd/game/terms"
	"corrd/game/tournament"
	"corrd/templates/press"
)

// The scenes of office letters whose Data package templates, or one below it, makes for the daemon
// too.

// entered is an event for which entries are taken.
type entered struct {
	tournament.State
	names map[int64]string
}

// clubEvent is an event that three players have entered.
func clubEvent() entered {
	announced := time.Date(2025, 11, 1, 10, 0, 0, 0, time.UTC)
	e := entered{tournament.State{ID: 4}, map[int64]string{1: "Alice Example", 2: "Bob Example", 3: "Carol Example"}}
	e.State = e.Apply(tournament.Event{At: announced, Fact: tournament.Announced{Drawn: "5f2c", Commitment: tournament.Commitment("5f2c"), Conditions: tournament.Conditions{Name: "Winter 2027", Games: 1,
		EnterBy: time.Date(2027, 11, 30, 0, 0, 0, 0, time.UTC), Begin: time.Date(2027, 12, 1, 0, 0, 0, 0, time.UTC), Close: time.Date(2028, 6, 30, 0, 0, 0, 0, time.UTC),
		Terms: terms.Default(), Ties: tournament.Ties(), Silent: 45, Withdrawal: tournament.UnderHalf}}})
	for _, id := range []int64{2, 1, 3} {
		e.State = e.Apply(tournament.Event{At: announced, Fact: tournament.Entered{Player: id}})
	}
	return e
}

// entrants are the names of those who have entered.
func (e entered) entrants() (all []string) {
	for _, id := range e.Players() {
		all = append(all, e.names[id])
	}
	return all
}

// table is the table of the event when its games have come to some results, by the numbers of the
// games.
func (e entered) table(results map[int64]*game.Result, more ...tournament.Event) press.Table {
	started := tournament.Started{Seats: e.Order()}
	for i, p := range e.Pairings() {
		started.Games = append(started.Games, tournament.Game{ID: int64(12 + i), Pairing: p})
	}
	s := e.Apply(append([]tournament.Event{{At: e.Begin, Fact: started}}, more...)...)
	return press.Table{Event: s, Table: s.Table(func(id int64) *game.Result { return results[id] }), Names: e.names, Zone: time.UTC}
}

// started is the table while two games are still played, and closed the final one.
func (e entered) started() press.Table {
	return e.table(map[int64]*game.Result{12: {Score: game.WhiteWins, How: game.ByTime}})
}

func (e entered) closed() press.Table {
	return e.table(map[int64]*game.Result{12: {Score: game.WhiteWins, How: game.ByTime}, 13: {Score: game.Drawn, How: game.ByAgreement}, 14: {Score: game.BlackWins, How: game.ByResignation}},
		tournament.Event{At: e.Close, Fact: tournament.Closed{}})
}

// tableLetter is what a letter tells of a table.
func tableLetter(t press.Table, reason string) Data {
	d := Data{Topic: EventTable, Number: t.Event.ID, Event: t.Event.Name, Reason: reason, Lines: t.Notes()}
	for _, row := range t.Rows(press.Width - len("| ")) {
		d.Open = append(d.Open, press.Row(row))
	}
	for _, line := range t.Spoken() {
		d.Said = append(d.Said, [2]string{"", line})
	}
	return d
}

// observedNames name the players of a game that is watched: Black is named to nobody.
var observedNames = [2][]string{{"Carol Example"}, {""}}

// observedGame is a game as its observers see it: after two moves, when moves have been taken back,
// and at its end.
func observedGame(t *testing.T) (shown, taken, ended telling.Public) {
	t.Helper()
	at := func(script ...string) telling.Public {
		g := staged(t, scene{terms: map[string]string{"observers": "yes", "publish": "delay 1"}, script: append([]string{"white: P-K4", "black: P-K4", "white: Kt-KB3"}, script...)})
		shown, ok := telling.PublicOf(4, g.log)
		if !ok {
			t.Fatalf("nothing is shown after %q", script)
		}
		return shown
	}
	return at(), at("umpire: restore_turn II.6(e) black", "black: P-Q4"), at("black: resign")
}

// readersOf are those for whom the office letters are whose scenes have names that begin so; all
// others are for Alice, or for the player of the side that the letter names.
var readersOf = []struct {
	name     string
	prefixes []string
}{
	{"Carol Example", []string{"appealed-named", "late-named", "undelivered-named", "confirm-umpiring", "umpiring-set"}},
	{"George Walker", []string{"appealed", "late", "undelivered", "umpire-", "digest", "reckoned", "strangers-wait", "stated", "event-watch"}},
	{"Sam Secretary", []string{"admissions", "upload-anew"}},
	{"Bob Example", []string{"challenge-again", "challenge-black", "challenge-side", "challenge-over", "nudged", "accept-or-decline"}},
	{"Frank Example", []string{"consult"}},
}

// addressee is whom an office letter is for.
func addressee(name string, d Data) Reader {
	to := reader(d.Side, nil)
	switch name {
	case "challenge", "withdrawn":
		to = reader(board.Black, nil)
	case "invitation":
		return Reader{Address: "bob@away.example"}
	case "nudged-consult":
		name = "consult"
	}
	for _, r := range readersOf {
		if slices.ContainsFunc(r.prefixes, func(begins string) bool { return strings.HasPrefix(name, begins) }) {
			first, _, _ := strings.Cut(strings.ToLower(r.name), " ")
			to.Name, to.Address = r.name, first+"@home.example"
			break
		}
	}
	return to
}
