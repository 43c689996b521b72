package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"syscall"
	"time"

	"corrd/game/board"
	"corrd/interpret"
	"corrd/interpret/notation"
	"corrd/mailer"
	"corrd/mailer/parse"
)

// fragments are what letters made to cost a reader much are made of: the words of the
// language, the marks of quotes and footers, HTML, and the lines of headers.
var fragments = []string{
	"P-K4", "PxP e.p. ", "K Kt B R Q P ", "B Kt ", "x", "-", "1. ", "7. Kt-KB3 ", "or ", "if ", "if P-K4, ", "if any, K-K2\n", "; ", ", ", "K4 K4 ", "Castles ", "(Q) ",
	"adopt 2; ", "adopt 1\n", "draw?\n", "claim draw: ", "exact penalty C, ", "protest: x\n", "propose reply in 5 days\n", "challenge bob@example.org, ", "time 10 moves in 30 days, ",
	strings.Repeat("Kt or ", 10) + "\r\n", strings.Repeat("Kt B ", 12) + "\r\n", strings.Repeat("a b c d e f ", 5) + "\r\n",
	"or Kt\n", "Kt or\n", "P-K4 or\n", "Kt; ", "( ", "[", "1 ", "' ", "either ", "then ", "and ", "Kt? ", "yes\n", "no, ", "maybe ", "K x\n", "1862.\n", "register x\n", "say: x\n", "I resign, ", "not ",
	"Game 2:\n", "law III.3\n", "try Kt-B3\n", "N to e5 or g5? ", "e2e4 ", "5254 ", "Nbxd7+ ", "to his ", "King's Knight to King's Bishop's third square ", "takes ", "in passing ",
	">", "> ", ">>> > ", "a\n", "\n", " \n", "\t", "-- \n", "On 1 May 2026 x wrote:\n", "On 1 May 2026 x\n", "To: a,\n", "From: a\nSent: b\n", "2026:\n\n", "begin 644 x\nend\n",
	"this e-mail\n", "-----Original Message-----\n", "____\n", "Le 1 mai 2026 a écrit :\n", "*---- \n", "https://example.org/", "é", "\u202e", "\u00ad", "\xff", "\x00", "т", "♞", "=?utf-8?q?a?= ",
	"<div>", "</b>", "<b>", "<blockquote>x", "<p>x</p>", "<br>", "&lt;", "<!--", "<a b=c ", "<i class=a>x</i>", "<style>.a{color:red}</style>", "<table><tr><td>", "<div class=gmail_quote>", "<hr>",
	"X-A: b\r\n", "Received: from a by b\r\n", "--b\r\n\r\nx\r\n", "=\r\n", "=E9", "+AGE-", "QUJD", "a@b.example, ", "<a@b> ", "(", "\"", "[corrd ", "From: a@b.example\r\n",
}

// vocabularies are the words of letters in which no two lines are the same: apologies, prose
// without a move, lists of moves, brackets.
var vocabularies = [...]string{
	"sorry I meant P-K4 rather correction wait no, instead the of it P-QR3 Kt-B3 there",
	"sorry, thank you. dear Alice, very much! well played. good game, looking forward yes, indeed. ok so then right and",
	"my move reply I will we you'll shall the a answer to follow next decide it when after still thinking",
	"It was the best of times, it was the worst of times; so I play on, as you see. and the King takes what he can get",
	"King's Knight to the Queen's Bishop third square takes his Pawn in passing check of",
	"1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-Kt5 P-QR3 PxP O-O", "1862. 6-4, 6-2 p. 4 pp. 4-8 KB5034441 3 1/2 12 B Kt Q",
	"( P-K4 ) [ x ( (( )) P-Q4) (ch) [ch]", "maybe P-K4 or P-Q4? perhaps Kt-KB3 if then you play any otherwise",
}

// columns are the lengths of the lines of such letters.
var columns = [...]int{12, 30, 70, 250, 390, 900}

// settings are the headers under which a body of fragments stands.
var settings = []string{
	"\r\n",
	"Content-Type: text/html\r\n\r\n<p>",
	"Content-Type: text/plain; format=flowed\r\n\r\n",
	"Content-Type: text/plain; charset=utf-7\r\n\r\n",
	"Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit\r\n\r\n",
	"Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n",
	"Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n",
	"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nP-K4\r\n--b\r\nContent-Type: application/octet-stream\r\n\r\n",
	"Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n",
	"Subject: ", "To: ", "References: ", "",
}

