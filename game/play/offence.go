package play

import (
	"slices"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/game/stated"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// fail acts on words for the turn due that express no legal move.
func (d *docket) fail(r game.Expressed, words []notation.Move) {
	switch {
	case len(r.Others) > 0:
		d.question(d.code().Record.Cite(), game.Asked{Why: game.Algebraic, Words: line.JoinWords(r.Words), Ply: d.LastPly() + 1,
			Moves: board.Sorted(append(r.Others, game.InAnyNotation(&d.State, &d.Position, words)...))})
	case r.Foreign:
		d.question(d.code().Record.Cite(), game.Asked{Why: game.NotAgreed, Words: line.JoinWords(r.Words), Ply: d.LastPly() + 1,
			Moves: game.InAnyNotation(&d.State, &d.Position, words)})
	case d.Phase == game.OffenceOpen:
		d.refuse(d.Offence.Law, game.OffenceStands, line.JoinWords(r.Words))
	case d.courteous():
		d.question(codes.HouseCourtesy, game.Asked{Why: game.Courtesy, Words: line.JoinWords(r.Words), Ply: d.LastPly() + 1, Moves: game.FromOtherEnd(&d.State, words)})
	default:
		f := d.offends(r)
		penalty, law, _ := d.code().PenaltyFor(f.Fault()).Get()
		if penalty.Unsent {
			d.question(law, game.Asked{Why: game.Unintelligible, Words: f.Words, Ply: f.Ply})
			return
		}
		law = d.sealedLaw(d.code().PenaltyFor(f.Fault()).Cite())
		if which, arrived, _ := d.code().Arrived.Get(); which == codes.AnyOfThem && stated.Has(d.open, interpret.KindConditional) {
			law = arrived
		}
		d.act(law, f)
	}
}

// offends returns the offence of words for the turn due that express no legal move.
func (d *docket) offends(r game.Expressed) game.Offended {
	f := game.Offended{Ply: d.LastPly() + 1, Words: line.JoinWords(r.Words), Intelligible: r.Intelligible, Remarks: r.Remarks, Reader: interpret.Version}
	rules, castles := d.Reading(), false
	for _, text := range r.Words {
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

// courteous reports whether the sender's faulty letter is returned to them privately. The term
// `errors` allows this once in a game or once in a turn (house:10).
func (d *docket) courteous() bool {
	switch d.Terms.Errors {
	case terms.CourteousFirst:
		return d.Courtesy[d.by] == 0
	case terms.Courteous:
		return d.Courteous[d.by] != d.LastPly()+1
	}
	return false
}

func (d *docket) exact(s interpret.Statement) {
	if !d.Exactable(d.by) {
		d.nothing(d.code().Lapse.Cite(), s.Text)
		return
	}
	if !d.told(d.Offence.Told) {
		d.ask(codes.HouseConsent, game.Superseded, s.Text)
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
		d.refer(codes.Silence, s, game.Claimed{Ground: silentPenalty, Words: s.Text})
	case s.Words != "" && s.Words != penalty.Name:
		d.ask(law, game.NoSuchPenalty, s.Text)
	case spends && d.requiresIllegal(s, &p):
		d.forgive(spent, game.Spent{Why: s.Text})
	case need == codes.Compulsion{} || need.Own && need.Men == 0:
		d.forgive(d.Offence.Law, game.Spent{Why: s.Text, Nothing: true})
	case need.King || need.Own:
		d.impose(board.NoSquare)
	case len(s.Moves) == 0:
		d.ask(d.Offence.Law, game.ChooseMan, s.Text)
	default:
		d.selects(s, &p, need.Men)
	}
}

// requiresIllegal reports whether a requirement of the penalty asks for a move to a square that is
// not legal (II.11(e)). Naming only a man, though it is not there, requires no move.
func (d *docket) requiresIllegal(s interpret.Statement, p *board.Position) bool {
	if len(s.Moves) == 0 {
		return false
	}
	man, _ := notation.PointsAt(s.Moves[0].Text)
	return !man && s.Moves[0].Readings(p, d.Reading()).Verdict == notation.Illegal &&
		!slices.ContainsFunc(s.Moves[0].Explain(p, d.Reading()), func(way notation.Way) bool { return way.Fault == notation.NoSuchMan })
}

// impose makes the penalty due, of a man or, with board.NoSquare, of the King. Where the letter
// that exacts the penalty has also given the offender the turn, the key of that turn is new to the
// offender.
func (d *docket) impose(man board.Square) {
	penalty, _, _ := d.Penalty()
	d.act(d.lawOfPenalty(), game.Exacted{Penalty: penalty.Name, Man: man, Key: d.keyOfPenalty()})
}

// keyOfPenalty returns the ply of the turn in which the penalty is to be discharged if no letter
// has yet shown the offender the key of that turn, and otherwise 0.
func (d *docket) keyOfPenalty() int {
	if key := d.PliesBefore() + d.BeforeOffence() + 1; key > d.shown[d.Offence.By] {
		return key
	}
	return 0
}

// lawOfPenalty returns the provision under which a penalty is exacted. After a correction, this is
// the provision that a correction does not purge the offence.
func (d *docket) lawOfPenalty() game.Law {
	if d.Offence.Corrected && !d.Offence.Second {
		if _, law, ok := d.code().Corrected.Get(); ok {
			return law
		}
	}
	return d.Offence.Law
}

// discharges drops the readings of another letter for a turn that do not discharge the penalty
// which the letter before has discharged in that turn, and refuses words without any other reading:
// the penalty binds the turn until its reply.
func (d *docket) discharges(r *game.Expressed, p *board.Position) bool {
	ply := d.LastPly()
	if d.Held != nil {
		ply++
	}
	o := d.MetIn(ply)
	if o == nil || len(r.Moves) == 0 {
		return true
	}
	due := d.State
	due.Position, due.Offence, due.Phase = *p, o, game.PenaltyDue
	r.Moves = slices.DeleteFunc(slices.Clone(r.Moves), func(m board.Move) bool { return !due.Discharges(p, m) })
	if len(r.Moves) > 0 {
		return true
	}
	d.refuse(o.Law, game.PenaltyMet, line.JoinWords(r.Words))
	return false
}

// selects acts on the selection of the man that must be moved. Selecting a man that cannot be
// moved is an illegal requirement, which ends the right; to name the King, which the penalty means
// in the first place, selects none.
func (d *docket) selects(s interpret.Statement, p *board.Position, free board.Squares) {
	men := s.Moves[0].Men(p, d.Reading())
	_, law, spends := d.code().Spent.Get()
	switch able := men & free; {
	case able.Len() == 1:
		d.impose(able.First())
	case able == 0 && men&^p.Men(p.SideToMove(), board.King) != 0 && spends:
		d.forgive(law, game.Spent{Why: s.Text})
	default:
		d.ask(d.Offence.Law, game.ChooseMan, s.Text)
	}
}

func (d *docket) waive(s interpret.Statement) {
	switch _, chooses := d.Requirements(); {
	case d.Offence == nil || d.by == d.Offence.By:
		d.nothing(d.code().Fault.Cite(), s.Text)
	case !d.told(d.Offence.Told):
		d.ask(codes.HouseConsent, game.Superseded, s.Text)
	case chooses:
		d.forgive(d.code().Chosen.Cite(), game.Waived{})
	default:
		d.forgive(d.Offence.Law, game.Waived{})
	}
}

// answer acts on a reply to the illegal move itself. Under some codes the position is restored
// without a penalty, and the reply falls with the illegal move. Under others the illegal move
// stands, and the reply is made after it. A reply cannot answer words that are not intelligible,
// nor an offence of which the letter that is replied to could not yet tell.
func (d *docket) answer(words []notation.Move) {
	answer, law, _ := d.code().Answered.Get()
	switch {
	case !d.Answerable() || !d.told(d.Offence.Told):
		d.refuse(d.code().Turn.Cite(), game.NotYourTurn, game.JoinedWords(words))
	case answer == codes.Stands:
		d.stand(law, words)
	case d.NamesMan(d.by) && !d.replies(words):
		d.ask(d.Offence.Law, game.ChooseMan, game.JoinedWords(words))
	default:
		d.act(law, game.Waived{Answered: true})
	}
}

// replies reports whether words express a move of the receiver after the illegal one or, where
// nobody knows what that was, as if the offender had not moved.
func (d *docket) replies(words []notation.Move) bool {
	before := d.Offended()
	for _, m := range append(d.Offence.Moves, board.Pass) {
		if after := before.Play(m); len(game.Read(&d.State, &after, words).Moves) > 0 {
			return true
		}
	}
	return false
}

// stand makes an illegal move stand because words reply to it. Words that are not a legal move
// after the illegal move are not a reply; a check that it gives and does not say need not be met.
func (d *docket) stand(law game.Law, words []notation.Move) {
	o := d.Offence
	silent := keepsSilent(d.State, o.Moves[0], d.Cried(&d.Position, o.Words))
	p := line.Turn{Move: o.Moves[0], Silent: silent}.After(d.Position)
	if len(game.Read(&d.State, &p, words).Moves) == 0 {
		d.refuse(law, game.NotUponIt, game.JoinedWords(words))
		return
	}
	d.add(game.PartyOf(o.By), law, game.Played{Ply: d.LastPly() + 1, Move: o.Moves[0], Words: o.Words, Reader: interpret.Version, Unlawful: true, Silent: silent})
	d.communicate(words)
}

// refusing reports whether words that play a move which the penalty due excludes answer a letter
// that tells of the penalty. A copy of words that have answered that letter before does not count
// again.
func (d *docket) refusing(words string) bool {
	o := d.Offence
	told := d.answers >= o.Order.Seq
	if d.answers == 0 {
		told = d.ply != 0 && d.ply == o.Order.Key
	}
	return d.Phase == game.PenaltyDue && told && !slices.Contains(o.Refusals, game.Refusal{Words: words, Answers: d.answers})
}

// requires acts on the receiver's choice among the requirements for a false move. corrd asks
// about a requirement that cannot be met, and the receiver loses nothing by stating it.
func (d *docket) requires(law game.Law, s interpret.Statement) {
	r, _ := d.Requirements()
	p := d.Offended()
	switch {
	case s.Words == interpret.ForfeitTurn && r.Turn:
		d.act(law, game.TurnLost{Ply: d.PliesBefore() + d.BeforeOffence() + 1})
		d.close(p.SideToMove())
	case s.Words == interpret.ForfeitTurn:
		d.refuse(d.code().Breach(notation.LeavesCheck), game.TurnInCheck, s.Text)
	case s.Words == interpret.Take:
		if len(s.Moves) > 0 {
			r.Taken &= notation.Men(s.Moves[0].Text, &p, p.SideToMove().Other())
		}
		d.demands(law, s, game.Exacted{Man: board.NoSquare, Take: slices.Collect(r.Taken.All())})
	case s.Words != "":
		d.ask(law, game.NoSuchPenalty, s.Text)
	case len(s.Moves) == 0 && r.Castled:
		d.ask(law, game.ChooseCastled, s.Text)
	case len(s.Moves) == 0:
		d.demands(law, s, game.Exacted{Man: board.NoSquare, Among: slices.Collect(r.That.All())})
	default:
		d.demands(law, s, game.Exacted{Man: board.NoSquare, Among: slices.Collect((s.Moves[0].Men(&p, d.Reading()) & r.Another).All())})
	}
}

// demands makes a requirement due that at least one man can meet. If the receiver has named
// several men, none of which made the false move, demands asks which man is meant.
func (d *docket) demands(law game.Law, s interpret.Statement, f game.Exacted) {
	that, _ := d.Requirements()
	switch {
	case len(f.Among)+len(f.Take) == 0:
		d.ask(law, game.CannotBeMet, s.Text)
		return
	case len(f.Among) > 1 && len(s.Moves) > 0 && board.SquaresOf(f.Among)&^that.That != 0:
		d.ask(law, game.ChooseMan, s.Text)
		return
	case len(f.Among) == 1:
		f.Man, f.Among = f.Among[0], nil
	}
	f.Key = d.keyOfPenalty()
	d.act(law, f)
}
