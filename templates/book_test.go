package templates

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/interpret/notation"
	"corrd/store/peertest"
	"corrd/templates/press"
)

// shelf are games of which a book is printed: the script of each, and what a reader of the book
// finds, in this order.
var shelf = map[string]struct {
	terms  map[string]string
	names  [2]string
	script []string
	holds  []string
}{
	"penalties": {
		script: []string{"white: King's Pawn two squares", "black: P-K4", "white: Kt-B3", "black: adopt 2; QKt to B3", "white: B to QKt's 6th", "black: exact penalty C", "white: K-K2",
			"black: P-Q3\nA quiet move, and a cold morning here.", "white: draw?", "black: no draw", "white: P-QR4 or P-KR4", "black: adopt 1; P-QR4", "white: P-Q3", "black: K to his 4th", "white: waive; P-B3", "black: resign"},
		holds: []string{"A Game at Chess", "played by electronic mail", "Alice Example", "with the white men", "against", "Bob Example", "with the black men", "Under The British Chess Code", "1–0", "Black resigns",
			"The Conditions", "code british-1899", "time 10 moves in 30 days", "The Game", "1. White King's Pawn two squares — P-K4", "Black P-K4",
			"White’s words “Kt-B3” may mean Kt-QB3 or Kt-KB3. Black is to choose.", "III.3 Words that can be read", "White’s words leave a choice in this position.",
			"Black adopts Kt-KB3.", "III.3 (as above)", "2. White Kt-B3 — Kt-KB3", "Black QKt to B3 — Kt-QB3", "White’s words “B to QKt’s 6th” express no legal move.",
			"Black exacts penalty C: White is to move the King.", "White is to move under the penalty in this position.", "3. White K-K2", "Black P-Q3",
			"Black writes: “A quiet move, and a cold morning here.”", "White offers a draw.", "II.8(a)", "Black declines the draw.",
			"White sends more than one move for one turn, “P-QR4” and “P-KR4”", "III.4", "Black adopts P-QR4.", "White P-QR4", "Black P-QR4", "White P-Q3",
			"Black’s words “K to his 4th” express no legal move.", "White waives the penalty.", "Black resigns.", "In Short", "1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. K-K2 P-Q3", "The position at the end."},
	},
	"post": {
		terms: map[string]string{"medium": "post"},
		script: []string{"white: P to K's 4th\nI send you my best wishes for the new year.", "wait 96h", "black: P to K's 4th", "wait 96h", "white: KKt-B3", "wait 120h",
			"black: QKt-B3", "wait 120h", "white: B-B4", "wait 96h", "black: resign", "wait 96h"},
		holds: []string{"played by post", "1. White P to K's 4th — P-K4", "posted 1 January 2026, came to hand 5 January 2026", "Black P to K's 4th — P-K4",
			"2. White KKt-B3 — Kt-KB3", "posted 9 January 2026, came to hand 12 January 2026; 1 day, 1 in all", "Black QKt-B3 — Kt-QB3", "3. White B-B4", "Black resigns."},
	},
	"telegraph": {
		terms:  map[string]string{"medium": "telegraph", "leave": "none", "telegraph.mutilation": "1", "seed": "1"},
		script: []string{"white: P-K4", "wait 20m", "black: repeat form", "wait 20m", "black: P-K4", "wait 2h", "white: resign", "wait 2h"},
		holds:  []string{"played by telegraph", "1. White P-K4", "handed in 1 January 2026, 11:00, delivered 1 January 2026, 11:", "; charge 6d; delivered as “", "White resigns."},
	},
	"blindfold": {
		terms:  map[string]string{"board": "blindfold"},
		script: []string{"white: P-K4", "black: P-K4", "white: KKt-B3", "black: QKt-B3", "white: B-Kt5", "black: P-QR3", "white: resign"},
		holds:  []string{"board blindfold", "White P-K4", "White B-Kt5", "White resigns.", "The position at the end."},
	},
	"annulled": {
		script: []string{"white: P-K4", "black: P-K4", "umpire: annul II.1"},
		holds:  []string{"The game is annulled, and counts for nobody", "White P-K4", "Black P-K4", "The umpire has ruled that the game is annulled", "II.1", "The game is annulled"},
	},
	"time": {
		script: []string{"white: P-K4", "wait 1000h"},
		holds:  []string{"1–0", "Black oversteps the time", "White P-K4", "Black oversteps the time."},
	},
	"unmoved": {
		script: []string{"white: resign"},
		holds:  []string{"0–1", "White resigns", "The Game", "White resigns."},
	},
	"greek": {
		names:  [2]string{"Ἀριστοτέλης Ωνάσης", "Ольга Щербакова-Ёлкина"},
		script: []string{"white: P-K4", "black: resign"},
		holds:  []string{"Ἀριστοτέλης Ωνάσης", "Ольга Щербакова-Ёлкина", "1–0"},
	},
	"other-scripts": {
		names:  [2]string{"김민준 Kim", "王小明 Wang"},
		script: []string{"white: P-K4\n很高兴认识你 👍", "black: resign"},
		holds:  []string{"White with the white men", "whose name is written 김민준 Kim; a lozenge stands for a letter", "Black with the black men", "whose name is written 王小明 Wang", "很高兴认识你"},
	},
	"from-the-right": {
		names:  [2]string{"محمد صلاح", "דוד ברונשטיין"},
		script: []string{"white: P-K4", "black: resign"},
		holds:  []string{"White with the white men", "whose name is written", "Black with the black men", "Game 12 · White against Black"},
	},
	"long-names": {
		names:  [2]string{"Maximiliane Wilhelmine Auguste von Hohenstaufen-Württemberg und zu Teck", "The Honourable Company of the Edinburgh and Leith Chess Clubs, in Consultation"},
		script: []string{"white: P-K4", "black: resign"},
		holds:  []string{"Maximiliane Wilhelmine", "Teck", "The Honourable Company", "in Consultation"},
	},
	"two-letters": {
		script: []string{"white: P-K4", "white: 1. P-Q4", "black: annul", "black: P-K4", "white: P-KB4", "black: resign"},
		holds: []string{"1. White P-K4", "White sends another move for the same turn, before a reply. Taken back: 1. “P-K4”.", "White sends more than one move for one turn, “P-K4” and “P-Q4”",
			"Black has the second letter for the turn annulled: 1. “P-K4” stands.", "The move sent first stands, in this position."},
	},
	"restored": {
		script: []string{"white: P-K4", "black: P-K4", "white: KKt-B3", "white: withdraw", "black: agree", "white: P-KB4", "black: resign"},
		holds:  []string{"White proposes", "Black agrees. Taken back: 2. “KKt-B3” (Kt-KB3).", "The game goes on from this position, and White is to move.", "2. White P-KB4", "In Short", "1. P-K4 P-K4 2. P-KB4 1–0"},
	},
	"restored-by-ruling": {
		script: []string{"white: P-K4", "black: P-K4", "white: KKt-B3", "umpire: restore_turn II.6(e) black", "black: P-QB4", "white: resign"},
		holds: []string{"The umpire has ruled that the position at the beginning of", "Taken back: 1... “P-K4” and 2. “KKt-B3” (Kt-KB3).", "The game goes on from this position, and Black is to move.",
			"1... Black P-QB4", "In Short", "1. P-K4 P-QB4 0–1"},
	},
	"odds": {
		terms:  map[string]string{"odds": "knight given by white"},
		script: []string{"white: P-K4", "black: P-K4", "white: resign"},
		holds:  []string{"The position at the beginning.", "White P-K4"},
	},
}

