package codes

import (
	"slices"
	"strings"
)

// Coverage says what corrd does about a provision.
type Coverage struct {
	Law       Law
	How       string   // one of "automatic", "choice" (of a player), "umpire" and "inapplicable"
	Why       string   // the reason, one sentence
	Scenarios []string // the files below testdata/scenarios that show the provision, without ".txt"
}

// coverageOf returns what corrd does about a provision of a code. A code whose own file lacks the
// provision shares the row of laws/coverage.txt; the name of the own file ends in the code's id. A
// line with the provision's name comes before a line with a tab, how the provision is treated, and
// why.
func (c *Code) coverageOf(law Law) (row Coverage, ok bool) {
	text, ok := digestIn("coverage-"+c.ID, law)
	if !ok {
		text, ok = digestIn("coverage", law)
	}
	row.Law = law
	row.How, row.Why, _ = strings.Cut(text, ": ")
	return row, ok
}

// published is one scenario file and the provisions that the scenario shows.
type published struct {
	name string // "british-1899/III.3-two-knights"
	laws []Law
}

// shownBy lists the published scenarios, each with the provisions that the scenario shows, from the
// lines of laws/scenarios.txt, whose fields are parted by tabs.
func shownBy() []published {
	var all []published
	for line := range strings.Lines(lawText("scenarios")) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		p := published{name: fields[0]}
		for _, law := range fields[1:] {
			p.laws = append(p.laws, Law(law))
		}
		all = append(all, p)
	}
	return all
}

// Coverage returns what corrd does about each provision of the code, in the order of the print. A
// provision that the code has in its own words is shown only by the code's own scenarios.
func (c *Code) Coverage() []Coverage {
	var all []Coverage
	scenarios := shownBy()
	for _, law := range c.Provisions() {
		row, ok := c.coverageOf(law)
		if !ok {
			continue
		}
		row.Scenarios = c.showing(law, scenarios)
		all = append(all, row)
	}
	return all
}

// showing names the scenarios that show a provision under the code.
func (c *Code) showing(law Law, scenarios []published) []string {
	var folders, names []string
	for _, file := range c.texts {
		folders = append(folders, file)
		if _, own := digestIn(file, law); own {
			break
		}
	}
	for _, p := range scenarios {
		folder, _, _ := strings.Cut(p.name, "/")
		if slices.Contains(folders, folder) && slices.Contains(p.laws, law) {
			names = append(names, p.name)
		}
	}
	return names
}
