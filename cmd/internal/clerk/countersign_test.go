package clerk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/game/board"
	"corrd/interpret"
	"corrd/store"
)

// held delivers a letter for White's side from an address that is not on file, and gives its
// number.
func (b *table) held(id, body string) int64 {
	b.Helper()
	b.letter("mallory", b.key(board.White), id, body)
	l := b.newest()
	if l.State != store.HeldLetter {
		b.Fatalf("%+v", l)
	}
	return l.ID
}

// stateOf is what has become of a letter.
func (b *table) stateOf(id int64) (state store.LetterState) {
	b.Helper()
	b.view(func(v store.View) error {
		l, err := v.Letter(id)
		state = l.State
		return err
	})
	return state
}

// TestYesBesideAnotherStatement: the letter held is released, and what else the
// letter states acts by itself.
func TestYesBesideAnotherStatement(t *testing.T) {
	b := newTable(t)
	id := b.held("1", "P-K4")
	b.answer(board.White, "2", b.last(board.White, "confirm"), "yes\ndraw?")
	if s := b.game(); len(s.Line) != 1 || s.DrawOffer.String() != "white" || b.stateOf(id) != store.Acted {
		t.Errorf("%v, %v, %s", s.Line, s.DrawOffer, b.stateOf(id))
	}
}

// TestReleasedLetterIsToldOfAsOfNow: a letter that was held acts as of its receipt,
// and the letters that tell of it bear the date of its release.
func TestReleasedLetterIsToldOfAsOfNow(t *testing.T) {
	b := newTable(t)
	b.held("1", "P-K4")
	received := b.clock.Now()
	b.pass(24 * time.Hour)
	b.answer(board.White, "2", b.last(board.White, "confirm"), "yes")
	if s := b.game(); len(s.Line) != 1 || !s.Line[0].At.Equal(received) {
		t.Fatalf("%+v", s.Line)
	}
	for _, r := range b.rows()[len(b.rows())-2:] {
		if !r.At.Equal(b.clock.Now()) {
			t.Errorf("%s is dated %v, want %v", r.Kind, r.At, b.clock.Now())
		}
	}
}

// TestYesWithNothingAsked: a yes with nothing to answer is itself answered, and the statement
// beside the yes acts.
func TestYesWithNothingAsked(t *testing.T) {
	b := newTable(t)
	b.answer(board.White, "1", "", "yes\nP-K4")
	if s := b.game(); len(s.Line) != 1 || b.newest().State != store.Acted {
		t.Errorf("%v, %+v", s.Line, b.newest())
	}
}

// TestNoIsAnswered: a player who disowns a letter is told that the letter is dropped.
func TestNoIsAnswered(t *testing.T) {
	b := newTable(t)
	id := b.held("1", "resign")
	b.answer(board.White, "2", b.last(board.White, "confirm"), "no")
	rows := b.rows()
	if last := rows[len(rows)-1]; b.stateOf(id) != store.Discarded || last.Kind != "office" || !strings.Contains(string(last.Data), "mallory@example.org") {
		t.Errorf("%s, %+v", b.stateOf(id), last)
	}
	other := b.held("3", "resign")
	b.answer(board.White, "4", b.last(board.White, "confirm"), "no\nP-K4")
	if s := b.game(); b.stateOf(other) != store.Discarded || len(s.Line) != 1 {
		t.Errorf("%s, %v", b.stateOf(other), s.Line)
	}
}

// TestYesReleasesOnlyWhatItAnswers: a yes that says which held letter it means neither by its key,
// nor by what it answers, nor by a number releases none of the held letters; and no yes releases a
// letter about which nobody was asked.
func TestYesReleasesOnlyWhatItAnswers(t *testing.T) {
	b := newTable(t)
	b.desk.Budgets.Questions = 2
	first := b.held("1", "P-K4")
	second := b.held("2", "P-Q4")
	unasked := b.held("3", "resign")
	b.answer(board.White, "4", b.last(board.White, "start"), "yes")
	if b.newest().Verdict != "which of the letters held?" {
		t.Fatalf("yes to another letter: %+v", b.newest())
	}
	wants(t, b.lastTold("alice", "asked"), fmt.Sprint("yes ", first), fmt.Sprint("yes ", second))
	b.answer(board.White, "5", "", "yes\n")
	b.answer(board.White, "6", "", fmt.Sprint("yes ", unasked))
	for _, id := range []int64{first, second, unasked} {
		if b.stateOf(id) != store.HeldLetter {
			t.Errorf("letter %d is %s", id, b.stateOf(id))
		}
	}
	b.answer(board.White, "7", "", fmt.Sprintf("no %d\nyes %d", first, second))
	if s := b.game(); b.stateOf(first) != store.Discarded || b.stateOf(second) != store.Acted || len(s.Line) != 1 {
		t.Errorf("%s, %s, %v", b.stateOf(first), b.stateOf(second), s.Line)
	}
	if b.stateOf(unasked) != store.HeldLetter {
		t.Error("a letter its owner was never shown acts")
	}
}

