// Package clerk makes one transaction of each letter that comes in: what the letter was,
// the events it brought about, and the letters that answer it. It decides nothing about
// chess (package game), reads no mail and no moves itself (mailer, interpret) and words
// no letter (templates). It must not know how a letter is sent (courier), what falls due
// (timekeeper), nor what the umpire asks (control): New puts the first two beside it.
//
// Its files, along the way of a letter:
//
//	intake, taking            a letter becomes a record, events and rows, in one transaction
//	waits                     what waits for letters that are on their way
//	recover, numbers          letters of the mailbox that a store put back does not know
//	unkeyed                   letters without a key
//	registrar                 what is left to do when the registrar has had a letter
//	keyed, keyedparts, keys   letters with the key of a seat, their parts, and what a key is worth
//	answered                  which letter of corrd's a letter answers
//	card                      cards that the office has entered
//	countersign, unasked, release  letters that are held, and the yes or no to them
//	commands, aboutgame       what is asked of the mail office
//	umpire                    rulings that come by letter
//	bounce                    what comes back
//	purge, secret             whose bytes are kept how long; the secret of the keys
//	umpireverbs               what package control leaves to the clerk
//
// A letter lies on a desk (package desk) while its transaction lasts; what it asks of the names and
// addresses of players, and of challenges, the registrar does there (package registrar).
package clerk

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"corrd/cmd/internal/budget"
	"corrd/cmd/internal/clock"
	"corrd/cmd/internal/courier"
	"corrd/cmd/internal/damage"
	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/handover"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/loop"
	"corrd/cmd/internal/nodes"
	"corrd/cmd/internal/players"
	"corrd/cmd/internal/timekeeper"
	"corrd/cmd/internal/watch"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/mailer/transport"
	"corrd/store"
	"corrd/templates"
)

// Config says who corrd is and what the clerk works with.
type Config struct {
	Name       string // the display name of corrd's letters
	Site       mailer.Site
	AuthservID string // whose Authentication-Results are believed
	Hops       int    // above which Received field from the top; 1 if zero
	Postal     string // the postal address of the club, to which cards are sent, its lines parted by commas; "" for none
	Mailbox    string // names the mailbox of the Inbox among all there are; the letters of the mailbox are known again by the name
	Umpire     string // the address of whoever is told of claims, of protests and of players that cannot be reached; "" for nobody
	AtOnce     int    // letters that are sent together; 0 is as many as the courier likes
	Zone       string // of the times in letters to readers who named none, and of the hours of the day that terms name; "" is UTC
	Limits     parse.Limits
	Budgets    budget.Limits
	Terms      terms.Terms // the defaults of a challenge
	// StrangersQuota is how many octets of letters of strangers are kept; 0: 64 MiB.
	StrangersQuota int64
	Random         io.Reader // of the nonces of lots; nil: crypto/rand
	Log            *slog.Logger

	// Node names this daemon among several on the store; "": there is no other.
	Node string
	// Numbers is the path of the file that keeps the highest numbers given (NumberFile);
	// "": none does, and a store put back from a backup may give a number twice.
	Numbers string
	// Erasures is the path of the file of the orders to erase players (players.ErasuresFile); "": none
	// is kept, and nobody can be erased.
	Erasures string
	// Handed is the journal of the letters that the next hop has taken. nil: none
	// is kept, and a store put back from a backup sends again what left since.
	Handed *handover.Journal
	// Undelivered reports whether a letter that came by itself by an instant has not been handed over yet: no flag falls
	// before the letter is. nil: every letter has been.
	Undelivered func(by time.Time) bool
	// Room is asked before a letter is taken; its error, which wraps
	// store.ErrFull, leaves the letter with whoever brought it. nil: always.
	Room func() error
	// Sign puts the signature of corrd's domain (DKIM) on a letter, as of a time. The same letter must come out the same.
	// nil: letters are not signed.
	Sign func(raw []byte, at time.Time) ([]byte, error)
}

// Inbox is the mailbox letters are fetched from.
type Inbox interface {
	// Run fetches letters one by one, in order, until ctx ends.
	Run(ctx context.Context, handle transport.Handler) error
	// Taken hands over the letters taken since a day that wanted accepts at a
	// glance, in the order of their receipt, and leaves them where they lie.
	Taken(ctx context.Context, since time.Time, wanted func(transport.Glance) bool, handle func(context.Context, transport.Fetched) error) error
	// Kick has the mailbox looked at now.
	Kick()
	// LastPoll is when the last look began that found nothing left to take;
	// zero if there was none.
	LastPoll() time.Time
}

