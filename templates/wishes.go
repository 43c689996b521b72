package templates

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"corrd/game"
	"corrd/interpret"
	"corrd/templates/texts"
)

// Words that change nothing, and of which both players may believe that they do: a wish for other
// terms, and the name of a draw.

// Wish is how the terms are proposed that the words asked about wish for, or agree to; "" where
// they speak of none.
func (t *told) Wish() string {
	words := t.unheard()
	if t.State.Result != nil || !wishesTerms.MatchString(words) {
		return ""
	}
	moves, days := 10, 60
	if m := daysForMoves.FindStringSubmatch(words); m != nil && numberOf(m[1]) > 0 && numberOf(m[2]) > 0 {
		days, moves = numberOf(m[1]), numberOf(m[2])
	} else if m := movesInDays.FindStringSubmatch(words); m != nil && numberOf(m[1]) > 0 && numberOf(m[2]) > 0 {
		moves, days = numberOf(m[1]), numberOf(m[2])
	} else if m := daysForOne.FindStringSubmatch(words); m != nil && numberOf(m[1]) > 0 {
		return texts.Say("wish reply", numberOf(m[1]))
	}
	return texts.Say("wish moves", moves, days)
}

// LeavesDraw reports whether words of which nothing has come name a draw.
func (t *told) LeavesDraw() bool { return t.State.Result == nil && interpret.NamesDraw(t.unheard()) }

// unheard are the words of the fact of which nothing has come.
func (t *told) unheard() string {
	switch f := t.Fact.(type) {
	case game.Asked:
		if f.Why == game.NothingAsked {
			return f.Words
		}
		return f.Text
	case game.Refused:
		return f.Words
	}
	return ""
}

const aNumber = `(\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|fifteen|twenty|thirty|forty|fifty|sixty|ninety)`

var (
	wishesTerms  = regexp.MustCompile(`(?i)\b` + aNumber + ` (?:more |extra )?(?:days?|weeks?|hours?|tage)\b[^.!?\n]*\b(?:moves?|züge|zug)\b|\bmoves? in ` + aNumber + ` (?:days|weeks)\b|\b(?:more|extra|less) time (?:for|per|a|each)\b|\btime limit\b|\bplay (?:\w+ ){0,2}(?:faster|slower|quicker)\b|\b(?:other|new|different) terms\b|\b(?:change|alter) the (?:terms|time)\b`)
	daysForMoves = regexp.MustCompile(`(?i)\b` + aNumber + ` days (?:for|per) (?:every |each |the next )?` + aNumber + ` moves\b`)
	movesInDays  = regexp.MustCompile(`(?i)\b` + aNumber + ` moves (?:in|within|every) ` + aNumber + ` days\b`)
	stopsGame    = regexp.MustCompile(`(?i)\b(?:cancel|abandon|terminate|end|stop|quit|leave|drop|break off|call off) (?:the|this|our|my) (?:game|match)\b|\bcall (?:it|(?:the|this|our) (?:game|match)) off\b|\b(?:rather|want to|wish to|like to) stop(?: playing)?\s*(?:[.,;!?\n]|$)|\bstop playing\b|\b(?:partie|spiel) (?:abbrechen|beenden)\b`)
	daysForOne   = regexp.MustCompile(`(?i)\b` + aNumber + ` days (?:for each|for every|per|a|each) move\b`)
)

// inWords are the values of the words of aNumber, in their order.
var inWords = [...]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 20, 30, 40, 50, 60, 90}

// numberOf is a number in figures or in words, 0 if it is none.
func numberOf(text string) int {
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	words := strings.Split(strings.Trim(aNumber, "()"), "|")[1:]
	if i := slices.Index(words, strings.ToLower(text)); i >= 0 {
		return inWords[i]
	}
	return 0
}
