package control

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/umpire"
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
		if err := wantRegistered(s.Player); err != nil {
			return SeatView{}, err // no letter would bring the new key
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

// Withdrawal names a player who withdraws from all their games, the law and the reason.
type Withdrawal struct {
	Whom
	// the law of the rule is the one of Laws that the code of a game has
	Rule    *play.Rule `json:"rule,omitempty"`
	Laws    []game.Law `json:"laws,omitempty"`
	As      string     `json:"as,omitempty"`
	Draw    bool       `json:"draw,omitempty"` // the games are drawn, and not forfeited
	Preview bool       `json:"preview,omitempty"`
}

// WithdrawalView is a game that a player has withdrawn from.
type WithdrawalView struct {
	Game   int64       `json:"game"`
	Side   string      `json:"side"`
	Result *ResultView `json:"result"`
}

// PlayerWithdraw ends every game of a player that goes on: they forfeit it, or it is drawn. When
// the umpire cannot rule so in one of the games, PlayerWithdraw refuses, names the game, and
// changes nothing.
func (r *Room) PlayerWithdraw(_ context.Context, a Withdrawal) ([]WithdrawalView, error) {
	if a.Rule == nil || len(a.Laws) == 0 {
		return nil, refuse("a player is withdrawn with a law and a reason")
	}
	return rehearse(r, a.Preview, func(tx store.Tx) ([]WithdrawalView, error) {
		p, err := playerNamed(tx, a.Whom)
		if err != nil {
			return nil, err
		}
		games, err := ledger.Running(tx, p.ID)
		if err == nil && len(games) == 0 {
			err = refuse("%s plays in no game that goes on", p.Name)
		}
		views := []WithdrawalView{}
		for _, id := range games {
			one, err := r.withdraw(tx, p, id, a)
			if err != nil {
				return nil, err
			}
			views = append(views, one)
		}
		return views, err
	})
}

// withdraw ends one game of a player.
func (r *Room) withdraw(tx store.Tx, p store.Player, id int64, a Withdrawal) (v WithdrawalView, err error) {
	s, err := tx.Game(id)
	if err != nil {
		return v, err
	}
	side := board.White
	if slices.Contains(s.Members(board.Black), p.ID) {
		side = board.Black
	}
	if s.Consults(side) {
		return v, refuse("in game %d %s plays with others: put another player into the seat with corrctl player replace first; nothing is done", id, p.Name)
	}
	rule := *a.Rule
	if rule.Verb = game.RulesDrawn; !a.Draw {
		rule.Verb, rule.Side = game.RulesForfeit, game.PartyOf(side)
	}
	answer, err := r.order(tx, a.As, umpire.Order{Game: id, Rule: &rule, Laws: a.Laws})
	if refused := new(Refusal); errors.As(err, &refused) {
		err = refuse("game %d: %s; nothing is done", id, refused.Message)
	}
	return WithdrawalView{Game: id, Side: side.String(), Result: viewResult(answer.After)}, err
}