// TestKeyOfAQuestion: the question about a letter held has a reply address of its own,
// which is good for one answer. The second is answered once, and changes nothing.
func TestKeyOfAQuestion(t *testing.T) {
	b := newTable(t)
	id := b.held("1", "resign")
	other := b.held("2", "P-K4")
	b.sendAll()
	to := fmt.Sprintf("corrd+h%d.", id)
	var key string
	for _, l := range b.sent {
		if r := replyTo(t, l.raw); strings.HasPrefix(r, to) {
			key = r
		}
	}
	if key == "" {
		t.Fatal("no question has the key of its letter")
	}
	b.letter("alice", key, "3", "no")
	if b.stateOf(id) != store.Discarded || b.stateOf(other) != store.HeldLetter {
		t.Fatalf("%s, %s", b.stateOf(id), b.stateOf(other))
	}
	answers := len(b.rows())
	for i, words := range []string{"yes", "no", "P-Q4", "yes please"} {
		b.letter("alice", key, fmt.Sprint("again", i), words)
	}
	if s := b.game(); s.Result != nil || len(s.Line) != 0 || b.stateOf(id) != store.Discarded || b.stateOf(other) != store.HeldLetter || len(b.rows()) != answers+1 {
		t.Errorf("%+v, %v; the letter %s, the other %s; %d answers", s.Result, s.Line, b.stateOf(id), b.stateOf(other), len(b.rows())-answers)
	}
	wants(t, b.lastTold("alice", "office"), "has been answered already", "is dropped")
	answers = len(b.rows())
	b.letter("mallory", key, "foreign", "P-Q4")
	if l := b.newest(); l.State != store.Ignored || len(b.rows()) != answers {
		t.Errorf("a spent key in other hands: %+v, %d letters", l, len(b.rows())-answers)
	}
}

// TestKeyOfAQuestionInOtherHands: the key acts from an address of the seat alone, not where the
// sender's domain disowns the letter, and not after the keys of the seat have been replaced.
func TestKeyOfAQuestionInOtherHands(t *testing.T) {
	b := newTable(t)
	id := b.held("1", "P-K4")
	b.sendAll()
	key := replyTo(t, b.sent[len(b.sent)-1].raw)
	b.letter("mallory", key, "2", "yes")
	if b.newest().State != store.HeldLetter || b.stateOf(id) != store.HeldLetter {
		t.Fatalf("%+v", b.newest())
	}
	yes := b.newest().ID
	b.letter("bob", key, "3", "yes")
	if b.newest().State != store.Returned || b.stateOf(id) != store.HeldLetter {
		t.Errorf("the opponent's yes: %+v", b.newest())
	}
	b.letter("alice", key, "4", "yes")
	if b.newest().State != store.HeldLetter || b.stateOf(id) != store.HeldLetter {
		t.Errorf("with a key that the opponent has had: %+v", b.newest())
	}
	b.letter("alice", strings.Replace(key, "h"+fmt.Sprint(id), "h"+fmt.Sprint(yes), 1), "5", "yes")
	if b.newest().State != store.Ignored {
		t.Errorf("with the key of another question: %+v", b.newest())
	}
	b.answer(board.White, "6", "", fmt.Sprint("yes ", id))
	if s := b.game(); b.stateOf(id) != store.Acted || len(s.Line) != 1 {
		t.Errorf("%s, %v", b.stateOf(id), s.Line)
	}
}

// TestKeyOfAQuestionAnsweredMeanwhile: a letter with the key of a question that has been
// answered changes nothing in the game, whether the letter is confirmed after it was held
// or its key has also been replaced.
func TestKeyOfAQuestionAnsweredMeanwhile(t *testing.T) {
	for _, words := range []string{"yes", "no", "resign", "P-Q4"} {
		b := newTable(t)
		id := b.held("1", "P-K4")
		b.sendAll()
		key := replyTo(t, b.sent[len(b.sent)-1].raw)
		b.letter("mallory", key, "2", words)
		late := b.newest().ID
		b.answer(board.White, "3", "", fmt.Sprint("no ", id))
		was := b.game().Seq
		b.answer(board.White, "4", "", fmt.Sprint("yes ", late))
		if b.game().Seq != was || b.stateOf(id) != store.Discarded || b.stateOf(late) != store.Answered {
			t.Errorf("%s, confirmed: %d events, %s", words, b.game().Seq-was, b.stateOf(late))
		}
		wants(t, b.lastTold("alice", "office"), "has been answered already")
		b.copied("alice", b.key(board.White), "Cc: bob@example.org", "5", "show")
		was = b.game().Seq
		b.letter("alice", key, "6", words+".")
		if b.game().Seq != was || b.newest().Verdict != "spent key" {
			t.Errorf("%s, with a key that has been replaced: %d events, %+v", words, b.game().Seq-was, b.newest())
		}
	}
}

