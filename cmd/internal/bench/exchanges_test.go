package main

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"corrd/cmd/internal/clerk"
	"corrd/cmd/internal/clock"
	corrd "corrd/cmd/internal/daemon"
	"corrd/mailer"
	"corrd/store/postgres"
	"corrd/store/postgres/pgtest"
)

// The exchanges with the database that each kind of work may take. They only go down.
const (
	ofMove     = 4  // a letter that moves a game
	ofRegister = 14 // a letter that registers a player
	ofHelp     = 4  // a letter that only asks, and whose answer is counted
	ofAnswered = 40 // a letter that moves a game, and both answers until they have left, with what the timekeeper asks meanwhile
)

// TestExchanges counts the exchanges with the database of one letter of each kind, and of the
// letters that go out because of it.
func TestExchanges(t *testing.T) {
	const games = 60
	relay, url := pgtest.Relayed(t)
	db, err := postgres.Open(url, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	keys, err := mailer.NewKeys(make([]byte, 32))
	if err == nil {
		err = fill(games, 1, db)
	}
	if err != nil {
		t.Fatal(err)
	}
	letters, err := answersIn(db, games, 20, keys)
	if err != nil {
		t.Fatal(err)
	}
	shared, err := clock.NewShared(db)
	if err != nil {
		t.Fatal(err)
	}
	cfg := corrd.Config("corrd", site)
	cfg.Log, cfg.Node = slog.New(slog.DiscardHandler), "node"
	d := corrd.New(cfg, db, keys, shared, nil, nil, nil)
	asks := func(from, words string) letter {
		return letter{from: from, to: "corrd@" + addressed, raw: fmt.Appendf(nil,
			"From: <%s>\r\nTo: <corrd@%s>\r\nMessage-ID: <%s.%d@z.example>\r\nSubject: x\r\n\r\n%s\r\n", from, addressed, from, time.Now().UnixNano(), words)}
	}
	for _, c := range []struct {
		what string
		most int64
		each func(i int) letter
	}{
		{"a letter that moves a game", ofMove, func(i int) letter { return letters[i] }},
		{"a letter that registers", ofRegister, func(i int) letter { return asks(fmt.Sprintf("z%d@example.org", i), "register Zoe"+string(rune('a'+i))) }},
		{"a letter that asks for help", ofHelp, func(int) letter { return asks(letters[0].from, "help") }},
	} {
		var took int64
		for i := range 4 { // the first ones prepare the statements
			l := c.each(i)
			before := relay.Exchanges.Load()
			in := clerk.Incoming{Raw: l.raw, Received: shared.Now(), Source: "smtp", Envelope: mailer.Envelope{From: l.from, To: []string{l.to}}}
			if _, err := d.Take(context.Background(), in); err != nil {
				t.Fatal(err)
			}
			took = relay.Exchanges.Load() - before
		}
		t.Logf("%s: %d exchanges", c.what, took)
		if took > c.most {
			t.Errorf("%s takes %d exchanges, more than %d", c.what, took, c.most)
		}
	}
	w := hire(db, keys, shared, "node")
	defer w.end()
	least := int64(1 << 20) // of some rounds: the first ones prepare statements
	for i := range 4 {
		letters := letters[4*(i+1) : 4*(i+2)]
		before := relay.Exchanges.Load()
		if err := handIn(letters, len(letters), w.Daemon); err != nil {
			t.Fatal(err)
		}
		for end := time.Now().Add(time.Minute); w.out.sent.Load() < int64((i+1)*2*len(letters)) && time.Now().Before(end); {
			time.Sleep(10 * time.Millisecond)
		}
		time.Sleep(300 * time.Millisecond) // what has left is written down
		least = min(least, (relay.Exchanges.Load()-before)/int64(len(letters)))
	}
	t.Logf("a letter that moves a game, and its two answers: %d exchanges", least)
	if least > ofAnswered {
		t.Errorf("a letter and its answers take %d exchanges, more than %d", least, ofAnswered)
	}
}
