package templates

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/telling"
	"corrd/game/terms"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// officeScene is an office letter, as the clerk would ask for it.
type officeScene struct {
	name   string
	letter OfficeLetter
}

// officeScenes show every topic.
func officeScenes(t *testing.T) []officeScene {
	terms := terms.Default()
	lot := strings.Repeat("c0de", 16)
	g := staged(t, scene{script: []string{"white: P-K4", "black: P-K4", "white: Kt-KB3"}})
	challenge := Data{Number: 5, Name: "Alice Example", Challenger: "Alice Example", Opponent: "Bob Example", Terms: &terms, Commitment: lot}
	with := func(d Data, topic Topic) Data { d.Topic = topic; return d }
	stranger := with(challenge, Challenge)
	stranger.Stranger, stranger.Newcomer, stranger.Beside = true, true, true
	side := with(challenge, Challenge)
	side.With = []string{"Carol Example", "somebody who is not registered yet"}
	consult := with(challenge, Consult)
	consult.Place, consult.With, consult.Against, consult.Stranger = 2, []string{"Carol Example"}, []string{"Dan Example", "Erin Example"}, true
	waits, spoke := with(challenge, ChallengeSent), with(challenge, ChallengeSent)
	spoke.Words = "I hope the office is not as slow as they say."
	prose := with(challenge, ConfirmChallenge)
	prose.Reason, prose.Words = "prose", "My cousin Harold plays well."
	waits.Waits = true
	reopens, hourly := time.Date(2026, 1, 3, 0, 0, 0, 0, time.UTC), g.now.Truncate(time.Hour).Add(time.Hour)
	p := board.Array()
	again := with(challenge, ConfirmChallenge)
	again.Again, again.Lines = true, []string{"dan@example.org"}
	colour := terms
	colour.Colour = "black"
	black := with(challenge, Challenge)
	black.Terms, black.Challenger, black.Commitment = &colour, "Alice Example", ""
	club := clubEvent()
	open, playing, over := club.State, club.started(), club.closed()
	announced := Data{Topic: EventAnnounced, Number: open.ID, Name: "Alice Example", Event: open.Name, Terms: &open.Terms, Commitment: open.Commitment, Place: 7,
		Lines: append(press.Conditions(open, time.UTC), texts.Say("condition table"))}
	asked := announced
	asked.Reason = "asked"
	askedAgain := announced
	askedAgain.Again = true
	shown, taken, ended := observedGame(t)
	all := []struct {
		name, kind string
		data       Data
	}{
		{"confirm-registration", "confirm", Data{Topic: ConfirmRegistration, Number: 7, Name: "Alice Example"}},
		{"confirm-registration-again", "confirm", Data{Topic: ConfirmRegistration, Number: 7, Name: "Alice Example (2)", Reason: "taken", Again: true}},
		{"asked-today", "asked", Data{Topic: AskedToday, Until: reopens}},
		{"not-registered", "office", Data{Topic: NotRegistered, Number: 7, Name: "Alice Example"}},
		{"not-registered-address", "office", Data{Topic: NotRegistered, Name: "Alice Example", Place: 1}},
		{"renamed", "office", Data{Topic: Renamed, Name: "Alice Example", Words: "Alice Sample"}},
		{"renamed-umpire", "office", Data{Topic: Renamed, Name: "Alice Example", Words: "Alice Sample", Reason: "umpire"}},
		{"renamed-taken", "refused", Data{Topic: Renamed, Name: "Alice Example", Words: "Bob Example", Reason: "taken", Lines: []string{"Bob Example (2)"}}},
		{"renamed-often", "refused", Data{Topic: Renamed, Name: "Alice Example", Words: "Alice Sample", Reason: "often"}},
		{"renamed-identity", "refused", Data{Topic: Renamed, Name: "Alice Example", Words: "Alice Sample", Reason: "identity"}},
		{"newcomer-ask", "asked", Data{Topic: Newcomer, Reason: "ask"}},
		{"newcomer-closed", "asked", Data{Topic: Newcomer, Reason: "closed"}},
		{"admission-closed", "asked", Data{Topic: Admission, Name: "alice@example.org", Reason: "closed"}},
		{"admission-waits", "office", Data{Topic: Admission, Number: 7, Name: "Alice Example", Reason: "waits"}},
		{"admission-refused", "office", Data{Topic: Admission, Number: 7, Name: "Alice Example", Reason: "refused"}},
		{"admissions", "confirm", Data{Topic: Admissions, Number: 9, Place: 5, Name: "Sam Secretary", Lines: []string{"Alice Example", "alice@example.org, since Thursday 1 January 2026, 10:00 UTC", "Bob Example", "bob@example.org, since Friday 2 January 2026, 10:00 UTC"}}},
		{"admissions-done", "office", Data{Topic: Admissions, Number: 10, Place: 5, Name: "Sam Secretary", Open: []string{"Alice Example is registered, and has been told so."}, Refused: []string{"approve Dave"}, Lines: []string{"Bob Example", "bob@example.org, since Friday 2 January 2026, 10:00 UTC"}}},
		{"admissions-unclear", "asked", Data{Topic: Admissions, Number: 9, Place: 5, Name: "Sam Secretary", Again: true, Lines: []string{"Bob Example", "bob@example.org, since Friday 2 January 2026, 10:00 UTC"}}},
		{"admissions-none", "office", Data{Topic: Admissions, Name: "Sam Secretary", Open: []string{"Bob Example is not registered, and has been told so."}}},
		{"removed", "office", Data{Topic: Removed, Name: "Alice Example"}},
		{"newcomer", "asked", Data{Topic: Newcomer}},
		{"newcomer-waited", "asked", Data{Topic: Newcomer, Waited: true}},
		{"welcome", "office", Data{Topic: Welcome, Name: "Alice Example"}},
		{"welcome-on-card", "office", Data{Topic: Welcome, Name: "Alice Example"}},
		{"registered", "office", Data{Topic: Registered, Name: "Alice Example"}},
		{"registered-taken", "office", Data{Topic: Registered, Name: "Alice Example (2)", Words: "Alice Example", Reason: "taken"}},
		{"registered-kept", "office", Data{Topic: Registered, Name: "Alice Example", Words: "Alicia", Reason: "kept", Last: 20, Reopens: reopens}},
		{"disowned", "office", Data{Topic: Disowned, Game: 12, Address: "mallory@work.example", Received: g.now}},
		{"which_held", "asked", Data{Topic: WhichHeld, Game: 12, Lines: []string{"yes 31", "mallory@work.example, received Thursday 1 January 2026, 10:00 UTC", "yes 32", "mallory@work.example, received Friday 2 January 2026, 10:00 UTC"}}},
		{"forgotten", "refused", Data{Topic: Forgotten, Received: g.now, Lines: []string{"game 12: you have the white men against Bob Example; move 2, Black to play"}}},
		{"forgotten-nothing", "refused", Data{Topic: Forgotten}},
		{"held_over", "office", Data{Topic: HeldOver, Game: 12, Number: 31, Address: "alice@work.example", Received: g.now, Reason: "acted"}},
		{"held_over_dropped", "office", Data{Topic: HeldOver, Game: 12, Number: 31, Address: "mallory@work.example", Received: g.now, Reason: "discarded"}},
		{"countersign", "confirm", Data{Topic: Countersign, Number: 31, Game: 12, Address: "alice@work.example", Words: "P-Q4\n\nI write from the office.\n", Received: g.now}},
		{"countersign-again", "confirm", Data{Topic: Countersign, Number: 31, Game: 12, Address: "alice@work.example", Words: "P-Q4\n", Received: g.now, Within: 9 * time.Hour, Reason: "strange", Again: true}},
		{"countersign-in-time", "confirm", Data{Topic: Countersign, Number: 31, Game: 12, Address: "alice@work.example", Words: "P-Q4\n", Received: g.now, Within: 9 * time.Hour}},
		{"countersign-unkeyed", "confirm", Data{Topic: Countersign, Number: 31, Game: 12, Address: "alice@home.example", Words: "P-Q4\n", Received: g.now, Within: 9 * time.Hour, Unkeyed: true}},
		{"countersign-spent", "confirm", Data{Topic: Countersign, Number: 31, Game: 12, Address: "alice@work.example", Words: "P-Q4\n", Received: g.now, Reason: "spent"}},
		{"held_list", "confirm", Data{Topic: HeldList, Game: 12, Asked: []int64{31, 32}, Refused: []string{"letter 51, for game 12, from mallory@work.example, received Friday 2 January 2026, 10:00 UTC", "and 3 more"},
			Lines: []string{"Letter 31, for game 12, from alice@example.org, received Thursday 1 January 2026, 10:00 UTC", "P-Q4", "Letter 32, for game 13, from alice@example.org, received Thursday 1 January 2026, 10:05 UTC", "resign\nI have no hope."}}},
		{"held_list-none", "office", Data{Topic: HeldList, Refused: []string{"letter 51, for game 12, from mallory@work.example, received Friday 2 January 2026, 10:00 UTC"}}},
		{"challenge", "challenge", with(challenge, Challenge)},
		{"challenge-black", "challenge", black},
		{"invitation", "challenge", stranger},
		{"challenge-side", "challenge", side},
		{"consult", "challenge", consult},
		{"others-to-accept", "office", Data{Topic: OthersToAccept, Number: 5, Lines: []string{"Bob Example", "somebody who is not registered yet"}}},
		{"side-refused", "refused", Data{Topic: SideRefused, Number: 5, Reason: "bob@example.org plays in this game already, or is corrd itself: name each player once."}},
		{"challenge-sent", "received", with(challenge, ChallengeSent)},
		{"confirm-challenge", "confirm", with(challenge, ConfirmChallenge)},
		{"confirm-challenge-again", "confirm", again},
		{"challenges-sent", "received", Data{Topic: ChallengesSent, Number: 5, Lines: []string{"number 5, to Bob Example", "number 6, to dan@example.org"}, Refused: []string{"challenge erin@example.org, tempo 3 days", "There is no term \"tempo\"; the nearest is \"time\"."}}},
		{"challenges-sent-none", "refused", Data{Topic: ChallengesSent, Refused: []string{"challenge me", "refused nobody\x1fme", "challenge corrd@club.example", "refused oneself"}}},
		{"challenge-dropped", "office", Data{Topic: ChallengeDropped}},
		{"which-challenge", "asked", Data{Topic: WhichChallenge, Lines: []string{"5", "6"}}},
		{"not-your-challenge", "refused", Data{Topic: NotYourChallenge, Number: 5}},
		{"not-your-challenge-identity", "refused", Data{Topic: NotYourChallenge, Number: 5, Reason: "identity"}},
		{"challenge-refused", "refused", Data{Topic: ChallengeRefused, Words: "challenge bob@example.org, tempo 3 days", Reason: "There is no term \"tempo\"; the nearest is \"time\"."}},
		{"challenge-over", "office", Data{Topic: ChallengeOver, Number: 5, Game: 12, Reason: "accepted"}},
		{"challenge-again", "challenge", playAgain(challenge, Challenge)},
		{"challenge-sent-again", "received", playAgain(challenge, ChallengeSent)},
		{"lapsed", "office", playAgain(challenge, Lapsed)},
		{"challenge-over-lapsed", "office", Data{Topic: ChallengeOver, Number: 5, Reason: "lapsed"}},
		{"challenge-refused-again", "refused", Data{Topic: ChallengeRefused, Words: "again", Reason: "refused again late"}},
		{"challenge-over-declined", "office", Data{Topic: ChallengeOver, Number: 5, Reason: "declined"}},
		{"declined", "office", Data{Topic: Declined, Number: 5, Name: "Bob Example"}},
		{"declined-own", "office", Data{Topic: Declined, Number: 5}},
		{"nudged", "reminder", with(challenge, Nudged)},
		{"nudged-consult", "reminder", with(consult, Nudged)},
		{"challenge-waits", "reminder", Data{Topic: ChallengeWaits, Number: 5, Opponent: "Bob Example", Lines: []string{"Bob Example", "somebody who is not registered yet"}}},
		{"withdrawn", "office", Data{Topic: Withdrawn, Number: 5, Name: "Alice Example"}},
		{"withdrawn-own", "office", Data{Topic: Withdrawn, Number: 5}},
		{"challenge-over-withdrawn", "office", Data{Topic: ChallengeOver, Number: 5, Reason: "withdrawn"}},
		{"countersign-rotated", "confirm", Data{Topic: Countersign, Number: 31, Game: 12, Address: "alice@home.example", Words: "P-Q4\n", Received: g.now, Rekeyed: true}},
		{"games-shown", "office", Data{Topic: Games, Lines: []string{"game 12: you have the white men against Bob Example; move 2, Black to play"}, Games: []int64{12}, Rekeyed: true}},
		{"accept-or-decline", "asked", Data{Topic: AcceptOrDecline, Number: 5, Challenger: "Alice Example"}},
		{"answer-the-challenge", "asked", Data{Topic: AnswerTheChallenge, Number: 2, Lines: []string{"Alice Example", "Bob Example"}}},
		{"answer-the-challenge-several", "asked", Data{Topic: AnswerTheChallenge, Number: 3, Lines: []string{"Alice Example", "Bob Example"}}},
		{"answer-the-challenge-unproven", "asked", Data{Topic: AnswerTheChallenge, Number: 1, Reason: "identity"}},
		{"answer-the-challenge-none", "asked", Data{Topic: AnswerTheChallenge}},
		{"accept-or-decline-terms", "asked", Data{Topic: AcceptOrDecline, Number: 5, Name: "Alice Example", Challenger: "Alice Example", Lines: []string{"time 10 moves in 60 days"}}},
		{"accept-or-decline-stranger", "asked", Data{Topic: AcceptOrDecline, Number: 5, Name: "Alice Example", Challenger: "Alice Example", Stranger: true}},
		{"which-game", "asked", Data{Topic: WhichGame, Games: []int64{12}, Lines: []string{"game 12: you have the white men against Bob Example; move 1, White to play"}}},
		{"which-game-leave", "asked", Data{Topic: WhichGame, Games: []int64{12, 14}, Words: "10 days", Lines: []string{"game 12: you have the white men against Bob Example; move 1, White to play", "game 14: you have the white men against Carol Example; move 1, White to play"}}},
		{"which-game-none", "asked", Data{Topic: WhichGame}},
		{"several-games", "asked", Data{Topic: SeveralGames, Lines: []string{"Game 12: P-K4", "Game 14: P-Q4"}}},
		{"several-games-one", "asked", Data{Topic: SeveralGames, Lines: []string{"Game 12: P-K4"}}},
		{"several-games-unread", "asked", Data{Topic: SeveralGames, Lines: []string{"Game 12: P-K4"}, Games: []int64{14}}},
		{"not-your-game", "refused", Data{Topic: NotYourGame, Number: 13}},
		{"not-your-key", "refused", Data{Topic: NotYourKey, Game: 12, Side: board.Black}},
		{"no-statement", "asked", Data{Topic: NoStatement, Words: "Good morning"}},
		{"no-statement-address", "asked", Data{Topic: NoStatement, Words: "A game?", Lines: []string{"harold@example.org"}}},
		{"no-statement-topic", "asked", Data{Topic: NoStatement, Words: "", Open: []string{"umpire"}}},
		{"no-statement-playing", "asked", Data{Topic: NoStatement, Words: "Re: how moves are written", Games: []int64{12, 14}}},
		{"too-large", "asked", Data{Topic: TooLarge, Number: 1 << 20, Words: "Pictures of the club"}},
		{"too-much", "asked", Data{Topic: TooMuch, Words: "all my games"}},
		{"help", "office", Data{Topic: Help}},
		{"help-leave", "office", Data{Topic: Help, Words: "leave"}},
		{"help-unknown", "office", Data{Topic: Help, Words: "marmalade"}},
		{"help-all", "office", Data{Topic: Help, Words: "all"}},
		{"help-notation", "office", Data{Topic: Help, Words: "notation"}},
		{"help-terms", "office", Data{Topic: Help, Words: "terms"}},
		{"games", "office", Data{Topic: Games, Lines: []string{"game 12: you have the white men against Bob Example; move 2, Black to play"}, Games: []int64{12}}},
		{"games-hourly", "office", Data{Topic: Games, Open: []string{"challenge 5: yours to Bob Example, of 2 January 2026"}, Last: 2000, Hourly: true, Reopens: hourly}},
		{"games-domain", "office", Data{Topic: Games, Last: 200, Hourly: true, Domain: "example.org", Reopens: hourly}},
		{"games-none", "office", Data{Topic: Games}},
		{"show", "office", Data{Topic: Show, Game: 12}},
		{"repeat", "repeat", Data{Topic: Show, Game: 12, Side: board.Black}},
		{"repeat-again", "repeat", Data{Topic: Show, Game: 12, Again: true}},
		{"history", "office", Data{Topic: History, Game: 12}},
		{"history-by-post", "office", Data{Topic: History, Game: 12, Side: board.Black}},
		{"history-by-wire", "office", Data{Topic: History, Game: 12}},
		{"pgn", "office", Data{Topic: PGNText, Game: 12}},
		{"book", "office", Data{Topic: Book, Game: 12}},
		{"book-unprinted", "office", Data{Topic: Book, Game: 12}},
		{"no-book", "refused", Data{Topic: NoBook, Game: 12}},
		{"tried", "office", Data{Topic: Tried, Game: 12, Words: "Kt-B3", Number: 2, Lines: []string{"more than one legal move:", "(1) Kt(QKt1)-QB3 (Nc3)", "(2) Kt(KKt1)-KB3 (Nf3)"}, Plays: []string{"2. Kt-QB3", "2. Kt-KB3"}}},
		{"tried-not", "office", Data{Topic: Tried, Game: 12, Words: "Kt-B3", Reason: "Moves can be tried only in your own turn, while you may use any means, with nothing else open."}},
		{"settings", "office", Data{Topic: Settings, Lines: []string{"notation both", "diagram on", "timezone UTC", "reminders on", "challenges off"}}},
		{"stopped", "office", Data{Topic: Stopped, Name: "Alice Example"}},
		{"news", "news", Data{Topic: News, Name: "The summer meeting", Words: "Dear members,\n\nwe meet on 4 July at the Old Bell.\nBring a board. P-K4!\n"}},
		{"sheet", "sheet", Data{Topic: Sheet, Name: "Alice Example", Sheet: sheetScene(t, 2)}},
		{"sheet-many", "sheet", Data{Topic: Sheet, Name: "Alice Example", Sheet: sheetScene(t, 9)}},
		{"sheet-cut", "sheet", Data{Topic: Sheet, Name: "Alice Example", Sheet: sheetScene(t, 60), Place: 123}},
		{"sheet-stopped", "office", Data{Topic: SheetStopped, Name: "Alice Example"}},
		{"news-answered", "asked", Data{Topic: NewsAnswered, Words: "Re: The summer meeting"}},
		{"news-stopped", "office", Data{Topic: NewsStopped, Name: "Alice Example"}},
		{"not-proven", "refused", Data{Topic: NotProven}},
		{"blocked", "office", Data{Topic: Blocked, Name: "Bob Example"}},
		{"unblocked", "office", Data{Topic: Blocked, Name: "Bob Example", Reason: "unblocked"}},
		{"blocked-nobody", "refused", Data{Topic: Blocked, Name: "Bob Exmaple", Reason: "nobody"}},
		{"blocked-yourself", "refused", Data{Topic: Blocked, Name: "Alice Example", Reason: "yourself"}},
		{"leaving-plays", "asked", Data{Topic: Leaving, Name: "Alice Example", Games: []int64{12, 14}, Reason: "plays"}},
		{"leaving-waits", "office", Data{Topic: Leaving, Name: "Alice Example", Games: []int64{12}, Reason: "waits"}},
		{"leaving-cancelled", "office", Data{Topic: Leaving, Name: "Alice Example", Reason: "cancelled"}},
		{"confirm-leaving", "confirm", Data{Topic: ConfirmLeaving, Number: 7, Name: "Alice Example", Place: 2}},
		{"confirm-resigning", "confirm", Data{Topic: ConfirmLeaving, Number: 7, Name: "Alice Example", Place: 3, Games: []int64{12, 14}}},
		{"leave-everywhere", "office", Data{Topic: LeaveEverywhere, Name: "Alice Example", Place: 14, Lines: []string{"game 12, until Thursday 15 January 2026, 10:00 UTC"}, Refused: []string{"game 14: the terms give you 3 days more"}}},
		{"leave-everywhere-office", "office", Data{Topic: LeaveEverywhere, Name: "Alice Example", Place: 14, Reason: "office", Lines: []string{"game 12, until Thursday 15 January 2026, 10:00 UTC"}}},
		{"leave-everywhere-today", "refused", Data{Topic: LeaveEverywhere, Name: "Alice Example", Reason: "today"}},
		{"leave-everywhere-none", "refused", Data{Topic: LeaveEverywhere, Name: "Alice Example", Place: 14}},
		{"leave-everywhere-length", "asked", Data{Topic: LeaveEverywhere, Name: "Alice Example", Words: "leave 1 month everywhere", Reason: "length"}},
		{"events", "office", Data{Topic: Events, Name: "Alice Example", Number: 4, Place: 4, Lines: []string{texts.Say("tournament line open", open.ID, open.Name, texts.Day(open.EnterBy, time.UTC), texts.Day(open.Begin, time.UTC))}}},
		{"events-none", "office", Data{Topic: Events, Name: "Alice Example"}},
		{"event-announced", "news", announced},
		{"event-asked", "confirm", asked},
		{"event-asked-again", "confirm", askedAgain},
		{"entry", "office", Data{Topic: Entry, Number: 4, Name: "Alice Example", Event: "Winter 2027", Reason: "entered", Lines: club.entrants(), Until: open.Begin}},
		{"entry-stays", "office", Data{Topic: Entry, Number: 4, Name: "Alice Example", Event: "Winter 2027", Reason: "stays", Lines: club.entrants(), Until: open.Begin}},
		{"entry-declined", "office", Data{Topic: Entry, Number: 4, Name: "Alice Example", Event: "Winter 2027", Reason: "declined", Until: open.Begin}},
		{"entry-withdrawn", "office", Data{Topic: Entry, Number: 4, Name: "Alice Example", Event: "Winter 2027", Reason: "withdrawn", Until: open.Begin}},
		{"entry-refused", "refused", Data{Topic: EntryRefused, Number: 4, Name: "Alice Example", Reason: "event 4 is full: 15 players have entered"}},
		{"confirm-withdrawal", "confirm", Data{Topic: ConfirmWithdrawal, Number: 4, Name: "Alice Example", Event: "Winter 2027", Reason: "open", Place: 7}},
		{"confirm-withdrawal-uncounted", "confirm", Data{Topic: ConfirmWithdrawal, Number: 4, Name: "Alice Example", Event: "Winter 2027", Reason: "uncounted", Games: []int64{12, 14}, Place: 7}},
		{"confirm-withdrawal-lost", "confirm", Data{Topic: ConfirmWithdrawal, Number: 4, Name: "Alice Example", Event: "Winter 2027", Reason: "lost", Games: []int64{12}, Place: 7, Again: true}},
		{"event-begun", "start", Data{Topic: EventBegun, Number: 4, Event: "Winter 2027", Name: "Alice Example", Terms: &terms, Words: "5f2c", Games: []int64{12, 14}, Place: 7,
			Lines: []string{"game 12, round 1: you have White against Bob Example, and begin", "game 13, round 2: you have Black against Carol Example, who begins", "game 14, round 3: you have White against Dan Example, and begin"}}},
		{"which-of-event-leave", "asked", Data{Topic: WhichOfEvent, Number: 4, Event: "Winter 2027", Name: "Alice Example", Words: "10 days", Games: []int64{12}, Place: 7, Lines: []string{"game 12, round 1: you have White against Bob Example"}}},
		{"which-of-event", "asked", Data{Topic: WhichOfEvent, Number: 4, Event: "Winter 2027", Name: "Alice Example", Games: []int64{12}, Place: 7, Lines: []string{"game 12, round 1: you have White against Bob Example"}}},
		{"event-watch", "office", Data{Topic: EventWatch, Number: 4, Event: "Winter 2027", Place: 45, Lines: []string{"Bob Example, since Friday 2 January 2026"}, Open: []string{"game 12, Alice Example against Bob Example"}}},
		{"event-watch-close", "office", Data{Topic: EventWatch, Number: 4, Event: "Winter 2027", Place: 45, Open: []string{"game 12, Alice Example against Bob Example"}}},
		{"event-claims", "office", Data{Topic: EventClaims, Number: 4, Event: "Winter 2027", Name: "Alice Example", Game: 12, Side: board.White}},
		{"event-claims-several", "office", Data{Topic: EventClaims, Number: 4, Event: "Winter 2027", Name: "Alice Example", Games: []int64{12, 13}, Place: 7,
			Lines: []string{"game 12, round 1: you have White against Bob Example", "game 13, round 2: you have Black against Carol Example"}}},
		{"event-table", "office", tableLetter(playing, "")},
		{"event-table-open", "office", Data{Topic: EventTable, Number: 4, Event: "Winter 2027", Reason: "open", Lines: club.entrants(), Until: open.Begin}},
		{"event-table-over", "office", tableLetter(over, "over")},
		{"law", "office", Data{Topic: Law, Words: "III. 3", Terms: &terms}},
		{"law-none", "office", Data{Topic: Law, Words: "III.33", Terms: &terms}},
		{"terms", "office", Data{Topic: ShowTerms, Number: 12, Terms: &terms}},
		{"challenge-lost", "office", Data{Topic: ChallengeLost, Number: 5, Opponent: "bob@home.example", Reason: "550 5.1.1 No such user"}},
		{"challenge-lost-player", "office", Data{Topic: ChallengeLost, Number: 5, Opponent: "Bob Example"}},
		{"undelivered", "office", Data{Topic: Undelivered, Name: "Bob Example", Address: "bob@example.org", Number: 12, Reason: "550 5.1.1 No such user", ClockStands: true}},
		{"appealed", "office", Data{Topic: Appealed, Name: "Bob Example", Side: board.Black, Number: 12, Reason: "II.9(c)", Words: "claim forfeiture: II.9(c) he used a book"}},
		{"appealed-silent", "office", Data{Topic: Appealed, Name: "Bob Example", Side: board.Black, Number: 12, Reason: "words with several meanings", Unclaimed: "silent", Words: "Kt-B3", ClockStands: true}},
		{"appealed-contrary", "office", Data{Topic: Appealed, Umpire: 2, Name: "Bob Example", Side: board.Black, Number: 12, Dispute: 3, Reason: "stalemate", Unclaimed: "contrary", Lines: []string{"L16", "S-Odds V"}, ClockStands: true}},
		{"appealed-unstated", "office", Data{Topic: Appealed, Name: "Bob Example", Side: board.Black, Number: 12, Reason: game.Unstated, Unclaimed: "unstated", Words: "Kt-B3"}},
		{"appealed-submitted", "office", Data{Topic: Appealed, Name: "Bob Example", Side: board.Black, Number: 12, Reason: game.Submitted, Words: "submit to umpire: whose move it is", ClockStands: true}},
		{"appealed-protest", "office", Data{Topic: Appealed, Name: "Bob Example", Number: 12, Words: "the board in letter 3 was not the game's", ClockStands: true}},
		{"undelivered-office", "office", Data{Topic: Undelivered, Name: "Bob Example", Address: "bob@example.org", Reason: "550 5.1.1 No such user"}},
		{"late", "office", Data{Topic: Late, Name: "Bob Example", Side: board.Black, Number: 12}},
		{"late-named", "office", Data{Topic: Late, Name: "Bob Example", Side: board.Black, Number: 12, Named: true, ClockStands: true}},
		{"umpire-preview", "office", Data{Topic: UmpirePreview, Umpire: 2, Order: 31, Number: 12, Words: "rule 12 dismiss dispute 3, law II.9, reason no such letter came", Lines: []string{"event 43: a ruling, by the umpire, II.9", `a letter to White, under the subject "the umpire has ruled [corrd 12]"`}, Open: strings.Split(strings.TrimRight(Board(&p, board.White), "\n"), "\n"),
			Clocks: "White: 1 hour used, 29 days left; Black: no time used, 30 days left", Foretold: []string{"", `The letter to White would be this:`, "", "| The umpire has ruled that what was before the umpire is dismissed. It", "| is your move."}}},
		{"digest", "office", Data{Topic: Digest, Umpire: 2, Name: "George Walker", Lines: []string{"dispute 3 in game 12: Black's protest, since Friday 2 January 2026, 10:00 UTC; White's clock runs"}}},
		{"digest-suspended", "office", Data{Topic: Digest, Umpire: 2, Name: "George Walker", Open: []string{"game 12, since Friday 2 January 2026, 10:00 UTC"}}},
		{"umpire-ruled", "office", Data{Topic: UmpireRuled, Umpire: 2, Number: 12, Words: "rule 12 dismiss dispute 3, law II.9, reason no such letter came", Lines: []string{"event 43: a ruling, by the umpire, II.9", `a letter to White, under the subject "the umpire has ruled [corrd 12]"`}}},
		{"umpire-refused", "office", Data{Topic: UmpireRefused, Umpire: 2, Words: "rule 12 dismiss, law L16, reason x", Reason: "british-1899 has no provision \"L16\""}},
		{"umpire-misread", "office", Data{Topic: UmpireRefused, Umpire: 2, Misread: true, Words: "rule 12 dismiss", Reason: "it names no law; a comma, the word law and the provision stand after the verb"}},
		{"umpire-dispute", "office", Data{Topic: UmpireDispute, Umpire: 2, Number: 12, Dispute: 3, Reason: "White's protest, since Thursday 1 January 2026, 10:00 UTC. It waits for you.",
			Said:  [][2]string{{"On Thursday 1 January 2026, 10:00 UTC, White said", "the King's Knight was meant, as he well knew\nand as the score has it"}, {"On Thursday 1 January 2026, 12:00 UTC, the umpire asked Black", "Why did you not ask?"}},
			Lines: []string{"Alice Example (White) against Bob Example (Black), under The British Chess Code, revised edition, 1899", "move 1, Black to play", "Black's clock runs"},
			Open:  strings.Split(strings.TrimRight(Board(&p, board.White), "\n"), "\n"), Clocks: "White: no time used, 30 days left; Black: 2 hours used, 29 days 22 hours left",
			Happened: []string{`2026-01-01 10:00: event 3: words that leave a choice, by White, III.3 (letter 3): "Kt-B3" read as b1c3 or g1f3`, `2026-01-01 11:00: letter 5 from Black did nothing, and its writer was told why: "What a doubtful letter that was."`},
			Orders:   []string{"rule 12 forfeit white dispute 3, law CITATION, reason TEXT", "rule 12 term time reply in 5 days dispute 3, law CITATION, reason TEXT", "dispute close 3, reason TEXT"}}},
		{"umpire-added", "office", Data{Topic: UmpireAdded, Umpire: 2, Name: "George Walker"}},
		{"umpire-removed", "office", Data{Topic: UmpireRemoved, Name: "George Walker"}},
		{"confirm-umpiring", "confirm", Data{Topic: ConfirmUmpiring, Number: 7, Place: 4, Name: "Carol Example", Lines: []string{"Alice Example", "Bob Example"}, Games: []int64{12}}},
		{"confirm-umpiring-again", "confirm", Data{Topic: ConfirmUmpiring, Number: 7, Place: 4, Name: "Carol Example", Again: true}},
		{"umpiring-set", "office", Data{Topic: UmpiringSet, Name: "Carol Example", Reason: "on"}},
		{"umpiring-set-off", "office", Data{Topic: UmpiringSet, Name: "Carol Example", Reason: "off"}},
		{"reckoned", "office", Data{Topic: Reckoned, Umpire: 2, Place: 1, Lines: []string{"game 12: its alarm stands at 2026-02-01T10:00:00Z; its log leads to 2026-02-04T10:00:00Z"}}},
		{"observed-begun", "office", ObservedData(4, telling.Public{}, 0, "begun", observedNames, time.UTC)},
		{"observed-moves", "observed", ObservedData(4, shown, 0, "moves", observedNames, time.UTC)},
		{"observed-back", "observed", ObservedData(4, taken, len(taken.State.Line), "back", observedNames, time.UTC)},
		{"observed-over", "observed", ObservedData(4, ended, 2, "over", observedNames, time.UTC)},
		{"observed-ended", "observed", ObservedData(4, telling.Public{}, 0, "ended", observedNames, time.UTC)},
		{"unwatched", "office", Data{Topic: Unwatched, Name: "Alice Example", Games: []int64{4, 7}}},
		{"unwatched-refused", "refused", Data{Topic: Unwatched, Number: 9, Name: "Alice Example", Reason: "there is no game 9 that others may watch"}},
		{"upload-anew", "office", Data{Topic: UploadAnew, Name: "Sam Secretary"}},
		{"strangers-wait", "office", Data{Topic: StrangersWait, Umpire: 2, Address: "evil.example", Lines: []string{"5", "50"}}},
		{"strangers-wait-last", "office", Data{Topic: StrangersWait, Umpire: 2, Address: "evil.example", Lines: []string{"5", "50"}, Reason: "last"}},
		{"challenge-sent-waits", "received", waits},
		{"challenge-sent-with-words", "received", spoke},
		{"confirm-challenge-prose", "confirm", prose},
		{"umpire-help", "office", Data{Topic: UmpireHelp, Umpire: 2}},
		{"umpire-preview-ask", "office", Data{Topic: UmpirePreview, Umpire: 2, Order: 32, Again: true, Reason: "late", Number: 12, Dispute: 3, Handled: true, Words: "dispute ask 3 black, within 7d, words When did it come?", Lines: []string{"event 43: a question to a side, by the umpire, house:28", `a letter to Black, under the subject "the umpire asks you a question [corrd 12]"`}, Foretold: []string{"", `The letter to Black would be this:`, "", "| The umpire asks you about White's protest."}}},
		{"umpire-asked", "office", Data{Topic: UmpireRuled, Umpire: 2, Number: 12, Dispute: 3, Handled: true, Words: "dispute ask 3 black, within 7d, words When did it come?", Lines: []string{"event 43: a question to a side, by the umpire, house:28", `a letter to Black, under the subject "the umpire asks you a question [corrd 12]"`}}},
		{"umpire-not-asked", "office", Data{Topic: UmpireRefused, Umpire: 2, Number: 12, Dispute: 3, Handled: true, Words: "dispute note 3", Reason: "the dispute is over"}},
		{"umpire-which-order", "office", Data{Topic: UmpireRefused, Umpire: 2, Reason: `"yes" or "no" answers only the letter that shows what would come of an order, and you have answered another letter`, Lines: []string{"order 31: rule 12 dismiss dispute 3, law II.9, reason no such letter came"}}},
		{"umpire-found-nothing", "office", Data{Topic: UmpireRefused, Umpire: 2, Words: "Dear corrd"}},
		{"appealed-umpire", "office", Data{Topic: Appealed, Umpire: 2, Name: "Bob Example", Number: 12, Dispute: 3, Words: "the board in letter 3 was not the game's"}},
		{"appealed-searched", "office", Data{Topic: Appealed, Umpire: 2, Name: "Alice Example", Number: 12, Dispute: 3, Reason: "endless checks", Searched: 100_001, Words: "claim draw: endless checks"}},
		{"late-umpire", "office", Data{Topic: Late, Umpire: 2, Name: "Bob Example", Side: board.Black, Number: 12, Dispute: 3, ClockStands: true}},
		{"undelivered-umpire", "office", Data{Topic: Undelivered, Umpire: 2, Name: "Bob Example", Address: "bob@example.org", Number: 12, Dispute: 3, Reason: "came back: 5.1.1 no such user", ClockStands: true}},
		{"stated-umpire", "office", Data{Topic: Stated, Umpire: 2, Name: "Bob Example", Side: board.Black, Number: 12, Dispute: 3, Reason: "bounce", Words: "I sent it on Monday."}},
		{"stated", "office", Data{Topic: Stated, Name: "Bob Example", Side: board.Black, Number: 12, Dispute: 3, Words: "I sent it on Monday."}},
		{"appealed-numbered", "office", Data{Topic: Appealed, Name: "Bob Example", Number: 12, Dispute: 3, Words: "the board in letter 3 was not the game's"}},
		{"appealed-named", "office", Data{Topic: Appealed, Name: "Bob Example", Side: board.Black, Number: 12, Reason: "II.9(c)", Words: "claim forfeiture: II.9(c) he used a book", Named: true}},
		{"undelivered-named", "office", Data{Topic: Undelivered, Name: "Bob Example", Number: 12, Reason: "550 5.1.1 No such user", Named: true}},
		{"confirm-address", "confirm", Data{Topic: ConfirmAddress, Number: 9, Name: "Alice Example"}},
		{"address-asked", "office", Data{Topic: AddressAsked, Address: "alice@work.example"}},
		{"address-asked-waits", "office", Data{Topic: AddressAsked, Address: "alice@work.example", Waits: true}},
		{"address-changed", "office", Data{Topic: AddressChanged, Reason: "added", Address: "alice@work.example", Number: 7, Until: reopens, Lines: []string{"alice@home.example", "alice@work.example"}}},
		{"address-changed-new", "office", Data{Topic: AddressChanged, Reason: "added", Address: "alice@work.example", Lines: []string{"alice@home.example", "alice@work.example"}}},
		{"address-removed", "office", Data{Topic: AddressChanged, Reason: "removed", Address: "alice@work.example", Number: 8, Until: reopens, Lines: []string{"alice@home.example"}}},
		{"address-undone", "office", Data{Topic: AddressChanged, Reason: "undone", Lines: []string{"alice@home.example"}}},
		{"address-undo-over", "office", Data{Topic: AddressChanged, Reason: "over", Lines: []string{"alice@home.example"}}},
		{"address-many", "refused", Data{Topic: AddressRefused, Words: "address add alice@work.example", Reason: "many"}},
		{"address-often", "refused", Data{Topic: AddressRefused, Words: "address add alice@work.example", Reason: "often"}},
		{"address-many-wait", "refused", Data{Topic: AddressRefused, Words: "address add alice@work.example", Reason: "many wait"}},
		{"address-syntax", "refused", Data{Topic: AddressRefused, Words: "address add work", Reason: "syntax"}},
		{"address-identity", "refused", Data{Topic: AddressRefused, Words: "address add alice@work.example", Reason: "identity"}},
		{"address-known", "refused", Data{Topic: AddressRefused, Words: "address add alice@home.example", Reason: "known"}},
		{"address-last", "refused", Data{Topic: AddressRefused, Words: "address remove alice@home.example", Reason: "last"}},
	}
	var scenes []officeScene
	for _, s := range all {
		to := addressee(s.name, s.data)
		to.OnCard = strings.HasSuffix(s.name, "-on-card")
		book := named(BookOf(g.state, g.log))
		if s.name == "book-unprinted" {
			book.Names[board.Black] = "王小明"
		}
		scenes = append(scenes, officeScene{s.name, OfficeLetter{
			Kind: s.kind, Data: s.data, State: g.state, Names: [2]string{"Alice Example", "Bob Example"},
			Reader: to, Log: g.log, Book: book, ReplyTo: "corrd@club.example", MessageID: "l9.1@club.example",
			InReplyTo: "his@mail.example", Now: g.now, Office: testOffice,
		}})
	}
	for name, terms := range map[string]map[string]string{"history-by-post": {"medium": "post"}, "history-by-wire": {"medium": "telegraph", "leave": "none"}} {
		travels := staged(t, scene{terms: terms, script: []string{"white: P-K4", "wait 150h", "black: P-K4"}})
		i := slices.IndexFunc(scenes, func(s officeScene) bool { return s.name == name })
		scenes[i].letter.State, scenes[i].letter.Log, scenes[i].letter.Now = travels.state, travels.log, travels.now
	}
	return scenes
}

