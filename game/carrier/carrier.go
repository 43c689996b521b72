// Package carrier holds the ways by which communications travel between the sides of a game, as
// values: e-mail, which takes no time; the post, whose cards are collected, travel for days and may
// be lost; and the telegraph, whose words cost money and may be mutilated. A carrier says what
// becomes of a communication that is handed in: when it is collected, when it is delivered, what it
// costs, and what the wire makes of its words. A Queue holds what is under way in one game.
//
// The package is pure. Times are arguments, in the location of the server. All chance comes from
// the seed of the game, so that a game replays the same. The package must not know moves, laws or
// mail.
package carrier

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"time"
)

// Communication is what a side hands in to a carrier.
type Communication struct {
	HandedIn time.Time // in the location whose hours the carrier keeps
	Number   int       // the number of the communication in its game, from 1: the chance of each communication is drawn apart
	Words    string    // all of them: they are what a telegram is charged for
	Plain    string    // the words that express no move
	Moves    []string  // the moves among them, which alone the wire may mutilate
	Repeat   bool      // the same words again, because the first did not arrive
	Uedemann bool      // Uedemann's code is agreed on, in which the letters of one square that change places name another
	Beside   *Beside   // nil: the card or form holds nothing else
	Half     *Half     // nil: the communication is not half of a word for two games
}

// Beside is what stands on the card or form of a communication for another game, and was handed
// in there.
type Beside struct {
	Words     string    // which are charged for there; a word that goes on in the communication is not ended
	Delivered time.Time // when the card or form arrives; zero: it is lost
	Struck    bool      // the wire has mutilated its last word, which goes on in the communication
}

// Half is one half of a word of a telegraph code that has a move for each of two games. The wire
// mutilates the word once, with the probability of any other word, in one letter of the whole.
type Half struct {
	Second bool
	Rest   string // the other half
	Struck bool   // of a second half: the first is mutilated
}

// share returns the part of the word that a half is, by its letters.
func (h *Half) share(half string) float64 {
	return float64(len(half)) / float64(len(half)+len(h.Rest))
}

// chance returns the probability that the one letter of the word which the wire mutilates is one of
// a half, of a second half where the first is known. Where there is no word of two halves, the
// probability is that of the word.
func (h *Half) chance(half string, ofWord float64) float64 {
	switch {
	case h == nil:
		return ofWord
	case h.Struck:
		return 0
	}
	here := ofWord * h.share(half)
	if !h.Second {
		return here
	}
	return here / (1 - (ofWord - here))
}

// words returns what a card or form says for another game.
func (b *Beside) words() string {
	if b == nil {
		return ""
	}
	return b.Words
}

// Journey is what becomes of a communication.
type Journey struct {
	Collected time.Time // when the carrier takes the communication: the postmark
	Delivered time.Time // when the communication arrives; zero: it is lost
	Words     int       // the words charged for
	Charge    Charge    // the part of the charge that the communication's game bears
	Form      Charge    // for all that stands on the form
	NotTaken  []string  // words for which the form is not taken in at all
	Carried   []string  // the moves as they are delivered, in the order of Communication.Moves
}

// Lost reports whether the communication never arrives.
func (j Journey) Lost() bool { return j.Delivered.IsZero() }

// Carrier carries the communications of a game.
type Carrier interface {
	// Name returns the value of the term `medium`.
	Name() string
	// Mode returns the value of the tag Mode of a game in PGN.
	Mode() string
	// Carry returns the journey of a communication in the game with a seed.
	Carry(c Communication, seed uint64) Journey
	// AtOnce reports whether whatever is handed in arrives at that moment.
	AtOnce() bool
	// RepeatAfter returns the time after the postmark of a communication from which on it may be
	// repeated, because it may have been lost; 0: no communication can be.
	RepeatAfter() time.Duration
	// Dates reports whether limits of whole days are counted in dates, from the date of a delivery
	// to the date of the postmark of the answer.
	Dates() bool
	// Fastest is the shortest time from collection to delivery, by which the time for a
	// reply is reckoned (III.2).
	Fastest() time.Duration
	// TakenBy returns the last minute in which a communication can be handed in that is taken no
	// later than an instant, in the location whose hours the carrier keeps.
	TakenBy(at time.Time) time.Time
	// Leave reports whether the sides can agree on days of leave.
	Leave() bool
	// owns reports whether a key of the settings is about the carrier.
	owns(key string) bool
}

// Email carries letters at once.
type Email struct{}

// Name is "email".
func (Email) Name() string { return "email" }

// Mode is "EM".
func (Email) Mode() string { return "EM" }

// Carry delivers a communication when it is handed in.
func (Email) Carry(c Communication, _ uint64) Journey {
	return Journey{Collected: c.HandedIn, Delivered: c.HandedIn, Carried: c.Moves}
}

// AtOnce is true.
func (Email) AtOnce() bool { return true }

// RepeatAfter is 0.
func (Email) RepeatAfter() time.Duration { return 0 }

// Dates is false.
func (Email) Dates() bool { return false }

// Fastest is not a time.
func (Email) Fastest() time.Duration { return 0 }

// TakenBy is the instant itself.
func (Email) TakenBy(at time.Time) time.Time { return at }

// Leave is true.
func (Email) Leave() bool { return true }

// owns is false: nothing about e-mail can be set.
func (Email) owns(string) bool { return false }

// draw returns the random numbers of one purpose for one communication, from the seed of the game.
// The same arguments always give the same numbers.
type draw struct {
	seed    uint64
	number  int
	purpose string
	drawn   uint64
}

// next draws 64 bits.
func (d *draw) next() uint64 {
	var b [24]byte
	binary.BigEndian.PutUint64(b[:8], d.seed)
	binary.BigEndian.PutUint64(b[8:16], uint64(d.number))
	binary.BigEndian.PutUint64(b[16:], d.drawn)
	d.drawn++
	sum := sha256.Sum256(append(b[:], d.purpose...))
	return binary.BigEndian.Uint64(sum[:8])
}

// below draws a whole number from 0 up to, and without, n, or 0 if n is less than two.
func (d *draw) below(n int) int {
	if n < 2 {
		return 0
	}
	high, _ := bits.Mul64(d.next(), uint64(n))
	return int(high)
}

// happens reports whether what has a probability, from 0 to 1, happens.
func (d *draw) happens(probability float64) bool {
	const steps = 1 << 53
	return float64(d.next()>>11)/steps < probability
}
