package clerk

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/watch"
	"corrd/mailer"
	"corrd/store"
)

// open counts the challenges of player 1 that wait.
func (b *table) open() (n int) {
	b.Helper()
	b.view(func(v store.View) error {
		all, err := v.ChallengesOf(1)
		n = len(all)
		return err
	})
	return n
}

func TestSeveralChallengesInOneLetterAllAct(t *testing.T) {
	b := tableWith(t, "alice", "bob", "carol")
	b.letter("alice", office, "c", "challenge bob@example.org, colour black\nchallenge carol@example.org\nchallenge alice@example.org\nchallenge dan@example.org\ngames")
	if b.lettersTo("alice") != 1 || b.open() != 3 {
		t.Fatalf("%d letters, %d challenges", b.lettersTo("alice"), b.open())
	}
	wants(t, b.lastTold("alice", "received"), "number 1, to bob", "number 2, to carol", "number 3, to dan@example.org", "One cannot challenge oneself", "| games", "withdraw challenge 1")
	wants(t, b.lastTold("bob", "challenge"), "alice has Black")
	b.replies("alice", "received", "which", "withdraw")
	wants(t, b.lastTold("alice", "asked"), "withdraw challenge 2")
	b.letter("alice", office, "w", "withdraw challenge 2")
	b.replies("carol", "challenge", "late", "accept")
	b.wantNoGame()
	b.replies("bob", "challenge", "accept", "accept")
	if b.game().ID != 1 {
		t.Error("no game begins")
	}
}

func TestTenChallengesALetter(t *testing.T) {
	b := tableWith(t, "alice")
	b.desk.Budgets.Invitations = 100
	var lines strings.Builder
	for i := range 14 {
		fmt.Fprintf(&lines, "challenge stranger%d@example.org\n", i)
	}
	b.letter("alice", office, "c", lines.String())
	if b.open() != 10 {
		t.Errorf("%d challenges", b.open())
	}
	wants(t, b.lastTold("alice", "received"), "| challenge stranger10@example.org", "| challenge stranger13@example.org")
}

func TestSeveralChallengesWithoutProofAreCountersignedTogether(t *testing.T) {
	for answer, want := range sampled(map[string]int{"yes": 2, "no": 0}, 3) {
		b := tableWith(t, "alice", "bob")
		b.brings(mailer.AuthNone, "alice", office, "c", "challenge bob@example.org\nchallenge zoe@example.org")
		if b.open() != 0 || b.lettersTo("alice") != 1 {
			t.Fatalf("%d challenges, %d letters", b.open(), b.lettersTo("alice"))
		}
		wants(t, b.lastTold("alice", "confirm"), "challenges bob", "- zoe@example.org")
		b.replies("alice", "confirm", "a", answer)
		if b.open() != want || b.lettersTo("alice") != 2 {
			t.Errorf("%s: %d challenges, %d letters", answer, b.open(), b.lettersTo("alice"))
		}
	}
}

func TestQuestionsAboutChallengesAreFew(t *testing.T) {
	b := tableWith(t, "alice", "bob")
	for i := range 30 {
		b.brings(mailer.AuthNone, "alice", office, fmt.Sprint(i), "challenge bob@example.org")
	}
	if n := b.lettersTo("alice"); n != b.desk.Budgets.Questions {
		t.Errorf("%d forged challenges bring alice %d letters", 30, n)
	}
	b.letter("alice", office, "own", "challenge bob@example.org")
	if b.open() != 1 {
		t.Error("alice's own challenge is held back")
	}
}

func TestInvitationsAreFew(t *testing.T) {
	b := tableWith(t, "alice")
	b.letter("alice", office, "zone", "set timezone Asia/Tokyo")
	for i := range 20 {
		b.letter("alice", office, fmt.Sprint(i), fmt.Sprintf("challenge stranger%d@example.org, side friend%d@example.org", i, i))
	}
	invitations := func() (n int) {
		b.sendAll()
		for _, l := range b.sent {
			if strings.Contains(string(l.raw), "Corrd-Letter: challenge\r\n") {
				n++
			}
		}
		return n
	}
	if n := invitations(); n != 4 {
		t.Errorf("%d strangers have a letter, want 4 of two challenges", n)
	}
	wants(t, b.lastTold("alice", "refused"), "5 people a day at most", "write again after Friday 2 January 2026, 09:00 JST")
	for day := range 10 {
		b.clock.(*watch.Virtual).Set(b.clock.Now().Add(24 * time.Hour))
		for i := range 6 {
			b.letter("alice", office, fmt.Sprint("d", day, "n", i), fmt.Sprintf("challenge day%d-%d@example.org", day, i))
		}
	}
	if n := invitations(); n != b.desk.Budgets.OpenAtOnce {
		t.Errorf("%d invitations wait", n)
	}
	wants(t, b.lastTold("alice", "refused"), "wait for an answer")
	b.replies("day0-0", "challenge", "no", "no")
	b.letter("alice", office, "more", "challenge more@example.org")
	if b.lettersTo("more") != 1 {
		t.Errorf("one is answered, and none can go out: %s", b.newest().Verdict)
	}
}

