package clerk

import (
	"errors"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
)

// ruled makes a ruling by the socket, and gives the refusal, "" for none.
func (b *table) ruled(a control.Ruling) string {
	b.Helper()
	_, err := b.room().Rule(b.Context(), a)
	var refusal *control.Refusal
	if errors.As(err, &refusal) {
		return refusal.Message
	}
	if err != nil {
		b.Fatal(err)
	}
	return ""
}

// TestUndoAfterAQuestion: a letter of which nothing comes leaves the last ruling to be undone; a
// move does not, and the refusal says so.
func TestUndoAfterAQuestion(t *testing.T) {
	b := newTable(t)
	extend := func() int64 {
		rule := play.Rule{Ruling: game.Ruling{Verb: game.RulesExtended, By: 24 * time.Hour, Reason: "illness"}, Law: "house:16"}
		if refusal := b.ruled(control.Ruling{ID: 1, Rule: &rule}); refusal != "" {
			t.Fatal(refusal)
		}
		return b.game().Ruling.Seq
	}
	undo := func(event int64) string {
		return b.ruled(control.Ruling{ID: 1, Rule: &play.Rule{Ruling: game.Ruling{Verb: game.RulesUndone, Event: event, Reason: "by mistake"}, Law: "house:16"}})
	}
	event := extend()
	b.inGame(1, board.White, "q1", "accept draw")
	b.inGame(1, board.Black, "q2", "accept draw")
	if refusal := undo(event); refusal != "" {
		t.Errorf("after a question: %s", refusal)
	}
	event = extend()
	b.inGame(1, board.White, "m1", "P-K4")
	if refusal := undo(event); !strings.Contains(refusal, "gone on") {
		t.Errorf("after a move: %q", refusal)
	}
}

// TestOwnAppealIsNotEndedBySocket: an appeal from a ruling is neither closed nor decided by the
// umpire who made the ruling, by the socket either, also where there is no other umpire; another
// may close it.
func TestOwnAppealIsNotEndedBySocket(t *testing.T) {
	b := newTable(t)
	b.addUmpire("walker")
	rule := play.Rule{Ruling: game.Ruling{Verb: game.RulesExtended, By: 24 * time.Hour, Reason: "illness"}, Law: "house:16"}
	if refusal := b.ruled(control.Ruling{ID: 1, Rule: &rule}); refusal != "" {
		t.Fatal(refusal)
	}
	b.inGame(1, board.Black, "a1", "appeal: he was not ill")
	open, err := b.room().DisputeList(b.Context(), control.Which{})
	if err != nil || len(open) != 1 {
		t.Fatalf("%+v, %v", open, err)
	}
	closing := control.Closing{Writing: control.Writing{ID: open[0].ID, Words: "settled"}}
	if _, err := b.room().DisputeClose(b.Context(), closing); err == nil || !strings.Contains(err.Error(), "another umpire") {
		t.Errorf("who made the ruling closes the appeal: %v", err)
	}
	dismissal := play.Rule{Ruling: game.Ruling{Verb: game.RulesDismissed, Reason: "he was ill"}, Law: "house:16"}
	for _, preview := range []bool{true, false} {
		if refusal := b.ruled(control.Ruling{ID: 1, Dispute: open[0].ID, Rule: &dismissal, Preview: preview}); !strings.Contains(refusal, "another umpire") {
			t.Errorf("who made the ruling dismisses the appeal, preview %v: %q", preview, refusal)
		}
	}
	b.addUmpire("deputy")
	if _, err := b.room().DisputeClose(b.Context(), closing); err != nil {
		t.Errorf("another umpire does not close the appeal: %v", err)
	}
}

// TestAnswersToTwoQuestionsOfTheUmpire: prose in answer to one of two questions is filed with that
// dispute; prose that does not say which is filed with both.
func TestAnswersToTwoQuestionsOfTheUmpire(t *testing.T) {
	for _, named := range []bool{true, false} {
		b := newTable(t)
		b.inGame(1, board.Black, "p1", "protest: the letter of Monday was lost")
		b.inGame(1, board.Black, "p2", "protest: the letter of Tuesday came twice")
		for _, id := range []int64{1, 2} {
			if _, err := b.room().DisputeAsk(b.Context(), control.Asking{ID: id, Side: "white", Words: "What do you say?", Within: 24 * time.Hour}); err != nil {
				t.Fatal(err)
			}
		}
		b.sendAll()
		answered := ""
		for _, r := range b.rows() {
			if r.Kind == "inquiry" && named {
				answered = r.MessageID
			}
		}
		b.answer(board.White, "s1", answered, "I sent it on Monday, as the postmark shows.")
		said := map[int64]int{}
		for _, id := range []int64{1, 2} {
			d, err := b.room().DisputeShow(b.Context(), control.Numbered{ID: id})
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range d.Says {
				if strings.Contains(s.Words, "postmark") {
					said[id]++
				}
			}
		}
		if named && (said[1] != 0 || said[2] != 1) || !named && (said[1] != 1 || said[2] != 1) {
			t.Errorf("named %v: filed with %v", named, said)
		}
	}
}

// TestImportRefusesWhatIsNotUTF8: the rows of a list in Latin-1 are refused one by one.
func TestImportRefusesWhatIsNotUTF8(t *testing.T) {
	b := tableWith(t)
	views, err := b.room().PlayerImport(b.Context(), control.Roster{Players: []control.NewPlayer{
		{Line: 1, Name: "J\ufffdrg M\ufffdller", Address: "joerg@example.org"}, {Line: 2, Name: "Anna Berg", Address: "anna@example.org"},
		{Line: 3, Name: "Ren\ufffd", Postal: "Rue 1\nGen\ufffdve"}}})
	if err != nil || len(views) != 3 {
		t.Fatalf("%+v, %v", views, err)
	}
	for i, refused := range []bool{true, false, true} {
		if (views[i].Refused != nil) != refused {
			t.Errorf("line %d is refused: %v, want %v", i+1, views[i].Refused != nil, refused)
		}
	}
	if why := views[0].Refused; why == nil || !strings.Contains(*why, "UTF-8") {
		t.Errorf("the first line is refused without a word of UTF-8: %+v", views[0])
	}
}

// TestNewAddressLetsTheClockRunOn: when letters to a player have come back and the operator gives
// the player another address, the letter that is accepted there lets the clock run on (house:14).
func TestNewAddressLetsTheClockRunOn(t *testing.T) {
	b := newTable(t)
	row := b.asking()
	b.pass(24 * time.Hour)
	b.comesBack(row.ID)
	b.wantRunning("none")
	whom := control.Whom{Address: "alice@example.org"}
	if _, err := b.room().PlayerAddressAdd(b.Context(), control.Readdress{Whom: whom, Mailbox: "alice@home.example"}); err != nil {
		t.Fatal(err)
	}
	b.sendAll()
	b.wantRunning("none")
	b.pass(24 * time.Hour)
	if _, err := b.room().PlayerAddressRemove(b.Context(), control.Readdress{Whom: whom, Mailbox: "alice@example.org"}); err != nil {
		t.Fatal(err)
	}
	b.sendAll()
	if b.toldTo("alice@home.example", "Corrd-Letter: repeat") == 0 {
		t.Error("the new address has no letter of the game")
	}
	b.wantRunning("white")
	b.wantSound()
}
