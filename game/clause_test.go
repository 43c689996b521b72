package game

import "testing"

// A case is a game played to a point where a clause decides, as a script.
type clause struct{ name, script string }

func run(t *testing.T, cases []clause) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { play(t, c.script) })
	}
}

func TestOrdinaryPlay(t *testing.T) {
	run(t, []clause{
		{"a move and its reply", `
			expect state await_move
			expect to_act white
			white: P-K4
			expect move e2e4
			expect law I.13.C
			expect letters white:adopted black:move*
			expect to_act black
			expect turn 1 black
			black: 1... P-K4
			expect line e2e4 e7e5
			expect letters black:adopted white:move*
			expect turn 2 white`},
		{"a false number is asked about, and yes clears it from the first receipt", `
			white: 3. P-K4
			expect why wrong_number
			expect letters white:asked
			expect line
			wait 2d
			white: yes
			expect line e2e4
			expect clock white used 0s`},
		{"the same move sent again under its number counts from the first receipt", `
			white: 3. P-K4
			wait 2d
			white: 1. P-K4
			expect clock white used 0s`},
		{"another move counts from its own", `
			white: 3. P-K4
			wait 2d
			white: 1. P-Q4
			expect clock white used 2d`},
		{"yes with nothing asked", `
			white: yes
			expect why nothing_asked`},
		{"the opponent's move repeated confirms it (house:7)", `
			white: P-K4
			black: 1. P-K4\n1... P-QB4
			expect line e2e4 c7c5`},
		{"a wrong repetition is asked about", `
			white: P-K4
			black: 1. P-Q4\n1... P-QB4
			expect why wrong_number`},
		{"on lines without numbers the first repeats", `
			white: P-K4
			black: P-K4\nP-QB4
			expect line e2e4 c7c5`},
		{"joined by or it does not", `
			white: P-K4
			black: P-K4 or P-QB4
			expect candidates c7c5 e7e5`},
		{"the opponent's move in the same breath", `
			white: P-K4
			black: 1. P-K4 P-K4
			white: 1... P-K4 2. Kt-KB3
			expect line e2e4 e7e5 g1f3`},
		{"a move before one's turn", `
			white: P-K4
			white@3: P-Q4
			expect why not_your_turn
			expect law I.11.C
			expect line e2e4`},
		{"a number before one's turn", `
			white: P-K4
			white: 2. P-Q4
			expect why not_your_turn`},
		{"a move for an old turn", `
			white: P-K4
			black: P-K4
			white@1: P-Q4
			expect why old_turn
			white: 1. P-Q4
			expect why wrong_number
			white@1: 1. P-Q4
			expect why old_turn
			white@0: 1. P-Q4
			expect why old_turn
			expect line e2e4 e7e5`},
		{"a letter without a statement", `
			white: hello
			expect why no_statement`},
		{"statements that exclude each other", `
			white: P-K4\nresign
			expect why contradiction
			expect line`},
		{"mate ends the game", `
			white: P-KB3
			black: P-K4
			white: P-KKt4
			black: Q-R5 mate
			expect result 0-1 I.15(a)
			expect state finished
			expect to_act none
			expect letters white:result black:result
			white: draw?
			expect why game_over`},
		{"stalemate is a draw", `
			fen: 7k/8/6K1/5Q2/8/8/8/8 w - - 0 1

			white: Q-KB7
			expect result 1/2-1/2 II.8(e)`},
		{"a position set up keeps its numbers", `
			fen: 4k3/8/8/8/8/8/8/N3K3 b - - 0 8

			expect turn 8 black
			black: 8... K-Q2
			white: 9. Kt-B2
			expect move a1c2`},
		{"Black begins", `
			first move: black

			black: 1. P-K4
			white: 1. P-K4
			expect line e7e5 e2e4
			black: 2. Kt-KB3
			expect move g8f6`},
	})
}

