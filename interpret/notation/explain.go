package notation

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"corrd/game/board"
	"corrd/game/reason"
)

// Way is one way of taking the words of a move, or part of them.
type Way struct {
	// Says is what they say, part by part: "Knight", "goes to QB2 or KB2".
	Says []reason.Reason
	// Leaves are the legal moves that this way of taking the words leaves, sorted by their UCI
	// text.
	Leaves []board.Move
	// Fault is what keeps this way from expressing a legal move, where Leaves is empty.
	Fault Fault
}

// Explain tells how words are understood in the agreed notations: every way of taking the words in
// descriptive notation, and what each way says of the parts of the full record (I.13.A); the terms,
// and of what moves they are true; and what the words are in other notations. Words that are not
// understood give one Way with the Fault NotWords, which names the first word outside the language.
func (m Move) Explain(p *board.Position, rules Rules) []Way {
	if len(m.Text) > maxWords {
		return []Way{noMove(reason.Because("way too long"))}
	}
	var room [256]board.Move
	r := newReader(p, rules, room[:0])
	agreed := rules.Notations
	if agreed == 0 {
		agreed = Descriptive
	}
	var ways []Way
	if agreed&Descriptive != 0 {
		ways = r.explain(m.Text)
	}
	for n := range (agreed &^ Descriptive).Each() {
		var res Result
		if r.readAll(&res, n, m.Text) && len(res.Moves) > 0 {
			res.conclude(true)
			ways = append(ways, Way{Says: []reason.Reason{reason.Because("way notation", n)}, Leaves: res.Moves})
		}
	}
	switch {
	case len(ways) > 0:
		return ways
	case agreed&Descriptive == 0:
		return []Way{noMove(reason.Because("way no move in", agreed))}
	}
	return []Way{noMove(notWords(m.Text))}
}

// noMove is the way of words that are not the words of a move.
func noMove(why reason.Reason) Way { return Way{Says: []reason.Reason{why}, Fault: NotWords} }

// explain returns the ways of taking a text in descriptive notation, and says of what moves the
// terms of the text are true; explain returns none if the text is not the words of a move.
func (r *reader) explain(text string) (ways []Way) {
	s := scan(withoutNumber([]byte(Fold(text))))
	var all forms
	all.parse(&s)
	for i := range all.all() {
		f := &all.list[i]
		w := Way{Says: f.describe(), Leaves: board.Sorted(r.match(nil, all.list[i:i+1], s.terms))}
		if len(w.Leaves) == 0 {
			w.Fault = r.fault(f, s.terms)
		}
		ways = append(ways, w)
	}
	found := board.Sorted(r.match(nil, all.all(), s.terms))
	for i := range announcements {
		a := &announcements[i]
		if s.terms&a.term == 0 || len(found) == 0 {
			continue
		}
		w := Way{Says: []reason.Reason{a.says}, Leaves: slices.DeleteFunc(slices.Clone(found), func(m board.Move) bool { return !a.term.isTrueOf(r.p, m) })}
		if len(w.Leaves) == 0 {
			w.Fault = FalseTerm
		}
		ways = append(ways, w)
	}
	return ways
}

// notWords says what is not understood in a text that expresses no move.
func notWords(text string) reason.Reason {
	words := strings.Fields(string(withoutNumber([]byte(Fold(text)))))
	for _, w := range words {
		if s := scan([]byte(w)); !s.known {
			return reason.Because("way no word", fmt.Sprintf("%.40s", w))
		}
	}
	return reason.Because("way no move")
}

// castlings are the ways of castling with the King's Rook, the Queen's and either.
var castlings = [...]reason.Reason{"", reason.Because("way castling king's"), reason.Because("way castling queen's"), reason.Because("way castling")}

// describe tells a form part by part.
func (f *form) describe() (parts []reason.Reason) {
	if f.castles != 0 {
		return []reason.Reason{castlings[f.castles]}
	}
	parts = append(parts, f.man.described("way man", "way any man"))
	if f.from != anywhere {
		parts = append(parts, reason.Because("way from", squares(f.from)))
	}
	switch {
	case f.verb == captures:
		parts = append(parts, f.victim.described("way takes", "way takes any man"))
		if f.to != anywhere {
			parts = append(parts, reason.Because("way taken on", squares(f.to)))
		}
	case f.steps != 0:
		parts = append(parts, [...]reason.Reason{reason.Because("way one square"), reason.Because("way two squares")}[f.steps-1])
	case f.own == ownFile:
		parts = append(parts, reason.Because("way own file", squares(f.to)))
	case f.to != anywhere && f.verb == anyVerb:
		parts = append(parts, reason.Because("way goes or takes", squares(f.to)))
	case f.to != anywhere:
		parts = append(parts, reason.Because("way goes", squares(f.to)))
	}
	if f.becomes != anyKind {
		parts = append(parts, reason.Because(promotions[f.colour], name{kinds: f.becomes}.names()))
	}
	return parts
}

