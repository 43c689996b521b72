package main

import (
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// TestFullDisk: nothing is left of a file that cannot be written to its end, and one line says so.
func TestFullDisk(t *testing.T) {
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Skip(err)
	}
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	name := filepath.Join(t.TempDir(), "game.zip")
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 100_000, Max: before.Max}); err != nil {
		t.Skip(err)
	}
	err := writeWhole(name, make([]byte, 200_000))
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "nothing is left of "+name) {
		t.Errorf("%v", err)
	}
	left, _ := os.ReadDir(filepath.Dir(name))
	if len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

// onFullDisk is corrctl where no file can grow beyond what $ROOM octets hold.
func onFullDisk() {
	signal.Ignore(syscall.SIGXFSZ)
	room, err := strconv.ParseUint(os.Getenv("ROOM"), 10, 64)
	var limit syscall.Rlimit
	if err = errors.Join(err, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit)); err == nil {
		limit.Cur = room
		err = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit)
	}
	if err != nil {
		panic(err)
	}
	main()
}
