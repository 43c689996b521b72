package game

import (
	"slices"

	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// fail acts on words for the turn due that express no legal move.
func (d *docket) fail(r reading, words []notation.Move) {
	switch {
	case r.foreign:
		d.asked = true
		d.act(d.code().Record.Cite(), Asked{Why: NotAgreed, Words: wordsOf(r.words), Ply: d.LastPly() + 1,
			Moves: d.anyNotation(&d.Position, words)})
	case d.Phase == OffenceOpen:
		d.refuse(d.Offence.Law, OffenceStands, wordsOf(r.words))
	case d.courteous():
		d.asked = true
		d.act(houseCourtesy, Asked{Why: Courtesy, Words: wordsOf(r.words), Ply: d.LastPly() + 1})
	default:
		f := d.offends(r)
		penalty, law, _ := d.code().PenaltyFor(f.wrong()).Get()
		if penalty.Unsent {
			d.asked = true
			d.act(law, Asked{Why: Unintelligible, Words: f.Words, Ply: f.Ply})
			return
		}
		law = d.sealedLaw(d.code().PenaltyFor(f.wrong()).Cite())
		if which, arrived, _ := d.code().Arrived.Get(); which == codes.AnyOfThem && holds(d.open, interpret.KindConditional) {
			law = arrived
		}
		d.act(law, f)
	}
}

// offends is the offence of words for the turn due that express no legal move.
func (d *docket) offends(r reading) Offended {
	f := Offended{Ply: d.LastPly() + 1, Words: wordsOf(r.words), Intelligible: r.intelligible, Remarks: r.remarks, Reader: interpret.Version}
	rules, castles := d.code().Rules(d.Terms), false
	for _, text := range r.words {
		w := notation.Move{Text: text}
		f.Moves = append(f.Moves, w.FalseMoves(&d.Position, rules)...)
		castles = castles || slices.ContainsFunc(w.Explain(&d.Position, rules), func(way notation.Way) bool { return way.Fault == notation.NoCastling })
	}
	f.Moves = board.Sorted(f.Moves)
	free := d.Position.FreeMoves(nil)
	exposes := func(m board.Move) bool {
		man, _ := d.Position.At(m.From())
		return man.Kind != board.King && slices.Contains(free, m)
	}
	switch {
	case castles:
		f.Wrong = codes.Castling
	case len(f.Moves) > 0 && slices.IndexFunc(f.Moves, func(m board.Move) bool { return !exposes(m) }) < 0:
		f.Wrong = codes.Exposing
	}
	return f
}

// wrong tells what is wrong with the words, of which words that are not intelligible tell
// nothing themselves.
func (f Offended) wrong() codes.Wrong { return wrongWith(f.Wrong, f.Intelligible) }

// wrong tells what is wrong with the words.
func (o *Offence) wrong() codes.Wrong { return wrongWith(o.Wrong, o.Intelligible) }

func wrongWith(w codes.Wrong, intelligible bool) codes.Wrong {
	if !intelligible {
		return codes.Wordless
	}
	return w
}

// courteous reports whether the sender is returned their faulty letter privately:
// the first of a game, or of a turn, as the term `errors` says (house:10).
func (d *docket) courteous() bool {
	switch d.Terms.Errors {
	case terms.CourteousFirst:
		return d.Courtesy[d.by] == 0
	case terms.Courteous:
		return d.Courteous[d.by] != d.LastPly()+1
	}
	return false
}

// exact acts on the receiver's requirement of the penalty.
func (d *docket) exact(s interpret.Statement) {
	if !d.Exactable(d.by) {
		d.nothing(d.code().Lapse.Cite(), s.Text)
		return
	}
	if !d.told(d.Offence.Told) {
		d.ask(houseConsent, Superseded, s.Text)
		return
	}
	penalty, law, provided := d.Penalty()
	need, p := d.Demanded()
	_, spent, spends := d.code().Spent.Get()
	_, chosen, _ := d.code().Chosen.Get()
	_, chooses := d.Requirements()
	switch {
	case chooses:
		d.requires(chosen, s)
	case !provided || penalty.Compels == nil:
		d.refer(codes.Silence, s, Claimed{Ground: silentPenalty, Words: s.Text})
	case s.Words != "" && s.Words != penalty.Name:
		d.ask(law, NoSuchPenalty, s.Text)
	case spends && d.requiresIllegal(s, &p):
		d.act(spent, Spent{Why: s.Text})
		d.fire()
	case need == codes.Compulsion{} || need.Own && need.Men == 0:
		d.act(d.Offence.Law, Spent{Why: s.Text, Nothing: true})
		d.fire()
	case need.King || need.Own:
		d.impose(board.NoSquare)
	case len(s.Moves) == 0:
		d.ask(d.Offence.Law, ChooseMan, s.Text)
	default:
		d.selects(s, &p, need.Men)
	}
}

// requiresIllegal reports whether a penalty is exacted by the requirement of a move
// that is not legal (II.11(e)): a man named alone requires no move.
func (d *docket) requiresIllegal(s interpret.Statement, p *board.Position) bool {
	if len(s.Moves) == 0 || notation.Men(s.Moves[0].Text, p, p.SideToMove()) != 0 {
		return false
	}
	read := s.Moves[0].Readings(p, d.code().Rules(d.Terms))
	return read.Verdict == notation.Illegal && d.commands(s.Moves[0], p)
}

// commands reports whether words require a move to a square, and do not only name a man
// that is not there.
func (d *docket) commands(w notation.Move, p *board.Position) bool {
	return !slices.ContainsFunc(w.Explain(p, d.code().Rules(d.Terms)), func(way notation.Way) bool { return way.Fault == notation.NoSuchMan })
}

// impose makes the penalty due, of a man or, with board.NoSquare, of the King. Where
// the letter that exacts it has also given the offender the turn, the key of that
// turn is new to the offender.
func (d *docket) impose(man board.Square) {
	penalty, _, _ := d.Penalty()
	d.act(d.lawOfPenalty(), Exacted{Penalty: penalty.Name, Man: man, Key: d.keyOfPenalty()})
}

// keyOfPenalty gives the ply of the turn in which the penalty is to be discharged, where
// no letter has shown its key to the offender yet; else 0.
func (d *docket) keyOfPenalty() int {
	if key := d.base() + d.beforeOffence() + 1; key > d.shown[d.Offence.By] {
		return key
	}
	return 0
}

// lawOfPenalty gives the provision under which a penalty is exacted: after a
// correction the one that says that it does not purge the offence.
func (d *docket) lawOfPenalty() Law {
	if d.Offence.Corrected && !d.Offence.Second {
		if _, law, ok := d.code().Corrected.Get(); ok {
			return law
		}
	}
	return d.Offence.Law
}

// selects acts on the selection of the man to be moved. One that cannot be moved
// is an illegal requirement, by which the right is spent.
func (d *docket) selects(s interpret.Statement, p *board.Position, free board.Squares) {
	named := notation.Men(s.Moves[0].Text, p, p.SideToMove())
	if named == 0 { // a move, whose square is surplus
		for _, m := range s.Moves[0].Readings(p, d.code().Rules(d.Terms)).Moves {
			named |= 1 << m.From()
		}
	}
	_, law, spends := d.code().Spent.Get()
	switch able := named & free; {
	case able.Len() == 1:
		d.impose(able.First())
	case able == 0 && named != 0 && spends:
		d.act(law, Spent{Why: s.Text})
		d.fire()
	default:
		d.ask(d.Offence.Law, ChooseMan, s.Text)
	}
}

// Exactable reports whether a side may exact a penalty: one for an offence in its own
// turn not before that turn is over (II.11(b)).
func (s State) Exactable(by board.Side) bool {
	o := s.Offence
	return o != nil && !o.Exacted && by != o.By && !(o.Later && s.LastPly() <= o.Ply)
}

// Offended gives the position before the offence that is open: that of the turn in
// which a penalty for it is to be discharged.
func (s State) Offended() board.Position { return s.At(s.beforeOffence()) }

// beforeOffence counts the plies of the line before the turn in which a penalty
// would be discharged.
func (s State) beforeOffence() int {
	if s.Offence.Corrected && s.Held == nil || len(s.Line) < s.firstPlies() {
		return s.turnBegan()
	}
	return len(s.Line)
}

// waive acts on the receiver's waiver of the penalty.
func (d *docket) waive(s interpret.Statement) {
	if d.Offence == nil || d.by == d.Offence.By {
		d.nothing(d.code().Fault.Cite(), s.Text)
		return
	}
	if !d.told(d.Offence.Told) {
		d.ask(houseConsent, Superseded, s.Text)
		return
	}
	law := d.Offence.Law
	if _, chooses := d.Requirements(); chooses {
		law = d.code().Chosen.Cite()
	}
	d.act(law, Waived{})
	d.fire()
}

// answer acts on a reply to the illegal move itself: the code restores the
// position without a penalty, and the answer falls with it; or the code lets the illegal
// move stand, and the answer is made upon it. What is not
// intelligible cannot be answered, nor what the letter they answer came too early
// to tell.
func (d *docket) answer(words []notation.Move) {
	answer, law, _ := d.code().Answered.Get()
	switch {
	case !d.Answerable() || !d.told(d.Offence.Told):
		d.refuse(d.code().Turn.Cite(), NotYourTurn, textsOf(words))
	case answer == codes.Stands:
		d.stand(law, words)
	default:
		d.act(law, Waived{Answered: true})
	}
}

// stand lets an illegal move stand because words reply to it; words that are no legal
// move upon it are no reply.
func (d *docket) stand(law Law, words []notation.Move) {
	o := d.Offence
	p := d.Position.Play(o.Moves[0])
	if len(d.read(&p, words).moves) == 0 {
		d.refuse(law, NotUponIt, textsOf(words))
		return
	}
	d.add(PartyOf(o.By), law, Played{Ply: d.LastPly() + 1, Move: o.Moves[0], Words: o.Words, Reader: interpret.Version, Unlawful: true,
		Silent: d.keepsSilent(o.Moves[0], d.Cried(&d.Position, o.Words))})
	d.communicate(words)
}

// apply opens the offence; what the offender has communicated for turns to come
// counts for nothing.
func (f Offended) apply(s *State, e Event) {
	s.Phase = OffenceOpen
	s.lapseProposal(s.Position.SideToMove())
	s.lapse(s.Position.SideToMove(), s.LastPly()+maxPlies)
	s.Offence = &Offence{By: s.Position.SideToMove(), Words: f.Words, Intelligible: f.Intelligible,
		Wrong: f.Wrong, Moves: f.Moves, Law: e.Law, Man: board.NoSquare}
	s.Offence.Told = s.notice(s.Offence.By.Other())
}

// apply makes the penalty due. A move that had been substituted for the
// illegal one falls.
func (f Exacted) apply(s *State, e Event) {
	if s.Offence == nil {
		return
	}
	o := *s.Offence
	for n := s.beforeOffence(); len(s.Line) > n; {
		s.unplay()
	}
	o.Exacted, o.Corrected, o.Later, o.Refused, o.Man = true, false, false, false, f.Man
	o.Among, o.Take = board.SquaresOf(f.Among), board.SquaresOf(f.Take)
	s.Offence, s.Held, s.Withheld = &o, nil, nil
	o.Order, o.Refusals = Order{Seq: s.Began, Key: f.Key}, nil
	s.lapseProposal(o.By.Other())
	s.Phase = PenaltyDue
	s.newRound()
	s.passTurn(o.By, e)
}

// apply ends the offence.
func (f Waived) apply(s *State, e Event) { s.forgiven() }

// apply ends the offence, for the right is lost.
func (f Spent) apply(s *State, e Event) { s.forgiven() }

// forgiven ends an offence without a penalty; a correction stands.
func (s *State) forgiven() {
	if s.Offence != nil {
		s.lapseProposal(s.Offence.By.Other())
	}
	if s.Phase == OffenceOpen || s.Phase == PenaltyDue {
		s.Phase = AwaitMove
	}
	s.Offence = nil
	s.newRound()
}

// settleOffence closes an offence when a side moves; or marks it as corrected; or
// leaves it open, when its penalty is for the offender's next turn.
func (s *State) settleOffence(mover board.Side, ply int, corrects bool) {
	if s.Offence == nil || s.Offence.Later && (s.Offence.By != mover || s.Offence.Ply == ply) {
		return
	}
	if !corrects && !s.Offence.Later {
		s.Offence = nil
		return
	}
	o := *s.Offence
	o.Corrected, o.Later = true, false
	s.Offence = &o
}
