package game

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/game/terms"
)

// Ground is the reason for which a matter is before the umpire.
type Ground string

// The grounds.
const (
	OnProtest Ground = "protest"
	// a claim that corrd cannot decide, or that is beyond corrd's search
	OnClaim  Ground = "claim"
	OnFlag   Ground = "flag"   // a flag that has fallen under the term `late umpire`
	OnFine   Ground = "fine"   // a fine that is due under the term `late fine`
	OnBounce Ground = "bounce" // letters to a side come back
	// an appeal from a ruling, or against an opponent who does not write
	OnAppeal Ground = "appeal"
)

// Dispute is a matter that waits for the umpire.
type Dispute struct {
	Seq    int64 // the number of the event that opened the dispute
	Ground Ground
	By     Party // the side that brought the dispute; Corrd: neither side did
	At     time.Time
}

// Inquiry is a question of the umpire to a side about a dispute.
type Inquiry struct {
	Seq     int64 // the number of the event that asks
	Dispute int64 // the number of the event that opened the dispute
	Side    board.Side
	Until   time.Time
	Stated  bool // the side has answered
}

// Inquired asks Side, on behalf of the umpire, for facts about a dispute until a given time.
type Inquired struct {
	Dispute int64      `json:"dispute"`
	Side    board.Side `json:"side"`
	Words   string     `json:"words"`
	Until   time.Time  `json:"until"`
}

// Stated is a side's answer to the umpire. No letter tells the other side of the answer.
type Stated struct {
	Dispute int64  `json:"dispute"`
	Words   string `json:"words"`
}

// Noted is a note that the umpire makes about a dispute, and of which nobody is told.
type Noted struct {
	Dispute int64  `json:"dispute"`
	Words   string `json:"words"`
}

// Settled ends a dispute without a ruling.
type Settled struct {
	Dispute int64  `json:"dispute"`
	Words   string `json:"words"` // the reason
}

// Unheard says that a side without a limit of time has not written for forty days, and that the
// other side may appeal.
type Unheard struct {
	Side board.Side `json:"side"`
}

// Disputes returns the disputes that wait for the umpire, in the order in which they were opened.
func (s State) Disputes() []Dispute {
	var all []Dispute
	claims := s.Claims()
	if c := s.SearchedFurther(); c != nil {
		claims = append(claims, *c)
	}
	for _, c := range claims {
		all = append(all, Dispute{Seq: c.Seq, Ground: OnClaim, By: c.Party(), At: c.At})
	}
	for _, p := range s.OpenProtests() {
		d := Dispute{Seq: p.Seq, Ground: OnProtest, By: PartyOf(p.By), At: p.At}
		if p.Appeal || IsAppeal(p.Words) {
			d.Ground = OnAppeal
		}
		all = append(all, d)
	}
	if f := s.Flagged; f.Seq != 0 && s.Phase == Suspended {
		all = append(all, Dispute{Seq: f.Seq, Ground: OnFlag, At: f.At})
	}
	for _, f := range s.Fines {
		all = append(all, Dispute{Seq: f.Seq, Ground: OnFine, At: f.At})
	}
	if f := s.Bounced; f.Seq != 0 && s.Bouncing() && s.Phase != Finished {
		all = append(all, Dispute{Seq: f.Seq, Ground: OnBounce, At: f.At})
	}
	all = slices.DeleteFunc(all, func(d Dispute) bool { return slices.Contains(s.SettledBy, d.Seq) })
	slices.SortFunc(all, func(a, b Dispute) int { return cmp.Compare(a.Seq, b.Seq) })
	return all
}

// OpenProtests returns the protests that wait for the umpire, in order. A claim about how a game is
// adjudicated waits no longer when the game has ended, by the adjudication or before it.
func (s State) OpenProtests() []Protest {
	return slices.DeleteFunc(slices.Clone(s.Protests), func(p Protest) bool { return p.Adjudication && s.Phase == Finished })
}

// IsAppeal reports whether the words of a protest call the protest an appeal.
func IsAppeal(words string) bool { return strings.HasPrefix(strings.ToLower(words), string(OnAppeal)) }

// AppealFrom returns the ruling from which a dispute, named by its event, is an appeal, or the zero
// Decision if the dispute is not an appeal.
func (s State) AppealFrom(dispute int64) Decision {
	for _, p := range s.Protests {
		if p.Seq == dispute {
			return p.From
		}
	}
	return Decision{}
}

