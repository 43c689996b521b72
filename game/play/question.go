package play

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/game/stated"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// question answers the sender of the letter, who is asked: the rest of the letter waits.
func (d *docket) question(law game.Law, f game.Fact) {
	d.asked = true
	d.act(law, f)
}

func (d *docket) ask(law game.Law, why game.Why, words string) {
	d.question(law, game.Asked{Why: why, Words: words})
}
func (d *docket) refuse(law game.Law, why game.Why, words string) {
	d.question(law, game.Refused{Why: why, Words: words})
}

// seemsMeant returns the moves that the prose of a letter seems to mean, while its writer may ask
// what words express. The question about the letter names them.
func (d *docket) seemsMeant(note string) []board.Move {
	if !d.MayTry(d.by) || d.MovesDue() > 1 {
		return nil
	}
	return game.Meant(&d.Position, note)
}

// recorded returns the legal moves that the prose of a letter names by their records, in its order,
// and the words of the last, while its writer may ask what words express.
func (d *docket) recorded(note string) (moves []board.Move, words string) {
	if !d.MayTry(d.by) || d.MovesDue() > 1 {
		return nil, ""
	}
	for _, m := range interpret.Named(note) {
		if read := game.Read(&d.State, &d.Position, []notation.Move{m}).Moves; len(read) > 0 {
			moves = append(moves, slices.DeleteFunc(board.Sorted(read), func(m board.Move) bool { return slices.Contains(moves, m) })...)
			words = m.Text
		}
	}
	return moves, words
}

// nothing answers a statement that has nothing to act on. The rest of the letter acts.
func (d *docket) nothing(law game.Law, words string) {
	d.act(law, game.Refused{Why: game.NothingAsked, Words: words})
}

// unknown answers a statement to which only another code gives a meaning. The rest of the letter
// acts.
func (d *docket) unknown(s interpret.Statement) {
	d.act(codes.HouseNoSuchRight, game.Refused{Why: game.NoSuchRight, Words: s.Text})
}

// yes clears the question about a number, and the letter then acts as it was sent and counts from
// its first receipt (house:1); or yes confirms a resignation on a condition that has come true and
// still stands. Where nothing was asked, or a draw is offered to its writer, corrd asks what the
// yes means, unless the letter states something else, which acts.
func (d *docket) yes(s interpret.Statement, alone bool) {
	q, older := d.asking(), d.Question(d.by)
	switch {
	case q == nil && answerable(older) && !d.AwaitsConsent(d.by), answerable(q) && (!d.told(q.Told) || d.toldSince(q.Told)):
		d.unanswered(codes.HouseConsent, game.Superseded, s, alone)
	case q != nil && (s.Joins() || !alone || d.chats || len(strings.Fields(s.Text)) > 3 && !interpret.IsCourteous(s.Text)) && endsGame(q): // "Let us play" is no end of a game, nor is a yes beside a move or in talk
		d.act(codes.HouseConsent, game.Asked{Why: q.Why, Words: q.Words, Ply: q.Ply})
	case q != nil && (q.Why == game.ConfirmResign || q.Why == game.AsksResign):
		d.resign(s.Text)
	case q != nil && q.Why == game.OddsLost:
		for _, meant := range interpret.Parse(q.Words).Statements {
			if meant.Kind == interpret.KindAgree || meant.Kind == interpret.KindAccept {
				meant.Kind = interpret.KindAcceptDraw // by these words too the offer was accepted
			}
			d.statement(meant, false, true)
		}
	case q == nil && alone && d.DrawOfferedTo(d.by):
		d.ask(codes.HouseConsent, game.AcceptsNoDraw, s.Text)
	case q == nil && alone && d.ProposedTo(d.by) != nil:
		d.ask(codes.HouseConsent, game.Superseded, s.Text)
	case q == nil && !alone && d.ProposedTo(d.by) != nil:
		d.unanswered(codes.HouseConsent, game.MayBeTalk, s, alone)
	case q == nil:
		d.unanswered(codes.HouseConsent, game.NothingAsked, s, alone)
	case !confirmable(q) || d.Held != nil || d.by != d.Position.SideToMove():
		d.unanswered(codes.HouseNumbers, game.NothingAsked, s, alone)
	case d.Halted():
		law, why := d.standstill()
		d.refuse(law, why, s.Text)
	default:
		if at := slices.IndexFunc(d.open, func(o interpret.Statement) bool { return o.Kind == interpret.KindDeclineDraw }); at >= 0 {
			no := d.open[at]
			d.open = slices.Delete(d.open, at, at+1)
			d.decline(no) // before the move, as a letter that holds both has it
		}
		var words []notation.Move
		for text := range strings.SplitSeq(d.WordsMeant(q), line.WordsApart) {
			words = append(words, notation.Move{Text: text})
		}
		d.reading(q.At, func() { d.communicate(words) })
		d.alsoStated(q.With)
	}
}

