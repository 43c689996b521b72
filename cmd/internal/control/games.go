package control

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"corrd/cmd/internal/dossier"
	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/board"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/press"
)

// allGamesPage is how many games a list reads in one transaction, which must be short.
const allGamesPage = 256

// Games says which games a list names; the zero value: all.
type Games struct {
	Idle     time.Duration `json:"idle,omitempty"` // games that go on, in which nobody has moved for so long
	Player   *Whom         `json:"player,omitempty"`
	Running  bool          `json:"running,omitempty"`
	Finished bool          `json:"finished,omitempty"`
	Event    int64         `json:"event,omitempty"` // games of an all-play-all event, annulled ones among them
}

// names reports whether a game is among those that a list names.
func (a Games) names(s game.State, player int64, now time.Time) bool {
	over := s.Result != nil
	switch {
	case over && (a.Running || a.Idle > 0), !over && a.Finished:
		return false
	case a.Event != 0 && (s.Tournament == nil || s.Tournament.Number != a.Event):
		return false
	case a.Player != nil && !slices.Contains(s.Everybody(), player):
		return false
	}
	return a.Idle == 0 || now.Sub(stirred(s)) >= a.Idle
}

// stirred returns when the last move of a game was made; the start where there is none.
func stirred(s game.State) time.Time {
	if n := len(s.Line); n > 0 {
		return s.Line[n-1].At
	}
	return s.Started
}

// GameList returns the games that the arguments name.
func (r *Room) GameList(_ context.Context, a Games) ([]GameLine, error) {
	lines, player := []GameLine{}, int64(0)
	if _, err := view(r, func(v store.View) ([]int64, error) { return inEvent(v, a.Event) }); err != nil {
		return nil, err
	}
	if a.Player != nil {
		p, err := view(r, func(v store.View) (store.Player, error) { return playerFound(v, *a.Player) })
		if err != nil {
			return nil, err
		}
		player = p.ID
	}
	for after := int64(0); ; {
		var ids []int64
		err := r.Store.View(func(v store.View) (err error) {
			if ids, err = v.Games(after, allGamesPage); err != nil {
				return err
			}
			if err = v.Expect(store.Likely{Games: ids, Disputes: ids}); err != nil {
				return err
			}
			for _, id := range ids {
				s, names, err := gameOf(v, id)
				if errors.Is(err, store.ErrRules) {
					if a == (Games{}) {
						lines = append(lines, GameLine{ID: id, State: "newer_rules", Disputes: []int64{}})
					}
					continue
				}
				if err != nil {
					return err
				}
				if !a.names(s, player, v.Now()) {
					continue
				}
				g := viewGame(s, names, v.Now())
				if err := numbered(v, s, g.Disputes); err != nil {
					return err
				}
				lines = append(lines, viewLine(g, stirred(s)))
			}
			return nil
		})
		if err != nil || len(ids) == 0 {
			return lines, err
		}
		after = ids[len(ids)-1]
	}
}

// GameShow returns one game.
func (r *Room) GameShow(_ context.Context, a Numbered) (GameView, error) {
	return view(r, func(v store.View) (GameView, error) { return viewOf(v, a.ID) })
}

func viewOf(v store.View, id int64) (GameView, error) {
	s, names, err := gameOf(v, id)
	if err != nil {
		return GameView{}, err
	}
	g := viewGame(s, names, v.Now())
	return g, numbered(v, s, g.Disputes)
}

// gameOf returns a game that exists, with the names of its sides.
func gameOf(v store.View, id int64) (s game.State, names [2]string, err error) {
	if s, err = v.Game(id); err == nil {
		names, err = ledger.Names(v, s)
	}
	return s, names, err
}

// GameLetters returns the letters to and from the players of a game, in the order of their times.
func (r *Room) GameLetters(_ context.Context, a Numbered) ([]LetterView, error) {
	return view(r, func(v store.View) ([]LetterView, error) {
		if _, err := v.Game(a.ID); err != nil {
			return nil, err
		}
		return lettersOf(v, a.ID)
	})
}

// lettersOf returns the letters of a game and the letters of umpires about the game, in the order
// of their times.
func lettersOf(v store.View, id int64) ([]LetterView, error) {
	in, err := v.LettersOf(id)
	if err != nil {
		return nil, err
	}
	out, err := v.RowsOf(id, math.MaxInt)
	if err != nil {
		return nil, err
	}
	views, name := []LetterView{}, namer(v)
	shared, err := ledger.Shared(v, id)
	if err != nil {
		return nil, err
	}
	for _, row := range shared {
		one := viewLetterOut(row.Row, name(row.Player))
		one.Seat = row.Of.String()
		views = append(views, one)
	}
	for _, l := range in {
		views = append(views, viewLetterIn(l, name(l.Player)))
	}
	for _, row := range out {
		views = append(views, viewLetterOut(row, name(row.Player)))
	}
	papers, err := ledger.Papers(v, id)
	for _, p := range papers {
		one := viewLetterOut(p.Out, nil)
		if p.Letter != 0 {
			one = viewLetterIn(p.In, nil)
		}
		one.Seat = dossier.UmpireSeat
		views = append(views, one)
	}
	slices.SortStableFunc(views, func(a, b LetterView) int { return a.At.Compare(b.At) })
	return views, err
}

// namer returns a function from the number of a player to the player's name, which reads each
// player once. The name is nil for number 0.
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

// GameWindows returns the time allowed for each turn; the running turn comes last.
func (r *Room) GameWindows(_ context.Context, a Numbered) ([]TurnWindow, error) {
	return view(r, func(v store.View) ([]TurnWindow, error) {
		s, err := v.Game(a.ID)
		return viewWindows(s), err
	})
}

