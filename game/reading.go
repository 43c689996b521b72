package game

import (
	"slices"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/interpret/notation"
)

// Expressed is what the words communicated for one turn express in a position.
type Expressed struct {
	Words        []string
	Moves        []board.Move // legal, sorted by UCI, each once
	Legal        int          // how many of the words have a legal reading
	Intelligible bool         // some of them are a move, if only an illegal one
	Foreign      bool         // some of them would read in a notation not agreed on
	Others       []board.Move // what words in algebraic notation, which is not agreed, would express in the agreed ones
	Check        bool         // they announce check or mate
	Remarks      []string
}

// Law returns the provision by which the receiver has the choice among the moves.
func (e Expressed) Law(c *codes.Code) codes.Law {
	if e.Legal > 1 {
		return c.Multiple.Cite()
	}
	return c.Doubtful.Cite()
}

// Former is a notation in which moves were written until the sides, or the umpire, named another.
type Former struct {
	Notation []string
	Until    time.Time
}

// Reading returns the rules by which words are read. What was handed in before the terms named
// other notations is also read in those that it could be written in then: it was a record of the
// move as it was communicated (I.13.C), and no later term makes it another.
func (s *State) Reading() notation.Rules {
	t := s.Terms
	if !s.Said.IsZero() {
		for _, f := range s.Former {
			if !s.Said.After(f.Until) {
				t.Notation = slices.Concat(t.Notation, f.Notation)
			}
		}
	}
	return s.Code().Rules(t)
}

// SaidAt returns the game for the reading of words that were handed in at a time.
func (s *State) SaidAt(at time.Time) *State {
	if len(s.Former) == 0 {
		return s
	}
	then := *s
	then.Said = at
	return &then
}

// Read reads the words for one turn in a position of a game. Words that express no legal move
// count for nothing beside others that do (I.13.C).
func Read(s *State, p *board.Position, words []notation.Move) Expressed {
	if rule, _, _ := s.CheckRule(); p.Unheeded() && rule == codes.MovedAgain {
		heeding := p.Heeding()
		if e := Read(s, &heeding, words); len(e.Moves) > 0 {
			return e // a reply that meets the check stands
		}
	}
	var e Expressed
	rules := s.Reading()
	for _, w := range words {
		got := w.Readings(p, rules)
		e.Words = append(e.Words, w.Text)
		e.Intelligible = e.Intelligible || got.Verdict == notation.Illegal || len(got.Moves) > 0
		got.Moves = s.withinReach(p, got.Moves)
		e.Moves = append(e.Moves, got.Moves...)
		if !s.Hushed() { // a remark on a false "ch" would tell that there is no check
			e.Remarks = append(e.Remarks, got.Remarks...)
		}
		e.Check = e.Check || got.Check
		e.Others = append(e.Others, got.Others...)
		e.Foreign = e.Foreign || got.Foreign != 0
		if len(got.Moves) > 0 {
			e.Legal++
		}
	}
	e.Moves = board.Sorted(e.Moves)
	return e
}

// Expresses reports whether words can express a move in a position of a game.
func Expresses(s *State, p *board.Position, w notation.Move, m board.Move) bool {
	return slices.Contains(w.Readings(p, s.Reading()).Moves, m)
}

// InAnyNotation returns the legal moves that words would express if every notation were agreed on,
// sorted by UCI, each once.
func InAnyNotation(s *State, p *board.Position, words []notation.Move) []board.Move {
	rules := s.Reading()
	rules.Notations = notation.All
	var moves []board.Move
	for _, w := range words {
		moves = append(moves, w.Readings(p, rules).Moves...)
	}
	return board.Sorted(moves)
}

// fromOtherEnd are the ranks of squares and their names, each before the same one counted from the
// other end of the board.
var fromOtherEnd = strings.NewReplacer("1", "8", "2", "7", "3", "6", "4", "5", "5", "4", "6", "3", "7", "2", "8", "1",
	"one", "eight", "two", "seven", "three", "six", "four", "five", "five", "four", "six", "three", "seven", "two", "eight", "one")