// Clerk is corrd at work on one store.
type Clerk struct {
	tools
	desk  desk.Tools
	db    store.Store
	clock clock.Clock
	in    Inbox

	guard  *damage.Guard
	keeper *timekeeper.Timekeeper
	node   *nodes.Node

	caughtUp atomic.Bool       // the letters that were taken before have been looked through
	failures map[store.Key]int // at letters of the mailbox; the fetcher's alone

	erasures *players.Erasures
	sender   loop.Bell  // wakes the sender
	alarms   loop.Bell  // wakes the alarm loop
	queued   func() int // letters that wait in the mailbox, where that can be known
}

// New puts a clerk to an open store. queued, when not nil, tells how many
// letters wait in the mailbox (settle waits for them). Without an Inbox letters
// come only by Deliver.
func New(cfg Config, db store.Store, keys mailer.Keys, clk clock.Clock, in Inbox, out courier.Carrier, queued func() int) *Clerk {
	if queued == nil {
		queued = func() int { return 0 }
	}
	zone, err := time.LoadLocation(cfg.Zone)
	if err != nil {
		zone = time.UTC
	}
	guard := damage.NewGuard(ledger.UnderSecret(db, keys), cfg.Log)
	if here := cfg.Undelivered; here != nil {
		cfg.Undelivered = func(by time.Time) bool { return here(by.Add(-clk.Ahead())) }
	}
	c := &Clerk{db: guard, clock: clk, in: in, guard: guard,
		sender: loop.NewBell(), alarms: loop.NewBell(), queued: queued,
		failures: map[store.Key]int{}}
	c.desk = desk.Tools{Name: cfg.Name, Budgets: cfg.Budgets, Terms: cfg.Terms, Random: cfg.Random, Keys: keys, Log: cfg.Log,
		Ledger: &ledger.Ledger{Site: cfg.Site, Zone: zone, Umpire: cfg.Umpire}}
	c.tools = tools{cfg: cfg, watch: watch.New(guard, clk, cfg.Handed, courier.Hasten, cfg.Log), catchingUp: func() bool { return c.in != nil && c.node.OnDuty() && !c.caughtUp.Load() }}
	c.erasures = &players.Erasures{Store: guard, Ledger: c.desk.Ledger, Path: cfg.Erasures, Log: cfg.Log}
	c.node = nodes.New(nodes.Config{Name: cfg.Node, Store: guard, Clock: clk, Log: cfg.Log, Undelivered: cfg.Undelivered})
	c.courier = courier.New(courier.Config{Store: guard, Clock: clk, Ledger: c.desk.Ledger, Watch: c.watch, Keys: keys, Carrier: out, Log: cfg.Log,
		Outbox: c.sender, Alarms: c.alarms, Office: c.Office(), Return: returnAddress(cfg.Postal), Zone: cfg.Zone, Sign: cfg.Sign, Numbers: cfg.Numbers, Handed: cfg.Handed, AtOnce: cfg.AtOnce, Node: c.node})
	c.keeper = timekeeper.New(timekeeper.Config{Store: guard, Clock: clk, Ledger: c.desk.Ledger, Watch: c.watch, Log: cfg.Log, Alarms: c.alarms, Outbox: c.sender, Node: c.node,
		Taken: c.AllTaken, LastPoll: c.lastPoll, Replayed: c.courier.Newest, Search: play.Prove,
		Chores: func() error {
			return errors.Join(c.Purge(), c.askUnasked(), c.removeLeavers(), c.erasures.TryWaiting())
		}})
	return c
}

// Run fetches, sends and rings until ctx ends, and returns when all have
// stopped; a letter that is being sent is finished. It returns an error only if a
// loop could not go on at all.
func (c *Clerk) Run(ctx context.Context) error {
	defer c.beside(ctx)()
	if err := c.persist(ctx, "what has left cannot be looked through", c.recall); ctx.Err() != nil {
		return nil
	} else if err != nil {
		return err
	}
	loops := []func(context.Context) error{c.courier.Run, c.keeper.Run, c.guard.Wait,
		func(ctx context.Context) error { return c.guard.Round(ctx, c.node.OnDuty) }}
	if c.in != nil {
		loops = append(loops, c.fetchLoop)
	} else if err := c.persist(ctx, passing, c.courier.TakeNumbers); err != nil {
		return err
	} else if err := c.persist(ctx, erasing, c.erasures.Again); err != nil {
		return err
	}
	return loop.Together(ctx, loops...)
}

