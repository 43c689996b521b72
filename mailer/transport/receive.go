package transport

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/emersion/go-smtp"

	"corrd/mailer"
)

// ErrNoRoom means that as many letters wait as may wait for their recipient. When Deliver returns
// an error that wraps ErrNoRoom, the client is told 452 and keeps the letter.
var ErrNoRoom = errors.New("no room for another letter")

// Deliver takes one letter for one recipient of the site: env.To has exactly one address. A
// Deliver returns nil only after the letter is committed; after an error the client is told
// to send the letter again. received is when the last octet of the letter came.
type Deliver func(ctx context.Context, env mailer.Envelope, raw []byte, received time.Time) error

// Check returns a verdict (DMARC) on the author of a letter that came from an Origin. An error
// means that there is no verdict yet, and that the client should send the letter again.
type Check func(ctx context.Context, from mailer.Origin, raw []byte) (mailer.Verdict, error)

// ReceiverOptions say what a Receiver takes. A zero field has the default that its comment
// names.
type ReceiverOptions struct {
	Site        mailer.Site
	LMTP        bool          // speak LMTP (RFC 2033) with an MTA of this host, not SMTP (RFC 5321)
	LetterBytes int64         // octets of the longest letter; a longer one is refused with 552; 1 MiB
	Recipients  int           // the number of recipients of one letter; 100
	Connections int           // the places for clients outside, and for clients inside; 100
	FromOneHost int           // the number of connections at a time from one host outside, and four times as many from a /48 of IPv6, further ones are told 421; 20
	Idle        time.Duration // the wait after which a client may lose its place; 10 s
	Queue       int           // the number of letters in Deliver at a time; 64
	Patience    time.Duration // how long a letter waits for a place in Queue before its client is told 451; 30 seconds
	Rate        Rate          // how many letters one source may send, further ones are told 451; 200, and one every 5 seconds
	Timeout     time.Duration // how long a client has to begin a letter, and to end one; 5 minutes
	Grace       time.Duration // how long the letters under way have when Serve is stopped; 10 seconds
	TLS         *tls.Config   // offers STARTTLS; nil does not
	Check       Check         // judges authors; nil leaves the verdict to the Authentication-Results in the letter
	Log         *slog.Logger  // takes refusals and warnings; nil discards them
}

func (o ReceiverOptions) orDefault() ReceiverOptions {
	o.LetterBytes = cmp.Or(o.LetterBytes, 1<<20)
	o.Recipients = cmp.Or(o.Recipients, 100) // RFC 5321, 4.5.3.1.8
	o.Connections = cmp.Or(o.Connections, 100)
	o.FromOneHost = cmp.Or(o.FromOneHost, 20)
	o.Idle = cmp.Or(o.Idle, 10*time.Second)
	o.Queue = cmp.Or(o.Queue, 64)
	o.Patience = cmp.Or(o.Patience, 30*time.Second)
	o.Rate = Rate{cmp.Or(o.Rate.Burst, 200), cmp.Or(o.Rate.Every, 5*time.Second)}
	o.Timeout = cmp.Or(o.Timeout, 5*time.Minute) // RFC 5321, 4.5.3.2.7
	o.Grace = cmp.Or(o.Grace, 10*time.Second)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	return o
}

// maxLine is the length in octets of the longest line that is taken; clients send lines
// that are longer than the 998 octets of RFC 5322, 2.1.1.
const maxLine = 64 << 10

// Receiver is an SMTP or LMTP server for the addresses of one site. A Receiver relays
// nothing and keeps no queue: a letter that was answered 250 has been delivered.
type Receiver struct {
	options  ReceiverOptions
	deliver  Deliver
	queue    places // for all letters in deliver
	large    places // for long letters that are read or delivered
	heavy    places // for long letters in deliver
	meter    *meter
	arrivals arrivals

	mutex    sync.Mutex
	clients  map[*clientConn]struct{}
	hosts    tally         // the clients that have a place
	held     map[bool]int  // the number of clients from outside, and from inside
	waiting  []*clientConn // clients from inside that have no place yet, in their order
	full     time.Time     // when the log last said that all places were taken
	stopping bool
}

// NewReceiver makes a Receiver that hands every letter to deliver, which must be safe for
// concurrent use.
func NewReceiver(o ReceiverOptions, deliver Deliver) *Receiver {
	o = o.orDefault()
	return &Receiver{options: o, deliver: deliver, queue: make(places, o.Queue), large: make(places, maxLarge), heavy: make(places, maxHeavy), meter: newMeter(o.Rate),
		clients: map[*clientConn]struct{}{}, hosts: tally{}, held: map[bool]int{}}
}

// Serve answers the clients of l until ctx ends, and closes l. Letters under way at that
// time are finished within Grace, and other clients are told 421. The error is one of the
// listener.
func (r *Receiver) Serve(ctx context.Context, l net.Listener) error {
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		l.Close()
		r.hangUp()
	})
	var open sync.WaitGroup
	err := r.accept(l, func(known *clientConn) {
		open.Go(func() {
			if !r.hasPlace(known) {
				r.leave(known)
				turnAway(known.Conn, tooManyOfAll)
				return
			}
			r.converse(context.WithoutCancel(ctx), known)
		})
	})
	if stop() {
		r.cut()
		open.Wait()
		return errors.Join(err, l.Close())
	}
	<-stopped
	grace := time.AfterFunc(r.options.Grace, r.cut)
	defer grace.Stop()
	open.Wait()
	return nil
}

