package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
	folder "corrd/cmd/internal/reading"
	"corrd/game/board"
	"corrd/store"
	"corrd/store/bolt"
	"corrd/templates"
)

// shelved is of how many games the reading room is built.
const shelved = 10_000

// rooms measures the reading room: all of it, and what one player who is named changes.
func rooms(dir string, seed uint64) error {
	tmp, err := os.MkdirTemp(dir, "corrd-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	path := filepath.Join(tmp, "store")
	if err := generate(path, shelved, seed); err != nil {
		return err
	}
	debug.FreeOSMemory()
	db, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	room := &control.Room{Store: db, Ledger: &ledger.Ledger{Zone: time.UTC}, Office: templates.Office{Name: "corrd", Domain: addressed}}
	build := func() (folder.Built, time.Duration, error) {
		begun := time.Now()
		b, err := folder.Build(context.Background(), room, filepath.Join(tmp, "site"), "")
		return b, time.Since(begun), err
	}
	var all, changed time.Duration
	var first, second folder.Built
	most, err := watched(func() (err error) {
		if first, all, err = build(); err != nil {
			return err
		}
		err = db.Update(func(tx store.Tx) error {
			id, err := shownPlayer(tx)
			if err != nil {
				return err
			}
			p, err := tx.Player(id)
			if err != nil {
				return err
			}
			p.Settings = map[string]string{ledger.PublicName: ledger.PublicYes}
			return tx.PutPlayer(&p)
		})
		if err == nil {
			second, changed, err = build()
		}
		return err
	})
	if err != nil {
		return err
	}
	row(fmt.Sprintf("the reading room of %d games, %d files; what one change changes, %d files", first.Games, first.Files, second.Written),
		fmt.Sprintf("%.1f s; %.2f s", all.Seconds(), changed.Seconds()), "wanted: 120 s; 2 s", "", "")
	row("anonymous memory while it is built, at most", fmt.Sprintf("%d MiB", most>>20), "wanted: 200 MiB", "", "")
	return nil
}

// shownPlayer returns a player of a game that is over.
func shownPlayer(v store.View) (int64, error) {
	for id := int64(1); ; id++ {
		if s, err := v.Game(id); err != nil || s.Result != nil {
			return s.Players[board.White], err
		}
	}
}

// watched runs f, and gives the most anonymous memory that this process had meanwhile.
func watched(f func() error) (most int64, err error) {
	done := make(chan struct{})
	var watch sync.WaitGroup
	var failed error
	watch.Go(func() {
		for {
			now, err := anonymous()
			most, failed = max(most, now), errors.Join(failed, err)
			select {
			case <-done:
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	})
	err = f()
	close(done)
	watch.Wait()
	return most, errors.Join(err, failed)
}
