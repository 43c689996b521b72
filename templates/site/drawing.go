package site

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"corrd/game/board"
	"corrd/templates/press"
)

// The letters of men in drawings and in the data of the script, White's in capitals as in FEN.
const letters = ".PNBRQK"

func letter(m board.Man) string {
	l := letters[m.Kind : m.Kind+1]
	if m.Side == board.Black {
		return strings.ToLower(l)
	}
	return l
}

// fine is into how many parts the em of an outline is divided: enough for a square of a hundred
// pixels.
const fine = 128

// outlines returns the men as groups of SVG.
func outlines() template.HTML {
	var b strings.Builder
	for _, side := range []board.Side{board.White, board.Black} {
		for kind := board.Pawn; kind <= board.King; kind++ {
			b.WriteString(outline(board.Man{Side: side, Kind: kind}))
		}
	}
	return template.HTML(b.String())
}

// outline returns a man as a group for a square of its own size: the ground within its outer lines,
// and its lines.
func outline(m board.Man) string {
	o := press.ManOutline(m.Side, m.Kind)
	scale := float64(fine) / float64(o.Em)
	var body, lines strings.Builder
	for _, c := range o.Contours {
		d := path(c, scale)
		lines.WriteString(d)
		if !within(c, o.Contours) {
			fmt.Fprintf(&body, `<path class="o" d="%s"/>`, d)
		}
	}
	left := float64(o.Advance)*scale/2 - fine/2
	return fmt.Sprintf("<g id=\"m%s\" transform=\"scale(%g)translate(%.0f 110)\">%s<path class=\"i\" d=\"%s\"/></g>", letter(m), 1.0/fine, -left, body.String(), lines.String())
}

// icon returns the picture of the site in the tab of a browser: a Knight on a square.
func icon() []byte {
	return []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><style>.o{fill:#fff}.i{fill:#221c18}</style><rect width="1" height="1" fill="#c39f74"/>` +
		outline(board.Man{Side: board.White, Kind: board.Knight}) + "</svg>\n")
}

// path writes a closed line as SVG does.
func path(steps []press.Step, scale float64) string {
	var b strings.Builder
	var last [2]int
	rounded := func(p [2]float64) [2]int {
		return [2]int{int(math.Round(p[0] * scale)), int(math.Round(p[1] * scale))}
	}
	from := func(p [2]float64) string {
		at := rounded(p)
		return fmt.Sprint(at[0]-last[0], " ", at[1]-last[1])
	}
	for i, s := range steps {
		op := s.Op
		if i > 0 {
			op += 'a' - 'A' // the first place is counted from the corner, each other one from the one before
		}
		b.WriteByte(op)
		if s.Op == 'Q' {
			b.WriteString(from(s.Control) + " ")
		}
		b.WriteString(from(s.To))
		last = rounded(s.To)
	}
	return strings.ReplaceAll(b.String(), " -", "-") + "Z"
}

// within reports whether a line lies within another one of a man.
func within(c []press.Step, all [][]press.Step) bool {
	least, most := bounds(c)
	for _, other := range all {
		a, z := bounds(other)
		if a[0] < least[0] && a[1] < least[1] && z[0] > most[0] && z[1] > most[1] {
			return true
		}
	}
	return false
}

// bounds returns the corners between which a line lies.
func bounds(c []press.Step) (least, most [2]float64) {
	least, most = [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, s := range c {
		for i := range 2 {
			least[i], most[i] = min(least[i], s.To[i]), max(most[i], s.To[i])
		}
	}
	return least, most
}

// files names the files from White's left to White's right.
var files = [8]string{"QR", "QKt", "QB", "Q", "K", "KB", "KKt", "KR"}

// board8 returns what stands under the men of a drawn board: its dark squares, and the names of
// files and ranks.
func board8() template.HTML {
	var b strings.Builder
	b.WriteString(`<path class=d d="`)
	for row := range 8 {
		for column := 1 - row%2; column < 8; column += 2 {
			fmt.Fprintf(&b, "M%d %dh1v1h-1z", column, row)
		}
	}
	b.WriteString(`"/>`)
	for i := range 8 {
		fmt.Fprintf(&b, `<text class=n x="%d.5" y="8.36">%s</text><text class=n x="-.28" y="%d.6">%d</text>`, i, files[i], i, 8-i)
	}
	return template.HTML(b.String())
}

// men returns the men of a position on a drawn board.
func men(p *board.Position) template.HTML {
	var b strings.Builder
	for row := range 8 {
		for column := range 8 {
			if m, ok := p.At(board.At(column, 7-row)); ok {
				fmt.Fprintf(&b, `<use href=#m%s x=%d y=%d />`, letter(m), column, row)
			}
		}
	}
	return template.HTML(b.String())
}

// placement writes the men of a position square by square from a8 to h1.
func placement(p *board.Position) string {
	var b strings.Builder
	for row := range 8 {
		for column := range 8 {
			m, ok := p.At(board.At(column, 7-row))
			if !ok {
				m.Kind = 0
			}
			b.WriteString(letter(m))
		}
	}
	return b.String()
}

// change writes what is otherwise on the squares of a board after a move: "e2.e4P".
func change(before, after *board.Position) string {
	was, is := placement(before), placement(after)
	var b strings.Builder
	for i := range is {
		if was[i] != is[i] {
			fmt.Fprintf(&b, "%c%d%c", 'a'+i%8, 8-i/8, is[i])
		}
	}
	return b.String()
}
