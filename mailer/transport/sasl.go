package transport

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/emersion/go-sasl"

	"corrd/mailer"
)

// The mechanisms of a Login (RFC 4422).
const (
	Plain      = sasl.Plain // RFC 4616
	PlainLogin = sasl.Login // the obsolete LOGIN; with IMAP, the LOGIN command
	// an access token in the form that providers used before RFC 7628
	XOAuth2     = "XOAUTH2"
	OAuthBearer = sasl.OAuthBearer // RFC 7628
)

// Mechanisms are the mechanisms that a Login may name.
var Mechanisms = []string{Plain, PlainLogin, XOAuth2, OAuthBearer}

// Secret returns a password or an access token. Each connection calls Secret again, so that a
// file which another program renews is read again.
type Secret func() (string, error)

// Fixed is a Secret that never changes.
func Fixed(secret string) Secret { return func() (string, error) { return secret, nil } }

// SecretFile is the Secret in a file, without the line end behind the secret. The error
// wraps mailer.ErrSecret for a file that is empty or that others may read.
func SecretFile(path string) Secret {
	return func() (string, error) {
		content, err := mailer.ReadPrivate(path)
		if err != nil {
			return "", err
		}
		secret := strings.TrimRight(string(content), "\r\n")
		if secret == "" {
			return "", fmt.Errorf("%w: %s is empty", mailer.ErrSecret, path)
		}
		return secret, nil
	}
}

// Login says how a client proves to a server who the client is.
type Login struct {
	User      string // "": the client does not log in
	Secret    Secret // nil only if User is ""
	Mechanism string // one of Mechanisms; "" is Plain
}

// client returns the client's side of the exchange with the server at addr.
func (l Login) client(addr string) (sasl.Client, error) {
	secret, err := l.Secret()
	if err != nil {
		return nil, err
	}
	switch l.Mechanism {
	case Plain, "":
		return sasl.NewPlainClient("", l.User, secret), nil
	case PlainLogin:
		return &loginClient{user: l.User, password: secret}, nil
	case XOAuth2:
		return xoauth2Client{user: l.User, token: secret}, nil
	case OAuthBearer:
		host, port, err := net.SplitHostPort(addr)
		if err != nil {
			return nil, err
		}
		n, err := strconv.Atoi(port)
		return sasl.NewOAuthBearerClient(&sasl.OAuthBearerOptions{Username: l.User, Token: secret, Host: host, Port: n}), err
	}
	return nil, fmt.Errorf("no such mechanism: %q; there are %s", l.Mechanism, strings.Join(Mechanisms, ", "))
}

// errAsksAgain means that a server asks what it has been told: such a server might ask for ever.
var errAsksAgain = errors.New("the server asks again what it has been told")

// loginClient answers the two questions of LOGIN, each once.
type loginClient struct {
	user, password         string
	userSaid, passwordSaid bool
}

// Start sends no first answer, because some servers do not take one.
func (l *loginClient) Start() (mechanism string, first []byte, err error) {
	return PlainLogin, nil, nil
}

// Next answers a question for a password with the password, and any other with the name.
func (l *loginClient) Next(question []byte) ([]byte, error) {
	text, said := l.user, &l.userSaid
	if bytes.Contains(bytes.ToLower(question), []byte("pass")) {
		text, said = l.password, &l.passwordSaid
	}
	if *said {
		return nil, errAsksAgain
	}
	*said = true
	return []byte(text), nil
}

// xoauth2Client sends an access token in the form of XOAUTH2.
type xoauth2Client struct{ user, token string }

// Start sends the whole exchange.
func (x xoauth2Client) Start() (mechanism string, first []byte, err error) {
	return XOAuth2, []byte("user=" + x.user + "\x01auth=Bearer " + x.token + "\x01\x01"), nil
}

// Next is called only after the server has refused the token, with the reason.
func (x xoauth2Client) Next(reason []byte) ([]byte, error) {
	return nil, fmt.Errorf("the access token was refused: %.200q", reason)
}

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
