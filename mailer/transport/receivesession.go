package transport

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/emersion/go-smtp"

	"corrd/mailer"
)

// The refusals of a Receiver. A trouble on this side is answered 451: the client keeps the
// letter and tries again.
var (
	errTrouble     = refusal(451, smtp.EnhancedCode{4, 3, 0}, "A trouble of our own; please try again later")
	errUndecided   = refusal(451, smtp.EnhancedCode{4, 7, 0}, "The records of the sender's domain cannot be read now; please try again later")
	errFlood       = refusal(451, smtp.EnhancedCode{4, 7, 0}, "Too many letters from you just now; please try again later")
	errBusy        = refusal(451, smtp.EnhancedCode{4, 3, 2}, "Too many letters are waiting; please try again later")
	errNoRoom      = refusal(452, smtp.EnhancedCode{4, 2, 2}, "Too many letters wait for their reader's word; please try again later")
	errCutOff      = refusal(451, smtp.EnhancedCode{4, 4, 2}, "The letter broke off")
	errBareLine    = refusal(554, smtp.EnhancedCode{5, 6, 0}, "A CR or LF stands alone in the letter; lines end with CRLF")
	errLongLine    = refusal(554, smtp.EnhancedCode{5, 6, 0}, "A line of the letter is longer than 65536 octets")
	errLooping     = refusal(554, smtp.EnhancedCode{5, 4, 6}, "The letter has been through too many hosts")
	errBadPath     = refusal(553, smtp.EnhancedCode{5, 1, 7}, "Not a reverse path that can be written down")
	errNotOurs     = refusal(550, smtp.EnhancedCode{5, 7, 1}, "Mail for other domains is not relayed")
	errNoMailbox   = refusal(550, smtp.EnhancedCode{5, 1, 1}, "There is no such mailbox")
	errLetterLimit = smtp.ErrDataTooLarge
)

// refusal makes the reply of a server.
func refusal(code int, enhanced smtp.EnhancedCode, text string) *smtp.SMTPError {
	return &smtp.SMTPError{Code: code, EnhancedCode: enhanced, Message: text}
}

// receiving is the conversation with one client. With CHUNKING the library may call Reset
// while Data still runs, hence the mutex.
type receiving struct {
	receiver *Receiver
	ctx      context.Context // never ends, so that a letter under way is finished
	conn     *smtp.Conn
	client   *clientConn

	mutex sync.Mutex
	from  string
	to    []string
}

// Mail takes the reverse path, which may be null (RFC 5321, 4.5.5).
func (s *receiving) Mail(from string, _ *smtp.MailOptions) error {
	if strings.ContainsFunc(from, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) || r == '<' || r == '>' }) {
		return errBadPath
	}
	if s.client.wire.isBroken() {
		return errBareLine // the command may be a part of the letter before
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.from = from
	return nil
}

