package players

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/store"
	"corrd/templates"
)

// A weekly sheet tells a player who has asked for one of all their running games. The week begins
// on Monday (UTC): then the players of the sheets are listed in a setting, and the loop of
// circulars takes one of them after the other from it, behind the letters of games. The transaction
// that takes a player from the list writes the sheet, so that no sheet goes twice or is lost when
// the daemon is killed. A sheet tells of the games as they stand when it is written.

// Sheet is the setting with which the weekly sheet comes, if it is SheetWeekly.
const (
	Sheet       = "sheet"
	SheetWeekly = "weekly"
)

// The settings of the store that hold the week whose sheets have been listed, and the players who
// wait for theirs.
const (
	sheetWeek    = "sheet/week"
	sheetWaiting = "sheet/waiting"
)

// mostOnSheet is the most games of which a sheet tells.
const mostOnSheet = 60

// weekOf names the week of a time, so that a later week has a later name: "2026-W48".
func weekOf(at time.Time) string {
	year, week := at.UTC().ISOWeek()
	return fmt.Sprintf("%04d-W%02d", year, week)
}

// SheetsDue reports whether the sheets of the week are still to be listed.
func SheetsDue(v store.View) (bool, error) {
	listed, _, err := v.Setting(sheetWeek)
	return listed < weekOf(v.Now()), err
}

// ListSheets lists the players who have asked for a sheet, if a week has begun. Who waits from the
// week before is listed once, as everybody is. In the first week of a store nobody is listed.
func ListSheets(tx store.Tx) error {
	due, err := SheetsDue(tx)
	if err != nil || !due {
		return err
	}
	_, before, err := tx.Setting(sheetWeek)
	if err != nil {
		return err
	}
	var to []int64
	if before {
		all, err := tx.Players()
		if err != nil {
			return err
		}
		for _, p := range all {
			if wantsSheet(p) {
				to = append(to, p.ID)
			}
		}
	}
	if err := tx.SetSetting(sheetWeek, weekOf(tx.Now())); err != nil {
		return err
	}
	return List(tx, sheetWaiting, to)
}

// wantsSheet reports whether a player has a sheet; nobody has one by card, whose cards tell of each
// game.
func wantsSheet(p store.Player) bool {
	to := ledger.Mailbox(p)
	return to != "" && !store.IsCard(to) && p.Settings[Sheet] == SheetWeekly
}

// SheetWaits reports whether a player waits for a sheet.
func SheetWaits(v store.View) (bool, error) {
	text, _, err := v.Setting(sheetWaiting)
	return text != "", err
}

// ServeSheet writes the sheet of the next player who waits for one and has a game, and passes over
// those who have none or want none any more.
func ServeSheet(tx store.Tx, l *ledger.Ledger) error {
	waiting, err := Listed(tx, sheetWaiting)
	for passed := 0; err == nil && len(waiting) > 0 && passed < passedAtOnce; passed++ {
		var p store.Player
		if p, err = tx.Player(waiting[0]); err != nil {
			return err
		}
		waiting = waiting[1:]
		if !wantsSheet(p) {
			continue
		}
		data, err := sheetFor(tx, l, p)
		if err != nil {
			return err
		}
		if len(data.Sheet) > 0 {
			if err := l.NoticesOf(tx, p.ID).Notify(Sheet, ledger.Mailbox(p), data); err != nil {
				return err
			}
			break
		}
	}
	if err != nil {
		return err
	}
	return List(tx, sheetWaiting, waiting)
}

// passedAtOnce is how many players ServeSheet looks at in one transaction.
const passedAtOnce = 20

// sheetFor returns what the sheet of a player says: the games that wait for the player first.
func sheetFor(v store.View, l *ledger.Ledger, p store.Player) (templates.Data, error) {
	data := templates.Data{Topic: templates.Sheet, Name: p.Name}
	ids, err := ledger.Running(v, p.ID)
	if err != nil {
		return data, err
	}
	var yours, theirs []ledger.Seat
	for _, id := range ids {
		s, err := ledger.SeatIn(v, p, id)
		if errors.Is(err, store.ErrRules) {
			continue
		}
		if err != nil {
			return data, err
		}
		if s.Game.Awaits(s.Side) {
			yours = append(yours, s)
		} else {
			theirs = append(theirs, s)
		}
	}
	all := slices.Concat(yours, theirs)
	if len(all) > mostOnSheet {
		data.Place, all = len(all), all[:mostOnSheet]
	}
	for _, s := range all {
		names, err := ledger.Names(v, s.Game)
		if err != nil {
			return data, err
		}
		settings := map[string]string{"notation": p.Settings["notation"], "timezone": l.ZoneOf(p).String()}
		reader := templates.Reader{Side: s.Side, Member: s.Member(), Settings: settings}
		data.Sheet = append(data.Sheet, templates.SheetOf(s.Game, reader, names[s.Side.Other()], v.Now()))
	}
	return data, nil
}
