// Package store keeps what corrd knows: the players, the challenges, the games, every letter
// that came in with its raw bytes, and the letters that are to go out. A game is kept as the
// log of its events. Package store itself holds the interface Store, the encoding of events, and
// every rule that all engines keep, above small getters (Logs, LogWriter, Checker, Exporter).
// store/bolt implements Store on a bbolt file, store/postgres on a PostgreSQL database, and
// store/storetest is the suite that every Store must pass.
//
// A Store knows how its records refer to one another. A Store knows nothing of mail, of
// templates, or of who is allowed to do what.
//
// # The log of a game, and what stands beside the log
//
// An event is one line of JSON. The hash of an event is the SHA-256 of 32 octets and the
// line; the 32 octets are the hash of the event before, or zeros for the first event.
// Therefore the hash of the last event, which stands in letters as Corrd-Chain, vouches for
// the whole log. The lines of a log never change.
//
// What somebody wrote and their address must nevertheless be erasable, and the plain hash of
// a text hides nothing: there are few ways to write P-K4, and a reader could try them all.
// Therefore a line of event format 2 holds, in the place of each text, the hash of a random
// salt and the text. The salt and the text stand beside the line. When the salt and the text
// are dropped, the line is unchanged, the chain still verifies, and nobody can find out what
// the text was.
//
//	{"format":2,"seq":2,…,"letter":7,"raw":"<hash>","kind":"played","data":{"ply":1,"move":"e2e4","words":"<hash>",…}}
//
// Each of these hashes is SHA-256(salt ‖ text) in hexadecimal, and a salt has 16 octets. The
// text of the field raw is the letter that brought the event about, byte for byte. The text
// of any other field is the JSON of the value that the hash replaces, such as "P-K4" with its
// quotation marks. The texts are the values of the fields words, with, otherwise, ground,
// remarks, reason, text, umpire, drawn and beside anywhere in the data, and of the fields if
// and then in a conditional series. A line names players by their numbers only.
//
// The first event of an act has a field act before its data in the plain line, an object that tells
// which letter, alarm or order it was, in numbers, times and names; lines of before acts were noted
// have none. No hash covers the act: when letters are taken again, after a backup was put back, the
// same events may follow from other acts, and the letters that name their hashes must stay the
// same.
//
// A line of event format 1 holds the texts themselves. Such a line stays as it is, byte for
// byte, and lines of format 2 continue the chain from its hash. When a text of a line of
// format 1 is erased, the store drops the line's text and keeps the line's hash. The chain
// then continues from the kept hash, which nobody can recompute, and Check counts the event
// among the Unprovable.
//
// The salts of a game are derived from a key that lies beside the game's log (SaltKey).
// Therefore a store that was put back from a backup makes the same lines again for the events
// that the backup had not yet seen.
package store

import (
	"errors"
	"fmt"
	"io"
	"time"

	"corrd/game"
	"corrd/game/tournament"
)

// A caller can tell these errors apart with errors.Is and act on them; any other error means that
// the store itself is in trouble.
var (
	ErrNotFound = errors.New("store: no such record")
	ErrNewer    = errors.New("store: written by a newer corrd")
	ErrOlder    = errors.New("store: written by an older corrd")
	ErrLocked   = errors.New("store: in use by another process")
	ErrCorrupt  = errors.New("store: corrupt")
	ErrTaken    = errors.New("store: the address is another player's")
	ErrChanged  = errors.New("store: the record has changed meanwhile")
	ErrFull     = errors.New("store: the disk is full")
	ErrClosed   = errors.New("store: closed")
	ErrPurged   = errors.New("store: the bytes of the letter are not kept any more")
	// ErrVeiled means that the bytes of a letter are veiled, and that the Veil of the store does
	// not show them. ErrVeiled is an ErrPurged.
	ErrVeiled = fmt.Errorf("%w: the keys in them were made under another secret", ErrPurged)
	// ErrUnreachable means that the database did not answer and that nothing was done; the caller
	// can try again.
	ErrUnreachable = errors.New("store: the database cannot be reached")
	// ErrRules means that a game goes by rules that this program does not know
	// (game.State.Unknown): nothing can be decided in the game, and nothing is wrong with the
	// store.
	ErrRules  = errors.New("store: the game goes by rules of a newer corrd")
	ErrBroken = errors.New("store: the disk failed at a commit, and nothing more is written until the store is opened again")
)

