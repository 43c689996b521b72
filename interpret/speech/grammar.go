package speech

import (
	"math/bits"
	"regexp"
	"slices"
	"strings"
)

// A grammar says which rows of words may stand in a place of a sentence. It has no rule that holds
// itself, so the words are read by following all ways through a rule at once: a set of places, one
// bit each, goes in, and the set of places that the rule may end at comes out.
type grammar struct {
	sets   map[string][]string // the lines "name: words"
	rules  map[string][]string // the lines "name = …"
	signs  map[string]sign     // of the words
	parsed map[string]*node    // the names looked at
	single map[string]*node    // the parts that are one word
	words  []string            // the words of the rule that is parsed, up to its end
}

// sign stands for a word of a grammar.
type sign uint16

// unknown is the sign of a word that the grammar does not know.
const unknown sign = 0

const (
	mostSigns = 63   // words and commas that are read as one row
	mostWords = 4096 // words of a grammar
)

// node is a part of a rule.
type node struct {
	kind  nodeKind
	of    []*node // the parts of a row, the ways of a choice, or what may be missing or stand several times
	first signSet // the words it may begin with: of one word, which ones it may be
	empty bool    // it may stand for no word
	open  bool    // it may hold words of any kind
}

// signSet is a set of signs, one bit each.
type signSet []uint64

func (s signSet) has(one sign) bool { return int(one/64) < len(s) && s[one/64]>>(one%64)&1 != 0 }

// add puts the signs of another set into a set.
func (s *signSet) add(others signSet) {
	if grows := len(others) - len(*s); grows > 0 {
		*s = append(*s, make(signSet, grows)...)
	}
	for i, all := range others {
		(*s)[i] |= all
	}
}

// joined returns the row or the choice of some parts; of a single part, that part.
func joined(kind nodeKind, parts []*node) *node {
	if len(parts) == 1 {
		return parts[0]
	}
	return (&node{kind: kind, of: slices.Clone(parts)}).finish()
}

// finish notes with what a part begins, whether it may be empty, and whether it may hold any words.
func (n *node) finish() *node {
	n.empty = n.kind != choice
	for i, part := range n.of {
		switch {
		case n.kind == row && !n.empty:
		case i == 0:
			n.first = slices.Clip(part.first)
		case i == 1:
			n.first = slices.Clone(n.first)
			n.first.add(part.first)
		default:
			n.first.add(part.first)
		}
		switch n.kind {
		case row:
			n.empty = n.empty && part.empty
		case choice:
			n.empty = n.empty || part.empty
		}
		n.open = n.open || part.open
	}
	return n
}

type nodeKind uint8

const (
	oneOf nodeKind = iota
	anyWord
	row
	choice
	missing // or not
	several // or none
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

// spaced sets the signs of a rule apart from its words.
var spaced = strings.NewReplacer("[", " [ ", "]", " ] ", "{", " { ", "}", " } ", "(", " ( ", ")", " ) ", "|", " | ", ",", " , ")

// grammarOf reads a grammar.
func grammarOf(text string) *grammar {
	g := &grammar{sets: map[string][]string{}, rules: map[string][]string{}, signs: map[string]sign{}, parsed: map[string]*node{}, single: map[string]*node{}}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if name, words, ok := strings.Cut(line, ": "); ok && !strings.Contains(name, " ") {
			g.sets[name] = append(g.sets[name], strings.Fields(words)...)
		} else if name, rule, ok := strings.Cut(line, " = "); ok {
			g.rules[name] = append(g.rules[name], rule)
		}
	}
	for name := range g.sets {
		g.sets[name] = g.members(name)
	}
	for name := range g.rules {
		g.named(name)
	}
	return g
}

// members returns the words of a set, with those of the sets that it names: "~no: <~far> yes".
func (g *grammar) members(name string) []string {
	own := g.sets[name]
	if len(own) == 0 {
		own = strings.Fields(strings.Join(Said[name], " "))
	}
	var all []string
	for _, w := range own {
		switch other, ok := strings.CutPrefix(w, "<"); {
		case ok:
			all = append(all, g.members(strings.TrimSuffix(other, ">"))...)
		case w == aManner: // those that lines have, too
			all = append(all, w)
			for _, lines := range [...]map[string][]string{g.sets, g.rules} {
				for _, line := range lines {
					for known := range strings.FieldsSeq(strings.Join(line, " ")) {
						if strings.HasSuffix(known, "ly") && !unsure[known] {
							all = append(all, known)
						}
					}
				}
			}
		default:
			all = append(all, w)
		}
	}
	return all
}

// named returns what a name stands for: by its lines, or as a set of phrases.txt.
func (g *grammar) named(name string) *node {
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
		rules = append(rules, Said[name]...)
	} else if len(rules) == 0 && len(all) == 0 {
		all = append(all, g.oneOf(strings.Fields(strings.Join(Said[name], " "))...))
	}
	for _, rule := range rules {
		before := g.words
		g.words = strings.Fields(spaced.Replace(rule))
		all = append(all, g.ways())
		g.words = before
	}
	g.parsed[name] = joined(choice, all)
	return g.parsed[name]
}

