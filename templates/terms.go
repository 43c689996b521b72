package templates

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/carrier"
	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/templates/texts"
)

// gloss is a term of a game, as terms.Terms.Lines writes the term, with an explanation where the
// words of the term alone are not clear.
func gloss(t terms.Terms, term string) string {
	key, value, _ := strings.Cut(term, " ")
	switch annex, annexed := codes.ByID(value); {
	case key == "code":
		return texts.Say("gloss", term, codes.Of(t).Title)
	case key == "annex" && annexed:
		return texts.Say("gloss", term, texts.Say("gloss annex", annex.Title))
	case key == "leave" && value != "none":
		return texts.Say("gloss", term, texts.Say("gloss leave"))
	case key == "publish" && strings.HasPrefix(value, "delay "):
		return texts.Say("gloss", term, texts.Say("gloss publish"))
	case texts.Has("gloss " + term):
		return texts.Say("gloss", term, texts.Say("gloss "+term))
	}
	return term
}

// Changes are the terms that are proposed or agreed on and differ from what held before
// the fact, each with what that was.
func (t *told) Changes(agreed *terms.Terms) []string {
	if agreed == nil {
		return nil
	}
	before, held := t.State.Terms, map[string]string{}
	for _, term := range before.Lines() {
		key, _, _ := strings.Cut(term, " ")
		held[key] = term
	}
	var changed []string
	for _, term := range agreed.Lines() {
		key, _, _ := strings.Cut(term, " ")
		if was := held[key]; was != "" && term != was {
			changed = append(changed, texts.Say("term changed", plainly(*agreed, term), plainly(before, was)))
		}
	}
	return changed
}

// ProposedWords quotes the words of a proposal; "" for any other fact.
func (t *told) ProposedWords() string {
	if f, ok := t.Fact.(game.Proposed); ok {
		return t.As(f.Words)
	}
	return ""
}

// plainly puts one term of a game, as terms.Terms.Lines writes it, in the words of invitations.
func plainly(t terms.Terms, term string) string {
	switch key, value, _ := strings.Cut(term, " "); {
	case key == "time":
		return paceOf(t)
	case key == "late":
		return lateOf(t)
	case key == "errors":
		return errorsOf(t)
	case key == "notation":
		return notationOf(t)
	case key == "leave" && value != "none":
		return texts.Say("leave each", value)
	}
	return texts.Named("gloss", term)
}

// mainTerms are, in sentences, the terms of a game that players ask for, and the terms that are not
// the usual ones, each with its explanation.
func mainTerms(t terms.Terms) []string {
	lines := []string{timeOf(t), notationOf(t), lawOf(t)}
	usual := terms.Default()
	told := []string{"code", "time", "notation", "errors", "late", "colour"}
	for _, term := range t.Lines() {
		key, _, _ := strings.Cut(term, " ")
		switch {
		case slices.Contains(told, key), slices.Contains(usual.Lines(), term), strings.HasPrefix(key, t.Medium+"."), term == "excess none":
		case key == "medium":
			lines = append(lines, carriageOf(t))
		default:
			lines = append(lines, gloss(t, term))
		}
	}
	return lines
}

// carriageOf says how what the sides communicate travels, with the settings of its carrier
// in the order of carrier.Keys.
func carriageOf(t terms.Terms) string {
	settings := t.Carriers()
	var agreed []any
	for _, key := range carrier.Keys() {
		if strings.HasPrefix(key, settings.Medium+".") {
			agreed = append(agreed, carriageValue(key, settings.Value(key)))
		}
	}
	return texts.Say("carriage "+settings.Medium, agreed...)
}

