package office

import "net"

// dotGate admits clients whose lines are watched for a dot with a bare CR behind the dot.
type dotGate struct{ *gate }

// Accept waits for a client.
func (g dotGate) Accept() (net.Conn, error) {
	conn, err := g.gate.Accept()
	if err != nil {
		return nil, err
	}
	return &dotWatcher{Conn: conn}, nil
}

// dotWatcher is a connection that ends with errBareLine once a line begins with a dot, a CR
// and no LF. The SMTP library loses that CR, and may miss the end of the letter behind it;
// every other bare CR stays in the letter, where hasBareLineEnd finds it.
type dotWatcher struct {
	net.Conn
	seen   int // how many octets of dotCR the last octets are
	broken bool
}

// dotCR is what a line that ends a letter begins with, and the LF of the line before.
const dotCR = "\n.\r"

// Read reads what the client sends.
func (w *dotWatcher) Read(b []byte) (int, error) {
	if w.broken {
		return 0, errBareLine
	}
	n, err := w.Conn.Read(b)
	for _, c := range b[:n] {
		switch {
		case w.seen == len(dotCR) && c != '\n':
			w.broken = true
			return 0, errBareLine
		case w.seen < len(dotCR) && c == dotCR[w.seen]:
			w.seen++
		case c == '\n':
			w.seen = 1
		default:
			w.seen = 0
		}
	}
	return n, err
}
