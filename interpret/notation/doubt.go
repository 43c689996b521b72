package notation

import (
	"regexp"
	"slices"
	"strings"

	"corrd/game/board"
)

// Doubt is a set of reasons why words that a letter holds may not be meant as the move that they
// express. Words without any are the record of a move, and stand by themselves.
type Doubt uint16

// The reasons.
const (
	Brief     Doubt = 1 << iota // the words leave the man out, or the sign that says what the man does: "KB3"
	Vague                       // the words say neither where a man goes nor what a man takes: "K x", "p. 4"
	InText                      // the words stand among lines of prose
	Paragraph                   // the words stand below a long line or several lines of prose that do not lead to them
	Wrapped                     // a mail program may have broken the line before the words
	Mentioned                   // the words are part of a sentence
	Unsure                      // the line says "maybe", or ends as a question does
	Later                       // the letter says that the move comes later
	Instead                     // the line, or the line before, takes something back: "sorry", "I meant"
	OfWhite                     // the line says that the move is White's
	OfBlack                     // the line says that the move is Black's
	Planned                     // the sentence tells of a turn to come: no doubt while the writer's turn is due
)

// Asks are the reasons for which words are not played without a question, whatever they express.
const Asks = Vague | Wrapped | Mentioned | Unsure | Later

// Weigh returns how much of a record the words of a move are: Brief, Vague or neither. A record
// names a man and, after a dash, "to", "takes" or a bracket, where the man goes or what the man
// takes, or is of castling; the square need not exist.
func Weigh(text string) Doubt {
	folded := Fold(text)
	if first := scan([]byte(firstWord(folded))); first.known && first.n == 0 && first.terms != 0 {
		return Vague // "ch., Kt takes P", the end of another move
	}
	if castlingWord([]byte(strings.Trim(folded, " .!"))) != 0 && !strings.Contains(folded, "-") {
		return Vague // "00", "oo"
	}
	on, _ := ontoBoard(folded)
	if holdsNumber(withoutNumber([]byte(on))) && !isNumeric(folded) {
		return Vague // "PN-4451-B"
	}
	if s := scan(withoutNumber([]byte(on))); s.known && s.isRecord() {
		return 0
	}
	switch s := scan(withoutNumber([]byte(folded))); {
	case s.known && s.n > 0 && s.isShort(folded), folded == strings.ToUpper(folded) && IsCode(folded), isNumeric(folded), HoldsSquare(folded) && looksAlgebraic(folded):
		return Brief
	}
	return Vague
}

// holdsNumber reports whether a text holds a number of three figures or more, which is not a rank
// misspelt.
func holdsNumber(text []byte) bool {
	for i := 2; i < len(text); i++ {
		if isDigit(text[i-2]) && isDigit(text[i-1]) && isDigit(text[i]) {
			return true
		}
	}
	return false
}

// firstWord is a text up to its first space or comma.
func firstWord(text string) string {
	if i := strings.IndexAny(text, " ,"); i > 0 {
		return text[:i]
	}
	return text
}

// isPlace reports whether a token can be of the name of a square: "R to K" is to the King's.
func (t token) isPlace() bool { return rankOf(t) != 0 || t == tokHis || t.isMan() && t != tokPawn }

// isRecord reports whether a sentence names a man and what the man does, or is of castling. No
// square is a Pawn's: "P to P" names none.
func (s *sentence) isRecord() bool {
	t := s.tokens()
	for i, one := range t {
		switch {
		case one >= tokCastles && one <= tokLong:
			return true
		case one.isVerb() || one == tokOpen:
			takes := one == tokTakes || one == tokOpen
			return t[0].isMan() && namesAny(t[i+1:]) && (takes || slices.ContainsFunc(t[i+1:], token.isPlace))
		}
	}
	return false
}

// namesAny reports whether tokens name a man, or a square by a man or by "his".
func namesAny(t []token) bool {
	for _, one := range t {
		if one.isMan() || one == tokHis {
			return true
		}
	}
	return false
}

// isShort reports whether a sentence that is not a full record can be taken for a move all the
// same: it has a square, written as one word if no man is named beside it, or a man and what the
// man does, "P queens", "Kt mates", "KP one square".
func (s *sentence) isShort(text string) bool {
	var f forms
	f.parse(s)
	verb := false
	for _, t := range s.tokens() {
		switch {
		case t == tokTo && s.list[0] == tokTo:
			return false // "to Q 4", the end of a sentence
		case t == tokOn && !verb:
			return false // "Kt at Q 4" says where a man stands
		}
		verb = verb || t.isVerb()
	}
	for i := range f.all() {
		one := &f.list[i]
		square := one.to != anywhere && one.to.Len() < 8 || one.own != notOwn
		named := one.man.kinds != anyKind
		switch {
		case one.verb == captures && (one.victim.kinds != anyKind || square):
			return true
		case square && (named || verb || closeWritten(text)):
			return true
		case named && (one.steps != 0 || one.becomes != anyKind && one.man.kinds>>board.Pawn&1 != 0):
			return true
		case named && s.terms&^termPassing != 0:
			return true
		}
	}
	return s.signAsDash()
}

// closeWritten reports whether the square at the head of a text is one word: "KB3", but not "B 3".
func closeWritten(text string) bool {
	text = strings.TrimLeft(text, " ")
	i := 0
	for i < len(text) && (isLetter(text[i]) || text[i] == '\'') {
		i++
	}
	return i > 0 && i < len(text) && isDigit(text[i])
}

// coloured are the words by which a line says whose its moves are: "White plays", "Black: P-K4",
// "as Black I", "P-K4 for White".
var coloured = regexp.MustCompile(`(?i)(?:^|[.!?;:,] )(?:(?:and|so|now|then|here) )?(white|black)(?:'s|:| (?:plays?|moves?|answers?|reply|replies|responds?|opens?|begins?|starts?|goes|chooses|continues?|castles?|has|is|to|must|will|shall|(?-i:[KQRBNPO][^a-z]|Kt)))|\b(?:as|for|being|with|am|have|playing)(?: the)? (white|black)\b`)

// titled matches the end of a line up to a name.
var titled = regexp.MustCompile(`(?i)\b(?:mr|mrs|ms|dr|prof|rev|st)\.$`)

// OfColour returns whose the moves of a line are by its words: OfWhite, OfBlack, or neither if it
// names no colour or both.
func OfColour(line string) (of Doubt) {
	for _, at := range coloured.FindAllStringSubmatchIndex(line, 2) {
		if titled.MatchString(line[:at[0]+1]) {
			continue // "Dear Mr. White: P-K4"
		}
		if strings.Contains(strings.ToLower(line[at[0]:at[1]]), "white") {
			of |= OfWhite
		} else {
			of |= OfBlack
		}
	}
	if of == OfWhite|OfBlack {
		return 0
	}
	return of
}
