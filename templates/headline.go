package templates

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/telling"
	"corrd/interpret/notation"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// about returns, for a kind of letter that tells of several facts, the fact that the letter is
// mainly about.
var about = map[string]string{
	"ruling": "Ruled", "suspended": "Ruled", "resumed": "Ruled", "reminder": "Reminded", "agreed": "Agreed", "proposal": "Proposed",
	"offer": "DrawOffered", "claim": "Claimed", "protest": "Protested", "result": "Ended", "conditional": "Promised", "leave": "LeaveTaken",
	"asked": "Asked", "said": "Said",
}

// main returns the fact that the letter is mainly about: the fact of its kind, or else the last act
// of the turn, or else the last fact. main returns nil when the letter tells nothing.
func (p *gamePage) main() *told {
	name := about[p.Kind]
	if name == "Ruled" && p.Listed("Replaced") {
		name = "Replaced"
	}
	last := func(is func(t *told) bool) *told {
		for i := range slices.Backward(p.told) {
			if is(&p.told[i]) {
				return &p.told[i]
			}
		}
		return nil
	}
	if t := last(func(t *told) bool { return t.name() == name }); t != nil {
		return t
	}
	if telling.TellsOfAct(p.Kind) {
		if t := last((*told).act); t != nil {
			return t
		}
	}
	return p.lastTold()
}

// Headline returns the first paragraph of the text about the main fact, or "" if the letter tells
// nothing.
func (p *gamePage) Headline() string {
	t := p.main()
	if t == nil {
		return ""
	}
	first, _, _ := strings.Cut(t.words, "\n\n")
	return first
}

// Story returns the rest of what the letter tells: the rest of the main fact, and the other facts.
// Conditional moves sent with a move are told after the reply that a conditional move of the
// reader's makes to it.
func (p *gamePage) Story() string {
	var b strings.Builder
	main := p.main()
	if main != nil {
		_, rest, _ := strings.Cut(main.words, "\n\n")
		b.WriteString(rest + "\n\n")
	}
	for _, answered := range []bool{false, true} {
		for i := range p.told {
			if t := &p.told[i]; t != main && p.answeredAhead(i) == answered {
				b.WriteString(t.words + "\n\n")
			}
		}
	}
	return b.String()
}

// answeredAhead reports whether fact i of the letter is a conditional series that came with a move
// to which a conditional move replied.
func (p *gamePage) answeredAhead(i int) bool {
	_, series := p.told[i].Fact.(game.Promised)
	return series && slices.ContainsFunc(p.told[i:], func(t told) bool {
		f, plays := t.Fact.(game.Played)
		return plays && f.Conditional
	})
}

// Laws are the provisions that the letter rests on, each once, the main one first.
func (p *gamePage) Laws() []game.Law {
	list := []game.Law{p.law()}
	for i := range p.told {
		if t := &p.told[i]; !t.unsettled() {
			list = append(list, t.law)
		}
	}
	var once []game.Law
	for _, law := range list {
		if law != "" && !slices.Contains(once, law) {
			once = append(once, law)
		}
	}
	return once
}

// Digests are the words of the laws that no letter to the reader has had before, a long one's first
// sentences, and all of the law on which a ruling rests, whatever the reader has had.
func (p *gamePage) Digests() []cited {
	var list []cited
	for i := range p.told {
		t := &p.told[i]
		known := slices.Contains(p.Cited, t.law) && !(p.Kind == "ruling" && t.name() == "Ruled")
		if t.unsettled() || t.disputed() || known || slices.ContainsFunc(list, func(c cited) bool { return c.Law == t.law }) {
			continue
		}
		if digest := p.code.Digest(t.law); digest != "" {
			one := cited{Law: t.law, Digest: digest}
			if p.Kind != "ruling" && !p.Reader.OnCard {
				one.Digest, one.More = shortened(digest)
			}
			list = append(list, one)
		}
	}
	return list
}

// disputed reports whether the fact names a law that somebody says was broken. The words of such
// a law would read like a ruling, and may forbid what the letter allows.
func (t *told) disputed() bool {
	switch t.Fact.(type) {
	case game.Claimed, game.Protested:
		return true
	}
	return false
}

// cited is a provision and the digest of the provision; More says that the digest goes on.
type cited struct {
	Law    game.Law
	Digest string
	More   bool
}

// A digest of more than longDigest bytes is cut to its first sentences: those that end within
// enoughOfDigest bytes, and at least one.
const longDigest, enoughOfDigest = 420, 300

// shortened returns the first sentences of a digest, and whether there are more.
func shortened(digest string) (first string, more bool) {
	if len(digest) <= longDigest {
		return digest, false
	}
	const stop = ". "
	end := strings.LastIndex(digest[:enoughOfDigest+len(stop)-1], stop)
	if end < 0 {
		end = strings.Index(digest, stop)
	}
	if end < 0 {
		return digest, false
	}
	return digest[:end+1], true
}

// CitedTo returns the laws in the letters that told a side of some events. An event of which only
// one side is told counts only for this side.
func CitedTo(side board.Side, events []game.Event) []game.Law {
	var laws []game.Law
	for _, e := range events {
		by, isSide := e.By.Side()
		switch e.Fact.(type) {
		case game.Asked, game.Refused, game.ClaimRefused:
			if !isSide || by != side {
				continue
			}
		}
		if e.Law != "" && !slices.Contains(laws, e.Law) {
			laws = append(laws, e.Law)
		}
	}
	return laws
}

