package control

import (
	"time"

	"corrd/cmd/internal/umpire"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/interpret/notation"
	"corrd/store"
)

// The views are what `corrctl --json` prints: times are in RFC 3339 and UTC, durations are whole
// seconds, an absent value is null, and a list is never null.

// GameView is a game as `corrctl game show` prints it.
type GameView struct {
	ID           int64             `json:"id"`
	Code         string            `json:"code"`
	Terms        []string          `json:"terms"`
	White        string            `json:"white"`
	Black        string            `json:"black"`
	Status       string            `json:"status"`
	Turn         TurnView          `json:"turn"`
	FEN          string            `json:"fen"`
	State        string            `json:"state"`
	ToAct        string            `json:"to_act"`
	Resumes      *time.Time        `json:"resumes"` // from when an adjourned game goes on; absent: it is not adjourned
	Running      string            `json:"running"`
	Candidates   []string          `json:"candidates"`
	Penalty      *PenaltyView      `json:"penalty"`
	Moves        []MoveView        `json:"moves"`
	Conditionals []ConditionalView `json:"conditionals"`
	BeforeUmpire []AppealView      `json:"before_umpire"`
	Disputes     []DisputeLine     `json:"disputes"`
	FinesDue     []FineView        `json:"fines_due"`
	Offence      *OffenceView      `json:"offence"`
	Clocks       ClocksView        `json:"clocks"`
	// the charges of each side, "1s 2½d"; null when nothing has been paid
	Charges           map[string]string `json:"charges"`
	Window            *WindowView       `json:"window"`
	PliesSinceCapture int               `json:"plies_since_capture"`
	// CountStartedPly is the first ply that a running count of moves counts; null when no count
	// runs.
	CountStartedPly *int        `json:"count_started_ply"`
	Result          *ResultView `json:"result"`
}

// TurnView names a turn.
type TurnView struct {
	Number int    `json:"number"`
	Side   string `json:"side"`
}

// PenaltyView is a penalty that is due. The kind is "king", "man" when only one man may be moved,
// or "choice" when one of several men must be moved, or a man taken.
type PenaltyView struct {
	Kind string  `json:"kind"`
	Man  *string `json:"man"` // the square of the man, when the kind is "man"
	Side string  `json:"side"`
}

// MoveView is one move of the line.
type MoveView struct {
	Ply         int       `json:"ply"`
	UCI         string    `json:"uci"`
	SAN         string    `json:"san"`
	Descriptive string    `json:"descriptive"`
	SentAs      string    `json:"sent_as"`
	At          time.Time `json:"at"`
	Law         string    `json:"law"`
	Conditional bool      `json:"conditional"`
}

// ClocksView is both clocks.
type ClocksView struct {
	White ClockView `json:"white"`
	Black ClockView `json:"black"`
}

// ClockView is one clock: the seconds used, the seconds left to the next control, and the moves
// due by then (II.10). The last two are null under terms without a limit of time.
type ClockView struct {
	Used int64  `json:"used"`
	Left *int64 `json:"left"`
	Due  *int   `json:"due"`
}

// WindowView is the time allowed for a turn (III.2).
type WindowView struct {
	Opened  time.Time  `json:"opened"`
	Until   *time.Time `json:"until"`
	Allowed *int64     `json:"allowed_seconds"`
	Regime  string     `json:"regime"`
}

// TurnWindow is a window as `corrctl game windows` lists it.
type TurnWindow struct {
	Turn TurnView `json:"turn"`
	WindowView
	Closed *time.Time `json:"closed"`
}

// ResultView is how a game ended.
type ResultView struct {
	Score string `json:"score"`
	How   string `json:"how"`
	Law   string `json:"law"`
}

func viewGame(s game.State, names [2]string, now time.Time) GameView {
	number, side := s.TurnNumber()
	v := GameView{ID: s.ID, Code: s.Terms.Code, Terms: s.Terms.Lines(), White: names[0], Black: names[1], Status: status(s),
		Turn: TurnView{number, side.String()}, FEN: s.Position.FEN(), State: s.Stage().String(), ToAct: s.ToAct(), Running: s.RunsFor(now),
		Candidates: board.UCI(s.Candidates()), Penalty: viewPenalty(s), Moves: viewMoves(s), Conditionals: viewConditionals(s), BeforeUmpire: viewAppeals(s), Disputes: viewDisputes(s), FinesDue: viewFines(s), Offence: viewOffence(s),
		Clocks:            ClocksView{White: viewClock(s, board.White, now), Black: viewClock(s, board.Black, now)},
		Charges:           s.Paid(),
		PliesSinceCapture: s.PliesSinceCapture()}
	if s.Count != nil {
		first := s.Count.After + 1
		v.CountStartedPly = &first
	}
	if s.Tournament != nil {
		v.Terms = s.Terms.LinesOfEvent()
	}
	if s.Resting() {
		v.Resumes = &s.Rest.Resumes
	}
	v.Result = viewResult(s)
	if s.Result == nil {
		w := viewWindow(s.Window)
		if s.FromHand(s.Window.Side) {
			w.Until, w.Allowed = nil, nil
		}
		v.Window = &w
	}
	return v
}

func status(s game.State) string {
	switch {
	case s.Result != nil && s.Result.Score == game.Annulled:
		return "annulled"
	case s.Result != nil:
		return "finished"
	case s.Resumable():
		return "suspended"
	}
	return "playing"
}

