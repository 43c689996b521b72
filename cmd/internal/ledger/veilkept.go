package ledger

import (
	"strconv"

	"corrd/store"
)

// Letters that an earlier corrd has kept lie in the store as they came and went, with their keys.
// VeilKept veils them a few at a time, beside the daemon's other work, and may end at any instant:
// a transaction that changes something also notes the last record that it has looked at.

// veiledSetting keeps the number of the last record of a kind that VeilKept has looked at.
func veiledSetting(of store.Kind) string { return "veiled/" + string(of) }

// bareSetting is "yes" while what VeilKept has replaced may lie in the free space of the store.
const bareSetting = "veiled/bare"

const (
	veiledAtOnce = 16   // records in one transaction
	notedAfter   = 1024 // records in which nothing changed, before the last of them is noted
)

// VeilKept veils what the store has kept bare of letters and rows since VeilKept was last here, and
// then has the store written anew, so that nothing is left in its free space. Before each
// transaction VeilKept calls rest, whose error ends VeilKept. db is a store under a secret.
func VeilKept(db store.Store, rest func() error) error {
	for _, of := range []store.Kind{store.Letters, store.Rows} {
		after, err := lastVeiled(db, of)
		for more := true; more && err == nil; {
			if err = rest(); err == nil {
				after, more, err = veilSome(db, of, after)
			}
		}
		if err != nil {
			return err
		}
	}
	return compactBare(db)
}

// lastVeiled returns the number of the last record of a kind that was looked at, as far as it is noted.
func lastVeiled(db store.Store, of store.Kind) (last int64, err error) {
	err = db.View(func(v store.View) error {
		last, err = notedVeiled(v, of)
		return err
	})
	return last, err
}

func notedVeiled(v store.View, of store.Kind) (last int64, err error) {
	text, found, err := v.Setting(veiledSetting(of))
	if found && err == nil {
		last, err = strconv.ParseInt(text, 10, 64)
	}
	return last, err
}

// veilSome veils some records in one transaction, and gives the last of them. The transaction writes
// nothing where it has changed no record and the last one need not be noted yet.
func veilSome(db store.Store, of store.Kind, after int64) (last int64, more bool, err error) {
	err = db.Update(func(tx store.Tx) error {
		last = after
		ids, err := tx.Numbers(of, after, veiledAtOnce)
		if err != nil {
			return err
		}
		noted, err := notedVeiled(tx, of)
		if err != nil {
			return err
		}
		any := false
		for _, id := range ids {
			changed, err := tx.VeilKept(of, id)
			if err != nil {
				return err
			}
			last, any = id, any || changed
		}
		more = len(ids) == veiledAtOnce
		if any {
			if err := tx.SetSetting(bareSetting, "yes"); err != nil {
				return err
			}
		}
		if last == noted || more && !any && last < noted+notedAfter {
			return nil
		}
		return tx.SetSetting(veiledSetting(of), strconv.FormatInt(last, 10))
	})
	return last, more, err
}

// compactBare has a store written anew in whose free space keys may lie.
func compactBare(db store.Store) error {
	bare := false
	err := db.View(func(v store.View) error {
		text, _, err := v.Setting(bareSetting)
		bare = text == "yes"
		return err
	})
	if err == nil && bare {
		err = db.Compact()
	}
	if err != nil || !bare {
		return err
	}
	return db.Update(func(tx store.Tx) error { return tx.SetSetting(bareSetting, "no") })
}