// promotions has the key of what a Pawn becomes by the colour that words give to the piece.
var promotions = map[token]string{noToken: "way becomes", tokWhite: "way becomes white", tokBlack: "way becomes black"}

// described returns a reason of one key with a man filled in, or of another for one who is not
// named.
func (n name) described(named, unnamed string) reason.Reason {
	if n.kinds == anyKind {
		return reason.Because(unnamed)
	}
	return reason.Because(named, n.names())
}

// names are the men whom a name may mean.
func (n name) names() reason.Choice {
	text := spoken.men[bits.TrailingZeros8(uint8(n.kinds))]
	switch n.wings {
	case kingsWing:
		text = spoken.owner[0] + text
	case queensWing:
		text = spoken.owner[1] + text
	}
	names := reason.Choice{text}
	if n.files != 0 {
		names = nil
		for f := range 8 {
			if n.files>>f&1 != 0 {
				names = append(names, spoken.pawnOf[f]+text)
			}
		}
	}
	if n.doubled {
		names[0] = "doubled " + names[0]
	}
	if n.nth != 0 {
		names[0] = Ordinals[n.nth-1] + " " + names[0]
	}
	return names
}

// squares returns squares by the mover's own names, as a Choice, or as the Reason of a rank or
// file.
func squares(set board.Squares) any {
	if set.Len() >= 8 {
		return ofLine(set)
	}
	var names reason.Choice
	for s := range set.All() {
		names = append(names, Square(s, board.White))
	}
	return names
}

// ofLine tells the squares of a rank or file.
func ofLine(set board.Squares) reason.Reason {
	for r := range 8 {
		if set == rank1<<(8*r) {
			return reason.Because("squares rank", Ordinals[r])
		}
	}
	return reason.Because("squares file")
}

// Fault is what keeps a way of taking words from expressing a legal move. Each code of laws maps a
// Fault to the provision that the words break.
type Fault uint8

// The faults. Of several that a way has, the one nearest to a legal move is told.
const (
	NoFault       Fault = iota
	NotWords            // not the words of a move
	NoSuchMan           // no man of the name stands where the words say
	NothingToTake       // no man such as is to be taken stands where the words say
	OwnMan              // men of the mover's own stand on the squares gone to
	OutOfReach          // the man does not command the square, or may not go there
	LeavesCheck         // the King would be placed or left in check
	NotInPassing        // the move can be played, but takes no Pawn in passing
	NoPromotion         // the move can be played, but no Pawn becomes what the words say
	NoCastling          // castling is not open on that side
	FalseTerm           // a term is true of none of the moves, and was read past
)

var faults = [...]reason.Reason{
	"", "",
	reason.Because("fault no such man"),
	reason.Because("fault nothing to take"),
	reason.Because("fault own man"),
	reason.Because("fault out of reach"),
	reason.Because("fault leaves check"),
	reason.Because("fault not in passing"),
	reason.Because("fault no promotion"),
	reason.Because("fault no castling"),
	reason.Because("fault false term"),
}

// Why is the fault as a reason; "" for NoFault and NotWords.
func (f Fault) Why() reason.Reason { return faults[f] }

// fault finds what keeps a form that leaves no legal move from leaving one.
func (r *reader) fault(f *form, said terms) Fault {
	pl := r.plan(f)
	becomesNothing := *f
	becomesNothing.becomes, becomesNothing.colour = anyKind, noToken
	switch {
	case f.castles != 0:
		return NoCastling
	case pl.from == 0:
		return NoSuchMan
	case r.exposes(f, &pl, said):
		return LeavesCheck
	case said&termPassing != 0 && r.plays(f, said&^termPassing):
		return NotInPassing
	case f.becomes != anyKind && r.plays(&becomesNothing, said):
		return NoPromotion
	case f.verb == captures && pl.victims|pl.passing == 0:
		return NothingToTake
	case f.verb != captures && pl.quiet&^r.men(r.side) == 0:
		return OwnMan
	}
	return OutOfReach
}

// plays reports whether a form leaves a legal move.
func (r *reader) plays(f *form, said terms) bool {
	return len(r.match(nil, []form{*f}, said)) > 0
}

