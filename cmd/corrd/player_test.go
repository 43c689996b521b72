package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/local"
	"corrd/game/board"
)

// player is somebody who plays a game by SMTP and IMAP while corrd is killed. A player hands each
// letter in until it is acknowledged, in the same bytes, because the player cannot know whether the
// letter arrived.
type player struct {
	*daemon
	name string
	side board.Side
	game int64
	stop chan struct{} // closed when no further letter is to be begun

	read         int // the letters of the player's mailbox that the player has seen
	next         local.Letter
	last         int // the last ply that the player has played
	acknowledged int // the player's letters that moved
}

// dance is what both sides play without end: every move is legal, and its words mean no other move.
var dance = []struct{ words, uci string }{
	{"Kt-KB3", "g1f3"}, {"Kt-KB3", "g8f6"}, {"Kt-KKt1", "f3g1"}, {"Kt-KKt1", "f6g8"},
}

// fetch reads the new letters of the player's mailbox.
func (p *player) fetch() ([]local.Letter, error) {
	at, _ := p.where()
	c := &local.Correspondent{Address: p.name + "@" + at.Domain, IMAP: at.IMAP}
	letters, err := c.Letters(p.read)
	p.read += len(letters)
	return letters, err
}

// handIn sends a letter again until the office acknowledges the letter.
func (p *player) handIn(to, id, body string) {
	for {
		at, _ := p.where()
		from := p.name + "@" + at.Domain
		raw := fmt.Sprintf("From: <%s>\r\nTo: <%s>\r\nMessage-ID: <%s.%s>\r\n\r\n%s\r\n", from, to, id, from, body)
		if p.handInOnce(at.SMTP, from, to, raw) == nil {
			p.taken.Add(1)
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// expect reads the player's mailbox until a letter of a kind has come, and returns the address to
// which that letter is to be answered.
func (p *player) expect(kind string) string {
	p.Helper()
	for end := time.Now().Add(longEnough); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		letters, err := p.fetch()
		for _, l := range letters {
			if err == nil && l.Kind() == kind {
				return l.ReplyTo()
			}
		}
	}
	p.Fatalf("%s has no letter of the kind %q", p.name, kind)
	return ""
}

// play answers every letter that asks for the player's move, until the player is told to begin no
// other game.
func (p *player) play() {
	for {
		select {
		case <-p.stop:
			return
		case <-time.After(2 * time.Millisecond):
		}
		letters, err := p.fetch()
		if err != nil {
			continue // corrd has just been killed
		}
		for _, l := range letters {
			if l.Kind() == "move" {
				p.next = l
			}
		}
		ply := p.next.Key().Ply
		if ply <= p.last {
			continue
		}
		p.handIn(p.next.ReplyTo(), fmt.Sprint("ply", ply), dance[(ply-1)%4].words)
		p.last, p.acknowledged = ply, p.acknowledged+1
	}
}

// begin registers two players and has the first, with the white men, challenge
// the second to a game under some terms.
func (d *daemon) begin(names [2]string, terms string, stop chan struct{}) []*player {
	d.Helper()
	at, _ := d.where()
	var pair []*player
	for side, name := range names {
		p := &player{daemon: d, name: name, side: board.Side(side), stop: stop}
		p.handIn(at.Address, "register", "register "+name)
		p.handIn(p.expect("confirm"), "yes", "yes")
		p.expect("office")
		pair = append(pair, p)
	}
	pair[0].handIn(at.Address, "challenge", "challenge "+names[1]+"@"+at.Domain+", colour white, "+terms)
	pair[1].handIn(pair[1].expect("challenge"), "accept", "accept")
	d.settle()
	for _, p := range pair {
		p.read = 0
		letters, err := p.fetch()
		if err != nil {
			d.Fatal(err)
		}
		start := letters[len(letters)-1]
		p.game = start.Key().Number
		if p.side == board.White {
			p.next = start
		}
	}
	return pair
}

// wantGame sees that every move that was acknowledged is in the game, and no
// other is.
func (p *player) wantGame() {
	p.Helper()
	wantDance(p.T, p.show(p.game), p.side, p.acknowledged)
}

// wantDance sees that the moves of a game are those of the dance, and that a side has as many of
// them as letters of that side were acknowledged; and returns how many these are.
func wantDance(t *testing.T, g control.GameView, side board.Side, acknowledged int) (own int) {
	t.Helper()
	for i, m := range g.Moves {
		if m.UCI != dance[i%4].uci || m.Ply != i+1 {
			t.Errorf("game %d: ply %d is %s at %d, not %s", g.ID, i+1, m.UCI, m.Ply, dance[i%4].uci)
		}
		if i%2 == int(side) {
			own++
		}
	}
	if own != acknowledged {
		t.Errorf("game %d: %s has %d moves in it; %d letters were acknowledged", g.ID, side, own, acknowledged)
	}
	return own
}

// wantLetters checks that the player was told of each move of the game, their own and their
// opponent's, and that what came twice is the same letter.
func (p *player) wantLetters() {
	p.Helper()
	p.read = 0
	letters, err := p.fetch()
	if err != nil {
		p.Fatal(err)
	}
	bodies, told := map[string]string{}, map[string]string{}
	kinds := map[string]int{}
	for _, l := range letters {
		id := l.Get("Message-ID")
		_, own, _ := strings.Cut(string(l.Raw), "From: ") // below what the office has put on top
		if known, again := bodies[id]; again && known != own {
			p.Errorf("%s has %s in two forms", p.name, id)
		}
		if what := l.Kind() + l.Get("Corrd-Chain"); l.Get("Corrd-Chain") != "" {
			if told[what] != "" && told[what] != id {
				p.Errorf("%s is told the same by %s and %s", p.name, told[what], id)
			}
			told[what] = id
		}
		if _, again := bodies[id]; !again {
			kinds[l.Kind()]++
		}
		bodies[id] = own
	}
	moves := p.show(p.game).Moves
	white := (len(moves) + 1) / 2
	own, others := white, len(moves)-white
	if p.side == board.Black {
		own, others = others, own
	}
	if kinds["adopted"] != own || kinds["move"] != others {
		p.Errorf("%s was told of %d moves of their own and %d of their opponent's; there are %d and %d", p.name, kinds["adopted"], kinds["move"], own, others)
	}
}

func (d *daemon) handInOnce(server, from, to, raw string) error {
	c, err := smtp.Dial(server)
	if err != nil {
		return err
	}
	defer c.Close()
	d.begun.Add(1)
	c.CommandTimeout, c.SubmissionTimeout = longEnough, longEnough // a process that is killed closes its connections
	if err := c.Auth(sasl.NewPlainClient("", from, local.Password)); err != nil {
		return err
	}
	return c.SendMail(from, []string{to}, strings.NewReader(raw))
}
