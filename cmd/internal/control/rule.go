package control

import (
	"context"
	"errors"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/play"
	"corrd/store"
	"corrd/templates/texts"
)

// RulingView says what a ruling has brought about or, in a preview, would bring about: the game
// afterwards, the events in order, and the letters that go out.
type RulingView struct {
	Preview bool         `json:"preview"`
	Before  *GameView    `json:"before,omitempty"` // in a preview, the game before the ruling
	Game    GameView     `json:"game"`
	Events  []RuledEvent `json:"events"`
	Letters []RuledPost  `json:"letters"`
	Open    []int64      `json:"open"` // the disputes about the game that the ruling leaves open
}

// RuledEvent is an event that follows from a ruling.
type RuledEvent struct {
	Seq  int64  `json:"seq"`
	Kind string `json:"kind"`
	By   string `json:"by"`
	Law  string `json:"law"`
}

// RuledPost is a letter that tells of a ruling.
type RuledPost struct {
	To      string `json:"to"` // "white", "black" or "the player replaced"
	Kind    string `json:"kind"`
	Subject string `json:"subject,omitempty"`
	Text    string `json:"text,omitempty"` // of a preview
}

// Ruling is what the umpire orders in a game, or wants to preview.
type Ruling struct {
	ID   int64      `json:"id,omitempty"`
	Rule *play.Rule `json:"rule,omitempty"`
	// the dispute that the ruling decides; 0: the ruling names none
	Dispute int64 `json:"dispute,omitempty"`
	// the umpire who rules; "": the umpire of the game
	As      string `json:"as,omitempty"`
	Preview bool   `json:"preview,omitempty"` // only tell what the ruling would bring about
}

// Rule makes the umpire's ruling in a game. Rule refuses a ruling that cannot be made, with the
// reason, and then changes nothing.
func (r *Room) Rule(_ context.Context, a Ruling) (RulingView, error) {
	if a.Rule == nil {
		return RulingView{}, refuse("a ruling needs a verb, a law and a reason")
	}
	view, err := update(r, func(tx store.Tx) (RulingView, error) {
		if _, _, err := r.Watch.UpToDate(tx, a.ID); err != nil {
			return RulingView{}, err
		}
		events, view, err := r.decide(tx, a)
		if err != nil {
			return view, err
		}
		if a.Preview {
			return view, errPreview
		}
		before, err := tx.Game(a.ID)
		if err != nil {
			return view, err
		}
		_, err = r.Ledger.Append(tx, before, events, ledger.By{})
		return view, err
	})
	if errors.Is(err, errPreview) {
		return view, nil
	}
	if err == nil {
		r.Log.Info("ruling", "game", a.ID, "verb", a.Rule.Verb, "law", a.Rule.Law)
	}
	return view, err
}

// decide lets the laws decide a ruling, and gives the events that follow.
func (r *Room) decide(v store.View, a Ruling) ([]game.Event, RulingView, error) {
	view := RulingView{Preview: a.Preview}
	s, err := v.Game(a.ID)
	if err != nil {
		return nil, view, err
	}
	rule := *a.Rule
	a.Rule = &rule
	if a.Dispute != 0 {
		if rule.Appeal, err = ruledOn(v, a.Dispute, a.ID); err != nil {
			return nil, view, err
		}
	}
	if rule.Umpire, err = ruledBy(v, s, a.As, rule.Appeal); err != nil {
		return nil, view, err
	}
	now := v.Now().In(r.Ledger.Zone)
	if objection := play.Objection(s, a.Rule.Ruling, a.Rule.Law, now); objection != "" {
		return nil, view, refuse("%s", texts.Because(objection))
	}
	events := play.Decide(s, *a.Rule, now)
	if err := view.tell(v, s, events); err != nil {
		return events, view, err
	}
	pages, err := ledger.Foretold(v, r.Office, s, events)
	for i, page := range pages {
		view.Letters[i].Subject = page.Subject
		if a.Preview {
			view.Letters[i].Text = page.Text
		}
	}
	if err != nil || !a.Preview {
		return events, view, err
	}
	before, err := viewOf(v, a.ID)
	view.Before = &before
	return events, view, err
}

// tell fills in the letters and disputes that the events bring about.
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
	var err error
	if view.Open, err = ledger.LeftOpen(v, s); err != nil {
		return err
	}
	names, err := ledger.Names(v, s)
	view.Game = viewGame(s, names, v.Now())
	return err
}
