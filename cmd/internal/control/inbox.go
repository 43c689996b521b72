package control

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"corrd/store"
)

// InboxView is a letter that came in and has had no effect yet, with the reason: the letter is
// held until the owner of the address on file confirms it, or was set aside because it could not
// be filed, or was ignored, or is a copy. Only InboxShow and InboxFind set Raw.
type InboxView struct {
	ID        int64     `json:"id"`
	At        time.Time `json:"at"`
	From      string    `json:"from"`
	Subject   string    `json:"subject"`
	Game      *int64    `json:"game"`
	Seat      *string   `json:"seat"`
	State     string    `json:"state"`
	Reason    string    `json:"reason"`
	MessageID string    `json:"message_id"`
	Raw       []byte    `json:"raw,omitempty"`
	// Purged means that the store does not keep the bytes of the letter, because its sender is
	// not registered or was erased.
	Purged bool  `json:"purged,omitempty"`
	Erased int64 `json:"erased,omitempty"` // the order that erased the bytes
}

func viewInbox(l store.Letter) InboxView {
	v := InboxView{ID: l.ID, At: l.Received, From: l.From, Subject: l.Subject, State: string(l.State), Reason: l.Verdict, MessageID: l.MessageID, Purged: l.Purged, Erased: l.Erased}
	if l.Game != 0 {
		side := l.Side.String()
		v.Game, v.Seat = &l.Game, &side
	}
	return v
}

// inboxPage is how many letters InboxList gives, the newest ones.
const inboxPage = 10_000

// InboxList returns the newest letters that have had no effect yet.
func (r *Room) InboxList(context.Context, None) ([]InboxView, error) {
	return view(r, func(v store.View) ([]InboxView, error) {
		letters, err := v.Letters(inboxPage, store.HeldLetter, store.Quarantined, store.Ignored, store.Duplicate)
		views := []InboxView{}
		for _, l := range letters {
			views = append(views, viewInbox(l))
		}
		return views, err
	})
}

// InboxShow returns any letter that ever came in, with its bytes.
func (r *Room) InboxShow(_ context.Context, a Numbered) (InboxView, error) {
	return view(r, func(v store.View) (InboxView, error) {
		l, err := v.Letter(a.ID)
		if err != nil {
			return InboxView{}, err
		}
		view := viewInbox(l)
		if !l.Purged {
			view.Raw, err = v.Raw(a.ID)
		}
		return view, err
	})
}

// foundPage is how many of the newest letters InboxFind looks through.
const foundPage = 1000

// Named is the Message-ID of a letter.
type Named struct {
	Name string `json:"name,omitempty"`
}

// InboxFind returns, with its bytes, the newest filed letter that has a Message-ID or came to a
// certain address of corrd. InboxFind also makes the daemon look into the mailbox. `corrctl
// doctor` uses InboxFind to find the test letter that it sends to corrd, and the answer to its
// other test letter.
func (r *Room) InboxFind(_ context.Context, a Named) (InboxView, error) {
	r.Loops.LookNow()
	return view(r, func(v store.View) (InboxView, error) {
		letters, err := v.Letters(foundPage, store.Ignored, store.Discarded)
		if err != nil {
			return InboxView{}, err
		}
		for _, l := range slices.Backward(letters) {
			if a.Name != "" && (l.MessageID == a.Name || slices.Contains(l.To, a.Name)) {
				view := viewInbox(l)
				view.Raw, err = v.Raw(l.ID)
				return view, err
			}
		}
		return InboxView{}, store.ErrNotFound
	})
}

// InboxRelease makes a held letter act as if the player had said yes now: the operator confirms
// the letter in place of the player.
func (r *Room) InboxRelease(_ context.Context, a Numbered) (InboxView, error) {
	return r.onLetter(a.ID, false, func(tx store.Tx, l store.Letter) error {
		if l.State != store.HeldLetter {
			return refuse("letter %d could not be filed (%s); it can be shown or discarded, not released", l.ID, l.Verdict)
		}
		return r.Clerk.Release(tx, l)
	})
}

// Discarding names a letter, and says why the letter must never act.
type Discarding struct {
	ID      int64  `json:"id,omitempty"`
	Reason  string `json:"reason,omitempty"`
	Preview bool   `json:"preview,omitempty"`
}

// InboxDiscard ends a held letter, which then never acts, and keeps the reason.
func (r *Room) InboxDiscard(_ context.Context, a Discarding) (InboxView, error) {
	reason := strings.TrimSpace(a.Reason)
	if reason == "" {
		return InboxView{}, refuse("give the reason; it is kept with the letter")
	}
	return r.onLetter(a.ID, a.Preview, func(tx store.Tx, l store.Letter) error {
		wasHeld := l.State == store.HeldLetter
		l.State, l.Verdict = store.Discarded, "discarded by the operator: "+reason
		if err := tx.PutLetter(&l, nil); err != nil || !wasHeld {
			return err
		}
		return r.Clerk.Dropped(tx, l)
	})
}

// onLetter runs f on a letter that waits, or only rehearses it, and returns the letter afterwards.
func (r *Room) onLetter(id int64, preview bool, f func(tx store.Tx, l store.Letter) error) (InboxView, error) {
	return rehearse(r, preview, func(tx store.Tx) (InboxView, error) {
		l, err := tx.Letter(id)
		if err != nil {
			return InboxView{}, err
		}
		if l.State != store.HeldLetter && l.State != store.Quarantined {
			return InboxView{}, refuse("letter %d does not wait: its state is %s", id, strings.TrimSuffix(fmt.Sprintf("%s, %s", l.State, l.Verdict), ", "))
		}
		if err := f(tx, l); err != nil {
			return InboxView{}, err
		}
		l, err = tx.Letter(id)
		return viewInbox(l), err
	})
}
