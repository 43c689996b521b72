package store

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/tournament"
)

// Order is an order to erase a player. Nobody can tell from an Order who the player was.
type Order struct {
	Number int64 `json:"order"`
	Player int64 `json:"player"`
	// when the player registered; after a backup was put back, the store may give the number of
	// an erased player to another player, whose time differs
	Registered time.Time `json:"registered"`
	At         time.Time `json:"at"`
}

// Former returns the name that an erased player has from then on.
func Former(player int64) string { return fmt.Sprint("former member ", player) }

// nowhere returns the address that stands for the address of an erased player. corrd sends no
// letter to this address.
func nowhere(player int64) string { return fmt.Sprintf("former-member-%d@erased.invalid", player) }

// Erased says what an order has found: the letters of others that quote or address the player,
// which the store keeps because they belong to their writers, and the games in which the player
// has had a seat.
type Erased struct {
	Letters []int64 `json:"letters"`
	Games   []int64 `json:"games"`
}

// compactedSetting is the key of the setting that keeps the number of the last order whose
// erasure ended with Compact.
const compactedSetting = "erasures/compacted"

// Erase carries out an order: Erase erases what a player wrote and what identifies the player, and
// then compacts the store. Erase removes the player's letters, the letters to the player, the words
// of the letters about the player, the player's words in the logs of all games, the player's names
// and addresses, and each setting and tally that names the player or for which forget returns true.
// Letters written by others remain. Erase returns these letters and the player's games. The caller
// must not erase a player who has a seat in a running game. A second Erase with the same order
// completes an interrupted Erase, and changes nothing after a complete one.
func Erase(s Store, o Order, forget func(setting, value string) bool) (Erased, error) {
	e := &eraser{Store: s, order: o.Number, player: o.Player, forget: forget, after: map[Kind]int64{}, looked: map[Kind]int64{}, wrote: map[int64]bool{}, done: Erased{[]int64{}, []int64{}}}
	steps := []func() error{e.know, e.theirLetters, e.logs, e.tournaments, e.letters, e.rows, e.registrations, e.challenges, e.rest, e.rename,
		e.again, e.theirLetters, e.letters, e.rows, e.registrations, e.challenges, e.rest, // these steps erase what has come in meanwhile
		e.forgetKnown, s.Compact, e.compacted}
	renamed, searched, compacted, err := e.state()
	switch {
	case compacted:
		steps = nil
	case renamed && searched:
		steps = steps[len(steps)-2:]
	}
	for _, step := range steps {
		if err == nil {
			err = step()
		}
	}
	if err != nil {
		return e.done, fmt.Errorf("order %d, player %d: %w", o.Number, o.Player, err)
	}
	return e.done, nil
}

// state tells how far an order has been carried out: whether the player has lost name and
// addresses, whether what came in until then has been erased, and whether the store was compacted
// afterwards.
func (e *eraser) state() (renamed, searched, compacted bool, err error) {
	err = e.View(func(v View) error {
		p, err := v.Player(e.player)
		renamed = p.Erased != 0
		_, kept, err2 := v.Setting(e.knownSetting())
		searched = renamed && !kept
		last, _, err3 := v.Setting(compactedSetting)
		n, _ := strconv.ParseInt(last, 10, 64)
		compacted = searched && n >= e.order
		return errors.Join(err, err2, err3)
	})
	return renamed, searched, compacted, err
}

func (e *eraser) compacted() error {
	return e.Update(func(tx Tx) error { return tx.SetSetting(compactedSetting, fmt.Sprint(e.order)) })
}

type eraser struct {
	Store
	order, player int64
	forget        func(setting, value string) bool
	// after: the record after which the next walk begins; looked: the last record that a walk has
	// read
	after, looked map[Kind]int64
	names         []string // the player's names, as spelt
	common        []string // the names of the player that are words of chess
	addresses     []string // the player's addresses, folded
	wrote         map[int64]bool
	done          Erased
}

// atOnce is how many records Erase looks at in one transaction.
const atOnce = 256

