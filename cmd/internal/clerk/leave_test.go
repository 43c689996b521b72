package clerk

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/mailer"
)

// twoGames is a table at which alice plays two games, with leave of some days.
func twoGames(t *testing.T, leave string) *table {
	b := tableOf(t, "colour white, leave "+leave)
	b.letter("alice", "corrd@club.example", "c2", "challenge bob@example.org, colour black, errors law, leave "+leave)
	b.letter("bob", "corrd@club.example", "a2", "accept")
	if b.gameNumber(2).ID != 2 {
		t.Fatal("no second game began")
	}
	return b
}

// leaves counts the leaves of alice in both games.
func (b *table) leaves() (n int) {
	for id := range int64(2) {
		s := b.gameNumber(id + 1)
		for _, l := range s.Leaves {
			if s.Players[l.Side] == 1 {
				n++
			}
		}
	}
	return n
}

func TestLeaveEverywhere(t *testing.T) {
	for words, want := range sampled(map[string]int{
		"leave 14 days everywhere": 2, "Leave 14 days everywhere, please. Thank you!": 2, "leave 14 days in all my games": 2, "leave of 1 day everywhere": 2,
		"leave 14 days in all games": 2, "leave 40 days everywhere": 0, "leave everywhere": 0, "leave 3 weeks everywhere": 2, "leave 5 weeks everywhere": 0, "leave 1 month everywhere": 0, "leave 0 days everywhere": 0,
		"I leave everywhere my umbrella": 0, "> leave 14 days everywhere": 0, "LEAVE 14 DAYS EVERYWHERE": 2,
	}, 3) {
		b := twoGames(t, "30 days a year")
		b.letter("alice", "corrd@club.example", "l", words)
		if got := b.leaves(); got != want {
			t.Errorf("after %q alice has leave in %d games, want %d", words, got, want)
		}
		if want == 2 {
			wants(t, b.lastTold("alice", "office"), "game 1, until", "game 2, until")
			if n := len(b.told("bob", "leave")); n != 2 {
				t.Errorf("bob is told %d times", n)
			}
		}
	}
}

// TestLeaveEverywhereByKey: the line acts in a letter of one game for all of them.
func TestLeaveEverywhereByKey(t *testing.T) {
	b := twoGames(t, "30 days a year")
	b.inGame(1, board.White, "m", "P-K4\nleave 14 days everywhere")
	if len(b.game().Line) != 1 || b.leaves() != 0 {
		t.Errorf("%d moves, leave in %d games", len(b.game().Line), b.leaves())
	}
	wants(t, b.lastTold("alice", "adopted"), "leave 14 days everywhere")
	b.inGame(1, board.White, "k", "leave 14 days everywhere")
	b.inGame(1, board.White, "again", "leave 14 days everywhere") // a copy
	if len(b.game().Line) != 1 || b.leaves() != 2 {
		t.Errorf("%d moves, leave in %d games", len(b.game().Line), b.leaves())
	}
}

func TestLeaveWhereTheTermsGiveLess(t *testing.T) {
	b := twoGames(t, "20 days a year")
	b.inGame(1, board.White, "one", "leave 14 days")
	b.letter("alice", "corrd@club.example", "l", "leave 14 days everywhere")
	if b.leaves() != 2 {
		t.Fatalf("leave in %d games", b.leaves())
	}
	wants(t, b.lastTold("alice", "office"), "game 2, until", "game 1: the terms give you 6 days more")
	b.letter("alice", "corrd@club.example", "m", "leave 14 days everywhere")
	wants(t, b.lastTold("alice", "refused"), "today already")
	b.midnight()
	b.letter("alice", "corrd@club.example", "n", "leave 14 days everywhere")
	if b.leaves() != 2 {
		t.Fatalf("leave in %d games", b.leaves())
	}
	wants(t, b.lastTold("alice", "refused"), "No leave was taken", "game 2: the terms give you 6 days more")
}

