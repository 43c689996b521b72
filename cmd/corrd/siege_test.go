package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/local"
)

// siege is one `corrd serve` with a store of its own, which takes letters by LMTP and believes what
// mx.club.example says of their authors, and the hop that takes what it sends.
type siege struct {
	*testing.T
	*node
	hop     *hop
	letters int
}

const siegeConfig = `
[server]
domain = "club.example"
address = "corrd@club.example"
dir = %[1]q
[identity]
authserv_id = "mx.club.example"
[smtp_in]
lmtp_listen = %[2]q
[submission]
host = "127.0.0.1"
port = %[3]d
tls = "none"
`

func newSiege(t *testing.T) *siege {
	t.Helper()
	dir, err := os.MkdirTemp("", "corrd") // the path of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	s := &siege{T: t, node: &node{dir: filepath.Join(dir, "store"), config: filepath.Join(dir, "corrd.toml"), addr: freeAddress(t)}, hop: newHop(t)}
	if err := os.WriteFile(s.config, fmt.Appendf(nil, siegeConfig, s.dir, s.addr, s.hop.port), 0o600); err != nil {
		t.Fatal(err)
	}
	s.start(t)
	t.Cleanup(s.kill)
	s.up(t)
	return s
}

// hand hands in a letter, for whose author the domain vouches or nobody does.
func (s *siege) hand(from, to, body string, pass bool) error {
	s.Helper()
	s.letters++
	top := ""
	if pass {
		top = "Authentication-Results: mx.club.example; spf=pass smtp.mailfrom=" + from + "; dmarc=pass header.from=" + from[strings.LastIndexByte(from, '@')+1:] + "\r\n"
	}
	top += "Received: from sender.example by mx.club.example; Thu, 26 Nov 2026 08:00:00 +0000\r\n"
	return deliver(s.addr, from, to, fmt.Sprintf("%sFrom: <%s>\r\nTo: <%s>\r\nMessage-ID: <%d@sender.example>\r\n\r\n%s\r\n", top, from, to, s.letters, body))
}

// must hands in a letter that must be taken.
func (s *siege) must(from, to, body string, pass bool) {
	s.Helper()
	if err := s.hand(from, to, body, pass); err != nil {
		s.Fatalf("%s writes %q: %v", from, body, err)
	}
}

// add registers a player over the socket.
func (s *siege) add(name, address string) {
	s.Helper()
	var p control.PlayerView
	if err := s.control().Call(context.Background(), "/player/add", control.Enrolment{Name: name, Address: address, Quiet: true}, &p); err != nil {
		s.Fatal(err)
	}
}

// had returns the letters of a kind that have gone to addresses that end in some way, once nothing
// more is to go.
func (s *siege) had(end, kind string) (all []local.Letter) {
	s.Helper()
	if err := s.control().Settle(context.Background(), longEnough); err != nil {
		s.Fatalf("%v\n%s", err, s.log())
	}
	s.hop.mu.Lock()
	defer s.hop.mu.Unlock()
	for to, letters := range s.hop.boxes {
		for _, l := range letters {
			if strings.HasSuffix(to, end) && l.Kind() == kind {
				all = append(all, l)
			}
		}
	}
	return all
}

// newest returns the newest letter of a kind to an address.
func (s *siege) newest(to, kind string) local.Letter {
	s.Helper()
	all := s.had(to, kind)
	if len(all) == 0 {
		s.Fatalf("%s has had no letter of the kind %s\n%s", to, kind, s.log())
	}
	return all[len(all)-1]
}