// beside tells the other daemons on the store that this one runs, until stop is called: not
// before the last letter in hand is finished.
func (c *Clerk) beside(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		c.node.Run(ctx)
	}()
	return func() { cancel(); <-stopped }
}

// recall finds out what the store has forgotten, and has that happen again unless the
// letters that were taken since are to be taken again before.
func (c *Clerk) recall(ctx context.Context) error {
	if err := c.courier.Recall(ctx); err != nil || c.in != nil {
		return err
	}
	return c.courier.BeforeNow(ctx)
}

// LookNow has the mailbox, the outbox and the alarms looked at without delay.
func (c *Clerk) LookNow() {
	if c.in != nil {
		c.in.Kick()
	}
	c.Wake()
}

// passing is what takeNumbers is in trouble with.
const passing = "the numbers given before cannot be passed over"

// erasing is what players.Erasures.Again is in trouble with.
const erasing = "players who are to be erased are not"

// persist tries to do a thing until it is done, or ctx ends. persist returns damage of the store, a failing disk, and a
// mailbox at which another corrd works, as errors.
func (c *Clerk) persist(ctx context.Context, trouble string, do func(context.Context) error) error {
	final := func(err error) bool { return damage.Final(err) || errors.Is(err, transport.ErrLeased) }
	return damage.WithRemedy(loop.Retry(ctx, c.desk.Log, trouble, final, do))
}

// lastPoll is when the mailbox was last looked at; zero without one.
func (c *Clerk) lastPoll() time.Time {
	if c.in == nil {
		return time.Time{}
	}
	at := c.in.LastPoll()
	if at.IsZero() {
		return at
	}
	return at.Add(c.clock.Ahead())
}

// fetchLoop fetches letters until ctx ends, whenever this daemon is on duty.
func (c *Clerk) fetchLoop(ctx context.Context) error {
	if c.node == nil {
		return c.fetch(ctx)
	}
	for {
		duty, done, err := c.node.Duty(ctx)
		if err == nil {
			err = c.fetch(duty)
		}
		over := duty.Err() != nil
		done()
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, transport.ErrLeased): // the duty is over and not known to be, or a corrd on another store is there
			c.desk.Log.Error("mailbox", "error", err)
		case !over:
			return err
		}
		loop.Pause(ctx, nodes.Poll)
	}
}

// fetch fetches letters until ctx ends, first those that were taken once and are not known.
func (c *Clerk) fetch(ctx context.Context) error {
	if err := c.catchUp(ctx); err != nil {
		return err
	}
	if err := c.persist(ctx, passing, c.courier.TakeNumbers); err != nil {
		return err
	}
	if err := c.persist(ctx, erasing, c.erasures.Again); err != nil {
		return err
	}
	c.caughtUp.Store(true)
	return c.in.Run(ctx, c.handle)
}

// Store is the clerk's: damage that is met in the store ends the daemon.
func (c *Clerk) Store() store.Store { return c.db }

// Ledger is what the clerk writes events and letters into the store with.
func (c *Clerk) Ledger() *ledger.Ledger { return c.desk.Ledger }

// Watch gives what the clerk knows of its own time.
func (c *Clerk) Watch() *watch.Watch { return c.watch }

// Erasures erases players of the clerk's store.
func (c *Clerk) Erasures() *players.Erasures { return c.erasures }

// Office is corrd as its letters name it.
func (c *Clerk) Office() templates.Office {
	return templates.Office{Name: c.desk.Name, Address: c.desk.Ledger.Site.Address(), Domain: c.desk.Ledger.Site.Domain}
}

// removeLeavers removes the players who leave and whose last game is over.
func (c *Clerk) removeLeavers() error {
	removed := 0
	err := c.db.Update(func(tx store.Tx) (err error) {
		removed, err = players.RemoveLeavers(tx, c.desk.Ledger)
		return err
	})
	if removed > 0 {
		c.sender.Ring()
	}
	return err
}
