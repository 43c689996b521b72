package store

import (
	"time"

	"corrd/game/board"
)

// Player is a registered correspondent.
type Player struct {
	ID         int64             `json:"id"`
	Name       string            `json:"name"`
	Addresses  []string          `json:"addresses"` // as spelt, with a lower-case domain; the first is where letters go
	Registered time.Time         `json:"registered"`
	Settings   map[string]string `json:"settings,omitempty"` // notation, diagram, timezone, reminders, challenges, leaving
	Blocked    []int64           `json:"blocked,omitempty"`  // players of whom they want neither challenges nor prose
	Erased     int64             `json:"erased,omitempty"`   // the order by which all that they wrote and were has been erased
	Postal     string            `json:"postal,omitempty"`   // the postal address of one without a mailbox (CardAddress), in lines
}

// Registration is an address that has asked for a name and has not confirmed it.
type Registration struct {
	ID      int64     `json:"id"`
	Name    string    `json:"name"`
	Address string    `json:"address"`
	At      time.Time `json:"at"`
	Player  int64     `json:"player,omitempty"` // the player it became
	Owner   int64     `json:"owner,omitempty"`  // the player whose further address it is to be; 0: it is a new player's
	Asked   int       `json:"asked,omitempty"`  // how often it has been asked again, its answer having been neither yes nor no
	Closed  bool      `json:"closed,omitempty"` // it was answered with no
}

// ChallengeState is what has become of a challenge.
type ChallengeState string

// The states of a challenge.
const (
	ChallengeUnconfirmed ChallengeState = "unconfirmed" // its sender's address has not been countersigned
	ChallengeOpen        ChallengeState = "open"
	ChallengeAccepted    ChallengeState = "accepted"
	ChallengeDeclined    ChallengeState = "declined"
	ChallengeWithdrawn   ChallengeState = "withdrawn" // by its sender
)

// Challenge is an offer of a game.
type Challenge struct {
	ID      int64          `json:"id"`
	From    int64          `json:"from"` // player
	To      string         `json:"to"`   // address as challenged
	ToID    int64          `json:"to_id,omitempty"`
	Terms   []byte         `json:"terms"` // terms.Terms as JSON
	Nonce   string         `json:"nonce"` // of the lot, hex
	Letter  int64          `json:"letter"`
	At      time.Time      `json:"at"`
	State   ChallengeState `json:"state"`
	Game    int64          `json:"game,omitempty"`
	Games   []int64        `json:"games,omitempty"`   // all that it has begun, Game the first; those played instead of annulled ones last
	Invited bool           `json:"invited,omitempty"` // a stranger was sent an invitation

	Acceptance  int64        `json:"acceptance,omitempty"` // the letter with which the challenged has accepted
	Consultants []Consultant `json:"consultants,omitempty"`

	Reminders int       `json:"reminders,omitempty"` // that have gone out to those who have not answered
	Remind    time.Time `json:"remind,omitzero"`     // when the next is due; zero: there is none
}

// Consultant is somebody who is asked to play on one of the sides of a challenge.
// The game begins when all of them have accepted.
type Consultant struct {
	Address    string `json:"address"`              // as written
	Player     int64  `json:"player,omitempty"`     // 0: not registered
	Challenged bool   `json:"challenged,omitempty"` // on the side of the challenged
	Accepted   bool   `json:"accepted,omitempty"`
}

// LetterState is what became of a letter that came in.
type LetterState string

// The states of a letter. It is in exactly one; HeldLetter and Quarantined may
// give way to another later.
const (
	Acted       LetterState = "acted"
	Answered    LetterState = "answered"    // office, registrar: answered without an event
	Returned    LetterState = "returned"    // asked or refused: nothing of it acted
	HeldLetter  LetterState = "held"        // waits for a countersign
	Duplicate   LetterState = "duplicate"   // the same letter as another
	Ignored     LetterState = "ignored"     // from a machine, a stranger, or with a wrong key
	Quarantined LetterState = "quarantined" // cannot be read as mail, or is too large
	Discarded   LetterState = "discarded"   // held, and then dropped
)

