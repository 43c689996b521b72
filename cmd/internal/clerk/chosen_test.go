package clerk

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/line"
	"corrd/store"
)

// chose says what a letter of Black's came to who is to choose among what White sent for the first
// turn: "2 e7e5" for the second of the list and a reply, "annul" for the first letter, and behind a
// stroke the words that were asked about or left over.
func chose(t *testing.T, sent []string, words string) (came, shown string) {
	t.Helper()
	b := newTable(t)
	for i, move := range sent {
		b.sendAll()
		b.answer(board.White, fmt.Sprint("sent", i), b.newestTo("alice"), move)
	}
	b.sendAll()
	choices := b.game().Choices()
	before := len(b.events())
	b.answer(board.Black, "chooses", b.newestTo("bob"), words)
	var all []string
	for _, e := range b.events()[before:] {
		switch f := e.Event.Fact.(type) {
		case game.Adopted:
			all = append(all, fmt.Sprint(slices.IndexFunc(choices, func(c line.Choice) bool { return c.Move == f.Move })+1))
		case game.Restored:
			all = append(all, "annul")
		case game.Played:
			all = append(all, f.Move.String())
		case game.Asked:
			all = append(all, "asked")
		case game.Refused:
			all = append(all, "told")
		}
	}
	b.sendAll()
	for _, l := range b.sent {
		if _, note, ok := strings.Cut(string(l.raw), "Black writes:"); ok && l.to == "alice@example.org" {
			shown = note
		}
	}
	return strings.Join(all, " "), shown
}

// events are those of the game.
func (b *table) events() (all []store.Entry) {
	b.Helper()
	b.view(func(v store.View) (err error) { all, err = v.Events(1); return err })
	return all
}

// TestNumberBeforeANamedMove: a number before the name of a move that can be chosen is that of the
// turn, and the named move is chosen. Where the number and the name differ otherwise, where the
// move is none of the list, and where its writer only speaks of it, nothing is adopted.
func TestNumberBeforeANamedMove(t *testing.T) {
	for words, want := range map[string]string{
		"1. e3 is ok, e5": "2 asked", "1... e3 is fine, d5": "2 asked", "1. P-K3 is fine. P-K4": "2 e7e5", "1. Nf3 and I play d5": "3 asked",
		"1. P-K3 please, and P-Q4": "2 d7d5", "1. Kt-KB3 it is. P-Q4": "3 d7d5", "1. P-K3. P-K4": "2 e7e5", "1. P-K3 P-K4": "2 e7e5", "(1) P-K3, P-Q4": "2 d7d5",
		"1. e3": "2", "1. e3 please": "2", "the third one is fine. P-K4": "3 e7e5", "(2), P-K4": "2 e7e5", "3 please. P-K4": "3 e7e5",
		"1. P-K3 is not ok, P-Q4": "asked", "1. P-K3 was a mistake, P-Q4": "asked", "1. a4 is fine, P-Q4": "asked", "1. P-QR4 is fine, P-Q4": "asked",
		"3. e3 is ok, P-K4": "asked", "1... e6 is fine, c4": "asked", "1. P-Q4": "asked", "1. e3 or 1. Nf3?": "asked", "1. e3 is bad. P-K4": "asked",
		"1. e3 surprised me, P-K4": "asked", "( the second": "2", "2nd class post is slow": "asked", "2. P-Q4": "asked",
	} {
		if got, _ := chose(t, []string{"P-Q4", "P-K3", "Kt-KB3"}, words); got != want {
			t.Errorf("%q comes to %q, not %q", words, got, want)
		}
	}
}

// TestAnnulsInASentence: whoever writes that the second letter is to be annulled adopts it by no
// words, and has the reply beside that played.
func TestAnnulsInASentence(t *testing.T) {
	for words, want := range map[string]string{
		"Please annul the second one. P-K3": "annul e7e6", "annul it please; Kt-KB3": "annul g8f6", "I require the annulment of the second letter; P-K4": "annul e7e5",
		"P-K3. Please annul the later letter.": "annul e7e6", "I'd like the second letter annulled. P-K3": "annul e7e6", "Kindly annul the other letter. P-K3": "annul e7e6",
		"I annul the second. P-QR3": "annul a7a6", "annul; P-K3": "annul e7e6", "Please annul the second one.": "annul", "I should like the second letter annulled, and play P-K3": "annul e7e6",
		"I must insist on the annulment of the second one. P-K3": "annul e7e6", "I hereby annul your later letter, P-K3.": "annul e7e6",
		"Please annul the first one.": "asked", "annul the first letter. P-K3": "asked told", "The second one is annulled. P-K3": "asked", "Should I annul the second one? P-K3": "asked",
		"I wonder whether to annul. P-K3": "asked", "Reject the second one. P-K3": "asked", "Please strike the second one. P-K3": "annul e7e6", "I saw the second one. P-K3": "asked",
		"I object to the second one. P-K3": "asked", "I will not annul; the second one, and P-K3": "2 e7e6", "I do not annul the second one. P-K3": "asked", "Your second one arrived. P-K3": "asked",
		"I reject the first and take the second. P-K3": "asked",
	} {
		if got, _ := chose(t, []string{"P-Q4", "P-K4"}, words); got != want {
			t.Errorf("%q comes to %q, not %q", words, got, want)
		}
	}
}

// TestReplyBesideAChoice: a reply in another notation or language beside what is adopted is asked
// about or named as left over, and never shown to the other side.
func TestReplyBesideAChoice(t *testing.T) {
	for words, want := range map[string]string{
		"Nr. 2, und Sf6": "2 asked", "Nr. 2, und ich spiele Sf6": "2 asked", "2 und Sf6": "2 asked", "Nr. 2, und Springer f6": "2 told", "first. d5": "1 asked",
		"No. 2, and knight f6": "2 asked", "The second one, and I play Knight f6": "2 asked", "The second one, and I play Kt-KB3": "2 g8f6", "adopt 1; Sf6": "1 asked",
		"2 (e4)": "2", "the first one obv. P-K3": "1 e7e6", "waive": "told", "I play Knight f6": "told",
	} {
		got, shown := chose(t, []string{"P-Q4", "P-K4"}, words)
		if got != want {
			t.Errorf("%q comes to %q, not %q", words, got, want)
		}
		if shown != "" {
			t.Errorf("%q is shown to the other side: %.80q", words, shown)
		}
	}
}

// TestManInAnotherLanguage: nothing is played, and no Pawn's move is offered, for a man that stands
// before a square in a word that corrd does not know as a man.
func TestManInAnotherLanguage(t *testing.T) {
	for words, want := range sampled(map[string]string{
		"Springer f3": "g1f3", "Pferd f3": "g1f3", "Horse f3": "g1f3", "Bauer e4": "e2e4", "Dame e4": "", "Dinghy f3": "", "f3": "played",
	}, 3) {
		b := tableOf(t, "colour white, notation descriptive algebraic")
		b.sendAll()
		b.answer(board.White, "man", b.newestTo("alice"), words)
		s, got := b.game(), ""
		if q := s.Question(board.White); q != nil && len(q.Moves) == 1 {
			got = q.Moves[0].String()
		}
		if len(s.Line) > 0 {
			got = "played"
		}
		if got != want {
			t.Errorf("%q comes to %q, not %q", words, got, want)
		}
	}
}
