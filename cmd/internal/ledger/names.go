package ledger

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/play"
	"corrd/store"
	"corrd/templates"
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
// registered yet) may have: as written or, where the name is another's, with a number. A player
// who has left may have their name again at the address at which they left (formerAt). server is
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
		if name == "" || !readableName(name) || reservedName(name, server) ||
			slices.ContainsFunc(umpires, func(u string) bool { return NameHolds(name, u) }) {
			continue
		}
		for n := 1; ; n++ {
			try := numberedName(name, n)
			taken, err := nameTaken(tx, try, player)
			if err != nil || !taken {
				return try, err
			}
		}
	}
	return "", fmt.Errorf("no name is free among %q", wanted)
}

// otherUmpires returns the names of the umpires who have no address of a player's.
func otherUmpires(v store.View, player store.Player) (names []string, err error) {
	all, err := Umpires(v)
	for _, u := range all {
		if u.Removed.IsZero() && !HasAddress(player, u.Address) {
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
	return strings.TrimRight(string(runes[:min(len(runes), longestName-len(number))]), " .,-'") + number
}

// nameTaken reports whether a name reads like that of another player. A new player who has been one
// before (formerAt) is no other.
func nameTaken(v store.View, name string, player store.Player) (bool, error) {
	for _, key := range NameKeys(name) {
		owner, ok, err := v.Setting(nameSetting(key))
		if err != nil {
			return true, err
		}
		if !ok || owner == number(player.ID) {
			continue
		}
		former, err := formerAt(v, player)
		if err != nil || owner != number(former.ID) {
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

// listedAs is the way in which the names are listed: it grows with what is taken for the same name.
const listedAs = "2"

// listNames lists the names of the players who registered before there was a list of this way.
func listNames(tx store.Tx) error {
	if as, _, err := tx.Setting(namesListed); err != nil || as == listedAs {
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
	return tx.SetSetting(namesListed, listedAs)
}

// PlayerNamed finds the player whose a name is or was, in whatever spacing and capitals the name is
// written; store.ErrNotFound where the name is nobody's. In a store whose names this corrd has not
// listed yet it finds a player by the name that they have.
func PlayerNamed(v store.View, name string) (p store.Player, err error) {
	key := NameKeys(CleanName(name))[0]
	as, _, err := v.Setting(namesListed)
	if err != nil {
		return p, err
	}
	if as != listedAs {
		all, err := v.Players()
		i := slices.IndexFunc(all, func(p store.Player) bool { return NameKeys(p.Name)[0] == key })
		if err != nil || i < 0 {
			return p, cmp.Or(err, store.ErrNotFound)
		}
		return all[i], nil
	}
	owner, ok, err := v.Setting(nameSetting(key))
	if err != nil || !ok {
		return p, cmp.Or(err, store.ErrNotFound)
	}
	id, err := strconv.ParseInt(owner, 10, 64)
	if err != nil {
		return p, err
	}
	return v.Player(id)
}

// RegisterPlayer stores a new player under the wanted name, or under a free name like the wanted
// one, so that nobody is taken for somebody else. Who has left, and comes back to their own name,
// is the same player again. server is as for FreeName.
func RegisterPlayer(tx store.Tx, server string, p *store.Player) (err error) {
	if p.Name, err = FreeName(tx, server, *p, p.Name, LocalPart(p.Addresses[0])); err != nil {
		return err
	}
	owner, known, err := tx.Setting(nameSetting(NameKeys(p.Name)[0]))
	if err != nil {
		return err
	}
	if known { // the name is free, and so it is theirs who come back
		former, err := formerAt(tx, *p)
		if err != nil {
			return err
		}
		if owner == number(former.ID) {
			former.Name, former.Addresses, former.Left = p.Name, p.Addresses, time.Time{}
			ChangeSetting(&former, Leaving, "")
			*p = former
		}
	}
	return PutName(tx, p)
}

// leftPrefix begins the settings that say who has left.
const leftPrefix = "left/"

// leftSetting is the setting that keeps which player has left at an address. It names the address
// by its digest alone.
func leftSetting(address string) string {
	return leftPrefix + fmt.Sprintf("%x", Digest("left", []byte(store.FoldAddress(address))))
}

// noteLeft notes at which addresses a player leaves.
func noteLeft(tx store.Tx, p store.Player) error {
	for _, a := range p.Addresses {
		if err := tx.SetSetting(leftSetting(a), number(p.ID)); err != nil {
			return err
		}
	}
	return nil
}

// formerAt returns the player who has left at an address of a new player, or the player given where
// nobody has or the player is not new.
func formerAt(v store.View, player store.Player) (store.Player, error) {
	if player.ID != 0 {
		return player, nil
	}
	for _, a := range player.Addresses {
		text, _, err := v.Setting(leftSetting(a))
		if err != nil {
			return player, err
		}
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil { // nobody has left here
			continue
		}
		former, err := v.Player(id)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return player, err
		}
		if err == nil && former.Erased == 0 && len(former.Addresses) == 0 {
			return former, nil
		}
	}
	return player, nil
}

// LocalPart returns what stands before the @ of an address, a name where nobody gave one.
func LocalPart(address string) string {
	local, _, _ := strings.Cut(address, "@")
	return local
}

// number returns the number of a player as the settings have the number.
func number(player int64) string { return strconv.FormatInt(player, 10) }

// undoWithin is how long a change of a player's addresses can be undone.
const undoWithin = 7 * 24 * time.Hour

// addressChange is a change of a player's addresses that can be undone.
type addressChange struct {
	Number int64     `json:"number"` // of the registration whose key undoes the change
	At     time.Time `json:"at"`
	Before []string  `json:"before"` // the addresses as they were
}

// changesSetting keeps the changes of a player's addresses of the last week, as JSON,
// oldest first.
func changesSetting(player int64) string { return "addresses/" + number(player) }

// changesOf returns the changes of a player's addresses that can be undone now.
func changesOf(v store.View, player int64) (changes []addressChange, err error) {
	text, ok, err := v.Setting(changesSetting(player))
	if err != nil || !ok {
		return nil, err
	}
	err = json.Unmarshal([]byte(text), &changes)
	return slices.DeleteFunc(changes, func(c addressChange) bool { return v.Now().Sub(c.At) > undoWithin }), err
}

func noteChange(tx store.Tx, player int64, c addressChange) error {
	changes, err := changesOf(tx, player)
	if err != nil {
		return err
	}
	return putChanges(tx, player, append(changes, c))
}

func putChanges(tx store.Tx, player int64, changes []addressChange) error {
	text, err := json.Marshal(changes)
	if err != nil {
		return err
	}
	return tx.SetSetting(changesSetting(player), string(text))
}

// BeforeChange returns the addresses that a player had before the change with a number, or none if
// the change cannot be undone now.
func BeforeChange(v store.View, player, number int64) ([]string, error) {
	changes, err := changesOf(v, player)
	if i := indexOf(changes, number); i >= 0 {
		return changes[i].Before, err
	}
	return nil, err
}

func indexOf(changes []addressChange, number int64) int {
	return slices.IndexFunc(changes, func(c addressChange) bool { return c.Number == number })
}

// UndoChange gives a player the addresses from before the change with a number, which BeforeChange
// returns, tells all addresses, and returns the player after the change. Every later change is
// undone as well; an address that has become another player's meanwhile stays theirs.
func UndoChange(out *Notices, player, number int64) (store.Player, error) {
	p, err := out.Tx.Player(player)
	if err != nil {
		return p, err
	}
	changes, err := changesOf(out.Tx, player)
	if err != nil {
		return p, err
	}
	i := indexOf(changes, number)
	if i < 0 {
		return p, fmt.Errorf("player %d has no change %d of addresses to be undone", player, number)
	}
	var after []string
	for _, a := range changes[i].Before {
		switch owner, err := out.Tx.PlayerAt(a); {
		case err == nil && owner.ID != p.ID:
		case err == nil || errors.Is(err, store.ErrNotFound):
			after = append(after, a)
		default:
			return p, err
		}
	}
	now := p.Addresses
	p.Addresses = after
	if err := cmp.Or(putChanges(out.Tx, player, changes[:i]), out.Tx.PutPlayer(&p), rotateAll(out, p)); err != nil {
		return p, err
	}
	told := templates.Data{Topic: templates.AddressChanged, Lines: after, Reason: "undone"}
	return p, cmp.Or(out.NotifyAll("office", after, told), out.NotifyAll("office", newIn(now, after), told))
}

// AddAddress gives a player the address of a registration, which is stored as the player's.
func AddAddress(out *Notices, p *store.Player, r store.Registration) error {
	r.Player = p.ID
	if err := out.Tx.PutRegistration(&r); err != nil {
		return err
	}
	return changeAddresses(out, p, r.ID, append(slices.Clone(p.Addresses), r.Address), "added", r.Address)
}

// RemoveAddress takes an address, in whatever spelling, away from a player who has another.
func RemoveAddress(out *Notices, p *store.Player, address string) error {
	address = Spelling(*p, address)
	r := store.Registration{Name: p.Name, Address: address, At: out.Tx.Now(), Owner: p.ID, Player: p.ID}
	if err := out.Tx.PutRegistration(&r); err != nil {
		return err
	}
	after := slices.DeleteFunc(slices.Clone(p.Addresses), func(a string) bool { return a == address })
	return changeAddresses(out, p, r.ID, after, "removed", address)
}

// changeAddresses gives a player other addresses and tells every address, those before the change
// and those after. An address from before can undo the change, which has the number of a
// registration. The player's keys are rotated, because whoever has the mailbox that letters went to
// until now has the keys.
func changeAddresses(out *Notices, p *store.Player, number int64, after []string, how, which string) error {
	before := p.Addresses
	if err := noteChange(out.Tx, p.ID, addressChange{number, out.Tx.Now(), before}); err != nil {
		return err
	}
	p.Addresses = after
	if err := out.Tx.PutPlayer(p); err != nil {
		return err
	}
	if len(before) > 0 && before[0] != after[0] { // who has been removed plays in no game that goes on
		if err := rotateAll(out, *p); err != nil {
			return err
		}
	}
	told := templates.Data{Topic: templates.AddressChanged, Lines: after, Address: which, Reason: how}
	undoable := told
	undoable.Number, undoable.Until = number, out.Tx.Now().Add(undoWithin)
	return cmp.Or(out.NotifyAll("office", before, undoable), out.NotifyAll("office", newIn(after, before), told))
}

// newIn returns the addresses of a list that another does not have.
func newIn(list, other []string) (fresh []string) {
	for _, a := range list {
		if !HasAddress(store.Player{Addresses: other}, a) {
			fresh = append(fresh, a)
		}
	}
	return fresh
}

// rotateAll rotates the keys of all seats that a player has in games that go on. The
// player has a letter of each, with the new key.
func rotateAll(out *Notices, p store.Player) error {
	running, err := Running(out.Tx, p.ID)
	if err != nil {
		return err
	}
	for _, id := range running {
		s, err := SeatIn(out.Tx, p, id)
		if err != nil {
			return err
		}
		rotate := play.Rotate{Rotated: game.Rotated{Side: s.Side, Member: s.Member(), Why: game.LeakMailbox}}
		if _, err := out.Append(out.Tx, s.Game, play.Decide(s.Game, rotate, out.Tx.Now()), By{}); err != nil {
			return err
		}
	}
	return nil
}