// IsDown reports whether an error means that the store at present neither reads nor writes
// anything. Such an error says nothing about the record that was asked for.
func IsDown(err error) bool {
	return errors.Is(err, ErrUnreachable) || errors.Is(err, ErrFull) || errors.Is(err, ErrBroken) || errors.Is(err, ErrClosed)
}

// Format is the number of the layout that this program writes. Layout 1 found people by their
// address as they had spelt the address, layout 2 finds people by FoldAddress, and layout 3 has
// events of format 2. A store with a greater number is refused with ErrNewer, a store with a
// smaller number with ErrOlder.
const Format = 3

// EventFormat is the number of the format of the lines that Append adds to the log of a game.
const EventFormat = 2

// Store is one open store. Many goroutines may call its methods at the same time.
type Store interface {
	// Update runs f in a transaction and returns when all that f wrote is durable. If f returns
	// an error or panics, nothing that f wrote remains, and Update returns that error. Update may
	// run f more than once, and may commit several transactions together; therefore f must be
	// short, must have no effects beyond tx, and must call neither Update nor Close. Update
	// returns ErrFull when the disk is full: nothing was written, and the caller can try again.
	// Update returns ErrBroken when the disk failed at the commit: nobody knows whether the disk
	// took the transaction, and every later Update returns ErrBroken too.
	Update(f func(tx Tx) error) error
	// View runs f on one consistent state of the store and returns the error of f, or else that of
	// the store: View fails where f has asked for something that could not be read. f must be
	// short.
	View(f func(tx View) error) error
	// Veil has the store keep the bytes of letters under a Veil from now on, those that come in and
	// those that go out. Bytes that are kept already stay as they are until VeilKept, and are read
	// as before.
	// Without a Veil the store keeps bytes as they are, and gives ErrVeiled for what is veiled.
	Veil(Veil)
	// Deflate compresses octets as the store keeps them, for Letter.Deflated and Row.Deflated. A
	// caller that calls Deflate before Update saves time for the other callers of Update, who
	// wait for each other.
	Deflate(octets []byte) []byte
	// Claim returns the numbers of at most max rows that may be sent now, in the order of Due, and
	// claims these rows for the daemon by. It also returns the rows that by has claimed already,
	// and leaves out those in but, and those that another daemon has claimed while its lease lasts
	// (NodeLease). When by is "", the daemon is the only one on the store, and no claims are
	// written down. next is the time at which another row falls due, or at which the lease of
	// another daemon that has claimed a row runs out; it is zero when neither will happen, and when
	// Claim returns max rows. A row may change after Claim has read it: read it again before you
	// send it.
	Claim(by string, max int, but ...int64) (rows []int64, next time.Time, err error)
	// Lease returns the lease of a name to the daemon by for a term that begins now by the time of
	// the store, or renews the lease; note is kept with the lease. While another daemon's lease of
	// the name lasts, nothing changes. A term of 0 gives the lease back if by holds it. Lease
	// returns the lease of the name as it stands afterwards, or the zero Lease if nobody holds it.
	// The error is ErrNewer when a newer corrd has changed the layout of the store since the store
	// was opened: this daemon must stop.
	Lease(name, by, note string, term time.Duration) (Lease, error)
	// Backup writes a copy of the whole store as it is at one instant, while others go on reading
	// and writing, and returns the size of the copy in octets. The copy can be opened as a store.
	// w should be a local file and not a slow connection: until the copy is done, the store does
	// not reuse any space that becomes free.
	Backup(w io.Writer) (int64, error)
	// Check verifies the whole store: the chain of hashes of every game, each index against its
	// records, and that the events of every game can be applied in order. Check calls found once
	// for each fault. Check returns how much it has verified. Others may use the store meanwhile.
	Check(found func(Fault)) (Verified, error)
	// Patrol goes through all records as Check does, a little at a time, calls found for each
	// fault, and calls rest between the parts. When rest returns an error, Patrol stops and
	// returns that error.
	Patrol(rest func() error, found func(Fault)) error
	// Compact rewrites the store, and afterwards nothing is left on the disk of what was deleted
	// or replaced. Compact also replaces the secret from which the salt keys of new games are
	// made, and therefore nobody who knew the old secret can make the salts of later games.
	// Writers wait while Compact runs, about as long as a backup takes.
	Compact() error
	// Close waits for the transactions that are under way and then closes the store.
	Close() error
}

