package clerk

import (
	"fmt"
	"strings"
	"testing"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/desk"
	"corrd/game/board"
	"corrd/store"
)

// autoresponder has somebody's mail program answer every letter of corrd's that has a
// reply address of the game, with the same words or with ones that count.
func (b *table) autoresponder(who string, words func(n int) string) (answered int) {
	b.Helper()
	read := 0
	for range 400 {
		b.sendAll()
		if read >= len(b.sent) {
			return answered
		}
		l := b.sent[read]
		read++
		if l.to != who+"@example.org" || !strings.Contains(string(l.raw), "\r\nReply-To: ") || strings.HasPrefix(replyTo(b.T, l.raw), "corrd+c") {
			continue
		}
		answered++
		b.letter(who, replyTo(b.T, l.raw), fmt.Sprint("auto", answered), words(answered))
	}
	b.Errorf("%s's program has answered %d letters, and there is no end", who, answered)
	return answered
}

// TestOneQuestionATurn: a mail program that answers every letter, and marks itself as no machine,
// is asked once; a program whose words differ each time is asked a few times.
func TestOneQuestionATurn(t *testing.T) {
	for _, words := range []string{"I am away until Monday.", "", "resign?? maybe", "exact penalty", "adopt 3", "agree", "accept draw", "decline draw", "waive", "annul nothing",
		"yes", "no", "claim draw: fifty moves", "claim draw: repetition", "claim forfeiture: he was late", "9. P-K4", "e4", "check", "retract", "demand fifty", "submit to umpire",
		"leave 400 days", "propose nonsense", "propose code staunton-1871", "withdraw", "if P-K4, Kt-KB3", "seal P-K4", "adjourn", "intend P-K4", "Game 7: show",
		"yes 99", "no 99", "P-K4\nresign", "accept", "decline"} {
		b := newTable(t)
		before := b.lettersTo("alice")
		n := b.autoresponder("alice", func(int) string { return words })
		if asked := b.lettersTo("alice") - before; asked > 1 || n > 2 {
			t.Errorf("%q is answered %d times, %d letters", words, asked, n)
		}
		for _, l := range b.letters() {
			if (l.State == store.Ignored || l.State == store.Duplicate) && l.Verdict == "" {
				t.Errorf("%q: %+v has no reason", words, l)
			}
		}
	}
	b := newTable(t)
	before := b.lettersTo("alice")
	b.autoresponder("alice", func(n int) string { return fmt.Sprintf("I am away. This is my answer number %d.", n) })
	if asked := b.lettersTo("alice") - before; asked > desk.MostQuestions {
		t.Errorf("a program that counts is answered %d times", asked)
	}
	b.wantLastSaid()
}

// wantLastSaid wants the last of alice's letters, and no other, to say that it is the last
// answer of the day to letters of which nothing comes.
func (b *table) wantLastSaid() {
	b.Helper()
	b.sendAll()
	var said []int
	to := b.told("alice", "asked")
	for i, letter := range to {
		if strings.Contains(strings.Join(strings.Fields(letter), " "), "This is the last answer today to letters of yours of which nothing comes") {
			said = append(said, i)
		}
	}
	if len(said) != 1 || said[0] != len(to)-1 {
		b.Errorf("of %d letters these say that they are the last answer: %v", len(to), said)
	}
}

// TestOfficeAsksOnce: letters without a key are answered a few times at most, whether their words
// repeat or differ.
func TestOfficeAsksOnce(t *testing.T) {
	b := tableWith(t, "alice")
	for i := range 30 {
		b.letter("alice", "corrd@club.example", fmt.Sprint(i), "I am away until Monday.")
	}
	for i := range 30 {
		b.letter("alice", "corrd@club.example", fmt.Sprint("n", i), fmt.Sprint("Away, for the time number ", i))
	}
	if n := b.lettersTo("alice"); n > desk.MostQuestions {
		t.Errorf("%d answers", n)
	}
	b.wantLastSaid()
}

// TestSomethingNewIsAnswered: other words are answered, and so are the same words when the game has
// changed; and a letter that can act acts, whatever was said of the letter before.
func TestSomethingNewIsAnswered(t *testing.T) {
	b := newTable(t)
	says := func(id, words string) store.LetterState {
		b.letter("bob", b.key(board.Black), id, words)
		return b.newest().State
	}
	for i, c := range []struct {
		words string
		want  store.LetterState
	}{{"P-K4", store.Returned}, {"P-K4", store.Duplicate}, {"P-Q4", store.Returned}, {"hello", store.Returned}, {"hello", store.Duplicate}} {
		if got := says(fmt.Sprint(i), c.words); got != c.want {
			t.Errorf("%d, %q: %s, want %s", i, c.words, got, c.want)
		}
	}
	b.letter("alice", b.key(board.White), "w", "P-K4")
	if got := says("new", "hello"); got != store.Returned {
		t.Errorf("after a move: %s", got)
	}
	if got := says("now", "P-K4"); got != store.Acted || len(b.game().Line) != 2 {
		t.Errorf("the words that were returned in the other's turn: %s", got)
	}
}

// TestSilencedLettersAreListed: the inbox shows what was not answered, and why.
func TestSilencedLettersAreListed(t *testing.T) {
	b := newTable(t)
	for i := range 3 {
		b.letter("alice", b.key(board.White), fmt.Sprint(i), "exact penalty")
	}
	list, err := b.room().InboxList(t.Context(), control.None{})
	if err != nil {
		t.Fatal(err)
	}
	listed := 0
	for _, l := range list {
		if strings.Contains(l.Reason, "not answered, as letter") {
			listed++
		}
	}
	if listed != 2 {
		t.Errorf("%+v", list)
	}
}

// letters are all that have come in.
func (b *table) letters() (all []store.Letter) {
	b.view(func(v store.View) (err error) { all, err = v.Letters(10_000); return err })
	return all
}