// accept hands every client to begin until the listener fails or is closed. A client
// that is not admitted is told why and disconnected.
func (r *Receiver) accept(l net.Listener, begin func(*clientConn)) error {
	for {
		conn, err := l.Accept()
		if slices.ContainsFunc(shortages, func(passing error) bool { return errors.Is(err, passing) }) {
			r.options.Log.Warn("no client can be accepted", "error", err)
			time.Sleep(shortagePause)
			continue
		}
		if err != nil {
			return err
		}
		known, reply := r.admit(conn)
		if known != nil {
			begin(known)
			continue
		}
		turnAway(conn, reply)
	}
}

// turnAway tells a client why it is not served.
func turnAway(conn net.Conn, reply string) {
	conn.SetWriteDeadline(time.Now().Add(time.Second))
	io.WriteString(conn, reply)
	conn.Close()
}

// shortagePause is how long the receiver waits before the next accept when the system has
// no connections to give, which one of the shortages says.
const shortagePause = 100 * time.Millisecond

var shortages = []error{syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM, syscall.ECONNABORTED}

// converse answers one client to the end. Each client has a server of the library of its
// own, because only the server's Debug shows what a client says under TLS.
func (r *Receiver) converse(ctx context.Context, known *clientConn) {
	server := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &receiving{receiver: r, ctx: ctx, conn: c, client: known}, nil
	}))
	server.LMTP = r.options.LMTP
	server.Domain = r.options.Site.Domain
	server.MaxRecipients = r.options.Recipients
	server.MaxMessageBytes = r.options.LetterBytes + 1 // the library refuses a letter of exactly its limit
	server.MaxLineLength = maxLine
	server.ReadTimeout, server.WriteTimeout = r.options.Timeout, r.options.Timeout
	server.EnableSMTPUTF8 = true
	server.TLSConfig = r.options.TLS
	server.ErrorLog = slog.NewLogLogger(r.options.Log.Handler(), slog.LevelWarn)
	server.Debug = &known.wire
	server.Serve(&single{known})          // ends when the server asks for a second client
	server.Shutdown(context.Background()) // waits for the first client
}

// single is a listener with one client.
type single struct{ client net.Conn }

// Accept returns the client, and after that an error.
func (s *single) Accept() (net.Conn, error) {
	client := s.client
	if s.client = nil; client == nil {
		return nil, net.ErrClosed
	}
	return client, nil
}

// Close does nothing: converse's server closes the client.
func (s *single) Close() error { return nil }

// Addr returns nil; nobody asks for the address.
func (s *single) Addr() net.Addr { return nil }

// hangUp ends every conversation that is not in the middle of a letter, now, and the others
// when their letter ends.
func (r *Receiver) hangUp() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.stopping = true
	r.callAll()
	for l := range r.clients {
		if !l.busy {
			l.Conn.SetReadDeadline(time.Unix(1, 0))
		}
	}
}

// cut closes every connection.
func (r *Receiver) cut() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.callAll()
	for l := range r.clients {
		l.Conn.Close()
	}
}

// The addresses outside are counted by what one host commands: one address of IPv4, and of IPv6 a
// /64 as well as the /48 around it, of which a provider gives whole ones to single customers.

// span is a set of addresses that are counted together, and how many times what one host may have
// they may have.
type span struct {
	name   string
	shares int
}

// sharesOf48 is how many times what a /64 may have a /48 may have.
const sharesOf48 = 4

// spansOf returns the spans in which an address is counted, the narrowest first.
func spansOf(ip net.IP) []span {
	if v4 := ip.To4(); v4 != nil || len(ip) != net.IPv6len {
		return []span{{ip.String(), 1}}
	}
	masked := func(bits int) string {
		return (&net.IPNet{IP: ip.Mask(net.CIDRMask(bits, 128)), Mask: net.CIDRMask(bits, 128)}).String()
	}
	return []span{{masked(64), 1}, {masked(48), sharesOf48}}
}

// isOutside reports whether an address is on the public network.
func isOutside(ip net.IP) bool {
	return ip != nil && !ip.IsLoopback() && !ip.IsPrivate() && !ip.IsLinkLocalUnicast()
}

// remoteIP returns the address of a client; nil on a unix socket.
func remoteIP(conn net.Conn) net.IP {
	if remote, ok := conn.RemoteAddr().(*net.TCPAddr); ok {
		return remote.IP
	}
	return nil
}

// tally counts the clients of each span by its name.
type tally map[string]int

// add counts n clients more, or fewer.
func (t tally) add(spans []span, n int) {
	for _, s := range spans {
		if t[s.name] += n; t[s.name] == 0 {
			delete(t, s.name)
		}
	}
}

// weight returns how many clients a host has of what one host may have: the most that one of its
// spans has for each of its shares, rounded up.
func (t tally) weight(spans []span) (most int) {
	for _, s := range spans {
		most = max(most, (t[s.name]+s.shares-1)/s.shares)
	}
	return most
}

// full reports whether one of the spans has as many clients as it may have.
func (t tally) full(spans []span, each int) bool {
	for _, s := range spans {
		if t[s.name] >= each*s.shares {
			return true
		}
	}
	return false
}
