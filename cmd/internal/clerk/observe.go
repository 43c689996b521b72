package clerk

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/reason"
	"corrd/game/telling"
	"corrd/game/tournament"
	"corrd/interpret"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// The bounds: how many observers a game has, how many games a player watches, how many games are
// watched in all, and how many letters of observed games an observer has in a day. What a day does
// not take is told in one letter later.
const (
	mostObservers   = 30
	mostWatchedEach = 10
	mostWatched     = 1000
	mostLetters     = 40
)

// The clerk sends the moves of games to players who have no seat in them and have asked for them,
// as far as the public sees those games, and no earlier. Which games a player watches stands in
// their settings, and goes with them; what each observer of a game has been told stands in a
// setting of the store. The letters wait for their turn behind those of games, and each is looked
// at again when its turn comes.

// watched is the setting of the store that lists the games that have observers.
const watched = "observe/games"

// told is what the observers of a game have been told.
type told struct {
	Seq   int64         `json:"seq"`             // how many events the game had when it was looked at
	Moves []string      `json:"moves,omitempty"` // the moves that were shown then
	Told  map[int64]int `json:"told"`            // by the observers, how many moves they have been told of
}

func settingObserved(id int64) string { return "observe/" + strconv.FormatInt(id, 10) }

func readObserved(v store.View, id int64) (t told, err error) {
	text, _, err := v.Setting(settingObserved(id))
	if err == nil && text != "" {
		err = json.Unmarshal([]byte(text), &t)
	}
	if t.Told == nil {
		t.Told = map[int64]int{}
	}
	return t, err
}

// write keeps what the observers of a game have been told, and lists the game while it has any.
func (t told) write(tx store.Tx, id int64) error {
	games, err := ledger.NumbersIn(tx, watched)
	if err != nil {
		return err
	}
	text, listed := "", slices.Contains(games, id)
	if len(t.Told) > 0 {
		written, err := json.Marshal(t)
		if text = string(written); err != nil {
			return err
		}
	}
	switch {
	case text != "" && !listed:
		games = append(games, id)
	case text == "" && listed:
		games = slices.DeleteFunc(games, func(g int64) bool { return g == id })
	}
	return cmp.Or(tx.SetSetting(settingObserved(id), text), ledger.PutNumbers(tx, watched, games))
}

// gamesWatched returns the games that a player watches.
func gamesWatched(p store.Player) (ids []int64) {
	for _, word := range strings.Fields(p.Settings[ledger.Watching]) {
		if id, err := strconv.ParseInt(word, 10, 64); err == nil {
			ids = append(ids, id)
		}
	}
	return ids
}

func watches(p store.Player, id int64) bool { return slices.Contains(gamesWatched(p), id) }

// setGames changes which games a player watches; the caller stores the player.
func setGames(p *store.Player, ids []int64) {
	words := make([]string, len(ids))
	for i, id := range ids {
		words[i] = strconv.FormatInt(id, 10)
	}
	ledger.ChangeSetting(p, ledger.Watching, strings.Join(words, " "))
}

// seen is a game as an observer may see it now.
type seen struct {
	state game.State
	shown telling.Public // empty where nothing has been shown yet
	over  bool
}

func (s seen) moves() (all []string) {
	for _, turn := range s.shown.State.Line {
		all = append(all, turn.Move.String())
	}
	return all
}

// look returns a game as a player may see it, or why they may not.
func look(v store.View, id int64, p store.Player) (s seen, why reason.Reason, err error) {
	if s, why, err = show(v, id); why == "" && err == nil {
		why, err = s.bars(v, p)
	}
	return s, why, err
}

// hidden refuses a game that the observer may not see, in the words for a game that does not exist.
func hidden(id int64) reason.Reason { return reason.Because("watch hidden", id) }

// show returns a game as somebody who has no seat in it may see it, or why nobody may.
func show(v store.View, id int64) (s seen, why reason.Reason, err error) {
	s.state, err = v.Game(id)
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrRules) {
		return s, hidden(id), nil
	}
	if err != nil {
		return s, "", err
	}
	log, _, err := ledger.EventsOf(v, s.state)
	if err != nil {
		return s, "", err
	}
	shown, ok := telling.PublicOf(id, log)
	s.shown, s.over = shown, s.state.Result != nil
	if s.over && !ok || !s.over && !s.state.Terms.Observed() {
		return s, hidden(id), nil
	}
	return s, "", nil
}