// Opening says when an event opened a dispute; the zero Opening means that no event did.
type Opening struct {
	Seq int64
	At  time.Time
}

// FineOn returns the fine that is due and that event number seq opened as a dispute, and false when
// there is none.
func (s State) FineOn(seq int64) (Fine, bool) {
	i := slices.IndexFunc(s.Fines, func(f Fine) bool { return f.Seq == seq })
	if i < 0 {
		return Fine{}, false
	}
	return s.Fines[i], true
}

// Dispute returns the open dispute that event number seq opened, and false when there is none.
func (s State) Dispute(seq int64) (Dispute, bool) {
	all := s.Disputes()
	i := slices.IndexFunc(all, func(d Dispute) bool { return d.Seq == seq })
	if i < 0 {
		return Dispute{}, false
	}
	return all[i], true
}

// Inquiry returns the question about a dispute that a side has been asked and has not answered;
// nil: there is none.
func (s State) Inquiry(dispute int64, side board.Side) *Inquiry {
	i := slices.IndexFunc(s.Inquiries, func(q Inquiry) bool { return q.Dispute == dispute && q.Side == side && !q.Stated })
	if i < 0 {
		return nil
	}
	return &s.Inquiries[i]
}

// Unanswered returns the questions of the umpire to a side that the side has not answered: the one
// that the event with the number answers asked, if there is such a question, or else all. A letter
// that answers a question once more adds to what the side has stated.
func (s State) Unanswered(side board.Side, answers int64) (asked []Inquiry) {
	for _, q := range s.Inquiries {
		if _, open := s.Dispute(q.Dispute); !open || q.Side != side {
			continue
		}
		if q.Seq == answers {
			return []Inquiry{q}
		}
		if !q.Stated {
			asked = append(asked, q)
		}
	}
	return asked
}

// AnswersInquiry reports whether a letter of a side that answers the event with a number answers a
// question of the umpire, and so is meant for the umpire whole.
func (s State) AnswersInquiry(side board.Side, answers int64) bool {
	asked := s.Unanswered(side, answers)
	return len(asked) == 1 && asked[0].Seq == answers
}

func (f Inquired) apply(s *State, _ Event) {
	s.Inquiries = append(slices.Clip(s.Inquiries), Inquiry{Seq: s.Seq, Dispute: f.Dispute, Side: f.Side, Until: f.Until})
}

func (f Stated) apply(s *State, e Event) {
	s.Inquiries = slices.Clone(s.Inquiries)
	if q := s.Inquiry(f.Dispute, e.By.AsSide()); q != nil {
		q.Stated = true
	}
}

func (f Noted) apply(*State, Event) {}

// apply settles the dispute also in the game to which undoing the last ruling would return, so that
// the dispute does not open again.
func (f Settled) apply(s *State, e Event) {
	s.settle(f.Dispute, e)
	if s.Ruling != nil {
		kept := *s.Ruling
		kept.State.settle(f.Dispute, e)
		s.Ruling = &kept
	}
}

func (s *State) settle(dispute int64, e Event) {
	s.Protests = slices.DeleteFunc(slices.Clone(s.Protests), func(p Protest) bool { return p.Seq == dispute })
	s.Others = slices.DeleteFunc(slices.Clone(s.Others), func(c Claim) bool { return c.Seq == dispute })
	s.Fines = slices.DeleteFunc(slices.Clone(s.Fines), func(f Fine) bool { return f.Seq == dispute })
	if s.Claim != nil && s.Claim.Seq == dispute {
		s.claimFailed(e)
	}
	if dispute == s.Flagged.Seq || dispute == s.Bounced.Seq {
		s.SettledBy = append(slices.Clip(s.SettledBy), dispute)
	}
}

func (f Reminded) apply(s *State, e Event) { s.Remind(e.At) }

func (f Unheard) apply(s *State, e Event) {
	s.Remind(e.At)
	s.Window.Unheard = true
}

// appealed reports whether a protest of a side is an appeal because the opponent does not write,
// after the side has been told so (Unheard).
func (s State) appealed(by board.Side) bool { return s.Window.Unheard && s.Window.Side == by.Other() }

// flagged notes the event of a fallen flag on which the umpire must rule.
func (s *State) flagged(e Event) {
	if s.Terms.Late == terms.LateUmpire {
		s.Flagged = Opening{s.Seq, e.At}
	}
}
