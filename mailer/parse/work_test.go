package parse

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"corrd/mailer"
)

// checkWork reads a stranger's text with each of the readers and checks that the steps and the
// result of each are in proportion to the length of the text.
func checkWork(t *testing.T, text string) {
	t.Helper()
	if len(text) > 1<<20 {
		text = text[:1<<20]
	}
	cleaned, _ := firstLines(mailer.Clean(text))
	lines := strings.Split(cleaned, "\n")
	if most, got := 100*(len(lines)+1)+len(cleaned), trimmed(lines, nil).work; got > most {
		t.Errorf("%d steps for %d lines, %d octets: %.80q", got, len(lines), len(cleaned), text)
	}
	r := newHTMLReader(text)
	for r.next() {
	}
	if most := 2*len(text) + 100; r.work > most {
		t.Errorf("%d steps for a page of %d octets: %.80q", r.work, len(text), text)
	}
	if most := 8*len(text) + 100; r.out.Len() > most {
		t.Errorf("%d octets of a page of %d: %.80q", r.out.Len(), len(text), text)
	}
	o := readOwn([][]byte{[]byte("From: a@b\n\n" + text)}, Limits{}.OrDefault())
	o.repeats(lines)
	if most := 40*len(cleaned) + 1000; o.work > most {
		t.Errorf("%d words compared of %d octets: %.80q", o.work, len(cleaned), text)
	}
	w := walk{letter: &letter{}, limits: Limits{}.OrDefault()}
	h := mailer.ParseHead([]byte(text))
	c := w.part(h.Fields, h.Body, 0)
	if most := min((w.limits.Depth+1)*len(text), mostSearches<<20+len(text)); w.work > most || w.parts > w.limits.Parts {
		t.Errorf("%d octets gone through in %d parts of a letter of %d: %.80q", w.work, w.parts, len(text), text)
	}
	if w.octets > maxOctets {
		t.Errorf("%d octets of text are looked at: %.80q", w.octets, text)
	}
	if _, steps := styleSheet(text); steps > maxTokens+1 || steps > len(text)+1 {
		t.Errorf("%d tokens looked at for style sheets: %.80q", steps, text)
	}
	if flowed := joinFlowed(text, true); strings.Count(flowed, "\n") > maxLines+2 {
		t.Errorf("%d flowed lines are joined: %.80q", strings.Count(flowed, "\n"), text)
	}
	if most := 16*len(text) + 100; len(c.plain)+len(c.html) > most {
		t.Errorf("%d octets of text in a letter of %d: %.80q", len(c.plain)+len(c.html), len(text), text)
	}
}

// pieces are what hostile letters are put together from.
var pieces = []string{
	"\n", "\n\n", " ", "\t", "> ", "| ", ": ", "P-Q4", "On 1 May 2026 Bob wrote", "On 1 May 2026", "From: a@b.example", "To:", "Subject:", "Date: 2026", "a: b", "Bob> ", "19.11.2026 21:14", "wrote:", "-----", "-- ", "Original Message", "__________", "[quote]", "[/quote]", "begin 644 x", "this e-mail", "confidential", "above this line", "reply", "please answer",
	"<div>", "</div>", "<blockquote>", "<table>", "</b>", "<i>", "<ol><li>", "<div class=gmail_quote>", "<div class=gmail_attr>", "<style>a{color:red}</style>", "<p style='a:b;'>", "<!--", "-->", "<hr>", "&lt;", "&#", "<q>", "<td>", "<pre>",
	"Content-Type: multipart/mixed; boundary=b\n\n", "Content-Type: multipart/mixed; boundary=bb\n\n", "--b\n", "--bb\n", "--b--\n", "Content-Transfer-Encoding: base64\n", "Content-Type: message/delivery-status\n\n", "Content-Type: text/html; charset=utf-7\n\n", "+A", "+AAA-", "=?utf-8?q?a?=", "(", "\"", "\\", "<a@b>", ",", ";", "{\"a\":", "[", "5.1.1", "550 ", "é", "\u202e", "\xff", "=", "=\n", "a", "W",
}

// hostile returns a letter that consists of some pieces, each repeated, and all of them repeated
// again.
func hostile(random *rand.Rand, octets int) string {
	var unit strings.Builder
	for range 1 + random.IntN(5) {
		unit.WriteString(strings.Repeat(pieces[random.IntN(len(pieces))], 1<<random.IntN(8)))
	}
	return strings.Repeat(unit.String(), 1+octets/unit.Len())[:octets]
}

// TestHostileLettersAreBoundedWork reads random hostile letters: many small ones and some of the
// greatest size.
func TestHostileLettersAreBoundedWork(t *testing.T) {
	sizes := map[int]int{4 << 10: 800, 64 << 10: 20, 1 << 20: 2}
	for octets, letters := range sizes {
		if testing.Short() {
			letters = (letters + 3) / 4
		}
		for seed := range letters {
			random := rand.New(rand.NewPCG(uint64(seed), uint64(octets)))
			checkWork(t, "X: y\n"+hostile(random, octets))
			checkWork(t, fmt.Sprintf("Content-Type: text/%s\n\n", []string{"plain", "html"}[seed%2])+hostile(random, octets))
		}
	}
}

