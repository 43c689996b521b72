package interpret

import (
	"slices"
	"strings"

	"corrd/interpret/carrying"
	"corrd/interpret/notation"
	"corrd/interpret/speech"
)

// A move may have words before and behind it on its line that are not part of it and leave no doubt
// of it: "P-KR3. It has rained all day", "After much thought: P-KR3", "P-KR3 xx".

// unsettling are words that may put a move in doubt, make it another's, or say that it holds on a
// condition.
var unsettling = speech.Set("unsettling")

// telling are words that go on a sentence of which the move is the subject: "P-KR3 is a mistake".
var telling = speech.Set("telling")

// calming are those of them that unsettle no move which a full stop or a dash sets apart from them.
var calming = speech.Set("calming")

// theirs are words that make a move the adversary's: "P-KR3 was your move".
var theirs = speech.SetOf("you your yours he his him she her hers they their opponent opponents black blacks white whites")

// moving are words of playing a move.
var moving = speech.SetOf("move moves moved play plays played playing send sends sent sending reply replied go goes went use used count counts post posted choose chose serious seriously sure certain final possible allowed")

// playing are those that name the move itself.
var playing = speech.SetOf("move moves moved play plays played playing reply")

const (
	mostCuts    = 6  // places of a line at which words before or behind its move are looked for
	longestTurn = 40 // bytes of words that hand over the turn, or say that the move is a reply
)

// parseRemarked reads a line of one move and of words before and behind it that leave no doubt of
// the move; remark holds those words.
func (p *parser) parseRemarked(line string) (found []Statement, remark string, ok bool) {
	if len(line) > carrying.MaxOneMove+longestCourteous || strings.HasSuffix(line, "?") && !strings.HasSuffix(line, "!?") && !p.endsElsewhere(line) && speech.IndexWord(line, "draw", 0) < 0 || p.mute || !mayHoldMove(line) {
		return nil, "", false
	}
	heads := headsOf(line)
	last := speech.MoveAt(line)
	for _, at := range [...]int{last, speech.RecordAt(line, last)} { // "the pawn P-K4"
		if at > 0 && !slices.Contains(heads, at) {
			heads = append(heads, at)
			slices.Sort(heads)
		}
	}
	for from := strings.IndexAny(line, ".!?"); from > 0 && from+2 < len(line) && len(heads) < mostCuts+3; {
		if at := speech.MoveAt(line[from+2:]) + from + 2; (at > from+2 || line[from+1] == ' ' && carrying.MayMove(line[at:])) && !slices.Contains(heads, at) { // "At 4 a.m. I play P-KR3"
			heads = append(heads, at)
		}
		next := strings.IndexAny(line[from+1:], ".!?")
		if next < 0 {
			break
		}
		from += 1 + next
	}
	slices.Sort(heads)
	for n, past := 0, false; n < len(heads) && !p.Spent(); n++ {
		at, head := heads[n], strings.TrimSpace(line[:heads[n]])
		if _, nay := speech.CutWord(line[at:], "no"); nay && head != "" && line[at+len("no")] == ' ' { // "With a sigh, no P-KR3"
			continue
		}
		if !carrying.MayMove(line[at:]) || past && at < last {
			continue
		}
		p.Spend(stepsOfTrial)
		found, tail, ok := p.parseFollowed(line[at:], p.begins(head) || p.plays(head))
		if !ok {
			if found, tail, ok = p.inverted(head, line[at:]); ok {
				return found, strings.TrimSpace(head + " " + tail), true
			}
			continue
		}
		if head+tail == "" && len(found) == 1 {
			continue
		}
		ends := speech.MoveAt(line[at:]) == 0 && (endsAt(line[at:], found[0].Text) || tail != "" && speech.AllPolite(p.wordsOf(tail)))
		castle := speech.OpenerOf(line[at:]) == "castle" && at > 1 && speech.IsLetter(line[at-2]) // "I castle" says that they play
		if head != "" && !p.mayLead(head, ends) && !(castle && p.mayLead(head+" play", false)) {
			past = past || at < last // and so behind any longer head, but the move that has no sign before it
			continue
		}
		if !p.courteousAround(head, tail) && !(tail == "" && p.announces(head)) {
			if slices.ContainsFunc(found[0].Moves, func(m notation.Move) bool { return notation.Weigh(m.Text) != 0 }) {
				continue
			}
			for i := range found[0].Moves {
				found[0].Moves[i].Doubt |= notation.InText
			}
		}
		return found, strings.TrimSpace(head + " " + tail), true
	}
	return nil, "", false
}

