package ledger

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"corrd/game"
	"corrd/store"
)

// These are the keys of the settings that list the games whose clocks stand, with the time since
// when each stands: until the umpire lets the game go on, and because letters to the side to move
// come back.
const (
	haltedEntry      = "halted"
	unreachableEntry = "unreachable"
)

// Halt is a game whose clocks stand.
type Halt struct {
	Game  int64     `json:"game"`
	Since time.Time `json:"since"`
}

// Halted lists the games that stand still until the umpire lets them go on, the game that was
// suspended first at the head.
func Halted(v store.View) ([]Halt, error) { return standing(v, haltedEntry) }

// Unreachable lists the games in which the clock stands because letters to the side to move come
// back (house:14), the game whose clock was stopped first at the head.
func Unreachable(v store.View) ([]Halt, error) { return standing(v, unreachableEntry) }

func standing(v store.View, entry string) (list []Halt, err error) {
	text, found, err := v.Setting(entry)
	if err != nil || !found {
		return nil, err
	}
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return nil, fmt.Errorf("the games whose clocks stand, %s: %w", entry, err)
	}
	return list, nil
}

// noteHalt updates the lists of Halted and Unreachable when events have stopped the clocks of a
// game or let them run on.
func noteHalt(tx store.Tx, before, after game.State, at time.Time) error {
	for entry, stands := range map[string]func(game.State) bool{haltedEntry: halts, unreachableEntry: unreachable} {
		if stands(before) == stands(after) {
			continue
		}
		list, err := standing(tx, entry)
		if err != nil {
			return err
		}
		list = slices.DeleteFunc(list, func(h Halt) bool { return h.Game == after.ID })
		if stands(after) {
			list = append(list, Halt{after.ID, at})
		}
		text, err := json.Marshal(list)
		if err != nil {
			return err
		}
		if err := tx.SetSetting(entry, string(text)); err != nil {
			return err
		}
	}
	return nil
}

// halts reports whether a game waits for the umpire to let it go on.
func halts(s game.State) bool { return s.Standstill() == game.AtUmpire }

// unreachable reports whether the clock of a game stands because letters come back.
func unreachable(s game.State) bool { return s.InPlay() && s.Bouncing() }
