package templates

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// tap is a link that opens an answer ready written: a letter to the reply address whose body is one
// statement, or the number of a move that the reader is to write. Nothing is sent until the reader
// sends it. The label describes the statement in words that are not a statement, even when a
// returned letter breaks its lines anywhere.
type tap struct{ Label, Body string }

// linksOf makes links of taps.
func linksOf(taps []tap, replyTo, subject, token string) []press.Link {
	var links []press.Link
	for _, t := range taps {
		uri := mailer.Mailto(replyTo, strings.TrimSpace(subject+" "+token), t.Body)
		links = append(links, press.Link{Label: t.shown(), URL: template.URL(uri)})
	}
	return links
}

// shown is the label of a tap as a letter shows it: the words that the tap sends, and what they do.
// A label that names a move stands alone, and so does one of words in parts or to be completed.
func (t tap) shown() string {
	if strings.HasSuffix(t.Body, " ") || strings.ContainsAny(t.Body, "\n,0123456789") || strings.Contains(t.Label, press.NoBreak) {
		return t.Label
	}
	return texts.Say("tap shown", t.Body, t.Label)
}

// withLinks puts links behind the list of the answers that the links open. In a letter without a
// list of answers, the links stand before the line above the first picture, list or table, and in
// a text without any of these at the end. withLinks changes blocks.
func withLinks(blocks []press.Part, links []press.Link) []press.Part {
	if len(links) == 0 {
		return blocks
	}
	i := slices.IndexFunc(blocks, func(b press.Part) bool { return len(b.Items) > 0 && strings.HasPrefix(b.Items[0], `"`) }) + 1
	if i == 0 {
		i = slices.IndexFunc(blocks, func(b press.Part) bool { return b.Picture || len(b.Items)+len(b.Table) > 0 })
		if i > 0 && strings.HasSuffix(blocks[i-1].Text, ":") {
			i--
		}
	}
	if i <= 0 {
		i = len(blocks)
	}
	return slices.Insert(blocks, i, press.Part{Links: links})
}

// links returns the links of a letter of a game, one for each thing that the reader may do and that
// has a label.
func (p *gamePage) links() []press.Link {
	var taps []tap
	for _, e := range p.acts() {
		if e.Tap != "" {
			taps = append(taps, tap{e.Tap, e.written()})
		}
	}
	return linksOf(taps, p.replyAddress(), fmt.Sprintf("Re: [corrd %d]", p.State.ID), p.Token)
}

// written is how the answer stands in the letter that its link opens: whole, or as far as the
// reader is to fill it in.
func (e example) written() string {
	if e.Form == "" {
		return e.Line
	}
	begun, _, _ := strings.Cut(e.Form, "(")
	return begun
}

func (p *gamePage) replyAddress() string {
	if p.ReplyTo == "" {
		return p.Office.Address
	}
	return p.ReplyTo
}

// mostChoices is how many of the moves to choose from have a tap each.
const mostChoices = 8

// Playing returns the line that plays a move in the turn that is due, in a notation agreed on.
func Playing(s *game.State, m board.Move) string {
	return number(&s.Position) + " " + agreed(s, &s.Position, m)
}

// tapOf is the tap that plays the move of a line. No mail program breaks the label before the move.
func tapOf(line string) tap {
	_, words, _ := strings.Cut(line, " ")
	return tap{strings.ReplaceAll(texts.Say("tap play", words), " ", press.NoBreak), line}
}

// officeTaps are the answers that letters of the office ask for, by their topics.
var officeTaps = map[Topic][]tap{
	ConfirmRegistration: yesOrNo,
	ConfirmAddress:      yesOrNo,
	ConfirmChallenge:    yesOrNo,
	Countersign:         {{texts.Say("tap letter yes"), "yes"}, {texts.Say("tap letter no"), "no"}},
	ConfirmLeaving:      {{texts.Say("tap leave"), "yes"}, {texts.Say("tap stay"), "no"}},
	ConfirmWithdrawal:   {{texts.Say("tap leave event"), "yes"}, {texts.Say("tap stay in event"), "no"}},
	EventAnnounced:      {{texts.Say("tap enter"), "yes"}, {texts.Say("tap enter not"), "no"}},
	Challenge:           playOrNot,
	Consult:             playOrNot,
	Nudged:              playOrNot,
	AcceptOrDecline:     playOrNot,
	ChallengeSent:       {{texts.Say("tap withdraw challenge"), "withdraw"}},
	Stopped:             {{texts.Say("tap reminders"), "set reminders on"}, {texts.Say("tap challenges"), "set challenges on"}},
}

var (
	yesOrNo   = []tap{{texts.Say("tap wish yes"), "yes"}, {texts.Say("tap wish no"), "no"}}
	playOrNot = []tap{{texts.Say("tap challenge accept"), "accept"}, {texts.Say("tap challenge decline"), "decline"}}
)

// links are the answers of a letter of the office that can be given by a tap.
func (p *officePage) links() []press.Link {
	taps := slices.Clone(officeTaps[p.Data.Topic])
	switch {
	case p.Data.Topic == AddressChanged && p.Data.Number != 0:
		taps = append(taps, tap{texts.Say("tap undo"), "no"})
	case p.Data.Topic == Newcomer && p.Data.Reason != "closed":
		taps = append(taps, tap{texts.Say("tap register"), "register"})
	case p.Data.Topic == NoStatement && len(p.Data.Lines) > 0:
		taps = append(taps, tap{texts.Say("tap challenge", p.Data.Lines[0]), "challenge " + p.Data.Lines[0]})
	case p.Data.Topic == Tried:
		for _, line := range p.Data.Plays[:min(len(p.Data.Plays), mostChoices)] {
			taps = append(taps, tapOf(line))
		}
	case p.Data.Topic == Sheet:
		for _, id := range p.SheetShown() {
			taps = append(taps, tap{texts.Say("tap show game", id), fmt.Sprint("show ", id)})
		}
	case p.Data.Topic == EventBegun:
		for _, id := range p.Data.Games {
			taps = append(taps, tap{texts.Say("tap move in", id), fmt.Sprintf("Game %d:\n1. ", id)})
		}
	case p.Data.Topic == Leaving && p.Data.Reason == "waits":
		taps = append(taps, tap{texts.Say("tap stay after all"), "unregister cancel"})
	}
	if len(taps) > 0 {
		taps = append(taps, tap{texts.Say("tap help"), "help"})
	}
	to := p.ReplyTo
	if to == "" {
		to = p.Office.Address
	}
	return linksOf(taps, to, "Re: [corrd]", p.Token)
}
