package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/local"
	"corrd/cmd/internal/office"
)

// onPage returns the commands in the indented block that follows a sentence of OPERATING.md.
func onPage(t *testing.T, after string) string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("..", "..", "OPERATING.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(page), after)
	if !found {
		t.Fatalf("OPERATING.md does not say %q", after)
	}
	var block []string
	for line := range strings.Lines(rest) {
		command, indented := strings.CutPrefix(line, "    ")
		if indented {
			block = append(block, command)
		} else if len(block) > 0 {
			break
		}
	}
	if len(block) == 0 {
		t.Fatalf("no command follows %q", after)
	}
	return strings.Join(block, "")
}

// machine is a folder that stands for the root of a machine on which the commands of a page are
// run, with a corrd as its only service.
type machine struct {
	*testing.T
	root, bin string
}

// asRoot stands in the place of what only root on a machine with systemd can do: the service is a
// process, and files belong to whoever runs the test.
const asRoot = `
trap 'echo "$BASH_COMMAND" >>"$ROOT/failed"' ERR
systemctl() {
	case "$*" in
	"stop corrd") kill "$(cat "$ROOT/pid")"; while [ -S "$ROOT/var/lib/corrd/corrd.sock" ]; do sleep 0.05; done ;;
	"start corrd") corrd serve --config "$ROOT/etc/corrd/corrd.toml" >>"$ROOT/log" 2>&1 & echo $! >"$ROOT/pid"
		while [ ! -S "$ROOT/var/lib/corrd/corrd.sock" ] && kill -0 $!; do sleep 0.05; done ;;
	*) false ;;
	esac
}
chown() { [ "$2" = corrd:corrd ] || [ "$1" = corrd:corrd ]; }
install() {
	local kept=()
	while [ $# -gt 0 ]; do
		case "$1" in -o | -g) shift 2 ;; *) kept+=("$1"); shift ;; esac
	done
	command install "${kept[@]}"
}
`

// run runs commands of a page, of which none may fail.
func (m *machine) run(commands string) {
	m.Helper()
	for _, dir := range []string{"/var/lib/corrd", "/etc/corrd", "/var/backups/corrd", "/root/"} {
		commands = strings.ReplaceAll(commands, dir, m.root+dir)
	}
	commands = strings.ReplaceAll(commands, "-C / ", "-C "+m.root+" ")
	cmd := exec.Command("bash", "-c", asRoot+commands)
	cmd.Env = append(os.Environ(), asDaemon+"=1", "ROOT="+m.root, "PATH="+m.bin+":"+os.Getenv("PATH"), "CORRD_SOCKET="+filepath.Join(m.root, "var/lib/corrd/corrd.sock"))
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	cmd.WaitDelay = time.Second // the service goes on, and holds what it was given
	err := cmd.Run()
	failed, _ := os.ReadFile(filepath.Join(m.root, "failed"))
	if len(failed) > 0 || err != nil && err != exec.ErrWaitDelay {
		log, _ := os.ReadFile(filepath.Join(m.root, "log"))
		m.Fatalf("%v; failed: %s\n%s\n%s\n%s", err, failed, commands, &said, log)
	}
}

// control reaches the service of the machine.
func (m *machine) control() *control.Control {
	return control.Dial(filepath.Join(m.root, "var/lib/corrd/corrd.sock"))
}

// kill ends the service as a loss of power does.
func (m *machine) kill() {
	if pid, err := os.ReadFile(filepath.Join(m.root, "pid")); err == nil {
		exec.Command("kill", "-9", strings.TrimSpace(string(pid))).Run()
	}
}

// newMachine makes a machine without a corrd.
func newMachine(t *testing.T, bin string) *machine {
	m := &machine{t, filepath.Join(t.TempDir(), "here"), bin}
	m.blank()
	t.Cleanup(m.kill)
	return m
}

// blank makes the folders that every machine has.
func (m *machine) blank() {
	m.Helper()
	for _, dir := range []string{"etc", "root", "var/lib", "var/backups"} {
		if err := os.MkdirAll(filepath.Join(m.root, dir), 0o755); err != nil {
			m.Fatal(err)
		}
	}
}

