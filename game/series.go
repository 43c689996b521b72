package game

import (
	"cmp"
	"slices"
	"strings"

	"corrd/game/board"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// maxPlies is more than any series looks ahead.
const maxPlies = 1 << 20

// promise acts on a conditional series: it joins the move the letter makes or,
// sent alone, the sender's last move, until the reply is received (house:3).
// Its words are not read until the assumed move is there: nobody is told what
// lies ahead. Words of which not even the form could be read bind to nothing; the
// rest of the letter acts, and its sender is told.
func (d *docket) promise(st interpret.Statement, withMove bool) {
	ply, ok := d.pending()
	switch {
	case st.Series == nil:
		d.act(houseSeries, Asked{Why: SeriesUnread, Words: st.Text})
	case (!ok || d.Phase == PenaltyDue) && withMove: // the first move is not legal or is not due: the rest falls with it
	case ok && !withMove && d.moveUnderWay(d.by.Other()):
		d.act(houseSeries, Refused{Why: ReplyPosted, Words: st.Text})
	case !ok || !withMove && d.ply != 0 && d.ply < ply-1:
		d.ask(houseSeries, MoveFirst, st.Text)
	case !d.inStep(st.Series, ply+1):
		d.ask(houseNumbers, WrongNumber, st.Text)
	case d.promised(ply, branchesOf(st.Series)):
	default:
		first, after := d.followed(withMove)
		law := d.code().Series.Cite()
		if unconditional(st.Series) {
			law = d.code().Ahead.Cite()
		}
		d.act(law, Promised{Ply: ply, Series: branchesOf(st.Series), First: first, After: after, Words: st.Text})
	}
}

// pending gives the ply of the next move of the opponent; ok is false while the sender's
// own turn is not ended, and while the choice between exacting and waiving a penalty is
// still the sender's.
func (d *docket) pending() (ply int, ok bool) {
	switch mover := d.Position.SideToMove(); {
	case d.Held != nil && d.by == d.Held.By:
		return d.heldPly() + 1, true
	case d.Phase != AwaitMove && d.Phase != PenaltyDue || d.by == mover:
		return 0, false
	}
	return d.LastPly() + 1, true
}

// followed gives the sender's moves that a series goes with: those of its own letter or,
// where the series is sent alone, all that are held or the last; and in a first turn of
// several moves the first of the turn of each.
func (d *docket) followed(withMove bool) (first, after []board.Move) {
	var turns []Choice
	switch {
	case d.Held != nil && withMove && len(d.own) > 0:
		turns = d.own
	case d.Held != nil:
		turns = d.Choices()
	case len(d.Line) > 0:
		turns = []Choice{{Move: d.Line[len(d.Line)-1].Move}}
	}
	for _, c := range turns {
		switch {
		case c.Then != board.Pass:
			first, after = append(first, c.Move), append(after, c.Then)
		case d.firstPlies() > 1 && len(d.Line) > 0 && len(d.Line) <= d.firstPlies():
			first, after = append(first, d.Line[0].Move), append(after, c.Move)
		default:
			after = append(after, c.Move)
		}
	}
	return first, after
}

// inStep reports whether the numbers written in a series are those of the turns
// it stands for, the first reply being at ply.
func (d *docket) inStep(s *interpret.Series, ply int) bool {
	for _, w := range s.If {
		if !d.numbered(w, ply-1) {
			return false
		}
	}
	for _, w := range append([]notation.Move{s.Then}, s.Else...) {
		if !s.Resign && !d.numbered(w, ply) {
			return false
		}
	}
	return !slices.ContainsFunc(s.Next, func(n *interpret.Series) bool { return !d.inStep(n, ply+2) })
}

// branchesOf keeps the words of a series: a branch for each of the replies to its
// hypothesis, which all fire together.
func branchesOf(s *interpret.Series) []Branch {
	b := Branch{Then: s.Then.Text, Resign: s.Resign}
	for _, w := range s.If {
		b.If = append(b.If, w.Text)
	}
	for _, n := range s.Next {
		b.Next = append(b.Next, branchesOf(n)...)
	}
	all := []Branch{b}
	for _, w := range s.Else {
		b.Then = w.Text
		all = append(all, b)
	}
	return all
}

// fire carries out the conditionals whose assumed move has just been made: those
// that name it or, if there are none, those for any move. Nothing fires on a
// doubtful move, nor on a correction while an offence is open.
func (d *docket) fire() {
	n := len(d.Line)
	if d.Phase != AwaitMove || d.withholds() || n == 0 {
		return
	}
	p := d.At(n - 1)
	var named, whatever []int
	for i, c := range d.Conditionals {
		switch {
		case c.Status != Waiting || c.Side != d.Position.SideToMove() || c.Ply != d.LastPly() || !d.follows(c) || !d.assumes(&p, c.Branch):
		case len(c.Branch.If) > 0:
			named = append(named, i)
		default:
			whatever = append(whatever, i)
		}
	}
	switch {
	case len(named) > 0:
		d.carry(named)
	case len(whatever) > 0:
		d.carry(whatever)
	}
}

// withholds reports whether an open offence keeps the conditionals of the side to
// move from firing. The offender's do fire after an annulled second letter, because the
// receiver may still exact the penalty until the receiver moves again (II.11(b)).
func (d *docket) withholds() bool {
	o := d.Offence
	return o != nil && !(o.Second && o.By == d.Position.SideToMove())
}

// follows reports whether the sender's own move is one the series was sent with.
func (d *docket) follows(c Conditional) bool {
	return len(c.After) == 0 || len(d.Line) > 1 && d.sentWith(c, d.Line[len(d.Line)-2].Move)
}

// sentWith reports whether the turn that ends with a move is one that a series was sent with.
func (s State) sentWith(c Conditional, last board.Move) bool {
	for i, m := range c.After {
		if m == last && (i >= len(c.First) || len(s.Line) > 0 && s.Line[0].Move == c.First[i]) {
			return true
		}
	}
	return false
}

// assumes reports whether a branch assumes the last move of the line, which was
// made in the position given: any reading of its words will do.
func (d *docket) assumes(p *board.Position, b Branch) bool {
	if len(b.If) == 0 {
		return true
	}
	last := d.Line[len(d.Line)-1].Move
	return slices.ContainsFunc(b.If, func(words string) bool { return d.expresses(p, notation.Move{Text: words}, last) })
}

// carry plays the move bound to conditionals that fire. If it is illegal now it
// is an offence now; if it is doubtful, or several bind different moves, the
// opponent has the choice. A resignation bound beside a move counts for nothing.
func (d *docket) carry(fired []int) {
	law, side := cmp.Or(d.Conditionals[fired[0]].Law, d.code().Series.Cite()), d.Position.SideToMove()
	p, ply := d.Position, d.LastPly()+1
	var words []notation.Move
	for _, i := range fired {
		c := d.Conditionals[i]
		bound := []notation.Move{{Text: c.Branch.Then}}
		if !c.Branch.Resign && !slices.Contains(words, bound[0]) {
			words = append(words, bound[0])
		}
		d.rule(law, Arrived{Number: i + 1, Side: side, Ply: c.Ply, Moves: d.read(&p, bound).moves})
	}
	if len(words) == 0 {
		d.add(PartyOf(side), law, Asked{Why: ConfirmResign, Words: d.Conditionals[fired[0]].Branch.resigns(), Ply: ply})
		return
	}
	d.arrive(law, d.read(&p, words), side, ply)
}

// arrive acts on what the words bound to conditionals that have fired express, under the
// provision by which they are carried out.
func (d *docket) arrive(law Law, r reading, side board.Side, ply int) {
	words := wordsOf(r.words)
	switch {
	case r.check && d.Overlooked(side):
		d.warn(side)
	case len(r.moves) == 1:
		d.add(PartyOf(side), law, Played{Ply: ply, Move: r.moves[0], Words: words, Reader: interpret.Version, Remarks: r.remarks, Conditional: true,
			Silent: d.keepsSilent(r.moves[0], r.check)})
		d.close(side)
	case len(r.moves) > 1:
		d.put(PartyOf(side), r.choice(d.code()), Held{Ply: ply, Moves: r.moves, Words: r.words, Multiple: r.legal > 1,
			Reader: interpret.Version, Conditional: true})
	case r.foreign:
		d.add(PartyOf(side), d.code().Record.Cite(), Asked{Why: NotAgreed, Words: words, Ply: ply})
	default:
		f := d.offends(r)
		f.Conditional = true
		d.add(PartyOf(side), d.code().Arrived.Cite(), f)
	}
}

// resigns writes a resignation on a condition.
func (b Branch) resigns() string {
	if len(b.If) == 0 {
		return "if any I resign"
	}
	return "if " + strings.Join(b.If, " or ") + " I resign"
}

// apply adds the hypotheses of a series to those that wait. A series whose words were
// erased lapses: a branch without words would answer every move.
func (f Promised) apply(s *State, e Event) {
	by, _ := e.By.Side()
	status := Waiting
	if f.Words == "" {
		status = Lapsed
	}
	all := slices.Clone(s.Conditionals)
	for _, b := range f.Series {
		all = append(all, Conditional{Side: by, Ply: f.Ply, Branch: b, After: f.After, First: f.First, At: e.At, Law: e.Law, Status: status})
	}
	s.Conditionals = all
}

// apply marks a conditional as fired and those for the same turn that wait as
// lapsed; what its branch says of the next turn begins to wait on its move, unless the
// words of the branch were erased.
func (f Arrived) apply(s *State, e Event) {
	all := slices.Clone(s.Conditionals)
	for i := range all {
		if c := &all[i]; c.Status == Waiting && c.Side == f.Side && c.Ply == f.Ply {
			c.Status = Lapsed
		}
	}
	if i := f.Number - 1; i >= 0 && i < len(all) {
		all[i].Status = Fired
		next := Waiting
		if fired := all[i].Branch; fired.Then == "" && !fired.Resign {
			next = Lapsed
		}
		for _, b := range all[i].Branch.Next {
			all = append(all, Conditional{Side: f.Side, Ply: f.Ply + 2, Branch: b, After: f.Moves, At: all[i].At, Law: all[i].Law, Status: next, Parent: f.Number})
		}
	}
	s.Conditionals = all
}

// Standing gives what has become of a conditional: one that waits has lapsed as
// soon as another move than it assumes, or than it follows, has been played, or
// the game is over. If that move is put in question again it waits again.
func (s State) Standing(c Conditional) Standing {
	last := s.LastPly()
	switch {
	case c.Status != Waiting:
	case s.Result != nil:
		return Lapsed
	case s.Held != nil || s.Offence != nil:
	case last >= c.Ply, last == c.Ply-1 && len(s.Line) > 0 && len(c.After) > 0 && !s.sentWith(c, s.Line[len(s.Line)-1].Move):
		return Lapsed
	}
	return c.Status
}

// lapse ends the conditionals of a side for plies before one at which it has moved.
func (s *State) lapse(side board.Side, ply int) {
	passed := func(c Conditional) bool { return c.Status == Waiting && c.Side == side && c.Ply < ply }
	if !slices.ContainsFunc(s.Conditionals, passed) {
		return
	}
	all := slices.Clone(s.Conditionals)
	for i := range all {
		if passed(all[i]) {
			all[i].Status = Lapsed
		}
	}
	s.Conditionals = all
}

// Rivals reports whether of the hypotheses that a side has communicated for one turn,
// those of a new series among them, two assume the same in the same words and bind
// different moves to it, and whether one assumes any move and another a certain one. It
// looks at the words alone: nobody is told what lies ahead.
func (s State) Rivals(by board.Side, f Promised) (twice, named bool) {
	var siblings []Branch
	for _, c := range s.Conditionals {
		if c.Side == by && c.Ply == f.Ply && c.Status == Waiting {
			siblings = append(siblings, c.Branch)
		}
	}
	return rivals(append(siblings, f.Series...))
}

// rivals looks for rivals among several hypotheses for one turn, and among those that
// follow one of them.
func rivals(all []Branch) (twice, named bool) {
	same := func(a, b string) bool { return notation.Fold(a) == notation.Fold(b) }
	certain := 0
	for i, b := range all {
		if len(b.If) > 0 {
			certain++
		}
		again := func(o Branch) bool {
			return !b.Resign && !o.Resign && slices.EqualFunc(b.If, o.If, same) && !same(b.Then, o.Then)
		}
		t, n := rivals(b.Next)
		twice = twice || t || slices.ContainsFunc(all[:i], again)
		named = named || n
	}
	return twice, named || certain > 0 && certain < len(all)
}
