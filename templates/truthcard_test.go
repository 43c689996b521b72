package templates

import (
	"slices"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/play"
	"corrd/interpret"
	"corrd/templates/texts"
)

// onPost is how long a card that a side fills in is on its way to the office.
const onPost = 2 * clocks.Day

// triedCard is tried of a side that plays by real cards: its card bears the postmark of the day,
// and is entered when it has come.
func (w *truthWorld) triedCard(side board.Side, text string) (game.State, []game.Event, time.Time) {
	arrives := w.now.Add(onPost)
	s, _, _ := waited(w.state, w.now, arrives, func(game.State) bool { return true })
	l := w.onCard(&s, play.Letter{ID: triedLetter, By: side, Received: w.now, Statements: interpret.Parse(text).Statements}, arrives)
	if l.Ply == 0 {
		w.fail("the card %q of %s is for no turn of theirs", text, side)
	}
	events := play.Decide(s, l, arrives)
	s, more, at := waited(s.Apply(events...), arrives, arrives.Add(400*clocks.Day), underWay)
	return s, append(events, more...), at
}

// inHand goes on to when the newest card to a side has come to hand, and returns what goes back.
func (w *truthWorld) inHand(side board.Side) (back func()) {
	s, now, cards := w.state, w.now, w.cards
	w.cards[side] = slices.Clone(cards[side])
	for i, c := range w.cards[side] {
		if !c.posted.IsZero() {
			continue
		}
		w.cards[side][i].posted = now
		if c.asks {
			w.state = w.state.Apply(play.Decide(w.state, play.PostCard{Side: side}, now)...)
		}
	}
	w.now = now.Add(w.state.Terms.Carriers().Post.Transit.Most)
	w.state, _, _ = waited(w.state, now, w.now, func(game.State) bool { return true })
	return func() { w.state, w.now, w.cards = s, now, cards }
}

// tooLate reports whether a card that is posted now shows by its postmark that its side has
// overstepped the time, for which silence would have had some days of grace.
func (w *truthWorld) tooLate(side board.Side) bool {
	limit := w.limit()
	return w.state.Result != nil || w.runs(side) && !limit.IsZero() && !w.now.Before(limit)
}

// runs reports whether the clock of a side runs.
func (w *truthWorld) runs(side board.Side) bool {
	who, ok := w.state.Running()
	return ok && who == side
}

// card is what a card of a game says.
func (w *truthWorld) card(l GameLetter) CardText {
	w.t.Helper()
	t, err := OnCard(l)
	if err != nil {
		w.t.Fatal(err)
	}
	return t
}

// holdCard holds what only a card says to the game, and does what its card for the answer has room
// for.
func (w *truthWorld) holdCard(p *gamePage, newest bool, fail func(format string, args ...any)) {
	w.t.Helper()
	t := w.card(p.GameLetter)
	if may := p.YourTurn() || p.MayMove() || p.DrawOffered() && len(t.Boxes) > 1; may && !t.Asks {
		fail("no card for the answer goes with the card, and its reader may answer")
	}
	if limit := texts.LastDay(w.limit(), p.zone); t.By != "" && (!p.runs(p.Reader.Side) || t.By != limit) {
		fail("the flag falls not by the end of %q but of %q", t.By, limit)
	}
	if !newest || !t.Asks {
		return
	}
	for _, line := range w.filledIn(p, t) {
		w.holdOffer(p.Reader.Side, example{Line: line, Says: map[bool]string{true: "you resign"}[strings.Contains(line, "resign")]}, func(harm string, events []game.Event) {
			fail("the card for the answer has room for %q, and %s: %+v", line, harm, events)
		})
	}
}

// filledIn are the answers that the card for the answer has room for.
func (w *truthWorld) filledIn(p *gamePage, t CardText) (all []string) {
	all = append(all, t.Boxes...)
	if turns := w.state.Turns(); p.MayMove() && w.state.MovesDue() == 1 && len(turns) > 0 && !p.Blindfold() {
		move := t.Number + " " + agreed(&w.state, &w.state.Position, turns[0][0])
		if w.state.OnlyBarred() {
			move += " ch"
		}
		all = append(all, move)
		after := w.state.Position.Play(turns[0][0])
		if series := (&gamePage{GameLetter: GameLetter{State: w.state, Reader: p.Reader}, code: p.code, notation: p.notation}); len(after.Moves(nil)) > 0 {
			series.State.Position = after
			for _, e := range series.series() {
				all = append(all, move+"\nAnd if you play"+e.Line[len("If"):])
			}
		}
	}
	return all
}