func TestEnds(t *testing.T) {
	run(t, []clause{
		{"resignation, in turn or not", `
			white: P-K4
			white: resign
			expect result 0-1 II.9`},
		{"a draw by agreement", `
			white: P-K4\ndraw?
			expect events Played DrawOffered
			expect letters white:adopted black:offer black:move*
			black: accept draw
			expect result 1/2-1/2 II.8(a)`},
		{"both offer", `
			white: draw?
			expect letters white:received black:offer
			white: draw?
			expect events
			black: I offer a draw
			expect result 1/2-1/2`},
		{"an offer declined", `
			white: draw?
			black: decline draw
			expect letters black:received white:refused
			black: accept draw
			expect why nothing_asked
			black: decline draw
			expect why nothing_asked`},
		{"an offer lapses when the other side moves", `
			white: P-K4\ndraw?
			black: P-K4
			black: accept draw
			expect why nothing_asked`},
		{"a right with nothing to act on does not hold up the move", `
			white: P-K4
			black: waive; P-K4
			expect why nothing_asked
			expect line e2e4 e7e5
			expect letters black:adopted white:move*
			white: adopt 1; P-Q4
			expect move d2d4`},
		{"accept and move", `
			white: P-K4\ndraw?
			black: accept draw\nP-K4
			expect why contradiction
			expect result none`},
	})
}

func TestSeveralReadings(t *testing.T) {
	run(t, []clause{
		{"adopt by number, with the reply", `
			white: Kt-B3
			expect state held_ambiguous
			expect candidates b1c3 g1f3
			expect law III.3
			expect to_act black
			expect running black
			expect turn 1 white
			expect letters white:held black:ambiguous*
			black: adopt 2; P-K4
			expect line g1f3 e7e5
			expect letters white:adopted black:adopted white:move*`},
		{"adopt in words, without a reply", `
			white: Kt-B3
			black: adopt QKt-B3
			expect line b1c3
			expect letters white:adopted black:move
			black: P-K4
			expect line b1c3 e7e5`},
		{"adopt what is not held", `
			white: Kt-B3
			black: adopt 3
			expect why no_such_choice
			black: adopt P-K4
			expect why no_such_choice
			black: adopt Kt-B3
			expect why no_such_choice
			expect state held_ambiguous`},
		{"adopt with nothing held", `
			white: P-K4
			black: adopt 1
			expect why nothing_asked`},
		{"the sender cannot adopt", `
			white: Kt-B3
			white: adopt 1
			expect why nothing_asked`},
		{"a reply that fits one reading adopts it", `
			moves: e2e4 e7e5

			white: B-B4
			expect line e2e4 e7e5 f1c4
			black: Kt-B3
			expect candidates b8c6 g8f6
			white: B×P ch
			expect why adopt_first
			white: adopt 1; B×P ch
			expect move c4f7`},
		{"implicit adoption", `
			fen: rnbqkbnr/ppp2ppp/3p4/4p3/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3

			white: B-Kt5
			expect candidates c1g5 f1b5
			black: P-QB3
			expect why adopt_first
			black: Q×B
			expect law house:2
			expect events Adopted Played
			expect line c1g5 d8g5
			expect letters white:adopted black:adopted white:move*`},
		{"a reply that fits several is withheld, and played on adoption", `
			white: Kt-B3
			black: P-K4
			expect why adopt_first
			expect letters black:asked
			wait 1d
			black: adopt 1
			expect line b1c3 e7e5`},
		{"another reply with the adoption replaces the one withheld", `
			white: Kt-B3
			black: P-K4
			black: adopt 1; P-Q4
			expect line b1c3 d7d5`},
		{"a repetition in words announces the adoption", `
			white: Kt-B3
			black: 1. KKt-B3\n1... P-K4
			expect line g1f3 e7e5`},
		{"a clarification gives the sender no right to insist", `
			white: Kt-B3
			white: KKt-B3
			expect why first_stands
			expect candidates b1c3 g1f3`},
	})
}

func TestSeveralMoves(t *testing.T) {
	run(t, []clause{
		{"two moves in a letter", `
			white: P-K4 or P-Q4
			expect state held_multiple
			expect law III.4
			expect candidates d2d4 e2e4
			expect letters white:held black:multiple*
			black: adopt 1; P-Q4
			expect line d2d4 d7d5`},
		{"one of them illegal", `
			white: P-K4 or P-K5
			expect line e2e4`},
		{"a second letter before the reply", `
			white: P-K4
			expect clock white used 0s
			wait 1d
			white: P-Q4
			expect events Reopened Held
			expect state held_multiple
			expect line
			expect candidates d2d4 e2e4
			expect letters white:held black:multiple
			wait 1d
			expect clock black used 2d
			black: adopt 2; P-K4
			expect line e2e4 e7e5
			expect clock white used 0s`},
		{"the same card twice", `
			white: P-K4
			white: P-K4
			expect events
			expect line e2e4`},
		{"a second letter without a legal reading", `
			white: P-K4
			white: R-R5
			expect why first_stands
			expect line e2e4`},
		{"a second letter after the reply", `
			white: P-K4
			black: P-K4
			white@1: P-Q4
			expect why old_turn`},
		{"a reply that fits both is withheld", `
			white: P-K4
			white: P-Q4
			black: P-K4
			expect why adopt_first`},
	})
}

