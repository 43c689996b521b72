package play

import "testing"

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
			expect letters black:adopted white:move*`},
		{"adopt in words, without a reply", `
			white: Kt-B3
			black: adopt QKt-B3
			expect line b1c3
			expect letters white:adopted black:move
			black: P-K4
			expect line b1c3 e7e5`},
		{"adopt in a notation that is not agreed on", `
			white: Kt-B3
			black: adopt g1f3
			expect line g1f3
			expect letters white:adopted black:move
			black: Kt-B3
			white: adopt Nc6; P-Q4
			expect line g1f3 b8c6 d2d4`},
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
			expect letters black:adopted white:move*`},
		{"a reply that fits several is withheld, and played on adoption", `
			white: Kt-B3
			black: P-K4
			expect why adopt_first
			expect letters black:asked*
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
			black: P-K3
			expect why adopt_first`},
		{"two moves in reply, neither of them taken for an adoption", `
			white: P-K4 or P-Q4
			black: P-KKt4; P-KR4
			expect why adopt_first
			expect state held_multiple`},
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
		{"exacted after the receiver has moved, before the next reply", `
			white: P-K4
			white: P-Q4
			black: annul; P-K4
			white: P-Q4
			black: exact penalty C
			expect line e2e4 e7e5
			expect state penalty_due`},
		{"no second letter: the game itself", `
			white: Kt-B3
			black: annul
			expect why nothing_to_annul
			expect law II.1(b)
			black: annul: we had agreed that I begin
			expect law II.1(b)
			expect state claim_open`},
	})
}

func TestConsentIsToWhatWasShown(t *testing.T) {
	run(t, []clause{
		{"a number means the move it had in the letter that is answered", `
			white: Kt-B3
			white: P-K4
			expect candidates b1c3 e2e4 g1f3
			black#2: adopt 2; P-Q4
			expect line g1f3 d7d5`},
		{"where nobody can tell, it is asked", `
			white: Kt-B3
			white: P-K4
			black@2: adopt 2
			expect why superseded
			expect line
			black@2: adopt 1
			expect line b1c3`},
		{"and the words are certain", `
			white: Kt-B3
			white: P-K4
			black@2: adopt P-K4
			expect line e2e4`},
		{"a reply that crossed with a second letter is to the first", `
			white: P-K4
			white: P-Q4
			expect candidates d2d4 e2e4
			black#2: P-K4
			expect law house:2
			expect line e2e4 e7e5`},
		{"and to what it fits of the list it answers", `
			white: Kt-B3
			white: P-K4
			black#2: P-K4
			expect why adopt_first
			black#2: adopt Kt-KB3; P-K4
			expect line g1f3 e7e5`},
		{"a reply to none of what it has shown", `
			white: Kt-B3
			black#1: P-K4
			expect why superseded`},
		{"an illegal move is answered by who has heard of it", `
			moves: e2e4 e7e5

			white: P-K5
			black#2: 2... P-Q4
			expect why not_your_turn
			expect state offence_open`},
		{"agreed to one proposal, not to the next", `
			white: P-K4
			white: propose errors courteous
			white: propose time reply in 1 days
			black#3: agree
			expect why superseded
			black: agree
			expect events Agreed`},
		{"without a reference either may be meant", `
			white: P-K4
			white: propose errors courteous
			white: withdraw
			black@2: agree
			expect why superseded
			expect line e2e4
			black@2: agree
			expect events Agreed
			expect line`},
		{"a refusal is of what was shown", `
			white: P-K4
			white: propose errors courteous
			white: propose time reply in 1 days
			black#3: decline
			expect why superseded`},
		{"a draw was offered once before", `
			white: draw?
			black: decline draw
			white: draw?
			black#2: accept draw
			expect why superseded
			expect result none
			black: accept draw
			expect result 1/2-1/2`},
		{"with the key of an older turn", `
			white: P-K4
			white: draw?
			black: P-K4
			white: P-Q4
			white: draw?
			black@2: accept draw
			expect why superseded`},
		{"another offence than the one the letter showed", `
			moves: e2e4 e7e5

			white: R-R9
			black: waive
			white: B-Z9
			black#4: exact penalty C
			expect why superseded
			black#4: waive
			expect why superseded
			expect state offence_open
			black: exact penalty C
			expect state penalty_due`},
		{"yes to an older question", `
			white: 3. P-K4
			white: 4. P-Q4
			white#2: yes
			expect why superseded
			white#3: yes
			expect line d2d4`},
	})
}
