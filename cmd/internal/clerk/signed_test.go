package clerk

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// What the signatures of three large providers cover.
var (
	gmailSigns   = strings.Split("to:subject:message-id:date:from:mime-version", ":")
	yahooSigns   = strings.Split("Date:From:To:Subject:References:Reply-To", ":")
	outlookSigns = strings.Split("From:Date:Subject:Message-ID:Content-Type:MIME-Version", ":")
)

// forwarded delivers a letter for which only a signature over the fields of these names vouches.
func (b *table) forwarded(signs []string, from, to, id, body string) store.Letter {
	b.Helper()
	raw := fmt.Sprintf("From: %s@example.org\r\nTo: %s\r\nMessage-ID: <%s@example.org>\r\n\r\n%s\r\n", from, to, id, body)
	env := mailer.Envelope{From: "bounce@forward.example", To: []string{to}, Auth: mailer.AuthPass, Signed: signs}
	if err := b.Deliver("smtp")(b.Context(), env, []byte(raw), time.Now()); err != nil {
		b.Fatal(err)
	}
	return b.newest()
}

// TestUnkeyedWordsOfAPartialSignatureDoNotAct: a signature that leaves out the form of a letter or
// its addressees is not proof without a key, because anybody may have sent an older letter again.
func TestUnkeyedWordsOfAPartialSignatureDoNotAct(t *testing.T) {
	for name, signs := range sampled(map[string][]string{"Gmail": gmailSigns, "Yahoo": yahooSigns, "Outlook": outlookSigns}, 3) {
		b := newTable(t)
		b.forwarded(signs, "alice", "corrd@club.example", "1", "stop")
		if p := b.playerAt("alice"); ledger.Stops(p, ledger.Reminders) {
			t.Errorf("%s: stop has acted", name)
		}
		b.forwarded(signs, "alice", "corrd@club.example", "2", "unregister")
		b.forwarded(signs, "alice", "corrd@club.example", "3", "block bob")
		if p := b.playerAt("alice"); len(p.Blocked) > 0 || ledger.Stops(p, ledger.Leaving) {
			t.Errorf("%s: %+v", name, p)
		}
		b.letter("alice", "corrd@club.example", "4", "stop")
		if p := b.playerAt("alice"); !ledger.Stops(p, ledger.Reminders) {
			t.Errorf("%s: stop from its own host has not acted", name)
		}
	}
}

// TestRightKeyWithAPartialSignature: a letter with the right key acts if its Message-ID is signed
// and new; a second one with the same Message-ID, or one whose Message-ID is not signed, is held,
// and acts after a yes that is signed no better.
func TestRightKeyWithAPartialSignature(t *testing.T) {
	b := newTable(t)
	if l := b.forwarded(gmailSigns, "alice", b.key(board.White), "1", "P-K4"); l.State != store.Acted {
		t.Fatalf("%s, %s", l.State, l.Verdict)
	}
	b.letter("bob", b.key(board.Black), "2", "P-K4")
	if l := b.forwarded(outlookSigns, "alice", b.key(board.White), "1", "resign"); l.State != store.HeldLetter || b.game().Result != nil {
		t.Errorf("with a Message-ID that came before: %s, %s", l.State, l.Verdict)
	}
	l := b.forwarded(yahooSigns, "alice", b.key(board.White), "3", "Kt-KB3")
	if l.State != store.HeldLetter || l.Verdict != partlySigned || len(b.game().Line) != 2 {
		t.Fatalf("with a Message-ID that is not signed: %s, %s", l.State, l.Verdict)
	}
	b.sendAll()
	var to string
	for _, sent := range b.sent {
		if sent.to == "alice@example.org" && strings.Contains(string(sent.raw), "Corrd-Letter: confirm\r\n") {
			to = replyTo(t, sent.raw)
		}
	}
	if yes := b.forwarded(yahooSigns, "alice", to, "4", "yes"); yes.State != store.Answered || b.stateOf(l.ID) != store.Acted || len(b.game().Line) != 3 {
		t.Errorf("after yes: %s, %s; the letter %s", yes.State, yes.Verdict, b.stateOf(l.ID))
	}
}