// replaced puts another machine in the place of this one, with nothing but some files of it.
func (m *machine) replaced(kept ...string) {
	m.Helper()
	m.kill()
	lost := filepath.Join(m.TempDir(), "lost")
	if err := os.Rename(m.root, lost); err != nil {
		m.Fatal(err)
	}
	m.blank()
	for _, path := range kept {
		if said, err := exec.Command("cp", "-R", filepath.Join(lost, path), filepath.Join(m.root, path)).CombinedOutput(); err != nil {
			m.Fatalf("%v\n%s", err, said)
		}
	}
}

// programs makes a folder with this corrd and corrctl.
func programs(t *testing.T) string {
	t.Helper()
	bin := t.TempDir()
	self, err := filepath.Abs(os.Args[0])
	if err := errors.Join(err, os.Symlink(corrctl(t), filepath.Join(bin, "corrctl")), os.Symlink(self, filepath.Join(bin, "corrd"))); err != nil {
		t.Fatal(err)
	}
	return bin
}

// provider is a mail server beside the machines, with the mailboxes of the players.
type provider struct {
	*testing.T
	*office.Office
}

func newProvider(t *testing.T) provider {
	t.Helper()
	post, err := office.Open(office.Options{Dir: t.TempDir(), Domain: local.Domain, SMTPAddr: "127.0.0.1:0", IMAPAddr: "127.0.0.1:0",
		Password: local.Password, ServerLocalPart: "corrd", Now: time.Now, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { post.Close() })
	return provider{t, post}
}

// configure writes the configuration of a corrd at the provider.
func (p provider) configure(m *machine) {
	p.Helper()
	_, smtp, _ := net.SplitHostPort(p.SMTPAddr())
	_, imap, _ := net.SplitHostPort(p.IMAPAddr())
	text := fmt.Sprintf(`[server]
domain = "corrd.localhost"
dir = "%[1]s/var/lib/corrd"
[imap]
host = "127.0.0.1"
port = %[2]s
tls = "none"
password_file = "%[1]s/etc/corrd/password"
poll = "1s"
[submission]
host = "127.0.0.1"
port = %[3]s
tls = "none"
user = "corrd@corrd.localhost"
password_file = "%[1]s/etc/corrd/password"
[identity]
authserv_id = "corrd.localhost"
`, m.root, imap, smtp)
	for name, content := range map[string]string{"corrd.toml": text, "password": local.Password + "\n"} {
		if err := os.MkdirAll(filepath.Join(m.root, "etc/corrd"), 0o755); err != nil {
			p.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(m.root, "etc/corrd", name), []byte(content), 0o600); err != nil {
			p.Fatal(err)
		}
	}
}

func (p provider) who(name string) *local.Correspondent {
	return &local.Correspondent{Name: name, Address: name + "@" + local.Domain, SMTP: p.SMTPAddr(), IMAP: p.IMAPAddr(), Now: time.Now}
}

// settled waits until every letter is taken and every answer has left.
func (p provider) settled(m *machine) {
	p.Helper()
	for deadline := time.Now().Add(longEnough); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if err := m.control().Settle(context.Background(), time.Second); err == nil && p.Pending("corrd") == 0 {
			return
		}
	}
	log, _ := os.ReadFile(filepath.Join(m.root, "log"))
	p.Fatalf("corrd does not settle:\n%s", log)
}

// answer answers the newest letter to somebody, when nothing else is under way.
func (p provider) answer(m *machine, name, text string) {
	p.Helper()
	p.settled(m)
	letters, err := p.who(name).Letters(0)
	if err != nil || len(letters) == 0 {
		p.Fatalf("letters to %s: %d, %v", name, len(letters), err)
	}
	if err := p.who(name).Answer(letters[len(letters)-1], "", text); err != nil {
		p.Fatal(err)
	}
	p.settled(m)
}

// partNames matches the names of the parts of a letter, which depend on its Message-ID.
var partNames = regexp.MustCompile(`=_[0-9a-f]{32}|board\.[^>"]+`)

