package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// A circular of the club goes to each of its readers once, a few letters a minute, and behind the
// letters of games: its rows wait in the outbox until their turn comes. Which players have had a
// circular stands under the digest of its words, so that the same words never go to one of them
// twice.

// Letters of welcome to a list of players wait for their turn among them, so that an import of a
// whole club holds up no game.

// newsWaiting is the setting that lists the rows that wait for their turn.
const newsWaiting = "news/waiting"

// NewsEvery is the time between two letters that wait for their turn.
const NewsEvery = 15 * time.Second

// Circular is a letter of the club to several players: the club's own words or, where Each is not
// nil, what Each gives for a reader.
type Circular struct {
	Subject, Words string
	Each           func(p store.Player) templates.Data
}

// hadBy is the setting that lists the players who have had a circular.
func (c Circular) hadBy() string {
	sum := sha256.Sum256([]byte(c.Subject + "\x00" + c.Words))
	return "news/had/" + hex.EncodeToString(sum[:16])
}

// Data returns what the letter of a circular says to a reader.
func (c Circular) Data(p store.Player) templates.Data {
	if c.Each != nil {
		return c.Each(p)
	}
	return templates.Data{Topic: templates.News, Name: c.Subject, Words: c.Words}
}

// Readers parts players into those to whom a circular goes, those who have had it, and those who
// want no circulars or are no longer registered.
func (c Circular) Readers(v store.View, all []store.Player) (to, had, without []store.Player, err error) {
	listed, err := NumbersIn(v, c.hadBy())
	for _, p := range all {
		switch {
		case Mailbox(p) == "" || Stops(p, News):
			without = append(without, p)
		case slices.Contains(listed, p.ID):
			had = append(had, p)
		default:
			to = append(to, p)
		}
	}
	return to, had, without, err
}

// Send puts a circular to players into the outbox, where it waits for its turn.
func (c Circular) Send(tx store.Tx, l *Ledger, to []store.Player) error {
	had, err := NumbersIn(tx, c.hadBy())
	if err != nil {
		return err
	}
	for _, p := range to {
		had = append(had, p.ID)
	}
	if err := PutNumbers(tx, c.hadBy(), had); err != nil {
		return err
	}
	return SendInTurn(tx, l, news, to, c.Data)
}

// news is the kind of the letters of circulars, which their readers can stop.
const news = "news"

// newsNamed begins the Message-ID of a circular in the club's own words.
const newsNamed = "news."

// IsNews reports whether a Message-ID is that of a circular in the club's own words.
func (l *Ledger) IsNews(messageID string) bool {
	return strings.HasPrefix(messageID, newsNamed) && strings.HasSuffix(strings.ToLower(messageID), "@"+strings.ToLower(l.Site.Domain))
}

// SendInTurn writes a letter to each of some players, which waits for its turn.
func SendInTurn(tx store.Tx, l *Ledger, kind string, to []store.Player, data func(p store.Player) templates.Data) error {
	waiting, err := NumbersIn(tx, newsWaiting)
	if err != nil {
		return err
	}
	for _, p := range to {
		out := l.NoticesOf(tx, p.ID)
		if err := out.NotifyInTurn(kind, Mailbox(p), data(p)); err != nil {
			return err
		}
		waiting = append(waiting, out.Last())
	}
	return PutNumbers(tx, newsWaiting, waiting)
}

// Welcome returns what the letter of welcome says to a player whom the operator has registered.
func Welcome(p store.Player) templates.Data {
	return templates.Data{Topic: templates.Welcome, Name: p.Name}
}

// WelcomeAll writes a letter or card of welcome to each of the players of a list, which waits for
// its turn behind the letters of games.
func WelcomeAll(tx store.Tx, l *Ledger, to []store.Player) error {
	if len(to) == 0 {
		return nil
	}
	return SendInTurn(tx, l, "office", to, Welcome)
}

// TurnsWait reports whether a letter or a weekly sheet waits for its turn.
func TurnsWait(v store.View) (bool, error) {
	news, err := NewsWaits(v)
	if news || err != nil {
		return news, err
	}
	return SheetWaits(v)
}

// NewsWaits reports whether any letter waits for its turn.
func NewsWaits(v store.View) (bool, error) {
	text, _, err := v.Setting(newsWaiting)
	return text != "", err
}

