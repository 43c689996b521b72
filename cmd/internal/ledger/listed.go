package ledger

import (
	"corrd/store"
)

// The setting by which a player lets their name stand on the public pages, and the value that does.
const (
	PublicName = "listed"
	PublicYes  = "yes"
)

// PublicMember is a player of a game as the public pages name them.
type PublicMember struct {
	ID   int64  // 0: the player has not consented to be named
	Name string // "" likewise
}

// IsPublic reports whether the public pages name a player, who has consented to it.
func IsPublic(p store.Player) bool { return p.Settings[PublicName] == PublicYes && p.Erased == 0 }

// PublicPlayer returns a player as the public pages name them.
func PublicPlayer(v store.View, id int64) (PublicMember, error) {
	p, err := v.Player(id)
	return AsPublic(p), err
}

// AsPublic returns a player as the public pages name them.
func AsPublic(p store.Player) PublicMember {
	if !IsPublic(p) {
		return PublicMember{}
	}
	return PublicMember{p.ID, p.Name}
}
