package clerk

import (
	"errors"
	"fmt"
	"log/slog"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/game/board"
	"corrd/game/terms"
	"corrd/mailer"
	"corrd/mailer/transport"
	"corrd/store"
	"corrd/store/peertest"
	"corrd/store/postgres"
)

// fleet are two daemons on one database.
func fleet(t *testing.T) (one, other *table) {
	t.Helper()
	url, now := peertest.Beside(t), watch.NewVirtual(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	keys, err := mailer.NewKeys(make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	var both []*table
	for _, node := range []string{"one", "other"} {
		db, err := postgres.Open(url, postgres.Options{Now: now.Now})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		cfg := Config{Name: "corrd", Site: mailer.Site{Local: "corrd", Domain: "club.example", Delimiter: '+'}, Budgets: ledger.DefaultLimits(),
			Terms: terms.Default(), Log: slog.New(slog.DiscardHandler), Node: node}
		b := &table{T: t, Clerk: New(cfg, db, keys, now, nil, nil, nil)}
		b.courier.Carrier = b
		both = append(both, b)
	}
	return both[0], both[1]
}

// letterFrom is a letter of an attack, and what proves it.
type letterFrom struct {
	from, to, id, body string
	auth               mailer.Auth
}

// storm has letters come at both daemons at the same time, each letter at one of them or, with
// twice, at both. Letters that are told 452 count as refused.
func storm(t *testing.T, one, other *table, twice bool, letters ...letterFrom) (refused int) {
	t.Helper()
	var mu sync.Mutex
	var working sync.WaitGroup
	for at, b := range []*table{one, other} {
		for lane := range 4 {
			working.Go(func() {
				for i, l := range letters {
					if i%4 != lane || !twice && i/4%2 != at {
						continue
					}
					raw := fmt.Sprintf("From: %s\r\nTo: %s\r\nMessage-ID: <%s@storm.example>\r\n\r\n%s\r\n", l.from, l.to, l.id, l.body)
					err := b.Deliver("smtp")(t.Context(), mailer.Envelope{From: l.from, To: []string{l.to}, Auth: l.auth}, []byte(raw), b.clock.Now())
					mu.Lock()
					if errors.Is(err, transport.ErrNoRoom) {
						refused++
					} else if err != nil {
						t.Errorf("%s: %v", l.id, err)
					}
					mu.Unlock()
				}
			})
		}
	}
	working.Wait()
	return refused
}

// leave sends what is due, and counts the letters to addresses with some end at both daemons.
func leave(one, other *table, end string) (n int) {
	for _, b := range []*table{one, other} {
		n += b.sentTo(end)
	}
	return n
}

// TestHostileDomainAtOneDaemon: a domain that storms one daemon on a database spends its own shares
// and no more of them than with one daemon, and an honest newcomer at the other is answered,
// registered and can invite somebody.
func TestHostileDomainAtOneDaemon(t *testing.T) {
	one, other := fleet(t)
	var attack []letterFrom
	for i := range 300 {
		attack = append(attack, letterFrom{fmt.Sprintf("v%d@victims.example", i), office, fmt.Sprint("r", i), "register Your Bank", mailer.AuthNone})
		attack = append(attack, letterFrom{fmt.Sprintf("m%d@h%d.evil.example", i, i%9), office, fmt.Sprint("h", i), "help", mailer.AuthPass})
	}
	for i := range 40 {
		address := fmt.Sprintf("p%d@evil.example", i)
		one.enrolled(someName(i), address)
		for j := range 3 {
			attack = append(attack, letterFrom{address, office, fmt.Sprint("i", i, ".", j), fmt.Sprintf("challenge s%d.%d@strangers.example", i, j), mailer.AuthPass})
		}
	}
	storm(t, one, other, false, attack...)
	limits := ledger.DefaultLimits()
	if n := leave(one, other, "@strangers.example"); n > limits.Share(ledger.TallyInvited, "evil.example") {
		t.Errorf("one domain has sent %d invitations, want at most %d", n, limits.Share(ledger.TallyInvited, "evil.example"))
	}
	if n := leave(one, other, ".evil.example"); n > limits.PerHour/10+limits.StrangersInAll/10 {
		t.Errorf("one domain has had %d answers", n)
	}
	victims := leave(one, other, "@victims.example")
	if victims > limits.PerHour/2 {
		t.Errorf("strangers have had %d letters", victims)
	}
	storm(t, one, other, false, letterFrom{"nora@honest.example", office, "n1", "register Nora Honest", mailer.AuthPass})
	if n := leave(one, other, "@honest.example"); n != 1 {
		t.Fatalf("the newcomer has had %d letters", n)
	}
	var key string
	for _, l := range append(one.sent, other.sent...) {
		if l.to == "nora@honest.example" {
			key = replyTo(t, l.raw)
		}
	}
	storm(t, other, one, false, letterFrom{"nora@honest.example", key, "n2", "yes", mailer.AuthPass})
	storm(t, one, other, false, letterFrom{"nora@honest.example", office, "n3", "challenge friend@friends.example", mailer.AuthPass})
	if n := leave(one, other, "@friends.example"); n != 1 {
		t.Errorf("the newcomer's invitation: %d letters; %+v", n, one.newest())
	}
	one.wantSound()
}

// TestForgedLettersAtBothDaemons: letters forged in a player's name at both daemons take together
// the room of their kind and no more, and the player's own letters at either are held, asked about,
// and act once though they come at both.
func TestForgedLettersAtBothDaemons(t *testing.T) {
	one, other := fleet(t)
	one.join("alice", "bob")
	storm(t, one, other, false, letterFrom{"alice@example.org", office, "c", "challenge bob@example.org, colour white, errors law, notation descriptive", mailer.AuthPass})
	storm(t, one, other, true, letterFrom{"bob@example.org", office, "a", "accept", mailer.AuthPass})
	one.sendAll()
	other.sendAll()
	var forged []letterFrom
	for i := range 90 {
		forged = append(forged, letterFrom{"alice@example.org", office, fmt.Sprint("f", i), fmt.Sprint("resign\nI am number ", i), mailer.AuthNone},
			letterFrom{"alice@example.org", office, fmt.Sprint("d", i), fmt.Sprint("resign\nI am number ", i), mailer.AuthFail},
			letterFrom{"mallory@evil.example", strings.Replace(one.key(board.White), ".w", ".b", 1), fmt.Sprint("w", i), "resign", mailer.AuthPass})
	}
	refused := storm(t, one, other, false, forged...)
	held := 0
	one.view(func(v store.View) error {
		all, err := v.Letters(math.MaxInt, store.HeldLetter)
		held = len(all)
		return err
	})
	const room = 20
	if held != room || refused != 90-room {
		t.Errorf("%d letters are held, %d told to come again", held, refused)
	}
	if s := other.game(); s.Result != nil || len(s.Line) != 0 {
		t.Fatalf("%+v", s.Result)
	}
	storm(t, one, other, true, letterFrom{"alice@example.org", one.key(board.White), "e4", "P-K4", mailer.AuthNone})
	if s := other.game(); len(s.Line) != 1 {
		t.Errorf("%d moves", len(s.Line))
	}
	storm(t, one, other, true, letterFrom{"mallory@elsewhere.example", one.key(board.Black), "held", "P-K4", mailer.AuthPass})
	one.sendAll()
	other.sendAll()
	if asked := len(one.told("bob", "confirm")) + len(other.told("bob", "confirm")); asked != 1 {
		t.Errorf("Black is asked %d times about one letter that came at both daemons", asked)
	}
	one.wantSound()
}
