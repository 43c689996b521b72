package store

import (
	"fmt"
	"strings"
)

// cardDomain is the domain of the players who have no mailbox: no letter is ever sent to it.
const cardDomain = "@card.invalid"

// CardAddress stands in the place of an address for a player who has a postal address and no mailbox.
func CardAddress(player int64) string { return fmt.Sprintf("player-%d%s", player, cardDomain) }

// IsCard reports whether an address stands for a player without a mailbox, to whom letters go as cards.
func IsCard(address string) bool { return strings.HasSuffix(FoldAddress(address), cardDomain) }

// OnCards reports whether a player has a postal address and no mailbox.
func (p Player) OnCards() bool { return len(p.Addresses) > 0 && IsCard(p.Addresses[0]) }
