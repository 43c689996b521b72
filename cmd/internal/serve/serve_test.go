package serve

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/mail"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"corrd/cmd/internal/daemon"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/local"
	"corrd/store"
)

func TestGameByMailboxAndSubmission(t *testing.T) {
	t.Parallel()
	c := newClub(t, "")
	c.answer("alice", c.begin(), "P-K4")
	move := c.await("bob", 3, "move")
	c.stop()
	c.answer("bob", move, "P-K4") // while corrd is away
	c.start()
	c.await("bob", 4, "adopted")
	c.await("alice", 3, "adopted")
	c.answer("alice", c.await("alice", 4, "move"), "Kt-KB3")
	c.await("bob", 5, "move")
	if got := c.moves(); got != "e2e4 e7e5 g1f3" {
		t.Errorf("moves %q", got)
	}
	if !strings.Contains(c.log.String(), "msg=letter ") {
		t.Errorf("no letter in the log:\n%s", c.log)
	}
}

// direct is the configuration in which the daemon itself takes mail, by LMTP and by SMTP.
const direct = "[smtp_in]\nlisten = \"127.0.0.1:0\"\nlmtp_listen = \"127.0.0.1:0\"\n"

// hand hands a letter to the daemon itself, by LMTP or SMTP, and returns the answer.
func (c *club) hand(lmtp bool, from string, to []string, letter string) error {
	c.Helper()
	addresses := c.house.Addresses()
	conn, err := net.Dial("tcp", addresses[len(addresses)-1].String())
	if lmtp {
		conn, err = net.Dial("tcp", addresses[0].String())
	}
	if err != nil {
		return err
	}
	client := smtp.NewClient(conn)
	if lmtp {
		client = smtp.NewClientLMTP(conn)
	}
	defer client.Close()
	return client.SendMail(from, to, strings.NewReader(letter))
}

func letterTo(to, id, text string) string {
	return fmt.Sprintf("From: <alice@%s>\r\nTo: <%s>\r\nMessage-ID: <%s@alice.test>\r\n\r\n%s\r\n", local.Domain, to, id, text)
}

func TestMailThatComesDirectly(t *testing.T) {
	t.Parallel()
	c := newClub(t, direct)
	start := c.begin()
	key, err := mail.ParseAddress(start.Header.Get("Reply-To"))
	if err != nil {
		t.Fatal(err)
	}
	alice := "alice@" + local.Domain
	letter := letterTo(key.Address, "1", "P-K4")
	for _, lmtp := range []bool{true, false, true} {
		if err := c.hand(lmtp, alice, []string{key.Address}, letter); err != nil {
			t.Fatalf("lmtp %t: %v", lmtp, err)
		}
	}
	if got := c.moves(); got != "e2e4" {
		t.Errorf("moves %q", got)
	}
	c.await("bob", 3, "move")
	// challenge, accept and move; the move came twice more
	c.wantStates(map[store.LetterState]int{store.Duplicate: 2, store.Acted: 3})
	if err := c.hand(true, alice, []string{"somebody@elsewhere.test"}, letter); err == nil || !strings.Contains(err.Error(), "550") {
		t.Errorf("mail for another domain: %v", err)
	}
}

func TestFullDiskLosesNothing(t *testing.T) {
	t.Parallel()
	c := newClub(t, direct+"[limits]\nfree_space = 4611686018427387904\n")
	to := "corrd@" + local.Domain
	if err := c.hand(true, "alice@"+local.Domain, []string{to}, letterTo(to, "1", "register Alice")); err == nil || !strings.Contains(err.Error(), "451") {
		t.Errorf("lmtp: %v, want 451", err)
	}
	if err := c.hand(false, "alice@"+local.Domain, []string{to}, letterTo(to, "1", "register Alice")); err == nil || !strings.Contains(err.Error(), "451") {
		t.Errorf("smtp: %v, want 451", err)
	}
	if err := c.who("bob").Write(to, "", "register Bob", ""); err != nil {
		t.Fatal(err)
	}
	c.eventually("a line about the disk for the mailbox", func() bool {
		return strings.Contains(c.log.String(), "msg=mailbox") && strings.Contains(c.log.String(), "limits.free_space")
	})
	if n := c.post.Pending("corrd"); n != 1 {
		t.Errorf("%d letters lie in the mailbox, want the one", n)
	}
	c.stop()
	c.extra = direct
	c.start()
	c.await("bob", 1, "confirm")
	if err := c.hand(true, "alice@"+local.Domain, []string{to}, letterTo(to, "1", "register Alice")); err != nil {
		t.Errorf("with room again: %v", err)
	}
	c.await("alice", 1, "confirm")
	if n := len(c.box("alice")) + len(c.box("bob")); n != 2 {
		t.Errorf("%d letters went out, want 2", n)
	}
}

