package control

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/umpire"
	"corrd/game"
	"corrd/game/board"
	"corrd/store"
)

// DisputeView is a matter that is or was before the umpire.
type DisputeView struct {
	ID         int64      `json:"id"`
	Game       int64      `json:"game"`
	Ground     string     `json:"ground"`
	By         string     `json:"by"`
	Opened     time.Time  `json:"opened"`
	WaitingFor string     `json:"waiting_for"` // "umpire", "white", "black" or "none"
	Due        *time.Time `json:"due"`         // when the answer of the side that was asked is due
	State      string     `json:"state"`       // "open" or "closed"
	Events     []int64    `json:"events"`
	// the names of the letters for `corrctl letter show`: 7 came in, o17 went out
	Letters []string `json:"letters"`
	Running string   `json:"running"` // the side whose clock runs: "white", "black" or "none"
}

// DisputeDetail is a dispute with everything that the umpire needs for a ruling.
type DisputeDetail struct {
	DisputeView
	Words    string          `json:"words"`
	Says     []umpire.Saying `json:"says"`
	Board    GameView        `json:"board"`
	Timeline []Moment        `json:"timeline"`
	Options  []UmpireMight   `json:"options"`
}

// Moment is an event or a letter of the game of a dispute, with its time.
type Moment struct {
	At   time.Time `json:"at"`
	What string    `json:"what"`
}

// UmpireMight is a ruling that the umpire can make now.
type UmpireMight struct {
	Command string `json:"command"`
	Says    string `json:"says"`
}

// Which says which disputes to list.
type Which struct {
	// list all disputes about this game, closed ones too; 0: list all open disputes
	Game int64 `json:"game,omitempty"`
}

// DisputeList returns the disputes that wait for the umpire, or all disputes about one game.
func (r *Room) DisputeList(_ context.Context, a Which) ([]DisputeView, error) {
	return view(r, func(v store.View) ([]DisputeView, error) {
		views := []DisputeView{}
		found, err := v.OpenDisputes()
		if a.Game != 0 {
			found, err = v.DisputesOf(a.Game)
		}
		for _, d := range found {
			s, err := v.Game(d.Game)
			if errors.Is(err, store.ErrRules) && a.Game == 0 {
				continue
			}
			if err != nil {
				return nil, err
			}
			one, err := viewDispute(v, d, s)
			if err != nil {
				return nil, err
			}
			views = append(views, one)
		}
		return views, err
	})
}

// disputeNamed returns the dispute with a number, and its game.
func disputeNamed(v store.View, id int64) (d store.Dispute, s game.State, err error) {
	d, objection, err := umpire.Dispute(v, id)
	if objection != "" {
		return d, s, objected(objection)
	}
	if err == nil {
		s, err = v.Game(d.Game)
	}
	return d, s, err
}

func viewDispute(v store.View, d store.Dispute, s game.State) (DisputeView, error) {
	view := DisputeView{ID: d.ID, Game: d.Game, Ground: d.Ground, By: d.By, Opened: d.Opened, WaitingFor: "umpire", State: "open", Letters: []string{}, Running: s.RunsFor(v.Now())}
	if q := umpire.Asked(d, s, v.Now()); q != nil {
		view.WaitingFor, view.Due = q.Side.String(), &q.Until
	}
	if !d.Closed.IsZero() {
		view.WaitingFor, view.Due, view.State = "none", nil, "closed"
	}
	entries, err := v.Events(d.Game)
	if err != nil {
		return view, err
	}
	view.Events = umpire.EventsOfDispute(d, entries)
	rows, err := v.RowsOf(d.Game, math.MaxInt)
	for _, seq := range view.Events {
		if letter := entries[seq-1].Event.Letter; letter != 0 && !slices.Contains(view.Letters, fmt.Sprint(letter)) {
			view.Letters = append(view.Letters, fmt.Sprint(letter))
		}
		for _, row := range rows {
			if name := fmt.Sprint("o", row.ID); row.First <= seq && seq <= row.Seq && !slices.Contains(view.Letters, name) {
				view.Letters = append(view.Letters, name)
			}
		}
	}
	if err != nil {
		return view, err
	}
	papers, err := ledger.Papers(v, d.Game)
	for _, p := range papers {
		if p.Dispute == d.ID && !slices.Contains(view.Letters, p.Name()) {
			view.Letters = append(view.Letters, p.Name())
		}
	}
	return view, err
}