// playAgain is a challenge of the topic to play again after game 12.
func playAgain(challenge Data, topic Topic) Data {
	terms := challenge.Terms.Again(board.Black)
	challenge.Topic, challenge.Terms, challenge.Commitment, challenge.Games, challenge.Challenger = topic, &terms, "", []int64{12}, challenge.Name
	return challenge
}

// TestEveryTopicHasAText fails for a topic that no scene shows.
func TestEveryTopicHasAText(t *testing.T) {
	shown := map[string]bool{}
	for _, s := range officeScenes(t) {
		shown[string(s.letter.Data.Topic)] = true
	}
	for _, name := range constants(t, "templates.go", "Topic") {
		if !shown[name] {
			t.Errorf("no scene shows the topic %q", name)
		}
	}
}

// TestDataIsKeptAsJSON: Data that the outbox has kept as JSON renders the same letter.
func TestDataIsKeptAsJSON(t *testing.T) {
	for _, s := range officeScenes(t) {
		kept, err := json.Marshal(s.letter.Data)
		if err != nil {
			t.Fatal(err)
		}
		again := s.letter
		again.Data = Data{}
		if err := json.Unmarshal(kept, &again.Data); err != nil {
			t.Fatal(err)
		}
		first, _ := OfficePage(s.letter)
		second, err := OfficePage(again)
		if err != nil || asText(first) != asText(second) {
			t.Errorf("%s is not the same after the outbox: %v", s.name, err)
		}
	}
}

