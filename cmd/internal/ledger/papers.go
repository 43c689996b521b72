package ledger

import (
	"encoding/json"
	"errors"
	"fmt"

	"corrd/store"
)

// Paper is a letter about a game that an umpire has written or received.
type Paper struct {
	// the number of the letter that came in; 0: the paper went out
	Letter int64 `json:"letter,omitempty"`
	// the number of the row that went out; 0: the paper came in
	Row int64 `json:"row,omitempty"`
	// the number of the dispute that the paper names; 0: none
	Dispute int64 `json:"dispute,omitempty"`
	// the last event of the game when the paper was written
	Told int64 `json:"told,omitempty"`

	In  store.Letter `json:"-"` // the letter that came in
	Out store.Row    `json:"-"` // the row that went out
}

// papersSetting returns the key of the setting that lists the papers of a game. The letters of the
// game's seats are not papers.
func papersSetting(game int64) string { return fmt.Sprint("umpire-papers/", game) }

// Papers returns the letters from and to umpires about a game, in the order in which the letters
// came and went. Papers leaves out a letter that the store does not have any more.
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

// Name returns the name of the paper for the command `corrctl letter show`: 7 came in, o17 went
// out.
func (p Paper) Name() string {
	if p.Letter != 0 {
		return fmt.Sprint(p.Letter)
	}
	return fmt.Sprint("o", p.Row)
}

// KeepPapers adds papers to the papers of a game. For a game that does not exist KeepPapers does
// nothing.
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
