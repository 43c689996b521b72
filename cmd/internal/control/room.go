// Package control answers the umpire's and the operator's commands to a running daemon. The commands
// come over a unix socket that only the daemon's user may open. The protocol is HTTP: POST
// /noun/verb with a JSON object of arguments, answered with JSON.
//
// Package control knows the store, the laws of game as values, and how to show a game. Package
// control must not know how a letter is read, rendered or sent. What must be done about letters,
// players and time is done by the ledger, package players, the watch, and the implementations of
// Clerk and Loops.
//
// The files are about:
//
//	room, socket, client   who answers; how the answers go out; how a client asks
//	heartbeat              limits on the time that either end of the socket waits
//	games, view, conditionals   a game as the umpire sees it
//	file, fileletters      the evidence of a game in one archive; its letters
//	disputes, letters      what is before the umpire; any letter that came in or went out
//	umpires                who rules
//	audit                  who did what over the socket
//	rule, seats            rulings; new keys, and another player in a seat
//	cards, cardenter       cards to players without a mailbox, and from them
//	admission              newcomers about whom the secretary is asked
//	message                circulars of the club
//	tournament, viewtournament   all-play-all events
//	members                which players a list names; who is meant by a part of a name
//	players, challenges, budget, inbox, outbox, clock, whole   the other verbs, by noun
//	beside                 what a backup has beside the copy of the store
package control

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"sync"
	"time"

	"corrd/cmd/internal/cards"
	"corrd/cmd/internal/evidence"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/players"
	"corrd/cmd/internal/watch"
	"corrd/game/terms"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/press"
)

// Clerk does, within a transaction, what the verbs leave to package clerk. Each method enqueues
// the letters that tell of its work.
type Clerk interface {
	// Release makes a held letter act, as of the letter's receipt, as if the player had confirmed
	// the letter.
	Release(tx store.Tx, held store.Letter) error
	// Dropped lets a flag fall that has waited for a letter which will never act.
	Dropped(tx store.Tx, l store.Letter) error
	// Draw returns what is printed for a letter to a player without a mailbox.
	Draw(v store.View, row store.Row) (press.Card, error)
	// Enter takes a card that the office has entered, in a transaction of its own, and gives the
	// record of the letter that the card has become.
	Enter(ctx context.Context, c cards.Card) (store.Letter, error)
}

// Loops wakes the loops of the daemon and asks them for their state.
type Loops interface {
	// Wake makes the daemon look at the outbox and the alarms without delay.
	Wake()
	// LookNow does what Wake does, and makes the daemon look at the mailbox too.
	LookNow()
	// Unread counts the letters in the mailbox that have no verdict yet. If there are any, Unread
	// makes the daemon look at the mailbox.
	Unread() int
	// Questions counts the questions about letters held on an earlier day that are due to be
	// asked, and reports whether any question waits for a later day.
	Questions(v store.View, now time.Time) (due int, waits bool, err error)
	// Digests counts the umpires to whom a digest of what waits for them is due. If there are any,
	// Digests makes the daemon write the digests.
	Digests(v store.View) (due int, err error)
	// Purge drops the bytes of letters of strangers that are too old or too many.
	Purge() error
}

// Room carries out the verbs. The zero values of the unexported fields are ready for use.
type Room struct {
	// Beside are the files and folders beside the store that belong to a backup; "": none
	Beside []string

	Store    store.Store
	Ledger   *ledger.Ledger
	Watch    *watch.Watch
	Clock    watch.Clock
	Clerk    Clerk
	Erasures *players.Erasures
	Loops    Loops
	Terms    terms.Terms      // the defaults of a challenge
	Random   io.Reader        // of the numbers of lots; nil: crypto/rand
	Office   templates.Office // the name and addresses with which corrd writes PGN and prints books
	Paper    string           // of books; "" is A4
	Budgets  players.Limits
	Seal     evidence.Seal
	Log      *slog.Logger

	advancing sync.Mutex    // held while a virtual clock is advanced
	beat      time.Duration // the time between interim responses while a verb runs; 0: pulse
	patience  time.Duration // how long to wait for a client; 0: daemonPatience
}

