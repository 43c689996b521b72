package clerk

import (
	"fmt"
	"testing"
	"time"

	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// referTo is the Message-ID of the newest letter of a kind that somebody has been sent, in
// brackets.
func (b *table) referTo(who, kind string) string {
	b.Helper()
	b.sendAll()
	return b.fieldOf(who, kind, "Message-ID")
}

// TestQuestionIsNoFreeClock: a move that corrd asks about counts from its first receipt if the
// answer comes within a day of the question, and from the answer if it comes later, in whatever
// way the letter was doubtful and however it is answered.
func TestQuestionIsNoFreeClock(t *testing.T) {
	for _, c := range [][2]string{{"9. P-K4", "yes"}, {"9. P-K4", "1. P-K4"}, {"P-K4?", "P-K4"}, {"maybe P-K4", "yes"}, {"e4", "P-K4"}} {
		for _, waits := range []time.Duration{23 * time.Hour, 20 * 24 * time.Hour} {
			b := tableOf(t, "colour white, time 10 moves in 30 days")
			b.sendAll()
			b.comesNow("alice", b.key(board.White), "1", c[0])
			b.sendAll()
			b.pass(waits)
			b.comesNow("alice", b.key(board.White), "2", c[1])
			want := waits
			if waits < 24*time.Hour {
				want = 0
			}
			if s := b.game(); len(s.Line) != 1 || s.Clocks[board.White].Used != want {
				t.Errorf("%q, and %q after %v: %v are charged, want %v", c[0], c[1], waits, s.Clocks[board.White].Used, want)
			}
		}
	}
}

// TestAcceptAnswersTheLetterItNames: accept and decline in answer to a letter about something else,
// by its key or its Message-ID, answer no challenge; without either, or in answer to the
// challenge, they do.
func TestAcceptAnswersTheLetterItNames(t *testing.T) {
	scene := func() *table {
		b := tableWith(t, "alice", "bob", "carol")
		b.letter("alice", office, "c1", "challenge bob@example.org, colour white")
		b.sendAll()
		b.letter("carol", office, "c2", "challenge alice@example.org, colour white")
		b.letter("alice", office, "h", "games")
		b.sendAll()
		return b
	}
	for _, kind := range []string{"received", "office", "challenge", ""} {
		for _, byKey := range []bool{false, true} {
			for _, words := range []string{"accept", "accept\nhelp", "decline"} {
				b := scene()
				to, header := office, ""
				switch {
				case kind == "office" && byKey: // the letter has no Reply-To
					continue
				case kind != "" && byKey:
					to = b.replyOf("alice", kind)
				case kind != "":
					header = "In-Reply-To: " + b.referTo("alice", kind) + "\r\n"
				}
				b.comes(b.clock.Now(), "alice", to, header, "answer", words)
				var ch store.Challenge
				b.view(func(v store.View) (err error) { ch, err = v.Challenge(2); return err })
				if answered := ch.State != store.ChallengeOpen; answered != (kind == "challenge" || kind == "") {
					t.Errorf("%q to the letter %q, by its key %v: the challenge is %s", words, kind, byKey, ch.State)
				}
			}
		}
	}
}

// TestConsentInAnswerToAHeldLetter: accept, agree and decline in answer to the question whether a
// letter is one's own answer neither the question nor an offer or proposal in the game.
func TestConsentInAnswerToAHeldLetter(t *testing.T) {
	for _, words := range []string{"accept", "agree", "decline", "Accept, thank you"} {
		for _, stands := range []string{"draw?", "propose reply in 9 days"} {
			for _, byKey := range []bool{false, true} {
				b := newTable(t)
				b.inGame(1, board.White, "w1", "P-K4")
				b.inGame(1, board.Black, "b1", stands)
				b.sendAll()
				b.brings(mailer.AuthNone, "alice", office, "held", "Game 1: resign")
				id := b.newest().ID
				b.sendAll()
				to, header := b.replyOf("alice", "confirm"), ""
				if !byKey {
					to, header = b.key(board.White), "In-Reply-To: "+b.referTo("alice", "confirm")+"\r\n"
				}
				b.comes(b.clock.Now(), "alice", to, header, "answer", words)
				s := b.game()
				if s.Result != nil || s.Proposal == nil && stands != "draw?" || stands == "draw?" && s.DrawOffer == 0 || b.stateOf(id) != store.HeldLetter {
					t.Errorf("%q to the question, by its key %v, with %q standing: %+v, the letter is %s; result %+v, proposal %+v, draw offer %d",
						words, byKey, stands, b.newest(), b.stateOf(id), s.Result, s.Proposal, s.DrawOffer)
				}
				wants(t, b.lastTold("alice", "asked"), fmt.Sprint("yes ", id))
			}
		}
	}
}

// TestYesToLaterWords: a yes in answer to what the other side has said since neither plays a move
// that was asked about, nor agrees to a proposal beside the question, nor passes prose on; said
// once more in answer to the letter that asks, it plays the move.
func TestYesToLaterWords(t *testing.T) {
	for first, words := range map[string]string{"9. P-K4": "yes", "maybe P-K4": "Yes.", "I think that Bob plays badly.": "yes"} {
		for _, later := range []string{"say: Please answer yes if you got this.", "say: Yes?"} {
			b := newTable(t)
			b.sendAll()
			b.comesNow("alice", b.key(board.White), "w", first)
			b.sendAll()
			b.comesNow("bob", b.key(board.Black), "b", later)
			b.sendAll()
			const newest = "said"
			b.comes(b.clock.Now(), "alice", b.key(board.White), "In-Reply-To: "+b.referTo("alice", newest)+"\r\n", "y", words)
			s := b.game()
			if len(s.Line) > 0 || s.Result != nil || len(b.told("bob", "said")) > 0 {
				t.Errorf("%q to %q plays, agrees or passes on what was asked about before: %q", words, later, first)
			}
			if first != "9. P-K4" {
				continue
			}
			b.comes(b.clock.Now(), "alice", b.key(board.White), "In-Reply-To: "+b.referTo("alice", "asked")+"\r\n", "y2", words)
			if len(b.game().Line) != 1 {
				t.Errorf("said once more in answer to the question, after %q, yes plays nothing: %+v", later, b.newest())
			}
		}
	}
}

// TestAcceptBesideAnotherQuestion: accept ends no game by a draw in answer to a letter that asks
// about something else, or if it may mean something else.
func TestAcceptBesideAnotherQuestion(t *testing.T) {
	for _, c := range []struct {
		first, then, to string // who writes what, and the kind of letter that is answered
		ends            bool
	}{
		{"draw?", "9. Kt-KB3", "asked", false}, {"draw?", "propose reply in 9 days", "proposal", false}, {"draw?", "propose reply in 9 days", "", false},
		{"draw?", "say: Accept if you will come on Tuesday.", "said", false}, {"9. Kt-KB3", "draw?", "asked", false}, {"9. Kt-KB3", "draw?", "", false},
		{"propose reply in 9 days", "draw?", "offer", true}, {"9. Kt-KB3", "draw?", "offer", true}, {"draw?", "", "offer", true}, {"draw?", "", "", true},
	} {
		b := newTable(t)
		b.inGame(1, board.White, "w1", "P-K4")
		b.inGame(1, board.Black, "b1", "P-K4")
		b.sendAll()
		for i, words := range []string{c.first, c.then} {
			if words == "" {
				continue
			}
			side := board.Black
			if words == "9. Kt-KB3" {
				side = board.White
			}
			b.comesNow(owner(side), b.key(side), fmt.Sprint("s", i), words)
			b.sendAll()
		}
		header := ""
		if c.to != "" {
			header = "In-Reply-To: " + b.referTo("alice", c.to) + "\r\n"
		}
		b.comes(b.clock.Now(), "alice", b.key(board.White), header, "a", "accept")
		if s := b.game(); (s.Result != nil) != c.ends || s.Proposal == nil && c.then == "propose reply in 9 days" {
			t.Errorf("%q, then %q: accept in answer to %q: result %v, %+v", c.first, c.then, c.to, s.Result, b.newest())
		}
	}
}
