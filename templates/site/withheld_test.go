package site_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/telling"
	"corrd/interpret/notation"

	"pgregory.net/rapid"
)

// twins are two games with the same moves, of which one alone has what is withheld.
type twins struct {
	t           *rapid.T
	plain, busy *match
	letters     int64
	hidden      map[string]int // what the busy game had that is withheld
}

// secrets are what a side may write beside a move of which nothing is shown.
var secrets = map[string]string{
	"offer":       "draw?",
	"note":        "My wife Mary sends you her SECRET regards.",
	"said":        "say: SECRET, is it not a fine day?",
	"proposal":    "propose reply in 5 days",
	"conditional": "If Q-R8, K-R8",
	"sealed":      "if sealed Q-R8, K-R8",
	"protest":     "protest: they wrote to me about SECRET things",
}

// apart are the letters of which nothing is shown, by whoever is to move and by whoever is not.
var apart = map[string]string{
	"question":  "Is it not a fine day, SECRET?",
	"declined":  "decline draw",
	"said":      "say: SECRET, thank you for the game",
	"protested": "protest: the SECRET postman",
	"proposed":  "propose time 10 moves in 40 days",
	"show":      "show",
}

// both has time pass, and the same letter of a side come in both games; more stands beneath it in
// the busy one.
func (w *twins) both(by board.Side, text, more string) {
	w.letters++
	for _, m := range []*match{w.plain, w.busy} {
		m.now = m.now.Add(time.Hour)
	}
	w.plain.numbered(by, text, w.letters)
	if more != "" {
		text += "\n" + more
	}
	w.busy.numbered(by, text, w.letters)
	w.rest()
}

// rest has whatever is under way arrive, and the reader's time begin.
func (w *twins) rest() {
	for _, m := range []*match{w.plain, w.busy} {
		for {
			at, due := m.state.Deadline()
			if due != game.DueDelivery {
				break
			}
			m.now = at
			m.act(play.Alarm{})
		}
		if m.state.Result == nil && !m.state.Window.Told {
			m.act(play.Notify{Side: m.state.Position.SideToMove(), Told: m.state.Seq})
		}
	}
	if w.plain.now.After(w.busy.now) {
		w.busy.now = w.plain.now
	}
	w.plain.now = w.busy.now
}

// secretly has something happen in the busy game of which nothing is shown.
func (w *twins) secretly() {
	by := board.Side(rapid.IntRange(0, 1).Draw(w.t, "side"))
	before := len(w.busy.log)
	what := rapid.SampledFrom([]string{"", "question", "declined", "said", "protested", "proposed", "show", "asked", "rotated", "bounced"}).Draw(w.t, "apart")
	switch what {
	case "":
	case "asked":
		for _, d := range w.busy.state.Disputes() {
			w.busy.act(play.Handle{Fact: game.Noted{Dispute: d.Seq, Words: "SECRET fact"}, By: "Carol"})
			w.busy.act(play.Handle{Fact: game.Inquired{Dispute: d.Seq, Side: by, Words: "what of the SECRET?", Until: w.busy.now.Add(48 * time.Hour)}, By: "Carol"})
		}
	case "rotated":
		w.busy.act(play.Rotate{Rotated: game.Rotated{Side: by, Why: game.LeakUmpire}})
	case "bounced":
		w.busy.act(play.CameBack{Side: by, Sent: w.busy.now})
		w.busy.act(play.Heard{Side: by})
	default:
		w.busy.numbered(by, apart[what], 1000+int64(before))
	}
	if len(w.busy.log) > before {
		w.hidden[what]++
	}
	if w.busy.state.Proposal != nil {
		w.busy.numbered(w.busy.state.Proposal.By.Other(), "decline", 2000+int64(before))
	}
}

// draw begins the twins on random terms.
func draw(t *rapid.T) *twins {
	written := map[string]string{
		"medium":       rapid.SampledFrom([]string{"email", "email", "post", "telegraph"}).Draw(t, "medium"),
		"conditionals": rapid.SampledFrom([]string{"shown", "sealed"}).Draw(t, "conditionals"),
		"publish":      rapid.SampledFrom([]string{"finished", "delay 1", "delay 3"}).Draw(t, "publish"),
		"code":         rapid.SampledFrom([]string{"british-1899", "american-1897"}).Draw(t, "code"),
		"leave":        "none",
	}
	if written["medium"] != "email" {
		written["seed"] = "7"
	}
	w := &twins{t: t, hidden: map[string]int{}}
	w.plain = begin(&tb{T: t}, written)
	written["umpire"] = "carol@example.org"
	w.busy = begin(&tb{T: t}, written)
	return w
}

// secret draws what the busy game has beside a move.
func (w *twins) secret() string {
	what := rapid.SampledFrom([]string{"", "", "offer", "note", "said", "proposal", "conditional", "sealed", "protest"}).Draw(w.t, "secret")
	if what != "" {
		w.hidden[what]++
	}
	return secrets[what]
}

