// Package store keeps what corrd knows: players, challenges, games as logs of
// events, every letter that came in with its raw bytes, and the letters that
// are to go out. Its interface has the verbs of the domain only; store/bolt
// implements it on bbolt, store/storetest is the suite every store must pass.
//
// It knows what the records mean to one another, and nothing of mail, of
// templates or of who is allowed to do what.
//
// # The log of a game, and what stands beside it
//
// An event is a line of JSON. Its hash is the SHA-256 of the 32 octets of the hash before
// it, zeros for the first, and the line; so the last hash of a game, which stands in
// letters as Corrd-Chain, vouches for the whole log. The log is never changed. But what
// somebody wrote, and their address, must be erasable, and a hash of it alone is no secret:
// there are few ways to write P-K4. So in event format 2 the line holds the hash of a
// random salt and the text, and text and salt stand beside the line. When both are dropped
// the line is as it was, the chain verifies, and nobody can find out what the text was.
//
//	{"format":2,"seq":2,…,"letter":7,"raw":"<hash>","kind":"played","data":{"ply":1,"move":"e2e4","words":"<hash>",…}}
//
// A hash is SHA-256(salt ‖ text) in hexadecimal, a salt is 16 octets. The text of raw is
// the letter that brought the event about, byte for byte; the text of any other is the JSON
// of the value that stood in its place, such as "P-K4" with its quotation marks. Texts are
// the values of words, with, otherwise, ground, remarks, reason, text and umpire anywhere
// in the data, and of if and then in a conditional series. Players stand in the line as
// numbers.
//
// A line of format 1 holds the texts themselves. It stays as it is, byte for byte, and the
// chain goes on from its hash with lines of format 2. When a text of it is erased, the line
// goes and its hash stays: the chain goes on from there, but nobody can recompute that
// hash, and Check counts the event among the Unprovable.
//
// The salts of a game are made of a key that lies beside its log (SaltKey), so that a store
// put back from a backup makes the lines again that it has forgotten.
package store

import (
	"errors"
	"io"
	"time"

	"corrd/game"
)

// The failures a caller can act on; any other error is the store's own trouble.
var (
	ErrNotFound = errors.New("store: no such record")
	ErrNewer    = errors.New("store: written by a newer corrd")
	ErrOlder    = errors.New("store: written by an older corrd")
	ErrLocked   = errors.New("store: in use by another process")
	ErrCorrupt  = errors.New("store: corrupt")
	ErrTaken    = errors.New("store: the address is another player's")
	ErrFull     = errors.New("store: the disk is full")
	ErrClosed   = errors.New("store: closed")
	ErrPurged   = errors.New("store: the bytes of the letter are not kept any more")
	// ErrUnreachable: the database did not answer, and nothing was done; it can be tried again.
	ErrUnreachable = errors.New("store: the database cannot be reached")
	ErrBroken      = errors.New("store: the disk failed at a commit, and nothing more is written until the store is opened again")
)

// IsDown reports whether an error is the trouble of a store that takes and gives nothing at
// present, and says nothing of what was asked.
func IsDown(err error) bool {
	return errors.Is(err, ErrUnreachable) || errors.Is(err, ErrFull) || errors.Is(err, ErrBroken) || errors.Is(err, ErrClosed)
}

// Format is the number of the layout this program writes: 1 found people by an
// address as they had spelt it, 2 finds them by FoldAddress, 3 has events of format 2. A store with a greater
// number is refused with ErrNewer, one with a smaller with ErrOlder.
const Format = 3

// Store is one open store. Its methods may be called from many goroutines.
type Store interface {
	// Update runs f in a transaction of its own and returns once all it wrote
	// is durable. If f returns an error or panics, nothing it wrote remains and
	// Update returns that error. f may be run more than once, and shares a
	// commit with others: it must have no effects beyond tx, call neither
	// Update nor Close, and be short. ErrFull: the disk took nothing of it, and
	// it can be tried again. ErrBroken: whether the disk took it is not known, and
	// every later Update ends so too.
	Update(f func(tx Tx) error) error
	// View runs f on one consistent state of the store. f must be short.
	View(f func(tx View) error) error
	// Deflate gives octets as the store keeps them, for Letter.Deflated and Row.Deflated.
	// What is deflated before an Update takes no time of the others that wait for theirs.
	Deflate(octets []byte) []byte
	// Claim gives, in the order of Due, the rows that Due lists at the time of the store,
	// at most max, but none that another daemon than by has claimed whose lease lasts
	// (NodeLease); it claims them for by, and lists those too that by has claimed
	// already. by "" is the only daemon on the store: nothing is written down. next is
	// when a row falls due, or the lease of another daemon that has claimed one runs out;
	// zero where neither will, or where max rows are given. A row may have become another
	// meanwhile: whoever has claimed it reads it again.
	Claim(by string, max int) (rows []int64, next time.Time, err error)
	// Lease gives a name to a daemon for a term from the time of the store, or renews it,
	// unless the lease of another daemon lasts; a term of 0 gives back what the daemon
	// holds. It gives the lease as it then stands, the zero Lease where there is none.
	Lease(name, by, note string, term time.Duration) (Lease, error)
	// Backup writes a consistent copy of the store, as of one instant, while
	// others go on reading and writing, and returns its size. w should be a
	// local file: the space of what changes meanwhile is not used again until
	// the copy is done. The copy is a store.
	Backup(w io.Writer) (int64, error)
	// Check verifies the store as it lies: the chain of hashes of every game,
	// each index against its records, and that every game folds. It calls
	// found for each fault, with a sentence that names the record and says what
	// it means, and returns what it has verified. Others may go on using the store.
	Check(found func(fault string)) (Verified, error)
	// Patrol goes through all records as Check does, a little at a time, and calls
	// rest in between; an error of rest ends it and is returned.
	Patrol(rest func() error, found func(fault string)) error
	// Compact writes the store anew, so that nothing is left of what was deleted or
	// replaced, and gives the games that begin after it salts which nobody can make again
	// by what the store knew before. Writers wait; it takes as long as a backup.
	Compact() error
	// Close waits for what is under way and closes the store.
	Close() error
}

