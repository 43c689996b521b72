package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"corrd/cmd/internal/control"
)

// TestDatabaseTroubles hands letters in at a daemon whose database is away, can only be read, and
// has no place for another connection. The daemon says 451 and nothing of the inside, works on, and
// takes the same letter when the trouble is over; each acts once. A daemon that starts meanwhile
// ends with status 3 and says why.
func TestDatabaseTroubles(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts a PostgreSQL and a daemon")
	}
	f := newFleet(t, 1, "")
	players := f.begin(3)
	n := f.nodes[0]
	n.start(t)
	n.up(t)
	for i, trouble := range []struct {
		name        string
		begin, over func()
		atStart     string // what a daemon says that starts meanwhile
	}{
		{"away", f.database.Stop, f.restart, "the database cannot be reached"},
		{"read only", func() { f.readOnly("on") }, func() { f.readOnly("off") }, "can only be read"},
		{"newer", func() { f.schema("insert into %s.schema_migrations values (9999, 'of later')") }, func() { f.schema("delete from %s.schema_migrations where number = 9999") }, "use the newer corrd"},
	} {
		s := players[2*i]
		first := s.first()
		raw := fmt.Sprintf("From: <%s>\r\nTo: <%s>\r\nMessage-ID: <%d@x.example>\r\n\r\nP-K4\r\n", s.address, first.ReplyTo(), i)
		trouble.begin()
		if status, said := serveOnce(n.config); status != statusUnreachable && status != statusRefused || !strings.Contains(said, trouble.atStart) {
			t.Errorf("%s: a daemon that starts ends with status %d: %s", trouble.name, status, said)
		}
		if trouble.name == "newer" { // a daemon that runs notices at its next lease
			f.wantEnd(n, "use the newer corrd")
		} else {
			f.wantDeferred(trouble.name, deliver(n.addr, s.address, first.ReplyTo(), raw))
		}
		trouble.over()
		taken := errors.New("not yet")
		for end := time.Now().Add(longEnough); taken != nil && time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
			taken = deliver(n.addr, s.address, first.ReplyTo(), raw)
		}
		if taken != nil {
			t.Fatalf("%s: when it is over the letter is not taken: %v\n%s", trouble.name, taken, n.log())
		}
		f.settle(n)
		var g control.GameView
		if err := n.control().Call(context.Background(), "/game/show", control.Numbered{ID: s.game}, &g); err != nil || len(g.Moves) != 1 {
			t.Errorf("%s: %d moves were made, %v", trouble.name, len(g.Moves), err)
		}
	}
	var faults control.Faults
	if err := n.control().Call(context.Background(), "/check", control.None{}, &faults); err != nil || len(faults.Faults) > 0 {
		t.Errorf("check: %v, %v", faults.Faults, err)
	}
}

// serveOnce runs a daemon that cannot start, in this process.
func serveOnce(config string) (status int, said string) {
	var out bytes.Buffer
	status = run([]string{"serve", "--config", config}, &out, &out)
	return status, out.String()
}

// wantEnd wants a daemon to end soon, and to say why.
func (f *fleet) wantEnd(n *node, why string) {
	f.Helper()
	n.mu.Lock()
	p := n.run
	n.mu.Unlock()
	select {
	case <-p.ended:
	case <-time.After(longEnough):
		f.Errorf("the daemon runs on")
		return
	}
	if status := p.cmd.ProcessState.ExitCode(); status != statusUnreachable || !strings.Contains(n.log(), why) {
		f.Errorf("the daemon ended with status %d:\n%s", status, n.log())
	}
}

// wantDeferred wants a letter to have been put off with 451.
func (f *fleet) wantDeferred(trouble string, err error) {
	f.Helper()
	var answer *smtp.SMTPError
	if !errors.As(err, &answer) || answer.Code != 451 || strings.Contains(answer.Message, "database") {
		f.Errorf("%s: the letter is answered %v, not 451", trouble, err)
	}
}

func (f *fleet) restart() {
	if err := f.database.Start(); err != nil {
		f.Fatal(err)
	}
}

// readOnly has the database be read only, as a standby is, or not, and ends all connections.
func (f *fleet) readOnly(is string) {
	f.database.Run(f.T, "begin read write; alter database postgres set default_transaction_read_only = "+is+"; commit; select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null")
}

// schema runs a statement about the tables of the fleet.
func (f *fleet) schema(sql string) {
	f.database.Run(f.T, fmt.Sprintf(sql, f.url[strings.LastIndex(f.url, "=")+1:]))
}
