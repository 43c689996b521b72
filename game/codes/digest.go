package codes

import (
	"embed"
	"slices"
	"strings"

	"corrd/game/reason"
	"corrd/game/terms"
)

// lawTexts holds the digests of the provisions, in corrd's own words: a line with the provision's
// name comes before a line with a tab and the digest.
//
//go:embed laws/*.txt
var lawTexts embed.FS

// lawText returns the text of a file of laws.
func lawText(file string) string {
	b, _ := lawTexts.ReadFile("laws/" + file + ".txt")
	return string(b)
}

// digestIn finds what a file of laws says of a provision. digestIn reads the text each time, so
// that a program reads no laws before it is asked for one.
func digestIn(file string, law Law) (digest string, ok bool) {
	name := string(law) + "\n"
	for line := range strings.Lines(lawText(file)) {
		if ok {
			return strings.Trim(line, "\t\n"), true
		}
		ok = line == name
	}
	return "", false
}

// Digest returns what a provision of the code, a house rule or a term says, in corrd's own words,
// and "" if there is no such provision. Of a law that is printed in sections only, such as II.8,
// Digest gives the digests of the sections one after the other.
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