// bookOf plays a game of the shelf to its end and gives its book.
func bookOf(t *testing.T, name string) GameBook {
	t.Helper()
	c := shelf[name]
	g := sit(t, c.terms, nil)
	b := GameBook{Names: c.names, Office: testOffice, Zone: time.UTC, Paper: press.A4}
	for _, step := range c.script {
		g.step(step)
		if _, note, ok := strings.Cut(step, "\n"); ok {
			by := board.White
			if strings.HasPrefix(step, "black") {
				by = board.Black
			}
			b.Notes = append(b.Notes, BookNote{Seq: g.state.Seq, By: by, Words: note})
		}
	}
	if g.state.Result == nil {
		t.Fatalf("%s: the game is not over", name)
	}
	told := BookOf(g.state, g.log)
	b.State, b.Steps, b.Ways = told.State, told.Steps, told.Ways
	if b.Names[0] == "" {
		b.Names = [2]string{"Alice Example", "Bob Example"}
	}
	return b
}

// named gives a book the names of players.
func named(b GameBook) GameBook {
	b.Names = [2]string{"Alice Example", "Bob Example"}
	return b
}

// inFolder leaves a book in the folder that CORRD_BOOKS names, to be looked at.
func inFolder(t *testing.T, name string, octets []byte) {
	t.Helper()
	if dir := os.Getenv("CORRD_BOOKS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name+".pdf"), octets, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestBooks: each game of the shelf has a book of the same octets each time, on both papers.
func TestBooks(t *testing.T) {
	for name := range shelf {
		b := bookOf(t, name)
		papers := press.Papers
		if testing.Short() {
			papers = papers[:1]
		}
		for _, paper := range papers {
			b.Paper = paper
			first, err := b.PDF()
			if err != nil {
				t.Fatal(err)
			}
			inFolder(t, fmt.Sprint(name, "-", paper), first)
			if paper != press.A4 {
				continue
			}
			again, err := b.PDF()
			if err != nil || !bytes.Equal(first, again) {
				t.Errorf("%s: another book: %v", name, err)
			}
		}
	}
}

// TestHostileNamesInABook: whatever the players are called, the book is one PDF of the objects of
// any other, and nothing in it is done when it is opened.
func TestHostileNamesInABook(t *testing.T) {
	name := slices.Sorted(maps.Keys(shelf))[0]
	for _, hostile := range []string{") /OpenAction << /S /JavaScript /JS (app.alert(1)) >> (", `\) >> endobj 9 0 obj << (`, "endstream\nendobj\n", "%%EOF\nstartxref\n0\n", "\x00\x01\x7f", "\u202eecilA\u202c",
		strings.Repeat("Ж", 4000), "\xff\xfe\xc3(", "<</Launch /F (calc.exe)>>", "♔♚👨‍👩‍👧", "a\r\nb\tc", strings.Repeat("W", 3000), "(((((", "<script>alert(1)</script>", "</x:xmpmeta><?xpacket end='w'?>"} {
		b := bookOf(t, name)
		b.Names = [2]string{hostile, "Bob Example"}
		octets, err := b.PDF()
		if err != nil {
			t.Errorf("%.40q: %v", hostile, err)
			continue
		}
		inFolder(t, "hostile", octets)
		for _, mark := range []string{"%%EOF", "startxref", "%PDF-"} {
			if n := bytes.Count(octets, []byte(mark)); n != 1 {
				t.Errorf("%.40q: %s stands %d times", hostile, mark, n)
			}
		}
		for _, done := range []string{"/OpenAction", "/JavaScript", "/JS", "/Launch", "/AA", "/SubmitForm", "<script"} {
			if bytes.Contains(octets, []byte(done)) {
				t.Errorf("%.40q: the book holds %s", hostile, done)
			}
		}
		if a, b := bytes.Count(octets, []byte(" 0 obj")), bytes.Count(octets, []byte("endobj")); a != b {
			t.Errorf("%.40q: %d objects begin, %d end", hostile, a, b)
		}
	}
}

// TestLongBook: a game of 300 moves has a book.
func TestLongBook(t *testing.T) {
	var s game.State
	for seed := int64(1); len(s.Line) < 600; seed++ {
		s = strolled("", seed, 600)
	}
	array := board.Array()
	log := []game.Event{{At: s.Started, By: game.Corrd, Fact: game.Started{Terms: s.Terms, Players: [2]int64{1, 2}, Position: array.FEN()}}}
	for p, turn := range s.Played() {
		by := game.PartyOf(turn.Side)
		log = append(log, game.Event{At: s.Started.Add(time.Duration(turn.Ply) * 26 * time.Hour), By: by, Fact: game.Played{Ply: turn.Ply, Move: turn.Move, Words: notation.Short(&p, turn.Move)}})
	}
	log = append(log, game.Event{At: s.Started.Add(20000 * time.Hour), By: game.Corrd, Law: "II.8(a)", Fact: game.Ended{Score: game.Drawn, How: game.ByAgreement}})
	state := game.State{ID: 3}
	b := BookOf(state.Apply(log...), log)
	b.Names, b.Office, b.Zone, b.Paper = [2]string{"Alice Example", "Bob Example"}, testOffice, time.UTC, press.A4
	if n := len(b.State.Line); n != 600 {
		t.Fatalf("%d plies", n)
	}
	began := time.Now()
	octets, err := b.PDF()
	if err != nil || len(octets) > 1<<20 {
		t.Errorf("%d octets, %v", len(octets), err)
	}
	t.Logf("%d octets, %v", len(octets), time.Since(began))
	inFolder(t, "long", octets)
}

// TestBooksReadInOrder: pdftotext finds in each book of the shelf what stands in it, in its order,
// and its fonts are embedded.
func TestBooksReadInOrder(t *testing.T) {
	program := peertest.Program(t, "BOOKS NOT READ BY PDFTOTEXT", "poppler-utils", "pdftotext")
	for name, c := range shelf {
		b := bookOf(t, name)
		papers := press.Papers[:]
		if testing.Short() {
			papers = papers[:1]
		}
		for _, b.Paper = range papers {
			octets, err := b.PDF()
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "book.pdf")
			if err := os.WriteFile(file, octets, 0o600); err != nil {
				t.Fatal(err)
			}
			out, err := exec.Command(program, "-enc", "UTF-8", file, "-").Output()
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			inOrder(t, name, string(out), c.holds)
		}
	}
}

// inOrder reports what a text does not hold after what stands before it in a list, however the
// lines are broken.
func inOrder(t *testing.T, name, text string, holds []string) {
	t.Helper()
	text = strings.Join(strings.Fields(text), " ")
	rest := text
	for _, want := range holds {
		_, after, ok := strings.Cut(rest, want)
		if !ok {
			t.Errorf("%s: %q does not stand where it should in\n%s", name, want, text)
			return
		}
		rest = after
	}
}
