package templates

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/play"
	"corrd/interpret"
)

// namesAct reports whether a text shows a line by which a side that must act does.
func (w *truthWorld) namesAct(p *gamePage, text string) bool {
	return slices.ContainsFunc(w.offering(p.Reader.Side), func(e example) bool {
		return !slices.Contains([]string{"draw?", "resign", "help", "show", "history", "withdraw", "adjourn"}, e.Line) && strings.Contains(text, strings.ReplaceAll(e.Shown(), noBreak, " "))
	})
}

// offering gives what a letter offers a side.
func (w *truthWorld) offering(side board.Side) []example {
	p := gamePage{GameLetter: GameLetter{State: w.state, Reader: reader(side, nil), Now: w.now}, code: w.state.Code(), notation: both}
	return p.examples()
}

// holdOffers tries what a side is offered: each act is accepted, and costs nothing that its line
// does not name and that the side would keep by silence.
func (w *truthWorld) holdOffers(side board.Side) {
	w.t.Helper()
	for _, e := range w.offering(side) {
		if slices.Contains([]string{"show", "history", "help", "pgn", "book", "resign"}, e.Line) || strings.Contains(e.Says, "lose") {
			continue
		}
		if e.Form != "" && w.state.Terms.Blindfold() {
			continue // the line behind the form is of another position
		}
		after, events, until := w.tried(side, e.Line)
		silent, _, _ := waited(w.state, w.now, until, func(game.State) bool { return true })
		harm := harms(w.state, silent, events, side)
		if harm == "" {
			harm = costs(w.state, silent, after, side, e, events)
		}
		if harm != "" {
			w.fail("%s is offered %q (%s) in %s, and %s: %+v", side, e.Line, e.Says, w.state.Phase, harm, events)
		}
	}
}

// triedLetter is the number of a letter that is tried.
const triedLetter = 9999

// tried gives the game after a letter of a side that answers the last letter to it, with what is
// under way delivered, and when the last of its events was brought about.
func (w *truthWorld) tried(side board.Side, text string) (game.State, []game.Event, time.Time) {
	s := w.state
	events := play.Decide(s, play.Letter{ID: triedLetter, By: side, Ply: s.KeyPly(side), Answers: s.Seq, Received: w.now, Statements: interpret.Parse(text).Statements}, w.now)
	s, more, at := waited(s.Apply(events...), w.now, w.now.Add(400*clocks.Day), func(s game.State) bool { return len(s.Transit) > len(w.state.Transit) })
	return s, append(events, more...), at
}

// waited has what falls due until a time happen, while the game is to go on, and gives the last
// instant at which something did. An event may bear an earlier time, such as that of a fallen flag.
func waited(s game.State, last, until time.Time, goesOn func(game.State) bool) (game.State, []game.Event, time.Time) {
	var events []game.Event
	for s.Result == nil && goesOn(s) {
		at, due := s.Deadline()
		if due == game.NothingDue || due == game.DueProof || at.After(until) {
			break
		}
		at = clocks.Later(at, s.LastEvent)
		more := play.Decide(s, play.Alarm{}, at)
		if len(more) == 0 {
			break
		}
		last = clocks.Later(last, at)
		events = append(events, more...)
		s = s.Apply(more...)
	}
	return s, events, last
}

// harms says what a letter cost the side that wrote it, as its events tell; "" for nothing. Where
// something is under way or waits for its true words, of which nobody is told what it comes to before
// it arrives, the letter may be refused or asked about, but is no offence.
func harms(before, silent game.State, events []game.Event, side board.Side) string {
	crosses := len(before.Transit) > 0 || before.Illegible || before.Bouncing() || silent.Standstill() != before.Standstill() // the game has come to stand while the letter travelled
	for _, e := range events {
		own := e.By == game.PartyOf(side) && e.Letter == triedLetter // what was under way before has its own answer
		switch f := e.Fact.(type) {
		case game.Asked:
			blind := before.Terms.Blindfold() && f.Why == game.ChooseMan // the letter could not name the man
			if own && !crosses && f.Why != game.Dropped && !blind {
				return "it is asked about: " + string(f.Why)
			}
		case game.Refused:
			if own && !crosses && f.Why != game.Enough && f.Why != game.LeftOver {
				return "it is refused: " + string(f.Why)
			}
		case game.ClaimRefused, game.Offended, game.Spent:
			_, spent := f.(game.Spent)
			if own && !(spent && before.Terms.Blindfold()) { // a letter that warned would tell of the position
				return fmt.Sprintf("it costs a right (%T)", f)
			}
		}
	}
	return ""
}