// ServeNews lets the next letter that waits for its turn go out, and sets those aside whose readers
// want no circulars any more or have left. Of a kind with a Check, a letter goes only if the check
// lets it.
func ServeNews(tx store.Tx, checks map[string]NewsCheck) error {
	waiting, err := NumbersIn(tx, newsWaiting)
	if err != nil {
		return err
	}
	for served := false; len(waiting) > 0 && !served; waiting = waiting[1:] {
		row, err := tx.Row(waiting[0])
		if err != nil {
			return err
		}
		if row.State != store.Waiting { // the operator has set the letter aside or sent it
			continue
		}
		p, err := tx.Player(row.Player)
		if err != nil {
			return err
		}
		why := ""
		if row.Kind == news && Stops(p, News) || Mailbox(p) != row.To {
			why = texts.Say("circular set aside")
		} else if check := checks[row.Kind]; check != nil {
			if why, err = check(tx, p, row); err != nil {
				return err
			}
		}
		if row.State, row.Next, served = store.Queued, tx.Now(), true; why != "" {
			row.State, row.Error, served = store.Parked, why, false
		}
		if err := tx.PutRow(&row); err != nil {
			return err
		}
	}
	return PutNumbers(tx, newsWaiting, waiting)
}

// NewsCheck says at its turn why a letter to a player is set aside, or "" if it goes.
type NewsCheck func(tx store.Tx, p store.Player, row store.Row) (string, error)

// NumbersIn returns the numbers that a setting lists.
func NumbersIn(v store.View, setting string) (all []int64, err error) {
	text, _, err := v.Setting(setting)
	for _, word := range strings.Fields(text) {
		n, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, err
}

// PutNumbers has a setting list numbers.
func PutNumbers(tx store.Tx, setting string, all []int64) error {
	words := make([]string, len(all))
	for i, n := range all {
		words[i] = number(n)
	}
	return tx.SetSetting(setting, strings.Join(words, " "))
}

// A weekly sheet tells a player who has asked for one of all their running games. The week begins
// on Monday (UTC): then the players of the sheets are listed in a setting, and the loop of
// circulars takes one of them after the other from it, behind the letters of games. The transaction
// that takes a player from the list writes the sheet, so that no sheet goes twice or is lost when
// the daemon is killed. A sheet tells of the games as they stand when it is written.

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
	return PutNumbers(tx, sheetWaiting, to)
}

// wantsSheet reports whether a player has a sheet; nobody has one by card, whose cards tell of each
// game.
func wantsSheet(p store.Player) bool {
	to := Mailbox(p)
	return to != "" && !store.IsCard(to) && p.Settings[Sheet] == SheetWeekly
}

// SheetWaits reports whether a player waits for a sheet.
func SheetWaits(v store.View) (bool, error) {
	text, _, err := v.Setting(sheetWaiting)
	return text != "", err
}

// ServeSheet writes the sheet of the next player who waits for one and has a game, and passes over
// those who have none or no longer want any.
func ServeSheet(tx store.Tx, l *Ledger) error {
	waiting, err := NumbersIn(tx, sheetWaiting)
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
			if err := l.NoticesOf(tx, p.ID).Notify(Sheet, Mailbox(p), data); err != nil {
				return err
			}
			break
		}
	}
	if err != nil {
		return err
	}
	return PutNumbers(tx, sheetWaiting, waiting)
}

// passedAtOnce is how many players ServeSheet looks at in one transaction.
const passedAtOnce = 20

// sheetFor returns what the sheet of a player says: the games that wait for the player first.
func sheetFor(v store.View, l *Ledger, p store.Player) (templates.Data, error) {
	data := templates.Data{Topic: templates.Sheet, Name: p.Name}
	ids, err := Running(v, p.ID)
	if err != nil {
		return data, err
	}
	var yours, theirs []Seat
	for s, err := range SeatsOf(v, p, ids) {
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
		names, err := Names(v, s.Game)
		if err != nil {
			return data, err
		}
		settings := map[string]string{templates.SetNotation: p.Settings[templates.SetNotation], templates.SetZone: l.ZoneOf(p).String()}
		reader := templates.Reader{Side: s.Side, Member: s.Member(), Settings: settings}
		data.Sheet = append(data.Sheet, templates.SheetOf(s.Game, reader, names[s.Side.Other()], v.Now()))
	}
	return data, nil
}
