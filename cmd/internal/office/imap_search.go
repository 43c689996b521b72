package office

import (
	"bytes"
	"io"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // letters of every charset can be searched
	"github.com/emersion/go-message/mail"
)

// maxPartDepth is how deep a search looks into nested parts.
const maxPartDepth = 20

// Search answers SEARCH (RFC 3501, 6.4.4; RFC 4731). A letter that the session has not
// heard of yet can be found by UID only.
func (s *imapSession) Search(kind imapserver.NumKind, criteria *imap.SearchCriteria, _ *imap.SearchOptions) (*imap.SearchData, error) {
	v := s.view()
	q := query{last: v.last(), read: v.post.journal.read}
	candidates := v.filter(func(l seen) bool { return l.seq != 0 || kind == imapserver.NumKindUID })
	var numbers []uint32
	for _, l := range candidates {
		found, err := q.matches(&wanted{seen: l}, criteria)
		switch {
		case err != nil:
			return nil, err
		case found && kind == imapserver.NumKindUID:
			numbers = append(numbers, uint32(l.UID))
		case found:
			numbers = append(numbers, l.seq)
		}
	}
	return result(kind, numbers), nil
}

// result reports numbers in ascending order.
func result(kind imapserver.NumKind, numbers []uint32) *imap.SearchData {
	var seqs imap.SeqSet
	var uids imap.UIDSet
	for _, n := range numbers {
		seqs.AddNum(n)
		uids.AddNum(imap.UID(n))
	}
	data := &imap.SearchData{All: seqs, Count: uint32(len(numbers))}
	if kind == imapserver.NumKindUID {
		data.All = uids
	}
	if len(numbers) > 0 {
		data.Min, data.Max = numbers[0], numbers[len(numbers)-1]
	}
	return data
}

// query weighs letters against search criteria.
type query struct {
	last seen // what "*" means
	read func([]span) ([]byte, error)
}

// wanted is a letter under search. Its text is read when a criterion needs the text.
type wanted struct {
	seen
	text []byte
}

// matches reports whether a letter meets all the criteria, cheap ones first. The error
// means that the letter's text could not be read.
func (q query) matches(l *wanted, c *imap.SearchCriteria) (bool, error) {
	if !q.matchesIndex(l.seen, c) {
		return false, nil
	}
	if needsText(c) && l.text == nil {
		text, err := q.read(l.Text)
		if err != nil {
			return false, err
		}
		l.text = text
	}
	if needsText(c) && !matchesText(l.text, c) {
		return false, nil
	}
	return q.matchesCombined(l, c)
}

func needsText(c *imap.SearchCriteria) bool {
	return len(c.Header)+len(c.Body)+len(c.Text) > 0 || !c.SentSince.IsZero() || !c.SentBefore.IsZero()
}

// matchesIndex weighs what is known without the text.
func (q query) matchesIndex(l seen, c *imap.SearchCriteria) bool {
	for _, set := range c.SeqNum {
		if !members(set, q.last)(l) {
			return false
		}
	}
	for _, set := range c.UID {
		if !members(set, q.last)(l) {
			return false
		}
	}
	for _, flag := range c.Flag {
		if !l.has(flag) {
			return false
		}
	}
	for _, flag := range c.NotFlag {
		if l.has(flag) {
			return false
		}
	}
	return within(l.Received, c.Since, c.Before) &&
		(c.Larger == 0 || l.size() > c.Larger) && (c.Smaller == 0 || l.size() < c.Smaller)
}

func (q query) matchesCombined(l *wanted, c *imap.SearchCriteria) (bool, error) {
	for i := range c.Not {
		if found, err := q.matches(l, &c.Not[i]); found || err != nil {
			return false, err
		}
	}
	for i := range c.Or {
		found, err := q.matches(l, &c.Or[i][0])
		if !found && err == nil {
			found, err = q.matches(l, &c.Or[i][1])
		}
		if !found || err != nil {
			return false, err
		}
	}
	return true, nil
}

// within compares dates as they are written, whatever the zone (RFC 3501,
// 6.4.4). A zero bound is none.
func within(t, since, before time.Time) bool {
	day := time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
	return (since.IsZero() || !day.Before(since)) && (before.IsZero() || day.Before(before))
}

func matchesText(text []byte, c *imap.SearchCriteria) bool {
	entity, _ := message.Read(bytes.NewReader(readable(text)))
	if entity == nil {
		entity, _ = message.New(message.Header{}, bytes.NewReader(text))
	}
	header := mail.Header{Header: entity.Header}
	for _, want := range c.Header {
		if !hasField(header.FieldsByKey(want.Key), want.Value) {
			return false
		}
	}
	if !c.SentSince.IsZero() || !c.SentBefore.IsZero() {
		if sent, err := header.Date(); err != nil || !within(sent, c.SentSince, c.SentBefore) {
			return false
		}
	}
	return containsAll(entity, text, c)
}

// containsAll looks for the words of BODY and TEXT in the letter as it is sent
// and as it is read.
func containsAll(entity *message.Entity, text []byte, c *imap.SearchCriteria) bool {
	if len(c.Body)+len(c.Text) == 0 {
		return true
	}
	_, rest := splitLetter(text)
	body := lowered(rest, decoded(entity, 0))
	for _, word := range c.Body {
		if !strings.Contains(body, strings.ToLower(word)) {
			return false
		}
	}
	for _, word := range c.Text {
		inHeader := strings.Contains(lowered(text), strings.ToLower(word)) || hasField(entity.Header.Fields(), word)
		if !inHeader && !strings.Contains(body, strings.ToLower(word)) {
			return false
		}
	}
	return true
}

func lowered(texts ...[]byte) string { return strings.ToLower(string(bytes.Join(texts, []byte("\n")))) }

func hasField(fields message.HeaderFields, word string) bool {
	for fields.Next() {
		value, err := fields.Text()
		if err != nil {
			value = fields.Value()
		}
		if strings.Contains(strings.ToLower(value), strings.ToLower(word)) {
			return true
		}
	}
	return false
}

// decoded returns the text of all text parts. Parts that cannot be read are passed over.
func decoded(entity *message.Entity, depth int) []byte {
	parts := entity.MultipartReader()
	if parts == nil {
		kind, _, _ := entity.Header.ContentType()
		if !strings.HasPrefix(kind, "text/") && kind != "" {
			return nil
		}
		text, _ := io.ReadAll(entity.Body)
		return text
	}
	var all []byte
	for depth < maxPartDepth {
		part, err := parts.NextPart()
		if part == nil || err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) {
			break
		}
		all = append(all, decoded(part, depth+1)...)
		all = append(all, '\n')
	}
	return all
}
