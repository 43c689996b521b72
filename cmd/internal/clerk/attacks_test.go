package clerk

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/store"
)

// mark is a word that an attacker writes wherever words can stand.
const mark = "evilmark"

// unwanted are letters by which somebody might reach a stranger with words of their own, or more
// often than a stranger is written to. VICTIM is another stranger in each.
var unwanted = []string{
	"challenge VICTIM", "challenge VICTIM\nsay: evilmark", "challenge VICTIM, say: evilmark", "challenge VICTIM, umpire evilmark@victims.example", "challenge VICTIM, side evilmark@victims.example",
	"challenge evilmark <VICTIM>", "challenge VICTIM, evilmark 7", "challenge VICTIM, code evilmark", "challenge VICTIM, time 10 moves in 30 days, odds evilmark", "challenge VICTIM, position evilmark",
	"challenge VICTIM, event evilmark", "challenge VICTIM, seed evilmark", "challenge VICTIM, post.closed evilmark", "address add VICTIM", "address add VICTIM\nevilmark",
	"challenge VICTIM, games 9", "challenge VICTIM, publish evilmark", "propose: umpire VICTIM", "umpire VICTIM", "set umpire VICTIM", "message VICTIM evilmark",
	"challenge VICTIM\nchallenge VICTIM\nchallenge VICTIM", "withdraw\nchallenge VICTIM", "again VICTIM", "protest: evilmark VICTIM", "say: evilmark VICTIM", "forward VICTIM evilmark", "invite VICTIM",
}

// TestStrangersReadNoWordsOfOthers: whatever a player writes, and in whatever field, nobody who has
// not consented reads a word of it, is written to more than once, or is written to about it at all
// but as an invitation, a question or a confirmation.
func TestStrangersReadNoWordsOfOthers(t *testing.T) {
	b := newTable(t)
	b.join("mallory", "xaver")
	victim := 0
	for i, words := range unwanted {
		for _, key := range []string{office, b.key(board.Black)} {
			for _, auth := range []mailer.Auth{mailer.AuthPass, mailer.AuthNone} {
				victim++
				from := map[bool]string{true: "bob", false: "mallory"}[key != office]
				body := strings.ReplaceAll(words, "VICTIM", fmt.Sprintf("v%d@victims.example", victim))
				raw := fmt.Sprintf("From: \"%s\" <%s@example.org>\r\nTo: %s\r\nCc: c%d@victims.example\r\nReply-To: r%d@victims.example\r\nSender: s%d@victims.example\r\nSubject: %s\r\nMessage-ID: <%s.%d@%s.example>\r\n"+
					"In-Reply-To: <%s>\r\nOrganization: %s\r\nDisposition-Notification-To: d%d@victims.example\r\nReturn-Receipt-To: d%d@victims.example\r\nErrors-To: d%d@victims.example\r\n\r\n%s\r\n",
					mark, from, key, victim, victim, victim, mark, mark, victim, mark, mark, mark, victim, victim, victim, body)
				b.Deliver("smtp")(b.Context(), mailer.Envelope{From: fmt.Sprintf("e%d@victims.example", victim), To: []string{key}, Auth: auth}, []byte(raw), b.clock.Now()) // some are told 452
			}
		}
		b.pass(time.Minute)
		if i%5 == 4 {
			b.midnight()
		}
	}
	b.midnight()
	times := map[string]int{}
	kinds := regexp.MustCompile(`Corrd-Letter: (\S+)`)
	for _, l := range b.sent {
		if !strings.HasSuffix(l.to, "@victims.example") {
			continue
		}
		times[l.to]++
		text := strings.ToLower(string(l.raw) + parse.Letter(l.raw, mailer.Envelope{}, parse.Options{}).FullText)
		text = strings.ReplaceAll(text, strings.ToLower(l.to), "")
		if strings.Contains(text, mark) {
			t.Errorf("%s is sent words of somebody else:\n%s", l.to, l.raw)
		}
		if kind := kinds.FindStringSubmatch(string(l.raw)); kind == nil || kind[1] != "challenge" && kind[1] != "confirm" {
			t.Errorf("%s is sent %v", l.to, kind)
		}
		if strings.ContainsAny(l.to[:1], "crsde") && !strings.HasPrefix(l.to, mark) {
			t.Errorf("%s, who is only named in a header, is written to", l.to)
		}
	}
	for to, n := range times {
		if n > 1 {
			t.Errorf("%s is written to %d times", to, n)
		}
	}
	if len(times) == 0 {
		t.Error("no invitation has gone")
	}
}

