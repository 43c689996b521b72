package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"corrd/cmd/internal/serve"
)

// terminalPair opens a terminal: what is written to the first end is typed at the second.
func terminalPair(t *testing.T) (keyboard, screen *os.File) {
	t.Helper()
	keyboard, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("SKIPPED, NOT ASKED AT A TERMINAL: ", err)
	}
	t.Cleanup(func() { keyboard.Close() })
	n, err := unix.IoctlGetInt(int(keyboard.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(keyboard.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		screen, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { screen.Close() })
	return keyboard, screen
}

// TestSetupAtATerminal: what the command line leaves out is asked for, the umpire too, and a corrd
// is laid from the answers; a way that there is not is refused before anything is asked that
// belongs to it.
func TestSetupAtATerminal(t *testing.T) {
	for _, c := range []struct {
		name, typed string
		status      int
		asked       string // the last question
		umpire      string
	}{
		{"provider", "club.example\nimap\n127.0.0.1\n127.0.0.1\nGeorge Walker\nwalker@club.example\n", 0, "umpire's address: ", "walker@club.example"},
		{"own server", "club.example\nlmtp\n\n", 0, "the name of the umpire, or nothing: ", ""},
		{"no such way", "club.example\npigeon\n", statusRefused, "how letters come, imap, lmtp or direct: ", ""},
		{"no answer", "\n", statusRefused, "the mail domain that players write to: ", ""},
		{"no address", "club.example\ndirect\nGeorge Walker\nnowhere\n", statusRefused, "umpire's address: ", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			keyboard, screen := terminalPair(t)
			if _, err := keyboard.WriteString(c.typed); err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			os.Chmod(dir, 0o755)
			config := filepath.Join(dir, "etc", "corrd.toml")
			cmd := exec.Command(os.Args[0], "setup", "--config", config, "--dir", filepath.Join(dir, "lib"), "--user", "nobody")
			cmd.Env, cmd.Stdin = append(os.Environ(), asDaemon+"=1"), screen
			said, _ := cmd.CombinedOutput()
			if status := cmd.ProcessState.ExitCode(); status != c.status || strings.Count(string(said), c.asked) != 1 {
				t.Fatalf("status %d:\n%s", status, said)
			}
			if _, after, _ := strings.Cut(string(said), c.asked); c.status != 0 && strings.Count(after, "\n") > 1 {
				t.Errorf("more than a refusal after the question: %q", after)
			}
			if c.status != 0 {
				if left := contents(t, dir); len(left) > 0 {
					t.Errorf("made %v", left)
				}
				return
			}
			loaded, err := serve.Load(config)
			if err != nil || loaded.Server.Domain != "club.example" || loaded.Umpire.Address != c.umpire {
				t.Errorf("%+v, %v", loaded, err)
			}
		})
	}
}