func TestOffences(t *testing.T) {
	run(t, []clause{
		{"exact C: the King must move", `
			moves: e2e4 e7e5

			white: R-KR5
			expect state offence_open
			expect law III.3
			expect to_act both
			expect running white
			expect letters white:received black:offence
			black: exact penalty C
			expect state penalty_due
			expect to_act white
			expect letters black:penalty white:penalty
			white: P-Q4
			expect why not_complying
			expect law II.9(e)
			expect letters white:refused black:refused
			expect state penalty_due
			white: K-K2
			expect line e2e4 e7e5 e1e2
			expect state await_move`},
		{"waive", `
			moves: e2e4 e7e5

			white: B-Z9
			black: waive
			expect state await_move
			expect letters black:waived white:waived
			expect to_act white
			white: B-Z9
			expect state offence_open`},
		{"with nothing to exact", `
			white: exact penalty C
			expect why nothing_asked
			white: waive
			expect why nothing_asked`},
		{"the offender cannot exact or waive", `
			white: R-R5
			white: exact penalty C
			expect why nothing_asked
			white: waive
			expect why nothing_asked`},
		{"the King cannot move: a man is selected, and the offender chooses his square", `
			fen: 6k1/8/8/8/8/4n3/P6P/2r3BK w - - 0 1

			white: Z9
			black: exact penalty C
			expect why choose_man
			black: exact penalty C, KRP
			expect events Exacted
			white: P-R3
			expect move h2h3`},
		{"a man that cannot move spends the right", `
			fen: 6k1/8/8/8/8/4n3/P6P/2r3BK w - - 0 1

			white: Z9
			black: exact penalty C, B
			expect events Spent
			expect law II.11(e)
			expect letters black:spent white:spent
			expect state await_move
			expect to_act white
			black: exact penalty C, KRP
			expect why nothing_asked`},
		{"a man named although the King can move is surplus", `
			moves: e2e4 e7e5

			white: R-KR5
			black: exact penalty C, Kt on KKt1
			white: Kt-KB3
			expect why not_complying
			white: K-K2
			expect move e1e2`},
		{"a penalty the law does not give", `
			moves: e2e4 e7e5

			white: R-KR5
			black: forfeit turn
			expect why no_such_penalty
			expect state offence_open`},
		{"castling discharges nothing", `
			fen: r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1

			white: R-Kt9
			black: exact penalty C
			white: Castles
			expect why not_complying
			white: K-Q2
			expect move e1d2`},
		{"castling while in check is an offence", `
			fen: 4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1

			white: Castles KR
			expect state offence_open
			black: exact penalty C
			white: K×R
			expect move e1e2`},
		{"a correction is exactable until the reply", `
			moves: e2e4 e7e5

			white: R-R4
			wait 1h
			white: Kt-KB3
			expect line e2e4 e7e5 g1f3
			expect to_act black
			black: exact penalty C
			expect line e2e4 e7e5
			expect state penalty_due
			expect running white
			expect letters black:penalty white:penalty*
			white: K-K2
			expect line e2e4 e7e5 e1e2`},
		{"after the reply the right has lapsed", `
			moves: e2e4 e7e5

			white: R-R4
			white: Kt-KB3
			black: Kt-QB3
			black: exact penalty C
			expect why nothing_asked
			expect line e2e4 e7e5 g1f3 b8c6`},
		{"a correction waived", `
			moves: e2e4 e7e5

			white: R-R4
			white: Kt-KB3
			black: waive; Kt-QB3
			expect line e2e4 e7e5 g1f3 b8c6
			black: exact penalty C
			expect why nothing_asked`},
		{"an ambiguous correction", `
			moves: e2e4 e7e5

			white: R-R5
			white: Kt-B3
			expect state held_ambiguous
			black: exact penalty C
			expect state penalty_due
			expect running white`},
		{"an ambiguous correction adopted stays exactable", `
			moves: e2e4 e7e5

			white: R-R5
			white: Kt-B3
			black: adopt 2
			expect line e2e4 e7e5 g1f3
			black: exact penalty C
			expect line e2e4 e7e5`},
		{"another letter without a legal reading", `
			white: R-R5
			white: R-R6
			expect why offence_stands
			expect state offence_open`},
		{"the receiver answers the illegal move", `
			moves: e2e4 e7e5

			white: R-R5
			black: Kt-QB3
			expect events Waived
			expect law II.6(e)
			expect state await_move
			expect to_act white
			expect line e2e4 e7e5`},
		{"gibberish cannot be answered", `
			moves: e2e4 e7e5

			white: Z9
			black: Kt-QB3
			expect why not_your_turn
			expect state offence_open`},
		{"a required move may be doubtful", `
			fen: 4k3/8/8/8/8/8/8/4K3 w - - 0 1

			white: R-R5
			black: exact penalty C
			white: K-B2 or K-Q2
			expect state held_multiple
			black: adopt 1; K-B2
			expect line e1d2 e8f7`},
		{"exact and waive", `
			white: R-R5
			black: exact penalty C\nwaive
			expect why contradiction`},
		{"a notation that is not agreed", `
			white: e4
			expect why not_agreed
			expect law I.13.C
			expect letters white:asked
			wait 1d
			white: P-K4
			expect clock white used 0s`},
		{"a notation that is agreed", `
			notation: descriptive, algebraic

			white: e4
			expect move e2e4`},
		{"courteous-first", `
			errors: courteous-first

			white: R-R5
			expect why courtesy
			expect law house:10
			expect letters white:asked
			white: P-K4
			black: P-K4
			white: R-R5
			expect state offence_open`},
		{"courteous", `
			errors: courteous

			white: R-R5
			expect why courtesy
			white: R-R6
			expect state offence_open
			black: waive
			white: P-K4
			black: P-K4
			white: R-R5
			expect why courtesy`},
		{"a false check is read past", `
			moves: e2e4 e7e5 d2d4 d7d6

			white: B-KKt5 ch
			expect move c1g5`},
	})
}

