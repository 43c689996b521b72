package control

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/players"
	"corrd/cmd/internal/release"
	"corrd/cmd/internal/tournaments"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/public"
	"corrd/store"
	"corrd/templates/site"
)

// SiteView is what the reading room is built of beside its games.
type SiteView struct {
	House site.House `json:"house"`
	Games []int64    `json:"games"` // all of them, shown or not

	Events []site.Event `json:"events"`
}

// SiteList gives the name of the club, the numbers of all games, and the events.
func (r *Room) SiteList(context.Context, None) (s SiteView, err error) {
	if err := players.RoomBuilt(r.Store); err != nil {
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

// publicEvents gives the events as the public sees them.
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
		if e, ok := site.NewEvent(s, table, named, r.zone()); ok {
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

// SiteShow gives the files of a game, unless the mark says that they are known.
func (r *Room) SiteShow(_ context.Context, a SiteAsking) (g SiteGame, err error) {
	var sides [2]site.Side
	var shown public.Game
	var ok bool
	err = r.Store.View(func(v store.View) error {
		s, err := v.Game(a.ID)
		if err != nil {
			return err
		}
		if sides, g.Mark, err = r.mark(v, s); err != nil {
			return err
		}
		if g.Same = g.Mark == a.Mark; g.Same {
			return nil
		}
		log, _, err := ledger.EventsOf(v, s)
		shown, ok = public.Of(a.ID, log)
		return err
	})
	if errors.Is(err, store.ErrRules) { // a newer corrd alone can tell the game
		mark := release.Of(0).Line("corrd")
		return SiteGame{Mark: mark, Same: mark == a.Mark}, nil
	}
	if err != nil || !ok {
		return g, err
	}
	files, entry := site.GameFiles(shown, sides, site.House{Name: r.Office.Name, Domain: r.Office.Domain}, r.zone())
	g.Files, g.Entry = files, &entry
	return g, nil
}

// zone is that of the days on pages.
func (r *Room) zone() *time.Location {
	if r.Ledger.Zone == nil {
		return time.UTC
	}
	return r.Ledger.Zone
}

// mark gives the sides of a game as the public pages name them, and a digest of all on which its pages
// depend.
func (r *Room) mark(v store.View, s game.State) (sides [2]site.Side, mark string, err error) {
	type member struct{ ID, Erased int64 }
	of := struct {
		Release string
		Office  any
		Zone    string
		Seq     int64
		Sides   [2]site.Side
		Members []member
	}{Release: release.Of(0).Line("corrd"), Office: r.Office, Zone: r.zone().String(), Seq: s.Seq}
	for side := range sides {
		named, err := ledger.PublicMembers(v, s, board.Side(side))
		if err != nil {
			return sides, "", err
		}
		for _, m := range named {
			sides[side] = append(sides[side], site.Member{ID: m.ID, Name: m.Name})
		}
		for _, id := range s.Members(board.Side(side)) {
			p, err := v.Player(id)
			if err != nil {
				return sides, "", err
			}
			of.Members = append(of.Members, member{id, p.Erased})
		}
	}
	of.Sides = sides
	written, err := json.Marshal(of)
	sum := sha256.Sum256(written)
	return sides, hex.EncodeToString(sum[:16]), err
}
