package play

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/game/telling"
	"corrd/game/terms"
	"corrd/interpret"

	"pgregory.net/rapid"
)

// carded is a game in which Black plays by real cards.
type carded struct {
	t     *testing.T
	state game.State
	now   time.Time
	log   []game.Event
	sent  []telling.Dispatch // of the last act
	n     int64
}

// withTerms returns the default terms with some changed, as "key value".
func withTerms(t *testing.T, lines ...string) terms.Terms {
	t.Helper()
	var written []interpret.Term
	for _, line := range lines {
		key, value, _ := strings.Cut(line, " ")
		written = append(written, interpret.Term{Key: key, Value: value})
	}
	agreed, refusal := codes.ParseTerms(written, terms.Default())
	if refusal != "" {
		t.Fatal(refusal)
	}
	return agreed
}

// withCards begins a game on terms, given as "key value", in which Black plays by cards.
func withCards(t *testing.T, lines ...string) *carded {
	t.Helper()
	c := &carded{t: t, now: begins}
	c.act(Start{Terms: withTerms(t, lines...), Players: [2]int64{1, 2}, ByCard: [2]bool{board.Black: true}})
	c.act(Notify{Side: board.White})
	return c
}

func (c *carded) act(a Act) {
	c.t.Helper()
	before := c.state
	events := Decide(c.state, a, c.now)
	c.state, c.log, c.sent = c.state.Apply(events...), append(c.log, events...), telling.Dispatches(before, events)
	if folded := (game.State{}).Apply(c.log...); !reflect.DeepEqual(folded, c.state) {
		c.t.Fatal("the game is not what its log folds to")
	}
}

// on has everything happen that falls due until a time, "01-05" or "01-05 17:00" of 2026.
func (c *carded) on(when string) *carded {
	c.t.Helper()
	until := date(when)
	for {
		at, due := c.state.Deadline()
		if due == game.NothingDue || at.After(until) {
			c.now = until
			return c
		}
		c.now = clocks.Later(c.now, at)
		c.act(Alarm{})
	}
}

func date(when string) time.Time {
	for _, layout := range []string{"2006-01-02 15:04", "2006-01-02"} {
		if t, err := time.Parse(layout, "2026-"+when); err == nil {
			return t
		}
	}
	panic(when)
}

// white writes a letter by mail.
func (c *carded) white(text string) *carded {
	c.t.Helper()
	c.n++
	c.act(Letter{ID: c.n, By: board.White, Ply: c.state.KeyPly(board.White), Received: c.now, Statements: interpret.Parse(text).Statements})
	return c
}

// posted posts the card to Black now.
func (c *carded) posted() *carded {
	c.t.Helper()
	c.act(PostCard{Side: board.Black})
	return c
}

// card enters a card of Black's now; inHand is the date written on it, or "".
func (c *carded) card(postmark, inHand, text string) *carded {
	c.t.Helper()
	c.n++
	card := &game.RealCard{Arrived: c.now}
	if inHand != "" {
		card.InHand = date(inHand)
	}
	at := date(postmark)
	c.act(Letter{ID: c.n, By: board.Black, Ply: c.state.InTurnAt(board.Black, at), Received: at, Card: card, Statements: interpret.Parse(text).Statements})
	return c
}

