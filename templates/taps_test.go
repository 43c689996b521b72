package templates

import (
	"fmt"
	"html"
	"maps"
	"net/mail"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"corrd/interpret"
	"corrd/templates/press"
)

var anchor = regexp.MustCompile(`<a [^>]*href="([^"]*)">([^<]*)</a>`)

// tapsMove is the body of a link that opens the answer to a move, before the move is written.
var tapsMove = regexp.MustCompile(`^((Game [0-9]+:\r\n)?[0-9]+\.(\.\.)? |seal )$`)

// TestTapsOpenAnswers: each link of a letter opens a letter to the address that answers go
// to, with one statement, or with the number of a move that is still to be written; no link
// resigns or claims; and no label states anything.
func TestTapsOpenAnswers(t *testing.T) {
	all, tapped, labels := pages(t), map[interpret.Kind]int{}, map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		p := all[name]
		links := anchor.FindAllStringSubmatch(p.HTML, -1)
		if len(links) == 0 && !strings.HasPrefix(name, "office ") {
			t.Errorf("%s has no link", name)
		}
		for _, l := range links {
			if rest := strings.ReplaceAll(l[1], "&amp;", ""); strings.ContainsAny(rest, "&+ ") {
				t.Errorf("%s: %s is not encoded", name, l[1])
			}
			u, err := url.Parse(strings.ReplaceAll(l[1], "&amp;", "&"))
			if err != nil || u.Scheme != "mailto" {
				t.Fatalf("%s: %s: %v", name, l[1], err)
			}
			to, err := url.PathUnescape(u.Opaque)
			if want := p.ReplyTo; err != nil || to != want && !(want == "" && to == testOffice.Address) {
				t.Errorf("%s: %s is to %s, want %s", name, l[1], to, want)
			}
			if _, err := mail.ParseAddress(to); err != nil {
				t.Errorf("%s: %s: %v", name, to, err)
			}
			body := u.Query().Get("body")
			statements := interpret.Parse(body).Statements
			if move := tapsMove.MatchString(body); move == (len(statements) == 1) {
				t.Errorf("%s: the body %q states %d things", name, body, len(statements))
			}
			for _, s := range statements {
				if tapped[s.Kind]++; s.Kind == interpret.KindResign || s.Kind == interpret.KindClaim {
					t.Errorf("%s: a link would %s", name, s.Kind)
				}
			}
			if labels[l[2]] {
				continue
			}
			labels[l[2]] = true
			for _, width := range flatWidths {
				if said := interpret.Parse(rewrapped(l[2], width)).Statements; len(said) > 0 {
					t.Errorf("%s: the label %q states %s in %d columns", name, l[2], said[0].Kind, width)
				}
			}
		}
	}
	for _, want := range []interpret.Kind{interpret.KindAccept, interpret.KindDecline, interpret.KindYes, interpret.KindNo, interpret.KindAdopt, interpret.KindWaive, interpret.KindExact,
		interpret.KindAcceptDraw, interpret.KindDeclineDraw, interpret.KindAgree, interpret.KindWithdraw, interpret.KindShow, interpret.KindHelp} {
		if tapped[want] == 0 {
			t.Errorf("no link says %s", want)
		}
	}
}

// TestTapsCarryTheKeyInTheSubject: where there are no keyed addresses, the answer that a link
// opens has the key in its subject.
func TestTapsCarryTheKeyInTheSubject(t *testing.T) {
	l := OfficeLetter{Kind: "challenge", Data: Data{Topic: Consult, Number: 5, Name: "Alice Example"}, Reader: Reader{Address: "bob@away.example"}, Office: testOffice,
		ReplyTo: "corrd@club.example", Token: "[corrd c5.KEY]"}
	page, err := OfficePage(l)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range anchor.FindAllStringSubmatch(page.HTML, -1) {
		if want := fmt.Sprintf("subject=%s&amp;", "Re%3A%20%5Bcorrd%5D%20%5Bcorrd%20c5.KEY%5D"); !strings.Contains(a[1], want) {
			t.Errorf("%s has not %s", a[1], want)
		}
	}
}

