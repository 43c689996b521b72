package speech

import (
	"regexp"
	"slices"
	"strings"
)

// Words that stand before a statement, and behind it.

// Hesitates reports whether words before a statement leave off: "well... ".
func Hesitates(words []Word) bool {
	return strings.HasSuffix(words[len(words)-1].Raw, "..") && !slices.ContainsFunc(words, func(w Word) bool { return !Interjections[w.Plain] })
}

// Signed reports whether a line ends with a name behind a stop, as the end of a letter does.
func Signed(words []Word) bool {
	n := len(words)
	for n > 0 && words[n-1].Stop == 0 && (words[n-1].Sort == Name || n < len(words) && (words[n-1].Plain == "and" || words[n-1].Plain == "&")) {
		n--
	}
	return n > 0 && n < len(words) && words[n-1].Stop != 0
}

// LeadsIn reports whether words without a stop behind them may stand before a statement: "ok I
// accept", "Dear Alice I accept".
func LeadsIn(words []Word) bool {
	for i, w := range words {
		if !Interjections[w.Plain] && w.Idiom == 0 && !(i > 0 && w.Sort == Name) && !(w.Plain == "you" && i > 0 && words[i-1].Plain == "thank") {
			return false
		}
	}
	return true
}

// AsksAboutPlay reports whether a question does not doubt what was stated: "Shall we play again?"
func AsksAboutPlay(words []Word) bool {
	switch words[0].Plain {
	case "when", "how", "who", "where", "what":
		if slices.ContainsFunc(words, func(w Word) bool {
			return w.Plain == "start" || w.Plain == "begin" || w.Plain == "starts" || w.Plain == "begins" || w.Plain == "first"
		}) {
			return !Has(words[1:], Doubt) // "When do we start?"
		}
	}
	if Has(words, Other) {
		return false
	}
	return slices.ContainsFunc(words, func(w Word) bool {
		switch w.Plain {
		case "again", "another", "rematch", "game", "we", "are":
			return true
		}
		return false
	})
}

// AsksToBegin reports whether a question behind a yes is only how the game that it brings about
// begins: "When do we start?"
func AsksToBegin(words []Word) bool {
	switch words[0].Plain {
	case "when", "how", "who", "where":
		return !Has(words[1:], Doubt) && slices.ContainsFunc(words, func(w Word) bool {
			return w.Plain == "start" || w.Plain == "begin" || w.Plain == "starts" || w.Plain == "begins"
		})
	}
	return false
}

// IsAddress reports whether words behind a question only name whom it is put to: "a draw, my dear
// fellow?"
func IsAddress(words []Word) bool {
	return len(words) > 0 && len(words) <= MostNames+1 && words[len(words)-1].Stop == '?' && AllPolite(words)
}

// AsksHow reports whether a sentence asks how something is done: "How do I start another game".
func AsksHow(sentence []Word) bool {
	if len(sentence) < 2 || sentence[0].Plain != "how" && sentence[0].Plain != "what" {
		return false
	}
	switch sentence[1].Plain {
	case "do", "can", "must", "should", "to", "does":
		return true
	}
	return false
}

// IsNoted reports whether a sentence only says that something has come: "your move is duly
// noted".
func IsNoted(words []Word) bool {
	return slices.ContainsFunc(words, func(w Word) bool { return w.Plain == "noted" || w.Plain == "received" || w.Plain == "arrived" })
}

// reference is the head of a line that names the letter which it answers.
var reference = regexp.MustCompile(`(?i)^(?:in|with) (?:answer|reply|response|reference|regard) to (?:yours|your (?:\w+ )?(?:letter|card|move|e-?mail|mail|note|message|last|favour))(?: of (?:the )?[\w ]{2,20})?[,:] ?(?:i|we)? ?`)

// WithoutReference returns a line without the letter that it names first, and without the words
// that it only repeats: "P-K4 repeat P-K4".
func WithoutReference(line string) string {
	if head := OpenerOf(line); head == "in" || head == "with" {
		if at := reference.FindStringIndex(line); at != nil && at[1] < len(line) {
			line = line[at[1]:]
		}
	}
	for _, once := range [...]string{" repeat ", " I say again, ", " I repeat, ", " I say again: "} {
		if said, again, ok := strings.Cut(line, once); ok && strings.EqualFold(strings.Trim(said, " ,;:.-"), strings.Trim(again, " ,;:.-")) {
			line = strings.Trim(said, " ,;:-")
		}
	}
	return line
}

// ifOnly is a purpose at the end of a line, which sets no condition: "P-Q3, if only to annoy you".
var ifOnly = regexp.MustCompile(`(?i)[, (-]+if (?:(?:only|just) (?:to|because|for|so)|not, (?:no (?:problem|matter|worries)|never mind|that'?s fine|we play on))\b[^.;:?0-9]*[.!)]*$`)

