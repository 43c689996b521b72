// Package clerk makes one transaction of each letter that comes in: what the letter was, the events
// that the letter brought about, and the letters that answer it. The package decides nothing about
// chess (package game), does not read mail or moves itself (mailer, interpret), and writes no words
// of letters (templates). A Timekeeper of the package does what falls due without a letter. The
// package must not know how a letter is sent (courier), nor what the umpire asks (control). Only
// New connects the Clerk with the courier and the Timekeeper.
//
// The files in the order of a letter's way:
//
//	intake, faults                 a letter becomes a record, events and rows, in one transaction;
//	                               one that cannot be filed or read is set aside
//	recover                        letters in the mailbox that a store put back from a backup does
//	                               not know, and what must wait until letters that are under way
//	                               have been taken
//	card                           cards that the office has entered, and cards to be printed
//	unkeyed                        letters without a key, and the key that such a letter has lost
//	keyed                          letters with the key of a seat; one letter about several games
//	answered                       which letter from corrd a letter answers, what a letter states
//	                               about which of its games, and letters that come back
//	keys                           what a key is worth, and whose program left it out; the secret of
//	                               the keys
//	copies                         letters that come again under another Message-ID
//	countersign, unasked, release  letters that are held, and the yes or no to them; those that
//	                               nobody was asked about on the day they came; those that act at
//	                               last
//	registrar                      what remains to be done after package desk has had a letter about
//	                               challenges and names; who withdraws from an event
//	commands, settings             what letters ask of the mail office; how a player wants their
//	                               letters
//	umpire, dispute                letters of umpires, and the orders in them; what an umpire is
//	                               told of a dispute
//	control                        what package control leaves to the clerk
//	observe, observeturn           who watches a game, and what they are told of it
//	rounds                         what is looked for every now and then, without a letter; how long
//	                               whose bytes are kept
//	timekeeper, digest             flags and reminders of games, and searches; what has waited for an
//	                               umpire, and reminders of challenges
//
// During its transaction a letter is held by a Desk (package desk), which also answers what the
// letter asks about names, addresses and challenges.
package clerk

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"corrd/cmd/internal/courier"
	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/carrier"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/mailer/transport"
	"corrd/store"
	"corrd/templates"
)

// Config says who corrd is and holds what the clerk needs.
type Config struct {
	Name       string // the display name of corrd's letters
	Site       mailer.Site
	AuthservID string // the name of the server whose Authentication-Results corrd believes
	// which Received field, counted from the top, is the first that corrd believes; 0 means 1
	Hops int
	// the postal address of the club, to which players send cards, its lines separated by commas;
	// "" for none
	Postal string
	// Mailbox names the mailbox of the Inbox. corrd recognises the letters of the mailbox by this
	// name.
	Mailbox string
	// Umpire is the address of the person who is told of claims, protests and players that cannot
	// be reached; "" for nobody.
	Umpire string
	// Registration and Secretary are as those of the Ledger.
	Registration, Secretary string

	AtOnce int // how many letters are sent at the same time; 0 lets the courier decide
	// Zone is the time zone of times in letters to readers who have set none, and of hours of the
	// day that terms name; "" is UTC.
	Zone    string
	Paper   string // the paper of books to readers who have set none; "" is A4
	Limits  parse.Limits
	Budgets ledger.Limits
	Terms   terms.Terms // the defaults of a challenge
	// StrangersQuota is how many octets of letters of strangers the store keeps; 0 means 64 MiB.
	StrangersQuota int64
	Random         io.Reader // the source of the nonces of lots; nil: crypto/rand
	Log            *slog.Logger

	// Node is the name of this daemon among several on the store; "" means that this daemon is
	// the only one.
	Node string
	// Lease is the length of the lease of this daemon on such a store; 0 stands for watch.Term.
	Lease time.Duration
	// Numbers is the path of the file that keeps the highest numbers given (NumberFile). With ""
	// no file keeps the numbers, and a store put back from a backup may give a number twice.
	Numbers string
	// Erasures is the path of the file of the orders to erase players (ledger.ErasuresFile).
	// With "" corrd keeps no orders, and nobody can be erased.
	Erasures string
	// Handed is the journal of the letters that the next hop has accepted. With nil no journal is
	// kept, and a store put back from a backup sends again what left after the backup.
	Handed *watch.Journal
	// Undelivered reports whether a letter that came by SMTP or LMTP before an instant still
	// waits to be handed over. No flag falls while such a letter waits. nil means that none ever
	// waits.
	Undelivered func(by time.Time) bool
	// Stale is what was found in the store, when it was opened, that is to be reckoned anew.
	Stale []store.Fault
	// Room is asked before a letter is taken. When Room returns an error, which wraps
	// store.ErrFull, the letter stays where it was. nil means that there is always room.
	Room func() error
	// Sign signs a letter with the key of corrd's domain (DKIM) as of the time at. The same
	// letter and time must give the same bytes. nil: letters are not signed.
	Sign func(raw []byte, at time.Time) ([]byte, error)
}

