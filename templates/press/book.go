package press

import (
	"fmt"

	"golang.org/x/text/unicode/norm"

	"corrd/game/board"
)

// Paper is the size of the pages of a book.
type Paper string

// The sizes of paper.
const (
	A4     Paper = "a4"
	Letter Paper = "letter"
)

// Papers are the sizes of paper, the usual one first.
var Papers = []Paper{A4, Letter}

// size returns the measures of a paper, in millimetres.
func (p Paper) size() (wide, high float64) {
	if p == Letter {
		return 215.9, 279.4
	}
	return sheetWide, sheetHigh
}

// Book is what stands in the book of a game.
type Book struct {
	Properties string // the title in the properties of the document
	Club       string // in whose name the book is printed
	Heading    string // of the title page
	Kind       string // how the game was played
	Players    [2]Player
	Against    string   // between the names of the players
	Conditions []string // lines beneath the names: the code, the dates
	Score      string   // "1–0", or "" if the game has none
	Ended      string   // how the game ended
	Foot       string   // the last line of the title page
	Running    string   // the head of each other page
	Chapters   []Chapter
}

// Player is a player on the title page.
type Player struct {
	Name string
	Men  string // which men the player had
	Note string // what is to be said of the name; "" for nothing
}

// Chapter is a part of a book. It begins on a page of its own, unless it follows the one before.
type Chapter struct {
	Heading string
	Follows bool
	Blocks  []Block
}

// Block is what stands in a chapter: a Paragraph, an Item, a Turn, a Remark, a Quotation or a
// Diagram.
type Block interface{ set(g *galley) }

// Paragraph is a paragraph of plain text. No line is broken at a no-break space.
type Paragraph struct{ Text string }

// Item is an item of a list.
type Item struct{ Text string }

// Turn is a move of the score.
type Turn struct {
	Number string // "1.", or "" if the number stands before the move of the other side
	Side   string
	Words  string // as they were sent
	Short  string // the short form
	Under  string // when the move was made, and how it travelled; "" for nothing
	Ply    int    // which move of the game it is: a page is stepped through by it
}

// Remark is what happened between two moves, with the provision on which it rests; Law and Digest
// may be "".
type Remark struct{ Text, Law, Digest string }

// Quotation is what one side wrote to the other.
type Quotation struct {
	By    string
	Words string
}

// Diagram is a position. Move has the squares that are marked, or is board.Pass.
type Diagram struct {
	Position     board.Position
	Move         board.Move
	Caption      string
	Above, Below string // whose men stand there
}

// The measures of a book, in millimetres.
const (
	measure    = 124.0 // the width of the text
	headMargin = 33.0
	footMargin = 34.0
	indent     = 24.0 // from the left of the text to the words of a move
	inset      = 9.0  // of remarks
	bookSquare = 5.5
)

// The types of a book.
var (
	text     = typeset{roman, 10.8, black, 0}
	short    = typeset{italic, 10.8, sepia, 0}
	small    = typeset{roman, 8.6, sepia, 0}
	sideType = typeset{capitals, 10.3, black, 0.08}
	remark   = typeset{roman, 9.6, black, 0}
	lawType  = typeset{roman, 8.8, sepia, 0}
	digest   = typeset{italic, 8.8, sepia, 0}
	quoted   = typeset{italic, 10.2, black, 0}
	caption  = typeset{italic, 8.8, sepia, 0}
	menType  = typeset{capitals, 8, sepia, 0.5}
)

// PDF draws the book on pages of a size.
func (b Book) PDF(paper Paper) ([]byte, error) {
	faces, err := newFaces()
	if err != nil {
		return nil, err
	}
	w, h := paper.size()
	pages := []page{{w, h, func(s *sheet) { b.titlePage(s, w, h) }}}
	for len(b.Chapters) > 0 {
		g := galley{ruler: &sheet{faces: faces}}
		b.Chapters = g.chapters(b.Chapters, h-headMargin-footMargin)
		for _, strips := range g.broken(h - headMargin - footMargin) {
			number := len(pages) + 1
			pages = append(pages, page{w, h, func(s *sheet) { b.textPage(s, w, h, number, strips) }})
		}
	}
	return pressed(pages, faces, norm.NFC.String(b.Properties)), nil
}