func TestARefusedInvitationIsNotSpent(t *testing.T) {
	b := tableWith(t, "alice", "bob")
	b.desk.Budgets.Invitations = 1
	b.letter("alice", office, "1", "challenge yves@example.org")
	b.letter("alice", office, "2", "challenge zoe@example.org")
	if b.lettersTo("zoe") != 0 {
		t.Fatal("a second invitation goes out")
	}
	b.letter("bob", office, "3", "challenge zoe@example.org")
	b.replies("zoe", "challenge", "a", "accept")
	if b.game().ID != 1 {
		t.Error("the invitation that did not go out is spent")
	}
}

func TestChallengesToOnePlayerAreBounded(t *testing.T) {
	b := tableWith(t, "alice", "bob")
	for i := range 40 {
		b.letter("alice", office, fmt.Sprint(i), "challenge bob@example.org")
	}
	if n := b.lettersTo("bob"); n != 10 {
		t.Errorf("bob has %d challenges", n)
	}
}

func TestAnInvitationNamesNoStranger(t *testing.T) {
	b := tableWith(t, "alice", "bob")
	b.letter("alice", office, "1", "challenge zoe@example.org, umpire buy-pills@spam.example")
	if b.lettersTo("zoe") != 0 {
		t.Error("an address of the challenger's choosing goes to a stranger")
	}
	b.letter("alice", office, "2", "challenge zoe@example.org, umpire bob@example.org")
	if b.lettersTo("zoe") != 1 {
		t.Errorf("an umpire who is registered is refused: %s", b.newest().Verdict)
	}
	b.letter("bob", office, "3", "challenge yves@example.org, side xenia@example.org")
	if text := b.lastLetterTo("xenia"); strings.Contains(text, "yves@") {
		t.Error("an address is shown to another")
	}
}

func TestGamesListsWhatWaits(t *testing.T) {
	b := tableWith(t, "alice", "bob")
	b.letter("alice", office, "1", "challenge bob@example.org")
	b.letter("alice", office, "2", "challenge zoe@example.org")
	b.letter("alice", office, "g", "games")
	wants(t, b.lastTold("alice", "office"), "challenge 1: yours to bob", "challenge 2: yours to zoe@example.org")
	b.letter("bob", office, "g", "games")
	wants(t, b.lastTold("bob", "office"), "challenge 1: alice's to you")
}

// TestNoteWithTheAcceptance: the challenger reads what the challenged player writes beside the
// acceptance.
func TestNoteWithTheAcceptance(t *testing.T) {
	b := newTable(t)
	b.letter("alice", "corrd@club.example", "again", "challenge bob@example.org, colour white")
	b.letter("bob", "corrd@club.example", "accept again", "accept\n\nThe best of luck to us.")
	alice, bob := b.told("alice", "start"), b.told("bob", "start")
	if len(alice) != 2 || len(bob) != 2 {
		t.Fatalf("%d and %d letters", len(alice), len(bob))
	}
	wants(t, alice[1], "Black writes: | The best of luck to us.")
	if strings.Contains(bob[1], "luck") {
		t.Errorf("bob is told bob's own words:\n%s", bob[1])
	}
}

