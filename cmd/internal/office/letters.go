package office

import (
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
)

// copied returns a letter's copy under another UID for the log; the two share their text.
func (l *letter) copied(uid imap.UID) *letterText {
	return &letterText{UID: uid, Received: l.Received, Flags: l.Flags, Kept: l.Text}
}

// reserve promises a UID to a letter that is about to be added. The UID of a letter that is then
// not added stays unused.
func (b *box) reserve() imap.UID {
	uid := b.reserved
	b.reserved++
	return uid
}

// delivery is a letter for one recipient: the trace fields above the text that all
// recipients share.
type delivery struct {
	account string
	trace   []byte
}

// deliver puts a letter into the INBOX of each recipient, all or none, and returns when the
// letter is on disk.
func (p *post) deliver(to []delivery, text []byte, received time.Time) error {
	joined := slices.Clone(text)
	for _, d := range to {
		if err := p.ensureAccount(d.account); err != nil {
			return err
		}
		joined = append(joined, d.trace...)
	}
	return p.addLetters(func() (plan, error) {
		made := plan{text: joined}
		shared := span{0, int64(len(text))}
		next := shared[1]
		for _, d := range to {
			b := p.find(d.account, inbox)
			trace := span{next, int64(len(d.trace))}
			next += trace[1]
			l := &letterText{UID: b.reserve(), Received: received, Fresh: []span{trace, shared}}
			made.changes = append(made.changes, change{Do: doAdd, Box: b.id, Letter: l})
		}
		return made, nil
	})
}

// appendLetter is APPEND (RFC 3501, 6.3.11).
func (p *post) appendLetter(account, name string, text []byte, flags []imap.Flag, received time.Time) (*imap.AppendData, error) {
	var data *imap.AppendData
	err := p.addLetters(func() (plan, error) {
		b := p.find(account, name)
		if b == nil {
			return plan{}, errTryCreate
		}
		data = &imap.AppendData{UIDValidity: b.id, UID: b.reserve()}
		l := &letterText{UID: data.UID, Received: received, Flags: storable(flags), Fresh: []span{{0, int64(len(text))}}}
		return plan{changes: []change{{Do: doAdd, Box: b.id, Letter: l}}, text: text}, nil
	})
	return data, err
}

// storable drops the flags that a client cannot set (RFC 3501, 2.3.2).
func storable(flags []imap.Flag) []imap.Flag {
	return withFlags(nil, withoutFlags(flags, []imap.Flag{`\Recent`, imap.FlagWildcard}))
}

// copyLetters copies letters of b, by UID, to another mailbox of its owner, all or none
// (RFC 3501, 6.4.7), or moves them if away (RFC 6851). The result is nil if none of the
// letters is left.
func (p *post) copyLetters(b *box, uids []imap.UID, name string, away bool) (*imap.CopyData, error) {
	var data *imap.CopyData
	err := p.change(func() (plan, error) {
		to := p.find(b.owner.name, name)
		if to == nil {
			return plan{}, errTryCreate
		}
		made, copied := copying(b, uids, to)
		if len(made.changes) == 0 {
			return plan{}, nil
		}
		data = copied
		if away {
			made.changes = append(made.changes, change{Do: doExpunge, Box: b.id, UIDs: uids})
		}
		return made, nil
	})
	return data, err
}

func copying(b *box, uids []imap.UID, to *box) (made plan, data *imap.CopyData) {
	data = &imap.CopyData{UIDValidity: to.id}
	for _, uid := range uids {
		i := b.at(uid)
		if i < 0 || b.gone {
			continue
		}
		l := b.letters[i].copied(to.reserve())
		made.changes = append(made.changes, change{Do: doAdd, Box: to.id, Letter: l})
		data.SourceUIDs.AddNum(uid)
		data.DestUIDs.AddNum(l.UID)
	}
	return made, data
}

// expungeLetters removes those of the letters that are marked \Deleted.
func (p *post) expungeLetters(b *box, uids []imap.UID) error {
	return p.change(func() (plan, error) {
		var gone []imap.UID
		for _, uid := range uids {
			if i := b.at(uid); i >= 0 && b.letters[i].has(imap.FlagDeleted) {
				gone = append(gone, uid)
			}
		}
		if len(gone) == 0 || b.gone {
			return plan{}, nil
		}
		return plan{changes: []change{{Do: doExpunge, Box: b.id, UIDs: gone}}}, nil
	})
}

// setFlags changes the flags of letters, and tells all sessions but source.
func (p *post) setFlags(b *box, uids []imap.UID, do string, flags []imap.Flag, source *imapserver.SessionTracker) error {
	return p.change(func() (plan, error) {
		if len(uids) == 0 || b.gone {
			return plan{}, nil
		}
		return plan{changes: []change{{Do: do, Box: b.id, UIDs: uids, Flags: storable(flags), source: source}}}, nil
	})
}