// Inbox is the mailbox from which the clerk fetches letters.
type Inbox interface {
	// Run fetches letters one by one, in order, until ctx ends.
	Run(ctx context.Context, handle transport.Handler) error
	// Taken hands over, in the order of their receipt, the letters that were taken since a day
	// and that wanted accepts by their headers. Taken leaves the letters where they lie.
	Taken(ctx context.Context, since time.Time, wanted func(transport.Glance) bool, handle func(context.Context, transport.Fetched) error) error
	// Kick makes the Inbox look at the mailbox now.
	Kick()
	// LastPoll returns the time at which the last look began that found no letter left to take, or
	// zero if there was no such look.
	LastPoll() time.Time
}

// Clerk runs corrd on one store.
type Clerk struct {
	tools
	desk  desk.Tools
	db    store.Store
	clock watch.Clock
	in    Inbox

	guard  *watch.Guard
	keeper *Timekeeper
	node   *watch.Node

	caughtUp atomic.Bool // the letters that were taken before have been looked through
	// how often taking a letter of the mailbox has failed; only the fetching goroutine uses the
	// map
	failures map[store.Key]int

	erasures *ledger.Erasures
	sender   watch.Bell // wakes the sender
	alarms   watch.Bell // wakes the alarm loop
	news     watch.Bell // wakes the loop of circulars
	// the time, in seconds since 1970, at which the loop of circulars wants to look again; 0 or
	// less before its first look and after an error
	newsLook atomic.Int64
	// how often the loop of circulars has been asked to look, and up to which of these it has
	// looked
	newsAsked, newsLooked atomic.Int64
	// returns the number of letters that wait in the mailbox; nil: nobody can know
	queued func() int
}

