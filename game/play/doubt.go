package play

import (
	"slices"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/game/stated"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// meant returns the statements of a letter that are meant to act. Words of moves that may be prose
// are left out where the letter says something else; where they are all that it says, or may take
// the place of its move, their sender is asked and ok is false. The same words sent again in answer
// are meant.
func (d *docket) meant(all []interpret.Statement) (st []interpret.Statement, ok bool) {
	var unsure []interpret.Statement
	all = game.NamedOnce(&d.State, d.by, all)
	plays := d.hasRecord(all)
	for _, s := range all {
		switch {
		case d.unsure(s):
			unsure = append(unsure, s)
		case plays && (s.Doubt()&notation.Paragraph != 0 || s.Doubt()&notation.Brief != 0 && len(s.Confirms) > 0 || s.Doubt()&(notation.InText|notation.Brief) != 0 && !d.numberedNow(s)):
			d.leave(s.Text)
		default:
			st = append(st, s)
		}
	}
	if len(unsure) == 0 {
		return st, true
	}
	words, _ := d.communicated(unsure)
	if d.saidAgain(words) {
		return stated.Settled(all, ^notation.Doubt(0)), true
	}
	if mended := d.mended(st, unsure); mended != nil {
		return mended, true
	}
	why, moves := d.doubts(st, words)
	if why == "" {
		d.leaveMoves(unsure)
		return st, true
	}
	if why == game.WhichMove {
		sure, _ := stated.Parted(st)
		first, _ := d.communicated(sure)
		words = append(first, words...)
	}
	d.open = d.mayWait(st)
	d.asks(why, words, moves)
	return nil, false
}

// unsure reports whether a statement is not played without a question: there is a doubt whether it
// is meant, or it calls its move one of the other side's.
func (d *docket) unsure(s interpret.Statement) bool {
	other := notation.OfBlack
	if d.by == board.Black {
		other = notation.OfWhite
	}
	return s.Doubt()&(notation.Asks|other) != 0
}

// mended returns the statements of a letter whose writer takes back a move that cannot be made and
// names one that can: "P-K5 / Sorry, I meant P-K4". It is nil for any other letter.
func (d *docket) mended(st, unsure []interpret.Statement) []interpret.Statement {
	first, rest := stated.Parted(st)
	words, _ := d.communicated(first)
	if d.by != d.Position.SideToMove() || d.Held != nil || d.MovesDue() > 1 || len(words) == 0 || len(unsure) != 1 || !unsure[0].Mends() || len(game.Read(&d.State, &d.Position, words).Moves) > 0 {
		return nil
	}
	named := unsure[0].Moves
	if named[0].Doubt&notation.Mentioned == 0 || named[0].Doubt&notation.Instead == 0 || named[0].Doubt&(notation.Unsure|notation.Later|notation.Vague) != 0 ||
		len(game.Read(&d.State, &d.Position, named).Moves) != 1 {
		return nil
	}
	return append(stated.Settled(unsure, ^notation.Doubt(0)), rest...)
}

// numberedNow reports whether the numbers of a statement's moves are those of the ply due.
func (d *docket) numberedNow(s interpret.Statement) bool {
	return !slices.ContainsFunc(s.Moves, func(w notation.Move) bool { return !game.Numbered(&d.State, w, d.LastPly()+1) })
}

// hasRecord reports whether statements of a letter hold a legal move for the turn due in words that
// are surely meant for it.
func (d *docket) hasRecord(all []interpret.Statement) bool {
	return d.by == d.Position.SideToMove() && slices.ContainsFunc(all, func(s interpret.Statement) bool {
		return s.IsMove() && !d.unsure(s) && s.Doubt()&(notation.Paragraph|notation.Brief) == 0 && len(game.Read(&d.State, &d.Position, s.Moves).Moves) > 0
	})
}

// doubts returns why the sender is asked about words of the letter that may be prose, which stand
// beside its statements, and the legal moves in question; why is "" where the words are left out.
func (d *docket) doubts(st []interpret.Statement, words []notation.Move) (why game.Why, moves []board.Move) {
	if d.by != d.Position.SideToMove() || d.Held != nil || d.MovesDue() > 1 {
		if len(st) == 0 {
			why = game.NoStatement
		}
		return why, nil
	}
	sure, rest := stated.Parted(st)
	first, _ := d.communicated(sure)
	plays := game.Read(&d.State, &d.Position, first).Moves
	for _, w := range words {
		other := w.Doubt&(notation.Unsure|notation.Mentioned|notation.Later) != 0
		if len(plays) > 0 && !other || len(rest) > 0 && len(sure) == 0 && !other {
			continue
		}
		moves = append(moves, game.Read(&d.State, &d.Position, []notation.Move{w}).Moves...)
	}
	moves = board.Sorted(append(moves, plays...))
	switch {
	case len(moves) > len(plays) && len(plays) > 0:
		return game.WhichMove, moves
	case len(moves) > 1 && len(moves) > len(plays) && len(words) > 1:
		return game.WhichMove, moves
	case len(moves) > len(plays):
		return game.Doubtful, moves
	case len(st) == 0:
		return game.NoRecord, d.seemsMeant(game.JoinedWords(words))
	}
	return "", nil
}

// leaveMoves notes that nothing comes of words that may be prose, where they express a move that
// could be played now, or in reply to a move that their sender may adopt, and are not the other
// side's last.
func (d *docket) leaveMoves(unsure []interpret.Statement) {
	for _, s := range unsure {
		words, confirms := d.communicated([]interpret.Statement{s})
		plays := func(p board.Position) bool {
			return d.by == p.SideToMove() && len(confirms) == 0 && len(game.Read(&d.State, &p, words).Moves) > 0
		}
		if d.Held == nil && plays(d.Position) || slices.ContainsFunc(d.Choices(), func(c line.Choice) bool { return plays(c.Play(d.Position)) }) {
			d.leave(s.Text)
		}
	}
}

// saidAgain reports whether words are those about which their sender was asked.
func (d *docket) saidAgain(words []notation.Move) bool {
	q := d.Question(d.by)
	return q != nil && (q.Why == game.NoRecord || q.Why == game.Doubtful) && d.told(q.Told) && notation.Fold(q.Words) == notation.Fold(game.JoinedWords(words))
}

// asks asks the sender about words for the turn due.
func (d *docket) asks(why game.Why, words []notation.Move, moves []board.Move) {
	d.question(codes.HouseProse, game.Asked{Why: why, Words: game.JoinedWords(words), With: d.wait(), Ply: d.LastPly() + 1, Moves: moves})
}

// certain returns those of the words for the turn due that are meant for it. Words that leave
// something out are not meant beside a record that can be played, and the name of a square to which
// several men can go is asked about. Where nothing can be played, only a record that stands by
// itself is certain, so that the law can apply to it; where one move takes the place of another,
// neither is. ok is false if the sender is asked.
func (d *docket) certain(words []notation.Move) (meant []notation.Move, ok bool) {
	if d.arriving || d.Held != nil || d.MovesDue() > 1 || d.saidAgain(words) {
		return words, true
	}
	var legal, records []notation.Move
	stray := notation.Brief | notation.Paragraph
	for _, w := range words {
		if len(game.Read(&d.State, &d.Position, []notation.Move{w}).Moves) > 0 {
			if legal = append(legal, w); w.Doubt&stray == 0 {
				records = append(records, w)
			}
		}
	}
	r := game.Read(&d.State, &d.Position, words)
	switch {
	case d.retracted(legal):
		d.asks(game.WhichMove, legal, r.Moves)
		return nil, false
	case len(records) > 0:
		return d.without(words, func(w notation.Move) bool { return w.Doubt&stray != 0 }), true
	case len(legal) > 0 && !slices.ContainsFunc(legal, func(w notation.Move) bool {
		return !(len(r.Moves) > 1 && notation.NamesSquare(w.Text)) && !d.looksModern(w)
	}):
		d.asks(game.Doubtful, legal, r.Moves)
		return nil, false
	case len(legal) > 0 || r.Foreign || d.Phase == game.OffenceOpen:
		return words, true
	}
	if struck := game.StruckAmiss(&d.State, words); len(struck) > 0 {
		d.asks(game.NoRecord, words, struck)
		return nil, false
	}
	offends := func(w notation.Move) bool { return w.Doubt&notation.InText == 0 && d.isRecord(w) }
	if !slices.ContainsFunc(words, offends) {
		d.asks(game.NoRecord, words, d.seemsMeant(game.JoinedWords(words)))
		return nil, false
	}
	return d.without(words, func(w notation.Move) bool { return !offends(w) }), true
}

// looksModern reports whether words have the form of standard algebraic notation, which is not
// agreed: "b5" of a newcomer is hardly the Bishop's fifth.
func (d *docket) looksModern(w notation.Move) bool {
	return d.Reading().Notations&^notation.Descriptive == 0 && notation.IsStandard(w.Text)
}

// isRecord reports whether words are a whole record: of a man and what the man does, or a record in
// another notation that the terms name.
func (d *docket) isRecord(w notation.Move) bool {
	if w.Doubt&notation.Brief == 0 {
		return true
	}
	rules := d.Reading()
	rules.Notations = 0
	for _, name := range d.Terms.Notation {
		named, _ := notation.Parse(name)
		rules.Notations |= named &^ notation.Descriptive
	}
	return rules.Notations != 0 && w.Readings(&d.Position, rules).Verdict != notation.Unintelligible
}

// without returns the words that are not strays; the sender is told that nothing follows from the
// others.
func (d *docket) without(words []notation.Move, stray func(notation.Move) bool) (kept []notation.Move) {
	for _, w := range words {
		if stray(w) {
			d.leave(w.Text)
		} else {
			kept = append(kept, w)
		}
	}
	return kept
}

// retracted reports whether one of some words, which are all legal, takes the place of another that
// stands before it in the letter.
func (d *docket) retracted(legal []notation.Move) bool {
	for i, w := range legal {
		if w.Doubt&notation.Instead == 0 || i == 0 {
			continue
		}
		before := game.Read(&d.State, &d.Position, legal[:i]).Moves
		if after := game.Read(&d.State, &d.Position, legal[:i+1]).Moves; len(after) > len(before) {
			return true
		}
	}
	return false
}

// confirms parts the words for the turn due from words before them that are the opponent's last
// move (house:7), or one of those held. They are a confirmation only if some of the others can be
// played; beside a record that cannot, the sender is asked, and strays are left out. Words that
// name one of the moves held announce it, whatever stands below.
func (d *docket) confirms(words []notation.Move) (confirms, own []notation.Move) {
	rest, held := words[1:], d.by != d.Position.SideToMove()
	if held && (len(d.announced(words[0])) == 1 || len(d.fits(rest, d.Choices())) > 0) || !held && len(game.Read(&d.State, &d.Position, rest).Moves) > 0 {
		return words[:1], rest
	}
	record := func(w notation.Move) bool { return w.Doubt&notation.Brief == 0 }
	if slices.ContainsFunc(rest, record) {
		return words[:1], stated.Doubted(d.without(rest, func(w notation.Move) bool { return !record(w) }))
	}
	d.without(rest, func(notation.Move) bool { return true })
	return nil, stated.Doubted(words[:1])
}

// namesHeld parts words of the receiver of held moves into names of one of them, which announce it,
// and the others, which reply (III.3). asks says what is asked where they name more than one, or
// where words are both and stand alone.
func (d *docket) namesHeld(words []notation.Move) (announced *line.Choice, reply []notation.Move, asks game.Why) {
	var named []line.Choice
	for _, w := range words {
		found := d.announced(w)
		if len(found) == 1 && len(d.listsTold()) > 0 && slices.Contains(d.seen(), found[0]) && game.Numbered(&d.State, w, d.LastPly()+1) {
			named = append(named, found[0])
		} else {
			reply = append(reply, w)
		}
	}
	switch named = line.SortedChoices(named); {
	case len(named) > 1:
		return nil, words, game.SeveralListed
	case len(named) == 0 || either.MatchString(game.JoinedWords(words)):
		return nil, words, ""
	case len(reply) == 0 && len(d.fits(words, d.Choices())) > 0:
		return nil, words, game.Listed
	}
	return &named[0], reply, ""
}