// View is what a transaction can read. Lists are in ascending order of their
// numbers. Records come back as copies; a missing one is ErrNotFound.
type View interface {
	// Now is the time of the transaction, read once when it began, UTC.
	Now() time.Time

	// Numbers lists the numbers of the records of a kind above after, at most max.
	Numbers(of Kind, after int64, max int) ([]int64, error)

	// Setting is the value kept under a key; false where there is none.
	Setting(key string) (string, bool, error)

	// Player, Registration, Challenge, Letter and Row give the record with a number.
	Player(id int64) (Player, error)
	// PlayerAt and RegistrationAt find who has this address, in whatever spelling
	// (SameAddress); of several players the first, of registrations the newest.
	PlayerAt(address string) (Player, error)
	// Players lists them all.
	Players() ([]Player, error)

	Registration(id int64) (Registration, error)
	RegistrationAt(address string) (Registration, error)

	Challenge(id int64) (Challenge, error)
	// ChallengesOf lists the challenges that are ChallengeOpen by or to a player, or
	// in which they are named for a side.
	ChallengesOf(player int64) ([]Challenge, error)
	// OpenChallenges lists all that are ChallengeOpen.
	OpenChallenges() ([]Challenge, error)
	// NextReminder is the ChallengeOpen whose Remind comes first; ok is false when
	// none has one.
	NextReminder() (challenge int64, at time.Time, ok bool, err error)

	// Dispute gives the dispute with a number, DisputesOf lists those about a game, and
	// OpenDisputes those that are open.
	Dispute(id int64) (Dispute, error)
	DisputesOf(gameID int64) ([]Dispute, error)
	OpenDisputes() ([]Dispute, error)

	// Game folds the log of a game. A number that is only reserved is ErrNotFound.
	Game(id int64) (game.State, error)
	// GameAt folds the log of a game up to and with event seq; 0 is the empty
	// State before its first event.
	GameAt(id, seq int64) (game.State, error)
	// Events gives the whole log of a game.
	Events(id int64) ([]Entry, error)
	// Line gives event seq of a game as it is hashed.
	Line(id, seq int64) ([]byte, error)
	// Games lists the numbers of the games with a greater number than after, at most max.
	Games(after int64, max int) ([]int64, error)
	// GamesOf lists the games in which the player has a seat, finished ones too.
	GamesOf(player int64) ([]int64, error)
	// NextAlarm is the running game whose Deadline comes first, those games left
	// out; ok is false when no other runs.
	NextAlarm(but ...int64) (id int64, at time.Time, ok bool, err error)

	Letter(id int64) (Letter, error)
	// Raw gives the bytes of a letter as they came in; ErrPurged where they are not
	// kept any more.
	Raw(letter int64) ([]byte, error)
	// LettersOf lists the letters that came in for a game.
	LettersOf(gameID int64) ([]Letter, error)
	// Letters lists the newest letters with one of the states given, at most
	// max, newest last; no state: all.
	Letters(max int, states ...LetterState) ([]Letter, error)
	// Seen gives the letter that was marked with the first of some keys with which any was.
	Seen(keys ...Key) (letter int64, ok bool, err error)

	// Row gives the row with a number, as all lists of rows do without its signed bytes.
	Row(id int64) (Row, error)
	// Signed gives the signed bytes of the row with a number; nil where none are stored.
	Signed(row int64) ([]byte, error)
	// RowsOf lists the first rows of a game, at most max.
	RowsOf(gameID int64, max int) ([]Row, error)
	// Due lists the rows that may be sent at `now`: queued, their time come, and
	// no earlier row to the same address still queued; at most max, in the
	// order of their times.
	Due(now time.Time, max int) ([]Row, error)
	// NextDue is the earliest time at which a queued row becomes due.
	NextDue() (at time.Time, ok bool, err error)
	// Rows lists the newest rows, as Letters does letters.
	Rows(max int, states ...RowState) ([]Row, error)

	// Leases lists the leases by name, those too that have run out and were not given back.
	Leases() ([]Lease, error)
	// Claims lists by number the rows that are claimed.
	Claims() ([]Claim, error)

	// Count is the tally kept under a name, 0 if there is none. The name
	// carries its period: "answers/alice@example.org/2026-01-01".
	Count(name string) (int, error)
}

