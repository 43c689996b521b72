// Package evidence gathers from the store what there is to know of a game, for its archive (package dossier): the
// log, the letters of both sides and of umpires, the players, the disputes and the keys of signatures. The package must
// not know what an archive looks like, who asks for one, nor who may read which part.
package evidence

import (
	"errors"
	"time"

	"corrd/cmd/internal/dossier"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/umpire"
	"corrd/game"
	"corrd/game/board"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
)

// Seal is what archives are sealed with.
type Seal struct {
	Sign dossier.Sign
	Key  dossier.Key // its public key; the zero Key: the keys of the house's letters, which the store keeps
}

// Gather collects the evidence of a game.
func Gather(v store.View, l *ledger.Ledger, id int64, seal Seal) (c dossier.Case, err error) {
	s, err := v.Game(id)
	if err != nil {
		return c, err
	}
	c.About = dossier.About{Format: dossier.Format, Corrd: dossier.Version(), Reader: interpret.Version, Rules: game.NewestRules(), Game: id, Made: v.Now().Truncate(time.Second),
		Server: l.Site.Address(), Zone: l.Zone.String(), Players: []dossier.Player{}, Disputes: []dossier.Dispute{}}
	if c.Events, err = v.Events(id); err != nil {
		return c, err
	}
	if err := addLetters(v, l, s, &c); err != nil {
		return c, err
	}
	if err := addPlayers(v, s, &c); err != nil {
		return c, err
	}
	if err := addDisputes(v, s, &c); err != nil {
		return c, err
	}
	return c, addKeys(v, &c, seal)
}

// addDisputes names the disputes about a game, each with its events.
func addDisputes(v store.View, s game.State, c *dossier.Case) error {
	known, err := v.DisputesOf(s.ID)
	for _, d := range known {
		one := dossier.Dispute{ID: d.ID, Ground: d.Ground, By: d.By, Opened: d.Opened, State: "open", Events: umpire.EventsOfDispute(d, c.Events)}
		if !d.Closed.IsZero() {
			one.State = "closed"
		}
		c.Disputes = append(c.Disputes, one)
	}
	return err
}

// challengeOf returns the challenge that began a game, which the letter of acceptance answers
// by its key; nil where the key does not tell.
func challengeOf(v store.View, l *ledger.Ledger, s game.State, events []store.Entry) (*store.Challenge, error) {
	number := int64(0)
	if s.Match != nil {
		number = s.Match.Challenge
	} else if len(events) > 0 && events[0].Event.Letter != 0 {
		accepted, err := v.Letter(events[0].Event.Letter)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		for _, to := range accepted.To {
			detail, _ := l.Site.Detail(to)
			if t, ok := mailer.ParseToken(detail); ok && t.Kind == mailer.KindChallenge {
				number = t.Number
			}
		}
	}
	ch, err := v.Challenge(number)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return &ch, err
}

// addPlayers names those who have the seats of a game.
func addPlayers(v store.View, s game.State, c *dossier.Case) error {
	for _, side := range []board.Side{board.White, board.Black} {
		for _, id := range s.Members(side) {
			p, err := v.Player(id)
			if err != nil {
				return err
			}
			c.Players = append(c.Players, dossier.Player{ID: id, Name: p.Name, Side: side.String(), Member: ledger.MemberNumber(s, side, id), Addresses: append([]string{}, p.Addresses...)})
		}
	}
	return nil
}

// addKeys adds the public keys of signatures that were kept when letters were checked, and those by which
// the archive is sealed.
func addKeys(v store.View, c *dossier.Case, seal Seal) error {
	names, err := dossier.SealNames(c.About, seal.Sign)
	if err != nil {
		return err
	}
	for _, l := range c.Letters {
		names = append(names, dossier.KeyNames(l.Raw)...)
	}
	seen := map[string]bool{}
	if seal.Key.Name != "" {
		seal.Key.Seen, seen[seal.Key.Name] = c.Made, true
		c.Keys = append(c.Keys, seal.Key)
	}
	for _, name := range names {
		text, found, err := v.Setting(dossier.KeySetting(name))
		if err != nil {
			return err
		}
		if !found || seen[name] {
			continue
		}
		seen[name] = true
		keys, err := dossier.ParseKeys(text)
		if err != nil {
			return err
		}
		c.Keys = append(c.Keys, keys...)
	}
	return nil
}
