package store

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"corrd/game/board"
)

// Player is a registered correspondent.
type Player struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
	// Addresses are spelt as the player spells them, with the domain in lower case. Letters go to
	// the first address.
	Addresses  []string  `json:"addresses"`
	Registered time.Time `json:"registered"`
	// Settings are what the player has set, and what is noted of the player, by its name.
	Settings map[string]string `json:"settings,omitempty"`
	// Blocked are the players from whom this player wants neither challenges nor prose.
	Blocked []int64 `json:"blocked,omitempty"`
	// Erased is the order that erased what the player wrote and what identifies the player.
	Erased int64 `json:"erased,omitempty"`
	// Postal is the postal address, in lines, of a player without a mailbox (CardAddress).
	Postal string `json:"postal,omitempty"`
	// Left is when the player was removed; zero: the player is there, or left before corrd noted
	// when.
	Left time.Time `json:"left,omitzero"`
}

// Registration is a request for a name, or for a further address, that has not been confirmed by
// its address.
type Registration struct {
	ID      int64     `json:"id"`
	Name    string    `json:"name"`
	Address string    `json:"address"`
	At      time.Time `json:"at"`
	Player  int64     `json:"player,omitempty"` // the player that the registration became
	// Owner is the player whose further address Address is to become; 0: Address is the address of
	// a new player.
	Owner int64 `json:"owner,omitempty"`
	// Asked is how often corrd has asked the address again, because an answer was neither yes nor
	// no.
	Asked  int  `json:"asked,omitempty"`
	Closed bool `json:"closed,omitempty"` // the address answered no, or the secretary did
	// Confirmed is when the address confirmed a registration about which the secretary is asked;
	// zero: it did not, or the secretary is not asked.
	Confirmed time.Time `json:"confirmed,omitzero"`
}

// longest is how many octets a name or an address may have. An index of PostgreSQL takes 2,700, and
// an octet that PostgreSQL cannot hold is spelt there in five.
const longest = 512

// Fits returns an error where a name or an address is too long for a store to find it again, or
// empty.
func Fits(what, s string) error {
	if s == "" || len(s) > longest {
		return fmt.Errorf("store: %s of %d octets cannot be kept: 1 to %d can", what, len(s), longest)
	}
	return nil
}

// Claims checks the addresses that a player has and old, the player as stored, has not. It returns
// ErrTaken where one belongs to another player, and what Fits returns where one does not fit. at
// finds the player of an address, or returns ErrNotFound.
func (p *Player) Claims(old *Player, at func(address string) (Player, error)) error {
	for _, a := range p.Addresses {
		if slices.ContainsFunc(old.Addresses, func(b string) bool { return SameAddress(a, b) }) {
			continue
		}
		if err := Fits("an address", a); err != nil {
			return err
		}
		if owner, err := at(a); err == nil {
			return fmt.Errorf("%w: %s belongs to player %d", ErrTaken, a, owner.ID)
		}
	}
	return nil
}

// Keeps returns an error where a stored registration would become that of another address; another
// spelling is the same address, and none is that of a registration that is erased. The address of a
// new registration must fit.
func (r *Registration) Keeps(old *Registration) error {
	switch {
	case r.Address == "":
		return nil
	case old.ID == 0:
		return Fits("an address", r.Address)
	case !SameAddress(old.Address, r.Address):
		return fmt.Errorf("store: registration %d is that of %s and stays so", r.ID, old.Address)
	}
	return nil
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
	ChallengeLapsed      ChallengeState = "lapsed"    // nobody has answered in time
)

