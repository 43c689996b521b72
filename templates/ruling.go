package templates

import (
	"fmt"
	"time"

	"corrd/game"
)

// ordered is what a ruling of the umpire's orders, as it goes on after "The
// umpire has ruled": "that the game is drawn". What a choice they record has come
// to is told by the event that follows it.
func ordered(r game.Ruling) string {
	side := partyName(r.Side)
	switch r.Verb {
	case game.RulesForfeit:
		return "that " + side + " has forfeited the game"
	case game.RulesAnnulled:
		return "that the game is annulled"
	case game.RulesDrawn:
		return "that the game is drawn"
	case game.RulesAward:
		return "that " + side + " has won the game"
	case game.RulesRestored:
		return "that the position at the beginning of " + turnRestored(r) + " is restored"
	case game.RulesReturned:
		return fmt.Sprintf("that the game stands again as it did after event\u00a0%d, and what was then chosen can be chosen anew", r.Event)
	case game.RulesSearched:
		return fmt.Sprintf("that the claim is searched once more, in %d positions at most", r.Number)
	case game.RulesTime:
		change := "more"
		if r.By < 0 {
			change = "less"
		}
		return fmt.Sprintf("that the time recorded against %s is %s by %s than corrd had it, and it is corrected", side, change, span(r.By.Abs()))
	case game.RulesExtended:
		return "that the time allowed for this turn is longer by " + span(r.By)
	case game.RulesDismissed:
		return "that what was before the umpire is dismissed"
	case game.RulesVoid:
		return "that the penalty required is not due"
	case game.RulesSuspended:
		return "that the game is suspended"
	case game.RulesResumed:
		return "that the game goes on, and the clock with it"
	case game.RulesFined:
		return "that " + side + " is fined: " + r.Text
	case game.RulesTerm:
		return "that this term is in force from now on: " + r.Text
	case game.RulesReopened:
		return "that the game, which was over, goes on as it stood before its end"
	case game.RulesCounted:
		return "that the moves are counted from now on, and that the game is drawn once the count is full"
	case game.RulesUndone:
		return "that the last ruling counts as not made, and the game stands as it did before it"
	case game.RulesReplaced:
		return "that another player takes a seat in this game"
	}
	return "as follows"
}

// made is a ruling as another names it: what it ordered, or what it recorded.
func made(r game.Ruling) string {
	switch r.Verb {
	case game.RulesAdopted:
		return "which recorded the move that was adopted"
	case game.RulesExacted:
		return "which recorded that the penalty was exacted"
	case game.RulesWaived:
		return "which recorded that the penalty was waived"
	case game.RulesPlayed:
		return "by which a move was played"
	}
	return ordered(r)
}

// Appeal names the claim or the protest a ruling was made on: "Black's protest".
func (t *told) Appeal() string {
	f, _ := t.Fact.(game.Ruled)
	return t.Matter(f.Appeal)
}

// Matter names the dispute that an event opened: "Black's protest".
func (t *told) Matter(event int64) string {
	d, _ := t.State.Dispute(event)
	switch d.Ground {
	case game.OnFlag:
		return "the time that was overstepped"
	case game.OnBounce:
		return "the letters that come back"
	case "":
		return fmt.Sprintf("event %d of the game", event)
	}
	return partyName(d.By) + "'s " + string(d.Ground)
}

// Instant is a time in the zone of the reader.
func (t *told) Instant(at time.Time) string { return instant(at, t.Reader.zone()) }

// turnRestored names the turn at which a game begins again.
func turnRestored(r game.Ruling) string {
	if r.Side == game.Corrd {
		return fmt.Sprint("move\u00a0", r.Number)
	}
	return fmt.Sprintf("%s's move\u00a0%d", partyName(r.Side), r.Number)
}
