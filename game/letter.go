package game

import (
	"cmp"
	"slices"

	"corrd/game/board"
	"corrd/interpret"
)

// letter decides a letter: what had fallen due before it was received, then
// its statements, rights before moves.
func (d *docket) letter(l Letter) {
	if d.Started.IsZero() {
		return
	}
	if at := second(l.Received); at.Before(d.at) {
		d.at = at
	}
	received := d.at
	if d.fallen() && !l.Patient {
		d.lapse()
	}
	d.by = l.By
	if d.Terms.Late == lateFine && d.overtime() {
		d.flag(l.By)
	}
	d.at, d.from, d.ply, d.answers = received, l.ID, l.Ply, l.Answers
	d.heard(l.By)
	if l.Shown != nil {
		d.rotate(*l.Shown)
	}
	statements := slices.Clone(l.Statements)
	if !d.admits(l, statements) {
		return
	}
	statements = d.firstTurn(statements)
	slices.SortStableFunc(statements, func(a, b interpret.Statement) int {
		return cmp.Compare(order(a.Kind), order(b.Kind))
	})
	d.statements(statements)
}

// admits reports whether the letter is one that can act at all, and answers it
// if it is not.
func (d *docket) admits(l Letter, st []interpret.Statement) bool {
	old := l.Ply > 0 && (l.Ply < d.ownLast(l.By) || l.Ply > d.ownNext(l.By))
	switch words := textOf(st); {
	case old && (d.Phase != Finished || onlyProtests(st)):
		d.refuse(d.code().Turn, OldTurn, words)
	case d.Phase == Finished && onlyProtests(st):
		return true
	case d.Phase == Finished:
		d.act(d.lawOfEnd(st), Refused{Why: GameOver, Words: words})
	case l.Unclear:
		d.ask(houseProse, Unclear, words)
	case d.overtime():
		d.act(houseHeld, Refused{Why: Overtime, Words: words})
	case len(st) == 0:
		d.ask(houseProse, NoStatement, l.Unread)
	case contradict(st):
		d.ask(houseContradiction, Contradiction, words)
	default:
		return true
	}
	return false
}

// lawOfEnd gives the provision under which a letter comes too late: that of the end
// or, after a mate, the one that lets no draw be agreed on any more.
func (d *docket) lawOfEnd(st []interpret.Statement) Law {
	drawn := slices.ContainsFunc(st, func(s interpret.Statement) bool {
		return s.Kind == interpret.KindOfferDraw || s.Kind == interpret.KindAcceptDraw
	})
	if drawn && d.Result.How == ByCheckmate {
		return cmp.Or(d.code().Agreement, d.Result.Law)
	}
	return d.Result.Law
}

// ownLast gives the ply with which a side's last turn began: letters with an older
// key do not act, whatever they state.
func (s State) ownLast(side board.Side) int {
	last := s.LastPly()
	if sideOf(last) != side {
		last--
	}
	if last <= s.base()+s.firstPlies() {
		return min(last, s.base()+1) // a first turn of several moves
	}
	return last
}

// ownNext gives the ply a side is to move in next. Letters with a newer key do not
// act either: they answer letters of a line that the umpire has taken back.
func (s State) ownNext(side board.Side) int {
	next := s.LastPly() + 1
	if sideOf(next) != side {
		next++
	}
	return next
}

// onlyProtests reports whether a letter does nothing but protest, which it may
// when the game is over: an end that was not lawful can be ruled on.
func onlyProtests(st []interpret.Statement) bool {
	return len(st) > 0 && !slices.ContainsFunc(st, func(s interpret.Statement) bool { return s.Kind != interpret.KindProtest })
}

// order gives the rank in which the statements of one letter act: rights over
// what the opponent did, claims, moves, then what goes with a move.
func order(k interpret.Kind) int {
	switch k {
	case interpret.KindYes, interpret.KindNo:
		return 0
	case interpret.KindAdopt, interpret.KindWaive, interpret.KindExact, interpret.KindAnnul,
		interpret.KindDeclineDraw, interpret.KindDecline:
		return 1
	case interpret.KindClaim:
		return 2
	case interpret.KindMove, interpret.KindMoves:
		return 3
	}
	return 4
}

// statements acts on the statements of a letter, in order.
func (d *docket) statements(st []interpret.Statement) {
	var moves []interpret.Statement
	for _, s := range st {
		if isMove(s) {
			moves = append(moves, s)
		}
	}
	moved := false
	for _, s := range st {
		switch {
		case d.asked || d.Phase == Finished && s.Kind != interpret.KindProtest:
			return
		case d.halted() && !actsInSuspense(s.Kind):
			d.refuse(d.haltedBy(), BeforeUmpire, s.Text)
		case !isMove(s):
			d.statement(s, len(moves) > 0, len(st) == 1)
		case !moved:
			moved = true
			d.moves(moves)
		}
	}
}