// New makes a Clerk for an open store. queued returns the number of letters that wait in the
// mailbox, for which settling waits; queued may be nil. Without an Inbox letters come only by
// Deliver.
func New(cfg Config, db store.Store, keys mailer.Keys, clk watch.Clock, in Inbox, out courier.Carrier, queued func() int) *Clerk {
	if queued == nil {
		queued = func() int { return 0 }
	}
	zone, err := carrier.Zone(cfg.Zone)
	if err != nil {
		zone = time.UTC
	}
	guard := watch.NewGuard(ledger.UnderSecret(db, keys), cfg.Log)
	if here := cfg.Undelivered; here != nil {
		cfg.Undelivered = func(by time.Time) bool { return here(by.Add(-clk.Ahead())) }
	}
	c := &Clerk{db: guard, clock: clk, in: in, guard: guard,
		sender: watch.NewBell(), alarms: watch.NewBell(), news: watch.NewBell(), queued: queued,
		failures: map[store.Key]int{}}
	c.desk = desk.Tools{Name: cfg.Name, Budgets: cfg.Budgets, Terms: cfg.Terms, Random: cfg.Random, Keys: keys, Log: cfg.Log,
		Ledger: &ledger.Ledger{Site: cfg.Site, Zone: zone, Umpire: cfg.Umpire, Registration: cfg.Registration, Secretary: cfg.Secretary}}
	c.tools = tools{cfg: cfg, watch: watch.New(guard, clk, cfg.Handed, courier.Hasten, cfg.Log), catchingUp: func() bool { return c.in != nil && c.node.OnDuty() && !c.caughtUp.Load() }}
	guard.Reckoned = c.desk.Ledger.TellOfStale
	c.erasures = &ledger.Erasures{Store: guard, Ledger: c.desk.Ledger, Path: cfg.Erasures, Log: cfg.Log}
	c.node = watch.NewNode(watch.NodeConfig{Name: cfg.Node, Store: guard, Clock: clk, Log: cfg.Log, Term: cfg.Lease, Undelivered: cfg.Undelivered})
	c.courier = courier.New(courier.Config{Store: guard, Clock: clk, Ledger: c.desk.Ledger, Watch: c.watch, Keys: keys, Carrier: out, Log: cfg.Log,
		Outbox: c.sender, Alarms: c.alarms, Office: c.Office(), Return: returnAddress(cfg.Postal), Zone: cfg.Zone, Paper: cfg.Paper, Sign: cfg.Sign, Numbers: cfg.Numbers, Handed: cfg.Handed, AtOnce: cfg.AtOnce, Node: c.node})
	c.keeper = NewTimekeeper(TimekeeperConfig{Store: guard, Clock: clk, Ledger: c.desk.Ledger, Watch: c.watch, Log: cfg.Log, Alarms: c.alarms, Outbox: c.sender, Node: c.node,
		Taken: c.allTaken, LastPoll: c.lastPoll, Replayed: c.courier.Newest, Search: play.Prove,
		Chores: func() error {
			return errors.Join(c.Purge(), c.askUnasked(), c.askUmpires(), c.serveStrangers(), c.removeLeavers(), c.askSecretary(), c.watchEvents(), c.listSheets(), c.erasures.TryWaiting())
		}})
	return c
}

// Run fetches letters, sends letters and rings alarms until ctx ends, and returns when all three
// have stopped. A letter that is being sent is finished first. Run returns an error only if a
// loop could not go on at all.
func (c *Clerk) Run(ctx context.Context) error {
	defer c.beside(ctx)()
	if err := c.persist(ctx, "what has left cannot be looked through", c.recall); ctx.Err() != nil {
		return nil
	} else if err != nil {
		return err
	}
	if err := c.persist(ctx, "the alarms of games are not reckoned anew", func(context.Context) error { return c.guard.PutRight(c.cfg.Stale) }); err != nil || ctx.Err() != nil {
		return err
	}
	news := watch.Task{Name: "news", Clock: c.clock, Bell: c.news, Log: c.cfg.Log, Do: c.sendNews}
	loops := []func(context.Context) error{c.courier.Run, c.keeper.Run, news.Run, c.guard.Wait, c.veilKept,
		func(ctx context.Context) error { return c.guard.Round(ctx, c.node.OnDuty) }}
	if c.in != nil {
		loops = append(loops, c.fetchLoop)
	} else if err := c.persist(ctx, passing, c.courier.TakeNumbers); err != nil {
		return err
	} else if err := c.persist(ctx, erasing, c.erasures.Again); err != nil {
		return err
	}
	return watch.Together(ctx, loops...)
}

// beside renews the leases by which the other daemons on the store know that this daemon runs.
// stop ends beside, and the caller calls stop only after the last letter in hand is finished.
func (c *Clerk) beside(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		c.node.Run(ctx)
	}()
	return func() { cancel(); <-stopped }
}

// recall finds out what the store has forgotten, and repeats what happened since. When the
// letters that were taken since must first be taken again, recall leaves the repetition to them.
func (c *Clerk) recall(ctx context.Context) error {
	if err := c.courier.Recall(ctx); err != nil || c.in != nil {
		return err
	}
	return c.courier.BeforeNow(ctx)
}

// LookNow makes the daemon look at the mailbox, the outbox and the alarms without delay.
func (c *Clerk) LookNow() {
	if c.in != nil {
		c.in.Kick()
	}
	c.Wake()
}

// passing is the trouble that the log names when Courier.TakeNumbers fails.
const passing = "the numbers given before cannot be passed over"

