package scenario

import (
	"context"
	"errors"
	"fmt"
	"time"

	"corrd/game/board"
	"corrd/game/codes"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// Outcome is what became of a scenario.
type Outcome struct {
	File   string
	Steps  int    // played and judged, the failed one not counted
	Line   int    // of the step that failed, 1 where the game could not begin; 0: none
	Fault  string // what was expected and what came, or why a step could not be taken; "": none
	Beyond int    // line of the first step that only the other driver can take, where this one stopped; 0: none
	Judge  string // that driver, in words
}

// OK reports whether nothing failed.
func (o Outcome) OK() bool { return o.Fault == "" }

// String is the outcome in one line: "ok FILE 7 steps", or "FAILED FILE:9: …".
func (o Outcome) String() string {
	if !o.OK() {
		return fmt.Sprintf("FAILED %s:%d: %s", o.File, o.Line, o.Fault)
	}
	line := fmt.Sprintf("ok %s %d steps", o.File, o.Steps)
	if o.Beyond != 0 {
		line += fmt.Sprintf("; from line %d on only %s can judge", o.Beyond, o.Judge)
	}
	return line
}

// table is a game that is being played, by whatever plays it. Its errors say
// why a step could not be taken.
type table interface {
	// write has a letter handed in, and everything that follows from it happen.
	write(ctx context.Context, l Letter) error
	// bounce has the newest letter to a side come back.
	bounce(ctx context.Context, side board.Side) error
	// down has corrd be down for a time.
	down(d time.Duration) error
	// wait lets time pass.
	wait(ctx context.Context, d time.Duration) error
	// rule has the umpire's command carried out.
	rule(ctx context.Context, args []string) error
	// look returns the game as it stands, with the laws and letters that have
	// come since the last look.
	look(ctx context.Context) (view, error)
}

// beyond says that a step is one that only another driver can take.
type beyond struct{ judge string }

// Error names that driver.
func (b beyond) Error() string { return "only " + b.judge + " can take this step" }

// errBeyondDaemon is of an outage: the clock of a daemon that plays a scenario stands
// still while the daemon is down.
var errBeyondDaemon = beyond{"the game without a daemon"}

// view is what an expectation sees: the game as it stands, and what followed
// the last step that was not an expectation.
type view struct {
	State, ToAct, FEN string
	Running           string   // whose clock runs: white, black or none
	Candidates        []string // UCI, sorted
	Line              []string // the moves of the game, UCI
	Used              [2]time.Duration
	Regime            string       // of the turn that runs; "" when none does
	Disputes          int          // the number of open disputes
	InTransit         int          // communications under way
	Delivered         [2]time.Time // when the last communication to each side was; zero: none was
	Charges           [2]string    // of each side so far: "1s 2d"
	Result            string       // score and law; "" while the game is not finished

	Moves   []string    // the new moves of Line, UCI
	Laws    []string    // of the events and of the letters
	Letters [2][]string // their kinds, by side
	// what they say; the core gives it only where a step expects words
	Subjects, Texts [2][]string
}

// play takes the steps in order up to the first that fails.
func (s Scenario) play(ctx context.Context, t table) Outcome {
	out := Outcome{File: s.Name}
	now, err := t.look(ctx)
	if err != nil {
		return out.failed(1, err.Error())
	}
	now.Moves = now.Line
	for _, step := range s.Steps {
		if e, ok := step.Do.(Expectation); ok {
			if seen := e.judge(now); seen != "" {
				return out.failed(step.Line, fmt.Sprintf("expected %s, %s", expected(step.Text), seen))
			}
			out.Steps++
			continue
		}
		before := now.Line
		err := take(ctx, t, step.Do)
		var other beyond
		if errors.As(err, &other) {
			out.Beyond, out.Judge = step.Line, other.judge
			return out
		}
		if err == nil {
			now, err = t.look(ctx)
		}
		if err != nil {
			return out.failed(step.Line, fmt.Sprintf("%s: %v", step.Text, err))
		}
		now.Moves = since(before, now.Line)
		out.Steps++
	}
	return out
}

func (o Outcome) failed(line int, fault string) Outcome {
	o.Line, o.Fault = line, fault
	return o
}

// take carries out a step that is not an expectation.
func take(ctx context.Context, t table, do Deed) error {
	switch do := do.(type) {
	case Letter:
		return t.write(ctx, do)
	case Bounce:
		return t.bounce(ctx, do.Side)
	case Outage:
		return t.down(do.For)
	case Wait:
		return t.wait(ctx, do.For)
	case Ruling:
		return t.rule(ctx, do.Args)
	}
	return fmt.Errorf("no way to take a step %T", do)
}

// since returns the moves of a line from where it first differs from what it was.
func since(before, line []string) []string {
	n := 0
	for n < len(before) && n < len(line) && before[n] == line[n] {
		n++
	}
	return line[n:]
}

// rules returns how moves are read under the terms.
func (s Scenario) rules() notation.Rules {
	code, _ := codes.ByID(s.Terms.Code)
	return code.Rules(s.Terms)
}

// wording writes a legal move in the first notation in which the words read as that
// move alone; ok is false when no agreed notation has such words.
func wording(p *board.Position, m board.Move, r notation.Rules) (words string, ok bool) {
	for n := range notation.All.Each() {
		words := n.Write(p, m)
		page := interpret.Parse(words)
		if len(page.Statements) != 1 || len(page.Statements[0].Moves) != 1 {
			continue
		}
		read := page.Statements[0].Moves[0].Readings(p, r)
		if len(read.Moves) == 1 && read.Moves[0] == m {
			return words, true
		}
	}
	return "", false
}