// textPage draws a page of a chapter: the head, the text, and the number of the page.
func (b Book) textPage(s *sheet, w, h float64, number int, strips []strip) {
	left := (w - measure) / 2
	head := typeset{capitals, 7.6, sepia, 0.35}
	for _, line := range s.lines(head, norm.NFC.String(b.Running), measure)[:1] {
		s.centred(head, w/2, headMargin-12, line)
	}
	s.line(sepia, 0.12, left, headMargin-9.4, left+measure, headMargin-9.4)
	y := headMargin
	for _, one := range strips {
		one.draw(s, left, y)
		y += one.high
	}
	s.line(sepia, 0.12, w/2-6, h-footMargin+12.2, w/2+6, h-footMargin+12.2)
	s.centred(typeset{roman, 8.6, sepia, 0}, w/2, h-footMargin+16.4, fmt.Sprint(number))
}

// A strip is a piece of a chapter that stands on one page.
type strip struct {
	high float64
	draw func(s *sheet, x, y float64) // from the left of the text and the top of the strip
	keep bool                         // the next strip stands on the same page
	gap  bool                         // the strip is space, which is left out at the top of a page
}

// A galley is a chapter before it is broken into pages.
type galley struct {
	ruler  *sheet // measures
	strips []strip
	begins []int // the first strip of each block
}

// chapters sets the first of some chapters and those that follow it, each of them upon one page
// whose text has a height if it has room there, and returns the others.
func (g *galley) chapters(all []Chapter, high float64) (others []Chapter) {
	for i, c := range all {
		switch {
		case i > 0 && !c.Follows:
			return all[i:]
		case i > 0:
			g.space(9)
		}
		first := len(g.strips)
		g.heading(c.Heading)
		for _, block := range c.Blocks {
			g.begins = append(g.begins, len(g.strips))
			block.set(g)
		}
		if i > 0 {
			g.together(first, high)
		}
	}
	return nil
}

// together keeps the strips from one on upon one page, if a page of that height has room for them.
func (g *galley) together(first int, high float64) {
	for _, s := range g.strips[first:] {
		high -= s.high
	}
	for i := first; high >= 0 && i < len(g.strips)-1; i++ {
		g.strips[i].keep = true
	}
}

// broken breaks the chapter into pages whose text has a height.
func (g *galley) broken(high float64) (pages [][]strip) {
	var on []strip
	left := high
	for i := 0; i < len(g.strips); {
		group, all := 1, g.strips[i].high
		for g.strips[i+group-1].keep && i+group < len(g.strips) {
			all += g.strips[i+group].high
			group++
		}
		switch space := g.strips[i].gap; {
		case space && (len(on) == 0 || all > left): // no page begins with space, and none has nothing else
		case all > left && len(on) > 0:
			pages, on, left = append(pages, on), nil, high
			continue
		default:
			on, left = append(on, g.strips[i:i+group]...), left-all
		}
		i += group
	}
	return append(pages, on)
}

// space leaves a height empty.
func (g *galley) space(high float64) {
	g.strips = append(g.strips, strip{high: high, gap: true, draw: func(*sheet, float64, float64) {}})
}

// add puts a strip into the galley.
func (g *galley) add(high float64, keep bool, draw func(s *sheet, x, y float64)) {
	g.strips = append(g.strips, strip{high: high, keep: keep, draw: draw})
}

// heading puts the heading of a chapter.
func (g *galley) heading(words string) {
	g.add(19, true, func(s *sheet, x, y float64) {
		s.centred(typeset{capitals, 15.5, black, 1.1}, x+measure/2, y+6, norm.NFC.String(words))
		s.rule(x+measure/2, y+11, 17)
	})
}

func (p Paragraph) set(g *galley) {
	g.space(2)
	g.lines([]run{{text, p.Text}}, 0, measure, 5, true)
	g.space(2)
}

