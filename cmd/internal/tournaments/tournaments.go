// Package tournaments carries out what the director and the entrants of all-play-all events ask
// for: announcing, entering, starting, withdrawing, substituting, adjudicating, closing, undoing.
// Each act is done in a transaction of its caller, and is refused with a reason.Reason, which is ""
// where it is done. What is ruled in games is ruled by the conditions of the event, which its
// entrants have accepted. The package must not know who asks, nor whether they may.
package tournaments

import (
	"crypto/rand"
	"encoding/hex"
	"io"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/umpire"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/reason"
	"corrd/game/tournament"
	"corrd/store"
)

// Director carries out acts in one transaction.
type Director struct {
	*ledger.Ledger
	Tx store.Tx
	// Order has the room of umpires take an order in the name of whoever asks for the acts.
	Order func(o umpire.Order) (umpire.Answer, error)
	// Letter is the letter of an entrant that brings the acts about; 0: the director does.
	Letter int64
	Random io.Reader // of the numbers of lots; nil: crypto/rand
}

// log adds an event to a tournament.
func (d Director) log(s tournament.State, condition string, f tournament.Fact) (tournament.State, error) {
	e := tournament.Event{At: d.Tx.Now(), By: tournament.Director, Law: s.Law(condition), Letter: d.Letter, Fact: f}
	if d.Letter != 0 {
		e.By = tournament.Entrant
	}
	return d.Tx.AppendTournament(s.ID, e)
}

// Announce announces an event with its conditions, and draws the number by which a lot seats the
// players.
func (d Director) Announce(c tournament.Conditions) (tournament.State, error) {
	var number [16]byte
	source := d.Random
	if source == nil {
		source = rand.Reader
	}
	if _, err := io.ReadFull(source, number[:]); err != nil {
		return tournament.State{}, err
	}
	drawn := hex.EncodeToString(number[:])
	return d.Tx.AppendTournament(0, tournament.Event{At: d.Tx.Now(), By: tournament.Director, Law: "event:entry",
		Fact: tournament.Announced{Conditions: c, Drawn: drawn, Commitment: tournament.Commitment(drawn)}})
}

// MayEnter says why a player cannot enter an event now, or "".
func MayEnter(v store.View, s tournament.State, p store.Player) reason.Reason {
	switch {
	case s.Phase != tournament.Open:
		return reason.Because("tournament not open", s.ID)
	case s.Has(p.ID):
		return reason.Because("tournament entered already", p.Name, s.ID)
	case mayPlay(p) != "":
		return mayPlay(p)
	case !s.IsInvited(p.ID):
		return reason.Because("tournament not invited", p.Name, s.ID)
	case !s.TakesEntries(v.Now()):
		return reason.Because("tournament entries over", s.ID)
	case s.Full():
		return reason.Because("tournament full", s.ID, tournament.MostPlayers)
	case s.Terms.Umpire != "" && ledger.HasAddress(p, s.Terms.Umpire):
		return reason.Because("refused umpire plays")
	case p.OnCards():
		return s.Terms.ByCard()
	}
	return ""
}

// mayPlay says why somebody plays in no event to come: they are not registered, or about to leave;
// else it returns "".
func mayPlay(p store.Player) reason.Reason {
	switch {
	case len(p.Addresses) == 0:
		return reason.Because("tournament no such player", p.Name)
	case p.Settings[ledger.Leaving] != "":
		return reason.Because("tournament leaves the club", p.Name)
	}
	return ""
}

// Enter enters a player, who has accepted the conditions as ground says.
func (d Director) Enter(s tournament.State, p store.Player, ground string) (tournament.State, reason.Reason, error) {
	if refusal := MayEnter(d.Tx, s, p); refusal != "" {
		return s, refusal, nil
	}
	s, err := d.log(s, tournament.Entering, tournament.Entered{Player: p.ID, Ground: ground})
	return s, "", err
}

// Start begins all games of an event. Either all are begun or, when the transaction fails, none.
func (d Director) Start(s tournament.State) (tournament.State, reason.Reason, error) {
	switch now := d.Tx.Now(); {
	case s.Phase != tournament.Open:
		return s, reason.Because("tournament not open", s.ID), nil
	case now.Before(s.Begin):
		return s, reason.Because("tournament begins later", s.ID, s.Begin.In(d.Zone).Format("2 January 2006")), nil
	case len(s.Entries) < tournament.FewestPlayers:
		return s, reason.Because("tournament too few", s.ID, len(s.Entries), tournament.FewestPlayers), nil
	}
	order := s.Order()
	for _, id := range order {
		if p, err := d.Tx.Player(id); err != nil || mayPlay(p) != "" {
			return s, reason.Because("tournament entrant gone", p.Name, s.ID, id), err
		}
	}
	started := tournament.Started{Seats: order}
	if s.Invited == nil {
		started.Lot = s.Drawn
	}
	for _, p := range s.Pairings() {
		a := play.Start{Terms: s.Terms, Players: [2]int64{order[p.White], order[p.Black]},
			Tournament: &game.Tournament{Number: s.ID, Name: s.Name, Round: p.Round}}
		id, err := d.Begin(d.Tx, a, ledger.By{})
		if err != nil {
			return s, "", err
		}
		started.Games = append(started.Games, tournament.Game{ID: id, Pairing: p})
	}
	s, err := d.log(s, tournament.Pairings, started)
	if err != nil {
		return s, "", err
	}
	return s, "", d.tellBegun(s)
}

// Results returns the results of the games of an event.
func Results(v store.View, s tournament.State) (tournament.Results, error) {
	known := map[int64]*game.Result{}
	for _, g := range s.Games {
		of, err := v.Game(g.ID)
		if err != nil {
			return nil, err
		}
		known[g.ID] = of.Result
	}
	return func(id int64) *game.Result { return known[id] }, nil
}

// Table returns the table of an event.
func Table(v store.View, s tournament.State) (tournament.Table, error) {
	results, err := Results(v, s)
	if err != nil {
		return tournament.Table{}, err
	}
	return s.Table(results), nil
}

// running returns the games of a seat that go on, each with the side of the seat.
func (d Director) running(s tournament.State, seat int) (games []int64, sides []board.Side, err error) {
	for _, g := range s.GamesOf(seat) {
		of, err := d.Tx.Game(g.ID)
		if err != nil {
			return nil, nil, err
		}
		if of.Result != nil {
			continue
		}
		games, sides = append(games, g.ID), append(sides, g.SideOf(seat))
	}
	return games, sides, nil
}

// rule makes a ruling in a game by a condition of its event.
func (d Director) rule(s tournament.State, id int64, condition string, r game.Ruling) (reason.Reason, error) {
	a, err := d.Order(umpire.Order{Game: id, Rule: &play.Rule{Ruling: r, Law: s.Law(condition)}})
	if a.Objection != "" {
		return reason.Because("tournament game", id, a.Objection), err
	}
	return "", err
}
