package play

import (
	"fmt"
	"testing"

	"corrd/game/codes"
	"corrd/game/proof"
	"corrd/game/terms"
)

// invented is a code of a test's own, which All has until the test is over.
func invented(t *testing.T, like string, change func(c *codes.Code)) terms.Terms {
	t.Helper()
	base, ok := codes.ByID(like)
	if !ok {
		t.Fatalf("no code %q", like)
	}
	c := *base
	c.ID = fmt.Sprint("invented-", len(codes.All))
	change(&c)
	before, named := codes.All, terms.Codes
	codes.All, terms.Codes = append(before[:len(before):len(before)], &c), append(named[:len(named):len(named)], c.ID)
	t.Cleanup(func() { codes.All, terms.Codes = before, named })
	agreed := terms.Default()
	agreed.Code = c.ID
	return agreed
}

// TestDeadUnderTheCode: whether a position can be won is asked under the code's own
// ends. Where who is stalemated wins, a Bishop is enough (London 16).
func TestDeadUnderTheCode(t *testing.T) {
	for _, c := range []struct {
		what, fen string
		stalemate codes.Rule[codes.Outcome]
		want      proof.Verdict
	}{
		{"drawn", "8/8/8/4k3/8/2b5/8/4K3 w - - 0 1", codes.Under("II.8(e)", codes.Drawn), proof.Proved},
		{"won", "8/8/8/4k3/8/2b5/8/4K3 w - - 0 1", codes.Under("II.8(e)", codes.Won), proof.Refuted},
		{"lost", "8/8/8/4k3/8/2b5/8/4K3 w - - 0 1", codes.Under("II.8(e)", codes.Lost), proof.Refuted},
		{"silent", "8/8/8/4k3/8/2b5/8/4K3 w - - 0 1", codes.Rule[codes.Outcome]{}, proof.Refuted},
		{"won, with bare Kings", "8/8/8/4k3/8/8/8/4K3 w - - 0 1", codes.Under("II.8(e)", codes.Won), proof.Proved},
		{"won, with Pawns that stop one another", "3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - - 0 1", codes.Under("II.8(e)", codes.Won), proof.Proved},
	} {
		agreed := invented(t, "british-1899", func(code *codes.Code) {
			code.Stalemate = c.stalemate
			if c.what != "drawn" {
				code.Check = codes.Under("II.8(e)", codes.NeedNotBeMet)
			}
		})
		agreed.Position = c.fen
		s := moved(t, agreedOn(agreed))
		if o := winning(s); o.Unannounced != (c.what != "drawn") {
			t.Errorf("stalemate %s: checks are left standing: %v", c.what, o.Unannounced)
		}
		if got := proof.CannotBeWon(s.Position, winning(s)); got.Verdict != c.want {
			t.Errorf("stalemate %s: %s after %d nodes", c.what, got.Verdict, got.Nodes)
		}
	}
	if o := winning(moved(t, gameFrom(""))); o != (proof.Options{}) {
		t.Errorf("under the default code: %+v", o)
	}
}

// TestDeadAtOdds: a game that cannot be won is drawn, and a draw may be lost.
func TestDeadAtOdds(t *testing.T) {
	for header, result := range map[string]string{
		"":                                    "1/2-1/2 I.15(c)",
		"odds: draws count given by black":    "1-0 terms:odds",
		"odds: mate with pawn given by black": "1-0 IV.8",
	} {
		play(t, header+`
fen: k7/8/8/8/8/8/4p3/4K3 w - - 0 1

white: K×P
expect result `+result)
	}
}

// TestUnannouncedMate: a mate of which nothing is said ends the game where the code has
// the checker move again, and not where a check may be left standing.
func TestUnannouncedMate(t *testing.T) {
	for check, want := range map[codes.Check]bool{codes.MovedAgain: true, codes.NeedNotBeMet: false} {
		agreed := invented(t, "british-1899", func(c *codes.Code) { c.Check = codes.Under("II.8(e)", check) })
		agreed.Position = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
		s := moved(t, agreedOn(agreed), "a1a8!")
		if p := judged(s); p.Checkmate() != want || !s.Position.Unheeded() {
			t.Errorf("%s: mate %v", check, p.Checkmate())
		}
	}
}
