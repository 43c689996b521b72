package clerk

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/game/board"
	"corrd/game/terms"
	"corrd/mailer"
	"corrd/store"
	"corrd/store/bolt"
	"corrd/store/peertest"
	"corrd/store/postgres"
)

func TestMain(m *testing.M) {
	watch.HeapForTests()
	peertest.Main(m)
}

// TestNoKeyAtRest plays a game with everything in it that has a key, and looks for each key that
// was ever sent in the store, its file, and a backup: none is there. Every letter, in and out, is
// read back as it was, by the octet.
func TestNoKeyAtRest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "corrd.db")
	for name, open := range map[string]func(t *testing.T, now func() time.Time) (store.Store, error){
		"bolt": func(t *testing.T, now func() time.Time) (store.Store, error) {
			return bolt.Open(path, bolt.Options{NoSync: true, Now: now})
		},
		"postgres": func(t *testing.T, now func() time.Time) (store.Store, error) {
			return postgres.Open(peertest.Beside(t), postgres.Options{Now: now})
		},
	} {
		t.Run(name, func(t *testing.T) {
			virtual := watch.NewVirtual(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
			db, err := open(t, virtual.Now)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			b, came := eventful(t, db, virtual)
			keys := b.keysSent()
			b.wantLettersWhole(came)
			wantNoKeyLeft(t, db, b, came, keys, map[string]string{"bolt": path}[name])
		})
	}
}