// TestQuestionsHaveLinksThatPlay: a letter that asks about words which may mean some moves names
// each as it is written, and has a link that plays it.
func TestQuestionsHaveLinksThatPlay(t *testing.T) {
	for _, tc := range []struct {
		script   []string
		names    []string
		proposes string // the notation in which the words are a record, algebraic if they are in none
	}{
		{[]string{"white: Maybe P-K4"}, []string{"P-K4"}, ""},
		{[]string{"white: Maybe Kt-B3"}, []string{"Kt-QB3", "Kt-KB3"}, ""},
		{[]string{"white: P-K4?"}, []string{"P-K4"}, ""},
		{[]string{"white: P-K4\nMy move comes tomorrow."}, []string{"P-K4"}, ""},
		{[]string{"white: P-K4\nSorry, I meant P-Q4."}, []string{"P-Q4", "P-K4"}, ""},
		{[]string{"white: P-K4 or P-Q4?"}, []string{"P-Q4", "P-K4"}, ""},
		{[]string{"white: NF3"}, []string{"Kt-KB3"}, ""},
		{[]string{"white: e2 e4"}, []string{"P-K4"}, "algebraic"},
		{[]string{"white: e4"}, []string{"P-K4"}, "algebraic"},
		{[]string{"white: knight f3"}, []string{"Kt-KB3"}, "algebraic"},
		{[]string{"white: Kings pawn forward two"}, []string{"P-K4"}, "algebraic"},
		{[]string{"white: P-Q4", "black: Kt-KB3", "white: P-QB4", "black: P-K3", "white: QKt-B3", "black: Bb4"}, []string{"B-Kt5", "B-B4"}, "algebraic"},
		{[]string{"white: P-Q4", "black: Kt-KB3", "white: P-QB4", "black: P-K3", "white: QKt-B3", "black: Lb4"}, []string{"B-Kt5"}, "german"},
	} {
		g := staged(t, scene{script: tc.script})
		page := g.letters[len(g.letters)-1].page(t)
		var plays []string
		proposes := ""
		for _, l := range anchor.FindAllStringSubmatch(page.HTML, -1) {
			u, err := url.Parse(strings.ReplaceAll(l[1], "&amp;", "&"))
			if err != nil {
				t.Fatal(err)
			}
			body := u.Query().Get("body")
			if notations, ok := strings.CutPrefix(body, "propose notation descriptive, "); ok {
				proposes = notations
			}
			if _, move, ok := strings.Cut(body, ". "); ok && move != "" {
				plays = append(plays, move)
			} else if _, move, ok := strings.Cut(body, "... "); ok && move != "" {
				plays = append(plays, move)
			}
		}
		slices.Sort(plays)
		names := slices.Sorted(slices.Values(tc.names))
		if !slices.Equal(plays, names) || proposes != tc.proposes {
			t.Errorf("%q: links play %q and propose %q, want %q and %q", tc.script, plays, proposes, names, tc.proposes)
		}
		text := strings.Join(strings.Fields(page.Text), " ")
		for _, name := range names {
			if first, _, _ := strings.Cut(text, "Please answer by"); !strings.Contains(first, `"`+name+`"`) {
				t.Errorf("%q: the letter does not name %s:\n%s", tc.script, name, first)
			}
		}
	}
}

// TestLinksAnswerTheQuestion: under a question the links answer it, in its own words, and none of
// them loses the game.
func TestLinksAnswerTheQuestion(t *testing.T) {
	for _, tc := range []struct {
		terms  map[string]string
		script []string
		want   []string // the links that say yes or no
	}{
		{nil, []string{"white: P-K4", "black: P-K4", "black: if Kt-KB3 I resign", "white: Kt-KB3"}, []string{`"no": playing on`}},
		{nil, []string{"white: 7. P-K4"}, []string{"P-K4 is played", `"no": it is not meant so`}},
		{map[string]string{"odds": "mate with pawn given by white"}, []string{"white: draw?"}, []string{`"no": leaving it undone`}},
	} {
		g := staged(t, scene{terms: tc.terms, script: tc.script})
		var got []string
		if len(g.letters) == 0 {
			t.Fatalf("%q: no letter", tc.script)
		}
		for _, l := range anchor.FindAllStringSubmatch(g.letters[len(g.letters)-1].page(t).HTML, -1) {
			u, err := url.Parse(strings.ReplaceAll(l[1], "&amp;", "&"))
			if err != nil {
				t.Fatal(err)
			}
			if body := u.Query().Get("body"); body == "yes" || body == "no" {
				got = append(got, strings.ReplaceAll(html.UnescapeString(l[2]), press.NoBreak, " "))
			}
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%q: the links are %q, want %q", tc.script, got, tc.want)
		}
	}
}