// FromOtherEnd returns the one legal move that words express to somebody who counts the ranks from
// the other side's end of the board; it is empty if they express none so, or several.
func FromOtherEnd(s *State, words []notation.Move) []board.Move {
	if len(words) != 1 || words[0].Text == fromOtherEnd.Replace(words[0].Text) {
		return nil
	}
	moves := Read(s, &s.Position, []notation.Move{{Text: fromOtherEnd.Replace(strings.ToLower(words[0].Text))}}).Moves
	if len(moves) != 1 {
		return nil
	}
	return moves
}

// NamedTwice returns words that name a move in two notations as one name that acts, if the two name
// the same move and no other; ok is false if they do not.
func NamedTwice(s *State, p *board.Position, w notation.Move) (one notation.Move, ok bool) {
	first, also := w, w
	first.Also, also.Also = "", ""
	also.Text = w.Also
	for _, names := range [...][2]notation.Move{{first, also}, {also, first}} {
		moves := Read(s, p, names[:1]).Moves
		if len(moves) == 1 && slices.Contains(InAnyNotation(s, p, names[1:]), moves[0]) {
			return names[0], true
		}
	}
	return first, false
}

// Contradict reports whether two records of one line are in different notations, so that the second
// names the move of the first once more, and only one of them expresses a legal move.
func Contradict(s *State, p *board.Position, a, b notation.Move) bool {
	in := func(w notation.Move) (in notation.Set) {
		rules := s.Reading()
		for _, n := range [...]notation.Set{notation.Descriptive, notation.Algebraic} {
			if rules.Notations = n; w.Also == "" && w.Readings(p, rules).Verdict != notation.Unintelligible {
				in |= n
			}
		}
		return in
	}
	legal := func(w notation.Move) bool { return len(InAnyNotation(s, p, []notation.Move{w})) > 0 }
	return in(a) != 0 && in(b) != 0 && in(a)&in(b) == 0 && legal(a) != legal(b)
}

// WantedNotation returns the notation that is not agreed on in which words are a record of the turn
// due: algebraic notation, else that with German letters. It is 0 where neither reads them.
func (s *State) WantedNotation(words string) notation.Set {
	rules := s.Reading()
	for _, n := range [...]notation.Set{notation.Algebraic, notation.German} {
		if agreed := rules.Notations&n != 0; agreed {
			continue
		}
		alone := rules
		alone.Notations = n
		if w := (notation.Move{Text: words}); w.Readings(&s.Position, alone).Verdict != notation.Unintelligible {
			return n
		}
	}
	return 0
}

// WriteMove writes a move in a notation that acts: the first of those the terms name, Descriptive
// if they name none (I.13.A, C).
func WriteMove(s *State, p *board.Position, m board.Move) string {
	for _, name := range s.Terms.Notation {
		if n, ok := notation.Parse(name); ok {
			return n.Write(p, m)
		}
	}
	return notation.Short(p, m)
}

// mostProse is how many lines of prose are looked at for what they seem to mean.
const mostProse = 12

// Meant returns the legal moves that the first line of some prose that seems to mean any would
// play, for a question to its writer.
func Meant(p *board.Position, prose string) []board.Move {
	lines := strings.SplitN(prose, "\n", mostProse+1)
	for _, line := range lines[:min(len(lines), mostProse)] {
		if moves := notation.Meant(line, p); len(moves) > 0 {
			return moves
		}
	}
	return nil
}

// Numbered reports whether the number and the dots written before a move are
// those of a ply, or nothing is written. Where Black began, turns may be counted
// from Black's first; where a first turn had several moves, it may count for one.
func Numbered(s *State, w notation.Move, ply int) bool {
	passed := s.FirstPlies() / 2
	return (!w.Black || line.SideAt(ply) == board.Black) &&
		(w.Number == 0 || counts(s, w.Number, ply) || ply > s.PliesBefore()+2*passed+1 && counts(s, w.Number+passed, ply))
}

