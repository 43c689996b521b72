package templates

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/interpret/notation"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// told is one fact as its text in texts/facts.txt sees the fact, and the words for the fact.
type told struct {
	*gamePage
	Event game.Event
	Fact  game.Fact
	State game.State // before the event
	Mine  bool       // the reader has brought the fact about
	By    string     // "White", "Black", "The umpire", "corrd"

	law   game.Law
	words string
}

// tell puts the events of the letter in words.
func (p *gamePage) tell() error {
	s := p.Before
	p.told = make([]told, 0, len(p.Events))
	for _, e := range p.Events {
		before := s
		s = s.Apply(e)
		p.forgetReopened(e, s.LastPly())
		n := len(p.told)
		t := &p.told[:n+1][n]
		side, isSide := e.By.Side()
		*t = told{gamePage: p, Event: e, Fact: e.Fact, State: before, Mine: isSide && side == p.Reader.Side, By: p.party(e), law: e.Law}
		if !t.concerns() {
			continue
		}
		if err := t.speak(); err != nil {
			return err
		}
		p.told = p.told[:n+1]
	}
	return nil
}

// forgetReopened drops the moves told so far that are open again, because another move for the same
// turn has come (III.4), or that are taken back. ply is the ply at which the game then stands.
func (p *gamePage) forgetReopened(e game.Event, ply int) {
	switch f := e.Fact.(type) {
	case game.Held:
		if !f.Multiple {
			return
		}
	case game.Warned, game.Retracted:
	default:
		return
	}
	p.told = slices.DeleteFunc(p.told, func(t told) bool {
		_, plays := t.played()
		return plays && t.State.LastPly() >= ply
	})
}

// partyName is "White", "Black", "The umpire" or "corrd".
func partyName(p game.Party) string {
	if side, ok := p.Side(); ok {
		return sideName(side)
	}
	return texts.Say("party " + p.String())
}

// concerns reports whether the reader is told of the fact at all: what a side
// was asked or refused is nobody's business but its own, unless it is a move
// that does not comply with a penalty, and a sealed series is its sender's. How
// a claim was refuted is shown to the claimant alone, and of what corrd asked itself
// only the end of the game. What a side meant is told once, by the move that is adopted.
func (t *told) concerns() bool {
	switch f := t.Fact.(type) {
	case game.Notified:
		return t.RunsUntold() != nil
	case game.Arrived, game.ProofAsked, game.Deferred, game.Credited, game.Rotated, game.Noted, game.ByCard, game.CardPosted, game.CardInHand:
		return false
	case game.HandedIn:
		return t.Mine && !f.ByHand // what is under way is nobody's but its sender's
	case game.Inquired:
		return f.Side == t.Reader.Side
	case game.Intended:
		return (t.Mine || t.Umpire()) && !t.Beside("Adopted")
	case game.Unheard:
		return f.Side != t.Reader.Side
	case game.ProofFound:
		return f.Ground != game.Doubt && (f.Verdict != "refuted" || t.State.Claim.By == t.Reader.Side)
	case game.Refused:
		return t.Mine || f.ToBoth()
	case game.Asked:
		return t.Mine
	case game.Stated: // the same words may be about several disputes
		return t.Mine && !slices.ContainsFunc(t.told, func(earlier told) bool {
			said, is := earlier.Fact.(game.Stated)
			return is && said.Words == f.Words
		})
	case game.Said:
		return t.Mine || t.OnlySays()
	case game.ClaimRefused:
		return t.Mine || t.State.SearchedFurther() != nil
	case game.Promised:
		return t.Mine || !t.State.Hides(f)
	case game.Reminded:
		return f.Side == t.Reader.Side
	case game.Renewed:
		return len(t.State.Mended(f.Rules)) > 0
	}
	return true
}

// RunsUntold returns the fact that starts the clock of a side that plays by real cards although
// nobody knows when the card that asks for its move was posted, or nil if there is none.
func (p *gamePage) RunsUntold() *game.Notified {
	for _, e := range p.Events {
		if f, is := e.Fact.(game.Notified); is && f.Assumed && p.State.ByCard[f.Side] {
			return &f
		}
	}
	return nil
}

// StandsUntold reports whether the clock of that side stands all the same, until another card has
// come to it.
func (p *gamePage) StandsUntold() bool {
	f := p.RunsUntold()
	return f != nil && p.State.Untold(f.Side)
}

// TheirsUntold reports whether the other side plays by real cards, and no card has told it yet of
// its offence, or of a question.
func (p *gamePage) TheirsUntold() bool { return p.State.Untold(p.Reader.Side.Other()) }

// Mended says which mended laws touch what is open in the game.
func (t *told) Mended() string {
	f, _ := t.Fact.(game.Renewed)
	var changes []string
	for _, m := range t.State.Mended(f.Rules) {
		changes = append(changes, texts.Named("mended", m.Words))
	}
	return texts.Say("renewed", f.Rules, strings.Join(changes, "; "))
}

