package postgres

import (
	"bytes"
	"slices"

	"corrd/store"
)

// draft is what an update stores anew and changes until its end: it goes to the database as it
// stands then, in one statement of each kind, or earlier where something is asked that it may
// touch.
type draft struct {
	letter *store.Letter // which is being taken; nil: none is
	kept   []byte        // the letter's bytes as they are to lie; nil: are not kept
	keys   [][]byte      // which mark the letter, and marked none before
	others [][]byte      // which mark the letter, and may have marked another
	rows   []store.Row
}

// settle has what stands in the draft written with what waits to be written.
func (v *view) settle() {
	d := v.draft
	v.draft = draft{}
	add := func(sql string, args ...any) { v.pending = append(v.pending, statement{sql: sql, args: args}) }
	if d.letter != nil {
		add(letters.insert, letters.args(d.letter)...)
	}
	if d.kept != nil {
		add("insert into raw values ($1, $2)", d.letter.ID, d.kept)
	}
	if len(d.keys) > 0 {
		add(insertMarks+"$2::bigint", d.keys, d.letter.ID)
	}
	if len(d.others) > 0 {
		add(insertMarks+"$2::bigint"+overMarks, d.others, d.letter.ID)
	}
	for some := range slices.Chunk(d.rows, rowsAtOnce) {
		var args []any
		for i := range some {
			args = append(args, rows.args(&some[i])...)
		}
		add(insertRows[len(some)], args...)
	}
}

// rowsAtOnce is how many rows one statement stores at most: a letter of a game has two answers.
const rowsAtOnce = 2

// insertRows are the statements that store so many rows.
var insertRows = [rowsAtOnce + 1]string{1: rows.insert, 2: rows.several(2)}

// drafted keeps a letter in the draft if it is new, or stands there; false: it does not.
func (u *update) drafted(l *store.Letter, fresh bool) bool {
	if !fresh && (u.draft.letter == nil || u.draft.letter.ID != l.ID) {
		return false
	}
	if fresh {
		u.settle()
		u.wrote = true
		u.draft.kept = u.db.Kept(u.raw, l.Deflated)
	}
	if l.Purged {
		u.draft.kept = nil
	}
	of := *l
	of.To, of.Deflated = slices.Clone(l.To), nil
	u.draft.letter = &of
	return true
}

// marked keeps in the draft that a key, which marked the letter was if that is known, marks the
// letter of the draft; false: another letter is to be marked.
func (u *update) marked(key store.Key, was int64, known bool, letter int64) bool {
	if u.draft.letter == nil || u.draft.letter.ID != letter {
		return false
	}
	switch {
	case known && was == letter:
		return slices.ContainsFunc(slices.Concat(u.draft.keys, u.draft.others), func(k []byte) bool { return bytes.Equal(k, key[:]) })
	case known && was == 0:
		u.draft.keys = append(u.draft.keys, key[:])
	default:
		u.draft.others = append(u.draft.others, key[:])
	}
	return true
}
