package scenario

import (
	"context"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/local"
)

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
