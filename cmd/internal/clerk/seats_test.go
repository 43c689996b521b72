package clerk

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"corrd/cmd/internal/control"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/store"
)

// replace puts a player into a seat.
func (b *table) replace(s control.Seat, who string) error {
	b.Helper()
	rule := play.Rule{Law: "house:25", Ruling: game.Ruling{Reason: "He is ill."}}
	_, err := b.room().PlayerReplace(b.Context(), control.Replacing{Seat: &s, Address: who + "@example.org", Rule: &rule})
	return err
}

// TestReplaced: the new player plays on, everybody is told, and the keys of the player before no
// longer act.
func TestReplaced(t *testing.T) {
	b := newTable(t)
	b.join("carol")
	b.letter("alice", b.key(board.White), "1", "P-K4")
	b.sendAll()
	bobs := b.key(board.Black)
	if err := b.replace(control.Seat{Game: 1, Side: board.Black, Member: 0}, "carol"); err != nil {
		t.Fatal(err)
	}
	wants(t, b.lastTold("bob", "ruling"), "From now on carol plays the Black men in your place", "He is ill.")
	wants(t, b.lastTold("alice", "ruling"), "From now on carol plays the Black men, in the place of bob")
	wants(t, b.lastTold("carol", "ruling"), "you play the Black men, in the place of bob, against alice", "It is your move.", "- 30 days for every ten moves")
	b.letter("bob", bobs, "2", "P-QB4")
	if l := b.newest(); l.State != store.Returned || len(b.game().Line) != 1 {
		t.Errorf("the player replaced: %+v", l)
	}
	wants(t, b.lastTold("bob", "refused"), "You do not play in game 1")
	b.letter("carol", bobs, "3", "P-QB4")
	if l := b.newest(); l.State != store.Ignored {
		t.Errorf("a dead key in the hands of the new player: %+v", l)
	}
	b.replies("carol", "ruling", "4", "P-K4")
	b.replies("alice", "move", "5", "Kt-KB3")
	if s := b.game(); len(s.Line) != 3 || s.Players != [2]int64{1, 3} {
		t.Errorf("%v, %+v", s.Line, b.newest())
	}
	b.letter("bob", "corrd@club.example", "6", "games")
	wants(t, b.lastTold("bob", "office"), "You have no games")
	b.letter("carol", "corrd@club.example", "7", "games")
	wants(t, b.lastTold("carol", "office"), "game 1: you have the black men against alice")
	b.view(func(v store.View) error {
		of, err := v.GamesOf(2)
		if len(of) != 0 {
			t.Errorf("the games of the player replaced are %v", of)
		}
		return err
	})
	if faults, err := b.room().Check(t.Context(), control.None{}); err != nil || len(faults.Faults) > 0 {
		t.Errorf("%+v, %v", faults, err)
	}
}

// TestReplacedWithLettersUnderWay: a letter that had not been sent to the replaced player has no
// key, starts no clock, and stops none if it comes back; a letter that was held for the replaced
// player is dropped.
func TestReplacedWithLettersUnderWay(t *testing.T) {
	b := newTable(t)
	b.join("carol")
	held := b.held("1", "resign")
	if err := b.replace(control.Seat{Game: 1, Side: board.White, Member: 0}, "carol"); err != nil {
		t.Fatal(err)
	}
	if b.stateOf(held) != store.Discarded {
		t.Errorf("the letter held is %s", b.stateOf(held))
	}
	start := b.rows()[slices.IndexFunc(b.rows(), func(r store.Row) bool { return r.Kind == "start" && r.Side == board.White })]
	if err := b.courier.Send(t.Context(), start.ID); err != nil {
		t.Fatal(err)
	}
	if raw := b.sent[len(b.sent)-1].raw; b.game().Window.Told || strings.Contains(replyTo(t, raw), "+") {
		t.Errorf("told %v:\n%.600s", b.game().Window.Told, raw)
	}
	b.comesBack(start.ID)
	if b.game().Bouncing() {
		t.Error("a letter to the player replaced has stopped the clock")
	}
	b.sendAll()
	if !b.game().Window.Told {
		t.Error("the new player's letter has not started the clock")
	}
}

