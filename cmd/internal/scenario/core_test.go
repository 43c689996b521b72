package scenario

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/game/play"
	"corrd/game/telling"
	"corrd/interpret"
	"corrd/templates/texts"
)

// Core plays a scenario through the pure game. Letters are delivered the instant they are written,
// and alarms ring in order when time passes. Core judges letters of registered senders, up to the
// first step that needs a daemon: the letter of somebody who is not registered, or a letter for the
// office alone.
func Core(s Scenario) Outcome {
	out, _ := newCore(s).wholly(s)
	return out
}

// wholly begins a scenario and plays it as far as the core can. begun is false for a challenge that
// is refused.
func (c *core) wholly(s Scenario) (out Outcome, begun bool) {
	if err := c.begin(s); err != nil {
		return Outcome{File: s.Name}.failed(1, err.Error()), false
	}
	return s.play(context.Background(), c), true
}

func newCore(s Scenario) *core {
	return &core{state: game.State{ID: 1}, now: s.begins(), zone: s.begins().Location(), acted: map[act]bool{}, pages: pages{wanted: s.readsLetters(), zone: s.Zone}}
}

// errBeyondCore is the error of a letter that only a daemon can judge: a letter of somebody who
// is not registered, or a letter to the office.
var errBeyondCore = beyond{"a daemon"}

// core is a game without a daemon.
type core struct {
	state   game.State
	now     time.Time
	zone    *time.Location // the time zone of the server
	letters int64          // how many letters have come in
	keys    [2][]posted    // the letters to each side, the oldest first
	acted   map[act]bool   // the letters that must not act again
	log     []game.Event   // every event so far
	cited   []string       // the law of every event so far, those of the other games of a match too
	since   view           // the laws and letters that have come since the last look
	pages                  // the text of these letters
}

// posted is a letter to a side: the ply in its key, the number of the last event it told of,
// whether it asked for a move, and the time of its delivery.
type posted struct {
	ply  int
	seq  int64
	asks bool
	at   time.Time
}

// act is what distinguishes a letter from a copy of the letter that was sent again by hand.
type act struct {
	side       board.Side
	ply, round int
	text       string
}

// begin starts the game and plays the moves of the header.
func (c *core) begin(s Scenario) error {
	c.beginOthers(s)
	c.decide(s.startAct())
	for i, m := range s.Moves {
		if !s.Terms.Carriers().Carrier().AtOnce() {
			if err := c.rule(context.Background(), placed(m)); err != nil {
				return err
			}
			continue
		}
		position := c.state.Position
		words, ok := wording(&position, m, s.rules())
		if !ok {
			return fmt.Errorf("move %d of moves, %s, can be written in no notation the terms agree on", i+1, m)
		}
		if err := c.write(context.Background(), Letter{Side: position.SideToMove(), Keyed: true, Member: 1, Text: words}); err != nil {
			return err
		}
		if len(c.state.Line) != i+1 {
			return fmt.Errorf("move %d of moves, %s, sent as %q, was not played", i+1, m, words)
		}
	}
	return nil
}

// beginOthers begins the other games of a match.
func (c *core) beginOthers(s Scenario) {
	for n := 2; n <= s.Terms.Games; n++ {
		c.beside(s.startAct().InMatch(game.Match{Challenge: 1, Number: n, Games: s.Terms.Games}))
	}
}

// beside begins another game of a match, in which nobody plays, and delivers its first letters.
func (c *core) beside(a play.Start) {
	other := core{now: c.now, zone: c.zone, cited: c.cited, since: c.since, pages: c.pages}
	other.decide(a)
	c.cited, c.since, c.pages = other.cited, other.since, other.pages
}

// decide lets the laws decide an act, delivers the letters that follow, and starts the clock of
// the side that is asked for its move.
func (c *core) decide(a play.Act) []game.Event {
	before := c.state
	events := play.Decide(before, a, c.now.In(c.zone))
	dispatches := telling.Dispatches(before, events)
	states := []game.State{}
	for _, e := range events {
		c.state = c.state.Apply(e)
		c.log = append(c.log, e)
		states = append(states, c.state)
		c.cited, c.since.Laws = append(c.cited, string(e.Law)), append(c.since.Laws, string(e.Law))
	}
	for _, d := range dispatches {
		c.since.Letters[d.To] = append(append(c.since.Letters[d.To], d.Kind), d.Also...)
		after := states[d.Event]
		c.pages.game(d, before, after, events[:d.Event+1], c.now)
		c.keys[d.To] = append(c.keys[d.To], posted{after.KeyPly(d.To), after.Seq, d.Asks, c.now})
	}
	for _, d := range dispatches {
		if d.Asks {
			c.decide(play.Notify{Side: d.To, Told: before.Seq + int64(d.Event) + 1})
		}
	}
	if p, ok := play.Prove(c.state); ok {
		c.decide(p)
	}
	if c.state.PlayedAgain() && before.Result == nil {
		c.beside(play.Again(c.state))
	}
	return events
}

