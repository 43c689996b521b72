package interpret

import (
	"slices"
	"strings"

	"corrd/interpret/speech"
	"corrd/interpret/wording"
)

// What brings a move in: a sentence of its writer's that ends with a verb of moving, "I beg to report",
// one that names the move, "my first move will be", or a request to enter it.

// movings are the verbs behind which a move stands, the last word of each by the words before it.
var movings = speech.Set("movings")

// linking are the words that may stand between such a verb and the move.
var linking = wording.SetOf("you your upon off straight in with for on to it my the our a simply just boldly now here as up down out forward move reply answer contest battle match campaign account proceedings innings usual myself")

// naming are the words of which what names a move consists, before "is" and its like.
var naming = speech.Set("naming")

// recording are the words of a request to enter a move.
var recording = speech.Set("recording")

// names reports whether words say that a move is what follows: "my reply is", "the move I have chosen is",
// "what I play is".
func names(plain []string) bool {
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(plain, w) })
	}
	if slices.ContainsFunc(plain, func(w string) bool { return !naming[w] }) {
		return false
	}
	links := has("is", "be", "follows", "falls")
	if has("i", "we") { // who does it is said by a clause of its own, behind what is named or "what"
		return links && (has("move", "reply", "answer", "choice", "response") || plain[0] == "what")
	}
	noun := has("move", "reply", "answer", "choice", "response", "decision", "selection")
	return has("my", "our", "mine", "here", "which") && (links || noun) || noun && links && (plain[0] == "the" || plain[0] == "this")
}

// records reports whether words ask that a move be entered.
func records(plain []string) bool {
	switch plain[0] {
	case "please", "kindly", "pray", "could", "would":
		plain = plain[1:]
	case "you":
		if len(plain) < 3 || plain[1] != "may" && plain[1] != "can" {
			return false
		}
	case "be": // "be so good as to enter"
		if len(plain) < 3 || plain[1] != "so" {
			return false
		}
	case "enter", "record", "log", "mark", "book", "play", "put": // an order
	default:
		return false
	}
	return !slices.ContainsFunc(plain, func(w string) bool { return !recording[w] }) && slices.ContainsFunc(plain, func(w string) bool {
		switch w {
		case "move", "do", "send", "give", "record", "note", "take", "enter", "put", "register", "book", "log", "write", "receive", "find", "mark", "accept", "make", "play":
			return true
		}
		return false
	})
}

// performsMove reports whether words say that their writer plays what follows.
func performsMove(plain []string) bool {
	verb := -1
	for i := len(plain) - 1; i >= 0 && i >= len(plain)-mostLinks; i-- {
		if movings[plain[i]] && (i == len(plain)-1 || i > 0 && !movings[plain[i-1]] || verb < 0) {
			verb = i
		}
		if !linking[plain[i]] && !movings[plain[i]] && !speech.Manners[plain[i]] && !(speech.MenNamed[plain[i]] || strings.HasSuffix(plain[i], "'s")) {
			break
		}
	}
	if verb < 1 {
		return false
	}
	lead := withoutTurn(plain[:verb])
	if past[plain[verb]] && !slices.Contains(lead, "have") {
		return false // "I played" tells of another game
	}
	if !slices.Contains(lead, "i") && !slices.Contains(lead, "we") && !slices.Contains(lead, "us") && lead[0] != "me" && lead[0] != "to" && lead[0] != "allow" && lead[0] != "permit" && lead[0] != "let" && plain[verb] != "going" {
		return false
	}
	if slices.Contains(lead, "would") && !slices.Contains(lead, "like") && !slices.Contains(lead, "love") || lead[0] == "if" || slices.Contains(lead, "rather") {
		return false
	}
	if i := slices.Index(lead, "and"); i > 0 && hasDone(lead[:i]) {
		lead = append(lead[:1:1], lead[i+1:]...) // "I have thought about it and play"
	}
	denied, _, ok := mayPrecede(withoutScene(lead))
	return ok && !denied
}

// past are the forms of verbs of moving with which a game is told of, unless "have" stands before them.
var past = wording.SetOf("played moved gone sent given")

// withoutTurn takes off the head of a clause what says for which turn its writer acts: "for my move I".
func withoutTurn(words []string) []string {
	if len(words) < 3 || words[0] != "for" && words[0] != "as" && words[0] != "on" && words[0] != "in" {
		return words
	}
	for i, w := range words[1:] {
		switch {
		case w == "i" || w == "we":
			return words[i+1:]
		case !naming[w] || w == "is" || w == "be":
			return words
		}
	}
	return words
}

const (
	mostLinks  = 6 // words between a verb of moving and the move
	mostOfLine = 8 // words that set a scene for a move
)

// scenic are the prepositions and adverbs with which words set the scene of a move.
var scenic = speech.Set("scenic")

// outOfScene are words of which none stands in what sets the scene of a move.
var outOfScene = speech.Set("outOfScene")

// unmoving are words of what somebody does who moves nothing.
var unmoving = speech.Set("unmoving")

// unmarked returns the place in a line at which the words of a move begin that has no sign before it, 0 for
// none: at the first word with the figure of a rank or a dash, or at the word of a man before it.
func unmarked(line string) int {
	at := 0
	for i := 0; i < len(line); {
		w, _, _ := strings.Cut(line[i:], " ")
		castles := false
		if w != "" && (wording.Lower(w[0]) == 'c' || wording.Lower(w[0]) == 'o') {
			_, castles = wording.CutAnyWord(w, "castles", "castle", "castling", "o-o")
		}
		if castles || strings.ContainsAny(w, "12345678") && i > 0 {
			at = i
			break
		}
		if strings.ContainsAny(w, "x-") && len(w) > 2 && w[0] >= 'B' && w[0] <= 'R' && i > 0 {
			at = i
			break
		}
		i += len(w) + 1
	}
	if at == 0 {
		at = manAt(line)
	}
	for back := 0; at > 0 && back < mostLinks; back++ {
		before := strings.TrimRight(line[:at], " ")
		last := strings.TrimRight(before[strings.LastIndexByte(before, ' ')+1:], ".")
		small := strings.ToLower(strings.TrimRight(last, "s'"))
		if small == "take" && !takesByMan(before[:strings.LastIndexByte(before, ' ')+1]) ||
			!(speech.MenNamed[small] || speech.MenNamed[small+"s"] || small == "to" || small == "x" || small == "one" || small == "two" || len(small) < 3 && strings.Contains("KQRBNP KtQRKRQBKB", last[:len(small)])) {
			break
		}
		at = strings.LastIndexByte(before, ' ') + 1
	}
	if at > 0 && line[at-1] == ' ' && at > 1 && strings.IndexByte(".!:,;-?", line[at-2]) >= 0 {
		return 0
	}
	return at
}

// takesByMan reports whether words before "take" or "takes" end with a man, who takes: of "please take P-KR3" nobody does.
func takesByMan(before string) bool {
	before = strings.TrimRight(before, " ")
	man := strings.ToLower(strings.TrimRight(before[strings.LastIndexByte(before, ' ')+1:], "s'."))
	return man != "" && (speech.MenNamed[man] || strings.Contains("kqrbnp kt", man))
}

// manAt returns the place of the man in "I would like to move my pawn to king's fourth", 0 for none.
func manAt(line string) int {
	small := strings.ToLower(line)
	if !strings.Contains(small, " to ") {
		return 0
	}
	for _, man := range [...]string{" pawn to ", " knight to ", " bishop to ", " rook to ", " queen to ", " king to "} {
		if at := strings.Index(small, man); at > 0 {
			return at + 1
		}
	}
	return 0
}
