package clerk

import (
	"time"

	"corrd/game"
	"corrd/store"
	"corrd/templates"
)

// matchOf tells how the match of a game stood at a time; nil where the game is
// none of a match.
func matchOf(v store.View, s game.State, at time.Time) (*templates.Match, error) {
	if s.Match == nil {
		return nil, nil
	}
	ch, err := v.Challenge(s.Match.Challenge)
	if err != nil {
		return nil, err
	}
	m := &templates.Match{Number: s.Match.Number, Games: s.Match.Games, Instead: s.Match.Instead}
	for _, id := range ch.Games {
		o, err := v.Game(id)
		if err != nil {
			return nil, err
		}
		if id != s.ID {
			m.Others = append(m.Others, id)
		}
		score, err := scoreAt(v, o, at)
		if err != nil {
			return nil, err
		}
		m.Count(score, o.Match.Number%2 == s.Match.Number%2)
	}
	return m, nil
}

// scoreAt is the score of a game at a time.
func scoreAt(v store.View, s game.State, at time.Time) (game.Score, error) {
	if s.Result == nil {
		return game.Unfinished, nil
	}
	entries, err := v.Events(s.ID)
	score := game.Unfinished
	for _, e := range entries {
		if end, ok := e.Event.Fact.(game.Ended); ok && !e.Event.At.After(at) {
			score = end.Score
		}
	}
	return score, err
}
