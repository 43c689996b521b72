package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"corrd/cmd/internal/serve"
)

// setup runs `corrd setup` in a process of its own, as root would, and returns what it prints.
func setup(t *testing.T, args ...string) (out string, status int) {
	t.Helper()
	cmd := exec.Command(os.Args[0], append([]string{"setup"}, args...)...)
	cmd.Env = append(os.Environ(), asDaemon+"=1")
	said, _ := cmd.CombinedOutput()
	return string(said), cmd.ProcessState.ExitCode()
}

// contents returns each file below a folder with its mode, owner and bytes.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		all[path] = info.Mode().String() + info.ModTime().String() + string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestSetup lays a corrd by each way in which letters come; a second run changes nothing.
func TestSetup(t *testing.T) {
	for via, c := range map[string]struct {
		more  []string
		lines string
	}{
		"lmtp":   {nil, "corrd@club.example    lmtp:inet:127.0.0.1:2424"},
		"direct": {nil, "AmbientCapabilities=CAP_NET_BIND_SERVICE"},
		"imap":   {[]string{"--imap", "127.0.0.1", "--submission", "127.0.0.1"}, "recipient_delimiter = +"},
	} {
		dir := t.TempDir()
		os.Chmod(dir, 0o755)
		config := filepath.Join(dir, "etc", "corrd.toml")
		args := append([]string{"--config", config, "--dir", filepath.Join(dir, "lib"), "--user", "nobody", "--domain", "club.example", "--via", via, "--umpire", "George O'Walker", "walker@club.example"}, c.more...)
		said, status := setup(t, args...)
		for _, want := range []string{c.lines, `club.example. TXT "v=spf1 mx`, `rsa._domainkey.club.example. TXT "v=DKIM1; k=rsa; p=`, `ed25519._domainkey.club.example. TXT "v=DKIM1; k=ed25519; p=`,
			`_dmarc.club.example. TXT "v=DMARC1; p=quarantine"`, `corrctl umpire add 'George O'\''Walker' walker@club.example`, "systemctl enable --now corrd corrd-backup.timer corrd-beside.timer"} {
			if !strings.Contains(said, want) {
				t.Errorf("%s: %q is not said", via, want)
			}
		}
		if status != 0 || t.Failed() {
			t.Fatalf("%s: status %d\n%s", via, status, said)
		}
		loaded, err := serve.Load(config)
		if err != nil || loaded.Server.Domain != "club.example" || loaded.Umpire.Address != "walker@club.example" || len(loaded.Identity.DKIMKeyFile) != 2 {
			t.Errorf("%s: %+v, %v", via, loaded, err)
		}
		wantModes(t, dir, map[string]os.FileMode{"etc/corrd.toml": 0o640, "etc/dkim-rsa.pem": 0o640, "etc/dkim-ed25519.pem": 0o640, "lib/secret": 0o600, "lib": 0o700, "etc": 0o750})
		before := contents(t, dir)
		said, status = setup(t, "--config", config, "--user", "nobody")
		if after := contents(t, dir); status != 0 || len(after) != len(before) || strings.Contains(said, "made ") {
			t.Errorf("%s, again: status %d\n%s", via, status, said)
		} else {
			for path, was := range before {
				if after[path] != was {
					t.Errorf("%s: a second run has changed %s", via, path)
				}
			}
		}
		if said, status = setup(t, "--config", config, "--user", "nobody", "--domain", "other.example"); status != statusRefused || !strings.Contains(said, "stands") {
			t.Errorf("%s, for another domain: status %d\n%s", via, status, said)
		}
	}
}

// wantModes checks modes and, where root runs the test, owners.
func wantModes(t *testing.T, dir string, modes map[string]os.FileMode) {
	t.Helper()
	for name, mode := range modes {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != mode {
			t.Errorf("%s has mode %o, want %o", name, info.Mode().Perm(), mode)
		}
		nobody, err := user.Lookup("nobody")
		if err != nil || os.Geteuid() != 0 {
			continue
		}
		own := info.Sys().(*syscall.Stat_t)
		if ofNobody := strings.HasPrefix(name, "lib"); ofNobody != (own.Uid != 0) || own.Gid == 0 {
			t.Errorf("%s belongs to %d:%d (nobody is %s)", name, own.Uid, own.Gid, nobody.Uid)
		}
	}
}

// TestSetupAsks: what is missing is named where nobody can be asked, and nothing is made.
func TestSetupAsks(t *testing.T) {
	for want, args := range map[string][]string{
		"--domain is missing":     {"--via", "lmtp"},
		"--via is missing":        {"--domain", "club.example"},
		"--imap is missing":       {"--domain", "club.example", "--via", "imap"},
		"--submission is missing": {"--domain", "club.example", "--via", "imap", "--imap", "imap.example"},
		"takes a name and an":     {"--umpire", "George", "Walker"},
	} {
		dir := t.TempDir()
		var out, errs bytes.Buffer
		status := run(append([]string{"setup", "--config", filepath.Join(dir, "etc", "corrd.toml"), "--dir", filepath.Join(dir, "lib"), "--user", "nobody"}, args...), &out, &errs)
		if status == 0 || !strings.Contains(errs.String(), want) || strings.Count(errs.String(), "\n") != 1 {
			t.Errorf("%v: status %d, %q", args, status, errs.String())
		}
		if left := contents(t, dir); len(left) != 0 {
			t.Errorf("%v: made %v", args, left)
		}
	}
}

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
