package play

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/game/stated"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// letter decides a letter: first what had fallen due before the letter was received, then the
// letter's statements, of which rights come before moves.
func (d *docket) letter(l Letter) {
	if d.Started.IsZero() {
		return
	}
	now := d.at
	received := d.meet(l)
	if received.Before(now) {
		d.Said = received // the terms may have named another notation since
	}
	d.by = l.By
	d.shown = [2]int{d.KeyPly(board.White), d.KeyPly(board.Black)}
	if d.Terms.Late == terms.LateFine && d.overtime() {
		d.flag(l.By)
	}
	d.at, d.from, d.ply, d.answers, d.silent = received, l.ID, l.Ply, l.Answers, l.Aside
	d.answered(l)
	if l.Shown != nil {
		d.rotate(*l.Shown)
	}
	d.leave(l.Left...)
	l, heard := d.stated(l)
	l = d.nearer(d.settles(d.weighedReply(d.picked(d.weighedChoice(d.inOtherWords(d.namesOwnMove(l)))))))
	statements, words, always := d.spoken(slices.Clone(l.Statements))
	if cry, is := d.cryAlone(l.Note); is && len(l.Statements) == 0 {
		statements, l.Note = []interpret.Statement{cry}, ""
	} else if with, is := d.signed(l.Note, statements); is {
		statements, l.Note = with, ""
	} else if reply, is := d.replied(unspoken(l)); is {
		if statements = []interpret.Statement{reply}; len(unspoken(l).Statements) == 0 {
			l.Note = ""
		}
	} else if reply, is := d.repliedBeside(unspoken(l)); is {
		moves, _ := stated.Parted(statements)
		statements = append([]interpret.Statement{reply}, moves...)
	} else if act, is := d.weighed(unspoken(l)); is {
		statements = []interpret.Statement{act}
	}
	l.Note = d.amongSide(l.Note)
	carried := l
	if len(statements) > 0 && d.travels(l) {
		carried.Note = stated.Joined(l.Note, words) // what is said goes with what is stated
	}
	if len(statements) > 0 || len(l.Statements) == 0 && !heard {
		d.states(carried, received, statements)
	}
	switch {
	case len(words) == 0, carried.Note != l.Note && d.posted():
	case len(statements) == 0 && d.travels(l):
		d.say(l, game.Said{Words: stated.Joined(l.Note, words), Always: always})
	default:
		d.say(l, game.Said{Words: stated.Joined("", words), Always: always})
	}
	d.nameLeft()
	if len(d.events) == 1 {
		if _, charge := d.events[0].Fact.(game.Charged); charge {
			// no event follows from the letter: the sender is charged for the letter that acts
			d.events = nil
		}
	}
}

// unspoken returns a letter without the words that it passes on: "Fine by me. Tell Bob to rest."
func unspoken(l Letter) Letter {
	l.Statements = slices.DeleteFunc(slices.Clone(l.Statements), func(s interpret.Statement) bool { return s.Kind.Row().PassedOn })
	return l
}

// nearer adds to the words of a letter's one move, which can mean several, the name of the man that
// stands beside them: who writes "Kt-K2", and "I mean the king's knight" below it, has expressed
// one move (I.13.C), of which the receiver has no choice.
func (d *docket) nearer(l Letter) Letter {
	if l.Note == "" || d.Held != nil || d.by != d.Position.SideToMove() || d.travels(l) {
		return l
	}
	move := -1
	for i, s := range l.Statements {
		switch {
		case !s.IsMove():
		case move >= 0 || len(s.Moves) != 1:
			return l
		default:
			move = i
		}
	}
	if move < 0 {
		return l
	}
	s := l.Statements[move]
	if text := s.Moves[0].Nearer(l.Note, &d.Position, d.Reading()); text != "" {
		l.Statements, s.Moves = slices.Clone(l.Statements), slices.Clone(s.Moves)
		s.Moves[0].Text = text
		l.Statements[move] = s
	}
	return l
}

// amongSide returns the prose of a letter that may go to the other side: none of a side of several
// players, who write to each other, and whose words for the other side stand behind "say:".
func (d *docket) amongSide(note string) string {
	if note != "" && d.Consults(d.by) {
		d.leave(note)
		return ""
	}
	return note
}

// states acts on the statements of a letter, or answers a letter that cannot act.
func (d *docket) states(l Letter, received time.Time, statements []interpret.Statement) {
	if !d.admits(l, statements) {
		return
	}
	if len(statements) > 0 && d.seemsToResign(l, statements) {
		return
	}
	statements, meant := d.meant(statements)
	statements = d.consent(statements, l)
	if !meant {
		d.leaveBeside(l.Note)
		return
	}
	if d.contradicts(statements, l.Note) || d.claimsInOffer(statements, l.Note) {
		return
	}
	if d.travels(l) {
		d.handIn(l, statements)
	} else {
		d.chats = len(strings.Fields(l.Note)) > 3 || !interpret.IsCourteous(l.Note)
		d.statements(d.firstTurn(d.foretold(d.oneOfEach(statements))))
		d.leaveNamed(l, statements)
		d.leaveBeside(l.Note)
	}
	if l.Card != nil {
		d.deliveries(clocks.Later(received, second(l.Card.Arrived)))
	}
}

