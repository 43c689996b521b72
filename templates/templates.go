// Package templates writes corrd's letters: what has happened in a game, told to one reader in
// words, in the notation the reader chose and on a board, as the mailer's Page. The words stand in
// texts/, one file for each kind of letter; the Go files work out what those words ask for.
//
// Package templates knows words and pictures. The package must not know the store, the mail that a
// Page becomes, or any clock: times, names, keys and addresses are arguments, and the same letter
// rendered twice is the same to the byte. The package rules on nothing: every ruling in a letter
// comes with its law from package game.
package templates

import (
	"bytes"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"text/template"
	"time"

	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/game/reason"
	"corrd/game/terms"
	"corrd/interpret/notation"
	"corrd/mailer"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// Office is corrd as letters name it: Name stands in From, Address receives letters to corrd, and
// Domain stands in List-Id.
type Office struct{ Name, Address, Domain string }

// Reader is the player a letter is for.
type Reader struct {
	Name, Address string
	Side          board.Side // in letters of a game
	Member        int        // of a side in consultation, from 1; 0: the side is one player
	OnCard        bool       // the reader has no mailbox, and reads the letter on a card
	Former        bool       // the reader had a seat on the side, and has lost the seat
	Settings      map[string]string
}

// The settings of a reader that letters follow.
const (
	SetNotation = "notation" // descriptive, algebraic or both; of moves and squares
	SetDiagram  = "diagram"  // off: letters show no board
	SetZone     = "timezone" // an IANA name; else UTC
	SetCalendar = "calendar" // on: letters have the day on which an answer is due as a part
	SetPaper    = "paper"    // of books
)

// notation is the set of notations the reader wants moves and squares in.
func (r Reader) notation() notation.Set {
	switch r.Settings[SetNotation] {
	case "descriptive":
		return notation.Descriptive
	case "algebraic":
		return notation.Algebraic
	}
	return notation.Descriptive | notation.Algebraic
}

// zone returns the time zone in which the reader wants times, and UTC if the reader has set none or
// an unknown one.
func (r Reader) zone() *time.Location {
	if zone, err := carrier.Zone(r.Settings[SetZone]); err == nil {
		return zone
	}
	return time.UTC
}

// wording returns the templates of all letters. The name of a template is the path of its file in
// texts/ without ".txt". texts/parts.txt defines the parts that several letters share, and
// texts/facts.txt what is said of each fact. The templates are parsed when the first letter is
// rendered, so that a command that writes no letter does not wait for them.
var wording = sync.OnceValue(parseTexts)

// parseTexts parses the embedded texts.
func parseTexts() *template.Template {
	all := template.New("").Funcs(template.FuncMap{"count": texts.Count, "counted": func(n int64, key string) string { return texts.Count(int(n), key) }, "numeral": texts.Numeral, "because": because, "ground": func(name string) string { return texts.Named("ground", name) }, "list": listed, "last": func(all []string) string { return all[len(all)-1] }, "quote": press.Quoted, "quoteLine": press.QuoteLine, "even": func(i int) bool { return i%2 == 0 },
		"moves": moves, "requirements": requirements, "mainTerms": mainTerms, "join": strings.Join, "paragraphs": func(text string) []string { return strings.Split(text, "\n\n") }})
	err := fs.WalkDir(texts.Files, ".", func(path string, _ fs.DirEntry, err error) error {
		name, ok := strings.CutSuffix(path, ".txt")
		if err != nil || !ok {
			return err
		}
		text, err := texts.Files.ReadFile(path)
		if err == nil {
			_, err = all.New(name).Parse(string(text))
		}
		return err
	})
	return template.Must(all, err)
}

// because returns the words for a reason that a fact or a row keeps as a key.
func because(why string) string { return texts.Because(reason.Reason(why)) }

// draft is a text as its template gives it: fields such as "Subject: …" on lines of their own, an
// empty line, and the body.
type draft struct {
	fields map[string]string
	blocks []press.Part // of the body
	body   string       // set in lines
}

// buffers hold what a template writes, and are used again.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// executed returns what templates write with data, one after the other. executed returns an error
// for a template that does not exist.
func executed(data any, names ...string) (string, error) {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	for _, name := range names {
		if err := wording().ExecuteTemplate(b, name, data); err != nil {
			return "", fmt.Errorf("templates: %w", err)
		}
	}
	return b.String(), nil
}

// write executes the templates of a letter one after the other with data. write returns an error
// for a template that does not exist.
func write(data any, names ...string) (draft, error) {
	text, err := executed(data, names...)
	if err != nil {
		return draft{}, err
	}
	head, body, _ := strings.Cut(text, "\n\n")
	d := draft{fields: map[string]string{}, blocks: press.PartsOf(body), body: press.Fill(strings.ReplaceAll(body, press.PictureMark, ""), acts)}
	for line := range strings.Lines(head) {
		key, value, _ := strings.Cut(line, ":")
		d.fields[strings.TrimSpace(key)] = press.PlainSpaces(strings.TrimSpace(value))
	}
	return d, nil
}

// replyMark is the first paragraph of every letter. A mail program that quotes without marks puts
// the answer above this line, and corrd then knows that the text below is quoted, even without
// the answered letter at hand.
const replyMark = mailer.ReplyMark + "\n\n"

// page is the part of a Page that all letters have alike.
func page(d draft, to Reader, now time.Time) mailer.Page {
	return mailer.Page{
		To:      mailer.Address{Name: to.Name, Address: to.Address},
		Subject: d.fields["Subject"],
		Text:    replyMark + d.body,
		Date:    now,
	}
}

// Topic says what a letter of the office or the registrar is about.
type Topic string

// These are the topics. Each comment says to whom the letter goes if not to the writer of the
// answered letter, what it says, and in brackets which fields of Data it uses.
const (
	ConfirmRegistration Topic = "confirm_registration" // asks an address to confirm a registration (Number, Name; Reason "taken": the name asked for is not free; Again: the answer was neither yes nor no)
	Registered          Topic = "registered"           // says that the reader is registered (Name; Words: another name that was asked for; Reason "taken" or "kept")
	AskedToday          Topic = "asked_today"          // says that the address has been asked to confirm as often as allowed in a day (Until: when corrd can ask again)
	NotRegistered       Topic = "not_registered"       // says that the reader is not registered, because they answered no (Number, Name; Place 1: the question was about an address)
	Admission           Topic = "admission"            // says what keeps a newcomer from being registered (Number, Name; Reason "closed", "waits" or "refused")
	Admissions          Topic = "admissions"           // asks the secretary about newcomers (Number, Name; Lines: who waits, in pairs of the name and what is known; Open: what was done; Refused: lines that name nobody; Again: the answer decided nothing; Place: the generation of the key)
	Renamed             Topic = "renamed"              // tells of a change of name (Name; Words: the name asked for; Reason "": the reader has the name now, "taken": Lines has a free name, "identity", "often", "umpire": the umpire gave the name)
	Newcomer            Topic = "newcomer"             // tells a stranger who has not asked to be registered how to register (Reason "ask": the secretary is asked, "closed": nobody can)
	Welcome             Topic = "welcome"              // says that the operator has registered the reader (Name)
	Countersign         Topic = "countersign"          // asks whether a held letter is the reader's (Game, Side; Address: who wrote; Words: what they wrote, or its beginning; Lines: the statements of a longer letter; Received; Reason "strange": from an address that is not on file, "spent": and it counts from the yes; Again)
	HeldList            Topic = "held_list"            // asks about several held letters (Asked: their numbers; Lines: in pairs, who wrote each and when, and what it said; Refused: letters that were not held, as too many waited)
	Disowned            Topic = "disowned"             // says that a held letter, which was not the reader's, is dropped (Game, Side, Address, Received)
	WhichHeld           Topic = "which_held"           // says that a yes or no does not tell which held letter it answers (Game, Side; Lines: for each held letter the answer that names it, and who wrote it)
	HeldOver            Topic = "held_over"            // says that the question about a held letter has already been answered (Game, Side, Seq, Address, Received; Reason: the state of the letter)
	Challenge           Topic = "challenge"            // is the challenge itself (Number; Name: the challenger; Opponent, Terms, Commitment, Stranger; Games: the game after which they play again)
	ChallengeSent       Topic = "challenge_sent"       // tells the challenger that the challenge has gone out (the fields of Challenge)
	ConfirmChallenge    Topic = "confirm_challenge"    // asks the challenger to confirm the challenge (the fields of Challenge; Lines: the addresses of other challenges in the same letter; Again)
	ChallengesSent      Topic = "challenges_sent"      // tells the challenger which challenges of one letter have gone out (Lines; Refused; Number: the first challenge)
	ChallengeDropped    Topic = "challenge_dropped"    // says that a challenge is dropped, because the member answered that it is not theirs
	WhichChallenge      Topic = "which_challenge"      // says that a letter made several challenges, and asks which is meant (Lines: their numbers)
	NotYourChallenge    Topic = "not_your_challenge"   // says that the challenge is not the reader's (Number; Reason "identity")
	ChallengeRefused    Topic = "challenge_refused"    // says that a challenge is refused (Words: the challenge as written; Reason)
	ChallengeOver       Topic = "challenge_over"       // says that a challenge is over (Number; Game, 0: none; Reason: its state)
	Declined            Topic = "declined"             // says that a challenge is declined (Number; Name: who declined, "": the reader)
	Withdrawn           Topic = "withdrawn"            // says that a challenge is withdrawn (Number; Name: who has withdrawn it, "": the reader)
	Lapsed              Topic = "lapsed"               // says that a challenge to play again was not accepted in time (the fields of Challenge)
	Consult             Topic = "consult"              // asks a player to play on a side (Number, Place; Name: who asks; Opponent; With: the other members of the side; Against: the other members of the other side; Terms, Commitment, Stranger)
	Nudged              Topic = "nudged"               // reminds a person who has not answered (the fields of Consult; Place 0: the challenged player)
	ChallengeWaits      Topic = "challenge_waits"      // tells the challenger that the challenge still waits (Number, Opponent; Lines: who has not accepted yet)
	ChallengeLost       Topic = "challenge_lost"       // tells the challenger that the challenge could not be delivered (Number, Opponent; Reason "": not told)
	OthersToAccept      Topic = "others_to_accept"     // says that others have still to accept (Number; Lines: who)
	SideRefused         Topic = "side_refused"         // says that the named players cannot form a side (Number, Reason)
	AcceptOrDecline     Topic = "accept_or_decline"    // says that the answer neither accepted nor declined (Number, Place; Name: the challenger; Lines: the terms that the answer tells; Stranger)
	AnswerTheChallenge  Topic = "answer_the_challenge" // asks which challenge is meant (Number: how many are open; Lines: the names of the challengers; Reason: why it does not act)
	WhichGame           Topic = "which_game"           // says that a statement names no game of the reader's (Lines: some that the reader plays; Games: their numbers; Words: the length of a leave that it asks for)
	SeveralGames        Topic = "several_games"        // says that a letter speaks of several games in one sentence (Lines: for each what it says, as it is to be written; Games: those of which what it says is not understood)
	NotYourGame         Topic = "not_your_game"        // says that the reader does not play in the named game (Number)
	Forgotten           Topic = "forgotten"            // says that the store does not know what the key names (Received: the state that the store went back to, zero: not known; Lines: the reader's games)
	NotYourKey          Topic = "not_your_key"         // says that the letter came to a reply address of the other side (Game, Side, Seq)
	Removed             Topic = "removed"              // says that the reader is not registered any more (Name)
	NoStatement         Topic = "no_statement"         // says that a letter to the office states nothing (Words: the subject; Lines: the address that it names; Open: topics that it may ask about; Games: some that the reader plays)
	TooLarge            Topic = "too_large"            // says that the letter is too large (Number: the limit in octets; Words: the subject)
	TooMuch             Topic = "too_much"             // says that reading the letter would take too much work (Words: the subject)
	Help                Topic = "help"                 // explains what can be written (Words "", "all", "notation", "terms" or a topic)
	Games               Topic = "games"                // lists games and challenges (Lines: one for each game; Games: those that are played; Open: one for each challenge)
	Show                Topic = "show"                 // shows a game: board, clocks, what is open (Game, Side, Seq)
	History             Topic = "history"              // shows the score and the rulings of a game (Game, Side, Seq)
	PGNText             Topic = "pgn"                  // brings a game as PGN (Game, Side, Seq)
	Book                Topic = "book"                 // brings the book of a game that is over (Game, Side, Seq)
	NoBook              Topic = "no_book"              // says that the game is not over, and has no book yet (Game, Side, Seq)
	Tried               Topic = "tried"                // says what words express (Words, Lines; Game, Side, Seq)
	Settings            Topic = "settings"             // shows the settings (Lines: all settings; Reason: what could not be set)
	Undelivered         Topic = "undelivered"          // tells the umpire that a letter was not delivered (Name, Address; Number: the game, 0: none; Reason, ClockStands)
	Late                Topic = "late"                 // tells the umpire of a flag that has fallen (Number: the game; Name: the player; Side; Named and ClockStands as in Appealed)
	Appealed            Topic = "appealed"             // tells the umpire of a claim or protest (Number: the game; Name: the player; Side; Reason: the ground of a claim, "": a protest; Words, Searched, Unclaimed, ClockStands)
	Stated              Topic = "stated"               // tells the umpire what a side answers to their question (Number: the game; Name: the player; Side, Words, Dispute)
	UmpirePreview       Topic = "umpire_preview"       // shows an umpire what their ruling would bring about (Number: the game; Words: the ruling; Lines: its effects; Open: the board; Order, Place; Again: shown anew, Reason "moved" or "late")
	Digest              Topic = "digest"               // tells an umpire what has waited for them (Name, Lines)
	UmpireDispute       Topic = "umpire_dispute"       // shows an umpire a dispute (Number: the game; Dispute; Reason: what the dispute is, and what it waits for; Said; Lines: how the game stands; Open: the board; Clocks; Words: the score; Happened, Orders)
	UmpireRuled         Topic = "umpire_ruled"         // tells an umpire what their ruling has brought about (the fields of UmpirePreview)
	UmpireRefused       Topic = "umpire_refused"       // tells an umpire why their order is refused (Words; Reason "": their letter contains no order; Lines: the orders that wait for a yes)
	UmpireHelp          Topic = "umpire_help"          // tells an umpire what they can order in a letter
	UmpireAdded         Topic = "umpire_added"         // tells a person that they are an umpire of the server (Name, Umpire)
	UmpireRemoved       Topic = "umpire_removed"       // tells a person that they are an umpire of the server no more (Name)
	ConfirmUmpiring     Topic = "confirm_umpiring"     // asks a player whether they will be umpire of games whose players name them (Number, Name; Lines: the sides; Games: the game; Place: the generation of the key; Again)
	UmpiringSet         Topic = "umpiring_set"         // says whether the reader is umpire of games whose players name them (Name; Reason "on" or "off")
	UploadAnew          Topic = "upload_anew"          // tells the secretary that a name is withdrawn from the public pages (Name: the secretary)
	StrangersWait       Topic = "strangers_wait"       // tells the umpire that letters to strangers wait (Address: the domain on whose behalf; Lines: how many letters a day has for it, and in all; Reason: "last" of the day)
	Reckoned            Topic = "reckoned"             // tells the umpire what the store kept beside the logs of games that the logs do not lead to (Lines: the faults put right, at most so many; Place: how many)
	ConfirmAddress      Topic = "confirm_address"      // asks an address whether it may become a player's (Number; Name: the player)
	AddressAsked        Topic = "address_asked"        // says that a new address was asked, if nobody has it (Address)
	AddressChanged      Topic = "address_changed"      // tells of a changed address (Lines: all addresses now; Reason "added", "removed", "undone" or "over"; Address: the changed one; Number and Until: the reader can undo the change)
	Stopped             Topic = "stopped"              // says that reminders and challenges come no more (Name)
	Observed            Topic = "observed"             // tells an observer of a game (Number: the game; Name and Opponent: the players, as the public pages name them; Reason "begun", "moves", "back": moves were taken back, "over", "ended": no more is shown; Place: how many moves are shown; Lines: those of which this letter tells; Words: the last of them in words; Open: the board; Said: in one pair, the score and how the game ended)
	Unwatched           Topic = "unwatched"            // says which games the reader watches no more (Name; Games), or why they cannot watch one (Reason)
	News                Topic = "news"                 // is a circular of the club (Name: its subject; Words)
	NewsAnswered        Topic = "news_answered"        // says that nobody reads the answer to a circular (Words: its subject)
	Sheet               Topic = "sheet"                // tells a player of all their running games, once a week (Name; Sheet; Place: how many games run, if more than Sheet has)
	NewsStopped         Topic = "news_stopped"         // says that circulars come no more (Name)
	SheetStopped        Topic = "sheet_stopped"        // says that the weekly sheet comes no more (Name)
	NotProven           Topic = "not_proven"           // says that corrd needs proof of who wrote, to do what the letter asks
	Blocked             Topic = "blocked"              // says that another player is blocked (Name: the other; Reason "": blocked, "unblocked", "nobody", "yourself")
	Leaving             Topic = "leaving"              // tells of a player's leaving (Name, Games; Reason "plays": asks what becomes of the games, "waits", "cancelled")
	ConfirmLeaving      Topic = "confirm_leaving"      // asks the reader to confirm that they leave (Number, Name; Games: the games that run; Place: the generation of the key)
	LeaveEverywhere     Topic = "leave_everywhere"     // tells a player of leave in all their games (Name; Place: the days; Lines: one for each game in which the clock stands; Refused: one for each other game; Reason "length": the length in Words was not read, "today": the player has done so today, "office": the office took the leave)
	Events              Topic = "events"               // lists the events (Lines: one for each)
	EventAnnounced      Topic = "event_announced"      // announces an event to a player (Number, Name; Event; Terms; Lines: the conditions; Commitment; Reason "asked": the director asks for the reader's entry; Again; Place: the generation of the key)
	Entry               Topic = "entry"                // tells a player how they stand in an event (Number, Name; Event; Reason "entered", "office": entered by the director, "declined", "withdrawn", "stays"; Lines: who has entered; Until: the day on which the games begin)
	EntryRefused        Topic = "entry_refused"        // says why nothing comes of what a letter asks about an event (Name, Reason)
	ConfirmWithdrawal   Topic = "confirm_withdrawal"   // asks the reader to confirm that they withdraw from an event (Number, Name; Event; Reason "open", "uncounted" or "lost": what becomes of their games; Games: those that go on; Again; Place: the generation of the key)
	EventBegun          Topic = "event_begun"          // tells a player that the games of an event begin (Number, Name; Event; Lines: one for each of their games; Games: those that they begin; Terms; Words: the number that was drawn for the lot; Commitment; Place: the generation of the key)
	WhichOfEvent        Topic = "which_of_event"       // says that an answer to a letter about several games of an event names none (Number, Name; Event; Lines: one for each game that goes on; Games; Place)
	EventWatch          Topic = "event_watch"          // tells the director of an event (Number; Event; Lines: players who are silent for more than Place days; Open: games that go on at the closing date)
	EventClaims         Topic = "event_claims"         // asks a player what they claim before games are adjudicated (Number; Event; Name; of one game: Game, Side, Seq; of several: Games, Lines: one for each; Place)
	EventTable          Topic = "event_table"          // shows the table of an event (Number; Event; Open: the rows; Lines: what stands below them; Said: in words, a sentence for each place; Reason "over": the event is closed, "open": it has not begun, and Lines names who has entered)
	Law                 Topic = "law"                  // quotes a provision (Words: its name as written; Terms: whose code has it)
	ShowTerms           Topic = "terms"                // shows terms (Terms; Number: the game, 0: of a challenge or of this server)
	AddressRefused      Topic = "address_refused"      // says why an address is refused (Words; Reason "syntax", "identity", "known", "last", "many" or "often")
)

// Data is what a letter of the office or the registrar says. The outbox keeps Data as JSON until
// the letter is rendered.
type Data struct {
	Topic       Topic         `json:"topic"`
	Number      int64         `json:"number,omitempty"`
	Name        string        `json:"name,omitempty"`
	Opponent    string        `json:"opponent,omitempty"`
	Address     string        `json:"address,omitempty"`
	Event       string        `json:"event,omitempty"` // the name of an all-play-all event, whose number is Number
	Words       string        `json:"words,omitempty"`
	Reason      string        `json:"reason,omitempty"`
	Lines       []string      `json:"lines,omitempty"`
	Terms       *terms.Terms  `json:"terms,omitempty"`
	Commitment  string        `json:"commitment,omitempty"`   // SHA-256 of the nonce of the lot, hex (house:4)
	Waits       bool          `json:"waits,omitempty"`        // a letter to a stranger waits for its turn
	Waited      bool          `json:"waited,omitempty"`       // this letter to a stranger has waited for its turn
	Umpired     bool          `json:"umpired,omitempty"`      // with Stranger: the terms name an umpire, whose address is not shown
	Stranger    bool          `json:"stranger,omitempty"`     // the opponent is not registered, and the letter is the opponent's invitation
	ClockStands bool          `json:"clock_stands,omitempty"` // the player's clock in the game stands because letters do not reach them (house:14); with Appealed: no clock runs
	Beside      bool          `json:"beside,omitempty"`       // with Challenge: the challenger has written words beside it, which the start letter passes on
	Named       bool          `json:"named,omitempty"`        // the reader is the umpire whom the terms name, not the server's
	Newcomer    bool          `json:"newcomer,omitempty"`     // one of the two has finished fewer than two games (house:10)
	With        []string      `json:"with,omitempty"`         // the players in consultation with the player Name
	Against     []string      `json:"against,omitempty"`      // the players in consultation with Opponent
	Place       int           `json:"place,omitempty"`        // the reader's place among those asked to play on a side, from 1; 0: the reader is none of them
	Rekeyed     bool          `json:"rekeyed,omitempty"`      // the answered letter showed its key to the other side, and the keys are replaced; with Countersign: the held letter's key had been replaced
	Again       bool          `json:"again,omitempty"`        // the answered letter repeats a letter that has acted; of a question: corrd asks it again
	Challenger  string        `json:"challenger,omitempty"`   // the name of the challenger
	Plays       []string      `json:"plays,omitempty"`        // with Tried: the lines that play the moves of Lines, in their order
	Refused     []string      `json:"refused,omitempty"`      // what was asked for and refused, each followed by the reason
	Open        []string      `json:"open,omitempty"`         // the challenges that wait for an answer, one line for each
	Until       time.Time     `json:"until,omitzero"`
	Received    time.Time     `json:"received,omitzero"`
	Game        int64         `json:"game,omitempty"`
	Side        board.Side    `json:"side"`
	Seq         int64         `json:"seq,omitempty"`       // the game is shown as it stood at this event
	Last        int           `json:"last,omitempty"`      // the number of answers in a budget whose last answer this is; 0: the budget is not used up
	Hourly      bool          `json:"hourly,omitempty"`    // with Last: the budget is for all answers in an hour, not for an address in a day
	Domain      string        `json:"domain,omitempty"`    // with Hourly: the domain whose share of the budget this is; "": it is the whole budget
	Reopens     time.Time     `json:"reopens,omitzero"`    // with Last: when the budget begins anew
	Final       bool          `json:"final,omitempty"`     // the letter is the last answer today to this sender's letters without effect (house:26)
	Games       []int64       `json:"games,omitempty"`     // the games that go on; with Challenge: the game after which the two play again
	Left        []string      `json:"left,omitempty"`      // what else the letter asked for, which this answer leaves out
	Unkeyed     bool          `json:"unkeyed,omitempty"`   // with Countersign: the held letter went to no reply address
	Within      time.Duration `json:"within,omitempty"`    // with Countersign: how long after the question a yes makes the letter count from its receipt; 0: it counts from the yes
	Asked       []int64       `json:"asked,omitempty"`     // the held letters about which a question asks that asks about several
	Umpire      int64         `json:"umpire,omitempty"`    // the number of the umpire who reads the letter and can answer it; Place is then the generation of their key
	Order       int64         `json:"order,omitempty"`     // with UmpirePreview: the letter that holds the order; Place is then the generation of the order's key
	Clocks      string        `json:"clocks,omitempty"`    // the time of both sides, as Clocks gives it
	Foretold    []string      `json:"foretold,omitempty"`  // the letters that a ruling would send, line for line
	Unclaimed   string        `json:"unclaimed,omitempty"` // with Appealed: why corrd asks, when nobody has claimed: "silent", "contrary" (Lines: the two provisions), "unstated"
	Searched    int           `json:"searched,omitempty"`  // with Appealed: the number of positions in which the claim has been searched further; 0: none
	Said        [][2]string   `json:"said,omitempty"`      // what was written about a dispute: who wrote, and when; the words
	Happened    []string      `json:"happened,omitempty"`  // the newest events of a game and letters that did nothing
	Orders      []string      `json:"orders,omitempty"`    // what an umpire can order now
	Misread     bool          `json:"misread,omitempty"`   // the words of an umpire's order are not in one of the forms
	Handled     bool          `json:"handled,omitempty"`   // the umpire's order is about the dispute and decides nothing
	Challenge   int64         `json:"challenge,omitempty"` // the challenge that the letter can be answered as, because its reader has asked about it; Place is then theirs
	Sheet       []SheetGame   `json:"sheet,omitempty"`     // with the topic Sheet: the games
	Dispute     int64         `json:"dispute,omitempty"`   // the number of the dispute about the game; 0: there is none
}

// Instant returns a time in a zone as letters do: "Sunday 1 February 2026, 10:00 UTC".
func Instant(t time.Time, zone *time.Location) string {
	return press.PlainSpaces(texts.Instant(t, zone))
}

// Limit returns a time by which something is to be done as letters do: "the end of Sunday 1
// February 2026 (UTC)" or what Instant returns.
func Limit(t time.Time, zone *time.Location) string { return press.PlainSpaces(texts.Limit(t, zone)) }
