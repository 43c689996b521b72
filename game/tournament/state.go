// Package tournament is the log of an all-play-all event and what follows from the log: who has
// entered, who meets whom, and the table. An event is announced, entered, started, played and
// closed. The events of the log hold players and games by their numbers. A State is the fold of
// the log, and the questions about it are methods of State.
//
// The package is pure. It must not know where logs lie, what time it is, how a player enters, nor
// the words in which anything is told.
package tournament

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"corrd/game"
	"corrd/game/codes"
)

// Phase is how far an event has come.
type Phase string

// The phases.
const (
	Open      Phase = "open" // entries are taken
	Playing   Phase = "playing"
	Over      Phase = "closed"
	Abandoned Phase = "undone" // the announcement counts as not made
)

// State is an event after the events of its log. Its zero value is an event before its first.
type State struct {
	ID  int64
	Log []Event
	Conditions

	Phase      Phase
	Drawn      string
	Commitment string
	Entries    []Entry // of the players who have entered and not withdrawn, in the order of entry
	Seats      []Seat  // after the start
	Games      []Game  // after the start; a game that is played again stands here in its new number

	Announced, Started, Ended time.Time

	undone []int64
}

// Entry is an entry that stands.
type Entry struct {
	Player int64
	At     time.Time
	Seq    int64 // the number of the event
}

// Seat is a row of the table: its player, and those who had the seat before.
type Seat struct {
	Holders   []Holder  // the last one plays
	Withdrawn time.Time // zero: the player has not withdrawn
	Uncounted bool      // none of the games of the seat counts
}

// Holder is a player of a seat, and since when.
type Holder struct {
	Player int64
	From   time.Time
}

// Player returns who has a seat now.
func (s Seat) Player() int64 { return s.Holders[len(s.Holders)-1].Player }

// Apply returns the state after some events, in order. Apply cannot fail, because an event says
// what has happened, and does not change the old state.
func (s State) Apply(events ...Event) State {
	for _, e := range events {
		s.Log = append(slices.Clip(s.Log), e)
		e.Fact.apply(&s, e)
	}
	return s
}

// Law cites a provision of the conditions of an event.
func (s State) Law(provision string) game.Law { return Law(s.ID, provision) }

// Law cites a provision of the conditions of an event with a number.
func Law(event int64, provision string) game.Law {
	return codes.EventLaw(event, provision)
}

// The provisions of the conditions of an event.
const (
	Entering     = "entry"
	Pairings     = "pairings"
	Withdrawing  = "withdrawal"
	Substitution = "substitution"
	Adjudication = "adjudication"
	Undoing      = "undo"
)

// Has reports whether a player has entered, or has a seat.
func (s State) Has(player int64) bool {
	if s.Phase == Open {
		return slices.ContainsFunc(s.Entries, func(e Entry) bool { return e.Player == player })
	}
	return s.SeatOf(player) >= 0
}

// EntryOf returns the number of the event by which a player has entered, and 0 for none.
func (s State) EntryOf(player int64) int64 {
	if i := slices.IndexFunc(s.Entries, func(e Entry) bool { return e.Player == player }); i >= 0 {
		return s.Entries[i].Seq
	}
	return 0
}

// SeatOf returns the seat that a player has now, and -1 for none.
func (s State) SeatOf(player int64) int {
	return slices.IndexFunc(s.Seats, func(seat Seat) bool { return seat.Player() == player })
}

// Players returns who has entered or, after the start, who has the seats.
func (s State) Players() (all []int64) {
	for _, seat := range s.Seats {
		all = append(all, seat.Player())
	}
	if s.Seats == nil {
		for _, e := range s.Entries {
			all = append(all, e.Player)
		}
	}
	return all
}

// Full reports whether nobody more can enter.
func (s State) Full() bool { return len(s.Entries) >= MostPlayers }