// wantNoKeyLeft wants no key in a store, in its file, if it has one, nor in a backup.
func wantNoKeyLeft(t *testing.T, db store.Store, b *table, came map[string][]byte, keys []string, path string) {
	t.Helper()
	var faults []store.Fault
	if _, err := db.Check(func(fault store.Fault) { faults = append(faults, fault) }); err != nil || faults != nil {
		t.Errorf("check: %v, %v", err, faults)
	}
	backup := filepath.Join(t.TempDir(), "backup.db")
	file, err := os.Create(backup)
	if err == nil {
		_, err = db.Backup(file)
	}
	if err = errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	if path != "" { // before and after its free pages go
		wantNoKeyIn(t, "the file", read(t, path), keys)
		if err := db.Compact(); err != nil {
			t.Fatal(err)
		}
		wantNoKeyIn(t, "the file written anew", read(t, path), keys)
	}
	wantNoKeyWithin(t, "the store", db, keys)
	wantNoKeyIn(t, "the backup", read(t, backup), keys)
	kept, err := bolt.Open(backup, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	v, err := kept.Check(func(fault store.Fault) { t.Errorf("the backup, without the secret: %v", fault) })
	if err != nil || v.Veiled == 0 {
		t.Errorf("the backup, without the secret: %+v, %v", v, err)
	}
	wantNoKeyWithin(t, "the backup", kept, keys)
	again := New(b.cfg, kept, b.desk.Keys, b.clock, nil, nil, nil)
	(&table{T: t, Clerk: again, sent: b.sent}).wantLettersWhole(came)
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// eventful is a table on a store at which much has happened, and the letters that came to it: a
// registration, a challenge, moves whose answers quote whole letters, letters that are held,
// released and refused, a protest, a preview, a ruling and a letter that came back.
func eventful(t *testing.T, db store.Store, now *watch.Virtual) (b *table, came map[string][]byte) {
	secret, err := mailer.NewKeys(bytes.Repeat([]byte{3}, 32))
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{Name: "corrd", Site: mailer.Site{Local: "corrd", Domain: "club.example", Delimiter: '+'}, Budgets: ledger.DefaultLimits(),
		Terms: terms.Default(), Log: slog.New(slog.DiscardHandler)}
	b = &table{T: t, Clerk: New(cfg, db, secret, now, nil, nil, nil)}
	b.courier.Carrier = b
	came = map[string][]byte{}
	write := func(from, to, id, header, body string) {
		raw := fmt.Sprintf("From: %s@example.org\r\nTo: %s\r\nMessage-ID: <%s@example.org>\r\n%s\r\n%s\r\n", from, to, id, header, body)
		came[id+"@example.org"] = []byte(raw)
		if err := b.Deliver("smtp")(t.Context(), mailer.Envelope{From: from + "@example.org", To: []string{to}, Auth: mailer.AuthPass}, []byte(raw), now.Now()); err != nil {
			t.Fatal(err)
		}
		b.sendAll()
	}
	number := 0
	answer := func(who, kind, how, words string) {
		b.sendAll()
		for _, l := range slices.Backward(b.sent) {
			if l.to == who+"@example.org" && strings.Contains(string(l.raw), "Corrd-Letter: "+kind+"\r\n") {
				to, header := replyTo(t, l.raw), ""
				quoted := words + "\r\n\r\n> " + strings.ReplaceAll(string(l.raw), "\r\n", "\r\n> ")
				switch how {
				case "base64":
					header = "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n"
					quoted = lines(base64.StdEncoding.EncodeToString([]byte(quoted)))
				case "subject":
					token := strings.TrimSuffix(strings.TrimPrefix(to, "corrd+"), "@club.example")
					header, to = "Subject: Re: [corrd "+strings.ToUpper(token)+"]\r\n", "corrd@club.example"
				}
				number++
				write(who, to, fmt.Sprint(how, number), header, quoted)
				return
			}
		}
		t.Fatalf("%s has had no letter of the kind %s", who, kind)
	}
	write("alice", "corrd@club.example", "a", "", "register Alice Example")
	answer("alice", "confirm", "plain", "yes")
	write("bob", "corrd@club.example", "b", "", "register Bob Example")
	answer("bob", "confirm", "base64", "yes")
	b.addUmpire("walker")
	write("alice", "corrd@club.example", "c", "", "challenge bob@example.org, colour white, notation descriptive, errors law")
	answer("bob", "challenge", "base64", "accept")
	write("alice", b.key(board.White), "e4", "", "P-K4")
	answer("bob", "move", "base64", "P-K4")
	answer("alice", "move", "subject", "Kt-KB3")
	write("mallory", b.key(board.Black), "held", "", "Kt-QB3")
	answer("bob", "confirm", "plain", "yes")
	write("mallory", b.key(board.White), "held2", "", "B-Kt5")
	answer("alice", "confirm", "base64", "no")
	write("mallory", "corrd+g1.w4."+strings.Repeat("q", 26)+"@club.example", "wrong", "", "resign")
	answer("bob", "move", "plain", "protest: the letter of Monday was lost")
	notice, _ := b.toLetter("walker", "the letter of Monday was lost")
	write("walker", notice, "order", "", fmt.Sprintf(forfeits, 1))
	preview, _ := b.toLetter("walker", "nothing is done yet")
	write("walker", preview, "yes", "", "yes")
	for _, l := range b.sent[len(b.sent)-1:] {
		write("mailer-daemon", l.from, "bounce", "Content-Type: text/plain\r\nAuto-Submitted: auto-replied\r\n", "550 5.1.1 <"+l.from+"> refused\r\n\r\n"+string(l.raw))
	}
	if b.game().Result == nil {
		t.Fatal("the umpire's ruling has not ended the game")
	}
	return b, came
}

// lines breaks base64 into lines.
func lines(s string) string {
	return regexp.MustCompile(".{76}").ReplaceAllString(s, "$0\r\n")
}

// keysSent returns all keys in the letters that have left, and in their envelopes.
func (b *table) keysSent() (keys []string) {
	b.Helper()
	kinds := map[byte]bool{}
	for _, l := range b.sent {
		for _, m := range regexp.MustCompile(`\b([a-z])\d+(?:\.[wb]\d+)?\.([a-z2-7]{26})\b`).FindAllStringSubmatch(l.from+" "+flat(string(l.raw)), -1) {
			kinds[m[1][0]] = true
			if !slices.Contains(keys, m[2]) {
				keys = append(keys, m[2])
			}
		}
	}
	for _, kind := range "grchbuvs" {
		if !kinds[byte(kind)] && kind != 's' {
			b.Errorf("no key of the kind %c was sent", kind)
		}
	}
	if len(keys) < 15 {
		b.Errorf("only %d keys were sent", len(keys))
	}
	return keys
}

// flat is a text without the ends of lines of quoted-printable, and the marks of quotation.
func flat(text string) string {
	return strings.NewReplacer("=\r\n", "", "=\r\n> ", "", "=\n", "").Replace(text)
}

// unbroken takes the ends of lines out of a text.
var unbroken = strings.NewReplacer("\r", "", "\n", "")

// wantNoKeyIn wants no key in octets, nor in what they hold in base64.
func wantNoKeyIn(t *testing.T, where string, octets []byte, keys []string) {
	t.Helper()
	const least = 34 // characters that hold a key in base64
	texts := []string{flat(string(octets))}
	for _, run := range strings.FieldsFunc(texts[0], func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '/' || r > '9') && r != '+' && r != '\r' && r != '\n'
	}) {
		run = unbroken.Replace(run)
		for from := 0; from < 4 && len(run) >= least; from++ {
			b, _ := base64.RawStdEncoding.DecodeString(run[from:])
			texts = append(texts, flat(string(b)))
		}
	}
	text := strings.ToLower(strings.Join(texts, " "))
	for _, key := range keys {
		if i := strings.Index(text, key); i >= 0 {
			t.Errorf("%s holds the key %s: %q", where, key, text[max(0, i-60):i+30])
		}
	}
}

