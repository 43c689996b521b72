// Package templates writes corrd's letters: what has happened in a game, told to one reader in
// words, in the notation the reader chose and on a board, as the mailer's Page. The words stand in
// texts/, one file for each kind of letter; the Go files work out what those words ask for.
//
// Package templates knows words and pictures. The package must not know the store, the mail that a
// Page becomes, or any clock: times, names, keys and addresses are arguments, and the same letter
// rendered twice is the same to the byte. The package rules on nothing: every ruling in a letter
// comes with its law from package game.
package templates

import (
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"text/template"
	"time"

	"corrd/game/board"
	"corrd/game/reason"
	"corrd/interpret/notation"
	"corrd/mailer"
	"corrd/templates/texts"
)

// Office is corrd as letters name it: Name stands in From, Address receives letters to corrd, and
// Domain stands in List-Id.
type Office struct{ Name, Address, Domain string }

// Reader is the player a letter is for.
type Reader struct {
	Name, Address string
	Side          board.Side // in letters of a game
	Member        int        // of a side in consultation, from 1; 0: the side is one player
	OnCard        bool       // the reader has no mailbox, and reads the letter on a card
	Former        bool       // the reader had a seat on the side, and has lost the seat
	// notation: descriptive, algebraic, both (default); diagram: on (default), off; timezone: an
	// IANA name (default UTC); calendar: on, off (default)
	Settings map[string]string
}

// notation is the set of notations the reader wants moves and squares in.
func (r Reader) notation() notation.Set {
	switch r.Settings["notation"] {
	case "descriptive":
		return notation.Descriptive
	case "algebraic":
		return notation.Algebraic
	}
	return notation.Descriptive | notation.Algebraic
}

// zone returns the time zone in which the reader wants times, and UTC if the reader has set none or
// an unknown one.
func (r Reader) zone() *time.Location {
	if name := r.Settings["timezone"]; name != "" {
		if zone, err := time.LoadLocation(name); err == nil {
			return zone
		}
	}
	return time.UTC
}

// wording gives the templates of all letters. The name of a template is the path of its file in
// texts/ without ".txt". texts/parts.txt defines the parts that several letters share, and
// texts/facts.txt what is said of each fact. The templates are parsed when the first letter is
// rendered, so that a command that writes no letter does not wait for them.
var wording = sync.OnceValue(parseTexts)

// parseTexts parses the embedded texts.
func parseTexts() *template.Template {
	all := template.New("").Funcs(template.FuncMap{"count": texts.Count, "because": because, "ground": func(name string) string { return texts.Named("ground", name) }, "list": listed, "quote": quoted, "quoteLine": quoteLine, "terms": termLines, "even": func(i int) bool { return i%2 == 0 },
		"moves": moves, "requirements": requirements, "mainTerms": mainTerms, "join": strings.Join, "paragraphs": func(text string) []string { return strings.Split(text, "\n\n") }})
	err := fs.WalkDir(texts.Files, ".", func(path string, _ fs.DirEntry, err error) error {
		name, ok := strings.CutSuffix(path, ".txt")
		if err != nil || !ok {
			return err
		}
		text, err := texts.Files.ReadFile(path)
		if err == nil {
			_, err = all.New(name).Parse(string(text))
		}
		return err
	})
	return template.Must(all, err)
}

// because returns the words for a reason that a fact or a row keeps as a key.
func because(why string) string { return texts.Because(reason.Reason(why)) }

// draft is a text as its template gives it: fields such as "Subject: …" on lines of their own, an
// empty line, and the body.
type draft struct {
	fields map[string]string
	blocks []block // of the body
	body   string  // set in lines
}

// write executes the templates of a letter one after the other with data. write returns an error
// for a template that does not exist.
func write(data any, names ...string) (draft, error) {
	var b strings.Builder
	b.Grow(8 << 10)
	for _, name := range names {
		if wording().Lookup(name) == nil {
			return draft{}, fmt.Errorf("templates: no letter of the kind %q", name)
		}
		if err := wording().ExecuteTemplate(&b, name, data); err != nil {
			return draft{}, fmt.Errorf("templates: %w", err)
		}
	}
	head, body, _ := strings.Cut(b.String(), "\n\n")
	d := draft{fields: map[string]string{}, blocks: blocksOf(body), body: fill(strings.ReplaceAll(body, pictureMark, ""))}
	for line := range strings.Lines(head) {
		key, value, _ := strings.Cut(line, ":")
		d.fields[strings.TrimSpace(key)] = plainSpaces(strings.TrimSpace(value))
	}
	return d, nil
}

// replyMark is the first paragraph of every letter. A mail program that quotes without marks puts
// the answer above this line, and corrd then knows that the text below is quoted, even without
// the answered letter at hand.
const replyMark = mailer.ReplyMark + "\n\n"

// page is the part of a Page that all letters have alike.
func page(d draft, to Reader, now time.Time) mailer.Page {
	return mailer.Page{
		To:      mailer.Address{Name: to.Name, Address: to.Address},
		Subject: d.fields["Subject"],
		Text:    replyMark + d.body,
		Date:    now,
	}
}
