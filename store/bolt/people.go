package bolt

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"time"

	"corrd/store"
)

var playerFields = fields[store.Player]{
	number(func(p *store.Player) *int64 { return &p.ID }),
	text(func(p *store.Player) *string { return &p.Name }),
	texts(func(p *store.Player) *[]string { return &p.Addresses }),
	instant(func(p *store.Player) *time.Time { return &p.Registered }),
	pairs(func(p *store.Player) *map[string]string { return &p.Settings }),
	number(func(p *store.Player) *int64 { return &p.Erased }),
	numbers(func(p *store.Player) *[]int64 { return &p.Blocked }),
	text(func(p *store.Player) *string { return &p.Postal }),
	instant(func(p *store.Player) *time.Time { return &p.Left }),
}

var players = asFields(bPlayers, "player", playerFields, index[store.Player]{
	in:    bPlayerByAddress,
	means: "letters from the address are taken for another's",
	entries: func(id int64, p *store.Player) (es []entry) {
		for _, a := range p.Addresses {
			es = append(es, at(atAddress(a, id))...)
		}
		return es
	},
})

var registrations = asJSON(bRegistrations, "registration", index[store.Registration]{
	in:    bRegistrationByAddr,
	means: "the address is asked again, or not at all",
	entries: func(id int64, r *store.Registration) []entry {
		if r.Address == "" {
			return nil
		}
		return at(atAddress(r.Address, id))
	},
})

var challenges = asJSON(bChallenges, "challenge", index[store.Challenge]{
	in:    bChallengesByPlayer,
	means: "the open challenges of the player are not those listed",
	entries: func(id int64, c *store.Challenge) (es []entry) {
		for _, player := range c.OpenFor() {
			es = append(es, at(nums(player, id))...)
		}
		return es
	},
}, index[store.Challenge]{
	in:    bReminders,
	means: "those who were asked are not reminded in time",
	entries: func(id int64, c *store.Challenge) []entry {
		if c.State != store.ChallengeOpen || c.Remind.IsZero() {
			return nil
		}
		return at(timed(c.Remind, id))
	},
})

// atAddress is the key of a number under an address, in whatever spelling.
func atAddress(address string, id int64) []byte { return under(store.FoldAddress(address), id) }

// ofAddress is the prefix of the keys under an address.
func ofAddress(address string) []byte { return named(store.FoldAddress(address)) }

// Player returns the player with a number, or store.ErrNotFound.
func (v *view) Player(id int64) (store.Player, error) { return players.get(v, id) }

// PlayerAt returns the player who has this address, in whatever spelling, or
// store.ErrNotFound.
func (v *view) PlayerAt(address string) (p store.Player, err error) {
	id, err := whoIs(address, v.ascend(bPlayerByAddress, ofAddress(address), nil))
	if err != nil {
		return p, err
	}
	return players.get(v, id)
}

// Players lists all players by number.
func (v *view) Players() ([]store.Player, error) {
	ids, err := idsOf(v.ascend(bPlayers, nil, nil), math.MaxInt)
	return players.list(v, ids, err)
}

// PutPlayer stores a player and indexes their addresses; one with ID 0 gets the next
// number. store.ErrTaken names the address they have not had and another has.
func (u *update) PutPlayer(p *store.Player) error {
	old, err := players.open(u, &p.ID)
	if err != nil {
		return err
	}
	if err := p.Claims(&old, u.PlayerAt); err != nil {
		return err
	}
	return players.put(u, p.ID, &old, p)
}

// Registration returns the registration with a number, or store.ErrNotFound.
func (v *view) Registration(id int64) (store.Registration, error) { return registrations.get(v, id) }

// RegistrationAt returns the newest registration of this address, in whatever
// spelling, or store.ErrNotFound.
func (v *view) RegistrationAt(address string) (r store.Registration, err error) {
	id, err := whoIs(address, v.descend(bRegistrationByAddr, ofAddress(address)))
	if err != nil {
		return r, err
	}
	return registrations.get(v, id)
}

// PutRegistration stores a registration; a registration with ID 0 gets the next number. A change of
// the address of a stored registration is an error, unless only the spelling changes.
func (u *update) PutRegistration(r *store.Registration) error {
	fresh := r.ID == 0
	old, err := registrations.open(u, &r.ID)
	if err != nil {
		return err
	}
	if !fresh {
		if err := r.Keeps(&old); err != nil {
			return err
		}
	}
	return registrations.put(u, r.ID, &old, r)
}

// whoIs returns the first of the numbers that an index holds under an address.
func whoIs(address string, keys iter.Seq2[[]byte, []byte]) (int64, error) {
	ids, err := idsOf(keys, 1)
	if err == nil && len(ids) == 0 {
		err = fmt.Errorf("%w: nobody at %q", store.ErrNotFound, address)
	}
	if err != nil {
		return 0, err
	}
	return ids[0], nil
}

// Challenge returns the challenge with a number, or store.ErrNotFound.
func (v *view) Challenge(id int64) (store.Challenge, error) { return challenges.get(v, id) }

// ChallengesOf lists by number the open challenges that a player has sent, has
// received, or is named in for a side.
func (v *view) ChallengesOf(player int64) ([]store.Challenge, error) {
	ids, err := idsOf(v.ascend(bChallengesByPlayer, num(player), nil), math.MaxInt)
	return challenges.list(v, ids, err)
}

// OpenChallenges lists by number all the challenges that are open.
func (v *view) OpenChallenges() ([]store.Challenge, error) {
	ids, err := idsOf(v.ascend(bChallengesByPlayer, nil, nil), math.MaxInt)
	slices.Sort(ids)
	return challenges.list(v, slices.Compact(ids), err)
}

// NextReminder returns the open challenge of which somebody is to be reminded first,
// and when; ok is false where there is none.
func (v *view) NextReminder() (challenge int64, at time.Time, ok bool, err error) {
	for k := range v.ascend(bReminders, nil, nil) {
		if at, challenge, err = readTimed(k); err != nil {
			return 0, at, false, corrupt("a reminder: %v", err)
		}
		return challenge, at, true, nil
	}
	return 0, time.Time{}, false, nil
}

// PutChallenge stores a challenge; one with ID 0 gets the next number.
func (u *update) PutChallenge(c *store.Challenge) error {
	old, err := challenges.open(u, &c.ID)
	if err != nil {
		return err
	}
	return challenges.put(u, c.ID, &old, c)
}
