package clerk

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// specimenKey is the key in the letters of testdata/mail, which play on the seventh turn of game
// 12.
const specimenKey = "corrd+g12.w7.abcdefghijklmnopqrstuvwxyz@club.example"

var (
	ofBoundary = regexp.MustCompile(`(?i)boundary="?[^"\s;]+`)
	ofCharset  = regexp.MustCompile(`(?i)charset="?[^"\s;]+`)
	charsets   = []string{"charset=utf-16", "charset=utf-7", "charset=iso-2022-jp", "charset=x-none", "charset=ebcdic-us", "charset*0=ut; charset*1=f-8"}
	lineEnds   = []string{"\n", "\r", "\r\r\n", "\n\r"}
	forgers    = []string{"Mallory <mallory@evil.example>", "bob@example.org", "\"alice@example.org\" <mallory@evil.example>", "alice@example.org, mallory@evil.example", "mallory@evil.example (alice@example.org)",
		"ALICE@EXAMPLE.ORG", "alice@example.org.evil.example", "alice@еxample.org", "<alice@example.org> <mallory@evil.example>", ""}
)

// mutation changes a letter of White with the seat's key, at a place by lot; last is the Message-ID
// of a letter to White.
type mutation func(lot *rand.Rand, raw, key, last string) string

var mutations = map[string]mutation{
	"a field twice": func(lot *rand.Rand, raw, _, _ string) string { return fieldOf(lot, raw) + raw },
	"a field twice, of others": func(lot *rand.Rand, raw, _, _ string) string {
		name, _, _ := strings.Cut(fieldOf(lot, raw), ":")
		return name + ": " + forgers[lot.IntN(len(forgers))] + "\r\n" + raw
	},
	"a field folded": func(lot *rand.Rand, raw, _, _ string) string {
		at := 1 + lot.IntN(strings.Index(raw, "\r\n\r\n"))
		return raw[:at] + "\r\n " + raw[at:]
	},
	"cut short": func(lot *rand.Rand, raw, _, _ string) string { return raw[:lot.IntN(len(raw))] },
	"octets gone": func(lot *rand.Rand, raw, _, _ string) string {
		at := lot.IntN(len(raw))
		return raw[:at] + raw[min(len(raw), at+1+lot.IntN(100)):]
	},
	"an octet": func(lot *rand.Rand, raw, _, _ string) string {
		at := lot.IntN(len(raw))
		return raw[:at] + string([]byte{byte(lot.IntN(256))}) + raw[at+1:]
	},
	"other ends of lines": func(lot *rand.Rand, raw, _, _ string) string {
		return strings.ReplaceAll(raw, "\r\n", lineEnds[lot.IntN(len(lineEnds))])
	},
	"another boundary": func(_ *rand.Rand, raw, _, _ string) string { return ofBoundary.ReplaceAllString(raw, "${0}x") },
	"another charset": func(lot *rand.Rand, raw, _, _ string) string {
		return ofCharset.ReplaceAllString(raw, charsets[lot.IntN(len(charsets))])
	},
	"another writer": func(lot *rand.Rand, raw, _, _ string) string {
		return strings.Replace(raw, "alice@example.org", forgers[lot.IntN(len(forgers))], 1)
	},
	"another key": func(lot *rand.Rand, raw, key, _ string) string {
		at := len("corrd+g1.w1.") + lot.IntN(20)
		return strings.ReplaceAll(raw, key, key[:at]+"q"+key[at+1:])
	},
	"another seat": func(_ *rand.Rand, raw, key, _ string) string {
		return strings.ReplaceAll(raw, key, strings.Replace(key, ".w1.", ".b1.", 1))
	},
	"no key, and what it answers": func(_ *rand.Rand, raw, key, last string) string {
		return "In-Reply-To: " + last + "\r\nReferences: " + last + "\r\n" + strings.ReplaceAll(raw, key, office)
	},
	"what it answers": func(lot *rand.Rand, raw, _, last string) string {
		return "In-Reply-To: " + []string{last, last[:len(last)-2] + ">", "<" + last, "<x@y.example>"}[lot.IntN(4)] + "\r\n" + raw
	},
	"within another's": func(_ *rand.Rand, raw, _, _ string) string {
		return "From: mallory@evil.example\r\nTo: " + office + "\r\nMessage-ID: <nested@evil.example>\r\nMIME-Version: 1.0\r\nContent-Type: message/rfc822\r\n\r\n" + raw
	},
	"an attachment of another's": func(_ *rand.Rand, raw, key, _ string) string {
		return "From: mallory@evil.example\r\nTo: " + key + "\r\nMessage-ID: <attached@evil.example>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=outer\r\n\r\n--outer\r\n\r\nP-K4\r\n--outer\r\nContent-Type: message/rfc822\r\n\r\n" + raw + "\r\n--outer--\r\n"
	},
	"others named": func(_ *rand.Rand, raw, _, _ string) string {
		return "Reply-To: victim@victims.example\r\nCc: victim@victims.example\r\nSender: victim@victims.example\r\nReturn-Path: <victim@victims.example>\r\nDisposition-Notification-To: victim@victims.example\r\n" + raw
	},
}

