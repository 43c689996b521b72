package watch_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"corrd/cmd/internal/watch"
	"corrd/game"
)

// TestVersion: the version is a number of a release, and CHANGELOG.md tells of that release.
func TestVersion(t *testing.T) {
	if !regexp.MustCompile(`^[1-9][0-9]*\.[0-9]+\.[0-9]+$`).MatchString(watch.Version) {
		t.Errorf("version %q", watch.Version)
	}
	log, err := os.ReadFile(filepath.Join("..", "..", "..", "CHANGELOG.md"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(log), watch.Version) {
		t.Errorf("CHANGELOG.md does not tell of %s", watch.Version)
	}
}

func TestLine(t *testing.T) {
	commit := "0123456789abcdef0123"
	i := watch.Release{Version: "1.0.0", Module: "v1.0.0", Commit: &commit, Go: "go1.26.8", Reader: "1", Rules: 2, Formats: watch.Formats{Store: 3, Events: 2, Archive: 4}}
	if got, want := i.Line("corrd"), "corrd 1.0.0 (commit 0123456789ab, module v1.0.0, go1.26.8), reader 1, rules 2, store format 3, event format 2, archive format 4"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	i.Commit, i.Changed = nil, true
	if got := i.Line("corrd"); !strings.Contains(got, "no commit with changes") {
		t.Error(got)
	}
	if got := watch.ReleaseOf(4); got.Version != watch.Version || got.Module == "" || got.Formats.Archive != 4 || got.Rules != game.Rules || got.Formats.Store == 0 {
		t.Errorf("version %s, rules %d and archives of format 4, with a module and the format of stores: %+v", watch.Version, game.Rules, got)
	}
}
