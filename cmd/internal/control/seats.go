package control

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/store"
)

// Seat names a seat for the umpire: a game, a side and, on a side of several players, the number
// of one player.
type Seat struct {
	Game   int64      `json:"game"`
	Side   board.Side `json:"side"`
	Member int        `json:"member"` // from 1; 0: the side is one player
}

// String returns the seat as the command line writes it: "12.white", "12.black.m2".
func (s Seat) String() string {
	if s.Member == 0 {
		return fmt.Sprintf("%d.%s", s.Game, s.Side)
	}
	return fmt.Sprintf("%d.%s.m%d", s.Game, s.Side, s.Member)
}

// SeatView is a seat whose keys have been replaced: the player in the seat, and how often the
// keys have been replaced.
type SeatView struct {
	Game       int64  `json:"game"`
	Side       string `json:"side"`
	Member     *int   `json:"member"` // null when the side is one player
	Player     int64  `json:"player"`
	Name       string `json:"name"`
	Generation int    `json:"generation"`
}

// seatNamed finds a seat. On a side of several players the name must say which player.
func seatNamed(v store.View, named *Seat) (s ledger.Seat, err error) {
	if named == nil {
		return s, refuse("name a seat, as in 12.white")
	}
	s.Game, err = v.Game(named.Game)
	if errors.Is(err, store.ErrNotFound) {
		err = refuse("there is no game %d; corrctl game list shows those there are", named.Game)
	}
	if err != nil {
		return s, err
	}
	s.Side = named.Side
	members := s.Game.Members(s.Side)
	if s.Game.Consults(s.Side) != (named.Member > 0) || named.Member > len(members) {
		return s, refuseSeat(v, s.Game, s.Side)
	}
	s.Player, err = v.Player(members[max(named.Member, 1)-1])
	return s, err
}

// refuseSeat returns a refusal that lists the seats of a side.
func refuseSeat(v store.View, s game.State, side board.Side) error {
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

// Seating names a seat.
type Seating struct {
	Seat *Seat `json:"seat,omitempty"`
}

// PlayerRotateKeys replaces the keys of a seat by the umpire's order. The player in the seat gets
// a letter with the new key.
func (r *Room) PlayerRotateKeys(_ context.Context, a Seating) (SeatView, error) {
	return update(r, func(tx store.Tx) (SeatView, error) {
		s, err := seatNamed(tx, a.Seat)
		if err != nil {
			return SeatView{}, err
		}
		rotate := play.Rotate{Rotated: game.Rotated{Side: s.Side, Member: s.Member(), Why: game.LeakUmpire}}
		if s.Game, err = r.Ledger.Append(tx, s.Game, play.Decide(s.Game, rotate, tx.Now()), ledger.By{}); err != nil {
			return SeatView{}, err
		}
		view := SeatView{Game: s.Game.ID, Side: s.Side.String(), Player: s.Player.ID, Name: s.Player.Name, Generation: s.Generation()}
		if member := s.Member(); member > 0 {
			view.Member = &member
		}
		return view, nil
	})
}

// Replacing names a seat, one address of the player who takes the seat, and the law and the
// reason of the ruling.
type Replacing struct {
	Seat    *Seat      `json:"seat,omitempty"`
	Address string     `json:"address,omitempty"`
	Rule    *play.Rule `json:"rule,omitempty"`
	Preview bool       `json:"preview,omitempty"`
}

// PlayerReplace puts another registered player into a seat, by a ruling.
func (r *Room) PlayerReplace(ctx context.Context, a Replacing) (RulingView, error) {
	if a.Rule == nil {
		return RulingView{}, refuse("a player is replaced with a law and a reason")
	}
	rule, err := view(r, func(v store.View) (play.Rule, error) {
		s, err := seatNamed(v, a.Seat)
		if err != nil {
			return play.Rule{}, err
		}
		p, err := playerNamed(v, Whom{Address: a.Address})
		rule := *a.Rule
		rule.Verb, rule.Side, rule.Member, rule.Player = game.RulesReplaced, game.PartyOf(s.Side), s.Member(), p.ID
		return rule, err
	})
	if err != nil {
		return RulingView{}, err
	}
	return r.Rule(ctx, Ruling{ID: a.Seat.Game, Rule: &rule, Preview: a.Preview})
}
