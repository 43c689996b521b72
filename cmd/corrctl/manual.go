package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"corrd/cmd/internal/terminal"
)

type completionCmd struct {
	Shell string `arg:"" optional:"" enum:"bash,zsh,fish" default:"bash" help:"The shell: bash, zsh or fish."`
}

// Run prints a completion for a shell: after each command its commands and flags,
// else file names.
func (c completionCmd) Run(d *desk, app *kong.Kong) error {
	return d.printText(func(w io.Writer) { terminal.Completion(w, app, c.Shell) })
}

// printText prints what write writes; with --json as the one field of an object.
func (d *desk) printText(write func(io.Writer)) error {
	var text strings.Builder
	write(&text)
	return d.printOr(struct {
		Text string `json:"text"`
	}{text.String()}, func() { fmt.Fprint(d.out, text.String()) })
}

type manCmd struct{}

// Run prints the manual page, man(7): every command with its arguments and flags.
func (manCmd) Run(d *desk, app *kong.Kong) error {
	return d.printText(func(w io.Writer) {
		terminal.Manual(w, app, "0 done; 1 refused or not found; 2 usage; 3 daemon or store unreachable.")
	})
}
