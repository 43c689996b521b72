package play

import (
	"cmp"
	"slices"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/game/stated"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// adopt acts on the receiver's announcement of the move that they adopt. withReply says that the
// receiver's reply is in the same letter.
func (d *docket) adopt(s interpret.Statement, withReply bool) {
	if d.Held == nil || d.by == d.Held.By || d.Phase == game.HeldIntention {
		d.nothing(d.code().Doubtful.Cite(), s.Text)
		return
	}
	c, why := d.chosen(s)
	if why != "" {
		d.ask(d.lawOfChoice(why), why, s.Text)
		return
	}
	withheld := d.Withheld
	if !d.take(d.Held.Law, c, false) {
		d.asked = true // the moves of the letter fall with the one that is taken back
		if withheld != nil {
			d.leave(append([]string{withheld.Words}, withheld.With...)...)
		}
		return
	}
	if withheld != nil && !d.told(withheld.Told) {
		d.leave(withheld.Words)
		return
	}
	if withheld != nil && !withReply && d.Phase == game.AwaitMove && d.by == d.Position.SideToMove() {
		d.release(*withheld)
	}
}

// chosen returns the held choice that an announcement names, or why the announcement names none. An
// announcement names a choice by its number in the letter that is answered, or by words that
// express only that choice.
func (d *docket) chosen(s interpret.Statement) (c line.Choice, why game.Why) {
	if s.Choice != 0 || len(s.Moves) == 0 {
		return d.listed(s.Choice)
	}
	found := d.announced(s.Moves[0])
	// an announcement records no move, and therefore its words may be in any notation, as the
	// choices are listed
	if len(found) == 0 {
		found = d.naming(func(p *board.Position, m board.Move) bool {
			return slices.Contains(game.InAnyNotation(&d.State, p, s.Moves[:1]), m)
		})
	}
	if len(found) != 1 {
		return line.Choice{}, game.NoSuchChoice
	}
	return found[0], ""
}

// take plays the held choice that the sender of the letter adopts. If this leaves the other side's
// King in a check that was not announced, another move is due from the sender, and take returns
// false.
func (d *docket) take(law game.Law, c line.Choice, implicit bool) (taken bool) {
	mover := d.Held.By
	if d.PairsHeld() {
		d.act(law, d.leading(c.Move))
		c.Move = c.Then
	}
	if d.leftInCheck(c.Move) {
		return false
	}
	d.act(law, game.Adopted{Ply: d.LastPly() + 1, Move: c.Move, Implicit: implicit, Shown: d.shownOnly && implicit,
		Silent: keepsSilent(d.State, c.Move, cries(d.State, c.Move))})
	d.close(mover)
	return true
}

// release plays a reply that was withheld until a move was adopted, if the reply is now legal.
// release drops an illegal reply, and the receiver's reply is still due.
func (d *docket) release(w game.Withheld) {
	var words []notation.Move
	for _, s := range stated.MovesIn(w.Words) {
		words = append(words, s.Moves...)
	}
	if r := game.Read(&d.State, &d.Position, words); len(r.Moves) > 0 {
		d.communicate(words)
		d.alsoStated(w.With)
	}
}

// reply acts on a reply that comes while moves are held. A reply that repeats a held move
// announces it. A reply that fits only one of the moves shown by the answered letter adopts this
// move (house:2). A reply that fits several is withheld, and a reply that fits none is returned.
func (d *docket) reply(words, confirms []notation.Move) {
	if len(confirms) > 0 {
		if found := d.announced(confirms[0]); len(found) == 1 {
			d.followIf(d.take(d.Held.Law, found[0], false), words)
			return
		}
	}
	announced, answer, asks := d.namesHeld(words)
	switch {
	case asks != "":
		d.ask(d.Held.Law, asks, game.JoinedWords(words))
		return
	case announced != nil:
		d.followIf(d.take(d.Held.Law, *announced, false), answer)
		return
	case d.unsent(words):
		return
	case d.SettledByIntention():
		d.unannounced(words)
		return
	}
	fits := d.fits(words, d.Choices())
	known := d.fits(words, d.seen())
	_, law, implied := d.code().Implicit.Get()
	if several, selects, _ := d.code().Multiple.Get(); several == codes.Selected && d.Held.Multiple {
		law, implied = selects, true
	}
	switch {
	case len(known) == 1 && implied:
		d.shownOnly = len(fits) > 1
		d.followIf(d.take(law, known[0], true), words)
	case d.leavesFirst():
		d.unchosen(d.code().Record.Cite(), game.Adopted{Move: d.Held.First.Move, First: true}, words)
	case len(fits) == 0:
		d.ask(d.Held.Law, game.FitsNone, game.JoinedWords(words))
	case len(known) == 0:
		d.ask(codes.HouseConsent, game.Superseded, game.JoinedWords(words))
	default:
		d.question(d.Held.Law, game.Asked{Why: game.AdoptFirst, Words: game.JoinedWords(words), With: d.wait()})
	}
}

// unsent asks about words that describe no move after any of the held moves, under a code by which
// such words count as no move sent, and reports whether it asked: they do not reply, and settle
// nothing.
func (d *docket) unsent(words []notation.Move) bool {
	penalty, law, _ := d.code().Wordless.Get()
	intelligible := func(c line.Choice) bool {
		p := c.Play(d.Position)
		r := game.Read(&d.State, &p, words)
		return r.Intelligible || r.Foreign || len(r.Others) > 0
	}
	if !penalty.Unsent || slices.ContainsFunc(d.Choices(), intelligible) {
		return false
	}
	d.question(law, game.Asked{Why: game.Unintelligible, Words: game.JoinedWords(words), Ply: d.LastPly() + 2})
	return true
}

// unchosen plays one of the held moves that the receiver has not chosen, and then the reply.
func (d *docket) unchosen(law game.Law, f game.Adopted, reply []notation.Move) {
	mover := d.Held.By
	if d.leftInCheck(f.Move) {
		d.followIf(false, reply)
		return
	}
	f.Ply, f.Silent = d.LastPly()+1, keepsSilent(d.State, f.Move, cries(d.State, f.Move))
	if f.Intended {
		d.rule(law, f)
	} else {
		d.act(law, f)
	}
	d.close(mover)
	d.follow(reply)
}

// leavesFirst reports whether the move of the first letter stands, when several letters came and
// a reply selects none of their moves.
func (d *docket) leavesFirst() bool {
	several, _, _ := d.code().Multiple.Get()
	return several == codes.Selected && d.Held.Multiple && d.Held.First != nil && !d.PairsHeld()
}

// followIf plays the reply that came with an adoption, if the adopted move stands. Otherwise the
// reply falls with it, and its sender is told.
func (d *docket) followIf(stands bool, words []notation.Move) {
	switch {
	case len(words) == 0:
	case stands:
		d.follow(words)
	default:
		d.leave(game.JoinedWords(words))
	}
}

// follow plays the reply that came with an adoption. If a conditional of the replying side has
// already fired, the reply is a second communication for the turn.
func (d *docket) follow(words []notation.Move) {
	switch {
	case d.Phase == game.Finished:
	case d.by == d.Position.SideToMove():
		d.communicate(words)
	default:
		d.again(words)
	}
}

// fits returns those of the held choices after which the words are legal.
func (d *docket) fits(words []notation.Move, held []line.Choice) []line.Choice {
	return slices.DeleteFunc(slices.Clone(held), func(c line.Choice) bool {
		p := d.afterHeld(c)
		return len(game.Read(&d.State, &p, words).Moves) == 0
	})
}

// afterHeld returns the position after a held choice. A check that its words do not say need not be
// met, unless the code takes the checking move back when it is not met.
func (d *docket) afterHeld(c line.Choice) board.Position {
	p := c.Play(d.Position)
	rule, _, _ := d.CheckRule()
	if rule == codes.MovedAgain || c.Then != board.Pass || !keepsSilent(d.State, c.Move, cries(d.State, c.Move)) {
		return p
	}
	return p.Unheeding()
}

// told reports whether the reader of the letter that is answered had been told of something in it
// or earlier. If the answer does not name that letter, the ply in the answer's key tells which
// letter is answered. Without a key the newest letter is.
func (d *docket) told(n line.Notice) bool {
	switch {
	case d.answers != 0:
		return d.answers >= n.Seq
	case d.ply != 0:
		return d.ply >= min(n.Ply, d.KeyPly(d.by))
	}
	return true
}

// toldSince reports whether the other side or the umpire wrote something between a notice and the
// letter that is answered.
func (d *docket) toldSince(n line.Notice) bool { return d.ToldSince(d.by, n, d.answers) }

// asking returns the question that the letter which is answered puts to its writer; nil for none.
func (d *docket) asking() *game.Question {
	if d.silent {
		return nil
	}
	return d.Asking(d.by, d.lastShown())
}

// lastShown is the last event told by the letter that is answered, or the last of all if unknown.
func (d *docket) lastShown() int64 { return cmp.Or(d.answers, d.Seq) }

// passed reports whether the letter that is answered told of something else since a notice.
func (d *docket) passed(n line.Notice) bool {
	return d.silent || d.toldSince(n) || d.Overtaken(d.by, n, d.lastShown()) || d.ofOwnWords(n)
}

// ofOwnWords reports whether the letter that is answered tells nothing later than a notice but that
// words of the writer's own have been passed on, or asks whether they are to be.
func (d *docket) ofOwnWords(n line.Notice) bool {
	u, said := d.Unsaid(d.by), d.Sayings[d.by].Seq
	return d.answers != 0 && d.answers == said && n.Seq < said || u != nil && d.told(u.Told) && u.Told.Seq > n.Seq
}

// listed returns the choice that a number means in the list of the letter that is answered. Where
// the answer does not show which letter that is, the number must mean one choice in every list
// there has been.
func (d *docket) listed(number int) (c line.Choice, why game.Why) {
	var meant []line.Choice
	for _, l := range d.listsTold() {
		if number >= 1 && number <= len(l.Moves) {
			meant = append(meant, line.Choices(l.Moves, l.Then)[number-1])
		}
	}
	meant = line.SortedChoices(meant)
	switch {
	case len(meant) == 0:
		return line.Choice{}, game.NoSuchChoice
	case len(meant) > 1 || !slices.Contains(d.Choices(), meant[0]):
		return line.Choice{}, game.Superseded
	}
	return meant[0], ""
}

// lawOfChoice returns the law under which corrd asks about a choice that names no held move.
func (d *docket) lawOfChoice(why game.Why) game.Law {
	if why == game.Superseded {
		return codes.HouseConsent
	}
	return d.Held.Law
}

// listsTold returns the lists that the answered letter may have shown: the last list when the
// letter was written, or all lists if the answer does not name the letter.
func (d *docket) listsTold() []line.List {
	lists := d.Held.Lists
	if d.answers == 0 || d.ByCard[d.by] { // which card was in hand is a guess
		return lists
	}
	for i, l := range slices.Backward(lists) {
		if d.answers >= l.Seq {
			return lists[i : i+1]
		}
	}
	return nil
}

// seen returns the held choices that the answered letter has shown: those of its list or, before
// there was a list, the move that was played first. If the answer does not show which letter is
// answered, seen returns all choices.
func (d *docket) seen() []line.Choice {
	lists := d.listsTold()
	switch h := d.Held; {
	case d.answers == 0:
		return d.Choices()
	case len(lists) > 0:
		return line.Choices(lists[0].Moves, lists[0].Then)
	case h.Begun != nil:
		return []line.Choice{{Move: h.Begun.Move, Then: h.First.Move}}
	case h.Came != nil:
		return []line.Choice{{Move: h.Came.Move}}
	case h.First != nil:
		return []line.Choice{{Move: h.First.Move}}
	}
	return nil
}

// intend acts on the sender's statement of what their words meant. The first statement that names
// one of the held moves stands. A statement after the reply settles the move.
func (d *docket) intend(s interpret.Statement) {
	law := d.code().Doubtful.Cite()
	if !d.SettledByIntention() || d.by != d.Held.By {
		if doubt, _, _ := d.code().Doubtful.Get(); doubt != codes.ElseIntended {
			d.unknown(s)
			return
		}
		d.nothing(law, s.Text)
		return
	}
	if d.Held.Intended != board.Pass {
		d.refuse(law, game.SaidAlready, s.Text)
		return
	}
	c, why := d.chosen(s)
	if why != "" {
		d.ask(law, why, s.Text)
		return
	}
	d.act(law, game.Intended{Ply: d.LastPly() + 1, Move: c.Move, Words: s.Text})
	if d.Phase == game.HeldIntention {
		d.resolve(law)
	}
}

// unannounced acts on a reply that announces none of the meanings of the words to which it replies.
func (d *docket) unannounced(words []notation.Move) {
	law := d.code().Doubtful.Cite()
	if d.Held.Intended == board.Pass {
		d.act(law, game.Replied{Words: game.JoinedWords(words), With: d.wait()})
		return
	}
	d.unchosen(law, game.Adopted{Move: d.Held.Intended, Intended: true}, words)
}

// resolve opens the intention after a reply. The reply is then read in the position after the
// intended move, and may be an offence of the receiver. What the receiver stated beside it acts as
// theirs.
func (d *docket) resolve(law game.Law) {
	reply := *d.Withheld
	var words []notation.Move
	for _, s := range stated.MovesIn(reply.Words) {
		words = append(words, s.Moves...)
	}
	d.asWriter(reply, func() {
		d.unchosen(law, game.Adopted{Move: d.Held.Intended, Intended: true}, words)
		d.alsoStated(reply.With)
	})
}

// asWriter acts on a reply that was kept, for the side that sent it, and on what the reply's letter
// stated beside it.
func (d *docket) asWriter(reply game.Withheld, act func()) {
	d.hears(hearing{by: reply.By}, func() {
		act()
		d.heed(nil, true, false)
		if len(d.left) > 0 {
			d.name()
		}
	})
}

// refersIntention asks the umpire what the sender meant, when the sender has not said so in time.
func (d *docket) refersIntention() {
	d.add(game.PartyOf(d.Withheld.By), d.code().Doubtful.Cite(), game.Claimed{Ground: game.Unstated, Words: line.JoinWords(d.Held.Words)})
}
