package clerk

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"corrd/cmd/internal/control"
	"corrd/game/board"
	"corrd/store"
	"corrd/templates"
)

// said is what the last office letter says.
func (b *table) said() (data string, to string) {
	b.Helper()
	rows := b.rows()
	last := rows[len(rows)-1]
	return string(last.Data), last.To
}

func TestNobodyIsTakenForSomebodyElse(t *testing.T) {
	b := newTable(t)
	for i, tc := range []struct{ asks, gets string }{
		{"Alice", "Alice (2)"}, {"ALICE", "ALICE (3)"}, {"A1ice", "A1ice (4)"}, {"Аlice", "p3"}, {"corrd", "p4"}, {"c0rrd", "p5"}, {"The Umpire", "p6"},
		{"Carol", "Carol"}, {"Ｃａｒｏｌ", "Carol (2)"}, {"Car\u200bol", "Carol (3)"}, {"Mailer Daemon", "p10"}, {"Alice Example (2)", "Alice Example (2)"},
	} {
		who := fmt.Sprint("p", i)
		b.letter(who, "corrd@club.example", "r", "register "+tc.asks)
		b.replies(who, "confirm", "y", "yes")
		view, err := b.room().PlayerShow(t.Context(), control.Whom{Address: who + "@example.org"})
		if err != nil || view.Name != tc.gets {
			t.Errorf("%s is registered as %+v, %v; want %s", tc.asks, view, err, tc.gets)
		}
	}
}

// TestFormerNameNamesItsOwner: the operator and a letter find a player by a name that was theirs,
// as nobody else can take it.
func TestFormerNameNamesItsOwner(t *testing.T) {
	b := tableWith(t, "alice", "bob")
	if _, err := b.room().PlayerRename(t.Context(), control.Renaming{Whom: control.Whom{ID: 2}, Name: "Robert Stone"}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"bob", " BOB ", "robert stone"} {
		if p, err := b.room().PlayerShow(t.Context(), control.Whom{Address: name}); err != nil || p.ID != 2 {
			t.Errorf("the operator finds player %d by %q, not 2: %v", p.ID, name, err)
		}
		b.letter("alice", office, "c"+name, "block "+name)
		wants(t, b.lastTold("alice", "office"), "Robert Stone")
	}
}

func TestLastAnswerOfTheDaySaysSo(t *testing.T) {
	b := newTable(t)
	b.desk.Budgets.PerAddressDay = 6
	before := len(b.rows())
	for i := range 8 {
		b.letter("alice", "corrd@club.example", fmt.Sprint("g", i), "games")
	}
	rows := b.rows()[before:]
	for i, r := range rows {
		if last := strings.Contains(string(r.Data), `"last":6,"reopens":"2026-01-02T00:00:00Z"`); last != (i+1 == len(rows)) {
			t.Errorf("answer %d of %d says that it is the last: %v", i+1, len(rows), last)
		}
	}
	if l := b.newest(); l.State != store.Ignored || len(rows) != 6 {
		t.Errorf("%d answers, and then %s: %s", len(rows), l.State, l.Verdict)
	}
	wants(t, b.lastTold("alice", "office"), "This is the last answer to your address today", "Until the end of Thursday 1 January 2026 (UTC)")
	b.letter("bob", "corrd@club.example", "b", "games")
	if data, to := b.said(); to != "bob@example.org" || strings.Contains(data, `"last"`) {
		t.Errorf("the budget of one is another's: %s to %s", data, to)
	}
	b.letter("alice", b.key(board.White), "m", "P-K4")
	if len(b.game().Line) != 1 {
		t.Error("a move does not act when the budget is spent")
	}
}

func TestKeyTwoTurnsOldDoesNotAct(t *testing.T) {
	b := newTable(t)
	old := b.key(board.White)
	for i, text := range []string{"P-K4", "P-K4", "Kt-KB3", "Kt-QB3"} {
		side := board.Side(i % 2)
		b.letter(owner(side), b.key(side), fmt.Sprint("m", i), text)
	}
	for i, text := range []string{"resign", "draw?", "propose errors courteous", "leave 3 days", "withdraw", "protest: he sent two cards"} {
		b.letter("alice", old, fmt.Sprint("o", i), text)
		s := b.game()
		if l := b.newest(); l.State != store.Returned {
			t.Errorf("%s with an old key: %s %s", text, l.State, l.Verdict)
		}
		if s.Result != nil || s.DrawOffer != 0 || s.Proposal != nil || len(s.Leaves)+len(s.Protests) > 0 {
			t.Errorf("%s with an old key acts: result %+v, draw offer %d, proposal %+v, leaves %v, protests %v", text, s.Result, s.DrawOffer, s.Proposal, s.Leaves, s.Protests)
		}
	}
	b.letter("alice", b.key(board.White), "now", "draw?")
	if b.game().DrawOffer == 0 {
		t.Error("with the key of the turn it does not act either")
	}
}

func TestTooLargeNamesTheLimit(t *testing.T) {
	b := newTable(t)
	f := fetched("")
	f.Raw, f.TooLarge, f.Head = nil, true, []byte("From: alice@example.org\r\nTo: corrd@club.example\r\nSubject: photographs\r\n\r\n")
	if _, err := b.handle(context.Background(), f); err != nil {
		t.Fatal(err)
	}
	if data, _ := b.said(); !strings.Contains(data, string(templates.TooLarge)) || !strings.Contains(data, "1048576") {
		t.Errorf("%s", data)
	}
}
