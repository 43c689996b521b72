package ledger

import (
	"encoding/json"
	"math"
	"slices"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/play"
	"corrd/store"
	"corrd/templates"
)

// A letter that is held until its sender confirms it counts from its receipt if the sender proved
// who they are by a right key or by their domain, if it is the first such letter of its turn from
// the seat, and if the yes comes within a window that begins when the next hop has accepted the
// question. A seat has this twice in a game. Any other letter that is released counts from its
// release, and therefore nobody thinks for longer by having letters held (house:20).
const (
	longestWindow  = 24 * time.Hour
	shortestWindow = 10 * time.Minute
	// for so long corrd waits for a letter whose question nobody has accepted
	longestUnasked = 3 * 24 * time.Hour
	// MostBackdated is how many letters of a seat count from their receipt in one game.
	MostBackdated = 2
)

// Window returns how long the sender of a held letter has for their yes in the turn that runs, from
// the acceptance of the question: an eighth of the turn's limit, within bounds.
func Window(s game.State) time.Duration {
	if s.Window.Allowed == 0 {
		return longestWindow
	}
	return min(max(s.Limit()/8, shortestWindow), longestWindow)
}

// TurnOf returns the number, from 1, of the turn that runs in a game.
func TurnOf(s game.State) int { return len(s.Windows) + 1 }

// Backdating says from when a held letter counts once it is confirmed.
type Backdating struct {
	// Possible means that the letter counts from its receipt if the yes comes in time.
	Possible bool
	// Spent means that the letter would, if the seat had not had this often enough in the game.
	Spent bool
	// Until is the end of the window; zero: the next hop has not accepted the question.
	Until time.Time
}

// InTime reports whether a yes at a time makes a letter count from its receipt.
func (b Backdating) InTime(l store.Letter, yes time.Time) bool {
	until := b.Until
	if until.IsZero() {
		until = l.Received.Add(longestUnasked)
	}
	return b.Possible && !yes.After(until)
}

// BackdatingOf returns the Backdating of a letter held for a side of a game.
func BackdatingOf(v store.View, s game.State, l store.Letter) (b Backdating, err error) {
	if l.Proof == store.Unproved || l.Side != s.Window.Side || l.Turn != TurnOf(s) || s.Result != nil {
		return b, nil
	}
	letters, err := v.LettersOf(s.ID)
	if err != nil {
		return b, err
	}
	had := 0
	for _, o := range letters {
		if o.Side != l.Side || o.Proof == store.Unproved {
			continue
		}
		if o.Backdated && o.ID != l.ID {
			had++
		}
		earlier := o.Received.Before(l.Received) || o.Received.Equal(l.Received) && o.ID < l.ID
		if o.Turn == l.Turn && o.ID != l.ID && earlier && o.State != store.Duplicate {
			return b, nil
		}
	}
	if b.Spent = had >= MostBackdated; b.Spent {
		return b, nil
	}
	b.Possible = true
	questions, err := QuestionsOf(v, s.ID)
	for _, r := range questions[l.ID] {
		if !r.SentAt.IsZero() && (b.Until.IsZero() || r.SentAt.Add(Window(s)).Before(b.Until)) {
			b.Until = r.SentAt.Add(Window(s))
		}
	}
	return b, err
}

// TakenSince reports whether the seat of a held letter has taken its turn by another letter, which
// came after the held one and acted at once.
func TakenSince(v store.View, s game.State, l store.Letter) (bool, error) {
	if s.Position.SideToMove() == l.Side && s.Held == nil && !s.MoveUnderWay(l.Side) {
		return false, nil
	}
	entries, err := v.Events(s.ID)
	for _, e := range slices.Backward(entries) {
		switch e.Event.Fact.(type) {
		case game.Played, game.Held, game.HandedIn:
		default:
			continue
		}
		if side, is := e.Event.By.Side(); is && side == l.Side && err == nil {
			if e.Event.Letter <= l.ID {
				return false, nil
			}
			by, err := v.Letter(e.Event.Letter)
			return by.Turn == 0, err
		}
	}
	return false, err
}

