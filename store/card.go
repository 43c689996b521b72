package store

import (
	"fmt"
	"strings"
)

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
