package postgres

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"corrd/game/board"
	"corrd/store"
)

var letters = newTable("letters", "letter",
	number("id", func(l *store.Letter) *int64 { return &l.ID }),
	instant("received", func(l *store.Letter) *time.Time { return &l.Received }),
	text("source", func(l *store.Letter) *string { return &l.Source }),
	text("sender", func(l *store.Letter) *string { return &l.From }),
	texts("recipients", func(l *store.Letter) *[]string { return &l.To }),
	text("message_id", func(l *store.Letter) *string { return &l.MessageID }),
	text("subject", func(l *store.Letter) *string { return &l.Subject }),
	number("game", func(l *store.Letter) *int64 { return &l.Game }),
	number("side", func(l *store.Letter) *board.Side { return &l.Side }),
	number("ply", func(l *store.Letter) *int { return &l.Ply }),
	number("player", func(l *store.Letter) *int64 { return &l.Player }),
	text("kind", func(l *store.Letter) *string { return &l.Kind }),
	text("state", func(l *store.Letter) *store.LetterState { return &l.State }),
	text("verdict", func(l *store.Letter) *string { return &l.Verdict }),
	text("note", func(l *store.Letter) *string { return &l.Note }),
	number("same", func(l *store.Letter) *int64 { return &l.Same }),
	number("size", func(l *store.Letter) *int64 { return &l.Size }),
	truth("stranger", func(l *store.Letter) *bool { return &l.Stranger }),
	truth("purged", func(l *store.Letter) *bool { return &l.Purged }),
	number("erased", func(l *store.Letter) *int64 { return &l.Erased }),
	truth("unasked", func(l *store.Letter) *bool { return &l.Unasked }),
	text("proof", func(l *store.Letter) *store.Proof { return &l.Proof }),
	number("turn", func(l *store.Letter) *int { return &l.Turn }),
	truth("backdated", func(l *store.Letter) *bool { return &l.Backdated }),
)

// Letter returns the letter with a number, or store.ErrNotFound.
func (v *view) Letter(id int64) (store.Letter, error) {
	v.owns(theLetter(id))
	if l, known := v.memo.letters[id]; known {
		l.To = slices.Clone(l.To)
		return l, nil
	}
	return letters.get(v, id)
}

// Raw returns the bytes of a letter as they came, or store.ErrNotFound.
func (v *view) Raw(letter int64) ([]byte, error) {
	v.owns(theLetter(letter))
	deflated, ok := v.memo.raw[letter]
	var purged bool
	var err error
	if !ok {
		ok, err = v.row("select deflated, purged from letters left join raw on letter = id where id = $1", []any{letter}, &deflated, &purged)
	}
	switch {
	case err != nil:
		return nil, err
	case ok && deflated != nil:
		raw, err := v.db.Inflate(deflated)
		if err != nil {
			return nil, store.Unread(store.BytesOfLetter, letter, err)
		}
		return raw, nil
	}
	return nil, store.Unkept(letter, ok && purged)
}

// LettersOf lists by number the letters that came in for a game.
func (v *view) LettersOf(gameID int64) ([]store.Letter, error) {
	v.owns(theGame(gameID))
	return letters.list(v, "where game = $1 and game <> 0", gameID)
}

// HeldOf lists by number the letters that are held for some games. Others may read them too.
func (v *view) HeldOf(games []int64) ([]store.Letter, error) {
	for _, id := range games {
		v.shares(theGame(id))
	}
	return letters.list(v, "where state = 'held' and game = any($1) and game <> 0 order by id", append([]int64{}, games...))
}

// Letters lists the newest letters in one of the states, at most max, newest last;
// no state: all.
func (v *view) Letters(max int, states ...store.LetterState) ([]store.Letter, error) {
	v.wholly()
	return newest(v, letters, max, states)
}

// OldestLetter returns the first letter in a state other than Acted, or store.ErrNotFound.
func (v *view) OldestLetter(state store.LetterState) (store.Letter, error) {
	return oldest(v, letters, state)
}

// PutLetter stores a letter. A letter with ID 0 gets the next number, and raw is compressed and
// kept with the letter; later calls ignore raw.
func (u *update) PutLetter(l *store.Letter, raw []byte) error {
	fresh := l.ID == 0
	if fresh {
		if err := u.next("letter", &l.ID); err != nil {
			return err
		}
		u.letter, u.raw = l.ID, raw
	} else {
		u.owns(theLetter(l.ID))
		delete(u.memo.letters, l.ID)
	}
	if l.Game != 0 {
		u.owns(theGame(l.Game))
	}
	if u.drafted(l, fresh) {
		return nil
	}
	letters.put(u, l.ID, false, l)
	if l.Purged {
		u.exec("delete from raw where letter = $1", l.ID)
	}
	return nil
}

