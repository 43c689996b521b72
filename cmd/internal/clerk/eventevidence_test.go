package clerk

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/dossier"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// TestEvidenceHasItsStartLetter: the archive of a game that began with others of an event has the
// letters that began it, and verifies; the archive for a side has its own letter and not the other
// side's.
func TestEvidenceHasItsStartLetter(t *testing.T) {
	b := tableWith(t, "alice", "bob", "carol")
	_, e := b.begun("")
	p := e.Pairings[0]
	started := b.lastTold(p.White, "start")
	b.comes(time.Now(), p.White, b.keyFrom(p.White, "start"), "In-Reply-To: "+b.fieldOf(p.White, "start", "Message-ID")+"\r\n", "first", fmt.Sprintf("Game %d:\nP-K4\n\n%s", p.Game, started))
	b.letter(p.Black, b.keyFrom(p.Black, "move"), "second", "P-K4")
	b.sendAll()
	for _, of := range []struct{ reader, has, hasNot string }{{"", "", ""}, {"white", p.White, p.Black}, {"black", p.Black, p.White}} {
		archive := b.files(control.Filing{ID: p.Game, For: of.reader})
		for _, f := range dossier.Verify(archive) {
			if f.Fault {
				t.Errorf("for %q: %s", of.reader, f.Words)
			}
		}
		all := ""
		for _, text := range unzipped(t, archive) {
			all += text
		}
		for _, who := range []string{p.White, p.Black} {
			if is := strings.Contains(all, fmt.Sprintf("begins, %s. You play two games", who)); is != (who != of.hasNot) {
				t.Errorf("the archive for %q has the start letter of %s: %v", of.reader, who, is)
			}
		}
	}
	letters, err := b.room().GameLetters(t.Context(), control.Numbered{ID: p.Game})
	if err != nil || len(letters) < 2 || letters[0].Kind != "start" || letters[1].Kind != "start" || letters[0].Seat == letters[1].Seat {
		t.Errorf("the letters of the game begin with %+v, %v", letters, err)
	}
}

// TestEvidenceOfASeatThatChanged: the letter by which somebody played their first moves in two
// games of an event stands under the side that they had then, though another has both seats now.
func TestEvidenceOfASeatThatChanged(t *testing.T) {
	b := tableWith(t, "alice", "bob", "carol", "dan")
	id, e := b.begun("games = 2")
	words, games := "", []int64{}
	for _, p := range e.Pairings {
		if p.White == "alice" {
			words, games = words+fmt.Sprintf("Game %d:\nP-K4\n", p.Game), append(games, p.Game)
		}
	}
	b.letter("alice", b.keyFrom("alice", "start"), "first", words+"\n")
	if len(games) != 2 {
		t.Fatalf("alice begins games %v", games)
	}
	act := control.EventAct{Event: id, Player: &control.Whom{Address: "alice"}, Other: &control.Whom{Address: "dan"}, Consent: "by letter", Reason: "illness"}
	if _, err := b.room().EventSubstitute(t.Context(), act); err != nil {
		t.Fatal(err)
	}
	b.sendAll()
	for _, game := range games {
		for _, reader := range []string{"", "white", "black"} {
			archive := b.files(control.Filing{ID: game, For: reader})
			for _, f := range dossier.Verify(archive) {
				if f.Fault {
					t.Errorf("game %d for %q: %s", game, reader, f.Words)
				}
			}
		}
	}
}

// TestFiledStartLetterPlaysNoOtherGame: the archive of a game holds the key in the letter that
// began it with others. Whoever has the archive plays nothing in these; the player's own letter
// counts as one without a key.
func TestFiledStartLetterPlaysNoOtherGame(t *testing.T) {
	for _, over := range []bool{false, true} {
		b := tableWith(t, "alice", "bob", "carol")
		id := b.event("players = [\"alice\", \"bob\", \"carol\"]")
		for n, who := range []string{"alice", "bob", "carol"} {
			b.letter(who, "corrd@club.example", fmt.Sprint(n), "enter 1")
		}
		e := b.start(id)
		b.sendAll()
		p := e.Pairings[0]
		key, other := b.keyFrom(p.White, "start"), int64(0)
		for _, o := range e.Pairings {
			if o.Game != p.Game && (o.White == p.White || o.Black == p.White) {
				other = o.Game
			}
		}
		if over {
			b.brings(mailer.AuthPass, p.White, key, "resigns", fmt.Sprintf("Game %d:\nresign", other))
		}
		b.files(control.Filing{ID: other})
		plays := fmt.Sprintf("Game %d:\nP-K4", p.Game)
		b.brings(mailer.AuthNone, p.White, key, "forged", plays)
		if s := b.gameNumber(p.Game); s.LastPly() != 0 {
			t.Errorf("over %v: whoever has the archive has played %d moves in another game", over, s.LastPly())
		}
		b.brings(mailer.AuthPass, p.White, key, "own", plays)
		if l := b.newest(); l.State != store.HeldLetter || l.Game != p.Game {
			t.Errorf("over %v: the player's own letter is %+v", over, l)
		}
	}
}

// TestFiledGamePlaysNoOtherGame: the archive of a game that is over holds its seats' keys, which
// are good in no other game of the same players afterwards.
func TestFiledGamePlaysNoOtherGame(t *testing.T) {
	b := tableWith(t, "alice", "bob")
	for n := range 2 {
		b.letter("alice", "corrd@club.example", fmt.Sprint("c", n), "challenge bob@example.org, colour white")
		b.replies("bob", "challenge", fmt.Sprint("a", n), "accept")
	}
	key := b.key(board.White)
	b.letter("bob", b.key(board.Black), "over", "resign")
	b.sendAll()
	b.files(control.Filing{ID: 1})
	b.brings(mailer.AuthNone, "alice", key, "forged", "Game 2:\nP-K4")
	if s := b.gameNumber(2); s.LastPly() != 0 {
		t.Errorf("whoever has the archive of game 1 has played %d moves in game 2", s.LastPly())
	}
	b.brings(mailer.AuthNone, "alice", key, "says", "say: I hate you")
	b.sendAll()
	if said := b.lastLetterTo("bob"); strings.Contains(said, "I hate you") {
		t.Errorf("whoever has the archive has spoken: %s", said)
	}
}

// begun begins an event of alice, bob and carol, who have entered it by letter.
func (b *table) begun(conditions string) (id int64, e control.TournamentView) {
	b.Helper()
	id = b.event(conditions + "\nplayers = [\"alice\", \"bob\", \"carol\"]")
	for n, who := range []string{"alice", "bob", "carol"} {
		b.letter(who, "corrd@club.example", fmt.Sprint(n), "enter 1")
	}
	e = b.start(id)
	b.sendAll()
	return id, e
}
