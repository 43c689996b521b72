package interpret

import (
	"regexp"
	"strings"

	"corrd/interpret/carrying"
	"corrd/interpret/notation"
	"corrd/interpret/speech"
)

// readExact takes "penalty C, Kt on KB3": the letter and the man are optional.
func (p *parser) readExact(s *Statement, rest string) bool {
	rest, _ = speech.CutWord(strings.TrimLeft(rest, ",: "), "the")
	after, penalty := speech.CutWord(rest, "penalty")
	if penalty {
		rest = strings.TrimLeft(after, ",: ")
		for _, letter := range [...]string{"A", "B", "C"} {
			if after, ok := speech.CutWord(rest, letter); ok {
				s.Words, rest = letter, after
				break
			}
		}
	}
	rest = strings.Trim(rest, ",: -")
	if strings.HasPrefix(rest, "(") {
		rest = strings.TrimSuffix(rest[1:], ")")
	}
	if rest == "" {
		return true
	}
	if after, ok := speech.CutWord(rest, "forfeit"); ok {
		return p.readForfeitTurn(s, after)
	}
	if after, ok := speech.CutAnyWord(rest, "take", "you must take", "he must take"); ok && s.Words == "" {
		s.Words = Take
		return p.readPlayMan(s, after)
	}
	man, named := p.playMan(s, rest)
	return man && (named || penalty) || (penalty || s.Words != "") && p.readMove(&Statement{}, rest) // the move required: "K-K2"
}

// readPenalty takes "C, Kt on KB3", the word "exact" left out.
func (p *parser) readPenalty(s *Statement, rest string) bool {
	return p.readExact(s, "penalty "+rest) && s.Words != ""
}

// readForfeitTurn takes the rest of "forfeit turn", a penalty of Staunton's laws.
func (p *parser) readForfeitTurn(s *Statement, rest string) bool {
	s.Words = ForfeitTurn
	switch speech.PlainPhrase(rest) {
	case "turn", "your turn", "his turn", "the turn", "a turn", "her turn":
		return true
	}
	return false
}

// The words of an exacted penalty that has no letter.
const (
	Take        = "take"         // the man named is to be taken
	ForfeitTurn = "forfeit turn" // the offender's turn is lost
)

// readPlayMan takes the man that an adversary is to move, "his QR"; "play e4" is a move.
func (p *parser) readPlayMan(s *Statement, rest string) bool {
	_, named := p.playMan(s, rest)
	return named
}

// playMan takes a man, and reports whether the words point at one, and name it.
func (p *parser) playMan(s *Statement, rest string) (man, named bool) {
	rest, _ = speech.CutAnyWord(rest, "on", "with", "and select", "select", "selecting", "and choose", "choosing", "naming")
	rest, _ = speech.CutAnyWord(rest, "play", "move", "you must move", "you must play", "he must move")
	rest, _ = speech.CutAnyWord(rest, "your", "his", "her", "the", "with")
	s.Moves = []notation.Move{{Text: rest}}
	return notation.PointsAt(rest)
}

// groundAlone is the ground of a draw that is claimed by it alone: "claim repetition". That of
// fifty moves is none, because "claim fifty moves" may demand that they be counted.
var groundAlone = regexp.MustCompile(`^(?i:(?:the |a |by |threefold )*(?:repetition|(?:endless|perpetual) checks?)(?:,? (?:please|thanks|thank you))?)$`)

// readClaim takes the ground of a claim, and the move to be played if it fails.
func (p *parser) readClaim(s *Statement, rest string) bool {
	rest, otherwise := cutOtherwise(rest)
	if otherwise != "" && !p.readMove(s, otherwise) && !p.readEither(s, otherwise) {
		return false
	}
	if facts, ok := speech.CutAnyWord(rest, "forfeiture", "forfeit", "the forfeiture", "a forfeiture"); ok {
		s.Forfeiture, s.Words = true, strings.TrimLeft(facts, ":, ")
		return true
	}
	if facts, colon := strings.CutPrefix(rest, ":"); colon {
		return s.claims(strings.TrimSpace(facts))
	}
	ground, ok := speech.CutAnyWord(rest, "draw", "a draw", "the draw")
	if !ok && (rest != "" || otherwise == "") && !groundAlone.MatchString(rest) {
		return false
	}
	s.Words, ok = drawGround(strings.Trim(ground, ":,; "))
	return ok
}