// mere are rights whose exercise ends nothing else that is open to a side.
var mere = map[string][]interpret.Kind{"withdraw": {interpret.KindWithdraw}, "propose": {interpret.KindPropose, interpret.KindAdjourn, interpret.KindWithdraw}, "adjourn": {interpret.KindAdjourn},
	"If": {}, "draw?": {interpret.KindOfferDraw}, "decline": {interpret.KindAgree, interpret.KindDecline}, "decline draw": {interpret.KindAcceptDraw, interpret.KindDeclineDraw, interpret.KindOfferDraw}}

// costs says what a side has lost by an act that it would have kept by silence until the same
// instant; "" for nothing.
func costs(before, silent, after game.State, side board.Side, e example, events []game.Event) string {
	lost := game.WonBy(side.Other())
	if r := after.Result; r != nil {
		runs := before.Bouncing() && r.How == game.ByTime                                                                                                                                                                   // house:14: whoever writes starts their clock
		moved := slices.Contains([]game.How{game.ByOddsCondition, game.ByStalemate}, r.How) && slices.ContainsFunc(events, func(e game.Event) bool { _, is := e.Fact.(game.Played); return is && e.Letter == triedLetter }) // house:6: nobody is warned of what a move brings
		if r.Score == lost && !runs && !moved && (silent.Result == nil || silent.Result.Score != lost) {
			return "it loses the game: " + string(r.How)
		}
		return ""
	}
	if silent.Result != nil {
		return ""
	}
	if e.Line != "agree" && !before.Bouncing() && !silent.Bouncing() && after.Clocks[side].Used > silent.Clock(side, after.LastEvent).Used+silent.Window.Charge { // house:14 charges the time that stood
		return "it costs time"
	}
	// the letter after a form that cannot be read has its true words found, and they may be an offence
	if after.Offending(side) && !before.Offending(side) && !silent.Offending(side) && !silent.Illegible || after.Refuses() && !silent.Refuses() && after.Offence.By == side {
		return "it is an offence"
	}
	if after.Overdue(side) && !silent.Overdue(side) {
		if before.Bouncing() {
			return "" // house:14: whoever writes starts their clock
		}
		return "it oversteps the time"
	}
	runs := func(s game.State) bool {
		who, ok := s.Running()
		return ok && who == side && !s.FlagFalls().IsZero()
	}
	if e.Line != "agree" && runs(silent) && runs(after) && after.Window.Opened.Equal(silent.Window.Opened) && after.FlagFalls().Before(silent.FlagFalls()) {
		return "its flag falls sooner"
	}
	word, _, _ := strings.Cut(e.Line, " ")
	ends, is := mere[e.Line]
	if !is {
		ends, is = mere[word]
	}
	if strings.Contains(e.Says, "ends ") {
		ends = append(slices.Clip(ends), mere["decline"]...)
	}
	if strings.Contains(e.Says, "and the draw") {
		ends = append(slices.Clip(ends), mere["decline draw"]...)
	}
	is = is && !silent.Illegible && len(before.Transit) == 0 && len(after.Transit) == 0 // what crosses it, or stays under way, ends rights too
	for _, right := range silent.Rights(side) {
		if is && !slices.Contains(ends, right) && !slices.Contains(after.Rights(side), right) {
			return fmt.Sprint("it ends a right: ", right)
		}
	}
	return ""
}
