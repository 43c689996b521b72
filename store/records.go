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
	Postal     string            `json:"postal,omitempty"`   // the postal address of a player without a mailbox (CardAddress), in lines
}

// Registration is an address that has asked for a name and has not confirmed it.
type Registration struct {
	ID      int64     `json:"id"`
	Name    string    `json:"name"`
	Address string    `json:"address"`
	At      time.Time `json:"at"`
	Player  int64     `json:"player,omitempty"` // the player that the registration became
	Owner   int64     `json:"owner,omitempty"`  // the player whose further address this is to be; 0: the address is a new player's
	Asked   int       `json:"asked,omitempty"`  // how often the address has been asked again, because its answer was neither yes nor no
	Closed  bool      `json:"closed,omitempty"` // the address answered no
}

// ChallengeState is what has become of a challenge.
type ChallengeState string

// The states of a challenge.
const (
	ChallengeUnconfirmed ChallengeState = "unconfirmed" // the sender's address has not been countersigned
	ChallengeOpen        ChallengeState = "open"
	ChallengeAccepted    ChallengeState = "accepted"
	ChallengeDeclined    ChallengeState = "declined"
	ChallengeWithdrawn   ChallengeState = "withdrawn" // the sender has withdrawn the challenge
)

// Challenge is an offer of a game.
type Challenge struct {
	ID      int64          `json:"id"`
	From    int64          `json:"from"` // the player who challenges
	To      string         `json:"to"`   // the address as challenged
	ToID    int64          `json:"to_id,omitempty"`
	Terms   []byte         `json:"terms"` // terms.Terms as JSON
	Nonce   string         `json:"nonce"` // the nonce of the lot, hex
	Letter  int64          `json:"letter"`
	At      time.Time      `json:"at"`
	State   ChallengeState `json:"state"`
	Game    int64          `json:"game,omitempty"`
	Games   []int64        `json:"games,omitempty"`   // all games that the challenge has begun, Game the first; games played in place of annulled ones come last
	Invited bool           `json:"invited,omitempty"` // a stranger was sent an invitation

	Acceptance  int64        `json:"acceptance,omitempty"` // the letter with which the challenged has accepted
	Consultants []Consultant `json:"consultants,omitempty"`

	Reminders int       `json:"reminders,omitempty"` // the reminders that have gone out to those who have not answered
	Remind    time.Time `json:"remind,omitzero"`     // when the next reminder is due; zero: none is due
}

// Consultant is somebody who is asked to play on one of the sides of a challenge.
// The game begins when all of them have accepted.
type Consultant struct {
	Address    string `json:"address"`              // the address as written
	Player     int64  `json:"player,omitempty"`     // 0: not registered
	Challenged bool   `json:"challenged,omitempty"` // the consultant plays on the side of the challenged
	Accepted   bool   `json:"accepted,omitempty"`
}

// LetterState is what became of a letter that came in.
type LetterState string

// The states of a letter. A letter is in exactly one of them; HeldLetter and Quarantined may give way to another later.
const (
	Acted       LetterState = "acted"
	Answered    LetterState = "answered"    // the office or the registrar has answered the letter, without an event
	Returned    LetterState = "returned"    // the sender was asked or refused, and nothing of the letter acted
	HeldLetter  LetterState = "held"        // the letter waits for a countersign
	Duplicate   LetterState = "duplicate"   // the letter is the same as another
	Ignored     LetterState = "ignored"     // the letter is from a machine or a stranger, or has a wrong key
	Quarantined LetterState = "quarantined" // the letter cannot be read as mail, or is too large
	Discarded   LetterState = "discarded"   // the letter was held, and then dropped
)