// TestYesToWhichQuestion: while a letter is held and something is asked in the game as well, a yes
// or no that does not name its question answers neither.
func TestYesToWhichQuestion(t *testing.T) {
	for _, c := range []struct{ opens, answer string }{
		{"7. P-K4", "yes"}, {"7. P-K4", "no"}, {"draw?", "no"}, {"propose time reply in 5 days", "no"}, {"propose time reply in 5 days", "yes"},
	} {
		b := newTable(t)
		if strings.HasPrefix(c.opens, "7.") {
			b.answer(board.White, "1", "", c.opens)
		} else {
			b.answer(board.Black, "1", "", c.opens)
		}
		id := b.held("2", "resign")
		was := b.game()
		b.answer(board.White, "3", "", c.answer)
		if s := b.game(); s.Seq != was.Seq || b.stateOf(id) != store.HeldLetter || b.newest().Verdict != "which of the letters held?" {
			t.Errorf("%s after %s: %+v, %s", c.answer, c.opens, b.newest(), b.stateOf(id))
		}
		kind := map[bool]string{true: "asked", false: "offer"}[strings.HasPrefix(c.opens, "7.")]
		if strings.HasPrefix(c.opens, "propose") {
			kind = "proposal"
		}
		question := ""
		for _, r := range b.rows() {
			if r.Kind == kind && r.Side == board.White && r.Data == nil {
				question = r.MessageID
			}
		}
		b.answer(board.White, "4", question, c.answer)
		if b.game().Seq == was.Seq || b.stateOf(id) != store.HeldLetter {
			t.Errorf("%s in answer to the question after %s: %+v, %s", c.answer, c.opens, b.newest(), b.stateOf(id))
		}
	}
}

// TestUnkeyedLettersAreNeverReleasedByChance: what somebody writes in a player's name
// does not act by that player's yes to something else.
func TestUnkeyedLettersAreNeverReleasedByChance(t *testing.T) {
	for _, words := range []string{"resign", "accept draw", "adopt 1", "agree", "waive"} {
		b := newTable(t)
		b.answer(board.Black, "0", "", "draw?")
		b.letter("alice", "corrd@club.example", "1", words)
		id := b.newest().ID
		if b.stateOf(id) != store.HeldLetter {
			t.Fatalf("%s: %+v", words, b.newest())
		}
		b.answer(board.White, "2", "", "yes")
		b.answer(board.White, "3", b.last(board.White, "offer"), "yes")
		b.letter("alice", "corrd@club.example", "4", "yes")
		if s := b.game(); s.Result != nil || b.stateOf(id) != store.HeldLetter {
			t.Errorf("%s acts: %+v, %s", words, s.Result, b.stateOf(id))
		}
	}
}

// TestYesAndNoToOneQuestion: an answer with both yes and no counts as neither.
func TestYesAndNoToOneQuestion(t *testing.T) {
	b := newTable(t)
	id := b.held("1", "P-K4")
	question := b.last(board.White, "confirm")
	b.answer(board.White, "2", question, "yes\nno")
	if b.stateOf(id) != store.HeldLetter || b.newest().State != store.Returned {
		t.Fatalf("%s, %+v", b.stateOf(id), b.newest())
	}
	b.answer(board.White, "3", question, "yes\nyes\n"+fmt.Sprint("yes ", id))
	if b.stateOf(id) != store.Acted || len(b.game().Line) != 1 {
		t.Errorf("%s, %v", b.stateOf(id), b.game().Line)
	}
}

