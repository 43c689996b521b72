package speech

import (
	"slices"
	"strings"

	"corrd/interpret/notation"
)

// thanked marks what somebody is thanked for, or asked to forgive, as a courtesy: "thank you for
// setting this up", "sorry for the slow reply".
func thanked(words []Word) {
	for i := 0; i+1 < len(words); i++ {
		if i == 0 || !wishes(words[:i+1]) {
			continue
		}
		for j := i + 1; j < len(words); j++ {
			if words[j].Sort == Other && !IsDigit(words[j].Raw[0]) {
				words[j].Sort = Polite
			}
			if words[j].Stop != 0 {
				break
			}
		}
	}
}

// wishes reports whether words end in a turn behind which a courtesy says for what or where: "thank
// you so much for", "see you", "looking forward to".
func wishes(words []Word) bool {
	last := len(words) - 1
	if words[last-1].Stop != 0 {
		return false
	}
	switch words[last].Plain {
	case "you":
		return words[last-1].Plain == "see"
	case "to":
		return words[last-1].Plain == "forward"
	case "with", "in", "on":
		return words[last-1].Plain == "luck" || strings.HasPrefix(words[last-1].Plain, "congrat")
	case "for":
		for j := last - 1; j >= 0 && words[j].Stop == 0; j-- {
			switch words[j].Plain {
			case "thank", "thanks", "sorry", "apologies", "grateful", "cheers", "ta":
				return true
			}
		}
	}
	return false
}

// excused marks a "but" between thanks or regrets and what their writer does all the same: "thank
// you, but I decline".
func excused(words []Word) {
	thanks := false
	for i, w := range words {
		switch {
		case EndsSentence(w.Stop) || w.Sort == Other || w.Sort == Doubt && w.Plain != "but":
			thanks = false
		case w.Plain == "but" && thanks && i+1 < len(words):
			switch words[i+1].Plain {
			case "i", "we", "no", "i'm", "i'll", "must":
				words[i].Sort, words[i].Idiom = Polite, i+1
			}
		default:
			thanks = thanks || strings.HasPrefix(w.Plain, "thank") || w.Plain == "sorry" || w.Plain == "honoured" || w.Plain == "kind"
		}
	}
}

// isScore reports whether a word is the result of a game, not in brackets as results are printed.
func isScore(raw string) bool {
	raw = strings.TrimRight(raw, ".,!")
	return raw == "1-0" || raw == "0-1"
}

// MayBeName reports whether a word may be somebody's name, however it is written: it has letters
// alone, and is a word of no sentence that states something.
func MayBeName(raw string) bool {
	raw = strings.TrimRight(raw, ".,!")
	bare := strings.ToLower(raw)
	return len(raw) > 2 && !strings.ContainsFunc(bare, func(r rune) bool { return r < 'a' || r > 'z' }) && !freely.Knows(bare) && !Acting[bare] && !MenNamed[bare] && !ofGames[bare] && !household[bare]
}

// IsGivenName reports whether a word is written as a name is, and is not a word of a move: "Ron",
// which reads as the letter of a Rook and "on".
func IsGivenName(raw string) bool {
	raw = strings.Trim(raw, ".,;:!?()\"'")
	if len(raw) < len("Ron") || MenNamed[strings.ToLower(raw)] {
		return false
	}
	for i := range len(raw) {
		if !IsLetter(raw[i]) || (raw[i] < 'a') != (i == 0) {
			return false
		}
	}
	return true
}

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