// lastTo is the Message-ID of the newest letter to an address.
func lastTo(b *table, to string) (id string) {
	for _, row := range b.rows() {
		if row.To == to {
			id = row.MessageID
		}
	}
	return id
}

// fieldOf returns a field of the header of a letter by lot, with its end.
func fieldOf(lot *rand.Rand, raw string) string {
	head, _, _ := strings.Cut(raw, "\r\n\r\n")
	fields := strings.Split(head, "\r\n")
	return fields[lot.IntN(len(fields))] + "\r\n"
}

// specimens are the letters of testdata/mail that have a header and a body, each of which plays the
// first move with a key.
func specimens(t *testing.T, key string) (letters []string) {
	paths, err := filepath.Glob("../../../testdata/mail/*.eml")
	if err != nil || len(paths) < 200 {
		t.Fatal(len(paths), err)
	}
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		raw = bytes.ReplaceAll(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
		raw = bytes.ReplaceAll(bytes.ReplaceAll(raw, []byte(specimenKey), []byte(key)), []byte("7. Kt-KB3"), []byte("1. P-K4"))
		if strings.Contains(string(raw), "\r\n\r\n") && len(raw) < 64<<10 {
			letters = append(letters, string(raw))
		}
	}
	return letters
}

// TestMutatedLetters: of three hundred altered letters only those act that bear the key of the
// seat, are written from the address on file and are not disowned; each brings at most three
// letters, and none to anybody but the players and a writer whom a pass proves.
func TestMutatedLetters(t *testing.T) {
	const many = 300
	var b *table
	var key, last string
	var letters []string
	tried, acted, held := 0, 0, 0
	names := slices.Sorted(maps.Keys(mutations))
	for n := range many {
		if testing.Short() && n%13 != 0 {
			continue
		}
		if b == nil {
			b = newTable(t)
			b.sendAll()
			key, last = b.key(board.White), "<"+lastTo(b, "alice@example.org")+">"
			letters = specimens(t, key)
		}
		tried++
		lot := rand.New(rand.NewPCG(27, uint64(n)))
		name := names[n%len(names)]
		raw := strings.Replace(letters[lot.IntN(len(letters))], "Message-ID: <", fmt.Sprintf("Message-ID: <n%d.", n), 1)
		raw = mutations[name](lot, raw, key, last)
		auth := []mailer.Auth{mailer.AuthPass, mailer.AuthPass, mailer.AuthNone, mailer.AuthFail}[lot.IntN(4)]
		to := map[bool]string{true: key, false: office}[strings.Contains(raw, key) && lot.IntN(4) > 0]
		env := mailer.Envelope{From: "alice@example.org", To: []string{to}, Auth: auth}
		before := len(b.sent)
		if err := b.Deliver([]string{"smtp", "imap", "lmtp"}[n%3])(b.Context(), env, []byte(raw), b.clock.Now()); err != nil {
			t.Errorf("%d, %s: %v", n, name, err)
		}
		b.sendAll()
		came := b.newest()
		plain := strings.NewReplacer("\r\n ", "", "\r", "", "\n", "").Replace(to + raw)
		if s := b.game(); len(s.Line) > 0 || s.Result != nil {
			acted++
			if auth == mailer.AuthFail || !strings.Contains(strings.ToLower(plain), key) || !strings.EqualFold(came.From, "alice@example.org") {
				t.Errorf("%d, %s, %s: plays from %s:\n%s", n, name, auth, came.From, raw)
			}
		} else if came.State == store.HeldLetter {
			held++
		}
		if got := b.sent[before:]; len(got) > 3 {
			t.Errorf("%d, %s: brings %d letters:\n%s", n, name, len(got), raw)
		}
		for _, l := range b.sent[before:] {
			if l.to != "alice@example.org" && l.to != "bob@example.org" && (l.to != came.From || auth != mailer.AuthPass) {
				t.Errorf("%d, %s, %s: %s is written to:\n%s", n, name, auth, l.to, raw)
			}
		}
		if len(b.sent) > before || len(b.game().Line) > 0 {
			b.wantSound()
			b = nil
		}
	}
	if acted < tried/10 || held < tried/10 {
		t.Errorf("of %d letters only %d act and %d are held", tried, acted, held)
	}
}
