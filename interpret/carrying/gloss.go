package carrying

import (
	"regexp"
	"strings"

	"corrd/interpret/notation"
	"corrd/interpret/speech"
)

// Signs and words of which one stands before the second name of a move, and words that may stand
// beside it there.
var (
	glossing = [...]string{"(", "[", "=", "/", "i.e.", "ie", "that is", "that's", "aka", "also known as", "viz.", "viz", "namely", "which is", "in other words", "in algebraic", "in descriptive", "in modern", "in english", "in your", "in my", "in the", "algebraic", "descriptive"}
	besides  = [...]string{"or", "in", "modern", "old", "new", "english", "other", "notation", "style", "pawn", "knight", "bishop", "rook", "queen", "king", ":", ","}
)

// glossTail are the words behind the second name of a move that say in which notation it is.
var glossTail = regexp.MustCompile(`(?i)[ ,(]+(?:in|by) (?:(?:the|your|my|our) )?(?:algebraic|descriptive|modern|english|old|new|other|continental|usual)?(?: ?(?:notation|form|style|terms|way|system|money|language))?(?: of writing(?: it)?)?$`)

// Glossed reads a move that is named in two notations: "P-K4 (e4)", "e4 = P-K4", "P-K4, that is
// e4", "(e4) P-K4".
func (r *Reader) Glossed(text string) (move *notation.Move, words string) {
	if len(text) > MaxOneMove || !notation.HoldsSquare(text) {
		return nil, ""
	}
	if name, rest, ok := strings.Cut(text, ") "); ok && strings.HasPrefix(name, "(") {
		text = rest + " " + name + ")"
	}
	whole, bare := text, strings.TrimRight(text, " )].,")
	at := glossTail.FindStringIndex(bare)
	tailed := at != nil
	if tailed {
		text = bare[:at[0]]
	}
	for i := 2; i+2 < len(text) && r.Spend(1); i++ {
		if strings.IndexByte(" ([=/", text[i]) < 0 {
			continue
		}
		also, marked := cutGlossing(text[i:])
		if !marked && !tailed {
			continue
		}
		if strings.Contains(text[:i], " on ") { // a man on a square, which both names name
			return nil, ""
		}
		first, second := r.OneMove(WithoutLead(strings.TrimRight(text[:i], " ,;"))), r.OneMove(WithoutLead(strings.ReplaceAll(strings.Trim(also, " )].,"), " to ", "-")))
		if first == nil || second == nil || notation.IsAlgebraic(first.Text) == notation.IsAlgebraic(second.Text) || second.Number != 0 && first.Number != 0 && first.Number != second.Number {
			continue
		}
		if first.Also = second.Text; first.Number == 0 {
			first.Number, first.Black = second.Number, second.Black
		}
		return first, whole
	}
	return nil, ""
}

// cutGlossing takes what stands before the second name of a move off a text, and reports whether
// any of that marks the name as such.
func cutGlossing(text string) (rest string, marked bool) {
	rest = strings.TrimLeft(text, " ")
	for cut := true; cut; {
		before := len(rest)
		for _, sign := range glossing {
			if speech.IsLetter(sign[0]) {
				rest, _ = speech.CutWord(rest, sign)
			} else {
				rest = strings.TrimLeft(strings.TrimPrefix(rest, sign), " ")
			}
		}
		if cut = len(rest) < before; cut {
			marked = true
		}
		for _, word := range besides {
			rest, _ = speech.CutWord(rest, word)
		}
	}
	return rest, marked
}

// maxDate is how many words a date and an hour have: "on Monday the 20th of July
// 2026 at 10 a.m.".
const maxDate = 10

// CutDate takes a date or an hour off the one end of a line or the other, if a
// sequence of moves is left.
func (r *Reader) CutDate(line string) (moves string, ok bool) {
	first, _, _ := strings.Cut(line, " ")
	if speech.IndexWord(line, "yesterday", 0) >= 0 || !notation.OfDate(first) && !notation.OfDate(line[strings.LastIndexByte(line, ' ')+1:]) {
		return "", false
	}
	words := strings.Fields(line)
	most := min(maxDate, len(words)-1)
	before, after := 0, 0 // how many words of a date the line begins with, and ends with
	for before < most && notation.OfDate(words[before]) {
		before++
	}
	for after < most && notation.OfDate(words[len(words)-1-after]) {
		after++
	}
	for n := 1; n <= max(before, after); n++ {
		if n <= before && notation.IsDate(words[:n]) {
			if moves, ok = r.besideDate(words[n:]); ok {
				return moves, true
			}
		}
		if n <= after && notation.IsDate(words[len(words)-n:]) {
			if moves, ok = r.besideDate(words[:len(words)-n]); ok {
				return moves, true
			}
		}
	}
	return "", false
}

// besideDate returns what is left of a line without its date, and whether that is a
// sequence of moves.
func (r *Reader) besideDate(words []string) (moves string, ok bool) {
	moves = strings.Trim(strings.Join(words, " "), " ,;-(")
	_, ok = r.ParseRow(WithoutLead(moves))
	return moves, ok
}
