package office

import (
	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
)

// view is a mailbox in the eyes of one session. The tracker queues what happens to the
// mailbox until the session may hear of the change, so the session's sequence numbers can
// lag behind.
type view struct {
	post     *post
	box      *box
	readOnly bool
	tracker  *imapserver.SessionTracker
	news     chan struct{} // something was queued
}

// look begins a view. The caller holds mu.
func (b *box) look(p *post, readOnly bool) *view {
	v := &view{post: p, box: b, readOnly: readOnly, tracker: b.tracker.NewSession(), news: make(chan struct{}, 1)}
	b.views[v] = struct{}{}
	return v
}

func (v *view) leave() {
	v.post.mu.Lock()
	defer v.post.mu.Unlock()
	delete(v.box.views, v)
	v.tracker.Close()
}

// seen is a letter at the time when a command asked for the letter, with its sequence
// number for the session: 0 if the session has not heard of the letter yet.
type seen struct {
	letter
	seq uint32
}

// pick returns the letters of a set of sequence numbers or UIDs that the session knows of,
// in their present state.
func (v *view) pick(set imap.NumSet) []seen {
	in := members(set, v.last())
	return v.filter(func(l seen) bool { return l.seq != 0 && in(l) })
}

// filter returns the letters of the mailbox that want accepts, in their present state. The
// caller does not hold mu; want must be quick.
func (v *view) filter(want func(seen) bool) (wanted []seen) {
	v.post.mu.RLock()
	defer v.post.mu.RUnlock()
	for i, l := range v.box.letters {
		if s := (seen{letter: *l, seq: v.tracker.EncodeSeqNum(uint32(i + 1))}); want(s) {
			wanted = append(wanted, s)
		}
	}
	return wanted
}

// last returns the last letter that the session knows of.
func (v *view) last() (last seen) {
	v.post.mu.RLock()
	defer v.post.mu.RUnlock()
	for i := len(v.box.letters); i > 0 && last.seq == 0; i-- {
		last = seen{letter: *v.box.letters[i-1], seq: v.tracker.EncodeSeqNum(uint32(i))}
	}
	return last
}

// members returns the test for a set in which "*" is the last letter.
func members(set imap.NumSet, last seen) func(seen) bool {
	switch set := set.(type) {
	case imap.SeqSet:
		var fixed imap.SeqSet
		for _, r := range set {
			fixed.AddRange(fixRange(r.Start, r.Stop, last.seq))
		}
		return func(l seen) bool { return fixed.Contains(l.seq) }
	case imap.UIDSet:
		var fixed imap.UIDSet
		for _, r := range set {
			fixed.AddRange(fixRange(r.Start, r.Stop, last.UID))
		}
		return func(l seen) bool { return fixed.Contains(l.UID) }
	}
	return func(seen) bool { return false }
}

// fixRange puts the last number for "*", which is 0, and the ends in order.
func fixRange[N imap.UID | uint32](start, stop, last N) (N, N) {
	if start == 0 {
		start = last
	}
	if stop == 0 {
		stop = last
	}
	return min(start, stop), max(start, stop)
}

func uidsOf(letters []seen) []imap.UID {
	uids := make([]imap.UID, len(letters))
	for i, l := range letters {
		uids[i] = l.UID
	}
	return uids
}
