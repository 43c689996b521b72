package speech

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
)

// Most words of a sentence that asks for something are free: what it asks for, the voice in which
// it does, and that no word of danger stands there, say enough. asking.txt has the rows.

//go:embed asking.txt
var askingText string

// asking is the grammar of asking.txt.
var askingRows, askingGrammar = rowsOf(askingText)

// askingRow is a row of asking.txt: what it asks for, and its parts.
type askingRow struct {
	kind   string
	words  string // what it asks for of that kind; "" where a part of the sentence tells
	bit    int
	begins bool // a clause begins with it
	parts  []askingPart
}

// askingPart is a part of a row: a rule, a run of free words, or the place where an argument
// begins.
type askingPart struct {
	rule  *node
	run   int  // the most words of a free run
	any   bool // words of danger may stand in the run
	marks bool
}

// rowsOf reads asking.txt.
func rowsOf(text string) (rows []askingRow, g *Grammar) {
	g = grammarOf(text)
	for line := range strings.Lines(text) {
		kind, words, ok := strings.Cut(strings.TrimSpace(line), " ~ ")
		if !ok || kind[0] == '#' {
			continue
		}
		r := askingRow{}
		r.kind, r.words, _ = strings.Cut(kind, " ")
		if words, ok = strings.CutPrefix(words, "^ "); ok {
			r.begins = true
		}
		var rule []string
		end := func() {
			if len(rule) > 0 {
				r.parts = append(r.parts, askingPart{rule: g.rule(strings.Join(rule, " "))})
			}
			rule = nil
		}
		depth := 0
		for w := range strings.FieldsSeq(words) {
			switch {
			case w == "(" || w == "[" || w == "{":
				depth++
			case w == ")" || w == "]" || w == "}":
				depth--
			case depth > 0:
			case w == "...":
				end()
				r.parts = append(r.parts, askingPart{run: mostSigns})
				continue
			case w == "..":
				end()
				r.parts = append(r.parts, askingPart{run: shortRun})
				continue
			case w == "***":
				end()
				r.parts = append(r.parts, askingPart{run: mostSigns, any: true})
				continue
			case w == ">":
				end()
				r.parts = append(r.parts, askingPart{marks: true})
				continue
			}
			rule = append(rule, w)
		}
		end()
		rows = append(rows, r)
	}
	return rows, g
}

// The work for a sentence that may ask for something, and for a word of it.
const (
	sentenceWork = 50
	tokenWork    = 4
)

// shortRun is how many words a short free run has at most.
const shortRun = 6

// askingKinds are the kinds of asking.txt, of which a mask has one bit each.
var askingKinds = func() (kinds []string) {
	for i, r := range askingRows {
		if !slices.Contains(kinds, r.kind) {
			kinds = append(kinds, r.kind)
		}
		askingRows[i].bit = slices.Index(kinds, r.kind)
	}
	return kinds
}()

// heard says for which kinds a word may name what is asked for, and for which it is a voice in
// which somebody asks.
type heard struct{ names, voices uint32 }

// askedFor are the words that a sentence holds which asks for something.
var askedFor = func() map[string]heard {
	all := map[string]heard{}
	for i, k := range askingKinds {
		for _, w := range askingGrammar.sets[k] {
			h := all[w]
			h.names |= 1 << i
			all[w] = h
		}
		voiced, ok := askingGrammar.sets[k+"-voiced"]
		if !ok {
			voiced = askingGrammar.sets["voiced"]
		}
		for _, w := range voiced {
			h := all[w]
			h.voices |= 1 << i
			all[w] = h
		}
	}
	return all
}()

// Asked is what a sentence asks for: a kind of asking.txt, and its argument as a statement of that
// kind has it. Of kind "say" it is what is to be passed on.
type Asked struct {
	Kind, Words string
	Sentence    []Word
	First       bool // it is the first sentence of its line
	open        bool // the words passed on go on behind the sentence
}

// MayAsk reports whether a sentence of a line may ask for something, by its words.
func MayAsk(line string) bool {
	var h heard
	begins := true
	for w := range strings.FieldsSeq(line) {
		if h.hear(w, begins); h.names&h.voices != 0 {
			return true
		}
		if begins = strings.IndexByte(".!?;", w[len(w)-1]) >= 0; begins && !titles[strings.TrimRight(w, ".")] {
			h = heard{}
		}
	}
	return false
}

// maskOf returns the kinds that words may ask for.
func maskOf(words []Word) uint32 {
	var h heard
	for i, w := range words {
		h.hear(w.Raw, i == 0)
	}
	return h.names & h.voices
}

