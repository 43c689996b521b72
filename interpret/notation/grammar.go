package notation

import (
	"slices"

	"corrd/game/board"
)

// maxForms bounds the ways of taking one text; real texts have one to six.
const maxForms = 16

// forms are the ways of taking a text.
type forms struct {
	list [maxForms]form
	n    int
}

func (f *forms) all() []form { return f.list[:f.n] }

func (f *forms) add(one form) {
	if f.n < maxForms {
		f.list[f.n] = one
		f.n++
	}
}

// parse finds every way of taking a scanned text as the record of a move. There
// is none when the text is not a move's words.
func (f *forms) parse(s *sentence) {
	t := s.tokens()
	if !s.known || len(t) == 0 && s.terms == 0 || f.castling(t) {
		return
	}
	equalsAsDash(t)
	f.record(t, form{})
	for n := 1; n <= 4 && n <= len(t); n++ {
		f.promotion(t[:len(t)-n], t[len(t)-n:])
	}
}

// equalsAsDash takes the sign of "P=Q3" for a dash.
func equalsAsDash(t []token) {
	i := slices.Index(t, tokBecomes)
	if i > 0 && t[i-1].isMan() && len(t) > i+2 && rankOf(t[len(t)-1]) != 0 && !slices.ContainsFunc(t[:i], token.isVerb) {
		t[i] = tokTo
	}
}

// promotion adds the forms in which the tail names the piece a Pawn becomes:
// "= Q", "(Kt)", "becomes a White Queen", "Q".
func (f *forms) promotion(t, tail []token) {
	tail, marked := becoming(tail)
	var said form
	if len(tail) == 2 && (tail[0] == tokWhite || tail[0] == tokBlack) {
		said.colour, tail = tail[0], tail[1:]
	}
	if marked && len(tail) == 2 && tail[0] == tokRank1+1 {
		tail = tail[1:] // "(2d Q.)"
	}
	if len(tail) != 1 || !tail[0].isMan() {
		return
	}
	impossible := tail[0] == tokPawn || tail[0] == tokKing // intelligible all the same where the sign of promotion stands
	if !marked && said.colour == noToken && (impossible || !endsPromotion(t)) {
		return
	}
	said.becomes = 1 << kindOf(tail[0])
	f.record(t, said)
}

// endsPromotion reports whether a piece's name without a mark can follow: after
// an eighth rank, a captured man, or a Pawn alone ("P queens").
func endsPromotion(t []token) bool {
	if len(t) == 0 {
		return false
	}
	last := t[len(t)-1]
	return last == tokRank8 || last == tokOne || last.isMan() && (len(t) == 1 || slices.Contains(t, tokTakes))
}

// becoming takes the sign of a promotion off.
func becoming(t []token) ([]token, bool) {
	t, marked := unbracket(t)
	if len(t) > 1 && (t[0] == tokBecomes || t[0] == tokSlash) {
		return t[1:], true
	}
	return t, marked
}

// record adds the forms of a move other than castling, given what the words say of the promotion:
// the man and the man's place, the verb, and what follows the verb.
func (f *forms) record(t []token, said form) {
	for i, tok := range t {
		if tok != tokTo && tok != tokTakes {
			continue
		}
		said.verb = goes
		if tok == tokTakes {
			said.verb = captures
		}
		f.verbal(t[:i], t[i+1:], said)
		return
	}
	f.verbless(t, said)
}

// verbal adds the forms of a subject, a verb and an object.
func (f *forms) verbal(subject, object []token, said form) {
	for i := 0; i <= len(subject) && i <= maxName; i++ {
		var ok bool
		if said.man, ok = parseName(subject[:i]); !ok {
			continue
		}
		said.from = anywhere
		if i < len(subject) {
			said.from, _ = parsePlace(subject[i:], i > 0)
		}
		if said.from == 0 {
			continue
		}
		if said.verb == goes {
			place, square := cutPlace(object)
			if place != nil && said.from == anywhere {
				said.from, _ = parsePlace(place, i > 0)
				f.destination(square, said)
				continue
			}
			f.destination(object, said)
		} else {
			f.victims(object, said)
		}
	}
}

// cutPlace parts "(B5)B7", in which the place of the man stands behind the verb.
func cutPlace(t []token) (place, square []token) {
	if end := slices.Index(t, tokClose); end > 1 && t[0] == tokOpen && end < len(t)-1 {
		return t[:end+1], t[end+1:]
	}
	return nil, t
}

// destination adds the form of a man that goes to the square the tokens name.
func (f *forms) destination(t []token, said form) {
	if said.to, said.own = parseDestination(t); said.to != 0 {
		f.add(said)
	}
}