// Challenge is an offer of a game.
type Challenge struct {
	ID     int64          `json:"id"`
	From   int64          `json:"from"` // the player who challenges
	To     string         `json:"to"`   // the address as challenged
	ToID   int64          `json:"to_id,omitempty"`
	Terms  []byte         `json:"terms"` // terms.Terms as JSON
	Nonce  string         `json:"nonce"` // the nonce of the lot, hex
	Letter int64          `json:"letter"`
	At     time.Time      `json:"at"`
	State  ChallengeState `json:"state"`
	Game   int64          `json:"game,omitempty"`
	// Games are all games that the challenge has begun, Game the first. A game played in place of
	// an annulled game comes last.
	Games   []int64 `json:"games,omitempty"`
	Invited bool    `json:"invited,omitempty"` // a stranger was sent an invitation
	// Again is the finished game, of a match the first, after which the same players play again;
	// 0: the terms are not those of another game.
	Again int64 `json:"again,omitempty"`

	Acceptance  int64        `json:"acceptance,omitempty"` // the letter in which the challenged player has accepted
	Consultants []Consultant `json:"consultants,omitempty"`

	Reminders int       `json:"reminders,omitempty"` // how many reminders have gone to those who have not answered
	Remind    time.Time `json:"remind,omitzero"`     // when the next reminder is due; zero: none is due
}

// OpenFor returns by number the players among whose open challenges the challenge is.
func (c *Challenge) OpenFor() []int64 {
	if c.State != ChallengeOpen {
		return nil
	}
	asked := []int64{c.ToID}
	for _, who := range c.Consultants {
		asked = append(asked, who.Player)
	}
	all := append(slices.DeleteFunc(asked, func(player int64) bool { return player == 0 }), c.From)
	slices.Sort(all)
	return slices.Compact(all)
}

// Consultant is somebody who is asked to play on one of the sides of a challenge. The game begins
// when all consultants have accepted.
type Consultant struct {
	Address    string `json:"address"`              // the address as written
	Player     int64  `json:"player,omitempty"`     // 0: not registered
	Challenged bool   `json:"challenged,omitempty"` // the consultant plays on the side of the challenged
	Accepted   bool   `json:"accepted,omitempty"`
}

// Proof is the kind of proof of who wrote a letter. What is allowed of one kind is never used up
// by letters of another.
type Proof string

// The kinds of proof.
const (
	ByKey    Proof = "key"  // the letter has a key that only its reader was sent
	ByDomain Proof = "pass" // the domain of the author vouches for the letter (DMARC)
	Unproved Proof = ""
)

// LetterState is what became of a letter that came in.
type LetterState string

// The states of a letter. A letter is in exactly one state. HeldLetter and Quarantined may later
// change into another state.
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

// Letter is one letter that came in. The store keeps the letter's raw bytes beside the record.
type Letter struct {
	ID        int64       `json:"id"`
	Received  time.Time   `json:"received"` // when SMTP's DATA ended, or IMAP's INTERNALDATE
	Source    string      `json:"source"`   // how the letter came: "imap" …
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
	// Stranger means that nobody known wrote the letter; the store keeps its bytes for a time and
	// within a quota (Tx.Purge).
	Stranger bool `json:"stranger,omitempty"`
	Purged   bool `json:"purged,omitempty"` // the store does not keep the bytes of the letter any more
	// Erased is the order that erased the bytes of the letter, or what the record said of
	// somebody.
	Erased int64 `json:"erased,omitempty"`
	// Unasked means that the letter is held and that corrd has not yet asked the owner of the
	// address about the letter.
	Unasked bool `json:"unasked,omitempty"`
	// Proof says what proved the writer of a letter that was held, and Turn for which turn of the
	// game the letter came: one more than the number of turns that were over; 0: it was not held.
	Proof Proof `json:"proof,omitempty"`
	Turn  int   `json:"turn,omitempty"`
	// Backdated means that the letter was held, was released, and counts from its receipt.
	Backdated bool `json:"backdated,omitempty"`
	// Deflated is the letter's bytes as Store.Deflate gives them; with nil PutLetter compresses
	// raw itself. A store gives Deflated back only where it exports the letter.
	Deflated []byte `json:"-"`
}

// Overhead is the number of octets of disk that a letter takes beside its own bytes.
const Overhead = 512

// Octets returns how many octets a letter counts among the letters of strangers whose bytes are
// kept; 0 if it is none of them.
func (l *Letter) Octets() int64 {
	if !l.Stranger || l.Purged {
		return 0
	}
	return l.Size + Overhead
}

// RowState is the state of a letter that goes out.
type RowState string

