package office

import (
	"fmt"
	"time"
)

// Message is a letter in a mailbox, for callers inside the process.
type Message struct {
	Received time.Time // INTERNALDATE

	text []span
	post *post
}

// Bytes returns the letter: RFC 5322 text with the trace fields of its delivery. The error
// means that the office is closed.
func (m Message) Bytes() ([]byte, error) { return m.post.journal.read(m.text) }

// Users returns the accounts, named by their local parts in lower case, in order.
func (o *Office) Users() []string { return o.post.users() }

// Pending returns the number of letters now in the INBOX of an account, seen or not. A
// letter counts before its 250 is sent. An account that does not exist has none.
func (o *Office) Pending(local string) int {
	o.post.mu.RLock()
	defer o.post.mu.RUnlock()
	if b := o.post.find(accountOf(local), inbox); b != nil {
		return len(b.letters)
	}
	return 0
}

// Messages returns the letters of an account's mailbox in the order of UIDs. The error
// means that there is no such mailbox.
func (o *Office) Messages(local, mailbox string) ([]Message, error) {
	o.post.mu.RLock()
	defer o.post.mu.RUnlock()
	b := o.post.find(accountOf(local), mailbox)
	if b == nil {
		return nil, fmt.Errorf("office: %s has no mailbox %q", local, mailbox)
	}
	messages := make([]Message, len(b.letters))
	for i, l := range b.letters {
		messages[i] = Message{
			Received: l.Received, text: l.Text, post: o.post,
		}
	}
	return messages, nil
}
