package main

import (
	"fmt"

	"github.com/alecthomas/kong"

	"corrd/cmd/internal/dossier"
	"corrd/cmd/internal/release"
)

// versionFlag is the flag --version.
type versionFlag bool

// BeforeApply prints the version, and ends.
func (versionFlag) BeforeApply(app *kong.Kong) error {
	fmt.Fprintln(app.Stdout, release.Of(dossier.Format).Line("corrctl"))
	app.Exit(0)
	return nil
}

type versionCmd struct{}

// Run prints the versions.
func (versionCmd) Run(d *desk) error {
	i := release.Of(dossier.Format)
	return d.printOr(i, func() { fmt.Fprintln(d.out, i.Line("corrctl")) })
}
