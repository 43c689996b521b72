package players

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"corrd/cmd/internal/ledger"
	"corrd/store"
)

// Only a registered player owns a name. Nobody can have a name that reads like a name somebody
// owns, or like a name of those who speak for the server. A name that a player has given up stays
// theirs, so that nobody else is taken for the player of the games under that name.

// namesListed is the setting that says that the names of all players are listed under
// what they have in common with those taken for them.
const namesListed = "names/listed"

// nameSetting is the setting that keeps whose the names with a key are.
func nameSetting(key string) string { return "names/" + key }

// FreeName returns the first of the names wanted that a player (with number 0: one who is not
// registered yet) may have: as written or, where the name is another's, with a number. server is
// the name under which corrd writes, which no player may have; nor may a player have the name of an
// umpire who does not have an address of the player's.
func FreeName(tx store.Tx, server string, player store.Player, wanted ...string) (string, error) {
	if err := listNames(tx); err != nil {
		return "", err
	}
	umpires, err := otherUmpires(tx, player)
	if err != nil {
		return "", err
	}
	for _, w := range append(wanted, "Correspondent") {
		name := CleanName(w)
		if name == "" || !ReadableName(name) || ReservedName(name, server) ||
			slices.ContainsFunc(umpires, func(u string) bool { return NameHolds(name, u) }) {
			continue
		}
		for n := 1; ; n++ {
			try := numberedName(name, n)
			taken, err := nameTaken(tx, try, player.ID)
			if err != nil || !taken {
				return try, err
			}
		}
	}
	return "", fmt.Errorf("no name is free among %q", wanted)
}

// otherUmpires returns the names of the umpires who have no address of a player's.
func otherUmpires(v store.View, player store.Player) (names []string, err error) {
	all, err := ledger.Umpires(v)
	for _, u := range all {
		if u.Removed.IsZero() && !ledger.HasAddress(player, u.Address) {
			names = append(names, u.Name)
		}
	}
	return names, err
}

// numberedName is a name with a number that tells the name's owner from earlier owners of the same
// name.
func numberedName(name string, n int) string {
	if n == 1 {
		return name
	}
	number := fmt.Sprintf(" (%d)", n)
	runes := []rune(name)
	return strings.TrimRight(string(runes[:min(len(runes), LongestName-len(number))]), " .,-'") + number
}

// nameTaken reports whether a name reads like the name of a player other than the one with the
// number but.
func nameTaken(v store.View, name string, but int64) (bool, error) {
	for _, key := range NameKeys(name) {
		owner, ok, err := v.Setting(nameSetting(key))
		if err != nil || ok && owner != number(but) {
			return true, err
		}
	}
	return false, nil
}

// PutName stores a player under a name that is free, and makes the name theirs; a new player is
// given a number.
func PutName(tx store.Tx, p *store.Player) error {
	if err := tx.PutPlayer(p); err != nil {
		return err
	}
	return listName(tx, *p)
}

func listName(tx store.Tx, p store.Player) error {
	for _, key := range NameKeys(p.Name) {
		_, taken, err := tx.Setting(nameSetting(key))
		if err == nil && !taken {
			err = tx.SetSetting(nameSetting(key), number(p.ID))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// listNames lists the names of the players who registered before there was a list.
func listNames(tx store.Tx) error {
	if _, listed, err := tx.Setting(namesListed); err != nil || listed {
		return err
	}
	players, err := tx.Players()
	if err != nil {
		return err
	}
	for _, p := range players {
		if err := listName(tx, p); err != nil {
			return err
		}
	}
	return tx.SetSetting(namesListed, "yes")
}

// Register stores a new player under the wanted name, or under a free name like the wanted one, so
// that nobody is taken for somebody else. server is as for FreeName.
func Register(tx store.Tx, server string, p *store.Player) (err error) {
	if p.Name, err = FreeName(tx, server, *p, p.Name, LocalPart(p.Addresses[0])); err != nil {
		return err
	}
	return PutName(tx, p)
}

// LocalPart returns what stands before the @ of an address, a name where nobody gave one.
func LocalPart(address string) string {
	local, _, _ := strings.Cut(address, "@")
	return local
}

// number returns the number of a player as the settings have the number.
func number(player int64) string { return strconv.FormatInt(player, 10) }
