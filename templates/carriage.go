package templates

import (
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/game/stated"
	"corrd/templates/texts"
)

// Cards reports whether what the sides communicate goes by cards.
func (p *gamePage) Cards() bool { return p.State.Terms.Carriers().Carrier().Dates() }

// way is a communication of the reader's that is under way. No letter tells whether the
// communication is lost, nor when it will arrive.
type way struct {
	Cards           bool
	Words, Postmark string
}

// Ways tells where the communications are that the reader has handed in, and what the sides have
// paid for theirs.
func (p *gamePage) Ways() (told []string, err error) {
	for _, passage := range p.State.Transit {
		if passage.Side != p.Reader.Side {
			continue
		}
		one, err := say("way", way{Cards: p.Cards(), Words: strings.Join(passage.Words, "; "), Postmark: texts.Instant(passage.Collected, p.zone)})
		if err != nil {
			return nil, err
		}
		told = append(told, one)
	}
	spent, err := charges(&p.State, p.Reader.Side)
	if spent != "" {
		told = append(told, spent)
	}
	return told, err
}

// charges tells what a side and the other have paid for what they handed in; "" for nothing.
func charges(s *game.State, reader board.Side) (string, error) {
	mine, theirs := s.ChargesTold(reader)
	if mine+theirs == 0 {
		return "", nil
	}
	return say("charges", map[string]string{"Mine": carrier.Charge(mine).String(), "Theirs": carrier.Charge(theirs).String(), "Opponent": sideName(reader.Other())})
}

// OnCards says which sides play by real cards, and what follows; "" where neither side does.
func (p *gamePage) OnCards() string {
	s := &p.State
	waits := texts.Span(s.Terms.Carriers().Post.Grace)
	switch {
	case s.ByCard == [2]bool{}:
		return ""
	case s.ByCard[board.White] && s.ByCard[board.Black]:
		return texts.Say("cards of both", waits)
	case s.ByCard[board.White]:
		return texts.Say("cards of one", sideName(board.White), waits)
	}
	return texts.Say("cards of one", sideName(board.Black), waits)
}

// Slip returns the card or form that an event is about, as the card or form stood at the event; ""
// for a real card, which has fields of its own.
func (t *told) Slip() (string, error) {
	p, words, ok := t.State.Conveyed(t.Event)
	if !ok || t.onCard {
		return "", nil
	}
	if p.Side != t.Reader.Side {
		all := len(words)
		if words = stated.Open(words, t.State.Terms.Sealed()); len(words) < all {
			p.Count = 0 // the count would tell of words that the reader does not see
		}
	}
	text, err := say("slip", map[string]any{"Told": t, "Event": t.name(), "Passage": p, "Cost": carrier.Charge(p.Charge).String(), "Text": oneLine(strings.Join(words, "; "), 400)})
	return tabled(text), err
}

// tabled sets lines of a template as a table; tabs part their cells.
func tabled(text string) string {
	var rows [][]string
	for line := range strings.Lines(text) {
		rows = append(rows, strings.Split(strings.Trim(line, " \n"), "\t"))
	}
	return table(rows)
}