// Waiting lists the letters of a kind of proof that are held for seats of a player and take room,
// as those of the last LongestWaiting do.
func Waiting(v store.View, player int64, proof store.Proof) (waiting []store.Letter, err error) {
	games, err := v.GamesOf(player)
	if err != nil {
		return nil, err
	}
	held, err := v.HeldOf(games)
	for _, l := range held {
		if l.Proof != proof || v.Now().Sub(l.Received) > LongestWaiting {
			continue
		}
		s, ok, err := Decidable(v, l.Game)
		if err != nil {
			return nil, err
		}
		if ok && slices.Contains(s.Members(l.Side), player) {
			waiting = append(waiting, l)
		}
	}
	return waiting, err
}

// QuestionsOf returns, for each held letter of a game, the rows that ask whose it is.
func QuestionsOf(v store.View, id int64) (map[int64][]store.Row, error) {
	questions := map[int64][]store.Row{}
	rows, err := v.RowsOf(id, math.MaxInt)
	for _, r := range rows {
		if r.Kind != "confirm" {
			continue
		}
		for _, l := range AskedIn(r) {
			questions[l] = append(questions[l], r)
		}
	}
	return questions, err
}

// AskedIn returns the numbers of the held letters about which a row asks.
func AskedIn(r store.Row) []int64 {
	var data templates.Data
	if json.Unmarshal(r.Data, &data) == nil && len(data.Asked) > 0 {
		return data.Asked
	}
	return []int64{r.Letter}
}

// waitsFor returns the held letter for which the flag of the side that runs waits, and until when,
// or 0 if it waits for none.
func waitsFor(v store.View, s game.State) (letter int64, until time.Time, err error) {
	letters, err := v.LettersOf(s.ID)
	for _, l := range letters {
		if l.State != store.HeldLetter || !s.InTime(l.Side, l.Received) {
			continue
		}
		b, err := BackdatingOf(v, s, l)
		if err != nil || b.Possible {
			if until = b.Until; until.IsZero() {
				until = s.FlagFalls().Add(longestUnasked)
			}
			return l.ID, until, err
		}
	}
	return 0, until, err
}

// Alarm returns the act that a deadline brings about at a time at which the deadline has come. A
// flag waits for a held letter that can still count from before it fell.
func Alarm(v store.View, s game.State, due game.Due, now time.Time) (play.Act, error) {
	if due != game.DueFlag {
		return play.Alarm{}, nil
	}
	letter, until, err := waitsFor(v, s)
	if err != nil || letter == 0 || !until.After(now) {
		return play.Alarm{}, err
	}
	return play.Defer{Letter: letter, Until: until}, nil
}

// Ring lets the laws decide what a deadline brings about at a time at which it has come, and
// returns the game afterwards.
func (l *Ledger) Ring(tx store.Tx, s game.State, due game.Due, at time.Time) (game.State, error) {
	act, err := Alarm(tx, s, due, at)
	if err != nil {
		return s, err
	}
	by := By{At: at}
	if p, ok := s.Arriving(); ok && due == game.DueDelivery {
		by.Player = s.Players[p.Side]
	}
	return l.Append(tx, s, play.Decide(s, act, at), by)
}

// Waits settles how long a flag that has fallen and waits for a held letter of a side still has to
// wait, after something has become of such a letter or of the question about it.
func (l *Ledger) Waits(tx store.Tx, s game.State, side board.Side) error {
	if s.Window.Deferred.IsZero() || s.Window.Side != side {
		return nil
	}
	letter, until, err := waitsFor(tx, s)
	if err != nil {
		return err
	}
	_, err = l.Append(tx, s, play.Decide(s, play.Defer{Letter: letter, Until: clocks.Later(until, s.FlagFalls())}, tx.Now()), By{})
	return err
}
