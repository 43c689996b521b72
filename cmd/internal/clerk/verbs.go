package clerk

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math"
	"net/mail"
	"slices"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/store"
	"corrd/templates"
)

// allGamesPage is how many games a listing reads in one short transaction.
const allGamesPage = 256

func (c *Clerk) gameList(context.Context, Args) (any, error) {
	lines := []GameLine{}
	for after := int64(0); ; {
		var ids []int64
		err := c.db.View(func(v store.View) (err error) {
			if ids, err = v.Games(after, allGamesPage); err != nil {
				return err
			}
			for _, id := range ids {
				g, err := c.viewOf(v, id)
				if err != nil {
					return err
				}
				lines = append(lines, viewLine(g))
			}
			return nil
		})
		if err != nil || len(ids) == 0 {
			return lines, err
		}
		after = ids[len(ids)-1]
	}
}

func (c *Clerk) viewOf(v store.View, id int64) (GameView, error) {
	s, err := v.Game(id)
	if err != nil {
		return GameView{}, err
	}
	n, err := names(v, s)
	return viewGame(s, n, v.Now()), err
}

func (c *Clerk) gameShow(_ context.Context, a Args) (g any, err error) {
	err = c.db.View(func(v store.View) error {
		g, err = c.viewOf(v, a.ID)
		return err
	})
	return g, err
}

// ofGame runs f on a game that exists, with the names of its players.
func (c *Clerk) ofGame(id int64, f func(v store.View, s game.State, names [2]string) error) error {
	return c.db.View(func(v store.View) error {
		s, err := v.Game(id)
		if err != nil {
			return err
		}
		n, err := names(v, s)
		if err != nil {
			return err
		}
		return f(v, s, n)
	})
}

func (c *Clerk) gameLetters(_ context.Context, a Args) (any, error) {
	views := []LetterView{}
	err := c.ofGame(a.ID, func(v store.View, _ game.State, _ [2]string) error {
		in, err := v.LettersOf(a.ID)
		if err != nil {
			return err
		}
		out, err := v.RowsOf(a.ID, math.MaxInt)
		if err != nil {
			return err
		}
		name := namer(v)
		for _, l := range in {
			views = append(views, viewLetterIn(l, name(l.Player)))
		}
		for _, r := range out {
			views = append(views, viewLetterOut(r, name(r.Player)))
		}
		return nil
	})
	slices.SortStableFunc(views, func(a, b LetterView) int { return a.At.Compare(b.At) })
	return views, err
}

// namer gives the names of players, each read once; nil for nobody.
func namer(v store.View) func(player int64) *string {
	known := map[int64]*string{0: nil}
	return func(player int64) *string {
		name, ok := known[player]
		if p, err := v.Player(player); !ok && err == nil {
			name = &p.Name
		}
		known[player] = name
		return name
	}
}

func (c *Clerk) gameWindows(_ context.Context, a Args) (any, error) {
	views := []TurnWindow{}
	err := c.ofGame(a.ID, func(_ store.View, s game.State, _ [2]string) error {
		views = viewWindows(s)
		return nil
	})
	return views, err
}

func (c *Clerk) gameEvents(_ context.Context, a Args) (any, error) {
	views := []EventView{}
	err := c.ofGame(a.ID, func(v store.View, _ game.State, _ [2]string) error {
		entries, err := v.Events(a.ID)
		for _, e := range entries {
			view := EventView{Hash: hex.EncodeToString(e.Hash[:])}
			if err := json.Unmarshal(e.Line, &view); err != nil {
				return err
			}
			views = append(views, view)
		}
		return err
	})
	return views, err
}

// Text is what a verb answers with where the result is a text or a picture.
type Text struct {
	ID   int64  `json:"id"`
	Text string `json:"text"`
	PNG  []byte `json:"png,omitempty"`
}

func (c *Clerk) gameScore(_ context.Context, a Args) (any, error) {
	t := Text{ID: a.ID}
	err := c.ofGame(a.ID, func(_ store.View, s game.State, names [2]string) error {
		t.Text = templates.Score(s, names)
		return nil
	})
	return t, err
}

func (c *Clerk) gamePGN(_ context.Context, a Args) (any, error) {
	t := Text{ID: a.ID}
	err := c.ofGame(a.ID, func(v store.View, s game.State, names [2]string) error {
		log, _, err := eventsOf(v, s)
		t.Text = templates.PGN(s, names, c.office(), log...)
		return err
	})
	return t, err
}

// eventsOf is the log of a game up to the state, and the hash of its last event.
func eventsOf(v store.View, s game.State) (log []game.Event, chain [32]byte, err error) {
	entries, err := v.Events(s.ID)
	for _, e := range entries[:min(s.Seq, int64(len(entries)))] {
		log, chain = append(log, e.Event), e.Hash
	}
	return log, chain, err
}

