package templates

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// clauses are what a letter may say of its reader, each with when it is true.
var clauses = []struct {
	says *regexp.Regexp
	true func(p *gamePage) bool
}{
	{regexp.MustCompile(`^your move\b|— your move\b`), func(p *gamePage) bool { return p.MayMove() }},
	{regexp.MustCompile(`(^|— )correct your words`), func(p *gamePage) bool { return p.runs(p.Reader.Side) }},
	{regexp.MustCompile(`your choice|choose (which|one)`), func(p *gamePage) bool {
		return (p.YourTurn() || p.Moving()) && (p.State.Held != nil || p.State.Phase == game.PenaltyDue && p.Picks())
	}},
	{regexp.MustCompile(`^say what you meant|— (by .+ )?say what you meant`), func(p *gamePage) bool { return slices.Contains(p.State.Rights(p.Reader.Side), interpret.KindIntend) }},
	{regexp.MustCompile(`exact or waive`), func(p *gamePage) bool { return p.State.Exactable(p.Reader.Side) && p.YourTurn() }},
	{regexp.MustCompile(`^waive it|— waive it|waive, or answer`), func(p *gamePage) bool { return slices.Contains(p.State.Rights(p.Reader.Side), interpret.KindWaive) }},
	{regexp.MustCompile(`^discharge the penalty|— discharge the penalty`), func(p *gamePage) bool { return p.State.Phase == game.PenaltyDue && p.YourTurn() }},
	{regexp.MustCompile(`^(The penalty|Penalty [A-Z]): (move|take) `), func(p *gamePage) bool { return p.State.Phase == game.PenaltyDue && p.YourTurn() }},
	{regexp.MustCompile(`^the game is suspended|The game is suspended`), func(p *gamePage) bool { return p.State.Standstill() != game.NoStandstill }},
	{regexp.MustCompile(`It is your move\.`), func(p *gamePage) bool { return p.MayMove() }},
	{regexp.MustCompile(`It is still your move\.`), func(p *gamePage) bool { return p.State.Offending(p.Reader.Side) }},
	{regexp.MustCompile(`please send another move|Please send your move|Reply with your move|Reply with the moves`), func(p *gamePage) bool { return p.MayMove() }},
	{regexp.MustCompile(`To correct your words`), func(p *gamePage) bool { return p.State.Offending(p.Reader.Side) }},
	{regexp.MustCompile(`To answer, reply with one of these`), func(p *gamePage) bool { return p.YourTurn() }},
	{regexp.MustCompile(`The choice is yours\.`), func(p *gamePage) bool { return p.YourTurn() && p.State.Held != nil }},
	{regexp.MustCompile(`(White|Black)'s clock runs`), func(p *gamePage) bool { return p.State.RunsFor(p.Now) == p.Reader.Side.Other().String() }},
	{regexp.MustCompile(`(?i)Your clock runs`), func(p *gamePage) bool { return p.State.RunsFor(p.Now) == p.Reader.Side.String() }},
}

func (p *gamePage) runs(side board.Side) bool {
	runs, ok := p.State.Running()
	return ok && runs == side
}

var (
	byWhen = regexp.MustCompile(`,? by ((the end of )?[A-Z][a-z]+ \d+ .*?)( say what you meant)?(: a reminder)?$`)
	until  = regexp.MustCompile(`(Please answer by|White has until|Black has until) (.+?UTC\)?)`)
)