// View is what a transaction can read. A list is in the ascending order of the records' numbers
// unless its method says otherwise. A record comes back as a copy, and a record that is missing
// is ErrNotFound.
type View interface {
	// Now is the time of the transaction in UTC, read once when the transaction began.
	Now() time.Time

	// Expect tells the store what the transaction will probably ask for, so that a store that is
	// far away is asked once. What the transaction reads and writes stays the same.
	Expect(Likely) error

	// Numbers lists the numbers of the records of a kind that are greater than after, at most max
	// of them.
	Numbers(of Kind, after int64, max int) ([]int64, error)

	// Setting returns the value that is kept under a key, and false when the key has no value.
	Setting(key string) (string, bool, error)

	// Player, Registration, Challenge, Dispute, Letter and Row each give the record with a
	// number.
	Player(id int64) (Player, error)
	// PlayerAt and RegistrationAt find the record with an address, in whatever spelling
	// (SameAddress). When several players have the address PlayerAt returns the first, and when
	// several registrations have the address RegistrationAt returns the newest.
	PlayerAt(address string) (Player, error)
	// Players lists all players.
	Players() ([]Player, error)

	Registration(id int64) (Registration, error)
	RegistrationAt(address string) (Registration, error)

	Challenge(id int64) (Challenge, error)
	// ChallengesOf lists the challenges in the state ChallengeOpen that a player has sent or
	// received, or that name the player for one of the sides.
	ChallengesOf(player int64) ([]Challenge, error)
	// OpenChallenges lists all challenges in the state ChallengeOpen.
	OpenChallenges() ([]Challenge, error)
	// NextReminder returns the challenge in the state ChallengeOpen whose time Remind is the
	// earliest, and that time. NextReminder leaves out the challenges in but. ok is false when no
	// other open challenge has a reminder due.
	NextReminder(but ...int64) (challenge int64, at time.Time, ok bool, err error)

	// Dispute returns the dispute with a number, DisputesOf lists the disputes about a game, and
	// OpenDisputes lists all disputes that are open.
	Dispute(id int64) (Dispute, error)
	DisputesOf(gameID int64) ([]Dispute, error)
	OpenDisputes() ([]Dispute, error)

	// Game returns the state of a game after all its events. A game number that is reserved and has
	// no event yet is ErrNotFound.
	Game(id int64) (game.State, error)
	// GameAt returns the state of a game after its event number seq; with seq 0 the state is the
	// empty State before the first event.
	GameAt(id, seq int64) (game.State, error)
	// Events returns all events of a game in order.
	Events(id int64) ([]Entry, error)
	// EventsAfter returns the events of a game that follow an end which EventsAfter has given, up
	// to event number seq, and the end after them. The zero End is that before the first event. The
	// error is ErrChanged where texts of the game have been erased since that end, and ErrNotFound
	// where the game has no event seq at the end or after it.
	EventsAfter(id int64, end End, seq int64) ([]game.Event, End, error)
	// Line returns the line of event number seq of a game, as the line is hashed.
	Line(id, seq int64) ([]byte, error)
	// Games lists the numbers of the games that are greater than after, at most max of them.
	Games(after int64, max int) ([]int64, error)
	// GamesOf lists the numbers of the games in which a player has a seat, finished games
	// included.
	GamesOf(player int64) ([]int64, error)
	// NextAlarm returns the running game whose Deadline is the earliest, and that Deadline.
	// NextAlarm leaves out the games in but. ok is false when no other game is running.
	NextAlarm(but ...int64) (id int64, at time.Time, ok bool, err error)

	// Tournament returns the state of an event after the events of its log, and Tournaments that of
	// all events. TournamentLog returns the log.
	Tournament(id int64) (tournament.State, error)
	Tournaments() ([]tournament.State, error)
	TournamentLog(id int64) ([]TournamentEntry, error)

	Letter(id int64) (Letter, error)
	// Raw returns the bytes of a letter as the letter came in, and ErrPurged when the bytes are not
	// kept any more or cannot be shown (ErrVeiled).
	Raw(letter int64) ([]byte, error)
	// LettersOf lists the letters that came in for a game.
	LettersOf(gameID int64) ([]Letter, error)
	// HeldOf lists the letters in the state HeldLetter that came in for some games.
	HeldOf(games []int64) ([]Letter, error)
	// Letters lists the newest letters that are in one of the states, at most max of them, the
	// newest last. Without states, Letters lists letters in any state.
	Letters(max int, states ...LetterState) ([]Letter, error)
	// Seen looks up the keys in order. Seen returns the letter that MarkSeen has stored under the
	// first key that is marked, and false when no key is marked.
	Seen(keys ...Key) (letter int64, ok bool, err error)

	// Row returns the row with a number. Row and the lists of rows give no signed bytes.
	Row(id int64) (Row, error)
	// Signed returns the signed bytes of the row with a number, or nil if none are stored or when
	// they cannot be shown.
	Signed(row int64) ([]byte, error)
	// RowsOf lists the first rows of a game, at most max of them.
	RowsOf(gameID int64, max int) ([]Row, error)
	// Due lists the rows that may be sent at the time now, in the order of their times Next, at
	// most max of them. A row may be sent when its state is Queued, its time Next has come, and
	// no earlier row to the same address is still Queued.
	Due(now time.Time, max int) ([]Row, error)
	// NextDue returns the earliest time at which a queued row may be sent; ok is false when no row
	// is queued.
	NextDue() (at time.Time, ok bool, err error)
	// Rows lists the newest rows that are in one of the states, at most max of them, the newest
	// last. Without states, Rows lists rows in any state.
	Rows(max int, states ...RowState) ([]Row, error)

	// OldestLetter and OldestRow give the record with the smallest number in a state, other than
	// Acted and Sent.
	OldestLetter(state LetterState) (Letter, error)
	OldestRow(state RowState) (Row, error)

	// Leases lists the leases by name, including the leases that have run out and were not given
	// back.
	Leases() ([]Lease, error)
	// Claims lists the claims by the number of their row.
	Claims() ([]Claim, error)

	// Count returns the tally that is kept under a name, or 0 if there is none. The name contains
	// the period of the tally: "answers/alice@example.org/2026-01-01".
	Count(name string) (int, error)
}

