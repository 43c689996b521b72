package clerk

import (
	"bytes"
	"context"
	"math"
	"slices"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/board"
	"corrd/interpret/notation"
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
	n, err := ledger.Names(v, s)
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
		n, err := ledger.Names(v, s)
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
			view, err := viewEvent(e)
			if err != nil {
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
		log, _, err := ledger.EventsOf(v, s)
		t.Text = templates.PGN(s, names, c.office(), log...)
		return err
	})
	return t, err
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
	o := templates.BoardOptions{From: board.White, Notation: notation.Descriptive | notation.Algebraic}
	if n := len(s.Line); n > 0 {
		o.Last = s.Line[n-1].Move
	}
	return o
}
