package dossier

import (
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
)

// sample is the evidence of a game of three letters.
func sample(t *testing.T) Case {
	return forged(t, whole)
}

// whole leaves an event as it is.
func whole(e game.Event) []game.Event { return []game.Event{e} }

// forged is the sample with other events in its log, chained and named in the receipts as if
// corrd had written them.
func forged(t *testing.T, forge func(game.Event) []game.Event) Case {
	t.Helper()
	return played(t, terms.Default(), forge, "P-K4", "P-K4", "protest: write to alice@example.org")
}

// played is the evidence of a game that begins with letters: the first is White's, and of the
// others each that begins with a side, "black: ", is that side's. A letter that begins with "two
// days later: " comes two days after the one before. For "alarm" corrd looks 40 days later at what
// has fallen due.
func played(t *testing.T, agreed terms.Terms, forge func(game.Event) []game.Event, letters ...string) Case {
	t.Helper()
	at := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	alice, bob := "alice@example.org", "bob@example.net"
	letter := func(id int64, from, text string) Letter {
		raw := fmt.Sprintf("From: %s\r\nTo: corrd+g1.w1.%s@club.example\r\nSubject: x\r\n\r\n%s\r\n", from, strings.Repeat(map[string]string{alice: "abcdefghijklm", bob: "nopqrstuvwxyz"}[from], 2), text)
		return Letter{ID: id, Dir: "in", At: at, Seat: "white", From: from, State: "acted", Raw: []byte(raw)}
	}
	c := Case{About: About{Format: Format, Corrd: watch.ReleaseOf(Format).Module, Reader: interpret.Version, Rules: game.NewestRules(), Game: 1, Made: at, Server: "corrd@club.example",
		Players:  []Player{{1, "Alice", "white", 0, []string{alice}}, {2, "Bob", "black", 0, []string{bob}}},
		Disputes: []Dispute{}}}
	var sides []board.Side
	alarms := len(letters)
	letters = slices.DeleteFunc(letters, func(text string) bool { return text == "alarm" })
	alarms -= len(letters)
	for i, text := range letters {
		side := board.Side(i % 2)
		if text, is := strings.CutPrefix(text, "black: "); is {
			side, letters[i] = board.Black, text
		}
		if text, is := strings.CutPrefix(letters[i], "two days later: "); is {
			at, letters[i] = at.AddDate(0, 0, 2), text
		}
		sides = append(sides, side)
		c.Letters = append(c.Letters, letter(int64(i+1), [2]string{alice, bob}[side], letters[i]))
		c.Letters[i].Seat, c.Letters[i].Player = side.String(), int64(side)+1
	}
	s := game.State{ID: 1}
	var prev [32]byte
	add := func(decided ...game.Event) {
		var events []game.Event
		for _, e := range decided {
			events = append(events, forge(e)...)
		}
		for _, e := range events {
			var raw []byte
			if e.Letter != 0 {
				raw = c.Letters[e.Letter-1].Raw
			}
			rec, err := store.EncodeEvent(s.Seq+1, e, raw, store.SaltKey{1})
			if err != nil {
				t.Fatal(err)
			}
			entry, err := store.ReadEntry(rec, store.SaltKey{1}, prev)
			if err != nil {
				t.Fatal(err)
			}
			entry.Seq, entry.Event, prev = s.Seq+1, e, entry.Hash
			c.Events = append(c.Events, entry)
			s = s.Apply(e)
		}
	}
	start := play.Start{Terms: agreed, Players: [2]int64{1, 2}}
	if agreed.Games > 1 {
		start.Match = &game.Match{Challenge: 1, Number: 1, Games: agreed.Games}
	}
	add(play.Decide(s, start, c.Letters[0].At)...)
	for i, text := range letters {
		by, at := sides[i], c.Letters[i].At
		page := interpret.Parse(text)
		statements := page.Statements
		for i, one := range statements {
			if s.BesideInOneWord() > 0 && one.InOneWord() {
				statements[i] = s.Half(by, one)
			}
		}
		add(play.Decide(s, play.Letter{ID: int64(i + 1), By: by, Received: at, Statements: statements, Note: page.Note}, at)...)
		out := fmt.Sprintf("From: corrd@club.example\r\nTo: %s\r\nReply-To: corrd+g1.b2.%s@club.example\r\nCorrd-Chain: %x\r\n\r\nMoved: %s.\r\n", bob, strings.Repeat("nopqrstuvwxyz", 2), prev, text)
		c.Letters = append(c.Letters, Letter{ID: int64(i + 1), Dir: "out", Told: s.Seq, At: at.Add(time.Minute), Seat: "black", Player: 2, From: c.Server, To: []string{bob}, Kind: "move", State: "sent", Raw: []byte(out)})
	}
	for range alarms {
		add(play.Decide(s, play.Alarm{}, at.AddDate(0, 0, 40))...)
	}
	slices.SortStableFunc(c.Letters, func(a, b Letter) int { return a.At.Compare(b.At) })
	return c
}

