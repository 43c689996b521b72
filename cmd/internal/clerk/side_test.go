package clerk

import (
	"slices"
	"strings"
	"testing"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/dossier"
	"corrd/game"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/store"
)

// consulting is a table at which alice and carol play White, in consultation, against bob and dan;
// dan was not registered before.
func consulting(t *testing.T) *table {
	t.Helper()
	b := tableWith(t, "alice", "bob", "carol")
	b.letter("alice", "corrd@club.example", "challenge", "challenge bob@example.org, colour white, side carol@example.org")
	b.replies("bob", "challenge", "accept", "accept, side dan@example.org")
	b.replies("carol", "challenge", "carol", "accept")
	b.wantNoGame()
	wants(t, b.told("carol", "office")[0], "Your acceptance is noted", "- somebody who is not registered yet")
	b.replies("dan", "challenge", "dan", "accept")
	return b
}

func TestConsultation(t *testing.T) {
	b := consulting(t)
	s := b.gameNumber(1)
	if !s.Consults(board.White) || !s.Consults(board.Black) {
		t.Fatalf("the sides are %v and %v", s.Members(board.White), s.Members(board.Black))
	}
	for who, words := range map[string]string{
		"alice": "you have the White men against bob and dan",
		"carol": "Your side, alice and carol, plays in consultation",
		"dan":   "Your side, bob and dan, plays in consultation",
	} {
		wants(t, b.told(who, "start")[0], words)
	}
	b.replies("carol", "start", "c1", "P-K4")
	if n := len(b.gameNumber(1).Line); n != 1 {
		t.Fatalf("%d moves", n)
	}
	for _, who := range []string{"alice", "carol"} {
		wants(t, b.told(who, "adopted")[0], "The move of your side is played: 1. P-K4")
	}
	for _, who := range []string{"bob", "dan"} {
		wants(t, b.told(who, "move")[0], "White (carol) has played 1. P-K4")
	}
	b.replies("dan", "move", "d1", "P-K4")
	b.replies("bob", "move", "b1", "P-QB4")
	if s := b.gameNumber(1); s.Phase != game.HeldMultiple || len(s.Candidates()) != 2 {
		t.Errorf("two members have sent two moves: %v, %v", s.Phase, s.Candidates())
	}
	b.replies("alice", "multiple", "a1", "adopt 1")
	b.replies("carol", "adopted", "c2", "resign")
	if r := b.gameNumber(1).Result; r == nil || r.Score != game.BlackWins {
		t.Errorf("a member has resigned, and the result is %v", r)
	}
	for _, who := range []string{"alice", "bob", "carol", "dan"} {
		if n := len(b.told(who, "result")); n != 1 {
			t.Errorf("%s has had %d letters of the result", who, n)
		}
	}
}

// TestKeysOfASide: a key of one member acts from the address of another member of the same side,
// and from no address of the other side; each letter has a Message-ID and a key of its own.
func TestKeysOfASide(t *testing.T) {
	b := consulting(t)
	b.sendAll()
	ids, keys := map[string]bool{}, map[string]string{}
	for _, l := range b.sent {
		if !strings.Contains(string(l.raw), "Corrd-Letter: start\r\n") {
			continue
		}
		m := parse.Letter(l.raw, mailer.Envelope{}, parse.Options{})
		ids[m.MessageID], keys[l.to] = true, replyTo(t, l.raw)
	}
	if len(ids) != 4 || keys["alice@example.org"] == keys["carol@example.org"] {
		t.Errorf("Message-IDs %v, keys %v", ids, keys)
	}
	b.letter("dan", keys["alice@example.org"], "1", "P-Q4")
	if l := b.newest(); l.State != store.Returned || b.gameNumber(1).Keyring(board.White, 1).Now != 1 {
		t.Errorf("with a key of the other side: %+v", l)
	}
	wants(t, b.lastTold("alice", "repeat"), "A letter of Black's has come to your reply address")
	keys["alice@example.org"] = replyTo(t, b.sent[slices.IndexFunc(b.sent, func(l sentLetter) bool {
		return l.to == "alice@example.org" && strings.Contains(string(l.raw), "Corrd-Letter: repeat\r\n")
	})].raw)
	b.letter("carol", keys["alice@example.org"], "2", "P-K4")
	if l := b.newest(); l.State != store.Acted {
		t.Errorf("with the key of another member: %+v", l)
	}
	b.letter("alice", keys["alice@example.org"], "3", "P-K4")
	if l := b.newest(); l.State != store.Duplicate {
		t.Errorf("the same words from another member: %+v", l)
	}
	b.letter("carol", "corrd@club.example", "4", "games")
	wants(t, b.told("carol", "office")[1], "game 1: you have the white men against bob and dan")
}

// TestMemberAcceptsWithoutAKey: the answer of a player named for a side acts without a key where
// the player's domain vouches for the player and no other challenge waits for them.
func TestMemberAcceptsWithoutAKey(t *testing.T) {
	b := newTable(t)
	b.join("carol")
	b.letter("alice", "corrd@club.example", "1", "challenge bob@example.org, side carol@example.org")
	b.letter("carol", "corrd@club.example", "2", "accept")
	b.letter("bob", "corrd@club.example", "3", "accept")
	if s := b.gameNumber(2); !s.Consults(board.White) && !s.Consults(board.Black) {
		t.Errorf("the sides are %v and %v", s.Members(board.White), s.Members(board.Black))
	}
}