// each calls f for every record of a kind, for at most atOnce records in one transaction.
func (e *eraser) each(of Kind, f func(tx Tx, id int64) error) error {
	for last, more := e.after[of], true; more; {
		var ids []int64
		err := e.Update(func(tx Tx) (err error) {
			if ids, err = tx.Numbers(of, last, atOnce); err != nil {
				return err
			}
			for _, id := range ids {
				if err := f(tx, id); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		if more = len(ids) > 0; more {
			last = ids[len(ids)-1]
		}
	}
	return nil
}

// again makes the second walk read only the letters and rows that have come in since the first
// walk.
func (e *eraser) again() error {
	maps.Copy(e.after, e.looked)
	return nil
}

// theirLetters notes the letters that the player wrote.
func (e *eraser) theirLetters() error {
	return e.each(Letters, func(tx Tx, id int64) error {
		e.looked[Letters] = id
		l, err := tx.Letter(id)
		if l.Player == e.player || e.is(l.From) {
			e.wrote[id] = true
		}
		return err
	})
}

// letters erases the letters that the player wrote, and takes the player's names out of the
// records of letters that others wrote.
func (e *eraser) letters() error {
	theirs := map[int64]bool{}
	for _, id := range e.done.Games {
		theirs[id] = true
	}
	err := e.each(Letters, func(tx Tx, id int64) error {
		l, err := tx.Letter(id)
		if err != nil {
			return err
		}
		if e.wrote[id] {
			l.From, l.To, l.MessageID, l.Subject, l.Note, l.Purged, l.Erased = "", nil, "", "", "", true, cmp.Or(l.Erased, e.order)
			l.Verdict = e.without(l.Verdict)
			return tx.PutLetter(&l, nil)
		}
		raw, err := tx.Raw(id)
		if errors.Is(err, ErrPurged) {
			err = nil
		}
		if err != nil {
			return err
		}
		if raw != nil && (theirs[l.Game] || e.mentions(raw)) && !slices.Contains(e.done.Letters, id) {
			e.done.Letters = append(e.done.Letters, id)
		}
		if said := append([]string{l.Subject, l.Note, l.Verdict}, l.To...); !e.mentionedIn(said...) {
			return nil
		}
		l.Subject, l.Note, l.Verdict = e.without(l.Subject), e.without(l.Note), e.without(l.Verdict)
		l.To = slices.DeleteFunc(l.To, e.is)
		return tx.PutLetter(&l, nil)
	})
	slices.Sort(e.done.Letters)
	return err
}

// rows erases the letters to the player, the letters of the player's games, and the letters about
// the player. A letter that is still waiting is sent later without the player's name.
func (e *eraser) rows() error {
	return e.each(Rows, func(tx Tx, id int64) error {
		e.looked[Rows] = id
		r, err := tx.Row(id)
		if err != nil {
			return err
		}
		var signed []byte
		if r.Game == 0 {
			if signed, err = tx.Signed(id); err != nil {
				return err
			}
		}
		to := r.Player == e.player || e.is(r.To)
		if !to && !slices.Contains(e.done.Games, r.Game) && !e.wrote[r.Letter] && !e.mentions(r.Data) && !e.mentionedIn(r.Note, r.Error) && !e.mentions(signed) && !e.tells(r, signed) {
			return nil
		}
		r.Note, r.Erased = "", e.order
		r.Error = e.without(r.Error)
		switch {
		case to:
			r.To, r.Data, r.Error = nowhere(e.player), nil, "erased by order"
			if r.State != Sent {
				r.State = Parked
			}
		case r.State != Sent && r.State != Parked:
			r.Data = e.withoutJSON(r.Data)
		default:
			r.Data = nil
		}
		return tx.PutRow(&r)
	})
}

func (e *eraser) registrations() error {
	return e.each(Registrations, func(tx Tx, id int64) error {
		r, err := tx.Registration(id)
		if err != nil || r.Player != e.player && r.Owner != e.player && !e.is(r.Address) {
			return err
		}
		r.Name, r.Address, r.Closed = "", "", true
		return tx.PutRegistration(&r)
	})
}

func (e *eraser) challenges() error {
	return e.each(Challenges, func(tx Tx, id int64) error {
		c, err := tx.Challenge(id)
		if err != nil {
			return err
		}
		before, err := json.Marshal(c)
		if err != nil {
			return err
		}
		if c.ToID == e.player || e.is(c.To) {
			c.To = nowhere(e.player)
		}
		c.Consultants = slices.Clone(c.Consultants)
		for i := range c.Consultants {
			if who := &c.Consultants[i]; who.Player == e.player || e.is(who.Address) {
				who.Address = nowhere(e.player)
			}
		}
		if e.mentions(c.Terms) {
			c.Terms = e.withoutJSON(c.Terms)
		}
		after, err := json.Marshal(c)
		if err != nil || bytes.Equal(before, after) {
			return err
		}
		return tx.PutChallenge(&c)
	})
}

// rest deletes the settings and the tallies that name the player.
func (e *eraser) rest() error {
	return e.Update(func(tx Tx) error {
		return tx.Forget(func(name, value string) bool {
			return name != e.knownSetting() && (e.mentionedIn(name, value) || e.forget(name, value))
		})
	})
}

// rename keeps only the number of the player and the time when the player registered. What Erase
// knows of the player it keeps aside, until what came in meanwhile is erased too.
func (e *eraser) rename() error {
	return e.Update(func(tx Tx) error {
		p, err := tx.Player(e.player)
		if err != nil {
			return err
		}
		if len(p.Addresses) > 0 {
			p.Left = tx.Now()
		}
		if err := e.keepKnown(tx); err != nil {
			return err
		}
		p.Name, p.Addresses, p.Settings, p.Blocked, p.Postal, p.Erased = Former(e.player), nil, nil, nil, "", e.order
		return tx.PutPlayer(&p)
	})
}

// logs erases from the logs of all games the words of the player and every text that names the
// player.
func (e *eraser) logs() error {
	for last := int64(0); ; {
		var ids []int64
		err := e.Update(func(tx Tx) (err error) {
			if ids, err = tx.Games(last, atOnce); err != nil {
				return err
			}
			for _, id := range ids {
				if err := e.log(tx, id); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil || len(ids) == 0 {
			return err
		}
		last = ids[len(ids)-1]
	}
}

// tournaments erases the words about the player in the logs of events.
func (e *eraser) tournaments() error {
	return e.Update(func(tx Tx) error {
		all, err := tx.Tournaments()
		for _, s := range all {
			err := tx.EraseTournament(s.ID, e.order, func(of tournament.Event) bool { return About(of, e.player) })
			if err != nil {
				return err
			}
		}
		return err
	})
}

func (e *eraser) log(tx Tx, id int64) error {
	entries, err := tx.Events(id)
	if err != nil {
		return err
	}
	seats := e.seats(entries)
	if seats != [2]bool{} && !slices.Contains(e.done.Games, id) {
		e.done.Games = append(e.done.Games, id)
	}
	sat := sitters(entries)
	_, err = tx.EraseTexts(id, e.order, func(ev game.Event, name string, text []byte) bool {
		by, ofSide := ev.By.Side()
		switch {
		case e.wrote[ev.Letter], e.mentions(text):
			return true
		case name == RawText || !ofSide || !seats[by]:
			return false
		}
		l, err := tx.Letter(ev.Letter)
		// another member of the side wrote those words; these belong to a series, or are nobody
		// else's
		return err != nil || !slices.Contains(sat[by], l.Player)
	})
	return err
}

// sitters returns the players who have had a seat, by side.
func sitters(entries []Entry) (sat [2][]int64) {
	for _, en := range entries {
		switch f := en.Event.Fact.(type) {
		case game.Started:
			for side := range sat {
				sat[side] = append(sat[side], f.Players[side])
			}
			if c := f.Consultation; c != nil {
				sat[board.White], sat[board.Black] = append(sat[board.White], c.White...), append(sat[board.Black], c.Black...)
			}
		case game.Replaced:
			sat[f.Side] = append(sat[f.Side], f.Player, f.Was)
		}
	}
	return sat
}

// seats tells on which sides the player has had a seat.
func (e *eraser) seats(entries []Entry) (on [2]bool) {
	for side, players := range sitters(entries) {
		on[side] = slices.Contains(players, e.player)
	}
	return on
}