// TestEveryQuestionAboutALetterIsAnswerable: an answer to the letter that any of the
// addresses on file has had releases it; one to a question of before a backup was put
// back, about another letter of the same number, does not.
func TestEveryQuestionAboutALetterIsAnswerable(t *testing.T) {
	b := newTable(t)
	b.update(func(tx store.Tx) error {
		p, err := tx.Player(1)
		p.Addresses = append(p.Addresses, "alice@work.example")
		return cmp.Or(err, tx.PutPlayer(&p))
	})
	id := b.held("1", "P-K4")
	b.sendAll()
	var key string
	var questions []string
	for _, r := range b.rows() {
		if r.Kind == "confirm" && r.Letter == id {
			questions = append(questions, r.MessageID)
		}
	}
	for _, l := range b.sent {
		if strings.Contains(string(l.raw), fmt.Sprintf("corrd+h%d.", id)) {
			key = replyTo(t, l.raw)
		}
	}
	if len(questions) != 2 {
		t.Fatalf("%d questions", len(questions))
	}
	reply := func(id, question string) {
		b.comes(b.clock.Now(), "alice", key, "In-Reply-To: <"+question+">\r\n", id, "yes")
	}
	reply("2", fmt.Sprintf("l%d.1.deadbeef@club.example", id))
	if b.stateOf(id) != store.HeldLetter {
		t.Fatal("released in answer to another question")
	}
	reply("3", questions[1])
	if b.stateOf(id) != store.Acted {
		t.Errorf("%s, %+v", b.stateOf(id), b.newest())
	}
}

// TestUnaskedAreAskedAboutLater: the letters held beyond the questions of a day are asked
// about on the next day, from midnight, in one question.
func TestUnaskedAreAskedAboutLater(t *testing.T) {
	b := newTable(t)
	b.desk.Budgets.Questions = 4
	var ids []int64
	for i := range 9 {
		ids = append(ids, b.held(fmt.Sprint("m", i), fmt.Sprint("P-K4\nI am number ", i)))
	}
	b.sendAll()
	loops, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- watch.Together(loops, b.keeper.Run, b.courier.Run) }()
	questions := func() int { return len(b.told("alice", "confirm")) }
	for day, want := range []int{4, 5, 5} {
		if day > 0 {
			if _, err := b.room().ClockAdvance(t.Context(), control.Lasting{For: 24 * time.Hour}); err != nil {
				t.Fatal(err)
			}
		}
		if n := questions(); n != want {
			t.Errorf("%d days after there are %d questions, want %d", day, n, want)
		}
	}
	stop()
	<-done
	for _, r := range b.rows() {
		if r.Kind == "confirm" && r.Letter == ids[4] && (r.At.Hour() != 0 || r.At.Sub(b.clock.Now()) > 0) {
			t.Errorf("the first of the next day is dated %v", r.At)
		}
		if r.At.After(b.clock.Now()) || r.Next.After(b.clock.Now()) {
			t.Errorf("a row in the future: %+v", r)
		}
	}
	b.answer(board.White, "yes", "", fmt.Sprint("yes ", ids[8]))
	if b.stateOf(ids[8]) != store.Acted {
		t.Errorf("the last is %s", b.stateOf(ids[8]))
	}
	b.wantSound()
}

// TestYesToALetterThatIsNotKept: the held letter of a stranger may lose its bytes before the
// stranger says yes, and the letter is then dropped.
func TestYesToALetterThatIsNotKept(t *testing.T) {
	b := newTable(t)
	id := b.held("1", "P-K4")
	question := b.last(board.White, "confirm")
	b.update(func(tx store.Tx) error { _, err := tx.Purge(tx.Now().Add(time.Hour), 0, 100); return err })
	b.answer(board.White, "2", question, "yes")
	if b.stateOf(id) != store.Discarded || len(b.game().Line) != 0 {
		t.Errorf("%s, %v", b.stateOf(id), b.game().Line)
	}
	wants(t, b.lastTold("alice", "office"), "mallory@example.org")
}

// tornTx is a transaction in which neither lines of games nor tallies can be read.
type tornTx struct{ store.Tx }

func (tornTx) Line(int64, int64) ([]byte, error) { return nil, errPage }
func (tornTx) Count(string) (int, error)         { return 0, errPage }

// TestDamageIsNoAnswer: where the store cannot be read, a yes is no yes to another question, and no
// question is due or not due.
func TestDamageIsNoAnswer(t *testing.T) {
	b := newTable(t)
	b.sendAll()
	b.heldOvernight(1)
	var named string
	for _, r := range b.rows() {
		if _, _, ok := ledger.GameIn(r.MessageID); ok && r.Side == board.White {
			named = r.MessageID
		}
	}
	b.update(func(tx store.Tx) error {
		d := b.taking(tornTx{tx}, &store.Letter{}, tx.Now())
		d.Mail.InReplyTo = named
		s, err := ledger.SeatOf(tx, 1, board.White, 0)
		if _, _, err := d.meant(s, interpret.Statement{Kind: interpret.KindYes}, []held{{Letter: store.Letter{ID: 77}}}); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("what is meant by a yes to %q: %v", named, err)
		}
		if _, _, err := b.unaskedDue(tornTx{tx}, tx.Now()); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("what is to be asked: %v", err)
		}
		return err
	})
}
