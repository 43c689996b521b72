package templates

import (
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/templates/texts"
)

// Cards reports whether what the sides communicate goes by cards.
func (p *gamePage) Cards() bool { return p.State.Terms.Carriers().Carrier().Dates() }

// Charge gives what the communication costs that was handed in.
func (t *told) Charge() string {
	f, _ := t.Fact.(game.HandedIn)
	return carrier.Charge(f.Charge).String()
}

// way is a communication of the reader's that is under way. Whether it is lost, and when
// it will arrive, no letter tells.
type way struct {
	Cards           bool
	Words, Postmark string
}

// Ways tells where what the reader has handed in is, and what the sides have paid.
func (p *gamePage) Ways() (told []string, err error) {
	for _, passage := range p.State.Transit {
		if passage.Side != p.Reader.Side {
			continue
		}
		one, err := say("way", way{Cards: p.Cards(), Words: strings.Join(passage.Words, "; "), Postmark: instant(passage.Collected, p.zone)})
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
	mine, theirs := s.Charges[reader], s.Charges[reader.Other()]
	if mine+theirs == 0 {
		return "", nil
	}
	return say("charges", map[string]string{"Mine": carrier.Charge(mine).String(), "Theirs": carrier.Charge(theirs).String(), "Opponent": sideName(reader.Other())})
}

// OnCards says which sides play by real cards, and what follows from it; "" where none does.
func (p *gamePage) OnCards() string {
	s := &p.State
	waits := span(s.Terms.Carriers().Post.Grace)
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

// AsDelivered gives the words of the communication that is delivered, as they came; none of one
// that cannot be read, of which the letter tells by itself.
func (t *told) AsDelivered() []string {
	f, _ := t.Fact.(game.Delivered)
	for _, e := range t.Events {
		if bad, ok := e.Fact.(game.Illegible); ok && bad.Number == f.Number {
			return nil
		}
	}
	for _, p := range t.State.Transit {
		switch {
		case p.Number != f.Number:
		case p.Carried != nil:
			return p.Carried
		default:
			return p.Words
		}
	}
	return nil
}
