package clerk

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/mailer"
	"corrd/mailer/parse"
)

// TestAdjudicationIsOfEvents: who claims a win or a draw of an adjudicated game is told so where
// the game belongs to no event, and is asked why where no words stand behind a colon; neither is a
// dispute. With words the claim comes before the director.
func TestAdjudicationIsOfEvents(t *testing.T) {
	b := newTable(t)
	id := b.event("players = [\"alice\", \"bob\"]\nterms = \"code british-1899, time 10 moves in 30 days\"")
	for n, who := range []string{"alice", "bob"} {
		b.letter(who, "corrd@club.example", fmt.Sprint("enter", n), "enter 1")
	}
	ofEvent := b.start(id).Pairings[0]
	disputes := func() int {
		t.Helper()
		all, err := b.room().DisputeList(t.Context(), control.Which{})
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	last := func(who string) string {
		t.Helper()
		b.sendAll()
		for _, l := range slices.Backward(b.sent) {
			if l.to == who+"@example.org" {
				return parse.Letter(l.raw, mailer.Envelope{}, parse.Options{}).FullText
			}
		}
		return ""
	}
	b.inGame(1, board.White, "a", "P-K4\nadjudicate win: a Pawn more")
	wants(t, last("alice"), "adjudicate win: a Pawn more", "belongs to an event")
	if b.game().LastPly() != 1 {
		t.Error("the move beside it is not played")
	}
	b.inGame(1, board.White, "b", "adjudicate win")
	wants(t, last("alice"), "belongs to an event")
	for n, words := range []string{"adjudicate win", "Please adjudicate draw, neither side can win", "adjudicate draw:"} {
		b.inGame(ofEvent.Game, board.White, fmt.Sprint("w", n), words)
		wants(t, last(ofEvent.White), "Why?", "with a colon and your words behind it")
	}
	if n := disputes(); n != 0 {
		t.Errorf("%d disputes", n)
	}
	b.inGame(ofEvent.Game, board.White, "claim", "adjudicate draw: neither side can win")
	if n := disputes(); n != 1 {
		t.Errorf("%d disputes after a claim with words", n)
	}
}

// TestEventEndsAfterItsDisputes: before the closing date nothing is ruled by the condition of
// adjudication, by letter, by socket, or by the director's own verb, and the refusal names the day.
// On that day each player is asked in one letter what they claim, whose answer acts below the line
// of its game alone. A protest outlives the game that is adjudicated, and the event ends only when
// the umpire has settled that, here by letter.
func TestEventEndsAfterItsDisputes(t *testing.T) {
	b := tableWith(t, "alice", "bob", "carol")
	b.addUmpire("walker")
	id, e := b.begun("terms = \"code british-1899, time 10 moves in 300 days\"")
	of, early := e.Pairings[0], e.Close.Format("2 January 2006")
	refused := func(what string, err error, want ...string) {
		t.Helper()
		if err == nil {
			t.Fatalf("%s is done", what)
		}
		wants(t, err.Error(), want...)
	}
	rule := play.Rule{Ruling: game.Ruling{Verb: game.RulesDrawn, Reason: "neither side can win"}, Law: "event:1.adjudication"}
	_, err := b.room().Rule(t.Context(), control.Ruling{ID: of.Game, Rule: &rule})
	refused("a ruling before the date", err, "adjudicated from "+early+" on, and not before")
	adjudicate := control.EventAct{Event: id, Game: of.Game, Score: "draw", Reason: "neither side can win"}
	_, err = b.room().EventAdjudicate(t.Context(), adjudicate)
	refused("an adjudication before the date", err, "adjudicated from "+early+" on, and not before")
	b.inGame(of.Game, board.White, "p", "protest: the letter of Monday was lost")
	notice, _ := b.toLetter("walker", "the letter of Monday was lost")
	b.letter("walker", notice, "early", fmt.Sprintf("rule %d draw, law event:1.adjudication, reason neither can win", of.Game))
	wants(t, b.lastTold("walker", "office"), "adjudicated from "+early+" on, and not before")
	b.letter("walker", notice, "settled", "dispute close 1 reason: it came after all")
	preview, _ := b.toLetter("walker", "nothing is done yet")
	b.letter("walker", preview, "yes0", "yes")

	b.pass(91 * 24 * time.Hour)
	if err := b.watchEvents(); err != nil {
		t.Fatal(err)
	}
	b.sendAll()
	for _, who := range []string{"alice", "bob", "carol"} {
		asked := 0
		for _, l := range b.sent {
			if l.to == who+"@example.org" && strings.Contains(string(l.raw), "what do you claim") {
				asked++
			}
		}
		if asked != 1 {
			t.Errorf("%s is asked in %d letters", who, asked)
		}
	}
	wants(t, b.lastTold(of.White, "office"), "two games of yours are not over", fmt.Sprintf("game %d, round 1: you have White against %s", of.Game, of.Black))
	key := b.keyFrom(of.White, "office")
	b.letter(of.White, key, "bare", "adjudicate win: a Rook more")
	wants(t, b.lastTold(of.White, "asked"), "Which game is your letter about")
	b.letter(of.White, key, "claim", fmt.Sprintf("Game %d:\nprotest: a Rook more", of.Game))
	for _, p := range e.Pairings {
		adjudicate.Game = p.Game
		if _, err := b.room().EventAdjudicate(t.Context(), adjudicate); err != nil {
			t.Fatal(err)
		}
	}
	_, err = b.room().EventClose(t.Context(), control.EventAct{Event: id})
	refused("an end with a dispute open", err, fmt.Sprintf("dispute 2 in game %d", of.Game), "corrctl dispute close 2")
	claim, _ := b.toLetter("walker", "a Rook more")
	b.letter("walker", claim, "close", "dispute close 2 reason: adjudicated")
	preview, _ = b.toLetter("walker", "dispute close 2")
	b.letter("walker", preview, "yes", "yes")
	if _, err := b.room().EventClose(t.Context(), control.EventAct{Event: id}); err != nil {
		t.Error(err)
	}
}

// TestAdjudicationSettlesClaims: what the players claim is before the umpire until the game has
// ended, and again when the adjudication is undone; nobody claims anything after the end. A protest
// stays open.
func TestAdjudicationSettlesClaims(t *testing.T) {
	b := tableWith(t, "alice", "bob", "carol")
	b.addUmpire("walker")
	_, e := b.begun("terms = \"code british-1899, time 10 moves in 300 days\"")
	game1, game2 := e.Pairings[0].Game, e.Pairings[1].Game
	b.pass(91 * 24 * time.Hour)
	open := func(want ...int64) {
		t.Helper()
		all, err := b.room().DisputeList(t.Context(), control.Which{})
		var got []int64
		for _, d := range all {
			got = append(got, d.ID)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("disputes %d are open, want %d: %v", got, want, err)
		}
	}
	ruled := func(id int64, r game.Ruling, law game.Law) {
		t.Helper()
		r.Reason = "a Rook more"
		if _, err := b.room().Rule(t.Context(), control.Ruling{ID: id, Rule: &play.Rule{Ruling: r, Law: law}}); err != nil {
			t.Fatal(err)
		}
	}
	b.inGame(game1, board.White, "a", "adjudicate win: a Rook more")
	b.inGame(game1, board.Black, "b", "protest: the letter of Tuesday was lost")
	b.inGame(game1, board.Black, "c", "adjudicate draw: it is a wrong Bishop")
	b.inGame(game2, board.White, "d", "adjudicate draw: nothing is left")
	open(1, 2, 3, 4)
	adjudged := game.Ruling{Verb: game.RulesAward, Side: game.PartyOf(board.White)}
	ruled(game1, adjudged, "event:1.adjudication")
	open(2, 4)
	ruled(game1, game.Ruling{Verb: game.RulesUndone, Event: b.gameNumber(game1).Ruling.Seq}, "house:16")
	open(1, 2, 3, 4)
	ruled(game1, adjudged, "event:1.adjudication")
	b.inGame(game1, board.Black, "e", "adjudicate draw: it is a wrong Bishop, and a wrong Pawn")
	wants(t, b.lastTold(e.Pairings[0].Black, "refused"), "a wrong Pawn")
	b.inGame(game2, board.Black, "f", "resign")
	open(2)
	dismissed := game.Ruling{Verb: game.RulesDismissed, Reason: "it came after all"}
	ruled(game1, dismissed, "house:16")
	open()
	if _, err := b.room().Rule(t.Context(), control.Ruling{ID: game1, Rule: &play.Rule{Ruling: dismissed, Law: "house:16"}}); err == nil {
		t.Error("a claim that is settled can be dismissed")
	}
}

// TestClaimsInAllGames has the closing date of a long event come: a player who claims something in
// each game of which the letter asks, in answer to it, has claimed in each.
func TestClaimsInAllGames(t *testing.T) {
	names := []string{"alice", "bob", "carol", "dan", "erin", "frank", "grace"}
	b := tableWith(t, names...)
	b.addUmpire("walker")
	id := b.event("games = 2\nterms = \"code british-1899, time 10 moves in 300 days\"\nplayers = [\"" + strings.Join(names, "\", \"") + "\"]")
	for _, who := range names {
		if _, err := b.room().EventEnter(t.Context(), control.EventAct{Event: id, Player: &control.Whom{Address: who}, Consent: "their word"}); err != nil {
			t.Fatal(err)
		}
	}
	e := b.start(id)
	b.pass(91 * 24 * time.Hour)
	if err := b.watchEvents(); err != nil {
		t.Fatal(err)
	}
	var answer []string
	for _, p := range e.Pairings {
		if p.White == "alice" || p.Black == "alice" {
			answer = append(answer, fmt.Sprintf("Game %d:\nadjudicate draw: neither side can win", p.Game))
		}
	}
	wants(t, b.lastTold("alice", "office"), "twelve games of yours are not over")
	b.letter("alice", b.keyFrom("alice", "office"), "claims", strings.Join(answer, "\n\n"))
	all, err := b.room().DisputeList(t.Context(), control.Which{})
	if err != nil || len(answer) != 12 || len(all) != len(answer) {
		t.Errorf("claims in %d games came before the umpire in %d: %v", len(answer), len(all), err)
	}
}

// TestEventEndsAfterDisputesOfReplayedGames: a protest in a game that was annulled and is played
// again holds up the end of the event.
func TestEventEndsAfterDisputesOfReplayedGames(t *testing.T) {
	b := tableWith(t, "alice", "bob", "carol")
	id, e := b.begun("terms = \"code british-1899, time 10 moves in 300 days\"")
	annulled := e.Pairings[0].Game
	b.inGame(annulled, board.White, "p", "protest: the letter of Monday was lost")
	annul := play.Rule{Ruling: game.Ruling{Verb: game.RulesAnnulled, Reason: "neither side has moved"}, Law: "II.10.C(d)"}
	if _, err := b.room().Rule(t.Context(), control.Ruling{ID: annulled, Rule: &annul}); err != nil {
		t.Fatal(err)
	}
	b.pass(91 * 24 * time.Hour)
	e, err := b.room().EventShow(t.Context(), control.Numbered{ID: id})
	if err != nil || e.Pairings[0].Game == annulled {
		t.Fatalf("game %d is not played again: %v", annulled, err)
	}
	for _, p := range e.Pairings {
		if _, err := b.room().EventAdjudicate(t.Context(), control.EventAct{Event: id, Game: p.Game, Score: "draw", Reason: "neither side can win"}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.room().EventClose(t.Context(), control.EventAct{Event: id}); err == nil || !strings.Contains(err.Error(), fmt.Sprint("dispute 1 in game ", annulled)) {
		t.Errorf("the event ends with a protest open: %v", err)
	}
	if _, err := b.room().DisputeClose(t.Context(), control.Closing{Writing: control.Writing{ID: 1, Words: "it came after all"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.room().EventClose(t.Context(), control.EventAct{Event: id}); err != nil {
		t.Error(err)
	}
}

// TestSecondLawBeforeTheClosingDate: of several laws, the condition of adjudication is passed over
// before the closing date, and is refused where it stands alone.
func TestSecondLawBeforeTheClosingDate(t *testing.T) {
	b := tableWith(t, "alice", "bob", "carol")
	_, e := b.begun("terms = \"code british-1899, time 10 moves in 300 days\"")
	for _, c := range []struct {
		laws []game.Law
		want string // the law of the ruling; "": it is refused
	}{
		{[]game.Law{"event:1.adjudication"}, ""},
		{[]game.Law{"event:1.adjudication", "house:99"}, ""},
		{[]game.Law{"event:1.adjudication", "house:16"}, "house:16"},
	} {
		rule := play.Rule{Ruling: game.Ruling{Reason: "Alice has died"}}
		_, err := b.room().PlayerWithdraw(t.Context(), control.Withdrawal{Whom: control.Whom{Address: "alice"}, Rule: &rule, Laws: c.laws, Draw: true})
		if c.want == "" {
			if err == nil || !strings.Contains(err.Error(), "is adjudicated from "+e.Close.Format("2 January 2006")) {
				t.Errorf("%v: %v", c.laws, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%v: %v", c.laws, err)
		}
		for _, p := range e.Pairings {
			if s := b.gameNumber(p.Game); (p.White == "alice" || p.Black == "alice") && (s.Result == nil || string(s.Result.Law) != c.want) {
				t.Errorf("%v: game %d ends %+v", c.laws, p.Game, s.Result)
			}
		}
	}
}

// TestUndoSaysWhatIsSo: what --announcement and --entry say of an event that has begun holds: the
// start can be undone, or nothing can, or the end can.
func TestUndoSaysWhatIsSo(t *testing.T) {
	b := tableWith(t, "alice", "bob", "carol")
	id, e := b.begun("terms = \"code british-1899, time 10 moves in 300 days\"")
	says := func(announcement, entry string) {
		t.Helper()
		_, err := b.room().EventUndo(t.Context(), control.EventAct{Event: id, Announcement: true, Reason: "by mistake"})
		wants(t, fmt.Sprint(err), announcement)
		_, err = b.room().EventUndo(t.Context(), control.EventAct{Event: id, Player: &control.Whom{Address: "alice"}, Reason: "by mistake"})
		wants(t, fmt.Sprint(err), entry)
	}
	says("undoes the start as long as", "undoes the start as long as")
	b.pass(91 * 24 * time.Hour)
	for _, p := range e.Pairings {
		if _, err := b.room().EventAdjudicate(t.Context(), control.EventAct{Event: id, Game: p.Game, Score: "draw", Reason: "neither side can win"}); err != nil {
			t.Fatal(err)
		}
	}
	says("its start stand, because", "the start stands, because")
	if _, err := b.room().EventClose(t.Context(), control.EventAct{Event: id}); err != nil {
		t.Fatal(err)
	}
	says("undoes the end", "is not open for this")
}
