package postgres

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"corrd/game"
	"corrd/store"
)

// EraseTexts writes the events of a game anew without some of their texts, and gives the game
// another key of salts. store.Tx describes the arguments and the results.
func (u *update) EraseTexts(id, order int64, erase func(e game.Event, name string, text []byte) bool) (erased int, err error) {
	u.wholly()
	h, err := u.begun(id)
	if err != nil {
		return 0, err
	}
	recs, err := u.records(id, 0, h.Seq)
	if err != nil {
		return 0, err
	}
	without, erased, err := store.EraseLog(id, order, recs, h.Salts, erase)
	if err != nil || erased == 0 {
		return 0, err
	}
	for i, rec := range without {
		r, err := split(rec)
		if err != nil {
			return 0, ofGame(id, err)
		}
		u.exec("update events set seal = $3, line = $4 where game = $1 and seq = $2", id, int64(i)+1, r.seal, string(r.line))
	}
	rand.Read(h.Salts[:])
	clear(u.memo.lines)
	clear(u.memo.logs)
	if err := h.Refold(func(store.Head) (game.State, [32]byte, error) { return u.fold(id, h, h.Seq) }); err != nil {
		return 0, err
	}
	u.putHead(&h, false)
	return erased, nil
}

// Compact returns the store another key of salts and has the database write every table anew, with
// VACUUM FULL, after which the files of the database hold nothing of what was deleted or replaced.
// Compact first waits for the transactions that may still see such rows. What the database has
// archived, its log and its backups, is not touched. store.Store describes the error.
func (d *db) Compact() error {
	salts := make([]byte, 32)
	rand.Read(salts)
	var begun int64
	err := d.Update(func(tx store.Tx) error {
		u := tx.(*update)
		u.wholly()
		u.exec("update meta set value = $1 where name = 'salts'", salts)
		_, err := u.row("select pg_current_xact_id()::text::bigint", nil, &begun)
		return err
	})
	if err != nil {
		return err
	}
	if err := d.enter(); err != nil {
		return err
	}
	defer d.using.Done()
	if err := d.waitForOlder(begun); err != nil {
		return err
	}
	for _, table := range []string{"meta", "settings", "tallies", "players", "addresses", "registrations", "challenges", "challenge_players", "disputes", "tournaments",
		"games", "seats", "events", "letters", "raw", "seen", "outbox", "outbox_bytes", "leases", "sessions"} {
		if _, err := d.pool.Exec(context.Background(), "vacuum full "+table); err != nil {
			return fmt.Errorf("vacuum full %s: %w", table, classify(err))
		}
	}
	return nil
}

// olderAtMost is how long Compact waits for transactions that began before Compact did.
const olderAtMost = 5 * time.Minute

// waitForOlder waits until no transaction can see the state before the transaction with the number
// begun. Only a role with pg_read_all_stats can see the transactions of other roles.
func (d *db) waitForOlder(begun int64) error {
	for until := time.Now().Add(olderAtMost); ; time.Sleep(100 * time.Millisecond) {
		var older int
		err := d.pool.QueryRow(context.Background(), `select count(*) from pg_stat_activity
			where datname = current_database() and pid <> pg_backend_pid() and backend_xmin is not null
			and age(backend_xmin) >= age(($1::bigint % 4294967296)::text::xid)`, begun).Scan(&older)
		if err != nil {
			return classify(err)
		}
		if older == 0 {
			return nil
		}
		if time.Now().After(until) {
			return fmt.Errorf("store: %d transactions that began before the erasure are still open in the database, and keep what was erased: end them (pg_stat_activity names them), and erase again", older)
		}
	}
}