// IsInvited reports whether the conditions let a player enter.
func (s State) IsInvited(player int64) bool {
	return s.Invited == nil || slices.Contains(s.Invited, player)
}

// TakesEntries reports whether entries are taken at a time.
func (s State) TakesEntries(at time.Time) bool {
	return s.Phase == Open && (s.LateEntry || !at.After(s.EnterBy))
}

// Order returns the players in the order of their seats: the order of the conditions, or that of
// the SHA-256 of the number drawn followed by the player's number in decimal. The number was drawn
// before anybody had entered.
func (s State) Order() []int64 {
	all := s.Players()
	lot := map[int64]string{}
	for _, p := range all {
		sum := sha256.Sum256(fmt.Appendf(nil, "%s/%d", s.Drawn, p))
		lot[p] = hex.EncodeToString(sum[:])
	}
	slices.SortFunc(all, func(a, b int64) int {
		if s.Invited != nil {
			return cmp.Compare(slices.Index(s.Invited, a), slices.Index(s.Invited, b))
		}
		return cmp.Compare(lot[a], lot[b])
	})
	return all
}

// Commitment returns what is announced of a number that is drawn.
func Commitment(drawn string) string {
	sum := sha256.Sum256([]byte(drawn))
	return hex.EncodeToString(sum[:])
}

// Pairings returns the games that a start begins, by the order of the seats.
func (s State) Pairings() []Pairing { return Berger(len(s.Entries), s.Conditions.Games) }

// GamesOf returns the games of a seat.
func (s State) GamesOf(seat int) (all []Game) {
	for _, g := range s.Games {
		if g.White == seat || g.Black == seat {
			all = append(all, g)
		}
	}
	return all
}

// Undoable returns the number of the last event that can still be undone as such: the
// announcement, an entry or a withdrawal before the start, the start, or the end; 0 for none. What
// is ruled in games is undone there.
func (s State) Undoable() int64 {
	for i := len(s.Log) - 1; i >= 0; i-- {
		seq := int64(i) + 1
		if slices.Contains(s.undone, seq) {
			continue
		}
		switch s.Log[i].Fact.(type) {
		case Undone:
			continue
		case Announced, Entered, Started, Closed:
			return seq
		case Withdrawn:
			if s.Phase == Open {
				return seq
			}
		}
		return 0
	}
	return 0
}

// CanUndo reports whether the event of the log with a number can be undone: the one that Undoable
// gives, or before the start also the announcement and each entry that stands.
func (s State) CanUndo(seq int64) bool {
	switch {
	case seq < 1 || seq > int64(len(s.Log)) || s.Phase == Abandoned:
		return false
	case s.Phase == Open && (seq == 1 || slices.ContainsFunc(s.Entries, func(e Entry) bool { return e.Seq == seq })):
		return true
	}
	return seq == s.Undoable()
}

// HasHeld reports whether a player has or had a seat.
func (s State) HasHeld(player int64) bool {
	return slices.ContainsFunc(s.Seats, func(seat Seat) bool {
		return slices.ContainsFunc(seat.Holders, func(h Holder) bool { return h.Player == player })
	})
}

// Plays reports whether a game belongs to the event.
func (s State) Plays(id int64) bool {
	return slices.ContainsFunc(s.Games, func(g Game) bool { return g.ID == id })
}

// AllGames returns the numbers of the games of the event, in the order in which they were begun:
// those that were annulled and are played again among them.
func (s State) AllGames() (all []int64) {
	for i, e := range s.Log {
		if slices.Contains(s.undone, int64(i)+1) {
			continue
		}
		switch f := e.Fact.(type) {
		case Started:
			for _, g := range f.Games {
				all = append(all, g.ID)
			}
		case Replayed:
			all = append(all, f.Is)
		}
	}
	return all
}

// Left counts the games that go on.
func (s State) Left(results Results) (n int) {
	for _, g := range s.Games {
		if results(g.ID) == nil {
			n++
		}
	}
	return n
}
