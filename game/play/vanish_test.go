package play

import (
	"fmt"
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/stated"
	"corrd/interpret"
	"corrd/interpret/notation"

	"pgregory.net/rapid"
)

// outcomes are the kinds of fact in which a statement of a kind can end, beside a
// question about its words or their refusal.
var outcomes = map[interpret.Kind]string{
	interpret.KindMove:        "Played Held Offended Advanced Adopted Waived Reopened Replied Warned Retracted",
	interpret.KindMoves:       "Played Held Offended Advanced Adopted Waived Reopened Replied Warned Retracted",
	interpret.KindConditional: "Promised",
	interpret.KindAdopt:       "Adopted Retracted",
	interpret.KindExact:       "Exacted Spent TurnLost",
	interpret.KindWaive:       "Waived",
	interpret.KindResign:      "Ended",
	interpret.KindOfferDraw:   "DrawOffered Ended",
	interpret.KindAcceptDraw:  "Ended",
	interpret.KindAccept:      "Ended Agreed",
	interpret.KindAgree:       "Ended Agreed",
	interpret.KindDeclineDraw: "DrawDeclined",
	interpret.KindDecline:     "DrawDeclined Declined",
	interpret.KindNo:          "DrawDeclined Declined Asked",
	interpret.KindYes:         "Played Held Offended Ended Advanced DrawOffered ClaimRefused ProofAsked Claimed Agreed",
	interpret.KindClaim:       "Claimed ProofAsked Ended",
	interpret.KindProtest:     "Protested",
	interpret.KindPropose:     "Proposed",
	interpret.KindWithdraw:    "Proposed Declined", // of what is asked, where there is nothing else
	interpret.KindLeave:       "LeaveTaken",
	interpret.KindAnnul:       "Restored Claimed Ended",
	interpret.KindDemandFifty: "Counting",
	interpret.KindSubmit:      "Claimed",
	interpret.KindIntend:      "Intended",
	interpret.KindCheck:       "Warned",
	interpret.KindRetract:     "Retracted Proposed",
}

// vanished returns the first statement of a letter that ends in none of the events of its
// transaction, nor in a word about it to its sender. A letter of which nothing comes
// is shown the game, which is a word about all of it.
func vanished(in Letter, events []game.Event) (words string, vanishes bool) {
	var own []game.Event
	for _, e := range events {
		back, retracts := e.Fact.(game.Retracted) // corrd takes back a reply of the letter
		if e.Letter == in.ID && (e.By == game.PartyOf(in.By) || retracts && back.Reply != 0) {
			own = append(own, e)
		}
	}
	if len(own) == 0 {
		return "", false
	}
	for _, st := range in.Statements {
		if st.Kind.Acts() && !slices.ContainsFunc(own, func(e game.Event) bool { return ends(st, e) }) {
			return st.Text, true
		}
	}
	return "", false
}

// ends reports whether a statement ends in an event.
func ends(st interpret.Statement, e game.Event) bool {
	tag := strings.TrimPrefix(fmt.Sprintf("%T", e.Fact), "game.")
	if slices.Contains(strings.Fields(outcomes[st.Kind]), tag) {
		return true
	}
	var said []string
	switch f := e.Fact.(type) {
	case game.Asked:
		if f.Why == game.NoSuchTerm && st.Kind == interpret.KindPropose {
			return true // its words say why
		}
		said = append(f.With, f.Words)
	case game.Refused:
		said = []string{f.Words}
	case game.Played:
		said = []string{f.Words}
	case game.Offended:
		said = []string{f.Words}
	case game.Replied:
		said = append(f.With, f.Words)
	case game.Held:
		said = f.Words
	case game.ClaimRefused:
		said = []string{f.Words}
	case game.Claimed:
		said = []string{f.Words} // what the code is silent about
	}
	return slices.ContainsFunc(said, func(words string) bool {
		return strings.Contains(words, st.Text) || slices.ContainsFunc(st.Moves, func(m notation.Move) bool { return strings.Contains(words, m.Text) })
	})
}

// nothingVanishes checks that every statement of a letter ends in an event or in a word
// to its sender.
func (m *model) nothingVanishes(t *rapid.T, before game.State, in Letter, events []game.Event) {
	if before.MovesDue() > 1 {
		return // the statements of a first turn of several moves are one
	}
	if before.Held != nil && before.Held.By != in.By { // words that repeat those held may be a confirmation above the reply
		repeats := func(st interpret.Statement) bool {
			return st.IsMove() && slices.Contains(before.Held.Words, st.Text)
		}
		if i := slices.IndexFunc(in.Statements, interpret.Statement.IsMove); i >= 0 && repeats(in.Statements[i]) && stated.Moves(in.Statements[i+1:]) {
			in.Statements = slices.Delete(slices.Clone(in.Statements), i, i+1)
		}
	}
	// the answer to a yes about what loses by the odds names the words in question
	asked := before.Question(in.By)
	carriesOut := func(e game.Event) bool {
		f, is := e.Fact.(game.Refused)
		return is && asked != nil && asked.Why == game.OddsLost && strings.Contains(asked.Words, f.Words)
	}
	if stated.Has(in.Statements, interpret.KindYes) && slices.ContainsFunc(events, carriesOut) {
		return
	}
	if words, vanishes := vanished(in, events); vanishes {
		t.Fatalf("of %q in %q nothing is said:%s", words, stated.Text(in.Statements), describe(events))
	}
}
