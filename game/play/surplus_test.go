package play

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"corrd/game"
	"corrd/interpret"
)

// TestNothingVanishes: every statement beside a move in a letter acts, waits, or is named.
func TestNothingVanishes(t *testing.T) {
	for name, script := range map[string]string{
		"a series fires on the other side's conditional reply": `
			white: P-K4; if P-K4, Kt-KB3
			black: P-K4; if Kt-KB3, Kt-QB3
			expect line e2e4 e7e5 g1f3 b8c6
			expect events Played Promised Arrived Played Arrived Played`,
		"every series of a letter is noted before the other side's fires": `
			white: P-K4; if P-K4, Kt-KB3
			black: P-K4\nif P-Q4, PxP\nif Kt-KB3, Kt-QB3
			expect line e2e4 e7e5 g1f3 b8c6`,
		"a series that assumed another reply lapses": `
			white: P-K4; if P-K4, Kt-KB3
			black: P-K4; if P-Q4, PxP
			expect line e2e4 e7e5 g1f3
			expect events Played Promised Arrived Played
			expect to_act black`,
		"an offer stands though the other side's conditional has fired": `
			white: P-K4; if P-K4, Kt-KB3
			black: P-K4\ndraw?
			expect line e2e4 e7e5 g1f3
			white: accept draw
			expect result 1/2-1/2 II.8(a)`,
		"series and offer wait with a reply that is withheld": `
			white: Kt-R3 or Kt-B3
			black: P-K4; if P-Q4, PxP\ndraw?
			expect events Asked
			black: adopt 1
			expect events Adopted Played Promised DrawOffered`,
		"series and offer wait for the answer about a number": `
			white: 4. P-K4; if P-K4, Kt-KB3\ndraw?
			expect events Asked
			white: yes
			expect events Played Promised DrawOffered`,
		"what follows a question is named": `
			white: P-K4
			black: 2. P-K4 (e5)\ndraw?
			expect no_result`,
		"what follows the end is named, and a protest acts": `
			white: P-KB3
			black: P-K4
			white: P-KKt4
			black: Q-R5 mate; if any, Q-Kt6\ndraw?\nprotest: he moved twice
			expect result 0-1 I.15(a)
			expect events Played Ended Protested Refused`,
		"a move that was sent before is named beside what acts": `
			white: P-K4
			white: P-K4\ndraw?
			expect events DrawOffered Refused`,
		"an offer that is open is named beside what acts": `
			white: draw?
			white: P-K4\ndraw?
			expect events Played Refused`,
	} {
		t.Run(name, func(t *testing.T) {
			script = strings.ReplaceAll(script, "\n\t\t\texpect no_result", "")
			play(t, script)
		})
	}
}

// few are the statements of which a letter of a hundred is written: each with a number
// where the words can differ.
var few = []string{
	"P-K4", "P-K%d", "P-K4 or P-Q4", "if P-K%d, P-Q4", "if P-K4, P-Q4", "adopt 1", "adopt %d", "exact penalty C", "exact penalty C, Kt on KB%d",
	"waive", "annul", "annul: %d", "demand fifty", "check", "retract", "recommence", "submit to umpire", "resign", "draw?", "offer a draw",
	"accept draw", "decline draw", "claim draw: fifty moves", "claim draw: repetition", "claim draw: endless checks, otherwise P-K%d",
	"claim forfeiture: II.9(c) %d", "protest: he was seen %d times", "protest: once", "intend P-K4", "seal P-K4", "adjourn",
	"propose reply in %d days", "propose notation algebraic", "propose nonsense %d", "agree", "accept", "decline", "yes", "no", "yes %d", "no %d",
	"leave 1 days", "leave %d days", "withdraw", "claim draw",
}

// hundred is a letter that says one thing a hundred times.
func hundred(form string) string {
	lines := make([]string, 100)
	for i := range lines {
		lines[i] = form
		if strings.Contains(form, "%d") {
			lines[i] = fmt.Sprintf(form, i+1)
		}
	}
	return strings.Join(lines, "\n")
}

// stages are games in which different things are open, with the side that writes.
var stages = []struct{ text, by string }{
	{"white: P-K4", "black"},
	{"white: P-K4", "white"},
	{"white: Kt-R3 or Kt-B3", "black"},
	{"white: K-K5", "black"},
	{"white: K-K5\nblack: exact penalty C, P on K2", "white"},
	{"white: P-K4\nwhite: P-Q4", "black"},
	{"white: draw?", "black"},
	{"white: propose reply in 5 days", "black"},
	{"white: 7. P-K4", "white"},
	{"white: P-K4; if P-K4, Kt-KB3", "black"},
	{"white: resign", "black"},
}

