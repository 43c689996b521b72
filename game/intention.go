package game

import (
	"slices"
	"time"

	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/codes"
)

// Intended is the sealed statement of a sender: which of the moves that their words leave open
// they meant (S-Corr VIII). The other side reads the statement when corrd opens it.
type Intended struct {
	Ply   int        `json:"ply"`
	Move  board.Move `json:"move"`
	Words string     `json:"words"`
}

// Replied is a reply to words with several meanings that announces none of them: the receiver has
// lost the choice, and the reply is kept until the sender has stated which move was meant.
type Replied struct {
	// the moves of the reply, to be read again in the position that comes
	Words string   `json:"words"`
	With  []string `json:"with,omitempty"` // the other statements of the reply's letter
}

// SettledByIntention reports whether the sender's intention settles the held moves, where the
// receiver announces none.
func (s State) SettledByIntention() bool {
	doubt, _, provided := s.Code().Doubtful.Get()
	return provided && doubt == codes.ElseIntended && s.Held != nil && !s.Held.Multiple && !s.PairsHeld()
}

// intentionWait is the time after the reply in which a sender may state an intention.
const intentionWait = 3 * clocks.Day

// unstatedFrom returns the instant from which the umpire decides what the sender meant; ok is false
// when no reply waits for a statement, or when the umpire has already been asked.
func (s State) unstatedFrom() (at time.Time, ok bool) {
	if s.Phase != HeldIntention || s.Withheld == nil || s.Withheld.Referred {
		return time.Time{}, false
	}
	return s.Withheld.At.Add(intentionWait), true
}

// settles ends the matter before the umpire on a ground that has been settled.
func (s *State) settles(ground string) {
	on := func(c Claim) bool { return c.Ground == ground }
	s.Others = slices.DeleteFunc(slices.Clone(s.Others), on)
	if s.Claim != nil && on(*s.Claim) {
		s.Claim = nil
		if n := len(s.Others); n > 0 {
			last := s.Others[n-1]
			s.Claim, s.Others = &last, s.Others[:n-1]
		}
	}
}

// Unstated is the ground of a claim by which the umpire decides what words meant, as events name
// it.
const Unstated = "the sender's intention"

func (f Intended) apply(s *State, e Event) {
	if s.Held == nil {
		return
	}
	h := *s.Held
	h.Intended = f.Move
	s.Held = &h
}

// apply keeps the reply; the sender's clock runs until the intention is stated.
func (f Replied) apply(s *State, e Event) {
	if s.Held == nil {
		return
	}
	s.Withheld = &Withheld{By: s.Held.By.Other(), Words: f.Words, With: f.With, At: e.At}
	s.Phase = HeldIntention
	s.newRound()
	s.passTurn(s.Held.By, e)
}
