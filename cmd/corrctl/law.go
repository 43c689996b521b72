package main

import (
	"fmt"
	"strings"

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
		return fmt.Errorf("%s has no provision %q; the nearest is %s; corrctl law --coverage lists them", code.ID, citation, terms.Nearest(game.Law(citation), code.Provisions()))
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
