package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/tournament"
	"corrd/store"
)

// BegunRow is the row of the letter with which all games of a player in an event begin.
type BegunRow struct {
	store.Row
	Of board.Side // the side that the letter's reader had in the game
}

// begunSetting returns the key of the setting that lists the letters with which a game of an event began.
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

// Begun returns the letters with which a game of an event began, one to each player who has a mailbox.
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

// playsSetting returns the key of the setting that counts how often the key in the letter with which a player's
// games of an event began has been replaced.
func playsSetting(event, player int64) string { return fmt.Sprintf("plays/%d/%d", event, player) }

// KeysOfPlay returns the generations of the key with which a player answers the letter that began the games of an
// event, the newest last: that one is right, and the others were before an archive held them.
func KeysOfPlay(v store.View, s tournament.State, player int64) (all []int, err error) {
	replaced, err := playsReplaced(v, s.ID, player)
	for n := max(replaced-mostOldKeys, 0); n <= replaced; n++ {
		asks := AsksMoves
		if n > 0 {
			asks = fmt.Sprint(asks, " ", n)
		}
		all = append(all, KeyOfEvent(s, player, asks))
	}
	return all, err
}

// mostOldKeys bounds how many old keys are still known as such.
const mostOldKeys = 100

func playsReplaced(v store.View, event, player int64) (int, error) {
	text, found, err := v.Setting(playsSetting(event, player))
	if err != nil || !found {
		return 0, err
	}
	return strconv.Atoi(text)
}

// ReplaceKeysOfPlay replaces the keys in the letters with which a game of an event began, for each reader who still
// plays: an archive of the game holds them, and they act in the reader's other games too.
func ReplaceKeysOfPlay(tx store.Tx, s game.State) error {
	if s.Tournament == nil {
		return nil
	}
	begun, err := Begun(tx, s.ID)
	if err != nil {
		return err
	}
	for _, row := range begun {
		running, err := Running(tx, row.Player)
		if err != nil {
			return err
		}
		if len(running) == 0 {
			continue
		}
		replaced, err := playsReplaced(tx, s.Tournament.Number, row.Player)
		if err != nil {
			return err
		}
		if err := tx.SetSetting(playsSetting(s.Tournament.Number, row.Player), strconv.Itoa(replaced+1)); err != nil {
			return err
		}
	}
	return nil
}

// sideThen is the side of a player in a game as it began.
func sideThen(first game.State, player int64) board.Side {
	if first.Players[board.Black] == player {
		return board.Black
	}
	return board.White
}
