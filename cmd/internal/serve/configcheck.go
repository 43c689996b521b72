package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/game/carrier"
	"corrd/mailer"
	"corrd/mailer/transport"
	"corrd/store/postgres"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// check finds the first key whose value cannot be.
func (c *Config) check() error {
	checks := []func() error{c.checkServer, c.checkStore, c.checkIMAP, c.checkListeners, c.checkSubmission, c.checkIdentity, c.checkLimits, c.checkUmpire}
	for _, check := range checks {
		if err := check(); err != nil {
			return err
		}
	}
	_, err := c.terms()
	return err
}

func (c *Config) checkServer() error {
	s := &c.Server
	if s.Domain == "" || strings.ContainsAny(s.Domain, "@ ") {
		return fmt.Errorf(`server.domain = %q: set it to the mail domain players write to, as in "club.example"`, s.Domain)
	}
	if s.Address == "" {
		s.Address = "corrd@" + s.Domain
	}
	local, domain, _ := mailer.CutAddress(s.Address)
	if _, ok := mailer.ReadPlain(s.Address); !ok || !strings.EqualFold(domain, s.Domain) {
		return fmt.Errorf("server.address = %q: set it to one plain address in %s", s.Address, s.Domain)
	}
	if len(s.Delimiter) > 1 || strings.ContainsAny(s.Delimiter, "@ \"<>()[]:;,\\") {
		return fmt.Errorf(`server.delimiter = %q: set it to one character, such as "+" or "-", or to ""`, s.Delimiter)
	}
	if s.Delimiter != "" && strings.Contains(local, s.Delimiter) {
		return fmt.Errorf("server.delimiter = %q: it must not stand in the address %s", s.Delimiter, s.Address)
	}
	if _, err := carrier.Zone(s.Zone); err != nil && s.Zone != "" {
		return fmt.Errorf(`server.zone = %q: set it to a name of the time zone database, such as "Europe/London"`, s.Zone)
	}
	if !slices.Contains(press.Papers, press.Paper(s.Paper)) {
		return fmt.Errorf(`server.paper = %q: set it to "a4" or "letter"`, s.Paper)
	}
	if _, ok := mailer.ReadPlain(s.Secretary); s.Secretary != "" && !ok {
		return fmt.Errorf("server.secretary = %q: set it to one plain address", s.Secretary)
	}
	if !slices.Contains([]string{ledger.OpenToAll, ledger.OnApproval, ledger.ClosedToAll}, s.Registration) {
		return fmt.Errorf(`server.registration = %q: set it to "open", "ask" or "closed"`, s.Registration)
	}
	if s.Dir == "" {
		return errors.New("server.dir: set it to the folder of the store")
	}
	return nil
}

func (c *Config) checkStore() error {
	s := c.Store
	if s.URL == "" && s.PasswordFile != "" {
		return errors.New("store.password_file: it goes with store.url only; leave it out")
	}
	if s.URL == "" {
		return nil
	}
	if err := postgres.Verify(s.URL); err != nil {
		return fmt.Errorf("store.url: %w", err)
	}
	return nil
}

func (c *Config) checkIMAP() error {
	if c.IMAP.Host == "" {
		return nil
	}
	if c.IMAP.Poll < time.Second {
		return fmt.Errorf(`imap.poll = %q: set it to a second or more, such as "1m"`, c.IMAP.Poll)
	}
	if c.IMAP.Mailbox == c.IMAP.Processed || c.IMAP.Mailbox == c.IMAP.Rejected || c.IMAP.Mailbox == "" {
		return errors.New("imap.mailbox: it must be another than imap.processed and imap.rejected")
	}
	if err := checkServerKeys("imap", c.IMAP.Port, c.IMAP.TLS, c.IMAP.Auth); err != nil {
		return err
	}
	return checkInClear("imap", c.IMAP.TLS, c.IMAP.Host, c.IMAP.InClearTo)
}

