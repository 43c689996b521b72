package clerk

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/board"
	"corrd/store"
)

// Seat names a seat as the umpire does: a game, a side and, where the side is of
// several players, the number of one of them.
type Seat struct {
	Game   int64      `json:"game"`
	Side   board.Side `json:"side"`
	Member int        `json:"member"` // from 1; 0: the side is one player
}

// String is the seat as the command line has it: "12.white", "12.black.m2".
func (s Seat) String() string {
	if s.Member == 0 {
		return fmt.Sprintf("%d.%s", s.Game, s.Side)
	}
	return fmt.Sprintf("%d.%s.m%d", s.Game, s.Side, s.Member)
}

// SeatView is a seat whose keys have been rotated: who has it, and how often its
// keys have been.
type SeatView struct {
	Game       int64  `json:"game"`
	Side       string `json:"side"`
	Member     *int   `json:"member"` // null where the side is one player
	Player     int64  `json:"player"`
	Name       string `json:"name"`
	Generation int    `json:"generation"`
}

// seatNamed finds a seat. Of a side of several players one must be named.
func (c *Clerk) seatNamed(v store.View, a Args) (s ledger.Seat, err error) {
	if a.Seat == nil {
		return s, refuse("name a seat, as in 12.white")
	}
	s.Game, err = v.Game(a.Seat.Game)
	if errors.Is(err, store.ErrNotFound) {
		err = refuse("there is no game %d; corrctl game list shows those there are", a.Seat.Game)
	}
	if err != nil {
		return s, err
	}
	s.Side = a.Seat.Side
	members := s.Game.Members(s.Side)
	if s.Game.Consults(s.Side) != (a.Seat.Member > 0) || a.Seat.Member > len(members) {
		return s, c.refuseSeat(v, s.Game, s.Side)
	}
	s.Player, err = v.Player(members[max(a.Seat.Member, 1)-1])
	return s, err
}

// refuseSeat says which seats a side has.
func (c *Clerk) refuseSeat(v store.View, s game.State, side board.Side) error {
	if !s.Consults(side) {
		return refuse("%s in game %d is one player; the seat is %s", side, s.ID, Seat{s.ID, side, 0})
	}
	var seats []string
	for i, id := range s.Members(side) {
		p, err := v.Player(id)
		if err != nil {
			return err
		}
		seats = append(seats, Seat{s.ID, side, i + 1}.String()+" ("+p.Name+")")
	}
	return refuse("%s in game %d is of several players; name one of %s", side, s.ID, strings.Join(seats, ", "))
}

// playerRotateKeys replaces the keys of a seat by the umpire's order. Its player
// has a letter with the new one.
func (c *Clerk) playerRotateKeys(_ context.Context, a Args) (any, error) {
	defer c.sender.Ring()
	var view SeatView
	err := c.db.Update(func(tx store.Tx) error {
		s, err := c.seatNamed(tx, a)
		if err != nil {
			return err
		}
		rotate := game.Rotate{Rotated: game.Rotated{Side: s.Side, Member: s.Member(), Why: game.LeakUmpire}}
		if s.Game, err = c.ledger.Append(tx, s.Game, s.Game.Decide(rotate, tx.Now()), ledger.By{}); err != nil {
			return err
		}
		view = SeatView{Game: s.Game.ID, Side: s.Side.String(), Player: s.Player.ID, Name: s.Player.Name, Generation: s.Generation()}
		if member := s.Member(); member > 0 {
			view.Member = &member
		}
		return nil
	})
	return view, err
}

// playerReplace puts another registered player into a seat, by a ruling.
func (c *Clerk) playerReplace(ctx context.Context, a Args) (any, error) {
	if a.Rule == nil {
		return nil, refuse("a player is replaced with a law and a reason")
	}
	rule := *a.Rule
	err := c.db.View(func(v store.View) error {
		s, err := c.seatNamed(v, a)
		if err != nil {
			return err
		}
		p, err := playerNamed(v, Args{Address: a.Address})
		if err != nil {
			return err
		}
		rule.Verb, rule.Side, rule.Member, rule.Player = game.RulesReplaced, game.PartyOf(s.Side), s.Member(), p.ID
		return nil
	})
	if err != nil {
		return nil, err
	}
	return c.rule(ctx, Args{ID: a.Seat.Game, Rule: &rule, Preview: a.Preview})
}