// wantEachOnce checks that nobody has a letter twice, under one Message-ID or under two, and
// returns the number of letters.
func (p provider) wantEachOnce(names ...string) (n int) {
	p.Helper()
	for _, name := range names {
		letters, err := p.who(name).Letters(0)
		if err != nil {
			p.Fatal(err)
		}
		ids, texts := map[string]bool{}, map[string]string{}
		for _, l := range letters {
			id := l.Get("Message-ID")
			_, body, _ := bytes.Cut(l.Raw, []byte("\r\n\r\n"))
			text := fmt.Sprint(l.Header["Subject"], l.Header["In-Reply-To"], l.Kind(), partNames.ReplaceAllString(string(body), ""))
			if ids[id] || texts[text] != "" {
				p.Errorf("%s has %s twice, first as %s: %s", name, id, texts[text], l.Get("Subject"))
			}
			ids[id], texts[text] = true, id
		}
		n += len(letters)
	}
	return n
}

// TestRestorePage loses a machine in the middle of a game, after a backup was made, and follows
// OPERATING.md to another: nobody who was erased comes back, and no letter leaves twice.
func TestRestorePage(t *testing.T) {
	if testing.Short() {
		t.Skip("builds corrctl and starts two machines")
	}
	p, bin := newProvider(t), programs(t)
	m := newMachine(t, bin)
	p.configure(m)
	m.run("install -d -m 700 /var/lib/corrd\nsystemctl start corrd\n")
	for _, name := range []string{"alice", "bob", "carol"} {
		if _, err := control.PlayerAdd.Ask(context.Background(), m.control(), control.Enrolment{Name: strings.ToUpper(name[:1]) + name[1:], Address: name + "@" + local.Domain}); err != nil {
			t.Fatal(err)
		}
	}
	p.settled(m)
	if err := p.who("alice").Write("corrd@"+local.Domain, "", "challenge bob@"+local.Domain+", colour white", ""); err != nil {
		t.Fatal(err)
	}
	p.answer(m, "bob", "accept")
	p.answer(m, "alice", "P-K4")
	m.run(onPage(t, "### Backup\n"))
	m.run(onPage(t, "Once, and after each change in `/etc/corrd`"))
	for _, move := range [][2]string{{"bob", "P-K4"}, {"alice", "Kt-KB3"}, {"bob", "Kt-QB3"}, {"alice", "B-Kt5"}} {
		p.answer(m, move[0], move[1])
	}
	if _, err := control.PlayerErase.Ask(context.Background(), m.control(), control.Removal{Whom: control.Whom{ID: 3}}); err != nil {
		t.Fatal(err)
	}
	p.settled(m)
	m.run(onPage(t, "Bring that up to date every few minutes"))
	before := p.wantEachOnce("alice", "bob", "carol")

	m.replaced("var/backups/corrd", "root/corrd-keys.tgz")
	m.run(onPage(t, "If the old machine is lost"))
	p.settled(m)
	if after := p.wantEachOnce("alice", "bob", "carol"); after != before {
		t.Errorf("%d letters have come in all, %d before the machine was lost", after, before)
	}
	people, err := control.PlayerList.Ask(context.Background(), m.control(), control.Members{})
	if err != nil || len(people) != 3 || people[2].Name != "former member 3" {
		t.Errorf("players %+v, %v", people, err)
	}
	p.answer(m, "bob", "P-QR3")
	g, err := control.GameShow.Ask(context.Background(), m.control(), control.Numbered{ID: 1})
	if err != nil || len(g.Moves) != 6 {
		t.Errorf("moves %+v, %v", g.Moves, err)
	}

	m.run(onPage(t, "To go back to a backup on the same machine"))
	p.settled(m)
	p.wantEachOnce("alice", "bob", "carol")
	m.run("systemctl stop corrd\n" + onPage(t, "take the whole folder along"))
	m.replaced("root/corrd-move.tgz")
	m.run(onPage(t, "unpack it:"))
	p.answer(m, "alice", "B-R4")
	p.wantEachOnce("alice", "bob", "carol")
}