// politeIf is a courtesy that only sounds like a condition: it asks for no more than the reader's
// pleasure. What hangs on somebody else's, or on a fact, is none.
var politeIf = regexp.MustCompile(`(?i)^if (?:` +
	`(?:it|that|this)(?:(?:'?s| is| be|'?ll be| will be|'d be| would be)(?: not)?(?: quite| perfectly| really)*)? (?:(?:all (?:the same|one|right)|alright|ok|okay|fine|agreeable|convenient|acceptable|no trouble|no bother|too much trouble|any trouble)(?: (?:to|with|by|for) (?:you|ye|yourself|your \pL+)(?: \pL+)?)?|(?:all )?(?:the same|one|right|good)(?: enough)? (?:to|with|by|for) (?:you|ye|yourself))` +
	`|(?:it|that|this) (?:(?:will|would|should|may) )?(?:suits?|pleases?|please)(?: (?:you|ye|your \pL+|the (?:court|company|house|bench|lady|gentleman)))?(?: too| as well)?` +
	`|you(?:'d| would)? (?:will|like|wish|want|care to)(?: it| one)?|you(?:'d| would| will|'ll| could)? be so (?:very )?(?:kind|good|obliging)|you(?:'d| would| will)(?: be good enough)?|you please|you insist|you must know` +
	`|you(?: do|'?ve| have| see| would|'d)? ?(?:don'?t|not|no|wouldn'?t) (?:at all )?(?:mind|object|objections?)(?: (?:me|my|us|at all|too much|\pL+ing)){0,3}` +
	`|(?:i|we) (?:may|(?:may|might|can|could)(?: (?:be|make|so|bold|say|ask|put|it|that|way|express|myself|permitted|please))* (?:so|bold|choose|say|ask|way|myself|permitted|please))` +
	`|you(?:'ll| will| would|'d)? (?:allow|permit|forgive|excuse|pardon|indulge|humour) (?:me|us|an old (?:man|woman)|the \pL+)` +
	`)$`)

// WithoutPoliteIf returns a text without the courtesy in it that only sounds like a condition: "if
// you'd be so kind".
func WithoutPoliteIf(line string) string {
	at := IndexWord(line, "if", 0)
	if at < 0 || IndexWord(line, "resign", 0) >= 0 {
		return line
	}
	if only := ifOnly.FindStringIndex(line); only != nil {
		return line[:only[0]]
	}
	head, clause, tail := strings.TrimRight(line[:at], ", (-"), line[at:], ""
	if end := strings.IndexAny(clause, ".!?,;:)"); end >= 0 {
		clause, tail = clause[:end], clause[end:]
	}
	if end := strings.Index(clause, " - "); end >= 0 {
		clause, tail = clause[:end], line[at+end+1:]
	}
	if !politeIf.MatchString(strings.TrimSpace(clause)) {
		return line
	}
	tail = strings.TrimLeft(tail, ") ")
	if head == "" {
		return strings.TrimLeft(tail, ",;:- ")
	}
	if tail != "" && strings.IndexByte(".!?,", tail[0]) < 0 {
		head += ", "
	}
	return head + tail
}

var (
	// haveBack are words of which one stands in the wish to have a move back, and slipped those of
	// which one stands in the reason; unslipped are words of which none does.
	haveBack  = TableOf("back", "withdraw", "retract", "undo", "takeback")
	slipped   = SetOf("wrong slip slipped slips mistake mistaken mistook misread misclick misclicked mistyped meant grabbed wanted intended saw overlooked missed blunder error typo finger fingers thumb thumbs touched confused muddled mixed distracted oops sorry square pawn board glasses")
	unslipped = SetOf("your he she his her not no never mind nvm joking kidding joke jokes if unless but rather why how when what would wonder")
	// beforeReason are the signs before such a reason.
	beforeReason = regexp.MustCompile(`(?:[?.!;,]| -)+ +`)
)

// WithoutSlip parts a line in which somebody asks to have their move back from what they say of
// their slip: "withdraw please, wrong square"; reason is "" where nothing is.
func WithoutSlip(line string) (asks, reason string) {
	if !HoldsAny(line, haveBack) {
		return line, ""
	}
	for _, at := range beforeReason.FindAllStringIndex(line, MostNames+1) {
		asks, reason = line[:at[0]+1], line[at[1]:]
		words := Of(reason)
		if len(words) > 0 && words[0].Plain != "please" && HoldsAny(asks, haveBack) && slices.ContainsFunc(words, func(w Word) bool { return slipped[w.Bare()] }) &&
			!slices.ContainsFunc(words, func(w Word) bool {
				return unslipped[w.Bare()] || strings.HasSuffix(w.Plain, "n't") || w.Stop == '?' || strings.ContainsAny(w.Raw, "012345678")
			}) {
			return strings.TrimRight(asks, " ,-"), reason
		}
	}
	return line, ""
}
