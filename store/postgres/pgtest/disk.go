package pgtest

import (
	"os"
	"os/exec"
	"testing"
)

// Disk is a small disk on which a cluster has a tablespace, whose name is small.
type Disk struct{ dir string }

// Disk mounts a disk in memory of a size such as "24m". Where nothing may be mounted the test
// is skipped with a loud line.
func (c *Cluster) Disk(t testing.TB, size string) Disk {
	t.Helper()
	dir, err := os.MkdirTemp("", "corrd-pg-disk-")
	if err != nil {
		t.Fatal(err)
	}
	if said, err := exec.Command("mount", "-t", "tmpfs", "-o", "size="+size, "corrd", dir).CombinedOutput(); err != nil {
		os.Remove(dir)
		t.Skipf("SKIPPED, NO FULL DISK TESTED: nothing can be mounted: %v %s", err, said)
	}
	t.Cleanup(func() {
		if said, err := exec.Command("umount", "--lazy", dir).CombinedOutput(); err != nil {
			t.Errorf("%v %s", err, said)
		}
		os.Remove(dir)
	})
	if err := own(dir); err != nil {
		t.Fatal(err)
	}
	c.Run(t, "create tablespace small location '"+dir+"'")
	return Disk{dir}
}

// Resize gives the disk another size.
func (d Disk) Resize(t testing.TB, size string) {
	t.Helper()
	if said, err := exec.Command("mount", "-o", "remount,size="+size, d.dir).CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, said)
	}
}
