package ledger

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"corrd/game"
	"corrd/store"
)

// haltedEntry is the key of the setting that lists the games that stand still until the umpire
// lets them go on, with the time since when each stands still.
const haltedEntry = "halted"

// Halt is a game that stands still until the umpire lets the game go on.
type Halt struct {
	Game  int64     `json:"game"`
	Since time.Time `json:"since"`
}

// Halted lists the games that stand still until the umpire lets them go on, the game that was
// suspended first at the head.
func Halted(v store.View) (list []Halt, err error) {
	text, found, err := v.Setting(haltedEntry)
	if err != nil || !found {
		return nil, err
	}
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return nil, fmt.Errorf("the games that are suspended: %w", err)
	}
	return list, nil
}

// noteHalt updates the list of Halted when events have suspended a game or let the game go on.
func noteHalt(tx store.Tx, before, after game.State, at time.Time) error {
	if halts(before) == halts(after) {
		return nil
	}
	list, err := Halted(tx)
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(h Halt) bool { return h.Game == after.ID })
	if halts(after) {
		list = append(list, Halt{after.ID, at})
	}
	text, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return tx.SetSetting(haltedEntry, string(text))
}

// halts reports whether a game waits for the umpire to let it go on.
func halts(s game.State) bool { return s.Standstill() == game.AtUmpire }
