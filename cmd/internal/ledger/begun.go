package ledger

import (
	"encoding/json"
	"errors"
	"fmt"

	"corrd/game"
	"corrd/game/board"
	"corrd/store"
)

// BegunRow is the row of the letter with which all games of a player in an event begin.
type BegunRow struct {
	store.Row
	Of board.Side // the side that the letter's reader had in the game
}

// begunSetting gives the key of the setting that lists the letters with which a game of an event began.
// They belong to several games, and so their rows name none.
func begunSetting(game int64) string { return fmt.Sprint("begun/", game) }

// KeepBegun notes of a game that its letter of beginning is in a row.
func KeepBegun(tx store.Tx, game, row int64) error {
	all, err := begunKept(tx, game)
	if err != nil {
		return err
	}
	text, err := json.Marshal(append(all, row))
	if err != nil {
		return err
	}
	return tx.SetSetting(begunSetting(game), string(text))
}

func begunKept(v store.View, game int64) (all []int64, err error) {
	text, found, err := v.Setting(begunSetting(game))
	if err != nil || !found {
		return nil, err
	}
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return nil, fmt.Errorf("the letters with which game %d began: %w", game, err)
	}
	return all, nil
}

// Begun gives the letters with which a game of an event began, one to each player who has a mailbox.
func Begun(v store.View, id int64) (all []BegunRow, err error) {
	kept, err := begunKept(v, id)
	if err != nil || len(kept) == 0 {
		return nil, err
	}
	first, err := v.GameAt(id, 1)
	if err != nil {
		return nil, err
	}
	for _, one := range kept {
		row, err := v.Row(one)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, BegunRow{row, sideThen(first, row.Player)})
	}
	return all, nil
}

// sideThen is the side of a player in a game as it began.
func sideThen(first game.State, player int64) board.Side {
	if first.Players[board.Black] == player {
		return board.Black
	}
	return board.White
}
