package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"corrd/cmd/internal/terminal"
	"corrd/store/peertest"
)

// TestEveryCommandHasExamples: every command has an example, each of its examples shows the
// command, and no example is left of a command that is gone.
func TestEveryCommandHasExamples(t *testing.T) {
	shown := 0
	terminal.EachCommand(kong.Must(&cli{}).Model.Node, func(path string, n *kong.Node) {
		if !n.Leaf() {
			return
		}
		if len(examples[path]) == 0 {
			t.Errorf("%s has no example", path)
			return
		}
		shown++
		if n.Parent.DefaultCmd == n {
			path = strings.TrimSuffix(path, " "+n.Name)
		}
		for _, line := range examples[path] {
			if !strings.Contains(line, "corrctl "+path) {
				t.Errorf("%q is no example of %s", line, path)
			}
		}
	})
	if shown != len(examples) {
		t.Errorf("%d commands have examples, and there are examples of %d", shown, len(examples))
	}
}

func TestManualPage(t *testing.T) {
	var page, trouble bytes.Buffer
	if status := run([]string{"man"}, nil, &page, &trouble); status != 0 {
		t.Fatal(status, trouble.String())
	}
	for _, want := range []string{".TH CORRCTL 1\n", ".SS inbox discard\n", "\n\\-\\-reason=TEXT\n", "corrctl game board 12 \\-\\-png 12.png\n"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the manual page lacks %q", want)
		}
	}
}

// asking says how each shell is asked what it would offer at the end of a line: $SCRIPT is the
// completion, and $LINE the line.
var asking = map[string]string{
	"bash": `source <(echo "$SCRIPT"); COMP_WORDS=($LINE); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _corrctl; echo ${COMPREPLY[@]}`,
	"zsh": `compdef() { }
compadd() { shift; for c in "$@"; do if [[ "$c" = "${words[CURRENT]}"* ]]; then print -r -- "$c"; fi; done }
eval "$SCRIPT"; words=(${=LINE}); CURRENT=${#words}; _corrctl`,
	"fish": `echo "$SCRIPT" | source; complete -C "$LINE" | string replace -r '\t.*' ''; true`,
}

// TestCompletion asks each shell what it would offer.
func TestCompletion(t *testing.T) {
	for _, shell := range terminal.Shells {
		t.Run(shell, func(t *testing.T) {
			program := peertest.Program(t, "COMPLETION NOT ASKED FOR", shell, shell)
			var script, trouble bytes.Buffer
			if status := run([]string{"completion", shell}, nil, &script, &trouble); status != 0 {
				t.Fatal(status, trouble.String())
			}
			for line, want := range map[string]string{"corrctl inb": "inbox", "corrctl game p": "pgn", "corrctl --json player sh": "show", "corrctl game board 12 --p": "--png",
				"corrctl game show 12 --j": "--json", "corrctl --socket /run/corrd.sock sta": "stats"} {
				ask := exec.Command(program, "-c", asking[shell])
				ask.Env = append(os.Environ(), "SCRIPT="+script.String(), "LINE="+line, "HOME="+t.TempDir())
				out, err := ask.CombinedOutput()
				if err != nil || strings.TrimSpace(string(out)) != want {
					t.Errorf("%s: it offers %q, %v; want %q", line, out, err, want)
				}
			}
		})
	}
}
