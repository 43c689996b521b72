package templates

import (
	"time"

	"corrd/game/board"
	"corrd/game/terms"
)

// Topic says what a letter of the office or the registrar is about.
type Topic string

// The topics, with the fields of Data each uses.
const (
	ConfirmRegistration Topic = "confirm_registration" // Number, Name; Reason ("taken": the name asked for is not free), Again (their answer was neither yes nor no)
	Registered          Topic = "registered"           // Name; Words (another name that was asked for), Reason ("taken", "kept")
	AskedToday          Topic = "asked_today"          // Until: their address has been asked to confirm as often as it is in a day, and can be again then
	NotRegistered       Topic = "not_registered"       // Number, Name: they answered no; Place 1: to a question about an address
	Renamed             Topic = "renamed"              // Name, Words (the name asked for); Reason ("": they have it now; "taken", with a free one in Lines; "identity", "often", "umpire": the umpire gave it)
	Newcomer            Topic = "newcomer"             // to a stranger who has not asked to be registered
	Welcome             Topic = "welcome"              // Name: whoever keeps the server has registered them
	Countersign         Topic = "countersign"          // Game, Side, Address (who wrote), Words (what they wrote, or its beginning), Lines (what a longer letter states), Received
	Disowned            Topic = "disowned"             // Game, Side, Address, Received: the letter held was not theirs, and is dropped
	WhichHeld           Topic = "which_held"           // Game, Side, Lines (two for each letter held: the answer that names it, and whose it is): yes or no to none of them for certain
	HeldOver            Topic = "held_over"            // Game, Side, Seq, Address, Received, Reason (state of the letter): the question about a letter held has been answered before
	Challenge           Topic = "challenge"            // Number, Name (challenger), Opponent, Terms, Commitment, Stranger
	ChallengeSent       Topic = "challenge_sent"       // the same, to the challenger
	ConfirmChallenge    Topic = "confirm_challenge"    // the same, to the challenger: answer yes to send it; Lines: the addresses of others in the same letter; Again
	ChallengesSent      Topic = "challenges_sent"      // Lines: those of one letter that have gone out; Refused; Number of the first
	ChallengeDropped    Topic = "challenge_dropped"    // the member answered that the challenge is not theirs
	WhichChallenge      Topic = "which_challenge"      // Lines: the numbers of those that one letter made
	NotYourChallenge    Topic = "not_your_challenge"   // Number; Reason ("identity")
	ChallengeRefused    Topic = "challenge_refused"    // Words (as written), Reason
	ChallengeOver       Topic = "challenge_over"       // Number, Game (0: none), Reason ("accepted", "declined")
	Declined            Topic = "declined"             // Number, Name (who declined; "": the reader)
	Withdrawn           Topic = "withdrawn"            // Number, Name (who has withdrawn their challenge; "": the reader)
	Consult             Topic = "consult"              // Number, Place, Name (who asks), Opponent, With (the other members of the side), Against (those of the other), Terms, Commitment, Stranger
	Nudged              Topic = "nudged"               // as Consult; Place 0: to the challenged. Their answer is still waited for
	ChallengeWaits      Topic = "challenge_waits"      // Number, Opponent, Lines: who has not accepted yet; to the challenger
	ChallengeLost       Topic = "challenge_lost"       // Number, Opponent, Reason ("": not told): it could not be delivered; to the challenger
	OthersToAccept      Topic = "others_to_accept"     // Number, Lines: who has not accepted yet
	SideRefused         Topic = "side_refused"         // Number, Reason: the members of a side cannot be these
	AcceptOrDecline     Topic = "accept_or_decline"    // Number, Place: their letter was neither
	AnswerTheChallenge  Topic = "answer_the_challenge" // Number (of open challenges): accept or decline came without a key
	WhichGame           Topic = "which_game"           // a statement that names no game of theirs
	NotYourGame         Topic = "not_your_game"        // Number: they turned to a game they do not play in
	Forgotten           Topic = "forgotten"            // Received (the state that the store went back to; zero: not known), Lines (the games of the reader): the key names what the store does not know
	NotYourKey          Topic = "not_your_key"         // Game, Side, Seq: their letter came to a reply address of the other side
	Removed             Topic = "removed"              // Name: they are not registered any more
	NoStatement         Topic = "no_statement"         // Words (subject): an office letter that states nothing
	TooLarge            Topic = "too_large"            // Number (limit in octets), Words (subject)
	TooMuch             Topic = "too_much"             // Words (subject)
	Help                Topic = "help"                 // Words ("", "notation" or "terms")
	Games               Topic = "games"                // Lines, one a game; Open, one a challenge
	Show                Topic = "show"                 // Game, Side, Seq: board, clocks, what is open
	History             Topic = "history"              // Game, Side, Seq: the score and the rulings
	PGNText             Topic = "pgn"                  // Game, Side, Seq
	Tried               Topic = "tried"                // Words, Lines: what the words express; Game, Side, Seq
	Settings            Topic = "settings"             // Lines: how they stand now; Reason: what could not be set
	Undelivered         Topic = "undelivered"          // to the umpire: Name, Address, Number (game; 0: none), Reason, ClockStands
	Late                Topic = "late"                 // to the umpire: Number (game), Name (of the player), Side; Named, ClockStands as in Appealed
	Appealed            Topic = "appealed"             // to the umpire: Number (game), Name (of the player), Side, Reason (ground of a claim; "": a protest), Words, Searched, Unclaimed, ClockStands
	Stated              Topic = "stated"               // to the umpire: Number (game), Name (of the player), Side, Words, Dispute: what they answer to a question
	UmpirePreview       Topic = "umpire_preview"       // to an umpire: Number (game), Words (the ruling), Lines (what would come of it), Open (the board), Again (the game has gone on since)
	Digest              Topic = "digest"               // to an umpire: Name, Lines (what waits for them)
	UmpireDispute       Topic = "umpire_dispute"       // to an umpire: Number (game), Dispute, Reason (what it is, and what it waits for), Said, Lines (how the game stands), Open (the board), Clocks, Words (the score), Happened, Orders
	UmpireRuled         Topic = "umpire_ruled"         // the same: what has come of it
	UmpireRefused       Topic = "umpire_refused"       // to an umpire: Words, Reason ("": no order was found in their letter)
	UmpireHelp          Topic = "umpire_help"          // to an umpire: what they can order in a letter
	ConfirmAddress      Topic = "confirm_address"      // Number, Name (of the player): at the address that is to be theirs
	AddressAsked        Topic = "address_asked"        // Address: what was asked there, if nobody has it
	AddressChanged      Topic = "address_changed"      // Lines: all of their addresses now; Reason ("added", "removed", "undone", "over"), Address (which); Number, Until: the reader can undo it
	Stopped             Topic = "stopped"              // Name: reminders and challenges come to them no more
	NotProven           Topic = "not_proven"           // what they asked is done only for whoever is certain to have written
	Blocked             Topic = "blocked"              // Name (of the other); Reason ("": blocked; "unblocked", "nobody", "yourself")
	Leaving             Topic = "leaving"              // Name, Games; Reason ("plays": they are asked what becomes of their games; "waits", "cancelled")
	ConfirmLeaving      Topic = "confirm_leaving"      // Number, Name, Games (that they play), Place (generation of the key)
	Law                 Topic = "law"                  // Words (the provision as written), Terms (whose code it is of)
	ShowTerms           Topic = "terms"                // Terms, Number (game; 0: of a challenge, or of this server)
	AddressRefused      Topic = "address_refused"      // Words, Reason ("syntax", "identity", "known", "last", "many", "often")
)