// TestWordsInAChallenge: what somebody writes beside a challenge is read by the other side when the
// game begins, and the receipt says so.
func TestWordsInAChallenge(t *testing.T) {
	const aside = "I hope the office is not as slow as they say."
	for what, letter := range sampled(map[string]string{"one": "challenge bob@example.org, colour white\n\n" + aside, "two": "challenge bob@example.org\nchallenge carol@example.org\n\n" + aside}, 3) {
		b := tableWith(t, "alice", "bob", "carol")
		b.letter("alice", "corrd@club.example", what, letter)
		wants(t, b.lastTold("alice", "received"), "With the letter that begins the game your opponent also reads what you wrote", "| "+aside)
		if told := b.lastTold("bob", "challenge"); strings.Contains(told, "slow") {
			t.Errorf("%s: the challenge has the words:\n%s", what, told)
		}
		b.letter("bob", "corrd@club.example", "yes", "accept")
		wants(t, b.lastTold("bob", "start"), "| "+aside)
	}
	b := tableWith(t, "alice", "bob")
	b.letter("alice", "corrd@club.example", "plain", "challenge bob@example.org")
	if told := b.lastTold("alice", "received"); strings.Contains(told, "also reads") {
		t.Errorf("of no words:\n%s", told)
	}
}

// TestChallengeInASentence: a challenge that says more than its address is asked about before it
// goes out, with what was read of its terms, and a yes sends it; one that says no more goes out at
// once.
func TestChallengeInASentence(t *testing.T) {
	for letter, want := range sampled(map[string][]string{
		"Hi, I want to play a game with Carol, her email is carol@example.org":               {},
		"invite carol@example.org to a game with 3 days a move, I am black":                  {"3 days for each move", "you have Black"},
		"Please challenge carol@example.org for me, 5 days a move":                           {"5 days for each move"},
		"Please invite my friend carol@example.org to play. Ten days a move, I take White.":  {"10 days for each move", "you have White"},
		"invite carol@example.org to a slow game without clock":                              {},
		"challenge carol@example.org to a match of three games":                              {},
		"Can you invite Carol for me?\ncarol@example.org":                                    {},
		"challenge carol@example.org\n3 days per move please":                                {"3 days for each move"},
		"challenge carol@example.org\ntime reply in 3 days\nI'll take White":                 {"3 days for each move", "you have White"},
		"challenge carol@example.org, code american-1897\nI'd like Black, please":            {"you have Black"},
		"challenge carol@example.org\nLet's play under the American code with 3 days a move": {"3 days for each move"},
	}, 3) {
		b := tableWith(t, "alice")
		b.letter("alice", "corrd@club.example", "prose", letter)
		told := b.lastTold("alice", "confirm")
		wants(t, told, append(want, "Do you challenge carol@example.org", "Nothing has gone out yet")...)
		if b.sentTo("carol@example.org") != 0 {
			t.Errorf("%q: carol is invited", letter)
		}
		b.replies("alice", "confirm", "y", "Yes, please!")
		wants(t, b.lastTold("alice", "received"), "Your challenge has gone to carol@example.org")
		if b.sentTo("carol@example.org") != 1 {
			t.Errorf("%q: carol is not invited", letter)
		}
		if receipt := b.lastTold("alice", "received"); strings.Contains(receipt, "also reads") {
			t.Errorf("%q: words for corrd go to carol:\n%s", letter, receipt)
		}
		b.replies("alice", "received", "ty", "Thank you!")
		wants(t, b.lastTold("alice", "asked"), "still waits for an answer", "withdraw")
	}
	for _, letter := range []string{"challenge carol@example.org", "Please invite carol@example.org to a game of chess.", "I'd like to play a game with carol@example.org", "challenge carol@example.org\n\nHello Carol, have you 3 days? I am black."} {
		b := tableWith(t, "alice")
		b.letter("alice", "corrd@club.example", "plain", letter)
		if b.sentTo("carol@example.org") != 1 {
			t.Errorf("%q: carol is not invited", letter)
		}
	}
}

// An office command without a key need not name the only game of its sender; one
// that names the game of others is told so.
func TestShowWithoutAKey(t *testing.T) {
	b := newTable(t)
	b.letter("alice", "corrd@club.example", "s1", "show")
	wants(t, b.told("alice", "office")[0], "It is your move.")
	b.letter("alice", "corrd@club.example", "s2", "show 9")
	wants(t, b.told("alice", "refused")[0], "You do not play in game 9")
	b.letter("alice", "corrd@club.example", "c2", "challenge bob@example.org")
	b.letter("bob", "corrd@club.example", "a2", "accept")
	b.letter("alice", "corrd@club.example", "s3", "history")
	wants(t, b.told("alice", "asked")[0], "Which game is your letter for?")
}