// hear adds what a word may be, with which a sentence begins or not.
func (h *heard) hear(raw string, begins bool) {
	voices := func(of ...string) {
		for _, w := range of {
			h.voices |= askedFor[w].voices
		}
	}
	if raw[len(raw)-1] == '?' {
		voices("?")
	}
	if !begins && raw[0] != 'I' && isCapital(raw) && !dated(raw) {
		voices("@called")
	}
	trimmed := strings.Trim(raw, ".,;:!?-()\"' ")
	if len(trimmed) > longestFirst {
		trimmed = trimmed[:longestFirst]
	}
	var small [longestFirst]byte
	for i := range len(trimmed) {
		small[i] = lower(trimmed[i])
	}
	one, known := askedFor[string(small[:len(trimmed)])]
	if known {
		h.names, h.voices = h.names|one.names, h.voices|one.voices
		return
	}
	switch {
	case len(trimmed) < len("ii"):
	case strings.IndexByte(raw, '@') > 0:
		voices("@address")
	case strings.IndexByte("isvxl", small[0]) >= 0 && strings.ContainsAny(raw[1:], ".(12") && provision.MatchString(citationIn(raw)):
		h.names |= askedFor["@law"].names
	case strings.IndexByte(trimmed, '\'') > 0: // "I'd", "let's"
		voices("would", "not", "us", "what", "am")
	default:
		if long, ok := shortFor[string(small[:len(trimmed)])]; ok {
			for w := range strings.FieldsSeq(long) {
				one := askedFor[w]
				h.names, h.voices = h.names|one.names, h.voices|one.voices
			}
		}
	}
}

// dated reports whether a word names a day of the week or a month, at a glance.
func dated(raw string) bool {
	raw = strings.TrimRight(raw, ".,;:!?")
	return strings.HasSuffix(raw, "day") || strings.HasSuffix(raw, "ber") || strings.HasSuffix(raw, "uary")
}

// shortFor are the short forms of words, of all tables.
var shortFor = func() map[string]string {
	all := map[string]string{}
	for _, forms := range [...]map[string]string{shortForms, contractions, alone} {
		maps.Copy(all, forms)
	}
	return all
}()

// Asks returns the sentences of a line with what each asks for, if the line asks for anything; of
// others the kind is "". work counts the parts of the rules that were looked at.
func Asks(words []Word) (all []Asked, work int) {
	if maskOf(words) == 0 {
		return nil, 0
	}
	words = sentencesOf(words)
	for begin := 0; begin < len(words); {
		n := begin + 1
		for n < len(words) && !endsAsking(words[n-1].Stop) {
			n++
		}
		a := Asked{Sentence: words[begin:n], First: begin == 0}
		if a.asks(words[:begin], words[n:], &work); a.open {
			a.Sentence = words[begin:] // what is passed on goes on behind the sentence
			return append(all, a), work
		}
		all = append(all, a)
		begin = n
	}
	return all, work
}

// endsAsking reports whether a sign ends a sentence.
func endsAsking(stop byte) bool { return EndsSentence(stop) || stop == '?' }

// titles are words whose stop ends no sentence.
var titles = SetOf("mr mrs ms dr st prof capt col rev")

// sentencesOf returns words with the stops of titles and initials taken off, and those of telegrams
// put in.
func sentencesOf(words []Word) []Word {
	words = slices.Clone(words)
	for i := range words {
		w := &words[i]
		if w.Stop == '.' && (titles[w.Plain] || len(w.Plain) == 1 && w.Raw[0] >= 'A' && w.Raw[0] <= 'Z' && w.Plain != "i") {
			w.Stop = 0
		}
		if i > 0 && w.Raw == "STOP" && w.Stop == 0 && words[i-1].Stop == 0 {
			w.Stop, words[i-1].Stop = '.', '.'
		}
	}
	return words
}

// saidToken is a word of a sentence as rows of asking.txt look at it, and its place in the
// sentence.
type saidToken struct {
	plain string
	at, n int // the first of its words, and how many there are
	stop  byte
}

// asks finds what a sentence asks for, with words before and behind it in its line.
func (a *Asked) asks(before, behind []Word, work *int) {
	words := a.Sentence
	kinds := maskOf(words)
	if kinds == 0 || len(words) > mostSigns-3 {
		return
	}
	tokens := tokensOf(words)
	*work += sentenceWork + tokenWork*len(tokens)
	if len(tokens) > mostSigns-3 || len(tokens) > 1 && tokens[1].plain == "but" && consents[tokens[0].plain] {
		return // "yes, but I should like to see the position first"
	}
	if first := tokens[0].plain; (first == "perhaps" || first == "possibly") && words[len(words)-1].Stop != '?' && slices.ContainsFunc(tokens, func(t saidToken) bool { return t.plain == "first" || t.plain == "after" }) {
		return // "Perhaps I'd like another game after this one"
	}
	if len(behind) > 0 && kinds == kinds&maskOfHelp && visiting[behind[0].Plain] {
		return // "Need help? Visit our help centre."
	}
	q := questionOf(tokens, words[len(words)-1].Stop == '?')
	for i := range askingRows {
		row := &askingRows[i]
		if kinds>>row.bit&1 == 0 || !q.holds(row) {
			continue
		}
		done := q.work
		at, reads := q.row(row)
		if *work += q.work - done; reads {
			if a.Kind, a.Words = row.kind, row.words; a.argument(at, tokens, before, behind) {
				return
			}
			a.Kind, a.Words = "", ""
		}
	}
}

// consents are words of an answer, which "but" takes back.
var consents = SetOf("yes no ok okay")
