package mailer

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset"
)

var updateGolden = flag.Bool("update-golden", false, "write the golden letters from what Bytes gives")

var office = Address{Name: "The Correspondence Office", Address: "corrd@club.example"}

// fullPage has every field set.
func fullPage() Page {
	return Page{
		To:           Address{Name: "Jürgen \"the Rook\" Müller", Address: "juergen@example.org"},
		Subject:      "[corrd 12] 7. Kt-KB3 — your turn",
		SubjectToken: "[corrd g12.w7.abcdefghijklmnopqrstuvwxyz]",
		Text:         "White has played 7. Kt-KB3.\n\n  ♜ . ♝ ♛\n\nFrom here it is your turn.\n" + strings.Repeat("a long line ", 100) + "\n",
		HTML:         "<p>White has played <b>7. Kt-KB3</b>.</p><img src=\"cid:board@club.example\">",
		Inline:       []Part{{Name: "board.png", Type: "image/png", ContentID: "board@club.example", Data: bytes.Repeat([]byte{1, 2, 3}, 100)}},
		Attachments:  []Part{{Name: "game-12.pgn", Type: "application/vnd.chess-pgn", Data: []byte("[Event \"x\"]\n\n1. e4 *\n")}},
		Headers: []Header{
			{"Corrd-Game", "12"}, {"Corrd-Turn", "7 white"}, {"Corrd-Moves", strings.Repeat("g1f3 ", 60)},
			{"Corrd-Position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
		},
		MessageID: "g12.e31.juergen@club.example", InReplyTo: "a1@example.org", References: []string{"g12.e1@club.example", "a1@example.org"},
		ReplyTo: "corrd+g12.w7.abcdefghijklmnopqrstuvwxyz@club.example",
		Date:    time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC), ListID: "g12.club.example",
	}
}

func plainPage() Page {
	p := fullPage()
	p.HTML, p.Inline, p.Attachments, p.SubjectToken = "", nil, nil, ""
	p.Text = "White has played 7. Kt-KB3.\n"
	return p
}

// TestGoldenPages compares with letters that were looked at once, octet by octet.
func TestGoldenPages(t *testing.T) {
	for name, p := range map[string]Page{"page-full": fullPage(), "page-plain": plainPage()} {
		got, err := p.Bytes(office)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", name+".eml")
		if *updateGolden {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: got\n%s", name, got)
		}
	}
}

