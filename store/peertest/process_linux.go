package peertest

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// account is the user that PostgreSQL runs as in the place of root.
func account() (uid, gid int, err error) {
	u, err := user.Lookup("postgres")
	if err != nil {
		return 0, 0, ErrNone
	}
	uid, err = strconv.Atoi(u.Uid)
	if err == nil {
		gid, err = strconv.Atoi(u.Gid)
	}
	return uid, gid, err
}

// roomInMemory is how many octets must be free for a cluster, or the files of tests, to lie in
// memory.
const roomInMemory = 2 << 30

// inMemory returns a folder whose files lie in memory, or "" if there is no room in it: the
// thousands of tables that tests make and drop cost a file system on a disk more time than all
// else.
func inMemory() string {
	const dir = "/dev/shm"
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil || s.Bavail*uint64(s.Bsize) < roomInMemory {
		return ""
	}
	return dir
}

// own gives a folder to the user that PostgreSQL runs as.
func own(dir string) error {
	if os.Getuid() != 0 {
		return nil
	}
	uid, gid, err := account()
	if err != nil {
		return err
	}
	return os.Chown(dir, uid, gid)
}

// unprivileged has a program not run as root, in a group of processes of its own.
func unprivileged(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if uid, gid, err := account(); err == nil && os.Getuid() == 0 {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
}

// start starts the process. It ends with the test program: the kernel ends a process when
// the thread ends that started it, so a thread waits for as long as the process runs.
func (r *running) start() error {
	r.cmd.SysProcAttr.Pdeathsig = syscall.SIGQUIT
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		err := r.cmd.Start()
		started <- err
		if err == nil {
			r.cmd.Wait()
		}
		close(r.ended)
	}()
	return <-started
}

// killAll kills a process and those it has started, each of which leads a group of its own.
func killAll(cmd *exec.Cmd) {
	pid := cmd.Process.Pid
	children := childrenOf(pid)
	syscall.Kill(pid, syscall.SIGKILL)
	for _, child := range children {
		syscall.Kill(child, syscall.SIGKILL)
	}
}

// childrenOf returns the processes that a process has started.
func childrenOf(pid int) (all []int) {
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	for child := range strings.FieldsSeq(string(children)) {
		if n, err := strconv.Atoi(child); err == nil {
			all = append(all, n)
		}
	}
	return all
}

// tick is the unit of times in /proc.
const tick = 10 * time.Millisecond

// Processor is how long the processes of the cluster have had a processor, to a hundredth of a
// second for each.
func (c *Cluster) Processor() (sum time.Duration) {
	pid := c.run.cmd.Process.Pid
	for _, one := range append(childrenOf(pid), pid) {
		stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", one))
		_, after, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(after)
		if len(fields) < 15 {
			continue // the process has ended
		}
		of := fields[11:13]
		if one == pid {
			of = fields[11:15] // with those of its children that have ended
		}
		for _, field := range of {
			n, _ := strconv.ParseInt(field, 10, 64)
			sum += time.Duration(n) * tick
		}
	}
	return sum
}