// ways parses the ways that "|" parts, up to a bracket that closes or the end.
func (g *grammar) ways() *node {
	var all, one []*node // the ways, and the parts of the one that is parsed
	for len(g.words) > 0 {
		w := g.words[0]
		switch g.words = g.words[1:]; w {
		case "]", "}", ")":
			return joined(choice, append(all, joined(row, one)))
		case "|":
			all, one = append(all, joined(row, one)), one[:0]
		case "[":
			one = append(one, (&node{kind: missing, of: []*node{g.ways()}}).finish())
		case "{":
			one = append(one, (&node{kind: several, of: []*node{g.ways()}}).finish())
		case "(":
			one = append(one, g.ways())
		case aWord:
			one = append(one, &node{kind: anyWord, open: true, first: every})
		default:
			if name, ok := strings.CutPrefix(w, "<"); ok {
				one = append(one, g.named(strings.TrimSuffix(name, ">")))
			} else {
				one = append(one, g.word(w))
			}
		}
	}
	return joined(choice, append(all, joined(row, one)))
}

// word returns the part of a rule that is one word. Rules repeat their words, and share these
// parts.
func (g *grammar) word(w string) *node {
	n := g.single[w]
	if n == nil {
		n = g.oneOf(w)
		g.single[w] = n
	}
	return n
}

// oneOf returns the part of a rule that is one of some words.
func (g *grammar) oneOf(words ...string) *node {
	n := &node{kind: oneOf}
	for _, w := range words {
		if g.signs[w] == unknown {
			g.signs[w] = sign(len(g.signs) + 1)
		}
		if one := int(g.signs[w]); one/64 >= len(n.first) {
			n.first = append(n.first, make(signSet, one/64+1-len(n.first))...)
		}
		n.first[g.signs[w]/64] |= 1 << (g.signs[w] % 64)
	}
	return n
}

// every is the set of all signs that a grammar can have.
var every = func() signSet {
	all := make(signSet, mostWords/64)
	for i := range all {
		all[i] = ^uint64(0)
	}
	return all
}()

// others returns the signs of a grammar that are not in a set.
func (s signSet) others() signSet {
	all := slices.Clone(every)
	for i, some := range s {
		all[i] &^= some
	}
	return all
}

// partsOfSign is as many parts of rules as are looked at in the time that the sign of a word takes.
const partsOfSign = 3

// of returns the signs of words, those with short forms written out, with the commas between them,
// and counts the work.
func (g *grammar) of(words []Word, work *int) []sign {
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

// reads reports whether words are what a name of the grammar stands for, and counts the work.
func (g *grammar) reads(name string, words []Word, work *int) bool {
	return g.readsSigns(name, g.of(words, work), work)
}

// readsSigns is reads of the signs of words. A name without a line stands for nothing.
func (g *grammar) readsSigns(name string, signs []sign, work *int) bool {
	n := g.parsed[name]
	if n == nil || len(signs) > mostSigns || !n.open && slices.Contains(signs, unknown) {
		return false
	}
	r := reading{signs: signs, comma: g.signs[","]}
	ends := r.ends(n, 1)
	*work += r.work
	return ends>>len(signs)&1 != 0
}

// reading is the reading of a row of words.
type reading struct {
	signs []sign
	comma sign
	work  int // parts of rules looked at
}

// ends returns the places at which a part of a rule may end that begins at one of some places.
func (r *reading) ends(n *node, begins uint64) (ends uint64) {
	r.work++
	if !n.empty {
		for at := begins; at != 0; at &= at - 1 {
			if i := bits.TrailingZeros64(at); i >= len(r.signs) || !n.first.has(r.signs[i]) {
				begins &^= 1 << i
			}
		}
		if begins == 0 {
			return 0
		}
	}
	switch n.kind {
	case oneOf:
		return begins << 1
	case anyWord:
		for i, one := range r.signs {
			if one == r.comma {
				begins &^= 1 << i
			}
		}
		return begins << 1
	case row:
		ends = begins
		for _, part := range n.of {
			if ends = r.ends(part, ends); ends == 0 {
				break
			}
		}
	case choice:
		for _, way := range n.of {
			ends |= r.ends(way, begins)
		}
	case missing:
		ends = begins | r.ends(n.of[0], begins)
	case several:
		ends = begins
		if one := n.of[0]; one.kind == oneOf { // a run of words
			for i, sign := range r.signs {
				if ends>>i&1 != 0 && one.first.has(sign) {
					ends |= 2 << i
				}
			}
			r.work += len(r.signs) / 8
			break
		}
		for again := begins; again != 0; {
			again = r.ends(n.of[0], again) &^ ends
			ends |= again
		}
	}
	return ends
}
