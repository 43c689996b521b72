package office

import (
	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
)

// Search is SEARCH (RFC 3501, 6.4.4; RFC 4731). A letter that the session was
// not told of yet can be found by UID only.
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
