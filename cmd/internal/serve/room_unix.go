//go:build linux || darwin || freebsd

package serve

import "syscall"

// freeBytes is what an ordinary user may still write to the disk of a folder.
func freeBytes(dir string) (uint64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return uint64(max(0, int64(s.Bavail))) * uint64(s.Bsize), nil
}