// Meets returns the game that a letter meets at the time now: the game after what had fallen due by
// the time that the letter was received.
func Meets(s game.State, l Letter, now time.Time) game.State {
	d := &docket{State: s, at: second(now), zone: hours(s, now)}
	d.meet(l)
	return d.State
}

// meet brings about what had fallen due by the time that a letter was received, and returns
// this time.
func (d *docket) meet(l Letter) (received time.Time) {
	if at := second(l.Received); at.Before(d.at) {
		d.at = at
	}
	received = d.at
	d.deliveries(received)
	d.at = received
	if l.Card != nil {
		d.came(l)
	}
	if !l.Patient {
		d.catchUpTo(received)
	}
	return received
}

// catchUpTo brings about what had fallen due by an instant: the true words of a form, the flag,
// the end of a session, the beginning of the next session, and every delivery until then.
func (d *docket) catchUpTo(received time.Time) {
	for before := -1; before != len(d.events); d.at = received {
		before = len(d.events)
		switch {
		case d.certifies(received):
		case d.resumes(received):
			d.resume()
		case d.fallen():
			d.lapse()
		default:
			return
		}
		d.deliveries(received)
	}
}

// admits reports whether the letter can act at all, and answers a letter that cannot.
func (d *docket) admits(l Letter, st []interpret.Statement) bool {
	old := l.Ply > 0 && (l.Ply < d.OwnLast(l.By) || l.Ply > d.ownNext(l.By))
	switch words := stated.Text(st); {
	case len(st) == 0 && !l.Unclear && !d.overtime():
		d.prose(l)
	case l.Ply > d.ownNext(l.By) && d.Phase != game.Finished:
		d.refuse(d.code().Turn.Cite(), game.TurnToCome, words)
	case old && (d.Phase != game.Finished || stated.AllAfterEnd(st)):
		d.refuse(d.code().Turn.Cite(), game.OldTurn, words)
	case d.Phase == game.Finished && stated.AllAfterEnd(st):
		return true
	case d.Phase == game.Finished:
		d.act(d.lawOfEnd(st), game.Refused{Why: game.GameOver, Words: words})
	case l.Unclear:
		d.ask(codes.HouseProse, game.Unclear, words)
	case d.overtime():
		d.act(codes.HouseHeld, game.Refused{Why: game.Overtime, Words: words})
	default:
		return true
	}
	return false
}

// lawOfEnd returns the provision under which a letter comes too late: the provision of the game's
// end or, after a mate, the provision under which a draw can no longer be agreed on.
func (d *docket) lawOfEnd(st []interpret.Statement) game.Law {
	if stated.Has(st, interpret.KindOfferDraw, interpret.KindAcceptDraw) && d.Result.How == game.ByCheckmate {
		if _, law, ok := d.code().Agreement.Get(); ok {
			return law
		}
	}
	return d.Result.Law
}

// ownNext returns the ply in which a side is to move next. A letter with the key of a later ply
// does not act either, because it answers a letter about moves that the umpire has taken back.
func (d *docket) ownNext(side board.Side) int {
	next := d.DuePly()
	if line.SideAt(next) != side {
		next++
	}
	return next
}

// statements acts on the statements of a letter, in order. Statements that have no effect are
// noted: those that the laws leave aside because the sender is asked about one or the game has
// ended, and those from which nothing follows.
func (d *docket) statements(st []interpret.Statement) {
	moves, rest := stated.Parted(st)
	d.open = rest
	if len(moves) > 0 {
		d.open = append(d.open, moves[0])
	}
	d.open = stated.InOrder(d.open)
	d.noting = true
	d.heed(moves, len(moves) > 0, len(st) == 1)
	d.settle()
}

// heed acts on the open statements one by one, on moves where the first of them stands. withMove
// says that the letter also communicates a move, and alone says that it states nothing else.
func (d *docket) heed(moves []interpret.Statement, withMove, alone bool) {
	for len(d.open) > 0 {
		s := d.open[0]
		d.open = d.open[1:]
		if stated.AfterSeries(s.Kind) {
			d.settle()
		}
		if s.Kind == interpret.KindExact && d.exactsAfterMove(d.open) && stated.Moves(d.open) {
			d.open = append(d.open, s)
			continue
		}
		before, words := len(d.events), []interpret.Statement{s}
		if s.IsMove() {
			words = moves
		}
		switch {
		case d.asked, d.Phase == game.Finished && !stated.ActsAfterEnd(s):
		case d.stands(s):
			law, why := d.standstill()
			d.refuse(law, why, stated.Text(words))
		case s.IsMove():
			d.moves(moves)
		default:
			d.statement(s, withMove, alone)
		}
		if len(d.events) == before {
			d.leaveAll(words)
		}
	}
}

