package game

import (
	"slices"
	"strings"

	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/line"
)

// OwnLast returns the ply with which a side's last turn began: letters with an older key do not
// act, whatever they state.
func (s State) OwnLast(side board.Side) int {
	last := s.LastPly()
	if line.SideAt(last) != side {
		last--
	}
	if last <= s.PliesBefore()+s.FirstPlies() {
		return min(last, s.PliesBefore()+1) // the last turn is a first turn of several moves
	}
	return last
}

// Halted reports whether no move is taken because the umpire has suspended the
// game, something is to be proved, the game is adjourned, or a move is sealed.
func (s State) Halted() bool {
	still := s.Standstill()
	return still != NoStandstill && still != AtEnd
}

func (f Protested) apply(s *State, e Event) {
	p := Protest{Seq: s.Seq, By: e.By.AsSide(), Words: f.Words, At: e.At, Appeal: s.appealed(e.By.AsSide()), Adjudication: f.Adjudication}
	if IsAppeal(f.Words) {
		p.From = s.Decided
	}
	s.Protests = append(slices.Clip(s.Protests), p)
}

// Telling counts the letters by which a side has told the other side something other than a move
// since the last move of the game.
type Telling struct {
	Letters int
	Last    int64 // the number of the last of these letters
}

// tells reports whether a fact that a side brings about tells the other side something beside a
// move.
func tells(f Fact) bool {
	switch f := f.(type) {
	case DrawOffered, Proposed, Claimed, Protested, Promised, LeaveTaken:
		return true
	case ProofAsked:
		return f.Ground != Doubt
	}
	return false
}

func (s *State) count(e Event) {
	by, ok := e.By.Side()
	if !ok || e.Letter == 0 || !tells(e.Fact) || s.Told[by].Last == e.Letter {
		return
	}
	s.Told[by] = Telling{s.Told[by].Letters + 1, e.Letter}
}

// stirs reports whether a fact changes what a letter can bring about. A question to the sender of
// a letter does not, and what falls due meanwhile does not.
func stirs(f Fact) bool {
	switch f.(type) {
	case Asked, Refused, ClaimRefused, Reminded, Notified, Rotated, Deferred, Credited, Charged, Inquired, Stated, Noted, Unheard, Renewed, Said:
		return false
	}
	return true
}

// Question returns the question that a side was asked about its last letter and has not cleared, or
// nil if the question was about another ply than the one now due.
func (s State) Question(side board.Side) *Question {
	if q := s.Questions[side]; q != nil && q.Ply == s.LastPly()+1 {
		return q
	}
	return nil
}

// Lasts reports whether a yes answers a question whatever its side has written since. Who was asked
// whether they resign, and writes of something else, has not resigned.
func (q *Question) Lasts() bool { return q != nil && q.Why != AsksResign }

// WordsMeant returns the words that a yes to a question plays: those in question, or where they are
// not a record the move that they seem to mean, as the question named it. Of several moves no yes
// plays one.
func (s *State) WordsMeant(q *Question) string {
	if q.Why == WrongNumber || q.Why == Doubtful || len(q.Moves) == 0 {
		return q.Words
	}
	var written []string
	for _, m := range q.Moves {
		written = append(written, WriteMove(s, &s.Position, m))
	}
	return strings.Join(written, " or ")
}

// overtake notes that the answer to a letter of a side is about something else than what the side
// was asked before. Nothing of the kind was noted before rules 2.
func (s *State) overtake(e Event) {
	by, ok := e.By.Side()
	if !ok || e.Letter == 0 || s.Rules < 2 {
		return
	}
	if q := s.Questions[by]; q != nil && q.Told.Then == 0 {
		later := *q
		later.Told.Then = s.Began
		s.Questions[by] = &later
	}
	if u := s.Sayings[by].Unsaid; u != nil && u.Told.Then == 0 {
		later := *u
		later.Told.Then = s.Began
		s.Sayings[by].Unsaid = &later
	}
	// Each letter puts a proposal of terms once more. What is taken back is gone, and so a yes
	// grants a withdrawal only in answer to the letter that asks for it.
	if p := s.ProposedTo(by); p != nil && p.What == ProposeWithdrawal && p.Told.Then == 0 {
		later := *p
		later.Told.Then = s.Began
		s.Proposal = &later
	}
	if s.DrawOfferedTo(by) && s.Offered.Then == 0 {
		s.Offered.Then = s.Began
	}
}