// GameEvents returns the log of a game.
func (r *Room) GameEvents(_ context.Context, a Numbered) ([]EventView, error) {
	return view(r, func(v store.View) ([]EventView, error) {
		if _, err := v.Game(a.ID); err != nil {
			return nil, err
		}
		entries, err := v.Events(a.ID)
		views := []EventView{}
		for _, e := range entries {
			view, err := viewEvent(e)
			if err != nil {
				return nil, err
			}
			views = append(views, view)
		}
		return views, err
	})
}

// Text is the answer of a verb whose result is a text or a picture.
type Text struct {
	ID   int64  `json:"id"`
	Text string `json:"text"`
	PNG  []byte `json:"png,omitempty"`
}

// GameScore returns the score of a game in descriptive notation.
func (r *Room) GameScore(_ context.Context, a Numbered) (Text, error) {
	return view(r, func(v store.View) (Text, error) {
		s, names, err := gameOf(v, a.ID)
		if err != nil {
			return Text{}, err
		}
		return Text{ID: a.ID, Text: templates.Score(s, names)}, nil
	})
}

// GamePGN returns a game as Portable Game Notation.
func (r *Room) GamePGN(_ context.Context, a Numbered) (Text, error) {
	return view(r, func(v store.View) (Text, error) {
		s, names, err := gameOf(v, a.ID)
		if err != nil {
			return Text{}, err
		}
		log, _, err := ledger.EventsOf(v, s)
		return Text{ID: a.ID, Text: templates.PGN(s, names, r.Office, log...)}, err
	})
}

// Binding names a game whose book GameBook prints, and the paper; "" for the one of the
// configuration.
type Binding struct {
	ID    int64       `json:"id"`
	Paper press.Paper `json:"paper,omitempty"`
}

// BoundBook is the book of a game.
type BoundBook struct {
	ID  int64  `json:"id"`
	PDF []byte `json:"pdf"`
}

// GameBook prints the book of a game. GameBook is refused for a game that is not over.
func (r *Room) GameBook(_ context.Context, a Binding) (BoundBook, error) {
	return view(r, func(v store.View) (BoundBook, error) {
		s, names, err := gameOf(v, a.ID)
		if err != nil {
			return BoundBook{}, err
		}
		if s.Result == nil {
			return BoundBook{}, refuse("game %d is not over, and has no book yet", a.ID)
		}
		b, err := ledger.Book(v, s, names)
		if err != nil {
			return BoundBook{}, err
		}
		b.Office, b.Zone, b.Paper = r.Office, r.Ledger.Zone, cmp.Or(a.Paper, press.Paper(r.Paper), press.A4)
		pdf, err := b.PDF()
		return BoundBook{ID: a.ID, PDF: pdf}, err
	})
}

// Drawing names a game whose board GameBoard gives; PNG asks for a picture too.
type Drawing struct {
	ID  int64 `json:"id,omitempty"`
	PNG bool  `json:"png,omitempty"`
}

// GameBoard returns the board of a game in its present position.
func (r *Room) GameBoard(_ context.Context, a Drawing) (Text, error) {
	return view(r, func(v store.View) (Text, error) {
		s, err := v.Game(a.ID)
		if err != nil {
			return Text{}, err
		}
		p := s.Position
		t := Text{ID: a.ID, Text: templates.Board(&p, board.White)}
		if !a.PNG {
			return t, nil
		}
		var png bytes.Buffer
		err = templates.BoardPNG(&png, &p, templates.AfterLast(s))
		t.PNG = png.Bytes()
		return t, err
	})
}

// ChallengeView is a challenge that waits for an answer.
type ChallengeView struct {
	ID   int64     `json:"id"`
	At   time.Time `json:"at"`
	From string    `json:"from"` // name of the challenger
	// the name of the challenged player; the address of a person who is not registered
	To       string    `json:"to"`
	Stranger bool      `json:"stranger"` // the challenged person is not registered
	Terms    []string  `json:"terms"`
	Waiting  []string  `json:"waiting"` // who has not accepted
	Remind   time.Time `json:"remind"`  // when the next reminder is due
}

// ChallengeList returns the challenges that wait for an answer.
func (r *Room) ChallengeList(context.Context, None) ([]ChallengeView, error) {
	return view(r, func(v store.View) ([]ChallengeView, error) {
		open, err := v.OpenChallenges()
		views := []ChallengeView{}
		for _, ch := range open {
			view, err := viewChallenge(v, ch)
			if err != nil {
				return nil, err
			}
			views = append(views, view)
		}
		return views, err
	})
}

func viewChallenge(v store.View, ch store.Challenge) (ChallengeView, error) {
	view := ChallengeView{ID: ch.ID, At: ch.At, To: ch.To, Stranger: ch.ToID == 0, Remind: ch.Remind, Waiting: []string{}}
	name := func(id int64, other string) string {
		if p, err := v.Player(id); err == nil {
			return p.Name
		}
		return other
	}
	view.From, view.To = name(ch.From, ""), name(ch.ToID, ch.To)
	if ch.Acceptance == 0 {
		view.Waiting = append(view.Waiting, view.To)
	}
	for _, c := range ch.Consultants {
		if !c.Accepted {
			view.Waiting = append(view.Waiting, name(c.Player, c.Address))
		}
	}
	terms, err := ledger.ChallengeTerms(ch)
	view.Terms = terms.Lines()
	return view, err
}
