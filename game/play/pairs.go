package play

import (
	"slices"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/line"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// naming returns the held choices whose move passes a test in the position before the move. Among
// pairs of moves, naming gives the pair whose first move passes if there is exactly one, and
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
	if d.Offence != nil && d.Offence.Exacted && !d.Discharges(&d.Initial, first) && !d.comply(&r) {
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
