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
	aTime  = `(tomorrow|later|soon|tonight|shortly|anon|in due course|to follow|next (week|post|mail|letter|time|month)|(mon|tues|wednes|thurs|fri|satur|sun)day|in (a|the|some) (day|week|hour|morning|evening|while|few)|in \w+ (days|hours|weeks)|another (day|letter|card)|after (i|we|supper|dinner|lunch|tea|breakfast|work|church)|when (i|we)|once (i|we)|at the weekend|separately)`
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
	{answers, announcing, regexp.MustCompile(`(?i)\b(i|we|you)( ?'ll| will| shall| am going to| hope to)( then| now| only)? (\w+ (you )?(my|our|a|the) (right |real |proper |actual )?` + aMove + `|move\b|reply\b|decide\b)[^.!?;:,]*\b` + aTime + `\b`)},
	{[]string{"confirm"}, announcing, regexp.MustCompile(`(?i)\b(i|we)( ?'ll| will| shall) confirm\b[^.!?;:]*\b` + aTime + `\b`)},
	{[]string{"choose", "pick", "decide"}, announcing, regexp.MustCompile(`(?i)(?:^|\d |\b(?:i|we) ?)(?:'ll|will|shall) (?:choose|pick|decide)\b[^.!?;:,]*\b` + aTime + `\b`)},
	{[]string{"draft"}, []string{"draft"}, regexp.MustCompile(`(?i)^(?:(?:this is|it is|only|just|a|my|first|rough|still) )*draft\b[^.!?;:]{0,40}$`)},
	{answers, []string{"move follows", "move comes"}, regexp.MustCompile(`(?i)\bmove (follows|comes) ` + aTime)},
	{[]string{""}, []string{"no move", "without a move", "decided", "chosen", "moved", "made up", "settled", "still ", "need ", "will answer on", "give me ", "think it over", "let me ", "on it", "not my move", "not a move", "real move", "actual move", "proper move"},
		regexp.MustCompile(`(?i)\b(no|without a) move (yet|today|this time|in this|from me|now|for now)\b|\b(not|n't)( yet)? (decided|chosen|moved|made up my mind|settled)\b` +
			`|\bstill (looking$|thinking|undecided|pondering|considering)\b|\bneed (more|some|a little) (more )?time\b|\bneed (some|a|a few|another|two) (days?|weeks?)\b|\bwill answer on \w+day\b|\bgive me (a|another) day\b|\bi will think it over|\blet me (?:think|ponder|consider|sleep)(?: about it| it over| on it| on that)? (?:until|till)\b|\bgive me (?:until|till)\b|\bnot (my|a) move\b|\b(real|actual|proper) move (follows|comes|to follow|is coming)\b`)},
}

// takenBack is what somebody writes who takes a move back before it is made: "do not play it yet",
// "nvm".
var takenBack = regexp.MustCompile(`(?i)(?:^|[^a-z'] |\b(?:and|but|please|actually|wait|no|so|nvm|oh|sorry|now|yet|again|on|stop|not) )(?:do not|don['’]?t) (?:actually |yet |please )?` +
	`(?:play|enter|make|send|record|register|submit|use|count) (?:it|that|this|the move|my move|anything|one)\b|\b(?:tear|rip) (?:it|this|that|my (?:card|letter|move|note)) up\b|\b(?:tear|rip) up (?:this|that|the|my) (?:card|letter|move|note)\b|\b(?:only|just) a test\b|\bleave (?:this|that|it)(?: one)? (?:be|alone|out)\b|` +
	`\bnvm\b|\b(?:i|i'm|am) (?:take|taking) (?:it|that|this|my move|the move) back\b`)

// disowned is a whole sentence with which somebody takes back what stands above it, or makes it
// hang on something: "Just kidding", "Forget that", "Unless you object".
var disowned = regexp.MustCompile(`(?i)^(?:(?:ps:?|no|oh|ok|okay|ha|haha|lol|please|only|just|actually|sorry|well|hey|this is|this was|that was|it was|i am|i'm|im|i was|a|an|the),? )*` +
	`(?:kidding|joking|(?:i )?(?:do not|don't|did not|didn't) (?:really |actually )?mean (?:it|that|this)|joke|jokes|jk|teasing|april fools?|(?:pulling your|your) leg|pulling your leg|tests?|testing(?:,? testing)?|examples?|psych|nvm|never mind|wait|wait for my [a-z ]+|hold on|hang on|forget (?:it|that|this)|(?:ignore|disregard|cancel|undo|strike|scratch|scrap|hold)(?: (?:it|that|this|the above))?(?:,? i mean)?|stop,? (?:leave|drop) (?:it|that)|(?:leave|drop) that|not sure(?: about (?:it|this|that))?|not really|not yet|not today|not on your life|over my dead body|you wish|drafts?|homework|candidates|rejected|for (?:example|instance))(?:,? (?:of course|really|though|today|again|lol))*$` +
	`|^(?:but |only |and |or )*(?:if|unless) (?:you|we|i|it|that|he|she|they)(?: [\w']+){1,7}(?:, that is)?$`)

