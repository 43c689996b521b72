package ledger

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"corrd/game/tournament"
	"corrd/mailer"
)

// The questions about an event that a player answers by a key.
const (
	AsksEntry    = "enter"    // whether the player enters
	AsksLeave    = "leave"    // whether an entry is taken back, before the start
	AsksToResign = "withdraw" // whether the player withdraws from the games that go on
	AsksMoves    = "play"     // what the player plays in the games that have begun
)

// EventToken returns what the keys of an event name.
func EventToken(s tournament.State) mailer.Token {
	return mailer.Token{Kind: mailer.KindEvent, Number: s.ID}
}

// KeyOfEvent returns the generation of the key with which a player answers a question about an event.
// The generation belongs to the player, to the question, to the event as it was announced and to the
// player's entry, so that no key answers anything else, whatever number the store gives again.
func KeyOfEvent(s tournament.State, player int64, asks string) int {
	entry := int64(0)
	if asks == AsksLeave || asks == AsksToResign {
		entry = s.EntryOf(player)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s/%s/%d/%d", s.Commitment, asks, player, entry))
	return int(binary.BigEndian.Uint64(sum[:]) >> 1)
}
