package reading

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFullDisk: a disk that is full leaves the old site as it was; when there is room again the
// site is built.
func TestFullDisk(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=512k"); err != nil {
		t.Skipf("no small disk can be made here: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(disk, syscall.MNT_DETACH) })
	dir := filepath.Join(disk, "site")
	s := &source{words: map[int64]string{1: "one", 2: "two"}}
	built(t, s, dir)
	before, _ := files(t, dir)
	s.words[2] = strings.Repeat("two and two ", 60_000)
	for range 3 {
		if b, err := Build(t.Context(), s, dir, ""); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%+v, %v", b, err)
		}
		if after, _ := files(t, dir); len(after) != len(before) || string(after["games/2.html"]) != "two" {
			t.Error("the old site did not stay")
		}
		if entries, _ := os.ReadDir(dir + "-builds"); len(entries) != 2 {
			t.Errorf("%d things beside the site", len(entries))
		}
	}
	s.words[2] = "two, otherwise"
	if b := built(t, s, dir); !b.Changed {
		t.Errorf("%+v", b)
	}
}
