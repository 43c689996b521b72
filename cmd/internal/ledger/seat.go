package ledger

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/tournament"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates/texts"
)

// Seat is a side of a game together with its player, or with one of its players.
type Seat struct {
	Game   game.State
	Side   board.Side
	Player store.Player
}

// SeatOf returns the seat of a member of a side; members count from 1, and 0 also means the first.
// The error is store.ErrNotFound when there is no such member.
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

// Decidable returns a game; ok is false for a game by rules of a newer corrd, which this program
// cannot decide and passes over where it looks through several games.
func Decidable(v store.View, id int64) (s game.State, ok bool, err error) {
	s, err = v.Game(id)
	if errors.Is(err, store.ErrRules) {
		return game.State{}, false, nil
	}
	return s, err == nil, err
}

// DecidableOf yields those of some games that this program can decide, and ends with the first
// error.
func DecidableOf(v store.View, games []int64) iter.Seq2[game.State, error] {
	return func(yield func(game.State, error) bool) {
		for _, id := range games {
			s, ok, err := Decidable(v, id)
			if (ok || err != nil) && !yield(s, err) || err != nil {
				return
			}
		}
	}
}

// SeatIn returns the seat that a player has in a game. The seat's Game has number 0 when the player
// has no seat in the game.
func SeatIn(v store.View, p store.Player, id int64) (Seat, error) {
	s, err := v.Game(id)
	if errors.Is(err, store.ErrNotFound) {
		return Seat{}, nil
	}
	if err != nil {
		return Seat{}, err
	}
	return seatAt(s, p), nil
}

func seatAt(s game.State, p store.Player) Seat {
	for _, side := range []board.Side{board.White, board.Black} {
		if slices.Contains(s.Members(side), p.ID) {
			return Seat{Game: s, Side: side, Player: p}
		}
	}
	return Seat{}
}

// SeatsOf yields the seats that a player has in those of some games that this program can decide,
// and ends with the first error.
func SeatsOf(v store.View, p store.Player, games []int64) iter.Seq2[Seat, error] {
	return func(yield func(Seat, error) bool) {
		for s, err := range DecidableOf(v, games) {
			if !yield(seatAt(s, p), err) {
				return
			}
		}
	}
}

// Member returns the number, from 1, of the seat's player on a side in consultation, and 0 on a
// side of one player.
func (s Seat) Member() int { return MemberNumber(s.Game, s.Side, s.Player.ID) }

// Token returns what the key in the Reply-To of a letter to the seat names.
func (s Seat) Token() mailer.Token {
	return mailer.Token{Kind: mailer.KindGame, Number: s.Game.ID, Side: s.Side.String()[0], Member: s.Member(), Ply: s.Game.KeyPly(s.Side)}
}

// Generation returns the generation of the keys that letters to the seat now carry.
func (s Seat) Generation() int { return s.Game.Keyring(s.Side, s.Member()).Now }

// The generation of the key of a registration says to whom corrd gave the key and for what.
const (
	KeyOfConsent = 0 // the key of the address that is to confirm
	// a key of those who are told of a changed address, with which they can undo the change
	KeyOfUndo = 1

	KeyOfLeaving   = 2 // the key of a player who is asked to confirm that they leave
	KeyOfResigning = 3 // the key of a player who resigns their games by confirming
	KeyOfUmpiring  = 4 // the key of a player who is asked whether they will be umpire
	KeyOfSecretary = 5 // the key of the secretary who is asked about newcomers
)

// KeyOfStop returns the generation of the key with which a player stops the letters that come
// unasked. The generation is the instant at which the player registered, because a store that was
// put back from a backup may give the player's number to somebody else.
func KeyOfStop(p store.Player) int { return int(p.Registered.Unix()) }

// KeyOfNews returns the generation of the key with which a player stops circulars alone.
func KeyOfNews(p store.Player) int { return 2 * int(p.Registered.Unix()) }

// KeyOfSheet returns the generation of the key with which a player stops the weekly sheet alone.
func KeyOfSheet(p store.Player) int { return 3 * int(p.Registered.Unix()) }

// KeyOfOwn returns the generation of the key with which a player answers a letter that is about
// themselves and about no game. The key proves who writes, and nothing else.
func KeyOfOwn(p store.Player) int { return -int(p.Registered.Unix()) }

// MemberNumber returns the number, from 1, of a player among the members of a side, or 0 if the
// side is one player.
func MemberNumber(s game.State, side board.Side, player int64) int {
	if !s.Consults(side) {
		return 0
	}
	return slices.Index(s.Members(side), player) + 1
}

// Names returns the names of the players by side; the names of a side in consultation are joined.
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

// AskedAbout returns, for each held letter of a game, the player whom corrd has asked whether the
// letter is theirs. The result maps the number of the letter to the number of the player.
func AskedAbout(v store.View, id int64) (map[int64]int64, error) {
	asked := map[int64]int64{}
	questions, err := QuestionsOf(v, id)
	for letter, rows := range questions {
		asked[letter] = rows[len(rows)-1].Player
	}
	return asked, err
}

