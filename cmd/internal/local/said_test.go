package local_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
)

// days lets the clock of the House run for so many days.
func (w place) days(n int) {
	w.Helper()
	w.Ask("/clock/advance", control.Lasting{For: time.Duration(n) * 24 * time.Hour}, new(control.ClockState))
	w.Settle()
}

// newer returns what the letters that have come to a mailbox since it held n letters say, spaces
// and line ends aside.
func (w place) newer(mailbox string, n int) string {
	w.Helper()
	var all []string
	for _, l := range w.Box(mailbox)[n:] {
		all = append(all, l.Kind()+" "+l.Get("Subject")+" "+strings.Join(strings.Fields(l.Text()), " "))
	}
	return strings.Join(all, "\n")
}

// TestWordsAreNotObeyed: whatever stands behind "say:" reaches the other side as words, and nothing
// comes of it.
func TestWordsAreNotObeyed(t *testing.T) {
	w := newTown(t, "")
	g := w.Begin("time none")
	w.Reply("alice", "P-K4")
	for i, c := range []struct{ said, told string }{
		{"say: resign", "| resign"},
		{"say: P-K4", "| P-K4"},
		{"say: accept draw", "| accept draw"},
		{"say: yes always", "| yes always"},
		{"say: say: say: hello", "| say: say: hello"},
		{"say: <script>alert(1)</script> <b>bold</b>", "| <script>alert(1)</script> <b>bold</b>"},
		{"say: see http://evil.example/?a=1&b=2 now", "| see http://evil.example/?a=1&b=2 now"},
		{"say: Game 2: resign", "| Game 2: resign"},
		{"say: Subject: you have won\nFrom: corrd@corrd.localhost\nCorrd-Letter: result", "| Subject: you have won | From: corrd@corrd.localhost | Corrd-Letter: result"},
		{"say: It is your move. Answer \"resign\" now.", "| It is your move. Answer \"resign\" now."},
		{"SAY: HELLO", "| HELLO"},
		{"Say : hello there", "| hello there"},
		{"say: one\n\nsay: two", "| one | | two"},
		{"say: Dear Bob,\nhow are you?", "| Dear Bob, | how are you?"},
		{"say: >> P-K4 is what you said", "| >> P-K4 is what you said"},
		{"say: 1. P-K4 P-K4 2. Kt-KB3", "| 1. P-K4 P-K4 2. Kt-KB3"},
		{"say: unregister, stop, block Bob Example", "| unregister, stop, block Bob Example"},
		{"say: the moves were\nP-K4 and then P-K4 as ever", "| the moves were | P-K4 and then P-K4 as ever"},
		{"say: what a \u0007bell", "bell"},
		{"say: " + strings.Repeat("long ", 900), "| long long"},
	} {
		if i%8 == 0 {
			w.days(1)
		}
		n := len(w.Box("bob"))
		w.Reply("alice", c.said)
		if got := w.newer("bob", n); !strings.HasPrefix(got, "said ") || !strings.Contains(got, c.told) {
			t.Errorf("%q: bob reads %s, and alice %s", c.said, got, w.Last("alice").Text())
		}
		if got := w.newer("bob", n); len(got) > 4500 {
			t.Errorf("%d characters have come", len(got))
		}
		w.wantMoves(g, "e2e4")
		w.wantState(g, "await_move")
	}
	for _, prose := range []string{"say", "say:", "> say: hello", "I say: you play well", "I must say: well done", "say hello to your wife", "Hello\n\n-- \nsay: my signature"} {
		n := len(w.Box("bob"))
		w.Reply("alice", prose)
		if got := w.newer("bob", n); got != "" {
			t.Errorf("%q: bob reads %s", prose, got)
		}
		w.wantMoves(g, "e2e4")
	}
}

// TestAlwaysStillAsks: after "yes always" prose that may be meant for corrd is asked about, and
// other prose passed on.
func TestAlwaysStillAsks(t *testing.T) {
	w := newTown(t, "")
	g := w.Begin("time none")
	w.Reply("alice", "P-K4")
	w.Reply("alice", "How are your roses?")
	w.Reply("alice", "Yes, always! Thank you.")
	w.told("bob", "said", "| How are your roses?")
	for i, c := range []struct {
		prose string
		asked bool
	}{
		{"resing", true},
		{"I resgin", true},
		{"offr a draw", true},
		{"withdarw", true},
		{"The Knight, perhaps", true},
		{"e4 was my move", true},
		{"That Bishop of yours!", true},
		{"what about Kt-KB3", true},
		{"O-O would be nice", true},
		{"adjurn", true},
		{"It rains here.", false},
		{"My grandson walks now.", false},
		{"See https://example.org/tulips for pictures.", false},
		{"Frohe Weihnachten, lieber Bob!", false},
		{"С Новым годом!", false},
		{"🎄🎄🎄", true},
	} {
		if i%4 == 0 {
			w.days(1)
		}
		n := len(w.Box("bob"))
		w.Reply("alice", c.prose)
		if got := w.newer("bob", n); (got == "") != c.asked {
			t.Errorf("%q: bob reads %q, and alice %s", c.prose, got, w.Last("alice").Text())
		}
		w.wantMoves(g, "e2e4")
	}
	w.days(1)
	w.Reply("alice", "My Queen is lovely today")
	w.Reply("alice", "My Rook is lovely too")
	n := len(w.Box("bob"))
	w.Reply("alice", "yes") // passes on the newest
	if got := w.newer("bob", n); !strings.Contains(got, "| My Rook") || strings.Contains(got, "| My Queen") {
		t.Errorf("bob reads %s, and alice %s", got, w.Last("alice").Text())
	}
}

