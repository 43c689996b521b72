package daemon_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/mail"
	"slices"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/interpret/notation"
	"corrd/mailer"
)

// player is somebody who plays by mail: a player looks into their mailbox now and then and answers
// what is new there.
type player struct {
	*world
	name    string
	rival   string // whom the player challenges; "" nobody
	terms   string
	chance  *rand.Rand
	copying *rand.Rand // for a player who sends copies to their opponent; else nil
	client  client
	read    int     // how many letters of the mailbox the player has read
	over    []int64 // games that are over
	known   bool    // the player was registered before this world began
	begun   bool    // the player is registered and has challenged
	entered bool    // the player has written that they enter the event
	playing bool    // the player has had the letter that begins the event
	left    bool    // the player has written that they withdraw from it
	mine    []*sending
}

func (p *player) address() string { return p.name + "@" + domain }

// live plays until ctx ends.
func (p *player) live(ctx context.Context) {
	time.Sleep(pace(p.name))
	if !p.known {
		p.send(site.Address(), "register "+p.name)
	}
	for rest(ctx, upTo(10*time.Minute, p.chance)) {
		letters := p.fresh()
		for i, l := range letters {
			if !p.outdated(l, letters[i+1:]) {
				p.answer(l)
			}
		}
		p.unprovoked()
		p.inEvent()
	}
}

// outdated reports whether the player has a later letter of the same game to answer. Now and then
// the player overlooks the later letter.
func (p *player) outdated(l received, later []received) bool {
	return l.token.Kind == mailer.KindGame && p.chance.IntN(10) > 0 &&
		slices.ContainsFunc(later, func(o received) bool { return o.token.Kind == l.token.Kind && o.token.Number == l.token.Number })
}

// received holds the parts of a letter in a mailbox at which a player looks.
type received struct {
	mail.Header
	token mailer.Token
	body  string // as it came; only in a world with an event
}

func (p *player) fresh() (letters []received) {
	all := p.house.messages(p.name, "INBOX")
	for ; p.read < len(all); p.read++ {
		raw := p.house.bytes(all[p.read])
		if raw == nil {
			return letters
		}
		m, err := mail.ReadMessage(bytes.NewReader(raw))
		if err != nil {
			p.Errorf("%s has a letter that cannot be read: %v", p.name, err)
			continue
		}
		l := received{Header: m.Header}
		if p.event != nil {
			body, _ := io.ReadAll(m.Body)
			l.body = string(body)
		}
		if to, err := mail.ParseAddress(m.Header.Get("Reply-To")); err == nil {
			l.token = tokenOf(to.Address)
			p.world.learn(to.Address)
		}
		letters = append(letters, l)
	}
	return letters
}

// send writes a letter and takes it to the mail server.
func (p *player) send(to, body string) { p.reply(to, body, "") }

// reply does what send does, with one more header line unless header is "".
func (p *player) reply(to, body, header string) {
	s := sending{purpose: toOffice, login: p.name, from: p.address(), to: to, text: body}
	switch tokenOf(to).Kind {
	case mailer.KindGame:
		s.purpose = toPlay
	case mailer.KindEvent:
		s.purpose = toEvent
	}
	p.dispatch(p.book.write(s, "Re: chess", header, body))
}

func (p *player) dispatch(s *sending) {
	p.mine = append(p.mine, s)
	p.post(&p.client, p.chance, s)
}

// answer reacts to one letter.
func (p *player) answer(l received) {
	kind := l.Get("Corrd-Letter")
	if l.token.Kind == 0 && kind == "office" {
		p.begin()
	}
	to, err := mail.ParseAddress(l.Get("Reply-To"))
	if err != nil || p.aboutEvent(l, kind) {
		return
	}
	switch {
	case l.token.Kind == mailer.KindRegistration, l.token.Kind == mailer.KindChallenge && kind == "confirm":
		p.send(to.Address, "yes")
	case l.token.Kind == mailer.KindChallenge:
		p.send(to.Address, p.oneOf("accept", "accept", "accept", "accept", "decline"))
	case l.token.Kind == mailer.KindHeld:
		p.confirm(l, to.Address)
	case l.token.Kind == mailer.KindGame && kind == "result":
		p.over = append(p.over, l.token.Number)
	case l.token.Kind == mailer.KindGame && !slices.Contains(p.over, l.token.Number):
		if body := p.play(l, kind); body != "" {
			p.reply(to.Address, body, p.copies())
		}
	}
}

// begin does what a player does after being registered.
func (p *player) begin() {
	if !p.begun {
		p.begun = true
		p.send(site.Address(), "set diagram off")
		if p.rival != "" {
			p.send(site.Address(), "challenge "+p.rival+"@"+domain+", "+p.terms)
		}
	}
}

func (p *player) oneOf(texts ...string) string { return texts[p.chance.IntN(len(texts))] }