// worst reads letters of every kind as corrd does, up to the readings of their moves, and prints
// the one that took the most time of the processors, and the one that took the most memory: each
// fragment alone, up to the limit of a letter, words in lines, letters of a hostile shape, and many
// mixed at random.
func worst(seed uint64) error {
	const limit, wantTime, wantHeap = hostileOctets, 50 * time.Millisecond, 64 << 20
	random := rand.New(rand.NewPCG(seed, 0))
	var slowest, largest weighed
	over, letters := 0, 0
	weigh := func(name string, raw []byte) {
		w := weighing(name, raw)
		if letters++; w.took > wantTime || w.heap > wantHeap {
			over++
			fmt.Fprintf(os.Stderr, "bench: over the bounds: %s: %v, %d MiB\n", w.name, w.took, w.heap>>20)
		}
		if w.took > slowest.took {
			slowest = w
		}
		if w.heap > largest.heap {
			largest = w
		}
	}
	for _, s := range settings {
		for _, f := range fragments {
			weigh(fmt.Sprintf("%.40q of %.12q", s, f), letterOf(s, strings.Repeat(f, limit/len(f)), limit))
		}
	}
	for _, words := range vocabularies {
		for _, width := range columns {
			weigh(fmt.Sprintf("words of %.20q in %d columns", words, width), letterOf(settings[0], "7. P-K4\n\n"+wordsInLines(random, strings.Fields(words), width, limit), limit))
		}
	}
	for _, h := range hostiles() {
		weigh(h.name, []byte(h.raw[:min(len(h.raw), limit)]))
	}
	for n := range 10_000 {
		var body strings.Builder
		most := 1 << (6 + random.IntN(14))
		for few := random.Perm(len(fragments))[:1+random.IntN(8)]; body.Len() < most; {
			body.WriteString(strings.Repeat(fragments[few[random.IntN(len(few))]], 1+random.IntN(3)))
		}
		weigh(fmt.Sprint("random letter ", n), letterOf(settings[random.IntN(len(settings))], body.String(), limit))
	}
	row(fmt.Sprintf("the slowest of %d letters of up to 1 MiB to read: %s", letters, slowest.name), fmt.Sprintf("%.0f ms of processor", slowest.took.Seconds()*1000), "wanted: 50 ms", "", "")
	row("the one that takes the most memory: "+largest.name, fmt.Sprintf("%d MiB", largest.heap>>20), "wanted: 64 MiB", "", "")
	row("letters over either", fmt.Sprint(over), "wanted: 0", "", "")
	return nil
}

// wordsInLines is a text of some words at random, in lines of so many columns.
func wordsInLines(random *rand.Rand, words []string, width, limit int) string {
	var b strings.Builder
	for column := 0; b.Len() < limit; {
		word := words[random.IntN(len(words))]
		if column += len(word) + 1; column > width {
			b.WriteByte('\n')
			column = len(word) + 1
		}
		b.WriteString(word + " ")
	}
	return b.String()
}

// letterOf is a letter of fragments under a setting, within a limit.
func letterOf(setting, body string, limit int) []byte {
	raw := "From: alice@example.org\r\nMIME-Version: 1.0\r\n" + setting + body
	return []byte(raw[:min(len(raw), limit)])
}

// weighed is a letter, the time of the processors it took to read, and the most memory
// that was in use meanwhile, both at most so much.
type weighed struct {
	name string
	took time.Duration
	heap uint64
}

// weighing reads a letter and weighs what that took; what seems too much is weighed again.
func weighing(name string, raw []byte) weighed {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := processor()
	readWhole(raw)
	took := processor() - began
	runtime.ReadMemStats(&after)
	w := weighed{name, took, after.TotalAlloc - before.TotalAlloc}
	for range 2 {
		if w.took > 25*time.Millisecond {
			began = processor()
			readWhole(raw)
			w.took = min(w.took, processor()-began)
		}
	}
	if w.heap > 32<<20 {
		w.heap = min(w.heap, peak(func() { readWhole(raw) }))
	}
	return w
}

