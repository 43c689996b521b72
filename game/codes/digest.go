package codes

import (
	"embed"
	"slices"
	"strings"

	"corrd/game/reason"
	"corrd/game/terms"
)

// lawFiles holds the digests of the provisions, in corrd's own words: a line with the provision's
// name comes before a line with a tab and the digest.
//
//go:embed laws/*.txt
var lawFiles embed.FS

// lawTexts are the texts of the files of laws, by their names, each behind an end of line. Letters
// quote provisions, and so the texts are not copied out of the program each time.
var lawTexts = func() map[string]string {
	all := map[string]string{}
	files, _ := lawFiles.ReadDir("laws") // what is embedded can be read
	for _, f := range files {
		text, _ := lawFiles.ReadFile("laws/" + f.Name())
		all[strings.TrimSuffix(f.Name(), ".txt")] = "\n" + string(text)
	}
	return all
}()

// lawText returns the text of a file of laws.
func lawText(file string) string { return strings.TrimPrefix(lawTexts[file], "\n") }

// digestIn finds what a file of laws says of a provision.
func digestIn(file string, law Law) (digest string, ok bool) {
	if strings.Contains(string(law), "\n") {
		return "", false
	}
	_, text, _ := strings.Cut(lawTexts[file], "\n"+string(law)+"\n")
	digest, _, _ = strings.Cut(text, "\n")
	return strings.Trim(digest, "\t"), text != ""
}

// Digest returns what a provision of the code, a house rule or a term says, in corrd's own words,
// or "" if there is no such provision. Of a law that is printed in sections only, such as II.8,
// it returns the digests of the sections one after the other.
func (c *Code) Digest(law Law) string {
	if _, condition, ok := OfEvent(law); ok {
		law = Law(eventPrefix + condition)
	}
	for _, file := range append(append([]string{}, c.texts...), "house", "terms", "event") {
		if d, ok := digestIn(file, law); ok {
			return d
		}
	}
	var all []string
	for _, section := range c.sections(law) {
		all = append(all, strings.TrimPrefix(string(section), string(law))+" "+c.Digest(section))
	}
	return strings.Join(all, " ")
}

// sections names the provisions that are the sections of a law: II.8(a) to II.8(e) of II.8.
func (c *Code) sections(law Law) []Law {
	if !strings.Contains(string(law), ".") {
		return nil
	}
	return slices.DeleteFunc(c.Provisions(), func(l Law) bool {
		section, of := strings.CutPrefix(string(l), string(law))
		return !of || section == "" || !strings.ContainsRune("(.", rune(section[0])) || strings.ContainsAny(section[1:], "(.")
	})
}

// Provisions names the provisions that have a digest, in the order of the print: those of the code,
// then the rules of the house, the conditions of events and the terms.
func (c *Code) Provisions() []Law {
	var all []Law
	for i := len(c.texts) - 1; i >= 0; i-- {
		all = append(all, lawsIn(c.texts[i])...)
	}
	all = append(append(all, lawsIn("house")...), lawsIn("event")...)
	return unique(append(all, lawsIn("terms")...))
}

// Conditions names the conditions of events that rulings can cite, as in withdrawal.
func (c *Code) Conditions() (all []string) {
	for _, law := range lawsIn("event") {
		all = append(all, strings.TrimPrefix(string(law), eventPrefix))
	}
	return all
}

// shortest is the number of letters of a word that must be written to name a provision by the
// word's beginning.
const shortest = 4

// Provision finds a provision of the code, of the house or of the terms by its name, with any
// spaces and in any case, as "III. 3" and "III.3 bracket". A word's beginning names a provision too
// where only one begins so, as "Intro" does.
func (c *Code) Provision(name string) (Law, bool) {
	dotted := strings.Join(strings.Fields(name), ".")
	name = strings.ReplaceAll(name, " ", "")
	if law := Law(strings.ToLower(name)); c.isOfEvent(law) {
		return law, true
	}
	var begun []Law
	for _, law := range c.Provisions() {
		if strings.EqualFold(name, strings.ReplaceAll(string(law), " ", "")) || strings.EqualFold(dotted, string(law)) {
			return law, true
		}
		if word := string(law); len(name) >= shortest && len(name) < len(word) && strings.EqualFold(name, word[:len(name)]) {
			begun = append(begun, law)
		}
	}
	if len(begun) == 1 {
		return begun[0], true
	}
	law := Law(strings.ToUpper(name))
	return law, len(c.sections(law)) > 0
}

// isOfEvent reports whether a law is a condition of an event, and has a digest.
func (c *Code) isOfEvent(law Law) bool {
	_, _, ok := OfEvent(law)
	return ok && c.Digest(law) != ""
}

// Lacks returns the reason that the code has no such provision, and names the provision that is
// most like it.
func (c *Code) Lacks(law Law) reason.Reason {
	if law == "" {
		return reason.Because("objection no law")
	}
	nearest := terms.Nearest(law, c.Provisions())
	if 2*terms.Distance(strings.ToLower(string(law)), strings.ToLower(string(nearest))) > len(law) {
		return reason.Because("objection unknown law", c.ID, law)
	}
	return reason.Because("objection like law", c.ID, law, nearest)
}

// lawsIn names the provisions of a file of laws, in the order of the file.
func lawsIn(file string) []Law {
	var all []Law
	for line := range strings.Lines(lawText(file)) {
		if !strings.HasPrefix(line, "\t") {
			all = append(all, Law(strings.TrimSpace(line)))
		}
	}
	return all
}

// unique drops each law that has come before.
func unique(laws []Law) []Law {
	seen := map[Law]bool{}
	return slices.DeleteFunc(laws, func(l Law) bool {
		again := seen[l]
		seen[l] = true
		return again
	})
}

// Law names the provision on which a value, an event or a letter rests: "III.3" or "II.11(e)" of
// the printed codes, "terms:time" of an agreement, "house:2" of the server (`corrctl law --house`).
// "" means that no provision is named.
type Law string

// Rule is a provision of a code: what the code lays down, a value or a procedure, and the citation
// of the place where the code lays it down. The zero Rule means that the code is silent.
type Rule[T any] struct {
	law Law
	is  T
}

// Under returns the rule that a provision lays down. The provision must be named.
func Under[T any](law Law, is T) Rule[T] { return Rule[T]{law, is} }

// Get returns what a provision lays down, and its citation; provided is false where the code is
// silent. Get is the only way to the value of a rule, so that whoever uses the rule says what
// happens in silence: a claim or a question goes to the umpire.
func (r Rule[T]) Get() (is T, law Law, provided bool) { return r.is, r.law, r.law != "" }

// Cite returns the citation of the rule or, where the code is silent, the citation of the rule of
// the house about silence. Cite serves an event that needs no provision of its own, such as the
// answer to a statement that has nothing to act on.
func (r Rule[T]) Cite() Law {
	if r.law == "" {
		return Silence
	}
	return r.law
}

// String returns the citation as letters print it.
func (r Rule[T]) String() string { return string(r.Cite()) }

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
