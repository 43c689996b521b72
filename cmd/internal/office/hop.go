package office

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
)

// Hop is the next hop of a daemon under test or measurement: a mail server on this machine which
// takes every letter, whoever the recipient is. A Hop reads whole lines, because what it takes of
// the processors is missing from what it measures: the library of the office's own server reads a
// letter octet by octet.
type Hop struct {
	Port     int // on 127.0.0.1
	listener net.Listener
	take     func(to []string, raw []byte) error

	mu    sync.Mutex
	conns map[net.Conn]bool // those that are open; nil once the Hop is closed
}

// ListenHop opens a Hop that hands each letter to take, from several connections at once; the error
// of take refuses the letter.
func ListenHop(take func(to []string, raw []byte) error) (*Hop, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	h := &Hop{Port: l.Addr().(*net.TCPAddr).Port, listener: l, take: take, conns: map[net.Conn]bool{}}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return // closed
			}
			go h.serve(conn)
		}
	}()
	return h, nil
}

// Close ends the Hop, and its connections.
func (h *Hop) Close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	err := h.listener.Close()
	for conn := range h.conns {
		err = errors.Join(err, conn.Close())
	}
	h.conns = nil
	return err
}

// serve speaks with one client until it leaves.
func (h *Hop) serve(conn net.Conn) {
	defer conn.Close()
	h.mu.Lock()
	if h.conns == nil {
		h.mu.Unlock()
		return
	}
	h.conns[conn] = true
	h.mu.Unlock()
	defer func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.conns, conn)
	}()
	in, reply := bufio.NewReaderSize(conn, 64<<10), "220 hop.example"
	var to []string
	for {
		if _, err := io.WriteString(conn, reply+"\r\n"); err != nil || strings.HasPrefix(reply, "221") {
			return
		}
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		reply = "250 OK"
		switch verb, rest, _ := strings.Cut(strings.TrimRight(line, "\r\n"), " "); strings.ToUpper(verb) {
		case "MAIL", "RSET":
			to = nil
		case "RCPT":
			_, path, _ := strings.Cut(rest, "<")
			path, _, _ = strings.Cut(path, ">")
			to = append(to, path)
		case "DATA":
			if _, err := io.WriteString(conn, "354 Go ahead\r\n"); err != nil {
				return
			}
			raw, err := data(in)
			if err != nil {
				return // the daemon was killed in the middle of the letter
			}
			if err := h.take(to, raw); err != nil {
				reply = fmt.Sprintf("554 %q", err.Error())
			}
			to = nil
		case "QUIT":
			reply = "221 Bye"
		}
	}
}

// data reads a letter up to the full stop that ends it.
func data(in *bufio.Reader) (raw []byte, err error) {
	raw = make([]byte, 0, 32<<10)
	for begins := true; ; {
		part, err := in.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
		if begins && bytes.Equal(part, []byte(".\r\n")) {
			return raw, nil
		}
		if begins && part[0] == '.' {
			part = part[1:]
		}
		raw, begins = append(raw, part...), err == nil
	}
}