// bars says why a player is not an observer of a running game: they play in it, somebody who does
// has blocked them, or they play in the event in which it counts.
func (s seen) bars(v store.View, p store.Player) (reason.Reason, error) {
	if s.over {
		return "", nil
	}
	for _, id := range s.state.Everybody() {
		if id == p.ID {
			return reason.Because("watch own", s.state.ID), nil
		}
		member, err := v.Player(id)
		if err != nil {
			return "", err
		}
		if ledger.Blocks(member, p.ID) {
			return hidden(s.state.ID), nil
		}
	}
	if s.state.Tournament == nil {
		return "", nil
	}
	e, err := v.Tournament(s.state.Tournament.Number)
	if err == nil && e.Phase == tournament.Playing && e.Has(p.ID) {
		return reason.Because("watch rival", s.state.ID), nil
	}
	return "", err
}

// watchGame has a player watch a game. The data are what to answer, or why says why they may not. A
// game that is over is told at once and whole, and is not watched.
func watchGame(tx store.Tx, p *store.Player, id int64) (now observation, why reason.Reason, err error) {
	s, why, err := look(tx, id, *p)
	if why != "" || err != nil {
		return now, why, err
	}
	if now = s.telling(0, "begun"); s.over {
		now.Kind = "over"
		return now, "", nil
	}
	if p.OnCards() {
		return now, reason.Because("watch cards"), nil
	}
	games, err := still(tx, *p)
	if err != nil {
		return now, "", err
	}
	t, err := readObserved(tx, id)
	if err != nil {
		return now, "", err
	}
	_, has := t.Told[p.ID]
	all, err := ledger.NumbersIn(tx, watched)
	switch {
	case err != nil:
		return now, "", err
	case !slices.Contains(games, id) && len(games) >= mostWatchedEach:
		return now, reason.Because("watch many", fmt.Sprint(mostWatchedEach)), nil
	case !has && len(t.Told) >= mostObservers, !slices.Contains(all, id) && len(all) >= mostWatched:
		return now, reason.Because("watch full", id), nil
	}
	if !watches(*p, id) {
		setGames(p, append(gamesWatched(*p), id))
	}
	if t.Told[p.ID] = len(s.moves()); len(t.Told) == 1 {
		t.Seq, t.Moves = s.state.Seq, s.moves()
	}
	return now, "", cmp.Or(t.write(tx, id), tx.PutPlayer(p))
}

// still returns the games that a player watches and of which more is to come.
func still(v store.View, p store.Player) (ids []int64, err error) {
	for _, id := range gamesWatched(p) {
		t, err := readObserved(v, id)
		if err != nil {
			return nil, err
		}
		if _, ok := t.Told[p.ID]; ok {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// unwatchGame has a player watch a game no more, or no game where id is 0, and gives those that
// they watched.
func unwatchGame(tx store.Tx, p *store.Player, id int64) (ended []int64, err error) {
	for _, g := range gamesWatched(*p) {
		if id != 0 && g != id {
			continue
		}
		t, err := readObserved(tx, g)
		if err != nil {
			return nil, err
		}
		delete(t.Told, p.ID)
		if err := t.write(tx, g); err != nil {
			return nil, err
		}
		ended = append(ended, g)
	}
	setGames(p, slices.DeleteFunc(gamesWatched(*p), func(g int64) bool { return slices.Contains(ended, g) }))
	return ended, tx.PutPlayer(p)
}

// observers returns the observers of a game in the order of their numbers.
func (t told) observers() []int64 { return slices.Sorted(maps.Keys(t.Told)) }

// observes has a player watch a game of others, or stop watching one or all.
func (d *taking) observes(p store.Player, st interpret.Statement) error {
	if !d.Proven() {
		return d.UnprovenWish()
	}
	d.Player = &p
	id, _ := strconv.ParseInt(st.Words, 10, 64)
	if st.Kind == interpret.KindUnwatch {
		ended, err := unwatchGame(d.Tx, &p, id)
		if err != nil {
			return err
		}
		return d.Office(templates.Data{Topic: templates.Unwatched, Name: p.Name, Games: ended})
	}
	now, why, err := watchGame(d.Tx, &p, id)
	switch {
	case err != nil:
		return err
	case why != "":
		return d.Reply("refused", templates.Data{Topic: templates.Unwatched, Number: id, Name: p.Name, Reason: texts.InLetter(why)}, store.Returned, "watch: refused")
	}
	data, err := now.Data(d.Tx, id, d.Ledger.ZoneOf(p))
	if err != nil {
		return err
	}
	return d.Office(data)
}
