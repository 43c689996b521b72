package clerk

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/mailer/transport"
	"corrd/store"
)

// damaged is a store in which game 1 cannot be read.
type damaged struct{ store.Store }

type damagedView struct{ store.View }

type damagedTx struct{ store.Tx }

var errPage = fmt.Errorf("%w: event 2 says that it is 7", store.ErrCorrupt)

func (d damaged) View(f func(store.View) error) error {
	return d.Store.View(func(v store.View) error { return f(damagedView{v}) })
}

func (d damaged) Update(f func(store.Tx) error) error {
	return d.Store.Update(func(tx store.Tx) error { return f(damagedTx{tx}) })
}

func (damagedView) Game(int64) (game.State, error) { return game.State{}, errPage }
func (damagedTx) Game(int64) (game.State, error)   { return game.State{}, errPage }

func TestDamageIsFoundBeforeTheStart(t *testing.T) {
	b := newTable(t)
	if err := watch.Inspect(b.db, nil); err != nil {
		t.Fatalf("a sound store: %v", err)
	}
	err := watch.Inspect(damaged{b.guard.Store}, nil)
	if !errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), "game 1") || !strings.Contains(err.Error(), "corrctl check") {
		t.Errorf("a damaged one: %v", err)
	}
}

// TestDamageEndsTheDaemon meets damage by an alarm, and by a letter, which stays
// where it is however often it is tried.
func TestDamageEndsTheDaemon(t *testing.T) {
	b := newTable(t)
	b.sendAll()
	key := b.key(board.White)
	b.guard.Store = damaged{b.guard.Store}
	env := mailer.Envelope{From: "alice@example.org", To: []string{key}, Auth: mailer.AuthPass}
	raw := []byte("From: alice@example.org\r\nMessage-ID: <d@example.org>\r\n\r\nP-K4\r\n")
	for range 2 * patience {
		if err := b.Deliver("smtp")(context.Background(), env, raw, time.Now()); err == nil {
			t.Fatal("the letter is taken")
		}
		f := transport.Fetched{UIDValidity: 1, UID: 9, Raw: append([]byte("Delivered-To: "+key+"\r\n"), raw...)}
		if got, err := b.handle(context.Background(), f); err == nil || got != transport.Leave {
			t.Fatalf("the letter is put away: %v, %v", got, err)
		}
	}
	if err := b.Clerk.Run(context.Background()); !errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), "game 1") {
		t.Errorf("the clerk ends with %v", err)
	}
	c := newTable(t)
	c.sendAll()
	c.guard.Store = damaged{c.guard.Store}
	c.clock.(*watch.Virtual).Set(c.clock.Now().Add(16 * 24 * time.Hour))
	if err := c.Clerk.Run(context.Background()); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("with an alarm the clerk ends with %v", err)
	}
}

// failing is a store whose disk has failed at a commit.
type failing struct{ store.Store }

var errDisk = fmt.Errorf("%w: %w", store.ErrBroken, syscall.EIO)

func (failing) Update(func(store.Tx) error) error { return errDisk }

// TestFailedDiskEndsTheDaemon hands a letter, a fetched letter and an umpire's command
// to a clerk whose disk has failed: each time the letter stays
// with whoever brought it, is not set aside, and the daemon ends with the reason.
func TestFailedDiskEndsTheDaemon(t *testing.T) {
	env := mailer.Envelope{From: "alice@example.org", To: []string{"corrd@club.example"}, Auth: mailer.AuthPass}
	raw := []byte("From: alice@example.org\r\nMessage-ID: <d@example.org>\r\n\r\nhelp\r\n")
	for name, act := range sampled(map[string]func(*table) error{
		"smtp": func(b *table) error { return b.Deliver("smtp")(context.Background(), env, raw, time.Now()) },
		"imap": func(b *table) (err error) {
			for range 2 * patience {
				if _, err = b.handle(context.Background(), transport.Fetched{UIDValidity: 1, UID: 9, Raw: raw}); err == nil {
					return nil
				}
			}
			return err
		},
		"corrctl": func(b *table) error {
			_, err := b.room().PlayerAdd(context.Background(), control.Enrolment{Name: "Zoe", Address: "zoe@example.org"})
			return err
		},
	}, 3) {
		b := newTable(t)
		b.sendAll()
		b.Clerk = New(b.cfg, failing{b.db}, b.desk.Keys, b.clock, nil, b.courier.Carrier, nil)
		if err := act(b); !errors.Is(err, store.ErrBroken) {
			t.Errorf("%s: %v, want %v", name, err, store.ErrBroken)
		}
		if err := b.Clerk.Run(context.Background()); !errors.Is(err, syscall.EIO) || !strings.Contains(err.Error(), "look after the disk") {
			t.Errorf("%s: the clerk ends with %v", name, err)
		}
	}
}
