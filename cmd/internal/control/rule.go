package control

import (
	"context"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/umpire"
	"corrd/game"
	"corrd/game/play"
	"corrd/game/reason"
	"corrd/game/telling"
	"corrd/mailer"
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
	view, err := rehearse(r, a.Preview, func(tx store.Tx) (RulingView, error) {
		answer, err := r.order(tx, a.As, umpire.Order{Game: a.ID, Dispute: a.Dispute, Rule: a.Rule, Preview: a.Preview})
		if err != nil {
			return RulingView{}, err
		}
		return r.viewRuling(tx, answer, a.Preview)
	})
	if err == nil && !a.Preview {
		r.Log.Info("ruling", "game", a.ID, "verb", a.Rule.Verb, "law", a.Rule.Law)
	}
	return view, err
}

// order has an order carried out that comes over the socket. as names the umpire who orders; "":
// the umpire of the game. An objection becomes a Refusal.
func (r *Room) order(tx store.Tx, as string, o umpire.Order) (a umpire.Answer, err error) {
	a, err = r.take(tx, as, o)
	if err == nil && a.Objection != "" {
		err = objected(a.Objection)
	}
	return a, err
}

// take does what order does, and leaves an objection to the caller.
func (r *Room) take(tx store.Tx, as string, o umpire.Order) (umpire.Answer, error) {
	if as != "" {
		u, err := umpireCalled(tx, as)
		if err != nil {
			return umpire.Answer{}, err
		}
		o.Umpire = &u
	}
	return r.umpires().Take(tx, o)
}

func (r *Room) umpires() *umpire.Room {
	return &umpire.Room{Ledger: r.Ledger, Watch: r.Watch, Office: r.Office}
}

// objected returns an objection as the answer to a verb.
func objected(objection reason.Reason) error { return refuse("%s", texts.Because(objection)) }

// viewRuling says what comes of a ruling.
func (r *Room) viewRuling(v store.View, a umpire.Answer, preview bool) (RulingView, error) {
	view := RulingView{Preview: preview, Events: []RuledEvent{}, Letters: []RuledPost{}, Open: a.Open}
	pages, err := r.umpires().Letters(v, a)
	if err != nil {
		return view, err
	}
	for i, d := range telling.Dispatches(a.Before, a.Events) {
		post := RuledPost{To: d.To.String(), Kind: d.Kind, Subject: pages[i].Subject}
		if preview {
			post.Text = pages[i].Text
		}
		view.Letters = append(view.Letters, post)
	}
	for i, e := range a.Events {
		kind, _ := store.KindOf(e.Fact)
		view.Events = append(view.Events, RuledEvent{Seq: a.Before.Seq + int64(i) + 1, Kind: kind, By: e.By.String(), Law: string(e.Law)})
		if _, ok := e.Fact.(game.Replaced); ok {
			view.Letters = append(view.Letters, RuledPost{To: "the player replaced", Kind: "ruling"})
		}
	}
	names, err := ledger.Names(v, a.After)
	if err != nil {
		return view, err
	}
	if view.Game = viewGame(a.After, names, v.Now()); !preview {
		return view, nil
	}
	before, err := viewOf(v, a.Before.ID)
	view.Before = &before
	return view, err
}

// UmpireView is an umpire.
type UmpireView struct {
	ID      int64      `json:"id"`
	Name    string     `json:"name"`
	Address string     `json:"address"`
	Added   time.Time  `json:"added"`
	Removed *time.Time `json:"removed"`
	// the players whose names are taken for the new umpire's, and who are other people
	Alike []string `json:"alike,omitempty"`
}

func viewUmpire(u ledger.Umpire) UmpireView {
	v := UmpireView{ID: u.ID, Name: u.Name, Address: u.Address, Added: u.Added}
	if !u.Removed.IsZero() {
		v.Removed = &u.Removed
	}
	return v
}

// UmpireList returns the umpires in their order. The umpire of a game is the first umpire who does
// not play in the game, and the umpires after the first are deputies.
func (r *Room) UmpireList(context.Context, None) ([]UmpireView, error) {
	return view(r, func(v store.View) ([]UmpireView, error) {
		all, err := ledger.Umpires(v)
		views := []UmpireView{}
		for _, u := range all {
			views = append(views, viewUmpire(u))
		}
		return views, err
	})
}

// UmpireAdd makes a person an umpire, and tells them. The operator vouches for the person's
// address.
func (r *Room) UmpireAdd(_ context.Context, a Enrolment) (UmpireView, error) {
	return update(r, func(tx store.Tx) (UmpireView, error) {
		address, ok := mailer.ReadPlain(a.Address)
		name := ledger.CleanName(a.Name)
		if !ok || name == "" || r.Ledger.Placeholder(address) {
			return UmpireView{}, refuse("%q, %q: give a name and one plain address, as in: corrctl umpire add \"George Walker\" walker@example.org", a.Name, a.Address)
		}
		u, there, err := r.umpires().Appoint(tx, name, address)
		if err != nil {
			return UmpireView{}, err
		}
		if there != nil {
			return UmpireView{}, refuse("umpire %d is %s, %s, already", there.ID, there.Name, there.Address)
		}
		v := viewUmpire(u)
		v.Alike, err = umpire.Alike(tx, u)
		return v, err
	})
}

// UmpireRemove ends an umpire's power, and tells them. The umpire's rulings stand, and the umpire's
// keys become invalid.
func (r *Room) UmpireRemove(_ context.Context, a Naming) (UmpireView, error) {
	return rehearse(r, a.Preview, func(tx store.Tx) (UmpireView, error) {
		u, err := umpireCalled(tx, a.Name)
		if err != nil {
			return UmpireView{}, err
		}
		err = r.umpires().Dismiss(tx, &u)
		return viewUmpire(u), err
	})
}

// Naming names an umpire by name, address or number.
type Naming struct {
	Name    string `json:"name,omitempty"`
	Preview bool   `json:"preview,omitempty"`
}

// umpireCalled finds an umpire in office, and refuses where there is none.
func umpireCalled(v store.View, name string) (ledger.Umpire, error) {
	u, objection, err := umpire.Called(v, name)
	if err == nil && objection != "" {
		err = objected(objection)
	}
	return u, err
}
