package office

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
)

// childDir makes the test binary an office on that folder, to be killed.
const childDir = "OFFICE_TEST_CHILD_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		o, err := Open(testOptions(dir))
		if err != nil {
			panic(err)
		}
		fmt.Println(o.SMTPAddr())
		select {}
	}
	os.Exit(m.Run())
}

// TestKilledOfficeKeepsWhatItAcknowledged kills a process in the middle of its
// work, again and again on one folder.
func TestKilledOfficeKeepsWhatItAcknowledged(t *testing.T) {
	dir := t.TempDir()
	acknowledged := make(map[string]bool)
	for round := range 8 {
		for _, name := range sendUntilKilled(t, dir, round) {
			acknowledged[name] = true
		}
	}
	found := make(map[string]int)
	for _, text := range texts(t, openOffice(t, dir), "corrd", "INBOX") {
		_, body, _ := strings.Cut(text, "\r\n\r\n")
		name, filler, whole := strings.Cut(body, "\r\n")
		if !whole || filler != longBody {
			t.Errorf("half a letter: %.80q", body)
		}
		found[name]++
	}
	for name := range acknowledged {
		if found[name] != 1 {
			t.Errorf("%s was acknowledged and is there %d times", name, found[name])
		}
	}
	if len(acknowledged) < 100 {
		t.Errorf("only %d letters were acknowledged", len(acknowledged))
	}
}

var longBody = strings.Repeat("0123456789abcdef\r\n", 500)

// sendUntilKilled has four clients send until the office is killed, which is soon after a random
// number of letters got their 250, and returns the names of all that did.
func sendUntilKilled(t *testing.T, dir string, round int) (acknowledged []string) {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childDir+"="+dir)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	addr, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	due := 15 + rand.N(30)
	reached := make(chan struct{})
	var mu sync.Mutex
	var wg sync.WaitGroup
	for client := range 4 {
		c, err := smtp.Dial(strings.TrimSpace(addr))
		if err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			for n := 0; ; n++ {
				name := fmt.Sprintf("letter %d.%d.%d", round, client, n)
				if c.SendMail("", []string{server}, strings.NewReader(plain(alice, "x", name)+longBody)) != nil {
					return
				}
				mu.Lock()
				acknowledged = append(acknowledged, name)
				if len(acknowledged) == due {
					close(reached)
				}
				mu.Unlock()
			}
		})
	}
	<-reached
	time.Sleep(rand.N(2 * time.Millisecond)) // in mid-letter, not just after an answer
	child.Process.Kill()
	wg.Wait()
	child.Wait()
	return acknowledged
}
