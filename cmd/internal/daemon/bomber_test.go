package daemon_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"corrd/mailer"
)

// bomber sends letters that nobody has a right to send, and letters that no person has written. A
// bomber knows every reply address that was ever in a letter.
type bomber struct {
	*world
	chance *rand.Rand
	client client
}

func (b *bomber) live(ctx context.Context) {
	for rest(ctx, upTo(50*time.Minute, b.chance)) {
		s, header := b.letter()
		s.purpose = toNobody
		b.post(&b.client, b.chance, b.book.write(s, "Re: chess", header, s.text))
	}
}

const (
	mallory = "mallory@" + domain     // has a mailbox, and is not a player
	outside = "eve@elsewhere.example" // of a domain that vouches for nobody
	robot   = "Auto-Submitted: auto-replied\r\n"
)

// letter returns one of the bomber's letters.
func (b *bomber) letter() (s sending, header string) {
	known := b.anyKnown()
	player := b.players[b.chance.IntN(len(b.players))]
	s = sending{login: "mallory", from: mallory, to: known, text: []string{"P-K4", "resign", "P-Q4", "waive", "adopt 1"}[b.chance.IntN(5)]}
	switch b.chance.IntN(10) {
	case 0: // a stranger without a key
		s.to = site.Address()
	case 1: // a wrong key
		s.login, s.from, s.to = player.name, player.address(), wrongKey(known)
	case 2: // an automatic answer of a player's own mail program
		s.login, s.from = player.name, player.address()
		header = robot
	case 3: // a player's name, by somebody else
		s.from = player.address()
	case 4: // from outside, with a key that leaked
		s.login, s.from = "", outside
	case 5: // a false report of delivery
		s.login, s.from, s.to = "", outside, fmt.Sprintf("corrd+b%d.%s@%s", 1+b.chance.IntN(20), strings.Repeat("a", 26), domain)
		s.text = "The following message could not be delivered"
	case 6: // noise
		s.to, s.text = site.Address(), b.noise()
		header = "Content-Type: multipart/mixed; boundary=x\r\nMIME-Version: 1.0\r\n"
	case 7: // the wish to be registered, of somebody who never answers
		s.to, s.text = site.Address(), "register Mallory"
	case 8: // a list's letter
		s.to, header = site.Address(), "List-Id: <chess.example>\r\nPrecedence: bulk\r\n"
	case 9: // a challenge from outside
		s.login, s.from, s.to, s.text = "", outside, site.Address(), "challenge "+player.address()
	}
	return s, header
}

func (b *bomber) noise() string {
	p := make([]byte, 200)
	for i := range p {
		p[i] = byte(32 + b.chance.IntN(220))
	}
	return strings.ReplaceAll("--x\n\n"+string(p)+"\nP-K4\n--x", "\x7f", " ")
}

// wrongKey changes a digit of the key of an address.
func wrongKey(address string) string {
	t := tokenOf(address)
	if t.Kind == 0 {
		t = mailer.Token{Kind: mailer.KindGame, Number: 1, Side: 'w', Ply: 1, Key: strings.Repeat("b", 26)}
	}
	flipped := "a"
	if t.Key[0] == 'a' {
		flipped = "b"
	}
	t.Key = flipped + t.Key[1:]
	return "corrd+" + t.String() + "@" + domain
}