// DisputeShow returns one dispute: what the parties have said, the position, the clocks, and what
// the umpire can do.
func (r *Room) DisputeShow(_ context.Context, a Numbered) (DisputeDetail, error) {
	return view(r, func(v store.View) (DisputeDetail, error) {
		d, s, err := disputeNamed(v, a.ID)
		if err != nil {
			return DisputeDetail{}, err
		}
		detail := DisputeDetail{Says: []umpire.Saying{}, Timeline: []Moment{}, Options: []UmpireMight{}}
		if detail.DisputeView, err = viewDispute(v, d, s); err != nil {
			return detail, err
		}
		if detail.Board, err = viewOf(v, d.Game); err != nil {
			return detail, err
		}
		entries, err := v.Events(d.Game)
		if err != nil {
			return detail, err
		}
		if detail.Says = umpire.Said(d, entries); len(detail.Says) > 0 {
			detail.Words = detail.Says[0].Words
		}
		if detail.Timeline, err = timeline(v, d.Game, entries); err != nil || detail.State != "open" {
			return detail, err
		}
		for _, t := range umpire.Possible(d, s, v.Now().In(r.Ledger.Zone)) {
			might := fmt.Sprintf("corrctl rule %d %s --dispute %d --law LAW --reason TEXT", d.Game, t.Flag, d.ID)
			detail.Options = append(detail.Options, UmpireMight{might, t.Verb.Power().Says})
		}
		return detail, nil
	})
}

// timeline returns the events and the letters of a game in the order of their times.
func timeline(v store.View, id int64, entries []store.Entry) ([]Moment, error) {
	all := []Moment{}
	for _, e := range entries {
		all = append(all, Moment{e.Event.At, umpire.HappenedBy(e.Seq, e.Event)})
	}
	letters, err := lettersOf(v, id)
	for _, l := range letters {
		all = append(all, Moment{l.At, l.inTimeline()})
	}
	slices.SortStableFunc(all, func(a, b Moment) int { return a.At.Compare(b.At) })
	return all, err
}

// inTimeline describes a letter and what became of it in one line.
func (l LetterView) inTimeline() string {
	name, way := fmt.Sprint(l.ID), "from"
	if l.Dir == "out" {
		name, way = "o"+name, "to"
	}
	if l.Kind == ledger.ReportKind {
		way = "about"
	}
	text := fmt.Sprintf("letter %s %s %s: %s, %s", name, way, l.Seat, cmp.Or(l.Kind, "prose"), l.State)
	if l.Verdict != nil {
		text += " (" + *l.Verdict + ")"
	}
	return text
}

// Asking is what the umpire asks a side about a dispute.
type Asking struct {
	ID     int64         `json:"id,omitempty"`
	Side   string        `json:"side,omitempty"`
	Words  string        `json:"words,omitempty"`
	Within time.Duration `json:"within,omitempty"`
}

// DisputeAsk asks a side for facts. The side gets a letter, and the side's answer is filed with
// the dispute.
func (r *Room) DisputeAsk(_ context.Context, a Asking) (DisputeView, error) {
	side, ok := board.ParseSide(a.Side)
	if !ok {
		return DisputeView{}, refuse("%q is no side: white or black", a.Side)
	}
	return r.onDispute(a.ID, false, umpire.About{Verb: umpire.AskVerb, Side: side, Words: a.Words, Within: a.Within})
}

// Writing is what the umpire writes about a dispute.
type Writing struct {
	ID    int64  `json:"id,omitempty"`
	Words string `json:"words,omitempty"`
}

// DisputeNote keeps a note of the umpire. Nobody is told of the note.
func (r *Room) DisputeNote(_ context.Context, a Writing) (DisputeView, error) {
	return r.onDispute(a.ID, false, umpire.About{Verb: umpire.NoteVerb, Words: a.Words})
}

// Closing is why the umpire ends a dispute without a ruling.
type Closing struct {
	Writing
	Preview bool `json:"preview,omitempty"`
}

// DisputeClose ends a dispute without a ruling, and tells both sides the reason.
func (r *Room) DisputeClose(_ context.Context, a Closing) (DisputeView, error) {
	return r.onDispute(a.ID, a.Preview, umpire.About{Verb: umpire.CloseVerb, Words: a.Words})
}

// onDispute does something about a dispute that decides nothing, or shows what would come of it.
func (r *Room) onDispute(id int64, preview bool, about umpire.About) (DisputeView, error) {
	return rehearse(r, preview, func(tx store.Tx) (DisputeView, error) {
		a, err := r.order(tx, "", umpire.Order{Dispute: id, About: &about})
		if err != nil {
			return DisputeView{}, err
		}
		d, err := tx.Dispute(id)
		if err != nil {
			return DisputeView{}, err
		}
		return viewDispute(tx, d, a.After)
	})
}

// DisputeFile writes the evidence of the game of a dispute into an archive.
func (r *Room) DisputeFile(ctx context.Context, a Filing) (FileView, error) {
	d, err := view(r, func(v store.View) (store.Dispute, error) { d, _, err := disputeNamed(v, a.ID); return d, err })
	if err != nil {
		return FileView{}, err
	}
	return r.GameFile(ctx, Filing{ID: d.Game, For: a.For, Keep: a.Keep})
}
