package control

import (
	"context"
	"time"

	"corrd/cmd/internal/players"
	"corrd/store"
)

// ChallengeView is a challenge that waits for an answer.
type ChallengeView struct {
	ID   int64     `json:"id"`
	At   time.Time `json:"at"`
	From string    `json:"from"` // name of the challenger
	// the name of the challenged player; the address of a person who is not registered
	To       string    `json:"to"`
	Stranger bool      `json:"stranger"` // the challenged person is not registered
	Terms    []string  `json:"terms"`
	Waiting  []string  `json:"waiting"` // who has not accepted
	Remind   time.Time `json:"remind"`  // when the next reminder is due
}

// ChallengeList returns the challenges that wait for an answer.
func (r *Room) ChallengeList(context.Context, None) ([]ChallengeView, error) {
	return view(r, func(v store.View) ([]ChallengeView, error) {
		open, err := v.OpenChallenges()
		views := []ChallengeView{}
		for _, ch := range open {
			view, err := viewChallenge(v, ch)
			if err != nil {
				return nil, err
			}
			views = append(views, view)
		}
		return views, err
	})
}

func viewChallenge(v store.View, ch store.Challenge) (ChallengeView, error) {
	view := ChallengeView{ID: ch.ID, At: ch.At, To: ch.To, Stranger: ch.ToID == 0, Remind: ch.Remind, Waiting: []string{}}
	name := func(id int64, other string) string {
		if p, err := v.Player(id); err == nil {
			return p.Name
		}
		return other
	}
	view.From, view.To = name(ch.From, ""), name(ch.ToID, ch.To)
	if ch.Acceptance == 0 {
		view.Waiting = append(view.Waiting, view.To)
	}
	for _, c := range ch.Consultants {
		if !c.Accepted {
			view.Waiting = append(view.Waiting, name(c.Player, c.Address))
		}
	}
	terms, err := players.ChallengeTerms(ch)
	view.Terms = terms.Lines()
	return view, err
}
