package templates

// scene is a game played up to a step whose letters are compared with golden
// files.
type scene struct {
	name     string // after the kind and the reader in the names of the files; "" for the plain case
	letters  []string
	terms    map[string]string
	settings map[string]string
	script   []string
}

// scenes show every kind of letter to both sides, and what may differ in it.
var scenes = []scene{
	{letters: []string{"start-white", "start-black"}},
	{letters: []string{"adopted-white", "move-black"}, script: []string{"white: P-K4"}},
	{letters: []string{"adopted-black", "move-white"}, script: []string{
		"white: P-K4", "black: P-K4\nDear Alice, it snows here. Good luck, and greetings to your mother, whom I remember well from our game of 1884!"}},
	{letters: []string{"held-white", "ambiguous-black"}, script: []string{"white: Kt-B3"}},
	{letters: []string{"held-black", "ambiguous-white"}, script: []string{"white: P-K4", "black: Kt-B3"}},
	{letters: []string{"multiple-black"}, script: []string{"white: P-K4 or P-Q4"}},
	{letters: []string{"multiple-white"}, script: []string{"white: P-K4", "black: P-K4 or P-QB4"}},
	{name: "second-letter", letters: []string{"held-white", "multiple-black"}, script: []string{"white: P-K4", "white: 1. P-Q4"}},
	{name: "adopting", letters: []string{"adopted-white", "move-black"}, script: []string{"white: Kt-B3", "black: adopt 2"}},
	{name: "implicit", letters: []string{"move-white", "adopted-black"}, script: []string{"white: P-K4", "black: P-K4", "white: Kt-B3", "black: P-K5", "white: Kt-Kt5", "black: adopt 1; P-Q4"}},
	{letters: []string{"received-white", "offence-black"}, script: []string{"white: R-R5"}},
	{letters: []string{"received-black", "offence-white"}, script: []string{"white: P-K4", "black: B-Z9"}},
	{letters: []string{"penalty-white", "penalty-black"}, script: []string{"white: P-K4", "black: P-K4", "white: R-R5", "black: exact penalty C"}},
	{name: "man", letters: []string{"penalty-white", "penalty-black"}, script: []string{"white: R-R5", "black: exact penalty C, P on KR2"}},
	{letters: []string{"waived-white", "waived-black"}, script: []string{"white: R-R5", "black: waive"}},
	{letters: []string{"spent-white", "spent-black"}, script: []string{"white: R-R5", "black: exact penalty C, Q on Q1"}},
	{name: "correction", letters: []string{"adopted-white", "move-black"}, script: []string{"white: P-K4", "black: P-K4", "white: R-R5", "white: Kt-KB3"}},
	{letters: []string{"offer-black", "received-white"}, script: []string{"white: P-K4", "black: P-K4", "white: I offer a draw"}, name: "offer"},
	{name: "beside-move", letters: []string{"offer-white"}, script: []string{"white: P-K4", "black: P-K4\nI offer a draw"}},
	{name: "declined", letters: []string{"refused-black"}, script: []string{"white: P-K4", "black: P-K4\nI offer a draw", "white: decline draw"}},
	{name: "no-statement", letters: []string{"asked-white"}, script: []string{"white: Thank you for your letter, which came on Friday."}},
	{name: "number", letters: []string{"asked-white"}, script: []string{"white: 7. P-K4"}},
	{name: "notation", letters: []string{"asked-white"}, script: []string{"white: e4"}},
	{name: "contradiction", letters: []string{"asked-black"}, script: []string{"white: P-K4", "black: P-K4\nresign"}},
	{name: "adopt-first", letters: []string{"asked-black"}, script: []string{"white: Kt-B3", "black: P-K4"}},
	{name: "choose-man", letters: []string{"asked-black"}, script: []string{"white: R-R5", "black: exact penalty C"}},
	{name: "courtesy", letters: []string{"asked-white"}, terms: map[string]string{"errors": "courteous"}, script: []string{"white: R-R5"}},
	{name: "not-your-turn", letters: []string{"refused-black"}, script: []string{"black: P-K4"}},
	{name: "not-complying", letters: []string{"refused-white", "refused-black"}, script: []string{"white: P-K4", "black: P-K4", "white: R-R5", "black: exact", "white: Kt-KB3"}},
	{name: "nothing-asked", letters: []string{"refused-white"}, script: []string{"white: adopt 2"}},
	{name: "claim", letters: []string{"refused-white"}, script: []string{"white: claim draw: fifty moves"}},
	{letters: []string{"reminder-white"}, script: []string{"wait 361h"}},
	{name: "last-day", letters: []string{"reminder-black"}, script: []string{"white: P-K4", "wait 697h"}},
	{name: "resigned", letters: []string{"result-white", "result-black"}, script: []string{"white: P-K4", "black: resign"}},
	{name: "mate", letters: []string{"result-white", "result-black"}, script: []string{"white: P-KB3", "black: P-K3", "white: P-KKt4", "black: Q-R5"}},
	{name: "time", letters: []string{"result-white"}, script: []string{"white: P-K4", "wait 721h"}},
	{name: "agreed", letters: []string{"result-black"}, script: []string{"white: P-K4", "black: P-K4\ndraw?", "white: accept draw"}},
	{name: "over", letters: []string{"refused-black"}, script: []string{"white: P-K4", "black: resign", "black: P-K4"}},
	{name: "algebraic", letters: []string{"move-black"}, terms: map[string]string{"notation": "algebraic"}, settings: map[string]string{"notation": "algebraic"}, script: []string{"white: e4"}},
	{name: "descriptive", letters: []string{"move-black"}, settings: map[string]string{"notation": "descriptive", "timezone": "Europe/London"}, script: []string{"white: P-K4"}},
	{name: "no-diagram", letters: []string{"move-black"}, settings: map[string]string{"diagram": "off"}, script: []string{"white: P-K4"}},
	{name: "conditional", letters: []string{"adopted-white", "move-black"}, script: []string{"white: 1. P-K4; if P-K4 2. Kt-KB3"}},
	{letters: []string{"conditional-black"}, script: []string{"white: P-K4", "white: If P-K4, Kt-KB3"}},
	{name: "arrived", letters: []string{"adopted-white", "move-black"}, script: []string{"white: P-K4", "white: If P-K4, Kt-KB3", "black: P-K4"}},
	{name: "arrived-illegal", letters: []string{"offence-black", "received-white"}, script: []string{"white: P-K4", "white: If P-K4, R-R5", "black: P-K4"}},
	{letters: []string{"proposal-black"}, script: []string{"white: P-K4", "white: withdraw"}},
	{name: "terms", letters: []string{"proposal-black", "received-white"}, script: []string{"white: propose time reply in 5 days"}},
	{letters: []string{"agreed-white", "agreed-black"}, script: []string{"white: P-K4", "white: withdraw", "black: agree"}},
	{name: "proposal", letters: []string{"refused-white"}, script: []string{"white: propose time reply in 5 days", "black: decline"}},
	{letters: []string{"leave-black"}, script: []string{"white: leave 10 days"}},
	{letters: []string{"protest-black"}, script: []string{"white: protest: the board in letter 3 was not the game's"}},
	{name: "annulled", letters: []string{"adopted-white", "move-black"}, script: []string{"white: P-K4", "white: 1. P-Q4", "black: annul"}},
	{name: "claim", letters: []string{"received-black"}, script: []string{"white: P-K4", "black: claim forfeiture: II.9(c) he has printed analysis before him"}},
	{letters: []string{"claim-white"}, script: []string{"white: P-K4", "black: claim forfeiture: II.9(c) he has printed analysis before him"}},
	{letters: []string{"ruling-white", "ruling-black"}, script: []string{"white: P-K4", "black: claim forfeiture: II.9(c) he has printed analysis before him, otherwise P-K4", "umpire: dismiss II.9"}},
	{name: "adopting", letters: []string{"ruling-white", "ruling-black"}, script: []string{"white: Kt-B3", "umpire: adopt III.3 g1f3"}},
	{name: "restored", letters: []string{"ruling-white"}, script: []string{"white: P-K4", "black: P-K4", "umpire: restore_turn II.6(e) white"}},
	{name: "time", letters: []string{"ruling-white"}, script: []string{"wait 80h", "umpire: correct_time II.10.D white -50h"}},
	{letters: []string{"suspended-black"}, script: []string{"white: P-K4", "umpire: suspend house:16"}},
	{letters: []string{"resumed-black"}, script: []string{"white: P-K4", "umpire: suspend house:16", "umpire: resume house:16"}},
	{name: "forfeit", letters: []string{"result-white"}, script: []string{"white: P-K4", "umpire: forfeit II.9(d) white"}},
	{name: "before-umpire", letters: []string{"refused-white"}, script: []string{"umpire: suspend house:16", "white: P-K4"}},
	{name: "proved", letters: []string{"result-white", "result-black"}, terms: map[string]string{"position": "6k1/6p1/5p2/7Q/8/8/1q6/7K w - - 0 1"}, script: []string{"white: claim draw: endless checks, otherwise Q-K8 ch"}},
	{name: "refuted", letters: []string{"refused-black"}, terms: map[string]string{"position": "7k/8/8/8/8/8/6PP/q5RK b - - 0 1"}, script: []string{"black: claim draw: endless checks"}},
	{name: "series-and-offer", letters: []string{"adopted-white", "move-black"}, script: []string{"white: 1. P-K4; if P-K4 2. Kt-KB3\nI offer a draw"}},
	{name: "bound", letters: []string{"move-black"}, terms: map[string]string{"time": "reply in 20 hours"}, script: []string{"white: P-K4"}},
	{name: "no-time", letters: []string{"move-black"}, terms: map[string]string{"time": "none"}, script: []string{"white: P-K4"}},
}
