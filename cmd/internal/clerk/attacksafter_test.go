package clerk

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// marked returns a letter of Black's with a mark in each field, and in each part of it that corrd
// does not pass on.
func marked(to, words string, n int) string {
	return fmt.Sprintf("Received: from %[1]shost.example ([198.51.100.77]) by mx.%[1]s.example; Thu, 1 Jan 2026 00:00:00 +0000\r\nDKIM-Signature: v=1; a=rsa-sha256; d=%[1]s.example; s=%[1]s; h=from; bh=x; b=%[1]s\r\n"+
		"From: \"Bob %[1]s\" <bob@example.org>\r\nTo: \"%[1]s\" <%[2]s>\r\nCc: %[1]s@elsewhere.example\r\nSubject: =?utf-8?q?%[1]s?= and =?utf-8?B?ZXZpbG1hcms=?=\r\nMessage-ID: <%[1]s.%[4]d@%[1]s.example>\r\n"+
		"References: <%[1]s@%[1]s.example>\r\nOrganization: %[1]s\r\nUser-Agent: %[1]s\r\nX-Originating-IP: [198.51.100.77]\r\nList-Id: <%[1]s.example>\r\nComments: %[1]s\r\nMIME-Version: 1.0\r\n"+
		"Content-Type: multipart/mixed; boundary=\"%[1]sb\"\r\n\r\n%[1]s\r\n--%[1]sb\r\nContent-Type: text/plain; charset=utf-8; x=%[1]s\r\n\r\n%[3]s\r\n\r\n> %[1]s was quoted\r\n\r\n-- \r\nBob of %[1]s, +44 %[1]s\r\n"+
		"--%[1]sb\r\nContent-Type: application/pdf; name=\"%[1]s.pdf\"\r\nContent-Disposition: attachment; filename=\"%[1]s.pdf\"\r\n\r\n%[1]s\r\n--%[1]sb--\r\n%[1]s\r\n", mark, to, words, n)
}

// TestArchiveHoldsNothingOfTheOthersHeaders: the archive of a running game for White has no word of
// Black's letters but what White was told, and nothing of their headers, their attachments and
// their signatures.
func TestArchiveHoldsNothingOfTheOthersHeaders(t *testing.T) {
	for _, terms := range []string{"colour white", "colour white, conditionals sealed", "colour white, medium telegraph, time reply in 2 days", "colour white, medium post, post.transit 0, post.closed none"} {
		b := tableOf(t, terms)
		b.sendAll()
		n := 0
		black := func(to, words string, auth mailer.Auth) {
			n++
			b.Deliver("smtp")(b.Context(), mailer.Envelope{From: mark + "@bounce.example", To: []string{to}, Auth: auth}, []byte(marked(to, words, n)), b.clock.Now()) // some are told 452
			b.pass(time.Minute)
		}
		secrets := []string{"Kt-evilmarkB3", "try P-K4 evilmark", "note evilmark", "set timezone evilmark", "agree to evilmark", "evilmark thinks that I should resign.", "resign? evilmark", "games evilmark"}
		for _, words := range secrets {
			black(b.key(board.Black), words, mailer.AuthPass)
			black(office, "Game 1: "+words, mailer.AuthNone)
		}
		b.comesNow("alice", b.key(board.White), "w", "P-K4")
		b.pass(36 * time.Hour)
		black(b.key(board.Black), "P-K4", mailer.AuthPass)
		b.pass(36 * time.Hour)
		black(b.key(board.Black), "if Kt-KB3 then Kt-QB3", mailer.AuthPass)
		for _, words := range secrets {
			black(b.key(board.Black), words, mailer.AuthPass)
		}
		archive := b.files(control.Filing{ID: 1, For: "white"})
		for name, text := range unzipped(t, archive) {
			for _, secret := range []string{mark, "ZXZpbG1hcms", "198.51.100.77", "bob@example.org", "bounce.example"} {
				if i := strings.Index(strings.ToLower(text), strings.ToLower(secret)); i >= 0 {
					t.Errorf("%s: %s holds %q: %.200q", terms, name, secret, text[max(0, i-80):])
				}
			}
		}
	}
}

// eager are loops that have sent what is due before whoever wakes them goes on.
type eager struct {
	control.Loops
	send func()
}

func (e eager) Wake() { e.send() }

// TestArchiveHoldsNoGoodKey: however fast the letters with the keys leave that replace those in an
// archive, no file of the archive holds a key that is good.
func TestArchiveHoldsNoGoodKey(t *testing.T) {
	for _, reader := range []string{"", "white", "black"} {
		b := newTable(t)
		b.comesNow("alice", b.key(board.White), "w", "P-K4")
		b.sendAll()
		room := b.room()
		room.Loops = eager{room.Loops, func() { b.sendAll() }}
		files := unzipped(t, b.filesOf(room, control.Filing{ID: 1, For: reader}))
		for side, who := range []string{"alice", "bob"} {
			good := b.key(board.Side(side))
			wants(t, b.lastTold(who, "repeat"), "has replaced your reply address")
			if address := replyTo(t, b.sent[len(b.sent)-2+side].raw); address != good {
				t.Errorf("the last letter to %s is to be answered to %s, and the key is %s", who, address, good)
			}
			_, token, _ := strings.Cut(good, "+")
			token, _, _ = strings.Cut(token, "@")
			for name, text := range files {
				if strings.Contains(text, token) {
					t.Errorf("for %q: %s holds the key %s", reader, name, token)
				}
			}
		}
	}
}

