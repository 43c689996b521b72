package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"corrd/cmd/internal/scenario"
)

type scenarioCmd struct {
	Run scenarioRunCmd `cmd:"" help:"Play scenario files, each against a daemon of its own with a virtual clock. Needs no other."`
}

type scenarioRunCmd struct {
	Files []string `arg:"" name:"file" help:"Scenario files, such as testdata/scenarios/british-1899/III.3-two-knights.txt."`
}

// Run says of every file what became of the file: first of the files that are no scenarios, then of
// the others, which are played in order. The exit status is 1 when a scenario failed or was not
// found, and 2 when a file is no scenario.
func (c scenarioRunCmd) Run(d *desk) error {
	var all []scenario.Scenario
	var unread error
	for _, name := range c.Files {
		s, err := readScenario(name)
		var wrong *scenario.SyntaxError
		switch {
		case err == nil:
			all = append(all, s)
		case errors.As(err, &wrong):
			unread = usageError{errFailed}
			err = d.say(scenario.Outcome{File: name, Line: wrong.Line, Fault: wrong.Err.Error()})
		}
		if err != nil {
			return err
		}
	}
	return errors.Join(unread, d.play(all))
}

// play plays scenarios and says what became of each.
func (d *desk) play(all []scenario.Scenario) error {
	failed := false
	for out := range scenario.Play(d.ctx, all, asUmpire) {
		failed = failed || !out.OK()
		if err := d.say(out); err != nil {
			return err
		}
	}
	if failed {
		return errFailed
	}
	return d.ctx.Err()
}

func (d *desk) say(out scenario.Outcome) error {
	return d.printOr(viewOutcome(out), func() { fmt.Fprintln(d.out, out) })
}

func readScenario(name string) (scenario.Scenario, error) {
	f, err := os.Open(name)
	if err != nil {
		return scenario.Scenario{}, err
	}
	defer f.Close()
	return scenario.Parse(name, f)
}

// asUmpire carries out a command of corrctl on the daemon behind a socket.
func asUmpire(_ context.Context, socket string, args []string) error {
	var refused bytes.Buffer
	if run(append([]string{"--socket", socket}, args...), strings.NewReader(""), &bytes.Buffer{}, &refused) == 0 {
		return nil
	}
	return errors.New(strings.TrimPrefix(strings.TrimSpace(refused.String()), "corrctl: "))
}

// outcomeView is, as --json prints it, what became of a file.
type outcomeView struct {
	File  string  `json:"file"`
	OK    bool    `json:"ok"`
	Steps int     `json:"steps"`
	Line  *int    `json:"line"`
	Error *string `json:"error"`
}

func viewOutcome(o scenario.Outcome) outcomeView {
	v := outcomeView{File: o.File, OK: o.OK(), Steps: o.Steps}
	if !o.OK() {
		v.Line, v.Error = &o.Line, &o.Fault
	}
	return v
}
