package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"corrd/game"
)

// kinds lists all kinds of events, which are the same in both event formats. A tag that was once
// written to a log names the same fact for ever. New kinds may be added, and new fields of a kind
// may be added with omitempty. A new field that may hold somebody's words has one of the names in
// personal.
var kinds = []kind{
	kindOf[game.Started]("started"),
	kindOf[game.Notified]("notified").mostly(plainNotified),
	kindOf[game.Played]("played").mostly(plainPlayed),
	kindOf[game.Held]("held"),
	kindOf[game.Reopened]("reopened"),
	kindOf[game.Adopted]("adopted"),
	kindOf[game.Offended]("offended"),
	kindOf[game.Exacted]("exacted"),
	kindOf[game.Waived]("waived"),
	kindOf[game.Spent]("spent"),
	kindOf[game.Warned]("warned"),
	kindOf[game.Recommenced]("recommenced"),
	kindOf[game.Proceeded]("proceeded"),
	kindOf[game.Retracted]("retracted"),
	kindOf[game.DrawOffered]("draw_offered"),
	kindOf[game.DrawDeclined]("draw_declined"),
	kindOf[game.Claimed]("claimed"),
	kindOf[game.ClaimRefused]("claim_refused"),
	kindOf[game.Asked]("asked"),
	kindOf[game.Refused]("refused"),
	kindOf[game.Reminded]("reminded"),
	kindOf[game.Ended]("ended"),
	kindOf[game.Promised]("promised"),
	kindOf[game.Arrived]("arrived"),
	kindOf[game.Proposed]("proposed"),
	kindOf[game.Agreed]("agreed"),
	kindOf[game.Declined]("declined"),
	kindOf[game.LeaveTaken]("leave_taken"),
	kindOf[game.Protested]("protested"),
	kindOf[game.Restored]("restored"),
	kindOf[game.Advanced]("advanced"),
	kindOf[game.ProofAsked]("proof_asked"),
	kindOf[game.ProofFound]("proof_found"),
	kindOf[game.Ruled]("ruled"),
	kindOf[game.Deferred]("deferred"),
	kindOf[game.Credited]("credited"),
	kindOf[game.Closed]("closed"),
	kindOf[game.Unreachable]("unreachable"),
	kindOf[game.Reachable]("reachable"),
	kindOf[game.Charged]("charged"),
	kindOf[game.Overstepped]("overstepped"),
	kindOf[game.Rotated]("rotated"),
	kindOf[game.Replaced]("replaced"),
	kindOf[game.HandedIn]("handed_in"),
	kindOf[game.Delivered]("delivered"),
	kindOf[game.Illegible]("illegible"),
	kindOf[game.Certified]("certified"),
	kindOf[game.Inquired]("inquired"),
	kindOf[game.Stated]("stated"),
	kindOf[game.Noted]("noted"),
	kindOf[game.Settled]("settled"),
	kindOf[game.Unheard]("unheard"),
	kindOf[game.Counting]("counting"),
	kindOf[game.Intended]("intended"),
	kindOf[game.Replied]("replied"),
	kindOf[game.TurnLost]("turn_lost"),
	kindOf[game.Stayed]("stayed"),
	kindOf[game.ByCard]("by_card"),
	kindOf[game.CardPosted]("card_posted"),
	kindOf[game.CardInHand]("card_in_hand"),
	kindOf[game.CardInTime]("card_in_time"),
	kindOf[game.Sealed]("sealed"),
	kindOf[game.Opened]("opened"),
	kindOf[game.SessionBegun]("session_begun"),
	kindOf[game.Renewed]("rules"),
	kindOf[game.Said]("said"),
}

// kind is one kind of event: the tag of the kind in the log, and the function that reads its
// data.
type kind struct {
	tag  string
	fact reflect.Type
	read func(data []byte) (game.Fact, error)
}

// mostly returns the kind with a faster function that reads most of its data.
func (k kind) mostly(plain func(data []byte) (f game.Fact, ok bool)) kind {
	read := k.read
	k.read = func(data []byte) (game.Fact, error) {
		if f, ok := plain(data); ok {
			return f, nil
		}
		return read(data)
	}
	return k
}

var (
	kindByTag  = make(map[string]*kind)
	kindByFact = make(map[reflect.Type]*kind)
)

func init() {
	for i := range kinds {
		k := &kinds[i]
		kindByTag[k.tag], kindByFact[k.fact] = k, k
	}
}

// ReadFact reads the data of an event of a kind, in the form that the log keeps. ReadFact returns
// an error for a kind that does not exist and for data that do not fit the kind.
func ReadFact(tag string, data []byte) (game.Fact, error) {
	k, ok := kindByTag[tag]
	if !ok {
		return nil, fmt.Errorf("no kind of event is called %q", tag)
	}
	return k.read(data)
}

// KindOf returns the tag of a fact in the log, such as "played" for a game.Played; ok is false for
// a fact that has no tag.
func KindOf(f game.Fact) (tag string, ok bool) {
	k, ok := kindByFact[reflect.TypeOf(f)]
	if !ok {
		return "", false
	}
	return k.tag, true
}

func kindOf[F game.Fact](tag string) kind {
	return kind{tag, reflect.TypeFor[F](), readFact[F]}
}

// readFact reads the data of a fact of a game.
func readFact[F game.Fact](data []byte) (game.Fact, error) {
	f, err := readAs[F](data)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// readAs reads the data of a fact. An unknown field is an error, because a newer corrd wrote
// the field and the log would come to another state without the field.
func readAs[F any](data []byte) (f F, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if d.Decode(&f) == nil && d.InputOffset() == int64(len(data)) {
		return f, nil
	}
	var known F
	if err := json.Unmarshal(data, &known); err != nil {
		return known, fmt.Errorf("%w: %v", ErrCorrupt, err)
	}
	return known, fmt.Errorf("%w: a field of the event is unknown", ErrNewer)
}
