package game

import (
	"fmt"
	"slices"

	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// Party is the originator of an act in a game.
type Party uint8

// The parties: corrd itself (for the passing of time and the rules of the server), the two sides,
// and the umpire.
const (
	Corrd Party = iota
	White
	Black
	Umpire
)

var partyNames = [...]string{"corrd", "white", "black", "umpire"}

// String returns "corrd", "white", "black" or "umpire".
func (p Party) String() string { return partyNames[p] }

// PartyOf returns the party that plays the men of side s.
func PartyOf(s board.Side) Party {
	if s == board.Black {
		return Black
	}
	return White
}

// Side returns the side that a party plays; ok is false for corrd and the umpire.
func (p Party) Side() (s board.Side, ok bool) {
	switch p {
	case White:
		return board.White, true
	case Black:
		return board.Black, true
	}
	return 0, false
}

// MarshalText writes the party as String does.
func (p Party) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads what MarshalText writes; anything else is an error.
func (p *Party) UnmarshalText(text []byte) error {
	i := slices.Index(partyNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("%q is no party of a game", text)
	}
	*p = Party(i)
	return nil
}

// AsSide returns the side that a party plays, and White for a party that plays no side.
func (p Party) AsSide() board.Side {
	s, _ := p.Side()
	return s
}

// Consultation lists the players of each side, by their numbers, where a side has several. The
// first of a side is the one in Players. A letter of one of them is a letter of their side
// (III.2(b)).
type Consultation struct {
	White []int64 `json:"white"`
	Black []int64 `json:"black"`
}

func (c *Consultation) of(side board.Side) []int64 {
	if side == board.Black {
		return c.Black
	}
	return c.White
}

// Members returns the players of a side by their numbers, one or more.
func (s State) Members(side board.Side) []int64 {
	if s.Consultation == nil {
		return []int64{s.Players[side]}
	}
	return s.Consultation.of(side)
}

// Everybody returns the members of both sides, White's first.
func (s State) Everybody() []int64 {
	return slices.Concat(s.Members(board.White), s.Members(board.Black))
}

// Further returns the members of the sides beyond the two in Players, by their numbers.
func (s State) Further() (members []int64) {
	for _, id := range s.Everybody() {
		if !slices.Contains(s.Players[:], id) {
			members = append(members, id)
		}
	}
	return members
}

// Consults reports whether a side is of several players.
func (s State) Consults(side board.Side) bool { return len(s.Members(side)) > 1 }

// Match says which game of a match a game is. The games of a match begin together, are played side
// by side, and do not depend on one another.
type Match struct {
	// the number of the challenge whose acceptance began the match
	Challenge int64 `json:"challenge"`
	Number    int   `json:"number"` // the number of the game in the match, from 1
	Games     int   `json:"games"`  // the number of games of the match
	// the number of the annulled game in whose place this one is played (II.1(c))
	Instead int64 `json:"instead,omitempty"`
}

// PlayedAgain reports whether another game is played in the place of this one, an annulled game of
// a match or of an event. No game is played again where an error of first move or of position lies
// in the terms, because the sides then need new terms, nor where the conditions of an event have
// annulled it.
func (s State) PlayedAgain() bool {
	r, code := s.Result, s.Code()
	_, _, conditions := codes.OfEvent(lawOf(r))
	return (s.Match != nil || s.Tournament != nil) && r != nil && r.Score == Annulled && !conditions && r.Law != code.WrongFirst.Cite() && !s.BegunWrong()
}

// BegunWrong reports whether the game is over because the men were arranged wrongly at its
// beginning. Another game on the same terms would begin from the same array.
func (s State) BegunWrong() bool {
	return s.Result != nil && s.Result.Law == s.Code().WrongSetUp.Cite()
}

// lawOf returns the law of a result, and "" for no result.
func lawOf(r *Result) Law {
	if r == nil {
		return ""
	}
	return r.Law
}

// Beside returns the number of the game that is played together with a game of the match: 2 with 1
// and 1 with 2, 4 with 3 and 3 with 4. The match need not have a game with this number.
func (m Match) Beside() int { return (m.Number - 1) ^ 1 + 1 }

// Turned reports whether the players have changed colours since the first game: in every second
// game (II.1(a)), unless the code has each side keep its men, and the first move turn alone (S-Reg
// III).
func (m Match) Turned(c *codes.Code) bool {
	turns, _, provided := c.InTurn.Get()
	return m.Number%2 == 0 && !(provided && turns == codes.MoveTurns)
}

// BesideInOneWord returns the number, in the match, of the other game whose moves may stand in one
// word of a telegraph code together with the moves of this game (house:22), or 0 if no game's may:
// where no such code is read, and at odds, at which the same player begins both.
func (s State) BesideInOneWord() int {
	coded := s.Code().Rules(s.Terms).Notations&(notation.Gringmuth|notation.Uedemann) != 0
	if _, odds := s.Terms.Odds.Side(); s.Match == nil || odds || !coded || s.Match.Beside() > s.Match.Games {
		return 0
	}
	return s.Match.Beside()
}

// Half returns the half of a code word for two games that belongs to this game: the first half if
// the writer of the word began this game.
func (s State) Half(side board.Side, word interpret.Statement) interpret.Statement {
	word.Beside = word.Confirms[0].Text
	if s.Begins(side) {
		word.Beside, word.Moves = word.Moves[0].Text, word.Confirms
	}
	word.Text, word.Confirms = word.Moves[0].Text, nil
	return word
}

// Begins reports whether a side has the first move of the game.
func (s State) Begins(side board.Side) bool { return s.Initial.SideToMove() == side }

// AwaitsMove reports whether the game waits for one move of a side and for nothing else.
func (s State) AwaitsMove(side board.Side) bool {
	return s.Result == nil && s.Phase == AwaitMove && s.Position.SideToMove() == side && s.MovesDue() <= 1 && !s.Moving(side)
}

// Tournament says to which all-play-all event a game belongs. Its games begin together, are played
// side by side, and do not depend on one another.
type Tournament struct {
	Number int64  `json:"number"`
	Name   string `json:"name"`
	Round  int    `json:"round"` // of the Berger tables, from 1
	// the number of the annulled game in whose place this one is played
	Instead int64 `json:"instead,omitempty"`
}

// BeginsWithEvent reports whether the game begins with all others of an all-play-all event.
func (s State) BeginsWithEvent() bool { return s.Tournament != nil && s.Tournament.Instead == 0 }

// Replaced puts another player into a seat. The player takes over the game as it stands, and the
// keys of the former player are no longer right.
type Replaced struct {
	Side   board.Side `json:"side"`
	Member int        `json:"member,omitempty"` // as in Rotated
	Player int64      `json:"player"`
	Was    int64      `json:"was"`
}

func (f Replaced) apply(s *State, e Event) {
	place := max(f.Member, 1) - 1
	if place == 0 {
		s.Players[f.Side] = f.Player
	}
	if s.Consultation == nil {
		s.Seated[f.Side] = e.At
	}
	if s.Consultation != nil {
		s.Consultation = s.Consultation.with(f.Side, place, f.Player)
	}
	s.turnKeys(f.Side, f.Member, true)
}

func (c *Consultation) with(side board.Side, place int, player int64) *Consultation {
	other := Consultation{White: slices.Clone(c.White), Black: slices.Clone(c.Black)}
	if members := other.of(side); place < len(members) {
		members[place] = player
	}
	return &other
}

// Rotated says that the keys of a member of a side are replaced. Letters to the member carry the
// new keys from now on, and a letter with an older key waits until the member confirms it.
type Rotated struct {
	Side board.Side `json:"side"`
	// the member of a side in consultation, from 1; 0: the side is one player
	Member int  `json:"member,omitempty"`
	Why    Leak `json:"why"`
}

// Leak is the reason why keys are replaced.
type Leak string

// The reasons.
const (
	LeakCopied Leak = "copied" // a letter that carried a key was addressed to the other side too
	LeakUsed   Leak = "used"   // a letter of the other side has carried a key
	LeakUmpire Leak = "umpire" // the umpire has ordered the rotation
	// the address to which the keys were sent is no longer the player's
	LeakMailbox Leak = "mailbox"
)

// Keyring says which keys of a member of a side are right: those of generation Now. Keys from
// generation Since on were the member's too; still older ones were another player's.
type Keyring struct {
	Now   int
	Since int
}

// Keyring returns the keys of a member of a side; 0 and 1 name the first. Generations begin at 0.
func (s State) Keyring(side board.Side, member int) Keyring {
	if ring := s.Keys[side]; max(member, 1) <= len(ring) {
		return ring[max(member, 1)-1]
	}
	return Keyring{}
}

func (f Rotated) apply(s *State, e Event) { s.turnKeys(f.Side, f.Member, false) }

// turnKeys gives out the next generation of keys, to another player if the seat has changed hands.
func (s *State) turnKeys(side board.Side, member int, another bool) {
	place := max(member, 1) - 1
	rings := slices.Clone(s.Keys[side])
	for len(rings) <= place {
		rings = append(rings, Keyring{})
	}
	rings[place].Now++
	if another {
		rings[place].Since = rings[place].Now
	}
	s.Keys[side] = rings
}

// Forgotten returns, on their squares, the men of a side that were left out when the men were set
// up. plain reports whether the terms alone show the omission: at move 1 of a game without odds,
// each man of either side is missing or stands on its square of the array.
func (s State) Forgotten(side board.Side) (men []line.Placed, plain bool) {
	p, array := codes.InitialPosition(s.Terms.Position), board.Array()
	if s.Terms.Position == "" || s.Terms.Odds.Name != "" || p.MoveNumber() != 1 {
		return nil, false
	}
	wanting := 0
	for sq := range board.NoSquare {
		man, stands := p.At(sq)
		home, belongs := array.At(sq)
		switch {
		case stands && (!belongs || man.Kind != home.Kind || man.Side != home.Side):
			return nil, false
		case belongs && !stands:
			wanting++
			if home.Side == side {
				men = append(men, line.Placed{Square: sq, Man: home})
			}
		}
	}
	return men, wanting > 0
}

func (f Recommenced) apply(s *State, e Event) {
	s.lapse(board.White, s.LastPly()+maxPlies)
	s.lapse(board.Black, s.LastPly()+maxPlies)
	array := board.Array()
	s.Initial, s.Supplied = array.WithSide(s.Initial.SideToMove()), true
	s.DrawOffer, s.Proposal, s.Count, s.Bar = Corrd, nil, nil, nil
	s.backTo(s.PliesBefore(), e)
	s.Position = s.Initial
	s.setUp(e)
}

// setUp has the side to move asked again, whatever it has under way, if it has not chosen a setup.
func (s *State) setUp(e Event) {
	if s.Rules < 2 || s.Window.Side == e.By.AsSide() {
		return
	}
	s.Window.Began = e.At
	if s.OnTheWay(s.Window.Side) {
		s.RunOn(e.At)
	}
	s.Transit = slices.Clone(s.Transit)
	for i := range s.Transit {
		if p := &s.Transit[i]; p.Side == s.Window.Side {
			p.Turn = -1
		}
	}
}

func (f Proceeded) apply(s *State, e Event) {
	men, _ := s.Wanting(e.By.AsSide().Other())
	s.Supplied = true
	s.place(men)
	s.newRound()
	s.setUp(e)
}

// Wanting returns those of the men of a side that were left out which have not been set since: each
// side's omission is a choice of the other's. plain is that of Forgotten.
func (s State) Wanting(side board.Side) (men []line.Placed, plain bool) {
	men, plain = s.Forgotten(side)
	return slices.DeleteFunc(men, func(m line.Placed) bool {
		_, set := s.Initial.At(m.Square)
		return set || slices.ContainsFunc(s.Line, func(t line.Turn) bool { return slices.Contains(t.Placed, m) })
	}), plain
}

// place sets men in their places after the line.
func (s *State) place(men []line.Placed) {
	if n := len(s.Line); n > 0 {
		s.Line = slices.Clone(s.Line)
		s.Line[n-1].Placed = slices.Concat(s.Line[n-1].Placed, men)
	} else {
		s.Initial = line.Set(s.Initial, men)
	}
	s.Position = s.At(len(s.Line))
}

// placeAgain sets men in their places after the move beside which they were set is taken back. Of
// one in whose place another man stands now, the other side may choose again.
func (s *State) placeAgain(men []line.Placed) {
	if s.Rules < 2 || len(men) == 0 {
		return
	}
	free := slices.DeleteFunc(slices.Clone(men), s.Occupied)
	s.Supplied = len(free) > 0
	s.place(free)
}

// Occupied reports whether a man stands on the square on which another is to be set.
func (s State) Occupied(m line.Placed) bool {
	_, stands := s.Position.At(m.Square)
	return stands
}
