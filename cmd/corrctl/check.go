package main

import (
	"fmt"
	"runtime/debug"

	"corrd/cmd/internal/clerk"
	"corrd/interpret"
)

type checkCmd struct{}

func (checkCmd) Run(d *desk) error {
	f, err := ask[clerk.Faults](d, "/check", clerk.Args{})
	if err != nil {
		return err
	}
	err = d.printOr(f, func() {
		for _, fault := range f.Faults {
			fmt.Fprintln(d.out, fault)
		}
		fmt.Fprintf(d.out, "%d games verified, %d faults\n", f.Games, len(f.Faults))
	})
	if err == nil && len(f.Faults) > 0 {
		return errFailed
	}
	return err
}

type versionCmd struct{}

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
