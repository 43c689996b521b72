package speech

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// People name their reader, and lend colour to what they say, at the end of a clause: "no thanks,
// boet", "draw accepted lah". Such words say nothing, and no table of sentences needs to know them.

// addressee are the words with which somebody addresses their reader behind a comma, fondly those
// that may stand before them there, and coloured those that say nothing even without the comma.
var (
	addressee = SetOf("pal son sonny duck ducky pet hen hinny darling sweetheart honey hun hon chief boss guv guvnor gaffer squire chum chums cobber china lad lads lass laddie lassie marra butt butty champ sport buddy dude bro brother cuz homie yaar bhai ji comrade compadre amigo amigos hermano kiddo sunshine treacle folks old-timer matey mister milord governor ma'am neighbour pardner partner bach cariad bonny hinny mijo jefe signore maestro capo habibi sahib guys fellas mateys skipper cap'n flower petal")
	fondly    = SetOf("my me our old dear ye good bonny big wee young poor sweet kind honoured")
	coloured  = SetOf("lah lor leh meh boet boetie bru bruv bruh brah boyo innit fam po ngl y'know mun butty liao ja-nee hey-ho bokkie oke yah")
	// colours are such words that stand together.
	colours = [...][]string{{"no", "cap"}, {"know", "what", "i", "mean"}, {"if", "you", "know", "what", "i", "mean"}, {"like", "i", "said"}, {"old", "bean"}, {"old", "thing"}, {"old", "fruit"}, {"bonny", "lad"}, {"big", "man"}, {"you", "know"}}
	// beforeMan are words behind which "man" at the end of a clause names no man of the board.
	beforeMan = SetOf("one it that on ok okay yes no yeah nah aye sure thanks cheers him draw game please sorry cool great up off")
)

// withoutAddress takes such words out of a line.
func withoutAddress(line string) string {
	if !mayAddress(line) {
		return line
	}
	raw := strings.Fields(line)
	var kept []string
	for i, w := range raw {
		bare := strings.TrimRight(w, ".,;:!?)")
		sign := w[len(bare):]
		if n := addressedBy(raw, i, bare, sign); n > 0 {
			if kept == nil {
				kept = slices.Clone(raw[:i])
			}
			kept = kept[:len(kept)-n+1]
			last := strings.TrimSuffix(kept[len(kept)-1], ",")
			kept[len(kept)-1] = last + strings.TrimLeft(sign, "?")
			if strings.HasPrefix(sign, "?") && n < len("know") {
				kept[len(kept)-1] = last + sign
			}
		} else if kept != nil {
			kept = append(kept, w)
		}
	}
	if kept == nil {
		return line
	}
	return strings.Join(kept, " ")
}

// addressEnds are the last words of all of them.
var addressEnds = func() map[string]bool {
	all := map[string]bool{"man": true, "love": true, "friend": true}
	maps.Copy(all, addressee)
	maps.Copy(all, coloured)
	for _, words := range colours {
		all[words[len(words)-1]] = true
	}
	return all
}()

// mayAddress reports whether a line holds such a word, and does not bid its reader do something:
// "Resign, man!"
func mayAddress(line string) bool {
	for w := range strings.FieldsSeq(line) {
		if addressEnds[strings.TrimRight(w, ".,;:!?)")] {
			return !bidsResign.MatchString(line)
		}
	}
	return false
}

// bidsResign is an order to the reader to resign.
var bidsResign = regexp.MustCompile(`(?i)(?:^|[.!?;,:] |\bjust |\bplease |\bto )resign\b`)

// addressedBy returns how many words of a line up to one only name its reader or say nothing.
func addressedBy(raw []string, at int, bare, sign string) int {
	ends := sign != "" || at+1 == len(raw)
	if at == 0 || !ends || bare == "" || bare[0] < 'a' && bare[0] != 'B' {
		return 0
	}
	before := raw[at-1]
	switch last := before[len(before)-1]; {
	case last == ',':
		if addressee[bare] || coloured[bare] || bare == "man" || bare == "love" {
			return 1
		}
	case !IsLetter(last) && !IsDigit(last):
		return 0
	case coloured[bare], bare == "man" && beforeMan[strings.ToLower(before)], bare == "man" && IsDigit(last):
		return 1
	case addressee[bare] || bare == "friend" || bare == "love":
		for from := at - 1; from > 0 && fondly[raw[from]]; from-- {
			if strings.HasSuffix(raw[from-1], ",") {
				return at - from + 1
			}
		}
	}
	for _, words := range colours {
		from := at - len(words) + 1
		if from > 0 && bare == words[len(words)-1] && slices.EqualFunc(raw[from:at], words[:len(words)-1], strings.EqualFold) && (words[0] == "no" || strings.HasSuffix(raw[from-1], ",")) {
			return len(words)
		}
	}
	return 0
}

// dictation are the names of signs that somebody dictates, with the words before which "period" is
// none.
var (
	dictation = strings.NewReplacer(" full stop", ".", " comma ", ", ", " question mark", "?", " exclamation mark", "!", " exclamation point", "!", " new line", ".", " new paragraph", ".")
	periodOf  = SetOf("time the a this that these any some grace rest same holiday long short trial waiting my our your his her no first second third last whole entire one per each every of in and test brief certain")
	// humming are the sounds of somebody who dictates.
	humming = SetOf("um uh uhm umm er erm")
)

// dictated returns a line with the signs that somebody has dictated by their names, and, where they
// have, without the sounds of their thinking.
func dictated(line string) string {
	if strings.Contains(line, " full stop") || strings.Contains(line, " comma ") || strings.Contains(line, "tion mark") || strings.Contains(line, "tion point") || strings.Contains(line, " new ") {
		line = dictation.Replace(line)
	}
	if strings.ContainsAny(line, ".,;:!?") || !strings.Contains(line, " period") {
		return line
	}
	raw := strings.Fields(line)
	kept, ended := raw[:0], false
	for i, w := range raw {
		switch {
		case w == "period" && i > 0 && !periodOf[raw[i-1]]:
			kept[len(kept)-1] += "."
			ended = true
		case !humming[w] || i+1 == len(raw):
			kept = append(kept, w)
		}
	}
	if !ended {
		return line
	}
	return strings.Join(kept, " ")
}