// TestLeaveTooLate: in a game in which the player's time is over no leave is taken, and the letter
// says why.
func TestLeaveTooLate(t *testing.T) {
	b := tableOf(t, "colour white, time reply in 3 days, leave 30 days a year")
	b.sendAll()
	for range 80 { // a daemon at work, which lets no flag fall
		b.clock.(*watch.Virtual).Set(b.clock.Now().Add(55 * time.Minute))
		if err := b.keeper.Beat(); err != nil {
			t.Fatal(err)
		}
	}
	b.comesNow("alice", "corrd@club.example", "l", "leave 14 days everywhere")
	if len(b.game().Leaves) != 0 {
		t.Fatal("leave is taken")
	}
	wants(t, b.lastTold("alice", "refused"), "game 1: the time for your turn is over")
}

// TestLeaveOfAnother: who does not prove to be alice takes no leave in the name of alice.
func TestLeaveOfAnother(t *testing.T) {
	b := twoGames(t, "30 days a year")
	b.from("alice@example.org", "f", "leave 14 days everywhere", mailer.AuthNone)
	b.letter("bob", "corrd@club.example", "b", "leave 14 days everywhere")
	if b.leaves() != 0 {
		t.Errorf("leave in %d games", b.leaves())
	}
}

// TestOfficeTakesLeave: corrctl player leave does the same, with a preview that does nothing.
func TestOfficeTakesLeave(t *testing.T) {
	b := twoGames(t, "30 days a year")
	for _, preview := range []bool{true, false} {
		out, err := b.room().PlayerLeave(b.Context(), control.Leave{Whom: control.Whom{Address: "alice"}, Days: 7, Preview: preview})
		if err != nil || len(out.Taken) != 2 || (b.leaves() == 2) == preview {
			t.Fatalf("%+v %v, leave in %d games", out, err, b.leaves())
		}
	}
	wants(t, b.lastTold("alice", "office"), "The office has taken leave of seven days")
	b.letter("alice", "corrd@club.example", "copy", "leave 14 days everywhere")
	if n := b.leaves(); n != 2 {
		t.Errorf("a letter of the same day takes leave again: in %d games", n)
	}
	wants(t, b.lastTold("alice", "refused"), "today")
	if _, err := b.room().PlayerLeave(b.Context(), control.Leave{Whom: control.Whom{Address: "alice"}}); err == nil {
		t.Error("no days are taken")
	}
}

// TestWithdrawnAtADeath: all games are drawn, or forfeited, at once.
func TestWithdrawnAtADeath(t *testing.T) {
	for _, draw := range []bool{true, false} {
		b := twoGames(t, "30 days a year")
		rule := play.Rule{Ruling: game.Ruling{Reason: "Alice has died"}}
		views, err := b.room().PlayerWithdraw(b.Context(), control.Withdrawal{Whom: control.Whom{Address: "alice"}, Rule: &rule, Laws: []game.Law{"house:16"}, Draw: draw})
		if err != nil || len(views) != 2 {
			t.Fatal(views, err)
		}
		for _, v := range views {
			if (v.Result.Score == "1/2-1/2") != draw {
				t.Errorf("draw %t: game %d is %s", draw, v.Game, v.Result.Score)
			}
		}
	}
}

