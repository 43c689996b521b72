package transport

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
)

// liar is an IMAP server that answers each search with a line that the test gives. %T stands for
// the tag of the search.
func liar(t *testing.T, found string) (addr string) {
	t.Helper()
	l := listenLoopback(t)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go lie(conn, found)
		}
	}()
	return l.Addr().String()
}

func lie(conn net.Conn, found string) {
	defer conn.Close()
	io.WriteString(conn, "* OK [CAPABILITY IMAP4rev1 MOVE UIDPLUS] ready\r\n")
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		tag, command, _ := strings.Cut(lines.Text(), " ")
		name, _, _ := strings.Cut(command, " ")
		said := map[string]string{"LIST": "* LIST () \"/\" x\r\n", "SELECT": "* 1 EXISTS\r\n* OK [UIDVALIDITY 7] .\r\n"}[name]
		if strings.HasPrefix(command, "UID SEARCH") {
			said = strings.ReplaceAll(found, "%T", tag) + "\r\n"
		}
		if _, err := fmt.Fprintf(conn, "%s%s OK done\r\n", said, tag); err != nil {
			return
		}
	}
}

// TestSearchThatNamesTooMuch checks that no answer to a search, not even an impossible one, ends
// the daemon or fills its memory.
func TestSearchThatNamesTooMuch(t *testing.T) {
	for _, found := range []string{
		"* SEARCH 0", "* SEARCH 5 0 7", `* ESEARCH (TAG "%T") UID ALL 1:*`, `* ESEARCH (TAG "%T") UID ALL 1:4294967295`,
		`* ESEARCH (TAG "%T") UID ALL 4294967295`, `* ESEARCH (TAG "%T") UID ALL 1:1000000000,2000000000:3000000000`,
	} {
		t.Run(found, func(t *testing.T) {
			m, err := Dial(t.Context(), IMAPOptions{Addr: liar(t, found), Login: Login{User: "corrd", Secret: Fixed("x")}})
			if err != nil {
				t.Fatal(err)
			}
			defer m.Close()
			if uids, err := m.first.search(); err == nil {
				t.Errorf("%d UIDs, %v", len(uids), err)
			}
			err = m.Taken(context.Background(), time.Now(), func(Glance) bool { return true }, nil)
			if err == nil {
				t.Error("the letters taken are looked through all the same")
			}
		})
	}
}

// TestSearchThatRepeatsItself checks that search names each letter once, whatever the order and
// the form of the answer.
func TestSearchThatRepeatsItself(t *testing.T) {
	for _, found := range []string{"* SEARCH 6 5 5 6\r\n* SEARCH 5", `* ESEARCH (TAG "%T") UID ALL 5:6`} {
		m, err := Dial(t.Context(), IMAPOptions{Addr: liar(t, found), Login: Login{User: "corrd", Secret: Fixed("x")}})
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		if uids, err := m.first.search(); err != nil || fmt.Sprint(uids) != fmt.Sprint([]imap.UID{5, 6}) {
			t.Errorf("%s: %v, %v", found, uids, err)
		}
	}
}
