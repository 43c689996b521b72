package speech

import (
	"slices"

	"corrd/interpret/notation"
)

// Small talk around a move, and what is none.

// SaysSomething reports whether words are a remark or courtesies, and not stray letters and signs.
func SaysSomething(words []Word) bool {
	said := false
	for i, w := range words {
		if len(w.Plain) < 2 && !(i > 0 && IsDigit(w.Raw[0])) && w.Plain != "i" && w.Plain != "a" && w.Plain != "x" && w.Idiom == 0 && !(i+1 < len(words) && w.Sort == Name && IsGivenName(words[i+1].Raw)) {
			return false
		}
		said = said || w.Sort == Other || w.Sort == Polite && !Small[w.Plain] && !notation.IsLanguage(w.Plain) && !Times[w.Plain] || Wished[w.Plain] || SmallTalk[w.Plain] || IsKisses(w.Raw) || w.Sort == Name && (IsGivenName(w.Raw) || i > 0 && words[i-1].Plain == "the")
	}
	return said || len(words) > 1 && !slices.ContainsFunc(words, func(w Word) bool { return w.Sort == Name })
}

// AllPoliteWish reports whether words are courtesies, and a wish or thanks is among them.
func AllPoliteWish(words []Word) bool {
	return AllPolite(words) && slices.ContainsFunc(words, func(w Word) bool { return Wished[w.Plain] })
}

// SmallTalk are the words of telephones that say nothing of a move.
var SmallTalk = SetOf("lol haha hehe gl hf glhf bw sir madam maam mate bro ur go turn move sup yay woo")

// IsSmallTalk reports whether all of some words are such words.
func IsSmallTalk(words []Word) bool {
	return !slices.ContainsFunc(words, func(w Word) bool { return !SmallTalk[w.Plain] && w.Sort != Polite })
}
