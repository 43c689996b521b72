package postgres

import (
	"cmp"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"corrd/store"
)

var players = newTable("players", "player",
	number("id", func(p *store.Player) *int64 { return &p.ID }),
	text("name", func(p *store.Player) *string { return &p.Name }),
	instant("registered", func(p *store.Player) *time.Time { return &p.Registered }),
	opaque("settings", func(p *store.Player) *spelt { return (*spelt)(&p.Settings) }, func(m spelt) bool { return len(m) == 0 }),
	numbers("blocked", func(p *store.Player) *[]int64 { return &p.Blocked }),
	number("erased", func(p *store.Player) *int64 { return &p.Erased }),
	text("postal", func(p *store.Player) *string { return &p.Postal }),
	instant("departed", func(p *store.Player) *time.Time { return &p.Left }),
)

var registrations = newTable("registrations", "registration",
	number("id", func(r *store.Registration) *int64 { return &r.ID }),
	text("name", func(r *store.Registration) *string { return &r.Name }),
	text("address", func(r *store.Registration) *string { return &r.Address }),
	instant("at", func(r *store.Registration) *time.Time { return &r.At }),
	number("player", func(r *store.Registration) *int64 { return &r.Player }),
	number("owner", func(r *store.Registration) *int64 { return &r.Owner }),
	number("asked", func(r *store.Registration) *int { return &r.Asked }),
	truth("closed", func(r *store.Registration) *bool { return &r.Closed }),
	instant("confirmed", func(r *store.Registration) *time.Time { return &r.Confirmed }),
	field[store.Registration]{"folded", func(r *store.Registration) any { return spell(store.FoldAddress(r.Address)) },
		func(*store.Registration) any { return &textTo[string]{new(string)} }},
)

var challenges = newTable("challenges", "challenge",
	number("id", func(c *store.Challenge) *int64 { return &c.ID }),
	number("sender", func(c *store.Challenge) *int64 { return &c.From }),
	text("addressee", func(c *store.Challenge) *string { return &c.To }),
	number("addressee_id", func(c *store.Challenge) *int64 { return &c.ToID }),
	octets("terms", func(c *store.Challenge) *[]byte { return &c.Terms }),
	text("nonce", func(c *store.Challenge) *string { return &c.Nonce }),
	number("letter", func(c *store.Challenge) *int64 { return &c.Letter }),
	instant("at", func(c *store.Challenge) *time.Time { return &c.At }),
	text("state", func(c *store.Challenge) *store.ChallengeState { return &c.State }),
	number("game", func(c *store.Challenge) *int64 { return &c.Game }),
	numbers("games", func(c *store.Challenge) *[]int64 { return &c.Games }),
	truth("invited", func(c *store.Challenge) *bool { return &c.Invited }),
	number("acceptance", func(c *store.Challenge) *int64 { return &c.Acceptance }),
	opaque("consultants", func(c *store.Challenge) *consultants { return (*consultants)(&c.Consultants) }, func(cs consultants) bool { return len(cs) == 0 }),
	number("reminders", func(c *store.Challenge) *int { return &c.Reminders }),
	instant("remind", func(c *store.Challenge) *time.Time { return &c.Remind }),
	number("again", func(c *store.Challenge) *int64 { return &c.Again }),
)

// Player returns the player with a number, or store.ErrNotFound.
func (v *view) Player(id int64) (store.Player, error) {
	v.shares(thePlayer(id))
	if p, ok := v.memo.players[id]; ok {
		return clonePlayer(p), nil
	}
	all, err := v.players("where id = $1", id)
	if err == nil && len(all) == 0 {
		err = players.missing(id)
	}
	if err != nil {
		return store.Player{}, err
	}
	v.met(&all[0])
	return all[0], nil
}

// withAddresses are the columns of players, and their addresses.
var withAddresses = players.columns + ", array(select address from addresses where player = p.id order by position) from players as p"

func scanPlayer(rows pgx.Rows) (p store.Player, err error) {
	err = players.scan(rows, &p, &textsTo{&p.Addresses})
	return p, err
}

