package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/tournament"
	"corrd/store"
	"corrd/templates"
)

// SharedRow is the row of a letter to a player about several games of an event, such as the one
// with which all of them begin.
type SharedRow struct {
	store.Row
	Of board.Side // the side of the letter's reader in the game
}

// sharedSetting returns the key of the setting that lists the letters about a game of an event that
// are about others of its games too, and whose rows name no game for this reason.
func sharedSetting(game int64) string { return fmt.Sprint("begun/", game) }

// KeepShared notes of a game that a letter about it and others is in a row.
func KeepShared(tx store.Tx, game, row int64) error {
	all, err := sharedKept(tx, game)
	if err != nil {
		return err
	}
	text, err := json.Marshal(append(all, row))
	if err != nil {
		return err
	}
	return tx.SetSetting(sharedSetting(game), string(text))
}

func sharedKept(v store.View, game int64) (all []int64, err error) {
	text, found, err := v.Setting(sharedSetting(game))
	if err != nil || !found {
		return nil, err
	}
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return nil, fmt.Errorf("the letters about game %d and others: %w", game, err)
	}
	return all, nil
}

// Shared returns the letters about a game of an event that are about others of its games too, in
// the order in which they were written.
func Shared(v store.View, id int64) (all []SharedRow, err error) {
	kept, err := sharedKept(v, id)
	if err != nil || len(kept) == 0 {
		return nil, err
	}
	first, err := v.GameAt(id, 1)
	if err != nil {
		return nil, err
	}
	now, err := v.Game(id)
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
		all = append(all, SharedRow{row, sideOf(row.Player, first, now)})
	}
	return all, nil
}

// playsSetting returns the key of the setting that counts how often the key in a player's letters
// about several games of an event has been replaced.
func playsSetting(event, player int64) string { return fmt.Sprintf("plays/%d/%d", event, player) }

// KeysOfPlay returns the generations of the key with which a player answers a letter about several
// games of an event, the newest last: that one is right, and the others were before an archive held
// them.
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

// ReplaceKeysOfPlay replaces the keys in the letters about a game of an event and others, for each
// reader who still plays: an archive of the game holds them, and they act in the reader's other
// games too.
func ReplaceKeysOfPlay(tx store.Tx, s game.State) error {
	if s.Tournament == nil {
		return nil
	}
	shared, err := Shared(tx, s.ID)
	if err != nil {
		return err
	}
	done := map[int64]bool{}
	for _, row := range shared {
		if done[row.Player] {
			continue
		}
		done[row.Player] = true
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

// sideOf is the side of a player in the first of some states of a game in which they have one.
func sideOf(player int64, states ...game.State) board.Side {
	for _, s := range states {
		if side := slices.Index(s.Players[:], player); side >= 0 {
			return board.Side(side)
		}
	}
	return board.White
}

// Book returns what stands in the book of a game that is over, without the paper, the office and
// the zone.
func Book(v store.View, s game.State, names [2]string) (templates.GameBook, error) {
	log, _, err := EventsOf(v, s)
	if err != nil {
		return templates.GameBook{}, err
	}
	b := templates.BookOf(s, log)
	b.Names = names
	b.Notes, err = notesInBook(v, s)
	return b, err
}

// notesInBook returns what the sides wrote to each other beside their moves, as it was passed on,
// without the notes of a side with a member who leaves them out.
func notesInBook(v store.View, s game.State) (notes []templates.BookNote, err error) {
	var out [2]bool
	for side := range out {
		for _, id := range s.Members(board.Side(side)) {
			p, err := v.Player(id)
			if err != nil {
				return nil, err
			}
			out[side] = out[side] || p.Settings[BookNotes] == NoNotes
		}
	}
	rows, err := v.RowsOf(s.ID, math.MaxInt)
	for _, r := range rows {
		n := templates.BookNote{Seq: r.Seq, By: r.Side.Other(), Words: r.Note}
		// each member of a side in consultation has had the same letter
		if r.Note != "" && r.Erased == 0 && !out[n.By] && !slices.Contains(notes, n) {
			notes = append(notes, n)
		}
	}
	slices.SortStableFunc(notes, func(a, b templates.BookNote) int { return int(a.Seq - b.Seq) })
	return notes, err
}

// PublicMember is a player of a game as the public pages name them.
type PublicMember struct {
	ID   int64  // 0: the player has not consented to be named
	Name string // "" likewise
}

// IsPublic reports whether the public pages name a player, who has consented to it.
func IsPublic(p store.Player) bool { return p.Settings[PublicName] == PublicYes && p.Erased == 0 }

// PublicPlayer returns a player as the public pages name them.
func PublicPlayer(v store.View, id int64) (PublicMember, error) {
	p, err := v.Player(id)
	return AsPublic(p), err
}

// AsPublic returns a player as the public pages name them.
func AsPublic(p store.Player) PublicMember {
	if !IsPublic(p) {
		return PublicMember{}
	}
	return PublicMember{p.ID, p.Name}
}

// renewed puts a game that an older corrd began under the newest rules, where events have just
// ended a turn and nothing is open, no held letter either (house:31). It returns the events with
// the one that does so.
func renewed(tx store.Tx, before, after game.State, events []game.Event) ([]game.Event, game.State, error) {
	if after.LastPly() <= before.LastPly() {
		return events, after, nil
	}
	e, ok := after.Renewal()
	if !ok {
		return events, after, nil
	}
	held, err := isHeldIn(tx, after.ID)
	if held || err != nil {
		return events, after, err
	}
	after, err = tx.Append(after.ID, e)
	return append(slices.Clip(events), e), after, err
}

// isHeldIn reports whether a letter of a game waits for its sender's confirmation.
func isHeldIn(v store.View, id int64) (bool, error) {
	letters, err := v.LettersOf(id)
	return slices.ContainsFunc(letters, func(l store.Letter) bool { return l.State == store.HeldLetter }), err
}
