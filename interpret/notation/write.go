package notation

import (
	"slices"

	"corrd/game/board"
)

// Record writes the full record of a legal move (I.13.A) in the Code's
// abbreviations (I.13.B): "P(K2)-K4", "Kt(KB3)×P(K5)", "P(K5)×P ip",
// "P(K7)-K8(Q)", "o-o".
func Record(p *board.Position, m board.Move) string {
	return compact.write(p, m, onlyFullRecord)
}

// Write writes a legal move in the notation n is, the first of them if n is a
// set: Short, SAN, SAN with German letters, or the figures and syllables of a code.
func (n Set) Write(p *board.Position, m board.Move) string {
	switch {
	case n&Descriptive != 0:
		return Short(p, m)
	case n&Algebraic != 0:
		return SAN(p, m)
	case n&Numeric != 0:
		return numericCode.write(m)
	case n&Gringmuth != 0:
		return gringmuthCode.write(m)
	case n&German != 0:
		return germanSAN(p, m)
	}
	return uedemannCode.write(m)
}

// Short writes the shortest descriptive form in the usual style that reads back as this legal move
// alone: "Kt-KB3", "BP×P", "R(K1)-K2". Short adds no "ch": whether check must be announced, and by
// whom, is for the code of laws. A turn passed is "(passed)", which no reader takes for a move.
func Short(p *board.Position, m board.Move) string {
	if m == board.Pass {
		return "(passed)"
	}
	return compact.write(p, m, shortestFirst)
}

// Long writes a legal move in the long printed style: "K. Kt. to K. B's 3d.", "P. takes P. in
// passing.", "Castles on K's side." Long adds no "(ch.)".
func Long(p *board.Position, m board.Move) string {
	return printed.write(p, m, shortestFirst)
}

// Words writes a legal move in plain words: "King's Knight to King's Bishop's
// third square", "Castles Queen's Rook".
func Words(p *board.Position, m board.Move) string {
	return spoken.write(p, m, shortestFirst)
}

// fullRecord leaves nothing out.
var fullRecord = saying{man: placed, victim: placed, side: true}

// wordings are the texts to write a move by, the best first.
type wordings func(st *style, w *writing) []string

func onlyFullRecord(st *style, w *writing) []string {
	text, _ := st.say(w, fullRecord)
	return []string{text}
}

// write writes the move by the first of the wordings that reads back as the move alone. The last
// wording is the full record, which always reads back so.
func (st *style) write(p *board.Position, m board.Move, choices wordings) string {
	w := &writing{p: p, m: m, side: p.SideToMove()}
	if p.IsCastling(m) {
		return st.castles[wingOf(m.To())-kingsWing] + st.end
	}
	var room [256]board.Move
	rd := newReader(p, Rules{}, room[:0])
	texts := choices(st, w)
	for _, text := range texts[:len(texts)-1] {
		if rd.only(text, m) {
			return text
		}
	}
	return texts[len(texts)-1]
}

// only reports whether a text reads as one legal move alone.
func (r *reader) only(text string, m board.Move) bool {
	var res Result
	return r.descriptive(&res, text) && len(res.Moves) == 1 && res.Moves[0] == m
}

// shortestFirst are all wordings of a move, the shorter before the longer, and
// among equals those that name the man least; before them, in styles of full
// names, the one a printer would choose; after them the full record.
func shortestFirst(st *style, w *writing) []string {
	type choice struct {
		text string
		cost int
	}
	var all []choice
	for _, s := range sayings(w.p.IsCapture(w.m)) {
		if text, ok := st.say(w, s); ok {
			all = append(all, choice{text, st.cost(w, s, text)})
		}
	}
	slices.SortStableFunc(all, func(a, b choice) int { return a.cost - b.cost })
	var texts []string
	for _, c := range all {
		texts = append(texts, c.text)
	}
	return append(texts, onlyFullRecord(st, w)...)
}

// sayings are the choices of what to say of a move with or without capture.
func sayings(capture bool) []saying {
	var all []saying
	for man := kindOnly; man < details; man++ {
		if !capture {
			all = append(all, saying{man: man}, saying{man: man, side: true})
			continue
		}
		for victim := kindOnly; victim < details; victim++ {
			all = append(all, saying{man: man, victim: victim})
		}
	}
	return all
}

// cost orders wordings.
func (st *style) cost(w *writing, s saying, text string) int {
	if st.fullNames && !w.p.IsCapture(w.m) && s.side && s.man == st.usual(w) {
		return 0
	}
	return len(text)*8 + int(s.man)
}

// usual is how a printer names the man of a move without capture: by the wing, where the man has a
// wing and is no Pawn.
func (st *style) usual(w *writing) detail {
	man, _ := w.p.At(w.m.From())
	if _, ok := st.man(w, w.m.From(), ownName); ok && man.Kind != board.Pawn {
		return ownName
	}
	return kindOnly
}
