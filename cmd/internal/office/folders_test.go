package office

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// folders lists the names that LIST gives for a pattern.
func folders(t *testing.T, c *imapclient.Client, pattern string) string {
	t.Helper()
	list, err := c.List("", pattern, nil).Collect()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, data := range list {
		names = append(names, data.Mailbox)
	}
	return strings.Join(names, " ")
}

func TestFolders(t *testing.T) {
	o := openOffice(t, t.TempDir())
	c := dialIMAP(t, o, "alice", nil)
	if got := folders(t, c, "*"); got != "INBOX" {
		t.Errorf("at first: %s", got)
	}
	for _, name := range []string{"Partien/1824/London", "Größe", "a&b"} {
		if err := c.Create(name, nil).Wait(); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Create("Partien", nil).Wait(); codeOfIMAP(err) != imap.ResponseCodeAlreadyExists {
		t.Error("a second one:", err)
	}
	for _, bad := range []string{"a//b", "/a", strings.Repeat("x", 300)} {
		if err := c.Create(bad, nil).Wait(); codeOfIMAP(err) != imap.ResponseCodeCannot {
			t.Errorf("%q: %v", bad, err)
		}
	}
	for pattern, want := range map[string]string{
		"*":         "INBOX Größe Partien Partien/1824 Partien/1824/London a&b",
		"%":         "INBOX Größe Partien a&b",
		"Partien/%": "Partien/1824",
		"inbox":     "INBOX",
	} {
		if got := folders(t, c, pattern); got != want {
			t.Errorf("LIST %s: %s", pattern, got)
		}
	}
	if err := c.Delete("Partien/1824").Wait(); codeOfIMAP(err) != imap.ResponseCodeHasChildren {
		t.Error("DELETE of one with inferiors:", err)
	}
	if err := c.Rename("Partien", "Games/old", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	if err := c.Delete("Games/old/1824/London").Wait(); err != nil {
		t.Error(err)
	}
	if got := folders(t, c, "Games*"); got != "Games Games/old Games/old/1824" {
		t.Error("after RENAME and DELETE:", got)
	}
	if err := c.Delete("INBOX").Wait(); codeOfIMAP(err) != imap.ResponseCodeCannot {
		t.Error("DELETE INBOX:", err)
	}
	if _, err := c.Select("Partien", nil).Wait(); codeOfIMAP(err) != imap.ResponseCodeNonExistent {
		t.Error("SELECT of the old name:", err)
	}
}

func TestCustomaryFoldersComeWhenNeeded(t *testing.T) {
	o := openOffice(t, t.TempDir())
	fill(t, o, 1)
	c := mailbox(t, o, "alice", "INBOX")
	text := plain(alice, "mine", "x")
	put := c.Append("Sent", int64(len(text)), &imap.AppendOptions{Flags: []imap.Flag{imap.FlagSeen}, Time: noon.AddDate(0, 0, 9)})
	put.Write([]byte(text))
	put.Close()
	if data, err := put.Wait(); err != nil || data.UID != 1 || data.UIDValidity == 0 {
		t.Fatal(data, err)
	}
	if _, err := c.Move(imap.SeqSetNum(1), "Processed").Wait(); err != nil {
		t.Fatal(err)
	}
	if got := folders(t, c, "*"); got != "INBOX Processed Sent" {
		t.Error(got)
	}
	if got := texts(t, o, "alice", "Sent"); len(got) != 1 || got[0] != text {
		t.Errorf("%q", got)
	}
	list, err := c.List("", "Sent", nil).Collect()
	if err != nil || len(list) != 1 || !slices.Contains(list[0].Attrs, imap.MailboxAttrSent) {
		t.Error(list, err)
	}
	messages, err := o.Messages("alice", "Sent")
	if err != nil || !messages[0].Received.Equal(noon.AddDate(0, 0, 9)) {
		t.Error(messages, err)
	}
	lost := c.Append("Nowhere", int64(len(text)), nil)
	lost.Write([]byte(text))
	lost.Close()
	if _, err := lost.Wait(); codeOfIMAP(err) != imap.ResponseCodeTryCreate {
		t.Error("APPEND to nowhere:", err)
	}
}

func TestAppendLimit(t *testing.T) {
	options := testOptions(t.TempDir())
	options.Limit = 1000
	o, err := Open(options)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	c := dialIMAP(t, o, "alice", nil)
	if limit, ok := c.Caps().AppendLimit(); !ok || *limit != 1000 {
		t.Error("APPENDLIMIT", ok)
	}
	put := c.Append("INBOX", 1001, nil)
	put.Write(make([]byte, 1001))
	put.Close()
	if _, err := put.Wait(); err == nil || o.Pending("alice") != 0 {
		t.Error("1001 bytes were taken")
	}
}

func TestSubscriptions(t *testing.T) {
	o := openOffice(t, t.TempDir())
	c := dialIMAP(t, o, "alice", nil)
	subscribed := func() string {
		t.Helper()
		list, err := c.List("", "*", &imap.ListOptions{SelectSubscribed: true}).Collect()
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, data := range list {
			names = append(names, fmt.Sprint(data.Mailbox, data.Attrs))
		}
		return strings.Join(names, " ")
	}
	if err := c.Subscribe("Later").Wait(); err != nil {
		t.Fatal(err)
	}
	if got := subscribed(); got != `INBOX[\HasNoChildren] Later[\Noselect]` {
		t.Error(got)
	}
	if err := c.Unsubscribe("INBOX").Wait(); err != nil {
		t.Fatal(err)
	}
	if got := subscribed(); got != `Later[\Noselect]` {
		t.Error(got)
	}
}

func TestStatus(t *testing.T) {
	o := openOffice(t, t.TempDir())
	fill(t, o, 3)
	c := mailbox(t, o, "alice", "INBOX")
	c.Store(imap.SeqSetNum(1), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagSeen}}, nil).Close()
	data, err := c.Status("INBOX", &imap.StatusOptions{
		NumMessages: true, UIDNext: true, UIDValidity: true, NumUnseen: true, Size: true,
	}).Wait()
	if err != nil {
		t.Fatal(err)
	}
	var size int64
	for _, text := range texts(t, o, "alice", "INBOX") {
		size += int64(len(text))
	}
	if *data.NumMessages != 3 || data.UIDNext != 4 || *data.NumUnseen != 2 || *data.Size != size || data.UIDValidity == 0 {
		t.Errorf("%d letters, %d unseen, next UID %d, %d octets (want %d), UID validity %d", *data.NumMessages, *data.NumUnseen, data.UIDNext, *data.Size, size, data.UIDValidity)
	}
	if _, err := c.Status("Nowhere", &imap.StatusOptions{NumMessages: true}).Wait(); codeOfIMAP(err) != imap.ResponseCodeNonExistent {
		t.Error(err)
	}
}

