package control

import (
	"context"
	"reflect"
	"slices"
	"time"

	"corrd/cmd/internal/ledger"
)

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
	StatsShow       Verb[None, StatsView]              = "/stats/show"
	StatsYear       Verb[Year, YearView]               = "/stats/year"
	StatsPGN        Verb[Year, Text]                   = "/stats/pgn"

	CardList    Verb[WhichCards, []CardView] = "/card/list"
	CardPrint   Verb[Printing, PrintedCards] = "/card/print"
	CardPrinted Verb[Printing, []CardView]   = "/card/printed"
	CardPosted  Verb[Posting, CardView]      = "/card/posted"
	CardEnter   Verb[Entering, EnteredCard]  = "/card/enter"

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

// route is the row of a verb.
type route struct {
	path  string
	args  reflect.Type  // of the arguments
	looks bool          // the verb changes nothing, and the record of what was done leaves it out
	limit time.Duration // how long a client waits for the answer
	most  int64         // the greatest number of octets of the arguments
	saves bool          // the verb copies what there is, also where nothing can be written down, as on a full disk
	of    records       // what a number among the arguments names
	// do carries the verb out; read decodes the arguments, which are of the type args
	do func(ctx context.Context, read func(args any) error) (any, error)
}

// records are those that verbs name by numbers: one in words, the command that lists them, and
// which of them the command lists.
type records struct{ one, list, which string }

const day = 24 * time.Hour

// acts returns the row of a verb that changes something.
func acts[A, R any](v Verb[A, R], f func(context.Context, A) (R, error)) route {
	do := func(ctx context.Context, read func(any) error) (any, error) {
		var a A
		if err := read(&a); err != nil {
			return nil, err
		}
		return f(ctx, a)
	}
	return route{path: string(v), args: reflect.TypeFor[A](), limit: clientPatience, most: 1 << 20, do: do}
}

// looks returns the row of a verb that changes nothing.
func looks[A, R any](v Verb[A, R], f func(context.Context, A) (R, error)) route {
	r := acts(v, f)
	r.looks = true
	return r
}

// within returns the row with another limit of its time.
func (r route) within(limit time.Duration) route { r.limit = limit; return r }

// taking returns the row with another limit of its arguments.
func (r route) taking(most int64) route { r.most = most; return r }

// saving returns the row as one that saves.
func (r route) saving() route { r.saves = true; return r }

// rows returns the rows of verbs about records.
func (of records) rows(all ...route) []route {
	for i := range all {
		all[i].of = of
	}
	return all
}

