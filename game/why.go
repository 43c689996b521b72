package game

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
	Courtesy       Why = "courtesy"         // the words have no legal reading, and are returned privately under the term `errors`
	NotYourTurn    Why = "not_your_turn"    // the ply is the sender's next while the opponent is to move
	OldTurn        Why = "old_turn"         // the ply has been answered
	TurnToCome     Why = "turn_to_come"     // the ply is still to come, because the game went back
	GameOver       Why = "game_over"        // the game is finished
	NothingAsked   Why = "nothing_asked"    // `yes`, `accept`, `adopt`, `exact`… has nothing to act on
	AcceptsNoDraw  Why = "accepts_no_draw"  // `yes` alone answers while a draw is offered, and may mean something else
	NotComplying   Why = "not_complying"    // the move does not discharge the penalty due
	AdoptFirst     Why = "adopt_first"      // the reply fits several of the held moves (house:2)
	FitsNone       Why = "fits_none"        // the reply is legal after none of the held moves
	NoSuchChoice   Why = "no_such_choice"   // `adopt` names none of the held moves
	ChooseMan      Why = "choose_man"       // the King cannot be moved, so `exact` must name a man
	LateClaim      Why = "late_claim"       // the claim comes with or after a move
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
	NothingSent    Why = "nothing_sent"     // `withdraw` is stated where everything that the side has sent has had its reply
	NoneForgotten  Why = "none_forgotten"   // `recommence` or `proceed` is stated where no man of the other side was left out, or the choice has been made
	DemandFirst    Why = "demand_first"     // a draw is claimed for what is counted on a demand
	TurnReplied    Why = "turn_replied"     // a card or form for a turn comes when the reply to the turn has been handed in
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
