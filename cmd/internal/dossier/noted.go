package dossier

import (
	"fmt"
	"slices"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/play"
	"corrd/interpret"
	"corrd/mailer"
)

// nextNoted decides again the act that the event at i notes, and returns how many events are dealt
// with. Nothing is guessed: the act is what the log, its letters and the events themselves say.
func (d *decider) nextNoted(i int, n play.Noted, err error) int {
	rest := d.events[i:]
	if err != nil {
		d.fault("event %d: the act that the log notes beside it cannot be read: %v", i+1, err)
		return 1
	}
	d.noting = true
	events := min(n.Events, len(rest))
	for k := 1; k < events; k++ {
		if rest[k].Act != "" {
			events = k
		}
	}
	if words := d.contradicted(rest[:events], n); words != "" {
		d.fault("event %d: %s", i+1, words)
		return events
	}
	var again []game.Event
	for _, act := range d.noted(rest, n) {
		decided := decide(d.state, act)
		if len(decided) == n.Events && events == n.Events && n.Same(decided[0].Act) && d.same(decided, i) {
			d.decided += events
			if n.Act == play.NotedLetter {
				d.reread++
			}
			return events
		}
		if again == nil {
			again = decided
		}
	}
	if why := d.excused(rest, events); why != "" {
		d.left[why] += events
		return events
	}
	d.differs(i, events, n.Version, again)
	return events
}

// contradicted returns in which words what is noted of an act contradicts the letter of the act;
// "": it does not.
func (d *decider) contradicted(events []game.Event, n play.Noted) string {
	l := d.came[n.Number]
	if n.Act != play.NotedLetter || l == nil {
		return ""
	}
	switch {
	case d.about.For != "": // of the other side's letters the archive tells less
	case n.Ply != 0 && n.Ply != l.Ply:
		return "the act names another turn than the key of its letter"
	case n.Side != l.Seat:
		return "the act names another seat than that of its letter"
	}
	switch counts, came := n.Counts(events), l.At.Truncate(time.Second); {
	case counts.After(l.At) && !d.asked(l, counts):
		return "the act counts its letter from a later time than that at which it came, and nobody was asked whose it is"
	case counts.Truncate(time.Second).Before(came) && n.Arrived.IsZero() && !d.asked(l, time.Time{}): // one that was held, where the clock was put back before its release
		return "the act counts its letter from before the time at which it came"
	}
	return ""
}

// noted returns the act that is noted beside the first of some events, in each form that it may
// have had: the words left over may be those for another game or those for the office.
func (d *decider) noted(rest []game.Event, n play.Noted) (acts []tried) {
	at := rest[min(n.Events, len(rest))-1].At.In(d.zone) // what fell due at several times is decided as of the last
	for _, act := range d.actNoted(rest, n) {
		if l, is := act.(play.Letter); is {
			acts = append(acts, tried{act, later(at, l.Received), true})
			continue
		}
		acts = append(acts, tried{act, at, true})
	}
	if due, _ := d.state.Deadline(); n.Act == play.NotedAlarm && due.After(at) { // a flag that has waited falls as of the time at which it was due
		acts = append(acts, tried{play.Alarm{}, due.In(d.zone), false})
	}
	return acts
}

// actNoted returns the forms of the act.
func (d *decider) actNoted(rest []game.Event, n play.Noted) []play.Act {
	switch side := n.Seat(); n.Act {
	case play.NotedLetter:
		if l := d.letterIn(n.Number); l != nil {
			return d.letterNoted(l, rest, n)
		}
		return nil
	case play.NotedAlarm:
		return []play.Act{play.Alarm{}}
	case play.NotedNotice:
		return []play.Act{play.Notify{Side: side, Told: n.Told}}
	case play.NotedCameBack:
		return []play.Act{play.CameBack{Side: side, Told: n.Told, Asks: n.Asks, Sent: n.Sent}}
	case play.NotedHeard:
		return []play.Act{play.Heard{Side: side}}
	case play.NotedDefer:
		return []play.Act{play.Defer{Letter: n.Number, Until: n.Until}}
	case play.NotedLeave:
		if f, ok := rest[0].Fact.(game.LeaveTaken); ok {
			return []play.Act{play.TakeLeave{Letter: n.Number, Side: side, Days: f.Days}}
		}
		return nil
	case play.NotedPosted:
		return []play.Act{play.PostCard{Side: side}}
	case play.NotedOutage:
		for _, e := range rest[:min(n.Events, len(rest))] {
			if f, ok := e.Fact.(game.Credited); ok {
				return []play.Act{play.Outage{From: n.From, Until: n.Until, Why: f.Why}}
			}
		}
		return nil
	}
	acts := d.named(rest[0])
	return slices.DeleteFunc(acts, func(a play.Act) bool {
		start, is := a.(play.Start)
		return is && (start.LeftBy != n.Seat() || len(start.Left) != n.Left)
	})
}

