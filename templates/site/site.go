// Package site renders the reading room: static pages on which everybody may read games. Pages are
// made of public.Game and of the names of players who have consented, load nothing from another
// host, run from a folder without a server, and can be read without scripts. Equal arguments give
// equal bytes. The package knows no store, no clock, and not where the pages lie.
package site

import (
	"bytes"
	_ "embed" // of the style and the script
	"html/template"
	"strings"
	"sync"
	"time"

	"corrd/game/board"
	"corrd/templates/texts"
)

// Files are files of the reading room by their paths.
type Files map[string][]byte

// Policy is the content security policy of every page: what is in the folder itself, and nothing
// else.
const Policy = "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'"

//go:embed room.css
var style []byte

//go:embed room.js
var script []byte

// House is the club whose games are shown.
type House struct {
	Name   string `json:"name"`
	Domain string `json:"domain"`
	Words  string `json:"-"` // of the club, for the first page: paragraphs of plain text with Markdown's headings and lists
}

// Member is a player of a side; one who has not consented to be named has neither number nor name.
type Member struct {
	ID   int64  `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
}

// Side is who plays one side of a game.
type Side []Member

// String names the players of a side.
func (s Side) String() string {
	names := make([]string, len(s))
	for i, m := range s {
		if names[i] = m.Name; m.ID == 0 {
			names[i] = texts.Say("site nobody")
		}
	}
	return texts.List(names)
}

// Entry is a game as lists of games show it.
type Entry struct {
	ID      int64     `json:"id"`
	Sides   [2]Side   `json:"sides"` // by board.Side
	Code    string    `json:"code"`
	Score   string    `json:"score"` // "" while the game is played
	Ended   string    `json:"ended,omitempty"`
	Moves   int       `json:"moves"`
	Year    int       `json:"year"` // in which the game began
	Begun   string    `json:"begun"`
	Day     string    `json:"day"` // when the last thing happened that is shown
	Updated time.Time `json:"updated"`
}

// White and Black name the sides.
func (e Entry) White() string { return e.Sides[board.White].String() }

// Black names the side of the Black men.
func (e Entry) Black() string { return e.Sides[board.Black].String() }

// pages are the pages as texts has them.
var pages = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("site").Funcs(template.FuncMap{"slug": slug, "policy": func() string { return Policy }, "lines": paragraphs, "args": with, "year": yearPGN, "plus": func(i int) int { return i + 1 }}).ParseFS(texts.Files, "site/*.html"))
})

// listed is what a list on a page is made of.
type listed struct {
	Up    string
	Games any
}

func with(up string, games any) listed { return listed{up, games} }

// page is what every page has.
type page struct {
	House House
	Title string
	Up    string // the way from the page to the folder of the site
	Of    any    // what the page shows
}

// render returns a page. The templates are a part of the program, and their data are of its types,
// so that an error is a mistake of the program.
func render(name string, p page) []byte {
	var b bytes.Buffer
	if err := pages().ExecuteTemplate(&b, name, p); err != nil {
		panic("site: " + err.Error())
	}
	return b.Bytes()
}

// slug returns the name by which links find a provision on the page of its code.
func slug(law string) string { return "law-" + strings.ReplaceAll(law, " ", "_") }

// Paragraph is a paragraph of the club's words, or a heading or an item of a list.
type Paragraph struct{ Kind, Text string }

// paragraphs parts words into paragraphs, as Markdown does: empty lines part them, "#" begins a
// heading, and "-" or "*" an item. Nothing in them is HTML.
func paragraphs(words string) (all []Paragraph) {
	open := false
	for line := range strings.Lines(words) {
		line = strings.TrimSpace(line)
		kind, text := "text", line
		if rest, ok := strings.CutPrefix(line, "#"); ok {
			kind, text = "heading", strings.TrimSpace(strings.TrimLeft(rest, "#"))
		} else if rest, ok := cutMark(line); ok {
			kind, text = "item", rest
		}
		switch {
		case line == "":
			open = false
		case kind == "text" && open:
			all[len(all)-1].Text += " " + text
		default:
			all = append(all, Paragraph{kind, text})
			open = kind != "heading"
		}
	}
	return all
}

// cutMark returns a line without the mark of an item.
func cutMark(line string) (rest string, ok bool) {
	if rest, ok = strings.CutPrefix(line, "- "); !ok {
		rest, ok = strings.CutPrefix(line, "* ")
	}
	return strings.TrimSpace(rest), ok
}
