package templates

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/interpret/notation"
	"corrd/templates/texts"
)

// told is a fact as its text in texts/facts.txt sees it, and the words that
// come of it.
type told struct {
	*gamePage
	Event game.Event
	Fact  game.Fact
	State game.State // before the event
	Mine  bool       // the reader did it
	By    string     // "White", "Black", "The umpire", "corrd"

	law   game.Law
	words string
}

// tell puts the events of the letter in words.
func (p *gamePage) tell() error {
	s := p.Before
	for _, e := range p.Events {
		t := told{gamePage: p, Event: e, Fact: e.Fact, State: s, By: p.party(e), law: e.Law}
		side, isSide := e.By.Side()
		t.Mine = isSide && side == p.Reader.Side
		s = s.Apply(e)
		if !t.concerns() {
			continue
		}
		if err := t.speak(); err != nil {
			return err
		}
		p.told = append(p.told, t)
	}
	return nil
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
// only the end of the game.
func (t *told) concerns() bool {
	switch f := t.Fact.(type) {
	case game.Notified, game.Arrived, game.ProofAsked, game.Deferred, game.Credited, game.Rotated, game.Noted, game.ByCard, game.CardPosted, game.CardInHand:
		return false
	case game.HandedIn:
		return !f.ByHand
	case game.Inquired:
		return f.Side == t.Reader.Side
	case game.Unheard:
		return f.Side != t.Reader.Side
	case game.ProofFound:
		return f.Ground != game.Doubt && (f.Verdict != "refuted" || t.State.Claim.By == t.Reader.Side)
	case game.Refused:
		return t.Mine || f.Why == game.NotComplying
	case game.Asked, game.ClaimRefused, game.Stated:
		return t.Mine
	case game.Promised:
		return t.Mine || !t.State.Terms.Sealed()
	case game.Reminded:
		return f.Side == t.Reader.Side
	}
	return true
}

// BySide reports whether a side did it.
func (t *told) BySide() bool {
	_, ok := t.Event.By.Side()
	return ok
}

// Umpire reports whether the fact follows from a ruling.
func (t *told) Umpire() bool { return t.Event.By == game.Umpire }

// Stood is the time for which a clock stood that is charged.
func (t *told) Stood() string {
	f, _ := t.Fact.(game.Charged)
	return span(time.Duration(f.Seconds) * time.Second)
}

// Ordered is what a ruling orders: "that the game is drawn".
func (t *told) Ordered() string {
	f, _ := t.Fact.(game.Ruled)
	if b := t.State.Ruling; f.Verb == game.RulesUndone && b != nil && b.Ruling != nil {
		return texts.Say("ruling undone", instant(b.At, t.Reader.zone()), made(*b.Ruling))
	}
	return ordered(f.Ruling)
}

// Evidence is what a search has shown, in the reader's notation.
func (t *told) Evidence() []string {
	f, _ := t.Fact.(game.ProofFound)
	if t.notation == notation.Algebraic {
		return f.Algebraic
	}
	return f.Descriptive
}

// Curtailed reports whether the evidence is longer than what is shown of it: then
// its last line counts the rest.
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
		rows = append(rows, []string{sideName(side), texts.Say("tally used", timeUsed(used)), texts.Say("tally due", moves(f.Due[side])), texts.Say("tally made", f.Made[side])})
	}
	return table(rows)
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

// factName is the kind of a fact.
func factName(f game.Fact) string { return strings.TrimPrefix(fmt.Sprintf("%T", f), "game.") }

// say executes a template that is part of a letter.
func say(name string, data any) (string, error) {
	var b strings.Builder
	if err := wording().ExecuteTemplate(&b, name, data); err != nil {
		return "", fmt.Errorf("templates: %w", err)
	}
	return strings.TrimSpace(b.String()), nil
}

// Because explains why a letter or a claim did not act.
func (t *told) Because(why any) (string, error) { return say(fmt.Sprint("why ", why), t) }

// Acted reports whether something else that the reader did came of the same letter.
func (t *told) Acted() bool {
	reader := game.PartyOf(t.Reader.Side)
	return slices.ContainsFunc(t.Events, func(e game.Event) bool {
		switch e.Fact.(type) {
		case game.Asked, game.Refused, game.ClaimRefused:
			return false
		}
		return e.By == reader
	})
}

