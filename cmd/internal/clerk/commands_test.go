package clerk

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"corrd/game"
	"corrd/game/board"
	"corrd/store"
	"corrd/templates"
)

// TestGamesSayWhoIsWaitedFor: the receiver of doubtful words has to choose, though
// it is the other's turn.
func TestGamesSayWhoIsWaitedFor(t *testing.T) {
	b := newTable(t)
	wants(t, b.tried("bob", board.Black, "1", "games"), "move 1, White to play")
	b.letter("alice", b.key(board.White), "2", "Kt-B3")
	wants(t, b.tried("bob", board.Black, "3", "games"), "move 1, Black to choose")
}

// TestQuestionsAreAnswered: who asks corrd something that it knows is told so, and the other side
// is not; what may be such a question is put to its writer, and what is asked of the other side is
// not answered by corrd.
func TestQuestionsAreAnswered(t *testing.T) {
	b := newTable(t)
	for i, asks := range [...][2]string{
		{"How much time have I got?", "you have 30 days for your next ten moves"},
		{"who am I playing?", "against bob"},
		{"how much leave do I have left?", "30 days of leave left"},
		{"What is the penalty for an illegal move?", "Penalty C: the offender moves the King"},
		{"how do I offer a draw?", `| draw? `},
		{"May I castle out of check?", "Nobody castles out of check"},
		{"which letters are the knights?", "Kt Knight"},
		{"what does Kt-KB3 mean?", "Nf3"},
		{"umpire", `- "help umpire"`},
		{"How much time do you spend on chess?", `- "yes": your words are passed on`},
		{"Bob, how much time have I got?", `- "yes": your words are passed on`},
	} {
		b.sendAll()
		b.letter("alice", b.key(board.White), fmt.Sprint("q", i), asks[0])
		b.sendAll()
		wants(t, b.lastLetterTo("alice"), asks[1])
	}
	for i, asks := range [...][2]string{
		{"Can you find me an opponent?", "| challenge bob@example.org "},
		{"Remove me please. Delete my data", "| unregister "},
		{"help with leave", "| leave 10 days "},
		{"umpire", `- "help umpire"`},
		{"Whose move is it?", "It is your move."},
	} {
		b.letter("alice", "corrd@club.example", fmt.Sprint("m", i), asks[0])
		b.sendAll()
		wants(t, b.lastLetterTo("alice"), asks[1])
	}
}

// TestGamesSayWhatKeepsThem: no side is told to play while a claim is searched.
func TestGamesSayWhatKeepsThem(t *testing.T) {
	b := newTable(t)
	b.letter("alice", b.key(board.White), "1", "claim draw: endless checks, otherwise P-K4")
	wants(t, b.tried("bob", board.Black, "2", "games"), "move 1, a claim is being searched")

	b = newTable(t)
	b.letter("alice", b.key(board.White), "1", "P-K4")
	b.sendAll()
	b.letter("bob", b.key(board.Black), "2", "claim forfeiture: II.9(c) he has printed analysis before him")
	wants(t, b.tried("alice", board.White, "3", "games"), "move 1, Black to play (a claim is before the umpire)")
}

// TestSettingLeavesTheOthersToTheServer: what a player has not set stays the
// server's to choose, its zone above all.
func TestSettingLeavesTheOthersToTheServer(t *testing.T) {
	b := newTable(t)
	b.cfg.Zone = "Europe/London"
	b.courier.Zone = b.cfg.Zone
	b.letter("alice", "corrd@club.example", "set", "set notation Algebraic")
	var told templates.Data
	rows := b.rows()
	if err := json.Unmarshal(rows[len(rows)-1].Data, &told); err != nil {
		t.Fatal(err)
	}
	if want := []string{"notation algebraic", "diagram on", "timezone Europe/London", "calendar off", "sheet off", "reminders on", "challenges on", "news on", "tables off", "umpiring off", "book-notes yes", "listed no", "paper a4"}; !slices.Equal(told.Lines, want) {
		t.Errorf("told %q, want %q", told.Lines, want)
	}
	var alice store.Player
	b.view(func(v store.View) (err error) { alice, err = v.PlayerAt("alice@example.org"); return err })
	if want := map[string]string{"notation": "algebraic"}; !maps.Equal(alice.Settings, want) {
		t.Errorf("set %v, want %v", alice.Settings, want)
	}
}