// TestMemberDeclines: an asked player may decline; corrd confirms to the player, and tells
// everybody who has accepted.
func TestMemberDeclines(t *testing.T) {
	b := tableWith(t, "alice", "bob", "carol")
	b.letter("alice", "corrd@club.example", "challenge", "challenge bob@example.org, side carol@example.org")
	b.replies("bob", "challenge", "accept", "accept")
	b.replies("bob", "challenge", "late", "accept, side dan@example.org")
	wants(t, b.told("bob", "refused")[0], "named your side with that letter")
	b.replies("carol", "challenge", "decline", "decline")
	for _, who := range []string{"alice", "bob"} {
		told := b.told(who, "office")
		wants(t, told[len(told)-1], "carol has declined to play")
	}
	wants(t, b.lastTold("carol", "office"), "You have declined to play")
	b.replies("bob", "challenge", "again", "accept please\naccept")
	b.wantNoGame()
}

func TestSidesRefused(t *testing.T) {
	b := newTable(t)
	for side, why := range map[string]string{
		"bob@example.org":                   "plays in this game already",
		"alice@example.org":                 "plays in this game already",
		"corrd@club.example":                "or is corrd itself",
		"x@example.org x@EXAMPLE.org":       "plays in this game already",
		"nobody":                            "is none",
		strings.Repeat("x@example.org ", 9): "and no more",
	} {
		b.letter("alice", "corrd@club.example", side, "challenge bob@example.org, side "+side)
		told := b.told("alice", "refused")
		if len(told) == 0 {
			t.Errorf("side %s is not refused: %+v", side, b.newest())
			continue
		}
		wants(t, told[len(told)-1], why)
	}
}

// TestPartnersTalk: what a member of a side writes to another is read by the side, whose letter
// says so, and not by the other side.
func TestPartnersTalk(t *testing.T) {
	b := consulting(t)
	b.replies("alice", "start", "a1", "Carol, shall we play P-K4? I would like the Ruy Lopez.")
	for _, who := range []string{"alice", "carol"} {
		text := b.lastTold(who, "asked")
		wants(t, text, "Your side, and nobody else, reads these words", "Ruy Lopez")
		if strings.Contains(text, "nothing has come of it:") {
			t.Errorf("%s:\n%s", who, text)
		}
	}
	if len(b.told("bob", "says"))+len(b.told("bob", "move")) != 0 || len(b.gameNumber(1).Line) != 0 {
		t.Errorf("bob is told, or a move is played: %v", b.gameNumber(1).Line)
	}
}

// TestNobodyCancels: who asks that the game be cancelled is told how a game ends; people who speak
// of stopping something else are not.
func TestNobodyCancels(t *testing.T) {
	for words, want := range sampled(map[string]bool{
		"I would rather stop. Please cancel the game.": true, "Can we call it off?": true, "I don't want to go on, please end this game": true, "bitte die Partie abbrechen": true,
		"The rain will not stop here.": false, "I had to cancel the dentist.": false, "Let us end the year in style.": false,
	}, 3) {
		b := talk(t, "W:"+words)
		if text := strings.Join(strings.Fields(b.lastTold("alice", "asked")), " "); strings.Contains(text, "no side can stop it alone") != want {
			t.Errorf("%q: told %v\n%s", words, !want, text)
		}
	}
}

// TestEachGameHearsTheWholeNote: what becomes a remark in one game of a letter for several is none
// in the next, and what members of a side write to each other goes to nobody in another game. The
// evidence of each game verifies.
func TestEachGameHearsTheWholeNote(t *testing.T) {
	b := tableWith(t, "alice", "bob", "carol")
	for _, who := range []string{"bob", "carol"} {
		b.letter("alice", office, "c"+who, "challenge "+who+"@example.org, colour white")
		b.replies(who, "challenge", "a"+who, "accept")
	}
	b.letter("alice", b.key(board.White), "m", "P-K4\nLeave me alone!\n\nGame 2:\nP-Q4")
	if one, two := b.gameNumber(1), b.gameNumber(2); len(one.Line) != 1 || len(two.Line) != 1 {
		t.Fatalf("%v, %v, %s", one.Line, two.Line, b.newest().Verdict)
	}
	wants(t, b.lastTold("bob", "move"), "Leave me alone!")
	if text := b.lastTold("carol", "move"); strings.Contains(text, "Leave me alone!") {
		t.Errorf("a remark of game 1 goes into game 2:\n%s", text)
	}
	for id := int64(1); id <= 2; id++ {
		for _, f := range dossier.Verify(b.files(control.Filing{ID: id, Keep: true})) {
			if f.Fault {
				t.Errorf("game %d: %s", id, f.Words)
			}
		}
	}
	for _, words := range []string{"Shall we castle early?\n\nGame 1:\nP-K4\n\nGame 2:\nP-Q4", "Shall we castle early?\n\nGame 2:\nP-Q4\n\nGame 1:\nP-K4"} {
		b := consulting(t)
		b.letter("alice", office, "c", "challenge bob@example.org, colour white")
		b.replies("bob", "challenge", "a", "accept")
		b.replies("alice", "start", "m", words)
		if len(b.gameNumber(1).Line)+len(b.gameNumber(2).Line) != 2 {
			t.Fatalf("%q: %s", words, b.newest().Verdict)
		}
		for _, text := range b.told("bob", "move") {
			if strings.Contains(text, "castle early") {
				t.Errorf("%q: what partners write goes to bob:\n%s", words, text)
			}
		}
	}
}