// endsElsewhere reports whether a line ends with a question of its own that is about something else
// than the move.
func (p *parser) endsElsewhere(line string) bool {
	if at := strings.LastIndex(line, ", "); at > 0 && turnsOver(line[at+2:]) {
		return true // "P-KR3, what else?"
	}
	at := max(strings.LastIndex(line, ". "), strings.LastIndex(line, "! "), strings.LastIndex(line, "? "), strings.LastIndex(line, "; "))
	return at > 0 && asksElse(p.wordsOf(line[at+2:]))
}

// asksElse reports whether a sentence asks somebody about something else than the game: "How is the
// weather with you?"
func asksElse(words []speech.Word) bool {
	if carrying.WhoOf(words) {
		return true // "Doris?"
	}
	switch speech.OpenerOf(words[0].Raw) {
	case "proud", "impressed", "surprised", "how", "what", "when", "where", "did", "have", "are", "is", "do", "has", "will", "was", "were", "who", "any", "and", "hows", "whats":
	default:
		return false
	}
	for i, w := range words[:len(words)-1] { // "What do you think about the match in London?"
		if next := words[i+1].Plain; i > 0 && words[i-1].Plain == "think" && (w.Plain == "of" || w.Plain == "about") && (next == "the" || next == "your" || words[i+1].Sort == speech.Name) {
			words = slices.Concat(words[:i-1], words[i+1:])
			break
		}
	}
	return len(words) >= speech.FewestWords && !slices.ContainsFunc(words, func(w speech.Word) bool {
		bare := w.Bare()
		return asksOfGame[bare] || playing[bare] || speech.Matters[bare] && bare != "how" && bare != "what" && bare != "when" && bare != "where" && bare != "who" && bare != "days" && bare != "weeks" || unsettling[bare] && bare != "what" && bare != "who" && !timely[bare] || actWords[bare] || speech.MenNamed[bare] || speech.IsDigit(w.Raw[0])
	})
}

// timely are unsettling words that say when or of what something is in a question about other
// matters.
var timely = speech.SetOf("keeping test before after once until till line book books said")

// asksOfGame are words of which one stands in a question about a move.
var asksOfGame = speech.SetOf("it that this these those i we right legal ok okay allowed good correct valid mean possible permitted see read accept square squares board position game chess better best check mate think about if or not like sure certain serious final count")

// remarks reports whether a statement is a move whose line says something else besides.
func (s Statement) remarks() bool { return s.Kind.IsMove() && s.Doubt()&notation.InText != 0 }

// courteousAround reports whether the words around a move are greetings, wishes and thanks alone.
func (p *parser) courteousAround(head, tail string) bool {
	return speech.AllPolite(p.wordsOf(head)) && (turnsOver(tail) || speech.AllPolite(p.wordsOf(tail)))
}

// mayHoldMove reports whether a line holds a figure of a rank, or a word of a move without one.
func mayHoldMove(line string) bool {
	return strings.ContainsAny(line, "12345678") || strings.Contains(line, "0-0") || speech.HoldsAny(line, moveWords)
}

// moveWords are words of which one stands in a move without a figure.
var moveWords = speech.TableOf("castl", "o-o", "take", "x", "k", "q", "b", "r", "p", "n")

// headsOf returns the places of a line at which its move may begin: its start, and behind each of a
// few signs, up to the last one behind which the words of a move may begin.
func headsOf(line string) []int {
	heads := []int{0}
	for i := 1; i+1 < len(line) && len(heads) < mostCuts; i++ {
		if line[i] == ' ' && strings.IndexByte(".!:,;-?", line[i-1]) >= 0 && i > 2 {
			heads = append(heads, i+1)
		}
	}
	for len(heads) > 0 && !carrying.MayMove(line[heads[len(heads)-1]:]) {
		heads = heads[:len(heads)-1]
	}
	return heads
}