func TestLetterOverTheLimit(t *testing.T) {
	t.Parallel()
	c := newClub(t, direct+"[limits]\nletter_bytes = 20000\n")
	c.addPlayers("alice")
	to := "corrd@" + local.Domain
	long := strings.Repeat("P-K4, if you please.\n", 2000)
	if err := c.hand(true, "alice@"+local.Domain, []string{to}, letterTo(to, "1", strings.ReplaceAll(long, "\n", "\r\n"))); err == nil || !strings.Contains(err.Error(), "552") {
		t.Errorf("lmtp: %v, want 552", err)
	}
	if err := c.who("alice").Write(to, "", long, ""); err != nil {
		t.Fatal(err)
	}
	c.await("alice", 1, "asked")
	c.eventually("the letter in Rejected", func() bool { // it is moved there once its answer is on the way
		rejected, err := c.post.Messages("corrd", "Rejected")
		return err == nil && len(rejected) == 1
	})
}

func TestTwoHundredLettersAtOnce(t *testing.T) {
	t.Parallel()
	const clients = 200
	c := newClub(t, direct)
	c.addPlayers("alice")
	to := "corrd@" + local.Domain
	var group sync.WaitGroup
	for i := range clients {
		group.Go(func() {
			if err := c.hand(i%2 == 0, "alice@"+local.Domain, []string{to}, letterTo(to, fmt.Sprint(i), "games")); err != nil {
				t.Errorf("letter %d: %v", i, err)
			}
		})
	}
	group.Wait()
	within := ledger.DefaultLimits().PerAddressDay
	c.wantStates(map[store.LetterState]int{store.Answered: within, store.Ignored: clients - within})
}

// wantStates counts the letters that were kept, by what became of them.
func (c *club) wantStates(want map[store.LetterState]int) {
	c.Helper()
	err := c.house.folder.Store.View(func(v store.View) error {
		for state, n := range want {
			letters, err := v.Letters(1000, state)
			if err != nil {
				return err
			}
			if len(letters) != n {
				c.Errorf("%d letters are %s, want %d", len(letters), state, n)
			}
		}
		return nil
	})
	if err != nil {
		c.Fatal(err)
	}
}

func TestWhatIsInTheWayIsNamed(t *testing.T) {
	t.Parallel()
	c := newClub(t, "")
	if _, err := Open(c.config(), false, noDNS{}, slog.New(slog.DiscardHandler)); !errors.Is(err, store.ErrLocked) {
		t.Errorf("a second daemon in the folder: %v", err)
	}
	for extra, says := range map[string]string{
		"[smtp_in]\nlmtp_listen = \"0.0.0.0:0\"\n":                                        "smtp_in.lmtp_listen",
		"[metrics]\nlisten = \":0\"\n":                                                    "metrics.listen",
		"[smtp_in]\nlmtp_listen = \":2424\"\n":                                            "smtp_in.lmtp_listen",
		"[smtp_in]\nlisten = \"127.0.0.1:0\"\ntls = \"/nowhere/cert.pem\"\n":              "smtp_in.tls",
		"[smtp_in]\nlisten = \"" + c.post.SMTPAddr() + "\"\n":                             "smtp_in.listen",
		"dkim_selector = \"s\"\ndkim_key_file = \"" + c.dir + "/password\"\n":             "password",
		"secret_file = \"" + c.dir + "/password\"\n":                                      "secret",
		"[smtp_in]\nlmtp_listen = \"unix:" + c.dir + "/password/in/the/way/lmtp.sock\"\n": "smtp_in.lmtp_listen",
	} {
		c.extra = extra
		config := c.config()
		config.Server.Dir = t.TempDir()
		h, err := Open(config, false, noDNS{}, slog.New(slog.DiscardHandler))
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s is answered: %v", extra, err)
		}
		if err == nil {
			h.Close()
		}
	}
}

