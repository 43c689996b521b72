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
	// Leaves are the legal moves that this way of taking the words leaves, sorted by their UCI text.
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

// explain returns the ways of taking a text in descriptive notation, and says of what moves the terms
// of the text are true; explain gives none if the text is not the words of a move.
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
		names = append(names, compact.files[s.File()]+compact.ranks[s.Rank()])
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
