package serve

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"

	"corrd/cmd/internal/control"
)

// unixPrefix begins the address of a unix socket.
const unixPrefix = "unix:"

// errPublic says that a server that asks nobody who they are may not be reached
// from everywhere: what LMTP brings is believed, figures are told to all.
var errPublic = errors.New("it can be reached from other networks; use 127.0.0.1, a private address or unix:PATH")

// listenPrivately listens where only this machine or a private network connects. A socket that an
// ended daemon left behind is replaced; only the daemon's user and a group may open the socket.
func listenPrivately(addr, group string) (net.Listener, error) {
	if path, ok := strings.CutPrefix(addr, unixPrefix); ok {
		return listenForGroup(path, group)
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

// The modes of a socket for a group, and of its folder where corrd makes the folder.
const (
	groupMode       = 0o660
	groupFolderMode = 0o750
)

// listenForGroup opens a socket for a group, and makes the socket's folder if it is missing. With
// group "" it is the group of the daemon.
func listenForGroup(path, group string) (net.Listener, error) {
	gid := -1
	if group != "" {
		found, err := user.LookupGroup(group)
		if err != nil {
			return nil, err
		}
		if gid, err = strconv.Atoi(found.Gid); err != nil {
			return nil, err
		}
	}
	dir := filepath.Dir(path)
	if _, err := os.Stat(dir); err != nil {
		if err := errors.Join(os.MkdirAll(dir, groupFolderMode), os.Chown(dir, -1, gid)); err != nil {
			return nil, fmt.Errorf("the folder of the socket: %w; under systemd RuntimeDirectory makes it", err)
		}
	}
	l, err := control.Listen(path, groupMode)
	if err != nil {
		return nil, err
	}
	if err := os.Chown(path, -1, gid); err != nil {
		return nil, errors.Join(fmt.Errorf("the socket cannot be given to the group %s: %w", group, err), l.Close())
	}
	return l, nil
}