// TestAlteredFormIsHeldAndAsked: somebody has a letter of alice's whose signature leaves out the
// Content-Type, and sends it with the right key under another one, so that other words of it are
// read, or words that it quotes. Nothing of it acts, and alice is asked; what alice wrote acts.
func TestAlteredFormIsHeldAndAsked(t *testing.T) {
	const (
		quoted = "P-K4\r\n\r\nI have had this of them:\r\n--inner\r\nContent-Type: text/plain\r\n\r\nresign\r\n--inner--\r\n"
		parts  = "--outer\r\nContent-Type: text/plain\r\n\r\nP-K4\r\n--inner\r\n\r\nresign\r\n--inner--\r\n\r\n--outer--\r\n"
		second = "--outer\r\nContent-Type: text/plain\r\n\r\nP-K4\r\n--outer\r\nContent-Type: text/html\r\n\r\n<p>resign</p>\r\n--outer--\r\n"
		coded  = "cmVzaWdu\r\n"
		marked = "P-K4 <!--\r\n-->\r\n<blockquote>\r\nresign\r\n"
	)
	for _, one := range []struct{ name, form, body string }{
		{"a boundary out of the text", "Content-Type: multipart/mixed; boundary=inner\r\n", quoted},
		{"a boundary out of a part", "Content-Type: multipart/mixed; boundary=inner\r\n", parts},
		{"alternatives out of the text", "Content-Type: multipart/alternative; boundary=inner\r\n", quoted},
		{"another preamble", "Content-Type: multipart/mixed; boundary=Content\r\n", quoted},
		{"a second part as an alternative", "Content-Type: multipart/alternative; boundary=outer\r\n", second},
		{"parts as plain text", "Content-Type: text/plain\r\n", parts},
		{"a page out of the text", "Content-Type: text/html\r\n", marked},
		{"base64", "Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n", coded},
		{"UTF-7", "Content-Type: text/plain; charset=utf-7\r\n", "P-K4\r\n\r\n+AHIAZQBzAGkAZwBu-\r\n"},
		{"quoted-printable", "Content-Transfer-Encoding: quoted-printable\r\n", "P-K4=0D=0A=0D=0Aresign\r\n"},
		{"two types", "Content-Type: text/plain\r\nContent-Type: multipart/mixed; boundary=inner\r\n", quoted},
	} {
		b := newTable(t)
		to, asked := b.key(board.White), len(b.told("alice", "confirm"))
		raw := "From: alice@example.org\r\nTo: " + to + "\r\nSubject: Re: game\r\nMessage-ID: <x@example.org>\r\nMIME-Version: 1.0\r\n" + one.form + "\r\n" + one.body
		env := mailer.Envelope{From: "bounce@forward.example", To: []string{to}, Auth: mailer.AuthPass, Signed: gmailSigns}
		if err := b.Deliver("smtp")(b.Context(), env, []byte(raw), time.Now()); err != nil {
			t.Fatalf("%s: %v", one.name, err)
		}
		b.sendAll()
		if l := b.newest(); l.State != store.HeldLetter || b.game().Result != nil || len(b.game().Line) != 0 || len(b.told("alice", "confirm")) != asked+1 {
			t.Errorf("%s: %s, %s, result %+v, %d moves, asked %d times", one.name, l.State, l.Verdict, b.game().Result, len(b.game().Line), len(b.told("alice", "confirm"))-asked)
		}
	}
	b := newTable(t)
	if l := b.forwarded(gmailSigns, "alice", b.key(board.White), "x", "P-K4"); l.State != store.Acted {
		t.Errorf("as it was written: %s, %s", l.State, l.Verdict)
	}
}

// TestPartialSignatureAndTheKeyOfAQuestion: with such a signature the key of one question answers
// that question and nothing else; the key of an umpire orders nothing without the key of the
// showing.
func TestPartialSignatureAndTheKeyOfAQuestion(t *testing.T) {
	for name, signs := range sampled(map[string][]string{"Yahoo": yahooSigns, "Outlook": {"From"}}, 3) {
		b := tableWith(t, "bob")
		b.letter("alice", office, "r", "register Alice")
		b.sendAll()
		b.forwarded(signs, "alice", b.replyOf("alice", "confirm"), "y", "yes")
		if b.nameAt("alice") != "Alice" {
			t.Fatalf("%s: the answer to a registration: %s", name, b.newest().Verdict)
		}
		b.letter("alice", office, "c", "challenge bob@example.org, colour white")
		b.sendAll()
		receipt := b.replyOf("alice", "received")
		for i, words := range []string{"register Mallory", "address add mallory@example.org", "block bob", "unregister", "challenge xaver@example.org"} {
			l := b.forwarded(signs, "alice", receipt, fmt.Sprint("w", i), words)
			if p := b.playerAt("alice"); p.Name != "Alice" || len(p.Addresses) != 1 || len(p.Blocked) > 0 || ledger.Stops(p, ledger.Leaving) || l.State == store.Acted {
				t.Errorf("%s, %q with the key of a receipt: %s, %s, %+v", name, words, l.State, l.Verdict, p)
			}
		}
		b.sendAll()
		if told := append(b.told("mallory", "confirm"), b.told("xaver", "challenge")...); len(told) > 0 {
			t.Errorf("%s: strangers are written to: %s", name, told)
		}
		b.forwarded(signs, "bob", b.replyOf("bob", "challenge"), "a", "accept")
		if b.game().ID != 1 {
			t.Errorf("%s: the answer to a challenge: %s", name, b.newest().Verdict)
		}
	}
	b := umpired(t)
	notice, _ := b.toLetter("walker", "the letter of Monday was lost")
	b.forwarded(yahooSigns, "walker", notice, "order", fmt.Sprintf(forfeits, 1))
	b.forwarded(yahooSigns, "walker", notice, "yes", "yes")
	if b.game().Result != nil {
		t.Fatal("an order with a partial signature has been carried out")
	}
	preview, _ := b.toLetter("walker", "nothing is done yet")
	b.forwarded(yahooSigns, "walker", preview, "yes2", "yes")
	if b.game().Result == nil {
		t.Errorf("the answer to the showing: %s", b.newest().Verdict)
	}
}

// replyOf is the reply address of the newest letter of a kind that somebody has been sent.
func (b *table) replyOf(who, kind string) (to string) {
	b.Helper()
	for _, l := range slices.Backward(b.sent) {
		if l.to == who+"@example.org" && strings.Contains(string(l.raw), "Corrd-Letter: "+kind+"\r\n") {
			return replyTo(b.T, l.raw)
		}
	}
	b.Fatalf("%s has had no letter of the kind %s", who, kind)
	return ""
}
