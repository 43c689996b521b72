package templates

import (
	"cmp"
	"slices"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/interpret"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// ordered is what a ruling of the umpire's orders, as it goes on after "The
// umpire has ruled": "that the game is drawn". What a choice they record has come
// to is told by the event that follows it. A ruling about the reader's own side says "you".
func ordered(r game.Ruling, reader game.Party) string {
	key := "ruled " + string(r.Verb)
	if less := key + " less"; r.By < 0 && texts.Has(less) {
		key = less
	}
	if r.Side == reader && texts.Has(key+" yours") {
		key += " yours"
	}
	if !texts.Has(key) { // the log is of a later corrd
		key = "ruled otherwise"
	}
	return texts.Say(key, partyName(r.Side), press.QuoteLine(r.Text), texts.Span(r.By.Abs()), turnRestored(r), r.Event, r.Number)
}

// made is the words by which another ruling names this ruling: what the ruling ordered, or what the
// ruling recorded.
func made(r game.Ruling, reader game.Party) string {
	if key := "recorded " + string(r.Verb); texts.Has(key) {
		return texts.Say(key)
	}
	return ordered(r, reader)
}

// Matter names the dispute that an event opened, to the reader whose it is as "your claim".
func (t *told) Matter(event int64) string {
	d, found := t.State.Dispute(event)
	if !found {
		return texts.Say("matter event", event)
	}
	if own := "matter " + string(d.Ground) + " yours"; d.By == game.PartyOf(t.Reader.Side) && texts.Has(own) {
		return texts.Say(own)
	}
	return Matter(d)
}

// Unruled names the disputes that the event takes from the umpire without a ruling: with the end of
// the game, or with a turn that is restored. A ruling that names no dispute is on the only one.
func (t *told) Unruled() (matters []string) {
	ruledOn := func(d game.Dispute) bool {
		return slices.ContainsFunc(t.Events, func(e game.Event) bool {
			f, is := e.Fact.(game.Ruled)
			return is && (f.Appeal == d.Seq || f.Appeal == 0 && !f.Fundamental)
		})
	}
	over := t.State.Apply(t.Event).Disputes()
	for _, d := range t.State.Disputes() {
		if (d.Ground == game.OnClaim || d.Ground == game.OnProtest) && !ruledOn(d) && !slices.Contains(over, d) {
			matters = append(matters, t.Matter(d.Seq))
		}
	}
	return matters
}

// Matter names a dispute: "Black's protest".
func Matter(d game.Dispute) string {
	key := "matter " + string(d.Ground)
	if own := key + " " + d.By.String(); texts.Has(own) {
		key = own
	}
	return texts.Say(key, partyName(d.By))
}

// Instant is a time in the zone of the reader.
func (t *told) Instant(at time.Time) string { return texts.Instant(at, t.Reader.zone()) }

// Limit is a time by which something is to be done, in the zone of the reader.
func (t *told) Limit(at time.Time) string { return texts.Limit(at, t.Reader.zone()) }

// turnRestored names the turn at which a game begins again.
func turnRestored(r game.Ruling) string {
	if r.Side == game.Corrd {
		return texts.Say("turn number", r.Number)
	}
	return texts.Say("turn of a side", partyName(r.Side), r.Number)
}

// Settled is how a code settles a matter, in a sentence.
type Settled struct {
	Words string
	Law   codes.Law
}

// conduct tells how a code settles the matters about which codes differ, in the order of a game.
func conduct(c *codes.Code) (all []Settled, err error) {
	for _, choice := range c.Conduct() {
		words, err := say(choice.Key, c)
		if err != nil {
			return nil, err
		}
		all = append(all, Settled{words, choice.Law})
	}
	return all, nil
}

// requirements names what the receiver of a false move may require, in the order of the code.
func requirements(c *codes.Code) string {
	choices, _, _ := c.Chosen.Get()
	var all []string
	for _, requirement := range choices {
		all = append(all, texts.Say("requirement "+string(requirement)))
	}
	return texts.Either(all)
}

// Conduct tells how the code of the terms settles what codes settle differently.
func (p *officePage) Conduct() ([]Settled, error) { return conduct(p.Code()) }

// CountSoFar says how many of the moves that are counted each side has made, or "" if no count
// runs, and when the game is over.
func (p *gamePage) CountSoFar() string {
	made, runs := p.State.Counted()
	if !runs || p.State.Result != nil {
		return ""
	}
	c := p.State.Count
	return texts.Say("count so far", c.Law, c.Moves, made[board.White], made[board.Black])
}

// countCases are the cases in which a code lets a side demand the count, by the keys of
// their words.
var countCases = map[codes.CountCase]string{
	codes.SidePersists:  "count case side persists",
	codes.KingAlone:     "count case king alone",
	codes.OnePiece:      "count case one piece",
	codes.DifficultMate: "count case difficult mate",
}

// Counts tells in which cases a side may demand the count, with the law of each.
func (t *told) Counts() string {
	text := ""
	for _, r := range t.code.Counts() {
		count, law, _ := r.Get()
		for _, c := range count.Cases {
			said := texts.Say(countCases[c], law)
			if text != "" {
				said = texts.Say("count or", text, said)
			}
			text = said
		}
	}
	return text
}

// Instead says what the code of the game has instead of a right that only another code gives, or ""
// if the code has nothing of the kind.
func (t *told) Instead() (string, error) {
	refused, _ := t.Fact.(game.Refused)
	stated := interpret.Parse(refused.Words).Statements
	if len(stated) == 0 {
		return "", nil
	}
	law, has := instead(t.code, stated[0].Kind)
	if !has {
		return "", nil
	}
	return say("instead "+stated[0].Kind.String(), law)
}

// instead returns the provision by which a code settles what a statement of another code
// is about.
func instead(c *codes.Code, k interpret.Kind) (law codes.Law, has bool) {
	switch k {
	case interpret.KindDemandFifty:
		draw, _ := c.Draw(codes.FiftyMoves)
		by, law, _ := draw.By.Get()
		return law, by == codes.MovesMade
	case interpret.KindRetract:
		_, law, has = c.Recall.Get()
	case interpret.KindIntend:
		how, law, _ := c.Doubtful.Get()
		return law, how == codes.ReceiverAdopts
	case interpret.KindRecommence, interpret.KindProceed:
		_, law, has = c.WrongSetUp.Get()
	case interpret.KindCheck:
		_, _, announced := c.Check.Get()
		return "", !announced
	}
	return law, has
}

// Umpire reports whether the umpire has brought the fact about by a ruling.
func (t *told) Umpire() bool { return t.Event.By == game.Umpire }

// ToldBeside reports whether another fact in the letter tells the effect of a ruling.
func (t *told) ToldBeside() bool {
	f, _ := t.Fact.(game.Ruled)
	return slices.Contains([]game.Verb{game.RulesForfeit, game.RulesAnnulled, game.RulesDrawn, game.RulesAward, game.RulesReplaced}, f.Verb)
}

// Ordered is what a ruling orders: "that the game is drawn".
func (t *told) Ordered() string {
	f, _ := t.Fact.(game.Ruled)
	reader := game.PartyOf(t.Reader.Side)
	if b := t.State.Ruling; f.Verb == game.RulesUndone && b != nil && b.Ruling != nil {
		return texts.Say("ruling undone", texts.Instant(b.At, t.Reader.zone()), made(*b.Ruling, reader))
	}
	return ordered(f.Ruling, reader)
}

// Besides is what more is said of a ruling: "The game goes on."; "" for most.
func (t *told) Besides() string {
	f, _ := t.Fact.(game.Ruled)
	key := "besides " + string(f.Verb)
	if now := t.State.Apply(t.Event); f.Verb == game.RulesVoid && (now.Held != nil || now.LastPly() > t.State.LastPly()) {
		return texts.Say(key+" stands", sideName(t.State.Offence.By))
	}
	if !texts.Has(key) {
		return ""
	}
	return texts.Say(key, t.ToMove())
}

// NoneLeft says what comes of a ruling by which a side has no time left while its clock stands; ""
// for any other ruling.
func (t *told) NoneLeft() string {
	s := t.GameLetter.State
	f, _ := t.Fact.(game.Ruled)
	side, named := f.Side.Side()
	switch {
	case f.Verb != game.RulesTime || !named || f.By <= 0 || s.Result != nil || !s.NoneLeft(side, t.Event.At):
		return ""
	case side == t.Reader.Side:
		return texts.Say("none left yours", texts.Say("follows late "+cmp.Or(s.Terms.Late, "forfeit")))
	}
	return texts.Say("none left", sideName(side), texts.Say("follows late "+cmp.Or(s.Terms.Late, "forfeit")))
}