// routes returns the rows of all verbs. Those of the nil Room can be read, and not carried out.
func (r *Room) routes() []route {
	return slices.Concat(
		records{"game", "game list", "those there are"}.rows(
			looks(GameList, r.GameList), looks(GameShow, r.GameShow), looks(GameLetters, r.GameLetters),
			looks(GameWindows, r.GameWindows), looks(GameJourney, r.GameJourney),
			looks(GameEvents, r.GameEvents), looks(GameScore, r.GameScore), looks(GamePGN, r.GamePGN),
			looks(GameBook, r.GameBook), looks(GameBoard, r.GameBoard), acts(GameFile, r.GameFile),
			acts(Rule, r.Rule).within(10*time.Minute),
		),
		records{"letter", "inbox list", "those that wait"}.rows(
			looks(SiteList, r.SiteList), looks(SiteShow, r.SiteShow), looks(DisputeList, r.DisputeList),
			looks(DisputeShow, r.DisputeShow), acts(DisputeAsk, r.DisputeAsk),
			acts(DisputeNote, r.DisputeNote), acts(DisputeClose, r.DisputeClose),
			acts(DisputeFile, r.DisputeFile), looks(LetterShow, r.LetterShow),
			looks(UmpireList, r.UmpireList), acts(UmpireAdd, r.UmpireAdd),
			acts(UmpireRemove, r.UmpireRemove), looks(AuditList, r.AuditList),
			looks(ChallengeList, r.ChallengeList), looks(BudgetShow, r.BudgetShow),
			acts(BudgetLift, r.BudgetLift), looks(InboxList, r.InboxList), looks(InboxShow, r.InboxShow),
			looks(InboxFind, r.InboxFind), acts(InboxRelease, r.InboxRelease),
			acts(InboxDiscard, r.InboxDiscard), acts(SendMessage, r.Message),
			looks(StatsShow, r.StatsShow), looks(StatsYear, r.StatsYear).within(time.Hour),
			looks(StatsPGN, r.StatsPGN).within(time.Hour), looks(Settle, r.Settle).within(day),
			looks(ClockShow, r.ClockShow), acts(ClockAdvance, r.ClockAdvance).within(day),
			acts(ClockAccept, r.ClockAccept), looks(Check, r.Check).within(day),
			acts(Verb[Named, octets](backupPath), r.backup).saving(),
			acts(Verb[None, octets](besidePath), r.beside).saving(), acts(BackupDone, r.BackupDone),
		),
		records{"player", "player list", "those there are"}.rows(
			acts(PlayerWithdraw, r.PlayerWithdraw), looks(PlayerList, r.PlayerList),
			looks(PlayerShow, r.PlayerShow), acts(PlayerAdd, r.PlayerAdd),
			acts(PlayerImport, r.PlayerImport), acts(PlayerLeave, r.PlayerLeave),
			looks(PlayerWaiting, r.PlayerWaiting), acts(PlayerApprove, r.PlayerApprove),
			acts(PlayerRefuse, r.PlayerRefuse), acts(PlayerRename, r.PlayerRename),
			acts(PlayerAddressAdd, r.PlayerAddressAdd), acts(PlayerAddressRemove, r.PlayerAddressRemove),
			acts(PlayerPostal, r.PlayerPostal), acts(PlayerRemove, r.PlayerRemove),
			acts(PlayerErase, r.PlayerErase), acts(PlayerRotateKeys, r.PlayerRotateKeys),
			acts(PlayerReplace, r.PlayerReplace),
		),
		records{"letter", "outbox list", "those that wait"}.rows(
			looks(OutboxList, r.OutboxList), acts(OutboxRetry, r.OutboxRetry),
			acts(OutboxPark, r.OutboxPark),
		),
		records{"event", "event list", "those there are"}.rows(
			acts(EventNew, r.EventNew), looks(EventList, r.EventList), looks(EventShow, r.EventShow),
			acts(EventAnnounce, r.EventAnnounce), acts(EventEnter, r.EventEnter),
			acts(EventStart, r.EventStart), looks(EventShowTable, r.EventTable),
			acts(EventWithdraw, r.EventWithdraw), acts(EventSubstitute, r.EventSubstitute),
			acts(EventAdjudicate, r.EventAdjudicate), acts(EventClose, r.EventClose),
			acts(EventUndo, r.EventUndo), looks(EventPGN, r.EventPGN),
		),
		records{"card", "card list", "those that wait"}.rows(
			looks(CardList, r.CardList), looks(CardPrint, r.CardPrint), acts(CardPrinted, r.CardPrinted),
			acts(CardPosted, r.CardPosted), acts(CardEnter, r.CardEnter).taking(2*ledger.MostCardPicture),
		),
	)
}

// routeOf returns the row of a verb by its path, and false where no verb has the path.
func routeOf(path string) (route, bool) {
	all := (*Room)(nil).routes()
	i := slices.IndexFunc(all, func(r route) bool { return r.path == path })
	if i < 0 {
		return route{}, false
	}
	return all[i], true
}

// Ask asks the daemon behind a socket to carry out a verb. The errors are those of Control.Call.
func (v Verb[A, R]) Ask(ctx context.Context, c *Control, a A) (result R, err error) {
	return result, c.Call(ctx, string(v), a, &result)
}
