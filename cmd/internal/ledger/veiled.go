package ledger

import (
	"time"

	"corrd/store"
)

// The record of a letter repeats parts of the letter, such as its recipients and its subject, in
// which the keys of answers stand. The store keeps these parts veiled under the secret. A record of
// an earlier corrd is read as it is.

// letterUnder returns a record of a letter that came in with each text changed.
func letterUnder(l store.Letter, change func(string) string) store.Letter {
	to := make([]string, len(l.To))
	for i, a := range l.To {
		to[i] = change(a)
	}
	if l.To != nil {
		l.To = to
	}
	l.From, l.MessageID, l.Subject = change(l.From), change(l.MessageID), change(l.Subject)
	l.Verdict, l.Note = change(l.Verdict), change(l.Note)
	return l
}

// rowUnder returns a row of the outbox with each text changed that does not decide where and when
// the row leaves.
func rowUnder(r store.Row, change func(string) string) store.Row {
	r.Note, r.Error = change(r.Note), change(r.Error)
	if r.Data != nil {
		r.Data = []byte(change(string(r.Data)))
	}
	return r
}

// PutLetter keeps the record of a letter veiled.
func (t keyedTx) PutLetter(l *store.Letter, raw []byte) error {
	kept := letterUnder(*l, t.keys.HideText)
	err := t.Tx.PutLetter(&kept, raw)
	l.ID = kept.ID
	return err
}

// Enqueue keeps a row veiled.
func (t keyedTx) Enqueue(r *store.Row) error {
	kept := rowUnder(*r, t.keys.HideText)
	err := t.Tx.Enqueue(&kept)
	r.ID, r.State = kept.ID, kept.State
	return err
}

// PutRow keeps a row veiled.
func (t keyedTx) PutRow(r *store.Row) error {
	kept := rowUnder(*r, t.keys.HideText)
	return t.Tx.PutRow(&kept)
}

// ReplaceRow keeps a row veiled.
func (t keyedTx) ReplaceRow(was, is *store.Row) error {
	kept := rowUnder(*is, t.keys.HideText)
	return t.Tx.ReplaceRow(was, &kept)
}

// VeilKept veils what an earlier corrd has kept of a letter or a row as it was: the bytes, as
// store.Tx describes, and the record.
func (t keyedTx) VeilKept(of store.Kind, id int64) (changed bool, err error) {
	if changed, err = t.Tx.VeilKept(of, id); err != nil {
		return false, err
	}
	bare := false
	hide := func(text string) string {
		hidden := t.keys.HideKept(text)
		bare = bare || hidden != text
		return hidden
	}
	if of == store.Letters {
		l, err := t.Tx.Letter(id)
		if kept := letterUnder(l, hide); bare && err == nil {
			err = t.Tx.PutLetter(&kept, nil)
		}
		return changed || bare, err
	}
	r, err := t.Tx.Row(id)
	if kept := rowUnder(r, hide); bare && err == nil {
		err = t.Tx.PutRow(&kept)
	}
	return changed || bare, err
}

// The records that a transaction reads are shown as those of a view.

func (t keyedTx) Letter(id int64) (store.Letter, error) { return keyedView{t.Tx, t.keys}.Letter(id) }
func (t keyedTx) LettersOf(gameID int64) ([]store.Letter, error) {
	return keyedView{t.Tx, t.keys}.LettersOf(gameID)
}
func (t keyedTx) Letters(max int, states ...store.LetterState) ([]store.Letter, error) {
	return keyedView{t.Tx, t.keys}.Letters(max, states...)
}
func (t keyedTx) Row(id int64) (store.Row, error) { return keyedView{t.Tx, t.keys}.Row(id) }
func (t keyedTx) RowsOf(gameID int64, max int) ([]store.Row, error) {
	return keyedView{t.Tx, t.keys}.RowsOf(gameID, max)
}
func (t keyedTx) Due(now time.Time, max int) ([]store.Row, error) {
	return keyedView{t.Tx, t.keys}.Due(now, max)
}
func (t keyedTx) Rows(max int, states ...store.RowState) ([]store.Row, error) {
	return keyedView{t.Tx, t.keys}.Rows(max, states...)
}

// Letter returns a letter that came in, as store.View does.
func (v keyedView) Letter(id int64) (store.Letter, error) {
	l, err := v.View.Letter(id)
	return letterUnder(l, v.keys.ShowText), err
}

// LettersOf lists the letters of a game, as store.View does.
func (v keyedView) LettersOf(gameID int64) ([]store.Letter, error) {
	all, err := v.View.LettersOf(gameID)
	return v.shown(all), err
}

// Letters lists the newest letters, as store.View does.
func (v keyedView) Letters(max int, states ...store.LetterState) ([]store.Letter, error) {
	all, err := v.View.Letters(max, states...)
	return v.shown(all), err
}

func (v keyedView) shown(all []store.Letter) []store.Letter {
	for i := range all {
		all[i] = letterUnder(all[i], v.keys.ShowText)
	}
	return all
}

// Row returns a row of the outbox, as store.View does.
func (v keyedView) Row(id int64) (store.Row, error) {
	r, err := v.View.Row(id)
	return rowUnder(r, v.keys.ShowText), err
}

// RowsOf lists the first rows of a game, as store.View does.
func (v keyedView) RowsOf(gameID int64, max int) ([]store.Row, error) {
	all, err := v.View.RowsOf(gameID, max)
	return v.shownRows(all), err
}

// Due lists the rows that may be sent, as store.View does.
func (v keyedView) Due(now time.Time, max int) ([]store.Row, error) {
	all, err := v.View.Due(now, max)
	return v.shownRows(all), err
}

// Rows lists the newest rows, as store.View does.
func (v keyedView) Rows(max int, states ...store.RowState) ([]store.Row, error) {
	all, err := v.View.Rows(max, states...)
	return v.shownRows(all), err
}

func (v keyedView) shownRows(all []store.Row) []store.Row {
	for i := range all {
		all[i] = rowUnder(all[i], v.keys.ShowText)
	}
	return all
}
