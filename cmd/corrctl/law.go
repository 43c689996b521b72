package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"

	"corrd/cmd/internal/scenario"
	"corrd/cmd/internal/terminal"
	"corrd/game"
	"corrd/game/codes"
	"corrd/game/terms"
)

type lawCmd struct {
	Show    lawShowCmd    `cmd:"" default:"withargs" help:"Say what a provision is. The word show may be left out."`
	Compare lawCompareCmd `cmd:"" help:"Play one script of letters under every code, and say side by side what becomes of each letter."`
}

type lawShowCmd struct {
	Citation []string `arg:"" optional:"" help:"A provision, as letters and events cite it: III.3, II.11(e), house:2, terms:time."`
	House    bool     `xor:"list" help:"List the rules of the house."`
	Coverage bool     `xor:"list" help:"List every provision: automatic, by a player's choice, by the umpire or inapplicable, and the scenarios that show it."`
	Code     string   `help:"The code of laws; if none is named, british-1899, or the first that has the provision." placeholder:"CODE"`
}

// lawView is, as --json prints it, a provision.
type lawView struct {
	Law       string   `json:"law"`
	Code      string   `json:"code"`
	Digest    string   `json:"digest"`
	How       *string  `json:"how"`
	Why       *string  `json:"why"`
	Scenarios []string `json:"scenarios"`
}

// Run prints one provision, the rules of corrd's own, or every provision of a code.
func (c lawShowCmd) Run(d *desk) error {
	code, err := c.code()
	if err != nil {
		return err
	}
	switch {
	case c.cited() != "" && (c.House || c.Coverage):
		return usage("a provision is told alone, and --house and --coverage list without one: leave out one of them")
	case c.House:
		return d.printHouse(code)
	case c.Coverage:
		return d.printCoverage(code)
	case c.cited() == "":
		return usage("name a provision, as in corrctl law III.3, or give --house or --coverage")
	}
	return d.printLaw(code, c.cited())
}

// cited returns the provision, whose name may have several words: S-Corr I.
func (c lawShowCmd) cited() string { return strings.Join(c.Citation, " ") }

// code returns the code that the command line names, or else the first code that has the provision,
// or else the first code.
func (c lawShowCmd) code() (*codes.Code, error) {
	if c.Code != "" {
		return codeOf(c.Code)
	}
	for _, code := range codes.All {
		if _, has := code.Provision(c.cited()); has {
			return code, nil
		}
	}
	return codes.All[0], nil
}

// codeOf returns a code of laws by its id.
func codeOf(id string) (*codes.Code, error) {
	code, ok := codes.ByID(id)
	if !ok {
		return nil, usage("there is no code of laws %q; there are %s", id, strings.Join(terms.Codes, ", "))
	}
	return code, nil
}

// printLaw prints one provision.
func (d *desk) printLaw(code *codes.Code, citation string) error {
	law, ok := code.Provision(citation)
	if !ok {
		return lacks(code, citation)
	}
	v := viewLaw(code, law, codes.Coverage{})
	for _, row := range code.Coverage() {
		if row.Law == law {
			v = viewLaw(code, law, row)
		}
	}
	return d.printOr(v, func() {
		fmt.Fprintf(d.out, "%s  %s\n%s\n", v.Law, v.Code, v.Digest)
		if v.How != nil {
			fmt.Fprintf(d.out, "%s: %s\n", *v.How, *v.Why)
		}
		for _, s := range v.Scenarios {
			fmt.Fprintln(d.out, "  "+s)
		}
	})
}

// lacks says that a code has no provision of a name, which one is most like it, and what lists
// them.
func lacks(code *codes.Code, citation string) error {
	kind, _, _ := strings.Cut(strings.ToLower(citation), ":")
	nearest := terms.Nearest(game.Law(citation), code.Provisions())
	switch kind {
	case "house":
		return fmt.Errorf("there is no rule of the house %q; the nearest is %s; corrctl law --house lists them", citation, nearest)
	case "event":
		return fmt.Errorf("no event has the condition %q; there are %s, as in corrctl law event:withdrawal or event:4.withdrawal", citation, strings.Join(code.Conditions(), ", "))
	}
	return fmt.Errorf("%s has no provision %q; the nearest is %s; corrctl law --coverage lists them", code.ID, citation, nearest)
}

func viewLaw(code *codes.Code, law game.Law, row codes.Coverage) lawView {
	v := lawView{Law: string(law), Code: code.ID, Digest: code.Digest(law), Scenarios: row.Scenarios}
	if row.How != "" {
		v.How, v.Why = &row.How, &row.Why
	}
	if v.Scenarios == nil {
		v.Scenarios = []string{}
	}
	return v
}

// printHouse lists the rules of corrd's own.
func (d *desk) printHouse(code *codes.Code) error {
	var rules []lawView
	for _, law := range code.Provisions() {
		if strings.HasPrefix(string(law), "house:") {
			rules = append(rules, viewLaw(code, law, codes.Coverage{}))
		}
	}
	return printList(d, rules, "RULE WORDS", func(v lawView) []any { return []any{v.Law, prose(v.Digest)} })
}

// printCoverage lists what corrd makes of every provision of a code.
func (d *desk) printCoverage(code *codes.Code) error {
	var rows []lawView
	for _, row := range code.Coverage() {
		rows = append(rows, viewLaw(code, row.Law, row))
	}
	return printList(d, rows, "LAW HOW SCENARIOS WHY", func(v lawView) []any {
		return []any{v.Law, *v.How, len(v.Scenarios), prose(*v.Why)}
	})
}

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
// where a file is not found or no game could begin, and 2 where a file is not a scenario.
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

// compareWidth returns how many columns the accounts side by side may take: as $COLUMNS says, or
// the terminal; at least half of what a terminal usually has.
func (d *desk) compareWidth() int {
	n, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if err != nil || n <= 0 {
		n = cmp.Or(d.width, terminal.Usual)
	}
	return max(n, terminal.Usual/2)
}

type scenarioCmd struct {
	Run scenarioRunCmd `cmd:"" help:"Play scenario files, each against a daemon of its own with a virtual clock. Needs no other."`
}

type scenarioRunCmd struct {
	Files []string `arg:"" name:"file" help:"Scenario files, such as testdata/scenarios/british-1899/III.3-two-knights.txt."`
}

// Run says of every file what became of the file: first of the files that are not scenarios, then
// of the others, which are played in order. The exit status is 1 when a scenario failed or was not
// found, and 2 when a file is not a scenario.
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