// confirmable reports whether a yes plays the words in question: only their number was asked about,
// or whether the one move that they express, or seem to mean, is meant.
func confirmable(q *game.Question) bool {
	switch q.Why {
	case game.WrongNumber:
		return true
	case game.Doubtful, game.NoStatement, game.NotAgreed, game.NoRecord, game.Courtesy:
		return len(q.Moves) == 1
	}
	return false
}

// answerable reports whether a yes to a question does anything. Nobody is asked whether they mean a
// yes of which nothing can come.
func answerable(q *game.Question) bool {
	return q != nil && (confirmable(q) || endsGame(q))
}

// endsGame reports whether a yes to a question loses the game.
func endsGame(q *game.Question) bool {
	return q.Why == game.ConfirmResign || q.Why == game.AsksResign || q.Why == game.OddsLost
}

func (d *docket) unanswered(law game.Law, why game.Why, s interpret.Statement, alone bool) {
	if alone {
		d.ask(law, why, s.Text)
		return
	}
	d.act(law, game.Refused{Why: why, Words: s.Text})
}

// drop ends the question that the sender was asked, and reports whether there was one. The words
// in question have no effect.
func (d *docket) drop() bool {
	q := d.asking()
	if q == nil || !d.told(q.Told) {
		return false
	}
	law := codes.HouseNumbers
	switch q.Why {
	case game.AsksResign:
		law = codes.HouseProse
	case game.ConfirmResign:
		law = d.code().Series.Cite()
	case game.OddsLost:
		law, _ = d.DrawLoses(d.by)
	}
	words := q.Words
	if q.Why == game.NoStatement {
		words = d.WordsMeant(q)
	}
	d.act(law, game.Asked{Why: game.Dropped, Words: words, Ply: q.Ply})
	return true
}

// receivedFirst returns the first receipt of the move that now acts, if its sender was asked about
// a letter that held the same move and no other, and answers in time (house:1). Words that are not
// a record hold none.
func (d *docket) receivedFirst(read []board.Move) time.Time {
	q := d.Question(d.by)
	if q != nil && q.Why != game.NoRecord && q.Why != game.NoStatement && q.Why != game.Courtesy && len(q.Moves) == 1 && slices.Equal(q.Moves, read) && q.At.Before(d.at) && d.soon(q) {
		return q.At
	}
	return d.at
}

// soon reports whether the answer to a question comes within a day of the letter asked about, or
// before the flag of the turn could fall for the question's sake. A later answer counts from its
// own receipt: nobody thinks for longer by writing so that corrd asks. An answer by the real post
// is always in time, for the clock stands until the card that asks has come (house:29).
func (d *docket) soon(q *game.Question) bool {
	return d.ByCard[d.by] || !d.at.After(clocks.Later(q.At.Add(clocks.Day), d.Spares()))
}

// spoken parts the statements of a letter from what it says to the other side: the words behind
// "say:", and the prose about which a yes answers that it is to be passed on. always says that the
// yes holds for the game.
func (d *docket) spoken(all []interpret.Statement) (st []interpret.Statement, words []string, always bool) {
	u := d.Unsaid(d.by)
	if u != nil && !d.asksOfWords(u) || stated.Has(all, interpret.KindYes) && stated.Has(all, interpret.KindNo) {
		u = nil
	}
	for _, s := range d.asAnswer(all, u) {
		switch {
		case s.Kind.Row().PassedOn:
			words = append(words, s.Words)
		case u != nil && s.Kind == interpret.KindYes && s.Choice == 0:
			words, always = append(words, u.Words), s.Words == interpret.Always
		case u != nil && s.Kind == interpret.KindNo && s.Choice == 0:
			d.act(codes.HouseWords, game.Asked{Why: game.Dropped, Words: u.Words})
		default:
			st = append(st, s)
		}
	}
	return st, words, always
}