// parseDestination reads a square, or a square that is named from the man: "his 4th", "her Kt's
// 2d", "his sq.".
func parseDestination(t []token) (board.Squares, own) {
	if len(t) < 2 || t[0] != tokHis {
		return parseSquare(t), notOwn
	}
	t = t[1:]
	if len(t) == 1 && rankOf(t[0]) != 0 {
		return rankOf(t[0]), ownFile
	}
	if t[0] == tokKing || t[0] == tokQueen {
		return parseSquare(t), notOwn
	}
	return parseSquare(t), ownWing
}

// victims adds every form of a capture in which the tokens name the captured man and the man's
// place, either of which may be left out.
func (f *forms) victims(t []token, said form) {
	for i := 0; i <= len(t) && i <= maxName; i++ {
		var ok bool
		if said.victim, ok = parseName(t[:i]); !ok {
			continue
		}
		said.to = anywhere
		if i < len(t) {
			said.to = parseVictimPlace(t[i:], i > 0)
		}
		if said.to != 0 {
			f.add(said)
		}
	}
}

// parseVictimPlace reads where a captured man stood. A file alone will not do,
// for the "(Q)" of "PxR(Q)" is what the Pawn becomes, nor an unmarked rank alone,
// for "xB6" takes at the Bishop's sixth.
func parseVictimPlace(t []token, named bool) board.Squares {
	if inner, _ := unbracket(t); rankOf(inner[len(inner)-1]) == 0 {
		return 0
	}
	place, _ := parsePlace(t, named && len(t) > 1)
	return place
}

// verbless adds the forms in which the verb is left out: a man, where the man stands, and where the
// man goes or what the man takes, each of which may be left out too. A place without a mark is
// where the man goes unless another place follows.
func (f *forms) verbless(t []token, said form) {
	for i := 0; i <= len(t) && i <= maxName; i++ {
		var ok bool
		if said.man, ok = parseName(t[:i]); !ok {
			continue
		}
		for j := i; j <= len(t); j++ {
			said.from = anywhere
			marked := true
			if j > i {
				said.from, marked = parsePlace(t[i:j], i > 0)
			}
			if said.from != 0 {
				f.bare(t[j:], said, marked)
			}
		}
	}
}

// bare adds the form that ends, without a verb, in the tokens given: nothing, a
// Pawn's steps, or a square with its rank.
func (f *forms) bare(t []token, said form, marked bool) {
	said.to = anywhere
	switch {
	case len(t) == 0:
		if marked {
			f.add(said)
		}
	case len(t) == 1 && (t[0] == tokOne || t[0] == tokTwo):
		said.steps = uint8(t[0]-tokOne) + 1
		f.add(said)
	case rankOf(t[len(t)-1]) != 0:
		f.destination(t, said)
	}
}

// castling adds the form of castling if the tokens speak of castling, and reports whether they do.
func (f *forms) castling(t []token) bool {
	at := -1
	for i, tok := range t {
		if tok >= tokCastles && tok <= tokLong && (at < 0 || tok == tokCastles) {
			at = i
		}
	}
	if at < 0 {
		return false
	}
	said := form{castles: castlingWings(t, at), to: anywhere, from: anywhere}
	if said.castles != 0 {
		f.add(said)
	}
	return true
}

// castlingWings are the wings on which a text with its verb at the given index castles: the wings
// of o-o, or of the Rook or side named beside "castles". Before the verb nothing else stands but
// the King: "Kt-R4, castles KR" is of two moves.
func castlingWings(t []token, at int) wings {
	switch {
	case len(t) == 1 && t[0] == tokShort:
		return kingsWing
	case len(t) == 1 && t[0] == tokLong:
		return queensWing
	case t[at] != tokCastles:
		return 0
	}
	before, after := sideNamed(t[:at]), sideNamed(t[at+1:])
	switch {
	case at == 0 || at == 1 && t[0] == tokKing: // "King castles"
		return after
	case after == bothWings:
		return before
	case before == bothWings:
		return after
	}
	return before & after
}

// sideNamed reads "(with K R)", "on Q's side", "QR", "short", "to her side", and gives the wing
// that the tokens name: both wings if the tokens name none, or 0 if the tokens say something else.
func sideNamed(t []token) wings {
	side := bothWings
	for _, tok := range t {
		switch tok {
		case tokOpen, tokClose, tokOn, tokTo, tokHis, tokSide, tokRook:
		case tokKing, tokQueen, tokShort, tokLong:
			one := queensWing
			if tok == tokKing || tok == tokShort {
				one = kingsWing
			}
			if side != bothWings && side != one {
				return 0
			}
			side = one
		default:
			return 0
		}
	}
	return side
}
