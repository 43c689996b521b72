package notation

import (
	"regexp"
	"slices"
	"strings"
)

const (
	longestSaying = 1 << 13 // bytes of a letter in which its writer says when the move comes
	stepsOfSaying = 15      // what a character costs of a sentence that may say so
)

// The ways in which a letter says that its writer's move is still to come.
const (
	aTime  = `(tomorrow|later|soon|tonight|shortly|anon|in due course|to follow|next (week|post|mail|letter|time|month)|(mon|tues|wednes|thurs|fri|satur|sun)day|in (a|the|some) (day|week|hour|morning|evening|while|few)|in \w+ (days|hours|weeks)|another (day|letter|card)|after (i|we)|when (i|we)|once (i|we)|at the weekend|separately)`
	coming = `(will|shall|'ll|going to|comes?|coming|follows?|has to|have to|must|waits?|still to|expect)`
	aMove  = `(?:move|reply|answer|decision)\b`
)

// stillToCome are those ways, each with parts of words of which one of either list stands in it.
var stillToCome = [...]struct {
	named, parts []string
	says         *regexp.Regexp
}{
	{answers, announcing, regexp.MustCompile(`(?i)\b(my|our|the|a|next|real|proper) (next |own |real |actual )?` + aMove + `[^.!?;:]*\b(` + coming + `\b[^.!?;:]*\b` + aTime + `|to follow)\b`)},
	{answers, announcing, regexp.MustCompile(`(?i)\b` + aTime + `[^.!?;:]*\b(i|we|you)( ?'ll| will| shall)\b[^.!?;:,]*\b(my|our|a|the) ` + aMove)},
	{answers, announcing, regexp.MustCompile(`(?i)\b(i|we|you)( ?'ll| will| shall| am going to| hope to)( then| now| only)? (\w+ (you )?(my|our|a|the) ` + aMove + `|move\b|reply\b|decide\b)[^.!?;:,]*\b` + aTime + `\b`)},
	{answers, []string{"move follows", "move comes"}, regexp.MustCompile(`(?i)\bmove (follows|comes) ` + aTime)},
	{[]string{""}, []string{"no move", "without a move", "decided", "chosen", "moved", "made up", "settled", "still ", "need ", "not my move", "not a move"},
		regexp.MustCompile(`(?i)\b(no|without a) move (yet|today|this time|in this|from me|now|for now)\b|\b(not|n't)( yet)? (decided|chosen|moved|made up my mind|settled)\b` +
			`|\bstill (thinking|undecided|pondering|considering)\b|\bneed (more|some|a little) (more )?time\b|\bnot (my|a) move\b`)},
}

// takenBack is what somebody writes who takes a move back before it is made: "do not play it yet", "nvm".
var takenBack = regexp.MustCompile(`(?i)(?:^|[^a-z'] |\b(?:and|but|please|actually|wait|no|so|nvm|oh|sorry|now|yet|again) )(?:do not|don['’]?t) (?:actually |yet |please )?` +
	`(?:play|enter|make|send|record|register|submit|use|count) (?:it|that|this|the move|my move|anything|one)\b|\bnvm\b|\b(?:i|i'm|am) (?:take|taking) (?:it|that|this|my move|the move) back\b`)

// answers are parts of words of which one names the move to come, and ofSaying those of which one
// stands in each letter that says so.
var (
	answers  = []string{"move", "reply", "answer", "deci"}
	ofSaying = append([]string{"move", "reply", "answer", "decid", "still ", "time"}, retracting...)
)

// retracting are parts of words of which one stands in what takes a move back.
var retracting = []string{"do not ", "don't ", "dont ", "don’t ", "nvm", " back"}

// announcing are parts of words of which one stands in what says that a move is to come.
var announcing = []string{"will", "shall", "'ll", "going to", "come", "coming", "follow", "has to", "have to", "must", "wait", "still", "expect", "hope to"}

// containsAny reports whether one of some parts of words stands in a text.
func containsAny(text string, parts []string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
}

// SaysLater reports whether a text says at its head that its writer's move is still to come, or is
// taken back, and gives the steps of work that the answer took.
func SaysLater(text string) (later bool, steps int) {
	text = text[:min(len(text), longestSaying)]
	if steps = 4 * len(text); !containsAny(strings.ToLower(text), ofSaying) {
		return false, steps
	}
	folded := strings.Join(strings.Fields(Fold(strings.ReplaceAll(text, "\n\n", " . "))), " ")
	for sentence := range strings.FieldsFuncSeq(folded, func(c rune) bool { return strings.ContainsRune(".!?;:", c) }) {
		small := strings.ToLower(sentence)
		if containsAny(small, retracting) {
			if steps += stepsOfSaying * len(sentence); takenBack.MatchString(sentence) {
				return true, steps
			}
		}
		for _, way := range stillToCome {
			if !containsAny(small, way.named) || !containsAny(small, way.parts) {
				continue
			}
			if steps += stepsOfSaying * len(sentence); way.says.MatchString(sentence) {
				return true, steps
			}
		}
	}
	return false, steps
}
