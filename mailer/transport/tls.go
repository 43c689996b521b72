package transport

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"sync/atomic"
	"time"

	"corrd/mailer"
)

// Security says how a server is spoken to. There is no fallback: if the server does not
// offer what was asked for, connecting fails.
type Security string

// The ways to speak to a server. The zero value stands for InClear.
const (
	Implicit Security = "implicit" // TLS from the first octet (RFC 8314)
	StartTLS Security = "starttls" // TLS after STARTTLS (RFC 3207, RFC 9051), before anything else is said
	InClear  Security = "none"     // no TLS; for servers on loopback only

	InClearAnywhere Security = "none, anywhere" // no TLS, with any server
)

// ErrInClear means that a server was to be spoken to without TLS and is not on loopback.
var ErrInClear = errors.New("no TLS, and the server is not on loopback")

// Dialer makes a connection, as net.Dialer.DialContext does.
type Dialer func(ctx context.Context, network, address string) (net.Conn, error)

// dialServer connects to a server. With Implicit the TLS handshake is done; with StartTLS
// the protocol has still to ask for TLS. A name that the server's certificate does not
// prove is an error. A nil dial is net.Dialer's. most is the number of octets that the
// server may say in one greeting or reply; a server that says more is disconnected with
// errVerbose.
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

// errVerbose means that a server said more at once than any server has to say.
var errVerbose = errors.New("the server says too much at once")

// brief is a connection to a server that may say a limited number of octets before the
// client speaks again: the client libraries keep a line, and a reply of many lines, in
// memory to its end.
type brief struct {
	net.Conn
	most int64
	said atomic.Int64 // octets since the client last spoke
}

// Read reads what the server says, and returns errVerbose if that is too much.
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

// begin makes a fresh connection ready to be spoken on. Without TLS the server must be on
// loopback, else the error wraps ErrInClear.
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

// clientTLS returns the configuration for the server at addr; nil roots are the system's.
func clientTLS(addr string, roots *x509.CertPool) *tls.Config {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		host = addr
	}
	return &tls.Config{ServerName: host, RootCAs: roots, MinVersion: tls.VersionTLS12}
}

// LoadCertificate reads a PEM file that holds a certificate, its intermediate certificates
// and its private key, for a Receiver. Every handshake reads the file again, so that a
// renewed certificate is used from then on. The error wraps mailer.ErrSecret for a file
// that everybody may read.
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