// Question is what is asked, or what became of the letter, for the subject.
func (p *gamePage) Question() string {
	key := "question other"
	if t := p.main(); t != nil {
		if t.name() == "Illegible" {
			return texts.Say("question illegible")
		}
		if f, ok := t.Fact.(game.Asked); ok && texts.Has("question "+string(f.Why)) {
			key = "question " + string(f.Why)
			if f.Why == game.NoStatement && t.MeantMoves() != "" {
				key = "question meant" // the letter names the move that its words seem to mean
			}
			if f.Why == game.Dropped && t.OfWords() {
				key = "question kept"
			}
		}
	}
	return texts.Say(key)
}

// subjectWidth is how many columns a subject has at most, its "[corrd 12]" included: with them the
// longest, which name a move, what is asked and the limit, are whole.
const subjectWidth = 84

// fitted returns a subject of subjectWidth as far as it can: with the limit in its shortest form,
// or without the men of whom one must move, or last without the limit. The text of the letter has
// all three.
func (p *gamePage) fitted(subject string) string {
	at := p.answerBy()
	long, short := press.PlainSpaces(p.DueDay()), press.PlainSpaces(texts.ShortestLimit(at, p.Now, p.zone))
	shortened := []func(string) string{
		func(s string) string { return strings.Replace(s, long, short, 1) },
		func(s string) string {
			return strings.Replace(s, press.PlainSpaces(p.Demand()), p.demandShortly(), 1)
		},
		func(s string) string {
			return strings.Replace(strings.Replace(s, ", by "+short, "", 1), " by "+short, "", 1)
		},
	}
	if at.IsZero() {
		shortened = shortened[1:2]
	}
	for _, shorten := range shortened {
		if utf8.RuneCountInString(subject) <= subjectWidth {
			break
		}
		subject = shorten(subject)
	}
	return subject
}

// Receipt says in a subject which message of the reader has arrived.
func (p *gamePage) Receipt() string {
	t := p.main()
	if p.Unclaimed() {
		return texts.Say("receipt unclaimed")
	}
	if t != nil && t.Mine && texts.Has("receipt "+t.name()) {
		return texts.Say("receipt " + t.name())
	}
	if t != nil && t.name() == "Asked" {
		return p.Question()
	}
	return texts.Say("receipt other")
}

// Unclaimed reports whether corrd itself asks the umpire, and the letter is about that.
func (p *gamePage) Unclaimed() bool {
	return slices.ContainsFunc(p.Events, func(e game.Event) bool { f, ok := e.Fact.(game.Claimed); return ok && f.Unclaimed() })
}

// Mine reports whether the reader did what the letter is about.
func (p *gamePage) Mine() bool {
	t := p.main()
	return t != nil && t.Mine
}

// Overran reports whether the reader is the side that has overstepped the time.
func (p *gamePage) Overran() bool { return p.State.Overdue(p.Reader.Side) }

// Broken quotes the words of the offence that is open, for the subject.
func (p *gamePage) Broken() string {
	if p.State.Offence == nil {
		return texts.Say("broken move")
	}
	return press.OneLine(p.State.Offence.Words, 16)
}

// Returned are the words that are not accepted, for the subject, or "" if none are quoted.
func (p *gamePage) Returned() string {
	if t := p.main(); t != nil {
		if f, ok := t.Fact.(game.Refused); ok && f.Words != "" {
			return texts.Say(map[bool]string{false: "returned", true: "returned over"}[f.Why == game.GameOver], press.OneLine(f.Words, 16))
		}
	}
	return texts.Say("returned none")
}

// Written is how the move that the letter is about was written, and its full record (I.13.A), or ""
// if both are as the letter has them, or the reader wants algebraic alone.
func (p *gamePage) Written() string {
	t := p.main()
	if t == nil || p.notation == notation.Algebraic {
		return ""
	}
	m, ok := t.played()
	if !ok {
		return ""
	}
	if f, ok := t.Fact.(game.Played); ok && t.Otherwise(f.Words, m) {
		return texts.Say("written otherwise", t.As(f.Words), t.Record(m))
	}
	return ""
}

// Outcome is the result and how the result came about: "1-0, resignation".
func (p *gamePage) Outcome() string {
	r := p.State.Result
	switch {
	case r == nil:
		return ""
	case r.Score == game.Annulled:
		return texts.Say("outcome annulled")
	}
	return string(r.Score) + ", " + strings.ReplaceAll(string(r.How), "_", " ")
}

// DueDay returns the limit by which the reader must answer, for the subject: "the end of Friday 20
// March (UTC)" or "Friday 20 March, 14:00 UTC", or "" when the reader has no limit.
func (p *gamePage) DueDay() string {
	by := p.answerBy()
	if by.IsZero() {
		return ""
	}
	return texts.ShortLimit(by, p.Now, p.zone)
}

// answerBy returns the limit by which the reader must answer, or zero: due, unless the umpire
// decides before it what the reader has meant.
func (p *gamePage) answerBy() time.Time {
	by := p.due()
	if decided, waits := p.State.UnstatedFrom(); waits && !by.IsZero() {
		return clocks.Earlier(by, decided)
	}
	return by
}
