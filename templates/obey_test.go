package templates

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// TestLettersAreObeyed holds each letter of the scenes to its game as TestLettersTellTheTruth does:
// whoever does what a sentence of it bids is heard, and loses nothing.
func TestLettersAreObeyed(t *testing.T) {
	bids := 0
	for _, s := range scenes {
		t.Run(s.name, func(t *testing.T) {
			w := &truthWorld{rightsWorld: rightsWorld{sitting: staged(t, s), script: s.script}, t: t}
			w.hold()
			bids += w.bids
		})
	}
	if bids < len(scenes) {
		t.Errorf("%d letters bid only %d things to be written", len(scenes), bids)
	}
}

// TestBidden: of the words that a letter quotes, those are bidden which follow a verb that bids.
func TestBidden(t *testing.T) {
	for text, want := range map[string][]string{
		`Did you mean P-K4? Then answer "yes", or write "P-K4" on a line of its own.`:         {"yes", "P-K4"},
		`Write "P-Q4" (d4) or "P-K4" (e4) on a line of its own.`:                              {"P-Q4", "P-K4"},
		`Then answer "yes", or write that on the first line: your words "e4" are not agreed.`: {"yes"},
		`Send the move again and name the piece, as in "P-R8 (Q)".`:                           {"P-R8 (Q)"},
		`To answer, reply with one of these: - "draw?": offers a draw - "resign": loses it`:   {"draw?", "resign"},
	} {
		var got []string
		for _, b := range bidden(text) {
			got = append(got, b.Line)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// bids are words by which a letter has its reader write what it quotes: those of a sentence, or the
// dash before a row of answers.
var bids = regexp.MustCompile(`((?:[Ww]rite|[Aa]nswer|[Rr]eply with|as in|or|After|begins with) |- )"([^"]+)"`)

// bidden returns what a text, on one line, bids its reader write, with what it says of that.
func bidden(text string) (all []example) {
	for _, m := range bids.FindAllStringSubmatchIndex(text, -1) {
		e := example{Line: text[m[4]:m[5]]}
		if e.Says, _, _ = strings.Cut(text[m[1]:], " - \""); text[m[2]:m[3]] != "- " {
			e.Says = text[strings.LastIndex(text[:m[0]], ". ")+1 : m[1]]
		}
		all = append(all, e)
	}
	return all
}

// sayings are sentences that bid a reader do what has more than one form, each with the lines by
// which it is done.
var sayings = []struct {
	says  *regexp.Regexp
	lines func(s *game.State, side board.Side) []string
}{
	{regexp.MustCompile(`write intend and the move you meant`), func(s *game.State, _ board.Side) (lines []string) {
		for _, m := range s.Candidates() {
			lines = append(lines, "intend "+notation.Short(&s.Position, m))
		}
		return lines
	}},
	{regexp.MustCompile(`[Pp]lease send (another|a legal|your) move|You may send a legal move at any time|It is (still )?your move\.|Reply with your move`), func(s *game.State, side board.Side) (lines []string) {
		if s.MovesDue() > 1 || s.Position.SideToMove() != side {
			return nil
		}
		for _, turn := range s.Turns() { // but for the move that a check unannounced has taken back
			lines = append(lines, notation.Short(&s.Position, turn[0]))
		}
		if s.OnlyBarred() {
			lines[0] += " ch"
		}
		return lines[:min(len(lines), 3)]
	}},
	{regexp.MustCompile(`you may write your reply at once`), func(s *game.State, _ board.Side) (lines []string) {
		after := s.Position.Play(s.Offence.Moves[0])
		for _, m := range board.Sorted(after.Moves(nil)) {
			lines = append(lines, notation.Short(&after, m))
		}
		return lines[:min(len(lines), 3)]
	}},
	{regexp.MustCompile(`which do you adopt\?|[Tt]he choice is yours`), func(s *game.State, side board.Side) (lines []string) {
		if !slices.Contains(s.Rights(side), interpret.KindAdopt) {
			return nil // it asks, and says what is waited for before
		}
		for n := range s.Candidates() {
			lines = append(lines, fmt.Sprint("adopt ", n+1))
		}
		return lines
	}},
}

// obey does what a letter, the newest to its reader, bids the reader do, each thing by itself.
func (w *truthWorld) obey(side board.Side, text string) {
	w.t.Helper()
	all := bidden(text)
	for _, s := range sayings {
		if said := s.says.FindString(text); said != "" {
			for _, line := range s.lines(&w.state, side) {
				if strings.HasPrefix(line, "adopt ") && strings.Contains(text, `"adopt `) {
					continue // the list says in which form: by name where an older list had numbers
				}
				all = append(all, example{Line: line, Says: said})
			}
		}
	}
	for _, e := range all {
		for _, other := range all { // a sentence bids what the list explains
			if other.Line == e.Line && other.Says != e.Says {
				e.Says += "; " + other.Says
			}
		}
		switch {
		case strings.HasSuffix(e.Line, "say:"), strings.HasSuffix(e.Line, "protest:"):
			e.Line += " the light is bad"
		case strings.Contains(e.Line, "(your move"), strings.Contains(e.Line, "..."), strings.HasSuffix(e.Line, ":"), len(interpret.Parse(e.Line).Statements) == 0:
			continue // a form to be filled in, or a word for the office
		}
		w.bids++
		w.holdOffer(side, e, func(harm string, events []game.Event) {
			w.fail("%s is bidden write %q (%s) in %s, and %s: %+v\n%s", side, e.Line, e.Says, w.state.Phase, harm, events, text)
		})
	}
}

// repeats reports whether a side has sent the very same letter before.
func (w *truthWorld) repeats(side board.Side, text string) bool {
	return slices.Contains(w.script, fmt.Sprint(side, ": ", text))
}

// holdOffer tries an act that a side is offered or bidden do: it is accepted, and costs nothing
// that the words do not name and that the side would keep by silence.
func (w *truthWorld) holdOffer(side board.Side, e example, fail func(harm string, events []game.Event)) {
	before := w.state
	if before.ByCard[side] {
		defer w.inHand(side)()
		if w.tooLate(side) {
			return
		}
	}
	after, events, until := w.tried(side, e.Line)
	silent, _, _ := waited(reached(w.state, events), w.now, until, func(game.State) bool { return true })
	silent, _, _ = waited(certified(silent, side, events), until, until, func(game.State) bool { return true })
	came, _, _ := waited(silent, until, until.Add(400*clocks.Day), func(s game.State) bool { return len(s.Transit) > 0 })
	harm := harms(before, events, side, e, crossed(before, silent, side, e.Line) || crossed(before, came, side, e.Line))
	if w.repeats(side, e.Line) && harm == "it is refused: "+string(game.LeftOver) {
		harm = "" // a copy of a letter, which never comes so far
	}
	if harm == "" {
		harm = costs(before, silent, after, side, e, events)
	}
	if harm != "" {
		fail(harm, events)
	}
}