// tried lays a letter at the desk and returns the text of the answer.
func (b *table) tried(who string, side board.Side, id, body string) string {
	b.Helper()
	b.sendAll()
	b.letter(who, b.key(side), id, body)
	if l := b.newest(); l.State != store.Answered {
		b.Fatalf("%q: %+v", body, l)
	}
	b.sendAll()
	last := b.sent[len(b.sent)-1]
	if last.to != who+"@example.org" {
		b.Fatalf("%q is answered to %s", body, last.to)
	}
	return string(last.raw)
}

// TestTry: words are tried in one's own turn, and nobody else hears of it.
func TestTry(t *testing.T) {
	b := newTable(t)
	seq := b.game().Seq
	text := b.tried("alice", board.White, "1", "try Kt-B3")
	for _, want := range []string{"more than one legal move", "Kt(QKt1)-QB3 (Nc3)", "Kt(KKt1)-KB3 (Nf3)"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
	if text := b.tried("alice", board.White, "2", "try R-R3"); !strings.Contains(text, "no legal move") {
		t.Errorf("an illegal move is tried:\n%s", text)
	}
	if text := b.tried("bob", board.Black, "3", "try P-K4"); !strings.Contains(text, "only in your own turn") {
		t.Errorf("Black tries a move in White's turn:\n%s", text)
	}
	s := b.game()
	if len(s.Line) != 0 || s.Phase != game.AwaitMove || s.Offence != nil || s.Seq > seq+2 {
		t.Errorf("trying changed the game: %d events, then %d", seq, s.Seq)
	}
}

// TestAnswersOfTheOfficeBearTheSeat: a beginner asks how moves are written and sends the first one
// in answer to what comes. It is heard in the game, and nobody is asked whose letter it was.
func TestAnswersOfTheOfficeBearTheSeat(t *testing.T) {
	for _, words := range []string{"help", "help notation", "help terms", "law III.3", "show terms", "try P-K4", "history"} {
		b := newTable(t)
		text := b.tried("alice", board.White, "1", words)
		m := regexp.MustCompile(`(?m)^Reply-To: <?([^>\r\n]+)`).FindStringSubmatch(text)
		if m == nil {
			t.Errorf("%q is answered without an address for answers:\n%s", words, text)
			continue
		}
		b.letter("alice", m[1], "2", "P-K4")
		if s := b.game(); len(s.Line) != 1 {
			t.Errorf("the answer to the answer to %q plays nothing: %+v", words, b.newest())
		}
	}
}

// TestNothingToActOnInAGame: who is playing is told first how a move is sent, and by what letter.
func TestNothingToActOnInAGame(t *testing.T) {
	b := newTable(t)
	b.sendAll()
	b.letter("alice", "corrd@club.example", "1", "I move my king's pawn two squares. What a lovely board!")
	b.sendAll()
	wants(t, string(b.sent[len(b.sent)-1].raw), "A move is sent by answering a letter of its game", `"show 1": the board of game 1`, "To begin another game")
}

// TestQuestionTellsOfReplyTo: a mail program that answers the address in From is the reason of the
// question at each move, and the question says so.
func TestQuestionTellsOfReplyTo(t *testing.T) {
	for from, to := range sampled(map[string]string{"alice": "corrd@club.example", "mallory": ""}, 3) {
		b := newTable(t)
		b.sendAll()
		if to == "" {
			to = b.key(board.White)
		}
		b.letter(from, to, "1", "P-K4")
		question := strings.Join(strings.Fields(b.lastLetterTo("alice")), " ")
		if !strings.Contains(question, "Was this letter for your side of game 1 yours?") ||
			strings.Contains(question, "it did not go to the reply address of a letter of the game") != (from == "alice") {
			t.Errorf("of a letter from %s: %s", from, question)
		}
	}
}

// A turn with less than 24 hours is bound by the General Law: no help is given.
func TestTryNotWhileBound(t *testing.T) {
	b := tableOf(t, "colour white, time reply in 20 hours")
	if text := b.tried("alice", board.White, "1", "try Kt-B3"); !strings.Contains(text, "while you may use any means") || strings.Contains(text, "Nc3") {
		t.Errorf("tried while bound:\n%s", text)
	}
}

// TestZonesThatArePlaces: a player sets a zone that means the same on every machine.
func TestZonesThatArePlaces(t *testing.T) {
	b := newTable(t)
	for name, taken := range map[string]bool{"Local": false, "localtime": false, "Nowhere/Land": false, "Asia/Tokyo": true} {
		b.letter("alice", "corrd@club.example", name, "set timezone "+name)
		var alice store.Player
		b.view(func(v store.View) (err error) { alice, err = v.PlayerAt("alice@example.org"); return err })
		if got := alice.Settings["timezone"]; (got == name) != taken {
			t.Errorf("set timezone %s: the zone is %q", name, got)
		}
	}
}