func (v *view) players(condition string, args ...any) ([]store.Player, error) {
	all := []store.Player{}
	err := v.query(func(rows pgx.Rows) error {
		p, err := scanPlayer(rows)
		all = append(all, p)
		return err
	}, "select "+withAddresses+" "+condition, args...)
	return all, err
}

// PlayerAt returns the player who has this address, in whatever spelling, or
// store.ErrNotFound.
func (v *view) PlayerAt(address string) (store.Player, error) {
	folded := store.FoldAddress(address)
	v.shares(theAddress(address))
	id, known := v.memo.at[folded]
	if p, met := v.memo.players[id]; known && met {
		return clonePlayer(p), nil
	}
	if !known {
		if err := v.Expect(store.Likely{Addresses: []string{address}}); err != nil {
			return store.Player{}, err
		}
		id = v.memo.at[folded]
	}
	if id == 0 {
		return store.Player{}, store.NobodyAt(address)
	}
	return v.Player(id)
}

// Players lists all players by number.
func (v *view) Players() ([]store.Player, error) {
	v.wholly()
	return v.players("order by id")
}

// PutPlayer stores a player and their addresses; one with ID 0 gets the next number.
// store.ErrTaken names the address they have not had and another has.
func (u *update) PutPlayer(p *store.Player) error {
	var old store.Player
	var err error
	fresh := p.ID == 0
	if fresh {
		err = u.next("player", &p.ID)
	} else {
		u.owns(thePlayer(p.ID))
		old, err = u.Player(p.ID)
	}
	if err != nil {
		return err
	}
	for _, a := range slices.Concat(old.Addresses, p.Addresses) {
		u.owns(theAddress(a))
	}
	if err := p.Claims(&old, u.PlayerAt); err != nil {
		return err
	}
	delete(u.memo.players, p.ID)
	clear(u.memo.at)
	players.put(u, p.ID, fresh, p)
	if !slices.Equal(old.Addresses, p.Addresses) {
		u.putAddresses(p, fresh)
	}
	return nil
}

// putAddresses writes the addresses of a player anew.
func (u *update) putAddresses(p *store.Player, fresh bool) {
	if !fresh {
		u.exec("delete from addresses where player = $1", p.ID)
	}
	for _, row := range addressRows(p) {
		u.exec("insert into addresses values ($1, $2, $3, $4)", row...)
	}
}

// addressRows returns the rows of the addresses of a player.
func addressRows(p *store.Player) (rows [][]any) {
	for i, a := range p.Addresses {
		rows = append(rows, []any{p.ID, i + 1, spell(a), spell(store.FoldAddress(a))})
	}
	return rows
}

// Registration returns the registration with a number, or store.ErrNotFound.
func (v *view) Registration(id int64) (store.Registration, error) {
	v.owns(key("registration/", id))
	return registrations.get(v, id)
}

// RegistrationAt returns the newest registration of this address, in whatever
// spelling, or store.ErrNotFound.
func (v *view) RegistrationAt(address string) (store.Registration, error) {
	v.shares(theAddress(address))
	r, ok, err := registrations.one(v, "where folded = $1 and folded <> '' order by id desc limit 1", spell(store.FoldAddress(address)))
	if err == nil && !ok {
		err = store.NobodyAt(address)
	}
	return r, err
}

// PutRegistration stores a registration; a registration with ID 0 gets the next number. A change of
// the address of a stored registration is an error, unless only the spelling changes.
func (u *update) PutRegistration(r *store.Registration) error {
	u.owns(theAddress(r.Address))
	if r.ID == 0 {
		if err := cmp.Or(r.Keeps(&store.Registration{}), u.next("registration", &r.ID)); err != nil {
			return err
		}
		registrations.put(u, r.ID, true, r)
		return nil
	}
	old, err := u.Registration(r.ID)
	if err != nil {
		return err
	}
	u.owns(theAddress(old.Address))
	if err := r.Keeps(&old); err != nil {
		return err
	}
	registrations.put(u, r.ID, false, r)
	return nil
}

// Challenge returns the challenge with a number, or store.ErrNotFound.
func (v *view) Challenge(id int64) (store.Challenge, error) {
	v.owns(key("challenge/", id))
	return challenges.get(v, id)
}

