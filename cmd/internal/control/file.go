package control

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"runtime/debug"
	"time"

	"corrd/cmd/internal/dossier"
	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
)

// Filing names a game whose evidence is put into an archive; For is the side that may read
// the archive: "white", "black", or "" for the umpire.
type Filing struct {
	ID  int64  `json:"id,omitempty"`
	For string `json:"for,omitempty"`

	Keep bool `json:"keep,omitempty"` // the keys of a game that goes on are not replaced: whoever asks keeps the archive as they would a backup
}

// FileView is an archive of evidence.
type FileView struct {
	Game    int64    `json:"game"`
	For     string   `json:"for"`
	Events  int      `json:"events"`
	Letters int      `json:"letters"`
	Rotated []string `json:"rotated"` // the seats whose keys have been replaced, because the archive holds the old ones
	SHA256  string   `json:"sha256"`
	Zip     []byte   `json:"zip,omitempty"`
}

// GameFile puts the evidence of a game into one archive. The keys of a game that goes on
// are replaced first: the archive holds those that its letters carried.
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
	c, err := view(r, func(v store.View) (dossier.Case, error) { return r.caseOf(v, a.ID) })
	if err != nil {
		return v, err
	}
	c.For = a.For
	if v.Zip, v.SHA256, err = dossier.Build(c); err != nil {
		return v, err
	}
	v.Events, v.Letters = len(c.Events), len(c.Letters)
	r.Log.Info("evidence filed", "game", a.ID, "for", a.For, "sha256", v.SHA256, "bytes", len(v.Zip))
	return v, nil
}

// saltSetting keeps the salt with which addresses are hashed in the archives of all games.
const saltSetting = "dossier-salt"

// readyToFile rotates the keys of every seat of a game that goes on, and sees to it that
// there is a salt.
func (r *Room) readyToFile(id int64) ([]string, error) {
	return update(r, func(tx store.Tx) ([]string, error) {
		rotated := []string{}
		if _, found, err := tx.Setting(saltSetting); err != nil {
			return nil, err
		} else if !found {
			salt := make([]byte, 16)
			rand.Read(salt)
			if err := tx.SetSetting(saltSetting, hex.EncodeToString(salt)); err != nil {
				return nil, err
			}
		}
		s, err := tx.Game(id)
		if err != nil || s.Result != nil {
			return rotated, err
		}
		for _, side := range []board.Side{board.White, board.Black} {
			for i := range s.Members(side) {
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

// caseOf collects the evidence of a game.
func (r *Room) caseOf(v store.View, id int64) (c dossier.Case, err error) {
	s, err := v.Game(id)
	if err != nil {
		return c, err
	}
	c.About = dossier.About{Format: dossier.Format, Corrd: version(), Reader: interpret.Version, Game: id, Made: v.Now().Truncate(time.Second),
		Server: r.Ledger.Site.Address(), Zone: r.Ledger.Zone.String(), Players: []dossier.Player{}, Disputes: []dossier.Dispute{}}
	if c.Salt, _, err = v.Setting(saltSetting); err != nil {
		return c, err
	}
	if c.Events, err = v.Events(id); err != nil {
		return c, err
	}
	if err := r.letters(v, s, &c); err != nil {
		return c, err
	}
	if err := filePlayers(v, s, &c); err != nil {
		return c, err
	}
	if err := fileDisputes(v, s, &c); err != nil {
		return c, err
	}
	return c, fileKeys(v, &c)
}

// fileDisputes names the disputes about a game, each with its events.
func fileDisputes(v store.View, s game.State, c *dossier.Case) error {
	known, err := v.DisputesOf(s.ID)
	for _, d := range known {
		one := dossier.Dispute{ID: d.ID, Ground: d.Ground, By: d.By, Opened: d.Opened, State: "open", Events: eventsOf(d, c.Events)}
		if !d.Closed.IsZero() {
			one.State = "closed"
		}
		c.Disputes = append(c.Disputes, one)
	}
	return err
}

// challengeOf gives the challenge that began a game, which the letter of acceptance answers
// by its key; nil where the key does not tell.
func (r *Room) challengeOf(v store.View, s game.State, events []store.Entry) (*store.Challenge, error) {
	number := int64(0)
	if s.Match != nil {
		number = s.Match.Challenge
	} else if len(events) > 0 && events[0].Event.Letter != 0 {
		l, err := v.Letter(events[0].Event.Letter)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		for _, to := range l.To {
			detail, _ := r.Ledger.Site.Detail(to)
			if t, ok := mailer.ParseToken(detail); ok && t.Kind == mailer.KindChallenge {
				number = t.Number
			}
		}
	}
	ch, err := v.Challenge(number)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return &ch, err
}

// filePlayers names those who have the seats of a game.
func filePlayers(v store.View, s game.State, c *dossier.Case) error {
	for _, side := range []board.Side{board.White, board.Black} {
		for _, id := range s.Members(side) {
			p, err := v.Player(id)
			if err != nil {
				return err
			}
			c.Players = append(c.Players, dossier.Player{ID: id, Name: p.Name, Side: side.String(), Member: ledger.MemberNumber(s, side, id), Addresses: append([]string{}, p.Addresses...)})
		}
	}
	return nil
}

// fileKeys adds the public keys of signatures that were kept when letters were checked.
func fileKeys(v store.View, c *dossier.Case) error {
	seen := map[string]bool{}
	for _, l := range c.Letters {
		for _, name := range dossier.KeyNames(l.Raw) {
			text, found, err := v.Setting(dossier.KeySetting(name))
			if err != nil {
				return err
			}
			if !found || seen[name] {
				continue
			}
			seen[name] = true
			var k dossier.Key
			if err := json.Unmarshal([]byte(text), &k); err != nil {
				return err
			}
			c.Keys = append(c.Keys, k)
		}
	}
	return nil
}

// version is that of the program.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
