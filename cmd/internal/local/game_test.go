package local

import (
	"strings"
	"testing"
	"time"
)

func TestAdoptionWaiverPenaltyResignation(t *testing.T) {
	w := newTown(t, "")
	g := w.begin("alice", "bob", "errors law")
	w.reply("alice", "P-K4")
	w.wantKind("bob", "move")
	if a := w.last("bob").Get("Corrd-Assistance"); !strings.HasPrefix(a, "any-means; until ") {
		t.Errorf("assistance %q", a)
	}
	w.reply("bob", "P-K4")
	w.reply("alice", "Kt-B3")
	w.wantState(g, "held_ambiguous")
	w.wantKind("bob", "ambiguous")
	w.wantKind("alice", "held")
	w.reply("bob", "adopt 2; Kt-QB3")
	w.wantMoves(g, "e2e4 e7e5 g1f3 b8c6")
	w.reply("alice", "R-KR5")
	w.wantState(g, "offence_open")
	w.wantKind("bob", "offence")
	w.reply("bob", "waive")
	w.wantState(g, "await_move")
	w.reply("alice", "R-KR5")
	w.reply("bob", "exact penalty C")
	w.wantState(g, "penalty_due")
	w.reply("alice", "P-Q4")
	w.wantState(g, "penalty_due")
	w.wantKind("alice", "refused")
	w.reply("alice", "K-K2")
	w.wantMoves(g, "e2e4 e7e5 g1f3 b8c6 e1e2")
	w.reply("alice", "resign")
	if r := w.show(g).Result; r == nil || r.Score != "0-1" || r.How != "resignation" {
		t.Errorf("result %+v", r)
	}
	w.wantKind("alice", "result")
	w.wantKind("bob", "result")
}

func TestReplyToADoubtfulMove(t *testing.T) {
	w := newTown(t, "")
	g := w.begin("alice", "bob", "")
	for _, turn := range []string{"P-K4", "P-K4", "Kt-B3"} {
		w.reply(map[string]string{"white": "alice", "black": "bob"}[w.show(g).Turn.Side], turn)
	}
	w.reply("bob", "Kt-QB3") // fits both readings: withheld until he adopts
	w.wantState(g, "held_ambiguous")
	w.wantKind("bob", "asked")
	w.reply("bob", "adopt 2")
	w.wantMoves(g, "e2e4 e7e5 g1f3 b8c6")
	w.reply("alice", "P-Q4")
	w.reply("bob", "P-QR3")
	w.reply("alice", "B-KKt5")
	w.reply("bob", "P-KB3")
	w.reply("alice", "B-R4 or B-Q2")
	w.wantState(g, "held_multiple")
	w.reply("bob", "P-KKt4; P-KR4") // two moves, neither of them to be taken for an adoption
	w.wantState(g, "held_multiple")
}

func TestFlagFallsAfterReminders(t *testing.T) {
	w := newTown(t, "")
	g := w.begin("alice", "bob", "time 10 moves in 30 days")
	w.reply("alice", "P-K4")
	w.advance(15 * 24 * time.Hour)
	w.wantKind("bob", "reminder")
	w.advance(16 * 24 * time.Hour)
	r := w.show(g).Result
	if r == nil || r.How != "time" || r.Score != "1-0" || !strings.HasPrefix(r.Law, "II.10") {
		t.Fatalf("result %+v", r)
	}
	w.wantKind("alice", "result")
}
