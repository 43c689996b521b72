package telling

import (
	"reflect"
	"slices"
	"time"

	"corrd/game"
	"corrd/game/carrier"
	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/game/line"
)

// Public is what the public sees of a game. Whatever shows a game to people who have no seat in it
// is made of a Public and of nothing else, and a Public holds only what is listed in this file.
type Public struct {
	State   game.State // how the game stands, as far as it is shown
	Steps   []game.Step
	Ways    map[int]Journey // how the moves travelled, by line.Turn.Sent
	Updated time.Time       // when the last thing happened that is shown
}

// PublicOf returns what the public sees of the game with a log; ok is false where nothing is shown:
// what the term publish says decides, and a game without a board shows nothing before its end.
func PublicOf(id int64, log []game.Event) (g Public, ok bool) {
	log = log[:shownUpTo(id, log)]
	if len(log) == 0 {
		return Public{}, false
	}
	whole := game.State{}
	for step := range game.Steps(id, log) {
		whole = step.After
		if told, ok := publicStep(step); ok {
			g.Steps, g.Updated = append(g.Steps, told), told.Event.At
		}
	}
	g.State, g.Ways = publicState(whole), publicWays(whole, log)
	for _, w := range whole.Windows {
		g.State.Windows = append(g.State.Windows, &clocks.Window{Number: w.Number, Side: w.Side, Used: w.Used})
	}
	return g, true
}

// shownUpTo returns how many events of a log are shown: all where the game is over; while it is
// played those up to the move that the public is to see last. Moves that are taken back take
// nothing from what was shown before.
func shownUpTo(id int64, log []game.Event) (events int) {
	var s game.State
	var played []int // by the turns of the line, how many events there were when each had been played
	shown := 0
	for step := range game.Steps(id, log) {
		events++
		same := commonTurns(step.Before, step.After)
		s, played = step.After, played[:min(same, len(played))]
		for range len(s.Line) - len(played) {
			played = append(played, events)
		}
		delay, ok := s.Terms.Published()
		if last := len(played) - 2*delay; ok && delay > 0 && last > 0 {
			shown = max(shown, played[last-1])
		}
	}
	_, ok := s.Terms.Published()
	switch {
	case !ok, s.Result == nil && s.Terms.Blindfold():
		return 0
	case s.Result != nil:
		return events
	}
	return shown
}

// commonTurns counts the turns with which the lines of two states begin alike.
func commonTurns(a, b game.State) (n int) {
	for n < min(len(a.Line), len(b.Line)) && a.Line[n].Ply == b.Line[n].Ply && a.Line[n].Move == b.Line[n].Move && a.Line[n].At.Equal(b.Line[n].At) {
		n++
	}
	return n
}

// publicStep returns a step as the public sees it; ok is false for one of which nothing is shown.
// An event that is not shown, and takes moves back or plays some, is told without what it is.
func publicStep(step game.Step) (told game.Step, ok bool) {
	told = game.Step{Before: publicState(step.Before), After: publicState(step.After), Event: game.Event{At: step.Event.At, By: step.Event.By, Law: step.Event.Law, Fact: publicFact(step.Event.Fact)}}
	same := commonTurns(step.Before, step.After)
	moves := same < max(len(step.Before.Line), len(step.After.Line))
	return told, told.Event.Fact != nil || moves
}

// publicState returns a state with what may be told of it, as far as the moves, an offence whose
// penalty is exacted, and the result need it, and in which event the game counts; the time used is
// told of the last state alone. The address of the umpire is left out of the terms.
func publicState(s game.State) game.State {
	agreed := s.Terms
	agreed.Umpire = ""
	p := game.State{ID: s.ID, Match: s.Match, Started: s.Started, Record: s.Record, Result: s.Result, Timing: clocks.Timing{Terms: agreed}}
	switch s.Phase {
	case game.HeldAmbiguous, game.HeldMultiple, game.PenaltyDue, game.Finished:
		p.Phase = s.Phase
	}
	if s.Phase == game.PenaltyDue {
		o := *s.Offence
		o.Told, o.At, o.Posted, o.Order, o.Refusals = line.Notice{}, time.Time{}, time.Time{}, game.Order{}, nil
		p.Offence = &o
	}
	if slices.ContainsFunc(p.Line, chosen) { // that the opponent may choose no more is for the laws alone
		p.Line = slices.Clone(p.Line)
		for i := range p.Line {
			p.Line[i].Chosen = false
		}
	}
	if t := s.Tournament; t != nil && (s.Result == nil || s.Result.Score != game.Annulled) {
		p.Tournament = &game.Tournament{Number: t.Number, Name: t.Name, Round: t.Round}
	}
	return p
}

