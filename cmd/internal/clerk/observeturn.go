package clerk

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/game/board"
	"corrd/game/telling"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// kindObserved is the kind of the letters to observers.
const kindObserved = "observed"

// observation is what a letter tells an observer of a game.
type observation struct {
	Kind  string // "begun", "moves", "back" (moves were taken back), "over", "ended" (nothing more is shown)
	From  int    // the first move that the letter tells, from 0
	shown telling.Public
	sides [2][]int64 // the players
}

func (s seen) telling(from int, kind string) observation {
	return observation{Kind: kind, From: min(from, len(s.shown.State.Line)), shown: s.shown, sides: [2][]int64{s.state.Members(board.White), s.state.Members(board.Black)}}
}

// Data returns what the letter says, with days in a zone: the players are named as the public pages
// name them.
func (t observation) Data(v store.View, id int64, zone *time.Location) (templates.Data, error) {
	var names [2][]string
	for side := range names {
		for _, member := range t.sides[side] {
			m, err := ledger.PublicPlayer(v, member)
			if err != nil {
				return templates.Data{}, err
			}
			names[side] = append(names[side], m.Name)
		}
	}
	return templates.ObservedData(id, t.shown, t.From, t.Kind, names, zone), nil
}

// observersDue reports whether any observer has something to be told.
func observersDue(v store.View) (bool, error) {
	games, err := ledger.NumbersIn(v, watched)
	for _, id := range games {
		t, err := readObserved(v, id)
		if err != nil {
			return false, err
		}
		if due, err := t.due(v, id); due || err != nil {
			return due, err
		}
	}
	return false, err
}

// due reports whether a game has gone on, or an observer of it has not been told of all that was
// shown.
func (t told) due(v store.View, id int64) (bool, error) {
	_, err := v.Line(id, t.Seq+1)
	if errors.Is(err, store.ErrNotFound) {
		return t.behind(), nil
	}
	return err == nil, err
}

// behind reports whether an observer has not been told of all that was shown.
func (t told) behind() bool {
	for _, n := range t.Told {
		if n != len(t.Moves) {
			return true
		}
	}
	return false
}

// tellObservers writes the letters that are due to observers; they wait for their turn.
func tellObservers(tx store.Tx, l *ledger.Ledger) error {
	games, err := ledger.NumbersIn(tx, watched)
	for _, id := range games {
		if err == nil {
			err = tell(tx, l, id)
		}
	}
	return err
}

// tally is the tally of the letters that an observer has had on the day of a time.
func tally(player int64, at time.Time) string {
	return "observed/" + strconv.FormatInt(player, 10) + "/" + ledger.Day(at)
}

// tell writes to the observers of a game.
func tell(tx store.Tx, l *ledger.Ledger, id int64) error {
	t, err := readObserved(tx, id)
	if err != nil {
		return err
	}
	if due, err := t.due(tx, id); !due || err != nil {
		return err
	}
	s, hides, err := show(tx, id)
	if err != nil {
		return err
	}
	was, now := t.Moves, s.moves()
	same := common(was, now)
	t.Seq, t.Moves = s.state.Seq, now
	for _, observer := range t.observers() {
		p, err := tx.Player(observer)
		if err != nil {
			return err
		}
		if ledger.Mailbox(p) == "" || !watches(p, id) { // they have left, were erased, or have stopped it
			delete(t.Told, observer)
			continue
		}
		why := hides
		if why == "" {
			if why, err = s.bars(tx, p); err != nil {
				return err
			}
		}
		had := t.Told[observer]
		telling := s.telling(min(had, same), "moves")
		switch {
		case why != "":
			telling = observation{Kind: "ended"}
		case s.over:
			telling.Kind = "over"
		case min(had, same) < had:
			telling.Kind = "back"
		case len(now) == had:
			continue
		}
		if err := t.send(tx, l, p, id, telling); err != nil {
			return err
		}
	}
	return t.write(tx, id)
}

// send writes a letter to an observer, unless they have had those of the day. Once no more is to
// come, they are no longer an observer.
func (t told) send(tx store.Tx, l *ledger.Ledger, p store.Player, id int64, telling observation) error {
	last := telling.Kind == "over" || telling.Kind == "ended"
	sent, err := tx.Count(tally(p.ID, tx.Now()))
	if err != nil || sent >= mostLetters && !last {
		t.Told[p.ID] = telling.From // the next letter tells it
		return err
	}
	data, err := telling.Data(tx, id, l.ZoneOf(p))
	if err != nil {
		return err
	}
	if t.Told[p.ID] = len(t.Moves); last {
		delete(t.Told, p.ID)
	}
	if err := tx.AddCount(tally(p.ID, tx.Now()), 1); err != nil {
		return err
	}
	return ledger.SendInTurn(tx, l, kindObserved, []store.Player{p}, func(store.Player) templates.Data { return data })
}

// common counts the moves with which two games begin alike.
func common(a, b []string) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// mayObserve says, at the turn of a letter to an observer, why it is set aside, or "" if its reader
// still watches the game, and all that it tells may still be shown. After the last letter the
// reader no longer watches the game.
func mayObserve(tx store.Tx, p store.Player, row store.Row) (string, error) {
	aside := texts.Say("observed set aside")
	var data templates.Data
	if json.Unmarshal(row.Data, &data) != nil || !watches(p, data.Number) {
		return aside, nil
	}
	if data.Reason == "over" || data.Reason == "ended" {
		setGames(&p, slices.DeleteFunc(gamesWatched(p), func(id int64) bool { return id == data.Number }))
		if err := tx.PutPlayer(&p); err != nil {
			return "", err
		}
	}
	if data.Reason == "ended" {
		return "", nil
	}
	s, why, err := look(tx, data.Number, p)
	if why != "" || len(s.moves()) < data.Place {
		return aside, err
	}
	return "", err
}