// TestAnInvitationIsAnswerable: the invitation tells somebody who is not registered how to answer.
func TestAnInvitationIsAnswerable(t *testing.T) {
	terms := terms.Default()
	page, err := OfficePage(OfficeLetter{Kind: "challenge", Data: Data{Topic: Challenge, Name: "Alice", Terms: &terms, Stranger: true},
		Reader: Reader{Address: "bob@away.example"}, Now: time.Unix(0, 0), Office: testOffice})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{`"accept"`, `"decline"`, "30 days for every ten moves", "the old English way", "lots decide", "The British Chess Code", `"show terms"`} {
		if !strings.Contains(page.Text, line) {
			t.Errorf("the invitation lacks %q", line)
		}
	}
}

// TestNewcomersAreToldOfCourtesy: newcomers are told of courtesy where the challenge has such a
// term.
func TestNewcomersAreToldOfCourtesy(t *testing.T) {
	for _, errors := range []string{"law", "courteous-first", "courteous"} {
		terms := terms.Default()
		terms.Errors = errors
		page, err := OfficePage(OfficeLetter{Kind: "challenge", Data: Data{Topic: Challenge, Name: "Alice", Terms: &terms, Newcomer: true},
			Reader: Reader{Address: "bob@away.example"}, Now: time.Unix(0, 0), Office: testOffice})
		if told := strings.Contains(page.Text, "Until both players have finished two games"); err != nil || told != (errors != "law") {
			t.Errorf("errors %s: suggested %v, %v", errors, told, err)
		}
	}
}