// Letter is one letter that came in. Its raw bytes are kept beside the record.
type Letter struct {
	ID        int64       `json:"id"`
	Received  time.Time   `json:"received"` // the end of DATA, or INTERNALDATE
	Source    string      `json:"source"`   // "imap" …
	From      string      `json:"from"`
	To        []string    `json:"to,omitempty"` // the recipients of the envelope
	MessageID string      `json:"message_id"`
	Subject   string      `json:"subject"`
	Game      int64       `json:"game,omitempty"`
	Side      board.Side  `json:"side"`
	Ply       int         `json:"ply,omitempty"`
	Player    int64       `json:"player,omitempty"`
	Kind      string      `json:"kind"` // the kind of the letter's first statement; "" for none
	State     LetterState `json:"state"`
	Verdict   string      `json:"verdict"` // the reason for the state, in a word or a short sentence
	Note      string      `json:"note,omitempty"`
	Same      int64       `json:"same,omitempty"` // the letter that this one repeats
	Size      int64       `json:"size"`
	Stranger  bool        `json:"stranger,omitempty"` // the letter is from nobody known: its bytes are kept for a time and within a quota (Tx.Purge)
	Purged    bool        `json:"purged,omitempty"`   // the bytes of the letter are kept no longer
	Erased    int64       `json:"erased,omitempty"`   // the order that erased the bytes of the letter, or what else the letter said of somebody
	Unasked   bool        `json:"unasked,omitempty"`  // the letter is held, and its owner has not been asked about it yet
	Deflated  []byte      `json:"-"`                  // the letter's bytes as Store.Deflate gives them, nil where PutLetter has to deflate them; a store gives none back
}

// RowState is the state of a letter that goes out.
type RowState string

// The states of a row.
const (
	Queued  RowState = "queued"
	Sent    RowState = "sent"
	Parked  RowState = "parked"   // the letter was given up, or set aside by the operator
	ToPrint RowState = "to_print" // the letter is for a player without a mailbox: it is to be printed as a card, and posted
	Printed RowState = "printed"  // a card that has been printed and not posted; a posted card is Sent
)

// Unposted are the states of a card that has not been posted.
var Unposted = []RowState{ToPrint, Printed}

// Row is one letter in the outbox. The row names what is to be said; the words are rendered once, when the letter is
// first sent, and then kept as Bytes.
type Row struct {
	ID     int64      `json:"id"`
	At     time.Time  `json:"at"`             // the time of the event that the letter tells, or when the letter that brought the event about was released
	Kind   string     `json:"kind"`           // Corrd-Letter: "move", "adopted", "confirm" …
	Also   []string   `json:"also,omitempty"` // Corrd-Also: the kinds of the letters that are read in this one
	To     string     `json:"to"`             // address
	Player int64      `json:"player"`         // 0: somebody who is not registered
	Game   int64      `json:"game,omitempty"` // the game of the letter, with Side and Seq
	Side   board.Side `json:"side"`
	Member int        `json:"member,omitempty"` // the member of a side in consultation, from 1
	Seq    int64      `json:"seq,omitempty"`    // the event that the letter tells; the letter shows the game as it stood at the event
	First  int64      `json:"first,omitempty"`  // the first event of the same transaction
	Letter int64      `json:"letter,omitempty"` // the letter that is answered
	Asks   bool       `json:"asks,omitempty"`   // the letter asks its reader for their move: when the letter is sent, the reader's window opens
	Note   string     `json:"note,omitempty"`   // the prose passed on from the other side
	Final  bool       `json:"final,omitempty"`  // the letter is the last answer today to letters of which nothing comes
	Null   bool       `json:"null,omitempty"`   // the letter leaves with the null reverse-path, because its reader is unknown and no domain vouches for them
	Data   []byte     `json:"data,omitempty"`   // what an office letter says, as the JSON of its kind

	State     RowState  `json:"state"`
	Tries     int       `json:"tries"`
	Next      time.Time `json:"next"`
	Error     string    `json:"error,omitempty"`
	MessageID string    `json:"message_id"`
	SentAt    time.Time `json:"sent_at"`
	Bytes     []byte    `json:"-"`                // the letter as signed and sent, for Enqueue and PutRow; View.Signed gives the stored bytes
	Deflated  []byte    `json:"-"`                // Bytes as Store.Deflate gives them, nil where PutRow has to; a store gives none back
	Erased    int64     `json:"erased,omitempty"` // the order that erased the words of the letter
}

// Dispute is a matter that was brought before the umpire. The log of its game holds what the dispute is about, what has
// been said and what was ruled.
type Dispute struct {
	ID     int64     `json:"id"`
	Game   int64     `json:"game"`
	Event  int64     `json:"event"`  // the number of the event that opened the dispute
	Ground string    `json:"ground"` // the game.Ground in words
	By     string    `json:"by"`     // the game.Party in words
	Opened time.Time `json:"opened"`
	Closed time.Time `json:"closed,omitzero"` // zero: the dispute is open
	Ended  int64     `json:"ended,omitempty"` // the event that closed the dispute; 0: the dispute is open
}
