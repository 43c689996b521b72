package parse

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"corrd/mailer"
)

// bombs returns letters that are made to cost a reader much work. A reader that stops in time still
// finds 7. Kt-KB3 in each.
func bombs() map[string]string {
	const head = "From: alice@example.org\r\nMIME-Version: 1.0\r\n"
	const move = "7. Kt-KB3\r\n"
	nested := strings.Builder{}
	nested.WriteString(head)
	for i := range 2000 {
		fmt.Fprintf(&nested, "Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\nContent-Type: text/plain\r\n\r\n%s--b%d\r\n", i, i, move, i)
	}
	plain := head + "\r\n" + move
	page := head + "Content-Type: text/html\r\n\r\n<p>7. Kt-KB3</p>"
	return map[string]string{
		"2000 multiparts deep":  nested.String(),
		"20,000 parts":          head + "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n" + move + strings.Repeat("--b\r\n\r\nx\r\n", 20000),
		"one line of 2 MB":      plain + strings.Repeat("x", 2<<20),
		"half a million lines":  plain + strings.Repeat("a\n", 1<<19),
		"attributions":          plain + strings.Repeat("On 1 May 2026 x\n", 1<<16),
		"labels":                plain + strings.Repeat("To: a,\n", 1<<17),
		"colons":                plain + strings.Repeat("2026:\n\n\n\n\n", 1<<16),
		"colons in a line":      plain + strings.Repeat("On 1 May 2026"+strings.Repeat(":", 480)+"\n", 1<<11),
		"dates":                 plain + strings.Repeat("1 May 2026, 2.5.2026, May 3rd 0, 2026-05-04 10:00: P-K4\n", 1<<12),
		"prose":                 plain + strings.Repeat("It was the best of times, as you see; the King takes what he can get\n", 1<<12),
		"many classes":          page + strings.Repeat("<i class='a b c d e f g h i j k l m n o p'>x</i>", 1<<14),
		"links without an end":  plain + strings.Repeat("a<http:", 1<<17),
		"files in the text":     plain + strings.Repeat("begin 644 x\nend\n", 1<<15),
		"notices":               plain + strings.Repeat("this e-mail\n", 1<<16),
		"quote marks":           plain + strings.Repeat(">", 1<<20),
		"deep flowed quotes":    head + "Content-Type: text/plain; format=flowed\r\n\r\n" + move + strings.Repeat(strings.Repeat(">", 500)+" \r\n", 2000),
		"elements":              page + strings.Repeat("<div>", 1<<17),
		"blockquotes":           page + strings.Repeat("<blockquote>x", 1<<16),
		"end tags":              page + strings.Repeat("<i>", 500) + strings.Repeat("</b>", 1<<17),
		"attributes":            page + "<p " + strings.Repeat("a=b ", 1<<17) + ">",
		"style rules":           page + "<style>" + strings.Repeat(".a{color:red}", 1<<15) + "</style>" + strings.Repeat("<i class=a>x</i>", 1<<15),
		"classes":               page + "<style>.a{color:red}</style>" + strings.Repeat("<i class='"+strings.Repeat("a ", 50)+"'></i>", 1<<13),
		"selectors":             page + "<style>" + "b" + strings.Repeat("[a]", 1<<16) + strings.Repeat(",a", 1<<16) + "{display:none}",
		"quote containers":      page + strings.Repeat("<div class=gmail_quote>", 500) + strings.Repeat("<i>x</i>", 1<<16),
		"entities":              page + strings.Repeat("&lt;", 1<<17),
		"half a tag":            page + "<" + strings.Repeat("a", 1<<20),
		"100,000 header fields": strings.Repeat("X-A: b\r\n", 100000) + plain,
		"a folded header":       "Subject: a" + strings.Repeat("\r\n b", 200000) + "\r\n" + plain,
		"addresses":             "To: " + strings.Repeat("a@b.example, ", 50000) + "\r\n" + plain,
		"comments in To":        "To: " + strings.Repeat("(", 200000) + "\r\n" + plain,
		"encoded words":         "Subject: " + strings.Repeat("=?utf-8?q?a?= ", 50000) + "\r\n" + plain,
		"subject tokens":        "Subject: " + strings.Repeat("[corrd ", 50000) + "\r\n" + plain,
		"references":            "References: " + strings.Repeat("<a@b> ", 50000) + "\r\n" + plain,
		"UTF-7 shifts":          head + "Content-Type: text/plain; charset=utf-7\r\n\r\n" + move + strings.Repeat("+A", 1<<19),
	}
}