func TestRenameOfInboxEmptiesIt(t *testing.T) {
	o := openOffice(t, t.TempDir())
	fill(t, o, 2)
	c := dialIMAP(t, o, "alice", nil)
	if err := c.Rename("INBOX", "Old", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	fill(t, o, 1)
	if in, old := listing(t, o, "alice", "INBOX"), listing(t, o, "alice", "Old"); in != "3:1[]" || old != "1:1[] 2:2[]" {
		t.Errorf("INBOX %s, Old %s", in, old)
	}
}

func TestUIDValidity(t *testing.T) {
	dir := t.TempDir()
	o := openOffice(t, dir)
	validity := func(user, name string) uint32 {
		t.Helper()
		data, err := dialIMAP(t, o, user, nil).Status(name, &imap.StatusOptions{UIDValidity: true}).Wait()
		if err != nil {
			t.Fatal(err)
		}
		return data.UIDValidity
	}
	c := dialIMAP(t, o, "alice", nil)
	c.Create("Games", nil).Wait()
	first, in, other := validity("alice", "Games"), validity("alice", "INBOX"), validity("bob", "INBOX")
	c.Rename("Games", "Play", nil).Wait()
	if validity("alice", "Play") != first {
		t.Error("RENAME changed UIDVALIDITY")
	}
	c.Delete("Play").Wait()
	c.Create("Games", nil).Wait()
	second := validity("alice", "Games")
	if second <= first || first == in || in == other || first == other {
		t.Errorf("not unique or not ascending: %d %d %d %d", first, second, in, other)
	}
	o.Close()
	o = openOffice(t, dir)
	if validity("alice", "Games") != second || validity("alice", "INBOX") != in {
		t.Error("UIDVALIDITY changed over a restart")
	}
	c = dialIMAP(t, o, "alice", nil)
	c.Delete("Games").Wait()
	c.Create("Games", nil).Wait()
	if third := validity("alice", "Games"); third <= second {
		t.Errorf("%d after %d", third, second)
	}
}
