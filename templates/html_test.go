package templates

import (
	"html"
	"html/template"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/templates/press"
	"corrd/templates/texts"
)

var tag = regexp.MustCompile(`<[^>]*>`)

// TestHTML: the HTML says what the text says, loads nothing from elsewhere, and shows the board
// that is a part of the letter wherever the text shows one; umpires and observers have it in
// characters alone.
func TestHTML(t *testing.T) {
	for name, p := range pages(t) {
		for _, remote := range []string{"http:", "https:", "//", "url(", "@import", "<script", "<link"} {
			if strings.Contains(p.HTML, remote) {
				t.Errorf("%s: the HTML holds %q", name, remote)
			}
		}
		_, body, _ := strings.Cut(p.HTML, "<body")
		unescape := strings.NewReplacer("&lt;", "<", "&gt;", ">", "&#34;", `"`, "&#39;", "'", "&amp;", "&", "&#43;", "+")
		said := letters(unescape.Replace(tag.ReplaceAllString("<body"+body, "")))
		drawn := boardRow.MatchString(p.Text)
		for block := range strings.SplitSeq(p.Text, "\n\n") {
			if boardRow.MatchString(block) {
				continue
			}
			if want := letters(block); !strings.Contains(said, want) {
				t.Errorf("%s: the HTML does not say %q", name, want)
			}
		}
		if drawn != strings.Contains(p.HTML, `<img src="cid:`) && !strings.HasPrefix(name, "office umpire-") && !strings.HasPrefix(name, "office observed-") || strings.Count(p.HTML, "<h1") != 1 {
			t.Errorf("%s: the board is not where it should be, or a heading of level one", name)
		}
		for _, part := range p.Inline {
			if !strings.Contains(p.HTML, `"cid:`+part.ContentID+`"`) {
				t.Errorf("%s: the HTML does not show %s", name, part.ContentID)
			}
		}
	}
}

// boardRow is the last rank of a board drawn in characters.
var boardRow = regexp.MustCompile(`(?m)^\| [18] \| `)

// letters leaves out all white space, bars and dashes.
func letters(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		b.WriteString(flat(strings.TrimLeft(strings.NewReplacer("|", "", "-", "").Replace(line), " ")))
	}
	return b.String()
}

// flat leaves out all white space.
func flat(s string) string { return strings.Join(strings.Fields(s), "") }

// TestHTMLEscapes: what a player wrote is text, never markup.
func TestHTMLEscapes(t *testing.T) {
	g := staged(t, scene{script: []string{"white: P-K4\nLook: <img src=\"https://evil.example/x.png\"> & <b>so</b>"}})
	p := g.newest("move-black")
	if strings.Contains(p.HTML, "<b>") || strings.Contains(p.HTML, "<img src=\"https") || !strings.Contains(p.HTML, "&lt;b&gt;so") {
		t.Errorf("markup got through:\n%s", p.HTML)
	}
}

// TestPagesCanBeSent: the mailer writes every letter, and knows it as corrd's
// own when it comes back.
func TestPagesCanBeSent(t *testing.T) {
	for name, p := range pages(t) {
		raw, err := p.Bytes(mailer.Address{Name: testOffice.Name, Address: testOffice.Address})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		back := parse.Letter(raw, mailer.Envelope{}, parse.Options{Site: mailer.Site{Local: "corrd", Domain: "club.example", Delimiter: '+'}})
		if back.Machine == "" {
			t.Errorf("%s: not known as from a machine", name)
		}
		if back.Subject != p.Subject {
			t.Errorf("%s: the subject became %q", name, back.Subject)
		}
	}
}

var heading = regexp.MustCompile(`<h1[^>]*>([^<]*)</h1>`)

// TestBoardFirst: a letter has a short heading that introduces nothing; in a letter that lists the
// men these are read after the heading and before the picture, the picture is shown directly below
// the heading, and no bar of the plain text is left.
func TestBoardFirst(t *testing.T) {
	listed := 0
	for name, p := range pages(t) {
		title := heading.FindStringSubmatch(p.HTML)
		if title == nil || len(title[1]) > 2*longestTitle || strings.HasSuffix(title[1], ":") {
			t.Errorf("%s: the heading is %q", name, title)
		}
		if strings.Contains(p.HTML, ">| ") || strings.Contains(p.HTML, "\n| ") {
			t.Errorf("%s: a bar is left", name)
		}
		men := strings.Index(p.HTML, `<div style="display:table-footer-group`)
		if men < 0 {
			if strings.Contains(p.Text, "\n| White King") && len(p.Inline) > 0 {
				t.Errorf("%s: the men are not before the picture", name)
			}
			continue
		}
		listed++
		shown, picture, rest := strings.Index(p.HTML, `<div style="display:table-header-group"><img `), strings.Index(p.HTML, "<img "), strings.Index(p.HTML, `<div style="display:table-row-group"`)
		if head := strings.Index(p.HTML, "</h1>"); head > men || men > shown || shown > picture || picture > rest {
			t.Errorf("%s: heading, men, picture and the rest stand at %d, %d, %d and %d", name, head, men, picture, rest)
		}
	}
	if listed < 100 {
		t.Errorf("%d letters have a board first", listed)
	}
}