// settle fires the conditionals that the other side has bound to the sender's move.
func (d *docket) settle() {
	fires := d.fires
	d.noting, d.fires = false, false
	if fires {
		d.fire()
	}
}

// wait removes the statements other than moves from the letter and returns their words. They
// are acted on later, together with the words about which the sender has been asked.
func (d *docket) wait() (texts []string) {
	for _, s := range d.open {
		texts = append(texts, s.Text)
	}
	d.open = nil
	return texts
}

// alsoStated acts on what a letter stated besides its moves, when the moves act.
func (d *docket) alsoStated(texts []string) {
	for _, text := range texts {
		_, rest := stated.Parted(interpret.Parse(text).Statements)
		d.open = append(d.open, rest...)
	}
	d.open = stated.InOrder(d.open)
}

// communicated returns the words for the sender's own turn, and separately the words before them
// that repeat the opponent's last move (house:7). Words joined by "or" are alternatives.
func (d *docket) communicated(st []interpret.Statement) (words, confirms []notation.Move) {
	for _, s := range st {
		confirms = append(confirms, s.Confirms...)
		words = append(words, s.Moves...)
	}
	switch {
	case (len(words) > 1 || len(words) == 1 && d.by == d.Position.SideToMove()) && !either.MatchString(stated.Text(st)) && d.repeats(words[0]) && !d.rethinks(st, words):
		var first []notation.Move
		first, words = d.confirms(words)
		confirms = append(confirms, first...)
	case len(confirms) > 0:
		words = stated.Doubted(words)
	}
	return words, confirms
}

var either = regexp.MustCompile(`(?i)\bor\b`)

// repeats reports whether words in the place of a confirmation are one: the opponent's move
// before the turn due, with that move's number.
func (d *docket) repeats(w notation.Move) bool {
	if d.by != d.Position.SideToMove() {
		return d.Held != nil && len(d.announced(w)) > 0 && game.Numbered(&d.State, w, d.LastPly()+1)
	}
	n := len(d.Line)
	if n == 0 || !game.Numbered(&d.State, w, d.LastPly()) || w.Black && d.by == board.Black {
		return false
	}
	p := d.At(n - 1)
	return game.Expresses(&d.State, &p, w, d.Line[n-1].Move)
}

// announced returns the held choices that words express. Among pairs of moves, it returns the
// pairs whose first move the words express; if these are none or several, it returns the
// pairs whose second move the words express.
func (d *docket) announced(w notation.Move) []line.Choice {
	return d.naming(func(p *board.Position, m board.Move) bool { return game.Expresses(&d.State, p, w, m) })
}

// confirmed reports whether the confirmations repeat the opponent's move before the turn of the
// letter, or earlier moves with the right numbers.
func (d *docket) confirmed(confirms []notation.Move) bool {
	n := len(d.Line)
	if d.by != d.Position.SideToMove() {
		if d.Held != nil {
			return !slices.ContainsFunc(confirms, func(c notation.Move) bool { return len(d.announced(c)) == 0 })
		}
		n-- // the words are a second letter for the turn before
	}
	return !slices.ContainsFunc(confirms, func(c notation.Move) bool { return !d.wasPlayed(c, n) })
}

// wasPlayed reports whether words express the last of the first n moves of the line or, if the
// words have a number, the move with this number among the n.
func (d *docket) wasPlayed(w notation.Move, n int) bool {
	for i := n - 1; i >= 0; i-- {
		ply := d.LastPly() - len(d.Line) + i + 1
		if p := d.At(i); (i == n-1 || game.Numbered(&d.State, w, ply)) && game.Expresses(&d.State, &p, w, d.Line[i].Move) {
			return true
		}
		if w.Number == 0 {
			return false
		}
	}
	return false
}

// fromTo returns two squares that stand side by side and repeat no move as one move, from the first
// to the second: "e2 e4".
func (d *docket) fromTo(confirms, words []notation.Move) (m notation.Move, ok bool) {
	if len(confirms) != 1 || len(words) != 1 || d.by != d.Position.SideToMove() {
		return m, false
	}
	for _, w := range []notation.Move{confirms[0], words[0]} {
		if _, ok = board.ParseSquare(w.Text); !ok || w.Number != 0 {
			return m, false
		}
	}
	m = notation.Move{Text: confirms[0].Text + "-" + words[0].Text, Doubt: words[0].Doubt}
	return m, len(game.InAnyNotation(&d.State, &d.Position, []notation.Move{m})) > 0
}
