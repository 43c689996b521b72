package ledger

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"corrd/game"
	"corrd/store"
)

// haltedEntry is the setting that keeps the games that stand still until the umpire lets
// them go on, and since when each does.
const haltedEntry = "halted"

// Halt is a game that stands still until the umpire lets it go on.
type Halt struct {
	Game  int64     `json:"game"`
	Since time.Time `json:"since"`
}

// Halted lists the games that stand still until the umpire lets them go on, the first that
// was suspended first.
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

// noteHalt keeps the list of Halted, where events have suspended a game or let it go on.
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
