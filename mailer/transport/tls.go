package transport

import (
	"context"
	"corrd/mailer"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"sync/atomic"
	"time"
)

// Security says how a server is spoken to. There is no falling back: what is
// asked for and cannot be had is an error.
type Security string

// The ways. The zero value stands for InClear.
const (
	Implicit Security = "implicit" // TLS from the first octet (RFC 8314)
	StartTLS Security = "starttls" // TLS after STARTTLS (RFC 3207, RFC 9051), before anything else is said
	InClear  Security = "none"     // no TLS; for servers on loopback only

	InClearAnywhere Security = "none, anywhere" // no TLS, though others may listen: whoever says so has said it twice
)

// ErrInClear says that a server that is not on loopback was to be spoken to
// without TLS.
var ErrInClear = errors.New("no TLS, and the server is not on loopback")

// Dialer makes a connection, as net.Dialer.DialContext does.
type Dialer func(ctx context.Context, network, address string) (net.Conn, error)

// dialServer connects to a server; with Implicit the TLS handshake is done,
// with StartTLS the protocol has still to ask for it. A name that the server's
// certificate does not prove is an error. A nil dial is net.Dialer's. most is how many
// octets the server may say before it is spoken to again, as in a greeting or a reply;
// one that says more is hung up on with errVerbose.
func dialServer(ctx context.Context, dial Dialer, addr string, security Security, config *tls.Config, timeout time.Duration, most int64) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if dial == nil {
		dial = new(net.Dialer).DialContext
	}
	conn, err := dial(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	secure, err := begin(ctx, &brief{Conn: conn, most: most}, addr, security, config)
	if err != nil {
		conn.Close()
	}
	return secure, err
}

// errVerbose says that a server says more at once than any server has to say.
var errVerbose = errors.New("the server says too much at once")

// brief is a connection to a server that is let say so much before it is spoken to again:
// the libraries keep a line, and a reply of many lines, in memory to its end.
type brief struct {
	net.Conn
	most int64
	said atomic.Int64 // octets since we last spoke
}

// Read reads what the server says; errVerbose if that is too much.
func (b *brief) Read(p []byte) (int, error) {
	if b.said.Load() > b.most {
		b.Close()
		return 0, errVerbose
	}
	n, err := b.Conn.Read(p)
	b.said.Add(int64(n))
	return n, err
}

// Write speaks to the server, which may then answer.
func (b *brief) Write(p []byte) (int, error) {
	b.said.Store(0)
	return b.Conn.Write(p)
}

// begin makes of a fresh connection one that may be spoken on: in the clear
// only with a server on loopback, else ErrInClear.
func begin(ctx context.Context, conn net.Conn, addr string, security Security, config *tls.Config) (net.Conn, error) {
	switch security {
	case Implicit:
		secure := tls.Client(conn, config)
		return secure, secure.HandshakeContext(ctx)
	case StartTLS:
		return conn, nil
	case InClearAnywhere:
		return conn, nil
	case InClear, "":
		if remote, ok := conn.RemoteAddr().(*net.TCPAddr); !ok || !remote.IP.IsLoopback() {
			return nil, fmt.Errorf("%w: %s", ErrInClear, addr)
		}
		return conn, nil
	}
	return nil, fmt.Errorf("no such security: %q", security)
}

// clientTLS is the configuration for the server at addr; nil roots are the
// system's.
func clientTLS(addr string, roots *x509.CertPool) *tls.Config {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		host = addr
	}
	return &tls.Config{ServerName: host, RootCAs: roots, MinVersion: tls.VersionTLS12}
}

// LoadCertificate reads a PEM file that holds a certificate, those between it
// and its root, and its private key, for a Receiver. The file is read again
// for each handshake, so a renewed certificate is used from then on.
func LoadCertificate(path string) (*tls.Config, error) {
	load := func() (*tls.Certificate, error) {
		pem, err := mailer.ReadPrivate(path)
		if err != nil {
			return nil, err
		}
		certificate, err := tls.X509KeyPair(pem, pem)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		return &certificate, nil
	}
	if _, err := load(); err != nil {
		return nil, err
	}
	return &tls.Config{MinVersion: tls.VersionTLS12,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return load() }}, nil
}
