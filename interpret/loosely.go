package interpret

import (
	"strings"

	"corrd/interpret/speech"
)

// What is left of a line when no other reader knows it: the kernel of an act among words of any
// kind.

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
