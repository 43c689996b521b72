package daemon_test

import (
	"fmt"
	"net/mail"
	"regexp"
	"slices"
	"strings"

	"corrd/game/board"
	"corrd/mailer"
)

// opening is the position in which the games of an event begin.
const opening = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// gameLine is a line of the letter that begins an event, below which a move in the game stands.
var gameLine = regexp.MustCompile(`\| Game (\d+):`)

// aboutEvent reacts to a letter about an event; handled is false for any other letter.
func (p *player) aboutEvent(l received, kind string) (handled bool) {
	to, err := mail.ParseAddress(l.Get("Reply-To"))
	switch {
	case p.event == nil || err != nil:
		return false
	case l.token.Kind == mailer.KindRegistration && kind != "confirm":
		return true // tells something, and asks for nothing
	case l.token.Kind != mailer.KindEvent:
		return false
	}
	switch kind {
	case "start":
		p.playing = true
		p.reply(to.Address, p.firstMoves(l.body), "")
	case "asked":
		p.reply(to.Address, p.firstMoves(l.body), "")
	case "news", "confirm":
		p.reply(to.Address, p.consent(), "")
	}
	return true
}

// consent answers an announcement, or the question whether the player withdraws.
func (p *player) consent() string {
	if p.name == p.event.substitute {
		return "no"
	}
	return p.oneOf("yes", "yes", "Yes, please.", "perhaps later")
}

// firstMoves moves in each game that a letter names, and now and then without naming any.
func (p *player) firstMoves(body string) string {
	pos, err := board.ParseFEN(opening)
	if err != nil {
		p.Fatal(err)
	}
	legal := pos.Moves(nil)
	text, seen := "", map[string]bool{}
	for _, game := range gameLine.FindAllStringSubmatch(body, -1) {
		if !seen[game[1]] {
			seen[game[1]] = true
			text += fmt.Sprintf("Game %s:\n%s\n", game[1], p.words(&pos, legal[p.chance.IntN(len(legal))]))
		}
	}
	if text == "" || p.chance.IntN(8) == 0 {
		return p.oneOf("P-K4", "table 1", "help")
	}
	return strings.TrimSuffix(text, "\n")
}

// inEvent lets a player do what nobody asked them for: they enter, perhaps twice, look at the
// table, and withdraw.
func (p *player) inEvent() {
	if p.event == nil || !p.event.isAnnounced() || !p.known && !p.begun {
		return
	}
	n := p.chance.IntN(12)
	switch enters := slices.Contains(p.event.entrants, p.name); {
	case enters && !p.entered && n < 4:
		p.entered = n > 0
		p.send(site.Address(), p.oneOf("enter 1", "Please enter me in event 1. Looking forward to it!"))
	case n == 4:
		p.send(site.Address(), p.oneOf("table 1", "events", "set tables on"))
	case n >= 9 && p.playing && !p.left && p.name == p.event.leaver:
		p.left = n > 9
		p.send(site.Address(), "withdraw from event 1")
	}
}
