package interpret

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"corrd/interpret/notation"
	"corrd/interpret/speech"
)

// termKeys are the keys of the terms of a game, the longer before those they begin with.
var termKeys = [...]string{"post.collections", "post.deliveries", "post.transit", "post.closed", "post.loss", "post.grace", "excess",
	"telegraph.hours", "telegraph.transit", "telegraph.tariff", "telegraph.mutilation", "seed", "first move", "code", "annex", "time", "notation", "errors", "assistance", "late", "leave",
	"conditionals", "check", "medium", "odds", "colour", "color", "games", "side", "board", "publish", "observers", "position", "umpire"}

// readChallenge takes the address challenged and the terms after it.
func (p *parser) readChallenge(s *Statement, rest string) bool {
	address, terms, _ := strings.Cut(rest, " ")
	address = strings.Trim(address, ",;<>:")
	if !strings.Contains(address, "@") {
		return s.readNamed(rest)
	}
	s.Words, s.Terms = address, ParseTerms(p.withoutWishes(speech.WithoutAim(strings.TrimLeft(terms, ",;: "))))
	return true
}

// withoutWishes returns the terms of a challenge without the greetings and good wishes behind them:
// a part of nothing else, which begins with no key of a term and tells nothing of one, is none.
func (p *parser) withoutWishes(terms string) string {
	for {
		terms = strings.TrimRight(terms, " ,;.!")
		from := 1 + max(strings.LastIndexAny(terms, ",;!"), strings.LastIndex(terms, ". "))
		part := strings.TrimSpace(terms[from:])
		_, key := speech.CutAnyWord(part, termKeys[:]...)
		if _, told := TermsTold(part); key || told || part == "" || !p.isCourtesy(part) {
			return terms
		}
		terms = terms[:from]
	}
}

// readNamed takes a challenge of a player by name: "challenge Bob Black, medium post". Each word of
// the name begins with a capital, so that no prose is taken for a challenge.
func (s *Statement) readNamed(rest string) bool {
	name, terms, _ := strings.Cut(rest, ",")
	words := strings.Fields(strings.TrimRight(name, " .;:"))
	if len(words) == 0 || len(words) > mostNames || slices.ContainsFunc(words, func(w string) bool { return !begins(w) }) {
		return false
	}
	s.Words, s.Terms = strings.Join(words, " "), ParseTerms(strings.TrimLeft(terms, ",;: "))
	return true
}

// mostNames is of how many words the name of a challenged player is at most.
const mostNames = 5

// begins reports whether a word begins as one of a name does: with a capital, or a number in
// brackets.
func begins(word string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(word, "("))
	return unicode.IsUpper(first) || word[0] == '(' && unicode.IsDigit(first)
}

// readAcceptance takes the members of a side that are named as a challenge is
// accepted: "accept, side carol@example.org dan@example.org".
func (p *parser) readAcceptance(s *Statement, rest string) bool {
	s.Terms = ParseTerms(strings.TrimLeft(rest, ",;: "))
	return len(s.Terms) == 1 && s.Terms[0].Key == "side"
}

// readProposal takes the terms proposed: "time none", "reply in 5 days".
func (p *parser) readProposal(s *Statement, rest string) bool {
	if strings.HasPrefix(speech.OpenerOf(rest), "withdraw") {
		return false // which asks for no terms: "Propose withdraw. Sorry!"
	}
	s.Terms = ParseTerms(strings.TrimLeft(rest, ": "))
	if strings.HasPrefix(strings.ToLower(s.Text), "i ") || speech.OpenerOf(rest) == "that" {
		return slices.ContainsFunc(s.Terms, Term.known)
	}
	return len(s.Terms) > 0
}

// known reports whether a term has one of the keys.
func (t Term) known() bool { return slices.Contains(termKeys[:], t.Key) }

// ParseTerms reads terms parted by commas, as they stand in a challenge. A part that does not begin
// with a key goes on with the value before it where that value may have commas.
func ParseTerms(text string) []Term {
	var terms []Term
	for part := range strings.SplitSeq(text, ",") {
		part = strings.Trim(part, " ;.")
		if part == "" {
			continue
		}
		if n := len(terms); n > 0 && goesOn(terms[n-1].Key, part) {
			terms[n-1].Value += ", " + part
			continue
		}
		for part != "" {
			var one string
			one, part = cutBeforeKey(part)
			terms = append(terms, parseTerm(one))
		}
	}
	return terms
}

