package play

import "testing"

func TestLate(t *testing.T) {
	run(t, []clause{
		{"a fine: the clock runs on without a limit until the moves due are made, then all is whole again", `
			time: 2 moves in 4 days
			late: fine

			wait 1d
			white: P-K4
			black: P-K4
			wait 71h
			wait 1h
			expect letters white:late black:late
			expect law terms:late
			expect state await_move
			expect running white
			expect clock white left 0s
			wait 5d
			expect result none
			expect clock white used 9d
			white: Kt-KB3
			expect clock white left 4d
			expect clock white due 2
			expect clock black left 4d
			black: Kt-QB3
			wait 95h
			wait 1h
			expect letters white:late black:late`},
		{"the moves due take several turns", `
			time: 3 moves in 3 days
			late: fine

			wait 4d
			white: P-K4
			black: P-K4
			wait 2d
			expect events
			white: Kt-KB3
			black: Kt-QB3
			white: B-B4
			expect clock white left 3d
			expect clock white due 3`},
		{"a limit for each reply", `
			time: reply in 3 days
			late: fine

			wait 5d
			white: P-K4
			expect clock white left 3d
			black: P-K4
			wait 3d
			expect law terms:late`},
		{"reminders go on", `
			time: reply in 3 days
			late: fine

			wait 71h
			wait 1h
			expect letters white:late black:late
			wait 27d
			expect letters white:reminder`},
		{"the umpire says what is to be paid, or how long the side still has", `
			time: reply in 3 days
			late: fine

			wait 5d
			umpire: extend terms:late 2d
			expect clock white left 2d
			wait 2d
			expect law terms:late
			expect state await_move`},
		{"the umpire decides, and meanwhile the game is suspended", `
			time: reply in 3 days
			late: umpire

			wait 5d
			expect state suspended
			expect to_act umpire
			expect running none
			expect clock white used 3d
			white: P-K4
			expect why before_umpire
			umpire: forfeit terms:late white
			expect result 0-1 terms:late`},
		{"the umpire gives more time, and lets the game go on", `
			time: reply in 3 days
			late: umpire

			wait 5d
			umpire: extend terms:late 1d
			umpire: resume terms:late
			expect state await_move
			expect clock white left 1d
			wait 1d
			expect state suspended`},
		{"the umpire lets the game go on as it stands: the side has a day more for this move", `
			time: reply in 3 days
			late: umpire

			wait 4d
			umpire: resume terms:late
			expect clock white left 1d
			wait 23h
			expect state await_move
			white: P-K4
			black: P-K4
			expect clock white left 3d`},
		{"the day more that a resumption gives ends with another flag", `
			time: 2 moves in 4 days
			late: umpire

			wait 6d
			umpire: resume terms:late
			expect clock white left 1d
			wait 23h
			expect state await_move
			wait 1h
			expect state suspended
			expect to_act umpire`},
		{"what the umpire adds after a resumption comes on top of the day", `
			time: reply in 3 days
			late: umpire

			wait 4d
			umpire: resume terms:late
			umpire: extend terms:late 1d
			expect clock white left 2d`},
		{"a game suspended in time goes on with the time that was left", `
			time: reply in 3 days
			late: umpire

			wait 1d
			umpire: suspend terms:late
			wait 9d
			umpire: resume terms:late
			expect clock white left 2d`},
		{"the record was wrong: the side has not overstepped", `
			time: 2 moves in 4 days
			late: fine

			wait 5d
			umpire: correct_time II.10.D white -2d
			expect clock white used 3d
			expect clock white left 1d`},
		{"a new time begins anew", `
			time: 2 moves in 4 days
			late: fine

			wait 5d
			black: propose time reply in 6 days
			white: agree
			expect clock white left 6d`},
		{"agreed in play", `
			time: reply in 3 days

			white: propose late fine
			black: agree
			wait 3d
			expect law terms:late
			expect result none`},
	})
}