// erasing is the trouble that the log names when ledger.Erasures.Again fails.
const erasing = "players who are to be erased are not"

// persist tries do until do succeeds or ctx ends. persist returns an error only when the store is
// damaged, when a disk fails, or when another corrd works at the mailbox.
func (c *Clerk) persist(ctx context.Context, trouble string, do func(context.Context) error) error {
	final := func(err error) bool { return watch.Final(err) || errors.Is(err, transport.ErrLeased) }
	return watch.WithRemedy(watch.Retry(ctx, c.desk.Log, trouble, final, do))
}

// lastPoll returns when the mailbox was last looked at; zero without a mailbox.
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
		case errors.Is(err, transport.ErrLeased): // this daemon's duty has ended unnoticed, or a corrd on another store uses the mailbox
			c.desk.Log.Error("mailbox", "error", err)
		case !over:
			return err
		}
		watch.Pause(ctx, watch.Poll)
	}
}

// fetch fetches letters until ctx ends. The first letters are those that were taken before and
// that the store does not know.
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

// Store returns the clerk's store. When a caller meets damage in the store, the daemon ends.
func (c *Clerk) Store() store.Store { return c.db }

// Ledger returns the ledger by which the clerk writes events and letters into the store.
func (c *Clerk) Ledger() *ledger.Ledger { return c.desk.Ledger }

// Watch returns the watch of the clerk, which knows the outages of the daemon.
func (c *Clerk) Watch() *watch.Watch { return c.watch }

// Erasures returns what erases players from the clerk's store.
func (c *Clerk) Erasures() *ledger.Erasures { return c.erasures }

// Office returns corrd's name and addresses as its letters show them.
func (c *Clerk) Office() templates.Office {
	return templates.Office{Name: c.desk.Name, Address: c.desk.Ledger.Site.Address(), Domain: c.desk.Ledger.Site.Domain}
}

// tools holds what the clerk needs for every letter, besides the tools of the desk.
type tools struct {
	cfg     Config
	watch   *watch.Watch
	courier *courier.Courier
	// catchingUp reports whether letters may still come that were taken before and that the store
	// does not know.
	catchingUp func() bool
}

// taking is one letter that the clerk takes: the letter's desk, and what the clerk finds out
// about the seat from which the letter comes.
type taking struct {
	*desk.Desk
	tools

	// the token of the question about a held letter that this letter answers by its key; zero:
	// none
	question mailer.Token
	spent    bool // the question has been answered before
	fewer    bool // a yes or no was about a held letter, and is none of the statements any more
	again    bool // the author has sent another letter with this Message-ID before
	resaid   bool // the sender has been shown a game as it stands, because the letter repeats one
	// the dates of a card that the office has entered; nil: the letter came by mail
	card *game.RealCard
	// the row of the letter that this one, which has no key, answers by its In-Reply-To, and the
	// game of that letter; 0: none
	named, answered int64
	// the letter has no key and answers a letter from corrd; answeredToken is what the reply
	// address of that letter names, if it is known
	answersOurs   bool
	answeredToken mailer.Token
	answeredData  templates.Data // what that letter tells, if the office wrote it
	aside         bool           // the letter that is answered is one of the office, which asks nothing
	// from when the letter counts; zero: from its receipt
	from time.Time
	// when the letter was released, if it was held and counts from before; zero otherwise
	released time.Time
	// the letter states something for a game whose side consults: its prose goes to no other side
	amongSide bool
}

// counts returns the time from which the letter counts.
func (d *taking) counts() time.Time {
	if d.from.IsZero() {
		return d.Rec.Received
	}
	return d.from
}

// taking makes the taking of a letter; events that the letter brings about are dated at.
func (c *Clerk) taking(tx store.Tx, rec *store.Letter, at time.Time) *taking {
	return newTaking(c.desk, c.tools, tx, rec, at)
}

func newTaking(there desk.Tools, own tools, tx store.Tx, rec *store.Letter, at time.Time) *taking {
	return &taking{Desk: desk.New(there, tx, rec, at), tools: own}
}
