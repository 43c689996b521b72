package interpret

import (
	"regexp"
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// mostResigning is how many bytes of prose are searched at most for a resignation.
const mostResigning = 300

// SeemsToResign reports whether the writer of some prose seems to resign in a sentence of it, so
// that they are asked: "I resign?", "Lost. Bye". Nobody is asked who tells of somebody else, of
// another time, or of what they do not do.
func SeemsToResign(prose string) bool {
	if len(prose) > mostResigning || !ofLosing.MatchString(prose) {
		return false
	}
	return slices.ContainsFunc(endsOfSentences.Split(brokenProse.ReplaceAllString(prose, "$1 $2"), -1), func(sentence string) bool {
		clauses := strings.Split(sentence, ",")
		for i, c := range clauses {
			clauses[i] = PlainWords(c)
		}
		plain := strings.Join(clauses, " , ")
		if resignsNot.MatchString(plain) || !resignsNow.MatchString(plain) && !losesNow.MatchString(plain) {
			return false
		}
		object := resignsWhat.FindStringSubmatch(plain)
		return object == nil || gamesGiven[object[1]]
	})
}

// NamesResigning reports whether prose has a word of those who resign.
func NamesResigning(prose string) bool {
	return len(prose) <= mostResigning && namesResigning.MatchString(prose)
}

// How somebody resigns who does not say it plainly: the verb with its writer or nobody before it,
// or a few words that call the game lost. The objects of the verb are a game, and nothing else.
var (
	endsOfSentences = regexp.MustCompile(`[.!?;]+(?:\s|$)|\n+`)
	brokenProse     = regexp.MustCompile(`([^\n]{30}[ \pL,])\n(\p{Ll})`) // a line that a mail program has broken
	namesResigning  = regexp.MustCompile(`(?i)\b(?:resign\w*|conced\w*|surrender\w*|capitulat\w*|(?:give|giving) up|aufgegeben|gebe (?:\w+ ){0,3}auf)\b`)
	ofLosing        = regexp.MustCompile(`(?i)\b(?:resign\w*|conced\w*|surrender\w*|capitulat\w*|(?:give|giving|throw|throwing) (?:\w+ ){0,3}(?:up|in)|quit|lost|beaten|wins?|won|aufgegeben|gebe (?:\w+ ){0,3}auf|verloren|abandonne)\b`)
	resignsNow      = regexp.MustCompile(`^(?:(?:well|ok|okay|oh|so|then|now|and|but|yes|alas|gg|hereby|sorry|,) )*(?:(?:resign|resigns|resigning|resigned|resignation|concede|conceding|surrender|(?:i have|ive) resigned|ich gebe (?:\w+ ){0,2}auf|gebe (?:\w+ ){0,2}auf|jabandonne)\b` +
		`|(?:i|we|ill|id|im|ive) (?:\w+ ){0,7}?(?:resign|resigning|concede|conceding|surrender|surrendering|capitulate|give up|give in|giving up|quit|throw in the towel)\b)`)
	losesNow = regexp.MustCompile(`^(?:(?:well|ok|okay|oh|so|then|now|and|but|yes|alas|gg|sorry|,) )*(?:i lost|ive lost|i have lost|i lose|lost|im lost|im beaten|i am beaten|you win|u win|you won|u won|you have won|youve won|ich habe verloren|verloren)` +
		`(?: ,.*| (?:the game|this game|this one|it|the match|then|here|anyway|obviously|bye|gg|thanks|thank|sir|mate|well|congratulations|congrats|lol|ok|i|sorry|good)\b.*)?$`)
	resignsNot  = regexp.MustCompile(`\b(?:not|never|dont|wont|cant|cannot|shant|wouldnt|shouldnt|couldnt|didnt|havent|hardly|nearly|almost|if|unless|until|till|before|when|once|rather than|instead|yesterday|ago|earlier|refuse|nobody|nothing|he|she|they|who|how|why|hope|wish|expect|expected|you (?:\w+ )?(?:resign|should|must|will|would|can|may|to)|your resignation)\b`)
	resignsWhat = regexp.MustCompile(`\b(?:resign|resigning|resigned|concede|conceding|surrender|surrendering|give up|giving up|quit|resignation) (?:from |as |on )?(?:my|your|the|a|an|this|that|some|two|one|both|all|smoking|trying|looking|playing|hope|work|p|b|k|q|r|n|kt) ?(\w*)`)
)

// gamesGiven are what is given up by whoever resigns.
var gamesGiven = speech.SetOf("game point match fight struggle contest battle one is")