// counts reports whether a number is that of a ply, as printed or, where Black
// began, counted from Black's first move.
func counts(s *State, number, ply int) bool {
	first := s.PliesBefore() + 1
	return number == line.NumberOf(ply) ||
		line.SideAt(first) == board.Black && number == line.NumberOf(first)+(ply-first)/2
}

// SaidLately reports whether words express one of the last moves of a game, of which people talk.
func SaidLately(s *State, w notation.Move) bool {
	for i := len(s.Line) - 1; i >= max(0, len(s.Line)-4); i-- {
		if p := s.At(i); Expresses(s, &p, w, s.Line[i].Move) {
			return true
		}
	}
	return false
}

// WordTexts returns words for one turn, each as it was sent.
func WordTexts(words []notation.Move) []string {
	var texts []string
	for _, w := range words {
		texts = append(texts, w.Text)
	}
	return texts
}

// JoinedWords joins words for one turn as they were sent.
func JoinedWords(words []notation.Move) string { return line.JoinWords(WordTexts(words)) }

// Answering returns the indices of the waiting conditionals that answer the last move of a game:
// those that assume the move or, if there are none, those that assume any move. A forfeited turn is
// not a move, and nothing answers it.
func Answering(s *State) []int {
	n := len(s.Line)
	if n == 0 || s.Forfeited() {
		return nil
	}
	p := s.At(n - 1)
	var named, whatever []int
	for i, c := range s.Conditionals {
		switch {
		case c.Status != line.Waiting || c.Side != s.Position.SideToMove() || c.Ply != s.LastPly() || !follows(s, c) || !assumes(s.SaidAt(c.Sent), &p, c.Branch):
		case len(c.Branch.If) > 0:
			named = append(named, i)
		default:
			whatever = append(whatever, i)
		}
	}
	if len(named) > 0 {
		return named
	}
	return whatever
}

// follows reports whether the sender's own move is one of the moves with which the series was sent.
func follows(s *State, c line.Conditional) bool {
	return len(c.After) == 0 || len(s.Line) > 1 && s.SentWith(c, s.Line[len(s.Line)-2].Move)
}

// assumes reports whether a branch assumes the last move of the line, which was made in the
// position p. Any reading of the branch's words is enough.
func assumes(s *State, p *board.Position, b line.Branch) bool {
	return len(b.If) == 0 || slices.ContainsFunc(b.If, func(words string) bool {
		return Expresses(s, p, notation.Move{Text: words}, s.Line[len(s.Line)-1].Move)
	})
}

// maxPlies is more than the number of plies of any series.
const maxPlies = 1 << 20

// apply adds the branches of a series to those that wait. A series whose words were erased lapses,
// because a branch without words would answer every move.
func (f Promised) apply(s *State, e Event) {
	status := line.Waiting
	if f.Words == "" {
		status = line.Lapsed
	}
	s.Conditionals.Add(line.Conditional{Side: e.By.AsSide(), Ply: f.Ply, After: f.After, First: f.First,
		At: e.At, Sent: s.handedIn(e, e.At), Law: e.Law, Status: status, Cancelled: f.Words == "", Sealed: f.Sealed}, f.Series)
}

// Hides reports whether a series is hidden from the other side until its assumed move is made.
func (s State) Hides(f Promised) bool { return f.Sealed || s.Terms.Sealed() }

func (f Arrived) apply(s *State, _ Event) { s.Conditionals.Fire(f.Number, f.Side, f.Ply, f.Moves) }

// Standing returns what has become of a conditional. A waiting conditional lapses when the game is
// over, and when another move has been played than the conditional assumes or follows. If that
// other move is put in question again, the conditional waits again.
func (s State) Standing(c line.Conditional) line.Standing {
	last := s.LastPly()
	switch {
	case c.Status != line.Waiting:
	case s.Result != nil:
		return line.Lapsed
	case s.Held != nil || s.Offence != nil:
	case last >= c.Ply, last == c.Ply-1 && len(s.Line) > 0 && len(c.After) > 0 && !s.SentWith(c, s.Line[len(s.Line)-1].Move):
		return line.Lapsed
	}
	return c.Status
}

