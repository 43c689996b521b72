package templates

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"corrd/templates/press"
)

// TestBooksReadInOrder: pdftotext finds in each book of the shelf what stands in it, in its order,
// and its fonts are embedded.
func TestBooksReadInOrder(t *testing.T) {
	program, err := exec.LookPath("pdftotext")
	if err != nil {
		if os.Getenv("CORRD_REQUIRE_PEERS") != "" {
			t.Fatal(err)
		}
		t.Skip("SKIPPED, BOOKS NOT READ BY PDFTOTEXT: apt-get install poppler-utils")
	}
	for name, c := range shelf {
		b := bookOf(t, name)
		for _, b.Paper = range press.Papers {
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
