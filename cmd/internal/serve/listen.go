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

// listenPrivately listens where only this machine or a private network connects. A socket that an
// ended daemon left behind is replaced.
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

// openMode is the mode of a socket for the mail server's user; the folder of the socket decides who
// may reach the socket.
const openMode = 0o666