// TestGreetingsInAChallenge: greetings and good wishes before, beside and below a challenge leave
// it what it is; a part that might be a term is none of them, and is refused by its name.
func TestGreetingsInAChallenge(t *testing.T) {
	for _, body := range []string{
		"Dear Sir,\n\nchallenge bob@example.org\n\nWith best wishes,\nAlice", "challenge bob@example.org\nHello Bob, fancy a game?",
		"Good morning!\n\nchallenge bob@example.org, colour white. Many thanks.", "challenge bob@example.org, happy new year",
		"challenge bob@example.org, and good luck to him", "challenge bob@example.org: hello Bob", "challenge bob@example.org, colour white, with kind regards",
		"Please challenge bob@example.org, time reply in 5 days. Greetings from Leeds!", "challenge bob@example.org, Merry Christmas, Bob!",
	} {
		b := clubTable(t)
		b.letter("alice", theOffice, "c", body)
		if l := b.newest(); l.State != store.Acted || b.open() != 1 {
			t.Errorf("%q is %s: %s", body, l.State, l.Verdict)
		}
	}
	b := clubTable(t)
	b.letter("alice", theOffice, "c", "challenge bob@example.org, no draws, please")
	wants(t, b.lastTold("alice", "refused"), `There is no term "no"`)
	b = clubTable(t)
	b.letter("alice", theOffice, "c", "challenge bob@example.org, you have White")
	wants(t, b.lastTold("alice", "refused"), `write "colour black"`)
	b = clubTable(t)
	b.letter("alice", theOffice, "c", "challenge bob@example.org, a week a move")
	wants(t, b.lastTold("bob", "challenge"), "7 days for each move")
}

// TestAcceptanceOnOtherTerms: who accepts on terms that the challenge does not have is asked, and
// whoever accepts in words alone begins the game.
func TestAcceptanceOnOtherTerms(t *testing.T) {
	for _, body := range []string{
		"accept, time reply in 3 days", "accept, code american-1897", "Accept: code american-1897", "accept, 3 days a move", "accept, errors law",
		"accept\ntime reply in 3 days", "I will play, code american-1897", "I will play by post", "I will play you, but only under the American code",
		"I will play, but only at 3 days a move",
	} {
		b := clubTable(t)
		b.letter("alice", theOffice, "c", "challenge bob@example.org")
		b.replies("bob", "challenge", "a", body)
		if l := b.newest(); !strings.Contains(l.Verdict, "neither accepts") || b.open() != 1 {
			t.Errorf("%q is %s: %s", body, l.State, l.Verdict)
		}
	}

	for _, body := range []string{"I will play you", "accept, code british-1899", "Accept. I'll have time in 3 days.", "I accept, dear Alice"} {
		b := clubTable(t)
		b.letter("alice", theOffice, "c", "challenge bob@example.org")
		b.replies("bob", "challenge", "a", body)
		if l := b.newest(); b.open() != 0 {
			t.Errorf("%q is %s: %s", body, l.State, l.Verdict)
		}
	}
}

// TestWhoInvites: an invitation to somebody who is not registered names who invites, and holds none
// of their words, but tells that some wait for the start letter. Who asks who that is is told the
// name once more, and that the question has gone to nobody.
func TestWhoInvites(t *testing.T) {
	const words = "Grandad, do play with me!"
	b := tableWith(t, "alice")
	b.letter("alice", office, "1", "challenge zoe@example.org\n\n"+words)
	b.sendAll()
	wants(t, b.lastTold("alice", "received"), words, "let them know yourself")
	invitation := b.lastTold("zoe", "challenge")
	wants(t, invitation, "alice would like to play", "alice has also written you some words")
	if strings.Contains(invitation, "Grandad") {
		t.Errorf("words of a player's are sent to a stranger:\n%s", invitation)
	}
	b.replies("zoe", "challenge", "2", "Yes I would love to, but who is this?")
	wants(t, b.lastTold("zoe", "asked"), "comes from alice", "your letter has gone to nobody")
	b.replies("zoe", "asked", "3", "accept")
	b.sendAll()
	wants(t, b.lastTold("zoe", "start"), words)
	b = tableWith(t, "alice")
	b.letter("alice", office, "1", "challenge zoe@example.org")
	if strings.Contains(b.lastTold("zoe", "challenge"), "words") {
		t.Error("words wait that nobody has written")
	}
}