// TestFewLettersOfAHundredStatements: whatever one letter says a hundred times brings
// each side one letter at most, and a few events.
func TestFewLettersOfAHundredStatements(t *testing.T) {
	for _, stage := range stages {
		for _, form := range few {
			s := &script{t: t, now: begins}
			s.start("")
			for line := range strings.Lines(stage.text) {
				s.run(strings.TrimSpace(line))
			}
			s.step, s.sent = nil, nil
			s.run(stage.by + ": " + strings.ReplaceAll(hundred(form), "\n", `\n`))
			to := map[string]int{}
			for _, l := range s.sent {
				to[l.To.String()]++
			}
			most := 1
			if strings.Contains(form, "endless") {
				most = 2 // a claim that is to be proved is answered once it is
			}
			if to["white"] > most || to["black"] > most {
				t.Errorf("%s after %q: %v", form, stage.text, s.sent)
			}
			if len(s.step) > interpret.MostSeries+10 {
				t.Errorf("%s after %q: %d events", form, stage.text, len(s.step))
			}
		}
	}
}

// TestFewLettersOfATurn: however many letters a side writes in one turn, the other side has at most
// ten of them; its own next move allows ten more.
func TestFewLettersOfATurn(t *testing.T) {
	for _, form := range few {
		s := &script{t: t, now: begins}
		s.start("")
		s.run("white: P-K4")
		s.sent = nil
		for i := range 60 {
			words := form
			if strings.Contains(form, "%d") {
				words = fmt.Sprintf(form, i+1)
			}
			if s.state.Result == nil {
				s.run("white: " + words)
			}
		}
		told := 0
		for _, l := range s.sent {
			if l.To.String() == "black" {
				told++
			}
		}
		if told > mostLetters {
			t.Errorf("%s, sixty times: Black is told %d times", form, told)
		}
	}
}

// TestOneOfEachNamesTheRest: the first of a kind acts, the others are named once.
func TestOneOfEachNamesTheRest(t *testing.T) {
	s := &script{t: t, now: begins}
	s.start("")
	s.run(`white: propose reply in 5 days\npropose reply in 6 days\npropose reply in 5 days\npropose reply in 7 days`)
	f, ok := s.step[len(s.step)-1].Fact.(game.Refused)
	if !ok || len(s.step) != 2 || f.Why != game.LeftOver || f.Words != "propose reply in 6 days\npropose reply in 7 days" {
		t.Errorf("%s; left over %v: %s, %q", describe(s.step), ok, f.Why, f.Words)
	}
	var st []interpret.Statement
	for i := range 50 {
		st = append(st, interpret.Statement{Kind: interpret.KindProtest, Text: fmt.Sprint("protest: ", i)})
	}
	d := &docket{}
	if kept := d.oneOfEach(st); len(kept) != 1 || len(d.left) != 49 {
		t.Errorf("%d kept, %d left", len(kept), len(d.left))
	}
}

// TestWhatALetterLeavesIsNamed: what a letter states beside a question, a refusal or a reply that
// goes back is left over, and each statement of it is named.
func TestWhatALetterLeavesIsNamed(t *testing.T) {
	for _, c := range []struct{ name, head, before, letter, left string }{
		{"moves of a letter in a suspended game", "", "umpire: suspend II.9(c)", `white: P-K4\nP-Q4\nadopt 2`, "P-K4\nP-Q4"},
		{"a series with a reply that left a check", "code: staunton-1871\nfen: rnbqkbnr/ppp2ppp/3p4/4p3/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3", "white: B-QKt5", `black: KKt-B3; if any, P-QR3\ndraw?`, "if any, P-QR3\ndraw?"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &script{t: t, now: begins}
			s.start(c.head)
			s.run(c.before)
			s.run(c.letter)
			named := slices.ContainsFunc(s.step, func(e game.Event) bool {
				f, ok := e.Fact.(game.Refused)
				return ok && f.Why == game.LeftOver && f.Words == c.left
			})
			promised := slices.ContainsFunc(s.step, func(e game.Event) bool { _, ok := e.Fact.(game.Promised); return ok })
			if !named || promised {
				t.Errorf("%s", describe(s.step))
			}
		})
	}
}

// TestASeriesThatArrivesAgain: a series that comes a second time by post has been heard before, and
// nothing of it is named as left over.
func TestASeriesThatArrivesAgain(t *testing.T) {
	s := &script{t: t, now: begins}
	s.start("medium: post\npost.transit: 1d\ntime: none")
	s.run("white: P-K4")
	s.run("wait 9d")
	for range 2 {
		s.run("white: If P-K4, Kt-KB3")
		s.run("wait 9d")
	}
	if len(s.state.Conditionals) != 1 || slices.ContainsFunc(s.step, func(e game.Event) bool { f, is := e.Fact.(game.Refused); return is && f.Why == game.LeftOver }) {
		t.Errorf("%d series, %s", len(s.state.Conditionals), describe(s.step))
	}
}
