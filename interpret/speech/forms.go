package speech

import (
	"regexp"
	"slices"
	"strings"
)

// shortForms are the words of telephones and of haste, with the words that they stand for.
var shortForms = map[string]string{"u": "you", "ur": "your", "r": "are", "n": "and", "plz": "please", "plse": "please", "pls": "please",
	"kk": "ok", "okey": "ok", "okeydokey": "ok", "sry": "sorry", "soz": "sorry", "yh": "yes", "ye": "yes", "ya": "yes", "yea": "yes", "yeh": "yes", "yass": "yes", "yess": "yes", "yus": "yes", "yessir": "yes",
	"nah": "no", "naw": "no", "nae": "no", "gie": "give", "auld": "old", "och": "oh", "ach": "oh", "dinnae": "don't", "cannae": "can't", "wasnae": "wasn't", "isnae": "isn't", "didnae": "didn't", "nop": "no", "noo": "no", "tnx": "thanks", "thnx": "thanks", "thanx": "thanks", "thks": "thanks", "tks": "thanks", "tx": "thanks", "tysm": "thanks",
	"thee": "you", "dey": "now", "ah've": "i've", "ah'll": "i'll", "ah'm": "i'm", "ye're": "you're", "wouldja": "would you", "dat": "that", "doin'": "doing", "havin'": "having", "feller": "fellow", "thou": "you", "thy": "your", "gr8": "great", "m8": "mate", "gd": "good", "bro": "mate", "bruv": "mate", "yw": "welcome", "acc": "accept", "aight": "ok", "ight": "ok", "yo": "hey", "fam": "mate", "pleas": "please", "plase": "please", "pleae": "please", "thnaks": "thanks", "thansk": "thanks", "wud": "would", "w": "with", "prob": "problem", "ofc": "of course",
	"bc": "because", "cuz": "because", "gonna": "going to", "wht": "white", "blk": "black",
	"ja": "yes", "jawohl": "yes", "oui": "yes", "nein": "no", "remis": "draw", "einverstanden": "agreed", "gerne": "gladly", "gern": "gladly", "volontiers": "gladly"}

// LongForm returns the word for which a short form or a drawn-out one, "pleeease", stands.
func LongForm(word string) string {
	if long, ok := shortForms[word]; ok {
		return long
	}
	for i := 0; i+2 < len(word); i++ {
		if word[i] == word[i+1] && word[i] == word[i+2] && IsLetter(word[i]) {
			drawn := slices.Compact([]byte(word))
			if long, ok := shortForms[string(drawn)]; ok {
				return long
			}
			return string(drawn)
		}
	}
	return word
}

// LongForms is a phrase with the long forms of its words.
func LongForms(plain string) string {
	if same := !strings.Contains(plain, "  "); same {
		for w := range strings.SplitSeq(plain, " ") {
			w = strings.TrimSuffix(w, "?")
			same = same && LongForm(w) == w
		}
		if same {
			return plain
		}
	}
	words := strings.Fields(plain)
	for i, w := range words {
		asks := strings.HasSuffix(w, "?")
		if words[i] = LongForm(strings.TrimSuffix(w, "?")); asks {
			words[i] += "?"
		}
	}
	return strings.Join(words, " ")
}

// withoutStars takes the stars with which a mail program marks bold words off a line.
func withoutStars(line string) string {
	if strings.Count(line, "*") < 2 {
		return line
	}
	return starred.ReplaceAllString(line, "$1$2$3")
}

// starred are words between stars.
var starred = regexp.MustCompile(`(^|[ (:])\*{1,2}([^* ]|[^* ][^*]*[^* ])\*{1,2}($|[ ).,;:!?])`)
