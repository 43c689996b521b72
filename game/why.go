package game

// Why is the reason a letter was returned or an act refused. Letters explain
// each in full; the word itself is kept in events and in the verdict of the letter.
type Why string

// The reasons.
const (
	NoStatement    Why = "no_statement"     // nothing in the letter is a statement
	Contradiction  Why = "contradiction"    // statements that exclude each other
	WrongNumber    Why = "wrong_number"     // the move number, or the opponent's move repeated, is not that of the position
	NotAgreed      Why = "not_agreed"       // a notation the sides have not agreed on
	Courtesy       Why = "courtesy"         // no legal reading, returned privately under the term `errors`
	NotYourTurn    Why = "not_your_turn"    // the sender's next ply while the opponent is to move
	OldTurn        Why = "old_turn"         // a ply that has been answered
	TurnToCome     Why = "turn_to_come"     // a ply that the game, as it stands, has not come to: it went back
	GameOver       Why = "game_over"        // the game is finished
	NothingAsked   Why = "nothing_asked"    // yes, accept, adopt, exact… with nothing open
	NotComplying   Why = "not_complying"    // a move that does not discharge the penalty due
	AdoptFirst     Why = "adopt_first"      // a reply that fits several of the moves held (house:2)
	FitsNone       Why = "fits_none"        // a reply that is legal after none of the moves held
	NoSuchChoice   Why = "no_such_choice"   // adopt names none of the moves held
	ChooseMan      Why = "choose_man"       // the King cannot be moved: exact must name a man
	LateClaim      Why = "late_claim"       // a claim that comes with or after a move
	FirstStands    Why = "first_stands"     // another letter for the turn just played that adds nothing the receiver could adopt
	OffenceStands  Why = "offence_stands"   // another letter without a legal reading while the offence is open
	NoSuchPenalty  Why = "no_such_penalty"  // a penalty the law does not give for this offence
	NotProved      Why = "not_proved"       // a claim the record of the game does not bear out
	MoveFirst      Why = "move_first"       // conditional moves without the move they follow
	SeriesUnread   Why = "series_unread"    // conditional moves whose form could not be read; the rest of the letter acts
	ConfirmResign  Why = "confirm_resign"   // a resignation on a condition that has come true: `resign` or `yes` confirms it
	Dropped        Why = "dropped"          // `no` to a question: what was asked about counts for nothing
	NoSuchTerm     Why = "no_such_term"     // proposed terms that cannot be; Words is the reason.Reason
	NoLeave        Why = "no_leave"         // more leave than the terms give
	NotSpecified   Why = "not_specified"    // a claim of forfeiture that names no offence
	NoGround       Why = "no_ground"        // a claim of a draw that names no ground
	MovedSince     Why = "moved_since"      // a claim of forfeiture by a side that has moved since it knew of the offence
	Refuted        Why = "refuted"          // a claim of endless checks: the search found how they end
	BeforeUmpire   Why = "before_umpire"    // the game is suspended, or a claim is being proved: no move is taken
	ClaimTurn      Why = "claim_turn"       // a claim of a draw in the other side's turn
	ClaimAfterMove Why = "claim_after_move" // a claim of a draw in a turn for which words without a legal reading were sent
	ClaimUnsettled Why = "claim_unsettled"  // a claim of a draw before one of the moves held is adopted
	ClaimWaits     Why = "claim_waits"      // another claim is before the umpire
	SeveralDue     Why = "moves_due"        // at odds of two moves: not the moves of the first turn, each certain
	Overtime       Why = "overtime"         // the sender's time is over; only a letter that is held can still be in time
	Unclear        Why = "unclear"          // a letter whose plain text and whose HTML state different things
	TooLate        Why = "too_late"         // the annulment of a game, required after the fourth move
	Superseded     Why = "superseded"       // consent, or a choice, in answer to a letter that showed something else than what now stands
	LeftOver       Why = "left_over"        // statements of a letter of which nothing has come, beside others that were heard
	Enough         Why = "enough"           // the sender has told the other side as much in this turn as a side may
	NothingToAnnul Why = "nothing_to_annul" // annul, where no second letter has come and the terms show no error
	NothingSent    Why = "nothing_sent"     // withdraw, where the side has sent nothing that has had no reply
	NoneForgotten  Why = "none_forgotten"   // recommence or proceed, where no man of the other side was left out, or the choice has been made
	DemandFirst    Why = "demand_first"     // a claim of a draw for what is counted on a demand
	NoCheckToSay   Why = "no_check_to_say"  // check is said, and none stands of which the other side was not told, or the right is past
	NoRetraction   Why = "no_retraction"    // retract, where no check was announced falsely, or the right is past
	SameMove       Why = "same_move"        // a move that was taken back, another being due
	NotUponIt      Why = "not_upon_it"      // a reply that is not legal upon the illegal move that it would let stand
	NamePiece      Why = "name_piece"       // a Pawn is promoted and no piece is named: the mover is to name one
	NotCounted     Why = "not_counted"      // a demand to count fifty moves in none of the cases of the code; the umpire can be asked
	CountRuns      Why = "count_runs"       // such a demand while moves are counted already
	CountAtOdds    Why = "count_at_odds"    // such a demand where a side undertook to mate in a certain way
	CannotBeMet    Why = "cannot_be_met"    // a requirement after a false move that no legal move meets: the right remains
	ChooseCastled  Why = "choose_castled"   // a false castling: the receiver must name King or Rook
	TurnInCheck    Why = "turn_in_check"    // a side in check cannot forfeit its turn
	Unintelligible Why = "unintelligible"   // words that describe no move, where they count as no move sent
	IntentionDue   Why = "intention_due"    // a move while the sender of doubtful words must say what they meant
	SaidAlready    Why = "intention_stands" // a second statement of intention: the first stands
	NotForYou      Why = "not_for_you"      // a right that is the other side's alone
	NoSuchRight    Why = "no_such_right"    // neither the laws nor the terms of the game give it a meaning
)
