package tournaments

import (
	"fmt"
	"slices"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/tournament"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// notice is what a director or the players of a game are told of an event once: mark is the setting
// that says that they have been told.
type notice struct {
	event tournament.State
	mark  string
	line  string
	game  int64 // the game whose sides are asked for their claims; 0: a player is silent, or the table has changed
	// readers are the players who asked for the table whenever a game is over
	readers []store.Player
}

// Due returns how many things of events the director has not been told: players who are silent
// longer than the conditions allow, and games that go on at the closing date.
func Due(v store.View, l *ledger.Ledger) (int, error) {
	all, err := untold(v, l)
	return len(all), err
}

// Tell tells the director of each event what Due counts, in one letter an event, and asks the sides
// of the games that go on at the closing date what they claim.
func Tell(tx store.Tx, l *ledger.Ledger) error {
	all, err := untold(tx, l)
	if err != nil {
		return err
	}
	letters, claims := map[int64]*templates.Data{}, map[int64][]int64{}
	for _, n := range all {
		if err := tx.SetSetting(n.mark, "told"); err != nil {
			return err
		}
		if n.readers != nil {
			if err := sendTable(tx, l, n); err != nil {
				return err
			}
			continue
		}
		data := letters[n.event.ID]
		if data == nil {
			data = &templates.Data{Topic: templates.EventWatch, Number: n.event.ID, Event: n.event.Name, Place: n.event.Silent}
			letters[n.event.ID] = data
		}
		if n.game == 0 {
			data.Lines = append(data.Lines, n.line)
			continue
		}
		data.Open = append(data.Open, n.line)
		claims[n.event.ID] = append(claims[n.event.ID], n.game)
	}
	for _, n := range all {
		if data := letters[n.event.ID]; data != nil {
			delete(letters, n.event.ID)
			if err := tellDirector(tx, l, *data); err != nil {
				return err
			}
			if err := askClaims(tx, l, n.event, claims[n.event.ID]); err != nil {
				return err
			}
		}
	}
	return nil
}

// tellDirector writes to the secretary of the club or, where there is none, to the umpire.
func tellDirector(tx store.Tx, l *ledger.Ledger, data templates.Data) error {
	p, ok, err := ledger.Secretary(tx, l)
	switch {
	case err != nil:
		return err
	case ok:
		return l.NoticesOf(tx, p.ID).Notify("office", ledger.Mailbox(p), data)
	}
	return l.TellUmpires(tx, game.State{}, fmt.Sprintf("event%d.%d", data.Number, tx.Now().Unix()), data)
}

// askClaims asks both sides of some games of an event what they claim before the games are
// adjudicated: each player in one letter.
func askClaims(tx store.Tx, l *ledger.Ledger, s tournament.State, games []int64) error {
	for seat := range s.Seats {
		theirs := slices.DeleteFunc(s.GamesOf(seat), func(g tournament.Game) bool { return !slices.Contains(games, g.ID) })
		if len(theirs) == 0 {
			continue
		}
		p, err := tx.Player(s.Seats[seat].Player())
		if err != nil {
			return err
		}
		data := templates.Data{Topic: templates.EventClaims, Number: s.ID, Event: s.Name, Name: p.Name}
		if len(theirs) == 1 {
			g, err := tx.Game(theirs[0].ID)
			if err != nil {
				return err
			}
			data.Game, data.Side, data.Seq = g.ID, theirs[0].SideOf(seat), g.Seq
			if err := l.NoticesOf(tx, p.ID).Notify("office", ledger.Mailbox(p), data); err != nil {
				return err
			}
			continue
		}
		if data.Lines, err = lined(tx, s, seat, theirs); err != nil {
			return err
		}
		if err := tellTogether(tx, l, s, p, "office", data, theirs); err != nil {
			return err
		}
	}
	return nil
}

// untold returns the notices that nobody has had.
func untold(v store.View, l *ledger.Ledger) (all []notice, err error) {
	events, err := v.Tournaments()
	for _, s := range events {
		if s.Phase != tournament.Playing {
			continue
		}
		found, err := silences(v, l, s)
		if err != nil {
			return nil, err
		}
		ends, err := unfinished(v, s)
		if err != nil {
			return nil, err
		}
		table, err := readTables(v, s)
		if err != nil {
			return nil, err
		}
		for _, n := range slices.Concat(found, ends, table) {
			told, _, err := v.Setting(n.mark)
			if err != nil {
				return nil, err
			}
			if told == "" {
				all = append(all, n)
			}
		}
	}
	return all, err
}

// readTables returns the notice that games are over, for those players of an event who asked for
// its table then.
func readTables(v store.View, s tournament.State) ([]notice, error) {
	n := notice{event: s}
	for _, seat := range s.Seats {
		p, err := v.Player(seat.Player())
		if err != nil {
			return nil, err
		}
		if p.Settings[ledger.Tables] == ledger.TablesOn {
			n.readers = append(n.readers, p)
		}
	}
	if n.readers == nil {
		return nil, nil
	}
	over := 0
	for _, g := range s.Games {
		of, err := v.Game(g.ID)
		if err != nil {
			return nil, err
		}
		if of.Result != nil {
			over++
		}
	}
	if over == 0 {
		return nil, nil
	}
	n.mark = fmt.Sprintf("event/table/%d/%d", s.ID, over)
	return []notice{n}, nil
}

// sendTable sends the table of an event to those who asked for it.
func sendTable(tx store.Tx, l *ledger.Ledger, n notice) error {
	data, err := Shown(tx, l, n.event)
	for _, p := range n.readers {
		if err == nil {
			err = l.NoticesOf(tx, p.ID).Notify("office", ledger.Mailbox(p), data)
		}
	}
	return err
}

// unfinished returns the games that go on at the closing date.
func unfinished(v store.View, s tournament.State) (all []notice, err error) {
	if v.Now().Before(s.Close) {
		return nil, nil
	}
	for _, g := range s.Games {
		of, err := v.Game(g.ID)
		if err != nil {
			return nil, err
		}
		if of.Result == nil {
			names, err := ledger.Names(v, of)
			if err != nil {
				return nil, err
			}
			all = append(all, notice{event: s, game: g.ID, mark: fmt.Sprintf("event/claims/%d/%d", s.ID, g.ID),
				line: texts.Say("watch game", g.ID, names[board.White], names[board.Black])})
		}
	}
	return all, nil
}

// silences returns the players who have a move to send and have sent none in any game of the event
// for longer than its conditions allow.
func silences(v store.View, l *ledger.Ledger, s tournament.State) (all []notice, err error) {
	for seat := range s.Seats {
		if !s.Seats[seat].Withdrawn.IsZero() {
			continue
		}
		heard, waits, err := heardOf(v, s, seat)
		if err != nil {
			return nil, err
		}
		if !waits || v.Now().Before(heard.AddDate(0, 0, s.Silent)) {
			continue
		}
		p, err := v.Player(s.Seats[seat].Player())
		if err != nil {
			return nil, err
		}
		all = append(all, notice{event: s, mark: fmt.Sprintf("event/silence/%d/%d/%d", s.ID, p.ID, heard.Unix()),
			line: texts.Say("watch silent", p.Name, texts.Day(heard, l.Zone))})
	}
	return all, nil
}

// heardOf returns when the player of a seat last wrote in a game of the event, or since when they
// have the seat; waits reports whether their time runs in any game.
func heardOf(v store.View, s tournament.State, seat int) (heard time.Time, waits bool, err error) {
	holders := s.Seats[seat].Holders
	heard = holders[len(holders)-1].From
	for _, g := range s.GamesOf(seat) {
		side := g.SideOf(seat)
		of, err := v.Game(g.ID)
		if err != nil {
			return heard, false, err
		}
		entries, err := v.Events(g.ID)
		if err != nil {
			return heard, false, err
		}
		for _, e := range entries {
			if e.Event.By == game.PartyOf(side) && e.Event.Letter != 0 && e.Event.At.After(heard) {
				heard = e.Event.At
			}
		}
		runs, ok := of.Running()
		waits = waits || of.Result == nil && ok && runs == side
	}
	return heard, waits, nil
}