// Data is what a letter of the office or the registrar says. The outbox keeps Data as JSON until
// the letter is rendered.
type Data struct {
	Topic       Topic        `json:"topic"`
	Number      int64        `json:"number,omitempty"`
	Name        string       `json:"name,omitempty"`
	Opponent    string       `json:"opponent,omitempty"`
	Address     string       `json:"address,omitempty"`
	Words       string       `json:"words,omitempty"`
	Reason      string       `json:"reason,omitempty"`
	Lines       []string     `json:"lines,omitempty"`
	Terms       *terms.Terms `json:"terms,omitempty"`
	Commitment  string       `json:"commitment,omitempty"`   // SHA-256 of the nonce of the lot, hex (house:4)
	Stranger    bool         `json:"stranger,omitempty"`     // the opponent is not registered, and the letter is their invitation
	ClockStands bool         `json:"clock_stands,omitempty"` // their clock in the game stands still on account of it (house:14); of an appeal: no clock runs
	Named       bool         `json:"named,omitempty"`        // the reader is the umpire whom the terms name, not the server's
	Newcomer    bool         `json:"newcomer,omitempty"`     // one of the two has finished fewer than two games (house:10)
	With        []string     `json:"with,omitempty"`         // who plays in consultation with the player whose Name it is
	Against     []string     `json:"against,omitempty"`      // and with the Opponent
	Place       int          `json:"place,omitempty"`        // of the reader among those asked to play on a side, from 1; 0: they are none of them
	Rekeyed     bool         `json:"rekeyed,omitempty"`      // the letter answered showed its key to the other side, and the keys are rotated; with Countersign: its key had been
	Again       bool         `json:"again,omitempty"`        // the letter answered says what one said that has acted; of a question: it is asked again
	Challenger  string       `json:"challenger,omitempty"`   // whose challenge it is, by name
	Refused     []string     `json:"refused,omitempty"`      // what was asked for and refused, each followed by why
	Open        []string     `json:"open,omitempty"`         // their challenges that wait, one line each
	Until       time.Time    `json:"until,omitzero"`
	Received    time.Time    `json:"received,omitzero"`
	Game        int64        `json:"game,omitempty"`
	Side        board.Side   `json:"side"`
	Seq         int64        `json:"seq,omitempty"`       // the game is shown as it stood at this event
	Last        int          `json:"last,omitempty"`      // the answers of a budget, of which this is the last; 0: it is not
	Hourly      bool         `json:"hourly,omitempty"`    // with Last: the budget is of all answers in an hour, not of the answers to an address in a day
	Reopens     time.Time    `json:"reopens,omitzero"`    // with Last: when the budget begins anew
	Final       bool         `json:"final,omitempty"`     // the letter is the last answer today to letters of which nothing comes (house:26)
	Games       []int64      `json:"games,omitempty"`     // the games that go on
	Left        []string     `json:"left,omitempty"`      // what else the letter asked for, which this answer leaves
	Umpire      int64        `json:"umpire,omitempty"`    // the number of the umpire who reads the letter and can answer it; Place: the generation of their key
	Clocks      string       `json:"clocks,omitempty"`    // the time of both sides, as Clocks gives it
	Foretold    []string     `json:"foretold,omitempty"`  // the letters that a ruling would send, line for line
	Unclaimed   string       `json:"unclaimed,omitempty"` // with Appealed: why corrd asks, where nobody has claimed: "silent", "contrary" (Lines: the two provisions), "unstated"
	Searched    int          `json:"searched,omitempty"`  // with Appealed: in how many positions the claim has been searched further; 0: in none
	Said        [][2]string  `json:"said,omitempty"`      // what was written about a dispute: who wrote, and when; the words
	Happened    []string     `json:"happened,omitempty"`  // the newest events of a game and letters that did nothing
	Orders      []string     `json:"orders,omitempty"`    // what an umpire can order now
	Misread     bool         `json:"misread,omitempty"`   // the words of an umpire's order are not in one of the forms
	Handled     bool         `json:"handled,omitempty"`   // the umpire's order is about the dispute and decides nothing
	Dispute     int64        `json:"dispute,omitempty"`   // the number of the dispute about the game; 0: there is none
}
