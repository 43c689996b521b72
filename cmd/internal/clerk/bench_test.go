package clerk

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/textproto"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/mailer"
	"corrd/mailer/transport"
	"corrd/store"
	"corrd/store/bolt"
	"github.com/emersion/go-smtp"
	"go.etcd.io/bbolt"
)

// senders are how many hand letters in at the same time.
var senders = []int{1, 16, 64}

// shuffle is four plies after which the men stand as before.
var shuffle = [4]string{"Kt-KB3", "Kt-KB3", "Kt-KKt1", "Kt-KKt1"}

// BenchmarkLetter measures a letter from its bytes on an SMTP connection until
// its events and the letters that answer it are committed and it has its 250.
// Each letter makes a move in a game of its own among many.
func BenchmarkLetter(b *testing.B) {
	watch.SetHeap(1)
	for _, n := range senders {
		b.Run(fmt.Sprintf("senders=%d", n), func(b *testing.B) {
			c := benchClerk(b)
			town := newBenchTown(b, c, 256)
			r := transport.NewReceiver(transport.ReceiverOptions{Site: c.Ledger().Site, LetterBytes: 1 << 20, Connections: 128}, c.Deliver("smtp"))
			addr := listen(b, func(ctx context.Context, l net.Listener) error { return r.Serve(ctx, l) })
			flood(b, addr, n, town.letter)
		})
	}
}

// BenchmarkLetterFloor is what no server of this kind can be faster than: a
// bare SMTP server that commits each letter to a bbolt file, many in a commit. Its
// garbage is collected as corrd's.
func BenchmarkLetterFloor(b *testing.B) {
	watch.SetHeap(1)
	for _, n := range senders {
		b.Run(fmt.Sprintf("senders=%d", n), func(b *testing.B) {
			f := newFloor(b)
			server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &floorSession{f: f}, nil }))
			server.MaxLineLength = 64 << 10
			addr := listen(b, func(_ context.Context, l net.Listener) error { return server.Serve(l) })
			town := newBenchTown(b, benchClerk(b), 256)
			flood(b, addr, n, town.letter)
		})
	}
}