// TestFirstSentence: a heading is a whole sentence, whatever initials and titles stand in it.
func TestFirstSentence(t *testing.T) {
	for text, want := range map[string]string{
		"You watch game 4, in which Carol Example has the White men and N. N. the Black. Nothing of it is shown yet.": "You watch game 4, in which Carol Example has the White men and N. N. the Black.",
		"Dr. J. R. Example challenges you. Do you accept?":                                                            "Dr. J. R. Example challenges you.",
		"White has played 1. P-K4 (e4). It is your move.":                                                             "White has played 1. P-K4 (e4).",
		"You are matched with N. N.":                                                                                  "You are matched with N. N.",
		". . . X":                                                                                                     ". . . X", "": "",
	} {
		if got, rest := firstSentence(text); got != want || strings.TrimSpace(got+" "+rest) != text {
			t.Errorf("%q: %q and %q", text, got, rest)
		}
	}
}

// TestTableOfAnEvent: each row of the table of an event has as many cells as its heads, each with
// what stands in its column, though the columns are parted by one space and set to the right.
func TestTableOfAnEvent(t *testing.T) {
	rows := regexp.MustCompile(`<tr>(<td[^>]*>[^<]*</td>)+</tr>`).FindAllString(pages(t)["office event-table"].HTML, -1)
	var got [][]string
	for _, row := range rows {
		var cells []string
		for _, c := range regexp.MustCompile(`<td[^>]*>([^<]*)</td>`).FindAllStringSubmatch(row, -1) {
			cells = append(cells, c[1])
		}
		got = append(got, cells)
	}
	want := [][]string{{"", "", "1", "2", "3", "Pts", "S-B"}, {"1", "Bob Example", `\`, "·", "1t", "1", "0.00"}, {"2", "Alice Example", "·", `\`, "·", "0", "0.00"},
		{"3", "Carol Example", "0t", "·", `\`, "0", "0.00"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestEscaped: a letter's HTML is what html/template makes of the same shell, whatever words stand
// in it and whatever URIs.
func TestEscaped(t *testing.T) {
	reference := template.Must(template.New("letter.html").Funcs(template.FuncMap{"brief": brief}).ParseFS(texts.Files, "letter.html"))
	compare := func(s sheet) {
		t.Helper()
		var want, got strings.Builder
		if err := reference.Execute(&want, s); err != nil {
			t.Fatal(err)
		}
		if err := shell().Execute(&got, escapedSheet(s)); err != nil {
			t.Fatal(err)
		}
		wanted := strings.Split(want.String(), "\n")
		for i, line := range strings.Split(got.String(), "\n") {
			if i >= len(wanted) || line != wanted[i] {
				t.Errorf("the shell gives\n%s\nand html/template\n%s", line, wanted[min(i, len(wanted)-1)])
				return
			}
		}
	}
	for _, words := range []string{"", "P-K4", "<script>alert(1)</script>", `"><img src=x onerror='a'>`, "a+b & c &amp; &#43;", "Ångström – ♔ × é", "\x00\x01\x7f", "\xff\xfe \x80", "\xe2\x28\xa1",
		"\ufdd0\ufdef\ufff0\ufffc\ufffd\uffff", "🏰 </p></td>", "{{.Subject}}", "javascript:alert(1)", "twelve signs", "+++++++++++", "<!-- -->"} {
		for _, uri := range []string{"cid:board.1@club.example", "mailto:corrd%2Bg1@club.example?subject=Re%3A&body=P-K4%0A", "a b", "100%", "%zz", "%4", "x'()\"<>", "javascript:" + words, words} {
			u := template.URL(uri)
			cell := html.UnescapeString(words) // whether it is short is asked before it is escaped, or after
			s := sheet{Subject: words, Mark: words, Club: words, Head: words, Title: words, Rest: words, Picture: u, Alt: words}
			s.Blocks = []press.Part{{Text: words}, {Items: []string{words, "x"}}, {Quote: []string{words, words}}, {Board: []string{words, "8 |"}}, {Picture: true},
				{Table: [][]string{{press.NumberHead, cell, cell}, {"1", cell, ""}}}, {Table: [][]string{{cell, "y"}}}, {Links: []press.Link{{Label: words, URL: u}, {Label: "z", URL: u}}}}
			compare(s)
			s.Men = []string{words, "Black King K8"}
			compare(s)
		}
	}
}

// TestEscapedLeavesTheSheet: the words that were handed in are not escaped in their place.
func TestEscapedLeavesTheSheet(t *testing.T) {
	s := sheet{Men: []string{"<"}, Blocks: []press.Part{{Text: "<", Items: []string{"<"}, Table: [][]string{{"<"}}, Links: []press.Link{{Label: "<", URL: "?a=1&b=2"}}}}}
	escapedSheet(s)
	if b := s.Blocks[0]; s.Men[0] != "<" || b.Text != "<" || b.Items[0] != "<" || b.Table[0][0] != "<" || b.Links[0] != (press.Link{Label: "<", URL: "?a=1&b=2"}) {
		t.Errorf("the sheet has become %+v", s)
	}
}
