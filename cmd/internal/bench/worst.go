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

// vocabularies are the words of letters in which no two lines are the same: apologies, prose without
// a move, lists of moves, brackets.
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

// worst reads letters of every kind as corrd does, up to the readings of their moves, and
// prints the one that took the most time of the processors, and the one that took the
// most memory: each fragment alone, up to the limit of a letter, words in lines, letters of a hostile
// shape, and many mixed at random.
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
