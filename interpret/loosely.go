package interpret

import (
	"regexp"
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// What is left of a line when no other reader knows it: the kernel of an act among words of any
// kind.

// resigning are words of which one stands in a resignation beside a draw that is declined.
var resigning = speech.TableOf("resign", "resigning", "resignation", "concede", "surrender")

// anew is the word with which somebody would play once more.
var anew = speech.TableOf("again")

// agreedBefore finds what the first sentence of the prose beside a move agrees to: "Agreed! And I
// play", and returns it before the move.
func (p *parser) agreedBefore(found []Statement, prose string) ([]Statement, string) {
	at := strings.IndexAny(prose, ".!;")
	if at <= 0 || at > longestPhrase {
		return found, prose
	}
	s, ok := p.parseCommand(prose[:at])
	if s.Text = prose[:at]; !ok || !s.agrees() {
		return found, prose
	}
	return append([]Statement{s}, found...), strings.TrimLeft(prose[at:], ".!; ")
}

// AnswerBefore returns the yes or the no with which a text begins, whether that is a sentence or a
// line of its own, "Yes. P-Q3" and not "Yes, P-Q3", and what stands behind it.
func AnswerBefore(text string) (word string, apart bool, behind string) {
	words := speech.Of(text[:min(len(text), longestPhrase)])
	if len(words) == 0 || !speech.Agrees(words[0]) && words[0].Plain != "no" {
		return "", false, ""
	}
	behind = text[min(len(text), len(words[0].Raw)):]
	word = strings.TrimRight(words[0].Raw, ".,;:!- ")
	apart = speech.EndsSentence(words[0].Stop) || behind == "" || behind[0] == '\n'
	return word, apart && !strings.HasPrefix(strings.ToLower(word), "ok"), behind
}

// IsCourteous reports whether a text is nothing but courtesies.
func IsCourteous(text string) bool {
	return len(text) <= longestReply && speech.AllPolite(speech.Of(text))
}

// ofDraws are words that name a draw, and assents those that accept one.
var ofDraws, assents = speech.TableOf("draw", "drawn", "remis", "half"), speech.TableOf("yes", "agree", "accept")

// loosely reads a line that nothing else reads, by the kernel of an act alone.
func (p *pageReader) loosely(plain string) ([]Statement, string, bool) {
	if p.loose++; p.loose > mostLoose {
		return nil, "", false
	}
	s, note, ok := p.bySentence(plain, p.wrapped, true)
	if !ok || p.belied(&s, plain) || s.Kind == KindOfferDraw && speech.WondersAtDraw(plain) {
		return nil, "", false
	}
	return []Statement{s}, note, true
}

// takesBackRecord reads a line that asks for a move back and names it by its record: "I'd like to
// retract P-Q3", "can I take P-Q3 back?"
func (p *pageReader) takesBackRecord(plain string) (s Statement, ok bool) {
	if len(plain) > longestCourteous || !speech.HoldsAny(plain, recalling) || !mayHoldMove(plain) {
		return s, false
	}
	for _, m := range p.NamedIn(plain) {
		before, behind := p.wordsOf(plain[:m.From]), plain[m.To:]
		recalled := len(before) > 0 && before[len(before)-1].Stop == 0 && speech.HoldsAny(before[len(before)-1].Plain, recalling)
		if len(before) == 0 || !recalled && !strings.HasPrefix(behind, " back") {
			continue
		}
		line := plain[:m.From] + "my move" + behind
		if s, _, ok = p.bySentence(line, false, false); !ok {
			s, ok = p.parseCommand(line)
		}
		s.Text = plain
		return s, ok && (s.Kind == KindWithdraw || s.Kind == KindRetract)
	}
	return s, false
}

// recalling are verbs behind which a record is that of a move to be taken back.
var recalling = speech.TableOf("retract", "withdraw", "undo", "recall", "back", "cancel")

// bySelf reads a line of which one sentence by itself states something, and no other states
// anything or leaves that open: "Delighted to accept the challenge. The garden is under snow."
func (p *parser) bySelf(plain string) (s Statement, note string, ok bool) {
	if len(plain) > longestCourteous || strings.ContainsAny(plain, "12345678") || !speech.MayStateFreely(plain) {
		return s, "", false
	}
	sentences := speech.Sentences(p.wordsOf(speech.CommasApart(plain)))
	if len(sentences) < 2 || len(sentences) > mostSentences || strings.ContainsAny(plain, "\"*>|") || strings.Contains(plain, "..") {
		return s, "", false
	}
	at := -1
	for i, one := range sentences {
		text := speech.TextOf(one)
		found, _, states := p.parseLine(text, false)
		if states && (len(found) > 1 || found[0].Kind.IsMove() || at >= 0) {
			return s, "", false
		}
		if states {
			s, at = found[0], i
		}
	}
	if at < 0 || s.Kind.IsYesOrNo() || s.Kind == KindStop || !s.Kind.said(ofItsOwn) || speech.IsReport(sentences[at]) || sentences[at][len(sentences[at])-1].Stop == '?' {
		return s, "", false
	}
	for i, one := range sentences {
		if i != at && (p.leavesOpen(&s, one, i > at) || p.takenBack(&s, sentences, at, i)) {
			return s, "", false
		}
	}
	s.Text = strings.TrimRight(speech.TextOf(sentences[at]), ".,;:!- ")
	return s, worthTelling(slices.Concat(slices.Concat(sentences[:at]...), slices.Concat(sentences[at+1:]...)), nil), !p.belied(&s, plain)
}

// drawAsked are the heads of a question that offers a draw.
var drawAsked = [...]string{"draw", "do you", "would you", "will you", "how about", "what about", "shall we", "care for", "fancy", "may i offer", "can i offer"}

// asksForDraw reports whether words behind a move, without a sign between, may offer a draw.
func asksForDraw(tail string) bool {
	_, asks := speech.CutAnyWord(tail, drawAsked[:]...)
	return asks && speech.IndexWord(tail, "draw", 0) >= 0
}

// contented is how somebody says who has just moved that a draw would do.
var contented = regexp.MustCompile(`(?i)^(?:i|we)(?:'d| would| should) be (?:quite |very |most |perfectly )?(?:content|happy|glad|satisfied|willing|ready|pleased) (?:with|to take|to accept|to agree to|to settle for) a draw\b[^,;]*$|^(?:i|we)(?:'d| would| should) (?:gladly |happily )?(?:take|accept|welcome|like) a draw\b[^,;]*$|^(?:with|and|plus|also|(?:together|along) with) (?:(?:the|an|my) offer of a draw|(?:(?:a|the|my) )?draw offer|a draw)[.!]?$`)

// offering are the words of an offer whose own words offer nothing where they stand alone, as when
// they have travelled, or have waited for an answer.
const offering = "I offer a draw"

// offerSign is the sign by which a letter offers a draw behind its move. Books say by it that
// neither side stands better, and so the writer is asked.
var offerSign = regexp.MustCompile(`^=\)?[.!?]?$`)

// offerBehind reads words behind a move that offer a draw, with whatever reason: "and I offer a
// draw, as I am away".
func (p *parser) offerBehind(tail string) (s Statement, ok bool) {
	if offerSign.MatchString(strings.TrimLeft(tail, "(")) {
		return Statement{Kind: KindOfferDraw, Text: offering}, true
	}
	if len(tail) > longestCourteous || speech.IndexWord(tail, "draw", 0) < 0 || p.namesMoves(tail) {
		return s, false
	}
	if tail = strings.TrimLeft(tail, "= "); contented.MatchString(tail) {
		return Statement{Kind: KindOfferDraw, Text: offering}, true
	}
	tail, _ = speech.CutAnyWord(tail, "and", "but")
	if s, ok = p.parseCommand(tail); !ok {
		s, _, ok = p.courteous(tail)
	}
	if !ok {
		if s, _, ok = p.bySentence(tail, false, false); !ok {
			s, _, ok = p.bySentence(tail, false, true)
		}
		ok = ok && !speech.WondersAtDraw(tail)
	}
	if at := speech.IndexWord(tail, "draw", 0) + len("draw"); !ok && p.idle(p.wordsOf(strings.TrimRight(tail[at:], "?")), true) {
		offer := tail[:at]
		if asksForDraw(tail) {
			offer += "?"
		}
		s, ok = p.parseCommand(offer)
	}
	return s, ok && s.Kind == KindOfferDraw
}