func (c *Config) checkListeners() error {
	in := c.SMTPIn
	if c.IMAP.Host == "" && in.Listen == "" && in.LMTPListen == "" {
		return errors.New("no way for letters to come in: set imap.host, smtp_in.listen or smtp_in.lmtp_listen")
	}
	for key, addr := range map[string]string{"smtp_in.listen": in.Listen, "smtp_in.lmtp_listen": in.LMTPListen, "metrics.listen": c.Metrics.Listen} {
		if _, _, err := net.SplitHostPort(addr); err != nil && addr != "" && !strings.HasPrefix(addr, unixPrefix) {
			return fmt.Errorf(`%s = %q: write it as ":25", "127.0.0.1:2424" or "unix:/run/corrd/lmtp"`, key, addr)
		}
	}
	return nil
}

func (c *Config) checkSubmission() error {
	if c.Submission.Host == "" {
		return errors.New("submission.host: set it to the server that takes corrd's letters")
	}
	s := c.Submission
	if err := checkServerKeys("submission", s.Port, s.TLS, s.Auth); err != nil {
		return err
	}
	return checkInClear("submission", s.TLS, s.Host, s.InClearTo)
}

// checkInClear refuses to speak to another machine without TLS, unless the file names
// that machine twice: passwords, letters and the keys in them could be read on the way.
func checkInClear(section, tls, host, inClearTo string) error {
	switch {
	case tls != string(transport.InClear) && inClearTo != "":
		return fmt.Errorf(`%s.in_clear_to = %q: it goes with tls = "none" only; leave it out`, section, inClearTo)
	case tls != string(transport.InClear), isThisMachine(host), inClearTo == host:
		return nil
	case inClearTo != "":
		return fmt.Errorf("%s.in_clear_to = %q: it must name %s.host, which is %q", section, inClearTo, section, host)
	}
	return fmt.Errorf(`%s.tls = "none": %q is another machine, and everybody on the way could read passwords and keys; set tls to "implicit" or "starttls", use "127.0.0.1" if it is this machine, or, if nobody can listen on that line, say so by in_clear_to = %[2]q`, section, host)
}

func checkServerKeys(section string, port int, security, auth string) error {
	if port < 0 || port > 65535 {
		return fmt.Errorf("%s.port = %d: set it to a port, or to 0 for the usual one", section, port)
	}
	if !slices.Contains([]string{string(transport.Implicit), string(transport.StartTLS), string(transport.InClear)}, security) {
		return fmt.Errorf(`%s.tls = %q: set it to "implicit", "starttls" or "none"`, section, security)
	}
	if !slices.Contains(transport.Mechanisms, auth) {
		return fmt.Errorf("%s.auth = %q: set it to one of %s", section, auth, strings.Join(transport.Mechanisms, ", "))
	}
	return nil
}

func (c *Config) checkIdentity() error {
	if c.Identity.SecretFile == "" {
		c.Identity.SecretFile = filepath.Join(c.Server.Dir, "secret")
	}
	if n := c.Identity.Hops; n < 1 || n > maxOwnHops {
		return fmt.Errorf("identity.hops = %d: set it to the number of Received lines that your provider's own hosts write, from 1 to %d; corrd doctor finds it", n, maxOwnHops)
	}
	if s, k := len(c.Identity.DKIMSelector), len(c.Identity.DKIMKeyFile); s != k {
		return fmt.Errorf("identity.dkim_selector names %d and identity.dkim_key_file %d: set both, with one file for each selector, or neither", s, k)
	}
	return nil
}

// maxOwnHops is more hosts than any provider has on the way of a letter.
const maxOwnHops = 20

func (c *Config) checkLimits() error {
	l := c.Limits
	for key, value := range map[string]int64{"letter_bytes": l.LetterBytes, "parts": int64(l.Parts), "depth": int64(l.Depth),
		"answers_per_day": int64(l.AnswersPerDay), "answers_per_hour": int64(l.AnswersPerHour),
		"stranger_bytes": l.StrangerBytes, "invitations_per_day": int64(l.Invitations),
		"invitations_per_day_in_all": int64(l.InvitationsInAll), "strangers_per_day": int64(l.StrangersInAll)} {
		if value < 1 {
			return fmt.Errorf("limits.%s = %d: set it to 1 or more", key, value)
		}
	}
	if l.FreeSpace < 0 {
		return fmt.Errorf("limits.free_space = %d: set it to 0 or more", l.FreeSpace)
	}
	return nil
}