// asAnswer makes a yes or a no of the one statement "accept", "agreed" or "decline" of a letter,
// where one question is all that waits for its writer: u, words that are to be passed on, or a
// question. Whether a game is to end is answered by yes alone.
func (d *docket) asAnswer(all []interpret.Statement, u *game.Unsaid) []interpret.Statement {
	q := d.Question(d.by)
	if len(all) != 1 || q == nil && u == nil || d.mayMeanOver() || d.AwaitsConsent(d.by) ||
		q != nil && endsGame(q) {
		return all
	}
	answer := slices.Clone(all)
	switch all[0].Kind {
	case interpret.KindAccept, interpret.KindAgree:
		answer[0].Kind = interpret.KindYes
	case interpret.KindDecline:
		answer[0].Kind = interpret.KindNo
	default:
		return all
	}
	return answer
}

// mayMeanOver reports whether a letter of which nobody knows what it answers has a key under which
// its writer had letters with a proposal or an offer, now over.
func (d *docket) mayMeanOver() bool {
	return d.answers == 0 && cmp.Or(d.ply, d.KeyPly(d.by)) <= d.Put[d.by]
}

// say says words to the other side. They travel as the game's communications do and, since no
// carrier of the game goes after its end, at once then.
func (d *docket) say(l Letter, said game.Said) {
	why, ok := d.MaySay(d.by, d.at)
	switch {
	case l.Unclear:
		d.ask(codes.HouseProse, game.Unclear, said.Words)
	case !ok && why == game.GameOver:
		d.refuse(d.Result.Law, why, said.Words)
	case !ok:
		d.refuse(codes.HouseWords, why, said.Words)
	case d.travels(l) && d.Phase != game.Finished:
		l.Note = said.Words
		d.post(l, nil, nil, said.Always)
		if l.Card != nil {
			d.deliveries(clocks.Later(d.at, second(l.Card.Arrived)))
		}
	default:
		d.act(codes.HouseWords, said)
	}
}

// lastWords brings at once the words for the other side that were under way alone when the game
// ended: whatever else was under way has nothing to act on any more.
func (d *docket) lastWords() {
	if d.Ending == nil {
		return
	}
	for _, p := range d.Ending.State.Transit {
		if len(p.Words) == 0 && p.Text != "" && !p.Lost() {
			d.aside(d.at, p.Letter, func() { d.add(game.PartyOf(p.Side), codes.HouseWords, game.Said{Words: p.Text}) })
		}
	}
}

// travels reports whether what a letter states is handed in to a carrier that takes time.
func (d *docket) travels(l Letter) bool {
	return l.Card != nil || !d.Terms.Carriers().Carrier().AtOnce()
}

// posted reports whether the letter has handed something in, with which its prose travels.
func (d *docket) posted() bool {
	return slices.ContainsFunc(d.events, func(e game.Event) bool {
		_, handed := e.Fact.(game.HandedIn)
		return handed && e.Letter == d.from
	})
}

// prose answers a letter of prose alone. The prose is passed on after a question, or without one if
// its writer wants so in this game. Prose that names a man or a square, or seems to mean a
// statement, is always asked about: it may be meant for corrd. A side that may act is told each
// time that no move was found.
func (d *docket) prose(l Letter) {
	if !d.owesIntention() && (d.seemsToResign(l, nil) || d.headed(l)) {
		return
	}
	if named := interpret.Named(l.Note); len(named) == 1 && d.Phase == game.PenaltyDue && d.by == d.Position.SideToMove() {
		if r := game.Read(&d.State, &d.Position, named); len(r.Moves) > 0 && !d.comply(&r, stated.Doubted(named)) {
			return // "Oh dear! Kt-KB3 then. Is that all right?"
		}
	}
	asked := game.Asked{Why: game.NoStatement, Words: l.Unread}
	switch named, words := d.recorded(l.Note); {
	case len(named) == 0:
		asked.Moves = d.seemsMeant(l.Note)
	case len(named) == 1:
		asked.Why, asked.Words, asked.Moves = game.Doubtful, words, named
	case len(named) <= notation.MostMeant:
		asked.Moves = named
	}
	if len(asked.Moves) > 0 && d.by == d.Position.SideToMove() {
		asked.Ply = d.LastPly() + 1 // a yes, or its place among several, plays it
	}
	if d.owesIntention() { // what they meant is for nobody else until the choice is closed
		d.ask(d.code().Doubtful.Cite(), game.NoSuchChoice, "")
		return
	}
	acts := d.Awaits(d.by) || d.Offending(d.by)
	_, ok := d.MaySay(d.by, d.at)
	switch {
	case l.Note == "" && d.Phase == game.Finished:
		d.refuse(d.Result.Law, game.GameOver, "")
		return
	case !ok && !acts && l.Note != "":
		d.say(l, game.Said{Words: l.Note})
		return
	case ok && d.Sayings[d.by].Always && l.Note != "" && len(asked.Moves) == 0 && !stated.MayBeMeant(l.Note):
		if d.say(l, game.Said{Words: l.Note, Prose: true}); !acts || d.asked {
			return
		}
	case ok && l.Note != "" && len(asked.Moves) == 0 && !d.Question(d.by).Lasts():
		asked.Text = l.Note
	}
	law := codes.HouseProse
	if !acts && l.Note != "" {
		asked.Why, law = game.PassOn, codes.HouseWords
	}
	if d.question(law, asked); asked.Why == game.Doubtful || len(asked.Moves) > 0 && stated.IsHeaded(l.Note) { // in a notation that is not agreed on: "d3, u want a draw?"
		d.leaveBeside(l.Note)
	}
}

