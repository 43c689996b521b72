package clerk

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/mailer"
	"corrd/store"
)

// kept counts the letters whose bytes the store keeps, and the letters whose bytes are gone.
func (b *table) kept() (kept, purged int) {
	b.Helper()
	b.view(func(v store.View) error {
		all, err := v.Letters(10_000)
		for _, l := range all {
			switch _, e := v.Raw(l.ID); {
			case e == nil && !l.Purged:
				kept++
			case errors.Is(e, store.ErrPurged) && l.Purged:
				purged++
			default:
				b.Errorf("letter %d, purged %v: %v", l.ID, l.Purged, e)
			}
		}
		return err
	})
	if _, err := b.db.Check(func(fault store.Fault) { b.Error(fault) }); err != nil {
		b.Error(err)
	}
	return kept, purged
}

// Nobody can fill the disk: neither people who are not registered, nor letters in a player's name,
// nor wrong keys, nor wishes to be registered.
func TestOneHostCannotFillTheDisk(t *testing.T) {
	b := newTable(t)
	b.cfg.StrangersQuota = 100_000
	before, _ := b.kept()
	big := strings.Repeat("I write at length. ", 500)
	wrong := "corrd+g1.w1.aaaaaaaaaaaaaaaaaaaaaaaaaa@club.example"
	for i := range 30 {
		b.brings(mailer.AuthNone, fmt.Sprint("zoe", i), office, fmt.Sprint("a", i), big)
		b.brings(mailer.AuthPass, fmt.Sprint("yves", i), office, fmt.Sprint("b", i), "register Yves\n"+big)
		b.brings(mailer.AuthFail, "alice", office, fmt.Sprint("c", i), big)
		b.brings(mailer.AuthNone, "alice", wrong, fmt.Sprint("d", i), big)
	}
	if kept, purged := b.kept(); kept-before > 11 || purged < 100 {
		t.Errorf("%d letters are kept, %d are not", kept-before, purged)
	}
	list, err := b.room().InboxList(t.Context(), control.None{})
	if err != nil || len(list) < 90 {
		t.Errorf("the inbox lists %d, %v", len(list), err)
	}
	held, _ := b.kept()
	for i := range 200 {
		raw := fmt.Sprintf("From: alice@example.org\r\nTo: %s\r\nMessage-ID: <h%d@x>\r\n\r\nresign\nI am number %d\n%s\r\n", office, i, i, big)
		in := Incoming{Raw: []byte(raw), Received: b.clock.Now(), Source: sourceIMAP, Envelope: mailer.Envelope{To: []string{office}, Auth: mailer.AuthNone}}
		if _, err := b.Take(t.Context(), in); err != nil {
			t.Fatal(err)
		}
	}
	if kept, _ := b.kept(); kept-held > ledger.MostWaiting+11 {
		t.Errorf("%d letters in a player's name are held", kept-held)
	}
	b.letter("alice", office, "own", "games")
	if l := b.newest(); l.Stranger {
		t.Error("a player's letter is a stranger's")
	}
}

func TestStrangersLettersAreKeptForAMonth(t *testing.T) {
	b := newTable(t)
	before, _ := b.kept()
	b.brings(mailer.AuthNone, "zoe", office, "z", "hello")
	b.clock.(*watch.Virtual).Set(b.clock.Now().Add(keptFor))
	if err := b.Purge(); err != nil {
		t.Fatal(err)
	}
	if kept, purged := b.kept(); kept != before+1 || purged != 0 {
		t.Errorf("after a month less a moment %d and %d", kept-before, purged)
	}
	b.clock.(*watch.Virtual).Set(b.clock.Now().Add(time.Second))
	if err := b.Purge(); err != nil {
		t.Fatal(err)
	}
	if kept, purged := b.kept(); kept != before || purged != 1 {
		t.Errorf("after a month %d and %d", kept-before, purged)
	}
	view, err := b.room().InboxShow(t.Context(), control.Numbered{ID: b.newest().ID})
	if err != nil || !view.Purged {
		t.Errorf("%+v, %v", view, err)
	}
	b.brings(mailer.AuthNone, "zoe", office, "z", "hello")
	if l := b.newest(); l.State != store.Duplicate {
		t.Errorf("the same letter again is %s", l.State)
	}
}
