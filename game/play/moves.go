package play

import (
	"regexp"
	"slices"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/game/stated"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// moves acts on all the moves that a letter communicates for one turn.
func (d *docket) moves(st []interpret.Statement) {
	words, confirms := d.communicated(st)
	if d.penaltyFirst(words) {
		return
	}
	if d.Phase == game.HeldIntention {
		d.refuse(d.Held.Law, game.IntentionDue, game.JoinedWords(words))
		return
	}
	if !d.confirmed(confirms) {
		m, ok := d.fromTo(confirms, words)
		if !ok {
			d.guard(words)
			return
		}
		words, confirms = []notation.Move{m}, nil
	}
	switch t := d.target(words); {
	case d.arriving && (t == thisTurn || t == nextTurn) && d.Outrun(d.by, d.Said):
		d.refuse(codes.TermsMedium, game.Early, game.JoinedWords(words))
	case t == thisTurn:
		if meant, ok := d.certain(words); ok {
			d.communicate(meant)
		}
	case t == lastTurn && !d.arriving && d.RepliedUnread(d.by):
		d.refuse(codes.TermsMedium, game.ReplyUnread, game.JoinedWords(words))
	case t == lastTurn && !stated.Planned(words):
		d.again(words)
	case t == nextTurn, t == lastTurn:
		d.ahead(words, confirms)
	case t == oldTurn && d.arriving:
		d.refuse(d.code().Turn.Cite(), game.TurnReplied, game.JoinedWords(words))
	case t == oldTurn:
		d.refuse(d.code().Turn.Cite(), game.OldTurn, game.JoinedWords(words))
	case t == wrongTurn:
		d.guard(words)
	}
}

// guard asks the sender about a move whose number, or whose repetition of the opponent's move,
// does not fit the position. When the sender has answered the question, the moves count from now.
func (d *docket) guard(words []notation.Move) {
	var moves []board.Move
	if d.by == d.Position.SideToMove() && len(words) == d.MovesDue() {
		moves = game.Read(&d.State, &d.Position, words).Moves
	}
	d.question(codes.HouseNumbers, game.Asked{Why: game.WrongNumber, Words: game.JoinedWords(words), With: d.wait(), Ply: d.LastPly() + 1, Moves: moves})
}

// penaltyFirst refuses a move of the side that may still exact a penalty for a correction that has
// ended the game, also where the move comes with the adoption of that correction, and reports
// whether it did.
func (d *docket) penaltyFirst(words []notation.Move) bool {
	if d.Stays() == nil || d.by != d.Position.SideToMove() {
		return false
	}
	d.refuse(d.code().Lapse.Cite(), game.PenaltyFirst, game.JoinedWords(words))
	return true
}

func (d *docket) communicate(words []notation.Move) {
	switch {
	case d.Held != nil:
		d.again(words)
		return
	case d.penaltyFirst(words):
		return
	case d.MovesDue() > 1:
		d.begin(words)
		return
	}
	r := game.Read(&d.State, &d.Position, words)
	if r.Check = r.Check || d.cries; r.Check && d.Overlooked(d.by) {
		d.warn(d.by)
		return
	}
	if d.Phase == game.PenaltyDue && !d.comply(&r, words) || d.barred(&r) {
		return
	}
	read := len(r.Moves)
	r.Moves = d.meeting(d.Position, len(d.Line), r.Moves)
	switch {
	case read == 0:
		d.fail(r, words)
	case len(r.Moves) == 0:
		d.unmet(d.by, line.JoinWords(r.Words))
	case len(r.Moves) == 1:
		d.play(r)
	case d.pieceWanting(r):
		d.question(d.code().Promotion.Cite(), game.Asked{Why: game.NamePiece, Words: line.JoinWords(r.Words), Ply: d.LastPly() + 1})
	default:
		d.hold(r)
	}
}

// barred drops from a reading the move that was taken back and must be replaced by another. If
// the words express no other move, barred refuses them. The only legal move stands, once what it
// does is announced.
func (d *docket) barred(r *game.Expressed) bool {
	m, law, ok := d.Barred()
	if !ok || !slices.Contains(r.Moves, m) {
		return false
	}
	why := game.SameMove
	if d.OnlyBarred() {
		if !keepsSilent(d.State, m, r.Check) {
			return false
		}
		why = game.OnlyMove
	}
	r.Moves = slices.DeleteFunc(slices.Clone(r.Moves), func(o board.Move) bool { return o == m })
	if len(r.Moves) > 0 {
		return false
	}
	d.refuse(law, why, line.JoinWords(r.Words))
	return true
}

// pieceWanting reports whether the words of a promotion do not say which piece the Pawn becomes,
// and the code asks the mover to name the piece.
func (d *docket) pieceWanting(r game.Expressed) bool {
	who, _, _ := d.code().Promotion.Get()
	seen := map[board.Move]bool{}
	for _, m := range r.Moves {
		unnamed := board.NewMove(m.From(), m.To(), board.NoKind)
		if seen[unnamed] {
			return who == codes.MoverNames
		}
		seen[unnamed] = true
	}
	return false
}

// comply drops the readings that do not discharge the penalty due, and refuses words without any
// other reading. An unmistakable legal move in answer to a letter that tells of the penalty is a
// refusal to discharge the penalty. Castling, doubtful words, words in a sentence or with "sorry",
// and words that express no legal move are only attempts.
func (d *docket) comply(r *game.Expressed, words []notation.Move) bool {
	_, law, provided := d.code().Refusal.Get()
	if !provided {
		law = d.lawOfPenalty()
	}
	sent := r.Moves
	castles := slices.ContainsFunc(sent, d.Position.IsCastling)
	if castles {
		law = d.code().Discharge.Cite()
	}
	r.Moves = slices.DeleteFunc(slices.Clone(sent), func(m board.Move) bool {
		return !d.Discharges(&d.Position, m)
	})
	if len(r.Moves) > 0 {
		return true
	}
	d.asked = true
	f := game.Refused{Why: game.NotComplying, Words: line.JoinWords(r.Words)}
	if spoken := slices.ContainsFunc(words, func(w notation.Move) bool { return w.Doubt&(notation.InText|notation.Instead) != 0 }); len(sent) == 1 && !castles && !spoken && d.refusing(f.Words) {
		f.Refusal, f.Answers = true, d.answers
	}
	d.act(law, f)
	return false
}

func (d *docket) play(r game.Expressed) {
	d.at = d.receivedFirst(r.Moves)
	mover := d.by
	if d.leftInCheck(r.Moves[0]) {
		return
	}
	law := d.recordLaw(r)
	if d.Phase == game.OffenceOpen {
		law = d.code().Corrected.Cite()
	}
	words := line.JoinWords(r.Words)
	if d.cries {
		words += " check"
	}
	d.act(law, game.Played{
		Ply: d.LastPly() + 1, Move: r.Moves[0], Words: words, Reader: interpret.Version, Remarks: r.Remarks,
		Correction: d.Phase == game.OffenceOpen, Discharge: d.Phase == game.PenaltyDue, Silent: keepsSilent(d.State, r.Moves[0], r.Check),
	})
	d.close(mover)
}

// recordLaw returns the provision under which words are the record of a legal move. There are
// special provisions for castling without a Rook, for a promotion whose words name no piece, and
// for a move that meets an unannounced check.
func (d *docket) recordLaw(r game.Expressed) game.Law {
	becomes, queening, _ := d.code().Promotion.Get()
	_, met, meets := d.code().Met.Get()
	switch m := r.Moves[0]; {
	case meets && d.Position.Unheeded():
		return met
	case d.Position.CastlesRookless(m):
		return d.code().Rookless.Cite()
	case m.Promotion() != board.NoKind && becomes == codes.BecomesQueen && !d.namesPiece(r.Words):
		return queening
	}
	return d.code().Record.Cite()
}

// namesPiece reports whether the words of a promotion name the piece, and no wrong colour.
func (d *docket) namesPiece(texts []string) bool {
	rules := d.Reading()
	rules.Promotion, rules.AnyColour = board.NoKind, false
	return slices.ContainsFunc(texts, func(text string) bool {
		return len(notation.Move{Text: text}.Readings(&d.Position, rules).Moves) == 1
	})
}

func (d *docket) hold(r game.Expressed) {
	d.at = d.receivedFirst(r.Moves)
	d.put(game.PartyOf(d.by), d.sealedLaw(r.Law(d.code())), game.Held{Ply: d.LastPly() + 1, Moves: r.Moves, Words: r.Words, Multiple: r.Legal > 1, Reader: interpret.Version})
}

// put holds several moves for a turn until one of them is chosen. If the code does not say how,
// the umpire decides.
func (d *docket) put(by game.Party, law game.Law, f game.Held) {
	d.add(by, law, f)
	switch {
	case law != codes.Silence:
	case f.Multiple:
		d.refersSilence(by, silentSeveral, line.JoinWords(f.Words))
	default:
		d.refersSilence(by, silentDoubt, line.JoinWords(f.Words))
	}
}

// again acts on a second letter for a turn to which no reply has been received. The receiver may
// then adopt any move of either letter, unless the second letter brings no new move. A second card
// or form that comes when the reply has been handed in changes nothing.
func (d *docket) again(words []notation.Move) {
	if d.arriving && (d.MoveUnderWay(d.by.Other()) || d.RepliedUnread(d.by)) {
		d.refuse(d.code().Multiple.Cite(), game.TurnReplied, game.JoinedWords(words))
		return
	}
	if d.inFirstTurnAgain() && (len(words) > 1 || d.PairsHeld()) {
		same := d.turnAgain(words)
		if !same {
			return
		}
		words = words[1:]
	}
	before, said, p := d.standing()
	if d.Held == nil && !p.IsLegal(before[0]) { // an illegal move, which the reply has made to stand
		d.refuse(d.code().Answered.Cite(), game.FirstStands, game.JoinedWords(words))
		return
	}
	r := game.Read(&d.State, &p, words)
	d.own = line.Choices(r.Moves, nil)
	if d.Offence != nil && d.Offence.Exacted && !d.comply(&r, words) || !d.discharges(&r, &p) {
		return
	}
	if d.pieceWanting(r) {
		d.ask(d.code().Promotion.Cite(), game.NamePiece, line.JoinWords(r.Words))
		return
	}
	turns, read := len(d.Line), len(r.Moves)
	if d.Held == nil {
		turns--
	}
	if r.Moves = d.meeting(p, turns, r.Moves); len(r.Moves) == 0 && read > 0 {
		d.unmet(d.by, line.JoinWords(r.Words))
		return
	}
	all := board.Sorted(append(slices.Clone(before), r.Moves...))
	overtaken := len(r.Moves) > 0 && d.overtaken()
	switch {
	case slices.Equal(r.Moves, before):
		d.cryAgain(r.Words)
	case len(all) == len(before) && !overtaken:
		d.refuse(d.code().Multiple.Cite(), game.FirstStands, line.JoinWords(r.Words))
	default:
		if d.Held == nil {
			d.act(d.code().Multiple.Cite(), game.Reopened{Ply: d.LastPly()})
		}
		f := game.Held{Ply: d.LastPly() + 1, Moves: all, Words: append(slices.Clone(said), r.Words...), Multiple: true, Reader: interpret.Version}
		if overtaken {
			f.First, f.Words = r.Moves, append([]string{line.JoinWords(r.Words)}, said...)
		}
		d.put(game.PartyOf(d.by), d.code().Multiple.Cite(), f)
	}
}

// ahead acts on moves for the sender's next turn while the opponent's turn has not ended. Such
// moves reply to an open choice or to an illegal move.
func (d *docket) ahead(words, confirms []notation.Move) {
	switch {
	case d.Held != nil:
		d.reply(words, confirms)
	case d.Phase == game.OffenceOpen:
		d.answer(words)
	default:
		d.refuse(d.code().Turn.Cite(), game.NotYourTurn, game.JoinedWords(words))
	}
}

// rethinks reports whether the first of some words, which are the opponent's last move and legal
// for their writer too, are taken back for the others: "P-K4. No, hang on. P-K3."
func (d *docket) rethinks(st []interpret.Statement, words []notation.Move) bool {
	last := words[len(words)-1]
	return len(words) == 2 && last.Doubt&notation.Instead != 0 && rethinking.MatchString(stated.Text(st)) && len(game.Read(&d.State, &d.Position, words[:1]).Moves) > 0
}

// rethinking are words with which somebody takes back the move before them.
var rethinking = regexp.MustCompile(`(?i)\b(?:no|wait|hang on|hold on|rather|instead|i mean|i meant|make that|make it|scratch that)\b`)