// AppealView is a claim that the umpire must decide, or a protest. The ground of a claim is a
// provision of the code.
type AppealView struct {
	Kind   string    `json:"kind"`  // "claim" or "protest"
	Event  int64     `json:"event"` // the number by which a ruling names the claim or protest
	By     string    `json:"by"`
	Ground *string   `json:"ground"`
	Words  string    `json:"words"`
	At     time.Time `json:"at"`
}

// DisputeLine is an open dispute about a game.
type DisputeLine struct {
	ID     *int64    `json:"id"` // null in a preview, before the dispute has a number
	Event  int64     `json:"event"`
	Ground string    `json:"ground"`
	By     string    `json:"by"`
	At     time.Time `json:"at"`
	// About says what has happened when no player has put the matter into words; null when a
	// player has.
	About *string `json:"about"`
}

func viewDisputes(s game.State) []DisputeLine {
	lines := []DisputeLine{}
	for _, d := range s.Disputes() {
		lines = append(lines, DisputeLine{Event: d.Seq, Ground: string(d.Ground), By: d.By.String(), At: d.At})
	}
	return lines
}

// numbered fills in the numbers of the disputes of a game, and describes the disputes that no
// player has put into words.
func numbered(v store.View, s game.State, lines []DisputeLine) error {
	if len(lines) == 0 {
		return nil
	}
	known, err := v.DisputesOf(s.ID)
	if err != nil {
		return err
	}
	for i, d := range s.Disputes() {
		about, err := umpire.Unstated(v, s, d)
		if err != nil {
			return err
		}
		lines[i].About = orNull(about)
		for _, d := range known {
			if d.Event == lines[i].Event {
				lines[i].ID = &d.ID
			}
		}
	}
	return nil
}

// FineView is a fine that is due under the term `late fine`. Event is the number of the dispute's
// event.
type FineView struct {
	Side  string    `json:"side"`
	Event int64     `json:"event"`
	At    time.Time `json:"at"`
}

func viewFines(s game.State) []FineView {
	views := []FineView{}
	for _, f := range s.Fines {
		views = append(views, FineView{f.Side.String(), f.Seq, f.At})
	}
	return views
}

// OffenceView is an offence whose penalty is open or due, with the words of the offender.
type OffenceView struct {
	By    string `json:"by"`
	Words string `json:"words"`
	Law   string `json:"law"`
}

func viewOffence(s game.State) *OffenceView {
	if s.Offence == nil {
		return nil
	}
	return &OffenceView{By: s.Offence.By.String(), Words: s.Offence.Words, Law: string(s.Offence.Law)}
}

// viewAppeals returns the claims and then the protests that are before the umpire.
func viewAppeals(s game.State) []AppealView {
	views := []AppealView{}
	for _, c := range s.Claims() {
		views = append(views, AppealView{Kind: "claim", Event: c.Seq, By: c.Party().String(), Ground: &c.Ground, Words: c.Words, At: c.At})
	}
	for _, p := range s.OpenProtests() {
		views = append(views, AppealView{Kind: "protest", Event: p.Seq, By: p.By.String(), Words: p.Words, At: p.At})
	}
	return views
}

func viewPenalty(s game.State) *PenaltyView {
	d, due := s.Discharge()
	if !due {
		return nil
	}
	p := &PenaltyView{Kind: "king", Side: s.Offence.By.String()}
	switch {
	case d.Move.Len() == 1:
		man := d.Move.First().String()
		p.Kind, p.Man = "man", &man
	case d.Move != 0 || d.Take != 0:
		p.Kind = "choice"
	}
	return p
}

func viewResult(s game.State) *ResultView {
	if s.Result == nil {
		return nil
	}
	return &ResultView{Score: string(s.Result.Score), How: string(s.Result.How), Law: string(s.Result.Law)}
}

func viewMoves(s game.State) []MoveView {
	moves := make([]MoveView, 0, len(s.Line))
	for p, t := range s.Played() {
		moves = append(moves, MoveView{Ply: t.Ply, UCI: t.Move.String(), SAN: s.MadeSAN(&p, t.Move, t.Words), Descriptive: notation.Short(&p, t.Move),
			SentAs: t.Words, At: t.At, Law: string(t.Law), Conditional: t.Conditional})
	}
	return moves
}

func viewClock(s game.State, side board.Side, now time.Time) ClockView {
	c := s.Clock(side, now)
	v := ClockView{Used: seconds(c.Used)}
	if c.Due != 0 {
		left, due := seconds(c.Left), c.Due
		v.Left, v.Due = &left, &due
	}
	return v
}

func viewWindow(w clocks.Window) WindowView {
	v := WindowView{Opened: w.Opened, Regime: string(w.Regime)}
	if !w.Until.IsZero() {
		allowed := seconds(w.Allowed)
		v.Until, v.Allowed = &w.Until, &allowed
	}
	return v
}

func viewWindows(s game.State) []TurnWindow {
	all := s.EveryWindow()
	views := make([]TurnWindow, len(all))
	for i, w := range all {
		views[i] = TurnWindow{Turn: TurnView{w.Number, w.Side.String()}, WindowView: viewWindow(*w)}
		if !w.Closed.IsZero() {
			views[i].Closed = &w.Closed
		}
	}
	return views
}

func seconds(d time.Duration) int64 { return int64(d / time.Second) }