// The states of a row.
const (
	Queued  RowState = "queued"
	Sent    RowState = "sent"
	Parked  RowState = "parked"   // the letter was given up, or set aside by the operator
	ToPrint RowState = "to_print" // the letter is for a player without a mailbox: it is to be printed as a card, and posted
	Waiting RowState = "waiting"  // the letter waits for its turn in the budget of letters to strangers
	Printed RowState = "printed"  // a card that has been printed and not posted; a posted card is Sent
)

// Unposted lists the states of a card that nobody has posted.
var Unposted = []RowState{ToPrint, Printed}

// Row is one letter in the outbox. A Row says what the letter is about. The courier writes the
// words once, when the letter is first sent, and the store keeps them as Bytes.
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
	Deflated  []byte    `json:"-"`                // Bytes as Store.Deflate gives them, nil where PutRow has to; a store gives them back only where it exports the row
	Erased    int64     `json:"erased,omitempty"` // the order that erased the words of the letter
}

// Addressed returns an error where a row is to what cannot be an address.
func (r *Row) Addressed() error {
	if r.To == "" || strings.ContainsRune(r.To, 0) {
		return fmt.Errorf("store: row %d: %q cannot be an address", r.ID, r.To)
	}
	return nil
}

// Stands reports whether a row stands as it was in all that decides whether, when and where the row
// leaves.
func (r *Row) Stands(was *Row) bool {
	return r.To == was.To && r.State == was.State && r.Tries == was.Tries && r.Asks == was.Asks && r.MessageID == was.MessageID &&
		r.Erased == was.Erased && r.Next.Equal(was.Next) && r.SentAt.Equal(was.SentAt)
}

// Dispute is a matter that was brought before the umpire. The log of the dispute's game holds what
// the dispute is about, what the parties have said and what the umpire has ruled.
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

// Keeps returns an error where a stored dispute would become one about another game.
func (d *Dispute) Keeps(old *Dispute) error {
	if old.Game != d.Game {
		return fmt.Errorf("store: dispute %d is about game %d and stays so", d.ID, old.Game)
	}
	return nil
}

// FoldAddress returns the form in which two mail addresses are compared: the domain in lower case,
// and the letters A to Z of the local part in lower case too. RFC 5321, 2.4 allows a host to tell
// Alice@ from alice@, but a player and their club expect one mailbox.
func FoldAddress(address string) string {
	i := strings.LastIndexByte(address, '@') + 1
	return strings.Map(lower, address[:i]) + strings.ToLower(address[i:])
}

func lower(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}

// SameAddress reports whether two spellings mean the same address (FoldAddress).
func SameAddress(a, b string) bool { return FoldAddress(a) == FoldAddress(b) }

// Canonical returns an address with its domain in lower case and its local part as it is. The
// address must contain an @.
func Canonical(address string) string {
	i := strings.LastIndexByte(address, '@')
	return address[:i] + strings.ToLower(address[i:])
}

// cardDomain is the domain in the addresses of players who have no mailbox. corrd never sends a
// letter to this domain.
const cardDomain = "@card.invalid"

// CardAddress returns the placeholder that stands as the address of a player who has a postal
// address and no mailbox.
func CardAddress(player int64) string { return fmt.Sprintf("player-%d%s", player, cardDomain) }

// IsCard reports whether an address is the placeholder of a player without a mailbox
// (CardAddress). Letters to such a player are printed as cards.
func IsCard(address string) bool { return strings.HasSuffix(FoldAddress(address), cardDomain) }

// OnCards reports whether a player has a postal address and no mailbox.
func (p Player) OnCards() bool { return len(p.Addresses) > 0 && IsCard(p.Addresses[0]) }

// Numbers holds one number for each kind of record that a player names by its number in a letter.
type Numbers struct{ Game, Registration, Challenge, Letter int64 }

// Nouns are the names of the kinds of records that have numbers.
var Nouns = [...]string{"player", "registration", "challenge", "dispute", "game", "letter", "row", "tournament"}

// Kind is a kind of records that have numbers and of which View.Numbers lists the numbers.
type Kind string

// These are the kinds of records that Numbers lists.
const (
	Registrations Kind = "registration"
	Challenges    Kind = "challenge"
	Letters       Kind = "letter"
	Rows          Kind = "row"
)
