package main

import (
	"fmt"
	"runtime/debug"

	"corrd/interpret"
)

type versionCmd struct{}

// Run prints the versions.
func (versionCmd) Run(d *desk) error {
	v := struct {
		Version string `json:"version"`
		Reader  string `json:"reader"`
	}{"(devel)", interpret.Version}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		v.Version = info.Main.Version
	}
	return d.printOr(v, func() { fmt.Fprintf(d.out, "corrctl %s, reader %s\n", v.Version, v.Reader) })
}
