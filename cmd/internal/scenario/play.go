package scenario

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/local"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/game/codes"
	"corrd/interpret"
	"corrd/interpret/notation"
	"corrd/mailer"
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
	Regime            string       // of the turn that runs, or "" if none does
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

// mailbox is what somebody has received, as they last saw it.
type mailbox struct {
	who     *local.Correspondent
	letters []local.Letter
	told    int // letters that a look has given
}

// box is a mailbox by its name.
func (d *daemon) box(name string) *mailbox {
	b := d.boxes[name]
	if b == nil {
		b = &mailbox{who: d.house.Correspondent(nameOf(name), name)}
		d.boxes[name] = b
	}
	return b
}

// fetch reads the letters that have come since the last fetch.
func (b *mailbox) fetch() error {
	letters, err := b.who.Letters(len(b.letters))
	b.letters = append(b.letters, letters...)
	return err
}

// keyed returns the newest letter about a game, or about no game yet where the number is 0; or the
// newest whose key names a ply.
func (b *mailbox) keyed(game int64, ply int) (local.Letter, error) {
	if err := b.fetch(); err != nil {
		return local.Letter{}, err
	}
	for i := len(b.letters) - 1; i >= 0; i-- {
		if about, at := keyed(b.letters[i]); (game == 0 || about == 0 || about == game) && (ply == 0 || at == ply) {
			return b.letters[i], nil
		}
	}
	if ply == 0 {
		return local.Letter{}, fmt.Errorf("%s has had no letter to answer", b.who.Address)
	}
	return local.Letter{}, noKey(b.who.Address, ply)
}

// keyed returns the game and the ply that the key of a letter names, or 0 if it names none.
func keyed(l local.Letter) (game int64, ply int) {
	if key := l.Key(); key.Kind == mailer.KindGame {
		return key.Number, key.Ply
	}
	return 0, 0
}

// news is what the letters are that a look gives: their kinds, their laws, their
// subjects and their texts.
type news struct{ kinds, laws, subjects, texts []string }

// news tells of the letters that the last look has not given.
func (b *mailbox) news() (n news, err error) {
	if err := b.fetch(); err != nil {
		return n, err
	}
	for _, l := range b.letters[b.told:] {
		n.kinds = append(append(n.kinds, l.Kind()), strings.Fields(l.Get("Corrd-Also"))...)
		n.laws = append(n.laws, nonEmpty(l.Get("Corrd-Law"))...)
		n.subjects, n.texts = append(n.subjects, l.Subject()), append(n.texts, l.Text())
	}
	b.told = len(b.letters)
	return n, nil
}

// look asks the daemon for the game and its events, and reads both mailboxes.
func (d *daemon) look(ctx context.Context) (view, error) {
	g, err := d.show(ctx)
	if err != nil {
		return view{}, err
	}
	v := viewOf(g)
	if err := d.travelled(ctx, &v); err != nil {
		return view{}, err
	}
	events, err := d.further(ctx)
	if err != nil {
		return view{}, err
	}
	for _, e := range events {
		v.Laws = append(v.Laws, e.Law)
		var data struct{ Charge carrier.Charge }
		switch paid := e.Kind == "handed_in" || e.Kind == "certified"; {
		case !paid || json.Unmarshal(e.Data, &data) != nil:
		case e.By == board.Black.String():
			d.spent[board.Black] += data.Charge
		case e.By == board.White.String():
			d.spent[board.White] += data.Charge
		}
	}
	v.Charges = [2]string{d.spent[board.White].String(), d.spent[board.Black].String()}
	for side, seat := range d.seats {
		n, err := d.box(seat).news()
		if err != nil {
			return view{}, err
		}
		v.Letters[side], v.Subjects[side], v.Texts[side], v.Laws = n.kinds, n.subjects, n.texts, append(v.Laws, n.laws...)
	}
	return v, d.cardsTo(ctx, &v)
}

// travelled looks at what has been under way in the game.
func (d *daemon) travelled(ctx context.Context, v *view) error {
	all, err := control.GameJourney.Ask(ctx, d.ctl, control.Numbered{ID: d.game})
	over := v.State == game.Finished.String()
	for _, j := range all {
		side := board.White
		if j.Side == board.Black.String() {
			side = board.Black
		}
		switch {
		case j.Delivered != nil:
			if last := &v.Delivered[side.Other()]; j.Delivered.After(*last) {
				*last = *j.Delivered // the communications stand in the order of handing in
			}
		case !over && j.UnderWay:
			v.InTransit++
		}
	}
	return err
}

// viewOf is the game as the control socket shows it.
func viewOf(g control.GameView) view {
	v := view{State: g.State, ToAct: g.ToAct, Running: g.Running, Disputes: len(g.Disputes), FEN: g.FEN, Candidates: g.Candidates}
	for _, m := range g.Moves {
		v.Line = append(v.Line, m.UCI)
	}
	v.Used[board.White], v.Used[board.Black] = seconds(g.Clocks.White.Used), seconds(g.Clocks.Black.Used)
	if g.Window != nil {
		v.Regime = g.Window.Regime
	}
	if g.Result != nil {
		v.Result = g.Result.Score + " " + g.Result.Law
	}
	return v
}

// noKey is the error of a step that answers a letter which nobody has had.
func noKey(to string, ply int) error {
	return fmt.Errorf("no letter to %s has carried the key of ply %d", to, ply)
}
