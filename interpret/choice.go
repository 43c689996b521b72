package interpret

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"corrd/game/board"
	"corrd/interpret/carrying"
	"corrd/interpret/notation"
	"corrd/interpret/speech"
)

// longestChoice is how many bytes a line has that names one of several readings and no more.
const longestChoice = 48

// choosing are the words that may stand before the name of a reading, and chosen those behind it.
var (
	choosing = [...]string{"yes", "i choose", "i adopt", "adopt", "i'll take", "i will take", "i take", "i pick", "i prefer", "please", "it is", "it's", "my choice is", "choose", "take", "i'd like", "i would like"}
	chosen   = [...]string{"ty", "thx", "pls", "plz", "please", "sorry", "thanks", "thank you", "many thanks", "one", "reading", "move", "of them", "of these", "of the two", "in the list", "on the list"}
)

// choiceWords are words of which one stands in such a line.
var choiceWords = speech.TableOf("first", "second", "third", "fourth", "fifth", "number", "reading")

// sending are words of the order in which letters were sent, which is not that of a list.
var sending = speech.TableOf("sent", "letter", "letters", "came", "wrote")

// choiceGlossed is a choice by its number with what corrd's letters say of it: "adopt 1; bishop
// from f1 to c4".
var choiceGlossed = regexp.MustCompile(`(?i)^adopt (\d{1,2})[ ,.;:=(-]+(?:the )?(?:king|queen|rook|castle|bishop|knight|pawn)s? (?:from |on )?[a-h][1-8][ -]+(?:to |takes )?(?:[a-h][1-8])[ ).!]*$`)

// bareChoice reads a line that adopts a reading by its place in a list: "the second one, thanks",
// "number two", "(2) please".
func bareChoice(line string) (s Statement, ok bool) {
	if m := choiceGlossed.FindStringSubmatch(line); m != nil {
		s = Statement{Kind: KindAdopt, Text: line}
		s.Choice, _ = strconv.Atoi(m[1])
		return s, s.Choice > 0
	}
	if len(line) > longestChoice || line == "" || line[0] != '(' && !speech.HoldsAny(line, choiceWords) {
		return s, false
	}
	text := strings.Trim(strings.ToLower(line), " .,!")
	for cut := true; cut; {
		text, cut = speech.CutAnyWord(text, choosing[:]...)
		text = strings.TrimLeft(text, ",:. ")
	}
	for cut := true; cut; {
		cut = false
		for _, tail := range chosen {
			if bare, ok := strings.CutSuffix(text, " "+tail); ok && bare != "number" {
				text, cut = strings.TrimRight(bare, ",. "), true
			}
		}
	}
	s = Statement{Kind: KindAdopt, Text: line}
	if bare, ok := strings.CutPrefix(text, "the "); ok {
		s.Choice = slices.Index(notation.Ordinals[:], bare) + 1
		return s, s.Choice > 0
	}
	bare, named := strings.CutPrefix(text, "number ")
	if after, ok := strings.CutPrefix(text, "reading "); ok {
		bare, named = after, true
	}
	if inBrackets := strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")"); inBrackets {
		bare, named = text[1:len(text)-1], true
	}
	if s.Choice = slices.Index(speech.Counted[:], bare) + 1; s.Choice == 0 {
		s.Choice, _ = strconv.Atoi(bare)
	}
	return s, named && s.Choice > 0 && s.Choice <= len(speech.Counted)
}

// oneNamed returns the words that name one of a list in the answer to it, without a move that is
// repeated before them: "Kt-QB3, and I take it you mean the king's knight".
func oneNamed(text string) string {
	if len(text) > longestPhrase || strings.ContainsAny(text, "?\"\n") || speech.HoldsAny(text, sending) {
		return ""
	}
	text = strings.TrimRight(text, " .!,;:")
	if at := strings.IndexAny(text, ",:;"); at > 0 {
		p := parser{Reader: carrying.Reader{Left: maxSteps}}
		if bare := strings.TrimSpace(text[:at]); p.OneMove(bare) != nil {
			text = strings.TrimLeft(text[at+1:], " ")
		}
	}
	one := strings.TrimLeft(notation.WithoutNaming(text), " ")
	for _, tail := range chosen { // lower case may have another length
		if at := len(one) - len(tail); at > 0 && one[at-1] == ' ' && strings.EqualFold(one[at:], tail) {
			one = strings.TrimRight(one[:at-1], " ,.)")
		}
	}
	return one
}

// Picks returns the place in a list that the answer to the list names, and 0 if it names none: "1",
// "the first one, please", "Kt-QB3, I mean the second".
func Picks(text string) int {
	one := oneNamed(text)
	bare := strings.Trim(one, "()#. ")
	if bare = strings.ToLower(bare); len(bare) == len("2nd") && speech.IsDigit(bare[0]) && speech.OrdinalEnding(bare[1:]) == 2 {
		bare = bare[:1] // "2nd"
	}
	if n, err := strconv.Atoi(bare); err == nil && n > 0 && n <= len(speech.Counted) {
		return n
	}
	if n := slices.Index(notation.Ordinals[:], bare); n >= 0 {
		return n + 1
	}
	if s, ok := bareChoice(one); ok {
		return s.Choice
	}
	return 0
}

