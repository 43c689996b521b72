package control

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/game/board"
	"corrd/store"
)

// Members says which players a list names; the zero value: all.
type Members struct {
	Silent  time.Duration `json:"silent,omitempty"`  // those who owe an answer and have not written for so long
	Running bool          `json:"running,omitempty"` // those who play in a game that goes on
	Postal  bool          `json:"postal,omitempty"`  // those without a mailbox
	Event   int64         `json:"event,omitempty"`   // those who have entered an event or, after its start, have a seat in it
}

// inEvent returns the players of an event; none for the event 0.
func inEvent(v store.View, event int64) ([]int64, error) {
	if event == 0 {
		return nil, nil
	}
	s, err := v.Tournament(event)
	if errors.Is(err, store.ErrNotFound) {
		return nil, refuse("there is no event %d; corrctl event list shows those there are", event)
	}
	return s.Players(), err
}

// PlayerList returns the players whom the arguments name.
func (r *Room) PlayerList(_ context.Context, a Members) ([]PlayerView, error) {
	return view(r, func(v store.View) ([]PlayerView, error) {
		of, err := inEvent(v, a.Event)
		if err != nil {
			return nil, err
		}
		all, err := v.Players()
		views := []PlayerView{}
		for _, p := range all {
			if a.Postal && !p.OnCards() || a.Event != 0 && !slices.Contains(of, p.ID) {
				continue
			}
			since, meant, err := a.name(v, p, r.Clock.Now())
			if err != nil {
				return nil, err
			}
			if !meant {
				continue
			}
			one, err := viewPlayer(v, p)
			if err != nil {
				return nil, err
			}
			one.SilentSince = since
			views = append(views, one)
		}
		return views, err
	})
}

// name reports whether a list names a player, and gives since when a silent one is silent.
func (a Members) name(v store.View, p store.Player, now time.Time) (since *time.Time, meant bool, err error) {
	if !a.Running && a.Silent == 0 {
		return nil, true, nil
	}
	running, err := ledger.Running(v, p.ID)
	if err != nil || len(running) == 0 || a.Silent == 0 {
		return nil, len(running) > 0, err
	}
	quiet, owes, err := silence(v, p, running)
	if err != nil || !owes || now.Sub(quiet) < a.Silent {
		return nil, false, err
	}
	return &quiet, true, nil
}

// silence returns since when nothing has come from a player: their last letter about a game that
// goes on or, if that is later, the last move of the game that has waited for them longest. owes
// reports whether any game waits for them.
func silence(v store.View, p store.Player, running []int64) (since time.Time, owes bool, err error) {
	heard, waits := p.Registered, time.Time{}
	for _, id := range running {
		s, err := v.Game(id)
		if err != nil {
			return since, false, err
		}
		acts := s.ToAct()
		for _, side := range []board.Side{board.White, board.Black} {
			if slices.Contains(s.Members(side), p.ID) && (acts == "both" || acts == side.String()) && (waits.IsZero() || stirred(s).Before(waits)) {
				waits = stirred(s)
			}
		}
		letters, err := v.LettersOf(id)
		if err != nil {
			return since, false, err
		}
		for _, l := range letters {
			if l.Player == p.ID && l.Received.After(heard) {
				heard = l.Received
			}
		}
	}
	if waits.After(heard) {
		heard = waits
	}
	return heard, !waits.IsZero(), nil
}

// playerFound is playerNamed, which also finds a player by a part of their name.
func playerFound(v store.View, a Whom) (store.Player, error) {
	p, err := playerNamed(v, a)
	var refusal *Refusal
	if !errors.As(err, &refusal) {
		return p, err
	}
	all, errOf := candidates(v, a.Address)
	if len(all) == 1 && errOf == nil {
		return all[0], nil
	}
	return p, cmp.Or(errOf, err)
}

// candidates returns the players of whose name, or address up to its "@", a text is a part.
func candidates(v store.View, part string) (found []store.Player, err error) {
	part = strings.ToLower(ledger.CleanName(part))
	if part == "" {
		return nil, nil
	}
	all, err := v.Players()
	for _, p := range all {
		in := func(text string) bool { return strings.Contains(strings.ToLower(text), part) }
		inAddress := func(address string) bool { local, _, _ := strings.Cut(address, "@"); return in(local) }
		if in(p.Name) || ledger.NameHolds(p.Name, part) || !p.OnCards() && slices.ContainsFunc(p.Addresses, inAddress) {
			found = append(found, p)
		}
	}
	return found, err
}

// mostCandidates is how many players a refusal names.
const mostCandidates = 8

// noPlayer says that nobody is named so, and who might be meant.
func noPlayer(v store.View, a Whom) error {
	called := cmp.Or(a.Address, fmt.Sprint(a.ID))
	all, err := candidates(v, a.Address)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return refuse("there is no player %s; corrctl player list shows them all, and corrctl player add registers one", called)
	}
	var names []string
	for _, p := range all[:min(len(all), mostCandidates)] {
		names = append(names, fmt.Sprintf("%d %s", p.ID, p.Name))
	}
	if more := len(all) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return refuse("there is no player %s; there is %s: name one by number or by the whole name, as in: corrctl player show %d", called, strings.Join(names, ", "), all[0].ID)
}

// Leave names a player, and how long a leave they take in all their games.
type Leave struct {
	Whom
	Days    int  `json:"days,omitempty"`
	Preview bool `json:"preview,omitempty"`
}

// LeaveView says in which games a player has leave, and in which not and why.
type LeaveView struct {
	Player  int64    `json:"player"`
	Taken   []string `json:"taken"`
	Refused []string `json:"refused"`
}

// PlayerLeave takes leave for a player in all their games, and tells them so.
func (r *Room) PlayerLeave(_ context.Context, a Leave) (LeaveView, error) {
	if a.Days < 1 {
		return LeaveView{}, refuse("leave is taken in whole days, as in: corrctl player leave 3 14d")
	}
	out, err := update(r, func(tx store.Tx) (LeaveView, error) {
		p, err := playerNamed(tx, a.Whom)
		if err != nil {
			return LeaveView{}, err
		}
		data, err := ledger.LeaveEverywhere(tx, r.Ledger, r.Watch.UpToDate, p, fmt.Sprint(a.Days, " days"), ledger.By{})
		out := LeaveView{Player: p.ID, Taken: append([]string{}, data.Lines...), Refused: append([]string{}, data.Refused...)}
		if err != nil {
			return out, err
		}
		if a.Preview {
			return out, errPreview
		}
		if len(out.Taken) == 0 {
			return out, nil
		}
		data.Reason = "office"
		return out, r.Ledger.NoticesOf(tx, p.ID).Notify("office", ledger.Mailbox(p), data)
	})
	if errors.Is(err, errPreview) {
		err = nil
	}
	return out, err
}
