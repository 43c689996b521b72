package clerk

import (
	"time"

	"corrd/game"
)

// AppealView is something a side has brought before the umpire: a claim that the umpire
// must decide, its ground a provision of the code, or a protest.
type AppealView struct {
	Kind   string    `json:"kind"`  // "claim" or "protest"
	Event  int64     `json:"event"` // the number by which a ruling names it as its appeal
	By     string    `json:"by"`
	Ground *string   `json:"ground"`
	Words  string    `json:"words"`
	At     time.Time `json:"at"`
}

// viewAppeals gives what is before the umpire, claims first.
func viewAppeals(s game.State) []AppealView {
	views := []AppealView{}
	for _, c := range s.Claims() {
		views = append(views, AppealView{Kind: "claim", Event: c.Seq, By: c.By.String(), Ground: &c.Ground, Words: c.Words, At: c.At})
	}
	for _, p := range s.Protests {
		views = append(views, AppealView{Kind: "protest", Event: p.Seq, By: p.By.String(), Words: p.Words, At: p.At})
	}
	return views
}