// Tx is a transaction that writes. What it writes it reads back at once.
type Tx interface {
	View

	// SetSetting keeps a value under a key, in place of the old one.
	SetSetting(key, value string) error

	// Forget drops the settings and the tallies of which drop says so.
	Forget(drop func(name, value string) bool) error

	// PutPlayer stores a player; with ID 0 it gives them the next number.
	// ErrTaken if one of their addresses is new and another player has it.
	PutPlayer(*Player) error
	// PutRegistration and PutChallenge do likewise. The address of a
	// registration stays, but for its spelling, or goes.
	PutRegistration(*Registration) error
	PutChallenge(*Challenge) error
	// PutDispute stores a dispute; with ID 0 it gives it the next number. Its game stays.
	PutDispute(*Dispute) error

	// NewGame reserves the next game number.
	NewGame() (int64, error)
	// PassNumbers has no later record be given one of these numbers, nor a smaller one.
	PassNumbers(Numbers) error
	// Append adds events to the log of a game, hash-chained to the last, keeps
	// its alarm and indexes, and gives the state after them. ErrNotFound if the
	// number was not reserved.
	Append(id int64, events ...game.Event) (game.State, error)

	// EraseTexts erases the texts of a game's events of which erase says so, given the
	// event, and the name and the JSON of a text (RawText has none), and gives how many.
	// The hashes of the events stay as they are.
	EraseTexts(id, order int64, erase func(e game.Event, name string, text []byte) bool) (int, error)

	// PutLetter stores a letter that came in; with ID 0 it gives it the next
	// number and keeps raw with it, until Purge or a letter that is Purged drops it.
	// Later calls do not look at raw.
	PutLetter(l *Letter, raw []byte) error
	// Purge drops the bytes of letters that are a Stranger's, oldest first: of those
	// received before a time and, while the others have more than quota octets
	// together, of more; of at most max letters in all. It gives how many it dropped.
	// What is known of a letter, and that it has been seen, stays.
	Purge(before time.Time, quota int64, max int) (int, error)
	// MarkSeen marks a letter that is stored.
	MarkSeen(key Key, letter int64) error

	// Enqueue stores a letter that is to go out, with the next number; it is
	// Queued unless the row says otherwise.
	Enqueue(*Row) error
	// PutRow changes a row. Signed bytes, once stored, stay as they are, until a row that
	// is Erased by another order than before drops them; a row without Bytes leaves them
	// alone.
	PutRow(*Row) error

	// Unclaim ends the claim of a row, whoever's. That of a row that becomes Sent ends by
	// itself.
	Unclaim(row int64) error

	// AddCount adds to the tally of a name. A tally is forgotten some time after
	// two days: no period may be longer than a day.
	AddCount(name string, n int) error
}

// Numbers is a number of each kind of record that a player can answer by its number.
type Numbers struct{ Game, Registration, Challenge, Letter int64 }

// Kind is a kind of numbered records.
type Kind string

// The kinds of records that Numbers lists.
const (
	Registrations Kind = "registration"
	Challenges    Kind = "challenge"
	Letters       Kind = "letter"
	Rows          Kind = "row"
)

// Key marks a letter as seen: a digest of what makes two letters the same.
type Key [32]byte

// Entry is one event as the log holds it.
type Entry struct {
	Seq    int64 // 1 for the first of the game
	Event  game.Event
	Hash   [32]byte // SHA-256 of the hash before it and of Line
	Line   []byte   // the event as it is hashed: one JSON object
	Plain  []byte   // the same with the texts at their places, null where they were erased
	Format int      // of the event: 1 or 2
	Erased int64    // format 1: the order that erased texts of it; Line is then without them, and Hash cannot be recomputed
	Beside []Beside // format 2: what Line has the hashes of, the raw letter first
}

// Verified is what a check has gone through.
type Verified struct {
	Games      int `json:"games"`
	Erased     int `json:"erased,omitempty"`     // texts that an order has erased from events of format 2; their chains verify
	Unprovable int `json:"unprovable,omitempty"` // events of format 1 that texts were erased of: their lines cannot be recomputed
}