// exposes reports whether a form would leave a move if the King could be left in check: a move of
// another man, or a move of the King to a square that is commanded.
func (r *reader) exposes(f *form, pl *plan, said terms) bool {
	kings := r.p.Men(r.side, board.King)
	if kings.Len() != 1 {
		return false
	}
	king := kings.First()
	without := r.p.Remove(king)
	other := newReader(&without, r.rules, nil)
	if other.plays(f, said) {
		return true
	}
	for to := range (pl.quiet | pl.victims).All() {
		if pl.from.Has(king) && beside(king, to) && !r.men(r.side).Has(to) && without.Commanded(to, r.side.Other()) {
			return true
		}
	}
	return false
}

// beside reports whether two squares touch.
func beside(a, b board.Square) bool {
	files, ranks := a.File()-b.File(), a.Rank()-b.Rank()
	return a != b && files*files <= 1 && ranks*ranks <= 1
}

// FalseMoves returns the moves that words express of which none is legal, sorted by
// their UCI text: a false move may stand, where it is answered, as if it had been just
// (London 8). Nothing is returned for words that express a legal move, or no transfer
// of a man at all ("Kt×P" where no Pawn stands).
//
// Of the ways to take the words the one nearest to the laws counts: moves that are
// wrong only because the King is left or placed in check; else moves that the men
// make where nothing stands in their way; else any transfer of a man of the mover's
// to a square that is empty or held by a man who may be taken.
func (m Move) FalseMoves(p *board.Position, r Rules) []board.Move {
	if len(m.Text) > maxWords || len(m.Readings(p, r).Moves) > 0 {
		return nil
	}
	if r.Notations == 0 {
		r.Notations = Descriptive
	}
	rd := newReader(p, r, nil)
	for _, moves := range [...]func(*board.Position) []board.Move{
		func(p *board.Position) []board.Move { return p.FreeMoves(nil) }, unhindered, transfers,
	} {
		var res Result
		rd.legal = moves(p)
		if rd.readAll(&res, r.Notations, m.Text); len(res.Moves) > 0 {
			return board.Sorted(res.Moves)
		}
	}
	return nil
}

// transfers are all transfers of a man of the side to move to a square that holds none of the
// side's own men and no King. Castling counts while King and Rook are at home and nothing stands
// between them; a Pawn is promoted on the Pawn's last rank.
func transfers(p *board.Position) []board.Move {
	return transferred(p, func(board.Man, board.Square, board.Square) bool { return true })
}

// unhindered are the transfers that accord with how the men move, if nothing stood in
// their way.
func unhindered(p *board.Position) []board.Move { return transferred(p, unhinderedMove) }

// transferred are the transfers that a rule allows.
func transferred(p *board.Position, allowed func(man board.Man, from, to board.Square) bool) []board.Move {
	var found []board.Move
	for from := range board.NoSquare {
		man, stands := p.At(from)
		if !stands || man.Side != p.SideToMove() {
			continue
		}
		for to := range board.NoSquare {
			victim, taken := p.At(to)
			switch {
			case taken && (victim.Side == man.Side || victim.Kind == board.King), from == to:
			case p.IsCastling(board.NewMove(from, to, board.NoKind)):
				if atHome(p, from, to) {
					found = append(found, board.NewMove(from, to, board.NoKind))
				}
			case !allowed(man, from, to):
			case man.Kind == board.Pawn && (to.Rank() == 0 || to.Rank() == 7):
				for kind := board.Knight; kind <= board.Queen; kind++ {
					found = append(found, board.NewMove(from, to, kind))
				}
			default:
				found = append(found, board.NewMove(from, to, board.NoKind))
			}
		}
	}
	return found
}

// atHome reports whether the King and the Rook of a castling stand on their first
// squares and nothing between them.
func atHome(p *board.Position, from, to board.Square) bool {
	first := board.Square(56 * int(p.SideToMove()))
	corner := first
	if to > from {
		corner = first + 7
	}
	if from != first+4 || !p.Men(p.SideToMove(), board.Rook).Has(corner) {
		return false
	}
	for s := min(from, corner) + 1; s < max(from, corner); s++ {
		if _, stands := p.At(s); stands {
			return false
		}
	}
	return true
}

// unhinderedMove reports whether a man moves so, wherever the others stand.
func unhinderedMove(man board.Man, from, to board.Square) bool {
	files, ranks := to.File()-from.File(), to.Rank()-from.Rank()
	straight, diagonal := files == 0 || ranks == 0, files == ranks || files == -ranks
	switch man.Kind {
	case board.Pawn:
		ahead := ranks * (1 - 2*int(man.Side))
		return ahead > 0 && files == 0 || ahead == 1 && files*files == 1
	case board.Knight:
		return files*files+ranks*ranks == 5
	case board.Bishop:
		return diagonal
	case board.Rook:
		return straight
	case board.Queen:
		return straight || diagonal
	}
	return beside(from, to)
}
