package players

import (
	"bufio"
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

	"corrd/cmd/internal/ledger"
	"corrd/store"
)

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
	Ledger *ledger.Ledger
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

// number returns an order the next number: what was erased by one order is told from what was
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
// challenges end, and the secretary, whose pages show the player no more.
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
		return strings.HasPrefix(setting, nameSetting("")) && value == number(o.Player) || setting == changesSetting(o.Player)
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
				running, err := ledger.Running(v, p.ID)
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