func benchClerk(b *testing.B) *Clerk {
	b.Helper()
	db, err := bolt.Open(filepath.Join(b.TempDir(), "corrd.db"), bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	keys, err := mailer.NewKeys(make([]byte, 32))
	if err != nil {
		b.Fatal(err)
	}
	cfg := Config{Name: "corrd", Site: mailer.Site{Local: "corrd", Domain: "club.example", Delimiter: '+'}, Budgets: ledger.DefaultLimits(),
		Terms: terms.Default(), Log: slog.New(slog.DiscardHandler)}
	return New(cfg, db, keys, watch.Real{}, nil, nil, nil)
}

// benchTown is players in the middle of many games, and the letters they write.
type benchTown struct {
	c     *Clerk
	games []int64
	mu    sync.Mutex
	next  int
}

func newBenchTown(b *testing.B, c *Clerk, games int) *benchTown {
	b.Helper()
	t := &benchTown{c: c}
	for i := range games {
		t.games = append(t.games, beginGame(b, c, i))
	}
	return t
}

// beginGame registers two players and begins a game between them.
func beginGame(b *testing.B, c *Clerk, i int) (id int64) {
	b.Helper()
	err := c.db.Update(func(tx store.Tx) (err error) {
		var players [2]int64
		for side := range players {
			p := store.Player{Name: fmt.Sprintf("Player %d-%d", i, side), Addresses: []string{benchAddress(i, side)}, Registered: tx.Now()}
			if err := tx.PutPlayer(&p); err != nil {
				return err
			}
			players[side] = p.ID
		}
		if id, err = tx.NewGame(); err != nil {
			return err
		}
		s := game.State{ID: id}
		_, err = c.Ledger().Append(tx, s, play.Decide(s, play.Start{Terms: terms.Default(), Players: players}, tx.Now()), ledger.By{})
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return id
}

func benchAddress(i, side int) string { return fmt.Sprintf("p%d.%d@example.org", i, side) }

// letter returns the next letter: who writes it, to which keyed address, and its bytes.
func (t *benchTown) letter() (from, to string, raw []byte) {
	t.mu.Lock()
	n := t.next
	t.next++
	t.mu.Unlock()
	i, ply := n%len(t.games), n/len(t.games)+1
	side := board.Side((ply - 1) % 2)
	token := mailer.Token{Kind: mailer.KindGame, Number: t.games[i], Side: side.String()[0], Ply: ply}
	from, to = benchAddress(i, int(side)), t.c.desk.Keys.Address(token, 0, t.c.Ledger().Site)
	return from, to, benchMail(from, to, n, shuffle[(ply-1)%len(shuffle)])
}

// benchMail is a letter of about 2 KB: the move above the quoted letter it answers.
func benchMail(from, to string, n int, move string) []byte {
	m := fmt.Appendf(nil, "From: A Player <%s>\r\nTo: %s\r\nSubject: Re: [corrd] your turn\r\nDate: Thu, 01 Jan 2026 00:00:00 +0000\r\n"+
		"Message-ID: <bench.%d@example.org>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n\r\nOn Thu, 1 Jan 2026, corrd wrote:\r\n", from, to, n, move)
	for i := range 24 {
		m = fmt.Appendf(m, "> line %2d of the letter that is answered, as mail programs quote it\r\n", i)
	}
	return m
}

// listen serves on a free port of the loopback and gives its address.
func listen(b *testing.B, serve func(context.Context, net.Listener) error) string {
	b.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		serve(ctx, l)
		close(done)
	}()
	b.Cleanup(func() {
		stop()
		l.Close()
		<-done
	})
	return l.Addr().String()
}

// flood has n senders hand in b.N letters, one after the other on one
// connection each, every command waiting for its answer.
func flood(b *testing.B, addr string, n int, letter func() (from, to string, raw []byte)) {
	b.Helper()
	var left atomic.Int64
	left.Store(int64(b.N))
	var group sync.WaitGroup
	b.ResetTimer()
	for range n {
		group.Go(func() {
			conn, err := textproto.Dial("tcp", addr)
			if err != nil {
				b.Error(err)
				return
			}
			defer conn.Close()
			conn.ReadResponse(220)
			say(conn, 250, "EHLO bench.example")
			for left.Add(-1) >= 0 {
				if err := hand(conn, letter); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	group.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "letters/s")
}

func say(conn *textproto.Conn, want int, format string, args ...any) error {
	if err := conn.PrintfLine(format, args...); err != nil {
		return err
	}
	_, _, err := conn.ReadResponse(want)
	return err
}

func hand(conn *textproto.Conn, letter func() (from, to string, raw []byte)) error {
	from, to, raw := letter()
	return cmp.Or(say(conn, 250, "MAIL FROM:<%s>", from), say(conn, 250, "RCPT TO:<%s>", to), say(conn, 354, "DATA"),
		func() error {
			w := conn.DotWriter()
			w.Write(raw)
			if err := w.Close(); err != nil {
				return err
			}
			_, _, err := conn.ReadResponse(250)
			return err
		}())
}

// floor commits letters to a bbolt file, those that wait together in one commit.
type floor struct {
	db    *bbolt.DB
	queue chan floorLetter
}

type floorLetter struct {
	raw  []byte
	done chan error
}

var floorBucket = []byte("letters")

func newFloor(b *testing.B) *floor {
	b.Helper()
	db, err := bbolt.Open(filepath.Join(b.TempDir(), "floor.db"), 0o600, &bbolt.Options{NoFreelistSync: true, InitialMmapSize: 1 << 34})
	if err != nil {
		b.Fatal(err)
	}
	f := &floor{db: db, queue: make(chan floorLetter, 256)}
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		f.run()
	}()
	b.Cleanup(func() {
		close(f.queue)
		<-stopped
		db.Close()
	})
	return f
}

func (f *floor) run() {
	for first := range f.queue {
		group := []floorLetter{first}
		for len(f.queue) > 0 && len(group) < 256 {
			group = append(group, <-f.queue)
		}
		err := f.db.Update(func(tx *bbolt.Tx) error {
			bucket, err := tx.CreateBucketIfNotExists(floorBucket)
			for i := 0; err == nil && i < len(group); i++ {
				n, _ := bucket.NextSequence()
				err = bucket.Put(binary.BigEndian.AppendUint64(nil, n), group[i].raw)
			}
			return err
		})
		for _, l := range group {
			l.done <- err
		}
	}
}

type floorSession struct{ f *floor }

func (*floorSession) Mail(string, *smtp.MailOptions) error { return nil }
func (*floorSession) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (*floorSession) Reset()                               {}
func (*floorSession) Logout() error                        { return nil }

func (s *floorSession) Data(r io.Reader) error {
	raw, err := io.ReadAll(bufio.NewReader(r))
	if err != nil {
		return err
	}
	l := floorLetter{raw, make(chan error, 1)}
	s.f.queue <- l
	return <-l.done
}