// readEither takes moves of which the opponent may adopt one: "P-Q4 or P-Q3".
func (p *parser) readEither(s *Statement, rest string) bool {
	list, ok := p.ParseRow(rest)
	s.Moves = carrying.MovesOf(list)
	return ok && carrying.Alternatives(list) == len(list)
}

// claims takes what stands behind "claim:": a provision by which the game is forfeited, with the
// facts, or the ground of a draw. It reports false for anything else.
func (s *Statement) claims(facts string) bool {
	first, _, _ := strings.Cut(facts, " ")
	if ground, ok := drawGround(facts); ok && ground != "" {
		s.Words = ground
		return true
	}
	s.Forfeiture, s.Words = speech.NamesProvision(first), facts
	return s.Forfeiture
}

// cutOtherwise takes "otherwise MOVE" off the end of a claim.
func cutOtherwise(text string) (claim, otherwise string) {
	for _, w := range [...]string{"otherwise", "or else", "else", "failing which", "if refused"} {
		if i := speech.IndexWord(text, w, 0); i >= 0 {
			return strings.TrimRight(text[:i], " ,;."), strings.Trim(text[i+len(w):], " ,:;")
		}
	}
	return text, ""
}

// adoptsFirst puts the adoption before the claim in a line that adopts if the claim fails: "claim
// draw: repetition, otherwise adopt 1; P-K4". No claim can be decided before the adoption.
func (p *parser) adoptsFirst(line string) string {
	claim, otherwise := cutOtherwise(line)
	rest, adopts := speech.CutAnyWord(otherwise, "adopt", "i adopt")
	if !adopts {
		return line
	}
	if s, ok := p.parseCommand(claim); !ok || s.Kind != KindClaim {
		return line
	}
	choice, reply := rest, ""
	if i := strings.IndexAny(rest, ";,"); i >= 0 {
		choice, reply = rest[:i], ", otherwise "+strings.TrimSpace(rest[i+1:])
	}
	return "adopt " + choice + "; " + claim + reply
}

// drawGround is the ground of a claimed draw in the words of II.8(b) to (d);
// none may be stated. It reports false if the words state something else.
func drawGround(text string) (string, bool) {
	plain := strings.ToLower(text)
	if speech.IndexWord(plain, "if", 0) >= 0 {
		return "", false
	}
	for _, g := range [...]struct{ part, ground string }{
		{"fifty", "fifty moves"}, {"50", "fifty moves"}, {"8(b)", "fifty moves"},
		{"repet", "repetition"}, {"threefold", "repetition"}, {"third time", "repetition"}, {"8(c)", "repetition"},
		{"endless", "endless checks"}, {"perpetual", "endless checks"}, {"8(d)", "endless checks"},
	} {
		if strings.Contains(plain, g.part) {
			return g.ground, true
		}
	}
	if speech.HoldsAny(text, thrice) && speech.HoldsAny(text, repeated) {
		return "repetition", true
	}
	return "", plain == ""
}

// DrawGround is the ground for a claim of a draw that the words of an offer and of the prose beside
// it name, as drawGround has it; "" for none.
func DrawGround(text string) string {
	ground, _ := drawGround(text)
	return ground
}

// readFacts takes the facts of a protest, or of an error for which the game is to
// be annulled, after a colon.
func (p *parser) readFacts(s *Statement, rest string) bool {
	s.Words = strings.TrimLeft(rest, ": ")
	return strings.HasPrefix(rest, ":")
}

// adjudication is what a side may claim of a game that is adjudicated: "adjudicate win: WORDS".
var adjudication = regexp.MustCompile(`(?i)^(?:as )?(?:a )?(win|draw)\b\s*(:?)\s*`)

// readAdjudication reads what the sender claims of a game that is to be adjudicated; it comes to
// the umpire as a protest does, with the claim before the words. A claim without a colon, or with
// nothing behind it, has no words.
func (p *parser) readAdjudication(s *Statement, rest string) bool {
	at := adjudication.FindStringSubmatchIndex(rest)
	if at == nil {
		return false
	}
	s.Adjudication = true
	if words := strings.TrimSpace(rest[at[1]:]); words != "" && at[4] < at[5] {
		s.Words = "I claim a " + strings.ToLower(rest[at[2]:at[3]]) + ": " + words
	}
	return true
}