// readWhole reads a letter as corrd does: its text, its statements, and the moves that
// they express in a position.
func readWhole(raw []byte) {
	mail := parse.Letter(raw, mailer.Envelope{To: []string{"corrd@club.example"}}, parse.Options{Site: mailer.Site{Local: "corrd", Domain: "club.example", Delimiter: '+'}})
	start := board.Array()
	for _, text := range []string{mail.Text, mail.Subject} {
		for _, st := range interpret.Parse(text).Statements {
			for _, m := range slices.Concat(st.Confirms, st.Moves) {
				m.Readings(&start, notation.Rules{})
			}
		}
	}
}

// processor is the time that the processors have worked for this process.
func processor() time.Duration {
	var used syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// peak is the most memory in use while f runs, above that before, as a collector sees
// that is eager.
func peak(f func()) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	runtime.GC()
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	inUse := func() uint64 { metrics.Read(sample); return sample[0].Value.Uint64() }
	before, most := inUse(), uint64(0)
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-done:
				return
			case <-time.After(100 * time.Microsecond):
				most = max(most, inUse())
			}
		}
	}()
	f()
	close(done)
	<-stopped
	return max(most, before) - before
}

// hostile is a letter whose shape is made to cost its reader much.
type hostile struct{ name, raw string }

const (
	plainHead     = "From: alice@example.org\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
	pageHead      = "From: alice@example.org\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
	mixedHead     = "From: alice@example.org\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
	hostileOctets = 1 << 20
)

// filled repeats a text up to the limit of a letter.
func filled(unit string) string { return strings.Repeat(unit, hostileOctets/len(unit)) }

