package clerk

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"corrd/game"
	"corrd/store"
	"corrd/templates"
)

// AppealView is something a side has brought before the umpire: a claim that he
// must decide, its ground a provision of the code, or a protest.
type AppealView struct {
	Kind   string    `json:"kind"` // "claim" or "protest"
	By     string    `json:"by"`
	Ground *string   `json:"ground"`
	Words  string    `json:"words"`
	At     time.Time `json:"at"`
}

// viewAppeals gives what is before the umpire, the claim first.
func viewAppeals(s game.State) []AppealView {
	views := []AppealView{}
	if c := s.Claim; c != nil && !c.Proving {
		views = append(views, AppealView{Kind: "claim", By: c.By.String(), Ground: &c.Ground, Words: c.Words, At: c.At})
	}
	for _, p := range s.Protests {
		views = append(views, AppealView{Kind: "protest", By: p.By.String(), Words: p.Words, At: p.At})
	}
	return views
}

// tellOfAppeals tells the umpire of each claim and protest among the events of
// one transaction, which follow the state before, and of the player who made it.
func (c *Clerk) tellOfAppeals(tx store.Tx, before, after game.State, events []game.Event, by int64) error {
	if c.cfg.Umpire == "" {
		return nil
	}
	_, runs := after.Running()
	for i, e := range events {
		data := templates.Data{Topic: templates.Appealed, Number: before.ID, ClockStands: !runs}
		switch f := e.Fact.(type) {
		case game.Claimed:
			data.Reason, data.Words = f.Ground, f.Words
		case game.Protested:
			data.Words = f.Words
		default:
			continue
		}
		side, _ := e.By.Side()
		if !slices.Contains(after.Members(side), by) {
			by = after.Players[side]
		}
		p, err := tx.Player(by)
		if err != nil {
			return err
		}
		data.Name, data.Side = p.Name, side
		body, err := json.Marshal(data)
		if err != nil {
			return err
		}
		row := store.Row{At: e.At, Kind: "office", To: c.cfg.Umpire, Data: body, Next: tx.Now(),
			MessageID: fmt.Sprintf("u%d.e%d.%s@%s", before.ID, before.Seq+int64(i)+1, digits(body), c.cfg.Site.Domain)}
		if err := tx.Enqueue(&row); err != nil {
			return err
		}
	}
	return nil
}
