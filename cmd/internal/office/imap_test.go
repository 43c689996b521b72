package office

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// fill puts n letters with the subjects 1 to n into alice's INBOX.
func fill(t testing.TB, o *Office, n int) {
	t.Helper()
	c := dialSMTP(t, o, "corrd")
	for i := range n {
		fillOne(t, c, i+1)
	}
}

func fillOne(t testing.TB, c *smtp.Client, n int) {
	t.Helper()
	text := plain(server, fmt.Sprint(n), fmt.Sprintf("body %d", n))
	if err := c.SendMail(server, []string{alice}, strings.NewReader(text)); err != nil {
		t.Error(err)
	}
}

// listing is the mailbox as "uid:subject[flags]" in order.
func listing(t testing.TB, o *Office, user, name string) string {
	t.Helper()
	letters, err := mailbox(t, o, user, name).Fetch(imap.SeqSet{{Start: 1, Stop: 0}}, &imap.FetchOptions{
		UID: true, Flags: true, Envelope: true,
	}).Collect()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, l := range letters {
		slices.Sort(l.Flags)
		out = append(out, fmt.Sprintf("%d:%s%v", l.UID, l.Envelope.Subject, l.Flags))
	}
	return strings.Join(out, " ")
}

func codeOfIMAP(err error) imap.ResponseCode {
	var refusal *imap.Error
	if errors.As(err, &refusal) {
		return refusal.Code
	}
	return ""
}