// ChallengesOf lists by number the open challenges that a player has sent, has
// received, or is named in for a side.
func (v *view) ChallengesOf(player int64) ([]store.Challenge, error) {
	v.shares(theChallenges(player))
	return challenges.list(v, "where id in (select challenge from challenge_players where player = $1)", player)
}

// OpenChallenges lists by number all the challenges that are open.
func (v *view) OpenChallenges() ([]store.Challenge, error) {
	v.wholly()
	return challenges.list(v, "where state = 'open'")
}

// NextReminder returns the open challenge, other than some, about which somebody is to be reminded
// first, and when; ok is false if there is none.
func (v *view) NextReminder(but ...int64) (challenge int64, at time.Time, ok bool, err error) {
	v.wholly()
	ok, err = v.row("select id, remind from challenges where state = 'open' and remind is not null and id <> all($1) order by remind, id limit 1",
		[]any{append([]int64{}, but...)}, &challenge, &timeTo{&at})
	return challenge, at, ok, err
}

// PutChallenge stores a challenge; one with ID 0 gets the next number.
func (u *update) PutChallenge(c *store.Challenge) error {
	fresh := c.ID == 0
	if fresh {
		if err := u.next("challenge", &c.ID); err != nil {
			return err
		}
	} else {
		old, err := u.Challenge(c.ID)
		if err != nil {
			return err
		}
		u.ownsChallenges(&old)
	}
	u.ownsChallenges(c)
	challenges.put(u, c.ID, fresh, c)
	u.putChallengePlayers(c, fresh)
	return nil
}

// ownsChallenges locks the lists in which a challenge stands.
func (u *update) ownsChallenges(c *store.Challenge) {
	for _, player := range c.OpenFor() {
		u.owns(theChallenges(player))
	}
}

func (u *update) putChallengePlayers(c *store.Challenge, fresh bool) {
	if !fresh {
		u.exec("delete from challenge_players where challenge = $1", c.ID)
	}
	for _, player := range c.OpenFor() {
		u.exec("insert into challenge_players values ($1, $2)", player, c.ID)
	}
}

var disputes = newTable("disputes", "dispute",
	number("id", func(d *store.Dispute) *int64 { return &d.ID }),
	number("game", func(d *store.Dispute) *int64 { return &d.Game }),
	number("event", func(d *store.Dispute) *int64 { return &d.Event }),
	text("ground", func(d *store.Dispute) *string { return &d.Ground }),
	text("by", func(d *store.Dispute) *string { return &d.By }),
	instant("opened", func(d *store.Dispute) *time.Time { return &d.Opened }),
	instant("closed", func(d *store.Dispute) *time.Time { return &d.Closed }),
	number("ended", func(d *store.Dispute) *int64 { return &d.Ended }),
)

// Dispute returns the dispute with a number, or store.ErrNotFound.
func (v *view) Dispute(id int64) (store.Dispute, error) {
	v.owns(key("dispute/", id))
	return disputes.get(v, id)
}

// DisputesOf lists by number the disputes about a game.
func (v *view) DisputesOf(gameID int64) ([]store.Dispute, error) {
	v.owns(theGame(gameID))
	if all, known := v.memo.disputes[gameID]; known {
		return slices.Clone(all), nil
	}
	return disputes.list(v, "where game = $1 and game <> 0", gameID)
}

// OpenDisputes lists by number the disputes that are open.
func (v *view) OpenDisputes() ([]store.Dispute, error) {
	v.wholly()
	return disputes.list(v, "where closed is null and game <> 0")
}

// PutDispute stores a dispute; one with ID 0 gets the next number.
func (u *update) PutDispute(d *store.Dispute) error {
	u.owns(theGame(d.Game))
	if d.ID == 0 {
		if err := u.next("dispute", &d.ID); err != nil {
			return err
		}
		disputes.put(u, d.ID, true, d)
		return nil
	}
	old, err := u.Dispute(d.ID)
	if err != nil {
		return err
	}
	if err := d.Keeps(&old); err != nil {
		return err
	}
	disputes.put(u, d.ID, false, d)
	return nil
}
