package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync"

	"corrd/cmd/internal/scenario"
	"corrd/cmd/internal/terminal"
	"corrd/game/terms"
)

type lawCompareCmd struct {
	Files    []string `arg:"" name:"file" help:"Scenario files; the code that they name does not matter."`
	Markdown bool     `help:"Print one table of Markdown."`
}

// comparedView is, as --json prints it, what becomes of one letter under one code.
type comparedView struct {
	File   string       `json:"file"`
	Line   int          `json:"line"`
	Step   string       `json:"step"`
	Code   string       `json:"code"`
	Terms  []string     `json:"terms"`
	Became []sayingView `json:"became"`
	State  string       `json:"state"`
	ToAct  string       `json:"to_act"`
	Result *string      `json:"result"`
}

// sayingView is one thing that becomes of a letter, and the provision on which it rests.
type sayingView struct {
	Kind  string  `json:"kind"`
	Words string  `json:"words"`
	Law   *string `json:"law"`
}

// Run plays each file under every code and prints what becomes of its letters. The exit status is 1
// where a file is not found or no game could begin, and 2 where a file is no scenario.
func (c lawCompareCmd) Run(d *desk) error {
	var scripts []scenario.Script
	failed := false
	for i, name := range c.Files {
		script, err := d.compared(name)
		if err != nil {
			return err
		}
		for _, a := range script.Accounts {
			failed = failed || a.Fault != ""
		}
		switch {
		case d.json:
			err = d.printAccounts(name, script.Accounts)
		case c.Markdown:
			scripts = append(scripts, script)
		case i > 0:
			fmt.Fprintln(d.out)
			fallthrough
		default:
			fmt.Fprint(d.out, scenario.AccountText(script, d.compareWidth()))
		}
		if err != nil {
			return err
		}
	}
	if scripts != nil {
		fmt.Fprint(d.out, scenario.AccountMarkdown(scripts))
	}
	if failed {
		return errFailed
	}
	return d.ctx.Err()
}

// compared plays a file under every code, side by side. The title is the file's first comment, or
// the file's name.
func (d *desk) compared(name string) (scenario.Script, error) {
	var scripts []scenario.Scenario
	all := make([]scenario.Account, len(terms.Codes))
	for i, code := range terms.Codes {
		s, changes, err := scenarioUnder(code, name)
		var wrong *scenario.SyntaxError
		switch {
		case errors.As(err, &wrong):
			return scenario.Script{}, usage("%v", err)
		case err != nil:
			return scenario.Script{}, err
		}
		all[i].Terms = changes
		scripts = append(scripts, s)
	}
	d.progress.Say("corrctl: %s", name)
	var playing sync.WaitGroup
	for i, s := range scripts {
		playing.Go(func() { all[i] = scenario.PlayAccount(d.ctx, s, asUmpire, all[i].Terms) })
	}
	playing.Wait()
	d.progress.Clear()
	return scenario.Script{Title: cmp.Or(scripts[0].Title, name), Accounts: all}, nil
}

func scenarioUnder(code, name string) (scenario.Scenario, []string, error) {
	f, err := os.Open(name)
	if err != nil {
		return scenario.Scenario{}, nil, err
	}
	defer f.Close()
	return scenario.Under(code, name, f)
}

// printAccounts prints one object for each letter and code.
func (d *desk) printAccounts(name string, all []scenario.Account) error {
	for _, a := range all {
		for _, step := range a.Steps {
			v := comparedView{File: name, Line: step.Line, Step: step.Step, Code: a.Code, Terms: append([]string{}, a.Terms...),
				Became: []sayingView{}, State: step.State, ToAct: step.ToAct}
			if step.Result != "" {
				v.Result = &step.Result
			}
			for _, s := range step.Sayings {
				view := sayingView{Kind: s.Kind, Words: s.Words}
				if s.Law != "" {
					view.Law = &s.Law
				}
				v.Became = append(v.Became, view)
			}
			if err := d.printJSON(v); err != nil {
				return err
			}
		}
	}
	return nil
}

// compareWidth returns how many columns the accounts side by side may take: as $COLUMNS says, or the terminal;
// at least half of what a terminal usually has.
func (d *desk) compareWidth() int {
	n, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if err != nil || n <= 0 {
		n = cmp.Or(d.width, terminal.Usual)
	}
	return max(n, terminal.Usual/2)
}
