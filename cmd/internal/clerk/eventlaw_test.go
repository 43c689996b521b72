package clerk

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/game"
	"corrd/game/codes"
	"corrd/store"
)

// agreedLine is the corrected line of terms in the refusal of a file that lacks some.
var agreedLine = regexp.MustCompile(`terms = ("(?:[^"\\]|\\.)*")`)

// completed returns terms of an event as they stand in its file, with whatever the code would have
// agreed on besides: the line that the refusal gives to copy.
func (b *table) completed(written string) string {
	b.Helper()
	day := func(days int) string { return b.clock.Now().AddDate(0, 0, days).Format(time.DateOnly) }
	file := fmt.Sprintf("name = \"Winter\"\nenter_by = %s\nbegin = %[1]s\nclose = %s\nterms = %q", day(0), day(90), written)
	_, err := b.room().EventNew(b.Context(), control.Announcement{File: file, Preview: true})
	if err == nil {
		return written
	}
	line := agreedLine.FindStringSubmatch(err.Error())
	if line == nil {
		b.Fatalf("%s: %v", written, err)
	}
	text, err := strconv.Unquote(line[1])
	if err != nil {
		b.Fatal(err)
	}
	return text
}

// TestEventLawUnderEveryCode has the director of an event act under each code and with each
// carrier: a player dies, one withdraws, one is replaced, and what goes on at the closing date is
// adjudicated. Each ruling rests on the conditions of the event alone, which all entrants have
// accepted, and each has a digest.
func TestEventLawUnderEveryCode(t *testing.T) {
	for _, code := range codes.All {
		for _, medium := range []string{"email", "post", "telegraph"} {
			t.Run(code.ID+" "+medium, func(t *testing.T) { tableWith(t, "alice", "bob", "carol", "dan", "erin").directed(code, medium) })
		}
	}
}

func (b *table) directed(code *codes.Code, medium string) {
	b.Helper()
	b.addUmpire("walker")
	whom := func(name string) *control.Whom { return &control.Whom{Address: name} }
	id := b.event("terms = " + strconv.Quote(b.completed(fmt.Sprintf("code %s, time 10 moves in 300 days, medium %s", code.ID, medium))) + "\nplayers = [\"alice\", \"bob\", \"carol\", \"dan\"]")
	for _, who := range []string{"alice", "bob", "carol", "dan"} {
		if _, err := b.room().EventEnter(b.Context(), control.EventAct{Event: id, Player: whom(who), Consent: "their word"}); err != nil {
			b.Fatal(err)
		}
	}
	e := b.start(id)
	between := func(one, other string) int64 {
		for _, p := range e.Pairings {
			if p.White == one && p.Black == other || p.White == other && p.Black == one {
				return p.Game
			}
		}
		b.Fatalf("%s and %s do not meet", one, other)
		return 0
	}
	ends := func(one, other string, score game.Score, law game.Law) {
		b.Helper()
		b.view(func(v store.View) error {
			s, err := v.Game(between(one, other))
			if s.Result == nil || s.Result.Score != score || s.Result.Law != law {
				b.Errorf("%s against %s ends %+v, want %s by %s", one, other, s.Result, score, law)
			}
			if code.Digest(law) == "" {
				b.Errorf("%s has no digest", law)
			}
			return err
		})
	}
	done := func(_ control.TournamentView, err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
	}
	done(b.room().EventWithdraw(b.Context(), control.EventAct{Event: id, Player: whom("dan"), Ending: "draw", Reason: "he has died"}))
	for _, other := range []string{"alice", "bob", "carol"} {
		ends("dan", other, game.Drawn, "event:1.withdrawal")
	}
	done(b.room().EventWithdraw(b.Context(), control.EventAct{Event: id, Player: whom("carol"), Reason: "she has moved away"}))
	ends("carol", "alice", game.Annulled, "event:1.withdrawal")
	ends("carol", "bob", game.Annulled, "event:1.withdrawal")
	done(b.room().EventSubstitute(b.Context(), control.EventAct{Event: id, Player: whom("bob"), Other: whom("erin"), Consent: "her letter", Reason: "he is ill"}))
	last := between("alice", "bob")
	adjudicate := control.EventAct{Event: id, Game: last, Score: "white", Reason: "a Rook more"}
	if _, err := b.room().EventAdjudicate(b.Context(), adjudicate); err == nil || !strings.Contains(err.Error(), "is adjudicated from") {
		b.Errorf("before the closing date: %v", err)
	}
	b.pass(91 * 24 * time.Hour)
	done(b.room().EventAdjudicate(b.Context(), adjudicate))
	ends("alice", "bob", game.WhiteWins, "event:1.adjudication")
	b.view(func(v store.View) error {
		events, err := v.Events(last)
		for _, e := range events {
			if f, is := e.Event.Fact.(game.Ruled); is && f.Verb == game.RulesReplaced && e.Event.Law != "event:1.substitution" {
				b.Errorf("the substitution rests on %s", e.Event.Law)
			}
		}
		return err
	})
	done(b.room().EventClose(b.Context(), control.EventAct{Event: id}))
}