// almostKeys returns addresses that might be taken for a key of White's.
func almostKeys(b *table) map[string]string {
	key := b.key(board.White)
	local, domain, _ := strings.Cut(key, "@")
	bare := local[strings.LastIndex(local, ".")+1:]
	return map[string]string{
		"the seat of Black":      strings.Replace(key, ".w", ".b", 1),
		"another game":           strings.Replace(key, "g1.", "g2.", 1),
		"a turn before":          strings.Replace(key, ".w1.", ".w0.", 1),
		"a turn to come":         strings.Replace(key, ".w1.", ".w3.", 1),
		"a member":               strings.Replace(key, ".w1.", ".w1m1.", 1),
		"a question":             fmt.Sprintf("corrd+h1.%s@%s", bare, domain),
		"a registration":         fmt.Sprintf("corrd+r1.%s@%s", bare, domain),
		"a challenge":            fmt.Sprintf("corrd+c1.%s@%s", bare, domain),
		"an umpire":              fmt.Sprintf("corrd+u1.%s@%s", bare, domain),
		"an order":               fmt.Sprintf("corrd+v1.%s@%s", bare, domain),
		"a bounce":               fmt.Sprintf("corrd+b1.%s@%s", bare, domain),
		"a way out":              fmt.Sprintf("corrd+s1.%s@%s", bare, domain),
		"a key cut short":        local[:len(local)-1] + "@" + domain,
		"a key and more":         local + "a@" + domain,
		"a key of noughts":       strings.Replace(key, bare, strings.Repeat("a", len(bare)), 1),
		"a key beside a comment": local + "(x)@" + domain,
		"another domain":         local + "@club.example.evil.example",
		"an umlaut":              strings.Replace(key, bare[:1], "ä", 1),
	}
}

// TestAlmostKeys: nothing but the whole key of a seat, for that seat and turn, plays there,
// whatever proves the author, in the address or in the subject.
func TestAlmostKeys(t *testing.T) {
	b := newTable(t)
	b.sendAll()
	n := 0
	for name, address := range almostKeys(b) {
		if address == b.key(board.White) {
			continue
		}
		for _, from := range []string{"alice@example.org", "bob@example.org", "mallory@evil.example"} {
			for _, auth := range []mailer.Auth{mailer.AuthPass, mailer.AuthNone, mailer.AuthFail} {
				for _, words := range []string{"P-K4", "resign", "yes", "yes 1"} {
					n++
					token := strings.TrimSuffix(strings.TrimPrefix(address, "corrd+"), "@club.example")
					for i, to := range []string{address, office} {
						subject := map[int]string{0: "x", 1: "Re: [corrd " + token + "]"}[i]
						raw := fmt.Sprintf("From: %s\r\nTo: %s\r\nSubject: %s\r\nMessage-ID: <k%d.%d@x>\r\n\r\n%s\r\n", from, to, subject, n, i, words)
						b.Deliver("smtp")(b.Context(), mailer.Envelope{From: from, To: []string{to}, Auth: auth}, []byte(raw), b.clock.Now()) // some are told 452
						if s := b.game(); len(s.Line) != 0 || s.Result != nil {
							t.Fatalf("%s from %s with %q: %q acts: %+v", name, from, auth, words, b.newest())
						}
					}
				}
			}
		}
	}
	b.wantSound()
}

// TestOpponentsLettersAreTheirOwn: an opponent who has a letter of White's in hand, and knows its
// number, its Message-ID and its words, neither releases nor discards it, nor spends White's
// questions.
func TestOpponentsLettersAreTheirOwn(t *testing.T) {
	b := newTable(t)
	b.sendAll()
	id := b.heldNow("1", "P-K4")
	question := b.sent[len(b.sent)-1]
	_, messageID, _ := strings.Cut(string(question.raw), "Message-ID: <")
	messageID, _, _ = strings.Cut(messageID, ">")
	for i, words := range []string{fmt.Sprint("yes ", id), fmt.Sprint("no ", id), "yes", "no", "yes always", fmt.Sprintf("yes %d\nno %d", id, id), fmt.Sprint("release ", id), fmt.Sprint("discard ", id)} {
		for j, to := range []string{office, b.key(board.Black), strings.Replace(replyTo(t, question.raw), "+h", "+h9", 1)} {
			for k, from := range []string{"bob", "mallory"} {
				b.comes(b.clock.Now(), from, to, "In-Reply-To: <"+messageID+">\r\nReferences: <"+messageID+">\r\nSubject: Re: [corrd 1] is this yours?\r\n", fmt.Sprint("o", i, ".", j, ".", k), words)
				if b.stateOf(id) != store.HeldLetter {
					t.Fatalf("%q of %s to %s: %s", words, from, to, b.stateOf(id))
				}
			}
		}
	}
	b.sendAll()
	b.comesNow("alice", replyTo(t, question.raw), "yes", "yes")
	if b.stateOf(id) != store.Acted || len(b.game().Line) != 1 {
		t.Errorf("White's own yes: %s, %+v", b.stateOf(id), b.newest())
	}
}