// house signs the archives of tests.
var house = func() *mailer.Signer {
	keys, err := mailer.NewKeys(make([]byte, 32))
	if err != nil {
		panic(err)
	}
	return keys.HouseSigner("club.example")
}()

// sealing adds the key by which the archive of a case is sealed.
func sealing(c Case) Case {
	name, txt := house.Record()
	c.Keys = append([]Key{{Name: name, TXT: txt, Seen: c.Made}}, c.Keys...)
	return c
}

func build(t *testing.T, c Case) []byte {
	t.Helper()
	archive, sum, err := Build(sealing(c), house.Sign)
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("%x", sha256.Sum256(archive)); sum != want {
		t.Errorf("the sum is %s, want %s", sum, want)
	}
	return archive
}

func unpacked(t *testing.T, archive []byte) map[string][]byte {
	t.Helper()
	files, damaged, err := unpack(archive)
	if err != nil || damaged != nil {
		t.Fatal(err, damaged)
	}
	return files
}

func faults(findings []Finding) (words []string) {
	for _, f := range findings {
		if f.Fault {
			words = append(words, f.Words)
		}
	}
	return words
}

func TestVerify(t *testing.T) {
	for _, reader := range []string{"", "white", "black"} {
		c := sample(t)
		c.For = reader
		archive := build(t, c)
		if found := faults(Verify(archive)); found != nil {
			t.Errorf("for %q: %q", reader, found)
		}
		if again := build(t, c); string(again) != string(archive) {
			t.Errorf("for %q: the same case gives two archives", reader)
		}
		for secret, hidden := range map[string]bool{
			"From: alice@example.org": reader == "black", "bob@example.net": reader == "white", "write to alice@example.org": false,
			strings.Repeat("abcdefghijklm", 2): reader == "black", strings.Repeat("nopqrstuvwxyz", 2): reader == "white",
		} {
			if strings.Contains(string(archive), secret) == hidden {
				t.Errorf("for %q: that %s is hidden must be %v", reader, secret, hidden)
			}
		}
	}
}

// TestOneOctet: every archive that is changed in one octet is found to be.
func TestOneOctet(t *testing.T) {
	archive := build(t, sample(t))
	chance := rand.New(rand.NewSource(1878))
	for range 1000 {
		at, by := chance.Intn(len(archive)), byte(1+chance.Intn(255))
		archive[at] ^= by
		if faults(Verify(archive)) == nil {
			t.Errorf("octet %d changed by %#x is not found", at, by)
		}
		archive[at] ^= by
	}
	for _, n := range []int{0, 1, 21, 22, len(archive) / 2, len(archive) - 1} {
		if faults(Verify(archive[:n])) == nil {
			t.Errorf("an archive cut off after %d octets is not found", n)
		}
	}
}

// TestForgery: who writes the manifest and the archive anew is found by the chain.
func TestForgery(t *testing.T) {
	forge := func(t *testing.T, name, old, other string) []string {
		c := sample(t)
		c.Format = sealedSince - 1
		files := unpacked(t, build(t, c))
		if !strings.Contains(string(files[name]), old) {
			t.Fatalf("%s holds no %q", name, old)
		}
		files[name] = []byte(strings.Replace(string(files[name]), old, other, 1))
		files[manifestFile] = manifest(files)
		archive, err := pack(files)
		if err != nil {
			t.Fatal(err)
		}
		return faults(Verify(archive))
	}
	for _, c := range []struct{ name, old, other, want string }{
		{"letters/in/1.eml", "P-K4", "P-Q4", "not the letter that brought the event about"},
		{eventsFile, `\"move\":\"e2e4\"`, `\"move\":\"d2d4\"`, "does not have the hash"},
		{eventsFile, `"text":"\"P-K4\""`, `"text":"\"P-Q4\""`, "is not what was hashed"},
		{"letters/out/1.eml", "Corrd-Chain: ", "Corrd-Chain: 0", "a hash that no event has"},
		{lettersFile, `"new_text":"P-K4"`, `"new_text":"P-Q4"`, "what is written of its reading"},
		{stateFile, "e2e4", "d2d4", "state.json is not what follows"},
		{timelineFile, "12:00:00", "13:00:00", "timeline.txt is not what follows"},
		{aboutFile, fmt.Sprintf(`"format":%d`, sealedSince-1), fmt.Sprintf(`"format":%d`, Format+1), "verify it with the corrd that made it"},
		{aboutFile, `"game":1`, `"gamer":1`, "dossier.json cannot be read"},
	} {
		found := forge(t, c.name, c.old, c.other)
		if !strings.Contains(strings.Join(found, "\n"), c.want) {
			t.Errorf("%s: %q found, want %q", c.name, found, c.want)
		}
	}
}

