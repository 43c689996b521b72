package serve

import (
	"errors"
	"fmt"
	"net"
	"strings"

	"corrd/cmd/internal/control"
)

// unixPrefix begins the address of a unix socket.
const unixPrefix = "unix:"

// errPublic says that a server that asks nobody who they are may not be reached
// from everywhere: what LMTP brings is believed, figures are told to all.
var errPublic = errors.New("it can be reached from other networks; use 127.0.0.1, a private address or unix:PATH")

// listenPrivately listens where only this machine or a private network comes.
// A socket that a dead daemon left is replaced.
func listenPrivately(addr string) (net.Listener, error) {
	if path, ok := strings.CutPrefix(addr, unixPrefix); ok {
		return control.Listen(path, openMode)
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

// openMode is the mode of a socket for the mail server's user; who may reach it
// is a matter of the folder.
const openMode = 0o666