func TestCapabilities(t *testing.T) {
	o := openOffice(t, t.TempDir())
	c, err := imapclient.DialInsecure(o.IMAPAddr(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if caps := c.Caps(); caps.Has(imap.CapLoginDisabled) || !caps.Has(imap.CapIMAP4rev1) || !caps.Has(imap.AuthCap("PLAIN")) {
		t.Error(caps)
	}
	for _, login := range [][2]string{{"alice", "wrong"}, {"alice@example.org", "chess"}, {"", "chess"}, {"a b", "chess"}} {
		if err := c.Login(login[0], login[1]).Wait(); codeOfIMAP(err) != imap.ResponseCodeAuthenticationFailed {
			t.Errorf("%v: %v", login, err)
		}
	}
	if err := c.Authenticate(sasl.NewPlainClient("", "Alice@Corrd.LocalHost", "chess")); err != nil {
		t.Fatal(err)
	}
	for _, want := range []imap.Cap{imap.CapIdle, imap.CapUIDPlus, imap.CapMove, imap.CapNamespace, imap.CapUnselect, imap.CapESearch} {
		if !c.Caps().Has(want) {
			t.Errorf("no %s", want)
		}
	}
	if space, err := c.Namespace().Wait(); err != nil || len(space.Personal) != 1 || space.Personal[0].Delim != '/' {
		t.Error(space, err)
	}
}

func TestFetchPieces(t *testing.T) {
	o := openOffice(t, t.TempDir())
	text := crlf("From: Bob <bob@example.org>\nTo: alice@corrd.localhost\nSubject: =?utf-8?q?Z=C3=BCge?=\n" +
		"Message-ID: <1@example.org>\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n" +
		"--b\nContent-Type: text/plain\n\nP-K4\n--b\nContent-Type: text/html\n\n<p>P-K4</p>\n--b--\n")
	send(t, o, "", "bob@example.org", alice, text)
	c := mailbox(t, o, "alice", "INBOX")
	sections := map[*imap.FetchItemBodySection]string{
		{Specifier: imap.PartSpecifierText, Peek: true, Partial: &imap.SectionPartial{Offset: 2, Size: 4}}: "b\r\nC",
		{Part: []int{1}, Peek: true}:                                    "P-K4",
		{Part: []int{2}, Peek: true}:                                    "<p>P-K4</p>",
		{Part: []int{2}, Specifier: imap.PartSpecifierMIME, Peek: true}: "Content-Type: text/html\r\n\r\n",
		{Part: []int{3}, Peek: true}:                                    "",
		{Specifier: imap.PartSpecifierHeader, HeaderFields: []string{"message-id", "SUBJECT"}, Peek: true}: "Subject: =?utf-8?q?Z=C3=BCge?=\r\nMessage-ID: <1@example.org>\r\n\r\n",
		{Peek: true, Partial: &imap.SectionPartial{Offset: 1 << 40, Size: 1 << 40}}:                        "",
	}
	options := &imap.FetchOptions{Envelope: true, InternalDate: true, RFC822Size: true, Flags: true,
		BodyStructure: &imap.FetchItemBodyStructure{Extended: true}}
	for section := range sections {
		options.BodySection = []*imap.FetchItemBodySection{section}
		letters, err := c.Fetch(imap.SeqSetNum(1), options).Collect()
		if err != nil || len(letters) != 1 {
			t.Fatal(letters, err)
		}
		if got := string(letters[0].BodySection[0].Bytes); got != sections[section] {
			t.Errorf("%+v: %q, want %q", section, got, sections[section])
		}
		l := letters[0]
		if l.Envelope.Subject != "Züge" || l.Envelope.From[0].Addr() != "bob@example.org" || !l.InternalDate.Equal(noon) || len(l.Flags) != 0 {
			t.Errorf("%+v %+v", l, l.Envelope)
		}
		if s, ok := l.BodyStructure.(*imap.BodyStructureMultiPart); !ok || len(s.Children) != 2 || s.Subtype != "alternative" {
			t.Errorf("structure %+v", l.BodyStructure)
		}
		if l.RFC822Size != int64(len(texts(t, o, "alice", "INBOX")[0])) {
			t.Errorf("size %d", l.RFC822Size)
		}
	}
}

func TestBrokenLettersCanBeFetched(t *testing.T) {
	o := openOffice(t, t.TempDir())
	for _, text := range []string{
		"From x@y Thu Jan 1 00:00:00 2026\nno field at all\nSubject: kept\n\nP-K4\n",
		"Content-Type: multipart/mixed; boundary=b\n\nno part\n",
		"Content-Type: multipart/mixed\n\nno boundary\n",
		"Content-Type: nonsense\n\nP-K4\n",
		"Content-Type: message/rfc822\n\nContent-Type: multipart/mixed; boundary=c\n\n",
		"Subject: no body\n",
		"\n\n\n",
		strings.Repeat("Content-Type: multipart/mixed; boundary=b\n\n--b\n", 3000),
	} {
		send(t, o, "", "bob@example.org", alice, crlf(text))
		n := uint32(o.Pending("alice"))
		c := mailbox(t, o, "alice", "INBOX")
		letters, err := c.Fetch(imap.SeqSetNum(n), &imap.FetchOptions{
			Envelope: true, BodyStructure: &imap.FetchItemBodyStructure{Extended: true},
			BodySection: []*imap.FetchItemBodySection{{Peek: true}, {Part: []int{1}, Peek: true}},
		}).Collect()
		if err != nil || len(letters) != 1 {
			t.Errorf("%.60q: %v", text, err)
			continue
		}
		if got := string(letters[0].BodySection[0].Bytes); !strings.HasSuffix(got, crlf(text)) {
			t.Errorf("%.60q: not the letter that was sent: %.200q", text, got)
		}
	}
}

func TestFlags(t *testing.T) {
	o := openOffice(t, t.TempDir())
	fill(t, o, 3)
	c := mailbox(t, o, "alice", "INBOX")
	store := func(set imap.NumSet, op imap.StoreFlagsOp, flags ...imap.Flag) []*imapclient.FetchMessageBuffer {
		t.Helper()
		got, err := c.Store(set, &imap.StoreFlags{Op: op, Flags: flags}, nil).Collect()
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := store(imap.SeqSetNum(1, 2), imap.StoreFlagsAdd, imap.FlagSeen, "$Chess"); len(got) != 2 || len(got[1].Flags) != 2 {
		t.Errorf("%+v", got)
	}
	store(imap.UIDSetNum(2), imap.StoreFlagsSet, imap.FlagFlagged, `\Recent`)
	store(imap.SeqSetNum(1), imap.StoreFlagsDel, "$chess")
	const want = `1:1[\Seen] 2:2[\Flagged] 3:3[]`
	if got := listing(t, o, "alice", "INBOX"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if _, err := c.Fetch(imap.SeqSetNum(3), &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{{}}}).Collect(); err != nil {
		t.Fatal(err)
	}
	if got := listing(t, o, "alice", "INBOX"); got != want[:len(want)-2]+`[\Seen]` {
		t.Errorf("after reading: %s", got)
	}
}

func TestExamineChangesNothing(t *testing.T) {
	o := openOffice(t, t.TempDir())
	fill(t, o, 1)
	c := dialIMAP(t, o, "alice", nil)
	if data, err := c.Select("INBOX", &imap.SelectOptions{ReadOnly: true}).Wait(); err != nil || len(data.PermanentFlags) != 0 {
		t.Fatal(data, err)
	}
	for name, err := range map[string]error{
		"store":   c.Store(imap.SeqSetNum(1), &imap.StoreFlags{Flags: []imap.Flag{imap.FlagDeleted}}, nil).Close(),
		"expunge": c.Expunge().Close(),
		"move":    func() error { _, err := c.Move(imap.SeqSetNum(1), "Trash").Wait(); return err }(),
	} {
		if codeOfIMAP(err) != imap.ResponseCodeNoPerm {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := c.Fetch(imap.SeqSetNum(1), &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{{}}}).Collect(); err != nil {
		t.Error(err)
	}
	if err := c.UnselectAndExpunge().Wait(); err != nil {
		t.Error("CLOSE:", err)
	}
	if got := listing(t, o, "alice", "INBOX"); got != "1:1[]" {
		t.Error(got)
	}
}

func TestCopyMoveExpunge(t *testing.T) {
	o := openOffice(t, t.TempDir())
	fill(t, o, 4)
	c := mailbox(t, o, "alice", "INBOX")
	c.Store(imap.SeqSetNum(2), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagAnswered}}, nil).Close()
	copied, err := c.Copy(imap.UIDSetNum(2, 3), "Trash").Wait()
	if err != nil || copied.SourceUIDs.String() != "2:3" || copied.DestUIDs.String() != "1:2" {
		t.Fatal(copied, err)
	}
	moved, err := c.Move(imap.SeqSetNum(1), "Trash").Wait()
	if err != nil || moved.SourceUIDs.(imap.UIDSet).String() != "1" || moved.DestUIDs.(imap.UIDSet).String() != "3" || moved.UIDValidity != copied.UIDValidity {
		t.Fatal(moved, err)
	}
	if got := listing(t, o, "alice", "Trash"); got != `1:2[\Answered] 2:3[] 3:1[]` {
		t.Error("Trash", got)
	}
	// INBOX now holds UIDs 2, 3 and 4 under the numbers 1, 2 and 3.
	c.Store(imap.SeqSetNum(2, 3), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}}, nil).Close()
	if gone, err := c.UIDExpunge(imap.UIDSetNum(2, 4)).Collect(); err != nil || fmt.Sprint(gone) != "[3]" {
		t.Error("UID EXPUNGE", gone, err)
	}
	if gone, err := c.Expunge().Collect(); err != nil || fmt.Sprint(gone) != "[2]" {
		t.Error("EXPUNGE", gone, err)
	}
	if got := listing(t, o, "alice", "INBOX"); got != `2:2[\Answered]` {
		t.Error("INBOX", got)
	}
	if _, err := c.Move(imap.UIDSetNum(99), "Trash").Wait(); err != nil {
		t.Error("MOVE of nothing:", err)
	}
	if _, err := c.Move(imap.UIDSetNum(2), "Nowhere").Wait(); codeOfIMAP(err) != imap.ResponseCodeTryCreate {
		t.Error("MOVE to nowhere:", err)
	}
	fill(t, o, 1)
	if got := listing(t, o, "alice", "INBOX"); got != `2:2[\Answered] 5:1[]` {
		t.Error("a UID came back:", got)
	}
}

