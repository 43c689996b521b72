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

// Halved gives statements of a letter of a seat, and in the place of a word of a telegraph code
// that is of two games of a match its two halves, each turned to its game. The letter has the key
// of a ply.
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

// inOneWord reports whether a word of a code that names two moves is of the games of two seats:
// while one move of its writer's is waited for in both, of which the writer began one.
func inOneWord(here, beside Seat, st interpret.Statement) bool {
	inCode := here.Game.Code().Rules(here.Game.Terms).Notations&(notation.Gringmuth|notation.Uedemann) != 0
	return inCode && st.InOneWord() && here.Game.Begins(here.Side) != beside.Game.Begins(beside.Side) &&
		here.Game.AwaitsMove(here.Side) && beside.Game.AwaitsMove(beside.Side)
}

// seatBeside is the seat of the same player in the game that is played beside the game of a
// seat in their match; its Game has number 0 where none is.
func seatBeside(v store.View, s Seat) (Seat, error) {
	match, err := v.Challenge(s.Game.Match.Challenge)
	for _, id := range slices.Backward(match.Games) { // the game played in the place of an annulled one comes later
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

// OnOneForm reports whether what a letter states of two games goes by one card or form: where they
// are of one match, so that both have the same opponent, and travel alike.
func (s Seat) OnOneForm(next Seat) bool {
	a, b := s.Game, next.Game
	return a.Match != nil && b.Match != nil && a.Match.Challenge == b.Match.Challenge && a.Terms.Carriers().Medium == b.Terms.Carriers().Medium
}

// Further gives what the next game of a match finds on the card or form of a letter when its
// words for one game have brought about events; nil where nothing was handed in. The note of a
// letter stands before its words; word says that these end in the middle of a word.
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

// Keepsake gives a letter that can be drawn as a card though it has gone by mail: of a game that is
// played by cards. ok is false for any other.
func Keepsake(v store.View, id int64) (row store.Row, ok bool, err error) {
	row, err = v.Row(id)
	if err != nil || store.IsCard(row.To) || row.Game == 0 || row.Erased != 0 {
		return row, false, err
	}
	s, err := v.Game(row.Game)
	return row, s.Terms.Carriers().Carrier().Dates(), err
}
