package ledger

import (
	"errors"
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/play"
	"corrd/interpret"
	"corrd/interpret/notation"
	"corrd/store"
)

// Halved returns the statements of a letter of a seat, in which a word of a telegraph code for two
// games of a match is replaced by two statements, one for each of the two games. ply is the ply
// that the letter's key names.
func Halved(v store.View, s Seat, ply int, stated []interpret.Statement) (all []interpret.Statement, err error) {
	var beside Seat
	if s.Game.Match != nil && ply == s.Game.DuePly() && slices.ContainsFunc(stated, interpret.Statement.InOneWord) {
		if beside, err = seatBeside(v, s); err != nil {
			return nil, err
		}
	}
	for _, st := range stated {
		if beside.Game.ID == 0 || !inOneWord(s, beside, st) {
			all = append(all, st)
			continue
		}
		here, there := s.Game.Half(s.Side, st), beside.Game.Half(beside.Side, st)
		if there.Game = int(beside.Game.ID); s.Game.Begins(s.Side) {
			all = append(all, here, there)
		} else {
			all = append(all, there, here)
		}
	}
	return all, nil
}

// inOneWord reports whether a code word that names two moves belongs to the games of two seats.
// The word does so when both games wait for a move of the writer, and the writer began exactly
// one of them.
func inOneWord(here, beside Seat, st interpret.Statement) bool {
	inCode := here.Game.Code().Rules(here.Game.Terms).Notations&(notation.Gringmuth|notation.Uedemann) != 0
	return inCode && st.InOneWord() && here.Game.Begins(here.Side) != beside.Game.Begins(beside.Side) &&
		here.Game.AwaitsMove(here.Side) && beside.Game.AwaitsMove(beside.Side)
}

// seatBeside returns the seat of the same player in the other game of a pair of games of a match.
// The seat's Game has number 0 when there is no such game.
func seatBeside(v store.View, s Seat) (Seat, error) {
	match, err := v.Challenge(s.Game.Match.Challenge)
	// the game played in place of an annulled game comes later in the list
	for _, id := range slices.Backward(match.Games) {
		beside, errOf := SeatIn(v, s.Player, id)
		if err = errors.Join(err, errOf); err != nil {
			break
		}
		if m := beside.Game.Match; m != nil && m.Number == s.Game.Match.Beside() {
			return beside, nil
		}
	}
	return Seat{}, err
}

// OnOneForm reports whether a letter's words for two games travel on the same card or form. They
// do when both games belong to one match, and therefore have the same opponent, and use the same
// carrier.
func (s Seat) OnOneForm(next Seat) bool {
	a, b := s.Game, next.Game
	return a.Match != nil && b.Match != nil && a.Match.Challenge == b.Match.Challenge && a.Terms.Carriers().Medium == b.Terms.Carriers().Medium
}

// Further describes for the next game of a match what is already on the card or form of a letter
// after its words for one game have brought about events. Further gives nil when nothing was
// handed in. note is the prose before the letter's words; word is true when the words so far end
// in the middle of a code word.
func Further(events []game.Event, note string, word bool) *play.Beside {
	i := slices.IndexFunc(events, func(e game.Event) bool { _, ok := e.Fact.(game.HandedIn); return ok })
	if i < 0 {
		return nil
	}
	f := events[i].Fact.(game.HandedIn)
	b := play.Beside{Words: f.Beside + strings.Join(f.Words, "\n"), Delivered: f.Delivered}
	if f.Beside == "" && note != "" {
		b.Words = note + "\n" + b.Words
	}
	if b.Struck = word && f.With != nil; !word {
		b.Words += "\n"
	}
	return &b
}

// Keepsake returns the row of a letter that was sent by mail and can nevertheless be drawn as a
// card, because its game is played by cards. ok is false for any other row.
func Keepsake(v store.View, id int64) (row store.Row, ok bool, err error) {
	row, err = v.Row(id)
	if err != nil || store.IsCard(row.To) || row.Game == 0 || row.Erased != 0 {
		return row, false, err
	}
	s, err := v.Game(row.Game)
	return row, s.Terms.Carriers().Carrier().Dates(), err
}
