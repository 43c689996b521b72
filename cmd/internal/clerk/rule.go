package clerk

import (
	"context"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/store"
)

// RulingView is what a ruling has brought about, or, as a preview, would bring
// about: the game after it, the events in order, and the letters that go out.
type RulingView struct {
	Preview bool         `json:"preview"`
	Game    GameView     `json:"game"`
	Events  []RuledEvent `json:"events"`
	Letters []RuledPost  `json:"letters"`
}

// RuledEvent is an event that follows from a ruling.
type RuledEvent struct {
	Seq  int64  `json:"seq"`
	Kind string `json:"kind"`
	By   string `json:"by"`
	Law  string `json:"law"`
}

// RuledPost is a letter that tells of it.
type RuledPost struct {
	To   string `json:"to"` // "white", "black" or "the player replaced"
	Kind string `json:"kind"`
}

// rule has the umpire rule in a game. A ruling that cannot be made is refused
// with the reason, and nothing of it is kept.
func (c *Clerk) rule(_ context.Context, a Args) (any, error) {
	if a.Rule == nil {
		return nil, refuse("a ruling needs a verb, a law and a reason")
	}
	if a.Preview {
		return c.previewRule(a)
	}
	defer c.sender.Ring()
	defer c.alarms.Ring()
	var view RulingView
	err := c.db.Update(func(tx store.Tx) error {
		if _, _, err := c.watch.UpToDate(tx, a.ID); err != nil {
			return err
		}
		events, err := c.decideRule(tx, a, &view)
		if err != nil {
			return err
		}
		before, err := tx.Game(a.ID)
		if err != nil {
			return err
		}
		_, err = c.ledger.Append(tx, before, events, ledger.By{})
		return err
	})
	if err == nil {
		c.log.Info("ruling", "game", a.ID, "verb", a.Rule.Verb, "law", a.Rule.Law)
	}
	return view, err
}

func (c *Clerk) previewRule(a Args) (any, error) {
	view := RulingView{Preview: true}
	err := c.db.View(func(v store.View) error {
		_, err := c.decideRule(v, a, &view)
		return err
	})
	return view, err
}

// decideRule has the laws decide a ruling and puts what follows into the view.
func (c *Clerk) decideRule(v store.View, a Args, view *RulingView) ([]game.Event, error) {
	s, err := v.Game(a.ID)
	if err != nil {
		return nil, err
	}
	now := v.Now().In(c.ledger.Zone)
	if objection := s.Objection(*a.Rule, now); objection != "" {
		return nil, refuse("%s", objection)
	}
	events := s.Decide(*a.Rule, now)
	return events, view.tell(v, s, events)
}

// tell fills in what events bring about.
func (view *RulingView) tell(v store.View, s game.State, events []game.Event) error {
	view.Events, view.Letters = []RuledEvent{}, []RuledPost{}
	for _, d := range game.Dispatches(s, events) {
		view.Letters = append(view.Letters, RuledPost{To: d.To.String(), Kind: d.Kind})
	}
	for _, e := range events {
		kind, _ := store.KindOf(e.Fact)
		view.Events = append(view.Events, RuledEvent{Seq: s.Seq + 1, Kind: kind, By: e.By.String(), Law: string(e.Law)})
		if _, ok := e.Fact.(game.Replaced); ok {
			view.Letters = append(view.Letters, RuledPost{To: "the player replaced", Kind: "ruling"})
		}
		s = s.Apply(e)
	}
	n, err := ledger.Names(v, s)
	view.Game = viewGame(s, n, v.Now())
	return err
}
