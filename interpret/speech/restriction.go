package speech

import (
	"regexp"
	"slices"
	"strings"
)

// Heads are the words that begin a phrase which may say when or of what a statement holds: "from
// Monday", "on White", "next week".
var Heads = SetOf("from on in at by as next this for with to starting beginning since once within during before")

// Restricts reports whether words behind a statement in its sentence begin, behind courtesies that
// say please or thanks, with a phrase that says when or of what it holds. "from" and a name are a
// signature.
func Restricts(words []Word) bool {
	thanked := false
	for len(words) > 0 && (Interjections[words[0].Plain] || words[0].Plain == "you" || words[0].Plain == "very" || words[0].Plain == "much") && words[0].Idiom == 0 {
		thanked = thanked || strings.HasPrefix(words[0].Plain, "thank") || words[0].Plain == "sorry"
		words = words[1:]
	}
	if len(words) == 0 || thanked && words[0].Plain == "for" || words[0].Idiom != 0 || !Heads[words[0].Plain] {
		return false
	}
	rest := words[1:]
	timed := false
	for _, w := range rest {
		timed = timed || Times[strings.TrimSuffix(w.Plain, "'s")]
	}
	switch words[0].Plain {
	case "this":
		return timed || len(rest) > 0 && Times[strings.ToLower(strings.Trim(rest[0].Raw, ".,!"))]
	case "from", "for", "to":
		return timed
	case "on":
		return true
	}
	return len(rest) == 0 || timed || rest[0].Sort != Polite || strings.Trim(rest[0].Plain, "0123456789") == ""
}

// denials are the words of somebody who says no and tells that they have asked for nothing.
var denials = Set("denials")

// Denies reports whether the words behind a no only deny that their writer has asked for anything:
// "no, that wasn't me".
func Denies(words []Word) bool {
	for _, w := range words {
		if bare := w.Bare(); !denials[bare] && w.Sort != Name && w.Sort != Polite || w.Stop == '?' {
			return false
		}
	}
	return true
}

// done are the words of what somebody has done.
var done = SetOf("was did have registered asked requested signed")

// Affirms reports whether the words behind a yes only say that their writer has asked for what is
// to be confirmed: "yes, it was I who registered".
func Affirms(words []Word) bool {
	denied := func(w Word) bool { return w.Sort == Doubt && w.Plain != "who" && w.Plain != "wrote" }
	return Denies(words) && !slices.ContainsFunc(words, denied) && slices.ContainsFunc(words, func(w Word) bool { return done[w.Plain] })
}

// HoldsPhrase reports whether a line holds one of some phrases in lower case.
func HoldsPhrase(line string, phrases []string) bool {
	return slices.ContainsFunc(phrases, func(words string) bool { return IndexWord(line, words, 0) >= 0 })
}

// Called are the words other than names by which people are called.
var Called = SetOf("love darling pet hen duck cobber petal honey dearie lad lads lass laddie chum boss guv squire sunshine son sonny boet bru bruv my dear old sir madam friend friends mate man chap fellow boy girl buddy pal bro dude opponent captain doctor")

// IsCalled reports whether words only call somebody.
func IsCalled(words []Word) bool {
	return !slices.ContainsFunc(words, func(w Word) bool { return w.Sort != Name && !Called[w.Plain] })
}

// IsReport reports whether a statement says what has been done and not what its writer does: "that
// challenge has been declined".
func IsReport(words []Word) bool {
	return slices.ContainsFunc(words, func(w Word) bool { return w.Plain == "been" || w.Plain == "was" || w.Plain == "is" })
}

// explained are words that may take a no back in a sentence behind it.
var explained = SetOf("yes accept agree ok okay but maybe perhaps wait however unless if joke joking kidding only actually mistake mean meant correction rather instead though although")

// Explains reports whether whole sentences behind a no only give its reason: "I decline the draw. I
// think I stand better."
func Explains(last Word, words []Word) bool {
	return EndsSentence(last.Stop) && !slices.ContainsFunc(words, func(w Word) bool { return explained[w.Plain] || w.Stop == '?' || IsDigit(w.Raw[0]) })
}

// What a line says of its moves besides: that something is mended, or that they are not certain.

// Words with which somebody mends what they have written; those of them that nobody uses who tells
// of a game; and words of somebody who has not made up their mind.
var (
	correcting = TableOf("sorry", "meant", "wait", "correction", "rather", "instead", "no,", "oops", "whoops", "actually", "scratch", "mean", "hang on", "hold on", "second thought", "error", "mistake", "slip of", "typo", "must be", "should be", "has to be", "changed my mind", "i should have", "i ought to", "errat", "corrig", "amend", "void", "replace", "substitut", "disregard", "ignore", "scrap", "on reflection", "edit", "take that back")
	Owning     = TableOf("sorry", "meant", "correction")
	unsettling = TableOf("maybe", "perhaps")
)

// Corrects reports whether a line holds a word with which somebody mends what they have written.
func Corrects(line string) bool {
	if not, ok := CutWord(line, "not"); ok && IndexWord(not, "but", 0) > 0 {
		return true // "Not P-KR3 but P-QR3."
	}
	return HoldsAny(line, correcting) || noAlone.MatchString(line)
}

// noAlone is a no that is a sentence, and no number: "No. P-Q4."
var noAlone = regexp.MustCompile(`(?:^|[^a-zA-Z])[Nn][Oo][.!]+ +[^0-9 ]`)

// LeavesOpenMove reports whether a line of moves leaves open whether they are meant: it says
// "maybe", or it ends as a question does, and with a move. The marks "!?" and "?!" are an
// annotator's.
func LeavesOpenMove(line string, endsInMove bool) bool {
	end := strings.TrimRight(line, " )\"'")
	return endsInMove && strings.HasSuffix(end, "?") && !strings.HasSuffix(end, "!?") || whichMove.MatchString(line) || noMove.MatchString(line) || HoldsAny(line, unsettling)
}

// whichMove is a question between two moves, whatever stands behind it: "P-Q3 or P-Q4? Oh, P-Q4."
var whichMove = regexp.MustCompile(`[1-8sS]\)?,? or (?:[Cc]astles?|[^.!?;:,]{0,24}[-x][^.!?;:,]{0,9}[1-8])\? `)

// noMove is a move that is not made: "No P-KR3 for me".
var noMove = regexp.MustCompile(`(?:\bNo|[a-z]+,? no) (?:more )?(?:[KQRBNP]|Kt)[-x ]`)
