package bolt

import (
	"cmp"
	"encoding/json"
	"iter"
	"math"
	"slices"
	"time"

	"corrd/game/tournament"
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
	means: store.MeansAddress,
	entries: func(id int64, p *store.Player) (es []entry) {
		for _, a := range p.Addresses {
			es = append(es, at(atAddress(a, id))...)
		}
		return es
	},
})

var registrations = asJSON(bRegistrations, "registration", index[store.Registration]{
	in:    bRegistrationByAddr,
	means: store.MeansAsked,
	entries: func(id int64, r *store.Registration) []entry {
		if r.Address == "" {
			return nil
		}
		return at(atAddress(r.Address, id))
	},
})

var challenges = asJSON(bChallenges, "challenge", index[store.Challenge]{
	in:    bChallengesByPlayer,
	means: store.MeansChallenges,
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
	old, err := registrations.open(u, &r.ID)
	if err := cmp.Or(err, r.Keeps(&old)); err != nil {
		return err
	}
	return registrations.put(u, r.ID, &old, r)
}

// whoIs returns the first of the numbers that an index holds under an address.
func whoIs(address string, keys iter.Seq2[[]byte, []byte]) (int64, error) {
	ids, err := idsOf(keys, 1)
	if err == nil && len(ids) == 0 {
		err = store.NobodyAt(address)
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

// NextReminder returns the open challenge, other than some, about which somebody is to be reminded
// first, and when; ok is false if there is none.
func (v *view) NextReminder(but ...int64) (challenge int64, at time.Time, ok bool, err error) {
	for k := range v.ascend(bReminders, nil, nil) {
		if at, challenge, err = readTimed(k); err != nil {
			return 0, at, false, corrupt("a reminder: %v", err)
		}
		if !slices.Contains(but, challenge) {
			return challenge, at, true, nil
		}
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

var disputes = asJSON(bDisputes, "dispute", index[store.Dispute]{
	in:      bDisputesByGame,
	means:   "the disputes about the game are not those listed",
	entries: func(id int64, d *store.Dispute) []entry { return inGameOf(d, nums(d.Game, id)) },
}, index[store.Dispute]{
	in:    bDisputesOpen,
	means: "the umpire is not told what waits",
	entries: func(id int64, d *store.Dispute) []entry {
		if !d.Closed.IsZero() {
			return nil
		}
		return inGameOf(d, num(id))
	},
})

// inGameOf returns the entry of a dispute in the index by game, and none for the empty record.
func inGameOf(d *store.Dispute, key []byte) []entry {
	if d.Game == 0 {
		return nil
	}
	return at(key)
}

// Dispute returns the dispute with a number, or store.ErrNotFound.
func (v *view) Dispute(id int64) (store.Dispute, error) { return disputes.get(v, id) }

// DisputesOf lists by number the disputes about a game.
func (v *view) DisputesOf(gameID int64) ([]store.Dispute, error) {
	ids, err := idsOf(v.ascend(bDisputesByGame, num(gameID), nil), math.MaxInt)
	return disputes.list(v, ids, err)
}

// OpenDisputes lists by number the disputes that are open.
func (v *view) OpenDisputes() ([]store.Dispute, error) {
	ids, err := idsOf(v.ascend(bDisputesOpen, nil, nil), math.MaxInt)
	return disputes.list(v, ids, err)
}

// PutDispute stores a dispute; one with ID 0 gets the next number.
func (u *update) PutDispute(d *store.Dispute) error {
	old, err := disputes.open(u, &d.ID)
	if err != nil {
		return err
	}
	if old.ID != 0 {
		if err := d.Keeps(&old); err != nil {
			return err
		}
	}
	return disputes.put(u, d.ID, &old, d)
}

var tournaments = &table[store.Tournament]{in: bTournaments, noun: "tournament",
	encode: func(t *store.Tournament) ([]byte, error) { return json.Marshal(t) },
	decode: func(b []byte, t *store.Tournament) error {
		if err := json.Unmarshal(b, t); err != nil {
			return err
		}
		_, err := t.State()
		return err
	},
}

// Tournament returns the state of an event, or store.ErrNotFound.
func (v *view) Tournament(id int64) (s tournament.State, err error) {
	t, err := tournaments.get(v, id)
	if err != nil {
		return s, err
	}
	return t.State()
}

// Tournaments lists all events by number.
func (v *view) Tournaments() (all []tournament.State, err error) {
	ids, err := idsOf(v.ascend(bTournaments, nil, nil), math.MaxInt)
	for _, id := range ids {
		s, err := v.Tournament(id)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, err
}

// TournamentLog returns the log of an event, or store.ErrNotFound.
func (v *view) TournamentLog(id int64) ([]store.TournamentEntry, error) {
	t, err := tournaments.get(v, id)
	if err != nil {
		return nil, err
	}
	return t.Entries()
}

// AppendTournament adds events to a log; with the number 0 the log is new.
func (u *update) AppendTournament(id int64, events ...tournament.Event) (s tournament.State, err error) {
	t, err := tournaments.open(u, &id)
	if err != nil {
		return s, err
	}
	old := t
	if t.ID == 0 {
		t.ID = id
		if t.Salts, err = u.saltsOf(-id); err != nil {
			return s, err
		}
	}
	if s, err = t.Append(u.LetterOf, events...); err != nil {
		return s, err
	}
	return s, tournaments.put(u, id, &old, &t)
}

// EraseTournament erases words of a log.
func (u *update) EraseTournament(id, order int64, about func(tournament.Event) bool) error {
	t, err := tournaments.get(&u.view, id)
	if err != nil {
		return err
	}
	old := t
	if any, err := t.Erase(order, about); err != nil || !any {
		return err
	}
	return tournaments.put(u, id, &old, &t)
}
