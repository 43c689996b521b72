package peertest

import (
	"bufio"
	"encoding/binary"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Relay stands between a store and its database, as a network does: it delays what goes either
// way, counts the exchanges, and can cut the connections.
type Relay struct {
	// Delay is how long octets take in each direction, in nanoseconds.
	Delay atomic.Int64
	// Exchanges counts the questions: batches that end in Sync, and simple queries (PostgreSQL,
	// 55.2). A rollback by itself, for which nobody waits, is left out.
	Exchanges atomic.Int64

	address string // of the database, of which the relay replaces the host and the port
	to      string // the socket of the database
	in      net.Listener
	before  atomic.Pointer[func(question []byte)]

	questions, answers atomic.Int64 // octets until the next tear

	mu   sync.Mutex
	open map[net.Conn]bool
	shut bool // no connection is taken
}

// NewRelay starts a relay before the cluster.
func (c *Cluster) NewRelay() (*Relay, error) {
	in, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	r := &Relay{to: c.Dir + "/.s.PGSQL." + c.Port, in: in, open: map[net.Conn]bool{}}
	r.address = "host=" + c.Dir + "&port=" + c.Port
	go r.accept()
	return r, nil
}

// Through returns an address of the cluster in the form that leads through the relay.
func (r *Relay) Through(address string) string {
	host, port, _ := net.SplitHostPort(r.in.Addr().String())
	return strings.Replace(address, r.address, "host="+host+"&port="+port, 1) + "&sslmode=disable"
}

// Around returns the address of which Through gave address.
func (r *Relay) Around(address string) string {
	host, port, _ := net.SplitHostPort(r.in.Addr().String())
	return strings.Replace(strings.TrimSuffix(address, "&sslmode=disable"), "host="+host+"&port="+port, r.address, 1)
}

// Relayed is URL through a relay that ends with the test.
func Relayed(t testing.TB) (*Relay, string) {
	t.Helper()
	url := URL(t)
	r, err := shared.cluster.NewRelay()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r, r.Through(url)
}

// Before has f called with each question before the database gets the question; f may wait. A nil f
// ends that.
func (r *Relay) Before(f func(question []byte)) {
	if f == nil {
		r.before.Store(nil)
		return
	}
	r.before.Store(&f)
}

// Tear breaks one connection after so many further octets of questions, and one after so many of
// answers, of all connections together: the other end gets the part before. 0 tears nothing.
func (r *Relay) Tear(questions, answers int64) {
	r.questions.Store(questions)
	r.answers.Store(answers)
}

// Cut breaks all connections, and takes none until Mend.
func (r *Relay) Cut() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shut = true
	for conn := range r.open {
		conn.Close()
	}
}

// Mend has the relay take connections again.
func (r *Relay) Mend() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shut = false
}

// Close ends the relay.
func (r *Relay) Close() {
	r.in.Close()
	r.Cut()
}

func (r *Relay) accept() {
	for {
		client, err := r.in.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("unix", r.to)
		if err != nil || !r.add(client, server) {
			client.Close()
			if err == nil {
				server.Close()
			}
			continue
		}
		end := func() { r.drop(client, server) }
		go func() { defer end(); r.ask(client, r.late(server, &r.questions)) }()
		go func() { defer end(); io.Copy(r.late(client, &r.answers), server) }()
	}
}

// add notes the two ends of a connection, unless the relay is cut.
func (r *Relay) add(ends ...net.Conn) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, end := range ends {
		r.open[end] = true
	}
	if r.shut {
		for _, end := range ends {
			delete(r.open, end)
		}
	}
	return !r.shut
}

func (r *Relay) drop(ends ...net.Conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, end := range ends {
		end.Close()
		delete(r.open, end)
	}
}

// ask hands on what a client writes, question by question.
func (r *Relay) ask(client io.Reader, server io.Writer) {
	from := bufio.NewReader(client)
	var question []byte
	for first := true; ; first = false {
		kind := byte(0) // of the first message, which has none
		if !first {
			var err error
			if kind, err = from.ReadByte(); err != nil {
				return
			}
			question = append(question, kind)
		}
		at := len(question)
		question = append(question, 0, 0, 0, 0)
		if _, err := io.ReadFull(from, question[at:]); err != nil {
			return
		}
		more := int(binary.BigEndian.Uint32(question[at:])) - 4
		question = append(question, make([]byte, max(more, 0))...)
		if _, err := io.ReadFull(from, question[at+4:]); err != nil {
			return
		}
		if kind == 'S' || kind == 'Q' {
			if string(question[1+4:]) != "rollback\x00" {
				r.Exchanges.Add(1)
			}
			if f := r.before.Load(); f != nil {
				(*f)(question)
			}
		} else if kind != 0 && kind != 'X' && kind != 'p' && kind != 'd' && kind != 'c' && kind != 'f' {
			continue // the rest of the question follows
		}
		if _, err := server.Write(question); err != nil {
			return
		}
		question = nil
	}
}

// late returns a writer that hands on what the writer gets, after the delay and in order, and that
// tears the connection when octets have run out.
func (r *Relay) late(to net.Conn, octets *atomic.Int64) io.Writer {
	l := &lateWriter{r, to, octets, make(chan parcel, 1024), make(chan struct{})}
	go l.run()
	return l
}

type parcel struct {
	due    time.Time
	octets []byte
	last   bool // the connection is torn after the octets
}

type lateWriter struct {
	relay *Relay
	to    net.Conn
	left  *atomic.Int64 // octets until a connection is torn
	queue chan parcel
	ended chan struct{}
}

// Write implements io.Writer.
func (l *lateWriter) Write(octets []byte) (int, error) {
	p := parcel{due: time.Now().Add(time.Duration(l.relay.Delay.Load())), octets: append([]byte(nil), octets...)}
	if left := l.left.Add(-int64(len(octets))); left < 0 && left+int64(len(octets)) > 0 {
		p.octets, p.last = p.octets[:len(octets)+int(left)], true
	}
	select {
	case l.queue <- p:
		return len(octets), nil
	case <-l.ended:
		return 0, io.ErrClosedPipe
	}
}

// run ends with the writer behind, whose connection the relay closes.
func (l *lateWriter) run() {
	defer close(l.ended)
	for p := range l.queue {
		time.Sleep(time.Until(p.due))
		if _, err := l.to.Write(p.octets); err != nil {
			return
		}
		if p.last {
			l.to.Close()
			return
		}
	}
}