// TestBombs checks that reading each bomb ends with little text and few words. BenchmarkBombs
// measures the time.
func TestBombs(t *testing.T) {
	for name, bomb := range bombs() {
		l := Letter([]byte(bomb), mailer.Envelope{}, testOptions())
		if !strings.HasPrefix(l.FullText, "7. Kt-KB3") && name != "100,000 header fields" {
			t.Errorf("%s: lost the text: %.40q", name, l.FullText)
		}
		if len(l.FullText) > 3<<20 || len(l.Problems) > maxProblems || len(l.References) > 100 {
			t.Errorf("%s: %d octets of text, %d problems, %d references", name, len(l.FullText), len(l.Problems), len(l.References))
		}
	}
}

// TestBombsAreTold checks that corrd reports a letter that was not read whole.
func TestBombsAreTold(t *testing.T) {
	all := bombs()
	for _, name := range []string{"2000 multiparts deep", "20,000 parts", "one line of 2 MB", "elements"} {
		if l := Letter([]byte(all[name]), mailer.Envelope{}, testOptions()); len(l.Problems) == 0 {
			t.Errorf("%s: no problem told", name)
		}
	}
}

func BenchmarkBombs(b *testing.B) {
	for name, bomb := range bombs() {
		b.Run(name, func(b *testing.B) {
			raw := []byte(bomb)
			b.ReportAllocs()
			for b.Loop() {
				Letter(raw, mailer.Envelope{}, testOptions())
			}
		})
	}
}

// FuzzRead checks that any bytes give a Letter in clean UTF-8, whose new text consists of
// unquoted lines of the whole text.
func FuzzRead(f *testing.F) {
	for _, file := range letterFiles(f) {
		raw, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		l := Letter(raw, mailer.Envelope{}, testOptions())
		for _, s := range []string{l.Text, l.FullText, l.Alternative, l.Subject, l.FromName, l.MessageID} {
			if !utf8.ValidString(s) || strings.ContainsAny(s, "\x00\r\x1b\u202e\u2066") {
				t.Fatalf("unclean text %q", s)
			}
		}
		if strings.Contains(l.Subject+l.FromName+l.From+l.MessageID, "\n") {
			t.Fatalf("a line end in a header: %q %q %q %q", l.Subject, l.FromName, l.From, l.MessageID)
		}
		checkNewText(t, l)
	})
}

func checkNewText(t *testing.T, l mailer.Letter) {
	whole := strings.Split(l.FullText, "\n")
	at := 0
	for line := range strings.SplitSeq(l.Text, "\n") {
		if line == "" {
			continue
		}
		for at < len(whole) && strings.TrimSpace(whole[at]) != strings.TrimSpace(line) {
			at++
		}
		if at == len(whole) {
			t.Fatalf("new line %q is not in the whole text, in order: %q", line, l.FullText)
		}
		at++
		if isQuoted(line) {
			t.Fatalf("quoted line %q in the new text", line)
		}
	}
}

// TestLongLettersAreReadInPart: of pages and texts that are longer than anybody writes, the
// beginning is read, whatever they consist of, and the sender is told.
func TestLongLettersAreReadInPart(t *testing.T) {
	for _, unit := range []string{"<b>x</b>", "<hr>", "<p>x</p>", "<i class=a>x</i>", "word ", "<a b=c d=e>y</a>", "x<br>"} {
		work := 0
		text, why := htmlText("7. Kt-KB3<br>"+strings.Repeat(unit, 1<<20/len(unit)), &work)
		if why == "" || !strings.HasPrefix(text, "7. Kt-KB3\n") || work > maxTokens+maxAttributes || len(text) > 2*maxText {
			t.Errorf("%q: %d steps, %d octets, %q", unit, work, len(text), why)
		}
	}
	for _, unit := range []string{"a word\n", "\n", strings.Repeat("a word ", 30) + "\n"} {
		l := Letter(mailOf("text/plain", "7bit", []byte("7. Kt-KB3\n"+strings.Repeat(unit, 1_000_000/len(unit)))), mailer.Envelope{}, testOptions())
		if !strings.HasPrefix(l.Text, "7. Kt-KB3") || len(l.FullText) > maxText || len(l.Unread) != 1 {
			t.Errorf("%.20q: %.20q, %d octets, unread %q", unit, l.Text, len(l.FullText), l.Unread)
		}
	}
	var header strings.Builder
	for n := range 20_000 {
		fmt.Fprintf(&header, "X: y\nno field %d\n", n)
	}
	if l := Letter([]byte(header.String()+"\nP-K4\n"), mailer.Envelope{}, testOptions()); len(l.Problems) > maxProblems {
		t.Errorf("%d problems", len(l.Problems))
	}
}
