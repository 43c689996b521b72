package parse

import (
	"fmt"
	"html"
	"strings"
	"testing"

	"corrd/mailer"
)

// saidFirst are statements as a letter of corrd's quotes them, and what their writer answers with,
// the statement put right.
var saidFirst = []struct{ name, first, then string }{
	{"a series", "Kt-KB3; if Kt-QB3 then B-Kt5; if P-QR3 then B-R4; if Kt-B3 then Castles", "Kt-KB3; if Kt-QB3 then B-B4; if P-QR3 then B-R4; if Kt-B3 then Castles"},
	{"a series, its end", "Kt-KB3; if Kt-QB3 then B-Kt5; if P-QR3 then B-R4; if Kt-B3 then Castles", "Kt-KB3; if Kt-QB3 then B-Kt5; if P-QR3 then B-R4; if Kt-B3 then P-Q3"},
	{"a series, its beginning", "Kt-KB3; if Kt-QB3 then B-Kt5; if P-QR3 then B-R4", "P-K4; if Kt-QB3 then B-Kt5; if P-QR3 then B-R4"},
	{"a series, a branch more", "if Kt-QB3 then B-Kt5; if P-QR3 then B-R4; if Kt-B3 then Castles", "if Kt-QB3 then B-Kt5; if P-Q3 then P-Q4; if P-QR3 then B-R4; if Kt-B3 then Castles"},
	{"a series, a branch less", "if Kt-QB3 then B-Kt5; if P-Q3 then P-Q4; if P-QR3 then B-R4; if Kt-B3 then Castles", "if Kt-QB3 then B-Kt5; if P-QR3 then B-R4; if Kt-B3 then Castles"},
	{"a series, unchanged", "if Kt-QB3 then B-Kt5; if P-QR3 then B-R4; if Kt-B3 then Castles", "if Kt-QB3 then B-Kt5; if P-QR3 then B-R4; if Kt-B3 then Castles"},
	{"a challenge", "challenge bob@example.org, colour white, code british-1899, limit 30 moves in 60 days, reply in 3 days, umpire Carol, notation both", "challenge bob@example.org, colour white, code british-1899, limit 30 moves in 90 days, reply in 3 days, umpire Carol, notation both"},
	{"a claim", "claim forfeiture: II.9(c) he consulted a printed book at home on Tuesday evening and a friend in the club on Wednesday, as he told me himself", "claim forfeiture: II.9(d) he consulted a printed book at home on Monday evening and a friend in the club on Wednesday, as he told me himself"},
	{"a long claim", "claim forfeiture: II.9(c) " + longWords + " and that is all", "claim forfeiture: II.9(d) " + strings.Replace(longWords, "word20", "another", 1) + " and that is all"},
}

var longWords = func() string {
	var words []string
	for i := range 50 {
		words = append(words, fmt.Sprint("word", i))
	}
	return strings.Join(words, " ")
}()

// quotingLetter is a letter of corrd's that quotes a statement.
func quotingLetter(said string) (plain, page string) {
	const above, below = "Your letter of Friday could not be read as a whole. What stands below was not understood, and nothing of it has acted.", "Send it again, put right, on the first lines of your answer. It is your move, and your clock runs; the reply is due on Monday, 30 November 2026, at noon.\n\nWhite: 3 days 4 hours used. Black: 2 days 1 hour used.\n\nThis is game 12, Alice against Bob, begun on 1 October 2026."
	var quoted strings.Builder
	for line := range strings.SplitSeq(wrap("  "+said, "\n  "), "\n") {
		quoted.WriteString("| " + strings.TrimSpace(line) + "\n")
	}
	plain = mailer.ReplyMark + "\n\n" + above + "\n\n" + quoted.String() + "\n" + below + "\n"
	page = "<p>" + mailer.ReplyMark + "</p><p>" + above + "</p><blockquote>" + html.EscapeString(said) + "</blockquote><p>" + strings.ReplaceAll(below, "\n\n", "</p><p>") + "</p>"
	return plain, page
}

