package templates

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/game/play"
	"corrd/interpret"
	"corrd/templates/press"
)

// namesAct reports whether a text shows a line by which a side that must act does.
func (w *truthWorld) namesAct(p *gamePage, text string) bool {
	return slices.ContainsFunc(w.offering(p.Reader.Side), func(e example) bool {
		return !slices.Contains([]string{"draw?", "resign", "help", "show", "history", "withdraw", "adjourn"}, e.Line) && strings.Contains(text, strings.ReplaceAll(e.Shown(), press.NoBreak, " "))
	})
}

// offering returns what a letter offers a side.
func (w *truthWorld) offering(side board.Side) []example {
	p := gamePage{GameLetter: GameLetter{State: w.state, Reader: reader(side, nil), Now: w.now}, code: w.state.Code(), notation: both, onCard: w.state.ByCard[side]}
	p.Reader.OnCard = p.onCard
	return p.examples()
}

// holdOffers tries what a side is offered: each act is accepted, and costs nothing that its line
// does not name and that the side would keep by silence.
func (w *truthWorld) holdOffers(side board.Side) {
	w.t.Helper()
	for _, e := range w.offering(side) {
		if e.Form != "" && w.state.Terms.Blindfold() {
			continue // the line behind the form is of another position
		}
		w.holdOffer(side, e, func(harm string, events []game.Event) {
			w.fail("%s is offered %q (%s) in %s, and %s: %+v", side, e.Line, e.Says, w.state.Phase, harm, events)
		})
	}
}

// triedLetter is the number of a letter that is tried.
const triedLetter = 9999

// tried returns the game after a letter of a side that answers the last letter to it, with what is
// under way delivered, and when the last of its events was brought about.
func (w *truthWorld) tried(side board.Side, text string) (game.State, []game.Event, time.Time) {
	s := w.state
	if s.ByCard[side] {
		return w.triedCard(side, text)
	}
	events := play.Decide(s, play.Letter{ID: triedLetter, By: side, Ply: s.KeyPly(side), Answers: s.Seq, Received: w.now, Statements: interpret.Parse(text).Statements}, w.now)
	s, more, at := waited(s.Apply(events...), w.now, w.now.Add(400*clocks.Day), underWay)
	return s, append(events, more...), at
}

// underWay reports whether a letter that is tried is under way, and not lost.
func underWay(s game.State) bool {
	return slices.ContainsFunc(s.Transit, func(p carrier.Passage) bool { return p.Letter == triedLetter && !p.Delivered.IsZero() })
}

// waited has what falls due until a time happen, while the game is to go on, and returns the last
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

// reached returns a game in which the side that wrote a letter only shows that letters reach it:
// its clock runs on, and it is charged with the time for which the clock stood (house:14).
func reached(s game.State, events []game.Event) game.State {
	return s.Apply(slices.DeleteFunc(slices.Clone(events), func(e game.Event) bool { return e.Letter != triedLetter || e.Law != codes.HouseMailbox })...)
}

// crossed reports whether what a line says was no longer open to a side when the line arrived,
// because something that was under way, or a time that was over, has come before: it has ended the
// turn, the right, or the position or question to which the words belong.
func crossed(before, silent game.State, side board.Side, line string) bool {
	if len(silent.Windows) != len(before.Windows) || silent.LastPly() < before.LastPly() {
		return true // a turn has ended, or a certificate has taken one back
	}
	rights, replied := silent.Rights(side), before.MoveUnderWay(side.Other())
	return slices.ContainsFunc(interpret.Parse(line).Statements, func(s interpret.Statement) bool {
		switch s.Kind {
		case interpret.KindMove:
			if silent.Phase != before.Phase || silent.Position.FEN() != before.Position.FEN() {
				return true
			}
		case interpret.KindYes, interpret.KindNo, interpret.KindAgree, interpret.KindDecline, interpret.KindAcceptDraw, interpret.KindDeclineDraw:
			if silent.Proposal != before.Proposal || silent.DrawOffer != before.DrawOffer {
				return true
			}
		case interpret.KindConditional:
			if replied || silent.MoveUnderWay(side) { // the reply, and that the move before it is lost, nobody is told
				return true
			}
		}
		return !slices.Contains(rights, s.Kind)
	})
}

// certified returns the game that a side has kept by silence when the letter, which comes after a
// form of theirs that cannot be read, has the form's true words found: what they come to is the
// price of the form and not of the letter.
func certified(silent game.State, side board.Side, events []game.Event) game.State {
	form, unread := silent.UnreadableOf(side)
	from := slices.IndexFunc(events, func(e game.Event) bool { f, is := e.Fact.(game.Certified); return is && f.Number == form.Number })
	to := slices.IndexFunc(events, func(e game.Event) bool { _, is := e.Fact.(game.Delivered); return is && e.Letter == triedLetter })
	if !unread || from < 0 || to < from {
		return silent
	}
	return silent.Apply(events[from:to]...)
}

