package game

import (
	"slices"
	"time"

	"corrd/game/board"
	"corrd/game/codes"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// Intended is the sender's statement, under seal, of which of the moves that their words
// leave open they meant (S-Corr VIII). The other side reads of it when it is opened.
type Intended struct {
	Ply   int        `json:"ply"`
	Move  board.Move `json:"move"`
	Words string     `json:"words"`
}

// Replied is a reply to words with several meanings that announces none of them: the
// receiver's choice is gone with it, and it is kept until the sender has stated what was meant.
type Replied struct {
	Words string   `json:"words"`          // its moves, to be read again in the position that comes
	With  []string `json:"with,omitempty"` // what else its letter states
}

// SettledByIntention reports whether what is held is settled by its sender's intention,
// where the receiver announces nothing.
func (s State) SettledByIntention() bool {
	doubt, _, provided := s.Code().Doubtful.Get()
	return provided && doubt == codes.ElseIntended && s.Held != nil && !s.Held.Multiple && !s.pairsHeld()
}

// intend acts on the sender's statement of what their words meant. The first that names
// one of the moves held stands; after a reply it settles the move.
func (d *docket) intend(s interpret.Statement) {
	law := d.code().Doubtful.Cite()
	if !d.SettledByIntention() || d.by != d.Held.By {
		if doubt, _, _ := d.code().Doubtful.Get(); doubt != codes.ElseIntended {
			d.unknown(s)
			return
		}
		d.nothing(law, s.Text)
		return
	}
	if d.Held.Intended != board.Pass {
		d.refuse(law, SaidAlready, s.Text)
		return
	}
	c, why := d.chosen(s)
	if why != "" {
		d.ask(law, why, s.Text)
		return
	}
	d.act(law, Intended{Ply: d.LastPly() + 1, Move: c.Move, Words: s.Text})
	if d.Phase == HeldIntention {
		d.resolve(law)
	}
}

// unannounced acts on a reply that announces none of the meanings of the words it answers.
func (d *docket) unannounced(words []notation.Move) {
	law := d.code().Doubtful.Cite()
	if d.Held.Intended == board.Pass {
		d.act(law, Replied{Words: textsOf(words), With: d.wait()})
		return
	}
	d.reveal(law)
	d.follow(words)
}

// reveal opens the sender's intention: the move meant is played.
func (d *docket) reveal(law Law) {
	mover := d.Held.By
	d.rule(law, Adopted{Ply: d.LastPly() + 1, Move: d.Held.Intended, Intended: true})
	d.close(mover)
}

// resolve opens the intention after a reply, which is then read in the position that
// comes, where it may be an offence of the receiver's.
func (d *docket) resolve(law Law) {
	reply, by := *d.Withheld, d.by
	d.reveal(law)
	var words []notation.Move
	for _, s := range movesIn(reply.Words) {
		words = append(words, s.Moves...)
	}
	d.by = reply.By
	d.follow(words)
	d.alsoStated(reply.With)
	d.by = by
}

// intentionWait is how long a sender has to state an intention after the reply.
const intentionWait = 3 * day

// unstatedFrom gives the instant from which the umpire decides what the sender meant;
// ok is false where nothing waits for that, or the umpire has been told.
func (s State) unstatedFrom() (at time.Time, ok bool) {
	if s.Phase != HeldIntention || s.Withheld == nil || s.Withheld.Referred {
		return time.Time{}, false
	}
	return s.Withheld.At.Add(intentionWait), true
}

// refersIntention puts before the umpire what the sender meant, who has not said so in time.
func (d *docket) refersIntention() {
	d.add(PartyOf(d.Withheld.By), d.code().Doubtful.Cite(), Claimed{Ground: unstated, Words: wordsOf(d.Held.Words)})
}

// objectsToIntention is the objection to a ruling on what the sender meant.
func (s State) objectsToIntention(r Ruling, _ time.Time) string {
	if doubt, _, _ := s.Code().Doubtful.Get(); doubt != codes.ElseIntended {
		return s.Code().ID + " knows no statement of intention; the receiver chooses what is doubtful, and --adopt records which"
	}
	return unless(s.SettledByIntention() && slices.Contains(s.Candidates(), r.Move), "no such move is held; corrctl game show lists the candidates")
}

// settles ends what is before the umpire on a ground that has been settled.
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

// unstated is the ground on which the umpire decides what words meant.
const unstated = "the sender's intention"

// apply keeps the statement under seal.
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
