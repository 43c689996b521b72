package players

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"corrd/cmd/internal/ledger"
	"corrd/store"
)

// A player may end what corrd writes to them unasked: reminders and challenges. Both are
// settings, which the player can set again, and both end nothing that a game needs: moves,
// questions, rulings and results come as ever. A player may also block another: then no
// challenge and no prose of the other's comes, and a game of the two goes on.

// The settings of what comes unasked, each "on" where there is no other value.
const (
	Reminders  = "reminders"
	Challenges = "challenges"
)

// Leaving is the setting of a player who is removed when their last game has ended.
const Leaving = "leaving"

// Off is the value of Reminders and Challenges with which nothing comes.
const Off = "off"

// Stops reports whether a player has ended the letters of a setting.
func Stops(p store.Player, setting string) bool { return p.Settings[setting] == Off }

// Refuses reports whether a player takes no challenge of another's.
func Refuses(p store.Player, challenger int64) bool {
	return Stops(p, Challenges) || p.Settings[Leaving] != "" || Blocks(p, challenger)
}

// Blocks reports whether a player has blocked another.
func Blocks(p store.Player, other int64) bool { return slices.Contains(p.Blocked, other) }

// Set gives a player a setting, "" taking the setting away; the caller stores the player.
func Set(p *store.Player, setting, value string) {
	settings := map[string]string{}
	maps.Copy(settings, p.Settings)
	if settings[setting] = value; value == "" {
		delete(settings, setting)
	}
	p.Settings = settings
}

// Named finds the player whose a name is or was, in whatever spacing and capitals the name is
// written; store.ErrNotFound where the name is nobody's.
func Named(tx store.Tx, name string) (store.Player, error) {
	if err := listNames(tx); err != nil {
		return store.Player{}, err
	}
	owner, ok, err := tx.Setting(nameSetting(NameKeys(CleanName(name))[0]))
	if err != nil || !ok {
		return store.Player{}, cmp.Or(err, store.ErrNotFound)
	}
	id, err := strconv.ParseInt(owner, 10, 64)
	if err != nil {
		return store.Player{}, err
	}
	return tx.Player(id)
}

// leavers is the setting that lists the players who leave when their last game is over, by
// their numbers.
const leavers = "leaving"

// LeaveLater ends the challenges of a player, whose games go on, and has them removed when
// the last game is over.
func LeaveLater(out *ledger.Notices, p *store.Player) error {
	if err := leaveChallenges(out, *p); err != nil {
		return err
	}
	listed, _, err := out.Tx.Setting(leavers)
	if err != nil {
		return err
	}
	if !slices.Contains(strings.Fields(listed), number(p.ID)) {
		listed = strings.TrimSpace(listed + " " + number(p.ID))
	}
	Set(p, Leaving, "wait")
	return cmp.Or(out.Tx.SetSetting(leavers, listed), out.Tx.PutPlayer(p))
}

// RemoveLeavers removes the players who leave and whose last game is over, tells them so,
// and gives how many they are.
func RemoveLeavers(tx store.Tx, l *ledger.Ledger) (removed int, err error) {
	listed, ok, err := tx.Setting(leavers)
	if err != nil || !ok || listed == "" {
		return 0, err
	}
	var rest []string
	for _, text := range strings.Fields(listed) {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return removed, err
		}
		p, err := tx.Player(id)
		if err != nil {
			return removed, err
		}
		running, err := ledger.Running(tx, id)
		switch {
		case err != nil:
			return removed, err
		case p.Settings[Leaving] == "" || len(p.Addresses) == 0: // who stays after all, or is removed already
			continue
		case len(running) > 0:
			rest = append(rest, text)
			continue
		}
		Set(&p, Leaving, "")
		if err := Remove(l.NoticesOf(tx, p.ID), &p); err != nil {
			return removed, err
		}
		removed++
	}
	if still := strings.Join(rest, " "); still != listed {
		return removed, tx.SetSetting(leavers, still)
	}
	return removed, nil
}
