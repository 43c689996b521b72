package game

import (
	"crypto/sha256"
	"reflect"
	"slices"
	"strconv"
	"time"

	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/game/line"
)

// Rules is what this program makes of the events of a game, as a number that grows. Release 1.0 has
// number 1, and what came before it is 0. The number of a game stands in its first event, and
// Renewed replaces it. A change in what apply or Deadline makes of events that are written already,
// or in a constant that they read, has an entry in mendings, and asks for the number of the game:
// s.Rules >= N. So a game decides by its own number, and its past never moves.
const Rules = 2

// Mending is what has changed under a number.
type Mending struct {
	Rules int
	// Touches reports whether the change can be felt in what is open in a game. nil: it never is.
	Touches func(State) bool
	Words   string // in which players read of it: a key of the table of words after "mended "
}

// mendings lists the changes behind each number, in the order of the numbers, each below its
// reason.
var mendings = []Mending{
	// The base, release 1.0. Under number 0 a question within a session spared a day, a withdrawal
	// outlived the move that it would take back, and an undone ruling put the mailbox back too.
	{Rules: 1},
	// The question which piece a Pawn becomes (L9), and which of the moves held a reply adopts,
	// spare a day as every first question of a turn does. A turn that the umpire restores begins
	// without the bar that the retraction of a move had put on making it again: the retraction is
	// taken back with the rest. The time for a penalty that keeps the game from its end stands
	// while letters to the receiver come back, as their clock does. The time that a question spares
	// costs nothing either where the turn ends after it, as by the true words of a form, and in
	// dates no day beyond the limit. The notations that terms named before others are kept, for
	// words that were handed in under them, and of a card that is sent again the time of the first.
	// The time of a side that does not move is corrected without another limit for its next reply.
	// Neither a new term that is no new time nor the restoration of a turn or of a choice ends the
	// rest of an adjourned game, and no ruling that is undone brings back an hour for the next
	// session that is past. Under which keys a side has had proposals and offers is noted, and when
	// a move was sealed. A penalty is due again where the move that discharged it is taken back by
	// consent, and an annulled second letter is no offence of the turn whose first letter is taken
	// back. The hour at which the sides agree to begin is theirs also in the kept games to which
	// the umpire may return. Where men are set up that had been left out, the side to move is asked
	// again, whatever it has under way. A player of real cards has the time to state an intention
	// from when the card that asks for it has come. The time for a penalty that keeps the game from
	// its end stands also while corrd is down, and goes with the receiver's own. Where a penalty is
	// not due by a ruling, what fell by its exaction stands again. A first turn of two moves that
	// is forfeited is over. A side whose reply waits to be collected, or is under way in a turn
	// without a limit, has no reminders. The penalty for an annulled second letter stays open
	// beside another offence, and is for the turn to come again where the move of that turn is
	// taken back. The time of an offender by real cards stands from the penalty or, where no card
	// had told of the offence, from the offence until a card has come, for fourteen days at most
	// before it is posted. A man that had been left out stays in its place where the move before it
	// was set is taken back. Which piece a Pawn becomes is a question that waits for its answer.
	// The date on the answer to a question on a real card is that of the card which asked, noted as
	// posted or not.
	{Rules: 2},
}

// NewestRules returns the greatest number that this program knows.
func NewestRules() int { return mendings[len(mendings)-1].Rules }

// Renewed puts a running game under the number of a newer program.
type Renewed struct {
	Rules int `json:"rules"`
}

func (f Renewed) apply(s *State, _ Event) { s.Rules = f.Rules }

// Unknown reports whether a game goes by a number that this program does not know: nobody but a
// newer program can say what its events come to.
func (s State) Unknown() bool { return s.Rules > NewestRules() }

// Renewal returns the event that puts a running game under the newest number, by the letter and at
// the time of its last event; ok is false while the game has the number already, or is not at rest.
func (s State) Renewal() (e Event, ok bool) {
	if s.Rules >= NewestRules() || !s.AtRest() {
		return e, false
	}
	return Event{At: s.LastEvent, By: Corrd, Law: codes.HouseRules, Letter: s.Letter, Fact: Renewed{Rules: NewestRules()}}, true
}

// Mended returns the changes that another number makes in what is open in a game.
func (s State) Mended(to int) (touching []Mending) {
	for _, m := range mendings {
		if m.Rules > s.Rules && m.Rules <= to && m.Touches != nil && m.Touches(s) {
			touching = append(touching, m)
		}
	}
	return touching
}

// AtRest reports whether nothing is open in a running game but the next move: no choice, offence,
// offer, question, claim or dispute, no series that has not fired, and no communication under way.
func (s State) AtRest() bool {
	return s.InPlay() && s.Phase == AwaitMove && s.settled() && s.nothingAsked() && s.nothingUnderWay()
}