// play returns a player's answer to a letter of a game, and "" for no answer.
func (p *player) play(l received, kind string) string {
	pos, err := board.ParseFEN(l.Get("Corrd-Position"))
	if err != nil {
		return ""
	}
	side := board.White
	if l.token.Side == 'b' {
		side = board.Black
	}
	switch kind {
	case "ambiguous", "multiple":
		return p.oneOf("adopt 1", "adopt 2", "adopt 1; P-K4", "waive", p.move(&pos))
	case "offence":
		return p.oneOf("waive", "exact penalty C", "exact penalty", "P-Q4")
	case "offer":
		return p.oneOf("decline draw", "decline draw", "accept draw", p.move(&pos))
	case "proposal":
		return p.oneOf("agree", "no")
	case "penalty", "asked", "refused", "waived", "spent", "move", "start", "reminder", "ruling", "resumed":
		if pos.SideToMove() == side {
			return p.move(&pos)
		}
	}
	return ""
}

// move writes a letter that makes a move, mostly in plain words.
func (p *player) move(pos *board.Position) string {
	legal := pos.Moves(nil)
	if len(legal) == 0 {
		return ""
	}
	m := legal[p.chance.IntN(len(legal))]
	words := p.words(pos, m)
	switch p.chance.IntN(32) {
	case 0:
		return p.doubtful(pos, m)
	case 1:
		return p.oneOf("K-K5", "R-KR5", "Q-Q8", "B-KB6")
	case 2:
		return words + " or " + p.words(pos, legal[p.chance.IntN(len(legal))])
	case 3:
		return p.conditional(pos, m)
	case 4:
		return p.oneOf("resign", words, words, words, words, words, words)
	case 5:
		return words + "\nI offer a draw"
	case 6:
		return "claim draw: " + p.oneOf("repetition", "fifty moves") + ", otherwise " + words
	case 7:
		return "I have been thinking about this for a long time and cannot make up my mind."
	case 8:
		return p.oneOf("repeat", "show", "history", "games", "pgn", "book", "help")
	}
	return words
}

func (p *player) words(pos *board.Position, m board.Move) string {
	switch p.chance.IntN(4) {
	case 0:
		return notation.Long(pos, m)
	case 1:
		return notation.Record(pos, m)
	case 2:
		return notation.Words(pos, m)
	}
	return notation.Short(pos, m)
}

// doubtful returns the shortest beginning or end of a move's words that fits several moves.
func (p *player) doubtful(pos *board.Position, m board.Move) string {
	full := notation.Record(pos, m)
	for cut := 1; cut < len(full)-1; cut++ {
		for _, text := range []string{full[cut:], full[:len(full)-cut]} {
			if (notation.Move{Text: text}).Readings(pos, notation.Rules{}).Verdict == notation.Several {
				return text
			}
		}
	}
	return full
}

// conditional makes a move and binds a reply to one of the opponent's answers.
func (p *player) conditional(pos *board.Position, m board.Move) string {
	next := pos.Play(m)
	answers := next.Moves(nil)
	if len(answers) == 0 {
		return p.words(pos, m)
	}
	a := answers[p.chance.IntN(len(answers))]
	last := next.Play(a)
	replies := last.Moves(nil)
	if len(replies) == 0 {
		return p.words(pos, m)
	}
	return fmt.Sprintf("%s\nIf %s, %s", notation.Short(pos, m), notation.Short(&next, a), notation.Short(&last, replies[p.chance.IntN(len(replies))]))
}

// unprovoked lets a player act without a new letter: the player sends a letter again by hand,
// changes their mind, or posts an old letter once more.
func (p *player) unprovoked() {
	if len(p.mine) == 0 {
		return
	}
	s := p.mine[p.chance.IntN(len(p.mine))]
	last := p.mine[len(p.mine)-1]
	n := p.chance.IntN(24)
	if n == 4 && last.purpose == toPlay && strings.Contains(p.terms, "medium") {
		p.send(last.to, p.oneOf("repeat form", "repeat card", "protest: mutilated"))
	}
	switch n {
	case 0:
		p.resend(s)
	case 1:
		p.resend(last)
	case 2:
		p.post(&p.client, p.chance, s)
	case 3:
		if last.purpose == toPlay {
			p.send(last.to, p.oneOf("P-K4", "P-Q4", "Kt-KB3", "Kt-B3", "resign", "leave 2 days", "withdraw"))
		}
	}
}

// resend writes the same words to the same address, like a person who is not sure that their
// letter was sent.
func (p *player) resend(s *sending) {
	again := sending{purpose: s.purpose, login: s.login, from: s.from, to: s.to, text: s.text}
	p.dispatch(p.book.write(again, "Re: chess (again)", s.header, strings.TrimSuffix(s.text, "\n")))
}
