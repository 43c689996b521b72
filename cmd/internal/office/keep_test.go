package office

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2"
)

func TestEverythingIsThereAfterReopening(t *testing.T) {
	dir := t.TempDir()
	o := openOffice(t, dir)
	fill(t, o, 5)
	c := mailbox(t, o, "alice", "INBOX")
	c.Store(imap.UIDSetNum(2), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagSeen, "$Done"}}, nil).Close()
	c.Move(imap.UIDSetNum(2, 4), "Processed").Wait()
	c.Store(imap.UIDSetNum(5), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}}, nil).Close()
	c.Expunge().Close()
	c.Create("A/B", nil).Wait()
	c.Subscribe("A").Wait()
	state := func() string {
		list, _ := dialIMAP(t, o, "alice", nil).List("", "*", nil).Collect()
		subscribed, _ := dialIMAP(t, o, "alice", nil).List("", "*", &imap.ListOptions{SelectSubscribed: true}).Collect()
		return fmt.Sprint(o.Users(), len(list), len(subscribed), listing(t, o, "alice", "INBOX"), listing(t, o, "alice", "Processed"),
			texts(t, o, "alice", "Processed"))
	}
	before := state()
	if !strings.Contains(before, `1:1[] 3:3[]`) || !strings.Contains(before, `1:2[$Done \Seen] 2:4[]`) {
		t.Fatal(before)
	}
	for range 2 {
		if err := o.Close(); err != nil {
			t.Fatal(err)
		}
		o = openOffice(t, dir)
		if after := state(); after != before {
			t.Errorf("before %s\nafter %s", before, after)
		}
	}
	fill(t, o, 1)
	if got := listing(t, o, "alice", "INBOX"); got != "1:1[] 3:3[] 6:1[]" {
		t.Error("a UID came back:", got)
	}
}

// closedLog is the log of an office that took n letters for alice, and its
// length after each of them.
func closedLog(t *testing.T, n int) (log []byte, ends []int) {
	t.Helper()
	dir := t.TempDir()
	o := openOffice(t, dir)
	for i := range n {
		text := fmt.Sprintf("letter %d\n%s", i+1, strings.Repeat("@00000010 00000010 00000000\n", 20))
		send(t, o, "corrd", server, alice, plain(server, fmt.Sprint(i+1), text))
		ends = append(ends, int(fileSize(t, filepath.Join(dir, "post.log"))))
	}
	o.Close()
	log, err := os.ReadFile(filepath.Join(dir, "post.log"))
	if err != nil {
		t.Fatal(err)
	}
	return log, ends
}

func openLog(t *testing.T, log []byte) (*Office, error) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "post.log"), log, 0o600); err != nil {
		t.Fatal(err)
	}
	return Open(testOptions(dir))
}

// A process killed at any instant leaves a log that stops anywhere in a frame.
func TestTornTail(t *testing.T) {
	log, ends := closedLog(t, 3)
	step := 7
	if testing.Short() {
		step = 43
	}
	for cut := ends[1]; cut < ends[2]; cut += step {
		for name, tail := range map[string][]byte{"cut": nil, "zeros": make([]byte, ends[2]-cut), "rubbish": []byte("@\n@zz")} {
			o, err := openLog(t, append(bytes.Clone(log[:cut]), tail...))
			if err != nil {
				t.Fatalf("%s at %d: %v", name, cut, err)
			}
			if n := o.Pending("alice"); n != 2 {
				t.Errorf("%s at %d: %d letters", name, cut, n)
			}
			if cut == ends[1] {
				fill(t, o, 1)
				if got := listing(t, o, "alice", "INBOX"); got != "1:1[] 2:2[] 3:1[]" {
					t.Errorf("%s: the next letter: %s", name, got)
				}
			}
			o.Close()
		}
	}
}

func TestDamageInTheMiddleIsNotCutOff(t *testing.T) {
	log, ends := closedLog(t, 3)
	for _, at := range []int{ends[0] + 5, ends[0] + 40, ends[1] - 3} {
		broken := bytes.Clone(log)
		broken[at] ^= 0x20
		if _, err := openLog(t, broken); !errors.Is(err, ErrDamaged) {
			t.Errorf("byte %d: %v", at, err)
		}
	}
	if _, err := openLog(t, []byte("corrd office log 2 0123456789abcdef\n")); err == nil {
		t.Error("a log of another format was opened")
	}
}

// A letter may carry a copy of the very log it lies in: if it is torn, the
// frames in the copy must not be taken for frames that follow it.
func TestLogInsideALetter(t *testing.T) {
	log, _ := closedLog(t, 1)
	dir := t.TempDir()
	path := filepath.Join(dir, "post.log")
	if err := os.WriteFile(path, log, 0o600); err != nil {
		t.Fatal(err)
	}
	o := openOffice(t, dir)
	put := dialIMAP(t, o, "alice", nil).Append("INBOX", int64(len(log)), nil)
	put.Write(log)
	put.Close()
	if _, err := put.Wait(); err != nil {
		t.Fatal(err)
	}
	if got := texts(t, o, "alice", "INBOX"); got[1] != string(log) {
		t.Error("not the bytes that were appended")
	}
	o.Close()
	if err := os.Truncate(path, fileSize(t, path)-1); err != nil {
		t.Fatal(err)
	}
	if o = openOffice(t, dir); o.Pending("alice") != 1 {
		t.Errorf("%d letters", o.Pending("alice"))
	}
}

func fileSize(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

func TestOurTroubleIsTemporary(t *testing.T) {
	o := openOffice(t, t.TempDir())
	fill(t, o, 1)
	o.post.journal.file.Close() // no disk any more
	for range 2 {
		if err := trySend(t, o, "alice", alice, alice, plain(alice, "x", "x")); codeOf(err) != 451 {
			t.Error(err)
		}
	}
	if err := trySend(t, o, "", "", "new@corrd.localhost", plain(alice, "x", "x")); codeOf(err) != 451 {
		t.Error("to a new account:", err)
	}
	put := dialIMAP(t, o, "alice", nil).Append("INBOX", 1, nil)
	put.Write([]byte("x"))
	put.Close()
	var refusal *imap.Error
	if _, err := put.Wait(); !errors.As(err, &refusal) || refusal.Code != imap.ResponseCodeUnavailable {
		t.Error("by IMAP:", err)
	}
	if o.Pending("alice") != 1 {
		t.Errorf("%d letters", o.Pending("alice"))
	}
}

// TestFailedDiskBreaksTheOffice takes the log away beneath the office: a change is
// refused with a code that asks the client to come again, and Watch gives the reason
// by which the daemon ends.
func TestFailedDiskBreaksTheOffice(t *testing.T) {
	o := openOffice(t, t.TempDir())
	c := dialIMAP(t, o, "alice", nil)
	o.post.journal.file.Close()
	err := c.Create("Elsewhere", nil).Wait()
	var no *imap.Error
	if !errors.As(err, &no) || no.Code != imap.ResponseCodeUnavailable {
		t.Errorf("create: %v", err)
	}
	if err := o.Watch(context.Background()); !errors.Is(err, ErrBroken) {
		t.Errorf("the office is watched and ends with %v", err)
	}
}
