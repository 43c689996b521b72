package ledger

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"corrd/game"
	"corrd/game/clocks"
	"corrd/game/play"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// RemovePlayer ends the challenges of a player, and frees their addresses, each of which is told.
// The caller has found that no game of the player goes on.
func RemovePlayer(out *Notices, p *store.Player) error {
	if err := leaveChallenges(out, *p); err != nil {
		return err
	}
	was := p.Addresses
	for _, a := range was { // whoever comes back the same day is asked to confirm, as after a no
		if err := out.Tx.AddCount(TallyRefusals.At(a, out.Tx.Now()), 1); err != nil {
			return err
		}
	}
	if err := noteLeft(out.Tx, *p); err != nil {
		return err
	}
	if p.OnCards() { // nobody prints a card to who has left
		was = nil
	}
	p.Addresses, p.Postal, p.Left = nil, "", out.Tx.Now()
	if err := cmp.Or(putChanges(out.Tx, p.ID, nil), out.Tx.PutPlayer(p)); err != nil {
		return err
	}
	return out.NotifyAll("office", was, templates.Data{Topic: templates.Removed, Name: p.Name})
}

// leaveChallenges ends every challenge in which a player has a part.
func leaveChallenges(out *Notices, who store.Player) error {
	open, err := out.Tx.ChallengesOf(who.ID)
	for _, ch := range open {
		if err := leaveChallenge(out, who, ch); err != nil {
			return err
		}
	}
	return err
}

// leaveChallenge ends a challenge in which a player has a part, and tells the others who
// are registered.
func leaveChallenge(out *Notices, who store.Player, ch store.Challenge) error {
	ch.State = store.ChallengeDeclined
	topic := templates.Declined
	if ch.From == who.ID {
		ch.State, topic = store.ChallengeWithdrawn, templates.Withdrawn
	}
	others := []int64{ch.From, ch.ToID}
	for _, c := range ch.Consultants {
		others = append(others, c.Player)
	}
	for _, id := range others {
		if id == 0 || id == who.ID {
			continue
		}
		p, err := out.Tx.Player(id)
		if err != nil {
			return err
		}
		if err := out.Notify("office", Mailbox(p), templates.Data{Topic: topic, Number: ch.ID, Name: who.Name}); err != nil {
			return err
		}
	}
	return out.Tx.PutChallenge(&ch)
}

// UpToDate returns a game that has heard of every outage.
type UpToDate func(tx store.Tx, id int64) (s game.State, stopped bool, err error)

// LeaveEverywhere takes the leave for which words ask, "14 days" or "until 12 December", for a
// player in all their games, and returns what to tell the player: each game in which their clock
// stands, and until when, and each in which it does not, and why. In a game in which others play on
// the same side no leave is taken, because the clock is also theirs.
func LeaveEverywhere(tx store.Tx, l *Ledger, upToDate UpToDate, p store.Player, words string, by By) (templates.Data, error) {
	now := tx.Now().In(l.Zone)
	data := templates.Data{Topic: templates.LeaveEverywhere, Name: p.Name, Place: clocks.ReadLeave(words, now, now).Days}
	running, err := Running(tx, p.ID)
	for _, id := range running {
		if err != nil {
			return data, err
		}
		err = leaveIn(tx, l, upToDate, p, id, words, by, &data)
	}
	if err == nil && len(data.Lines) > 0 { // a copy of the letter takes no leave again on this day
		err = tx.AddCount(TallyLeaves.By(p.ID, now), 1)
	}
	return data, err
}

func leaveIn(tx store.Tx, l *Ledger, upToDate UpToDate, p store.Player, id int64, words string, by By, data *templates.Data) error {
	s, _, err := upToDate(tx, id)
	if err != nil {
		return err
	}
	seat, err := SeatIn(tx, p, id)
	if err != nil {
		return err
	}
	side, now := seat.Side, tx.Now().In(l.Zone)
	left, days := s.LeaveLeft(side, now), s.LeaveWanted(side, words, now).Days
	if s.Consults(side) {
		data.Refused = append(data.Refused, texts.Say("leave with others", id))
		return nil
	}
	if days == 0 { // the leave taken before lasts beyond the day that the words name
		data.Refused = append(data.Refused, texts.Say("leave lasts", id))
		return nil
	}
	events := play.Decide(s, play.TakeLeave{Letter: by.Letter, Side: side, Days: days}, now)
	if len(events) == 0 && days <= left {
		data.Refused = append(data.Refused, texts.Say("leave too late", id))
		return nil
	}
	if len(events) == 0 {
		data.Refused = append(data.Refused, texts.Say("leave not taken", id, left))
		return nil
	}
	if s, err = l.Append(tx, s, events, by); err != nil {
		return err
	}
	until := s.Leaves[len(s.Leaves)-1].Until
	data.Lines = append(data.Lines, texts.Say("leave taken in", id, templates.Instant(until, l.ZoneOf(p))))
	return nil
}

// An erasure takes away all that a player wrote and was. The order to erase them stands in
// a file beside the store before anything is erased, without their name: an erasure that a
// crash broke off is finished at the next start, and one that a store put back from a
// backup does not know of is made again.

