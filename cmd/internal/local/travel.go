package local

import (
	"context"
	"time"

	"corrd/cmd/internal/control"
	"corrd/game/board"
)

// Post sends the letter of ply i, from 0.
func (m *Match) Post(ctx context.Context, i int) error {
	return m.answer(ctx, DemoSide(i), m.Moves[i].Words)
}

// Cross has the side that is not to move at ply i write as well, while the letter of ply i is under
// way.
func (m *Match) Cross(ctx context.Context, i int, text string) error {
	return m.answer(ctx, DemoSide(i).Other(), text)
}

// arrive has time pass until the last communication of a side is delivered, and has the clubs do
// what they must when something goes wrong: the sender repeats a lost card after two weeks, and of
// a form that the wire has changed the true words are requested. meant is the move that the side
// meant, in UCI, "" where none can be played; before is how many moves were played before.
func (m *Match) arrive(ctx context.Context, by board.Side, meant string, before int) error {
	for {
		last, ok, err := m.last(ctx, by)
		if err != nil || !ok {
			return err
		}
		if last.Delivered != nil {
			return m.mend(ctx, by, last, meant, before)
		}
		if !last.Lost {
			err = m.until(ctx, *last.Due)
		} else if err = m.until(ctx, last.Postmark.Add(patience)); err == nil {
			err = m.answer(ctx, by, "repeat card")
		}
		if err != nil {
			return err
		}
	}
}

// patience is how long a club waits for an answer before the club repeats a card.
const patience = 15 * 24 * time.Hour

// last returns the last communication that a side handed in; ok is false where nothing
// travels.
func (m *Match) last(ctx context.Context, by board.Side) (last control.JourneyView, ok bool, err error) {
	ways, err := m.Journey(ctx)
	for _, way := range ways {
		if way.Side == by.String() {
			last, ok = way, true
		}
	}
	return last, ok, err
}

// mend has the true words of a form delivered that the wire has changed: asked for by the
// receiver where no move came of the form, and by its sender where another did.
func (m *Match) mend(ctx context.Context, by board.Side, way control.JourneyView, meant string, before int) error {
	if way.Handed == way.Carried {
		return nil
	}
	g, err := m.Show(ctx)
	switch {
	case err != nil:
		return err
	case len(g.Moves) == before && g.State == "await_move":
		return m.answer(ctx, by.Other(), "repeat form")
	case len(g.Moves) > before && g.Moves[before].UCI != meant:
		return m.answer(ctx, by, "protest: mutilated")
	}
	return nil
}

// until lets time pass up to an instant.
func (m *Match) until(ctx context.Context, at time.Time) error {
	now, err := control.ClockShow.Ask(ctx, m.ctl, control.None{})
	if err != nil || !at.After(now.Now) {
		return err
	}
	return m.Wait(ctx, at.Sub(now.Now))
}

// Journey returns the ways of the communications of the game.
func (m *Match) Journey(ctx context.Context) ([]control.JourneyView, error) {
	return control.GameJourney.Ask(ctx, m.ctl, control.Numbered{ID: m.ID})
}