func TestClaims(t *testing.T) {
	shuffle := "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"
	run(t, []clause{
		{"the third time, though the right to castle is lost", `
			moves: e2e4 e7e5 g1f3 b8c6 h1g1 a8b8 g1h1 b8a8 h1g1 a8b8 g1h1 b8a8

			white: claim draw: repetition
			expect result 1/2-1/2 II.8(c)`},
		{"the second time", `
			moves: g1f3 g8f6 f3g1 f6g8

			white: claim draw: repetition, otherwise P-K4
			expect why not_proved
			expect events ClaimRefused Played
			expect line g1f3 g8f6 f3g1 f6g8 e2e4`},
		{"only he whose turn it is", `
			moves: ` + shuffle + `

			black: claim draw: repetition
			expect why not_your_turn
			white: claim draw: repetition
			expect result 1/2-1/2`},
		{"a claim with a move is late", `
			moves: ` + shuffle + `

			white: Kt-KB3\nclaim draw: repetition
			expect why late_claim
			expect move g1f3
			expect result none`},
		{"under the American code", `
			code: american-1897
			moves: ` + shuffle + `

			white: claim draw: repetition
			expect result 1/2-1/2 II.8(c)`},
		{"fifty moves, Pawn moves notwithstanding", `
			fen: 8/p6k/8/8/8/8/P6K/8 w - - 0 1
			moves: ` + shuffles(100) + `

			white: claim draw: fifty moves
			expect result 1/2-1/2 II.8(b)`},
		{"one move short", `
			fen: 8/p6k/8/8/8/8/P6K/8 w - - 0 1
			moves: ` + shuffles(99) + `

			black: claim draw: fifty moves
			expect why not_proved
			expect result none`},
		{"endless checks are not decided yet", `
			fen: 6k1/6p1/5p2/7Q/8/8/1q6/7K w - - 0 1

			white: claim draw: endless checks, otherwise Q-K8 ch
			expect why not_built
			expect move h5e8`},
		{"while a choice is open", `
			white: Kt-B3
			black: claim draw: repetition
			expect why adopt_first`},
	})
}