func (c *Clerk) gameBoard(_ context.Context, a Args) (any, error) {
	t := Text{ID: a.ID}
	err := c.ofGame(a.ID, func(_ store.View, s game.State, _ [2]string) error {
		p := s.Position
		t.Text = templates.Board(&p, board.White)
		if !a.PNG {
			return nil
		}
		var png bytes.Buffer
		err := templates.BoardPNG(&png, &p, boardOptions(s))
		t.PNG = png.Bytes()
		return err
	})
	return t, err
}

func boardOptions(s game.State) templates.BoardOptions {
	o := templates.BoardOptions{From: board.White}
	if n := len(s.Line); n > 0 {
		o.Last = s.Line[n-1].Move
	}
	return o
}

func (c *Clerk) playerList(context.Context, Args) (any, error) {
	views := []PlayerView{}
	err := c.db.View(func(v store.View) error {
		players, err := v.Players()
		if err != nil {
			return err
		}
		for _, p := range players {
			view, err := viewPlayer(v, p)
			if err != nil {
				return err
			}
			views = append(views, view)
		}
		return nil
	})
	return views, err
}

func viewPlayer(v store.View, p store.Player) (PlayerView, error) {
	games, err := v.GamesOf(p.ID)
	if games == nil {
		games = []int64{}
	}
	view := PlayerView{ID: p.ID, Name: p.Name, Addresses: p.Addresses, Registered: p.Registered, Settings: p.Settings, Games: games}
	if view.Settings == nil {
		view.Settings = map[string]string{}
	}
	return view, err
}

// playerShow finds a player by number, or by address.
func (c *Clerk) playerShow(_ context.Context, a Args) (view any, err error) {
	err = c.db.View(func(v store.View) error {
		p, err := playerNamed(v, a)
		if err != nil {
			return err
		}
		view, err = viewPlayer(v, p)
		return err
	})
	return view, err
}

// playerNamed finds a player by his address, else by his number.
func playerNamed(v store.View, a Args) (p store.Player, err error) {
	if a.Address != "" {
		p, err = v.PlayerAt(a.Address)
	} else {
		p, err = v.Player(a.ID)
	}
	if errors.Is(err, store.ErrNotFound) {
		err = refuse("there is no player %s; corrctl player list shows them all, and corrctl player add registers one", cmp.Or(a.Address, itoa(a.ID)))
	}
	return p, err
}

// playerAdd registers a player whose address the operator vouches for.
func (c *Clerk) playerAdd(_ context.Context, a Args) (view any, err error) {
	name := cleanName(a.Name)
	parsed, err := mail.ParseAddress(a.Address)
	if err != nil || parsed.Address != a.Address || name == "" {
		return nil, refuse("%q, %q: give a name and one plain address, as in: corrctl player add \"Alice Example\" alice@example.org", a.Name, a.Address)
	}
	address := canonical(a.Address)
	err = c.db.Update(func(tx store.Tx) error {
		if p, err := tx.PlayerAt(address); err == nil {
			return refuse("%s is the address of player %d, %s, already", address, p.ID, p.Name)
		} else if !errors.Is(err, store.ErrNotFound) {
			return err
		}
		p := store.Player{Name: name, Addresses: []string{address}, Registered: tx.Now()}
		if err := c.putNewPlayer(tx, &p); err != nil {
			return err
		}
		view, err = viewPlayer(tx, p)
		return err
	})
	return view, err
}

func (c *Clerk) outboxList(context.Context, Args) (any, error) {
	views := []OutboxView{}
	err := c.db.View(func(v store.View) error {
		rows, err := v.Rows(10_000, store.Queued, store.Parked)
		for _, r := range rows {
			views = append(views, viewRow(r))
		}
		return err
	})
	return views, err
}

// outboxRetry has a row that waits or is parked sent at once.
func (c *Clerk) outboxRetry(_ context.Context, a Args) (any, error) {
	defer wake(c.sender)
	return c.changeRow(a.ID, func(r *store.Row, now time.Time) { r.State, r.Next = store.Queued, now })
}

// outboxPark sets a row aside: it is not sent until it is retried, and those
// behind it to the same address go on.
func (c *Clerk) outboxPark(_ context.Context, a Args) (any, error) {
	defer wake(c.sender)
	return c.changeRow(a.ID, func(r *store.Row, _ time.Time) { r.State = store.Parked })
}

// changeRow changes a row that has not been sent.
func (c *Clerk) changeRow(id int64, change func(r *store.Row, now time.Time)) (view OutboxView, err error) {
	err = c.db.Update(func(tx store.Tx) error {
		row, err := tx.Row(id)
		if err != nil {
			return err
		}
		if row.State == store.Sent {
			return refuse("letter %d has been sent to %s; corrctl outbox list shows those that have not", id, row.To)
		}
		change(&row, tx.Now())
		view = viewRow(row)
		return tx.PutRow(&row)
	})
	return view, err
}

func (c *Clerk) check(context.Context, Args) (any, error) {
	f := Faults{Faults: []string{}}
	var err error
	f.Games, err = c.db.Check(func(fault string) { f.Faults = append(f.Faults, fault) })
	return f, err
}