// TestUmpireWithoutAKey: a bare yes, no, help or thanks of an umpire who is not a player to the
// plain address is answered about orders, and rules nothing; a stranger is told how to register.
func TestUmpireWithoutAKey(t *testing.T) {
	for i, words := range []string{"yes", "no", "Yes, please.", "help", "Thank you very much indeed."} {
		b := umpired(t)
		notice, _ := b.toLetter("walker", "the letter of Monday was lost")
		b.letter("walker", notice, "order", fmt.Sprintf(forfeits, 1))
		b.sendAll()
		rows := len(b.rows())
		b.letter("walker", office, fmt.Sprint("w", i), words)
		var told string
		if b.game().Result != nil {
			t.Fatalf("%q to the plain address rules", words)
		}
		if len(b.rows()) == rows {
			t.Errorf("%q: no answer; %+v", words, b.newest())
		}
		b.sendAll()
		if last := b.sent[len(b.sent)-1]; last.to == "walker@example.org" {
			told = strings.Join(strings.Fields(parse.Letter(last.raw, mailer.Envelope{}, parse.Options{}).FullText), " ")
		}
		if strings.Contains(told, "register") {
			t.Errorf("%q: the umpire is told how to register: %s", words, told)
		}
		if words == "yes" && !strings.Contains(told, "rule 1 forfeit") {
			t.Errorf("the umpire is not told which order waits: %s", told)
		}
		preview, _ := b.toLetter("walker", "nothing is done yet")
		b.letter("walker", preview, "really", "yes")
		if b.game().Result == nil {
			t.Errorf("after %q the yes to the showing does not rule: %+v", words, b.newest())
		}
	}
	b := tableWith(t)
	b.letter("nora", office, "1", "hello")
	b.sendAll()
	if len(b.sent) != 1 || b.sent[0].to != "nora@example.org" || !strings.Contains(string(b.sent[0].raw), "register") {
		t.Errorf("a stranger is told %+v", b.rows())
	}
}

// TestBudgetShowsEachKind: answers to letters with a key, to letters with a pass and to others are
// each counted, and shown.
func TestBudgetShowsEachKind(t *testing.T) {
	b := newTable(t)
	b.letter("alice", b.key(board.White), "k", "games")
	b.letter("alice", office, "p", "games")
	b.letter("alice", office, "p2", "help")
	view, err := b.room().BudgetShow(b.Context(), *b.numbered(1))
	if err != nil || view.Spent != 2 || view.KeyedSpent != 1 || view.UnprovenSpent != 0 {
		t.Errorf("%+v, %v", view, err)
	}
}

// TestBudgetOfOddAddress: the umpire reads and lifts what an author has spent to whose address no
// letter could be written.
func TestBudgetOfOddAddress(t *testing.T) {
	b := newTable(t)
	const odd = "Zoë@example.org"
	b.update(func(tx store.Tx) error { return tx.AddCount(ledger.TallyAnswers.At(odd, tx.Now()), 3) })
	whom := control.Whom{Address: odd}
	view, err := b.room().BudgetShow(b.Context(), whom)
	if err != nil || view.Spent != 3 {
		t.Errorf("%+v, %v", view, err)
	}
	if view, err = b.room().BudgetLift(b.Context(), whom); err != nil || view.Spent != 0 {
		t.Errorf("lifted: %+v, %v", view, err)
	}
	for _, no := range []string{"Zoë <" + odd + ">", "<" + odd + ">", "Zoë@", odd + ", a@example.org"} {
		if _, err := b.room().BudgetShow(b.Context(), control.Whom{Address: no}); err == nil {
			t.Errorf("%q has a budget", no)
		}
	}
}