// carriageValue puts the value of a key of carriage in words: a time on the way as a length
// of time, a list with "and", and a share of what goes wrong as a clause, "" for none.
func carriageValue(key, value string) string {
	if texts.Has("carriage " + key) {
		if value == "0" {
			return ""
		}
		return texts.Say("carriage "+key, value)
	}
	if journey, ok := carrier.ParseSpan(value); ok && strings.HasSuffix(key, ".transit") {
		if journey.Least == journey.Most {
			return texts.Span(journey.Most)
		}
		return texts.Say("carriage range", texts.Span(journey.Least), texts.Span(journey.Most))
	}
	return texts.List(strings.Fields(value))
}

// timeOf says how much time the sides have for moves, and what follows where a side oversteps it.
func timeOf(t terms.Terms) string {
	if t.Time.Per == 0 {
		return paceOf(t)
	}
	return texts.Say("time and late", paceOf(t), lateOf(t))
}

// paceOf says how much time there is for moves.
func paceOf(t terms.Terms) string {
	switch {
	case t.Time.Per == 0:
		return texts.Say("time none")
	case t.Time.Each:
		return texts.Say("time each", texts.Span(t.Time.Per))
	case t.Time.Then > 0 || t.Time.Until != "":
		return texts.Say("time session", t.Time.String())
	}
	return texts.Say("time moves", texts.Span(t.Time.Per), moves(t.Time.Moves))
}

// lateOf says what follows where the time is overstepped.
func lateOf(t terms.Terms) string { return texts.Say("late " + cmp.Or(t.Late, "forfeit")) }

// errorsOf says what becomes of words that express no legal move.
func errorsOf(t terms.Terms) string { return texts.Say("errors " + cmp.Or(t.Errors, "law")) }

// notationOf says how moves are written.
func notationOf(t terms.Terms) string {
	if len(t.Notation) == 0 || slices.Equal(t.Notation, terms.Default().Notation) {
		return texts.Say("notation old")
	}
	return texts.Say("notation named", texts.List(t.Notation))
}

// lawOf names the code of laws, and what becomes of words that express no legal move.
func lawOf(t terms.Terms) string {
	return codes.Of(t).Title + ": " + errorsOf(t)
}

// About is what the letters of help say about the topic for which the reader asks, or "".
func (p *officePage) About() (string, error) {
	var helps []string
	for _, name := range []string{"help all", "help notation", "help terms"} {
		text, err := say(name, p)
		if err != nil {
			return "", err
		}
		helps = append(helps, text)
	}
	return texts.About(p.Data.Words, helps...), nil
}

// OneGame reports whether the letter is about one game.
func (p *officePage) OneGame() bool { return len(p.Data.Lines)+len(p.Data.Games) == 1 }

// Topics are what help can be asked for about.
func (p *officePage) Topics() []string { return texts.Topics() }

// Codes names the codes of laws that can be played.
func (p *officePage) Codes() string { return strings.Join(terms.Codes, ", ") }

// InPlay names the terms that can be agreed on while a game is played.
func (p *officePage) InPlay() string { return texts.List(codes.InPlay) }

// Glossary are the terms that are words, each with its explanation.
func (p *officePage) Glossary() []string {
	var lines []string
	for _, term := range glossed() {
		lines = append(lines, texts.Say("gloss", term, texts.Say("gloss "+term)))
	}
	return lines
}

// glossed are the terms of which the glossary says what they come to.
func glossed() []string {
	return slices.DeleteFunc(texts.Keys("gloss "), func(term string) bool { return !strings.Contains(term, " ") })
}

// Odds tells, in the first letter, what odds are given, by whom, and who begins, or "" if none are.
func (t *told) Odds() string {
	started, _ := t.Fact.(game.Started)
	giver, ok := started.Terms.Odds.Side()
	if !ok {
		return ""
	}
	s := t.GameLetter.State
	first := s.Position.SideToMove()
	begins := texts.Say("odds begins", sideName(first))
	if several := firstTurn(s, t.code); several != "" {
		begins = several
	} else if first == giver {
		begins = texts.Say("odds begins by law", sideName(first), t.code.OddsFirst)
	}
	return texts.Say("odds", codes.OddsLaw(t.code, started.Terms.Odds), started.Terms.Odds, begins)
}