func (c *core) write(_ context.Context, l Letter) error {
	statements, note, ours := playing(l.Text)
	if l.Foreign || !l.Keyed || !ours || c.state.BesideInOneWord() > 0 && slices.ContainsFunc(statements, interpret.Statement.InOneWord) {
		return errBeyondCore
	}
	key, err := c.key(l.Side, l.Ply)
	if err != nil {
		return err
	}
	text := fmt.Sprint(c.state.ProtestRecalled(l.Side, statements), l.Text) // each protest is recalled anew
	this := act{l.Side, key.ply, c.state.RoundOf(l.Side, key.ply), text}
	if c.acted[this] {
		c.sayAgain(l.Side, key.ply)
		return nil
	}
	c.letters++
	c.pages.said += l.Text + "\n"
	if c.state.Terms.Carriers().Carrier().AtOnce() && !c.state.Consults(l.Side) {
		c.pages.note = note
	}
	events := c.decide(play.Letter{ID: c.letters, By: l.Side, Ply: key.ply, Answers: key.seq, Received: c.now, Statements: statements, Note: note})
	if slices.ContainsFunc(events, func(e game.Event) bool { return acts(e, l.Side) }) {
		c.acted[this] = true
		c.acted[act{l.Side, key.ply, game.RoundOver, text}] = true
	}
	if len(events) == 0 {
		c.sayAgain(l.Side, key.ply)
	}
	return nil
}

// sayAgain delivers, once in a turn, the letter that tells a side that it has written the same
// words again.
func (c *core) sayAgain(side board.Side, ply int) {
	told := act{side: side, ply: ply, text: "told"}
	if !c.acted[told] {
		c.acted[told] = true
		c.since.Letters[side] = append(c.since.Letters[side], "repeat")
		c.pages.again(side, c.state, c.now)
		c.keys[side] = append(c.keys[side], posted{c.state.KeyPly(side), c.state.Seq, false, c.now})
	}
}

// acts reports whether an event is an act of a side's letter, and not only the return of the
// letter.
func acts(e game.Event, side board.Side) bool {
	switch e.Fact.(type) {
	case game.Asked, game.Refused:
		return false
	}
	return e.By == game.PartyOf(side)
}

// playing returns the statements of a letter that act in the game, and the letter's prose. ok is
// false for a letter that has only other statements, which are for the office, and for a letter
// that turns to another game.
func playing(text string) (statements []interpret.Statement, note string, ok bool) {
	page := interpret.Parse(text)
	all := page.Statements
	for _, s := range all {
		if s.Game > 1 {
			return nil, "", false
		}
		if s.Kind.Acts() {
			statements = append(statements, s)
		}
	}
	return statements, page.Note, (len(statements) > 0 || len(all) == 0) && page.Withheld == ""
}

// key returns the newest letter to a side whose key has the ply ply, and with ply 0 the newest
// letter to the side.
func (c *core) key(side board.Side, ply int) (posted, error) {
	for _, l := range slices.Backward(c.keys[side]) {
		if ply == 0 || l.ply == ply {
			return l, nil
		}
	}
	if ply == 0 {
		return posted{}, fmt.Errorf("%s has had no letter to answer", side)
	}
	return posted{}, noKey(side.String(), ply)
}

// bounce makes the newest letter to a side come back. When a side has several players, a letter
// to one of them stops nothing, because the others have their letters.
func (c *core) bounce(_ context.Context, side board.Side) error {
	l, err := c.key(side, 0)
	if err != nil || c.state.Consults(side) {
		return err
	}
	c.decide(play.CameBack{Side: side, Asks: l.asks, Sent: l.at, Told: l.seq})
	return nil
}

// down stops corrd for a time. What falls due meanwhile is judged after the outage.
func (c *core) down(d time.Duration) error {
	from := c.now
	c.now = from.Add(d)
	c.decide(play.Outage{From: from, Until: c.now, Why: "corrd was down"})
	return c.ringUntil(c.now)
}

func (c *core) wait(_ context.Context, d time.Duration) error {
	return c.ringUntil(c.now.Add(d))
}

// ringUntil makes everything happen, in order, that falls due by an instant.
func (c *core) ringUntil(until time.Time) error {
	for {
		at, due := c.state.Deadline()
		if due == game.NothingDue || at.After(until) {
			c.now = until
			return nil
		}
		if at.After(c.now) {
			c.now = at
		}
		if len(c.decide(play.Alarm{})) == 0 {
			return fmt.Errorf("what was due at %s (%s) did not happen", at.Format(time.RFC3339), due)
		}
	}
}

// rule makes a ruling of the umpire. The umpire's other commands of corrctl need a daemon.
func (c *core) rule(_ context.Context, args []string) error {
	if args[0] != "rule" {
		return errBeyondCore
	}
	command, err := rulingIn(args[1:])
	if err != nil {
		return err
	}
	r, refusal := command.Rule()
	if refusal == "" {
		refusal = game.Objection(c.state, r.Ruling, r.Law, c.now.In(c.zone))
	}
	switch {
	case refusal != "":
		return errors.New(texts.Because(refusal))
	case !command.Preview:
		c.decide(r)
		return c.ringUntil(c.now) // what would have arrived before the end, which the ruling undoes
	}
	return nil
}

func (c *core) look(context.Context) (view, error) {
	s, v := c.state, c.since
	var err error
	c.since = view{}
	v.Subjects, v.Texts, err = c.pages.take()
	if err != nil {
		return view{}, err
	}
	v.State, v.ToAct, v.FEN, v.Candidates = s.Stage().String(), s.ToAct(), s.Position.FEN(), board.UCI(s.Candidates())
	v.InTransit, v.Delivered = len(s.Transit), s.Arrived
	for side, spent := range s.Charges {
		v.Charges[side] = carrier.Charge(spent).String()
	}
	v.Running, v.Disputes = s.RunsFor(c.now), len(s.Disputes())
	for _, t := range s.Line {
		v.Line = append(v.Line, t.Move.String())
	}
	for _, side := range []board.Side{board.White, board.Black} {
		v.Used[side] = s.Clock(side, c.now).Used
	}
	if s.Result != nil {
		v.Result = fmt.Sprintf("%s %s", s.Result.Score, s.Result.Law)
	} else {
		v.Regime = string(s.Window.Regime)
	}
	return v, nil
}
