package stated

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"corrd/interpret"
	"corrd/interpret/notation"
)

// AnnulsFirst reports whether an annulment names the letter sent first, and no other before it.
func AnnulsFirst(words string) bool {
	of := letterNamed.FindStringSubmatch(words)
	return of != nil && of[1] != "" && !strings.HasSuffix(words, "stands")
}

// letterNamed are the words by which one of several letters is named.
var letterNamed = regexp.MustCompile(`(?i)\b(?:(first|1st|former|earlier)|second|2nd|later|latter|last|other|third)\b`)

// SpeaksOfAnnulling reports whether a text speaks of annulling, and denies nothing.
func SpeaksOfAnnulling(text string) bool {
	return annulling.MatchString(text) && !denying.MatchString(text)
}

var annulling, denying = regexp.MustCompile(`(?i)\bannul`), regexp.MustCompile(`(?i)\b(?:not|never|without|dont|wont)\b|n't\b`)

// numbered are words behind a number at the head of a text.
var numbered = regexp.MustCompile(`(?s)^\(?(\d{1,2})(?:\)|\.{1,3}|…)?,? +(\S.*)$`)

// Numbered parts a short text into the number at its head and the words behind it.
func Numbered(text string) (number int, words []string, ok bool) {
	of := numbered.FindStringSubmatch(text)
	if of == nil || len(text) > mostNaming {
		return 0, nil, false
	}
	number, _ = strconv.Atoi(of[1])
	return number, strings.Fields(of[2]), true
}

// WithoutChoice returns the prose of a letter that chose one of a list without the lines that did,
// in which its writer may have named a move that was not played.
func WithoutChoice(note string) string {
	lines := slices.DeleteFunc(strings.Split(note, "\n"), func(line string) bool {
		line = strings.TrimSpace(line)
		nobody := func(string) int { return 0 }
		return interpret.Picks(line) > 0 || interpret.PicksOf(line, len(notation.Ordinals), nobody) > 0 || numbered.MatchString(line) && notation.HoldsSquare(line)
	})
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// mostNaming is how many bytes a text has at most in which a move is looked for by its words.
const mostNaming = 1000

// ReplaceFold returns a short text with other words in the place of some, in whatever case.
func ReplaceFold(text, words, with string) string {
	for at := 0; len(text) <= mostNaming && at+len(words) <= len(text); at++ {
		if strings.EqualFold(text[at:at+len(words)], words) {
			text = text[:at] + with + text[at+len(words):]
			at += len(with) - 1
		}
	}
	return text
}

// Ground is the ground that a reason beside an annulment names.
type Ground uint8

// The grounds.
const (
	AnyGround Ground = iota // the reason names none
	OfSecond                // a second letter for a turn
	OfFirst                 // the wrong side began
	OfSetUp                 // the men were set up wrongly
)

// The words by which a reason names a ground.
var (
	saysSecond = regexp.MustCompile(`(?i)\b(second|another|other|later|last) (letter|move|card|telegram)\b`)
	saysFirst  = regexp.MustCompile(`(?i)\b(first move|moved first|first to move|began|begun|begins?|wrong (side|player))\b`)
	saysSetUp  = regexp.MustCompile(`(?i)\b(set[- ]?up|men|man|board|array|wanting|missing|misplaced|(wrongly|badly) (placed|set))\b`)
)

// GroundIn returns the ground that the words of a reason name.
func GroundIn(words string) Ground {
	switch {
	case saysSecond.MatchString(words):
		return OfSecond
	case saysFirst.MatchString(words):
		return OfFirst
	case saysSetUp.MatchString(words):
		return OfSetUp
	}
	return AnyGround
}

var knownSince = regexp.MustCompile(`(?i)\b(?:known|knew|learnt|learned|aware)\b[^0-9;]{0,40}(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d))?`)

// KnownSince returns the time since which the words of a claim say that the claimant has known of
// something; ok is false if they say none. A day without an hour means the end of the day.
func KnownSince(words string) (known time.Time, ok bool) {
	m := knownSince.FindStringSubmatch(words)
	if m == nil {
		return known, false
	}
	known, err := time.Parse("2006-01-02 15:04", m[1]+" "+m[2])
	if m[2] == "" {
		known, err = time.Parse("2006-01-02", m[1])
		known = known.AddDate(0, 0, 1)
	}
	return known, err == nil
}

// IsHeaded reports whether a move stands at the head of some prose.
func IsHeaded(prose string) bool {
	_, _, ok := interpret.HeadMove(prose)
	return ok
}

// BehindMove returns what some prose says behind the move at its head, or behind the words of a
// move that it holds.
func BehindMove(prose, words string) string {
	if _, rest, ok := interpret.HeadMove(prose); ok {
		return rest
	}
	if _, behind, ok := strings.Cut(prose, words); ok && words != "" {
		return strings.TrimSpace(strings.TrimLeft(behind, ".,;:!? "))
	}
	return prose
}
