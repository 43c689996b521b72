package ledger

import (
	"encoding/json"
	"errors"
	"fmt"

	"corrd/store"
)

// Paper is a letter about a game that an umpire has written, or that was written to one.
type Paper struct {
	Letter  int64 `json:"letter,omitempty"`  // the letter that came in; 0: the paper went out
	Row     int64 `json:"row,omitempty"`     // the row that went out
	Dispute int64 `json:"dispute,omitempty"` // the number of the dispute that the paper names; 0: none
	Told    int64 `json:"told,omitempty"`    // the last event of the game when the paper was written

	In  store.Letter `json:"-"` // the letter that came in
	Out store.Row    `json:"-"` // the row that went out
}

// papersSetting keeps the papers of a game: the letters of the game itself are those of its seats.
func papersSetting(game int64) string { return fmt.Sprint("umpire-papers/", game) }

// Papers gives the letters of umpires and to umpires about a game, in the order in which they came and
// went. A letter that the store has no more is left out.
func Papers(v store.View, game int64) (all []Paper, err error) {
	kept, err := papersKept(v, game)
	if err != nil {
		return nil, err
	}
	for _, p := range kept {
		if p.Letter != 0 {
			p.In, err = v.Letter(p.Letter)
		} else {
			p.Out, err = v.Row(p.Row)
		}
		switch {
		case errors.Is(err, store.ErrNotFound):
		case err != nil:
			return nil, err
		default:
			all = append(all, p)
		}
	}
	return all, nil
}

func papersKept(v store.View, game int64) (all []Paper, err error) {
	text, found, err := v.Setting(papersSetting(game))
	if err != nil || !found {
		return nil, err
	}
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return nil, fmt.Errorf("the umpire's papers of game %d: %w", game, err)
	}
	return all, nil
}

// Name is how letter show takes the paper: 7 came in, o17 went out.
func (p Paper) Name() string {
	if p.Letter != 0 {
		return fmt.Sprint(p.Letter)
	}
	return fmt.Sprint("o", p.Row)
}

// KeepPapers adds letters to the papers of a game; of a game that does not exist none are kept.
func KeepPapers(tx store.Tx, game int64, papers ...Paper) error {
	s, err := tx.Game(game)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	all, err := papersKept(tx, game)
	if err != nil {
		return err
	}
	for _, p := range papers {
		p.Told = s.Seq
		all = append(all, p)
	}
	text, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return tx.SetSetting(papersSetting(game), string(text))
}