// Rcpt takes an address of the site, or a mailbox that every domain has (RFC 5321, 4.5.1;
// RFC 2142), and no other, and no more letters of one source than the rate allows.
func (s *receiving) Rcpt(to string, _ *smtp.RcptOptions) error {
	site := s.receiver.options.Site
	if _, domain, ok := mailer.CutAddress(to); !ok || !strings.EqualFold(domain, site.Domain) {
		return errNotOurs
	}
	if _, own := site.Detail(to); !own && site.Role(to) == "" || strings.ContainsFunc(to, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return errNoMailbox
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if whose := source(s.peer(), s.receiver.options.LMTP, s.from, to); !s.receiver.meter.take(whose, 1, time.Now()) {
		s.log("too many letters", "mail_from", s.from, "to", mailer.Redact(to))
		return errFlood
	}
	s.to = append(s.to, to)
	s.client.setBegun(true)
	return nil
}

// Data takes a letter by SMTP. All recipients have one answer: after a trouble with one
// recipient the client sends the whole letter again.
func (s *receiving) Data(r io.Reader) error {
	var first error
	err := s.take(r, func(_ string, err error) {
		if first == nil {
			first = err
		}
	})
	if err != nil {
		return err
	}
	return first
}

// LMTPData takes a letter by LMTP. Every recipient has an answer of its own.
func (s *receiving) LMTPData(r io.Reader, status smtp.StatusCollector) error {
	return s.take(r, status.SetStatus)
}

// take reads a letter and delivers the letter to each recipient. take calls told once for
// every RCPT; an error of take itself is the answer to all recipients.
func (s *receiving) take(r io.Reader, told func(to string, err error)) error {
	s.client.setBusy(true)
	defer s.client.setBusy(false)
	s.mutex.Lock()
	from, to := s.from, slices.Clone(s.to)
	s.mutex.Unlock()
	long := hold{patience: s.receiver.options.Patience}
	defer long.leave()
	raw, err := s.read(r, &long)
	s.client.setWhole()
	if err == nil {
		err = s.examine(raw, from, len(to))
	}
	if err != nil {
		s.log("letter refused", "mail_from", from, "error", err)
		return err
	}
	received := s.receiver.arrivals.begin(s)
	defer s.receiver.arrivals.end(s)
	env := mailer.Envelope{From: from, To: to}
	if check := s.receiver.options.Check; check != nil {
		verdict, err := check(s.ctx, mailer.Origin{Peer: s.peer(), HELO: s.conn.Hostname(), From: from}, raw)
		if err != nil {
			s.log("letter deferred", "mail_from", from, "error", err)
			return errUndecided
		}
		env.Auth, env.Signed = verdict.Auth, verdict.Signed
	}
	return s.deliverAll(env, raw, received, told)
}

// deliverAll delivers a letter to each recipient, once to each address in whatever case the address
// is written, if there is a place in time.
func (s *receiving) deliverAll(all mailer.Envelope, raw []byte, received time.Time, told func(to string, err error)) error {
	place := hold{patience: s.receiver.options.Patience}
	defer place.leave()
	if !place.enter(s.receiver.queue) || len(raw) > longLetter && !place.enter(s.receiver.heavy) {
		s.log("letter deferred: too many are waiting", "mail_from", all.From)
		return errBusy
	}
	outcome := make(map[string]error, len(all.To))
	for _, recipient := range all.To {
		one := strings.ToLower(recipient)
		err, done := outcome[one]
		if !done {
			err = s.deliver(mailer.Envelope{From: all.From, To: []string{recipient}, Auth: all.Auth, Signed: all.Signed}, raw, received)
			outcome[one] = err
		}
		told(recipient, err)
	}
	return nil
}

// read takes the letter from the client. A long letter needs a place among the long ones
// before the rest is read.
func (s *receiving) read(r io.Reader, long *hold) (raw []byte, err error) {
	if _, chunks := r.(*io.PipeReader); !chunks {
		s.client.wire.begin()
	}
	defer s.client.wire.end()
	raw, err = io.ReadAll(io.LimitReader(r, longLetter))
	if err == nil && len(raw) == longLetter {
		if !long.enter(s.receiver.large) {
			return nil, errBusy
		}
		raw, err = readOn(raw, r)
	}
	switch {
	case errors.Is(err, smtp.ErrDataTooLarge), int64(len(raw)) > s.receiver.options.LetterBytes:
		return nil, errLetterLimit
	case errors.Is(err, smtp.ErrTooLongLine):
		return nil, errLongLine // the library reads nothing more from this client
	case errors.Is(err, smtp.ErrDataReset):
		return nil, errCutOff
	case errors.Is(err, errBareLine), s.client.wire.isBroken():
		return nil, errBareLine // the library reads nothing more from this client
	case err != nil, s.client.ended.Load():
		s.conn.Conn().Close() // the rest of the letter would be taken for commands
		return nil, errCutOff
	}
	return raw, nil
}

// readOn reads the rest of a letter in pieces, so that no more memory is held than the
// letter needs.
func readOn(first []byte, r io.Reader) ([]byte, error) {
	pieces := [][]byte{first}
	for {
		piece, err := io.ReadAll(io.LimitReader(r, longLetter))
		pieces = append(pieces, piece)
		if err != nil || len(piece) < longLetter {
			return slices.Concat(pieces...), err
		}
	}
}

// examine looks for what a letter must not have. Where mail is taken directly a letter
// whose header can be read in two ways is refused, because nobody else has checked its
// author.
func (s *receiving) examine(raw []byte, from string, recipients int) error {
	switch {
	case hasBareLineEnd(raw):
		return errBareLine
	case hops(raw) > maxHops:
		return errLooping
	case len(raw) > 0 && (raw[0] == ' ' || raw[0] == '\t'):
		return errHeader("it begins with a folded line") // a folded line would continue the fields that trace puts above
	case s.receiver.options.LMTP:
		return nil
	case !s.affords(len(raw), recipients):
		return errFlood
	}
	h := mailer.ParseHead(raw)
	if why := h.Doubt(); why != "" && from != "" {
		return errHeader(why)
	}
	return nil
}

// errHeader is the refusal of a letter for its header.
func errHeader(why string) error {
	return refusal(554, smtp.EnhancedCode{5, 6, 0}, "The header of the letter is not well formed: "+why)
}

// maxHops is the number of Received fields above which a letter is refused as a loop (RFC
// 5321, 6.3).
const maxHops = 100

// hops counts the Received fields above the first blank line.
func hops(raw []byte) (n int) {
	for line, rest := mailer.NextLine(raw); len(line) > 0; line, rest = mailer.NextLine(rest) {
		if name, _, ok := mailer.CutField(line); ok && strings.EqualFold(name, "Received") {
			n++
		}
	}
	return n
}

// hasBareLineEnd reports whether there is a CR or an LF without the other. Such a line end
// can make one letter look like two letters to another host.
func hasBareLineEnd(b []byte) bool {
	for i, c := range b {
		if c == '\n' && (i == 0 || b[i-1] != '\r') || c == '\r' && (i+1 == len(b) || b[i+1] != '\n') {
			return true
		}
	}
	return false
}

// deliver hands the letter, with its trace, to the Deliver function.
func (s *receiving) deliver(env mailer.Envelope, raw []byte, received time.Time) error {
	letter := append(s.trace(env, received), raw...)
	err := s.receiver.deliver(s.ctx, env, letter, received)
	if errors.Is(err, ErrNoRoom) {
		s.receiver.options.Log.Warn("no room", "peer", s.peer(), "mail_from", env.From, "to", mailer.Redact(env.To[0]), "reason", err)
		return errNoRoom
	}
	if err != nil {
		s.receiver.options.Log.Error("letter not taken", "peer", s.peer(), "mail_from", env.From, "to", mailer.Redact(env.To[0]), "error", err)
		return errTrouble
	}
	return nil
}

// trace returns what final delivery writes above a letter (RFC 5321, 4.4): the envelope
// and, unless an MTA of this host has said so already, where the letter came from.
func (s *receiving) trace(env mailer.Envelope, received time.Time) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "Return-Path: <%s>\r\nDelivered-To: %s\r\n", env.From, env.To[0])
	if s.receiver.options.LMTP {
		return b.Bytes()
	}
	domain := s.receiver.options.Site.Domain
	if env.Auth != "" {
		fmt.Fprintf(&b, "Authentication-Results: %s; dmarc=%s\r\n", domain, env.Auth)
	}
	protocol := "ESMTP"
	if _, secure := s.conn.TLSConnectionState(); secure {
		protocol = "ESMTPS"
	}
	fmt.Fprintf(&b, "Received: from %s ([%s])\r\n\tby %s with %s;\r\n\t%s\r\n",
		hostName(s.conn.Hostname()), s.peer(), domain, protocol, received.Format(time.RFC1123Z))
	return b.Bytes()
}

// hostName returns the name that a client gives itself, without what cannot stand in a
// field.
func hostName(helo string) string {
	clean := strings.Map(func(r rune) rune {
		if r <= ' ' || r >= 0x7f || strings.ContainsRune("();<>\\\"", r) {
			return '_'
		}
		return r
	}, helo)
	return clean[:min(len(clean), 255)]
}

// peer returns the address of the client.
func (s *receiving) peer() net.IP { return remoteIP(s.conn.Conn()) }

// log writes a warning that names the client.
func (s *receiving) log(what string, args ...any) {
	s.receiver.options.Log.Warn(what, append(args, "peer", s.peer())...)
}

// Reset forgets the envelope.
func (s *receiving) Reset() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.from, s.to = "", nil
	s.client.setBegun(false)
}

// Logout does nothing: a conversation holds nothing beyond its end.
func (s *receiving) Logout() error { return nil }