// BySide reports whether the fact is of a side's making.
func (t *told) BySide() bool {
	_, ok := t.Event.By.Side()
	return ok
}

// Earlier reports whether the letter tells of an earlier fact of the same kind and side.
func (t *told) Earlier() bool {
	return slices.ContainsFunc(t.told, func(o told) bool { return o.name() == t.name() && o.Mine == t.Mine })
}

// Beside reports whether a fact of a kind stands among the events of the letter.
func (t *told) Beside(kind string) bool {
	return slices.ContainsFunc(t.Events, func(e game.Event) bool { return factName(e.Fact) == kind })
}

// NoCheck reports whether a search has shown that there was no check to begin with.
func (t *told) NoCheck() bool {
	return slices.ContainsFunc(t.Events, func(e game.Event) bool {
		found, ok := e.Fact.(game.ProofFound)
		return ok && len(found.Descriptive) == 0
	})
}

// Stood is the charged time for which a clock stood still.
func (t *told) Stood() string {
	f, _ := t.Fact.(game.Charged)
	return texts.Span(time.Duration(f.Seconds) * time.Second)
}

// SearchedIn lists the men of the position in which a claim was made that corrd has searched
// further on the umpire's order. SearchedIn returns "" for any other search, and in a blindfold
// game.
func (t *told) SearchedIn() string {
	if c := t.State.SearchedFurther(); c != nil && !t.Blindfold() {
		p := t.State.ClaimedIn(*c)
		return menList(&p, t.notation)
	}
	return ""
}

// Evidence is what a search has shown, in the reader's notation.
func (t *told) Evidence() []string {
	f, _ := t.Fact.(game.ProofFound)
	if t.notation == notation.Algebraic {
		return f.Algebraic
	}
	return f.Descriptive
}

// Curtailed reports whether the evidence is longer than the part that is shown. The last line of
// this part then counts the rest.
func (t *told) Curtailed() bool {
	lines := t.Evidence()
	return len(lines) > 0 && strings.HasPrefix(lines[len(lines)-1], "... (")
}

// Marked reports whether the evidence refers from one place to another.
func (t *told) Marked() bool {
	return slices.ContainsFunc(t.Evidence(), func(line string) bool { return strings.Contains(line, " [1]") })
}

// Opens reports whether the sealed move that is opened is the reader's own.
func (t *told) Opens() bool {
	f, _ := t.Fact.(game.Opened)
	return f.Side == t.Reader.Side
}

// Tally is what each side has made in a session, and what was due (II.10.C).
func (t *told) Tally() string {
	f, _ := t.Fact.(game.Closed)
	var rows [][]string
	for _, side := range []board.Side{board.White, board.Black} {
		used := time.Duration(f.Used[side]) * time.Second
		rows = append(rows, []string{sideName(side), texts.Say("tally used", timeUsed(used)), texts.Say("tally due", moves(f.Due[side])), tallied(f.Made[side])})
	}
	return press.Columns(rows)
}

// tallied says how many moves a side has made in a session.
func tallied(made int) string {
	if made == 0 {
		return texts.Say("tally none made")
	}
	return texts.Say("tally made", texts.Numeral(made))
}

// unsettled reports whether the fact's law is an agreement that has not come about.
func (t *told) unsettled() bool {
	switch t.Fact.(type) {
	case game.Proposed, game.Declined:
		return strings.HasPrefix(string(t.law), "terms:")
	}
	return false
}

// speak finds the words.
func (t *told) speak() error {
	words, err := say(t.name(), t)
	t.words = words
	return err
}

// name is the kind of the fact, as "Played", which names its text.
func (t *told) name() string { return factName(t.Fact) }

// factName is the kind of a fact; "" of an event that is not shown, which has none.
func factName(f game.Fact) string {
	if f == nil {
		return ""
	}
	if d, ok := f.(game.Declined); ok && d.Own {
		return "Recalled"
	}
	return reflect.TypeOf(f).Name()
}

// say executes the named template, which is part of a letter.
func say(name string, data any) (string, error) {
	text, err := executed(data, name)
	return strings.TrimSpace(text), err
}

// Because explains why a letter or a claim did not act.
func (t *told) Because(why any) (string, error) { return say(fmt.Sprint("why ", why), t) }

// Acted reports whether something else that the reader did came of the same letter.
func (t *told) Acted() bool {
	reader := game.PartyOf(t.Reader.Side)
	return slices.ContainsFunc(t.Events, func(e game.Event) bool {
		switch f := e.Fact.(type) {
		case game.Asked, game.Refused, game.ClaimRefused, game.Delivered, game.Said, game.CardInHand, game.CardInTime:
			return false
		case game.HandedIn:
			return !f.ByHand && e.By == reader
		}
		return e.By == reader
	})
}