// Running returns the numbers of the games of a player that are not over.
func Running(v store.View, player int64) (games []int64, err error) {
	ids, err := v.GamesOf(player)
	if err == nil {
		err = v.Expect(store.Likely{Games: ids})
	}
	if err != nil {
		return nil, err
	}
	for s, err := range DecidableOf(v, ids) {
		if err != nil {
			return nil, err
		}
		if s.Result == nil {
			games = append(games, s.ID)
		}
	}
	return games, err
}

// EventsOf returns the log of a game up to a state, and the hash of the state's last event.
func EventsOf(v store.View, s game.State) (log []game.Event, chain [32]byte, err error) {
	entries, err := v.Events(s.ID)
	for _, e := range entries[:min(s.Seq, int64(len(entries)))] {
		log, chain = append(log, e.Event), e.Hash
	}
	return log, chain, err
}

// Mailbox returns the address to which letters to a player go, and "" for a player who has been
// removed.
func Mailbox(p store.Player) string {
	if len(p.Addresses) == 0 {
		return ""
	}
	return p.Addresses[0]
}

// HasAddress reports whether an address, in whatever spelling, belongs to a player.
func HasAddress(p store.Player, address string) bool { return Spelling(p, address) != "" }

// Spelling returns an address as the player has it on file, and "" for an address that is not the
// player's.
func Spelling(p store.Player, address string) string {
	for _, a := range p.Addresses {
		if store.SameAddress(a, address) {
			return a
		}
	}
	return ""
}

// NewKeys gives a seat the keys that an event gives it, of a letter of which nothing else comes.
func NewKeys(tx store.Tx, s game.State, f game.Rotated, e game.Event) error {
	_, err := tx.Append(s.ID, play.Decide(s, play.Rotate{Rotated: f, Letter: e.Letter}, e.At)...)
	return err
}

// onCards tells for each side whether none of its players has a mailbox.
func onCards(v store.View, members func(board.Side) []int64) (sides [2]bool, err error) {
	for side := range sides {
		sides[side] = true
		for _, id := range members(board.Side(side)) {
			p, err := v.Player(id)
			if err != nil {
				return sides, err
			}
			sides[side] = sides[side] && p.OnCards()
		}
	}
	return sides, nil
}

// keepOnCards makes the player's sides in all running games play by real cards, or stop doing so,
// when the mailboxes of the side's players have changed.
func (l *Ledger) keepOnCards(tx store.Tx, player int64) error {
	ids, err := Running(tx, player)
	for _, id := range ids {
		s, err := tx.Game(id)
		if err == nil {
			_, err = l.seatOnCards(tx, s)
		}
		if err != nil {
			return err
		}
	}
	return err
}

// seatOnCards does the work of keepOnCards in one game, and returns the game afterwards.
func (l *Ledger) seatOnCards(tx store.Tx, s game.State) (game.State, error) {
	sides, err := onCards(tx, s.Members)
	for side, on := range sides {
		if err != nil {
			return s, err
		}
		if events := play.Decide(s, play.PutOnCards{Side: board.Side(side), On: on}, tx.Now()); len(events) > 0 {
			s, err = l.Append(tx, s, events, By{})
		}
	}
	return s, err
}

// replaces reports whether an event puts another player into a seat.
func replaces(e game.Event) bool {
	_, ok := e.Fact.(game.Replaced)
	return ok
}

// A letter gets its name when the letter is put into the outbox. The name of a letter about a
// game is made of the game, of the event that the letter tells, and of its reader; the name of
// any other letter is made of the letter that it answers. Each name also contains a digest of
// what the letter says. Rendering adds a digest of all bytes but those of the signature. Therefore
// two letters that differ in one other byte have different Message-IDs, even when a backup was put
// back, the program was replaced, or the reader changed a setting in between.

// wholeDigits is the length of the digest of all bytes without the signature, in hex. No other
// part of a name is as long.
const wholeDigits = 32

// digits returns the first digits of the digest of what a letter says.
func digits(said []byte) string {
	sum := sha256.Sum256(said)
	return hex.EncodeToString(sum[:4])
}

// MessageID is the Message-ID of the letter with a name whose unsigned bytes, under the name as
// Message-ID, are raw. A signature has no part in the Message-ID.
func MessageID(name string, raw []byte) string {
	sum := sha256.Sum256(raw)
	local, domain, _ := strings.Cut(name, "@")
	return local + "." + hex.EncodeToString(sum[:])[:wholeDigits] + "@" + domain
}

// NameIn returns the name that is part of the Message-ID of a rendered letter. NameIn returns a
// name unchanged.
func NameIn(messageID string) string {
	local, domain, _ := strings.Cut(messageID, "@")
	if i := strings.LastIndexByte(local, '.'); i >= 0 && len(local)-i-1 == wholeDigits {
		return local[:i] + "@" + domain
	}
	return messageID
}

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

// KeyOfEvent returns the generation of the key with which a player answers a question about an
// event. The generation belongs to the player, to the question, to the event as it was announced
// and to the player's entry, so that no key answers anything else, whatever number the store gives
// again.
func KeyOfEvent(s tournament.State, player int64, asks string) int {
	entry := int64(0)
	if asks == AsksLeave || asks == AsksToResign {
		entry = s.EntryOf(player)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s/%s/%d/%d", s.Commitment, asks, player, entry))
	return int(binary.BigEndian.Uint64(sum[:]) >> 1)
}