// TestPageReadsBack reads a letter with another library than wrote it.
func TestPageReadsBack(t *testing.T) {
	p := fullPage()
	raw, err := p.Bytes(office)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	e, err := message.Read(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	err = e.Walk(func(path []int, part *message.Entity, err error) error {
		if err != nil {
			return err
		}
		kind, _, _ := part.Header.ContentType()
		if !strings.HasPrefix(kind, "multipart/") {
			body, err := io.ReadAll(part.Body)
			if err != nil {
				return err
			}
			found = append(found, kind+" "+strings.ReplaceAll(string(body), "\r\n", "\n"))
		}
		return nil
	})
	want := []string{"text/plain " + p.Text, "text/html " + p.HTML, "image/png " + string(p.Inline[0].Data), "application/vnd.chess-pgn " + string(p.Attachments[0].Data)}
	if err != nil || len(found) != len(want) {
		t.Fatalf("%d parts, %v", len(found), err)
	}
	for i := range want {
		if found[i] != want[i] {
			t.Errorf("part %d: %q, want %q", i, found[i], want[i])
		}
	}
	to, err := e.Header.Text("Subject")
	if err != nil || to != p.Subject+" "+p.SubjectToken {
		t.Errorf("Subject %q, %v", to, err)
	}
}

// TestLettersCarryNoControls writes a letter whose every field holds what a stranger
// chose, and reads in each part only what can be shown.
func TestLettersCarryNoControls(t *testing.T) {
	const hostile = "a\x1b[2J b\u009b31m c\u202egnp.exe\u2066 d\u2028e\x7f\u200f\x9b"
	p := fullPage()
	p.To.Name, p.Subject, p.Text, p.HTML = hostile, hostile, hostile, "<p>"+hostile+"</p>"
	raw, err := p.Bytes(Address{Name: hostile, Address: "corrd@club.example"})
	if err != nil {
		t.Fatal(err)
	}
	e, err := message.Read(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	see := func(where, text string) {
		if text = strings.ReplaceAll(text, "\r\n", "\n"); strings.ContainsFunc(text, Hidden) || !utf8.ValidString(text) {
			t.Errorf("%s: %q", where, text)
		}
	}
	for field := e.Header.Fields(); field.Next(); {
		text, err := field.Text()
		if err != nil {
			t.Error(err)
		}
		see(field.Key(), text)
	}
	err = e.Walk(func(_ []int, part *message.Entity, err error) error {
		if kind, _, _ := part.Header.ContentType(); err == nil && strings.HasPrefix(kind, "text/") {
			body, err := io.ReadAll(part.Body)
			see(kind, string(body))
			return err
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestUnwritablePages(t *testing.T) {
	for name, spoil := range map[string]func(*Page){
		"no recipient":        func(p *Page) { p.To.Address = "" },
		"two recipients":      func(p *Page) { p.To.Address = "a@b.example, c@d.example" },
		"line end in address": func(p *Page) { p.To.Address = "a@b.example\r\nBcc: c@d.example" },
		"brackets in address": func(p *Page) { p.To.Address = "a@b.example>, <c@d.example" },
		"name in reply-to":    func(p *Page) { p.ReplyTo = "x <a@b.example>" },
		"no message id":       func(p *Page) { p.MessageID = "" },
		"no date":             func(p *Page) { p.Date = time.Time{} },
		"line end in name":    func(p *Page) { p.Headers = []Header{{"Corrd-X\r\nBcc", "x"}} },
		"field that is ours":  func(p *Page) { p.Headers = []Header{{"Bcc", "c@d.example"}} },
		"colon in field name": func(p *Page) { p.Headers = []Header{{"Corrd-X: y", "x"}} },
		"a second loop token": func(p *Page) { p.Headers = []Header{{"X-Corrd", "x"}} },
	} {
		p := fullPage()
		spoil(&p)
		if raw, err := p.Bytes(office); !errors.Is(err, ErrPage) || raw != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// pageFields are the fields a Page may write, besides those of its Headers.
var pageFields = []string{"from", "to", "reply-to", "subject", "date", "message-id", "in-reply-to", "references", "auto-submitted",
	"x-auto-response-suppress", "list-id", "x-corrd", "corrd-x", "mime-version", "content-type", "content-transfer-encoding"}

// FuzzPageHeaders: whatever the fields hold, the letter has its one recipient, no
// field that was not meant, each at most once, and ASCII lines that fit the wire.
func FuzzPageHeaders(f *testing.F) {
	f.Add("Alice", "alice@example.org", "subject", "text", "value", "id@x")
	f.Add("=?utf-8?q?x=0D=0ABcc:_e@evil.test?=", "a@b.example", "x\r\nBcc: evil@evil.test\r\n\r\nbody", "\r\n--=_x\r\nFrom: x", "y\r\n\tz\nBcc: q", "a>\r\nBcc: <b")
	f.Add("\u202eecilA, <evil@evil.test>", "a@b.example", strings.Repeat("x", 2000), "=_", strings.Repeat("é", 500), strings.Repeat("i", 2000))
	f.Add("\"", "\"a b\"@b.example", "\xff\xfe", "\x00", "\v\f", "(\"")
	f.Fuzz(func(t *testing.T, name, address, subject, text, value, id string) {
		p := Page{To: Address{name, address}, Subject: subject, Text: text, HTML: text, Headers: []Header{{"Corrd-X", value}},
			MessageID: id, InReplyTo: id, References: []string{id, id}, ReplyTo: "corrd@club.example", ListID: id,
			Date: time.Unix(0, 0).UTC(), Attachments: []Part{{Name: name, Type: value, Data: []byte(text)}}}
		raw, err := p.Bytes(Address{name, "corrd@club.example"})
		if err != nil {
			return
		}
		again, _ := p.Bytes(Address{name, "corrd@club.example"})
		if !bytes.Equal(raw, again) {
			t.Fatal("the same page gave other bytes")
		}
		checkWire(t, raw)
		m, err := mail.ReadMessage(bytes.NewReader(raw))
		if err != nil {
			t.Fatalf("%v in %q", err, raw)
		}
		for field, values := range m.Header {
			if !slices.Contains(pageFields, strings.ToLower(field)) || len(values) != 1 {
				t.Fatalf("field %q, %d times, in %q", field, len(values), raw)
			}
		}
		to, err := m.Header.AddressList("To")
		if err != nil || len(to) != 1 || to[0].Address != address {
			t.Fatalf("recipients %v, %v in %q", to, err, raw)
		}
		if from, err := m.Header.AddressList("From"); err != nil || len(from) != 1 || from[0].Address != "corrd@club.example" {
			t.Fatalf("senders %v, %v in %q", from, err, raw)
		}
	})
}

func checkWire(t *testing.T, raw []byte) {
	for line := range bytes.Lines(raw) {
		line, whole := bytes.CutSuffix(line, []byte("\r\n"))
		if len(line) > 998 || bytes.ContainsAny(line, "\r\n\x00") {
			t.Fatalf("line %q", line)
		}
		for _, c := range line {
			if c >= 0x7f {
				t.Fatalf("octet %#x in line %q", c, line)
			}
		}
		if !whole && !bytes.HasSuffix(raw, line) {
			t.Fatalf("line %q does not end in CR LF", line)
		}
	}
}

func BenchmarkPage(b *testing.B) {
	p := fullPage()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Bytes(office); err != nil {
			b.Fatal(err)
		}
	}
}

// TestReadAddress: an address that is read is one to which a Page can be written.
func TestReadAddress(t *testing.T) {
	for text, want := range map[string]string{
		"alice@Example.ORG": "alice@example.org", "Alice <Alice@Example.org>": "Alice@example.org", "<a.b+c@d.example>": "a.b+c@d.example",
		"müller@example.org": "", "mueller@bücher.example": "", `"a b"@example.org`: "", "a@example.org, b@example.org": "", "alice": "", "@example.org": "", "": "",
		strings.Repeat("a", 320) + "@example.org": "", "Bücher <buecher@example.org>": "buecher@example.org",
	} {
		got, ok := ReadAddress(text)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%.60q is read as %q, %v; want %q", text, got, ok, want)
		}
		if _, err := (Page{To: Address{Address: got}, Subject: "s", Text: "t", Date: time.Now(), MessageID: "<1@club.example>"}).Bytes(Address{Address: "corrd@club.example"}); ok && err != nil {
			t.Errorf("%q is read, and no letter can be written there: %v", got, err)
		}
	}
	if got, _ := ReadAddress("Müller <müller@Example.org>"); got != "müller@example.org" {
		t.Errorf("an address outside ASCII is read as %q", got)
	}
	if got := LowerDomain("Alice"); got != "Alice" {
		t.Errorf("no address becomes %q", got)
	}
}