// parseFollowed reads a move at the head of a text, and the words behind it. led says that words
// before the move may play it.
func (p *parser) parseFollowed(text string, led bool) (found []Statement, tail string, ok bool) {
	if !carrying.MayMove(text) {
		return nil, "", false
	}
	reads := func(move string) bool {
		if move == "" || p.Spent() {
			return false
		}
		if m := p.OneMove(carrying.WithoutLead(move)); m != nil {
			found = []Statement{moveOf(*m, move)}
			return true
		}
		m, words := p.Glossed(move)
		if m != nil {
			found = []Statement{moveOf(*m, words)}
		}
		return m != nil
	}
	if at := strings.Index(text, "(=)"); at > 0 && text[at-1] != ' ' {
		text = text[:at] + " " + text[at:]
	}
	if bare := strings.TrimRight(text, " .!"); len(bare) <= carrying.MaxOneMove && reads(bare) {
		return found, "", true
	}
	for i, tried := 1, 0; i < min(len(text), carrying.MaxOneMove) && tried < maxParts; i++ {
		tail, joins := cutJoiner(text[i:])
		apart := joins
		if strings.HasPrefix(text[i:], "; ") {
			tail, joins, apart = text[i+2:], true, true
		}
		if !joins && text[i] == ' ' && strings.IndexByte(".,;:!?", text[i-1]) < 0 {
			tail = strings.TrimLeft(text[i:], " -=")
			apart = strings.HasPrefix(text[i:], " -- ")
			opener := speech.OpenerOf(tail)
			joins = tail != "" && !slices.Contains(speech.Counted[:], opener) && !slices.Contains(notation.Ordinals[:], opener) && (apart || !speech.MenNamed[opener] && (asksForDraw(tail) || contented.MatchString(tail) || opener != "the" && speech.MayTrail(opener) || len(tail) <= longestTurn && turnsOver(tail)))
		}
		if !joins || tail == "" || text[i] == '?' && text[i-1] != '!' {
			continue
		}
		tried++
		if strings.HasPrefix(text[i:], ". ") && namesOn(tail) {
			continue
		}
		if !reads(strings.TrimSpace(text[:i])) {
			continue
		}
		if whole := strings.TrimLeft(text[i:], ", "); contented.MatchString(whole) {
			tail = whole
		}
		if offer, offers := p.offerBehind(tail); offers {
			if offerSign.MatchString(tail) {
				found[0].Moves[0].Doubt |= notation.Unsure
			}
			return append(found, offer), "", true
		}
		sign := text[i]
		if strings.HasSuffix(text[:i+1], "..") {
			sign = ',' // who leaves off goes on
		}
		if p.mayFollow(tail, sign, carrying.Join{Apart: apart, And: strings.HasPrefix(text[i:], " and ") || strings.HasPrefix(text[i:], ", and "), Led: led}) && !(found[0].castles() && namesSide(tail)) {
			return found, tail, true
		}
	}
	return nil, "", false
}

// turning are the words that hand over the turn, or say that the move is a reply, by the first of
// them.
var turning = func() map[string][]string {
	all := map[string][]string{}
	for _, said := range speech.Said["your turn"] {
		all[speech.OpenerOf(said)] = append(all[speech.OpenerOf(said)], said)
	}
	return all
}()

// turnsOver reports whether a text consists of such words.
func turnsOver(text string) bool {
	said := turning[speech.OpenerOf(strings.TrimLeft(text, "([{-\"'*_. "))]
	return len(said) > 0 && slices.Contains(said, PlainWords(text))
}

// namesOn reports whether words behind a full stop go on with the name of a square: "P to K. B's
// 4th".
func namesOn(tail string) bool {
	word, _, _ := strings.Cut(tail, " ")
	bare := strings.TrimRight(strings.TrimSuffix(strings.TrimRight(word, ".,"), "s"), "'")
	return word != "" && speech.IsDigit(word[0]) || bare != "" && len(bare) < len("Kt")+1 && strings.Contains("KQRBNPKt", bare)
}

