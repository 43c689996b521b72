package templates

import (
	"bytes"
	"fmt"
	"html/template"
	"strings"
	"sync"

	"corrd/mailer"
)

// shell is the HTML of every letter: its text in other clothes. It loads
// nothing from anywhere; the board is a part of the letter itself.
var shell = sync.OnceValue(func() *template.Template {
	return template.Must(template.ParseFS(files, "texts/letter.html"))
})

// sheet is what the shell dresses.
type sheet struct {
	Subject string
	Mark    string // the line above which the answer goes
	Blocks  []block
}

// block is one piece of a letter: a picture, a list, rows behind bars, or a
// paragraph.
type block struct {
	Picture template.URL
	Alt     string
	Items   []string
	Rows    []string // without their bars
	Text    string
}

// dress gives a page its HTML: the blocks of its text, the board drawn in
// characters replaced by a picture.
func dress(p *mailer.Page, diagram string, picture *mailer.Part) error {
	s := sheet{Subject: p.Subject, Mark: mailer.ReplyMark}
	body := strings.TrimPrefix(p.Text, replyMark)
	for text := range strings.SplitSeq(strings.TrimSpace(body), "\n\n") {
		if picture != nil && text+"\n" == diagram {
			s.Blocks = append(s.Blocks, block{Picture: template.URL("cid:" + picture.ContentID), Alt: "The board; the men are listed below."})
			continue
		}
		s.Blocks = append(s.Blocks, blockOf(text))
	}
	var b bytes.Buffer
	if err := shell().Execute(&b, s); err != nil {
		return fmt.Errorf("templates: %w", err)
	}
	p.HTML = b.String()
	if picture != nil {
		p.Inline = []mailer.Part{*picture}
	}
	return nil
}

// blockOf tells the kind of a block by how its lines begin. The bars of rows and
// the dashes of items stay in the HTML, so that what comes back unquoted in a
// reply is no statement.
func blockOf(text string) block {
	lines := strings.Split(text, "\n")
	switch {
	case strings.HasPrefix(text, "|"):
		for i := range lines {
			lines[i] = strings.TrimPrefix(lines[i], "|")
		}
		return block{Rows: lines}
	case strings.HasPrefix(text, "- "):
		items := strings.Split(strings.ReplaceAll(text, "\n  ", " "), "\n")
		for i := range items {
			items[i] = strings.TrimPrefix(items[i], "- ")
		}
		return block{Items: items}
	}
	return block{Text: strings.Join(lines, " ")}
}

// dress gives the page of a game's letter its HTML, with the board as a
// picture if the text shows one.
func (p *gamePage) dress(out *mailer.Page) error {
	diagram := plainSpaces(p.Diagram())
	if diagram == "" || !strings.Contains(out.Text, diagram) {
		return dress(out, "", nil)
	}
	picture, err := p.picture()
	if err != nil {
		return err
	}
	return dress(out, diagram, picture)
}

// picture is the board of a game's letter as a part of it.
func (p *gamePage) picture() (*mailer.Part, error) {
	o := BoardOptions{From: p.Reader.Side, Notation: p.notation}
	if n := len(p.State.Line); n > 0 {
		o.Last = p.State.Line[n-1].Move
	}
	var b bytes.Buffer
	position := p.State.Position
	if err := BoardPNG(&b, &position, o); err != nil {
		return nil, err
	}
	return &mailer.Part{Name: "board.png", Type: "image/png", ContentID: "board." + p.MessageID, Data: b.Bytes()}, nil
}