func (c *carded) expect(what string, got, want any) {
	c.t.Helper()
	if !reflect.DeepEqual(got, want) {
		c.t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// TestCardCountsFromItsPostmark: a turn begins when the longest transit of the card before is over,
// and ends, in dates, with the postmark of the reply.
func TestCardCountsFromItsPostmark(t *testing.T) {
	for _, medium := range []string{"email", "post"} {
		c := withCards(t, "medium "+medium, "post.transit 1d..3d").on("01-05 08:30").white("P-K4").on("01-05 10:00").posted()
		c.expect(medium+": the window opens", c.state.Window.Opened, date("01-08 10:00"))
		c.on("01-14").card("01-12", "", "P-K4")
		c.expect(medium+": used", c.state.Clocks[board.Black].Used, 4*clocks.Day)
		c.expect(medium+": moves", len(c.state.Line), 2)
		c.expect(medium+": the window of White opens", c.state.Window.Opened, date("01-14"))
		j := telling.Journeys(c.log)
		last := j[len(j)-1]
		if !last.ByHand || !last.Postmark.Equal(date("01-12")) || !last.Delivered.Equal(date("01-14")) || last.Days != 4 {
			t.Errorf("%s: journey %+v", medium, last)
		}
	}
}

// TestDateWrittenOnTheCard begins the reflection, unless it lies before the card was posted.
func TestDateWrittenOnTheCard(t *testing.T) {
	c := withCards(t, "post.transit 2d").on("01-05").white("P-K4").on("01-06 09:00").posted().on("01-20").card("01-12", "01-11", "P-K4")
	c.expect("used", c.state.Clocks[board.Black].Used, clocks.Day)
	c = withCards(t, "post.transit 2d").on("01-05").white("P-K4").on("01-06 09:00").posted().on("01-20").card("01-12", "01-05", "P-K4")
	c.expect("used, with a date that cannot be", c.state.Clocks[board.Black].Used, 4*clocks.Day)
	c = withCards(t, "post.transit 2d").on("01-05").white("P-K4").on("01-20").card("01-12", "01-07", "P-K4")
	c.expect("used, where nobody has said that the card was posted", c.state.Clocks[board.Black].Used, 5*clocks.Day)
}

// TestGrace: the flag falls when the days of grace have passed, and a card in time takes it back.
func TestGrace(t *testing.T) {
	const limit = "time reply in 3 days"
	c := withCards(t, limit, "post.transit 2d", "post.grace 10d").on("01-02").white("P-K4").on("01-06 09:00").posted()
	c.expect("until", c.state.Window.Until, date("01-12"))
	c.on("01-21 23:00")
	c.expect("in the days of grace", c.state.Phase, game.AwaitMove)
	c.on("01-22 01:00")
	c.expect("after the days of grace", c.state.Phase, game.Finished)
	lost := *c
	c.on("01-25").card("01-11", "", "P-K4")
	c.expect("with a card in time", c.state.Phase, game.AwaitMove)
	c.expect("its moves", len(c.state.Line), 2)
	c.expect("used", c.state.Clocks[board.Black].Used, 3*clocks.Day)
	c = &lost
	c.on("01-25").card("01-12", "", "P-K4")
	c.expect("with a card too late", c.state.Phase, game.Finished)
	c.on("01-26").card("01-12", "01-10", "P-K4")
	c.expect("with a card too late, but for the date of arrival", c.state.Phase, game.AwaitMove)
	c = withCards(t, limit, "post.transit 2d").on("01-02").white("P-K4").on("01-06 09:00").posted().on("01-14").card("01-13", "", "P-K4")
	c.expect("with a late card before the grace is over", c.state.Phase, game.Finished)
	for _, late := range []string{"fine", "umpire"} {
		c = withCards(t, limit, "late "+late, "post.transit 2d").on("01-02").white("P-K4").on("01-06 09:00").posted().on("02-01")
		c.expect(late+": overdue", c.state.Overdue(board.Black), true)
		c.card("01-11", "", "P-K4")
		c.expect(late+": with a card in time", len(c.state.Line), 2)
		c.expect(late+": phase", c.state.Phase, game.AwaitMove)
	}
}

// TestSecondCard: two cards for one turn fall under III.4 by their postmarks, and one card that
// comes twice is a repeat.
func TestSecondCard(t *testing.T) {
	c := withCards(t).on("01-05").white("P-K4").on("01-06").posted().on("01-12").card("01-10", "", "P-K4").on("01-13").card("01-11", "", "P-K4")
	c.expect("one card twice", c.state.Phase, game.AwaitMove)
	c.on("01-14").card("01-11", "", "P-QB4")
	c.expect("another move", c.state.Phase, game.HeldMultiple)
	c = withCards(t).on("01-05").white("P-K4").on("01-06").posted().on("01-12").card("01-10", "", "P-K4").white("Kt-KB3").on("01-13").posted()
	c.expect("the turn of a card from before", c.state.InTurnAt(board.Black, date("01-11")), 2)
	c.on("01-14").card("01-11", "", "P-QB4")
	c.expect("moves", len(c.state.Line), 3)
	c.expect("the turn of a card that crossed the first move", withCards(t).on("01-05").white("P-K4").on("01-06").posted().state.InTurnAt(board.Black, date("01-03")), 2)
	c.expect("the turn of a card from before the game", c.state.InTurnAt(board.Black, begins.Add(-clocks.Day)), 0)
}

// TestOffenderByCard: the clock of a side that has sent no legal move runs on when the card that
// tells of it has come: at the latest after the longest transit, or on the date that the side
// writes.
func TestOffenderByCard(t *testing.T) {
	const limit = "time 10 moves in 30 days"
	offends := func() *carded {
		c := withCards(t, limit, "post.transit 2d").on("01-02").white("P-K4").on("01-05").posted().on("01-12").card("01-09", "", "Kt-K5")
		c.expect("phase", c.state.Phase, game.OffenceOpen)
		asks := false
		for _, l := range c.sent {
			asks = asks || l.To == board.Black && l.Asks
		}
		c.expect("the card to the offender opens a time", asks, true)
		return c
	}
	c := offends().on("01-13").posted()
	c.expect("used when the card has come", c.state.Clock(board.Black, date("01-15")).Used, 2*clocks.Day)
	c.on("01-19").card("01-17", "", "P-K4")
	c.expect("used", c.state.Clocks[board.Black].Used, 4*clocks.Day)
	c = offends().on("01-13").posted().on("01-19").card("01-17", "01-16", "P-K4")
	c.expect("used, with a date of arrival", c.state.Clocks[board.Black].Used, 3*clocks.Day)
}

// TestFirstQuestionByCard: the clock of a side stands from words about which it is asked, or which
// are returned to it, until the card that asks has come; a later question stops nothing, and no
// flag falls within a day after the card has come.
func TestFirstQuestionByCard(t *testing.T) {
	for _, words := range []string{"7... P-K4", "Perhaps P-K4?", "Kt-K5"} {
		asked := func() *carded {
			c := withCards(t, "time 10 moves in 30 days", "post.transit 2d", "errors courteous-first").
				on("01-02").white("P-K4").on("01-05").posted().on("01-12").card("01-09", "", words)
			c.expect(words+": phase", c.state.Phase, game.AwaitMove)
			asks := false
			for _, l := range c.sent {
				asks = asks || l.To == board.Black && l.Asks
			}
			c.expect(words+": the card that asks opens a time", asks, true)
			return c
		}
		c := asked().on("01-13").posted()
		c.expect(words+": used when the card has come", c.state.Clock(board.Black, date("01-15")).Used, 2*clocks.Day)
		c.on("01-19").card("01-17", "", "P-Q4")
		c.expect(words+": used", c.state.Clocks[board.Black].Used, 4*clocks.Day)
		c = asked().on("01-13").posted().on("01-19").card("01-17", "01-16", "P-Q4")
		c.expect(words+": used, with a date of arrival", c.state.Clocks[board.Black].Used, 3*clocks.Day)
		c = asked().on("01-13").posted().on("01-19").card("01-17", "", "8... P-K3").on("01-20").posted().on("01-24").card("01-22", "", "P-Q4")
		c.expect(words+": used after two questions", c.state.Clocks[board.Black].Used, 9*clocks.Day)
	}
	c := withCards(t, "time reply in 4 days", "post.transit 2d", "post.grace 0d").on("01-02").white("P-K4").on("01-05").posted().on("01-11").card("01-11", "", "7... P-K4").on("01-12").posted()
	c.expect("a day after the card has come", c.state.FlagFalls().Before(date("01-15")), false)
}

// TestGamesByCard plays random games in which sides play by cards: the log folds to the game, every
// event rests on a law, and no clock is negative.
func TestGamesByCard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		agreed := terms.Default()
		carriage := agreed.Carriers()
		carriage, _ = carriage.Set("medium", rapid.SampledFrom([]string{"email", "post"}).Draw(t, "medium"))
		agreed.Carriage, agreed.Medium = &carriage, carriage.Medium
		agreed.Time = rapid.SampledFrom([]terms.TimeControl{{}, {Moves: 2, Per: 6 * clocks.Day}, {Moves: 1, Per: 3 * clocks.Day, Each: true}, {Moves: 1, Per: 30 * time.Hour, Each: true}}).Draw(t, "time")
		agreed.Late = rapid.SampledFrom([]string{"", terms.LateFine, terms.LateUmpire}).Draw(t, "late")
		g := &travelled{now: begins, zone: time.UTC, due: map[int]time.Time{}, came: map[int]bool{}, stopped: map[int][]stop{}}
		g.act(t, Start{Terms: agreed, Players: [2]int64{1, 2}, ByCard: [2]bool{rapid.Bool().Draw(t, "white by card"), true}})
		for n := range rapid.IntRange(1, 25).Draw(t, "letters") {
			side := rapid.SampledFrom([]board.Side{board.White, board.Black}).Draw(t, "side")
			if rapid.Bool().Draw(t, "posted") {
				g.act(t, PostCard{Side: side})
			}
			g.act(t, Notify{Side: board.White})
			text := rapid.SampledFrom(mail).Draw(t, "text")
			l := Letter{ID: int64(n + 1), By: side, Ply: g.state.KeyPly(side), Received: g.now, Statements: interpret.Parse(text).Statements}
			if g.state.ByCard[side] {
				l.Received = g.now.Add(-time.Duration(rapid.IntRange(0, 400).Draw(t, "way")) * time.Hour)
				l.Card = &game.RealCard{Arrived: g.now}
				l.Ply = g.state.InTurnAt(side, l.Received)
				if rapid.Bool().Draw(t, "written") {
					l.Card.InHand = l.Received.Add(-time.Duration(rapid.IntRange(-20, 200).Draw(t, "reflection")) * time.Hour)
				}
			}
			if rapid.IntRange(0, 9).Draw(t, "mailbox") == 0 {
				g.act(t, PutOnCards{Side: side, On: rapid.Bool().Draw(t, "on")})
			}
			g.act(t, l)
			g.wait(t, time.Duration(rapid.IntRange(0, 400).Draw(t, "hours"))*time.Hour)
		}
	})
}

// TestCardOfTheLastTurn: a card posted in a side's last turn belongs to the turn also at odds of
// two moves, and is entered though the reply has come meanwhile; it resigns, and moves nothing.
func TestCardOfTheLastTurn(t *testing.T) {
	c := withCards(t, "odds two moves given by white", "post.transit 1d").on("01-05").posted()
	c.on("01-09").card("01-07", "", "P-K4; P-Q4")
	if moves, ply := len(c.state.Line), c.state.InTurnAt(board.Black, date("01-08")); moves != 3 || ply != 4 {
		t.Errorf("%d moves, and a card of the next day is for ply %d", moves, ply)
	}
	c.white("P-K4").on("01-10")
	if c.state.LongPast(board.Black, c.state.InTurnAt(board.Black, date("01-08"))) {
		t.Error("a card posted before the reply came is long past")
	}
	moves := len(c.state.Line)
	c.card("01-08", "", "P-QR3")
	c.expect("moves", len(c.state.Line), moves)
	c.card("01-08", "", "resign")
	c.expect("the game is over", c.state.Phase, game.Finished)
}