// seemsToResign asks the writer of a letter that seems to resign, and which states nothing but what
// may be prose as well, whether they do: nobody loses a game by such words, or believes without a
// word of corrd's to have lost it.
func (d *docket) seemsToResign(l Letter, st []interpret.Statement) bool {
	if d.Phase == game.Finished || !interpret.SeemsToResign(cmp.Or(l.Whole, l.Note)) || slices.ContainsFunc(st, func(s interpret.Statement) bool {
		return s.IsMove() && !d.unsure(s) || !s.IsMove() && (d.decides(s) || d.AwaitsConsent(d.by))
	}) {
		return false
	}
	d.question(codes.HouseProse, game.Asked{Why: game.AsksResign, Words: strings.Join(strings.Fields(l.Note), " "), Ply: d.LastPly() + 1})
	return true
}

// mayWait returns those of the statements beside a move in question that wait with it: what may be
// said beside any move. The sender is told that nothing follows from the others.
func (d *docket) mayWait(st []interpret.Statement) (waits []interpret.Statement) {
	_, rest := stated.Parted(st)
	for _, s := range rest {
		switch s.Kind {
		case interpret.KindOfferDraw, interpret.KindDeclineDraw, interpret.KindLeave, interpret.KindPropose:
			waits = append(waits, s)
		case interpret.KindYes, interpret.KindNo:
		default:
			d.leave(s.Text)
		}
	}
	return waits
}

// headed answers a letter of prose with a move at its head, and reports whether it is one. Its
// writer is asked whether they play the move. Where it comes too early it is refused: nobody is
// offered to show the other side a plan. What else the letter says waits with the move, or is left
// over.
func (d *docket) headed(l Letter) bool {
	head, rest, ok := interpret.HeadMove(l.Note)
	if !ok || d.Result != nil {
		return false
	}
	if d.by != d.Position.SideToMove() || d.Held != nil || d.MovesDue() > 1 {
		if d.Awaits(d.by) || d.Offending(d.by) || game.SaidLately(&d.State, head) {
			return false
		}
		d.refuse(d.code().Turn.Cite(), game.NotYourTurn, head.Text)
		d.leaveBeside(rest)
		return true
	}
	moves := game.Read(&d.State, &d.Position, []notation.Move{head}).Moves
	if len(moves) != 1 || d.Phase != game.AwaitMove || d.Halted() {
		return false
	}
	beside := interpret.Parse(rest)
	d.open = d.mayWait(beside.Statements)
	d.asks(game.Doubtful, []notation.Move{head}, moves)
	d.leaveBeside(beside.Note)
	return true
}

// aboutMove are the questions and answers about a move beside which the rest of a letter is left
// over.
var aboutMove = []game.Why{game.Doubtful, game.NoRecord, game.NoStatement, game.NotAgreed, game.Algebraic, game.WrongNumber, game.WhichMove, game.NotYourTurn}

// leaveBeside notes that nothing comes of what a letter says beside a move about which its writer
// is asked, or which comes too early: an offer, a wish for other terms, words for the other side.
func (d *docket) leaveBeside(prose string) {
	if len(d.events) == 0 {
		return
	}
	why, words := game.Why(""), ""
	switch f := d.events[len(d.events)-1].Fact.(type) {
	case game.Asked:
		why, words = f.Why, f.Words
	case game.Refused:
		why, words = f.Why, f.Words
	}
	if slices.Contains(aboutMove, why) {
		if prose = stated.BehindMove(prose, words); len(strings.Fields(prose)) > 1 && !interpret.IsCourteous(prose) {
			d.leave(strings.Split(prose, "\n")...)
		}
	}
}