// TestForgedLettersAtTheDoorOfCorrd: forty-five letters without proof in a player's name fill the
// room of such letters and are then told 452; the player's own letters, with the right key from a
// telephone and with a pass and no key, are taken, asked about, and act at the player's word.
func TestForgedLettersAtTheDoorOfCorrd(t *testing.T) {
	s := newSiege(t)
	s.add("Alice", "alice@example.org")
	s.add("Bob", "bob@example.org")
	s.must("alice@example.org", "corrd@club.example", "challenge bob@example.org, colour white", true)
	s.must("bob@example.org", s.newest("bob@example.org", "challenge").ReplyTo(), "accept", true)
	start := s.newest("alice@example.org", "start")
	taken := 0
	for i := range 45 {
		err := s.hand("alice@example.org", "corrd@club.example", fmt.Sprintf("resign\r\n\r\nI am number %d.", i), false)
		switch {
		case err == nil:
			taken++
		case !strings.Contains(err.Error(), "452"):
			t.Fatalf("letter %d: %v", i, err)
		}
	}
	if taken != ledger.MostWaiting || len(s.had("alice@example.org", "confirm")) != 1 {
		t.Errorf("%d letters are taken, want %d, and asked about in %d letters, want 1", taken, ledger.MostWaiting, len(s.had("alice@example.org", "confirm")))
	}
	s.must("alice@telephone.example", start.ReplyTo(), "P-K4", false)
	question := s.newest("alice@example.org", "confirm")
	if !strings.Contains(question.Text(), "P-K4") {
		t.Fatalf("alice is not asked about her move:\n%s", question.Text())
	}
	s.must("alice@example.org", question.ReplyTo(), "yes", true)
	bob := s.newest("bob@example.org", "move")
	if !strings.Contains(bob.Text(), "P-K4") {
		t.Errorf("bob is not told of the move:\n%s", bob.Text())
	}
	s.must("bob@example.org", bob.ReplyTo(), "P-K4", false)
	s.must("alice@example.org", "corrd@club.example", "game 1:\r\nKt-KB3", true)
	if question := s.newest("alice@example.org", "confirm"); !strings.Contains(question.Text(), "Kt-KB3") {
		t.Errorf("alice is not asked about the move that she sent without its key:\n%s", question.Text())
	}
	var g control.GameView
	if err := s.control().Call(context.Background(), "/game/show", control.Numbered{ID: 1}, &g); err != nil || g.Result != nil {
		t.Errorf("the game has the result %+v: %v", g.Result, err)
	}
}

// TestInvitationsAtTheDoorOfCorrd: the accounts of one domain get a tenth of a day's invitations
// out, with none of their own words, and a newcomer's invitation goes at once.
func TestInvitationsAtTheDoorOfCorrd(t *testing.T) {
	s, limits := newSiege(t), ledger.DefaultLimits()
	names := []string{"Your bank. Log in evil. shop", "Mbaba", "Mbake", "Mbadu", "Mbafo", "Mbaga"}
	for i, name := range names {
		from := fmt.Sprintf("m%d@h%d.evil.example", i, i%2)
		s.must(from, "corrd@club.example", "register "+name, true)
		if asked := s.had(from, "confirm"); len(asked) > 0 {
			s.must(from, asked[0].ReplyTo(), "yes", true)
		}
		for j := range limits.Invitations {
			s.must(from, "corrd@club.example", fmt.Sprintf("challenge v%d.%d@victims.example\r\n\r\nYour bank. Log in evil. shop", i, j), true)
		}
	}
	victims := s.had("@victims.example", "challenge")
	if want := limits.InvitationsInAll / 10; len(victims) != want {
		t.Errorf("one domain has sent %d invitations in a day, want %d", len(victims), want)
	}
	if slices.ContainsFunc(victims, func(l local.Letter) bool { return strings.Contains(l.Text()+l.Subject(), "evil. shop") }) {
		t.Error("a stranger is told the words of the sender")
	}
	s.add("Honest Newcomer", "honest@honest.example")
	s.must("honest@honest.example", "corrd@club.example", "challenge friend@friends.example", true)
	if n := len(s.had("@friends.example", "challenge")); n != 1 {
		t.Errorf("the newcomer's friend has had %d invitations", n)
	}
}