// TestForgedCopiesFirst: a copy of a letter that came first and is proved worse, in whatever way,
// does not make the genuine one a silent repeat: it acts, or is held and asked about.
func TestForgedCopiesFirst(t *testing.T) {
	type way struct {
		name, to, envelope string
		auth               mailer.Auth
	}
	first := func(b *table) []way {
		return []way{{"nothing proves it", office, "x@evil.example", mailer.AuthNone}, {"it is disowned", office, "x@evil.example", mailer.AuthFail}, {"disowned, with the key", b.key(board.White), "x@evil.example", mailer.AuthFail},
			{"with another key", strings.Replace(b.key(board.White), ".w", ".b", 1), "alice@example.org", mailer.AuthPass}, {"from corrd itself", office, "corrd@club.example", mailer.AuthFail}}
	}
	for i := range 5 {
		for _, words := range []string{"P-K4", "resign"} {
			b := newTable(t)
			b.sendAll()
			forged := first(b)[i]
			genuine := way{"", b.key(board.White), "alice@example.org", mailer.AuthPass}
			for n, w := range []way{forged, forged, genuine} {
				raw := fmt.Sprintf("From: alice@example.org\r\nTo: %s\r\nDate: Thu, 1 Jan 2026 10:00:00 +0000\r\nMessage-ID: <genuine@example.org>\r\n\r\n%s\r\n", genuine.to, words)
				if err := b.Deliver("smtp")(b.Context(), mailer.Envelope{From: w.envelope, To: []string{w.to}, Auth: w.auth}, []byte(raw), b.clock.Now()); err != nil {
					t.Fatal(n, err)
				}
				b.pass(time.Minute)
			}
			if l := b.newest(); l.State != store.Acted {
				t.Errorf("%s first, %q: the genuine letter is %s, %s", forged.name, words, l.State, l.Verdict)
			}
		}
	}
}

// TestAddressesOfTheHouse: nothing that names an address of corrd's own as its author acts, or is
// answered, in whatever spelling.
func TestAddressesOfTheHouse(t *testing.T) {
	b := newTable(t)
	b.sendAll()
	rows := len(b.rows())
	for i, from := range []string{"corrd@club.example", "Corrd <CORRD@CLUB.EXAMPLE>", "corrd+@club.example", "corrd+x+y@club.example", b.key(board.White), b.key(board.Black), "\"Alice alice@example.org\" <corrd@club.example>",
		"corrd@club.example.", "\"corrd\"@club.example", "postmaster@club.example", "abuse@club.example", "corrd@CLUB.example (alice@example.org)"} {
		for j, words := range []string{"P-K4", "resign", "yes", "register Corrd Clubs", "challenge bob@example.org", "help", "stop"} {
			for k, to := range []string{b.key(board.White), office, "postmaster@club.example"} {
				raw := fmt.Sprintf("From: %s\r\nTo: %s\r\nMessage-ID: <h%d.%d.%d@x>\r\n\r\n%s\r\n", from, to, i, j, k, words)
				if err := b.Deliver("smtp")(b.Context(), mailer.Envelope{From: "x@evil.example", To: []string{to}, Auth: mailer.AuthNone}, []byte(raw), b.clock.Now()); err != nil {
					t.Fatal(err)
				}
				if s := b.game(); len(s.Line) > 0 || s.Result != nil {
					t.Fatalf("%q from %s acts", words, from)
				}
			}
		}
	}
	b.sendAll()
	for _, row := range b.rows()[rows:] {
		if b.Ledger().Own(row.To) || regexp.MustCompile(`^(alice|bob)@`).MatchString(row.To) && row.Kind != "confirm" {
			t.Errorf("%s is written to: %+v", row.To, row)
		}
	}
}

