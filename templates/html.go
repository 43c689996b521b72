package templates

import (
	"bytes"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"sync"

	"corrd/game/board"
	"corrd/mailer"
	"corrd/templates/texts"
)

// shell is the HTML of every letter, made of the blocks of the letter's text. The HTML loads
// nothing from anywhere; the board is a part of the letter itself. Styles stand on the elements,
// tables carry the layout, and no colour is named, because a program that shows the letter has
// colours of its own for light and for dark.
var shell = sync.OnceValue(func() *template.Template {
	return template.Must(template.ParseFS(texts.Files, "letter.html"))
})

// sheet is what the shell dresses. The first block is the heading.
type sheet struct {
	Subject string
	Mark    string // the line above which the answer goes
	Blocks  []block
	Picture template.URL
	Alt     string
}

// empty reports whether nothing is to be shown of a block.
func (b block) empty() bool {
	return b.Text == "" && !b.Picture && len(b.Items)+len(b.Board)+len(b.Quote)+len(b.Table)+len(b.Links) == 0
}

// Short reports whether a cell of a table is short enough never to be broken over two lines.
func (b block) Short(cell string) bool { return len([]rune(cell)) <= 12 }

// Heads reports whether the first row of a table names its columns.
func (b block) Heads() bool { return len(b.Table) > 1 && b.Table[0][0] == numberHead }

// dress gives a page its HTML: the blocks of the page's text, with links, and with the picture,
// unless nil, at the blocks that ask for a picture or else in the place of the first drawing.
func dress(p *mailer.Page, blocks []block, picture *mailer.Part, links []link) error {
	s := sheet{Subject: p.Subject, Mark: mailer.ReplyMark}
	if picture != nil {
		s.Picture, s.Alt = template.URL("cid:"+picture.ContentID), texts.Say("board picture")
		p.Inline = []mailer.Part{*picture}
	}
	wanted := slices.ContainsFunc(blocks, func(b block) bool { return b.Picture })
	for _, b := range blocks {
		b.Text = plainSpaces(b.Text)
		b.Picture = picture != nil && (b.Picture || b.Drawing && !wanted)
		if b.Drawing = false; !b.empty() {
			s.Blocks = append(s.Blocks, b)
		}
	}
	s.Blocks = withLinks(s.Blocks, links)
	var b bytes.Buffer
	b.Grow(16 << 10)
	if err := shell().Execute(&b, s); err != nil {
		return fmt.Errorf("templates: %w", err)
	}
	p.HTML = b.String()
	return nil
}

// dress gives the page of a game's letter its HTML, with the board as a
// picture if the text shows one.
func (p *gamePage) dress(out *mailer.Page, blocks []block) error {
	diagram := plainSpaces(p.Diagram())
	if diagram == "" || !strings.Contains(out.Text, diagram) {
		return dress(out, blocks, nil, p.links())
	}
	picture, err := p.picture()
	if err != nil {
		return err
	}
	return dress(out, blocks, picture, p.links())
}

// picture is the board of a game's letter, as a MIME part.
func (p *gamePage) picture() (*mailer.Part, error) {
	return drawn(&p.State.Position, BoardOptions{p.Reader.Side, lastMove(p.State), p.notation}, p.MessageID)
}

// drawn is a drawn board as a part of the letter with a Message-ID.
func drawn(p *board.Position, o BoardOptions, messageID string) (*mailer.Part, error) {
	var b bytes.Buffer
	if err := BoardPNG(&b, p, o); err != nil {
		return nil, err
	}
	return &mailer.Part{Name: "board.png", Type: "image/png", ContentID: "board." + messageID, Data: b.Bytes()}, nil
}
