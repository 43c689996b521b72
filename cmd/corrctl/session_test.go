package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSession: the script runs every command of the session in OPERATING.md.
func TestSession(t *testing.T) {
	manual, err := os.ReadFile(filepath.Join("..", "..", "OPERATING.md"))
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile(filepath.Join("..", "..", "testdata", "script", "session.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	_, session, _ := strings.Cut(string(manual), "\n## A session of the umpire's\n")
	session, _, _ = strings.Cut(session, "\n## ")
	commands := 0
	for line := range strings.Lines(session) {
		command, is := strings.CutPrefix(line, "    corrctl ")
		if !is {
			continue
		}
		commands++
		if !strings.Contains(string(script), "\nexec corrctl "+command) {
			t.Errorf("the script does not run: corrctl %s", command)
		}
	}
	if commands < 10 {
		t.Errorf("the session has %d commands", commands)
	}
}
