package control

import (
	"context"
	"errors"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"corrd/store"
)

// entered returns the entries of a room's record, as "arguments outcome".
func entered(t *testing.T, r *Room) (all []string) {
	t.Helper()
	entries, err := r.AuditList(t.Context(), None{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		all = append(all, string(e.Arguments)+" "+e.Outcome)
	}
	return all
}

// TestAnActIsWrittenDownBeforeItIsDone: the record has an act before the act is done, and its
// outcome afterwards; where the player is erased whom it names, not their name.
func TestAnActIsWrittenDownBeforeItIsDone(t *testing.T) {
	r := newRoom(t)
	const before = `{"name":"alice"} ` + asked
	for _, c := range []struct {
		words, want string
		do          func() error
	}{
		{`{"name":"alice"}`, `{"name":"alice"} done`, func() error { return nil }},
		{`{"name":"alice"}`, `{"name":"alice"} not so`, func() error { return refuse("not so") }},
		{`{"name":"alice"}`, `{} done`, func() error {
			return r.Store.Update(func(tx store.Tx) error {
				return tx.Forget(func(_, value string) bool { return strings.Contains(value, "alice") })
			})
		}},
	} {
		act := acts(Verb[Named, None]("/try"), func(context.Context, Named) (None, error) {
			if all := entered(t, r); all[len(all)-1] != before {
				t.Errorf("while it is done the record ends with %s", all[len(all)-1])
			}
			return None{}, c.do()
		})
		r.answer(httptest.NewRecorder(), httptest.NewRequest("POST", "/try", strings.NewReader(c.words)), act)
		if all := entered(t, r); all[len(all)-1] != c.want {
			t.Errorf("the record ends with %s, and not with %s", all[len(all)-1], c.want)
		}
	}
}

// unwritten is a store that keeps nothing.
type unwritten struct{ store.Store }

func (unwritten) Update(func(store.Tx) error) error { return errors.New("the disk is gone") }

// TestNothingIsDoneOutsideTheRecord: what cannot be written down is not done.
func TestNothingIsDoneOutsideTheRecord(t *testing.T) {
	r := newRoom(t)
	r.Store = unwritten{r.Store}
	act := acts(Verb[Named, None]("/try"), func(context.Context, Named) (None, error) {
		t.Error("it was done")
		return None{}, nil
	})
	w := httptest.NewRecorder()
	r.answer(w, httptest.NewRequest("POST", "/try", strings.NewReader(`{}`)), act)
	if w.Code != 500 {
		t.Errorf("status %d", w.Code)
	}
}

// TestACopyIsInTheRecord: whoever takes the store, or what lies beside it, is in the record; a copy
// is made also where nothing can be written down, because it may be the last that can be had.
func TestACopyIsInTheRecord(t *testing.T) {
	r := newRoom(t)
	copied := func(path, args string, status int) {
		t.Helper()
		w, all := httptest.NewRecorder(), r.routes()
		row := slices.IndexFunc(all, func(of route) bool { return of.path == path })
		r.answer(w, httptest.NewRequest("POST", path, strings.NewReader(args)), all[row])
		if w.Code != status || status == 200 && w.Body.Len() == 0 {
			t.Errorf("%s %s: status %d and %d octets", path, args, w.Code, w.Body.Len())
		}
	}
	copied(backupPath, `{"name":"a.db"}`, 200)
	copied(besidePath, `{}`, 200)
	copied(backupPath, `a.db`, 400)
	if got := strings.Join(entered(t, r), "\n"); !strings.HasPrefix(got, "{\"name\":\"a.db\"} done\n{} done\n{} arguments: ") {
		t.Errorf("the record is\n%s", got)
	}
	r.Store = unwritten{r.Store}
	copied(backupPath, `{"name":"b.db"}`, 200)
}

// TestStatsCountAll: letters that others have piled upon are counted.
func TestStatsCountAll(t *testing.T) {
	r := newRoom(t)
	err := r.Store.Update(func(tx store.Tx) error {
		err := tx.PutLetter(&store.Letter{State: store.HeldLetter}, []byte("P-K4"))
		for range inboxPage {
			err = errors.Join(err, tx.PutLetter(&store.Letter{State: store.Ignored}, nil))
		}
		return err
	})
	s, err2 := r.StatsShow(t.Context(), None{})
	if err != nil || err2 != nil || s.Waiting["held"] != 1 || s.Players != 2 || s.Games["playing"] != 1 || s.Outbox["parked"] != 0 {
		t.Errorf("%v, %v, %+v", err, err2, s)
	}
}