// Tx is a transaction that writes. A Tx reads back at once what it has written.
type Tx interface {
	View

	// SetSetting keeps a value under a key and replaces the old value.
	SetSetting(key, value string) error

	// Forget deletes each setting and each tally for which drop returns true. value is "" for a
	// tally.
	Forget(drop func(name, value string) bool) error

	// PutPlayer stores a player; a player with ID 0 gets the next number. PutPlayer returns
	// ErrTaken if an address is new to this player and belongs to another player.
	PutPlayer(*Player) error
	// PutRegistration and PutChallenge store a record; a record with ID 0 gets the next number.
	// The address of a stored registration may change in its spelling or become empty, and any
	// other change of the address is an error.
	PutRegistration(*Registration) error
	PutChallenge(*Challenge) error
	// PutDispute stores a dispute; a dispute with ID 0 gets the next number. A stored dispute
	// never changes its game.
	PutDispute(*Dispute) error

	// NewGame reserves the next game number and returns the number.
	NewGame() (int64, error)
	// PassNumbers makes sure that every later record gets a number greater than the number given
	// for its kind.
	PassNumbers(Numbers) error
	// Append adds events to the log of a game, chains their hashes to the last hash of the log,
	// updates the game's alarm and indexes, and returns the state of the game after the events.
	// Append returns ErrNotFound if the game's number was not reserved.
	Append(id int64, events ...game.Event) (game.State, error)

	// AppendTournament adds events to the log of an event and returns the state after them. With
	// the number 0 the event is new, and gets the next number.
	AppendTournament(id int64, events ...tournament.Event) (tournament.State, error)
	// EraseTournament erases the words of those events of a log for which about returns true. order
	// is the number of the erasure order.
	EraseTournament(id, order int64, about func(tournament.Event) bool) error

	// Reckon makes the store keep of a game, beside the log of the game, what the log leads to: the
	// game's alarm and its players. Reckon reports whether the store kept anything else, and
	// returns ErrNotFound for a game without events.
	Reckon(id int64) (stale bool, err error)

	// EraseTexts erases the texts of a game's events for which erase returns true, and returns how
	// many it erased. erase gets the event, the name of the text and the JSON of the text; for
	// RawText the JSON is nil. order is the number of the erasure order, which the log keeps. The
	// hashes of the events do not change.
	EraseTexts(id, order int64, erase func(e game.Event, name string, text []byte) bool) (int, error)

	// PutLetter stores a letter that came in. A letter with ID 0 gets the next number, and the
	// store keeps raw as the letter's bytes until Purge drops the bytes, or until PutLetter
	// stores the letter as Purged. For a letter that has a number already PutLetter ignores raw.
	PutLetter(l *Letter, raw []byte) error
	// Purge drops the bytes of letters of strangers (Letter.Stranger), the oldest letters first.
	// Purge drops the bytes of the letters received before a time, and of further letters until all
	// remaining letters of strangers together have at most quota octets. One call drops the bytes
	// of at most max letters. Purge returns how many letters lost their bytes. The record of the
	// letter and the mark that the letter has been seen remain.
	Purge(before time.Time, quota int64, max int) (int, error)
	// MarkSeen marks a stored letter with a key; Seen then finds the letter by the key.
	MarkSeen(key Key, letter int64) error

	// Enqueue stores a letter that is to go out and gives the row the next number. The row gets
	// the state Queued unless it has a state already.
	Enqueue(*Row) error
	// PutRow changes a row. Signed bytes that are stored stay as they are, and a row without
	// Bytes leaves the stored bytes alone. Only a row whose Erased names another order than
	// before drops its stored bytes.
	PutRow(*Row) error
	// ReplaceRow changes a row as PutRow does, if the row still stands as was (Row.Stands). Else
	// the transaction fails with ErrChanged, at its end at the latest. ReplaceRow reads nothing, so
	// that a store that is far away is asked once.
	ReplaceRow(was, is *Row) error

	// VeilKept puts the bytes of letters or of rows that were kept without a Veil under the Veil of
	// the store, and reports whether anything changed. Bytes that lie under a Veil, and bytes in
	// which there is nothing to hide, stay as they are. A store that is far away is asked once.
	VeilKept(of Kind, ids ...int64) (changed bool, err error)

	// Unclaim ends the claim of a row, whichever daemon holds the claim. A claim ends by itself
	// when its row becomes Sent.
	Unclaim(row int64) error

	// AddCount adds n to the tally of a name. The store forgets a tally some time after two days;
	// therefore no tally may count over a period that is longer than a day.
	AddCount(name string, n int) error
}

// Likely is what a transaction will probably ask for.
type Likely struct {
	Games     []int64  // their states, and the players of their seats
	Addresses []string // the players at addresses; a Tx may also enqueue letters to them
	Keys      []Key
	Settings  []string
	Counts    []string
	Rows      []int64          // in a View with their signed bytes
	Kept      map[Kind][]int64 // letters and rows without their bytes
	Bytes     []int64          // in a View, those of letters
	Disputes  []int64          // in a View, those about games
	Letters   int              // how many letters a Tx will store
	Queued    int              // how many rows a Tx will enqueue
	Alarm     bool             // the next alarm of all games
}