// Refusal is the answer to a verb that the daemon refuses: what is wrong, and what to do about
// it.
type Refusal struct {
	Message string `json:"error"`
}

// Error is the message.
func (r *Refusal) Error() string { return r.Message }

func refuse(format string, args ...any) error { return &Refusal{fmt.Sprintf(format, args...)} }

// Verb is the path of a question or order to the daemon. A is the type of its arguments, and R
// the type of its answer.
type Verb[A, R any] string

// The verbs.
const (
	GameList    Verb[Games, []GameLine]       = "/game/list"
	GameShow    Verb[Numbered, GameView]      = "/game/show"
	GameLetters Verb[Numbered, []LetterView]  = "/game/letters"
	GameWindows Verb[Numbered, []TurnWindow]  = "/game/windows"
	GameEvents  Verb[Numbered, []EventView]   = "/game/events"
	GameJourney Verb[Numbered, []JourneyView] = "/game/journey"
	GameScore   Verb[Numbered, Text]          = "/game/score"
	GamePGN     Verb[Numbered, Text]          = "/game/pgn"
	GameBook    Verb[Binding, BoundBook]      = "/game/book"
	GameBoard   Verb[Drawing, Text]           = "/game/board"
	GameFile    Verb[Filing, FileView]        = "/game/file"
	Rule        Verb[Ruling, RulingView]      = "/rule"
	SiteList    Verb[None, SiteView]          = "/site/list"
	SiteShow    Verb[SiteAsking, SiteGame]    = "/site/show"

	DisputeList    Verb[Which, []DisputeView]         = "/dispute/list"
	DisputeShow    Verb[Numbered, DisputeDetail]      = "/dispute/show"
	DisputeAsk     Verb[Asking, DisputeView]          = "/dispute/ask"
	DisputeNote    Verb[Writing, DisputeView]         = "/dispute/note"
	DisputeClose   Verb[Closing, DisputeView]         = "/dispute/close"
	DisputeFile    Verb[Filing, FileView]             = "/dispute/file"
	UmpireList     Verb[None, []UmpireView]           = "/umpire/list"
	UmpireAdd      Verb[Enrolment, UmpireView]        = "/umpire/add"
	UmpireRemove   Verb[Naming, UmpireView]           = "/umpire/remove"
	PlayerWithdraw Verb[Withdrawal, []WithdrawalView] = "/player/withdraw"
	AuditList      Verb[None, []AuditView]            = "/audit/list"
	LetterShow     Verb[OneLetter, LetterDetail]      = "/letter/show"

	PlayerList          Verb[Members, []PlayerView]  = "/player/list"
	PlayerShow          Verb[Whom, PlayerView]       = "/player/show"
	PlayerAdd           Verb[Enrolment, PlayerView]  = "/player/add"
	PlayerImport        Verb[Roster, []ImportView]   = "/player/import"
	PlayerRename        Verb[Renaming, PlayerView]   = "/player/rename"
	PlayerLeave         Verb[Leave, LeaveView]       = "/player/leave"
	PlayerWaiting       Verb[None, []ApplicantView]  = "/player/waiting"
	PlayerApprove       Verb[Named, []ApplicantView] = "/player/approve"
	PlayerRefuse        Verb[Named, []ApplicantView] = "/player/refuse"
	PlayerAddressAdd    Verb[Readdress, PlayerView]  = "/player/address-add"
	PlayerAddressRemove Verb[Readdress, PlayerView]  = "/player/address-remove"
	PlayerPostal        Verb[Rehousing, PlayerView]  = "/player/postal"
	PlayerRemove        Verb[Removal, PlayerView]    = "/player/remove"
	PlayerErase         Verb[Removal, ErasureView]   = "/player/erase"
	PlayerRotateKeys    Verb[Seating, SeatView]      = "/player/rotate-keys"
	PlayerReplace       Verb[Replacing, RulingView]  = "/player/replace"
	ChallengeList       Verb[None, []ChallengeView]  = "/challenge/list"
	BudgetShow          Verb[Whom, BudgetView]       = "/budget/show"
	BudgetLift          Verb[Whom, BudgetView]       = "/budget/lift"

	InboxList    Verb[None, []InboxView]     = "/inbox/list"
	InboxShow    Verb[Numbered, InboxView]   = "/inbox/show"
	InboxFind    Verb[Named, InboxView]      = "/inbox/find"
	InboxRelease Verb[Numbered, InboxView]   = "/inbox/release"
	InboxDiscard Verb[Discarding, InboxView] = "/inbox/discard"
	OutboxList   Verb[None, []OutboxView]    = "/outbox/list"
	OutboxRetry  Verb[Numbered, OutboxView]  = "/outbox/retry"
	OutboxPark   Verb[Numbered, OutboxView]  = "/outbox/park"

	SendMessage Verb[Message, MessageView] = "/message"

	EventNew        Verb[Announcement, TournamentView] = "/event/new"
	EventList       Verb[None, []TournamentView]       = "/event/list"
	EventShow       Verb[Numbered, TournamentView]     = "/event/show"
	EventAnnounce   Verb[EventAct, MessageView]        = "/event/announce"
	EventEnter      Verb[EventAct, TournamentView]     = "/event/enter"
	EventStart      Verb[EventAct, TournamentView]     = "/event/start"
	EventShowTable  Verb[EventTable, Text]             = "/event/table"
	EventWithdraw   Verb[EventAct, TournamentView]     = "/event/withdraw"
	EventSubstitute Verb[EventAct, TournamentView]     = "/event/substitute"
	EventAdjudicate Verb[EventAct, TournamentView]     = "/event/adjudicate"
	EventClose      Verb[EventAct, TournamentView]     = "/event/close"
	EventUndo       Verb[EventAct, TournamentView]     = "/event/undo"
	EventPGN        Verb[Numbered, Text]               = "/event/pgn"
	StatsYear       Verb[Year, YearView]               = "/stats/year"
	StatsPGN        Verb[Year, Text]                   = "/stats/pgn"

	CardList   Verb[WhichCards, []CardView] = "/card/list"
	CardPrint  Verb[Printing, PrintedCards] = "/card/print"
	CardPosted Verb[Posting, CardView]      = "/card/posted"
	CardEnter  Verb[Entering, EnteredCard]  = "/card/enter"

	Settle       Verb[Lasting, Settled]    = "/settle"
	ClockShow    Verb[None, ClockState]    = "/clock/show"
	ClockAdvance Verb[Lasting, ClockState] = "/clock/advance"
	ClockAccept  Verb[None, ClockState]    = "/clock/accept"
	BackupDone   Verb[Named, None]         = "/backup/done"
	Check        Verb[None, Faults]        = "/check"
)

