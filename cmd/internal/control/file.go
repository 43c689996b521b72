package control

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math"
	"runtime/debug"
	"slices"
	"time"

	"corrd/cmd/internal/dossier"
	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/board"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
)

// Filing names a game whose evidence is put into an archive; For is the side that may read
// the archive: "white", "black", or "" for the umpire.
type Filing struct {
	ID  int64  `json:"id,omitempty"`
	For string `json:"for,omitempty"`
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
	if v.Rotated, err = r.readyToFile(a.ID); err != nil {
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
				rotate := game.Rotate{Rotated: game.Rotated{Side: side, Member: seat.Member(), Why: game.LeakUmpire}}
				if _, err := r.Ledger.Append(tx, seat.Game, seat.Game.Decide(rotate, tx.Now()), ledger.By{}); err != nil {
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

// letters adds the letters of a game, those by which it was agreed on, and the challenge.
func (r *Room) letters(v store.View, s game.State, c *dossier.Case) error {
	in, err := v.LettersOf(s.ID)
	if err != nil {
		return err
	}
	if ch, err := r.challengeOf(v, s, c.Events); err != nil {
		return err
	} else if ch != nil {
		c.Challenge = &dossier.Challenge{ID: ch.ID, From: ch.From, To: ch.To, At: ch.At, Nonce: ch.Nonce, Letter: ch.Letter, Acceptance: ch.Acceptance}
		for _, id := range []int64{ch.Letter, ch.Acceptance} {
			l, err := v.Letter(id)
			if err == nil && !slices.ContainsFunc(in, func(other store.Letter) bool { return other.ID == id }) {
				l.Side = board.Black
				if slices.Contains(s.Members(board.White), l.Player) {
					l.Side = board.White
				}
				in = append(in, l)
			} else if err != nil && !errors.Is(err, store.ErrNotFound) {
				return err
			}
		}
	}
	ruled, err := umpireLetters(v, c.Events)
	if err != nil {
		return err
	}
	for i, l := range append(in, ruled...) {
		seat := l.Side.String()
		if i >= len(in) {
			seat = dossier.UmpireSeat
		}
		one := dossier.Letter{ID: l.ID, Dir: "in", At: l.Received, Seat: seat, Ply: l.Ply, Player: l.Player, From: l.From, To: l.To, Subject: l.Subject,
			MessageID: l.MessageID, Kind: l.Kind, State: string(l.State), Verdict: l.Verdict}
		if one.Raw, err = v.Raw(l.ID); errors.Is(err, store.ErrPurged) {
			one.Gone = "not kept"
			if l.Erased != 0 {
				one.Gone = "erased by an order"
			}
		} else if err != nil {
			return err
		}
		c.Letters = append(c.Letters, one)
	}
	out, err := v.RowsOf(s.ID, math.MaxInt)
	for _, row := range out {
		if row, err = v.Row(row.ID); err != nil {
			return err
		}
		one := dossier.Letter{ID: row.ID, Dir: "out", At: row.At, Seat: row.Side.String(), Told: row.Seq, Player: row.Player, From: r.Ledger.Site.Address(), To: []string{row.To},
			MessageID: row.MessageID, Kind: row.Kind, State: string(row.State), Tries: row.Tries, Answer: row.Error, Raw: row.Bytes}
		if !row.SentAt.IsZero() {
			one.Sent = &row.SentAt
		}
		if len(row.Bytes) == 0 {
			one.Raw, one.Gone = nil, "not written yet"
			if row.Erased != 0 {
				one.Gone = "erased by an order"
			}
		}
		c.Letters = append(c.Letters, one)
	}
	slices.SortStableFunc(c.Letters, func(a, b dossier.Letter) int { return a.At.Compare(b.At) })
	return err
}

// umpireLetters gives the letters by which umpires have ruled.
func umpireLetters(v store.View, events []store.Entry) (letters []store.Letter, err error) {
	for _, e := range events {
		if f, ok := e.Event.Fact.(game.Ruled); ok && f.Letter != 0 {
			l, err := v.Letter(f.Letter)
			if err != nil {
				return nil, err
			}
			letters = append(letters, l)
		}
	}
	return letters, nil
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
