package speech

import "slices"

// Sentences beside one that plays a move may tell of another game, and words behind a move may only answer it.

// posing are words of a question that its writer answers with what they would play.
var posing = SetOf("i we pin pins pinned castle castling attack then when if habit do")

// elsewhere are words of a sentence that tells of another game, of a habit or of a scene.
var elsewhere = SetOf("club league custom habit system recipe ideas repertoire dream dreams poem quiz nephew forward envelope spring glory act grandfather beginners championship parrot describe strangest")

// isElsewhere reports whether a sentence does so: "My move against Harry is going well."
func isElsewhere(one []Word) bool {
	first := one[0].Plain
	for i, w := range one {
		switch {
		case elsewhere[w.Plain] && w.Idiom == 0, IsDigit(w.Raw[0]) && len(w.Plain) == 4 && IsDigit(w.Plain[3]) && len(one) < mostOfMan:
			return true
		case i > 0 && w.Sort == Name && (one[i-1].Plain == "against" || one[i-1].Plain == "opposite"):
			return true
		case i > 0 && i+2 < len(one) && (one[i-1].Sort == Name || company[one[i-1].Plain]) && w.Plain == "and" && one[i+1].Plain == "i" && (one[i+2].Plain == "are" || one[i+2].Plain == "play" || one[i+2].Plain == "have"):
			return true
		case i > 0 && w.Plain == "me" && i+1 == len(one) && (one[i-1].Plain == "know" || one[i-1].Plain == "knows"):
			return true
		case i > 0 && (w.Plain == "game" || w.Plain == "board") && (one[i-1].Plain == "other" || i+2 < len(one) && one[i+1].Plain == "with" && one[i+2].Sort == Name):
			return true
		}
	}
	return len(one) < mostOfMan && (first == "people" || first == "they" || first == "everyone" || first == "pigs")
}

// Rejects reports whether words behind a move, set apart from it by a full stop, a dash or a bracket,
// only answer it, as who repeats their adversary's does, or say that it is none.
func Rejects(words []Word) bool {
	n := EndOf(words)
	one := words[:n]
	switch one[0].Plain {
	case "received", "noted", "duly", "understood", "got", "ouch", "copy", "spell", "learn", "clever", "sic", "rejected", "full":
		return n < mostOfMan
	case "no", "not":
		return n > 1 && (one[1].Plain == "thanks" || one[1].Plain == "thank" || one[1].Plain == "for")
	case "good", "well", "very":
		return n <= FewestWords && (one[n-1].Plain == "one" || one[n-1].Plain == "played" || one[n-1].Plain == "clever" || one[n-1].Plain == "sound")
	}
	if words[0].Raw[0] == '(' {
		return n == 1 && words[0].Sort == Name || slices.ContainsFunc(one, func(w Word) bool { return bracketed[w.Plain] })
	}
	last := one[n-1].Plain
	return n < MostOfLine && (last == "coming" && one[0].Plain == "i" && (one[1].Plain == "saw" || one[1].Plain == "did" || one[1].Plain == "never") || one[0].Plain == "you" && one[1%n].Plain == "surprise")
}

// bracketed are words of a bracket behind a move that is not made.
var bracketed = SetOf("other rejected board diagram slow timid weak choice idea")