// TestBombsAreBoundedWork checks the work for letters that are made to cost much.
func TestBombsAreBoundedWork(t *testing.T) {
	all, nth := bombs(), 1
	if testing.Short() {
		nth = 2
	}
	for i, name := range slices.Sorted(maps.Keys(all)) {
		if i%nth != 0 {
			continue
		}
		bomb := all[name]
		checkWork(t, bomb)
		_, body, _ := strings.Cut(bomb, "\r\n\r\n")
		checkWork(t, body)
	}
}

// TestTextBeyondTheLimitsCostsNothing: what is not read of a letter is not looked at either.
func TestTextBeyondTheLimitsCostsNothing(t *testing.T) {
	page := "<style>p{color:red}</style>" + strings.Repeat("<p>a</p>", 1000)
	if _, steps := styleSheet(page); steps > 5 {
		t.Errorf("%d tokens looked at for one style sheet at the head of a page", steps)
	}
	if _, steps := styleSheet(strings.Repeat("<p>a</p>", 1000)); steps != 0 {
		t.Errorf("%d tokens looked at for no style sheet", steps)
	}
	long := mailer.ParseHead([]byte(strings.Repeat("X: "+strings.Repeat("y", 900)+"\n", 400) + "Last: z\n\nbody\n"))
	if long.Fields.Get("Last") != "" || string(long.Body) != "body\n" || long.Doubt() == "" {
		t.Errorf("a header of 360 kB has a last field %q, the body %.20q and the doubt %q", long.Fields.Get("Last"), long.Body, long.Doubt())
	}
	stamps := strings.Split(strings.Repeat("1 May 2026 10:00 P-K4\n", maxLines), "\n")
	if work := trimmed(stamps, nil).work; work > 12*len(stamps) {
		t.Errorf("%d steps for %d lines with a date and a time", work, len(stamps))
	}
	nested := walk{letter: &letter{}, limits: Limits{}.OrDefault()}
	deep := ""
	for i := range 30 {
		deep += fmt.Sprintf("Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
	}
	deep += strings.Repeat("\nP-K4\n", 150_000)
	h := mailer.ParseHead([]byte(deep))
	if nested.part(h.Fields, h.Body, 0); nested.work > (mostSearches+1)<<20 || nested.work < mostSearches<<20 {
		t.Errorf("%d octets are searched for the boundaries of a letter of %d", nested.work, len(deep))
	}
	w := walk{letter: &letter{}, limits: Limits{}.OrDefault()}
	for range 3 {
		w.textPart(nil, "text/plain", nil, []byte(strings.Repeat("a line\n", 50_000)))
	}
	if w.octets > maxOctets || len(w.Unread) != 1 {
		t.Errorf("%d octets are looked at of three parts, unread %q", w.octets, w.Unread)
	}
	for _, text := range []string{strings.Repeat("♞", 1<<18), strings.Repeat("a line\n", 1<<17), strings.Repeat("\x80", 1<<20)} {
		if head, cut := cutText([]byte(text), 1000); !cut || len(head) > 1000 || len(head) < 500 || !strings.HasPrefix(text, string(head)) || utf8.ValidString(text) && !utf8.Valid(head) {
			t.Errorf("%d octets are cut (%v) from %.20q: its beginning %v, UTF-8 %v", len(head), cut, text, strings.HasPrefix(text, string(head)), utf8.Valid(head))
		}
	}
}

// FuzzWork looks for bytes that cost more work than their number allows.
func FuzzWork(f *testing.F) {
	for _, file := range []string{"replies.txt", "replies-html.txt", "bounces.txt"} {
		for _, body := range replies(f, file) {
			f.Add(body)
		}
	}
	for seed := range uint64(100) {
		f.Add(hostile(rand.New(rand.NewPCG(seed, 1)), 2000))
	}
	f.Fuzz(checkWork)
}

// FuzzFields reads any bytes as each of the structured fields and as their parts.
func FuzzFields(f *testing.F) {
	for _, seed := range pieces {
		f.Add(seed, strings.Repeat(seed, 50))
	}
	f.Fuzz(func(t *testing.T, label, value string) {
		if text, _ := decodeCharset([]byte(value), label); len(text) > 8*len(value)+16 {
			t.Errorf("charset %q makes %d octets of %d", label, len(text), len(value))
		}
		if decoded, _ := decodeTransfer([]byte(value), label); len(decoded) > len(value)+1 {
			t.Errorf("encoding %q makes %d octets of %d", label, len(decoded), len(value))
		}
		if word := decodeWords(value); len(word) > 8*len(value)+16 {
			t.Errorf("%d octets of encoded words of %d", len(word), len(value))
		}
		w := walk{letter: &letter{}}
		w.contentType(mailer.Fields{{Name: "Content-Type", Value: value}})
		dispositionOf(mailer.Fields{{Name: "Content-Disposition", Value: value}}, nil)
		if ids := messageIDs(value); len(ids) > 100 {
			t.Errorf("%d ids", len(ids))
		}
		s := sheet{}
		if s.read(value); len(s) > len(value)+1 {
			t.Errorf("%d rules of %d octets", len(s), len(value))
		}
		hidesText(value)
		if d := parseDSN([]byte(value)); len(d.Diagnostic) > 8*len(value) {
			t.Errorf("a diagnostic of %d octets", len(d.Diagnostic))
		}
		noticeIn(value)
		if r := newReport(label, value); len(r.words) > 3*maxReport {
			t.Errorf("%d octets of words", len(r.words))
		}
	})
}