// FirstTurn tells what the law asks of a first turn of several moves that is due, or "" if one move
// is.
func (t *told) FirstTurn() string { return firstTurn(t.State, t.code) }

// firstTurn says what a first turn of several moves is, where one is due in a game; "" elsewhere.
func firstTurn(s game.State, code *codes.Code) string {
	n, first := s.MovesDue(), sideName(s.Position.SideToMove())
	if n == 1 {
		return ""
	}
	return texts.Say("odds several moves", first, texts.Count(n, "move"), code.OddsMoves)
}

// TimesNeeded returns how many times a position must have stood for a draw by repetition.
func (t *told) TimesNeeded() int {
	draw, _ := t.code.Draw(codes.Repetition)
	return draw.Number
}

// Beforehand is the provision by which the sides agree on the terms in writing, or "" if the code
// has none.
func (p *gamePage) Beforehand() string {
	_, law, _ := p.code.Beforehand.Get()
	return string(law)
}

// Founded is the beginning of the game, if the letter tells of the beginning; else nil.
func (p *gamePage) Founded() *game.Started {
	for _, e := range p.Events {
		if f, ok := e.Fact.(game.Started); ok {
			return &f
		}
	}
	return nil
}

// KeepsMen reports whether each side keeps its men from game to game of a match.
func (t *told) KeepsMen() bool {
	turns, _, _ := t.code.InTurn.Get()
	return turns == codes.MoveTurns
}

// AnOffence returns, as an example, an offence by which a game is forfeited under the code.
func (t *told) AnOffence() codes.Law {
	offences, law, _ := t.code.Forfeit.Get()
	if len(offences) == 0 {
		return law
	}
	return offences[min(2, len(offences)-1)]
}

// LeaveLeft returns how many days of leave the reader had left before the fact.
func (t *told) LeaveLeft() int { return t.State.LeaveLeft(t.Reader.Side, t.Event.At) }

// LeaveLeft returns how many days of leave the reader has left.
func (p *gamePage) LeaveLeft() int { return p.State.LeaveLeft(p.Reader.Side, p.Now) }

// FurtherLeave reports whether the leave taken begins when another is over.
func (t *told) FurtherLeave() bool {
	side, _ := t.Event.By.Side()
	return t.State.LeaveFrom(side, t.Event.At).After(t.Event.At)
}

// LeaveEnds is when the leave taken is over.
func (t *told) LeaveEnds() string {
	after := t.State.Apply(t.Event)
	return t.Limit(after.Leaves[len(after.Leaves)-1].Until)
}

// leaveAsked is a leave that was asked for and not granted, as a letter explains it.
type leaveAsked struct {
	clocks.Wanted
	Begun, Ending string // the day on which it is to begin, and the last one
	Fits          bool   // as many days as Total are left
	Lasts         string // until when the reader is on leave already, if that is as long
	Further       string // until when, if it is not, and it was to begin before
}

// LeaveAsked explains the leave for which the words of the fact ask.
func (t *told) LeaveAsked() leaveAsked {
	f, _ := t.Fact.(game.Refused)
	side, zone := t.Reader.Side, t.State.Terms.Carriers().Location()
	begins := t.State.LeaveFrom(side, t.Event.At).In(zone)
	out := leaveAsked{Wanted: t.State.LeaveWanted(side, f.Words, t.Event.At)}
	out.Begun, out.Ending = texts.Date(out.From, zone), texts.Date(carrier.DaysLater(begins, out.Total), zone)
	out.Fits = out.Days > 0 && out.Total > 0 && out.Total <= t.LeaveLeft()
	switch early := out.Later() && out.From.Before(begins); {
	case !begins.After(t.Event.At):
	case out.Days == 0 && !out.Until.IsZero(), early && out.Total == 0:
		out.Lasts = t.Limit(begins)
	case early:
		out.Further = t.Limit(begins)
	}
	return out
}