// same compares all that is shown of the two games.
func (w *twins) same() {
	who := sides("Alice Example", "")
	one := pagesOf(w.plain, who)
	other := one // the bytes follow from what the public sees
	plain, shown := telling.PublicOf(w.plain.state.ID, w.plain.log)
	if busy, too := telling.PublicOf(w.busy.state.ID, w.busy.log); shown != too || !reflect.DeepEqual(plain, busy) {
		other = pagesOf(w.busy, who)
	}
	if names := differ(one, other); len(names) > 0 {
		for _, name := range names {
			w.t.Logf("%s:\n%s", name, firstDifference(string(one[name]), string(other[name])))
		}
		w.t.Fatalf("differ in %v, beside %v", names, w.hidden)
	}
	for name, page := range other {
		if strings.Contains(string(page), "SECRET") || strings.Contains(string(page), "carol@") {
			w.t.Fatalf("%s tells a secret", name)
		}
	}
}

// firstDifference returns what stands about the first place in which two pages differ.
func firstDifference(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	about := func(s string) string { return s[max(0, min(i, len(s))-80):min(len(s), i+120)] }
	return fmt.Sprintf("- %s\n+ %s", about(a), about(b))
}

// TestWithheld: at every moment two games that differ only in what is withheld have the same bytes:
// notes, what is said, offers, proposals, protests and the facts in them, questions of the umpire,
// questions that nothing came of, conditional moves that never fired, sealed or not, keys, and the
// address of the umpire.
func TestWithheld(t *testing.T) {
	all, shown := map[string]int{}, 0
	rapid.Check(t, func(t *rapid.T) {
		w := draw(t)
		for range rapid.IntRange(2, 20).Draw(t, "plies") {
			p := w.plain.state.Position
			moves := p.Moves(nil)
			if len(moves) == 0 || w.plain.state.Result != nil {
				break
			}
			move := moves[rapid.IntRange(0, len(moves)-1).Draw(t, "move")]
			w.both(p.SideToMove(), notation.Short(&p, move), w.secret())
			w.secretly()
			if w.plain.state.LastPly() != w.busy.state.LastPly() || w.plain.state.Phase != w.busy.state.Phase {
				t.Fatalf("the letters came to other moves beside %v: %v, %v", w.hidden, w.plain.state.Phase, w.busy.state.Phase)
			}
			if rapid.IntRange(0, 3).Draw(t, "look") == 0 {
				w.same()
			}
		}
		if w.plain.state.Result == nil {
			w.both(w.plain.state.Position.SideToMove(), "resign", "")
			if rapid.IntRange(0, 3).Draw(t, "look") == 0 {
				w.same()
			}
		}
		if w.plain.state.Result != nil {
			shown++
		}
		for what, n := range w.hidden {
			all[what] += n
		}
	})
	t.Logf("%d games to their end, beside %v", shown, all)
	for what := range secrets {
		if all[what] == 0 {
			t.Errorf("no game had any %s", what)
		}
	}
}

// random has the side to move send a random legal move, or none if there is none, or the game is
// over.
func (m *match) random(t *rapid.T) {
	p := m.state.Position
	if moves := p.Moves(nil); len(moves) > 0 && m.state.Result == nil {
		m.now = m.now.Add(time.Duration(rapid.IntRange(1, 90).Draw(t, "minutes")) * time.Minute)
		m.letter(p.SideToMove(), notation.Short(&p, moves[rapid.IntRange(0, len(moves)-1).Draw(t, "move")]))
	}
}

// TestAheadIsWithheld: of two running games that differ only in what comes after the moves that are
// shown, and in a choice, a penalty, or sealed moves that are open there, the bytes are the same;
// of a running game without a board there are none.
func TestAheadIsWithheld(t *testing.T) {
	shown, differed := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		delay := rapid.IntRange(1, 3).Draw(t, "delay")
		written := map[string]string{"publish": fmt.Sprint("delay ", delay), "conditionals": "sealed",
			"board": rapid.SampledFrom([]string{"diagram", "diagram", "diagram", "blindfold"}).Draw(t, "board")}
		one := begin(&tb{T: t}, written)
		for range rapid.IntRange(0, 16).Draw(t, "before") {
			one.random(t)
		}
		other := &match{state: one.state, log: slices.Clone(one.log), now: one.now}
		for range rapid.IntRange(0, 2*delay).Draw(t, "ahead") {
			one.random(t)
			other.random(t)
		}
		p := other.state.Position
		moves := p.Moves(nil)
		if one.state.Result != nil || other.state.Result != nil || len(moves) < 2 {
			t.Skip("a game is over")
		}
		first, second := notation.Short(&p, moves[0]), notation.Short(&p, moves[len(moves)-1])
		other.letter(p.SideToMove(), rapid.SampledFrom([]string{first + " or " + second, "K-K8", "if sealed " + first + ", resign", "draw?"}).Draw(t, "open"))
		if len(other.state.Line) != len(one.state.Line) {
			t.Skip("the words were no open matter")
		}
		who := sides("Alice Example", "")
		a, b := pagesOf(one, who), pagesOf(other, who)
		if names := differ(a, b); len(names) > 0 || written["board"] == "blindfold" && len(a) > 0 {
			t.Fatalf("%v: differ in %v, %d files", written, names, len(a))
		}
		if len(a) > 0 {
			shown++
		}
		if fmt.Sprint(one.log) != fmt.Sprint(other.log) {
			differed++
		}
	})
	least := 50
	if testing.Short() {
		least = 15
	}
	if shown < least*2/5 || differed < least {
		t.Errorf("%d games of which anything is shown, %d pairs that differ", shown, differed)
	}
}
