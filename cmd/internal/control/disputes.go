package control

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/ruling"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/store"
	"corrd/templates/texts"
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
	Says     []ledger.Saying `json:"says"`
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
	if d, err = v.Dispute(id); errors.Is(err, store.ErrNotFound) {
		return d, s, refuse("there is no dispute %d; corrctl dispute list shows those that are open", id)
	}
	if err == nil {
		s, err = v.Game(d.Game)
	}
	return d, s, err
}

func viewDispute(v store.View, d store.Dispute, s game.State) (DisputeView, error) {
	view := DisputeView{ID: d.ID, Game: d.Game, Ground: d.Ground, By: d.By, Opened: d.Opened, WaitingFor: "umpire", State: "open", Letters: []string{}, Running: s.RunsFor(v.Now())}
	for _, side := range []board.Side{board.White, board.Black} {
		if q := s.Inquiry(d.Event, side); q != nil && v.Now().Before(q.Until) {
			view.WaitingFor, view.Due = side.String(), &q.Until
		}
	}
	if !d.Closed.IsZero() {
		view.WaitingFor, view.Due, view.State = "none", nil, "closed"
	}
	entries, err := v.Events(d.Game)
	if err != nil {
		return view, err
	}
	view.Events = ledger.EventsOfDispute(d, entries)
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
		detail := DisputeDetail{Says: []ledger.Saying{}, Timeline: []Moment{}, Options: []UmpireMight{}}
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
		if detail.Says = ledger.Said(d, entries); len(detail.Says) > 0 {
			detail.Words = detail.Says[0].Words
		}
		if detail.Timeline, err = timeline(v, d.Game, entries); err != nil || detail.State != "open" {
			return detail, err
		}
		detail.Options = options(d, s, v.Now())
		return detail, nil
	})
}

// timeline returns the events and the letters of a game in the order of their times.
func timeline(v store.View, id int64, entries []store.Entry) ([]Moment, error) {
	all := []Moment{}
	for _, e := range entries {
		all = append(all, Moment{e.Event.At, ledger.HappenedBy(e.Seq, e.Event)})
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

// options returns the rulings that the umpire can make on a dispute now, each with the command for
// it.
func options(d store.Dispute, s game.State, now time.Time) []UmpireMight {
	all := []UmpireMight{}
	for _, p := range game.Powers() {
		for _, r := range ruling.Tries(p, s) {
			if r.Appeal = d.Event; play.RulingPossible(s, r.Ruling, now) {
				all = append(all, UmpireMight{fmt.Sprintf("corrctl rule %d %s --dispute %d --law LAW --reason TEXT", d.Game, r.Flag, d.ID), p.Says})
			}
		}
	}
	return all
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
	var side board.Side
	switch a.Side {
	case "white":
	case "black":
		side = board.Black
	default:
		return DisputeView{}, refuse("%q is no side: white or black", a.Side)
	}
	return r.onDispute(a.ID, false, func(d store.Dispute, now time.Time) game.Fact {
		return game.Inquired{Dispute: d.Event, Side: side, Words: strings.TrimSpace(a.Words), Until: now.Add(a.Within).UTC().Truncate(time.Second)}
	})
}

// Writing is what the umpire writes about a dispute.
type Writing struct {
	ID    int64  `json:"id,omitempty"`
	Words string `json:"words,omitempty"`
}

// DisputeNote keeps a note of the umpire. Nobody is told of the note.
func (r *Room) DisputeNote(_ context.Context, a Writing) (DisputeView, error) {
	return r.onDispute(a.ID, false, func(d store.Dispute, _ time.Time) game.Fact {
		return game.Noted{Dispute: d.Event, Words: strings.TrimSpace(a.Words)}
	})
}

// Closing is why the umpire ends a dispute without a ruling.
type Closing struct {
	Writing
	Preview bool `json:"preview,omitempty"`
}

// DisputeClose ends a dispute without a ruling, and tells both sides the reason.
func (r *Room) DisputeClose(_ context.Context, a Closing) (DisputeView, error) {
	return r.onDispute(a.ID, a.Preview, func(d store.Dispute, _ time.Time) game.Fact {
		return game.Settled{Dispute: d.Event, Words: strings.TrimSpace(a.Words)}
	})
}

// onDispute adds to an open dispute a fact that decides nothing, or shows what would come of it.
func (r *Room) onDispute(id int64, preview bool, f func(d store.Dispute, now time.Time) game.Fact) (DisputeView, error) {
	return rehearse(r, preview, func(tx store.Tx) (DisputeView, error) {
		d, s, err := disputeNamed(tx, id)
		if err != nil {
			return DisputeView{}, err
		}
		if err := wantOpen(tx, d); err != nil {
			return DisputeView{}, err
		}
		now := tx.Now().In(r.Ledger.Zone)
		h := play.Handle{Fact: f(d, now)}
		if h.By, err = ruledBy(tx, s, "", d.Event); err != nil {
			return DisputeView{}, err
		}
		// where there is no other umpire, whoever sits at the socket is the one who ruled
		h.By = cmp.Or(h.By, s.AppealFrom(d.Event).Umpire)
		if objection := play.DisputeObjection(s, h.Fact, h.By, now); objection != "" {
			return DisputeView{}, refuse("dispute %d: %s", id, texts.Because(objection))
		}
		if s, err = r.Ledger.Append(tx, s, play.Decide(s, h, now), ledger.By{}); err != nil {
			return DisputeView{}, err
		}
		if d, err = tx.Dispute(id); err != nil {
			return DisputeView{}, err
		}
		return viewDispute(tx, d, s)
	})
}

// DisputeFile writes the evidence of the game of a dispute into an archive.
func (r *Room) DisputeFile(ctx context.Context, a Filing) (FileView, error) {
	d, err := view(r, func(v store.View) (store.Dispute, error) { d, _, err := disputeNamed(v, a.ID); return d, err })
	if err != nil {
		return FileView{}, err
	}
	return r.GameFile(ctx, Filing{ID: d.Game, For: a.For})
}

// wantOpen refuses work on a closed dispute, and names the ruling that closed the dispute.
func wantOpen(v store.View, d store.Dispute) error {
	if d.Closed.IsZero() {
		return nil
	}
	how, err := ledger.HowClosed(v, d)
	if err != nil {
		return err
	}
	return refuse("%s; corrctl dispute show %d tells all of it", how, d.ID)
}

// ruledOn returns the number of the event that opened the dispute named by a ruling.
func ruledOn(v store.View, id, gameID int64) (int64, error) {
	d, _, err := disputeNamed(v, id)
	switch {
	case err != nil:
		return 0, err
	case d.Game != gameID:
		return 0, refuse("dispute %d is about game %d, not game %d", id, d.Game, gameID)
	}
	return d.Event, wantOpen(v, d)
}