func (i Item) set(g *galley) {
	first := len(g.strips)
	g.lines([]run{{remark, i.Text}}, 5, measure-5, 4.6, false)
	g.also(first, func(s *sheet, x, y float64) { s.centred(remark, x+2, y+3.4, "–") })
	g.space(1)
}

func (t Turn) set(g *galley) {
	first := len(g.strips)
	runs := []run{{text, t.Words}}
	if t.Short != "" {
		runs = append(runs, run{short, "— " + t.Short})
	}
	g.lines(runs, indent, measure-indent, 5, false)
	g.also(first, func(s *sheet, x, y float64) {
		if t.Number != "" {
			s.right(text, x+7.6, y+3.7, t.Number)
		}
		s.text(sideType, x+9.4, y+3.7, t.Side)
	})
	if t.Under != "" {
		g.strips[len(g.strips)-1].keep = true
		g.lines([]run{{small, t.Under}}, indent, measure-indent, 3.9, false)
	}
	g.space(1.1)
}

func (r Remark) set(g *galley) {
	const inner = inset + 3.4
	g.space(1.2)
	first := len(g.strips)
	g.lines([]run{{remark, r.Text}}, inner, measure-inner-inset, 4.5, true)
	if r.Law != "" {
		g.strips[len(g.strips)-1].keep = true
		g.lines([]run{{lawType, r.Law}, {digest, r.Digest}}, inner, measure-inner-inset, 4.1, true)
	}
	for i := first; i < len(g.strips); i++ {
		high := g.strips[i].high
		g.also(i, func(s *sheet, x, y float64) { s.line(sepia, 0.25, x+inset, y, x+inset, y+high) })
	}
	g.space(2)
}

func (q Quotation) set(g *galley) {
	const inner = 14.0
	g.space(1.2)
	first := len(g.strips)
	g.lines([]run{{sideType, q.By}, {quoted, q.Words}}, inner, measure-2*inner, 4.7, true)
	if len(g.strips) > first+1 {
		g.strips[first].keep = true
	}
	g.space(2)
}

func (d Diagram) set(g *galley) {
	const all = 8 * bookSquare
	g.space(2)
	g.beside()
	for _, line := range g.ruler.lines(caption, norm.NFC.String(d.Caption), measure-2*inset) {
		g.add(4.2, true, func(s *sheet, x, y float64) { s.centred(caption, x+measure/2, y+3, line) })
	}
	g.add(all+12, false, func(s *sheet, x, y float64) {
		s.centred(menType, x+measure/2, y+3.4, d.Above)
		drawn := diagram{position: &d.Position, from: board.White, square: bookSquare}
		if d.Move != board.Pass {
			drawn.marked = []board.Square{d.Move.From(), d.Move.To()}
		}
		s.diagram(drawn, x+(measure-all)/2, y+5.6)
		s.centred(menType, x+measure/2, y+all+10.2, d.Below)
	})
	g.space(3)
}

// beside keeps the block before the last, or two of them, on the page of what the last begins with,
// as far as they are not long: what a diagram shows is told right above it.
func (g *galley) beside() {
	const most = 46.0
	from, high := len(g.strips), 0.0
	for i, blocks := len(g.strips)-1, g.begins[:len(g.begins)-1]; len(blocks) > max(0, len(g.begins)-3); blocks = blocks[:len(blocks)-1] {
		first := blocks[len(blocks)-1]
		for ; i >= first; i-- {
			high += g.strips[i].high
		}
		if high > most {
			break
		}
		from = first
	}
	for from < len(g.strips) && g.strips[from].gap {
		from++ // a page does not begin with it
	}
	for ; from < len(g.strips); from++ {
		g.strips[from].keep = true
	}
}

// also has a strip draw something before its text, which is read first.
func (g *galley) also(i int, first func(s *sheet, x, y float64)) {
	then := g.strips[i].draw
	g.strips[i].draw = func(s *sheet, x, y float64) {
		first(s, x, y)
		then(s, x, y)
	}
}