// takesBack is such a sentence that says what it takes back, whatever stands behind it: "Scrap
// that, I mean."
var takesBack = regexp.MustCompile(`(?i)^(?:please )?(?:scrap|scrub|ignore|disregard|cancel|scratch|strike|forget|cross out|delete|do not use|don't use) (?:that|this|it|(?:all |the )?(?:the )?above|(?:the|my) (?:(?:move|line|one) above|last line)|(?:what )?i (?:said|wrote|sent)(?: it| that| so| anything)?)(?:,? (?:please|i mean))?$`)

// refuses is the sentence with which a line begins that refuses what stands above it: "No no,
// that's not what I want", "Later: no, it's not all right".
var refuses = regexp.MustCompile(`(?i)^(?:later:? |ps:? |oh |ah )*no,? (?:no\b,? ?)*(?:no|stop|wait|hang on|hold on|that(?:'?s| is) (?:not|wrong)|it(?:'?s| is) (?:not|wrong)|scrap|scrub|not that)\b`)

// mainClause is how the main clause of a condition begins: "If you castle I shall attack".
var mainClause = regexp.MustCompile(`(?i) (?:i|we|you|it)(?:'ll| shall| will| would|'d| am| may| can)\b| my | then `)

// disowning are parts of words of which one stands in such a sentence.
var disowning = []string{"kidding", "jok", "jk", "teasing", "april fool", "leg", "test", "example", "instance", "psych", "nvm", "mind", " mean ", "wait", "hold", "forget", "ignore", "disregard", "cancel", "undo", "strike", "scratch", "scrap", "scrub", "cross out", "delete", "use ", "hang on", "no ", "no,", "leave it", "leave that", "drop it", "drop that", "not ", "body", "you wish", "draft", "homework", "candidates", "rejected", "if ", "unless "}

// sentenceEnd is the end of a sentence in a line; a stop inside a word, as in "club.example", is
// none.
var sentenceEnd = regexp.MustCompile(`[.!?]+[)"']*(?:\s+|$)`)

const (
	longestDisowning = 70  // bytes of a sentence that may do so
	longestRevoking  = 240 // bytes at the end of a line in which such a sentence is looked for
)

// stepsOfAnchored is what a character costs of a sentence that may do so: its head decides at once.
const stepsOfAnchored = 3

// shortestWrapped is how many bytes a line has at least that a mail program has broken.
const shortestWrapped = 25

// LastDisowning returns the place of the last line that ends with a sentence that takes back the
// move above it, or makes the move hang on something: "Just kidding", "Unless you object"; -1 if
// none does. A line of a longer paragraph, which a mail program may have broken anywhere, says
// nothing by itself. steps is the work that the answer took.
func LastDisowning(lines []string) (at, steps int) {
	for i, line := range slices.Backward(lines) {
		if InParagraph(lines, i) {
			continue
		}
		if steps += 1 + len(line)/4; containsAny(strings.ToLower(line), disowning) {
			disowns, work := endsDisowning(line)
			if steps += work; disowns {
				return i, steps
			}
		}
	}
	return -1, steps
}

// InParagraph reports whether a mail program may have broken the line at a place, or the one above
// it.
func InParagraph(lines []string, at int) bool {
	if at > 0 && len(lines[at-1]) >= shortestWrapped {
		return true
	}
	line := lines[at]
	return len(line) >= shortestWrapped && at+1 < len(lines) && lines[at+1] != "" && (len(lines[at+1]) >= shortestWrapped || !strings.ContainsRune(".!?", rune(line[len(line)-1])))
}

