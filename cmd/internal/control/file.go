package control

import (
	"context"

	"corrd/cmd/internal/dossier"
	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/store"
)

// Filing names a game whose evidence goes into an archive. For is the side that may read the
// archive: "white", "black", or "" for the umpire.
type Filing struct {
	ID  int64  `json:"id,omitempty"`
	For string `json:"for,omitempty"`

	// Keep says not to replace the keys of a game that goes on. The person who asks then guards
	// the archive as they would guard a backup.
	Keep bool `json:"keep,omitempty"`
}

// FileView is an archive of evidence.
type FileView struct {
	Game    int64  `json:"game"`
	For     string `json:"for"`
	Events  int    `json:"events"`
	Letters int    `json:"letters"`
	// the seats whose keys have been replaced, because the archive holds the old keys
	Rotated []string `json:"rotated"`
	SHA256  string   `json:"sha256"`
	Zip     []byte   `json:"zip,omitempty"`
}

// GameFile writes the evidence of a game into one archive. The archive holds the keys that were
// in the game's letters, and therefore GameFile first replaces those that are still good for anything.
func (r *Room) GameFile(_ context.Context, a Filing) (FileView, error) {
	if a.For != "" && a.For != "white" && a.For != "black" {
		return FileView{}, refuse("%q is no side: --for white or --for black", a.For)
	}
	v := FileView{Game: a.ID, For: a.For}
	var err error
	if v.Rotated = []string{}; !a.Keep || a.For != "" {
		v.Rotated, err = r.readyToFile(a.ID)
	}
	if err != nil {
		return v, err
	}
	c, err := view(r, func(v store.View) (dossier.Case, error) { return dossier.Gather(v, r.Ledger, a.ID, r.Seal) })
	if err != nil {
		return v, err
	}
	c.For = a.For
	if v.Zip, v.SHA256, err = dossier.Build(c, r.Seal.Sign); err != nil {
		return v, err
	}
	v.Events, v.Letters = len(c.Events), len(c.Letters)
	r.Log.Info("evidence filed", "game", a.ID, "for", a.For, "sha256", v.SHA256, "bytes", len(v.Zip))
	return v, nil
}

// readyToFile replaces the keys of every seat of a game that are still good for anything, and gives the
// names of these seats. It replaces those in the letters that began the game together with others as well.
func (r *Room) readyToFile(id int64) ([]string, error) {
	return update(r, func(tx store.Tx) ([]string, error) {
		rotated := []string{}
		s, err := tx.Game(id)
		if err == nil {
			err = ledger.ReplaceKeysOfPlay(tx, s)
		}
		if err != nil {
			return rotated, err
		}
		for _, side := range []board.Side{board.White, board.Black} {
			for i, player := range s.Members(side) {
				opens, err := opensAnything(tx, s, player)
				if err != nil {
					return nil, err
				}
				if !opens {
					continue
				}
				seat, err := ledger.SeatOf(tx, id, side, i+1)
				if err != nil {
					return nil, err
				}
				rotate := play.Rotate{Rotated: game.Rotated{Side: side, Member: seat.Member(), Why: game.LeakUmpire}}
				if _, err := r.Ledger.Append(tx, seat.Game, play.Decide(seat.Game, rotate, tx.Now()), ledger.By{}); err != nil {
					return nil, err
				}
				rotated = append(rotated, Seat{id, side, seat.Member()}.String())
			}
		}
		return rotated, nil
	})
}

// opensAnything reports whether a key of a player in a game is still good for something: while the game goes on,
// while its sides may speak to each other, and while the player has another game, in which a letter with the
// key may act under the other game's number.
func opensAnything(v store.View, s game.State, player int64) (bool, error) {
	if s.Result == nil || !s.Parted(v.Now()) {
		return true, nil
	}
	running, err := ledger.Running(v, player)
	return len(running) > 0, err
}
