package clerk

import (
	"bytes"
	"errors"
	"fmt"
	"net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"corrd/game"
	"corrd/game/board"
)

// talk is a table at which each side answers the newest letter that it has had, as people do, after
// three moves of each. These are played once for all tests.
func talk(t *testing.T, said ...string) *table {
	t.Helper()
	beginning := strings.Fields("W:P-K4 B:P-K4 W:Kt-KB3 B:Kt-QB3 W:B-B4 B:B-B4")
	path := filepath.Join(t.TempDir(), "corrd.db")
	if begun.store == nil {
		b := tableOn(t, path, "colour white")
		b.talks(0, beginning)
		b.db.Close()
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		begun.store, begun.length, begun.sent = bytes.TrimRight(file, "\x00"), int64(len(file)), b.sent
	} else if err := errors.Join(os.WriteFile(path, begun.store, 0o600), os.Truncate(path, begun.length)); err != nil {
		t.Fatal(err)
	}
	b := &table{T: t, Clerk: clerkOf(t, path, nil, 0), sent: slices.Clone(begun.sent)}
	b.courier.Carrier = b
	b.talks(len(beginning), said)
	return b
}

// begun is what talk begins with: the file of the store, which ends in a hole, its length with the
// hole, and the letters sent.
var begun struct {
	store  []byte
	length int64
	sent   []sentLetter
}

// talks has the sides answer, with letters that are numbered from a number on.
func (b *table) talks(from int, said []string) {
	b.Helper()
	for i, words := range said {
		side := board.White
		if strings.HasPrefix(words, "B:") {
			side = board.Black
		}
		b.sendAll()
		b.answer(side, fmt.Sprint("talk", from+i), b.newestTo(owner(side)), strings.TrimSpace(words[2:]))
	}
	b.sendAll()
}

// newestTo is the name of the newest letter that somebody has been sent.
func (b *table) newestTo(who string) (id string) {
	b.Helper()
	for _, l := range b.sent {
		if l.to != who+"@example.org" {
			continue
		}
		if m, err := mail.ReadMessage(bytes.NewReader(l.raw)); err != nil {
			b.Fatal(err)
		} else {
			id = strings.Trim(m.Header.Get("Message-ID"), "<>")
		}
	}
	return id
}

// TestAssentToAMoveEndsNoGame: words that answer the move beside an offer accept no draw.
func TestAssentToAMoveEndsNoGame(t *testing.T) {
	for words, drawn := range map[string]bool{
		"I accept P-Q3": false, "I accept Kt-B3": false, "I accept your move, P-Q3": false, "I accept your move": false, "accept P-Q3": false,
		"Good move! Agreed.": false, "Agreed, that is the best move.": false,
		"Fine by me. But I have to ask my wife first.": false, "Fine by me. I need to consult my wife.": false,
		"I accept": true, "I accept the draw. Good move, by the way!": true, "Agreed! Well played.": true, "Fine by me. My wife is glad.": true, "I accept, thank you for the game": true,
	} {
		for _, offer := range []string{"W:P-Q3 and a draw?", "W:draw?"} {
			b := talk(t, offer, "B:"+words)
			if over := b.game().Result != nil; over != drawn || !over && b.game().DrawOffer != game.PartyOf(board.White) {
				t.Errorf("%s: %q: drawn %v, %s", offer, words, over, b.newest().Verdict)
			}
		}
	}
}

// TestPlansToldWhileWaiting: what a side tells of its next move while the other is to move opens
// no turn again.
func TestPlansToldWhileWaiting(t *testing.T) {
	for words, again := range sampled(map[string]bool{
		"I will castle next": false, "Next I castle": false, "Then I castle": false, "I castle next move": false, "Your move. I will castle then.": false,
		"I am going to castle": false, "I shall castle": false, "and then P-Q4": false, "Then P-Q4": false, "Next P-Q4": false, "My next move: P-Q4": false,
		"P-Q4 next": false, "On my next move I play P-Q4": false, "I am going to play P-Q4": false, "After that P-Q4": false, "d4 next": false, "My next move will be P-Q4": false,
		"P-Q4": true, "Oops, I meant P-Q4": true, "4. P-Q4": true, "Sorry, I will play P-Q4 instead": true,
	}, 3) {
		b := talk(t, "W:P-Q3", "W:"+words)
		if held := b.game().Held != nil; held != again || b.newest().Verdict == "" && !again {
			t.Errorf("%q: opens the turn again %v, %s", words, held, b.newest().Verdict)
		}
	}
}

// TestOfferWithACourtesy: "if you like" behind an offer sets no condition; the move beside acts,
// and the offer too.
func TestOfferWithACourtesy(t *testing.T) {
	for _, words := range []string{
		"P-Q3. I offer a draw, if that is all right with you.", "P-Q3. I offer a draw if you like.", "P-Q3, I offer a draw if you want one.",
		"P-Q3 and I offer a draw if you want", "Castles. I offer a draw if you like.", "P-Q3. Do you want a draw? If not, no problem.",
	} {
		b := talk(t, "W:"+words)
		if s := b.game(); s.LastPly() != 7 || s.DrawOffer != game.PartyOf(board.White) {
			t.Errorf("%q: ply %d, offered by %v, %s", words, s.LastPly(), s.DrawOffer, b.newest().Verdict)
		}
	}
	for _, words := range []string{"P-Q3. I offer a draw if you give me a Pawn.", "P-Q3. I resign if you like.", "P-Q3. I offer a draw if you agree to play again."} {
		b := talk(t, "W:"+words)
		if s := b.game(); s.DrawOffer == game.PartyOf(board.White) || s.Result != nil {
			t.Errorf("%q: offered by %v, over %v", words, s.DrawOffer, s.Result != nil)
		}
	}
}
