package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// corrctl runs one command line and returns what it printed.
func corrctl(args ...string) (status int, out, errOut string) {
	var o, e bytes.Buffer
	status = run(args, strings.NewReader(""), &o, &e)
	return status, o.String(), e.String()
}

func TestWhichDaemonIsAsked(t *testing.T) {
	t.Setenv("CORRD_SOCKET", "/nowhere/environment.sock")
	dir := t.TempDir()
	config := filepath.Join(dir, "corrd.toml")
	text := fmt.Sprintf("[server]\ndomain = \"club.example\"\ndir = %q\n[imap]\nhost = \"a\"\n[submission]\nhost = \"b\"\n", dir)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"--config", config, "outbox", "list"}, statusUnreachable, filepath.Join(dir, "corrd.sock")},
		{[]string{"--config", config, "--socket", "/nowhere/x.sock", "outbox", "retry", "3"}, statusUnreachable, "/nowhere/x.sock"},
		{[]string{"--config", filepath.Join(dir, "missing.toml"), "outbox", "park", "3"}, statusRefused, "missing.toml"},
		{[]string{"--config", config, "backup", filepath.Join(dir, "copy.db")}, statusUnreachable, filepath.Join(dir, "corrd.sock")},
		{[]string{"outbox", "list"}, statusUnreachable, "/nowhere/environment.sock"},
		{[]string{"backup", config}, statusRefused, "exists"},
	} {
		status, out, errOut := corrctl(c.args...)
		if status != c.status || out != "" || !strings.Contains(errOut, c.says) || strings.Count(errOut, "\n") != 1 {
			t.Errorf("%v: status %d, %q; want %d and %q in one line", c.args, status, out+errOut, c.status, c.says)
		}
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".copy*")); err != nil || len(left) > 0 {
		t.Errorf("a backup that failed left %v", left)
	}
}