// None is the type of the arguments of a verb without arguments.
type None struct{}

// Numbered names a game, a letter that came in, or a row of the outbox by its number.
type Numbered struct {
	ID int64 `json:"id,omitempty"`
}

// route is a verb and the function that carries out the verb; read decodes the verb's arguments, which
// are of the type args.
type route struct {
	path string
	args reflect.Type
	do   func(ctx context.Context, read func(args any) error) (any, error)
}

func at[A, R any](v Verb[A, R], f func(context.Context, A) (R, error)) route {
	return route{string(v), reflect.TypeFor[A](), func(ctx context.Context, read func(any) error) (any, error) {
		var a A
		if err := read(&a); err != nil {
			return nil, err
		}
		return f(ctx, a)
	}}
}

func (r *Room) routes() []route {
	return []route{
		at(GameList, r.GameList), at(GameShow, r.GameShow), at(GameLetters, r.GameLetters), at(GameWindows, r.GameWindows), at(GameJourney, r.GameJourney),
		at(GameEvents, r.GameEvents), at(GameScore, r.GameScore), at(GamePGN, r.GamePGN), at(GameBook, r.GameBook), at(GameBoard, r.GameBoard), at(GameFile, r.GameFile), at(Rule, r.Rule),
		at(SiteList, r.SiteList), at(SiteShow, r.SiteShow),
		at(DisputeList, r.DisputeList), at(DisputeShow, r.DisputeShow), at(DisputeAsk, r.DisputeAsk), at(DisputeNote, r.DisputeNote),
		at(DisputeClose, r.DisputeClose), at(DisputeFile, r.DisputeFile), at(LetterShow, r.LetterShow),
		at(UmpireList, r.UmpireList), at(UmpireAdd, r.UmpireAdd), at(UmpireRemove, r.UmpireRemove), at(PlayerWithdraw, r.PlayerWithdraw), at(AuditList, r.AuditList),
		at(PlayerList, r.PlayerList), at(PlayerShow, r.PlayerShow), at(PlayerAdd, r.PlayerAdd), at(PlayerImport, r.PlayerImport),
		at(PlayerLeave, r.PlayerLeave), at(PlayerWaiting, r.PlayerWaiting), at(PlayerApprove, r.PlayerApprove), at(PlayerRefuse, r.PlayerRefuse),
		at(PlayerRename, r.PlayerRename), at(PlayerAddressAdd, r.PlayerAddressAdd), at(PlayerAddressRemove, r.PlayerAddressRemove),
		at(PlayerPostal, r.PlayerPostal), at(PlayerRemove, r.PlayerRemove), at(PlayerErase, r.PlayerErase), at(PlayerRotateKeys, r.PlayerRotateKeys), at(PlayerReplace, r.PlayerReplace),
		at(ChallengeList, r.ChallengeList), at(BudgetShow, r.BudgetShow), at(BudgetLift, r.BudgetLift),
		at(InboxList, r.InboxList), at(InboxShow, r.InboxShow), at(InboxFind, r.InboxFind), at(InboxRelease, r.InboxRelease), at(InboxDiscard, r.InboxDiscard),
		at(OutboxList, r.OutboxList), at(OutboxRetry, r.OutboxRetry), at(OutboxPark, r.OutboxPark),
		at(SendMessage, r.Message),
		at(EventNew, r.EventNew), at(EventList, r.EventList), at(EventShow, r.EventShow), at(EventAnnounce, r.EventAnnounce), at(EventEnter, r.EventEnter), at(EventStart, r.EventStart),
		at(EventShowTable, r.EventTable), at(EventWithdraw, r.EventWithdraw), at(EventSubstitute, r.EventSubstitute), at(EventAdjudicate, r.EventAdjudicate),
		at(EventClose, r.EventClose), at(EventUndo, r.EventUndo), at(EventPGN, r.EventPGN), at(StatsYear, r.StatsYear), at(StatsPGN, r.StatsPGN),
		at(CardList, r.CardList), at(CardPrint, r.CardPrint), at(CardPosted, r.CardPosted), at(CardEnter, r.CardEnter),
		at(Settle, r.Settle), at(ClockShow, r.ClockShow), at(ClockAdvance, r.ClockAdvance), at(ClockAccept, r.ClockAccept), at(Check, r.Check), at(BackupDone, r.BackupDone),
	}
}

// Ask asks the daemon behind a socket to carry out a verb. The errors are those of Control.Call.
func (v Verb[A, R]) Ask(ctx context.Context, c *Control, a A) (result R, err error) {
	return result, c.Call(ctx, string(v), a, &result)
}

// view runs f in one reading transaction, and gives the result of f.
func view[R any](r *Room, f func(v store.View) (R, error)) (result R, err error) {
	err = r.Store.View(func(v store.View) (err error) { result, err = f(v); return err })
	return result, err
}

// update runs f in one writing transaction, gives the result of f, and wakes the loops, which act
// on the change.
func update[R any](r *Room, f func(tx store.Tx) (R, error)) (result R, err error) {
	defer r.Loops.Wake()
	err = r.Store.Update(func(tx store.Tx) (err error) { result, err = f(tx); return err })
	return result, err
}
