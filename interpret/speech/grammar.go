package speech

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Grammar says which rows of words may stand in a place of a sentence. It has no rule that holds
// itself, so the words are read by following all ways through a rule at once: a set of places, one
// bit each, goes in, and the set of places that the rule may end at comes out.
//
// Grammars are parsed whenever a program starts, which is why their parts share what they can.
type Grammar struct {
	sets    map[string][]string // the lines "name: words"
	rules   map[string][]string // the lines "name = …"
	signs   map[string]sign     // of the words
	single  []*node             // by sign, the parts that are one word
	parsed  map[string]*node    // the names looked at
	manners []string            // the adverbs that lines have
	rest    string              // of the rule that is parsed
	open    []*node             // the parts and ways that stand before the rest
	made    memory
}

// sign stands for a word of a grammar.
type sign uint16

// unknown is the sign of a word that the grammar does not know.
const unknown sign = 0

const (
	mostSigns = 63   // words and commas that are read as one row
	mostWords = 4096 // words of a grammar
)

// Names of kinds of words, as grammars write them.
const (
	aName   = "@name"
	aNumber = "@number"
	aRecord = "@record"
	aSquare = "@square"
	aWord   = "@word" // of any kind
	aManner = "@ly"   // an adverb that no line has
)

// isSign says which characters of a rule are no part of a word.
var isSign = [256]bool{'[': true, ']': true, '{': true, '}': true, '(': true, ')': true, '|': true, ',': true, ' ': true}

// next takes a word or a sign off the rule that is parsed, or returns "" at its end.
func (g *Grammar) next() string {
	text, from := g.rest, 0
	for from < len(text) && text[from] == ' ' {
		from++
	}
	to := min(from+1, len(text))
	if from < to && !isSign[text[from]] {
		for to < len(text) && !isSign[text[to]] {
			to++
		}
	}
	g.rest = text[to:]
	return text[from:to]
}

// grammarOf reads a grammar.
func grammarOf(text string) *Grammar {
	return (&Grammar{single: []*node{unknown: nil}}).with(text)
}

// bytesOfWord is about how long a text is that has one word more which no other line has.
const bytesOfWord = 64

// with returns a grammar with more lines: it knows the words of both, and of the names those that
// the lines name.
func (g *Grammar) with(text string) *Grammar {
	words := len(g.signs) + len(text)/bytesOfWord
	more := &Grammar{sets: map[string][]string{}, rules: map[string][]string{}, signs: make(map[string]sign, words), parsed: map[string]*node{}}
	more.single = append(make([]*node, 0, words), g.single...)
	for name, words := range g.sets {
		more.sets[name] = slices.Clip(words)
	}
	for name, rules := range g.rules {
		more.rules[name] = slices.Clip(rules)
	}
	maps.Copy(more.signs, g.signs)
	var sets, rules []string // the names of the lines
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if name, words, ok := strings.Cut(line, ": "); ok && !strings.Contains(name, " ") {
			more.sets[name] = AppendFields(more.sets[name], words)
			sets = append(sets, name)
		} else if name, rule, ok := strings.Cut(line, " = "); ok {
			more.rules[name] = append(more.rules[name], rule)
			rules = append(rules, name)
		}
	}
	for _, name := range slices.Compact(sets) {
		more.sets[name] = more.members(name)
	}
	for _, name := range rules {
		more.named(name)
	}
	return more
}

// Knows reports whether a word stands in a grammar.
func (g *Grammar) Knows(word string) bool { return g.signs[word] != unknown }

// Holds reports whether a word is one of a set: of a line "name: words".
func (g *Grammar) Holds(set, word string) bool { return slices.Contains(g.sets[set], word) }

// adverbs returns the adverbs of all lines.
func (g *Grammar) adverbs() (all []string) {
	const ly = "ly"
	note := func(w string) {
		if strings.HasSuffix(w, ly) && !unsure[w] {
			all = append(all, w)
		}
	}
	for _, words := range g.sets {
		for _, w := range words {
			note(w)
		}
	}
	for _, rules := range g.rules {
		for _, rule := range rules {
			for end := 0; strings.Contains(rule[end:], ly); {
				end += strings.Index(rule[end:], ly) + len(ly)
				if end == len(rule) || rule[end] == ' ' {
					note(rule[strings.LastIndexByte(rule[:end], ' ')+1 : end])
				}
			}
		}
	}
	return all
}

// members returns the words of a set, with those of the sets that it names: "~no: <~far> yes".
func (g *Grammar) members(name string) []string {
	own := g.sets[name]
	if len(own) == 0 {
		own = AppendFields(nil, strings.Join(Said[name], " "))
	}
	if !slices.ContainsFunc(own, func(w string) bool { return w[0] == '<' || w == aManner }) {
		return own
	}
	var all []string
	for _, w := range own {
		switch other, ok := strings.CutPrefix(w, "<"); {
		case ok:
			all = append(all, g.members(strings.TrimSuffix(other, ">"))...)
		case w == aManner: // those that lines have, too
			if g.manners == nil {
				g.manners = g.adverbs()
			}
			all = append(append(all, w), g.manners...)
		default:
			all = append(all, w)
		}
	}
	return all
}

