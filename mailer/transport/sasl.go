package transport

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"

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
