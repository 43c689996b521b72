package templates

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
	"unicode/utf8"

	"corrd/mailer"
	"corrd/templates/press"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestMain has the garbage collector wait until the heap has 256 MiB: tests write many letters, and
// little of it lives on.
func TestMain(m *testing.M) {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(256 << 20)
	m.Run()
}

// TestGolden compares every kind of letter, to each side that gets it, with
// the letter as it was last read and found good.
func TestGolden(t *testing.T) {
	used := map[string]bool{}
	for _, s := range scenes {
		g := staged(t, s)
		for _, want := range s.letters {
			name := want
			if s.name != "" {
				name += "-" + s.name
			}
			if used[name] {
				t.Errorf("two scenes for %s", name)
			}
			used[name] = true
			compare(t, name, asText(g.newest(want)))
		}
	}
	for _, o := range officeScenes(t) {
		page, err := OfficePage(o.letter)
		if err != nil {
			t.Fatal(err)
		}
		used["office-"+o.name] = true
		compare(t, "office-"+o.name, asText(page))
	}
	files, _ := filepath.Glob("testdata/golden/*.txt")
	for _, f := range files {
		if name := strings.TrimSuffix(filepath.Base(f), ".txt"); !used[name] {
			t.Errorf("%s belongs to no scene", f)
		}
	}
}

// TestColonsStandBeforeWhatFollows: the sentence that says whose turn it is never stands
// after a colon, which announces a quotation.
func TestColonsStandBeforeWhatFollows(t *testing.T) {
	parted := regexp.MustCompile(`:\s(It is \S+ move|The choice is|\S+ may choose)`)
	for name, p := range pages(t) {
		if found := parted.FindString(press.PlainSpaces(p.Text)); found != "" {
			t.Errorf("%s says %q", name, found)
		}
	}
}

// newest is the last letter of the last step with a kind and reader.
func (g *sitting) newest(name string) mailer.Page {
	g.t.Helper()
	var names []string
	for i := len(g.letters) - 1; i >= 0; i-- {
		if g.letters[i].name() == name {
			return g.letters[i].page(g.t)
		}
		names = append(names, g.letters[i].name())
	}
	g.t.Fatalf("no letter %s, only %v", name, names)
	return mailer.Page{}
}

// asText writes a page as a reader of golden files wants it.
func asText(p mailer.Page) string {
	var b strings.Builder
	fmt.Fprintf(&b, "To: %s <%s>\nSubject: %s\nReply-To: %s\nList-Id: %s\nMessage-ID: %s\nIn-Reply-To: %s\nReferences: %s\n",
		p.To.Name, p.To.Address, p.Subject, p.ReplyTo, p.ListID, p.MessageID, p.InReplyTo, strings.Join(p.References, " "))
	for _, h := range p.Headers {
		fmt.Fprintf(&b, "%s: %s\n", h.Name, h.Value)
	}
	b.WriteString("\n" + strings.TrimPrefix(p.Text, replyMark))
	for _, a := range p.Attachments {
		fmt.Fprintf(&b, "\n--- %s (%s)\n", a.Name, a.Type)
		if a.Type != "application/pdf" { // whose octets change with the compressor of a release of Go
			b.Write(a.Data)
		}
	}
	return b.String()
}

func compare(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name+".txt")
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (go test -update writes it)", err)
	}
	if got != string(want) {
		t.Errorf("%s differs (go test -update rewrites it):\n%s", path, firstDifference(string(want), got))
	}
}

// firstDifference shows the first line in which two texts differ.
func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(w), len(g)) {
		var a, b string
		if i < len(w) {
			a = w[i]
		}
		if i < len(g) {
			b = g[i]
		}
		if a != b {
			return fmt.Sprintf("line %d\nwant %q\ngot  %q", i+1, a, b)
		}
	}
	return ""
}

// unzoned is an hour, or the end of a day, behind which no zone is named.
var unzoned = regexp.MustCompile(`[0-9]:[0-9][0-9]( say| \[|$)|by the end of [^(]* \[`)

// TestSubjectsFit checks that the subject of every golden letter fits its line: a limit is told in
// a shorter form, or in the text alone, where the subject would be too long with it. A limit is
// told with its zone.
func TestSubjectsFit(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			subject, is := strings.CutPrefix(strings.TrimSpace(line), "Subject: ")
			if n := utf8.RuneCountInString(subject); is && n > subjectWidth {
				t.Errorf("%s: %d columns: %s", file, n, subject)
			}
			if is && unzoned.MatchString(subject) {
				t.Errorf("%s: an hour without its zone: %s", file, subject)
			}
			if is {
				break
			}
		}
	}
}