func chosen(t line.Turn) bool { return t.Chosen }

// publicFact returns what is told of an event, which is all that a page says of it; nil: nothing is
// told. Offers, proposals, protests, questions, notes, conditional moves before they are played,
// and what is only the business of a side or of the umpire are not listed, and of a ruling neither
// its reason nor what was before the umpire is told.
func publicFact(f game.Fact) game.Fact {
	switch f := f.(type) {
	case game.Reopened, game.Restored, game.Retracted, game.Recommenced, game.Proceeded, game.Waived, game.Warned, game.TurnLost, game.Closed, game.Spent, game.Opened,
		game.Played, game.Advanced: // what was played stands in the line
		return reflect.Zero(reflect.TypeOf(f)).Interface().(game.Fact)
	case game.Held:
		return game.Held{Moves: f.Moves, Words: f.Words, Multiple: f.Multiple}
	case game.Adopted:
		return game.Adopted{Move: f.Move, Implicit: f.Implicit, Shown: f.Shown, First: f.First}
	case game.Exacted:
		return game.Exacted{Penalty: f.Penalty}
	case game.Counting:
		return game.Counting{Moves: f.Moves}
	case game.Overstepped:
		return f
	case game.LeaveTaken:
		return game.LeaveTaken{Days: f.Days}
	case game.Ended:
		return game.Ended{Score: f.Score, How: f.How}
	case game.Started:
		return game.Started{}
	case game.Offended:
		return game.Offended{Words: f.Words}
	case game.Refused:
		if f.ToBoth() {
			return game.Refused{Words: f.Words, Why: f.Why}
		}
	case game.Replaced:
		return game.Replaced{Side: f.Side}
	case game.Claimed:
		return game.Claimed{Ground: knownGround(f.Ground)}
	case game.ClaimRefused:
		return game.ClaimRefused{Ground: knownGround(f.Ground)}
	case game.ProofFound:
		if f.Ground != game.Doubt || f.Verdict == "proved" {
			return game.ProofFound{Verdict: f.Verdict, Nodes: f.Nodes}
		}
	case game.Ruled:
		return game.Ruled{Ruling: publicRuling(f.Ruling)}
	}
	return nil
}

// publicRuling returns what is told of a ruling: its verb, the side, and the turn or the time where
// the verb takes one. A move that is ruled stands in the line.
func publicRuling(r game.Ruling) game.Ruling {
	told := game.Ruling{Verb: r.Verb, Side: r.Side}
	switch r.Verb.Power().Takes {
	case game.TakesTurn:
		told.Number = r.Number
	case game.TakesBy, game.TakesSideBy:
		told.By = r.By
	}
	return told
}

// knownGround returns the ground of a claim where it is the name of one, and "" where it may be the
// words of a player.
func knownGround(ground string) string {
	if slices.Contains(codes.Grounds, codes.Ground(ground)) {
		return ground
	}
	return ""
}

// publicWays returns how the moves of a game travelled. A form is charged for the words of the
// move, whatever else it said, and what the wire made of other words is not told.
func publicWays(s game.State, log []game.Event) map[int]Journey {
	sent := map[int]line.Turn{}
	for _, turn := range s.Line {
		sent[turn.Sent] = turn
	}
	all := map[int]Journey{}
	for _, j := range Journeys(log) {
		turn, ok := sent[j.Number]
		if !ok {
			continue
		}
		if j.Carried != turn.Words {
			j.Carried = j.Handed
		}
		j.Letter, j.Repeats, j.ByHand, j.UnderWay = 0, 0, false, false
		if j.Words > 0 {
			j.Words = carrier.Count(turn.Words)
			j.Charge = s.Terms.Carriers().Telegraph.Tariff.Charge(j.Words)
		}
		all[j.Number] = j
	}
	return all
}
