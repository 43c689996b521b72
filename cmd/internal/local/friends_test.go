package local_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/local"
)

// told fails the test unless the newest letter of a mailbox is of a kind and holds some words.
func (w place) told(mailbox, kind string, words ...string) {
	w.Helper()
	w.wantKind(mailbox, kind)
	text := strings.Join(strings.Fields(w.Last(mailbox).Text()), " ")
	for _, some := range words {
		if !strings.Contains(text, some) {
			w.Errorf("the letter %q to %s does not say %q:\n%s", kind, mailbox, some, w.Last(mailbox).Text())
		}
	}
}

// TestFriends: two people play, talk, finish, thank, take the book and begin again, by mail alone.
func TestFriends(t *testing.T) {
	w := newTown(t, "")
	g := w.Begin("")
	w.Reply("alice", "say: Good luck, Bob!\nIt is raining here.")
	w.told("alice", "received", "Your words are passed on to Black")
	w.told("bob", "said", "White has written to you", "| Good luck, Bob!", "| It is raining here.")
	w.wantMoves(g, "")
	bob := len(w.Box("bob"))
	w.Reply("alice", "I hope that your garden is well.")
	w.told("alice", "asked", "can read no move", "Your clock runs on", "\"yes always\"")
	w.wantCount("bob", bob)
	w.Reply("alice", "yes always, please")
	w.told("bob", "said", "| I hope that your garden is well.")
	w.Reply("alice", "P-K4\n\nA bold beginning!")
	w.told("bob", "move", "| A bold beginning!")
	w.Reply("alice", "My tulips are out.")
	w.told("bob", "said", "| My tulips are out.")
	w.told("alice", "received", "Your words are passed on")
	bob = len(w.Box("bob"))
	w.Reply("alice", "Do you like my pawn there, on K4?")
	w.told("alice", "asked", "Shall your words be passed on to Black?")
	w.wantCount("bob", bob)
	w.Reply("alice", "no")
	w.told("alice", "received", "Your words go to nobody")
	w.wantCount("bob", bob)
	w.Reply("bob", "P-K4\nsay: I resign myself to the rain. resign")
	w.told("alice", "move", "| I resign myself to the rain. resign")
	w.wantMoves(g, "e2e4 e7e5")
	w.Reply("alice", "I resign. Well played!")
	w.told("bob", "result", `"say: (your words)"`)
	w.Reply("bob", "Thank you for a lovely game!")
	w.told("bob", "asked", "Shall your words be passed on to White?")
	alice := len(w.Box("alice"))
	w.Reply("bob", "yes")
	w.wantCount("alice", alice+1)
	w.told("alice", "said", "| Thank you for a lovely game!")
	w.Reply("alice", "say: The pleasure was mine.")
	w.told("bob", "said", "| The pleasure was mine.")
	w.Reply("bob", "book")
	if raw := string(w.Last("bob").Raw); !strings.Contains(raw, "application/pdf") {
		t.Error("the book has not come")
	}
	w.Answer("bob", w.Box("bob")[len(w.Box("bob"))-2], "Again, please!")
	w.told("alice", "challenge", "would like to play again after game 1", "Bob Example has White")
	w.Reply("alice", "yes, gladly!")
	w.told("bob", "start", "you have the White men")
	w.Reply("bob", "P-Q4")
	w.wantMoves(2, "d2d4")
}

// TestWordsWithAChallenge: what stands beside a challenge and its acceptance comes with the start
// letter.
func TestWordsWithAChallenge(t *testing.T) {
	w := newTown(t, "")
	w.Register("alice", "bob")
	w.Write("alice", "challenge bob@"+local.Domain+", colour white\n\nDear Bob, shall we play again as we did in 1996?")
	w.Reply("bob", "accept\nsay: With pleasure, Alice!")
	w.told("bob", "start", "| Dear Bob, shall we play again as we did in 1996?")
	w.told("alice", "start", "| With pleasure, Alice!")
}