// glass is a Veil that shows what lies in a store as it lies there.
type glass struct{}

func (glass) Hide(octets, _ []byte) (veiled, seal []byte) { return octets, nil }
func (glass) Show(veiled, seal []byte) (octets []byte, ok bool) {
	return append(append(veiled, ' '), seal...), true
}

// wantNoKeyWithin wants no key in what a store keeps, as it keeps it.
func wantNoKeyWithin(t *testing.T, where string, db store.Store, keys []string) {
	t.Helper()
	db.Veil(glass{})
	err := db.View(func(v store.View) error {
		letters, err := v.Letters(math.MaxInt)
		rows, err2 := v.Rows(math.MaxInt)
		events, err3 := v.Events(1)
		for _, l := range letters {
			raw, err := v.Raw(l.ID)
			if err != nil {
				return err
			}
			wantNoKeyIn(t, fmt.Sprint(where, ", letter ", l.ID), raw, keys)
		}
		for _, r := range rows {
			signed, err := v.Signed(r.ID)
			if err != nil || len(signed) == 0 && r.State == store.Sent {
				t.Errorf("row %d: %v, %d octets", r.ID, err, len(signed))
			}
			wantNoKeyIn(t, fmt.Sprint(where, ", row ", r.ID), append(signed, r.Data...), keys)
		}
		all, err4 := json.Marshal([]any{letters, rows, events})
		wantNoKeyIn(t, where+", its records", all, keys)
		return errors.Join(err, err2, err3, err4)
	})
	if err != nil {
		t.Error(err)
	}
}

// wantLettersWhole wants each letter that came or was sent read back as it was.
func (b *table) wantLettersWhole(came map[string][]byte) {
	b.Helper()
	b.view(func(v store.View) error {
		letters, err := v.Letters(math.MaxInt)
		for _, l := range letters {
			raw, err := v.Raw(l.ID)
			if want := came[l.MessageID]; err != nil || want != nil && !bytes.Equal(raw, want) {
				b.Errorf("letter %d, %v, came back as %q, %v", l.ID, l.MessageID, raw, err)
			}
			if want := regexp.MustCompile(`To: (.*)\r\n`).FindSubmatch(raw); len(l.To) > 0 && string(want[1]) != l.To[0] {
				b.Errorf("letter %d came to %s and not to %s", l.ID, want[1], l.To)
			}
		}
		rows, err2 := v.Rows(math.MaxInt)
		for _, r := range rows {
			signed, err := v.Signed(r.ID)
			if r.State == store.Sent && !slices.ContainsFunc(b.sent, func(l sentLetter) bool { return bytes.Equal(l.raw, signed) }) {
				b.Errorf("row %d was not sent as %q, %v", r.ID, signed, err)
			}
		}
		return errors.Join(err, err2)
	})
}
