package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"corrd/cmd/internal/terminal"
)

// TestWordsAreInUTF8: no command takes words that are not in UTF-8, in any argument or flag, and
// none asks the daemon before it says so.
func TestWordsAreInUTF8(t *testing.T) {
	t.Setenv("CORRD_SOCKET", filepath.Join(t.TempDir(), "none.sock"))
	refused := func(line ...string) {
		t.Helper()
		var out, trouble bytes.Buffer
		status := run(line, strings.NewReader(""), &out, &trouble)
		if said := trouble.String(); status != statusUsage || out.Len() > 0 || !strings.Contains(said, `"caf\xe9" is not in UTF-8`) || strings.Count(said, "\n") != 1 {
			t.Errorf("%q: status %d: %s%s", line, status, out.String(), said)
		}
	}
	terminal.EachCommand(kong.Must(&cli{}).Model.Node, func(path string, n *kong.Node) {
		if !n.Leaf() || n.Parent == nil {
			return
		}
		for i := range n.Positional {
			line := strings.Fields(path)
			for range i {
				line = append(line, "1")
			}
			refused(append(line, "caf\xe9")...)
		}
		for _, f := range n.Flags {
			refused(append(strings.Fields(path), "--"+f.Name, "caf\xe9")...)
		}
	})
	refused("rule", "1", "--fine", "white", "caf\xe9", "--law", "terms:late", "--reason", "late")
}