// mayFollow reports whether words behind a move leave no doubt of it. sign is what the move ends
// with, and by says how the words are joined to it; a dash or a bracket sets them apart too.
func (p *parser) mayFollow(tail string, sign byte, by carrying.Join) bool {
	words := p.wordsOf(tail)
	if len(words) == 0 || carrying.Rejects(words) {
		return false
	}
	if rest := speech.Unsigned(words); sign != ',' && len(rest) < len(words) && (len(rest) == 0 || len(rest) >= speech.FewestWords) {
		words, tail = rest, speech.TextOf(rest)
	}
	if len(words) == 0 {
		return true
	}
	if n := speech.Sentence(words); turnsOver(speech.TextOf(words[:n])) && speech.AllPolite(words[n:]) {
		return true
	}
	if sign == ',' || sign == ':' || by.And || !by.Apart {
		by.Apart = sign == ',' || sign == ':' || by.And
		n := speech.EndOf(words)
		return p.trails(words[:n], by) && (n == len(words) || !p.namesMoves(speech.TextOf(words[n:])) && p.idle(words[n:], true))
	}
	if at := strings.Index(tail, ") "); at >= 0 && strings.IndexByte(tail[:at], '(') < 0 && !p.trails(p.wordsOf(tail[at+2:]), carrying.Join{}) {
		return false // "P-KR3 (Anderssen) deserves a trial"
	}
	if speech.IsDigit(words[0].Raw[0]) || p.namesMoves(tail) || !speech.SaysSomething(words) {
		return false
	}
	if theirs[words[0].Plain] && len(words) <= speech.FewestWords && !(len(words) == speech.FewestWords && !moving[words[1].Plain] || speech.AllPolite(words)) {
		return false
	}
	return p.idle(words, true)
}

// castles reports whether a statement is castling to no side in particular.
func (s *Statement) castles() bool {
	switch strings.ToLower(strings.Trim(s.Moves[len(s.Moves)-1].Text, " .,!")) {
	case "castle", "castles", "castling":
		return true
	}
	return false
}

// namesSide reports whether words name a side of the board.
func namesSide(words string) bool {
	return speech.HoldsPhrase(words, []string{"side", "kingside", "queenside", "short", "long", "k", "q", "kr", "qr", "king", "queen", "king's", "queen's"})
}

// idle reports whether sentences of their own beside a move tell of something that puts it in no
// doubt.
func (p *parser) idle(words []speech.Word, calm bool) bool {
	begins, news, asked := true, false, false
	for len(words) > 0 {
		n := speech.Sentence(words)
		if begins { // a sentence, of which the clauses are looked at one by one
			sentence := words[:speech.EndOf(words)]
			if news = calm && carrying.IsNews(sentence); carrying.Wavers(sentence) {
				return false
			}
		}
		one := words[:n]
		begins, words = speech.EndsSentence(one[n-1].Stop) || one[n-1].Stop == '?', words[n:]
		if n < speech.FewestWords && carrying.BegsPardon(one) && !speech.EndsSentence(one[n-1].Stop) && speech.RuesMove(words) {
			return false
		}
		if n < speech.FewestWords && asked && begins { // "Doris? Never."
			asked = false
			continue
		}
		asked = one[n-1].Stop == '?' && asksElse(one)
		denies, moves, plays, other, own := false, false, false, false, false
		for i, w := range one {
			bare := w.Bare()
			if w.Idiom != 0 {
				continue
			}
			if i > 0 && bare == "time" && one[i-1].Plain == "more" { // somebody still thinks
				return false
			}
			if !news && (unsettling[bare] && !(calm && calming[bare]) || speech.IsUnsure(bare) && (n <= speech.FewestWords || w.Stop != 0)) || w.Stop == '?' && !speech.AllPolite(one) && !asksElse(one) {
				return false
			}
			denies = denies || w.Sort == speech.Doubt && !laughs[bare] && bare != "nothing" && bare != "thought"
			moves, plays = moves || moving[bare], plays || playing[bare]
			other = other || theirs[bare]
			own = own || bare == "i" || bare == "we" || bare == "my" || bare == "our"
		}
		if denies && !news && (moves || n < speech.FewestWords) || plays && other && !own && !(calm && speech.IsNoted(one)) && !handsOver(one) || p.SoundsLikeMove(speech.TextOf(one)) {
			return false
		}
	}
	return true
}

// laughs are words of laughter.
var laughs = speech.SetOf("lol haha hah ha hehe")

// handsOver reports whether a sentence hands over the turn.
func handsOver(words []speech.Word) bool {
	return turnsOver(speech.TextOf(words)) || words[0].Plain == "ur" && speech.IsSmallTalk(words) || speech.AllPoliteWish(words)
}
