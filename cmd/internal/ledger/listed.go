package ledger

import (
	"corrd/game"
	"corrd/game/board"
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

// PublicMembers gives the players of a side of a game as the public pages name them.
func PublicMembers(v store.View, s game.State, side board.Side) (members []PublicMember, err error) {
	for _, id := range s.Members(side) {
		m, err := PublicPlayer(v, id)
		if err != nil {
			return nil, err
		}
		members = append(members, m)
	}
	return members, nil
}

// IsPublic reports whether the public pages name a player, who has consented to it.
func IsPublic(p store.Player) bool { return p.Settings[PublicName] == PublicYes && p.Erased == 0 }

// PublicPlayer gives a player as the public pages name them.
func PublicPlayer(v store.View, id int64) (PublicMember, error) {
	p, err := v.Player(id)
	if err != nil || !IsPublic(p) {
		return PublicMember{}, err
	}
	return PublicMember{p.ID, p.Name}, nil
}
