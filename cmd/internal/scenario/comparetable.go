package scenario

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Wide is the least number of characters of a line on which the codes stand in columns.
const Wide = 120

// gap is what stands between two columns.
const gap = "  "

// AccountText writes the accounts of one script for lines of so many characters: in columns, or,
// on lines shorter than Wide, one below the other, where codes that say the same stand
// together.
func AccountText(script Script, width int) string {
	var b strings.Builder
	all := script.Accounts
	fmt.Fprintf(&b, "%s\n", script.Title)
	for _, a := range all {
		if len(a.Terms) > 0 {
			indented(&b, a.Code+": "+strings.Join(a.Terms, ", "), width)
		}
		if a.Fault != "" {
			indented(&b, a.Code+": there is no game: "+a.Fault, width)
		}
	}
	b.WriteString("\n")
	if width >= Wide {
		columns(&b, all, width)
	} else {
		stacked(&b, all, width)
	}
	return b.String()
}

// columns writes each step on a line, and below it what each code makes of it.
func columns(b *strings.Builder, all []Account, width int) {
	each := (width - (len(all)-1)*len(gap)) / len(all)
	row := func(cells [][]string) {
		for i := 0; ; i++ {
			line, more := "", false
			for n, cell := range cells {
				text := ""
				if i < len(cell) {
					text, more = cell[i], true
				}
				if n > 0 {
					line += gap
				}
				line += text + strings.Repeat(" ", max(0, each-utf8.RuneCountInString(text)))
			}
			if !more {
				return
			}
			b.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
	var heads [][]string
	for _, a := range all {
		heads = append(heads, []string{a.Code, strings.Repeat("-", each)})
	}
	row(heads)
	for _, step := range steps(all) {
		fmt.Fprintf(b, "\n> %s\n\n", step.Step)
		var cells [][]string
		for _, a := range all {
			var lines []string
			for _, saying := range a.at(step.Line).Sayings {
				lines = append(lines, wrap(saying.String(), each)...)
			}
			cells = append(cells, lines)
		}
		row(cells)
	}
}

// stacked writes each step, and below it what the codes make of it, one after the other.
func stacked(b *strings.Builder, all []Account, width int) {
	for i, step := range steps(all) {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(b, "> %s\n", step.Step)
		for _, g := range alike(all, step.Line) {
			fmt.Fprintf(b, "  %s\n", strings.Join(g.codes, ", "))
			for _, saying := range g.Sayings {
				for _, line := range wrap(saying.String(), width-4) {
					fmt.Fprintf(b, "    %s\n", line)
				}
			}
		}
	}
}

// group is what several codes make of one step.
type group struct {
	codes []string
	Became
}

// alike gathers the codes that make the same of a step.
func alike(all []Account, line int) (groups []group) {
	for _, a := range all {
		became := a.at(line)
		if became.Line == 0 {
			continue
		}
		same := func(g group) bool { return slices.Equal(g.Sayings, became.Sayings) }
		if i := slices.IndexFunc(groups, same); i >= 0 {
			groups[i].codes = append(groups[i].codes, a.Code)
			continue
		}
		groups = append(groups, group{[]string{a.Code}, became})
	}
	return groups
}

// AccountMarkdown writes the accounts of scripts as one table of AccountMarkdown. Codes that make
// the same of every step have one column.
func AccountMarkdown(scripts []Script) string {
	var b strings.Builder
	b.WriteString("| a letter |")
	scripts, heads := merged(scripts)
	for _, head := range heads {
		fmt.Fprintf(&b, " %s |", head)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(heads)) + "\n")
	for _, script := range scripts {
		fmt.Fprintf(&b, "| **%s** |%s\n", cell(script.Title), strings.Repeat(" |", len(heads)))
		for _, step := range steps(script.Accounts) {
			fmt.Fprintf(&b, "| %s |", cell(step.Step))
			for _, a := range script.Accounts {
				var lines []string
				for _, saying := range a.at(step.Line).Sayings {
					lines = append(lines, cell(saying.String()))
				}
				fmt.Fprintf(&b, " %s |", strings.Join(lines, "<br>"))
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// merged returns of codes that are alike in every script the first alone, and for each the
// names of those it stands for. The accounts of all scripts are of the same codes.
func merged(scripts []Script) (some []Script, heads []string) {
	var kept []int
	for n, a := range scripts[0].Accounts {
		i := slices.IndexFunc(kept, func(k int) bool { return alikeThroughout(scripts, k, n) })
		if i >= 0 {
			heads[i] += ", `" + a.Code + "`"
			continue
		}
		kept, heads = append(kept, n), append(heads, "`"+a.Code+"`")
	}
	for _, script := range scripts {
		one := Script{Title: script.Title}
		for _, k := range kept {
			one.Accounts = append(one.Accounts, script.Accounts[k])
		}
		some = append(some, one)
	}
	return some, heads
}

// alikeThroughout reports whether two codes make the same of every step of every script.
func alikeThroughout(scripts []Script, k, n int) bool {
	return !slices.ContainsFunc(scripts, func(s Script) bool {
		return !slices.EqualFunc(s.Accounts[k].Steps, s.Accounts[n].Steps, func(x, y Became) bool {
			return x.Line == y.Line && slices.Equal(x.Sayings, y.Sayings)
		})
	})
}

// cell is a text that ends no cell of a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", "\\|") }

// steps are the steps of a script that any of the accounts tells of, in order.
func steps(all []Account) (steps []Became) {
	for _, a := range all {
		for _, s := range a.Steps {
			if !slices.ContainsFunc(steps, func(known Became) bool { return known.Line == s.Line }) {
				steps = append(steps, s)
			}
		}
	}
	slices.SortFunc(steps, func(a, b Became) int { return a.Line - b.Line })
	return steps
}

// at returns what came of the step in a line of the file; the zero Became for none.
func (a Account) at(line int) Became {
	for _, s := range a.Steps {
		if s.Line == line {
			return s
		}
	}
	return Became{}
}

// indented writes a text below a title.
func indented(b *strings.Builder, text string, width int) {
	for _, line := range wrap(text, width-2) {
		fmt.Fprintf(b, "  %s\n", line)
	}
}

// wrap breaks a text into lines of so many characters at most, a longer word by itself;
// lines after the first are set in.
func wrap(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = "  " + word
		}
	}
	return append(lines, line)
}