// Asking returns the question that a side answers with a yes or a no to the letter that ended with
// event seq, or nil if that letter asks nothing of the kind: an offer or a proposal came since the
// question, or, where letters do not repeat it, the answer to another letter of the side.
func (s State) Asking(side board.Side, seq int64) *Question {
	q := s.Question(side)
	if q == nil {
		return nil
	}
	told := q.Told
	if repeated[q.Why] {
		told.Then = 0
	}
	if s.Overtaken(side, told, seq) {
		return nil
	}
	return q
}

// repeated are the questions that each letter puts once more until they are answered.
var repeated = map[Why]bool{WrongNumber: true, ConfirmResign: true, OddsLost: true}

// Overtaken reports whether the letter to a side that ended with event seq put something else to it
// than a notice before: an offer or a proposal of the other side's, or the answer to the side's
// next letter.
func (s State) Overtaken(side board.Side, n line.Notice, seq int64) bool {
	newer := func(at int64) bool { return max(n.Seq, n.Again) < at && at <= seq }
	p := s.ProposedTo(side)
	return n.Then != 0 && n.Then <= seq || s.DrawOfferedTo(side) && newer(s.Offered.Seq) || p != nil && newer(p.Told.Seq)
}

// AsksOf reports whether something waits for a side's yes or no, of which the side had been told
// by event seq: a question about its last letter, a proposal, or the offer of a draw.
func (s State) AsksOf(side board.Side, seq int64) bool {
	q, p, u := s.Question(side), s.Proposal, s.Unsaid(side)
	return u != nil && u.Told.Seq <= seq || q != nil && q.Told.Seq <= seq || p != nil && p.By != side && p.Told.Seq <= seq ||
		s.DrawOfferedTo(side) && s.Offered.Seq <= seq
}

// asksOfWords are the questions about words that might have been a move in time.
var asksOfWords = map[Why]bool{WrongNumber: true, NotAgreed: true, Algebraic: true, Doubtful: true, NoRecord: true, WhichMove: true, Listed: true, SeveralListed: true, Contradiction: true}

// asksOfMoves are the questions about words that can be nothing but a move in time, of which only
// the piece is wanting, or the move that they answer. They count among the others since rules 2.
var asksOfMoves = map[Why]bool{NamePiece: true, AdoptFirst: true}

// returnsWords are the answers to words that are not a move. The clock of a side that plays by real
// cards stands until the side has the answer, as it does for an offence.
var returnsWords = map[Why]bool{Courtesy: true, Unintelligible: true}

// apply keeps the question to a side, so that the moves of the side's answer can count from the
// first receipt. apply also keeps a reply that waits for an adoption.
func (f Asked) apply(s *State, e Event) {
	s.newRound()
	by, ok := e.By.Side()
	if !ok {
		return
	}
	if s.Window.Side == by && s.Window.Asked.IsZero() && (s.Closes.IsZero() || s.Rules < 1) && (asksOfWords[f.Why] || s.Rules >= 2 && asksOfMoves[f.Why] || s.ByCard[by] && returnsWords[f.Why]) {
		s.Window.Asked, s.Window.Question = e.At, s.Seq
	}
	if s.Sayings[by].Unsaid = nil; f.Text != "" {
		s.Sayings[by].Unsaid = &Unsaid{f.Text, s.notice(by)}
	}
	switch f.Why {
	case AdoptFirst:
		s.Withheld = &Withheld{By: by, Words: f.Words, With: f.With, Told: s.notice(by)}
	case Unintelligible:
		s.Unsent[by] = f.Ply
	case Courtesy:
		s.Courtesy[by]++
		s.Courteous[by] = f.Ply
		if len(f.Moves) > 0 {
			s.Questions[by] = &Question{Why: f.Why, Ply: f.Ply, Words: f.Words, Moves: f.Moves, At: e.At, Told: s.notice(by)}
		}
	case WrongNumber, NotAgreed, Algebraic, Doubtful, NoRecord, WhichMove, ConfirmResign, AsksResign, OddsLost:
		s.Questions[by] = &Question{Why: f.Why, Ply: f.Ply, Words: f.Words, With: f.With, Moves: f.Moves, At: e.At, Told: s.notice(by)}
	case NoStatement, NamePiece:
		if f.Ply != 0 && (s.Rules >= 2 || f.Why == NoStatement) {
			s.Questions[by] = &Question{Why: f.Why, Ply: f.Ply, Words: f.Words, Moves: f.Moves, At: e.At, Told: s.notice(by)}
		}
	case Dropped:
		s.Questions[by] = nil
		s.Sayings[by].Always = s.Sayings[by].Always && !(e.Law == codes.HouseWords && s.Rules >= 2)
	case Superseded:
		s.settleProposal(by)
		if q := s.Questions[by]; q != nil { // the letter that asks tells of the question once more
			again := *q
			again.Told.Again, again.Told.Then = s.Began, 0
			s.Questions[by] = &again
		}
	}
}