// halted reports whether no move is taken because the umpire has suspended the
// game, or something is to be proved.
func (d *docket) halted() bool { return d.Phase == ClaimOpen || d.Phase == Suspended }

// haltedBy gives the law on which the game stands still.
func (d *docket) haltedBy() Law {
	switch {
	case d.Phase == ClaimOpen:
		return d.Claim.Law
	case d.Session != nil:
		return d.code().SessionDue
	}
	return houseClocks
}

// actsInSuspense reports whether a statement acts while a game stands still:
// what needs nobody's turn.
func actsInSuspense(k interpret.Kind) bool {
	switch k {
	case interpret.KindResign, interpret.KindOfferDraw, interpret.KindAcceptDraw, interpret.KindDeclineDraw, interpret.KindAccept,
		interpret.KindAgree, interpret.KindPropose, interpret.KindDecline, interpret.KindNo, interpret.KindYes, interpret.KindProtest, interpret.KindLeave:
		return true
	}
	return !Acts(k)
}

// isMove reports whether a statement communicates a move for the turn.
func isMove(s interpret.Statement) bool {
	return s.Kind == interpret.KindMove || s.Kind == interpret.KindMoves
}

// statement acts on one statement that is not a move; withMove says that the
// letter communicates a move besides, alone that it states nothing else.
func (d *docket) statement(s interpret.Statement, withMove, alone bool) {
	switch s.Kind {
	case interpret.KindAdopt:
		d.adopt(s, withMove)
	case interpret.KindExact:
		d.exact(s)
	case interpret.KindWaive:
		d.waive(s)
	case interpret.KindResign:
		d.end(d.code().Resignation, WonBy(d.by.Other()), ByResignation)
	case interpret.KindClaim:
		d.claim(s, withMove)
	case interpret.KindConditional:
		d.promise(s, withMove)
	case interpret.KindYes:
		d.yes(s, alone)
	default:
		d.courtesies(s)
	}
}

// courtesies acts on offers, proposals and answers, and refuses what this game
// does not know.
func (d *docket) courtesies(s interpret.Statement) {
	switch s.Kind {
	case interpret.KindOfferDraw:
		d.offerDraw()
	case interpret.KindAcceptDraw, interpret.KindAccept, interpret.KindAgree:
		d.agree(s)
	case interpret.KindDeclineDraw, interpret.KindDecline, interpret.KindNo:
		d.decline(s)
	case interpret.KindPropose:
		d.propose(s)
	case interpret.KindWithdraw:
		d.withdraw(s)
	case interpret.KindLeave:
		d.takeLeave(s)
	case interpret.KindAnnul:
		d.annul(s)
	case interpret.KindProtest:
		d.act(d.code().Forfeit, Protested{Words: s.Words})
	default:
		if Acts(s.Kind) {
			d.refuse(houseNotBuilt, NotBuilt, s.Text)
		}
	}
}

// Acts reports whether a statement of this kind is an act in a game: the others
// are for the registrar and the mail office, and Decide passes over them.
func Acts(k interpret.Kind) bool {
	switch k {
	case interpret.KindRegister, interpret.KindChallenge, interpret.KindSet, interpret.KindTry,
		interpret.KindShow, interpret.KindHistory, interpret.KindPGN, interpret.KindGames,
		interpret.KindHelp, interpret.KindRepeat, interpret.KindAddress:
		return false
	}
	return true
}

// end ends the game by an act of the sender.
func (d *docket) end(law Law, score Score, how How) { d.act(law, Ended{Score: score, How: how}) }

// close ends the game if the move just made by a side leaves the other no legal
// move, or a position that cannot be won; otherwise what the other has bound to it fires.
func (d *docket) close(mover board.Side) {
	code, p := d.code(), &d.Position
	switch {
	case p.Checkmate():
		d.rule(code.Checkmate, Ended{Score: WonBy(mover), How: ByCheckmate})
	case p.Stalemate():
		d.rule(code.Stalemate.Law, Ended{Score: code.Stalemate.Is(mover.Other()), How: ByStalemate})
	case d.cannotBeWon():
		d.rule(code.CannotBeWon, Ended{Score: Drawn, How: CannotBeWon})
	default:
		d.fire()
	}
}

// textOf joins the statements of a letter as they were written.
func textOf(st []interpret.Statement) string {
	text := ""
	for i, s := range st {
		if i > 0 {
			text += "\n"
		}
		text += s.Text
	}
	return text
}

// apply brings the facts before the umpire.
func (f Protested) apply(s *State, e Event) {
	s.Protests = added(s.Protests, Protest{Seq: s.Seq, By: e.By.side(), Words: f.Words, At: e.At})
}
