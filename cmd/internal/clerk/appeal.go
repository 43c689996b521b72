package clerk

import (
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

// tellOfAppeals tells the umpire of each claim and protest among the events of
// one transaction, which follow the state before, and of the player who made it;
// and of each flag that has fallen without ending the game.
func (c *Clerk) tellOfAppeals(tx store.Tx, before, after game.State, events []game.Event, by int64) error {
	_, runs := after.Running()
	for i, e := range events {
		data := templates.Data{Topic: templates.Appealed, Number: before.ID, ClockStands: !runs}
		side, _ := e.By.Side()
		switch f := e.Fact.(type) {
		case game.Claimed:
			data.Reason, data.Words = f.Ground, f.Words
		case game.Protested:
			data.Words = f.Words
		case game.Overstepped:
			data.Topic, side = templates.Late, f.Side
		default:
			continue
		}
		who := by
		if !slices.Contains(after.Members(side), who) {
			who = after.Players[side]
		}
		p, err := tx.Player(who)
		if err != nil {
			return err
		}
		data.Name, data.Side = p.Name, side
		if err := c.writeToUmpires(tx, after, fmt.Sprintf("%d.e%d", before.ID, before.Seq+int64(i)+1), data); err != nil {
			return err
		}
	}
	return nil
}