// TestVerifyNoArchive: of a file that is not an archive Verify says only that the file is none.
func TestVerifyNoArchive(t *testing.T) {
	for _, file := range [][]byte{nil, []byte("# corrd\n")} {
		findings := Verify(file)
		faults := slices.DeleteFunc(slices.Clone(findings), func(f Finding) bool { return !f.Fault })
		if len(faults) != 1 || len(findings) > 2 {
			t.Errorf("%+v", findings)
		}
	}
}

// TestSealedMove: the archive of a running game shows the other side no sealed move, nothing that
// the sealing side was asked and refused before, and no hash that can be guessed.
func TestSealedMove(t *testing.T) {
	sitting, refusal := terms.Parse([]interpret.Term{{Key: "code", Value: "british-1899"}, {Key: "time", Value: "20 moves in 1 hour, then 15 an hour, until 18:00"}}, terms.Default())
	if refusal != "" {
		t.Fatal(refusal)
	}
	sitting.Medium = "email"
	words := []string{"7. P-QB4", "GEGOSESO", "P-KKt3", "P-QR3", "P-K4 now"}
	for reader, wants := range map[string]bool{"": true, "white": false, "black": true} {
		c := played(t, sitting, whole, "P-K4", "black: seal "+words[0], "black: seal "+words[1], "black: seal "+words[2]+"\noffer draw", "black: seal "+words[3], "black: "+words[4])
		c.For = reader
		archive := build(t, c)
		if found := faults(Verify(archive)); found != nil {
			t.Errorf("for %q: %q", reader, found)
		}
		files := unpacked(t, archive)
		var all strings.Builder
		for _, file := range files {
			all.Write(file)
		}
		for _, w := range words {
			if strings.Contains(all.String(), w) != wants {
				t.Errorf("for %q: that %s can be read must be %v", reader, w, wants)
			}
		}
	}
}

// TestSignatures: a signature verifies with the key that was kept, and with no other key.
func TestSignatures(t *testing.T) {
	der, err := x509.MarshalPKCS8PrivateKey(ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "key.pem")
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	signer, err := mailer.LoadSigner("club.example", "old", path)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := signer.Sign([]byte("From: corrd@club.example\r\nSubject: x\r\n\r\nP-K4\r\n"), time.Unix(1e9, 0))
	if err != nil {
		t.Fatal(err)
	}
	if got := keyNames(raw); !slices.Equal(got, []string{"old._domainkey.club.example"}) {
		t.Errorf("the keys are %q", got)
	}
	name, txt := signer.Record()
	for want, c := range map[string]struct {
		raw  []byte
		keys []Key
	}{
		"pass":        {raw, []Key{{Name: name, TXT: txt}}},
		"no key kept": {raw, nil},
		"fail":        {append(slices.Clone(raw), "P-Q4\r\n"...), []Key{{Name: name, TXT: txt}}},
	} {
		c.keys = append([]Key{}, c.keys...)
		if want == "pass" { // the name has had other keys before and since
			_, other := house.Record()
			c.keys = []Key{{Name: name, TXT: other}, c.keys[0], {Name: name, TXT: other}}
		}
		l := Letter{Dir: "out", Raw: c.raw}
		l.describe(nil, c.keys)
		if len(l.Signatures) != 1 || l.Signatures[0] != (Signature{"club.example", want}) {
			t.Errorf("%+v, want %s", l.Signatures, want)
		}
	}
}
