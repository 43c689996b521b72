package interpret

import (
	"slices"
	"strings"

	"corrd/interpret/speech"
	"corrd/interpret/wording"
)

// What a clause says of a draw without a verb of an act, and of going on with the game.

// saidOfDraw reads a clause that is about a draw without a verb of an act: "no draw yet", "let us call it
// a draw", "you may have your draw".
func saidOfDraw(words []string) (Kind, bool) {
	at := slices.Index(words, "draw")
	if at < 0 || len(words) > mostOfStatement/2+2 {
		return 0, false
	}
	head, tail := words[:at], words[at+1:]
	proposes := len(head) > 2 && head[0] == "i" && verbs[head[1]] == offers && verbs[head[1]] != 0
	if proposes {
		if head = head[2:]; head[0] == "that" {
			head = head[1:]
		}
		if len(head) == 0 || head[0] != "we" {
			return 0, false
		}
		head = append([]string{"let", "us"}, head[1:]...)
	}
	for len(head) > 0 && speech.Small[head[len(head)-1]] && head[len(head)-1] != "have" {
		head = head[:len(head)-1]
	}
	if i := slices.Index(tail, "and"); i >= 0 && besideDraw(tail[i+1:]) {
		tail = tail[:i]
	}
	behind := func(set map[string]bool) bool {
		return !slices.ContainsFunc(tail, func(w string) bool { return !set[w] })
	}
	switch lead := strings.Join(head, " "); lead {
	case "yes", "yes to", "ok", "okay", "sure", "fine", "agreed", "right":
		return KindAcceptDraw, behind(drawn) || len(tail) > 1 && (tail[0] == "is" || tail[0] == "sounds" || tail[0] == "suits" || tail[0] == "seems") && !slices.Contains(tail, "not")
	case "":
		return KindOfferDraw, len(words) > 1 && behind(drawn)
	case "no", "not", "no to", "i say no", "i say no to", "we say no", "we say no to":
		return KindDeclineDraw, behind(undrawn)
	case "you can have", "you may have", "you shall have", "you have", "have", "you get", "you will have", "you will get", "you have got":
		return KindAcceptDraw, behind(drawn)
	case "let us", "let us call it", "let us make it", "let us say", "let us agree on", "let us agree to", "let us agree", "let us have", "let us take", "let us settle for", "let us settle on", "let us shake on", "we call it", "we can call it", "call it", "let us shake hands on":
		return KindOfferDraw, behind(drawn)
	}
	return 0, false
}

// besideDraw reports whether words joined to the name of a draw put something pleasant beside it: "and a cup of tea".
func besideDraw(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool {
		return leavingOpen[w] || actWords[w] || speech.Matters[w] || speech.Times[w] || negatives[w] || w == "you" || w == "play"
	})
}

// undrawn and drawn are the words that may stand behind the draw that is refused, and that is agreed.
var (
	undrawn = wording.SetOf("yet for me today please now this time thanks thank you sir dear from here mate bro lol just at the moment present my friend old man chap offer accepted then i am we are afraid sorry to say")
	drawn   = wording.SetOf("then sir dear mate bro my friend old man chap now today and shake hands be done with it thanks please here as offered")
)

// persists reports whether words say that their writer goes on with the game.
func persists(words []string) bool {
	text := strings.Join(words, " ")
	for _, on := range speech.Said["persisting"] {
		head, ok := strings.CutSuffix(text, on)
		if !ok {
			continue
		}
		lead := strings.Fields(head)
		if len(lead) == 0 || len(lead) == 1 && lead[0] == "i" || lead[0] != "i" && lead[0] != "we" && lead[0] != "let" && !speech.BehindWould[lead[0]] && !(len(lead) == 1 && (lead[0] == "shall" || lead[0] == "will")) {
			return false
		}
		denied, _, fits := mayPrecede(lead)
		return fits && !denied
	}
	return false
}

// proposing are the words of which a question that offers a draw consists.
var proposing = speech.Set("proposing")

// proposesDraw reports whether the words of a question put a draw to somebody.
func proposesDraw(words []string) bool {
	at := slices.Index(words, "draw")
	if i := slices.Index(words, "and"); at > 0 && i > at && besideDraw(words[i+1:]) {
		words = words[:i]
	}
	if at < 0 || len(words) > mostOfStatement || slices.ContainsFunc(words, func(w string) bool { return !proposing[w] && w != "draw" }) {
		return false
	}
	switch words[0] {
	case "draw":
		return len(words) == 1 || len(words) == 2 && words[1] != "what" && words[1] != "how" && words[1] != "why"
	case "why":
		return words[1] == "not"
	case "is", "should", "not", "that", "this", "do", "did", "it", "the":
		return words[0] == "do" && slices.Contains(words, "want")
	case "what":
		return words[1] == "about" || len(words) > 3 && (words[1] == "do" || words[1] == "would") && words[2] == "you" && (words[3] == "think" || words[3] == "say")
	case "how":
		return words[1] == "about" || words[1] == "does" || words[1] == "would"
	case "can", "could", "may", "might", "will":
		return slices.Contains(words, "offer") || slices.Contains(words, "propose") || slices.Contains(words, "suggest") || slices.Contains(words, "we") || slices.Contains(words, "you")
	}
	return verbs[words[0]] == 0 && words[0] != "i" && words[0] != "you"
}