// shuffles gives n plies in which Kings go to and fro, with a Pawn's move each
// at the thirtieth.
func shuffles(n int) string {
	kings := [4]string{"h2h1", "h7h8", "h1h2", "h8h7"}
	text := ""
	for i := range n {
		switch {
		case i == 60:
			text += "a2a3 "
		case i == 61:
			text += "a7a6 "
		case i > 61:
			text += kings[(i-2)%4] + " "
		default:
			text += kings[i%4] + " "
		}
	}
	return text
}

func TestConditionals(t *testing.T) {
	run(t, []clause{
		{"a series fires as its assumptions are made, at no cost of time", `
			white: 1. P-K4; if P-K4 2. Kt-KB3; if then Kt-QB3 3. B-Kt5
			expect events Played Promised
			expect letters white:adopted black:move*
			wait 2d
			black: P-K4
			expect events Played Arrived Played
			expect law III.5
			expect line e2e4 e7e5 g1f3
			expect letters black:adopted white:move white:adopted black:move*
			expect clock white used 0s
			black: Kt-QB3
			expect line e2e4 e7e5 g1f3 b8c6 f1b5
			expect clock black used 2d
			expect to_act black`},
		{"another reply lets it lapse", `
			white: 1. P-K4; if P-K4 2. Kt-KB3
			black: P-QB4
			expect line e2e4 c7c5
			white: P-Q4
			black: P-K4
			expect line e2e4 c7c5 d2d4 e7e5`},
		{"an illegal move arrived at is an offence, and what follows it is nothing", `
			white: 1. P-K4; if P-K4, 2. Kt-K5; if then P-Q3, 3. P-Q4
			expect line e2e4
			black: P-K4
			expect state offence_open
			expect law III.5
			expect letters black:adopted white:received black:offence white:move*
			black: waive
			white: Kt-KB3
			black: P-Q3
			expect line e2e4 e7e5 g1f3 d7d6
			expect to_act white`},
		{"the penalty is exacted as for any illegal move", `
			white: 1. P-K4; if P-K4, 2. Kt-K5
			black: P-K4
			black: exact penalty C
			expect state penalty_due
			white: K-K2
			expect line e2e4 e7e5 e1e2`},
		{"an illegal move not arrived at is none", `
			white: 1. P-K4; if P-K4, 2. Kt-K5
			black: P-QB4
			expect state await_move`},
		{"with an illegal first move the rest falls", `
			white: 1. P-K5; if P-K4, 2. P-Q4
			expect state offence_open
			expect events Offended
			black: waive
			white: P-K4
			black: P-K4
			expect line e2e4 e7e5`},
		{"if any", `
			white: P-Q4
			black: P-KKt3\nif any, B-Kt2
			white: B-R6
			expect line d2d4 g7g6 c1h6 f8g7
			white: B×B
			expect move h6g7`},
		{"if any becomes illegal", `
			white: P-Q4
			black: P-KKt3\nif any, B-Kt2
			white: P-K4
			expect move f8g7
			black: P-QB3`},
		{"a doubtful move of a series is put to the opponent", `
			white: 1. P-K4; if P-K4, 2. Kt-B3
			expect line e2e4
			black: P-K4
			expect candidates b1c3 g1f3
			expect letters black:adopted white:move white:held black:ambiguous*
			black: adopt 2; Kt-QB3
			expect line e2e4 e7e5 g1f3 b8c6`},
		{"an illegal assumption is void", `
			white: 1. P-K4; if P-K5, 2. Kt-K5; if P-K4, 2. Kt-KB3
			black: P-K4
			expect line e2e4 e7e5 g1f3`},
		{"a series sent alone joins the last move", `
			white: P-K4
			white: If P-K4, Kt-KB3
			expect events Promised
			expect letters white:received black:conditional
			black: P-K4
			expect line e2e4 e7e5 g1f3`},
		{"after the reply it comes too late", `
			white: P-K4
			black: P-K4
			white@1: If P-K4, Kt-KB3
			expect why move_first`},
		{"numbers guard a series too", `
			white: 1. P-K4; if P-K4, 3. Kt-KB3
			expect why wrong_number
			expect line e2e4`},
		{"successive moves without an assumption answer whatever comes", `
			white: 1. P-K4\n2. P-Q4
			black: P-QB4
			expect line e2e4 c7c5 d2d4`},
		{"nothing fires on a doubtful move; the adopter's own reply comes first to the choice", `
			moves: e2e4 e7e5

			black: If KKt-B3, Kt-QB3
			white: Kt-B3
			expect state held_ambiguous
			black: adopt 2
			expect line e2e4 e7e5 g1f3 b8c6`},
		{"a conditional holds only after the move it was sent with", `
			white: 1. P-K4; if P-K4, 2. Kt-KB3
			white: 1. P-Q4
			black: adopt 1; P-K4
			expect line d2d4 e7e5
			expect to_act white`},
		{"nothing fires on a correction while the offence is open", `
			moves: e2e4 e7e5

			black: If Kt-KB3, Kt-QB3
			white: R-R5
			white: Kt-KB3
			expect line e2e4 e7e5 g1f3
			black: waive
			expect line e2e4 e7e5 g1f3 b8c6`},
		{"after the flag nothing fires", `
			time: 1 move in 4 days

			white: 1. P-K4; if P-K4, 2. Kt-KB3
			wait 4d
			expect result 1-0
			black: P-K4
			expect line e2e4`},
		{"a resignation on a condition is confirmed first", `
			white: P-K4
			white: If P-K4 I resign
			black: P-K4
			expect why confirm_resign
			expect result none
			white: yes
			expect result 0-1 II.9`},
		{"mate by a stored move ends the game", `
			moves: f2f3

			black: P-K4; if P-KKt4, Q-R5 mate
			white: P-KKt4
			expect result 0-1 I.15(a)
			expect letters white:result black:result`},
	})
}

