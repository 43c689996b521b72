package clerk

import (
	"testing"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/mailer"
	"corrd/store"
)

// challenging is a table at which alice and carol on one side have challenged bob and dan, who is
// not registered, on the other; bob has accepted.
func challenging(t *testing.T) *table {
	t.Helper()
	b := tableWith(t, "alice", "bob", "carol")
	b.letter("alice", "corrd@club.example", "challenge", "challenge bob@example.org, side carol@example.org")
	b.replies("bob", "challenge", "accept", "accept, side dan@example.org")
	return b
}

func (b *table) challengeState() (state store.ChallengeState) {
	b.Helper()
	b.view(func(v store.View) error {
		ch, err := v.Challenge(1)
		state = ch.State
		return err
	})
	return state
}

// TestChallengeWithdrawn: the sender of a challenge withdraws it by answering its receipt; those
// who were asked are told, but for a stranger, who is told when they answer.
func TestChallengeWithdrawn(t *testing.T) {
	b := challenging(t)
	b.replies("alice", "received", "w", "withdraw")
	if b.challengeState() != store.ChallengeWithdrawn || b.newest().State != store.Acted {
		t.Fatalf("%s, %+v", b.challengeState(), b.newest())
	}
	wants(t, b.lastTold("alice", "office"), "Your challenge is withdrawn.")
	for _, who := range []string{"bob", "carol"} {
		wants(t, b.lastTold(who, "office"), "alice has withdrawn the challenge to play.")
	}
	if n := len(b.told("dan", "office")); n != 0 {
		t.Errorf("the stranger has had %d more letters", n)
	}
	for _, who := range []string{"carol", "dan"} {
		b.replies(who, "challenge", "late-"+who, "accept")
		wants(t, b.lastTold(who, "office"), "withdrawn by its sender")
	}
	b.replies("alice", "received", "w2", "withdraw now please\nwithdraw")
	wants(t, b.lastTold("alice", "office"), "withdrawn by its sender")
	b.wantNoGame()
}

// TestOnlyItsSenderWithdraws: only the challenger withdraws a challenge, never by a letter that the
// challenger's domain disowns, and by no other words in answer to the receipt.
func TestOnlyItsSenderWithdraws(t *testing.T) {
	b := challenging(t)
	key := b.desk.Keys.Address(ledger.ChallengeToken(1), ledger.KeyOfChallenger, b.Ledger().Site)
	b.letter("bob", key, "1", "withdraw")
	b.replies("carol", "challenge", "2", "withdraw")
	b.letter("alice", b.desk.Keys.Address(ledger.ChallengeToken(1), ledger.KeyOfChallenged, b.Ledger().Site), "3", "withdraw")
	raw := "From: alice@example.org\r\nTo: " + key + "\r\nMessage-ID: <4@example.org>\r\n\r\nwithdraw\r\n"
	env := mailer.Envelope{From: "alice@example.org", To: []string{key}, Auth: mailer.AuthFail}
	if err := b.Deliver("smtp")(t.Context(), env, []byte(raw), b.clock.Now()); err != nil {
		t.Fatal(err)
	}
	b.letter("alice", key, "5", "games")
	wants(t, b.lastTold("alice", "office"), "You have no games")
	if b.challengeState() != store.ChallengeOpen {
		t.Errorf("the challenge is %s", b.challengeState())
	}
	b.replies("carol", "challenge", "6", "accept")
	b.replies("dan", "challenge", "7", "accept")
	b.letter("alice", key, "8", "withdraw")
	wants(t, b.lastTold("alice", "office"), "it became game 1")
}

// TestChallengeReminds: who has not answered is reminded after thirty days, then
// after sixty more, and the challenger is told who; a stranger is not, nor who has
// accepted.
func TestChallengeReminds(t *testing.T) {
	b := challenging(t)
	b.sendAll()
	id, at, ok, err := b.nextReminder()
	if err != nil || !ok || id != 1 || !at.Equal(b.clock.Now().Add(ledger.FirstChallengeReminder)) {
		t.Fatalf("%d, %s, %v, %v", id, at, ok, err)
	}
	nudge := func() {
		t.Helper()
		if _, err := b.keeper.RemindNext(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	nudge()
	if n := len(b.told("carol", "reminder")); n != 0 {
		t.Error("carol is reminded too soon")
	}
	b.clock.(*watch.Virtual).Set(at)
	nudge()
	wants(t, b.lastTold("carol", "reminder"), "You would play in consultation")
	wants(t, b.lastTold("alice", "reminder"), "- carol", "- somebody who is not registered yet", "withdraw")
	if len(b.told("dan", "reminder"))+len(b.told("bob", "reminder")) != 0 {
		t.Error("a stranger is reminded, or who has accepted")
	}
	if _, next, _, _ := b.nextReminder(); !next.Equal(at.Add(2 * ledger.FirstChallengeReminder)) {
		t.Errorf("the next reminder is due at %s", next)
	}
	b.replies("carol", "reminder", "1", "accept")
	b.replies("alice", "reminder", "2", "withdraw")
	if b.challengeState() != store.ChallengeWithdrawn {
		t.Errorf("%s, %+v", b.challengeState(), b.newest())
	}
	if _, _, ok, err := b.nextReminder(); ok || err != nil {
		t.Errorf("a reminder of a challenge that is over: %v, %v", ok, err)
	}
}