// Letter is one letter that came in. Its raw bytes are kept beside it.
type Letter struct {
	ID        int64       `json:"id"`
	Received  time.Time   `json:"received"` // end of DATA, or INTERNALDATE
	Source    string      `json:"source"`   // "imap" …
	From      string      `json:"from"`
	To        []string    `json:"to,omitempty"` // envelope
	MessageID string      `json:"message_id"`
	Subject   string      `json:"subject"`
	Game      int64       `json:"game,omitempty"`
	Side      board.Side  `json:"side"`
	Ply       int         `json:"ply,omitempty"`
	Player    int64       `json:"player,omitempty"`
	Kind      string      `json:"kind"` // of its first statement; "" none
	State     LetterState `json:"state"`
	Verdict   string      `json:"verdict"` // why, in a word or a short sentence
	Note      string      `json:"note,omitempty"`
	Same      int64       `json:"same,omitempty"` // the letter it repeats
	Size      int64       `json:"size"`
	Stranger  bool        `json:"stranger,omitempty"` // of nobody known: its bytes are kept for a time and within a quota (Tx.Purge)
	Purged    bool        `json:"purged,omitempty"`   // its bytes are not kept any more
	Erased    int64       `json:"erased,omitempty"`   // the order by which they were erased, or what else it said of somebody
	Unasked   bool        `json:"unasked,omitempty"`  // held, and its owner has not been asked about it yet
	Deflated  []byte      `json:"-"`                  // its bytes as Store.Deflate gives them, nil where PutLetter has to; a store gives none back
}

// RowState is the state of a letter that goes out.
type RowState string

// The states of a row.
const (
	Queued  RowState = "queued"
	Sent    RowState = "sent"
	Parked  RowState = "parked"   // given up, or set aside by the operator
	ToPrint RowState = "to_print" // to a player without a mailbox: to be printed as a card, and posted
	Printed RowState = "printed"  // such a card, which has been printed; posted it is Sent
)

// Unposted are the states of a card that has not been posted.
var Unposted = []RowState{ToPrint, Printed}

// Row is one letter in the outbox. It names what is to be said; the words are
// rendered once, when it is first sent, and then kept as Bytes.
type Row struct {
	ID     int64      `json:"id"`
	At     time.Time  `json:"at"`             // of the event it tells, or when the letter that brought it about was released
	Kind   string     `json:"kind"`           // Corrd-Letter: "move", "adopted", "confirm" …
	Also   []string   `json:"also,omitempty"` // Corrd-Also: the kinds of the letters that are read in this one
	To     string     `json:"to"`             // address
	Player int64      `json:"player"`         // 0: somebody who is not registered
	Game   int64      `json:"game,omitempty"` // with Side and Seq: a letter of a game
	Side   board.Side `json:"side"`
	Member int        `json:"member,omitempty"` // of a side in consultation, from 1
	Seq    int64      `json:"seq,omitempty"`    // the event it tells; the game is rendered as it stood there
	First  int64      `json:"first,omitempty"`  // the first event of the same transaction
	Letter int64      `json:"letter,omitempty"` // the letter it answers
	Asks   bool       `json:"asks,omitempty"`   // asks its reader for their move: when it is sent, their window opens
	Note   string     `json:"note,omitempty"`   // prose passed on from the other side
	Final  bool       `json:"final,omitempty"`  // the last answer today to letters of which nothing comes
	Null   bool       `json:"null,omitempty"`   // leaves with the null reverse-path: it answers somebody unknown, for whom no domain vouches
	Data   []byte     `json:"data,omitempty"`   // what an office letter says, JSON of its kind

	State     RowState  `json:"state"`
	Tries     int       `json:"tries"`
	Next      time.Time `json:"next"`
	Error     string    `json:"error,omitempty"`
	MessageID string    `json:"message_id"`
	SentAt    time.Time `json:"sent_at"`
	Bytes     []byte    `json:"-"`                // as signed and sent; kept apart from the record
	Deflated  []byte    `json:"-"`                // Bytes as Store.Deflate gives them, nil where PutRow has to; a store gives none back
	Erased    int64     `json:"erased,omitempty"` // the order by which its words were erased
}

// Dispute is a matter that was brought before the umpire. What it is about, what has been
// said and what was ruled stand in the log of its game.
type Dispute struct {
	ID     int64     `json:"id"`
	Game   int64     `json:"game"`
	Event  int64     `json:"event"`  // that opened it
	Ground string    `json:"ground"` // a game.Ground
	By     string    `json:"by"`     // a game.Party
	Opened time.Time `json:"opened"`
	Closed time.Time `json:"closed,omitzero"` // zero: it is open
	Ended  int64     `json:"ended,omitempty"` // the event that closed it; 0: it is open
}
