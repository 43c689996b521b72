package interpret

import (
	"slices"

	"corrd/game/board"
)

// Readings returns the legal moves of the position that the words can express
// in an agreed notation (I.13.C), with the verdict their number gives. A move
// number at the head of the words is read past.
func (m Move) Readings(p *board.Position, r Rules) Result {
	var room [256]board.Move
	rd := reader{p: p, rules: r, side: p.SideToMove(), legal: p.Moves(room[:0])}
	if rd.side == board.Black {
		rd.flip = 56
	}
	var res Result
	understood := rd.descriptive(&res, m.Text)
	res.conclude(understood)
	return res
}

// conclude sorts the readings and gives the verdict.
func (res *Result) conclude(understood bool) {
	switch n := len(res.Moves); {
	case n == 0 && understood:
		res.Verdict = Illegal
	case n == 0:
		res.Verdict = Unintelligible
	case n == 1:
		res.Verdict = One
	default:
		res.Verdict = Several
		slices.SortFunc(res.Moves, byUCI)
	}
}

// byUCI orders moves as their UCI texts are ordered.
func byUCI(a, b board.Move) int {
	return int(uciKey(a)) - int(uciKey(b))
}

// uciKey packs a move so that keys order as UCI texts do: from-file, from-rank,
// to-file, to-rank, then b, n, q, r.
func uciKey(m board.Move) uint32 {
	key := func(s board.Square) uint32 { return uint32(s.File())<<3 | uint32(s.Rank()) }
	order := [...]uint32{board.Bishop: 1, board.Knight: 2, board.Queen: 3, board.Rook: 4}
	return key(m.From())<<9 | key(m.To())<<3 | order[m.Promotion()]
}

// descriptive adds the readings in descriptive notation. It reports whether the
// text is a move's words at all.
func (r *reader) descriptive(res *Result, text string) bool {
	var buf [128]byte
	s := scan(withoutNumber(appendFold(buf[:0], text)))
	all := parseForms(&s)
	if all.n == 0 {
		return false
	}
	var room [256]board.Move
	found := r.match(room[:0], all.all(), s.terms)
	found = r.heed(res, found, s.terms, all.onlyTerms())
	res.Moves = append(res.Moves, found...)
	return true
}

// withoutNumber passes over a move number and its dots at the head of a text
// that goes on after it.
func withoutNumber(text []byte) []byte {
	i := 0
	for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	start := i
	for i < len(text) && text[i] >= '0' && text[i] <= '9' {
		i++
	}
	digits := i - start
	for i < len(text) && (text[i] == '.' || text[i] == ' ') {
		i++
	}
	if digits == 0 || digits > 3 || i == start+digits || i == len(text) || text[i] == '-' {
		return text
	}
	return text[i:]
}