// TestChoiceOfHeldLettersIsNoClock: however a player spreads candidates over addresses, carriers
// and answers, the one that is chosen after days of thought is charged with those days.
func TestChoiceOfHeldLettersIsNoClock(t *testing.T) {
	for name, attack := range map[string]func(b *table) (held []int64){
		"from several addresses": func(b *table) (held []int64) {
			for i, from := range []string{"m1", "m2", "m3"} {
				b.comesNow(from, b.key(board.White), fmt.Sprint("a", i), []string{"P-K4", "P-Q4", "P-QB4"}[i])
				held = append(held, b.newest().ID)
			}
			return held
		},
		"without a key": func(b *table) (held []int64) {
			for i, words := range []string{"P-K4", "P-Q4", "P-QB4"} {
				b.brings(mailer.AuthPass, "alice", office, fmt.Sprint("a", i), words)
				held = append(held, b.newest().ID)
			}
			return held
		},
		"without proof and with it": func(b *table) (held []int64) {
			b.brings(mailer.AuthNone, "alice", office, "a1", "P-K4")
			held = append(held, b.newest().ID)
			b.brings(mailer.AuthPass, "alice", office, "a2", "P-Q4")
			held = append(held, b.newest().ID)
			b.comesNow("m1", b.key(board.White), "a3", "P-QB4")
			return append(held, b.newest().ID)
		},
		"a no, and another": func(b *table) (held []int64) {
			b.comesNow("m1", b.key(board.White), "a1", "P-K4")
			first := b.newest().ID
			b.comesNow("alice", b.key(board.White), "n", fmt.Sprint("no ", first))
			b.comesNow("m1", b.key(board.White), "a2", "P-Q4")
			return []int64{b.newest().ID}
		},
		"one that says nothing first": func(b *table) (held []int64) {
			b.comesNow("m1", b.key(board.White), "a1", "Good morning to you.")
			b.comesNow("m1", b.key(board.White), "a2", "P-Q4")
			return []int64{b.newest().ID}
		},
	} {
		tried := 0
		for which := range 3 {
			b := tableOf(t, "colour white, time 10 moves in 30 days")
			b.sendAll()
			held := attack(b)
			b.sendAll()
			if which >= len(held) || b.stateOf(held[which]) != store.HeldLetter {
				continue
			}
			tried++
			b.pass(20 * 24 * time.Hour)
			b.comesNow("alice", b.key(board.White), "yes", fmt.Sprint("yes ", held[which]))
			if s := b.game(); len(s.Line) == 1 && s.Clocks[board.White].Used < 20*24*time.Hour {
				t.Errorf("%s, candidate %d: %v are charged for twenty days", name, which, s.Clocks[board.White].Used)
			}
		}
		if tried == 0 {
			t.Errorf("%s: nothing is held", name)
		}
	}
}

// TestOnlyTheFirstHeldLetterCountsFromItsReceipt: a letter that follows one to which its owner has
// said no counts from its release; one that follows a forged letter counts from its receipt, as if
// that had not come.
func TestOnlyTheFirstHeldLetterCountsFromItsReceipt(t *testing.T) {
	for _, c := range []struct {
		name  string
		first func(b *table)
		back  bool
	}{
		{"after a no", func(b *table) {
			id := b.heldNow("a1", "P-K4")
			b.pass(time.Hour)
			b.comesNow("alice", b.key(board.White), "n", fmt.Sprint("no ", id))
		}, false},
		{"after a forged letter", func(b *table) { b.brings(mailer.AuthNone, "alice", office, "f", "P-K4") }, true},
		{"after one that its domain disowns", func(b *table) { b.brings(mailer.AuthFail, "alice", office, "f", "P-K4") }, true},
		{"after one with a wrong key", func(b *table) { b.comesNow("mallory", strings.Replace(b.key(board.White), ".w", ".b", 1), "f", "P-K4") }, true},
		{"after the opponent's", func(b *table) { b.comesNow("bob", b.key(board.Black), "f", "P-K4") }, true},
		{"after nothing", func(*table) {}, true},
	} {
		b := tableOf(t, "colour white, time 10 moves in 30 days")
		b.sendAll()
		c.first(b)
		b.pass(time.Hour)
		id, received := b.heldNow("a2", "P-Q4"), b.clock.Now()
		b.pass(time.Hour)
		b.releases("player", id)
		if from := b.countsFrom(); from.Equal(received) != c.back {
			t.Errorf("%s: counts from %v after its receipt", c.name, from.Sub(received))
		}
	}
}

// TestForgedWordsSilenceNobody: of the same words, forged thirty times in a player's name in
// whatever way, the player's own are answered, at the plain address and with the key of a seat.
func TestForgedWordsSilenceNobody(t *testing.T) {
	for i, words := range []string{"help", "games", "show 1", "law II.9", "terms", "help terms", "set timezone Europe/London", "challenge nobody@elsewhere.example", "P-K9", "what do you mean by this?", "try Kt-B3", "withdraw", "address add other@elsewhere.example"} {
		for _, keyed := range []bool{false, true} {
			if testing.Short() && (i%3 != 0 || keyed != (i%2 == 0)) {
				continue
			}
			b := newTable(t)
			b.sendAll()
			to := map[bool]string{false: office, true: b.key(board.White)}[keyed]
			for n := range 30 {
				auth := []mailer.Auth{mailer.AuthNone, mailer.AuthFail}[n%2]
				b.attempts(auth, "alice", office, fmt.Sprint("f", i, ".", n), words)
				b.attempts(mailer.AuthPass, "mallory", to, fmt.Sprint("m", i, ".", n), words)
			}
			b.sendAll()
			rows := len(b.rows())
			b.comesNow("alice", to, fmt.Sprint("g", i), words)
			l := b.newest()
			if answers := len(b.rows()) - rows; answers == 0 && l.State != store.Acted {
				t.Errorf("%q, keyed %v: not answered; %s, %s", words, keyed, l.State, l.Verdict)
			}
		}
	}
}
