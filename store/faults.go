package store

import (
	"errors"
	"fmt"
	"time"
)

// Fault is something that Check and Patrol find in a store.
type Fault struct {
	Words string // a sentence that names the record and says what the fault means
	// Stale is a game of which the store keeps, beside the log, something else than the log leads
	// to now, as another corrd reckoned it. Nothing is lost, and Reckon puts it right. 0: the store
	// is damaged.
	Stale int64
	// Beyond is a game that goes by rules of a newer corrd, and that this one leaves alone. 0:
	// none.
	Beyond int64
	// Otherwise is a game whose events come to another state in this program than in the one that
	// wrote the last of them. 0: none.
	Otherwise int64
}

// Damage reports whether the fault is damage of the store.
func (f Fault) Damage() bool { return f.Stale == 0 && f.Beyond == 0 && f.Otherwise == 0 }

// String returns the words of the fault.
func (f Fault) String() string { return f.Words }

// StaleAlarm is the fault that the alarm of a game stands at the time is, where the log of the game
// leads to the time should. Either is zero for no alarm.
func StaleAlarm(id int64, is, should time.Time) Fault {
	return Fault{Words: fmt.Sprintf("game %d: its alarm stands at %s; its log leads to %s", id, alarmSaid(is), alarmSaid(should)), Stale: id}
}

func alarmSaid(at time.Time) string {
	if at.IsZero() {
		return "none"
	}
	return at.UTC().Format(time.RFC3339)
}

// NumberFault is the fault that a record has a number above the last that was given for its kind.
func NumberFault(noun string, id, last int64) Fault {
	return faultf("%s %d: the last number given is %d; a later %s would take its place", noun, id, last, noun)
}

// LetterFault returns the fault of a letter whose record says whether its bytes have been purged,
// where they are kept, or not; ok is false where there is none.
func LetterFault(id int64, purged, kept bool) (f Fault, ok bool) {
	switch {
	case !purged && !kept:
		return faultf("letter %d: its bytes are missing; nobody can prove what was sent", id), true
	case purged && kept:
		return faultf("letter %d: its bytes are kept, though it says that they are not; what was to be forgotten is not", id), true
	}
	return f, false
}

// What of a letter is kept beside its record, as faults name it.
const (
	BytesOfLetter = "the bytes of letter"
	BytesOfRow    = "the signed bytes of row"
)

// OrphanFault is the fault that bytes lie beside a record that does not exist.
func OrphanFault(what string, id int64) Fault {
	return faultf("%s %d: there is no such record; they lie there in vain", what, id)
}

// InflateFault returns the fault of compressed bytes that cannot be read; ok is false where they
// can.
func InflateFault(what string, id int64, deflated []byte) (f Fault, ok bool) {
	if err := VerifyDeflated(deflated); err != nil {
		return faultf("%s %d cannot be read: %v; nobody can prove what they were", what, id, err), true
	}
	return f, false
}

// StrayFault is the fault that events lie under a number that no game has.
func StrayFault(id int64) Fault {
	return faultf("events lie under the number %d, which is no game; the game is lost", id)
}

// MarkFault is the fault that a mark says that a letter was seen which does not exist.
func MarkFault(mark []byte, letter int64) Fault {
	return faultf("the mark %x says that letter %d was seen, which does not exist; a letter would be taken for a repeat", mark, letter)
}

// What it means that an index is wrong.
const (
	MeansAddress    = "letters from the address are taken for another's"
	MeansAsked      = "the address is asked again, or not at all"
	MeansGames      = "the games of the player are not those listed"
	MeansChallenges = "the open challenges of the player are not those listed"
)

// The errors of an engine name what is sought as follows.

// Missing is the error that there is no record with a number.
func Missing(noun string, id int64) error { return fmt.Errorf("%w: %s %d", ErrNotFound, noun, id) }

// NobodyAt is the error that an address is no player's, or that nobody has asked to register it.
func NobodyAt(address string) error { return fmt.Errorf("%w: nobody at %q", ErrNotFound, address) }

// NoneIs is the error that no record is in a state.
func NoneIs(state string) error { return fmt.Errorf("a record that is %s: %w", state, ErrNotFound) }

// NoEvent is the error that a game has no event with a number.
func NoEvent(id, seq int64) error { return fmt.Errorf("event %d of %w", seq, noGame(id)) }

// EventLost is the error that the log of a game lacks an event that its head counts.
func EventLost(id, seq int64) error {
	return fmt.Errorf("%w: game %d: event %d is missing", ErrCorrupt, id, seq)
}

// Unread is the error that the bytes beside a record (BytesOfLetter, BytesOfRow) cannot be read for
// a reason: they are damaged, unless they lie under another secret.
func Unread(what string, id int64, reason error) error {
	if errors.Is(reason, ErrVeiled) {
		return fmt.Errorf("%s %d: %w", what, id, reason)
	}
	return fmt.Errorf("%w: %s %d: %w", ErrCorrupt, what, id, reason)
}

// Signed makes what View.Signed returns of the bytes that an engine has read for a row and of the
// error of reading them: nil for bytes that lie under another secret, and what Unread returns for
// bytes that are damaged.
func Signed(row int64, bytes []byte, err error) ([]byte, error) {
	switch {
	case errors.Is(err, ErrVeiled):
		return nil, nil
	case err != nil:
		return nil, Unread(BytesOfRow, row, err)
	}
	return bytes, nil
}

// Unkept is the error that the bytes of a letter are not there: they have been purged, or there is
// no such letter.
func Unkept(letter int64, purged bool) error {
	if purged {
		return fmt.Errorf("%w: letter %d", ErrPurged, letter)
	}
	return Missing("letter", letter)
}

func faultf(format string, a ...any) Fault { return Fault{Words: fmt.Sprintf(format, a...)} }
