package dossier_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/dossier"
	"corrd/cmd/internal/local"
	"corrd/store/peertest"
)

// letter is one letter of a script. A secret letter says one thing in one game and another in the
// other.
type letter struct {
	by   string // "reader", "other" (the side with secrets), "stranger" (with its key), "old" (it, to an old letter), "ask" and "note" (the umpire)
	says [2]string
}

// secrets are what a side may write, or be told, of which the other is told nothing; each slot has
// words that come to the same events.
var secrets = []func(word string) letter{
	func(w string) letter { return letter{"other", both("99. P-%sR4", w)} },
	func(w string) letter { return letter{"other", both("exact %sB", w)} },
	func(w string) letter {
		return letter{"other", both("My cousin %s thinks that I should resign, and so do I.", w)}
	},
	func(w string) letter { return letter{"stranger", both("P-%sR4\nI write from the inn of %[1]s.", w)} },
	func(w string) letter { return letter{"old", both("I had thought of Kt-%sB8 once.", w)} },
	func(w string) letter { return letter{"other", both("note to %s", w)} },
	func(w string) letter { return letter{"other", both("set timezone %s", w)} },
	func(w string) letter { return letter{"other", both("agree to %s", w)} },
	func(w string) letter {
		return letter{"other", [2]string{"try P-K4", "try P-QKt4\nfor my friend at " + w}}
	},
	func(w string) letter {
		return letter{"other", [2]string{"I wonder.", "I wonder what you will answer to that, and whether " + w + " is the man to ask; it is long since I wrote so much."}}
	},
	func(w string) letter {
		return letter{"stranger", [2]string{"P-KR4", "P-Q3\n\n" + strings.Repeat("Sent from the "+w+" of my heart. ", 20)}}
	},
	func(w string) letter {
		return letter{"other", [2]string{"address add b1@example.org", "address add bob.of." + strings.ToLower(w) + "@elsewhere.example"}}
	},
	func(w string) letter { return letter{"other", [2]string{"show", "history\nset name-of-" + w}} },
	func(w string) letter {
		return letter{"other", [2]string{"if sealed P-KR4, P-KR3", "if sealed P-KKt4, P-QR4"}}
	},
}

func both(form, word string) [2]string {
	return [2]string{fmt.Sprintf(form, "K"), fmt.Sprintf(form, word)}
}

var opening = []string{"P-K4", "P-K4", "Kt-KB3", "Kt-QB3", "B-Kt5", "P-QR3", "B-R4", "Kt-B3", "P-Q3", "P-QKt4", "B-Kt3", "B-B4"}

// terms are those of the games, each with the days after which a communication has come.
var terms = []struct {
	terms string
	days  int
}{{"", 0}, {"code american-1897", 0}, {"medium post, time 10 moves in 300 days", 4}, {"medium telegraph, notation descriptive gringmuth, time 10 moves in 300 days", 1}, {"conditionals sealed", 0}}

// TestSecretsOfARunningGame: the archive for a side is the same, octet for octet but for salts,
// hashes and signatures, of two games that differ only in what that side was not told. It is
// White's in one game, and Black's in the next.
func TestSecretsOfARunningGame(t *testing.T) {
	for n := range 12 {
		if (n+n/2)%peertest.Share(2, 12) != 0 { // each terms are tried, and each side
			continue
		}
		chance := rand.New(rand.NewPCG(27, uint64(n)))
		agreed := terms[n/2%len(terms)]
		var script []letter
		for i, move := range opening[:4+chance.IntN(len(opening)-4)] {
			for range chance.IntN(3) {
				script = append(script, secrets[chance.IntN(len(secrets))]("Q"))
			}
			script = append(script, letter{[2]string{"reader", "other"}[(i+n)%2], [2]string{move, move}})
		}
		script = append(script, letter{"reader", [2]string{"protest: the last letter came late", "protest: the last letter came late"}},
			letter{"ask", [2]string{"When was it posted?", "Where were you?"}}, letter{"other", [2]string{"On Monday, with my brother.", "At noon, on my ship."}},
			letter{"note", [2]string{"He is lying.", "He is right."}}, letter{"other", both("99. P-%sR4", "Q")})
		a, b := archived(t, agreed.terms, agreed.days, n%2, script, 0), archived(t, agreed.terms, agreed.days, n%2, script, 1)
		for _, name := range slices.Sorted(maps.Keys(a)) {
			if a[name] != b[name] {
				t.Errorf("game %d (%s): %s differs:\n%s\nand\n%s\nscript %v", n, agreed.terms, name, difference(a[name], b[name]), difference(b[name], a[name]), script)
			}
		}
		if !maps.EqualFunc(a, b, func(string, string) bool { return true }) || len(a) != len(b) {
			t.Errorf("game %d: %v\n%v", n, slices.Sorted(maps.Keys(a)), slices.Sorted(maps.Keys(b)))
		}
	}
}