// PicksPiece returns the word for the piece that the answer to the question which piece a Pawn
// becomes names, as in "a Queen, please", or "" if the answer names none.
func PicksPiece(text string) string {
	one := strings.ToLower(strings.Trim(oneNamed(text), "()=. "))
	for _, before := range []string{"it becomes ", "becomes ", "a ", "an ", "the "} {
		one = strings.TrimPrefix(one, before)
	}
	return piecesNamed[one]
}

// piecesNamed are the pieces that a Pawn becomes, each by the letter or word for it.
var piecesNamed = map[string]string{
	"q": "Q", "queen": "Q", "r": "R", "rook": "R", "castle": "R", "b": "B", "bishop": "B", "kt": "Kt", "n": "Kt", "knight": "Kt",
}

// PicksMan returns the man that the answer to a list of moves names, by its wing, as in "the king's
// knight", or by its square.
func PicksMan(text string) (man board.Man, on board.Square, ok bool) {
	return notation.ManPicked(oneNamed(text))
}

// PicksWing returns the wing by which the answer to a list names the man of one of its moves, as in
// "the one on the king's side"; Unknown: it names none.
func PicksWing(text string) board.Origin {
	return notation.WingPicked(oneNamed(text))
}

// PicksOf returns the place in a list of some that the words of an answer to the list choose, by
// what such words chose in other letters, 0 if none or if that is not sure. ofMan gives the place
// in the list of a man, by its name.
func PicksOf(text string, of int, ofMan func(name string) int) int {
	return carrying.Chosen(text, of, ofMan)
}

// PicksRather returns the place in a list of some that prose behind the name of another one of it
// names instead, and 0 if it names none: "(Or rather, the second)".
func PicksRather(text string, of int) int {
	if len(text) > longestReply {
		return 0
	}
	return carrying.SettlesRather(speech.Of(strings.Join(strings.Fields(text), " ")), of)
}

// counted is how somebody who was asked which of several moves they mean counts the one that they
// name behind it. Where nothing is to be adopted they count no move of the other side.
var counted = regexp.MustCompile(`(?i)^(?:the (?:first|second|third|fourth|former|latter|last)(?: one)?|(?:number|no\.?|nr\.?) ?(?:\d|one|two|three|four))[,:;-]+ +`)

// Uncounted returns a move without its place in a list that stands before it: "The second, P-Q4".
func (s Statement) Uncounted() Statement {
	if at := counted.FindString(s.Text); at != "" {
		if one := Parse(s.Text[len(at):]).Statements; len(one) == 1 && one[0].Kind == KindMove {
			return one[0]
		}
	}
	return s
}

// namedApart is what may stand between what is named of a list and the reply to it.
var namedApart = regexp.MustCompile(`(?i)(?:[,.;:!)\n] *|,? - |,? (?:and|with|und) )(?:(?:and|so|then|now|(?:i|we)(?:'ll| will| shall)?(?: play| answer| reply| go| move)?|play|go|with|please|thanks|thank you|(?:my|our) (?:reply|answer|move) is|reply|und|dann|bitte|ich spiele|ich antworte)[ ,:]+)*`)

// The bytes of a text in which one of a list is named before a reply, and the places looked at.
const (
	longestNamed = 240
	mostNamed    = 12
)

// NamedFirst parts a text into the words that name one of a list, of which place gives the place
// in the list and 0 for none, and the move behind them: "2 please, and my reply is P-QR4".
func NamedFirst(text string, place func(named string) int) (named string, reply Statement, ok bool) {
	text = withoutGreeting(strings.TrimSpace(text))
	if len(text) > longestNamed || strings.ContainsAny(text, "?\"*>|") || !mayHoldMove(text) {
		return "", reply, false
	}
	for _, at := range namedApart.FindAllStringIndex(text, mostNamed) {
		if at[0] == 0 || at[1] == len(text) || strings.HasPrefix(text[at[0]:], "..") || text[at[0]-1] == '.' || place(text[:at[0]]) == 0 {
			continue // "1... Kt-KB3" has the number of the turn
		}
		all := Parse(text[at[1]:])
		if len(all.Statements) != 1 || all.Statements[0].Kind != KindMove || len(all.Statements[0].Confirms) > 0 {
			continue
		}
		reply = all.Statements[0]
		heads := all.Note == "" || text[at[0]] != ',' || strings.HasPrefix(text[at[1]:], reply.Text) // "First, let me thank you. Castles"
		if heads && reply.Doubt()&^(notation.Brief|notation.InText|notation.Planned) == 0 {
			return text[:at[0]], reply, true
		}
	}
	return "", reply, false
}

// withoutGreeting returns a text without the lines of courtesies at its head.
func withoutGreeting(text string) string {
	for {
		first, rest, more := strings.Cut(text, "\n")
		if !more || len(first) > longestProse || !speech.AllPolite(speech.Of(first)) {
			return text
		}
		text = strings.TrimLeft(rest, " \n")
	}
}
