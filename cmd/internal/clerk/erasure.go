package clerk

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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

// erasures are the orders that stand in a file, one a line, the first with number 1.
type erasures struct {
	mu   sync.Mutex // held while somebody is erased
	path string

	waiting atomic.Pointer[[]store.Order] // of players who play again; nil until the orders were looked at
}

// orders reads the file. A line that was not written to its end was never an order.
func (e *erasures) orders() (orders []store.Order, err error) {
	f, err := os.Open(e.path)
	if errors.Is(err, fs.ErrNotExist) || e.path == "" {
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

// add writes an order for good, under the next number.
func (e *erasures) add(o *store.Order) error {
	if e.path == "" {
		return errors.New("this corrd keeps no file of erasures")
	}
	before, err := e.orders()
	if err != nil {
		return err
	}
	o.Number = 1
	for _, b := range before {
		o.Number = max(o.Number, b.Number+1)
	}
	line, err := json.Marshal(o)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(e.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(append(append([]byte("\n"), line...), '\n')) // a line before it that is torn ends here
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	folder, err := os.Open(filepath.Dir(e.path))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// Erase erases the player whom a transaction names. Nobody is written to but those whose
// challenges end.
func (c *Clerk) Erase(named func(tx store.Tx) (store.Player, error)) (order store.Order, done store.Erased, err error) {
	c.erasures.mu.Lock()
	defer c.erasures.mu.Unlock()
	err = c.db.Update(func(tx store.Tx) error {
		p, err := named(tx)
		if err != nil {
			return err
		}
		order = store.Order{Player: p.ID, Registered: p.Registered, At: tx.Now()}
		open, err := tx.ChallengesOf(p.ID)
		if err != nil {
			return err
		}
		p.Name = store.Former(p.ID)
		d := c.deskOf(tx, p)
		for _, ch := range open {
			if err := d.leaveChallenge(ch); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = c.erasures.add(&order)
	}
	if err == nil {
		done, err = c.erase(order)
	}
	return order, done, err
}

func (c *Clerk) erase(o store.Order) (store.Erased, error) {
	return store.Erase(c.db, o, func(setting, value string) bool {
		return strings.HasPrefix(setting, nameSetting("")) && value == itoa(o.Player) || setting == changesSetting(o.Player)
	})
}

// eraseAgain carries out the orders that the store does not know of, or has not finished. A
// player who plays again, in a store that was put back, stays until their games have ended.
func (c *Clerk) eraseAgain(context.Context) error {
	c.erasures.mu.Lock()
	defer c.erasures.mu.Unlock()
	orders, err := c.erasures.orders()
	if err != nil {
		return err
	}
	waiting := []store.Order{}
	defer func() { c.erasures.waiting.Store(&waiting) }()
	for _, o := range orders {
		due, plays := false, false
		err := c.db.View(func(v store.View) error {
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
			c.log.Warn("an erasure waits for the end of a game; it is tried again every day", "order", o.Number, "player", o.Player)
			waiting = append(waiting, o)
			continue
		case err != nil:
			return err
		case !due:
			continue
		}
		if _, err := c.erase(o); err != nil {
			return err
		}
	}
	return nil
}

// ErasuresWaiting lists the orders of players who play in a store that was put back, oldest
// first. Each is carried out on the day after the last game of the player has ended.
func (c *Clerk) ErasuresWaiting() []store.Order {
	waiting := c.erasures.waiting.Load()
	if waiting == nil {
		return nil
	}
	return slices.Clone(*waiting)
}

// eraseWaiting tries the orders again that wait.
func (c *Clerk) eraseWaiting() error {
	if len(c.ErasuresWaiting()) == 0 {
		return nil
	}
	return c.eraseAgain(context.Background())
}