func TestRightsClose(t *testing.T) {
	run(t, []clause{
		{"a doubtful reply to a correction ends the right to exact", `
			moves: e2e4 e7e5

			white: R-R5
			white: Kt-KB3
			black: Kt-B3
			expect state held_ambiguous
			black: exact penalty C
			expect why nothing_asked`},
		{"a second letter for a move in discharge must comply too", `
			fen: 4k3/8/8/8/8/8/P7/4K3 w - - 0 1

			white: R-R5
			black: exact penalty C
			white: K-B2 or K-Q2
			white: P-R3
			expect why not_complying
			white: K-K2
			expect candidates e1d2 e1e2 e1f2`},
	})
}

func TestConsent(t *testing.T) {
	run(t, []clause{
		{"a move is withdrawn by consent", `
			white: P-K4
			wait 1d
			white: withdraw
			expect law II.6(d)
			expect letters white:received black:proposal
			black: agree
			expect line
			expect to_act white
			expect letters black:agreed white:agreed*
			expect clock black used 1d
			white: P-Q4
			expect line d2d4`},
		{"not without it", `
			white: P-K4
			white: withdraw
			black: no
			expect events Declined
			expect letters black:received white:refused
			black: P-K4
			expect line e2e4 e7e5`},
		{"the reply ends the proposal", `
			white: P-K4
			white: withdraw
			black: P-K4
			black: agree
			expect why nothing_asked
			expect line e2e4 e7e5`},
		{"a doubtful communication withdrawn", `
			white: Kt-B3
			white: withdraw
			black: agree
			expect state await_move
			expect to_act white
			expect running white`},
		{"an illegal one withdrawn is forgiven", `
			white: R-R5
			white: withdraw
			black: agree
			expect state await_move
			black: exact penalty C
			expect why nothing_asked`},
		{"once the penalty is exacted there is nothing to consent to", `
			moves: e2e4 e7e5

			white: R-R5
			white: withdraw
			black: exact penalty C
			black: agree
			expect why nothing_asked
			expect line e2e4 e7e5`},
		{"nor once it is waived", `
			moves: e2e4 e7e5

			white: R-R5
			white: withdraw
			black: waive
			black: agree
			expect why nothing_asked
			expect line e2e4 e7e5`},
		{"a correction withdrawn leaves the offence", `
			moves: e2e4 e7e5

			white: R-R5
			white: Kt-KB3
			white: withdraw
			black: agree
			expect state offence_open
			black: exact penalty C
			expect state penalty_due`},
		{"conditional moves go with the move", `
			white: 1. P-K4; if P-K4 2. Kt-KB3
			white: withdraw
			black: agree
			white: P-K4
			black: P-K4
			expect line e2e4 e7e5`},
		{"nothing to withdraw", `
			white: withdraw
			expect why nothing_asked
			white: P-K4
			black: P-K4
			white: withdraw
			expect why nothing_asked`},
		{"other terms", `
			white: P-K4
			white: propose reply in 5 days
			expect law terms:time
			expect letters white:received black:proposal
			wait 2d
			black: agree
			expect clock black used 2d
			expect clock black left 5d
			wait 5d
			expect result 1-0 terms:time`},
		{"a new count from the agreement on", `
			time: 10 moves in 30 days
			moves: e2e4 e7e5

			wait 3d
			black: propose time 2 moves in 4 days
			white: agree
			expect clock white used 3d
			expect clock white left 4d
			expect clock white due 2`},
		{"terms that cannot be agreed on now", `
			white: propose code american-1897
			expect why no_such_term
			white: propose time soon
			expect why no_such_term`},
		{"one cannot agree to one's own proposal", `
			white: propose reply in 5 days
			white: agree
			expect why nothing_asked`},
		{"agree to which of two", `
			white: P-K4\ndraw?
			white: withdraw
			black: agree
			expect why contradiction
			black: accept draw
			expect result 1/2-1/2`},
		{"agreed to a draw", `
			white: P-K4\ndraw?
			black: agree
			expect result 1/2-1/2 II.8(a)`},
	})
}

