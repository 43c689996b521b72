package interpret

import "slices"

// Kind is the kind of a statement.
type Kind uint8

// The kinds of statement; each has its row in rows.
const (
	KindMove Kind = iota
	KindMoves
	KindConditional
	KindAdopt
	KindExact
	KindWaive
	KindResign
	KindOfferDraw
	KindAcceptDraw
	KindDeclineDraw
	KindClaim
	KindProtest
	KindIntend
	KindSeal
	KindAdjourn
	KindPropose
	KindAgree
	KindRegister
	KindChallenge
	KindAccept
	KindDecline
	KindYes
	KindNo
	KindLeave
	KindSet
	KindTry
	KindAnnul
	KindDemandFifty
	KindCheck
	KindRetract
	KindRecommence
	KindSubmit
	KindShow
	KindHistory
	KindPGN
	KindGames
	KindHelp
	KindRepeat
	KindWithdraw
	KindAddress
	KindWithdrawChallenge
	KindProceed
	KindStop
	KindBlock
	KindUnblock
	KindUnregister
	KindLaw
	KindRepeatCard
	KindRepeatForm
	KindBook
	KindLeaveEverywhere
	KindStopNews
	KindSay
	KindAgain
	KindEvents
	KindEnter
	KindTable
	KindWithdrawEntry
	KindWatch
	KindUnwatch
	kinds // how many there are
)

// Row is what holds of every statement of a kind, whatever the game in which it is made.
type Row struct {
	// Name is the kind's name as `corrctl letter read` prints it and phrases.txt has it.
	Name string
	// To says to whom such a statement is addressed.
	To Addressee
	// Order is when it acts among the statements of its letter.
	Order Order
	// Excludes are the kinds that one letter cannot state of one game beside it. A kind that is
	// excluded need not name the other in its own row.
	Excludes []Kind
	// Alike says that two such statements of one letter exclude each other if they differ.
	Alike bool
	// Most is how many such statements of one letter act; 0 stands for one.
	Most int
	// NeedsNoCarrier says that it acts at once where moves travel: the other side is not told of
	// it, or it is for the umpire.
	NeedsNoCarrier bool
	// Lapses says that it uses a right that its side has no more once it has handed in a move.
	Lapses bool
	// StopsClock says that it stops the clock of the side whose turn runs when it is handed in.
	StopsClock bool
	// InSuspense says that it acts while the game stands still, because it needs nobody's turn.
	InSuspense bool
	// AfterEnd says that it acts when the game is over, too.
	AfterEnd bool
	// TellsOther says that it tells the other side something beside a move, which a side may do a
	// limited number of times in one turn (house:26).
	TellsOther bool

	// PassedOn says that its words are passed on to the other side, and that nothing else comes of
	// it: it reaches no case, because such words are parted off before.
	PassedOn bool
	// ActsAnew says that it does something a second time when it is read a second time, even though
	// nothing asks for it.
	ActsAnew bool

	answers Answer  // what it says to a question that only yes affirms
	ofDraw  Answer  // what it says to the offer of a draw, and to nothing else
	manner  manner  // how it is said
	beside  bool    // a sentence may ask for it beside another statement
	said    stances // where it may be stated, beside a line of its own
}

// Addressee is a set of those to whom a statement can be addressed.
type Addressee uint8

// To whom statements are addressed.
const (
	ToGame      Addressee = 1 << iota // it acts in a game
	ToOffice                          // it asks something of the mail office
	ToRegistrar                       // it is about being registered, or about a challenge
)

// Order is when a statement acts among those of its letter: the least comes first.
type Order int8

// The orders. What has no other comes last, with offers and proposals.
const (
	OrderAnswer Order = iota - 6 // what answers a question
	OrderUndo                    // what takes back what has been played
	OrderRight                   // rights over what the other side did
	OrderClaim
	OrderMove
	OrderSeries
	OrderLast
)

// MostSeries is the greatest number of conditional series of one letter that act (house:26).
const MostSeries = 20

// manner is how a statement is said; it decides which other words may stand around it.
type manner uint8

const (
	asCommand manner = iota // in the words of a command, from which courtesies are set apart
	asWish                  // as a wish, in whose sentence clauses may stand
	asAnswer                // as an answer that gives or refuses something, with any courtesies
	asOffer                 // as an offer, which may be a question
	asReport                // with facts in the words of its writer
)

// stances is a set of the sentences in which a statement may stand, beside a line of its own.
type stances uint8

const (
	inFront   stances = 1 << iota // it begins one, whatever follows: "adopt 2 - it is the only sensible one"
	inWish                        // its writer wishes to do it, and names its argument: "I should like to …"
	notAsked                      // … but does not ask whether they may
	inRequest                     // its writer asks the mail office for it: "could you …"
	ofItsOwn                      // it decides something, and only a sentence of its own states it
	outright                      // … and none with a condition
)