func TestReplacedAmongSeveral(t *testing.T) {
	b := consulting(t)
	b.join("erin")
	var refusal *control.Refusal
	for seat, why := range map[control.Seat]string{
		{Game: 1, Side: board.White, Member: 0}: "name one of 1.white.m1 (alice), 1.white.m2 (carol)",
		{Game: 1, Side: board.White, Member: 3}: "name one of",
		{Game: 7, Side: board.White, Member: 0}: "there is no game 7",
	} {
		if err := b.replace(seat, "erin"); !errors.As(err, &refusal) || !strings.Contains(refusal.Message, why) {
			t.Errorf("%s: %v", seat, err)
		}
	}
	for _, who := range []string{"alice", "carol", "dan"} {
		if err := b.replace(control.Seat{Game: 1, Side: board.White, Member: 2}, who); !errors.As(err, &refusal) || !strings.Contains(refusal.Message, "plays in this game already") {
			t.Errorf("%s: %v", who, err)
		}
	}
	if err := b.replace(control.Seat{Game: 1, Side: board.White, Member: 2}, "erin"); err != nil {
		t.Fatal(err)
	}
	wants(t, b.lastTold("alice", "ruling"), "From now on erin plays the White men, in the place of carol")
	b.replies("erin", "ruling", "1", "P-K4")
	b.replies("alice", "start", "2", "show")
	if s := b.gameNumber(1); len(s.Line) != 1 || b.newest().State != store.Answered || s.Players[board.White] != 1 {
		t.Errorf("%v, %+v", s.Line, b.newest())
	}
	wants(t, b.lastTold("dan", "move"), "White (erin) has played 1. P-K4")
	wants(t, b.lastTold("alice", "adopted"), "erin has written for your side.")
}

// TestReplacedAndUndone: a replacement is not a ruling that can be undone, and the undoing of a
// ruling made before the replacement gives nobody their seat or their keys back.
func TestReplacedAndUndone(t *testing.T) {
	b := newTable(t)
	b.join("carol")
	rule := func(r game.Ruling) error {
		r.Reason = "He is ill."
		_, err := b.room().Rule(t.Context(), control.Ruling{ID: 1, Rule: &play.Rule{Law: "house:16", Ruling: r}})
		return err
	}
	b.copied("alice", b.key(board.White), "Cc: bob@example.org", "1", "resign")
	if err := rule(game.Ruling{Verb: game.RulesReopened}); err != nil {
		t.Fatal(err)
	}
	if ring := b.game().Keyring(board.White, 0); ring.Now != 1 {
		t.Errorf("the game that was reopened has keys of %+v", ring)
	}
	if err := rule(game.Ruling{Verb: game.RulesExtended, By: 1e9 * 3600}); err != nil {
		t.Fatal(err)
	}
	before := b.game().Ruling.Seq
	if err := b.replace(control.Seat{Game: 1, Side: board.White, Member: 0}, "carol"); err != nil {
		t.Fatal(err)
	}
	for _, event := range []int64{before, b.game().Seq - 1} {
		if err := rule(game.Ruling{Verb: game.RulesUndone, Event: event}); err == nil {
			t.Errorf("event %d is undone", event)
		}
	}
	if s := b.game(); s.Players[board.White] != 3 || s.Keyring(board.White, 0) != (game.Keyring{Now: 2, Since: 2}) {
		t.Errorf("%v, %+v", s.Players, s.Keys)
	}
}

// TestRotatedByTheUmpire: the player has a letter with the new key, and the new key acts.
func TestRotatedByTheUmpire(t *testing.T) {
	b := newTable(t)
	old := b.key(board.White)
	if _, err := b.room().PlayerRotateKeys(t.Context(), control.Seating{Seat: &control.Seat{Game: 1, Side: board.White, Member: 0}}); err != nil {
		t.Fatal(err)
	}
	b.letter("alice", old, "1", "P-K4")
	if l := b.newest(); l.State != store.HeldLetter {
		t.Errorf("with the old key: %+v", l)
	}
	b.replies("alice", "repeat", "2", "P-Q4")
	if s := b.game(); len(s.Line) != 1 {
		t.Errorf("%+v", b.newest())
	}
	if n := len(b.told("bob", "repeat")); n != 0 {
		t.Error("the opponent has had a letter of it")
	}
}

// TestLettersNameTheMember: the umpire sees which member of a side wrote, and to
// which each letter went.
func TestLettersNameTheMember(t *testing.T) {
	b := consulting(t)
	b.replies("carol", "start", "1", "P-K4")
	views, err := b.room().GameLetters(t.Context(), control.Numbered{ID: 1})
	if err != nil {
		t.Fatal(err)
	}
	var in, out []string
	for _, v := range views {
		switch {
		case v.Dir == "in" && v.Kind == "move":
			in = append(in, *v.Player)
		case v.Kind == "adopted":
			out = append(out, *v.Player)
		}
	}
	if slices.Sort(out); !slices.Equal(in, []string{"carol"}) || !slices.Equal(out, []string{"alice", "carol"}) {
		t.Errorf("from %v, to %v", in, out)
	}
}

// TestReleasedForTheMember: what the operator releases was written by the member
// from whose address it came.
func TestReleasedForTheMember(t *testing.T) {
	b := consulting(t)
	b.letter("carol", "corrd@club.example", "1", "P-K4")
	held := b.newest()
	if _, err := b.room().InboxRelease(t.Context(), control.Numbered{ID: held.ID}); err != nil || held.State != store.HeldLetter {
		t.Fatalf("%+v, %v", held, err)
	}
	wants(t, b.lastTold("bob", "move"), "White (carol) has played 1. P-K4")
}
