package daemon_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"corrd/store"
	"corrd/store/bolt"
)

// umpire reads everything while corrd works, checks the store and copies it.
type umpire struct {
	*world
	chance *rand.Rand
}

func (u *umpire) live(ctx context.Context) {
	for rest(ctx, upTo(4*time.Hour, u.chance)) {
		u.look()
	}
}

// look checks the store in use, and a backup of it made at once.
func (u *umpire) look() {
	u.house.mu.Lock()
	d := u.house.daemon
	u.house.mu.Unlock()
	if d == nil {
		return
	}
	u.check("in use", d.db)
	path := filepath.Join(u.house.dir, "backup.db")
	to, err := os.Create(path)
	if err != nil {
		u.Fatal(err)
	}
	_, err = d.db.Backup(to)
	to.Close()
	if err != nil {
		return // the dispute was closed meanwhile
	}
	copied, err := bolt.Open(path, bolt.Options{Now: u.house.clock.Now, InitialMmapSize: reserve, NoSync: true})
	if err != nil {
		u.Errorf("a backup cannot be opened: %v", err)
		return
	}
	defer copied.Close()
	u.check("backup", copied)
	u.house.faults.count("- backups checked")
	kept := filepath.Join(u.house.dir, "kept.db")
	if err := os.Rename(path, kept); err != nil {
		u.Fatal(err)
	}
	u.house.mu.Lock()
	defer u.house.mu.Unlock()
	u.house.backup = kept
}

func (u *umpire) check(what string, db store.Store) {
	_, err := db.Check(func(fault store.Fault) { u.Errorf("check, %s: %s", what, fault) })
	if err != nil && !u.closed(db) {
		u.Errorf("check, %s: %v", what, err)
	}
}

// closed reports whether the daemon of a store has ended meanwhile.
func (u *umpire) closed(db store.Store) bool {
	return db.View(func(store.View) error { return nil }) != nil
}
