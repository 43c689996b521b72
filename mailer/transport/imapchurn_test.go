package transport

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// TestMailboxInTurmoil has somebody else take letters out of the mailbox, bring others, and put a
// new mailbox with the same UIDs in its place, at random. Each letter that stays is handed over,
// none under the name of another, and what is moved away is what was handed over.
func TestMailboxInTurmoil(t *testing.T) {
	t.Parallel()
	for name, caps := range map[string][]imap.Cap{"MOVE": {imap.CapMove}, "COPY": {imap.CapUIDPlus}} {
		for seed := range uint64(4) {
			t.Run(fmt.Sprint(name, seed), func(t *testing.T) { turmoil(t, seed, caps) })
		}
	}
}

func turmoil(t *testing.T, seed uint64, caps []imap.Cap) {
	p := startMailroom(t, caps...)
	if err := p.user.Create("post", nil); err != nil {
		t.Fatal(err)
	}
	o := p.options()
	o.Mailbox, o.Poll = "post", time.Millisecond
	chance := rand.New(rand.NewPCG(27, seed))
	var mutex sync.Mutex
	names, handed := map[[2]uint32]string{}, map[string]int{}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		ended <- NewMailbox(o).Run(ctx, func(_ context.Context, f Fetched) (Disposition, error) {
			mutex.Lock()
			defer mutex.Unlock()
			at := [2]uint32{f.UIDValidity, f.UID}
			if was, is := names[at]; is && was != string(f.Raw) {
				t.Errorf("UID %d of %d is %q and was %q", f.UID, f.UIDValidity, f.Raw, was)
			}
			names[at] = string(f.Raw)
			handed[string(f.Raw)]++
			return []Disposition{Processed, Processed, Leave}[len(f.Raw)%3], nil
		})
	}()
	other, err := imapclient.DialInsecure(p.addr, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := other.Login("corrd", goodSecret).Wait(); err != nil {
		t.Fatal(err)
	}
	var lies []string // the letters that lie in the mailbox, unless they are moved
	for n := range 120 {
		switch chance.IntN(8) {
		case 0:
			if err := errors.Join(p.user.Delete("post"), p.user.Create("post", nil)); err != nil {
				t.Fatal(err)
			}
			lies = nil
		case 1:
			if _, err := other.Select("post", nil).Wait(); err != nil {
				t.Fatal(err)
			}
			lies = nil
			all := imap.SeqSet{}
			all.AddRange(1, 0)
			// the mailbox may be empty, or its letters may go meanwhile
			errors.Join(other.Store(all, &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}}, nil).Close(), other.Expunge().Close(), other.Unselect().Wait())
		default:
			letter := fmt.Sprintf("Subject: %d\r\n\r\nP-K4%*s\r\n", n, n%3, "")
			p.putInto(t, "post", letter)
			lies = append(lies, letter)
		}
		time.Sleep(time.Duration(chance.IntN(3)) * time.Millisecond)
	}
	until(t, "what is left is handed over", func() bool {
		mutex.Lock()
		defer mutex.Unlock()
		return !slices.ContainsFunc(lies, func(l string) bool { return handed[l] == 0 })
	})
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if moved, _ := p.count(t, "Processed"); moved > len(handed) {
		t.Errorf("%d letters are moved, and %d were handed over", moved, len(handed))
	}
}
