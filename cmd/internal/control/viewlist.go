package control

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/line"
	"corrd/store"
)

// GameLine is a game as `corrctl game list` prints it.
type GameLine struct {
	ID     int64       `json:"id"`
	Code   string      `json:"code"`
	White  string      `json:"white"`
	Black  string      `json:"black"`
	Status string      `json:"status"`
	State  string      `json:"state"`
	Turn   TurnView    `json:"turn"`
	ToAct  string      `json:"to_act"`
	Result *ResultView `json:"result"`

	Disputes []int64 `json:"disputes"` // the numbers of the open disputes
	// Due is when the time for the turn ends; null when the time has no end, or when nobody's
	// clock runs.
	Due *time.Time `json:"due"`
	// Moved is when the last move was made, or the game began; null in a game of newer rules.
	Moved *time.Time `json:"moved"`
}

func viewLine(v GameView, moved time.Time) GameLine {
	line := GameLine{ID: v.ID, Code: v.Code, White: v.White, Black: v.Black, Status: v.Status, State: v.State, Turn: v.Turn, ToAct: v.ToAct, Result: v.Result, Disputes: []int64{}, Moved: &moved}
	for _, d := range v.Disputes {
		if d.ID != nil {
			line.Disputes = append(line.Disputes, *d.ID)
		}
	}
	if v.Window != nil && v.Running != "none" {
		line.Due = v.Window.Until
	}
	return line
}

// EventView is one event of a game's log. Hash is the SHA-256 of the hash of the event before and
// of Line. Line holds the hashes of the texts in Beside (see package store).
type EventView struct {
	Seq    int64           `json:"seq"`
	At     time.Time       `json:"at"`
	Kind   string          `json:"kind"`
	By     string          `json:"by"`
	Law    string          `json:"law"`
	Letter int64           `json:"letter,omitempty"`
	Data   json.RawMessage `json:"data"`
	Hash   string          `json:"hash"`
	Format int             `json:"format"`
	// Line is null when an order has erased texts of an event of format 1; Hash then cannot be
	// recomputed.
	Line *string `json:"line"`
	// the number of the order of erasure; null when nothing is erased
	Erased *int64       `json:"erased"`
	Beside []BesideView `json:"beside"`
	// Act is the act from which the event and those after it follow; null where an event before it
	// notes the act.
	Act json.RawMessage `json:"act"`
}

// BesideView is one text whose hash the line of an event holds: SHA-256 of the salt and the text.
// The text of "raw" is the letter, byte for byte, and is null here. Salt and text are null when
// an order has erased the text.
type BesideView struct {
	Name   string  `json:"name"`
	Salt   *string `json:"salt"`
	Text   *string `json:"text"`
	Erased *int64  `json:"erased"` // the order
}

func viewEvent(e store.Entry) (EventView, error) {
	view := EventView{Hash: hex.EncodeToString(e.Hash[:]), Beside: []BesideView{}}
	err := json.Unmarshal(e.Plain, &view)
	view.Format = e.Format
	if line := string(e.Line); e.Erased == 0 {
		view.Line = &line
	} else {
		view.Erased = &e.Erased
	}
	for _, b := range e.Beside {
		one := BesideView{Name: b.Name}
		salt, text := hex.EncodeToString(b.Salt[:]), string(b.Text)
		if b.Erased != 0 {
			one.Erased = &b.Erased
		} else if one.Salt = &salt; b.Name != store.RawText {
			one.Text = &text
		}
		view.Beside = append(view.Beside, one)
	}
	return view, err
}

// LetterView is a letter of a game that came in or went out.
type LetterView struct {
	ID   int64     `json:"id"`
	Dir  string    `json:"dir"` // "in" or "out"
	At   time.Time `json:"at"`
	Seat string    `json:"seat"`
	// the name of the writer or the reader; null when they are not registered
	Player    *string `json:"player"`
	Kind      string  `json:"kind"`
	Verdict   *string `json:"verdict"` // null when the state says everything
	State     string  `json:"state"`
	MessageID string  `json:"message_id"`
}

func viewLetterIn(l store.Letter, player *string) LetterView {
	return LetterView{ID: l.ID, Dir: "in", At: l.Received, Seat: l.Side.String(), Player: player, Kind: l.Kind, Verdict: orNull(l.Verdict), State: string(l.State), MessageID: l.MessageID}
}

// instant returns a pointer to a time, and nil for the zero time.
func instant(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}

// orNull returns a pointer to a text, and nil for "".
func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func viewLetterOut(r store.Row, player *string) LetterView {
	return LetterView{ID: r.ID, Dir: "out", At: r.At, Seat: r.Side.String(), Player: player, Kind: r.Kind, Verdict: orNull(r.Error), State: string(r.State), MessageID: r.MessageID}
}

// ConditionalView is an assumed move and the reply bound to it, in the sender's own words. The
// assumed move is "any" when any move of the opponent fires the conditional.
type ConditionalView struct {
	Side     string            `json:"side"`
	If       string            `json:"if"`
	Then     string            `json:"then"`
	Children []ConditionalView `json:"children"`
	Status   string            `json:"status"`
}

// viewConditionals returns the conditional series of a game as trees. A conditional that follows
// another conditional is only below the other one.
func viewConditionals(s game.State) []ConditionalView { return viewFollowing(s, 0) }

// viewFollowing returns the conditionals that began to wait when conditional number fired;
// conditionals count from 1. With number 0 it returns the conditionals that were sent by
// themselves.
func viewFollowing(s game.State, number int) []ConditionalView {
	views := []ConditionalView{}
	for i, c := range s.Conditionals {
		if c.Parent != number {
			continue
		}
		standing := s.Standing(c)
		v := viewBranch(c.Side, c.Branch, standing)
		if standing == line.Fired {
			v.Children = viewFollowing(s, i+1)
		}
		views = append(views, v)
	}
	return views
}

// viewBranch returns an assumed move of a branch and what follows the move. Nothing of the branch
// has fired.
func viewBranch(side board.Side, b line.Branch, status line.Standing) ConditionalView {
	v := ConditionalView{Side: side.String(), If: cmp.Or(strings.Join(b.If, " or "), "any"), Then: b.Then, Children: []ConditionalView{}, Status: string(status)}
	if b.Resign {
		v.Then = "resign"
	}
	for _, next := range b.Next {
		v.Children = append(v.Children, viewBranch(side, next, status))
	}
	return v
}
