package speech

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
)

// A statement is stated by a clause that says it, word by word, as stating.txt has it, whatever
// else its sentence tells: "I offer a draw", and behind it "since neither of us can make progress".

//go:embed stating.txt
var statingText string

// stating is the grammar of stating.txt, which uses names of carrying.txt.
var stating = grammarOf(carryingText + statingText)

// heads are the words of which one stands in each clause that states something, with the names of
// the statements that it may be.
var heads = func() map[string][]string {
	all := map[string][]string{}
	for _, row := range Said["stating"] {
		kind, words, _ := strings.Cut(row, " = ")
		for w := range strings.FieldsSeq(words) {
			all[w] = append(all[w], kind)
		}
	}
	return all
}()

// MayState reports whether one of the words of a line may name what a clause states, or lead to it.
func MayState(line string) bool {
	for w := range strings.FieldsSeq(line) {
		if first := w[0] | 0x20; headed[first] {
			if w = strings.ToLower(strings.Trim(w, ".,;:!?-()\"'")); len(heads[w]) > 0 || leading[w] {
				return true
			}
		}
	}
	return false
}

// leading are the words of which one stands before a statement with an argument.
var leading = SetOf("please kindly could can would should like want wish may let")

// headed are the first characters of heads, small.
var headed = func() (set [256]bool) {
	for _, all := range [...]map[string]bool{leading, SetOf(strings.Join(slices.Collect(maps.Keys(heads)), " "))} {
		for w := range all {
			set[w[0]|0x20] = true
		}
	}
	return set
}()

// States returns what a clause states, by the name of its kind in phrases.txt, "terms" to be shown
// those of a game, or "forfeit" for a claim of a forfeiture; "" if the clause states nothing. work
// counts the parts of the grammar that were looked at.
func States(clause []Word) (kind string, work int) {
	for i, w := range clause {
		if w.Plain == "too" && w.Stop == 0 && i > 0 && clause[i-1].Plain != "only" && i+1 < len(clause) {
			return "", len(clause) // "I am too proud to offer a draw"
		}
	}
	clause = slices.Clone(clause)
	for i := range clause[:len(clause)-1] {
		clause[i].Stop = 0 // a comma more or less changes nothing of what is stated
	}
	if len(clause) > 1 && (clause[0].Plain == "please" || clause[0].Plain == "so") && asking[clause[1].Plain] {
		clause = clause[1:]
	}
	said := clause[len(clause)-1].Stop != '?'
	asked := !said || asking[clause[0].Plain] || len(clause) > 1 && asking[clause[1].Plain] // without its mark
	var tried []string
	var signs []sign
	for _, w := range clause {
		for _, kind := range heads[w.Plain] {
			if slices.Contains(tried, kind) {
				continue
			}
			if tried = append(tried, kind); signs == nil {
				signs = stating.of(clause, &work)
			}
			if said && stating.readsSigns("says-"+kind, signs, &work) || asked && stating.readsSigns("asks-"+kind, signs, &work) {
				return kind, work
			}
		}
	}
	return "", work
}

// asking are the words with which a question begins.
var asking = SetOf("do can could may might shall would will what which how fancy")

// Requests reports whether words lead to a statement with an argument: of what their writer does,
// "I should like to", or of what is asked of the mail office, "could you please".
func Requests(words []Word) (own, office bool, work int) {
	signs := stating.of(words, &work)
	own = stating.readsSigns("into-own", signs, &work)
	office = stating.readsSigns("into-office", signs, &work)
	return own, office, work
}
