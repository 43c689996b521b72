package watch

import (
	"fmt"
	"runtime/debug"

	"corrd/game"
	"corrd/interpret"
	"corrd/store"
)

// Version is the version of the release that this tree is, or is to become.
const Version = "1.1.0"

// Formats are the numbers of the layouts that a program writes.
type Formats struct {
	Store   int `json:"store"`
	Events  int `json:"events"`
	Archive int `json:"archive"`
}

// Release is what a program knows of itself.
type Release struct {
	Version string  `json:"version"`
	Module  string  `json:"module"`  // the version of the module as the go command stamps it: v1.0.0 at the tag of a release
	Commit  *string `json:"commit"`  // null where the program was not built from a repository
	Changed bool    `json:"changed"` // files differed from the commit
	Go      string  `json:"go"`
	Reader  string  `json:"reader"`
	Rules   int     `json:"rules"`
	Formats Formats `json:"formats"`
}

// ReleaseOf reads what the go command has stamped into this program. archive is the number of the
// layout of archives (package dossier, whose archives name their release).
func ReleaseOf(archive int) Release {
	i := Release{Version: Version, Module: "(devel)", Reader: interpret.Version, Rules: game.Rules,
		Formats: Formats{Store: store.Format, Events: store.EventFormat, Archive: archive}}
	built, ok := debug.ReadBuildInfo()
	if !ok {
		return i
	}
	i.Go = built.GoVersion
	if built.Main.Version != "" {
		i.Module = built.Main.Version
	}
	for _, s := range built.Settings {
		switch s.Key {
		case "vcs.revision":
			i.Commit = &s.Value
		case "vcs.modified":
			i.Changed = s.Value == "true"
		}
	}
	return i
}

// Line says in one line which version of a program this is.
func (i Release) Line(program string) string {
	commit := "no commit"
	if i.Commit != nil {
		commit = "commit " + (*i.Commit)[:min(12, len(*i.Commit))]
	}
	if i.Changed {
		commit += " with changes"
	}
	return fmt.Sprintf("%s %s (%s, module %s, %s), reader %s, rules %d, store format %d, event format %d, archive format %d",
		program, i.Version, commit, i.Module, i.Go, i.Reader, i.Rules, i.Formats.Store, i.Formats.Events, i.Formats.Archive)
}
