package control

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/tournaments"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/telling"
	"corrd/store"
	"corrd/templates/site"
)

// SiteView is what the reading room is built of beside its games.
type SiteView struct {
	House site.House `json:"house"`
	Games []int64    `json:"games"` // all of them, shown or not

	Events []site.Event `json:"events"`
}

// SiteList returns the name of the club, the numbers of all games, and the events.
func (r *Room) SiteList(context.Context, None) (s SiteView, err error) {
	if err := ledger.RoomBuilt(r.Store); err != nil {
		return s, err
	}
	s = SiteView{House: site.House{Name: r.Office.Name, Domain: r.Office.Domain}, Games: []int64{}}
	if s.Events, err = view(r, r.publicEvents); err != nil {
		return s, err
	}
	for after := int64(0); ; {
		ids, err := view(r, func(v store.View) ([]int64, error) { return v.Games(after, allGamesPage) })
		if err != nil || len(ids) == 0 {
			return s, err
		}
		s.Games, after = append(s.Games, ids...), ids[len(ids)-1]
	}
}

// publicEvents returns the events as the public sees them.
func (r *Room) publicEvents(v store.View) ([]site.Event, error) {
	events := []site.Event{}
	all, err := v.Tournaments()
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		table, err := tournaments.Table(v, s)
		if err != nil {
			return nil, err
		}
		named := map[int64]site.Member{}
		for _, seat := range s.Seats {
			for _, h := range seat.Holders {
				m, err := ledger.PublicPlayer(v, h.Player)
				if err != nil {
					return nil, err
				}
				named[h.Player] = site.Member(m)
			}
		}
		if e, ok := site.NewEvent(s, table, named, r.Ledger.Zone); ok {
			events = append(events, e)
		}
	}
	return events, nil
}

// SiteAsking names a game of the reading room, and the mark of what is known of it; "" for nothing.
type SiteAsking struct {
	ID   int64  `json:"id"`
	Mark string `json:"mark,omitempty"`
}

// SiteGame is what the public sees of a game.
type SiteGame struct {
	Mark  string      `json:"mark"` // changes whenever anything might change that is shown, and is never shown itself
	Same  bool        `json:"same,omitempty"`
	Files site.Files  `json:"files,omitempty"` // none: the game is not shown
	Entry *site.Entry `json:"entry,omitempty"`
}

// SiteShow returns the files of a game, unless the mark says that they are known.
func (r *Room) SiteShow(_ context.Context, a SiteAsking) (g SiteGame, err error) {
	var sides [2]site.Side
	var shown telling.Public
	var ok bool
	err = r.Store.View(func(v store.View) error {
		if g.Same, err = r.same(v, a); g.Same || err != nil {
			g.Mark = a.Mark
			return err
		}
		s, err := v.Game(a.ID)
		if err != nil {
			return err
		}
		log, _, err := ledger.EventsOf(v, s)
		if err != nil {
			return err
		}
		shown, ok = telling.PublicOf(a.ID, log)
		sides, g.Mark, err = r.mark(v, s, log)
		return err
	})
	if errors.Is(err, store.ErrRules) { // a newer corrd alone can tell the game
		mark := watch.ReleaseOf(0).Line("corrd")
		return SiteGame{Mark: mark, Same: mark == a.Mark}, nil
	}
	if err != nil || g.Same || !ok {
		return g, err
	}
	files, entry := site.GameFiles(shown, sides, site.House{Name: r.Office.Name, Domain: r.Office.Domain}, r.Ledger.Zone)
	g.Files, g.Entry = files, &entry
	return g, nil
}

// mark is the mark of a game: how many events it had, who played it, and a digest of all on which
// its pages depend. Whether a mark still holds is told without the game being folded.
type mark struct {
	Seq     int64      `json:"seq"`
	Players [2][]int64 `json:"players"`
	Former  []int64    `json:"former,omitempty"` // players whose seat somebody else has now
	Sum     string     `json:"sum"`
}

// mark returns the sides of a game as the public pages name them, and its mark.
func (r *Room) mark(v store.View, s game.State, log []game.Event) (sides [2]site.Side, written string, err error) {
	m := mark{Seq: s.Seq, Players: [2][]int64{s.Members(board.White), s.Members(board.Black)}}
	for _, e := range log {
		if f, ok := e.Fact.(game.Replaced); ok {
			m.Former = append(m.Former, f.Was)
		}
	}
	if sides, m.Sum, err = r.sum(v, s.ID, m); err != nil {
		return sides, "", err
	}
	text, err := json.Marshal(m)
	return sides, string(text), err
}

// same reports whether the mark of a game still holds.
func (r *Room) same(v store.View, a SiteAsking) (bool, error) {
	var m mark
	if json.Unmarshal([]byte(a.Mark), &m) != nil || m.Seq == 0 {
		return false, nil
	}
	_, err := v.Line(a.ID, m.Seq+1)
	if !errors.Is(err, store.ErrNotFound) { // the game has gone on
		return false, err
	}
	_, sum, err := r.sum(v, a.ID, m)
	if errors.Is(err, store.ErrNotFound) { // another store was put in the place of that one
		return false, nil
	}
	return sum == m.Sum, err
}

// sum returns the sides of a game as the public pages name them, and the digest of all on which its
// pages depend.
func (r *Room) sum(v store.View, id int64, m mark) (sides [2]site.Side, sum string, err error) {
	of := struct {
		Release string
		Office  any
		Zone    string
		Last    []byte // the last event
		Sides   [2]site.Side
		Erased  []int64
	}{Release: watch.ReleaseOf(0).Line("corrd"), Office: r.Office, Zone: r.Ledger.Zone.String()}
	if of.Last, err = v.Line(id, m.Seq); err != nil {
		return sides, "", err
	}
	for side, players := range m.Players {
		for _, id := range players {
			p, err := v.Player(id)
			if err != nil {
				return sides, "", err
			}
			sides[side], of.Erased = append(sides[side], site.Member(ledger.AsPublic(p))), append(of.Erased, p.Erased)
		}
	}
	for _, id := range m.Former {
		p, err := v.Player(id)
		if err != nil {
			return sides, "", err
		}
		of.Erased = append(of.Erased, p.Erased)
	}
	of.Sides = sides
	written, err := json.Marshal(of)
	digest := sha256.Sum256(written)
	return sides, hex.EncodeToString(digest[:16]), err
}
