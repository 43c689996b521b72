package templates

import (
	"html"
	"html/template"
	"strings"
	"testing"

	"corrd/templates/texts"
)

// TestEscaped: a letter's HTML is what html/template makes of the same shell, whatever words stand
// in it and whatever URIs.
func TestEscaped(t *testing.T) {
	reference := template.Must(template.ParseFS(texts.Files, "letter.html"))
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
			s.Blocks = []block{{Text: words}, {Items: []string{words, "x"}}, {Quote: []string{words, words}}, {Board: []string{words, "8 |"}}, {Picture: true},
				{Table: [][]string{{numberHead, cell, cell}, {"1", cell, ""}}}, {Table: [][]string{{cell, "y"}}}, {Links: []link{{words, u}, {"z", u}}}}
			compare(s)
			s.Men = []string{words, "Black King K8"}
			compare(s)
		}
	}
}

// TestEscapedLeavesTheSheet: the words that were handed in are not escaped in their place.
func TestEscapedLeavesTheSheet(t *testing.T) {
	s := sheet{Men: []string{"<"}, Blocks: []block{{Text: "<", Items: []string{"<"}, Table: [][]string{{"<"}}, Links: []link{{"<", "?a=1&b=2"}}}}}
	escapedSheet(s)
	if b := s.Blocks[0]; s.Men[0] != "<" || b.Text != "<" || b.Items[0] != "<" || b.Table[0][0] != "<" || b.Links[0] != (link{"<", "?a=1&b=2"}) {
		t.Errorf("the sheet has become %+v", s)
	}
}