// lapse ends the conditionals of a side for plies before a ply at which the side has moved.
func (s *State) lapse(side board.Side, ply int) {
	s.Conditionals.End(line.Lapsed, func(c line.Conditional) bool { return c.Side == side && c.Ply < ply })
}

// Rivals compares the branches that a side has communicated for one turn with those of a new
// series. twice reports whether two branches assume the same move in the same words and bind
// different moves. named reports whether one branch assumes any move and another branch assumes a
// certain move. Rivals compares only words, so that its answer tells nobody about a position to
// come.
func (s State) Rivals(by board.Side, f Promised) (twice, named bool) {
	var siblings []line.Branch
	for _, c := range s.Conditionals {
		if c.Side == by && c.Ply == f.Ply && c.Status == line.Waiting {
			siblings = append(siblings, c.Branch)
		}
	}
	return line.Rivals(append(siblings, f.Series...))
}

// Intended is the sealed statement of a sender: which of the moves that their words leave open
// they meant (S-Corr VIII). The other side reads the statement when corrd opens it.
type Intended struct {
	Ply   int        `json:"ply"`
	Move  board.Move `json:"move"`
	Words string     `json:"words"`
}

// Replied is a reply to words with several meanings that announces none of them: the receiver has
// lost the choice, and the reply is kept until the sender has stated which move was meant.
type Replied struct {
	// the moves of the reply, to be read again in the position that comes
	Words string   `json:"words"`
	With  []string `json:"with,omitempty"` // the other statements of the reply's letter
}

// SettledByIntention reports whether the sender's intention settles the held moves, where the
// receiver announces none.
func (s State) SettledByIntention() bool {
	doubt, _, provided := s.Code().Doubtful.Get()
	return provided && doubt == codes.ElseIntended && s.Held != nil && !s.Held.Multiple && !s.PairsHeld()
}

// IntentionWait is the time after the reply in which a sender may state an intention.
const IntentionWait = 3 * clocks.Day

// UnstatedFrom returns the instant from which the umpire decides what the sender meant. A sender
// who plays by real cards has the time from when the card that asks has come, and the days of
// grace. ok is false when no reply waits for a statement, or when the umpire has already been
// asked.
func (s State) UnstatedFrom() (at time.Time, ok bool) {
	if s.Phase != HeldIntention || s.Withheld == nil || s.Withheld.Referred {
		return time.Time{}, false
	}
	if side := s.Held.By; s.ByCard[side] && s.Rules >= 2 {
		if s.FromHand(side) {
			return time.Time{}, false // the card that asks has not been posted
		}
		return clocks.Later(s.Window.Opened, s.Withheld.At).Add(IntentionWait + s.Grace(side)), true
	}
	return s.Withheld.At.Add(IntentionWait), true
}

// settles ends the matter before the umpire on a ground that has been settled.
func (s *State) settles(ground string) {
	on := func(c Claim) bool { return c.Ground == ground }
	s.Others = slices.DeleteFunc(slices.Clone(s.Others), on)
	if s.Claim != nil && on(*s.Claim) {
		s.Claim = nil
		if n := len(s.Others); n > 0 {
			last := s.Others[n-1]
			s.Claim, s.Others = &last, s.Others[:n-1]
		}
	}
}

// Unstated is the ground of a claim by which the umpire decides what words meant, as events name
// it.
const Unstated = "the sender's intention"

func (f Intended) apply(s *State, e Event) {
	if s.Held == nil {
		return
	}
	h := *s.Held
	h.Intended = f.Move
	s.Held = &h
}

// apply keeps the reply; the sender's clock runs until the intention is stated.
func (f Replied) apply(s *State, e Event) {
	if s.Held == nil {
		return
	}
	s.Withheld = &Withheld{By: s.Held.By.Other(), Words: f.Words, With: f.With, At: e.At}
	s.Phase = HeldIntention
	s.newRound()
	s.passTurn(s.Held.By, e)
}
