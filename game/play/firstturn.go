package play

import (
	"slices"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/line"
	"corrd/game/stated"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// firstTurn joins the moves that a letter states for a first turn of several moves into one
// statement: written one after the other, with or without numbers, the moves would otherwise be
// alternatives or a series.
func (d *docket) firstTurn(st []interpret.Statement) []interpret.Statement {
	due, again := d.MovesDue(), d.inFirstTurnAgain()
	switch {
	case again:
		due = d.FirstPlies()/2 + 1
	case due == 1 || d.by != d.Position.SideToMove():
		return st
	}
	var rest []interpret.Statement
	turn := interpret.Statement{Kind: interpret.KindMoves, Text: stated.Text(st)}
	for _, s := range st {
		switch {
		case s.IsMove() && len(s.Confirms) > 0:
			turn.Moves = append(append(turn.Moves, s.Confirms...), notation.Move{Text: s.Moves[0].Text})
		case s.IsMove():
			turn.Moves = append(turn.Moves, s.Moves...)
		case s.Kind == interpret.KindConditional && len(turn.Moves) > 0 && len(turn.Moves) < due && stated.Unconditional(s.Series):
			turn.Moves = append(turn.Moves, s.Series.Then)
			for _, next := range s.Series.Next {
				rest = append(rest, interpret.Statement{Kind: s.Kind, Text: s.Text, Series: next})
			}
		default:
			rest = append(rest, s)
		}
	}
	switch {
	case len(turn.Moves) == 0, again && len(turn.Moves) != due:
		return st
	case either.MatchString(turn.Text):
		d.askMoves(turn.Moves)
		d.leaveAll(rest)
		return nil
	}
	d.unnumber(turn.Moves)
	return append([]interpret.Statement{turn}, rest...)
}

// unnumber removes the numbers of the later moves of the first turn if the numbers are right. The
// numbers may count the moves as one turn or as several.
func (d *docket) unnumber(moves []notation.Move) {
	due := d.LastPly() + 1
	if d.inFirstTurnAgain() {
		due = d.PliesBefore() + 1
	}
	for i := range moves {
		if m := &moves[i]; game.Numbered(&d.State, *m, due) || game.Numbered(&d.State, *m, due+2*i) {
			m.Number, m.Black = 0, false
		}
	}
}

// begin acts on the words for a first turn of several moves. All moves must be sent together
// (house:15), and only the last may be doubtful.
func (d *docket) begin(words []notation.Move) {
	due, p := d.MovesDue(), d.Position
	if len(words) != due {
		d.askMoves(words)
		return
	}
	var turn []game.Expressed
	for i, w := range words {
		r := game.Read(&d.State, &p, []notation.Move{w})
		switch {
		case len(r.Moves) == 0:
			r.Words = game.WordTexts(words)
			d.fail(r, words)
			return
		case len(r.Moves) > 1 && i+1 < due:
			d.askMoves(words)
			return
		}
		turn = append(turn, r)
		if i+1 < due {
			p = p.Play(r.Moves[0])
			p = p.Play(board.Pass)
		}
	}
	right := d.discharging(turn)
	if d.Phase == game.PenaltyDue && right < 0 {
		d.comply(&game.Expressed{Words: game.WordTexts(words), Moves: turn[0].Moves}, words)
		return
	}
	d.advance(turn, right)
}

// discharging returns the index of the first move of a turn that discharges the penalty due, or -1
// if none does. discharging drops the readings of the last move, which may be doubtful, that do not
// discharge the penalty.
func (d *docket) discharging(turn []game.Expressed) int {
	if d.Phase != game.PenaltyDue {
		return -1
	}
	p := d.Position
	for i := range turn {
		free := slices.DeleteFunc(slices.Clone(turn[i].Moves), func(m board.Move) bool { return !d.Discharges(&p, m) })
		if len(free) > 0 {
			turn[i].Moves = free
			return i
		}
		p = p.Play(turn[i].Moves[0])
		p = p.Play(board.Pass)
	}
	return -1
}

// askMoves asks the sender for exactly the moves of the sender's first turn.
func (d *docket) askMoves(words []notation.Move) {
	d.question(d.code().OddsMoves.Cite(), game.Asked{Why: game.SeveralDue, Words: game.JoinedWords(words), Ply: d.LastPly() + 1})
}

// advance plays the moves of a first turn, the last of which may be doubtful. right is the index of
// the move that discharges the penalty due, or -1 if none is due.
func (d *docket) advance(turn []game.Expressed, right int) {
	last := turn[len(turn)-1]
	for i, r := range turn[:len(turn)-1] {
		d.act(d.code().OddsMoves.Cite(), game.Advanced{Ply: d.LastPly() + 1, Move: r.Moves[0], Words: line.JoinWords(r.Words), Reader: interpret.Version,
			Discharge: i == right})
	}
	if len(last.Moves) > 1 {
		d.hold(last)
		return
	}
	d.play(last)
}

// forgot acts on the choice of a side whose opponent's men were partly left out: to begin the game
// again with all the men, or to go on with the missing men set on their squares. The umpire decides
// if the terms do not show which men were left out, and if another man now stands on such a square.
func (d *docket) forgot(s interpret.Statement) {
	_, law, provided := d.code().Forgotten.Get()
	men, plain := d.Wanting(d.by.Other())
	switch {
	case !provided:
		d.unknown(s)
	case d.Terms.Position != "" && !plain:
		d.refer(law, s, game.Claimed{Ground: string(law), Words: s.Text})
	case len(men) == 0:
		d.act(law, game.Refused{Why: game.NoneForgotten, Words: s.Text})
	case s.Kind == interpret.KindRecommence:
		d.act(law, game.Recommenced{})
	case slices.ContainsFunc(men, d.Occupied) || !d.goesOnWith(men):
		d.refer(law, s, game.Claimed{Ground: string(law), Words: s.Text})
	default:
		d.act(law, game.Proceeded{})
		if d.Phase == game.AwaitMove {
			d.close(d.Position.SideToMove().Other())
		}
	}
}

// goesOnWith reports whether nothing that is open depends on it that men are wanting: the choice
// among moves stays the same when they are set in their places, and so does an open offence.
func (d *docket) goesOnWith(men []line.Placed) bool {
	p := line.Set(d.Position, men)
	switch d.Phase {
	case game.AwaitMove, game.OffenceOpen:
		return true
	case game.HeldAmbiguous, game.HeldMultiple:
		return !slices.ContainsFunc(d.Choices(), func(c line.Choice) bool {
			return !p.IsLegal(c.Move)
		})
	}
	return false
}

// naming returns the held choices whose move passes a test in the position before the move. Among
// pairs of moves, it returns the pair whose first move passes if there is exactly one, and
// otherwise the pairs whose second move passes.
func (d *docket) naming(test func(p *board.Position, m board.Move) bool) []line.Choice {
	var byFirst, byLast []line.Choice
	for _, c := range d.Choices() {
		p := d.Position
		if test(&p, c.Move) {
			byFirst = append(byFirst, c)
		}
		if p = (line.Choice{Move: c.Move}).Play(p); c.Then != board.Pass {
			p = p.Play(board.Pass)
			if test(&p, c.Then) {
				byLast = append(byLast, c)
			}
		}
	}
	if len(byFirst) != 1 && len(byLast) == 1 {
		return byLast
	}
	return byFirst
}

// leading plays the first move of the held pairs, one of which is adopted or stands.
func (d *docket) leading(m board.Move) game.Advanced {
	return game.Advanced{Ply: d.LastPly() + 1, Move: m, Words: line.JoinWords(d.Held.Words), Reader: interpret.Version}
}

// inFirstTurnAgain reports whether the sender has sent a first turn of two moves to which no reply
// has been received.
func (d *docket) inFirstTurnAgain() bool {
	n := d.FirstPlies()
	if n == 1 || d.by != d.Initial.SideToMove() || d.Phase == game.Finished {
		return false
	}
	return len(d.Line) == n && d.Held == nil || len(d.Line) < n && d.Held != nil
}

// firstTurnAgain reports whether words are a second letter for a first turn of two moves to which
// no reply has been received: the key names a ply of the turn, and the numbers count the moves as
// one turn or as several.
func (d *docket) firstTurnAgain(words []notation.Move) bool {
	if !d.inFirstTurnAgain() || d.ply <= d.PliesBefore() || d.ply > d.PliesBefore()+d.FirstPlies() {
		return false
	}
	for i, w := range words {
		if !game.Numbered(&d.State, w, d.PliesBefore()+1) && !game.Numbered(&d.State, w, d.PliesBefore()+1+2*i) {
			return false
		}
	}
	return true
}

// turnAgain acts on a second letter for a first turn of two moves that may change either move.
// The receiver may then adopt the turn of any of the letters. If all letters have the same first
// move, only the last move is open; turnAgain then does nothing and reports true.
func (d *docket) turnAgain(words []notation.Move) (sameFirst bool) {
	if len(words) != d.FirstPlies()/2+1 {
		d.askMoves(words)
		return false
	}
	before, said := d.standingTurns()
	firsts, _ := line.Split(before)
	firsts = slices.Compact(firsts)
	read := game.Read(&d.State, &d.Initial, words[:1])
	if old := slices.DeleteFunc(slices.Clone(firsts), func(m board.Move) bool { return !slices.Contains(read.Moves, m) }); len(old) == 1 {
		read.Moves = old
	}
	switch {
	case len(read.Moves) > 1:
		d.askMoves(words)
	case len(read.Moves) == 0:
		d.refuse(d.code().Multiple.Cite(), game.FirstStands, game.JoinedWords(words))
	case !d.PairsHeld() && read.Moves[0] == firsts[0]:
		return true
	default:
		d.holdTurns(before, said, read.Moves[0], words)
	}
	return false
}

// standingTurns returns the turns among which the receiver of a first turn of two moves can now
// choose, sorted by UCI, and the words of each letter for the turn.
func (d *docket) standingTurns() (turns []line.Choice, said []string) {
	if d.PairsHeld() {
		return d.Choices(), d.Held.Words
	}
	moves, words, _ := d.standing()
	first := d.Line[0]
	for _, m := range moves {
		turns = append(turns, line.Choice{Move: first.Move, Then: m})
	}
	return turns, line.JoinFirst(first.Words, words)
}

// holdTurns adds the turns that begin with another first move to the turns among which the
// receiver chooses. holdTurns does nothing if the words for the second move bring no new turn.
func (d *docket) holdTurns(before []line.Choice, said []string, first board.Move, words []notation.Move) {
	p := (line.Choice{Move: first}).Play(d.Initial)
	p = p.Play(board.Pass)
	r := game.Read(&d.State, &p, words[1:])
	if d.Offence != nil && d.Offence.Exacted && !d.Discharges(&d.Initial, first) && !d.comply(&r, words) {
		return
	}
	all := slices.Clone(before)
	for _, m := range r.Moves {
		d.own = append(d.own, line.Choice{Move: first, Then: m})
	}
	all = append(all, d.own...)
	if all = line.SortedChoices(all); len(all) == len(before) {
		d.refuse(d.code().Multiple.Cite(), game.FirstStands, game.JoinedWords(words))
		return
	}
	if !d.PairsHeld() {
		d.act(d.code().Multiple.Cite(), game.Reopened{Ply: d.PliesBefore() + 1})
	}
	moves, then := line.Split(all)
	d.put(game.PartyOf(d.by), d.code().Multiple.Cite(), game.Held{Ply: d.LastPly() + 1, Moves: moves, Then: then,
		Words: append(slices.Clone(said), line.JoinFirst(words[0].Text, game.WordTexts(words[1:]))...), Multiple: true, Reader: interpret.Version})
}
