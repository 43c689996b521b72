//go:build unix

package serve

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// LookAsOwner has the rest of this process see files as the owner of the daemon's folder does,
// which is the user the daemon runs as, or as the user called name, when not "". LookAsOwner
// changes nothing where the process is not root's or the owner is root; the change cannot be
// undone. The error says that a process other than root's was given a name, that no such user
// exists, or that the system refuses the change.
func (c *Config) LookAsOwner(name string) error {
	if os.Geteuid() != 0 {
		if name != "" {
			return errors.New("only root can look as another user; leave out --user, or run corrd doctor as root")
		}
		return nil
	}
	id := ownerOf(c.Server.Dir)
	u, err := user.LookupId(id)
	if name != "" {
		u, err = user.Lookup(name)
	}
	if err != nil || u.Uid == "0" {
		if name != "" || id != "" && id != "0" {
			return err
		}
		return nil
	}
	var groups []int
	ids, err := u.GroupIds()
	for _, g := range append(ids, u.Gid) {
		n, err2 := strconv.Atoi(g)
		groups, err = append(groups, n), errors.Join(err, err2)
	}
	uid, err2 := strconv.Atoi(u.Uid)
	gid, err3 := strconv.Atoi(u.Gid)
	if err := errors.Join(err, err2, err3); err != nil {
		return err
	}
	if err := errors.Join(syscall.Setgroups(groups), syscall.Setgid(gid), syscall.Setuid(uid)); err != nil {
		return fmt.Errorf("files cannot be looked at as %s would: %w", u.Username, err)
	}
	// a database is told the name of the user, and the file of its passwords lies at home
	return errors.Join(os.Setenv("HOME", u.HomeDir), os.Setenv("USER", u.Username), os.Setenv("LOGNAME", u.Username))
}

// OwnerNamed returns a user and the user's group; whoever runs this process where that is not root.
func OwnerNamed(name string) (Owner, error) {
	if os.Geteuid() != 0 {
		return Owner{-1, -1}, nil
	}
	u, err := user.Lookup(name)
	if err != nil {
		return Owner{}, fmt.Errorf("%w; make the user first: useradd --system --home-dir /var/lib/corrd --shell /usr/sbin/nologin %s", err, name)
	}
	uid, err := strconv.Atoi(u.Uid)
	gid, err2 := strconv.Atoi(u.Gid)
	return Owner{uid, gid}, errors.Join(err, err2)
}

// ownerOf is the number of the user to whom a file belongs, or "" if there is none.
func ownerOf(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return strconv.FormatUint(uint64(s.Uid), 10)
	}
	return ""
}

// whoLooks names the user of this process and the owner of a folder; known tells
// whether the latter can be told.
func whoLooks(dir string) (me, owner string, known bool) {
	name := func(id string) string {
		if u, err := user.LookupId(id); err == nil {
			return u.Username
		}
		return "user " + id
	}
	id := ownerOf(dir)
	return name(strconv.Itoa(os.Geteuid())), name(id), id != ""
}