func (c *Config) checkUmpire() error {
	if _, ok := mailer.ReadPlain(c.Umpire.Address); c.Umpire.Address != "" && !ok {
		return fmt.Errorf("umpire.address = %q: set it to one plain address", c.Umpire.Address)
	}
	return nil
}

// wrongKey says what is wrong with a key of the configuration, "post.transit".
type wrongKey struct{ key, what string }

// Error returns what is wrong.
func (w wrongKey) Error() string { return w.what }

// located puts the number of the line on which a wrong key stands in a configuration before
// what is wrong with the key. Any other error stays as it is.
func located(text string, err error) error {
	var wrong wrongKey
	if !errors.As(err, &wrong) {
		return err
	}
	section, number := "", 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			name, _, _ := strings.Cut(line[1:], "]")
			section = strings.TrimSpace(name) + "."
			if section == wrong.key+"." { // a section that corrd does not know
				return fmt.Errorf("line %d: %w", number, err)
			}
		}
		if key, _, ok := strings.Cut(line, "="); ok && section+strings.TrimSpace(key) == wrong.key {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	return err
}

// PostConfig is how cards travel in a game whose challenge does not say otherwise.
type PostConfig struct {
	Collections Setting `toml:"collections"`
	Deliveries  Setting `toml:"deliveries"`
	Transit     Setting `toml:"transit"`
	Closed      Setting `toml:"closed"`
	Loss        Setting `toml:"loss"`
	Grace       Setting `toml:"grace"`
	Excess      Setting `toml:"excess"`
}

// TelegraphConfig is how forms travel in such a game.
type TelegraphConfig struct {
	Hours      Setting `toml:"hours"`
	Transit    Setting `toml:"transit"`
	Tariff     Setting `toml:"tariff"`
	Mutilation Setting `toml:"mutilation"`
}

// Setting is a value as a challenge would write it: a text, a number, or a list of texts.
type Setting string

// UnmarshalTOML reads a value.
func (s *Setting) UnmarshalTOML(value any) error {
	*s = Setting(strings.ReplaceAll(termValue(value), ", ", " "))
	return nil
}

// lines returns the keys of a section and their values, in the order of the sample.
func lines(section any) (all [][2]string) {
	v := reflect.ValueOf(section)
	for i := range v.NumField() {
		all = append(all, [2]string{v.Type().Field(i).Tag.Get("toml"), v.Field(i).String()})
	}
	return all
}

// carriage returns the terms of carriage that the sections [post] and [telegraph] make the
// defaults. The error of carriage is a wrongKey.
func (c *Config) carriage() (carrier.Settings, error) {
	s := carrier.Default()
	for i, section := range []any{c.Post, c.Telegraph} {
		name := []string{"post", "telegraph"}[i]
		for _, line := range lines(section) {
			term := name + "." + line[0]
			if line[0] == "excess" { // "excess" is the one term of the post that stands without its name
				term = line[0]
			}
			changed, refusal := s.Set(term, line[1])
			if refusal != "" {
				key := name + "." + line[0]
				return s, wrongKey{key, fmt.Sprintf("%s = %q: %s", key, line[1], texts.Because(refusal))}
			}
			s = changed
		}
	}
	return s, nil
}

// carriers tells how cards and forms travel in games to come.
func (d *doctor) carriers(context.Context) Finding {
	tell := func(section any) string {
		var words []string
		for _, line := range lines(section) {
			words = append(words, line[0]+" "+line[1])
		}
		return strings.Join(words, ", ")
	}
	return ok("games to come: by post %s; by telegraph %s; hours of %s", tell(d.Post), tell(d.Telegraph), d.Server.Zone)
}
