package carrying

import (
	"regexp"
	"strings"

	"corrd/interpret/speech"
)

// What a player tells of turns to come is a plan, and binds nobody. It is a series only where it
// is written as one: the later moves bear numbers ("2. Kt-KB3 3. B-B4"), stand behind "if", or are
// bare records joined to the first by "then" or "next" in its own sentence ("Kt-QB3 and then
// Kt-Q5"). Whatever else speaks of a later turn is a note beside the move: a sentence or a line of
// its own ("Then B-B4."), one with a subject ("then I shall castle"), a castling in the words of a
// sentence ("then castles"), and one that names the turn ("next turn B-B4", "B-B4 later").

var (
	// plan begins words that tell what their writer plans.
	plan = regexp.MustCompile(`(?i)^(?:and )?(?:` +
		`(?:(?:then|next)[,:]? )?(?:next|my next|the next|on the next|in the next|on my next|in my next) (?:turn|move|time|go)s?\b[,:]?` +
		`|(?:then|next|afterwards|after that|after which|later|later on|soon|presently)[,:]? (?:i|we|i'll|we'll|i'm|my|comes?)\b` +
		`|(?:afterwards|after that|after which|later|later on|soon|in due course)\b[,:]?` +
		`|(?:to be )?followed by\b|(?:with (?:the (?:idea|plan|intention|aim) of )?|with a view to |intending|planning|hoping for|my plan(?: is)?:?|plan:|the plan(?: is)?:?|idea:)` +
		`|(?:i|we)(?:'ll| will| shall| am going to| intend to| plan to| mean to| hope to| want to|'m going to)? (?:then|next|afterwards|later)\b` +
		`) ?`)
	// plans are words of which one stands in every plan.
	plans = speech.TableOf("then", "next", "after", "later", "soon", "presently", "follow", "plan", "intend", "idea", "intention", "aim", "view", "hoping", "course", "come")
	// ownSentence begins words of a plan where they are a sentence or a line of their own.
	ownSentence = regexp.MustCompile(`(?i)^(?:and )?(?:then|next)\b[,:]? ?`)
	// castles is a castling in the words of a sentence, behind "then".
	castles = regexp.MustCompile(`^(?:and |And )?(?:then|Then|next|Next),? [Cc]astl(?:es?|ing)\b[^-0-9]*$`)
	// toCome ends words of a plan.
	toCome = regexp.MustCompile(`(?i)[ ,](?:next|next (?:turn|move|time|go)|later|later on|soon|afterwards|after that|to follow|in due course|to come|the (?:turn|move) after(?: that)?)(?:[.! )]*$|[.!,;] )`)
	// beginsMovable is how a plan begins whose time stands at its end, and ofMove what stands in
	// every plan.
	beginsMovable = regexp.MustCompile(`^(?:[Aa]nd )?(?:[Ii]\b|[Ww]e\b|[KQRBNP]|[Cc]astl)`)
	ofMove        = regexp.MustCompile(`[1-8]|(?i:castl)`)
	// goingTo and endsInThen are a plan only of somebody who has taken their turn.
	goingTo    = regexp.MustCompile(`(?i)^(?:and |but |so )?(?:i|we)(?:'ll| will| shall|(?:'m| am) (?:going|about) to| intend to| plan to| mean to| hope to) `)
	endsInThen = regexp.MustCompile(`(?i)[ ,](?:then|on my turn)[.! )]*$`)
	// ofTurns is the number of a move among some words.
	ofTurns = regexp.MustCompile(`\b[0-9]+ ?[.)]`)
	// supposes is a word of a condition, of another act or of second thoughts.
	supposes = regexp.MustCompile(`(?i)\b(?:if|should|unless|when|whatever|any|otherwise|or|draw|resign|meant|mean|sorry|wait|instead|rather|correction|no|not)\b`)
)

// IsPlan reports whether a line below a move tells of a later turn what binds nobody.
func IsPlan(line string) bool {
	return speech.HoldsAny(line, plans) && isPlan(line, true, true)
}

// TellsAhead reports whether a sentence, whose writer has taken their turn, tells of the next: it
// is a plan, or says what its writer is going to do.
func TellsAhead(sentence string) bool {
	return sentence != "" && (isPlan(sentence, true, true) || ofMove.MatchString(sentence) && !ofTurns.MatchString(sentence) && !supposes.MatchString(sentence) &&
		(goingTo.MatchString(sentence) || toCome.MatchString(sentence) || endsInThen.MatchString(sentence)))
}

// isPlan is IsPlan of a text behind a move. own says that it is a sentence of its own, apart that a
// sign stands before it.
func isPlan(text string, own, apart bool) bool {
	return speech.IsLetter(text[0]) && beginsPlan(text, own, apart) && ofMove.MatchString(text) && !ofTurns.MatchString(text) && !supposes.MatchString(text)
}

// Lengths of what a plan begins with and ends with, in bytes.
const (
	longestOpening = 100
	longestEnding  = 60
)

// beginsPlan reports whether a text begins as a plan does, or ends with the time of one.
func beginsPlan(text string, own, apart bool) bool {
	opening := text[:min(len(text), longestOpening)]
	for _, begins := range [...]*regexp.Regexp{plan, ownSentence} {
		if at := begins.FindStringIndex(opening); at != nil && at[1] < len(text) && (own || begins == plan) {
			return true
		}
	}
	return castles.MatchString(text) || apart && beginsMovable.MatchString(opening) && toCome.MatchString(text[max(0, len(text)-longestEnding):])
}

// CutPlan parts a line into what stands before a plan, and the plan; it is empty where there is
// none.
func (r *Reader) CutPlan(line string) (head, plan string) {
	if !speech.HoldsAny(line, plans) {
		return line, ""
	}
	// A plan stands behind the last words that stand in none, and before the last of a move.
	from, to := 0, lastOf(ofMove, line)
	if to < 0 || !r.Spend(len(line)/8) {
		return line, ""
	}
	for _, never := range [...]*regexp.Regexp{ofTurns, supposes} {
		from = max(from, lastOf(never, strings.TrimRight(line, " ,;-()")))
	}
	for i := from + 1; i < to && r.Spend(1); i++ {
		if line[i] != ' ' {
			continue
		}
		head, tail := strings.TrimRight(line[:i], " ,;-("), strings.Trim(line[i:], " ,;-()")
		if tail == "" || head == "" || !speech.IsLetter(tail[0]) {
			continue
		}
		bracket := line[i+1] == '('
		apart := bracket || strings.IndexByte(".!;,-", line[i-1]) >= 0 || len(tail) > len("and ") && strings.EqualFold(tail[:len("and ")], "and ")
		if r.Spend(1); beginsPlan(tail, bracket || strings.IndexByte(".!;-", line[i-1]) >= 0, apart) {
			return head, tail
		}
	}
	return line, ""
}

// lastOf returns the place of the last words in a text that an expression matches, or -1.
func lastOf(words *regexp.Regexp, text string) int {
	all := words.FindAllStringIndex(text, -1)
	if len(all) == 0 {
		return -1
	}
	return all[len(all)-1][0]
}