func TestLMTPOnASocketThatADeadDaemonLeft(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lmtp.sock")
	for range 2 {
		l, err := listenPrivately(unixPrefix+path, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := listenPrivately(unixPrefix+path, ""); err == nil {
			t.Error("two listen on one socket")
		}
		l.(*net.UnixListener).SetUnlinkOnClose(false)
		l.Close()
	}
}

// TestLMTPSocketIsForAGroup checks that corrd makes the folder of a socket, and that nobody outside
// the group may open the socket.
func TestLMTPSocketIsForAGroup(t *testing.T) {
	own, err := user.LookupGroupId(strconv.Itoa(os.Getgid()))
	if err != nil {
		t.Skip(err)
	}
	for _, group := range []string{"", own.Name} {
		path := filepath.Join(t.TempDir(), "run", "corrd", "lmtp")
		l, err := listenPrivately(unixPrefix+path, group)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		socket, err := os.Stat(path)
		if err != nil || socket.Mode().Perm() != 0o660 {
			t.Errorf("the socket: %v, %v", socket.Mode(), err)
		}
		folder, err := os.Stat(filepath.Dir(path))
		if err != nil || folder.Mode().Perm()&0o027 != 0 {
			t.Errorf("its folder: %v, %v", folder.Mode(), err)
		}
	}
	if _, err := listenPrivately(unixPrefix+filepath.Join(t.TempDir(), "lmtp"), "no such group"); err == nil {
		t.Error("a group that does not exist is taken")
	}
}

// TestFolderOpenToOthersIsRefused checks that corrd does not start in a folder to which others may
// write, and warns of one that others may read.
func TestFolderOpenToOthersIsRefused(t *testing.T) {
	for mode, refused := range map[os.FileMode]bool{0o700: false, 0o750: false, 0o755: false, 0o770: true, 0o707: true, 0o702: true, 0o777: true} {
		dir := t.TempDir()
		if err := os.Chmod(dir, mode); err != nil {
			t.Fatal(err)
		}
		var log bytes.Buffer
		f, err := daemon.Open(daemon.Options{Dir: dir, Secret: filepath.Join(dir, "secret"), Log: slog.New(slog.NewTextHandler(&log, nil))})
		if refused != (err != nil) {
			t.Errorf("mode %o: %v", mode, err)
		}
		if warned := strings.Contains(log.String(), "read"); !refused && warned != (mode&0o077 != 0) {
			t.Errorf("mode %o: the log says %q", mode, log.String())
		}
		if err == nil {
			f.Close()
		}
	}
}

func TestServiceManagerIsTold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notify")
	manager, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer manager.Close()
	manager.SetReadDeadline(time.Now().Add(longEnough))
	hear := func() string {
		t.Helper()
		b := make([]byte, 100)
		n, err := manager.Read(b)
		if err != nil {
			t.Fatal(err)
		}
		return string(b[:n])
	}
	if err := Notify("READY=1"); err != nil {
		t.Errorf("without a manager: %v", err)
	}
	t.Setenv("NOTIFY_SOCKET", path)
	t.Setenv("WATCHDOG_USEC", "20000")
	if err := Notify("READY=1"); err != nil || hear() != "READY=1" {
		t.Errorf("ready: %v", err)
	}
	newClub(t, "")
	if got := hear(); got != "WATCHDOG=1" {
		t.Errorf("heard %q", got)
	}
}

// TestSite has the daemon build the reading room by itself: at its start, and again after a game is
// over.
func TestSite(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "site")
	c := newClub(t, fmt.Sprintf("[site]\ndir = %q\n", dir))
	shows := func(name, words string) func() bool {
		return func() bool {
			page, err := os.ReadFile(filepath.Join(dir, name))
			return err == nil && bytes.Contains(page, []byte(words))
		}
	}
	c.eventually("the first page", shows("index.html", "<html"))
	first := c.begin()
	c.answer("alice", first, "set listed yes")
	c.await("alice", 3, "office")
	if shows("games/1.html", "")() {
		t.Error("a game that is being played is shown, and its terms say when it is over")
	}
	c.answer("alice", first, "resign")
	c.eventually("the page of the game", shows("games/1.html", "resign"))
	c.eventually("its record", shows("games/1.pgn", `[White "alice"]`))
	if !shows("games/1.pgn", `[Black "N. N."]`)() {
		t.Error("a player is named who has not asked for it")
	}
	c.stop()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "mine"), 0o755); err != nil {
		t.Fatal(err)
	}
	c.start()
	c.eventually("the refusal", func() bool {
		return bytes.Contains([]byte(c.log.String()), []byte("holds something that corrd has not made"))
	})
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 || entries[0].Name() != "mine" {
		t.Errorf("a folder that corrd has not made is touched: %v, %v", entries, err)
	}
}