// VeilKept puts bytes that lie bare under the Veil, as store.Tx describes.
func (u *update) VeilKept(of store.Kind, ids ...int64) (changed bool, err error) {
	table, key, lock := "raw", "letter", theLetter
	if of == store.Rows {
		table, key, lock = "outbox_bytes", "row_id", theRow
	}
	for _, id := range ids {
		u.owns(lock(id))
	}
	veiled := map[int64][]byte{}
	err = u.query(func(rows pgx.Rows) error {
		var id int64
		var kept []byte
		if err := rows.Scan(&id, &kept); err != nil {
			return err
		}
		bytes, err := u.db.Veiled(of, id, kept)
		if bytes != nil {
			veiled[id] = bytes
		}
		return err
	}, "select "+key+", deflated from "+table+" where "+key+" = any($1)", ids)
	if err != nil {
		return false, err
	}
	for _, id := range slices.Sorted(maps.Keys(veiled)) {
		u.exec("update "+table+" set deflated = $2 where "+key+" = $1", id, veiled[id])
	}
	return len(veiled) > 0, nil
}

// Purge drops the bytes of letters of strangers, oldest first: of those received before a time and,
// while the others are more than quota octets, of more; of at most max. A letter that acted is
// evidence, and Purge keeps the letter's bytes even if an older corrd took it for a stranger's.
func (u *update) Purge(before time.Time, quota int64, max int) (purged int, err error) {
	ids, err := u.ids(`
		with purgeable as (
			select id, received, sum(size + $1) over (order by id desc) as from_here_on
			from letters where stranger and not purged and state <> $5),
		kept as (
			select coalesce(min(id), 9223372036854775807) as id from purgeable
			where from_here_on <= $2 and (received is not null and received >= $3))
		select p.id from purgeable p, kept where p.id < kept.id order by p.id limit $4`,
		store.Overhead, quota, before.UTC(), limit(max), store.Acted)
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	for _, id := range ids {
		u.owns(theLetter(id))
	}
	u.exec("update letters set purged = true where id = any($1) and stranger", ids)
	u.exec("delete from raw where letter in (select id from letters where id = any($1) and purged)", ids)
	return len(ids), nil
}

// Seen returns the letter marked with the first of some keys that marks one; ok is false where
// there is none.
func (v *view) Seen(keys ...store.Key) (letter int64, ok bool, err error) {
	for _, key := range keys {
		if _, known := v.memo.seen[key]; !known {
			if err := v.Expect(store.Likely{Keys: keys}); err != nil {
				return 0, false, err
			}
		}
	}
	for _, key := range keys {
		if letter := v.memo.seen[key]; letter != 0 {
			return letter, true, nil
		}
	}
	return 0, false, nil
}

// MarkSeen marks a stored letter with a key; store.ErrNotFound if the letter is not stored.
func (u *update) MarkSeen(key store.Key, letter int64) error {
	u.owns(theMark(key))
	was, known := u.memo.seen[key]
	u.memo.seen[key] = letter
	if u.marked(key, was, known, letter) {
		return nil
	}
	u.settle()
	if keys := u.waiting(key, letter); keys != nil {
		*keys = append(*keys, key[:])
		return nil
	}
	u.change(letters.missing(letter), marks, &[][]byte{key[:]}, letter)
	return nil
}

// waiting returns the keys of a statement that marks a letter and has not been sent; nil where
// there is none, or where one marks a letter with key already.
func (u *update) waiting(key store.Key, letter int64) (of *[][]byte) {
	sql := counted(marks)
	for _, s := range u.pending {
		if s.sql != sql {
			continue
		}
		keys := s.args[0].(*[][]byte)
		if slices.ContainsFunc(*keys, func(k []byte) bool { return bytes.Equal(k, key[:]) }) {
			return nil
		}
		if s.args[1] == letter {
			of = keys
		}
	}
	return of
}

// marks marks a letter with keys, all that a transaction has for the letter, in one statement.
const marks = insertMarks + "id from letters where id = $2" + overMarks

const (
	insertMarks = "insert into seen select unnest($1::bytea[]), "
	overMarks   = " on conflict (key) do update set letter = excluded.letter"
)

// Compact gives the store another key of salts and has the database write every table anew, with
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