// leaves is the line that takes leave where leave was asked for that is not granted: as long as it
// was asked for, if it can be taken from now on, or else as long as it can be.
func (p *gamePage) leaves() []example {
	t := p.main()
	if t == nil || t.name() != "Refused" || t.Fact.(game.Refused).Why != game.NoLeave || t.LeaveLeft() < 1 {
		return nil
	}
	days := t.LeaveLeft()
	if asked := t.LeaveAsked(); asked.Fits {
		days = asked.Total
	} else if asked.Total == 0 || asked.Later() {
		return nil
	}
	until := carrier.DaysLater(t.State.LeaveFrom(p.Reader.Side, t.Event.At).In(t.State.Terms.Carriers().Location()), days)
	return []example{{Line: fmt.Sprint("leave ", days, " ", texts.One(days, "day")), Says: texts.Say("answer leave", t.Limit(until)), Tap: texts.Say("tap take leave", texts.Count(days, "day"))}}
}

// leaveOffered is how many days of leave a letter offers whoever writes of being away.
const leaveOffered = 7

// givesTime are the lines by which a game waits for longer: the reader's leave, as long as the
// reader's words say, and a proposal of more time for each move, of as many days as the reader has
// now and half as many more.
func (p *gamePage) givesTime(words string) (list []example) {
	control := p.State.Terms.Time
	if control.Per == 0 || !control.Daily() {
		return nil
	}
	zone := p.State.Terms.Carriers().Location()
	named := p.State.LeaveNamed(p.Reader.Side, words, p.Now).Total
	if days := min(p.LeaveLeft(), cmp.Or(named, leaveOffered)); days > 0 && (p.YourTurn() || named > 0) && p.State.Terms.Carriers().Carrier().Leave() {
		until := carrier.DaysLater(p.State.LeaveFrom(p.Reader.Side, p.Now).In(zone), days)
		list = append(list, example{Line: fmt.Sprint("leave ", days, " ", texts.One(days, "day")), Says: texts.Say("answer leave", texts.Limit(until, p.Reader.zone())), Tap: texts.Say("tap take leave", texts.Count(days, "day"))})
	}
	control.Per += max(control.Per/2, clocks.Day).Truncate(clocks.Day)
	term := interpret.Term{Key: "time", Value: control.String()}
	if _, refusal := codes.ChangedTerms([]interpret.Term{term}, p.State.Terms); refusal == "" && p.State.Proposal == nil && control.ThenPer == 0 {
		list = append(list, example{Line: "propose " + term.Key + " " + term.Value, Says: texts.Say("answer more time", p.Opponent())})
	}
	return list
}

// charge is what a letter tells of the time for which the reader's clock stood in this turn because
// letters to the reader came back (house:14).
type charge struct {
	Stood   string // the time that is charged with the reply, or may be; "" where none is
	Certain bool   // the time is charged; otherwise an answer to the letter that came back has it charged
	Exceeds bool   // the time that is charged is all that the reader has left, or more, and another move is due in it
}

// charged is the charge that waits for the reader's reply. Under a limit for each reply a charge
// shortens nothing.
func (p *gamePage) charged(v game.ClockView) charge {
	w, control := p.State.Window, p.State.Terms.Time
	stood := cmp.Or(w.Charge, p.State.MayCharge())
	if stood == 0 || w.Side != p.Reader.Side || control.Each || control.Per == 0 || p.State.Overdue(w.Side) {
		return charge{}
	}
	return charge{Stood: texts.Span(stood), Certain: w.Charge > 0, Exceeds: v.Due > 1 && stood >= v.Left}
}

// HasSealed reports whether the reader has sealed a move.
func (p *gamePage) HasSealed() bool {
	return p.State.Sealed != nil && p.State.Sealed.By == p.Reader.Side
}