// TestListsOfTheSecretary: who is silent, where nobody moves, and whom a part of a name means.
func TestListsOfTheSecretary(t *testing.T) {
	b := twoGames(t, "30 days a year")
	b.enrolled("Alicia Stone", "stone@example.org")
	names := func(a control.Members) (all string) {
		views, err := b.room().PlayerList(b.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range views {
			all += " " + v.Name
		}
		return strings.TrimSpace(all)
	}
	games := func(a control.Games) (all string) {
		lines, err := b.room().GameList(b.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range lines {
			all += fmt.Sprint(g.ID)
		}
		return all
	}
	const day = 24 * time.Hour
	b.clock.(*watch.Virtual).Set(b.clock.Now().Add(20 * day))
	b.comesNow("alice", b.key(board.White), "m1", "P-K4")
	for a, want := range map[control.Members]string{
		{}: "alice bob Alicia Stone", {Running: true}: "alice bob", {Silent: 10 * day}: "bob", {Silent: 60 * day}: "", {Postal: true}: "",
	} {
		if got := names(a); got != want {
			t.Errorf("%+v: %q, want %q", a, got, want)
		}
	}
	bob := &control.Whom{Address: "bob"}
	for want, all := range map[string][]control.Games{
		"12": {{}, {Player: bob}, {Running: true}, {Running: true, Player: bob}}, "2": {{Idle: 10 * day}}, "": {{Finished: true}, {Player: &control.Whom{Address: "Stone"}}, {Idle: 60 * day}},
	} {
		for _, a := range all {
			if got := games(a); got != want {
				t.Errorf("%+v: games %q, want %q", a, got, want)
			}
		}
	}
	if p, err := b.room().PlayerShow(b.Context(), control.Whom{Address: "stone"}); err != nil || p.Name != "Alicia Stone" {
		t.Errorf("%q, %v", p.Name, err)
	}
	if _, err := b.room().PlayerShow(b.Context(), control.Whom{Address: "ali"}); err == nil || !strings.Contains(err.Error(), "1 alice, 3 Alicia Stone") {
		t.Error(err)
	}
	if _, err := b.room().PlayerShow(b.Context(), control.Whom{Address: "example"}); err == nil || strings.Contains(err.Error(), "alice") {
		t.Errorf("the domain of all addresses names somebody: %v", err)
	}
	if _, err := b.room().PlayerRename(b.Context(), control.Renaming{Whom: control.Whom{Address: "stone"}, Name: "Anna"}); err == nil || !strings.Contains(err.Error(), "3 Alicia Stone") {
		t.Errorf("a part of a name changes somebody: %v", err)
	}
}

// TestLeaveWithDates: leave until a day is counted up to the day, from now on or from the end of
// the leave taken before; leave from a later day is not taken, and the letter says what to write.
func TestLeaveWithDates(t *testing.T) {
	b := tableOf(t, "colour white, leave 30 days a year")
	day := func(n int) string { return b.clock.Now().AddDate(0, 0, n).Format("2 January") }
	b.inGame(1, board.White, "later", "leave 5 days please, from "+day(3))
	if len(b.game().Leaves) != 0 {
		t.Fatal("leave is taken")
	}
	wants(t, b.lastTold("alice", "refused"), "is not taken: leave begins when your letter comes", `write "leave 5 days" on that day`, `"leave 8 days": lets your clock stand from now on`)
	b.inGame(1, board.White, "until", "May I have leave until the "+day(14)+"?")
	b.inGame(1, board.White, "longer", "leave until "+day(16)+", please")
	leaves := b.game().Leaves
	if len(leaves) != 2 || leaves[1].Until.Sub(leaves[0].From) != 16*24*time.Hour {
		t.Fatalf("%v", leaves)
	}
	b.inGame(1, board.White, "shorter", "leave until "+day(10))
	if len(b.game().Leaves) != 2 {
		t.Error("a leave that ends before another begins is taken")
	}
	wants(t, b.lastTold("alice", "refused"), "you are on leave until")
	b.inGame(1, board.White, "everywhere later", "leave 10 days everywhere from "+day(2))
	b.letter("alice", "corrd@club.example", "later too", "leave from "+day(2)+" everywhere")
	wants(t, b.lastTold("alice", "asked"), "leave begins when your letter comes")
	b.letter("alice", "corrd@club.example", "all", "leave until "+day(20)+" everywhere")
	if leaves = b.game().Leaves; len(leaves) != 3 || leaves[2].Until.Sub(leaves[0].From) != 20*24*time.Hour {
		t.Fatalf("%v", leaves)
	}
}
