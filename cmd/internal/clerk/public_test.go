package clerk

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/reading"
	"corrd/game"
	"corrd/game/board"
	"corrd/store"
)

// builds writes the reading room of the table into a folder.
func (b *table) builds(dir string) reading.Built {
	b.Helper()
	built, err := reading.Build(b.Context(), b.room(), dir, "")
	if err != nil {
		b.Fatal(err)
	}
	return built
}

// stands counts the files of a site, and of the builds beside it, in which words stand.
func stands(t *testing.T, dir, words string) (n int) {
	t.Helper()
	err := filepath.WalkDir(dir+"-builds", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if bytes.Contains(bytes.ToLower(text), []byte(strings.ToLower(words))) {
			n++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// publish is a table with an event of three players that is published one move behind, and of which
// a move is shown.
func publish(t *testing.T) (b *table, dir string) {
	b = tableWith(t, "alice", "bob", "carol", "sam")
	b.Ledger().Secretary = "sam@example.org"
	id := b.event("terms = \"code british-1899, time 10 moves in 30 days, errors law, notation descriptive, publish delay 1\"\nplayers = [\"alice\", \"bob\", \"carol\"]")
	for _, who := range []string{"alice", "bob", "carol"} {
		b.letter(who, "corrd@club.example", "enter"+who, fmt.Sprint("enter ", id))
		b.letter(who, "corrd@club.example", "list"+who, "set listed yes")
	}
	b.start(id)
	for i, move := range []string{"P-K4", "P-K4", "KKt-B3", "QKt-B3"} {
		b.inGame(1, board.Side(i%2), fmt.Sprint("m", i), move)
	}
	dir = filepath.Join(t.TempDir(), "site")
	if first := b.builds(dir); first.Games != 1 {
		t.Fatalf("%+v", first)
	}
	return b, dir
}

// TestWithheldRebuildsNothing: whatever is withheld changes no byte, no time of a file and not the
// folder of the site.
func TestWithheldRebuildsNothing(t *testing.T) {
	b, dir := publish(t)
	target, err := os.Readlink(dir)
	if err != nil {
		t.Fatal(err)
	}
	s := b.gameNumber(1)
	white, black := b.nameOf(s, board.White), b.nameOf(s, board.Black)
	for i, step := range []struct {
		what string
		do   func()
	}{
		{"nothing", func() {}},
		{"an offer", func() { b.inGame(1, board.White, "x1", "draw?") }},
		{"a word", func() { b.inGame(1, board.Black, "x2", "say: Xyzzy greetings") }},
		{"what is tried", func() { b.inGame(1, board.White, "x3", "try B-Kt5") }},
		{"a protest", func() { b.inGame(1, board.Black, "x4", "protest: Xyzzy") }},
		{"a held letter", func() { b.letter("mallory", b.seatKey(1, board.White), "x5", "B-Kt5") }},
		{"a question", func() { b.inGame(1, board.White, "x6", "Is it my turn, Xyzzy?") }},
		{"a note of the umpire", func() {
			if _, err := b.room().DisputeNote(b.Context(), control.Writing{ID: 1, Words: "Xyzzy"}); err != nil {
				t.Fatal(err)
			}
		}},
		{"an address", func() { b.letter(white, "corrd@club.example", "x7", "address add xyzzy@example.org") }},
		{"a setting", func() { b.letter(black, "corrd@club.example", "x8", "set diagram off") }},
		{"an open choice", func() { b.inGame(1, board.White, "x9", "B-Kt5 or B-B4") }},
		{"moves of a game that is shown when it is over", func() {
			b.letter("alice", "corrd@club.example", "x10", "challenge carol@example.org, colour white, publish finished")
			b.letter("carol", "corrd@club.example", "x11", "accept")
			b.inGame(4, board.White, "x12", "P-Q4")
		}},
		{"reminders", func() { b.pass(16 * 24 * time.Hour) }},
	} {
		before := len(b.gameNumber(1).Line)
		step.do()
		if again := b.builds(dir); again.Changed || again.Written != 0 || again.Games != 1 {
			t.Errorf("%d, %s: %+v", i, step.what, again)
		}
		if now, _ := os.Readlink(dir); now != target {
			t.Errorf("%d, %s: another folder is shown", i, step.what)
		}
		if after := len(b.gameNumber(1).Line); after != before {
			t.Fatalf("%s played a move", step.what)
		}
	}
	if s = b.gameNumber(1); s.Phase != game.HeldMultiple || stands(t, dir, "Xyzzy") != 0 {
		t.Errorf("%v", s.Phase)
	}
	b.inGame(1, board.Black, "y1", "adopt 1")
	if next := b.builds(dir); !next.Changed {
		t.Error("another move is to be shown, and nothing is written")
	}
}

// TestNameWithdrawn: a name that a player withdraws, or whose bearer is erased, is on no page, in
// no feed and in no earlier folder any more, and the secretary is told once a day at most that the
// pages must be uploaded anew.
func TestNameWithdrawn(t *testing.T) {
	b, dir := publish(t)
	if stands(t, dir, "alice") < 3 {
		t.Error("alice is not named")
	}
	told := func(want int) {
		t.Helper()
		n := 0
		for _, letter := range b.told("sam", "office") {
			if strings.Contains(letter, "upload the folder anew") {
				n++
				wants(t, letter, "remove on the server whatever is not in it")
				if strings.Contains(letter, "alice") || strings.Contains(letter, "bob") {
					t.Errorf("the letter says whose name it is:\n%s", letter)
				}
			}
		}
		if n != want {
			t.Errorf("the secretary has had %d letters, want %d", n, want)
		}
	}
	b.letter("alice", "corrd@club.example", "n0", "set listed yes") // which changes nothing
	told(0)
	b.letter("alice", "corrd@club.example", "n1", "set listed no")
	told(1)
	if built := b.builds(dir); !built.Withdrawn || stands(t, dir, "alice") != 0 || stands(t, dir, "bob") == 0 {
		t.Errorf("%+v, alice stands in %d files", built, stands(t, dir, "alice"))
	}
	b.letter("alice", "corrd@club.example", "n2", "set listed no")
	b.inGame(1, board.White, "n3", "resign")
	b.inGame(2, board.White, "n4", "resign")
	b.inGame(3, board.White, "n5", "resign")
	b.builds(dir)
	if stands(t, dir, "P-K4") == 0 || stands(t, dir, "bob") < 4 {
		t.Error("the game that is over is not shown")
	}
	b.erasures.Path = t.TempDir() + "/erasures"
	if _, err := b.room().PlayerErase(b.Context(), control.Removal{Whom: control.Whom{Address: "bob@example.org"}}); err != nil {
		t.Fatal(err)
	}
	told(1) // of the day
	if b.builds(dir); stands(t, dir, "bob") != 0 {
		t.Errorf("bob stands in %d files", stands(t, dir, "bob"))
	}
	b.midnight()
	if err := b.askSecretary(); err != nil {
		t.Fatal(err)
	}
	told(2)
	b.midnight()
	if err := b.askSecretary(); err != nil {
		t.Fatal(err)
	}
	told(2)
}

// TestNoPagesNoLetter: where no pages are built nobody is told to upload any, and where there is no
// secretary the letter waits for one.
func TestNoPagesNoLetter(t *testing.T) {
	b := tableWith(t, "alice", "sam")
	for i, words := range []string{"set listed yes", "set listed no"} {
		b.letter("alice", "corrd@club.example", fmt.Sprint(i), words)
	}
	b.Ledger().Secretary = "sam@example.org"
	if err := b.askSecretary(); err != nil || len(b.told("sam", "office")) != 0 {
		t.Errorf("%v, %d letters", err, len(b.told("sam", "office")))
	}
	b.Ledger().Secretary = ""
	b.builds(filepath.Join(t.TempDir(), "site"))
	for i, words := range []string{"set listed yes", "set listed no"} {
		b.letter("alice", "corrd@club.example", fmt.Sprint(2+i), words)
	}
	b.Ledger().Secretary = "sam@example.org"
	b.view(func(v store.View) error {
		if due, err := ledger.SecretaryDue(v, b.Ledger()); !due || err != nil {
			t.Errorf("%v, %v", due, err)
		}
		return nil
	})
	if err := b.askSecretary(); err != nil || len(b.told("sam", "office")) != 1 {
		t.Errorf("%v, %d letters", err, len(b.told("sam", "office")))
	}
}

// TestFormerPlayerErased: the words of a player go from the page of a game when they are erased,
// also where somebody else has their seat since.
func TestFormerPlayerErased(t *testing.T) {
	b := newTable(t)
	b.join("carol")
	b.inGame(1, board.White, "1", "P-K4")
	b.inGame(1, board.Black, "2", "King's Pawn two squares")
	if err := b.replace(control.Seat{Game: 1, Side: board.Black}, "carol"); err != nil {
		t.Fatal(err)
	}
	b.inGame(1, board.White, "3", "resign")
	dir := filepath.Join(t.TempDir(), "site")
	if b.builds(dir); stands(t, dir, "Pawn two squares") == 0 {
		t.Fatal("the words of the move are not shown")
	}
	b.erasures.Path = t.TempDir() + "/erasures"
	if _, err := b.room().PlayerErase(b.Context(), control.Removal{Whom: control.Whom{Address: "bob@example.org"}}); err != nil {
		t.Fatal(err)
	}
	if built := b.builds(dir); !built.Changed || stands(t, dir, "Pawn two squares") != 0 {
		t.Errorf("%+v: the words stand in %d files", built, stands(t, dir, "Pawn two squares"))
	}
}

// nameOf names the player of a side.
func (b *table) nameOf(s game.State, side board.Side) (name string) {
	b.Helper()
	b.view(func(v store.View) error {
		p, err := v.Player(s.Players[side])
		name = p.Name
		return err
	})
	return name
}

// seatKey is the address of a seat of a game.
func (b *table) seatKey(id int64, side board.Side) string {
	s := ledger.Seat{Game: b.gameNumber(id), Side: side}
	return b.desk.Keys.Address(s.Token(), s.Generation(), b.Ledger().Site)
}
