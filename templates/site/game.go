package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html/template"
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
			sides[i][j].Name = plain(sides[i][j].Name)
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
		p.Event = &round{t.Number, plain(t.Name), t.Round}
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

// plain returns a name in one line, without signs that turn what stands beside it.
func plain(name string) string { return strings.Join(strings.Fields(mailer.Clean(name)), " ") }

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