// endsDisowning reports whether the last sentence of a line does so, and the work that the answer
// took.
func endsDisowning(line string) (disowns bool, steps int) {
	line = strings.Trim(Fold(line), " ()*_-\"':.!?\r\n")
	if len(line) > longestRevoking {
		line = line[len(line)-longestRevoking:]
	}
	from := 0
	for _, end := range sentenceEnd.FindAllStringIndex(line, -1) {
		if initial := end[0] == 1 || end[0] > 1 && line[end[0]-2] == ' '; initial && isLetter(line[end[0]-1]) { // "A. Example"
			continue
		}
		if one := strings.TrimRight(line[from:end[0]], " ,"); from == 0 && len(one) <= longestDisowning && refuses.MatchString(one) && !strings.Contains(one, "mean") || takesBack.MatchString(one) {
			return true, stepsOfAnchored * len(line)
		}
		from = end[1]
	}
	if line = line[from:]; len(line) > longestDisowning {
		return false, stepsOfAnchored * (from + 1)
	}
	return (disowned.MatchString(line) || takesBack.MatchString(strings.TrimRight(line, " ,")) || from == 0 && refuses.MatchString(line) && !strings.Contains(line, "mean")) && !mainClause.MatchString(line), stepsOfAnchored * (from + len(line))
}

// answers are parts of words of which one names the move to come, and ofSaying those of which one
// stands in each letter that says so.
var (
	answers  = []string{"move", "reply", "answer", "deci"}
	ofSaying = slices.Concat([]string{"move", "reply", "answer", "decid", "choose ", "pick ", "still ", "time", "need ", "give me ", "think it over", "let me ", "on it", "confirm", "draft"}, retracting)
)

// retracting are parts of words of which one stands in what takes a move back.
var retracting = []string{"leave ", "do not ", "don't ", "dont ", "don’t ", "nvm", " back", "tear ", "rip ", "a test"}

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
	if steps = 3 * len(text); !containsAny(strings.ToLower(text), ofSaying) {
		return false, steps
	}
	folded := strings.Join(strings.Fields(Fold(strings.ReplaceAll(text, "\n\n", " . "))), " ")
	for sentence := range strings.FieldsFuncSeq(folded, func(c rune) bool { return strings.ContainsRune(".!?;:", c) }) {
		sentence = strings.TrimSpace(sentence)
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

// IsDate reports whether words, all of which can stand in a date, are a date or an hour.
func IsDate(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return dateWord(w) == provesDate })
}

// What a word is to a date or an hour.
const (
	notOfDate  = iota
	ofDate     // can stand in a date, and elsewhere
	provesDate // stands in dates alone
)

// OfDate reports whether a word can stand in a date or an hour, which are not words of a move.
func OfDate(w string) bool { return dateWord(w) != notOfDate }

// dateWord tells what a word is to a date or an hour.
func dateWord(w string) int {
	w = strings.ToLower(strings.Trim(w, ".,;:()[]-"))
	switch {
	case w == "" || slices.Contains(smallDateWords, w) || isNumber(w):
		return ofDate
	case slices.Contains(dateWords, w) || len(w) > 2 && slices.Contains(dateWords, w[:3]) || isClock(w):
		return provesDate
	}
	return notOfDate
}

// isNumber reports whether a word is a number of at most four figures, or an ordinal one.
func isNumber(w string) bool {
	ending := strings.TrimLeft(w, "0123456789")
	n := len(w) - len(ending)
	return n > 0 && n <= 4 && slices.Contains([]string{"", "st", "nd", "d", "rd", "th"}, ending)
}

// isClock reports whether a word is figures with the signs of a date or an hour
// between: "20/7/2026", "10:30", "12.30", "10am", "10h".
func isClock(w string) bool {
	if w == "1/2" {
		return false // a draw
	}
	bare := w
	for _, end := range [...]string{"a.m", "p.m", "am", "pm", "h", "z"} {
		if cut, ok := strings.CutSuffix(w, end); ok {
			bare = cut
			break
		}
	}
	parts := strings.FieldsFunc(bare, func(c rune) bool { return strings.ContainsRune("/.:-th", c) })
	for _, part := range parts {
		if !isNumber(part) {
			return false
		}
	}
	return len(parts) > 1 && len(parts) < 7 && isDigit(bare[0]) || len(parts) == 1 && bare != w
}

// dateWords are the words, or their first three letters, by which a date is known.
var dateWords = strings.Fields("jan feb mar apr may jun jul aug sep oct nov dec mon tue wed thu fri sat sun " +
	"o'clock noon midnight today yesterday date dated")

// smallDateWords stand in dates and elsewhere.
var smallDateWords = strings.Fields("on at of the in a.m p.m am pm gmt utc cet cest bst est " +
	"morning evening afternoon night h hrs hours inst received sent written")