// ErasuresFile is the name of the file of orders in the folder of the store.
const ErasuresFile = "erasures"

// Erasures erases the players of a store, by orders that stand in a file, one a line, the
// first with number 1.
type Erasures struct {
	Store  store.Store
	Ledger *Ledger
	Path   string // of the file of orders; "": none is kept, and nobody can be erased
	Log    *slog.Logger

	mu sync.Mutex // held while somebody is erased

	waiting atomic.Pointer[[]store.Order] // of players who play again; nil until the orders were looked at
}

// orders reads the file of orders. A line that was not written to its end counts as no order.
func (e *Erasures) orders() (orders []store.Order, err error) {
	f, err := os.Open(e.Path)
	if errors.Is(err, fs.ErrNotExist) || e.Path == "" {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var o store.Order
		if json.Unmarshal(lines.Bytes(), &o) == nil && o.Number > 0 {
			orders = append(orders, o)
		}
	}
	return orders, lines.Err()
}

// lastSetting is the setting that keeps the number of the last order of all daemons on the store,
// because each daemon has a file of its own.
const lastSetting = "erasures"

// number gives an order the next number: what was erased by one order is told from what was
// erased by another.
func (e *Erasures) number(tx store.Tx, o *store.Order) error {
	text, _, err := tx.Setting(lastSetting)
	if err != nil {
		return err
	}
	last, _ := strconv.ParseInt(text, 10, 64)
	before, err := e.orders()
	if err != nil {
		return err
	}
	for _, b := range before {
		last = max(last, b.Number)
	}
	o.Number = last + 1
	return tx.SetSetting(lastSetting, strconv.FormatInt(o.Number, 10))
}

// add writes an order to the file, and to the disk.
func (e *Erasures) add(o store.Order) error {
	if e.Path == "" {
		return errors.New("this corrd keeps no file of erasures")
	}
	line, err := json.Marshal(o)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(e.Path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(append(append([]byte("\n"), line...), '\n')) // the line feed ends a torn line before the new one
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	folder, err := os.Open(filepath.Dir(e.Path))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// Erase erases the player whom a transaction names. Nobody is written to but those whose
// challenges end, and the secretary, whose pages no longer show the player.
func (e *Erasures) Erase(named func(tx store.Tx) (store.Player, error)) (order store.Order, done store.Erased, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	err = e.Store.Update(func(tx store.Tx) error {
		p, err := named(tx)
		if err != nil {
			return err
		}
		order = store.Order{Player: p.ID, Registered: p.Registered, At: tx.Now()}
		if err := e.number(tx, &order); err != nil {
			return err
		}
		open, err := tx.ChallengesOf(p.ID)
		if err != nil {
			return err
		}
		if err := Unlisted(tx, e.Ledger); err != nil {
			return err
		}
		p.Name = store.Former(p.ID)
		out := e.Ledger.NoticesOf(tx, p.ID)
		for _, ch := range open {
			if err := leaveChallenge(out, p, ch); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = e.add(order)
	}
	if err == nil {
		done, err = e.erase(order)
	}
	return order, done, err
}

func (e *Erasures) erase(o store.Order) (store.Erased, error) {
	return store.Erase(e.Store, o, func(setting, value string) bool {
		theirs := strings.HasPrefix(setting, nameSetting("")) || strings.HasPrefix(setting, leftPrefix)
		return theirs && value == number(o.Player) || setting == changesSetting(o.Player)
	})
}

// Again carries out the orders that the store does not know of, or has not finished. A
// player who plays again, in a store that was put back, stays until their games have ended.
func (e *Erasures) Again(context.Context) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	orders, err := e.orders()
	if err != nil {
		return err
	}
	waiting := []store.Order{}
	defer func() { e.waiting.Store(&waiting) }()
	for _, o := range orders {
		due, plays := false, false
		err := e.Store.View(func(v store.View) error {
			p, err := v.Player(o.Player)
			if errors.Is(err, store.ErrNotFound) || err == nil && !p.Registered.Equal(o.Registered) {
				return nil
			}
			due = err == nil
			if due && p.Erased == 0 {
				running, err := Running(v, p.ID)
				plays = len(running) > 0
				return err
			}
			return err
		})
		switch {
		case plays:
			e.Log.Warn("an erasure waits for the end of a game; it is tried again every day", "order", o.Number, "player", o.Player)
			waiting = append(waiting, o)
			continue
		case err != nil:
			return err
		case !due:
			continue
		}
		if _, err := e.erase(o); err != nil {
			return err
		}
	}
	return nil
}

// Waiting lists the orders of players who play in a store that was put back, oldest first.
// Each is carried out on the day after the last game of the player has ended.
func (e *Erasures) Waiting() []store.Order {
	waiting := e.waiting.Load()
	if waiting == nil {
		return nil
	}
	return slices.Clone(*waiting)
}

// TryWaiting tries the orders again that wait.
func (e *Erasures) TryWaiting() error {
	if len(e.Waiting()) == 0 {
		return nil
	}
	return e.Again(context.Background())
}