// counted writes so many texts that differ in a number.
func counted(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// hostiles are letters of up to 1 MiB of every shape: their MIME, their header, their page, their
// text.
func hostiles() []hostile {
	all := append(ofParts(), ofHeaders()...)
	return append(append(all, ofPages()...), ofTexts()...)
}

// ofParts are letters whose parts are many, deep, or coded.
func ofParts() []hostile {
	const alternative = "--b\r\nContent-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\n\r\n%s\r\n--c\r\nContent-Type: text/html\r\n\r\n<p>%s\r\n--c--\r\n"
	nested := "From: alice@example.org\r\nMIME-Version: 1.0\r\n"
	for i := range 40 {
		nested += fmt.Sprintf("Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i)
	}
	return []hostile{
		{"two hundred parts of text", mixedHead + strings.Repeat("--b\r\n\r\n"+strings.Repeat("a line\r\n", 640)+"\r\n", 200)},
		{"two hundred parts of pages", mixedHead + strings.Repeat("--b\r\nContent-Type: text/html\r\n\r\n"+strings.Repeat("<p>a</p>", 640)+"\r\n", 200)},
		{"parts without end", mixedHead + filled("--b\r\n\r\n")},
		{"a hundred alternatives", mixedHead + strings.Repeat(fmt.Sprintf(alternative, strings.Repeat("a ", 2000), strings.Repeat("b ", 2000)), 100)},
		{"a blank text and pages", mixedHead + "--b\r\n\r\n" + strings.Repeat(" \r\n", 170_000) + strings.Repeat("--b\r\nContent-Type: text/html\r\n\r\n<p>a</p>"+strings.Repeat("b ", 1000)+"\r\n", 190)},
		{"parts nested deeply", nested + "\r\n" + filled("P-K4\r\n")[:900_000]},
		{"boundaries that are nearly right", mixedHead + filled("--bb\r\n--a\r\n")},
		{"attachments with long names", mixedHead + strings.Repeat("--b\r\nContent-Type: application/pdf; name=\""+strings.Repeat("=?utf-8?q?a?= ", 350)+"\"\r\n\r\nx\r\n", 190)},
		{"parameters without end", "From: alice@example.org\r\nContent-Type: text/plain" + counted(12_000, "; charset*%d=a") + "\r\n\r\nP-K4\r\n"},
		{"base64 of strays", strings.Replace(plainHead, "\r\n\r\n", "\r\nContent-Transfer-Encoding: base64\r\n\r\n", 1) + filled("QUJD=*")},
		{"octets quoted badly", strings.Replace(plainHead, "\r\n\r\n", "\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n", 1) + filled("=G=4=  \r\n")},
		{"octets quoted well", strings.Replace(plainHead, "\r\n\r\n", "\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n", 1) + filled("=50=2d=4b=34=0a")},
		{"UTF-16", strings.Replace(plainHead, "utf-8", "utf-16le", 1) + filled("P\x00-\x00K\x004\x00\n\x00")},
		{"ISO-2022-JP", strings.Replace(plainHead, "utf-8", "iso-2022-jp", 1) + filled("\x1b$B%A\x1b(B ")},
		{"parts of messages", "From: alice@example.org\r\n" + filled("Content-Type: message/rfc822\r\n\r\n")},
		{"reports of failures", "From: mailer-daemon@example.org\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n" + filled("Final-Recipient: rfc822;a@b.example\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 no\r\n\r\n")},
		{"failures in prose", "From: mailer-daemon@example.org\r\n\r\n" + filled("550 5.1.1 <a@b.example>: user unknown, mailbox full, try again\r\n")},
		{"boundaries in boundaries", "From: alice@example.org\r\n" + counted(9000, "Content-Type: multipart/mixed; boundary=\"b%d\"\r\n\r\n--b1\r\n")},
		{"UTF-7", strings.Replace(plainHead, "utf-8", "utf-7", 1) + filled("+AFA-+AC0-+AEs-4\r\n")},
		{"GB 18030", strings.Replace(plainHead, "utf-8", "gb18030", 1) + filled("\x81\x30\x81\x30")},
	}
}

// ofHeaders are letters whose headers are many, long, or coded.
func ofHeaders() []hostile {
	const head = "From: alice@example.org\r\n"
	return []hostile{
		{"words of RFC 2047", head + "Subject: " + strings.Repeat("=?utf-8?b?UC1LNA==?=\r\n ", 40_000) + "\r\n\r\nP-K4\r\n"},
		{"words of RFC 2047 that do not end", head + "Subject: " + strings.Repeat("=?utf-8?q?=", 90_000) + "\r\n\r\nP-K4\r\n"},
		{"names of addressees in words", head + "To: " + strings.Repeat("=?iso-8859-1?q?=E9?= <a@b.example>,\r\n ", 20_000) + "\r\n\r\nP-K4\r\n"},
		{"comments in comments", head + "To: " + strings.Repeat("(", 500_000) + "\r\n\r\nP-K4\r\n"},
		{"results of checks", head + strings.Repeat("Authentication-Results: mx.example; dkim=pass header.d=example.org; spf=pass; dmarc=pass\r\n", 11_000) + "\r\nP-K4\r\n"},
		{"signatures", head + strings.Repeat("DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=a; h=From:To:Subject; bh=QUJD; b=QUJD\r\n", 11_000) + "\r\nP-K4\r\n"},
		{"fields without end", head + counted(60_000, "X-%d: b\r\n") + "\r\nP-K4\r\n"},
		{"identifiers", head + "References: " + counted(40_000, "<%d@example.org>\r\n ") + "\r\n\r\nP-K4\r\n"},
		{"many authors", head + "From: " + counted(40_000, "a%d@b.example, ") + "\r\n\r\nP-K4\r\n"},
		{"fields of authors", counted(30_000, "From: a%d@b.example\r\n") + "\r\nP-K4\r\n"},
		{"authors in brackets", head + "To: " + filled("<<a@b>> ") + "\r\n\r\nP-K4\r\n"},
		{"quoted names", head + "To: " + filled("\"a\\\"b\" <a@b.example>, ") + "\r\n\r\nP-K4\r\n"},
		{"groups of addressees", head + "To: " + counted(30_000, "g%d: a@b.example, c@d.example; ") + "\r\n\r\nP-K4\r\n"},
		{"one field folded", head + "Subject: " + filled("a\r\n ") + "\r\n\r\nP-K4\r\n"},
		{"a long subject of moves", head + "Subject: " + filled("Kt or Kt or B, if P-K4, Kt-KB3; ") + "\r\n\r\nP-K4\r\n"},
		{"results without end", head + "Authentication-Results: mx.example" + filled("; dkim=pass (a (b) c) header.d=example.org") + "\r\n\r\nP-K4\r\n"},
		{"signed names without end", head + "DKIM-Signature: v=1; d=example.org; h=" + filled("From:To:") + "; b=QUJD\r\n\r\nP-K4\r\n"},
		{"ways of relays", head + strings.Repeat("Received: from a.example (b [192.0.2.1]) by c.example with ESMTPS id 1 for <corrd@club.example>; Thu, 1 Jan 2026 00:00:00 +0000\r\n", 7000) + "\r\nP-K4\r\n"},
	}
}

// ofPages are letters in HTML.
func ofPages() []hostile {
	return []hostile{
		{"tables in tables", pageHead + filled("<table><tr><td>a")},
		{"entities", pageHead + filled("&NotEqualTilde;&#x265e;&amp ")},
		{"entities that are none", pageHead + "<p>" + filled("&&#;&#x;&zzzzzz;")},
		{"classes", pageHead + "<p>" + filled("<i class=\"a b c d e f g h i j k l m n o p\">x</i>")},
		{"styles of elements", pageHead + filled("<p style=\"border-left: solid; display: block; width: 0; overflow: auto\">a</p>")},
		{"style sheets", pageHead + counted(16_000, "<style>.a%d,#b{color:red}.c{display:none}</style><p class=c>x")},
		{"a long style sheet", pageHead + "<style>" + counted(40_000, ".a%d{display:none} ") + "</style><p>P-K4"},
		{"one tag without end", pageHead + "<p " + filled("b=c ")},
		{"attributes in quotes", pageHead + "<p " + counted(60_000, "b%d=\"c\" ")},
		{"comments", pageHead + filled("<!-- originalMessage -->a")},
		{"comments that do not end", pageHead + "<p>" + filled("<!--")},
		{"quotations in quotations", pageHead + filled("<blockquote>x<div class=gmail_quote>y")},
		{"lists", pageHead + filled("<ol><li value=7>Kt-KB3<li>P-K4</ol>")},
		{"characters of many octets", pageHead + "<p>" + filled("♞é\u202e")},
		{"a picture in the page", pageHead + "<p>P-K4</p><img src=\"data:image/png;base64," + filled("QUJD") + "\">"},
	}
}

// ofTexts are letters in plain text.
func ofTexts() []hostile {
	const on = "On 1 May 2026 at 10:00, Bob <bob@example.org>\r\nwrote:\r\n"
	return []hostile{
		{"quotations announced in two lines", plainHead + filled(on+"> P-K4\r\n\r\nP-Q4\r\n")},
		{"quotations broken by mail programs", plainHead + filled("> a word a word a word a word\r\nand\r\n> the rest\r\n")},
		{"signatures one below another", plainHead + filled("-- \r\nAlice\r\n\r\n")},
		{"names in angles and dates", plainHead + filled("Bob <bob@example.org> 1.5.2026 10:00:\r\n")},
		{"one line without end", plainHead + filled("P-K4 or ")},
		{"men with or", plainHead + counted(4000, "Kt or Kt or B%d or Kt or Kt or Kt or Kt or Kt or Kt or Kt or Kt or Kt\r\n")},
		{"conditions", plainHead + counted(4000, "if P-K4, Kt-KB3; if P-Q4, P-Q4; if any, B-Kt%d otherwise P-B4\r\n")},
		{"conditions in prose", plainHead + counted(4000, "if it rains on day %d, and if you do not mind, we play on; if not, then not\r\n")},
		{"ordinals", plainHead + counted(4000, "the 1st of the 2nd, the 3rd and %d the 4th square of the King's Knight's file\r\n")},
		{"dates", plainHead + counted(4000, "1 May 2026, 2.5.2026, May 3rd %d, 2026-05-04 10:00: P-K4\r\n")},
		{"numbers", plainHead + counted(4000, "1. 2. 3... 4) (5) #6 No. 7 8th %d. 52-54 5254 9 10 11 12\r\n")},
		{"near figures", plainHead + counted(4000, "5254 6143x 0000 9999 52 54 %d 11111 5254, 7785 or 5254; 6755\r\n")},
		{"near algebra", plainHead + counted(4000, "e4 e5 Nf3 Nc6 exd5+ O-O-O# N%df3 e8=Q Rfxd1 axb e4e e 4 Sf3\r\n")},
		{"castling in signs", plainHead + counted(4000, "o-o o-o-o 0-0 o o 0 0 0 %d Castles K R o-o- -o o.o.o castle\r\n")},
		{"men in a row", plainHead + counted(4000, "K Kt B R Q P Kt B R Q P K Kt B R %d P Kt x B Kt P x Kt P B\r\n")},
		{"takings", plainHead + counted(4000, "P takes P takes Kt takes Kt's P takes Q B P%d takes P e p x P x P\r\n")},
		{"letters after letters", plainHead + counted(4000, "a b c d e f g h a%d b1 c d e f g h a b c d e f g h a b c d e f g h\r\n")},
		{"commas", plainHead + counted(4000, "yes, no, ok, well, so, then, now, right, sorry, %d, please, thanks, yes, no, ok\r\n")},
		{"acts with manners", plainHead + counted(4000, "I hereby most gladly and respectfully and really accept your kind %d offer of the draw\r\n")},
		{"openings of sentences", plainHead + counted(4000, "I am happy to I am glad to I would like to I am sorry to I regret that I must %d\r\n")},
		{"leads without a move", plainHead + counted(4000, "so then now yes well my move is I play I reply I answer %d my reply: my answer: here is\r\n")},
		{"brackets", plainHead + counted(4000, "(P-K4) [P-Q4] ((Kt-KB3)) (ch) [%d] (or B-Kt5 (or P-B4 (or o-o\r\n")},
		{"terms", plainHead + counted(4000, "challenge bob@example.org, time 10 moves in %d days, code 1883, side white, odds Kt, time 5\r\n")},
		{"your moves", plainHead + counted(4000, "your move P-K4 received, your last move was %d, you played Kt-KB3, I confirm, mine is P-Q4\r\n")},
		{"telegraph words", plainHead + counted(4000, "GALAL IPEP GALALIPEP BABA %d STOP GALAL STOP CEDO FIGU STOP\r\n")},
		{"links and keys", plainHead + filled("https://example.org/a?b=c&d=e mailto:corrd+abcdefghij@club.example <x@y.example> ")},
		{"words between accents", plainHead + counted(4000, "é è ü à propos déjà vu, naïve %d façade; Kt–KB3 “P—K4” ‘P×P’ ½ ¼\r\n")},
		{"capitals of many scripts", plainHead + filled("ΣΕΛΊΔΑ İSTANBUL ẞ Ǆ ﬁ ℌ 𝐊𝐭 Ｋｔ－ＫＢ３\r\n")},
		{"letters and their marks", plainHead + filled("Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L\r\n")},
		{"dates in every tongue", plainHead + counted(4000, "Le 1 mai 2026 à %d:00, Alice <a@b.example> a écrit :\r\nAm 1. Mai 2026 um 10:00 schrieb é\r\n")},
		{"headers in the text", plainHead + filled("From: a@b.example\r\nSent: 1 May 2026 10:00\r\nx\r\n")},
		{"commands", plainHead + counted(4000, "challenge a%d@b.example, code 1883; help; show; games; stop; register Bob\r\n")},
		{"commands one a line", plainHead + counted(4000, "register Bob %d\r\nadopt 2\r\ngames\r\nhelp\r\n")},
		{"hypotheses in hypotheses", plainHead + counted(4000, "if %d. P-K4, Kt-KB3; if then B-B4, P-Q4; if then PxP e.p., KtxP; if any, resign\r\n")},
		{"hypotheses one a line", plainHead + counted(4000, "if P-K%d, Kt-KB3\r\nif then any, P-Q4\r\n")},
		{"yes and what is beside", plainHead + counted(4000, "yes please, thank you, dear Alice, %d times, but if not, no; well, ok then, I accept gladly\r\n")},
		{"games turned to", plainHead + counted(4000, "Game %d: P-K4 or P-Q4, draw?\r\n")},
		{"moves without spaces", plainHead + counted(4000, "P-K4,P-Q4;Kt-KB3/B-Kt5|o-o.K%d-B3&QxP(ch)Kt-B3:e4e5Nf3\r\n")},
		{"apostrophes", plainHead + counted(4000, "K's Kt's P's Q's B's R's 4's 5th's to K's B's 3's %d's square's\r\n")},
		{"armour", plainHead + filled("-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: x\r\n\r\n- -----BEGIN PGP SIGNATURE-----\r\n")},
	}
}