// archived plays a script, of each secret letter with the words of one of the two games, and gives
// the files of the archive for a side without what is drawn by lot.
func archived(t *testing.T, terms string, days, side int, script []letter, which int) map[string]string {
	t.Helper()
	dir, err := os.MkdirTemp("", "corrd")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.WriteFile(filepath.Join(dir, "secret"), bytes.Repeat([]byte{7}, 32), 0o600); err != nil {
		t.Fatal(err)
	}
	w := local.OpenTown(t, dir, nil)
	defer w.Stop()
	id := w.Begin(terms)
	sides, names := [2]string{"white", "black"}, [2]string{"alice", "bob"}
	reader, other := names[side], names[1-side]
	begun := w.Last(other)
	var done any
	for _, l := range script {
		says := l.says[which]
		switch l.by {
		case "stranger":
			if err := w.Who("carol"+string(rune('a'+which))).Answer(w.Last(other), "", says); err != nil {
				t.Fatal(err)
			}
			w.Settle()
		case "old":
			w.Answer(other, begun, says)
		case "ask":
			w.Ask("/dispute/ask", control.Asking{ID: 1, Side: sides[1-side], Words: says, Within: 9 * 24 * time.Hour}, &done)
			w.Settle()
		case "note":
			w.Ask("/dispute/note", control.Writing{ID: 1, Words: says}, &done)
		default:
			w.Reply(map[string]string{"reader": reader, "other": other}[l.by], says)
		}
		if days > 0 {
			w.Ask("/clock/advance", control.Lasting{For: time.Duration(days) * 24 * time.Hour}, &done)
			w.Settle()
		}
	}
	filed, err := control.GameFile.Ask(context.Background(), w.Control, control.Filing{ID: id, For: sides[side]})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range dossier.Verify(filed.Zip) {
		if f.Fault {
			t.Errorf("%s: %s", terms, f.Words)
		}
	}
	return normal(t, filed.Zip)
}

// drawn are what no two games have alike: salts, hashes, signatures, and the names of letters.
var drawn = regexp.MustCompile(`[0-9a-f]{32,64}|\.[0-9a-f]{8}\b|<[^>\s]*@[^>\s]*>|\bbh?=[A-Za-z0-9+/=\s]+|boundary="?[^"\s;]+|--[0-9a-f]{20,}|127\.0\.0\.1:[0-9]+`)

func normal(t *testing.T, archive []byte) map[string]string {
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range r.File {
		content, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(content)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = drawn.ReplaceAllString(string(text), "(drawn)")
	}
	return files
}

// difference returns the lines of a text that another does not have.
func difference(a, b string) string {
	var all []string
	for line := range strings.Lines(a) {
		if !strings.Contains(b, line) {
			all = append(all, line)
		}
	}
	return strings.Join(all[:min(len(all), 6)], "")
}

// TestSubjectDecides: what a letter states in its subject alone acts in the game, and the archive
// decides it again from the same letter.
func TestSubjectDecides(t *testing.T) {
	w := local.NewTown(t)
	id := w.Begin("")
	w.Reply("alice", "P-K4")
	w.Reply("bob", "P-K4\ndraw?")
	if err := w.Who("alice").Write(w.Last("alice").ReplyTo(), "accept", "", ""); err != nil {
		t.Fatal(err)
	}
	w.Settle()
	if g := w.Show(id); g.Result == nil {
		t.Fatalf("the game goes on: %+v", g)
	}
	filed, err := control.GameFile.Ask(context.Background(), w.Control, control.Filing{ID: id})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range dossier.Verify(filed.Zip) {
		if f.Fault {
			t.Error(f.Words)
		}
	}
}
