package game

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// codeFiles are the files in which provisions are named.
var codeFiles = map[string]bool{"british1899.go": true, "staunton1871.go": true, "london.go": true, "house.go": true}

// TestOnlyTheCodesNameProvisions keeps the laws in the values: no other file
// writes a provision's number or asks which code a game is played under.
func TestOnlyTheCodesNameProvisions(t *testing.T) {
	provision := regexp.MustCompile(`"(?:I|II|III|IV)\.\d|"S-[A-Z]|"L\d|"(?:house|terms):|\.ID [!=]=|== *"(?:british|american|staunton|london)`)
	own, err := filepath.Glob("*.go")
	rooms, err2 := filepath.Glob("*/*.go")
	if err := errors.Join(err, err2); err != nil || len(own) < 15 || len(rooms) < 50 {
		t.Fatalf("%d and %d files, %v", len(own), len(rooms), err)
	}
	for _, name := range append(own, rooms...) {
		if codeFiles[filepath.Base(name)] || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			code, _, _ := strings.Cut(line, "//")
			if provision.MatchString(code) && !allowedToAsk(name, code) {
				t.Errorf("%s:%d: %s", name, i+1, strings.TrimSpace(line))
			}
		}
	}
}

// allowedToAsk lets the table of codes look one up, and an all-play-all event its games, which have
// numbers.
func allowedToAsk(name, line string) bool {
	return name == "codes/code.go" && strings.Contains(line, "c.ID == id") || strings.HasPrefix(name, "tournament/") && strings.Contains(line, "g.ID == ")
}