// TestCorrectedAnswerIsTheSendersOwn checks that a statement which says again, or nearly, what the
// answered letter quotes is read, wherever it stands beside the quotation.
func TestCorrectedAnswerIsTheSendersOwn(t *testing.T) {
	for _, c := range saidFirst {
		sent, page := quotingLetter(c.first)
		known := testOptions()
		alternative := "From: corrd@club.example\nContent-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-8\n\n" + sent + "\n--b\nContent-Type: text/html; charset=utf-8\n\n" + page + "\n--b--\n"
		known.Answers = func(mailer.Letter) [][]byte { return [][]byte{[]byte(alternative)} }
		marked := "> " + strings.ReplaceAll(strings.TrimSpace(sent), "\n", "\n> ") + "\n"
		unmarked := strings.SplitAfterN(sent, "\n\n", 2)[1]
		upTo := strings.Index(marked, "\n> \n> Send it again") + 1
		for _, own := range []string{c.then, "draw?\n" + c.then, c.then + "\n\nRegards, Alice", "Sorry, I meant this:\n\n" + c.then} {
			for place, body := range map[string]string{
				"alone":                     own + "\n",
				"above, introduced":         own + "\n\nOn Fri, 20 Nov 2026, corrd wrote:\n" + marked,
				"above, without a gap":      own + "\n" + marked,
				"above, a header block":     own + "\n\n-----Original Message-----\nFrom: corrd@club.example\nSent: Friday\nTo: alice@example.org\nSubject: x\n\n" + sent,
				"above, the reply mark":     own + "\n\n" + sent,
				"above, without any mark":   own + "\n\n" + unmarked,
				"below":                     marked + "\n" + own + "\n",
				"between":                   marked[:upTo] + "\n" + own + "\n\n" + marked[upTo:],
				"between, without gaps":     marked[:upTo] + own + "\n" + marked[upTo:],
				"below what it puts right":  marked[:upTo] + "\n" + own + "\n",
				"below, without any mark":   unmarked + "\n" + own + "\n",
				"above, quoted narrowly":    own + "\n\nOn Fri, 20 Nov 2026, corrd wrote:\n" + strings.ReplaceAll(wrap(strings.ReplaceAll(marked, "> ", "% "), "\n"), "% ", "> "),
				"above, a piece of it":      own + "\n\n> " + strings.SplitN(marked, "> ", 4)[3],
				"above, only what was said": own + "\n\n> | " + c.first + "\n",
			} {
				for width, text := range map[string]string{"": body, "wrapped": wrap(body, "\n")} {
					if width != "" && strings.Contains(place, "without gaps") {
						continue
					}
					l := Letter(mailOf("text/plain; charset=utf-8", "8bit", []byte(text)), mailer.Envelope{}, known)
					if wordsOf(l.Text) != wordsOf(own) {
						t.Errorf("%s, %s %s: %q is read as %q", c.name, place, width, own, l.Text)
					}
				}
			}
		}
	}
}

// TestUnmarkedQuotationIsNobodysAnswer checks that pieces of an answered letter that a program has
// embedded without marks stay a quotation, statements that they quote included.
func TestUnmarkedQuotationIsNobodysAnswer(t *testing.T) {
	for _, c := range saidFirst {
		sent, _ := quotingLetter(c.first)
		known := testOptions()
		known.Answers = func(mailer.Letter) [][]byte { return [][]byte{[]byte("From: corrd@club.example\n\n" + sent)} }
		plain := strings.ReplaceAll(strings.SplitAfterN(sent, "\n\n", 2)[1], "| ", "")
		for name, body := range map[string]string{
			"whole":             "Kt-KB3\n\n" + plain,
			"whole, narrow":     "Kt-KB3\n\n" + narrowly(plain, 30),
			"whole, one line":   "Kt-KB3\n\n" + strings.Join(strings.Fields(plain), " "),
			"without its head":  "Kt-KB3\n\n" + plain[strings.Index(plain, "What stands"):],
			"without a gap":     "Kt-KB3\n" + plain,
			"below":             plain + "\nKt-KB3\n",
			"marked and broken": "Kt-KB3\n\n> " + strings.ReplaceAll(narrowly(strings.TrimSpace(plain), 50), "\n", "\n\n"),
		} {
			l := Letter(mailOf("text/plain; charset=utf-8", "8bit", []byte(body)), mailer.Envelope{}, known)
			if l.Text != "Kt-KB3" {
				t.Errorf("%s, %s: %q", c.name, name, l.Text)
			}
		}
	}
}

// narrowly breaks the lines of a text at a width.
func narrowly(text string, width int) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		used := 0
		for _, word := range strings.Fields(line) {
			if used > 0 && used+1+len(word) > width {
				out.WriteString("\n")
				used = 0
			} else if used > 0 {
				out.WriteString(" ")
			}
			out.WriteString(word)
			used += 1 + len(word)
		}
		out.WriteString("\n")
	}
	return out.String()
}
