package serve

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/daemon"
	"corrd/cmd/internal/local"
	"corrd/store"
	"corrd/store/bolt"
)

// backUp makes the running daemon write a copy of its store, and gives the copy.
func (c *club) backUp() []byte {
	c.Helper()
	var copied bytes.Buffer
	if _, err := c.ctl.Backup(context.Background(), "b.db", &copied); err != nil {
		c.Fatal(err)
	}
	return copied.Bytes()
}

// putBack stops the daemon, checks a copy of its store, puts the copy in place of the store, and
// starts the daemon again.
func (c *club) putBack(copied []byte) {
	c.Helper()
	c.stop()
	path := filepath.Join(c.dir, "corrd", daemon.StoreFile)
	if err := os.WriteFile(path, copied, 0o600); err != nil {
		c.Fatal(err)
	}
	db, err := bolt.Open(path, bolt.Options{ReadOnly: true})
	if err != nil {
		c.Fatal(err)
	}
	if _, err := db.Check(func(fault store.Fault) { c.Error(fault) }); err != nil {
		c.Fatal(err)
	}
	if err := db.Close(); err != nil {
		c.Fatal(err)
	}
	c.start()
}

// settled waits until every letter has a verdict and every answer is sent.
func (c *club) settled() {
	c.Helper()
	c.eventually("the end of the work", func() bool {
		var s control.Settled
		err := c.ctl.Call(context.Background(), "/settle", control.Lasting{For: time.Second}, &s)
		return err == nil && s.Pending == 0 && c.post.Pending("corrd") == 0
	})
}

// answerWhenSettled answers a letter after corrd has written down that all its letters
// have left: an answer that comes before stands before that event in the log of the
// game, and a restored store, which learns the two in the other order, writes other letters.
func (c *club) answerWhenSettled(mailbox string, to local.Letter, text string) {
	c.Helper()
	c.settled()
	c.answer(mailbox, to, text)
}

// wantEachOnce checks that no letter has come twice to a mailbox, neither with the same Message-ID
// nor with the same words and another Message-ID. wantEachOnce returns the number of letters.
func (c *club) wantEachOnce(mailbox string) int {
	c.Helper()
	texts, ids := map[string]string{}, map[string]bool{}
	box := c.box(mailbox)
	for _, m := range box {
		id := m.Get("Message-ID")
		_, body, _ := bytes.Cut(m.Raw, []byte("\r\n\r\n"))
		if ids[id] {
			c.Errorf("%s has come to %s twice", id, mailbox)
		}
		ids[id] = true
		text := fmt.Sprint(m.Header["Subject"], m.Header["Date"], m.Header["In-Reply-To"], m.Header["Corrd-Chain"], boundary.ReplaceAllString(string(body), ""))
		if first, again := texts[text]; again {
			c.Errorf("%s and %s say the same to %s:\n%s", first, id, mailbox, text)
		}
		texts[text] = id
	}
	return len(box)
}

// boundary matches the names of the parts of a letter, which depend on its Message-ID.
var boundary = regexp.MustCompile(`=_[0-9a-f]{32}|board\.[^>"]+`)

// letters counts the letters in the store.
func (c *club) letters() (n int) {
	c.Helper()
	err := c.house.folder.Store.View(func(v store.View) error {
		letters, err := v.Letters(1000)
		n = len(letters)
		return err
	})
	if err != nil {
		c.Fatal(err)
	}
	return n
}

func TestLettersSinceABackupAreTakenAgain(t *testing.T) {
	t.Parallel()
	c := newClub(t, "")
	c.answerWhenSettled("alice", c.begin(), "P-K4")
	move := c.await("bob", 3, "move")
	c.settled()
	backup := c.backUp()
	c.answerWhenSettled("bob", move, "P-K4")
	c.answerWhenSettled("alice", c.await("alice", 4, "move"), "Kt-KB3")
	c.answerWhenSettled("bob", c.await("bob", 5, "move"), "Kt-QB3")
	c.await("alice", 6, "move")
	c.settled()
	before := len(c.box("bob"))

	c.putBack(backup)
	c.eventually("the moves since the backup", func() bool { return c.moves() == "e2e4 e7e5 g1f3 b8c6" })
	c.settled()
	if after := c.wantEachOnce("bob"); after != before {
		t.Errorf("%d letters to bob, %d before", after, before)
	}
	c.wantEachOnce("alice")
	c.wantStates(map[store.LetterState]int{store.Acted: 6})

	box := c.box("alice")
	c.answerWhenSettled("alice", box[len(box)-1], "B-Kt5")
	c.eventually("the next move", func() bool { return c.moves() == "e2e4 e7e5 g1f3 b8c6 f1b5" })
	c.await("bob", before+1, "move")
	c.stop()
	c.start() // the letters taken again are known now
	c.settled()
	c.wantStates(map[store.LetterState]int{store.Acted: 7})
}

// TestBackupUnderLoadSendsNothingTwice makes a copy of the store while letters come in, puts the
// copy back when all is done, and checks that every letter has one verdict and every mailbox has
// each letter once.
func TestBackupUnderLoadSendsNothingTwice(t *testing.T) {
	t.Parallel()
	c := newClub(t, "[limits]\nanswers_per_day = 1000\n")
	c.answer("alice", c.begin(), "P-K4")
	c.await("bob", 3, "move")
	c.settled()
	letters := len(c.box("bob")) + len(c.box("alice"))
	const load = 40
	var backup []byte
	for i := range load {
		if err := c.who("bob").Write("corrd@"+local.Domain, "", fmt.Sprintf("games\n\nThis is letter %d.", i), ""); err != nil {
			t.Fatal(err)
		}
		if i == load/2 {
			backup = c.backUp()
		}
	}
	c.settled()
	for range 2 { // and a second time from the same copy
		c.putBack(backup)
		c.eventually("every letter", func() bool { return c.letters() == 3+load })
		c.settled()
		c.wantStates(map[store.LetterState]int{store.Acted: 3, store.Answered: load})
		if got := c.wantEachOnce("bob") + c.wantEachOnce("alice"); got != letters+load {
			t.Errorf("%d letters, want %d", got, letters+load)
		}
	}
	if got := c.moves(); got != "e2e4" {
		t.Errorf("moves %q", got)
	}
}