// WasDue says which moves a side had not made in time, and when they were due.
func (t *told) WasDue(side board.Side) string {
	n := t.State.Clock(side, t.Event.At).Due
	return texts.One(n, "were due", t.State.Terms.Time.String(), moves(n), instant(t.State.Window.Until, t.zone))
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

// LeaveLeft gives how many days of leave the reader had left before the fact.
func (t *told) LeaveLeft() int { return t.State.LeaveLeft(t.Reader.Side, t.Event.At) }

// FurtherLeave reports whether the leave taken begins when another is over.
func (t *told) FurtherLeave() bool {
	side, _ := t.Event.By.Side()
	return t.State.LeaveFrom(side, t.Event.At).After(t.Event.At)
}

// played is the move that the fact adds to the game, if it adds one.
func (t *told) played() (board.Move, bool) {
	switch f := t.Fact.(type) {
	case game.Played:
		return f.Move, true
	case game.Advanced:
		return f.Move, true
	case game.Adopted:
		return f.Move, true
	case game.Restored:
		return f.Move, len(f.Moves) == 0
	}
	return board.Pass, false
}

// act reports whether the fact is an act of the turn, after which a letter is named.
func (t *told) act() bool {
	switch t.Fact.(type) {
	case game.Held, game.Offended, game.Exacted, game.TurnLost, game.Waived, game.Spent, game.Warned, game.Retracted, game.Recommenced, game.Proceeded:
		return true
	}
	_, plays := t.played()
	return plays
}

// position is the position in which a fact's moves are to be read.
func (t *told) position() *board.Position { return &t.State.Position }

// Move is a move of the position before the fact, with its number:
// "7. Kt-KB3 (in algebraic: Nf3)".
func (t *told) Move(m board.Move) string {
	return number(t.position()) + noBreak + t.Bare(m)
}

// Bare is a move without its number.
func (t *told) Bare(m board.Move) string {
	return move(&t.GameLetter.State, t.position(), m, t.madeBy(m), t.notation)
}

// madeBy gives the words by which the fact made a move; "" where it made none or another.
func (t *told) madeBy(m board.Move) string {
	if made, ok := t.played(); !ok || made != m {
		return ""
	}
	switch f := t.Fact.(type) {
	case game.Played:
		return f.Words
	case game.Advanced:
		return f.Words
	case game.Adopted:
		if t.State.Held != nil {
			return strings.Join(t.State.Held.Words, game.WordsApart)
		}
	}
	return ""
}

// Missed says how words that express no legal move are understood, and what
// provision they break: "Rook goes to QR4 or KR4, but no such man can get there
// (I.11.E(a))"; "" in a blindfold game, where it would tell of the position.
func (t *told) Missed(words string) string {
	if t.Blindfold() {
		return ""
	}
	var ways []string
	for words := range strings.SplitSeq(words, game.WordsApart) {
		for _, w := range (notation.Move{Text: words}).Explain(t.position(), t.code.Rules(t.State.Terms)) {
			what := w.Fault.String()
			if what == "" {
				continue
			}
			if law := t.code.Breach(w.Fault); law != "" {
				what += " (" + string(law) + ")"
			}
			ways = append(ways, w.Says+", but "+what)
		}
	}
	return strings.Join(ways, "; ")
}

// InWords is a move in plain English.
func (t *told) InWords(m board.Move) string { return notation.Words(t.position(), m) }

// Record is the full record of a move (I.13.A).
func (t *told) Record(m board.Move) string {
	return strings.ReplaceAll(notation.Record(t.position(), m), " ", noBreak)
}

// Spelt is a move in words; "" for a reader of algebraic alone.
func (t *told) Spelt(m board.Move) string {
	if t.notation == notation.Algebraic {
		return ""
	}
	return t.InWords(m)
}

// Otherwise reports whether words that were sent are not the move's usual form.
func (t *told) Otherwise(words string, m board.Move) bool {
	return notation.Fold(words) != notation.Fold(t.Agreed(m))
}

// Agreed writes a move in a notation that acts in this game.
func (t *told) Agreed(m board.Move) string {
	return agreed(&t.GameLetter.State, t.position(), m)
}

// HeldWords are the words that leave the choice open.
func (t *told) HeldWords() string {
	if t.State.Held == nil {
		return ""
	}
	return t.As(strings.Join(t.State.Held.Words, " / "))
}

// Choices are what can be chosen from, numbered from 1, each in the reader's
// notation and in words; the two moves of a pair stand one after the other.
func (t *told) Choices(choices []game.Choice) string {
	rows := make([][]string, len(choices))
	for i, c := range choices {
		rows[i] = []string{fmt.Sprint("(", i+1, ")"), paired(t.position(), c, func(p *board.Position, m board.Move) string { return short(&t.GameLetter.State, p, m, "", t.notation) })}
		if t.notation == both {
			rows[i] = append(rows[i], paired(t.position(), c, t.GameLetter.State.SAN))
		}
		if t.notation != notation.Algebraic {
			rows[i] = append(rows[i], paired(t.position(), c, notation.Words))
		}
	}
	return table(rows)
}

// paired writes what can be chosen: a move, or both moves of a first turn of two.
func paired(p *board.Position, c game.Choice, write func(*board.Position, board.Move) string) string {
	text := write(p, c.Move)
	if c.Then == board.Pass {
		return text
	}
	after := p.Play(c.Move)
	after = after.Play(board.Pass)
	return text + "; " + write(&after, c.Then)
}

// Candidates are the moves that the game's open choice is among.
func (p *gamePage) Candidates() string {
	t := told{gamePage: p, State: p.State}
	return t.Choices(p.State.Choices())
}

// Unlisted are the candidates, where what is told does not list them already:
// an answer names them by their numbers.
func (p *gamePage) Unlisted() string {
	candidates := p.Candidates()
	if strings.Contains(p.Story(), candidates) {
		return ""
	}
	return candidates
}

// Refused reports whether the refusals of the offender, this one included, decide a
// claim of forfeiture.
func (t *told) Refused() bool {
	after := t.State.Apply(t.Event)
	return after.Refuses()
}

// As quotes words that were sent.
func (t *told) As(words string) string { return quoteLine(words) }

// quoteLine quotes words on one line, cut to a decent length.
func quoteLine(words string) string {
	words = oneLine(words, 200)
	if len(words) < 40 {
		words = strings.ReplaceAll(words, " ", noBreak)
	}
	return `"` + words + `"`
}

// Man is the man that a penalty selects, with its square.
func (t *told) Man(sq board.Square) string {
	man, ok := t.position().At(sq)
	if !ok {
		return texts.Say("the man unseen", square(sq, t.position().SideToMove(), t.notation))
	}
	return texts.Say("the man", t.manOn(man, sq))
}

// SecondLetter reports whether the penalty is for a second letter for a turn (II.6(d)).
func (t *told) SecondLetter() bool { return t.State.Offence != nil && t.State.Offence.Second }

// OffenceWas says, to the offender, what the penalty is for.
func (t *told) OffenceWas() string {
	if t.SecondLetter() {
		return texts.Say("offence second", t.OffenceWords(), t.code.Recall)
	}
	return texts.Say("offence illegal", t.OffenceWords())
}

// OffenceWords are the words for which a penalty is open or due.
func (t *told) OffenceWords() string {
	if t.State.Offence == nil {
		return ""
	}
	return t.As(t.State.Offence.Words)
}

// Demand is what a penalty that is due requires: "move the King".
func (t *told) Demand() string {
	switch o := t.State.Offence; {
	case o == nil:
	case o.Man != board.NoSquare:
		return texts.Say("demand move", t.Man(o.Man))
	case o.Among != 0:
		return texts.Say("demand move", t.either(o.Among))
	case o.Take != 0:
		return texts.Say("demand take", t.either(o.Take))
	}
	return texts.Say("demand king")
}

// Required is what the receiver of a false move requires with the fact (S-Reg VIII).
func (t *told) Required() string {
	f, exacts := t.Fact.(game.Exacted)
	if _, chooses := t.State.Requirements(); !exacts || !chooses {
		return ""
	}
	after := told{gamePage: t.gamePage, State: t.State.Apply(t.Event), Event: t.Event}
	if len(f.Take) > 0 {
		return texts.Say("demand any mover", after.Demand())
	}
	return texts.Say("demand any square", after.Demand())
}

// either names men, any of which will do.
func (t *told) either(men board.Squares) string {
	var names []string
	for square := range men.All() {
		names = append(names, t.Man(square))
	}
	return either(names)
}

// Open are the moves that the words held leave open, as they were numbered.
func (t *told) Open() []game.Choice { return t.State.Choices() }

// Unannounced says what becomes of a reply that announces none of the moves held; "" where
// it waits for an announcement. Its writer is asked for what they meant, under seal.
func (t *told) Unannounced(multiple bool) string {
	several, selects, _ := t.code.Multiple.Get()
	doubt, law, _ := t.code.Doubtful.Get()
	mine := t.Mine
	switch {
	case multiple && several == codes.Selected && !mine:
		return texts.Say("unannounced selects", selects)
	case multiple || doubt != codes.ElseIntended:
		return ""
	case mine:
		return texts.Say("unannounced mine", t.Opponent(), law)
	}
	return texts.Say("unannounced theirs", t.Opponent(), law)
}

// TimesNeeded gives how many times a position must have stood for a draw by repetition.
func (t *told) TimesNeeded() int {
	draw, _ := t.code.Draw(codes.Repetition)
	return draw.Number
}

// WentBack reports whether moves go back because check is said.
func (t *told) WentBack() bool {
	f, _ := t.Fact.(game.Warned)
	return t.State.LastPly() > f.Ply
}

// MovesAgain reports whether it is the reader who makes another move instead of one that
// is taken back.
func (t *told) MovesAgain() bool {
	f, _ := t.Fact.(game.Retracted)
	mover := board.White
	if f.Ply%2 == 0 {
		mover = board.Black
	}
	return mover == t.Reader.Side
}

// Beforehand is the provision by which the sides agree on the terms in writing; "" where
// the code has none.
func (t *told) Beforehand() string {
	_, law, _ := t.code.Beforehand.Get()
	return string(law)
}

// KeepsMen reports whether each side keeps its men from game to game of a match.
func (t *told) KeepsMen() bool {
	turns, _, _ := t.code.InTurn.Get()
	return turns == codes.MoveTurns
}

// AnOffence gives, as an example, an offence by which a game is forfeited under the code.
func (t *told) AnOffence() codes.Law {
	offences, law, _ := t.code.Forfeit.Get()
	if len(offences) == 0 {
		return law
	}
	return offences[min(2, len(offences)-1)]
}
