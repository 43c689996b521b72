package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// killed is a kill -9 some time into whatever the daemon does with a letter.
func (s *server) killed(after time.Duration) func() {
	return func() {
		time.Sleep(after)
		s.kill()
		s.start()
	}
}

func (s *server) restarted() {
	s.terminate()
	s.start()
}

func (s *server) postfixRestarts() {
	s.stopPostfix()
	time.Sleep(500 * time.Millisecond)
	s.startPostfix()
	time.Sleep(500 * time.Millisecond)
	s.retry()
}

func (s *server) dovecotRestarts() {
	s.stopDovecot()
	for range 100 { // a master that is still about refuses another
		time.Sleep(100 * time.Millisecond)
		if _, err := os.Stat(filepath.Join(s.Dir, "run", "master.pid")); err != nil {
			break
		}
	}
	time.Sleep(500 * time.Millisecond)
	s.startDovecot()
}

// maildir lists the letters in a folder of corrd's mailbox.
func (s *server) maildir(folder string) (paths []string) {
	for _, state := range []string{"new", "cur"} {
		found, err := filepath.Glob(filepath.Join(s.Dir, "mail", "corrd", folder, state, "*"))
		if err != nil {
			s.Fatal(err)
		}
		paths = append(paths, found...)
	}
	return paths
}

// newUIDValidity loses Dovecot's list of UIDs in mid-session and lays letters
// that have been handled back into the mailbox: under their new UIDs they must
// be known again.
func (s *server) newUIDValidity() {
	s.stopDovecot()
	inbox := filepath.Join(s.Dir, "mail", "corrd")
	before := s.uidValidity(inbox)
	for _, list := range []string{"dovecot-uidlist", "dovecot-uidvalidity", "dovecot.index", "dovecot.index.log", "dovecot.index.cache"} {
		os.Remove(filepath.Join(inbox, list))
	}
	handled := s.maildir(".Processed")
	for i, path := range handled[:min(10, len(handled))] {
		s.run("cp", "-p", path, filepath.Join(inbox, "new", fmt.Sprintf("1000%d.again.test", i)))
	}
	s.startDovecot()
	s.eventually("the mailbox is empty again", func() bool { return len(s.maildir("")) == 0 })
	if after := s.uidValidity(inbox); after == before {
		s.Errorf("UIDVALIDITY is %s still", after)
	}
	if log, _ := os.ReadFile(s.log.Name()); bytes.Count(log, []byte("state=duplicate")) < 10 {
		s.Error("the letters that were laid back are not known again")
	}
}

// uidValidity is that of a folder, from the first line of Dovecot's list.
func (s *server) uidValidity(folder string) string {
	s.Helper()
	list, err := os.ReadFile(filepath.Join(folder, "dovecot-uidlist"))
	if err != nil {
		s.Fatal(err)
	}
	fields := strings.Fields(string(list))
	if len(fields) < 2 {
		s.Fatalf("list of UIDs: %q", list)
	}
	return fields[1]
}
