package clerk

import (
	"context"
	"slices"
	"strings"
	"testing"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/dossier"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/store"
)

// The games of a match begin together, the colours change (II.1(a)), and each
// result tells how the match stands.
func TestMatch(t *testing.T) {
	b := tableOf(t, "games 3, colour lot")
	first := b.gameNumber(1)
	for id := range int64(3) {
		s := b.gameNumber(id + 1)
		changed := s.Players != first.Players
		if s.Match == nil || s.Match.Number != int(id)+1 || changed != (id == 1) {
			t.Errorf("game %d: %+v, players %v", id+1, s.Match, s.Players)
		}
	}
	starts := b.told("alice", "start")
	if len(starts) != 3 {
		t.Fatalf("%d start letters to alice", len(starts))
	}
	for i, letter := range starts {
		if drawn := strings.Contains(letter, "by lot (house:4)"); drawn != (i == 0) {
			t.Errorf("the letter that begins game %d tells of a lot: %v", i+1, drawn)
		}
	}
	wants(t, starts[0], "number 1 of a match of three games", "The first move, and the colours with it, change from game to game", "the others are game 2 and game 3", "(II.1(a))")
	winner := b.player(first.Players[board.Black])
	b.inGame(1, board.White, "1", "resign")
	wants(t, b.told(winner, "result")[0], "In the match of 3 games you have now won 1 and", "Still being played: two games.")
	b.inGame(2, board.White, "2", "draw?")
	b.inGame(2, board.Black, "3", "accept draw")
	wants(t, b.told(winner, "result")[1], "you have now won 1½ and", "½. Still being played: one game.")
	b.inGame(3, board.Black, "4", "resign")
	wants(t, b.told(winner, "result")[2], "you have now won 1½ and", "1½. The match is over.")
}

// player returns the name of a player.
func (b *table) player(id int64) (name string) {
	b.Helper()
	b.view(func(v store.View) error {
		p, err := v.Player(id)
		name = p.Name
		return err
	})
	return name
}

// A game of a match that is annulled is played again with the same right of first
// move (II.1(c)), and counts for nobody.
func TestAnnulledGameOfAMatchIsPlayedAgain(t *testing.T) {
	b := tableOf(t, "games 2, colour white")
	annul := play.Rule{Ruling: game.Ruling{Verb: game.RulesAnnulled, Reason: "Neither side has made its moves."}, Law: "II.10.C(d)"}
	if _, err := b.room().Rule(context.Background(), control.Ruling{ID: 2, Rule: &annul}); err != nil {
		t.Fatal(err)
	}
	annulled, again := b.gameNumber(2), b.gameNumber(3)
	if again.Players != annulled.Players || again.Match == nil || again.Match.Instead != 2 || again.Match.Number != 2 {
		t.Errorf("instead of %+v came %+v of %v", annulled.Match, again.Match, again.Players)
	}
	starts := b.told("bob", "start")
	wants(t, starts[len(starts)-1], "played instead of game 2, which is annulled", "(II.1(c))")
	wants(t, b.told("bob", "result")[0], "you have now won 0 and alice 0. Still being played: two games.")
	b.view(func(v store.View) error {
		ch, err := v.Challenge(1)
		if !slices.Equal(ch.Games, []int64{1, 2, 3}) {
			t.Errorf("the challenge has begun the games %v", ch.Games)
		}
		return err
	})
}

// The players of a match under a code by which each side keeps its men have the points that they
// have won.
func TestMatchInWhichTheMenAreKept(t *testing.T) {
	b := tableOf(t, "games 2, colour white, code staunton-1871, late forfeit, umpire carol@example.org")
	if first, second := b.gameNumber(1), b.gameNumber(2); first.Players != second.Players {
		t.Fatalf("players %v, then %v", first.Players, second.Players)
	}
	b.inGame(1, board.White, "1", "resign")
	b.inGame(2, board.Black, "2", "resign")
	wants(t, b.lastTold("alice", "result"), "you have now won 1 and bob 1.", "The match is over.")
}

// A player who is replaced in one game of a match is replaced in that game alone; the match is
// counted by the sides that play it.
func TestReplacedInOneGameOfAMatch(t *testing.T) {
	b := tableOf(t, "games 2, colour white")
	b.join("carol")
	if err := b.replace(control.Seat{Game: 2, Side: board.White, Member: 0}, "carol"); err != nil { // bob
		t.Fatal(err)
	}
	b.inGame(1, board.Black, "1", "resign")
	wants(t, b.told("alice", "result")[0], "you have now won 1 and bob 0.")
	b.inGame(2, board.Black, "2", "resign")
	wants(t, b.lastTold("carol", "result"), "you have now won 1 and alice 1.", "The match is over.")
	wants(t, b.told("alice", "result")[1], "you have now won 1 and carol 1.")
}

// TestEvidenceOfALetterForTwoGames: what one letter states of several games of its sender, who may
// have the other men in the second, is proved by the archive of each game.
func TestEvidenceOfALetterForTwoGames(t *testing.T) {
	for words, what := range sampled(map[string]string{
		"P-K4\n\nGame 2:\nP-K4":                 "a move in each",
		"P-K4\n\nGame 2:\ndraw?\nresign":        "what excludes itself in the second",
		"Game 2:\nP-K4\n\nGame 1:\nP-K4":        "the other game first",
		"protest: he is late\nGame 2:\nP-K4":    "an appeal in the first",
		"draw?\nresign\nGame 2:\ndraw?\nresign": "nothing in either",
	}, 3) {
		b := tableOf(t, "games 2, colour white")
		b.inGame(1, board.White, "1", words)
		b.inGame(2, board.White, "2", "P-Q4")
		b.inGame(1, board.Black, "3", words)
		b.sendAll()
		for id := range int64(2) {
			for _, f := range dossier.Verify(b.files(control.Filing{ID: id + 1})) {
				if f.Fault {
					t.Errorf("%s, game %d: %s", what, id+1, f.Words)
				}
			}
		}
	}
}