// cutBeforeKey parts "code american-1897 colour white", in which the comma is
// missing, before the second key. A key that is the last word is a value: "late
// umpire".
func cutBeforeKey(part string) (one, rest string) {
	space := strings.IndexByte(part, ' ')
	for i := 1; i < len(part); i++ {
		begins := speech.IsLetter(part[i]) && !speech.IsLetter(part[i-1])
		if !begins || space < 0 || len(strings.TrimRight(part[:i], " ")) <= space {
			continue // there is no value yet
		}
		if after, ok := speech.CutAnyWord(part[i:], termKeys[:]...); ok && after != "" {
			return strings.TrimSpace(part[:i]), part[i:]
		}
	}
	return strings.TrimSpace(part), ""
}

// parseTerm parts a key from its value. A time may be stated without its key.
func parseTerm(part string) Term {
	for _, k := range termKeys {
		if rest, ok := speech.CutWord(part, k); ok {
			if k == "color" {
				k = "colour"
			}
			value := strings.Trim(rest, ":= ")
			if k == "time" {
				value = timeStated(value)
				if isSpan.MatchString(value) { // "time 6 days": for each move
					value = "reply in " + strings.ToLower(value)
				}
			}
			return Term{k, value}
		}
	}
	if stated := timeStated(part); stated != part || isTime(part) {
		return Term{"time", stated}
	}
	key, value, _ := strings.Cut(part, " ")
	return Term{strings.ToLower(strings.Trim(key, ":=")), strings.Trim(value, ":= ")}
}

// TermsTold returns what prose about a game says of its terms as far as that is certain: the time
// for a move, and the colour that its writer takes. told reports whether it says anything of terms.
func TermsTold(prose string) (certain []Term, told bool) {
	pace, colour, told := speech.TermsTold(prose)
	if pace != "" {
		certain = append(certain, Term{"time", pace})
	}
	if colour != "" {
		certain = append(certain, Term{"colour", colour})
	}
	return certain, told
}

// timeStated returns a time limit as the term has it that is stated in other words, "a week for
// each move": "reply in 7 days"; and anything else as it stands.
func timeStated(words string) string {
	if len(words) <= longestTime {
		if stated, ok := speech.PaceOf(words); ok {
			return stated
		}
	}
	return words
}

// isSpan matches a number of days or hours that stands by itself.
var isSpan = regexp.MustCompile(`(?i)^[1-9][0-9]{0,2} (?:days?|hours?)$`)

// longestTime is how many characters a time limit in other words has at most.
const longestTime = 60

// isTime reports whether a part states a time limit: "reply in 5 days", "10
// moves in 30 days".
func isTime(part string) bool {
	_, reply := speech.CutWord(part, "reply in")
	return reply || speech.IsDigit(part[0]) && speech.IndexWord(part, "moves in", 0) > 0
}

// goesOn reports whether a part belongs to the value of the key before it: the
// further limits of a time, notations, addresses of a side.
func goesOn(key, part string) bool {
	switch key {
	case "time":
		_, ok := speech.CutAnyWord(part, "then", "until", "and")
		return ok
	case "notation":
		_, ok := notation.Parse(part)
		return ok || strings.EqualFold(part, "rutherford")
	case "side":
		return strings.Contains(part, "@") && !strings.Contains(part, " ")
	}
	return false
}

// takesTerms reports whether terms can follow a statement on lines of their own.
func (s *Statement) takesTerms() bool {
	return s.Kind == KindChallenge || s.Kind == KindPropose || s.Kind == KindAccept
}

// continues takes a line that goes on with the terms of a challenge, proposal or
// acceptance begun on the lines before, and reports whether it does.
func (s *Statement) continues(line string) bool {
	if !s.takesTerms() {
		return false
	}
	more := ParseTerms(line)
	if s.Kind == KindAccept && (len(more) != 1 || more[0].Key != "side" || !strings.Contains(line, "@")) {
		return false
	}
	for _, t := range more {
		if !t.known() || t.Value == "" { // "games" alone asks the office
			return false
		}
	}
	if len(more) == 0 {
		return false
	}
	s.Terms = append(s.Terms, more...)
	s.Text += "\n" + line
	return true
}
