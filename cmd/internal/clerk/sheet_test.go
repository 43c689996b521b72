package clerk

import (
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/game/board"
	"corrd/store"
)

// monday sets the clock to the next Monday, lists the sheets of its week, lets so many of them go
// out, and returns how many have gone to somebody in all.
func (b *table) monday(turns int, who string) (had int) {
	b.Helper()
	at := b.clock.Now().UTC().Truncate(24 * time.Hour)
	for at = at.AddDate(0, 0, 1); at.Weekday() != time.Monday; {
		at = at.AddDate(0, 0, 1)
	}
	b.clock.(*watch.Virtual).Set(at)
	return b.sheets(turns, who)
}

// sheets is monday without another day.
func (b *table) sheets(turns int, who string) (had int) {
	b.Helper()
	b.sendAll()
	if err := b.listSheets(); err != nil {
		b.Fatal(err)
	}
	b.minutes(turns)
	for _, l := range b.sent {
		if l.to == who+"@example.org" && strings.Contains(string(l.raw), "Corrd-Letter: sheet\r\n") {
			had++
		}
	}
	return had
}

// TestSheet: who has set a sheet has one a week with all their games, and nobody has one who has no
// game, no mailbox, or none set.
func TestSheet(t *testing.T) {
	b := tableOf(t, "colour white, time none")
	b.join("carol")
	if _, err := b.room().PlayerAdd(b.Context(), control.Enrolment{Name: "Eliza", Postal: "12 High Street, Lincoln", Quiet: true}); err != nil {
		t.Fatal(err)
	}
	b.update(func(tx store.Tx) error {
		p, err := tx.Player(4)
		if err == nil {
			ledger.ChangeSetting(&p, ledger.Sheet, ledger.SheetWeekly)
			err = tx.PutPlayer(&p)
		}
		return err
	})
	if n := b.sheets(2, "alice"); n != 0 {
		t.Fatalf("%d sheets in the first week", n)
	}
	b.letter("alice", "corrd@club.example", "s", "set sheet weekly")
	wants(t, b.lastTold("alice", "office"), "sheet weekly")
	b.letter("carol", "corrd@club.example", "s", "set sheet weekly")
	if n := b.sheets(2, "alice"); n != 0 {
		t.Fatalf("%d sheets before Monday", n)
	}
	b.inGame(1, board.White, "m", "P-K4")
	if n := b.monday(4, "alice"); n != 1 {
		t.Fatalf("%d sheets on Monday", n)
	}
	wants(t, b.lastTold("alice", "sheet"), "You play one game, alice; it does not wait for you.", "White against bob", "move 1, Black to play", "no limit", "1. P-K4", "King K1", "set sheet off")
	if n := b.sheets(4, "alice"); n != 1 {
		t.Errorf("%d sheets after the first", n)
	}
	for _, who := range []string{"bob", "carol"} {
		if n := b.sheets(1, who); n != 0 {
			t.Errorf("%s has %d sheets", who, n)
		}
	}
	if cards, err := b.room().CardList(b.Context(), control.WhichCards{}); err != nil || len(cards) != 0 {
		t.Errorf("%d cards, %v", len(cards), err)
	}
	b.inGame(1, board.Black, "m2", "P-K4")
	if n := b.monday(4, "alice"); n != 2 {
		t.Errorf("%d sheets in two weeks", n)
	}
	wants(t, b.lastTold("alice", "sheet"), "it waits for you", "yours (move 2, White to play)", "1... P-K4")
	b.inGame(1, board.White, "m3", "resign")
	if n := b.monday(4, "alice"); n != 2 {
		t.Errorf("a sheet of no game has come")
	}
}

// TestSheetOnce: a sheet that waits when the daemon ends goes once, also when the clock goes back
// over the beginning of the week.
func TestSheetOnce(t *testing.T) {
	b := tableOf(t, "colour white, time none")
	b.sheets(1, "alice")
	for _, who := range []string{"alice", "bob"} {
		b.letter(who, "corrd@club.example", "s", "set sheet weekly")
	}
	if n := b.monday(1, "alice"); n != 1 {
		t.Fatalf("%d sheets to Alice", n)
	}
	waits := false
	b.view(func(v store.View) (err error) { waits, err = ledger.SheetWaits(v); return err })
	if n := b.sheets(0, "bob"); n != 0 || !waits {
		t.Fatalf("%d sheets to Bob, and any waits: %v", n, waits)
	}
	was := b.clock.Now()
	b.clock.(*watch.Virtual).Set(was.AddDate(0, 0, -3))
	b.sheets(3, "bob")
	b.clock.(*watch.Virtual).Set(was)
	for _, who := range []string{"alice", "bob"} {
		if n := b.sheets(3, who); n != 1 {
			t.Errorf("%d sheets to %s", n, who)
		}
	}
}

// TestSheetStops: the setting, stop and List-Unsubscribe end the sheet, also one that waits, and
// the last of these ends nothing else.
func TestSheetStops(t *testing.T) {
	b := tableOf(t, "colour white, time none")
	b.sheets(1, "bob")
	had := 0
	for i, stops := range []func(){
		func() { b.letter("bob", "corrd@club.example", "s1", "set sheet off") },
		func() { b.letter("bob", "corrd@club.example", "s2", "stop") },
		func() { b.replies("bob", "sheet", "s3", "stop") },
		func() {
			b.letter("bob", b.unsubscribedFrom("bob", "sheet"), "s4", "whatever a program writes")
			p := b.playerAt("bob")
			if ledger.Stops(p, ledger.Reminders) || !ledger.Stops(p, ledger.Sheet) {
				t.Errorf("settings are %v", p.Settings)
			}
		},
	} {
		b.letter("bob", "corrd@club.example", "on"+string(rune('0'+i)), "set sheet weekly\nset reminders on")
		had++
		if n := b.monday(3, "bob"); n != had {
			t.Fatalf("case %d: %d sheets, not %d", i, n, had)
		}
		b.monday(0, "bob")
		stops()
		if n := b.sheets(3, "bob"); n != had {
			t.Errorf("case %d: a sheet has come after all", i)
		}
	}
	if n := len(b.told("bob", "office")); n == 0 {
		t.Error("nothing is answered")
	}
}
