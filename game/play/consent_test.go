package play

import (
	"testing"

	"corrd/game"
)

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
		{"an accept answers what alone has been asked", `
			white@1: perhaps P-Q4
			expect why doubtful
			white@1: accept
			expect line d2d4`},
		{"also in the turn after an offer that is over", `
			black: draw?
			white: P-K4
			black: P-K4
			white: perhaps P-Q4
			expect why doubtful
			white@3: accept
			expect line e2e4 e7e5 d2d4`},
		{"it may be for an offer that is over, and then it plays nothing", `
			white: perhaps P-Q4
			black: draw?
			white: decline draw
			white@1: accept
			expect why nothing_asked
			expect line`},
		{"it may be for a proposal that is over", `
			moves: e2e4

			black: perhaps P-K4
			white: withdraw
			black: decline
			black@2: accept
			expect why nothing_asked
			expect line e2e4`},
		{"nobody knows what an accept answers, and it plays nothing", `
			moves: e2e4 e7e5

			black: propose time reply in 5 days
			white: decline
			white: perhaps P-Q4
			expect why doubtful
			white@3: accept
			expect why nothing_asked
			expect line e2e4 e7e5
			white: accept
			expect why superseded
			white: accept
			expect line e2e4 e7e5 d2d4`},
		{"who asks about the draw that is offered has offered none and accepted none", `
			moves: e2e4 e7e5

			black: draw?
			white: do you want a draw already?
			expect why accepts_no_draw
			white: A draw?
			expect why accepts_no_draw
			white: draw?
			expect result 1/2-1/2`},
		{"a yes to an offer of a draw plays no move asked about before", `
			moves: e2e4 e7e5

			white: perhaps P-Q4
			expect why doubtful
			black: draw?
			white: yes
			expect why accepts_no_draw
			expect line e2e4 e7e5`},
		{"who counts from the other end of the board is asked, and a yes plays the move", `
			errors: courteous-first
			moves: e2e4

			black: P-K5
			expect why courtesy
			black: yes
			expect line e2e4 e7e5`},
		{"a meaning is named with courtesies", `
			code: staunton-1871
			late: forfeit
			umpire: carol@example.org
			moves: e2e4 e7e5

			white: P-QB4
			black: Kt-B3
			white: P-Q3
			black: I meant the King's knight, of course.
			expect line e2e4 e7e5 c2c4 g8f6 d2d3`},
		{"a protest is taken back after the end too, and with it every other", `
			moves: e2e4 e7e5

			white: protest: my clock is wrong
			white: resign
			white: protest: I resigned by mistake
			white: withdraw protest
			expect events Stated Stated`},
		{"of words of which a yes plays nothing no yes is asked for", `
			moves: e2e4 e7e5

			white: QP-6
			expect line e2e4 e7e5
			white: yes
			expect why nothing_asked
			white: yes
			expect why nothing_asked
			white: yes
			expect why nothing_asked
			expect line e2e4 e7e5`},
		{"words that are no record are asked about again as the move that they seem to mean", `
			moves: e2e4 e7e5

			white: queen pawn one step
			white: leave 3 days
			white: yes
			expect why superseded
			white: yes
			expect line e2e4 e7e5 d2d3`},
		{"nor does a yes with words, which accepts the draw", `
			moves: e2e4 e7e5

			white: perhaps P-Q4
			black: draw?
			white: Yes please, Tom.
			expect law II.8(a)
			expect result 1/2-1/2`},
		{"nor a yes to a request to take back, which it grants", `
			moves: e2e4 e7e5

			white: perhaps P-Q4
			black: withdraw
			white: yes
			expect law II.6(d)
			expect line e2e4`},
		{"a yes to the answer to another letter is asked about", `
			moves: e2e4 e7e5

			white: perhaps P-Q4
			white: leave 3 days
			white: yes, thank you
			expect why superseded
			expect line e2e4 e7e5
			white: yes
			expect line e2e4 e7e5 d2d4`},
		{"a yes to the question itself plays, though an offer has come since", `
			moves: e2e4 e7e5

			white: perhaps P-Q4
			expect why doubtful
			black: draw?
			white#4: yes
			expect line e2e4 e7e5 d2d4`},
		{"a yes to the answer to another letter grants no taking back", `
			moves: e2e4 e7e5

			black: withdraw
			white: leave 3 days
			white: yes
			expect why superseded
			expect line e2e4 e7e5
			white: yes
			expect law II.6(d)
			expect line e2e4`},
		{"nor do words of consent, where a question has come since", `
			moves: e2e4 e7e5

			black: withdraw
			white: I hope you are well today
			expect why no_statement
			white: I agree
			expect why superseded
			expect line e2e4 e7e5
			white: agree
			expect law II.6(d)
			expect line e2e4`},
		{"nor do polite words accept a draw", `
			moves: e2e4 e7e5

			black: draw?
			white: leave 3 days
			white: Yes please, that is very kind.
			expect state await_move`},
		{"a yes to an offer passes no words on, and a no declines it", `
			moves: e2e4 e7e5

			black: Well well, you old fox.
			expect why pass_on
			white: draw?
			black: yes
			expect why accepts_no_draw
			expect events Asked
			black: no
			expect events DrawDeclined`},
		{"words that repeat those held are the reply above a stray", `
			white: Kt-B3
			black: Kt-B3\ne4
			expect events Asked Refused
			expect why adopt_first
			black: adopt 2
			expect line g1f3
			expect state held_ambiguous
			expect to_act white`},
		{"and a confirmation above a reply", `
			white: Kt-B3
			black: Kt-B3\nP-K4
			expect events Asked
			expect why adopt_first
			black: adopt 2
			expect line g1f3 e7e5`},
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
			expect why nothing_sent
			white: P-K4
			black: P-K4
			white: withdraw
			expect why nothing_sent`},
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
		{"agree, when a draw is offered too, is to the proposal", `
			white: P-K4\ndraw?
			white: withdraw
			black: agree
			expect state await_move
			expect to_act white
			black: accept draw
			expect result 1/2-1/2`},
		{"agree, in answer to a letter that told of the draw only", `
			white: P-K4\ndraw?
			white: withdraw
			black#2: agree
			expect why superseded`},
		{"agree to which of two, where nothing tells which letter is answered", `
			white: P-K4\ndraw?
			white: withdraw
			black@2: agree
			expect why superseded
			black@2: agree
			expect law II.6(d)
			expect to_act white`},
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
			expect letters white:office black:leave
			wait 10d
			expect clock white used 1d
			wait 2d
			white: P-K4
			expect clock white used 3d`},
		{"weeks are seven days each, in figures or in words", `
			time: 1 move in 4 days
			leave: 30 days a year

			white: I'd like two weeks' leave, please.
			expect law terms:leave
			wait 14d
			expect clock white used 0
			wait 1d
			expect clock white used 1d
			white: leave 1 week
			wait 7d
			expect clock white used 1d`},
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

// TestYesIsQuotedAsWritten: a yes that agrees to a proposal is quoted as it was written, where the
// writer is asked whether it is meant.
func TestYesIsQuotedAsWritten(t *testing.T) {
	s := &script{t: t, now: begins}
	s.start("")
	s.run("white: propose reply in 5 days")
	s.run("black#1: yes")
	if f, ok := s.step[len(s.step)-1].Fact.(game.Asked); !ok || f.Why != game.Superseded || f.Words != "yes" {
		t.Errorf("%s", describe(s.step))
	}
}