// letterNoted returns the forms of a letter whose act is noted.
func (d *decider) letterNoted(l *Letter, rest []game.Event, n play.Noted) (acts []play.Act) {
	mail, page := d.read(l), ledger.OfGame(d.state, n.Seat(), d.page(l))
	events := rest[:min(n.Events, len(rest))]
	one := play.Letter{ID: l.ID, By: n.Seat(), Ply: n.Ply, Answers: n.Answers, Received: n.Counts(events), Released: n.Released, Note: page.Note, Whole: page.Whole,
		Took: n.Took, Patient: n.Patient, Unclear: n.Unclear, Unread: ledger.UnreadOf(mail, page), Shown: shownIn(events, l), Prose: proseIn(events, l, mail, page),
		Beside: besideIn(events, l), Statements: d.taken(page, n)}
	if !n.Arrived.IsZero() {
		one.Card = &game.RealCard{Arrived: n.Arrived, InHand: n.InHand}
	}
	if n.Unclear && mail.Alternative == "" {
		return nil
	}
	one = ledger.Remarks(d.state, one)
	lefts := [][]string{d.leftOver(l, page, events), office(page), {page.Withheld}}
	if n.Left == 0 {
		lefts = [][]string{nil}
	}
	for _, one.Left = range lefts {
		if len(one.Left) == n.Left {
			acts = append(acts, one)
		}
	}
	return acts
}

// taken returns the statements of a page that an act took.
func (d *decider) taken(page interpret.Page, n play.Noted) []interpret.Statement {
	taken := n.Taken(page.Statements, d.about.Game)
	for i, s := range taken {
		if n.Halves && s.InOneWord() {
			taken[i] = d.state.Half(n.Seat(), s)
		}
	}
	return taken
}

// proseIn returns what events say that a letter states in prose: its words, or the beginning of
// them.
func proseIn(events []game.Event, l *Letter, mail mailer.Letter, page interpret.Page) (prose string) {
	for _, e := range events {
		if f, isStated := e.Fact.(game.Stated); isStated && e.Letter == l.ID && ledger.SaidToUmpire(f.Words, mail, page) {
			prose = f.Words
		}
	}
	return prose
}

// unnoted says that an event, which was decided again, is of no act that the log notes, though it
// notes those before: what follows from an act is never without it.
func (d *decider) unnoted(i int) {
	if d.noting && d.about.For == "" && d.unbroken == len(d.rows) {
		d.fault("event %d: the log notes no act from which it follows", i+1)
	}
}

// otherRules reports whether the archive was made by a corrd with another number of rules, which
// may decide otherwise than this one.
func (v *verifier) otherRules() bool { return v.about.Rules != game.NewestRules() }

// bothRules names the number of rules of the archive and that of this corrd, and who decides the
// game again in full.
func (v *verifier) bothRules() string {
	return fmt.Sprintf("the archive was made under rules %d and this corrd has rules %d; corrd %s, which made it, decides it again in full", v.about.Rules, game.NewestRules(), v.about.Corrd)
}

// known leaves out the events from the first on that puts the game under rules which this corrd
// does not know: what they come to only a newer corrd can say.
func (v *verifier) known() {
	for i, e := range v.events {
		rules := 0
		switch f := e.Fact.(type) {
		case game.Started:
			rules = f.Rules
		case game.Renewed:
			rules = f.Rules
		}
		if rules > game.NewestRules() {
			v.unproved("events from %d on (%s), %d in all, are decided by rules %d and this corrd knows rules up to %d: they are not folded, and not decided again; %s", i+1, eventsFile, len(v.events)-i, rules, game.NewestRules(), v.bothRules())
			v.events, v.beyond = v.events[:i], true
			return
		}
	}
}
