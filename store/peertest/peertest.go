// Package peertest is what tests ask of the machine: the programs that they run beside corrd, a
// PostgreSQL of their own among them, and how much of what can be sampled they run. A PostgreSQL
// has its files in a temporary folder, listens on loopback and on a socket in that folder, and
// ends with the test. Where a program is not installed the test is skipped with a loud line, and
// fails where CORRD_REQUIRE_PEERS is 1, as it is in CI. Only tests use the package. It must not
// know what is kept in a database.
package peertest

import (
	"hash/crc32"
	"os"
	"os/exec"
	"testing"
)

// Whole reports whether the tests run all of what they sample elsewhere, and every program must
// be there.
func Whole() bool { return os.Getenv("CORRD_REQUIRE_PEERS") == "1" }

// Share returns of how many parts a test tries one: 1 where everything is tried, short with -short,
// and else usual.
func Share(usual, short int) int {
	switch {
	case Whole():
		return 1
	case testing.Short():
		return short
	}
	return usual
}

// Sampled reports whether what has a name is among those tried where one in so many is. The name
// decides, so that the same are tried in every run.
func Sampled(name string, oneIn int) bool {
	return crc32.ChecksumIEEE([]byte(name))%uint32(oneIn) == 0
}

// Missing ends a test for which something is not installed: a skip with a line that says what is
// untried and which packages of Debian are wanted, or a failure.
func Missing(t testing.TB, what, untried, debian string) {
	t.Helper()
	if Whole() {
		t.Fatalf("CORRD_REQUIRE_PEERS=1, and missing is %s: apt-get install %s", what, debian)
	}
	t.Skipf("SKIPPED, %s: missing is %s; apt-get install %s", untried, what, debian)
}

// Program returns the path of the first program of some names that is installed; without one the
// test is Missing it.
func Program(t testing.TB, untried, debian string, names ...string) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	Missing(t, names[0], untried, debian)
	return ""
}