func TestSearch(t *testing.T) {
	o := openOffice(t, t.TempDir())
	fill(t, o, 3)
	send(t, o, "", "bob@example.org", alice, crlf("From: bob@example.org\nSubject: =?utf-8?q?Er=C3=B6ffnung?=\nDate: Mon, 05 Jan 2026 10:00:00 +0000\n"+
		"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\nS8O2bmlnc2JhdWVy\n"))
	c := mailbox(t, o, "alice", "INBOX")
	c.Store(imap.SeqSetNum(1), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagSeen}}, nil).Close()
	day := func(d int) time.Time { return time.Date(2026, 1, d, 0, 0, 0, 0, time.UTC) }
	header := func(key, value string) []imap.SearchCriteriaHeaderField {
		return []imap.SearchCriteriaHeaderField{{Key: key, Value: value}}
	}
	for want, criteria := range map[string]imap.SearchCriteria{
		"[1 2 3 4]": {Since: day(1), Before: day(2)},
		"[]":        {Since: day(2)},
		"[1]":       {Flag: []imap.Flag{imap.FlagSeen}},
		"[2 3 4]":   {NotFlag: []imap.Flag{imap.FlagSeen}},
		"[4]":       {SentSince: day(5), SentBefore: day(6)},
		"[2]":       {Body: []string{"BODY 2"}},
		"[1 3]":     {Or: [][2]imap.SearchCriteria{{{Header: header("Subject", "1")}, {Text: []string{"body 3"}}}}},
		"[1 2 4]":   {Not: []imap.SearchCriteria{{Body: []string{"body 3"}}}},
		"[3 4]":     {UID: []imap.UIDSet{{{Start: 3, Stop: 0}}}},
		"[2 3]":     {SeqNum: []imap.SeqSet{{{Start: 2, Stop: 3}}}},
	} {
		data, err := c.UIDSearch(&criteria, nil).Wait()
		if err != nil || fmt.Sprint(data.AllUIDs()) != want {
			t.Errorf("%+v: %v %v", criteria, data.AllUIDs(), err)
		}
	}
	for _, criteria := range []imap.SearchCriteria{
		{Header: header("Subject", "eröff")}, {Body: []string{"königsb"}}, {Header: header("From", "BOB@")}, {Header: header("Content-Type", "")},
	} {
		if data, err := c.Search(&criteria, nil).Wait(); err != nil || fmt.Sprint(data.AllSeqNums()) != "[4]" {
			t.Errorf("%+v: %v %v", criteria, data.AllSeqNums(), err)
		}
	}
	if data, err := c.UIDSearch(&imap.SearchCriteria{}, &imap.SearchOptions{ReturnCount: true, ReturnMax: true}).Wait(); err != nil || data.Count != 4 || data.Max != 4 {
		t.Error("ESEARCH", data, err)
	}
}