var (
	moveKinds = []Kind{KindMove, KindMoves}
	refusals  = []Kind{KindNo, KindDecline, KindDeclineDraw}
	// playKinds are the kinds by which a game goes on, or by which a claim is made in it.
	playKinds = []Kind{KindMove, KindMoves, KindConditional, KindClaim, KindExact}
	// endKinds are the kinds that end a game by consent, or may.
	endKinds = []Kind{KindOfferDraw, KindAcceptDraw, KindAccept, KindAgree}
)

// rows has the row of each kind. A resignation excludes a no only behind it: see
// stated.Contradict.
var rows = [kinds]Row{
	KindMove:  {Name: "move", To: ToGame, Order: OrderMove, StopsClock: true},
	KindMoves: {Name: "moves", To: ToGame, Order: OrderMove, StopsClock: true},
	KindConditional: {Name: "conditional", To: ToGame, Order: OrderSeries, Most: MostSeries,
		TellsOther: true},

	KindYes: {Name: "yes", To: ToGame, Order: OrderAnswer, Excludes: []Kind{KindNo, KindDecline},
		InSuspense: true, answers: Yes, manner: asAnswer},
	KindNo: {Name: "no", To: ToGame, Order: OrderAnswer, InSuspense: true, answers: No,
		manner: asAnswer},
	KindAgree: {Name: "agree", To: ToGame, Excludes: []Kind{KindNo, KindDecline}, InSuspense: true, answers: Yes,
		manner: asAnswer, said: ofItsOwn},
	KindAccept: {Name: "accept", To: ToGame | ToRegistrar,
		Excludes: slices.Concat(playKinds, refusals), InSuspense: true,
		answers: Yes, manner: asAnswer, said: ofItsOwn},
	KindDecline: {Name: "decline", To: ToGame | ToRegistrar, Order: OrderRight,
		InSuspense: true, answers: No, manner: asAnswer, said: ofItsOwn},

	KindResign: {Name: "resign", To: ToGame, Excludes: slices.Concat(playKinds, endKinds),
		InSuspense: true, manner: asAnswer, said: ofItsOwn | outright},
	KindOfferDraw: {Name: "offer_draw", To: ToGame, InSuspense: true, TellsOther: true,
		manner: asOffer, said: ofItsOwn},
	KindAcceptDraw: {Name: "accept_draw", To: ToGame,
		Excludes: slices.Concat(playKinds, refusals), InSuspense: true,
		ofDraw: Yes, manner: asAnswer, said: ofItsOwn | outright},
	KindDeclineDraw: {Name: "decline_draw", To: ToGame, Order: OrderRight, InSuspense: true,
		ofDraw: No, manner: asAnswer, said: ofItsOwn | outright},
	KindPropose:  {Name: "propose", To: ToGame, InSuspense: true, TellsOther: true, said: inWish},
	KindWithdraw: {Name: "withdraw", To: ToGame, TellsOther: true, manner: asWish, said: inWish | ofItsOwn | outright},
	KindLeave: {Name: "leave", To: ToGame, NeedsNoCarrier: true, InSuspense: true,
		TellsOther: true, ActsAnew: true, manner: asWish, beside: true, said: inFront},
	KindSay: {Name: "say", To: ToGame, PassedOn: true, ActsAnew: true, beside: true},

	KindAdopt: {Name: "adopt", To: ToGame, Order: OrderRight, Alike: true, Lapses: true,
		StopsClock: true, said: inFront | inWish | notAsked | ofItsOwn | outright},
	KindExact: {Name: "exact", To: ToGame, Order: OrderRight, Excludes: []Kind{KindWaive},
		Alike: true, Lapses: true, StopsClock: true, said: inWish | notAsked | ofItsOwn | outright},
	KindWaive: {Name: "waive", To: ToGame, Order: OrderRight, Lapses: true,
		StopsClock: true, manner: asWish, said: ofItsOwn | outright},
	KindAnnul: {Name: "annul", To: ToGame, Order: OrderUndo, Excludes: []Kind{KindAdopt, KindWaive},
		Lapses: true, TellsOther: true, said: inWish | notAsked | ofItsOwn | outright},
	KindRetract:    {Name: "retract", To: ToGame, Order: OrderUndo, said: inWish | notAsked},
	KindRecommence: {Name: "recommence", To: ToGame, Order: OrderUndo, Lapses: true, said: inWish | notAsked},
	KindProceed:    {Name: "proceed", To: ToGame, Order: OrderUndo, Lapses: true, said: inWish},
	KindIntend:     {Name: "intend", To: ToGame, Order: OrderRight, NeedsNoCarrier: true, said: inWish | notAsked},
	KindCheck:      {Name: "check", To: ToGame, Order: OrderRight, Lapses: true},

	KindClaim: {Name: "claim", To: ToGame, Order: OrderClaim, Alike: true, Lapses: true, StopsClock: true,
		TellsOther: true, manner: asReport, said: inWish | notAsked | ofItsOwn | outright},
	KindProtest: {Name: "protest", To: ToGame, NeedsNoCarrier: true, InSuspense: true,
		AfterEnd: true, TellsOther: true,
		manner: asReport, said: ofItsOwn | outright},
	KindSubmit:      {Name: "submit", To: ToGame, InSuspense: true, manner: asReport, said: inWish | notAsked | ofItsOwn | outright},
	KindDemandFifty: {Name: "demand_fifty", To: ToGame, Order: OrderRight, said: inWish | notAsked},

	KindSeal:       {Name: "seal", To: ToGame, Order: OrderMove, Excludes: moveKinds, said: inWish | notAsked},
	KindAdjourn:    {Name: "adjourn", To: ToGame, InSuspense: true, said: inWish},
	KindRepeatCard: {Name: "repeat_card", To: ToGame, NeedsNoCarrier: true, InSuspense: true, said: inWish | inRequest},
	KindRepeatForm: {Name: "repeat_form", To: ToGame, NeedsNoCarrier: true, InSuspense: true, said: inRequest},

	KindRegister:          {Name: "register", To: ToRegistrar, said: inWish | inRequest},
	KindChallenge:         {Name: "challenge", To: ToRegistrar, said: inWish | inRequest},
	KindWithdrawChallenge: {Name: "withdraw_challenge", To: ToRegistrar, said: inWish | inRequest},

	KindSet:             {Name: "set", To: ToOffice, said: inWish | inRequest},
	KindTry:             {Name: "try", To: ToOffice, said: inRequest},
	KindShow:            {Name: "show", To: ToOffice, beside: true, said: inRequest},
	KindHistory:         {Name: "history", To: ToOffice, beside: true, said: inRequest},
	KindPGN:             {Name: "pgn", To: ToOffice, beside: true, said: inRequest},
	KindBook:            {Name: "book", To: ToOffice, beside: true, said: inRequest},
	KindGames:           {Name: "games", To: ToOffice, beside: true},
	KindHelp:            {Name: "help", To: ToOffice, beside: true, manner: asWish},
	KindLaw:             {Name: "law", To: ToOffice, beside: true, said: inFront | inRequest},
	KindRepeat:          {Name: "repeat", To: ToOffice, beside: true, said: inRequest},
	KindAgain:           {Name: "again", To: ToOffice},
	KindAddress:         {Name: "address", To: ToOffice, said: inWish | inRequest},
	KindStop:            {Name: "stop", To: ToOffice, answers: No, said: ofItsOwn | outright},
	KindStopNews:        {Name: "stop_news", To: ToOffice},
	KindBlock:           {Name: "block", To: ToOffice, said: inWish | inRequest},
	KindUnblock:         {Name: "unblock", To: ToOffice, said: inWish | inRequest},
	KindUnregister:      {Name: "unregister", To: ToOffice, said: inWish | notAsked},
	KindLeaveEverywhere: {Name: "leave_everywhere", To: ToOffice, manner: asWish, said: inWish},
	KindEvents:          {Name: "events", To: ToOffice, beside: true},
	KindEnter:           {Name: "enter", To: ToOffice, manner: asWish, said: inWish | inRequest},
	KindTable:           {Name: "table", To: ToOffice, said: inRequest},
	KindWithdrawEntry:   {Name: "withdraw_entry", To: ToOffice, manner: asWish, said: inWish},
	KindWatch:           {Name: "watch", To: ToOffice, said: inWish | inRequest},
	KindUnwatch:         {Name: "unwatch", To: ToOffice, said: inWish | inRequest},
}

// Row returns the row of the kind.
func (k Kind) Row() Row { return rows[k] }

// String returns the kind's name, such as "offer_draw".
func (k Kind) String() string { return rows[k].Name }

// said reports whether a statement of the kind may stand in some sentences.
func (k Kind) said(in stances) bool { return rows[k].said&in != 0 }

// Kinds returns all kinds.
func Kinds() (all []Kind) {
	for i := range rows {
		all = append(all, Kind(i))
	}
	return all
}

// Acts reports whether a statement of the kind acts in a game.
func (k Kind) Acts() bool { return rows[k].To&ToGame != 0 }

// IsMove reports whether a statement of the kind communicates a move for the turn.
func (k Kind) IsMove() bool { return slices.Contains(moveKinds, k) }

// IsAnswer reports whether a statement of the kind gives or refuses what is put to its writer.
func (k Kind) IsAnswer() bool { return rows[k].answers != 0 || rows[k].ofDraw != 0 }

// IsYesOrNo reports whether a statement of the kind says yes or no, and not to what.
func (k Kind) IsYesOrNo() bool { return rows[k].Order == OrderAnswer }

// refusal reports whether a kind refuses something.
func (k Kind) refusal() bool { return slices.Contains(refusals, k) }
