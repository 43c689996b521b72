package notation

import (
	"slices"
	"strings"

	"corrd/game/board"
	"corrd/game/reason"
)

// MostMeant is how many moves a question can name; words that fit more say too little.
const MostMeant = 4

// longestMeant is how many words of a sentence are looked at.
const longestMeant = 24

// Meant returns the legal moves that a sentence seems to mean of somebody who has no notation:
// "king's pawn forward two", "my knight goes out to f3", "e2 to e4". They are for a question to the
// writer, and nothing else may come of them: the sentence records no move.
func Meant(text string, p *board.Position) []board.Move {
	words := strings.FieldsFunc(strings.ToLower(Fold(text)), func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9') })
	if len(words) == 0 || len(words) > longestMeant {
		return nil
	}
	var w wish
	words = takenWith(pawnNamed(words))
	for i, word := range words {
		w.add(word, words[i+1:])
	}
	if w.kind == 0 && w.squares == 1 && !w.castles && !w.takes && !strange(words) { // "Tom plays d3"
		w.kind = board.Pawn
	}
	if !w.says() {
		return nil
	}
	var moves []board.Move
	for _, m := range p.Moves(nil) {
		if w.fits(p, m) {
			moves = append(moves, m)
		}
	}
	if len(moves) > MostMeant {
		return nil
	}
	return board.Sorted(moves)
}

// strange reports whether words are one before a square that may name a man: "Dinghy f3".
func strange(words []string) bool {
	return len(words) == 2 && len(words[0]) > 2 || len(words) == 3 && len(words[0]) > 2 && (words[1] == "to" || words[1] == "nach" || words[1] == "auf")
}

// pawnNamed returns words in which a Pawn that is named by the man behind it is named as notation
// names it: of "the pawn in front of my king" the words are "king pawn".
func pawnNamed(words []string) []string {
	at := slices.Index(words, "front")
	if at < 2 || words[at-2] != "pawn" || at+3 > len(words) || words[at+1] != "of" {
		return words
	}
	named := slices.Clone(words[:at-2])
	n := at + 2
	for n < len(words) && (words[n] == "my" || words[n] == "the" || words[n] == "s" || kindsMeant[words[n]] != 0) {
		named = append(named, words[n])
		n++
	}
	return append(append(named, "pawn"), words[n:]...)
}

// takenWith returns words in which the man that takes stands behind "with" as notation has them: of
// "I take the pawn with my knight" the words are "knight takes the pawn".
func takenWith(words []string) []string {
	with := slices.Index(words, "with")
	takes := slices.IndexFunc(words, func(word string) bool {
		return word == "take" || word == "takes" || word == "capture" || word == "captures"
	})
	if takes < 0 || with < takes+2 || with+1 == len(words) || !slices.ContainsFunc(words[takes:with], func(word string) bool { return kindsMeant[word] != 0 }) {
		return words
	}
	return slices.Concat(words[:takes], words[with+1:], []string{"takes"}, words[takes+1:with])
}

// wish is what a sentence says of a move; the zero value of a field says nothing.
type wish struct {
	kind, victim board.Kind
	files        []int // of the man's file, the more exact last
	wing         byte  // 'k' or 'q', of a man that is named by its wing
	from, to     board.Square
	squares      int
	forward      bool
	steps        int
	takes        bool
	castles      bool
	short, long  bool
	contradicted bool
}

var kindsMeant = map[string]board.Kind{"king": board.King, "queen": board.Queen, "rook": board.Rook, "rooks": board.Rook, "bishop": board.Bishop,
	"bishops": board.Bishop, "knight": board.Knight, "knights": board.Knight, "horse": board.Knight, "night": board.Knight, "pawn": board.Pawn,
	"pawns": board.Pawn, "kings": board.King, "queens": board.Queen,
	"springer": board.Knight, "pferd": board.Knight, "ross": board.Knight, "cavalier": board.Knight, "cavallo": board.Knight, "caballo": board.Knight, "paard": board.Knight, "horsey": board.Knight, "knite": board.Knight, "kn": board.Knight,
	"bauer": board.Pawn, "pion": board.Pawn, "pedone": board.Pawn, "laufer": board.Bishop, "laeufer": board.Bishop, "fou": board.Bishop, "alfiere": board.Bishop, "alfil": board.Bishop, "loper": board.Bishop,
	"turm": board.Rook, "tour": board.Rook, "torre": board.Rook, "toren": board.Rook, "dame": board.Queen, "dama": board.Queen, "konig": board.King, "koenig": board.King, "roi": board.King, "rey": board.King}

// fileOf is the file on which the pieces of a kind begin, on the King's wing.
var fileOf = map[board.Kind]int{board.King: 4, board.Queen: 3, board.Bishop: 5, board.Knight: 6, board.Rook: 7}

// add takes in a word; rest are the words behind it.
func (w *wish) add(word string, rest []string) {
	next := ""
	if len(rest) > 0 {
		if next = rest[0]; next == "s" && len(rest) > 1 { // "king's"
			next = rest[1]
		}
	}
	if len(word) == 4 { // "e2e4"
		if _, ok := board.ParseSquare(word[2:]); ok && w.square(word[:2]) {
			word = word[2:]
		}
	}
	if takes, on, captures := strings.Cut(word, "x"); captures && len(takes) == 1 && w.kind == 0 { // "nxe5", "exd5"
		kind, file := strings.IndexByte(sanLetters, takes[0]-'a'+'A'), int(takes[0]-'a')
		pawn := file >= 0 && file < 8 && kind <= 0
		if (kind > 0 || pawn) && w.square(on) {
			if w.takes = true; pawn {
				w.kind, w.files = board.Pawn, append(w.files, file)
			} else {
				w.kind = board.Kind(kind)
			}
			return
		}
	}
	if len(word) == len("nf3") && w.kind == 0 {
		if kind := strings.IndexByte(sanLetters, word[0]-'a'+'A'); kind > 0 && w.square(word[1:]) {
			w.kind = board.Kind(kind)
			return
		}
	}
	kind, man := kindsMeant[word]
	_, another := kindsMeant[next]
	switch {
	case man && another && (kind == board.King || kind == board.Queen) && w.wing == 0:
		w.wing = word[0]
		w.files = append(w.files, fileOf[kind])
	case man && another:
		w.files = append(w.files, fileOf[kind])
	case man && w.kind == 0:
		w.kind = kind
	case man && w.takes && w.victim == 0:
		w.victim = kind
	case w.square(word):
	default:
		w.verb(word, next)
	}
}

// square takes in the name of a square, and reports whether the word is one.
func (w *wish) square(word string) bool {
	sq, ok := board.ParseSquare(word)
	if ok {
		if w.squares++; w.squares > 1 {
			w.from = w.to
		}
		w.to = sq
	}
	return ok
}

// verb takes in what the man does.
func (w *wish) verb(word, next string) {
	switch word {
	case "forward", "forwards", "ahead", "up", "advance", "advances", "straight":
		w.forward = true
	case "one", "1":
		w.steps = 1
	case "two", "2", "double":
		w.steps = 2
	case "three", "3":
		w.steps = 3
	case "takes", "take", "captures", "capture", "capturing", "taking":
		w.takes = true
	case "castle", "castles", "castling":
		w.castles = true
	case "short", "kingside":
		w.short = true
	case "long", "queenside":
		w.long = true
	case "not", "if", "dont", "never":
		w.contradicted = true
	case "b", "c", "d", "e", "f", "g", "h":
		if next == "pawn" {
			w.files = append(w.files, int(word[0]-'a'))
		}
	}
}

// says reports whether the words say which man goes where.
func (w *wish) says() bool {
	goes := w.squares > 0 || w.takes || w.forward || w.steps > 0 && w.kind == board.Pawn
	vague := w.kind == board.Pawn && len(w.files) == 0 && w.squares == 0 && !w.takes
	return !w.contradicted && !vague && w.squares <= 2 && (w.castles || w.squares == 2 || w.kind != 0 && goes)
}

// fits reports whether a legal move is as the words say.
func (w *wish) fits(p *board.Position, m board.Move) bool {
	man, _ := p.At(m.From())
	if w.castles && w.kind == 0 {
		return p.IsCastling(m) && !(w.short && m.To().File() < 4) && !(w.long && m.To().File() > 4)
	}
	ahead := m.To().Rank() - m.From().Rank()
	if p.SideToMove() == board.Black {
		ahead = -ahead
	}
	straight := m.To().File() == m.From().File()
	taken, occupied := p.At(m.To())
	switch {
	case occupied && w.victim != 0 && taken.Kind != w.victim, w.kind != 0 && man.Kind != w.kind, w.squares > 0 && m.To() != w.to, w.squares == 2 && m.From() != w.from,
		w.takes != p.IsCapture(m) && (w.takes || w.forward), w.forward && !(straight && ahead > 0), w.squares == 0 && w.steps > 0 && !(straight && ahead == w.steps):
		return false
	case m.Promotion() != 0 && m.Promotion() != board.Queen:
		return false
	}
	return w.named(man.Kind, m.From().File())
}

// named reports whether a man on a file bears the name that the words give.
func (w *wish) named(kind board.Kind, file int) bool {
	if len(w.files) == 0 {
		return true
	}
	if kind != board.Pawn { // "queen's knight"
		return w.wing == 0 || (w.wing == 'k') == (file >= 4)
	}
	exact := w.files[len(w.files)-1]
	both := exact > 4 // "bishop's pawn" is one of two
	if w.wing == 'q' && both && len(w.files) > 1 {
		exact, both = 7-exact, false
	}
	return file == exact || both && w.wing == 0 && file == 7-exact && !slices.Contains(w.files, 4)
}

// men are the ways of taking a sentence as a man and its place.
func men(s *sentence) (f forms, ok bool) {
	t := s.tokens()
	if !s.known || s.n == 0 {
		return f, false
	}
	for i := 0; i <= len(t) && i <= maxName; i++ {
		man, ok := parseName(t[:i])
		if !ok {
			continue
		}
		from := anywhere
		if i < len(t) {
			from, _ = parsePlace(t[i:], i > 0)
		}
		if from != 0 {
			f.add(form{man: man, from: from})
		}
	}
	return f, f.n > 0
}

// onlyTerms reports whether the words say nothing of where the man goes or what the man takes, so
// that a term stands for the verb: "Kt. mates.", "K. B. checks."
func (f *forms) onlyTerms() bool {
	for i := range f.all() {
		if one := &f.list[i]; one.verb != anyVerb || one.to != anywhere || one.steps != 0 || one.castles != 0 {
			return false
		}
	}
	return true
}

// announcements are the terms that may be true of a move. untrue is the reason for a term that is
// true of no reading; remark is what logs of games hold of such a term: a name that never changes,
// and that no letter says.
var announcements = [...]struct {
	term         terms
	says, untrue reason.Reason
	remark       string
}{
	{termCheck, reason.Because("way check"), reason.Because("remark check"), "no reading gives check: \"ch\" was read past"},
	{termMate, reason.Because("way mate"), reason.Because("remark mate"), "no reading gives mate: \"mate\" was read past"},
	{termDiscovered, reason.Because("way discovered check"), reason.Because("remark discovered check"), "no reading discovers check: \"dis\" was read past"},
	{termDouble, reason.Because("way double check"), reason.Because("remark double check"), "no reading gives double check: \"dble\" was read past"},
}

// Remark returns the reason of a remark of a Result, which a log may hold.
func Remark(remark string) reason.Reason {
	for i := range announcements {
		if announcements[i].remark == remark {
			return announcements[i].untrue
		}
	}
	return reason.Reason(remark)
}

// isTrueOf reports whether an announced term is true of a legal move.
func (t terms) isTrueOf(p *board.Position, m board.Move) bool {
	switch t {
	case termCheck:
		return p.GivesCheck(m)
	case termMate:
		q := p.Play(m)
		return q.Checkmate()
	case termDiscovered:
		return p.Discovers(m)
	}
	return p.Doubles(m)
}

// heed lets the announced terms select among the readings. Terms are not part of the record
// (I.13.A): a term that is true of some readings selects those readings, and a term that is true of
// none is read past with a remark, unless the term stands for the verb.
func (r *reader) heed(res *Result, found []board.Move, said terms, verb bool) []board.Move {
	for i := range announcements {
		a := &announcements[i]
		if said&a.term == 0 || len(found) == 0 {
			continue
		}
		kept := 0
		for j, m := range found {
			if a.term.isTrueOf(r.p, m) {
				found[kept], found[j] = m, found[kept]
				kept++
			}
		}
		switch {
		case kept > 0 || verb:
			found = found[:kept]
		default:
			res.Remarks = append(res.Remarks, a.remark)
		}
	}
	return found
}

// shifted are signs, and figures what the keys of the signs give without the shift.
const shifted, figures = "@#$%^&", "234567"

// StruckAmiss returns the texts, each once, that words may be meant for if one key was struck twice
// or with the shift, as in "P-Q33", "P-QQ3" and "P-Q#", or if a move was written twice without a
// space, as in "d3d3".
func StruckAmiss(text string) (meant []string) {
	text = strings.TrimRight(Fold(text), ".! ")
	seen := map[string]bool{text: true}
	add := func(one string) {
		if !seen[one] {
			seen[one] = true
			meant = append(meant, one)
		}
	}
	if len(text) > maxWords {
		return nil
	}
	if half := len(text) / 2; len(text)%2 == 0 && text[:half] == text[half:] && half > 1 {
		add(text[:half])
	}
	for i := 1; i < len(text); i++ {
		if text[i] == text[i-1] && (isLetter(text[i]) || text[i] >= '1' && text[i] <= '8') {
			add(text[:i] + text[i+1:])
		}
	}
	last := len(text) - 1
	if last > 0 && isLetter(text[last-1]) {
		if at := strings.IndexByte(shifted, text[last]); at >= 0 {
			add(text[:last] + figures[at:at+1])
		}
	}
	return meant
}
