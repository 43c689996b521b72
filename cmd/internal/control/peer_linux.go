package control

import (
	"fmt"
	"net"
	"os/user"
	"syscall"
)

// peerName returns the user at the other end of a unix socket.
func peerName(c net.Conn) string {
	unix, ok := c.(*net.UnixConn)
	if !ok {
		return ""
	}
	raw, err := unix.SyscallConn()
	if err != nil {
		return ""
	}
	var cred *syscall.Ucred
	err = raw.Control(func(fd uintptr) {
		cred, _ = syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	})
	if err != nil || cred == nil {
		return ""
	}
	if u, err := user.LookupId(fmt.Sprint(cred.Uid)); err == nil {
		return u.Username
	}
	return fmt.Sprint(cred.Uid)
}