// harms says what a letter cost the side that wrote it, as its events tell; "" for nothing. What
// crossed it, of which nobody is told before it arrives, may have the letter refused or asked
// about, but makes it no offence.
func harms(before game.State, events []game.Event, side board.Side, e example, crosses bool) string {
	for _, came := range events {
		own := came.By == game.PartyOf(side) && came.Letter == triedLetter // what was under way before has its own answer
		switch f := came.Fact.(type) {
		case game.Asked:
			blind := before.Terms.Blindfold() && f.Why == game.ChooseMan        // the letter could not name the man
			known := f.Why == game.OddsLost && strings.Contains(e.Says, "lose") // house:15: asked once, and the line says why
			if own && !crosses && f.Why != game.Dropped && !blind && !known {
				return "it is asked about: " + string(f.Why)
			}
		case game.Refused:
			if own && !crosses && f.Why != game.Enough {
				return "it is refused: " + string(f.Why)
			}
		case game.ClaimRefused, game.Offended, game.Spent:
			_, spent := f.(game.Spent)
			if c, claim := f.(game.ClaimRefused); claim && c.Why == string(game.NotCounted) && crosses {
				continue // a demand that a move of the other side has crossed may be made again
			}
			if _, ahead := f.(game.Offended); ahead && strings.Contains(e.Says, "your conditional move") {
				continue // III.5: the line says that the move arrives, and nobody is told of what lies ahead (house:6)
			}
			if own && !(spent && before.Terms.Blindfold()) { // a letter that warned would tell of the position
				return fmt.Sprintf("it costs a right (%T)", f)
			}
		}
	}
	return ""
}

// mere are rights whose exercise ends nothing else that is open to a side, but the rights named. An
// offer or a refusal of a draw answers the question whether its writer means to lose by one
// (house:15).
var mere = map[string][]interpret.Kind{"withdraw": {interpret.KindWithdraw}, "propose": {interpret.KindPropose, interpret.KindAdjourn, interpret.KindWithdraw}, "adjourn": {interpret.KindAdjourn},
	"If": {}, "draw?": {interpret.KindOfferDraw, interpret.KindYes, interpret.KindNo}, "decline": {interpret.KindAgree, interpret.KindDecline}, "decline draw": {interpret.KindAcceptDraw, interpret.KindDeclineDraw, interpret.KindOfferDraw, interpret.KindYes, interpret.KindNo}}

// costs says what a side has lost by an act that it would have kept by silence until the same
// instant; "" for nothing.
func costs(before, silent, after game.State, side board.Side, e example, events []game.Event) string {
	lost := game.WonBy(side.Other())
	if r := after.Result; r != nil {
		runs := (before.Bouncing() || before.Window.Charge > 0) && r.How == game.ByTime                                                                                                                                     // house:14: whoever writes starts their clock
		moved := slices.Contains([]game.How{game.ByOddsCondition, game.ByStalemate}, r.How) && slices.ContainsFunc(events, func(e game.Event) bool { _, is := e.Fact.(game.Played); return is && e.Letter == triedLetter }) // house:6: nobody is warned of what a move brings
		named := e.Line == "resign" || strings.Contains(e.Says, "lose") || strings.Contains(e.Says, "you resign")                                                                                                           // and the line says so
		if r.Score == lost && !named && !runs && !moved && (silent.Result == nil || silent.Result.Score != lost) {
			return "it loses the game: " + string(r.How)
		}
		return ""
	}
	if silent.Result != nil {
		return ""
	}
	own := func(is func(game.Event) bool) bool {
		return slices.ContainsFunc(events, func(e game.Event) bool { return e.Letter == triedLetter && is(e) })
	}
	// whoever agrees to another time has what is used counted by it, and the flag fall by it
	retimed := own(func(e game.Event) bool { f, is := e.Fact.(game.Agreed); return is && f.Terms != nil }) && strings.Contains(press.PlainSpaces(e.Says), "propose time ")
	if !retimed && after.Clocks[side].Used > silent.Clock(side, after.LastEvent).Used+silent.Window.Charge { // house:14 charges the time that stood
		return "it costs time"
	}
	// an offence is that of the letter that holds its words, and not of the one before which the
	// true words are found
	if after.Refuses() && !silent.Refuses() && after.Offence.By == side && own(func(e game.Event) bool { f, is := e.Fact.(game.Refused); return is && f.Refusal }) {
		return "it refuses the penalty"
	}
	if after.Overdue(side) && !silent.Overdue(side) && !before.NoneLeft(side, before.LastEvent) {
		return "it oversteps the time"
	}
	runs := func(s game.State) bool {
		who, ok := s.Running()
		return ok && who == side && !s.FlagFalls().IsZero()
	}
	if !retimed && runs(silent) && runs(after) && after.Window.Opened.Equal(silent.Window.Opened) && after.FlagFalls().Before(silent.FlagFalls()) {
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
	// beside what is under way no letter offers "withdraw", and none tells that a card is lost,
	// which stays so
	travels := slices.ContainsFunc(after.Transit, func(p carrier.Passage) bool { return p.Letter == triedLetter })
	for _, right := range silent.Rights(side) {
		if travels && right == interpret.KindWithdraw {
			continue
		}
		if !slices.Contains(before.Rights(side), right) {
			continue // it came while the letter was under way, whose line could not tell of it
		}
		if is && !slices.Contains(ends, right) && !slices.Contains(after.Rights(side), right) {
			return fmt.Sprint("it ends a right: ", right)
		}
	}
	return ""
}
