package scenario

import (
	"context"
	"fmt"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/local"
	"corrd/game"
	"corrd/store"
)

// Script is what becomes of one script under several codes.
type Script struct {
	Title    string
	Accounts []Account // one for each code
}

// Account is what becomes of a script under one code.
type Account struct {
	Code  string
	Terms []string // how the terms differ from those of the file, in words
	Steps []Became
	Fault string // why there was no game; "" where there was one
}

// Became is what comes of one step of a script.
type Became struct {
	Line    int    // in the file, from 1
	Step    string // as written there
	Sayings []Saying
	State   string // of the game after the step, as `corrctl game show` names it
	ToAct   string // who may then move the game on
	Result  string // the score; "" while the game is played
}

// Saying is one thing that comes of a step.
type Saying struct {
	Kind  string // of the event; "open" for what may be done next, "not_taken" for a step that cannot be taken
	Law   string // the provision it rests on; "" where none is cited
	Words string
}

// String is the saying with its provision, as a line of text.
func (s Saying) String() string {
	if s.Law == "" {
		return s.Words
	}
	return fmt.Sprintf("%s (%s)", s.Words, s.Law)
}

// PlayAccount plays a scenario and gives an account of its letters, waits and rulings. Otherwise
// says in words how its terms differ from those of the file.
func PlayAccount(ctx context.Context, s Scenario, umpire Umpire, otherwise []string) Account {
	a := Account{Code: s.Terms.Code, Terms: otherwise}
	beginning, steps, err := Follow(ctx, s, umpire)
	var state game.State
	if err == nil {
		state, _, err = fold(state, beginning)
	}
	for _, f := range steps {
		if err != nil {
			break
		}
		var b Became
		if state, b.Sayings, err = fold(state, f.Events); err != nil {
			break
		}
		b.Line, b.Step = f.Step.Line, f.Step.Text
		if f.Refused != "" {
			b.Sayings = append(b.Sayings, Saying{Kind: "not_taken", Words: "This cannot be done: " + f.Refused})
		}
		if open := next(state); open != "" && len(b.Sayings) > 0 {
			b.Sayings = append(b.Sayings, Saying{Kind: "open", Words: open})
		}
		if len(b.Sayings) == 0 {
			b.Sayings = []Saying{{Kind: "nothing", Words: "Nothing comes of it"}}
		}
		b.State, b.ToAct = state.Stage().String(), state.ToAct()
		if state.Result != nil {
			b.Result = string(state.Result.Score)
		}
		a.Steps = append(a.Steps, b)
	}
	if err != nil {
		a.Fault = err.Error()
	}
	return a
}

// fold applies events to a game, and tells of those that somebody is told of.
func fold(s game.State, events []control.EventView) (game.State, []Saying, error) {
	var all []Saying
	for _, v := range events {
		e := game.Event{At: v.At, Law: game.Law(v.Law), Letter: v.Letter}
		fact, err := store.ReadFact(v.Kind, v.Data)
		if err == nil {
			err = e.By.UnmarshalText([]byte(v.By))
		}
		if err != nil {
			return s, nil, fmt.Errorf("event %d of the log: %w", v.Seq, err)
		}
		e.Fact = fact
		if words := tell(s, e); words != "" {
			all = append(all, Saying{v.Kind, v.Law, capital(words)})
		}
		s = s.Apply(e)
	}
	return s, all, nil
}

// Followed is one step that has been taken, and what came of it.
type Followed struct {
	Step    Step
	Events  []control.EventView // the events of the game that the step brought about
	Refused string              // why the step could not be taken; "" where the step was taken
}

// Follow plays a scenario through a daemon of its own, as Daemon does, without regard to
// what the file expects, and gives what came of the beginning and of each step. A step
// that cannot be taken does not end the play. The error says that there was no game.
func Follow(ctx context.Context, s Scenario, umpire Umpire) (beginning []control.EventView, all []Followed, err error) {
	err = withHouse(ctx, local.Options{Start: s.Start, Zone: s.Zone}, func(ctx context.Context, h *local.House) error {
		d := &daemon{house: h, ctl: control.Dial(h.Socket), umpire: umpire, boxes: map[string]*mailbox{}}
		if err := d.begin(ctx, s); err != nil {
			return err
		}
		beginning, err = d.further(ctx)
		for _, step := range s.Steps {
			if _, ok := step.Do.(Expectation); ok || err != nil {
				continue
			}
			f := Followed{Step: step}
			if refused := take(ctx, d, step.Do); refused != nil {
				f.Refused = refused.Error()
			}
			f.Events, err = d.further(ctx)
			all = append(all, f)
		}
		return err
	})
	return beginning, all, err
}

// further returns the events of the game that have come since it was last asked.
func (d *daemon) further(ctx context.Context) ([]control.EventView, error) {
	events, err := control.GameEvents.Ask(ctx, d.ctl, control.Numbered{ID: d.game})
	if err != nil {
		return nil, err
	}
	events = events[min(d.events, len(events)):]
	d.events += len(events)
	return events, nil
}
