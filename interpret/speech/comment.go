package speech

import (
	"slices"
	"strings"
)

// Who says yes to the one thing that was put to them often goes on with a reason or a comment:
// "Yes, any extra day is a blessing". The yes stands if the comment speaks of what was asked and
// nothing in it turns it.

// mostComment is how many words such a letter has at most.
const mostComment = 30

// ofOpening are words of the yes; unsaying those that set a condition, name another act or matter,
// or deny, and news those of what somebody saw, heard or did; commented those of what each question
// asks.
var (
	ofOpening      = Set("comment opening")
	unsaying, news = Set("comment turns"), Set("comment news")
	commented      = map[Question]map[string]bool{OfTerms: Set("comment terms"), OfPause: Set("comment terms"), OfWithdrawal: Set("comment withdrawal"), OfRegistration: Set("comment registration")}
)

// affirms reports whether the sentences of a letter say yes to a question, with a comment on it.
func affirms(sentences [][]Word, asked Question) bool {
	var words []string
	for _, one := range sentences {
		if last := one[len(one)-1]; last.Stop == '?' || strings.HasSuffix(last.Raw, "..") {
			return false
		}
		words = append(words, append(plainlyIn(one, true), ",")...)
	}
	of, begins := commented[asked], slices.IndexFunc(words, func(w string) bool { return w != aName && w != "," && w != "dear" && w != "hi" && w != "hello" })
	if of == nil || begins < 0 || len(words) > mostComment || !yeses[words[begins]] && words[begins] != "ok" && words[begins] != "certainly" {
		return false
	}
	at, fits := begins+1, false
	for at < len(words) && (ofOpening[words[at]] || yeses[words[at]]) {
		at++
	}
	for i := at; i < len(words); i++ {
		w, before := words[i], words[i-1]
		denies := (w == "not" || w == "never") && (before != "am" && before != "are" && before != "is" || i+1 < len(words) && of[words[i+1]])
		if denies || w == "nobody" && before == "suits" || unsaying[w] || news[w] || acts.vetoes[w] || w == "think" && before == "i" {
			return false
		}
		fits = fits || of[w] || w == "days" && (IsDigit((before + " ")[0]) || slices.Contains(Counted[:], before)) || w == "_" && before == "take" // "take your time"
	}
	return fits || at == len(words)-1 && asked == OfWithdrawal
}