// TestSayUntilThirtyDaysAfter: the sides talk until thirty days after the end, and are told when
// that is over.
func TestSayUntilThirtyDaysAfter(t *testing.T) {
	w := newTown(t, "")
	w.Begin("")
	w.Reply("alice", "resign")
	w.days(29)
	w.Reply("bob", "say: Are you well?")
	w.told("alice", "said", "| Are you well?")
	w.days(2)
	n := len(w.Box("alice"))
	w.Reply("bob", "say: Still well?")
	w.told("bob", "refused", "comes too late")
	w.Reply("bob", "Are you well, Alice?")
	w.wantCount("alice", n)
	if strings.Contains(w.Last("bob").Text(), "Shall your words be passed on") {
		t.Error("words are asked about that cannot be passed on")
	}
}

// TestSayWhileAPenaltyIsDue: who owes a penalty, and who may exact one, may talk, and is told that
// the game waits.
func TestSayWhileAPenaltyIsDue(t *testing.T) {
	w := newTown(t, "")
	g := w.Begin("")
	w.Reply("alice", "Q-R5")
	w.wantState(g, "offence_open")
	w.Reply("bob", "say: That cannot be!")
	w.told("alice", "said", "| That cannot be!")
	w.wantState(g, "offence_open")
	w.Reply("alice", "I am so sorry.")
	w.told("alice", "asked", "can read no move")
	w.Reply("alice", "yes")
	w.told("bob", "said", "| I am so sorry.")
	w.wantState(g, "offence_open")
	w.Reply("bob", "exact penalty C, Kt on QKt1")
	if w.wantState(g, "penalty_due"); t.Failed() {
		t.Log(w.Last("bob").Text())
	}
	w.Reply("alice", "say: P-K4 was meant. Too bad")
	w.told("bob", "said", "| P-K4 was meant. Too bad")
	w.wantState(g, "penalty_due")
}

// TestSayAfterStop: who has stopped reminders and challenges still reads what the other side of a
// game says.
func TestSayAfterStop(t *testing.T) {
	w := newTown(t, "")
	w.Begin("")
	w.Write("bob", "stop")
	w.Reply("alice", "say: Good morning")
	w.told("bob", "said", "| Good morning")
}

// TestSayBlindfold: a letter of words shows no board where none may be sent.
func TestSayBlindfold(t *testing.T) {
	w := newTown(t, "")
	w.Begin("board blindfold")
	w.Reply("alice", "P-K4")
	w.Reply("alice", "say: Can you see it?")
	w.told("bob", "said", "| Can you see it?")
	letter := w.Last("bob")
	if strings.Contains(letter.Text(), "+---+") || strings.Contains(string(letter.Raw), "image/png") {
		t.Errorf("the words come with a board:\n%s", letter.Text())
	}
}

// TestSayInConsultation: what one of a side says reaches everybody on the other side, but for those
// who have blocked the writer, and one member's question is answered by that member alone.
func TestSayInConsultation(t *testing.T) {
	w := newTown(t, "")
	w.Register("carol", "dan")
	w.Register("alice", "bob")
	w.Write("alice", "challenge "+w.Who("bob").Address+", colour white, errors law, notation descriptive, side "+w.Who("carol").Address)
	w.Reply("carol", "accept")
	w.Reply("bob", "accept, side "+w.Who("dan").Address)
	w.Reply("dan", "accept")
	w.Write("dan", "block "+w.Who("carol").Name)
	w.told("dan", "office")
	dan := len(w.Box("dan"))
	w.Reply("carol", "say: We are two!")
	w.told("bob", "said", "| We are two!")
	w.wantCount("dan", dan)
	w.Reply("alice", "say: So we are.")
	w.told("dan", "said", "| So we are.")
}

// TestSayByTelegraph: words by telegraph are charged for and take their time; after the end they go
// at once.
func TestSayByTelegraph(t *testing.T) {
	w := newTown(t, "")
	g := w.Begin("medium telegraph, leave none, time reply in 3 days")
	w.Reply("alice", "P-K4")
	w.days(1)
	before := w.Show(g).Charges["white"]
	n := len(w.Box("bob"))
	w.Reply("alice", "say: Good luck to you")
	w.told("alice", "posted")
	w.wantCount("bob", n)
	if now := w.Show(g).Charges["white"]; now == before {
		t.Errorf("the words cost nothing: %s", now)
	}
	w.days(1)
	if got := w.newer("bob", n); !strings.Contains(got, "| Good luck to you") {
		t.Errorf("bob reads %q", got)
	}
	w.Reply("bob", "resign")
	w.days(2)
	n = len(w.Box("bob"))
	w.Reply("alice", "say: Thank you")
	if got := w.newer("bob", n); !strings.Contains(got, "| Thank you") {
		t.Errorf("bob reads %q, and alice %s", got, w.Last("alice").Text())
	}
}

// TestSayByHTML: words in a letter of HTML alone are read as those in plain text are.
func TestSayByHTML(t *testing.T) {
	w := newTown(t, "")
	g := w.Begin("")
	w.Reply("alice", "P-K4")
	for i, body := range []string{"<p>say: Hello &amp; good <b>day</b></p><p>P-K4</p>", "<div>say: Hello &amp; good day<br></div><script>resign()</script>"} {
		w.from("alice", w.keyed("alice"), fmt.Sprint("html", i), "MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n<html><body>"+body+"</body></html>\n")
		w.told("bob", "said", "| Hello & good day")
		w.wantMoves(g, "e2e4")
	}
}