// StandsAlready reports whether words that are left over are those of the reader's move to which no
// reply has come: a letter in which more stands than before was sent again.
func (t *told) StandsAlready() bool {
	f, is := t.Fact.(game.Refused)
	if !is || f.Why != game.LeftOver {
		return false
	}
	standing := []string{}
	if held := t.State.Held; held != nil && held.By == t.Reader.Side {
		standing = held.Words
	} else if n := len(t.State.Line); n > 0 && t.State.Line[n-1].Side == t.Reader.Side {
		standing = []string{t.State.Line[n-1].Words}
	}
	return slices.Contains(standing, f.Words)
}

// TooLate returns the limit of the reader's time where what is handed in is taken only afterwards,
// or "" where it is taken in time.
func (t *told) TooLate() string {
	until := t.State.LastMinute()
	if f, is := t.Fact.(game.HandedIn); !is || until.IsZero() || !f.Collected.After(until) || t.State.Overdue(t.Reader.Side) {
		return ""
	}
	return t.Limit(until)
}

// WasDue says which moves a side had not made in time, and when they were due; "" where the umpire
// has corrected the time so that they were due before the turn began.
func (t *told) WasDue(side board.Side) string {
	if !t.State.Window.Until.After(t.State.Window.Opened) {
		return ""
	}
	n := t.State.Clock(side, t.Event.At).Due
	return texts.One(n, "were due", t.State.Terms.Time.String(), moves(n), texts.Limit(t.State.Window.Until, t.zone))
}

// Uncaptured counts, for a claim of fifty moves that is not good, the moves of each
// side without a capture (II.8(b)); "" for any other claim.
func (t *told) Uncaptured() string {
	f, _ := t.Fact.(game.ClaimRefused)
	draw, ok := t.code.Draw(codes.FiftyMoves)
	if f.Ground != string(codes.FiftyMoves) || !ok || f.Why != string(game.NotProved) {
		return ""
	}
	return texts.Say("uncaptured", texts.Count(f.Plies/2, "move"), t.Opponent(), texts.Count(f.Plies-f.Plies/2, "move"), draw.Number)
}

// StatedBy is until when the sender of doubtful words may say what they meant before the umpire
// decides, or "" if the time is counted from the coming of the card that asks.
func (t *told) StatedBy() string {
	if t.State.ByCard[t.Reader.Side] {
		return ""
	}
	return t.Limit(t.Event.At.Add(game.IntentionWait))
}

// Two reports whether the words that were sent are two statements.
func (t *told) Two() bool {
	f, _ := t.Fact.(game.Asked)
	return strings.Count(f.Words, "\n") == 1
}

// MovesAgain reports whether the reader is the side that makes another move instead of a move that
// is taken back.
func (t *told) MovesAgain() bool {
	f, _ := t.Fact.(game.Retracted)
	mover := board.White
	if f.Ply%2 == 0 {
		mover = board.Black
	}
	return mover == t.Reader.Side
}

// TakenBack names the move instead of which another is due.
func (t *told) TakenBack() string {
	f, _ := t.Fact.(game.Retracted)
	i := f.Ply - t.State.PliesBefore() - 1
	if i < 0 || i >= len(t.State.Line) {
		return texts.Say("taken back unseen")
	}
	return t.turnAt(i)
}

// turnAt names a turn of the line as it stood before the event.
func (t *told) turnAt(i int) string {
	turn, before := t.State.Line[i], t.State.At(i)
	return number(&before) + press.NoBreak + move(&t.GameLetter.State, &before, turn.Move, turn.Words, t.notation)
}

// GoesBack names the moves that the event takes back: what was played after the check that is said,
// or the correction of the words for which a penalty is required. It is "" for none.
func (t *told) GoesBack() string {
	from, gone := len(t.State.Line), []string(nil)
	switch f := t.Fact.(type) {
	case game.Warned:
		from = f.Ply - t.State.PliesBefore()
	case game.Exacted, game.TurnLost:
		if t.State.Offence != nil {
			from = t.State.BeforeOffence()
		}
	}
	for i := max(from, 0); i < len(t.State.Line); i++ {
		gone = append(gone, t.turnAt(i))
	}
	return texts.List(gone)
}

// Unmet names the reply that left the King in an unannounced check, or "" if none did.
func (t *told) Unmet() string {
	f, _ := t.Fact.(game.Retracted)
	if f.Reply == board.Pass {
		return ""
	}
	return t.Move(f.Reply)
}

// OnlyBarred reports whether the move that was taken back is the only legal move of the turn.
func (t *told) OnlyBarred() bool { return t.GameLetter.State.OnlyBarred() }

// As quotes words that were sent.
func (t *told) As(words string) string { return press.QuoteLine(words) }

// AsEach quotes each line of some words by itself.
func (t *told) AsEach(words string) string {
	lines := strings.Split(words, "\n")
	for i, line := range lines {
		lines[i] = press.QuoteLine(line)
	}
	return strings.Join(lines, ", ")
}
