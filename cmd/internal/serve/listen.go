package serve

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
)

// unixPrefix begins the address of a unix socket.
const unixPrefix = "unix:"

// errPublic says that a server that asks nobody who he is may not be reached
// from everywhere: what LMTP brings is believed, figures are told to all.
var errPublic = errors.New("it can be reached from other networks; use 127.0.0.1, a private address or unix:PATH")

// listenPrivately listens where only this machine or a private network comes.
// A socket that a dead daemon left is replaced.
func listenPrivately(addr string) (net.Listener, error) {
	if path, ok := strings.CutPrefix(addr, unixPrefix); ok {
		return listenUnix(path)
	}
	where, err := net.ResolveTCPAddr("tcp", addr)
	if err != nil {
		return nil, err
	}
	if !where.IP.IsLoopback() && !where.IP.IsPrivate() {
		return nil, fmt.Errorf("%s: %w", addr, errPublic)
	}
	return net.ListenTCP("tcp", where)
}

// listenUnix opens a socket that the mail server's user can write to; who may
// reach it is a matter of the folder.
func listenUnix(path string) (net.Listener, error) {
	if conn, err := net.Dial("unix", path); err == nil {
		conn.Close()
		return nil, fmt.Errorf("another program listens on %s", path)
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	return l, os.Chmod(path, 0o666)
}
