package speech

import (
	"regexp"
	"slices"
	"strings"
)

// mostResigning is how many bytes of prose are searched at most for a resignation.
const mostResigning = 300

// SpeaksOfResigning reports whether the writer of some prose speaks of resigning this game now, in
// a sentence that may not do it: "I resign?", "I think I shall resign". Who tells of somebody else,
// of another time, or of what they do not do, does not.
func SpeaksOfResigning(prose string) bool {
	return NamesResigning(prose) && slices.ContainsFunc(Sentences(Of(prose)), func(sentence []Word) bool {
		var b strings.Builder
		for _, w := range sentence {
			b.WriteString(strings.ReplaceAll(w.Plain, "'", "") + " ")
			if w.Stop == ',' {
				b.WriteString(", ")
			}
		}
		plain := strings.TrimRight(b.String(), " ,")
		object := resignsWhat.FindStringSubmatch(plain)
		return resignsNow.MatchString(plain) && !resignsNot.MatchString(plain) && (object == nil || gamesGiven[object[1]])
	})
}

// NamesResigning reports whether prose has a word of those who resign.
func NamesResigning(prose string) bool {
	return len(prose) <= mostResigning && namesResigning.MatchString(prose)
}

// How somebody speaks of resigning who does not do it plainly: the verb with its writer or nobody
// before it. The objects of the verb are a game, and nothing else.
var (
	namesResigning = regexp.MustCompile(`(?i)\b(?:resign\w*|conced\w*|surrender\w*|capitulat\w*|(?:give|giving) up|aufgegeben|gebe (?:\w+ ){0,3}auf)\b`)
	resignsNow     = regexp.MustCompile(`^(?:(?:well|ok|okay|oh|so|then|now|and|but|yes|alas|gg|hereby|sorry|,) )*(?:(?:resign|resigns|resigning|resigned|resignation|concede|conceding|surrender|(?:i have|ive) resigned|(?:ich )?gebe (?:\w+ ){0,2}auf)\b` +
		`|(?:i|we|ill|id|im|ive) (?:\w+ ){0,7}?(?:resign|resigning|concede|conceding|surrender|surrendering|capitulate|give up|giving up)\b)`)
	resignsNot  = regexp.MustCompile(`\b(?:not|never|dont|wont|cant|cannot|shant|wouldnt|shouldnt|couldnt|didnt|havent|hardly|nearly|almost|if|unless|until|till|before|when|once|rather than|instead|yesterday|ago|earlier|refuse|nobody|nothing|he|she|they|who|how|why|hope|wish|expect|expected|you (?:\w+ )?(?:resign|should|must|will|would|can|may|to)|your resignation)\b`)
	resignsWhat = regexp.MustCompile(`\b(?:resign|resigning|resigned|concede|conceding|surrender|surrendering|give up|giving up|resignation) (?:from |as |on )?(?:my|your|the|a|an|this|that|some|two|one|both|all|smoking|trying|looking|playing|hope|work|p|b|k|q|r|n|kt) ?(\w*)`)
)

// gamesGiven are what is given up by whoever resigns.
var gamesGiven = SetOf("game point match fight struggle contest battle one is")
