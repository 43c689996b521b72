package clerk

import (
	"context"
	"fmt"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// affirmations and doubts are answers to a question that only yes affirms.
var (
	affirmations = []string{"Yes, please. Thank you very much", "YES 👍", "ok", "Accept! Looking forward to it, Bob.", "Sure, go ahead", "I agree, thanks.", "Thank you, yes!\n\nBob"}
	doubtful     = []string{"yes, but can I be White?", "yes and no", "not yet", "yes?", "Yes\nbut only at week-ends", "I accept if it is free", "maybe"}
)

// TestPoliteAnswersToTheRegistrar: a yes acts wherever a yes is awaited, with whatever courtesies
// surround it, and a doubtful one is asked again, the second time too.
func TestPoliteAnswersToTheRegistrar(t *testing.T) {
	ways := map[string]func(b *table) (who, kind string, done func() bool){
		"registration": func(b *table) (string, string, func() bool) {
			b.letter("zoe", office, "r", "register Zoe Example")
			return "zoe", "confirm", func() bool { return b.nameAt("zoe") == "Zoe Example" }
		},
		"address": func(b *table) (string, string, func() bool) {
			b.letter("alice", office, "a", "address add zoe@example.org")
			return "zoe", "confirm", func() bool { return len(b.addresses(1)) == 2 }
		},
		"challenge": func(b *table) (string, string, func() bool) {
			b.letter("alice", office, "c", "challenge zoe@example.org")
			return "zoe", "challenge", func() bool { return b.nameAt("zoe") != "" }
		},
		"a challenge to countersign": func(b *table) (string, string, func() bool) {
			b.brings(mailer.AuthNone, "alice", office, "c", "challenge bob@example.org")
			return "alice", "confirm", func() bool { return len(b.told("bob", "challenge")) == 1 }
		},
		"leaving": func(b *table) (string, string, func() bool) {
			b.letter("alice", office, "u", "unregister")
			return "alice", "confirm", func() bool { return b.nameAt("alice") == "" }
		},
	}
	for name, way := range ways {
		for i, answer := range affirmations {
			b := tableWith(t, "alice", "bob")
			who, kind, done := way(b)
			if b.replies(who, kind, fmt.Sprint("y", i), answer); !done() {
				t.Errorf("%s: %q does not act: %s", name, answer, b.newest().Verdict)
			}
		}
		b := tableWith(t, "alice", "bob")
		who, kind, done := way(b)
		for i, answer := range doubtful {
			before := b.lettersTo(who)
			if b.replies(who, kind, fmt.Sprint("d", i), answer); done() {
				t.Fatalf("%s: %q acts", name, answer)
			}
			if i < 2 && b.lettersTo(who) != before+1 {
				t.Errorf("%s: doubtful answer %d, %q, brings %d letters: %s", name, i+1, answer, b.lettersTo(who)-before, b.newest().Verdict)
			}
		}
	}
}

// TestPoliteNo: a no ends the matter, with whatever courtesies surround it.
func TestPoliteNo(t *testing.T) {
	for i, answer := range []string{"no thanks", "No, thank you, Alice.", "Decline, with thanks", "Sorry, I must decline.", "Thanks, but no thanks", "I'd rather not."} {
		b := tableWith(t, "alice", "bob")
		b.letter("alice", office, "c", "challenge bob@example.org")
		if b.replies("bob", "challenge", fmt.Sprint(i), answer); b.newest().State != store.Acted || b.open() != 0 {
			t.Errorf("%q does not decline: %s", answer, b.newest().Verdict)
		}
		b.wantNoGame()
	}
}

// TestAnotherNameConfirms: to ask for another name in answer to the question is to confirm that
// name.
func TestAnotherNameConfirms(t *testing.T) {
	for words, want := range map[string]string{"register Dave Dent": "Dave Dent", "register me as Dave Dent": "Dave Dent", "please register me, Dave Dent": "Dave Dent",
		"Yes please.\nregister: Dave Dent": "Dave Dent", "No, register Dave Dent please": "Dave Dent", `Register as "Dave Dent"`: "Dave Dent", "I want to register. My name is Dave Dent.": "Dave Dent", "register Alice": ""} {
		b := tableWith(t, "alice")
		b.letter("zoe", office, "r", "register Zed")
		b.replies("zoe", "confirm", "n", words)
		if got := b.nameAt("zoe"); got != want {
			t.Errorf("%q: zoe is called %q, want %q", words, got, want)
		}
	}
}

// TestPoliteAnswersInAGame: consents and ends of the game act with courtesies around them, and are
// asked about when they are in doubt.
func TestPoliteAnswersInAGame(t *testing.T) {
	for words, want := range map[string]bool{"I resign. Well played, Alice!": true, "I resign, thank you for the game": true, "I resign?": false, "shall I resign": false,
		"I will not resign": false, "I resign\nnot yet": false} {
		b := newTable(t)
		b.letter("alice", b.key(board.White), "1", words)
		if over := b.game().Result != nil; over != want {
			t.Errorf("%q: the game is over %v", words, over)
		}
	}
	for words, open := range sampled(map[string]bool{"no thanks": false, "No thank you!": false, "decline draw, sorry": false, "no problem": true}, 3) {
		b := newTable(t)
		b.letter("alice", b.key(board.White), "1", "P-K4\ndraw?")
		b.letter("bob", b.key(board.Black), "2", words)
		if got := b.game().DrawOffer != 0; got != open {
			t.Errorf("%q: the offer is open %v", words, got)
		}
	}
	for words, agreed := range sampled(map[string]bool{"Yes, please. Thank you": true, "ok": true, "Agreed, thanks!": true, "yes, but not in August": false}, 3) {
		b := newTable(t)
		b.letter("alice", b.key(board.White), "1", "propose reply in 5 days")
		b.answer(board.Black, "2", b.last(board.Black, "proposal"), words)
		if got := b.game().Proposal == nil; got != agreed {
			t.Errorf("%q: agreed %v, %s", words, got, b.newest().Verdict)
		}
	}
}

// TestTwoFormsThatDiffer: corrd cannot know which of the two forms was meant, so corrd asks the
// sender.
func TestTwoFormsThatDiffer(t *testing.T) {
	b := newTable(t)
	both := func(id, text, html string) {
		key := b.key(board.White)
		raw := fmt.Sprintf("From: alice@example.org\r\nTo: %s\r\nMessage-ID: <%s@example.org>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=x\r\n\r\n"+
			"--x\r\nContent-Type: text/plain\r\n\r\n%s\r\n--x\r\nContent-Type: text/html\r\n\r\n<p>%s</p>\r\n--x--\r\n", key, id, text, html)
		env := mailer.Envelope{From: "alice@example.org", To: []string{key}, Auth: mailer.AuthPass}
		if err := b.Deliver("smtp")(context.Background(), env, []byte(raw), time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	both("1", "P-K4", "P-Q4")
	if l := b.newest(); l.State != store.Returned || l.Verdict != string(game.Unclear) || len(b.game().Line) != 0 {
		t.Fatalf("%+v", l)
	}
	both("2", "P-K4", "P&ndash;K4 <br> <i>Kind regards!</i>")
	if l := b.newest(); l.State != store.Acted || len(b.game().Line) != 1 {
		t.Errorf("the same move in both: %+v", l)
	}
}

// TestAskedWhatWasNotRead: a sender who is asked because nothing in the letter acts learns what of
// the letter was not read, and so how to mend the letter.
func TestAskedWhatWasNotRead(t *testing.T) {
	b := newTable(t)
	b.letter("alice", b.key(board.White), "1", "Bob wrote on Tuesday:\r\nP-K4")
	key := b.key(board.White)
	raw := "From: alice@example.org\r\nTo: " + key + "\r\nMessage-ID: <2@example.org>\r\nContent-Type: application/pkcs7-mime\r\n\r\nP-K4\r\n"
	env := mailer.Envelope{From: "alice@example.org", To: []string{key}, Auth: mailer.AuthPass}
	if err := b.Deliver("smtp")(context.Background(), env, []byte(raw), time.Now()); err != nil {
		t.Fatal(err)
	}
	asked := b.told("alice", "asked")
	if len(asked) != 2 || len(b.game().Line) != 0 {
		t.Fatalf("asked %d times, %d moves", len(asked), len(b.game().Line))
	}
	wants(t, asked[0], `Not all of the letter was read: what stands below the line "Bob wrote on Tuesday:" was taken for a quotation.`)
	wants(t, asked[1], "Not all of the letter was read: the letter is encrypted or sealed; please write plain text.")
}

// TestAcceptAnswersWhateverIsAsked: accept, agreed and decline are a yes and a no to a question
// about a letter held, about a move and about words to be passed on, where nothing else waits for
// an answer.
func TestAcceptAnswersWhateverIsAsked(t *testing.T) {
	for words, yes := range map[string]bool{"Accept! Looking forward to it.": true, "Agreed, and good luck": true, "Accepted.": true, "Decline, with thanks": false, "I don't know": false, "agreed, but not now": false} {
		no := words == "Decline, with thanks"
		b := newTable(t)
		b.sendAll()
		id := b.heldNow("1", "P-K4")
		b.replies("alice", "confirm", "2", words)
		if got, want := b.stateOf(id), map[bool]store.LetterState{true: store.Acted, false: store.HeldLetter}[yes]; got != want && !(no && got == store.Discarded) {
			t.Errorf("%q to a letter held: %s", words, got)
		}
		b = newTable(t)
		b.letter("alice", b.key(board.White), "1", "Maybe P-K4")
		b.replies("alice", "asked", "2", words)
		if played := len(b.game().Line) == 1; played != yes || no && b.game().Question(board.White) != nil {
			t.Errorf("%q to a move in doubt: played %v, %s", words, played, b.newest().Verdict)
		}
		b = newTable(t)
		b.letter("alice", b.key(board.White), "1", "P-K4")
		b.letter("alice", b.key(board.White), "2", "I hope that your mother is better. We have had snow all week here in the hills.")
		b.replies("alice", "asked", "3", words)
		if said := b.newest().State == store.Acted; said != yes {
			t.Errorf("%q to words to be passed on: %v, %s", words, said, b.newest().Verdict)
		}
	}
	b := newTable(t)
	b.letter("alice", b.key(board.White), "1", "P-K4\ndraw?")
	b.sendAll()
	b.comesNow("mallory", b.key(board.Black), "2", "P-K4")
	b.sendAll()
	b.replies("bob", "confirm", "3", "Accept")
	if l := b.newest(); l.State != store.Returned || b.game().Result != nil || len(b.game().Line) != 1 {
		t.Errorf("accept with a draw on offer: %+v", l)
	}
}