// named returns what a name stands for: by its lines, or as a set of phrases.txt.
func (g *Grammar) named(name string) *node {
	if n, ok := g.parsed[name]; ok {
		return n
	}
	var all []*node
	if words := g.sets[name]; len(words) > 0 {
		one := g.oneOf(words...)
		if name[0] == '~' {
			one.open, one.first = true, one.first.others()
		}
		all = append(all, one)
	}
	rules := g.rules[name]
	if name == "courtesy" {
		rules = slices.Concat(rules, Said[name])
	} else if len(rules) == 0 && len(all) == 0 {
		all = append(all, g.oneOf(strings.Fields(strings.Join(Said[name], " "))...))
	}
	for _, rule := range rules {
		before := g.rest
		all = append(all, g.rule(rule))
		g.rest = before
	}
	g.parsed[name] = g.made.joined(choice, all)
	return g.parsed[name]
}

// rule parses a rule.
func (g *Grammar) rule(text string) *node {
	g.rest = text
	return g.ways()
}

// ways parses the ways that "|" parts, up to a bracket that closes or the end.
func (g *Grammar) ways() *node {
	ways := len(g.open) // from here on the ways stand, and behind them the parts of the one that is parsed
	parts := ways
	end := func() {
		way := g.made.joined(row, g.open[parts:])
		g.open = append(g.open[:parts], way)
		parts++
	}
	for {
		switch w := g.next(); w {
		case "", "]", "}", ")":
			end()
			all := g.made.joined(choice, g.open[ways:])
			g.open = g.open[:ways]
			return all
		case "|":
			end()
		default:
			g.open = append(g.open, g.part(w))
		}
	}
}

// part parses the part of a rule that begins with a word or a bracket.
func (g *Grammar) part(w string) *node {
	switch w {
	case "[":
		return g.made.node(missing, g.ways())
	case "{":
		return g.made.node(several, g.ways())
	case "(":
		return g.ways()
	case aWord:
		return &node{kind: anyWord, open: true, first: heads{set: every}}
	}
	if name, ok := strings.CutPrefix(w, "<"); ok {
		return g.named(strings.TrimSuffix(name, ">"))
	}
	return g.single[g.sign(w)]
}

// sign returns the sign of a word, and gives it one if it has none. Rules repeat their words, and
// share the parts that are one word.
func (g *Grammar) sign(w string) sign {
	one := g.signs[w]
	if one == unknown {
		one = sign(len(g.single))
		g.signs[w] = one
		g.single = append(g.single, &kept(&g.made.nodes, []node{{first: heads{one: one}}})[0])
	}
	return one
}

// oneOf returns the part of a rule that is one of some words.
func (g *Grammar) oneOf(words ...string) *node {
	n := &node{kind: oneOf}
	if len(words) == 1 {
		n.first.one = g.sign(words[0])
		return n
	}
	g.made.union = g.made.union[:0]
	for _, w := range words {
		g.made.union.add(heads{one: g.sign(w)})
	}
	n.first.set = kept(&g.made.bits, g.made.union)
	return n
}

// partsOfSign is as many parts of rules as are looked at in the time that the sign of a word takes.
const partsOfSign = 3

// of returns the signs of words, those with short forms written out, with the commas between them,
// and counts the work.
func (g *Grammar) of(words []Word, work *int) []sign {
	*work += partsOfSign * len(words)
	signs := make([]sign, 0, 2*len(words))
	for i, w := range words {
		if w.Sort == Record {
			signs = append(signs, g.signs[aRecord])
		}
		for plain := range strings.FieldsSeq(writtenOut(w.Plain)) {
			one := g.signs[plain]
			switch {
			case one != unknown:
			case w.Sort == Name && IsGivenName(w.Raw):
				one = g.signs[aName]
			case IsDigit(plain[len(plain)-1]) && square.MatchString(plain):
				one = g.signs[aSquare]
			case IsDigit(plain[0]) && strings.Trim(strings.TrimRight(plain, "stndrh."), "0123456789") == "":
				one = g.signs[aNumber]
			}
			signs = append(signs, one)
		}
		if w.Stop != 0 && i+1 < len(words) {
			signs = append(signs, g.signs[","])
		}
	}
	return signs
}

// square is the name of a square.
var square = regexp.MustCompile(`^(?:[kq]?(?:r|n|kt|b)|k|q|[a-h])[1-8]$`)

// Reads reports whether words are what a name of the grammar stands for, and counts the work.
func (g *Grammar) Reads(name string, words []Word, work *int) bool {
	return g.readsSigns(name, g.of(words, work), work)
}

// readsSigns is reads of the signs of words. A name without a line stands for nothing.
func (g *Grammar) readsSigns(name string, signs []sign, work *int) bool {
	n := g.parsed[name]
	if n == nil || len(signs) > mostSigns || !n.open && slices.Contains(signs, unknown) {
		return false
	}
	r := reading{signs: signs, comma: g.signs[","]}
	ends := r.ends(n, 1)
	*work += r.work
	return ends>>len(signs)&1 != 0
}
