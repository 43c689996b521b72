package clerk

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

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
func (c *Clerk) seatNamed(v store.View, a Args) (s seat, err error) {
	if a.Seat == nil {
		return s, refuse("name a seat, as in 12.white")
	}
	s.game, err = v.Game(a.Seat.Game)
	if errors.Is(err, store.ErrNotFound) {
		err = refuse("there is no game %d; corrctl game list shows those there are", a.Seat.Game)
	}
	if err != nil {
		return s, err
	}
	s.side = a.Seat.Side
	members := s.game.Members(s.side)
	if s.game.Consults(s.side) != (a.Seat.Member > 0) || a.Seat.Member > len(members) {
		return s, c.refuseSeat(v, s.game, s.side)
	}
	s.player, err = v.Player(members[max(a.Seat.Member, 1)-1])
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
	defer wake(c.sender)
	var view SeatView
	err := c.db.Update(func(tx store.Tx) error {
		s, err := c.seatNamed(tx, a)
		if err != nil {
			return err
		}
		rotate := game.Rotate{Rotated: game.Rotated{Side: s.side, Member: s.member(), Why: game.LeakUmpire}}
		if s.game, err = appendEvents(c, tx, s.game, s.game.Decide(rotate, tx.Now()), written{}); err != nil {
			return err
		}
		view = SeatView{Game: s.game.ID, Side: s.side.String(), Player: s.player.ID, Name: s.player.Name, Generation: s.generation()}
		if member := s.member(); member > 0 {
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
		rule.Verb, rule.Side, rule.Member, rule.Player = game.RulesReplaced, game.PartyOf(s.side), s.member(), p.ID
		return nil
	})
	if err != nil {
		return nil, err
	}
	return c.rule(ctx, Args{ID: a.Seat.Game, Rule: &rule, Preview: a.Preview})
}

// tellReplaced tells a player who has lost his seat so, once more with board and
// clocks, and drops the letters that were held for him: nobody can confirm them
// any more.
func (c *Clerk) tellReplaced(tx store.Tx, before game.State, events []game.Event) error {
	for i, e := range events {
		f, ok := e.Fact.(game.Replaced)
		if !ok {
			continue
		}
		p, err := tx.Player(f.Was)
		if err != nil {
			return err
		}
		row := store.Row{At: e.At, Kind: "ruling", Game: before.ID, Side: f.Side, Member: f.Member, To: p.Addresses[0], Player: p.ID,
			Seq: before.Seq + int64(i) + 1, First: before.Seq + 1, State: store.Queued, Next: tx.Now()}
		line, err := tx.Line(row.Game, row.Seq)
		if err != nil {
			return err
		}
		row.MessageID = fmt.Sprintf("g%d.e%d.former%d.%s@%s", row.Game, row.Seq, p.ID, digits(line), c.cfg.Site.Domain)
		if err := firstError(tx.Enqueue(&row), c.dropHeldFor(tx, before.ID, f)); err != nil {
			return err
		}
	}
	return nil
}

// dropHeldFor discards the letters held in a game about which a player was asked
// who has lost his seat.
func (c *Clerk) dropHeldFor(tx store.Tx, id int64, f game.Replaced) error {
	letters, err := tx.LettersOf(id)
	if err != nil {
		return err
	}
	asked, err := c.askedAbout(tx, id)
	if err != nil {
		return err
	}
	for _, l := range letters {
		if l.State != store.HeldLetter || l.Side != f.Side || f.Member > 0 && asked[l.ID] != f.Was {
			continue
		}
		l.State, l.Verdict = store.Discarded, "the seat has another player"
		if err := tx.PutLetter(&l, nil); err != nil {
			return err
		}
	}
	return nil
}

// askedAbout gives, of each letter of a game that was held, the player who was
// asked whether it is his.
func (c *Clerk) askedAbout(v store.View, id int64) (map[int64]int64, error) {
	asked := map[int64]int64{}
	rows, err := v.RowsOf(id, math.MaxInt)
	for _, r := range rows {
		if r.Kind == "confirm" {
			asked[r.Letter] = r.Player
		}
	}
	return asked, err
}
