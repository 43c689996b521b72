package play

import (
	"slices"
	"testing"

	"corrd/game/codes"
	"corrd/game/terms"
)

// movingAgain lets the London club be played, for one test, as a code that has the checker
// move again where a check was not announced, and take a move back that was announced
// falsely.
func movingAgain(t *testing.T) {
	before := codes.All
	code := *codes.Of(terms.Terms{Code: "london-club"})
	code.Annexes = codes.Rule[codes.Annexes]{}
	code.Check = codes.Under("L13", codes.MovedAgain)
	code.FalseCheck = codes.Under("L14", codes.Provided{})
	codes.All = append([]*codes.Code{&code}, slices.Clone(before)...)
	t.Cleanup(func() { codes.All = before })
}

const unannounced = `code: london-club
	late: forfeit
	fen: rnbqkbnr/ppp2ppp/3p4/4p3/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3

	`

func TestTheCheckerMovesAgain(t *testing.T) {
	movingAgain(t)
	run(t, []clause{
		{"a reply that leaves the King in check falls with the checking move", unannounced + `
			white: B-QKt5
			black: KKt-B3
			expect law L13
			expect to_act white
			expect letters black:retracted white:retracted*
			white: B-QKt5
			expect why same_move
			white: B-QKt5 ch
			expect why same_move
			white: KKt-B3
			expect line g1f3
			black: KKt-B3
			white: B-QKt5 ch
			expect line g1f3 g8f6 f1b5`},
		{"a reply that meets the check stands, whether it was meant to or not", unannounced + `
			white: B-QKt5
			black: P-B3
			expect line f1b5 c7c6
			black: retract
			expect why no_retraction`},
		{"check said before the reply must be met", unannounced + `
			white: B-QKt5
			white: check
			expect letters white:check black:check
			black: KKt-B3
			expect state offence_open`},
		{"a move announced falsely goes back before the reply", unannounced + `
			white: B-KKt5 ch
			black: retract
			expect law L14
			expect to_act white
			white: B-KKt5
			expect why same_move
			white: B-K3
			expect line c1e3`},
		{"after the reply it is the reply that goes back", unannounced + `
			white: B-KKt5 ch
			black: K-Q2
			black: retract
			expect line c1g5
			expect to_act black
			black: K-Q2
			expect line c1g5 e8d7`},
	})
}

// TestCheckIsSaidBesideAMove: the word on a line of its own is said of the move in its letter.
func TestCheckIsSaidBesideAMove(t *testing.T) {
	run(t, []clause{
		{"a true one", unannounced + `
			white: B-QKt5\ncheck
			expect line f1b5
			black: KKt-B3
			expect state offence_open`},
		{"a false one", unannounced + `
			white: B-KKt5\ncheck
			black: K-Q2
			black: retract
			expect line c1g5`},
		{"an older one", unannounced + `
			white: B-QKt5
			black: KKt-B3
			white: KKt-B3\ncheck
			expect line f1b5
			expect to_act black`},
		{"none need be said by agreement", unannounced[:len("code: london-club\n")] + `	check: unannounced
	late: forfeit
	fen: rnbqkbnr/ppp2ppp/3p4/4p3/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3

			white: B-QKt5
			black: KKt-B3
			expect state offence_open`},
	})
}