// settled reports whether no offence, penalty or end of the game waits.
func (s State) settled() bool {
	return s.Held == nil && s.Offence == nil && s.Stays() == nil && s.Withheld == nil && s.Sealed == nil && s.Doubt == 0 && len(s.Disputes()) == 0
}

// nothingAsked reports whether no side waits for an answer of the other side's, or of corrd's.
func (s State) nothingAsked() bool {
	return s.Proposal == nil && s.DrawOffer == Corrd && s.Questions == [2]*Question{}
}

// nothingUnderWay reports whether no moves are bound for turns to come, and nothing travels.
func (s State) nothingUnderWay() bool {
	waits := func(c line.Conditional) bool { return c.Status == line.Waiting }
	return !slices.ContainsFunc(s.Conditionals, waits) && len(s.Transit) == 0 && !s.Illegible && !s.Bouncing()
}

// DigestForm is the number of the form of which Digest is the hash. It grows with every change that
// gives an old game another digest although it means the same: a change of the form below, or a
// State that notes more of the events than before. A digest of another form says nothing.
const DigestForm = 2

// Digest is a hash of a State, so that another program can find that it makes another State of the
// same events. It is the beginning of the SHA-256 of a text of this form:
//
//   - A struct is "{", its fields in their order, each as "name=value;", and "}". A field with the zero
//     value is left out, so that a new field changes nothing as long as it is empty.
//   - A number is decimal; a bool is 0 or 1; a string is its length in octets, ":" and itself; an
//     instant is "@" and its Unix time in nanoseconds; a pointer is what it points to.
//   - A list is its length, "[", its elements, each with ",", and "]". Of what is over, the turns of the
//     line and the windows of turns, the last element alone stands for all.
//   - A game before an event (Before) is "#" and the number of the event.
func (s *State) Digest() (d [16]byte) {
	sum := sha256.Sum256(canon(make([]byte, 0, 3<<10), reflect.ValueOf(s).Elem()))
	copy(d[:], sum[:])
	return d
}

// shape is how values of a type are written.
type shape struct {
	names   []string // of the fields of a struct
	isTime  bool
	history bool // the last element of the list stands for all
	before  bool
}

var (
	timeType = reflect.TypeFor[time.Time]()
	shapes   = shapesIn(map[reflect.Type]shape{
		timeType:                            {isTime: true},
		reflect.TypeFor[Before]():           {before: true},
		reflect.TypeFor[[]line.Turn]():      {history: true},
		reflect.TypeFor[[]*clocks.Window](): {history: true},
		reflect.TypeFor[[]*Before]():        {history: true},
	}, reflect.TypeFor[State]())
)

// shapesIn adds the shapes of the structs in a type.
func shapesIn(all map[reflect.Type]shape, t reflect.Type) map[reflect.Type]shape {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return shapesIn(all, t.Elem())
	case reflect.Struct:
		if _, known := all[t]; known {
			return all
		}
		var s shape
		for i := range t.NumField() {
			s.names = append(s.names, t.Field(i).Name)
		}
		all[t] = s
		for i := range t.NumField() {
			shapesIn(all, t.Field(i).Type)
		}
	}
	return all
}

// canon appends a value in the form that Digest describes.
func canon(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(b, '1')
		}
		return append(b, '0')
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(b, v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.AppendUint(b, v.Uint(), 10)
	case reflect.Float64:
		return strconv.AppendFloat(b, v.Float(), 'g', -1, 64)
	case reflect.String:
		b = append(strconv.AppendInt(b, int64(v.Len()), 10), ':')
		return append(b, v.String()...)
	case reflect.Pointer:
		if v.IsNil() {
			return append(b, '-')
		}
		return canon(b, v.Elem())
	case reflect.Slice, reflect.Array:
		return canonList(b, v)
	case reflect.Struct:
		return canonStruct(b, v)
	}
	panic("game: a State holds what has no digest: " + v.Type().String())
}

func canonList(b []byte, v reflect.Value) []byte {
	n, first := v.Len(), 0
	if v.Kind() == reflect.Slice && shapes[v.Type()].history {
		first = max(n-1, 0)
	}
	b = append(strconv.AppendInt(b, int64(n), 10), '[')
	for i := first; i < n; i++ {
		b = append(canon(b, v.Index(i)), ',')
	}
	return append(b, ']')
}

func canonStruct(b []byte, v reflect.Value) []byte {
	s := shapes[v.Type()]
	switch {
	case s.isTime:
		return strconv.AppendInt(append(b, '@'), v.Addr().Interface().(*time.Time).UnixNano(), 10)
	case s.before:
		return strconv.AppendInt(append(b, '#'), v.Addr().Interface().(*Before).Seq, 10)
	}
	b = append(b, '{')
	for i, name := range s.names {
		f := v.Field(i)
		if f.IsZero() || f.Kind() == reflect.Slice && f.Len() == 0 {
			continue
		}
		b = append(append(b, name...), '=')
		b = append(canon(b, f), ';')
	}
	return append(b, '}')
}