func TestLeave(t *testing.T) {
	run(t, []clause{
		{"leave stops one's clock", `
			time: 1 move in 4 days

			wait 1d
			white: leave 10 days
			expect law terms:leave
			expect letters white:received black:leave
			wait 10d
			expect clock white used 1d
			wait 2d
			white: P-K4
			expect clock white used 3d`},
		{"it defers the flag and the reminders", `
			time: 1 move in 4 days

			white: leave 3 days
			wait 2d
			expect events
			wait 3d
			expect letters white:reminder
			wait 47h
			expect result none
			wait 1h
			expect result 0-1`},
		{"leave taken before one's turn", `
			time: 1 move in 4 days

			black: leave 5 days
			wait 1d
			white: P-K4
			wait 4d
			expect clock black used 0s
			wait 1d
			expect clock black used 1d`},
		{"no more than the year gives", `
			white: leave 31 days
			expect why no_leave
			white: leave 20 days
			white: leave 11 days
			expect why no_leave
			white: leave 10 days
			expect law terms:leave`},
		{"none by agreement", `
			leave: none

			white: leave 1 day
			expect why no_leave`},
	})
}

func TestSecondLetterAnnulled(t *testing.T) {
	run(t, []clause{
		{"the first stands, and the penalty is for the offender's next turn", `
			white: P-K4
			white: P-Q4
			black: annul
			expect law II.6(d)
			expect line e2e4
			expect letters white:adopted black:move
			black: exact penalty C
			expect why nothing_asked
			black: P-K4
			black: exact penalty C
			expect state penalty_due
			white: P-Q4
			expect why not_complying
			white: K-K2
			expect line e2e4 e7e5 e1e2
			black: P-Q4
			black: exact penalty C
			expect why nothing_asked`},
		{"exacted after he has moved, before the next reply", `
			white: P-K4
			white: P-Q4
			black: annul; P-K4
			white: P-Q4
			black: exact penalty C
			expect line e2e4 e7e5
			expect state penalty_due`},
		{"nothing to annul", `
			white: Kt-B3
			black: annul
			expect why nothing_asked
			expect law II.1(b)`},
	})
}

func TestUmpire(t *testing.T) {
	run(t, []clause{
		{"a protest is recorded, and play goes on", `
			white: P-K4
			black: protest: he asked a master
			expect events Protested
			expect letters black:received white:protest
			black: P-K4
			expect line e2e4 e7e5`},
		{"a claim of forfeiture is not decided yet", `
			white: claim forfeiture: II.9(c) he used a book
			expect why not_built`},
		{"a claim of forfeiture names the offence", `
			white: claim forfeiture
			expect why not_specified`},
		{"what belongs to another code", `
			white: retract
			expect why not_built
			expect law house:19`},
	})
}