// holdLetter holds a letter to the game.
func (w *truthWorld) holdLetter(l sent) {
	w.t.Helper()
	now := w.state
	defer func() { w.state = now }()
	l.letter.State = l.letter.State.AsOf(l.letter.Now)
	w.state = l.letter.State
	page := w.written(l)
	text := strings.Join(strings.Fields(strings.ReplaceAll(page.Text, press.NoBreak, " ")), " ")
	subject, _, _ := strings.Cut(page.Subject, " [corrd")
	if n := utf8.RuneCountInString(page.Subject); n > subjectWidth {
		w.fail("%d columns: %s", n, page.Subject)
	}
	p := &gamePage{GameLetter: l.letter, code: l.letter.State.Code(), notation: l.letter.Reader.notation(), zone: l.letter.Reader.zone()}
	fail := func(format string, args ...any) {
		w.t.Helper()
		w.fail("%s to %s (%s, to act %s): %s\n%s\n%s", l.letter.Kind, l.letter.Reader.Side, w.state.Phase, w.state.ToAct(), fmt.Sprintf(format, args...), page.Subject, beginning(page.Text))
	}
	for _, c := range clauses {
		for _, said := range []string{subject, text} {
			if found := c.says.FindString(said); found != "" && !c.true(p) {
				fail("it is not true that %q", found)
			}
		}
	}
	if m := byWhen.FindStringSubmatch(subject); m != nil {
		at, short := press.PlainSpaces(texts.ShortLimit(w.first(l.letter.Now), l.letter.Now, p.zone)), press.PlainSpaces(texts.ShortestLimit(w.first(l.letter.Now), l.letter.Now, p.zone))
		if !p.runs(l.letter.Reader.Side) || m[1] != at && m[1] != short {
			fail("the flag does not fall %q but %q", m[1], at)
		}
	}
	for _, m := range until.FindAllStringSubmatch(text, -1) {
		side := l.letter.Reader.Side
		if who, _, is := strings.Cut(m[1], " has until"); is {
			side = map[string]board.Side{"White": board.White, "Black": board.Black}[who]
		}
		limit := w.limit()
		if side != l.letter.Reader.Side && w.state.Grace(side) > 0 && w.state.Stays() == nil {
			limit = w.state.FlagFalls()
		}
		if at := strings.ReplaceAll(texts.Limit(limit, p.zone), press.NoBreak, " "); !p.runs(side) || m[2] != at {
			fail("the time of %s is not %q but %q", side, m[2], at)
		}
	}
	if c := p.Clock(); c != nil && c.Mine && strings.Contains(text, "Please answer by") && w.state.Window.Charge > 0 && !w.state.Terms.Time.Each &&
		!strings.Contains(text, press.PlainSpaces(texts.Span(w.state.Window.Charge))+" more are charged to you") {
		fail("the letter does not name what is charged with the reply")
	}
	if p.YourTurn() && subject != "" && !strings.Contains(subject, "—") && !slices.ContainsFunc(clauses, func(c struct {
		says *regexp.Regexp
		true func(p *gamePage) bool
	}) bool {
		return c.says.MatchString(subject)
	}) {
		fail("the subject does not say that the reader must act")
	}
	if p.YourTurn() && (strings.Contains(text, "with one of these") || strings.Contains(text, "You may write on your card") || strings.Contains(text, "Please answer by")) && !w.namesAct(p, text) && !(l.letter.Reader.OnCard && w.card(l.letter).Number != "") {
		fail("the letter names no act by which the game goes on")
	}
	if now.Result == nil && now.Seq == w.state.Seq && !now.Terms.Blindfold() {
		w.obey(l.letter.Reader.Side, text)
	}
	if l.letter.Reader.OnCard {
		w.holdCard(p, now.Seq == w.state.Seq, fail)
	}
}

// written is a letter as its reader has it: a page or, without a subject, the words of a card.
func (w *truthWorld) written(l sent) (page mailer.Page) {
	w.t.Helper()
	if l.letter.Reader.OnCard {
		page.Text = strings.Join(w.card(l.letter).Words, "\n\n")
		page.Text = strings.ReplaceAll(page.Text, "’", "'")
		return page
	}
	page, err := Game(l.letter)
	if err != nil {
		w.t.Fatal(err)
	}
	return page
}

// limit is the last minute for the side whose clock runs, or of an end that waits.
func (w *truthWorld) limit() time.Time {
	if stay := w.state.Stays(); stay != nil {
		return stay.Until
	}
	return w.state.LastMinute()
}

// handIn is the last minute in which the side whose clock runs can hand in what is in time, unless
// that minute is over.
func (w *truthWorld) handIn(written time.Time) time.Time {
	if by := w.state.HandInBy(); w.state.Stays() == nil && !w.state.LastMinute().Equal(w.state.Closes) && !by.Before(written) {
		return by
	}
	return w.limit()
}

// first is the minute until which the reader can answer, or the time from which the umpire decides
// what was meant, if that is sooner.
func (w *truthWorld) first(written time.Time) time.Time {
	if decided, waits := w.state.UnstatedFrom(); waits {
		return clocks.Earlier(w.handIn(written), decided)
	}
	return w.handIn(written)
}

// beginning returns the beginning of a text.
func beginning(text string) string {
	lines := strings.Split(text, "\n")
	return strings.Join(lines[:min(len(lines), 14)], "\n")
}
