package ledger

import (
	"errors"
	"math"
	"slices"

	"corrd/game"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates/texts"
)

// Seat is a side of a game and the player who has the side, or one of its players.
type Seat struct {
	Game   game.State
	Side   board.Side
	Player store.Player
}

// SeatOf is a side of a game and one of its members, of whom 0 and 1 are the first;
// store.ErrNotFound where there is no such member.
func SeatOf(v store.View, id int64, side board.Side, member int) (Seat, error) {
	s, err := v.Game(id)
	if err != nil {
		return Seat{}, err
	}
	members := s.Members(side)
	if member > len(members) {
		return Seat{}, store.ErrNotFound
	}
	p, err := v.Player(members[max(member, 1)-1])
	return Seat{Game: s, Side: side, Player: p}, err
}

// SeatIn is the seat that a player has in a game; its Game has number 0 where the player has
// none.
func SeatIn(v store.View, p store.Player, id int64) (Seat, error) {
	s, err := v.Game(id)
	if errors.Is(err, store.ErrNotFound) {
		return Seat{}, nil
	}
	if err != nil {
		return Seat{}, err
	}
	for _, side := range []board.Side{board.White, board.Black} {
		if slices.Contains(s.Members(side), p.ID) {
			return Seat{Game: s, Side: side, Player: p}, nil
		}
	}
	return Seat{}, nil
}

// Member is the number of the seat's player on a side in consultation, else 0.
func (s Seat) Member() int { return MemberNumber(s.Game, s.Side, s.Player.ID) }

// Token is the key that a letter to the seat carries in its Reply-To.
func (s Seat) Token() mailer.Token {
	return mailer.Token{Kind: mailer.KindGame, Number: s.Game.ID, Side: s.Side.String()[0], Member: s.Member(), Ply: s.Game.KeyPly(s.Side)}
}

// Generation is that of the keys the seat is given now.
func (s Seat) Generation() int { return s.Game.Keyring(s.Side, s.Member()).Now }

// The generations of a registration's keys say whose a key is.
const (
	KeyOfConsent = 0 // the key of the address that is to confirm
	KeyOfUndo    = 1 // of those that are told of a changed address, to undo the change

	KeyOfLeaving   = 2 // of a player who is asked to confirm that they leave
	KeyOfResigning = 3 // the key of a player who resigns their games by confirming
)

// KeyOfStop is the generation of the key by which a player ends what comes unasked. The key
// is of the instant at which they registered: a store that was put back from a backup may
// give their number to another.
func KeyOfStop(p store.Player) int { return int(p.Registered.Unix()) }

// KeyOfOwn is the generation of the key with which a player answers a letter that is about
// themselves and no game: it says who writes, and nothing else.
func KeyOfOwn(p store.Player) int { return -int(p.Registered.Unix()) }

// MemberNumber is the number, from 1, of a player among the members of a side; 0 where
// the side is one player.
func MemberNumber(s game.State, side board.Side, player int64) int {
	if !s.Consults(side) {
		return 0
	}
	return slices.Index(s.Members(side), player) + 1
}

// Names gives the names of the players by side, those of a side in consultation together.
func Names(v store.View, s game.State) (names [2]string, err error) {
	for side := range names {
		var members []string
		for _, id := range s.Members(board.Side(side)) {
			p, err := v.Player(id)
			if err != nil {
				return names, err
			}
			members = append(members, p.Name)
		}
		names[side] = texts.List(members)
	}
	return names, nil
}

// AskedAbout gives, of each letter of a game that was held, the player who was asked
// whether it is theirs.
func AskedAbout(v store.View, id int64) (map[int64]int64, error) {
	asked := map[int64]int64{}
	rows, err := v.RowsOf(id, math.MaxInt)
	for _, r := range rows {
		if r.Kind == "confirm" {
			asked[r.Letter] = r.Player
		}
	}
	return asked, err
}

// HeldInTime is a letter of the side whose clock runs that is held, and that came before
// the flag of the side fell.
func HeldInTime(v store.View, s game.State) (store.Letter, bool, error) {
	letters, err := v.LettersOf(s.ID)
	for _, l := range letters {
		if l.State == store.HeldLetter && s.InTime(l.Side, l.Received) {
			return l, true, err
		}
	}
	return store.Letter{}, false, err
}

// Running gives the games of a player that go on.
func Running(v store.View, player int64) (games []int64, err error) {
	ids, err := v.GamesOf(player)
	for _, id := range ids {
		s, err := v.Game(id)
		if err != nil {
			return nil, err
		}
		if s.Result == nil {
			games = append(games, id)
		}
	}
	return games, err
}

// EventsOf is the log of a game up to a state, and the hash of its last event.
func EventsOf(v store.View, s game.State) (log []game.Event, chain [32]byte, err error) {
	entries, err := v.Events(s.ID)
	for _, e := range entries[:min(s.Seq, int64(len(entries)))] {
		log, chain = append(log, e.Event), e.Hash
	}
	return log, chain, err
}

// Mailbox is where the letters to a player go; "" for one who has been removed.
func Mailbox(p store.Player) string {
	if len(p.Addresses) == 0 {
		return ""
	}
	return p.Addresses[0]
}

// HasAddress reports whether the address, in whatever spelling, is one of the player's.
func HasAddress(p store.Player, address string) bool { return Spelling(p, address) != "" }

// Spelling is an address as the player has it on file; "" where it is not theirs.
func Spelling(p store.Player, address string) string {
	for _, a := range p.Addresses {
		if store.SameAddress(a, address) {
			return a
		}
	}
	return ""
}
