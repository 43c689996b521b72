package templates

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/interpret"
	"corrd/mailer"
)

// tap is a link that opens an answer ready written: a letter to the reply address whose
// body is one statement, or the number of a move that the reader is to write. Nothing is
// sent before the reader sends it. The label says what the statement does in words that
// are no statement themselves, however a letter that comes back breaks its lines.
type tap struct{ Label, Body string }

// link is what a tap of a letter with a reply address opens. subject begins the subject of
// the answer; token follows where the key of the answer stands there.
type link struct {
	Label string
	URL   template.URL
}

// linksOf makes links of taps.
func linksOf(taps []tap, replyTo, subject, token string) []link {
	var links []link
	for _, t := range taps {
		uri := mailer.Mailto(replyTo, strings.TrimSpace(subject+" "+token), t.Body)
		links = append(links, link{t.Label, template.URL(uri)})
	}
	return links
}

// withLinks puts links before the board of a letter or, where there is none, before the first
// table, and else at the end.
func withLinks(blocks []block, links []link) []block {
	if len(links) == 0 {
		return blocks
	}
	i := slices.IndexFunc(blocks, func(b block) bool { return b.Picture })
	if i < 0 {
		i = slices.IndexFunc(blocks, func(b block) bool { return len(b.Table) > 0 })
	}
	if i <= 0 {
		i = len(blocks)
	}
	return slices.Insert(slices.Clone(blocks), i, block{Links: links})
}

// links are the answers of a letter of a game that can be given by a tap: the rights of the
// reader but for those that end the game to their cost, the board, and help.
func (p *gamePage) links() []link {
	var taps []tap
	if p.State.Result == nil && !p.Reader.Former {
		for _, right := range p.State.Rights(p.Reader.Side) {
			taps = append(taps, p.tapsOf(right)...)
		}
		if !p.Blindfold() {
			taps = append(taps, tap{"seeing the position again", "show"})
		}
	}
	if p.State.Result != nil && !p.Reader.Former {
		taps = append(taps, tap{"getting the game as a file", "pgn"}, tap{"getting the whole score", "history"})
	}
	taps = append(taps, tap{"asking what can be written", "help"})
	return linksOf(taps, p.replyAddress(), fmt.Sprintf("Re: [corrd %d]", p.State.ID), p.Token)
}

func (p *gamePage) replyAddress() string {
	if p.ReplyTo == "" {
		return p.Office.Address
	}
	return p.ReplyTo
}

// mostChoices is how many of the moves to choose from have a tap each.
const mostChoices = 8

// tapsOf are the taps by which a right is exercised.
func (p *gamePage) tapsOf(right interpret.Kind) []tap {
	switch right {
	case interpret.KindMove:
		return []tap{{"writing your move", p.numberDue() + " "}}
	case interpret.KindAdopt:
		var taps []tap
		for i := range p.State.Choices() {
			if i < mostChoices {
				taps = append(taps, tap{"choosing the " + ordinal(i+1) + " of them", fmt.Sprint("adopt ", i+1)})
			}
		}
		return taps
	case interpret.KindWaive:
		return []tap{{"waiving the penalty", "waive"}}
	case interpret.KindExact:
		return []tap{{"asking for the penalty", p.exaction()}}
	case interpret.KindYes:
		if q := p.State.Question(p.Reader.Side); q.Why == game.ConfirmResign {
			return nil // which gives up the game
		}
		return []tap{{"it is meant for this turn", "yes"}}
	case interpret.KindNo:
		return []tap{{"it is not meant so", "no"}}
	case interpret.KindAcceptDraw:
		return []tap{{"taking half the point", "accept draw"}}
	case interpret.KindDeclineDraw:
		return []tap{{"playing on", "decline draw"}}
	case interpret.KindOfferDraw:
		return []tap{{"offering half the point", "I offer a draw"}}
	case interpret.KindAgree:
		return []tap{{"consenting to what is proposed", "agree"}}
	case interpret.KindDecline:
		return []tap{{"refusing what is proposed", "decline"}}
	}
	return nil
}

// numberDue is the number of the turn that is due, as a move is numbered: "19." or "19...".
func (p *gamePage) numberDue() string {
	n, side := p.State.TurnNumber()
	if side == board.Black {
		return fmt.Sprint(n, "...")
	}
	return fmt.Sprint(n, ".")
}

var ordinals = [...]string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"}

func ordinal(n int) string { return ordinals[n-1] }

// officeTaps are the answers that letters of the office ask for, by their topics.
var officeTaps = map[Topic][]tap{
	ConfirmRegistration: yesOrNo,
	ConfirmAddress:      yesOrNo,
	ConfirmChallenge:    yesOrNo,
	Countersign:         {{"it is my letter", "yes"}, {"it is not mine", "no"}},
	ConfirmLeaving:      {{"leaving for good", "yes"}, {"staying here", "no"}},
	Challenge:           playOrNot,
	Consult:             playOrNot,
	Nudged:              playOrNot,
	AcceptOrDecline:     playOrNot,
	ChallengeSent:       {{"taking the challenge back", "withdraw"}},
	Stopped:             {{"getting reminders again", "set reminders on"}, {"getting challenges again", "set challenges on"}},
}

var (
	yesOrNo   = []tap{{"it was my wish", "yes"}, {"it was not mine", "no"}}
	playOrNot = []tap{{"playing on these terms", "accept"}, {"not playing", "decline"}}
)

// links are the answers of a letter of the office that can be given by a tap.
func (p *officePage) links() []link {
	taps := slices.Clone(officeTaps[p.Data.Topic])
	switch {
	case p.Data.Topic == AddressChanged && p.Data.Number != 0:
		taps = append(taps, tap{"undoing the change", "no"})
	case p.Data.Topic == Leaving && p.Data.Reason == "waits":
		taps = append(taps, tap{"staying here after all", "unregister cancel"})
	}
	if len(taps) > 0 {
		taps = append(taps, tap{"asking what can be written", "help"})
	}
	to := p.ReplyTo
	if to == "" {
		to = p.Office.Address
	}
	return linksOf(taps, to, "Re: [corrd]", p.Token)
}
