package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/telling"
	"corrd/interpret/notation"
	"corrd/mailer"
	"corrd/templates"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// gamePage is what stands on the page of a game.
type gamePage struct {
	Entry
	Book     press.Book
	Terms    []string
	Rows     []row
	Short    string
	Used     string // the time that the sides used
	Outlines template.HTML
	Board    template.HTML
	Men      template.HTML
	Position string // the men in words
	Begins   string // the data of the script: the men before the first move
	Changes  string // what each move changes, with the number of its words among Phrases
	Phrases  string // the moves in words, parted by bars
	First    int    // the ply of the first move
	Event    *round // nil: the game counts in none
}

// round is the round of an event in which a game was played.
type round struct {
	Number int64 // of the event
	Name   string
	Round  int
}

// row is what stands in the score: a move, a remark, or a diagram.
type row struct {
	Kind      string // "turn", "remark", "diagram", "text"
	Turn      press.Turn
	Algebraic string
	ID        bool // the move stands in the line, and the page is stepped to it
	Remark    press.Remark
	Link      string // to the provision
	Diagram   press.Diagram
	Picture   string // the file of the diagram
	Men       string // in words
}

// GameFiles returns the page of a game, its PGN and the pictures of its diagrams, and the entry of
// the game for lists.
func GameFiles(g telling.Public, sides [2]Side, house House, zone *time.Location) (Files, Entry) {
	for i := range sides {
		sides[i] = slices.Clone(sides[i])
		for j := range sides[i] {
			sides[i][j].Name = mailer.OneLine(sides[i][j].Name)
		}
	}
	names := [2]string{sides[board.White].String(), sides[board.Black].String()}
	office := templates.Office{Name: house.Name, Domain: house.Domain}
	book := templates.PublicBook(g)
	book.Names, book.Office, book.Zone = names, office, zone
	bound := book.Bound()
	s := &g.State
	e := Entry{ID: s.ID, Sides: sides, Code: s.Code().Title, Score: bound.Score, Ended: bound.Ended, Moves: (len(s.Line) + 1) / 2,
		Year: s.Started.In(zone).Year(), Begun: day(s.Started, zone), Day: day(g.Updated, zone), Updated: g.Updated.UTC()}
	all := Files{}
	p := gamePage{Entry: e, Book: bound, Outlines: outlines(), Board: board8()}
	if t := s.Tournament; t != nil {
		p.Event = &round{t.Number, mailer.OneLine(t.Name), t.Round}
	}
	for _, b := range bound.Chapters[0].Blocks {
		if item, ok := b.(press.Item); ok {
			p.Terms = append(p.Terms, item.Text)
		}
	}
	p.rows(g, bound, book, all)
	used := book.TimeUsed()
	p.Used = texts.Say("site time used", used[board.White], used[board.Black])
	title := texts.Say("site game title", e.White(), e.Black(), e.Year)
	all[gamePath(e.ID)] = render("game.html", page{house, title, "../", p})
	all[PGNPath(e.ID)] = []byte(templates.PublicPGN(g, names, office))
	return all, e
}

// titleOf returns the title of a code.
func titleOf(code string) string {
	if c, ok := codes.ByID(code); ok {
		return c.Title
	}
	return code
}

func gamePath(id int64) string { return fmt.Sprintf("games/%d.html", id) }

// PGNPath names the file with the PGN of a game.
func PGNPath(id int64) string { return fmt.Sprintf("games/%d.pgn", id) }

func day(at time.Time, zone *time.Location) string {
	return strings.ReplaceAll(texts.Day(at, zone), "\u00a0", " ")
}

// rows fills in the score and the data by which the page is stepped through, and adds the pictures
// of the diagrams to the files.
func (p *gamePage) rows(g telling.Public, bound press.Book, book templates.GameBook, all Files) {
	begins, plies := book.Plies()
	last := map[int]int{} // by the ply, the row of the move that stands
	for _, b := range bound.Chapters[1].Blocks {
		switch b := b.(type) {
		case press.Turn:
			last[b.Ply] = len(p.Rows)
			p.Rows = append(p.Rows, row{Kind: "turn", Turn: b})
		case press.Remark:
			p.Rows = append(p.Rows, row{Kind: "remark", Remark: b, Link: lawLink(g, b.Law)})
		case press.Diagram:
			name, octets := drawn(b)
			all[name] = octets
			p.Rows = append(p.Rows, row{Kind: "diagram", Diagram: b, Picture: name, Men: templates.MenInWords(&b.Position)})
		}
	}
	final, words, known := begins, []string{}, map[string]int{}
	var changes []string
	for _, ply := range plies {
		if i, ok := last[ply.Number]; ok {
			p.Rows[i].Algebraic, p.Rows[i].ID = ply.Algebraic, true
		}
		n, ok := known[ply.Spoken]
		if !ok {
			n, words = len(words), append(words, ply.Spoken)
			known[ply.Spoken] = n
		}
		changes = append(changes, change(&final, &ply.After)+strconv.Itoa(n))
		final = ply.After
	}
	if len(plies) > 0 {
		p.First = plies[0].Number
	}
	p.Begins, p.Changes, p.Phrases = placement(&begins), strings.Join(changes, " "), strings.Join(words, "|")
	p.Men, p.Position = men(&final), templates.MenInWords(&final)
	for _, b := range bound.Chapters[2].Blocks {
		if text, ok := b.(press.Paragraph); ok {
			p.Short = strings.ReplaceAll(text.Text, "\u00a0", " ")
		}
	}
}

// drawn returns the picture of a diagram, under a name that follows from what it shows.
func drawn(d press.Diagram) (name string, octets []byte) {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %v", d.Position.FEN(), d.Move))
	var b bytes.Buffer
	if err := templates.BoardPNG(&b, &d.Position, templates.BoardOptions{From: board.White, Last: d.Move, Notation: notation.Descriptive | notation.Algebraic}); err != nil {
		panic("site: " + err.Error()) // the writer takes everything
	}
	return "pictures/" + hex.EncodeToString(sum[:8]) + ".png", b.Bytes()
}

// lawLink returns the way from the page of a game to a provision; "" where no page has it.
func lawLink(g telling.Public, law string) string {
	for _, id := range []string{g.State.Terms.Code, g.State.Terms.Annex} {
		code, ok := codes.ByID(id)
		if ok && slices.Contains(code.Provisions(), codes.Law(law)) {
			return "../" + codePath(id) + "#" + slug(law)
		}
	}
	return ""
}

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