// apply opens a new round; apply also notes a refusal to discharge a penalty due.
func (f Refused) apply(s *State, e Event) {
	if f.Why == LeftOver {
		return
	}
	s.newRound()
	if s.Offence != nil && f.Why == NotComplying && f.Refusal {
		o := *s.Offence
		o.Refusals = append(slices.Clip(o.Refusals), Refusal{f.Words, f.Answers})
		s.Offence = &o
	}
}

// Why is the reason why a letter was returned or an act refused. Letters explain each reason in
// full; the word itself is kept in events and in the verdict of the letter.
type Why string

// The reasons.
const (
	NoStatement    Why = "no_statement"     // no words of the letter are a statement
	Contradiction  Why = "contradiction"    // the statements exclude each other
	WrongNumber    Why = "wrong_number"     // the move number, or the repeated move of the opponent, is not that of the position
	NotAgreed      Why = "not_agreed"       // the sides have not agreed on the notation
	Algebraic      Why = "algebraic"        // the words are a move in algebraic notation, and express another one in the notations agreed
	Doubtful       Why = "doubtful"         // the words express legal moves, and may not be meant as the sender's
	NoRecord       Why = "no_record"        // the words express no legal move, and may be no communication
	WhichMove      Why = "which_move"       // the letter holds different legal moves, one in the place of the other
	Listed         Why = "listed"           // the words name a held move, and would be a reply too
	SeveralListed  Why = "several_listed"   // the words name more than one of the held moves
	Courtesy       Why = "courtesy"         // the words have no legal reading, and are returned privately under the term `errors`
	NotYourTurn    Why = "not_your_turn"    // the ply is the sender's next while the opponent is to move
	OldTurn        Why = "old_turn"         // the ply has been answered
	TurnToCome     Why = "turn_to_come"     // the ply is still to come, because the game went back
	GameOver       Why = "game_over"        // the game is finished
	NothingAsked   Why = "nothing_asked"    // `yes`, `accept`, `adopt`, `exact`… has nothing to act on
	AcceptsNoDraw  Why = "accepts_no_draw"  // `yes` alone answers while a draw is offered, and may mean something else
	MayBeTalk      Why = "may_be_talk"      // `yes` beside a move may speak of the move, and consents to nothing that is proposed
	ClaimOrOffer   Why = "claim_or_offer"   // a draw that can be claimed is put in the words of an offer, which name the ground of the claim
	NotComplying   Why = "not_complying"    // the move does not discharge the penalty due
	AdoptFirst     Why = "adopt_first"      // the reply fits several of the held moves (house:2)
	FitsNone       Why = "fits_none"        // the reply is legal after none of the held moves
	NoSuchChoice   Why = "no_such_choice"   // `adopt` names none of the held moves
	ChooseMan      Why = "choose_man"       // the King cannot be moved, so `exact` must name a man
	LateClaim      Why = "late_claim"       // the claim comes with or after a move
	PenaltyMet     Why = "penalty_met"      // the first letter for the turn just played has discharged a penalty, which the other does not
	FirstStands    Why = "first_stands"     // another letter for the turn just played adds nothing that the receiver could adopt
	OffenceStands  Why = "offence_stands"   // another letter has no legal reading while the offence is open
	NoSuchPenalty  Why = "no_such_penalty"  // the law gives no such penalty for this offence
	NoEvent        Why = "no_event"         // a game of no event is not adjudicated
	ClaimWhy       Why = "claim_why"        // a claim of a game that is adjudicated has no words
	NotProved      Why = "not_proved"       // the record of the game does not bear out the claim
	MoveFirst      Why = "move_first"       // the move that the conditional moves follow is missing
	OddsLost       Why = "odds_lost"        // the sender would lose by the draw, because of the odds that it has given
	SeriesUnread   Why = "series_unread"    // the form of the conditional moves could not be read; the rest of the letter acts
	ConfirmResign  Why = "confirm_resign"   // a condition of a resignation has come true: `resign` or `yes` confirms the resignation
	AsksResign     Why = "asks_resign"      // prose seems to resign: `resign` or `yes` does it
	Dropped        Why = "dropped"          // `no` answers a question: the words in question count for nothing
	NoSuchTerm     Why = "no_such_term"     // the proposed terms are impossible; Words is the reason.Reason
	NoLeave        Why = "no_leave"         // the terms give less leave
	NotSpecified   Why = "not_specified"    // the claim of forfeiture names no offence
	NoGround       Why = "no_ground"        // the claim of a draw names no ground
	MovedSince     Why = "moved_since"      // the side claims a forfeiture after it has moved and knew of the offence
	Refuted        Why = "refuted"          // the search found how the claimed endless checks end
	BeforeUmpire   Why = "before_umpire"    // the game is suspended, or a claim is being proved: no move is taken
	ClaimTurn      Why = "claim_turn"       // the claim of a draw comes in the other side's turn
	ClaimAfterMove Why = "claim_after_move" // the claim of a draw comes in a turn for which words without a legal reading were sent
	ClaimUnsettled Why = "claim_unsettled"  // the claim of a draw comes before one of the held moves is adopted
	ClaimWaits     Why = "claim_waits"      // another claim is before the umpire
	SeveralDue     Why = "moves_due"        // the first turn at odds of two moves needs its moves, each certain
	Overtime       Why = "overtime"         // the sender's time is over, and only a held letter can still be in time
	Unclear        Why = "unclear"          // the plain text and the HTML of the letter state different things
	TooLate        Why = "too_late"         // the annulment of a game is required after the fourth move
	Superseded     Why = "superseded"       // consent, or a choice, answers a letter that showed something else than what now stands
	LeftOver       Why = "left_over"        // statements of the letter had no effect, beside others that acted
	Enough         Why = "enough"           // the sender has told the other side as much in this turn as a side may
	NothingToAnnul Why = "nothing_to_annul" // `annul` is stated where no second letter has come and the terms show no error
	PenaltyFirst   Why = "penalty_first"    // a move comes where the game is over unless the penalty is exacted
	MateStands     Why = "mate_stands"      // a draw is offered or accepted where mate has been given, if the penalty is not exacted
	OddsAgreed     Why = "odds_agreed"      // `annul` names men that are wanting because of the odds
	AnotherGround  Why = "another_ground"   // `annul` names another ground than the error that the terms show
	AnnulsFirst    Why = "annuls_first"     // `annul` names the letter sent first, which stands by it
	NothingSent    Why = "nothing_sent"     // `withdraw` is stated where everything that the side has sent has had its reply
	SeriesBinds    Why = "series_binds"     // `withdraw` names conditional moves that wait, and not the move sent with them
	NoneForgotten  Why = "none_forgotten"   // `recommence` or `proceed` is stated where no man of the other side that was left out is wanting
	DemandFirst    Why = "demand_first"     // a draw is claimed for what is counted on a demand
	TurnReplied    Why = "turn_replied"     // a card or form for a turn comes when the reply to the turn has been handed in
	Early          Why = "early"            // a card or form with a move was handed in before its sender knew what the move would answer
	CheckUnmet     Why = "check_unmet"      // the reply leaves the King in a check of the move that the replying side has adopted
	OnlyMove       Why = "only_move"        // the move was taken back, and stands as the only one if its check is announced
	SignSpoilt     Why = "sign_spoilt"      // the reply does not meet a check whose sign the wire has spoilt
	NoCheckToSay   Why = "no_check_to_say"  // check is said where no unannounced check stands, or the right is past
	NoRetraction   Why = "no_retraction"    // `retract` is stated where no check was announced falsely, or the right is past
	SameMove       Why = "same_move"        // the move was taken back, and another is due
	NotUponIt      Why = "not_upon_it"      // the reply is not legal upon the illegal move that the reply would let stand
	NamePiece      Why = "name_piece"       // a Pawn is promoted and no piece is named, so the mover is to name one
	NotCounted     Why = "not_counted"      // a count of fifty moves is demanded in none of the cases of the code; the umpire can be asked
	CountRuns      Why = "count_runs"       // a count of moves is demanded while one runs
	CountAtOdds    Why = "count_at_odds"    // a count of moves is demanded where a side undertook to mate in a certain way
	CannotBeMet    Why = "cannot_be_met"    // no legal move meets the requirement after a false move, and the right remains
	ChooseCastled  Why = "choose_castled"   // after a false castling the receiver must name the King or the Rook
	TurnInCheck    Why = "turn_in_check"    // a side in check cannot forfeit its turn
	Unintelligible Why = "unintelligible"   // the words describe no move, and count as no move sent
	IntentionDue   Why = "intention_due"    // a move comes while the sender of doubtful words must say what they meant
	SaidAlready    Why = "intention_stands" // a second statement of intention comes, and the first stands
	NotForYou      Why = "not_for_you"      // the right belongs only to the other side
	NoSuchRight    Why = "no_such_right"    // neither the laws nor the terms of the game give the statement a meaning
)

// The reasons of answers to words for the other side.
const (
	// the letter holds prose alone, and its sender is not to act: shall the words be passed on?
	PassOn Why = "pass_on"
	// the sender has said as much to the other side today as a side may
	SaidEnough Why = "said_enough"
)
