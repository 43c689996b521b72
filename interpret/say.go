package interpret

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"corrd/interpret/carrying"
	"corrd/interpret/speech"
)

// Always is the word beside a yes that is meant for every later question of its kind too.
const Always = "always"

// sayHead is how words to the adversary are brought in.
var sayHead = regexp.MustCompile(`(?i)\bsay\s*[:：]`)

// cutSay reads "say:" at the head of a line: the writer's own words to the adversary stand behind
// it, and nothing in them is a statement. plain is the line as it is read.
func cutSay(line, plain string) (words string, ok bool) {
	rest, ok := speech.CutWord(plain, "say")
	if ok = ok && strings.HasPrefix(rest, ":") && sayHead.MatchString(line); ok {
		words = strings.TrimSpace(line[sayHead.FindStringIndex(line)[1]:])
	}
	return words, ok
}

// say takes a line of the writer's words to the adversary: one that begins with "say:", or one of
// prose directly below such words.
func (p *pageReader) say(line, plain, words string, number int, begins bool) {
	if begins {
		p.add(Statement{Kind: KindSay, Line: number, Game: p.game})
		p.saying = len(p.page.Statements)
	}
	if s := &p.page.Statements[p.saying-1]; len(s.Words) < 4*maxNote { // bytes
		s.Text = strings.TrimSpace(s.Text + "\n" + strings.TrimSpace(line))
		s.Words = strings.TrimSpace(s.Words + "\n" + words)
	}
	p.breaks, p.above = len(plain), len(plain)
}

// clipped cuts words to the length of a note.
func (p *pageReader) clipped(words string) string {
	if runes := []rune(words); len(runes) > maxNote {
		p.problem("The note to the other side was cut after 2,000 characters.")
		words = strings.TrimSpace(string(runes[:maxNote]))
	}
	return strings.ToValidUTF8(words, "\uFFFD")
}

// maxWithheld is how many characters of prose that is not for the other side are kept: enough to
// know it by.
const maxWithheld = 150

// withhold takes the prose that is not for the other side out of the note. Where the whole letter
// is not to be told, its conditional moves are hidden until they are played.
func (p *pageReader) withhold() {
	var kept, withheld []string
	holds, whole := carrying.Withheld(p.note, p.stands)
	if whole {
		seal(p.page.Statements)
	}
	for i, others := range holds {
		if line := p.note[i]; others && line != "" {
			withheld = append(withheld, line)
		} else {
			kept = append(kept, line)
		}
	}
	if len(withheld) > 0 {
		p.note, p.page.Withheld = kept, strings.Join(withheld, " ")
		if runes := []rune(p.page.Withheld); len(runes) > maxWithheld {
			p.page.Withheld = string(runes[:maxWithheld]) + " ..."
		}
	}
}

// Known returns the words of every statement, and of one with an argument those at its head.
func Known() []string {
	known := slices.Collect(maps.Keys(phrases))
	for _, c := range commands {
		known = append(known, c.head)
	}
	return known
}

// wholeOf returns the words of a line for the other side to read of which some prose is left beside
// one statement. They are whole sentences as they were written: a part of one, "Ed! You'll regret
// it." of "With pleasure, Ed! You'll regret it.", reads as nobody wrote it. The sentence of the
// statement is passed on with the words that it has besides, since these may be meant for the other
// side. Of a move only words that lead up to it without a sign, "Let's say", are a part of one, and
// those that go around it.
func wholeOf(line, prose string, found []Statement) string {
	if len(found) != 1 || rows[found[0].Kind].manner != asAnswer && !found[0].Kind.IsMove() {
		return prose
	}
	at := strings.Index(line, found[0].Text)
	if strings.HasPrefix(line, prose) && at == 0 {
		at = strings.LastIndex(line, found[0].Text)
	}
	if at < 0 {
		return line
	}
	head, tail := strings.TrimRight(line[:at], " "), line[at+len(found[0].Text):]
	begins := head == "" || strings.IndexByte(".!?:;", head[len(head)-1]) >= 0
	ends := tail == "" || strings.IndexByte(".!?;", tail[0]) >= 0 || strings.IndexByte(".!?;", line[len(line)-len(tail)-1]) >= 0
	if found[0].Kind.IsMove() { // a record stands by itself behind any sign, and so do the words on one side of it
		if prose == head && !slices.ContainsFunc(speech.Of(head), func(w speech.Word) bool { return !speech.OfVoice(w) }) {
			return "" // "I'll"
		}
		begins, ends = begins || ends && !speech.IsLetter(head[len(head)-1]), begins || ends
	}
	if begins && ends {
		return prose
	}
	return line
}

// worthTelling returns the words before and behind a statement for the other side to read, without
// those that say please and no more.
func worthTelling(before, after []speech.Word) string {
	var raw []string
	for _, words := range [...][]speech.Word{before, after} {
		if slices.ContainsFunc(words, func(w speech.Word) bool { return !speech.Interjections[w.Plain] || strings.HasPrefix(w.Plain, "thank") }) {
			for _, w := range words {
				raw = append(raw, w.Raw)
			}
		}
	}
	return strings.Join(raw, " ")
}

// isOnSecret reports whether a line says that the conditional moves above or below it are to be
// hidden, and notes it.
func (p *pageReader) isOnSecret(plain string) bool {
	n := len(p.page.Statements)
	above := n > 0 && p.page.Statements[n-1].Kind == KindConditional
	below := carrying.StartsConditional(p.next)
	if !above && !below || !carrying.HeadsSecret(plain) {
		return false
	}
	if p.secret = below; above && !below {
		seal(p.page.Statements[n-1:])
	}
	return true
}
