package clerk

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/store"
)

// TestSealedMoveIsSecret: no letter to anybody but its side tells of a sealed move before it
// is opened, whatever the opponent or a stranger asks for.
func TestSealedMoveIsSecret(t *testing.T) {
	b := tableOf(t, "colour white, medium email, code british-1899, time 20 moves in 1 hour, then 15 an hour, until "+time.Now().UTC().Add(12*time.Hour).Format("15:04"))
	b.join("carol")
	b.letter("alice", b.key(board.White), "wrong", "seal 9. Kt-KR3\n\nThe Knight at the rim, Nh3.")
	b.letter("alice", b.key(board.White), "seal", "seal Kt-KR3\n\nThe Knight at the rim, Nh3.")
	if s := b.game(); s.Sealed == nil || s.Sealed.Words != "Kt-KR3" {
		t.Fatalf("the move is not sealed: %+v", s.Sealed)
	}
	for i, words := range []string{"show", "history", "pgn", "book", "games", "repeat", "law I.14", "try P-K4", "if Kt-KB3, P-K4", "offer draw", "adjourn", "claim draw: fifty moves", "protest: he writes slowly", "P-K4"} {
		b.letter("bob", b.key(board.Black), fmt.Sprint("asks", i), words)
		b.letter("carol", "corrd@club.example", fmt.Sprint("peeps", i), "Game 1: "+words)
		b.letter("mallory", "corrd@club.example", fmt.Sprint("tries", i), "Game 1: "+words)
	}
	b.sendAll()
	read := 0
	for _, l := range b.sent {
		if strings.HasPrefix(l.to, "alice@") {
			continue
		}
		read++
		text := string(l.raw) + parse.Letter(l.raw, mailer.Envelope{}, parse.Options{}).FullText
		for _, part := range []string{"Kt-KR3", "Kt-R3", "Nh3", "g1h3", "Knight at the rim"} {
			if strings.Contains(text, part) {
				t.Errorf("%s reads %s in\n%s", l.to, part, text)
			}
		}
	}
	if read < 15 {
		t.Errorf("%d letters have been read", read)
	}
}

// TestSessionEndsInTheZoneOfTheServer: the hour of the day that a term names is
// an hour where the server is, and the next such after the acceptance.
func TestSessionEndsInTheZoneOfTheServer(t *testing.T) {
	b := newTable(t)
	zone, err := time.LoadLocation("Asia/Kolkata") // never an hour that is one in UTC
	if err != nil {
		t.Fatal(err)
	}
	b.Ledger().Zone = zone
	b.letter("alice", "corrd@club.example", "second", "challenge bob@example.org, time 20 moves in 1 hour, then 15 an hour, until 18:00")
	b.letter("bob", "corrd@club.example", "yes", "accept")
	var s game.State
	b.view(func(v store.View) (err error) { s, err = v.Game(2); return err })
	if at := s.Closes.In(zone).Format("15:04"); at != "18:00" || !s.Closes.After(s.Started) || s.Closes.Sub(s.Started) > 24*time.Hour {
		t.Errorf("begun at %v, the session ends at %v", s.Started, s.Closes)
	}
}