// TestSayIsBounded: words go ten times a day, none go to who has blocked their writer, none act,
// and a picture that came with them is named.
func TestSayIsBounded(t *testing.T) {
	w := newTown(t, "")
	g := w.Begin("")
	for i := range 10 {
		w.Reply("alice", fmt.Sprintf("say: Hello number %d, and I resign", i))
		w.told("bob", "said", fmt.Sprintf("| Hello number %d", i))
	}
	bob := len(w.Box("bob"))
	w.Reply("alice", "say: Hello once more")
	w.told("alice", "refused", "ten times a day")
	w.wantCount("bob", bob)
	w.Reply("bob", "> White writes:\n>\n> | Hello number 9, and I resign\n\nsay: resign, you?")
	w.wantState(g, "await_move")
	w.told("alice", "said", "| resign, you?")
	w.Write("alice", "block "+w.Who("bob").Name)
	w.told("alice", "office")
	alice := len(w.Box("alice"))
	w.Reply("bob", "say: Are you there?")
	w.wantCount("alice", alice)
	w.told("bob", "received", "Your words are passed on")
	w.Write("alice", "unblock "+w.Who("bob").Name)
	w.from("bob", w.keyed("bob"), "picture", "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nsay: My tulips!\n--b\nContent-Type: image/jpeg\nContent-Disposition: inline; filename=tulips.jpg\nContent-Transfer-Encoding: base64\n\n/9j/\n--b--\n")
	w.told("alice", "said", "| My tulips!", "| (A picture or a file was attached, and is not passed on.)")
}

// wantGames fails the test unless so many games have begun.
func (w place) wantGames(want int) {
	w.Helper()
	var games []control.GameLine
	if w.Ask("/game/list", control.None{}, &games); len(games) != want {
		w.Errorf("%d games, want %d", len(games), want)
	}
}

// TestAgain: one word begins another game on the same terms with the colours changed, and two that
// cross make one.
func TestAgain(t *testing.T) {
	w := newTown(t, "")
	w.Begin("time reply in 3 days, odds knight given by white")
	w.Reply("alice", "again")
	w.told("alice", "refused", "Game 1 is not over yet")
	w.Reply("alice", "resign")
	result := w.Last("bob")
	w.told("bob", "result", `"again": challenges White once more`)
	w.Answer("alice", w.Last("alice"), "again\n\nThat was a pleasure.")
	w.told("alice", "received", "You play again on the terms of game 1")
	w.told("bob", "challenge", "Alice Example would like to play again after game 1", "with the colours changed")
	w.wantGames(1)
	w.Reply("alice", "withdraw")
	w.Write("alice", "again 1")
	w.told("bob", "challenge", "would like to play again after game 1")
	w.Answer("bob", result, "Again, please!\n\nsay: With pleasure.") // crosses the challenge
	w.wantGames(2)
	w.told("alice", "start", "| With pleasure.")
	w.told("bob", "start")
	g := w.Show(2)
	if terms := strings.Join(g.Terms, ", "); g.White != "Bob Example" || !strings.Contains(terms, "odds knight given by black") || !strings.Contains(terms, "time reply in 3 days") {
		t.Errorf("the game begun again has White %q and the terms %s", g.White, terms)
	}
	w.Answer("bob", result, "again, once more")
	w.Answer("bob", result, "again")
	w.told("bob", "refused", "it became game 2")
	w.wantGames(2)
}

// TestAgainLapses: nobody begins again thirty days after the end, and a challenge to play again
// waits for thirty days.
func TestAgainLapses(t *testing.T) {
	w := newTown(t, "")
	w.Begin("time none")
	w.Reply("alice", "resign")
	w.Reply("bob", "again")
	w.told("alice", "challenge", "lapses")
	asked := w.Last("alice")
	w.Ask("/clock/advance", control.Lasting{For: 31 * 24 * time.Hour}, new(control.ClockState))
	w.Settle()
	w.told("alice", "office", "has lapsed: no game begins")
	w.told("bob", "office", "has lapsed: no game begins")
	w.Answer("alice", asked, "accept")
	w.told("alice", "office", "was not accepted within thirty days")
	w.Write("bob", "again 1")
	w.told("bob", "refused", "Thirty days have passed since the end of the game")
	w.wantGames(1)
}

// TestAgainAfterAMatch: a match is played again as a whole, and only when it is over.
func TestAgainAfterAMatch(t *testing.T) {
	w := newTown(t, "")
	w.Begin("games 2")
	w.Write("alice", "Game 1: resign")
	w.Reply("alice", "yes")
	w.told("alice", "result", "Still being played: one game")
	if strings.Contains(w.Last("alice").Text(), `"again"`) {
		t.Error("a match that is not over is offered to be played again")
	}
	w.Reply("alice", "again")
	w.told("alice", "refused", "Game 2 is not over yet")
	w.Write("alice", "Game 2: resign")
	w.Reply("alice", "yes")
	w.told("alice", "result", "The match is over", `"again"`)
	w.Reply("alice", "rematch")
	w.told("bob", "challenge", "would like to play again after game 1")
	w.Reply("bob", "again")
	w.wantGames(4)
	if g := w.Show(3); g.White != "Bob Example" {
		t.Errorf("%s begins the match played again", g.White)
	}
}
