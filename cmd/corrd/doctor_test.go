package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDoctorLooksAsTheDaemonsUser asks as root about a folder that belongs to another
// user: what that user may not read fails, though root may read it.
func TestDoctorLooksAsTheDaemonsUser(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("SKIPPED, NOT LOOKED AS ANOTHER USER: only root can")
	}
	const nobody = 65534
	config, dir := writeConfig(t, 0)
	secret := filepath.Join(dir, "secret")
	if err := errors.Join(os.WriteFile(secret, make([]byte, 32), 0o600), os.Chown(dir, nobody, nobody), os.Chmod(filepath.Dir(dir), 0o755)); err != nil {
		t.Fatal(err)
	}
	doctor := func() string {
		cmd := exec.Command(os.Args[0], "doctor", "--config", config)
		cmd.Env = append(os.Environ(), asDaemon+"=1")
		said, _ := cmd.CombinedOutput()
		return string(said)
	}
	if said := doctor(); !strings.Contains(said, "as the user that corrd runs as") || !strings.Contains(said, "permission denied") {
		t.Errorf("a configuration that the daemon may not read:\n%s", said)
	}
	if err := os.Chmod(config, 0o644); err != nil {
		t.Fatal(err)
	}
	said := doctor()
	for _, want := range []string{"ok       user         the files are looked at as nobody", "ok       folder ", "ok       socket       no daemon runs", "fails    secret"} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
	if err := os.Chown(secret, nobody, nobody); err != nil {
		t.Fatal(err)
	}
	if said := doctor(); !strings.Contains(said, "ok       secret") {
		t.Errorf("with a secret of the daemon's user:\n%s", said)
	}
	if err := os.Chown(dir, 1, 1); err != nil {
		t.Fatal(err)
	}
	if said := doctor(); !strings.Contains(said, "looked at as daemon") {
		t.Errorf("with another owner:\n%s", said)
	}
}
