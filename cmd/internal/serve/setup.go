package serve

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"corrd/cmd/internal/daemon"
	"corrd/cmd/internal/dossier"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/store"
)

// Setup is what the operator tells `corrd setup` about a new corrd.
type Setup struct {
	Path     string // of the configuration; the keys of signatures are laid beside it
	Domain   string
	Via      string // how letters come: "imap", "lmtp" or "direct"
	Host     string // the IMAP server, of "imap"
	Outgoing string // the submission server, of "imap"
	Umpire   string // an address; "": none is named
	Dir      string // the folder of the store
	Owner    Owner  // the user that the daemon runs as
}

// Owner is a user and the user's group by number; -1 for whoever runs this process.
type Owner struct{ UID, GID int }

// Lay makes what is missing of a corrd, and changes nothing that stands: the folder, the secret,
// both keys of signatures and the configuration. Lay tells on out what it has made and what stood,
// and returns the configuration that stands at the end.
func (s Setup) Lay(out io.Writer) (Config, error) {
	etc := filepath.Dir(s.Path)
	if err := s.folder(etc, 0o750, true, out); err != nil {
		return Config{}, err
	}
	text, err := os.ReadFile(s.Path)
	written := errors.Is(err, fs.ErrNotExist)
	if written {
		text = []byte(s.configuration())
	} else if err != nil {
		return Config{}, err
	}
	c, err := Parse(string(text))
	if err != nil {
		return c, fmt.Errorf("%s: %w", s.Path, err)
	}
	if s.Domain != "" && c.Server.Domain != s.Domain {
		return c, fmt.Errorf("%s stands, and its domain is %s and not %s; nothing is changed: take that file away, or leave out --domain", s.Path, c.Server.Domain, s.Domain)
	}
	if err := s.folder(c.Server.Dir, 0o700, false, out); err != nil {
		return c, err
	}
	if err := s.secret(c.Identity.SecretFile, c.Server.Dir, out); err != nil {
		return c, err
	}
	for i, path := range c.Identity.DKIMKeyFile {
		if err := s.signingKey(path, i > 0, out); err != nil {
			return c, err
		}
	}
	if !written {
		fmt.Fprintf(out, "stands   %s\n", s.Path)
		return c, nil
	}
	return c, s.lay(s.Path, text, out)
}

// configuration returns the sample with what Setup says of this corrd.
func (s Setup) configuration() string {
	text := Sample()
	set := func(section, key, value string) { text = withKey(text, section, key, strconv.Quote(value)) }
	set("server", "domain", s.Domain)
	set("server", "dir", s.Dir)
	set("umpire", "address", s.Umpire)
	etc := filepath.Dir(s.Path)
	set("identity", "dkim_selector", "rsa ed25519")
	set("identity", "dkim_key_file", filepath.Join(etc, "dkim-rsa.pem")+" "+filepath.Join(etc, "dkim-ed25519.pem"))
	switch s.Via {
	case "imap":
		password := filepath.Join(etc, "password")
		set("imap", "host", s.Host)
		set("imap", "password_file", password)
		set("submission", "host", s.Outgoing)
		set("submission", "user", "corrd@"+s.Domain)
		set("submission", "password_file", password)
		return text
	case "lmtp":
		set("smtp_in", "lmtp_listen", "127.0.0.1:2424")
	case "direct":
		set("smtp_in", "listen", ":25")
	}
	set("submission", "host", "127.0.0.1")
	set("submission", "tls", "none")
	return text
}

// withKey returns a configuration in which a key of a section has another value.
func withKey(text, section, key, value string) string {
	lines, in := strings.Split(text, "\n"), false
	for i, line := range lines {
		if strings.HasPrefix(line, "[") {
			in = line == "["+section+"]"
		}
		if in && strings.HasPrefix(line, key+" = ") {
			lines[i] = key + " = " + value
		}
	}
	return strings.Join(lines, "\n")
}

// folder makes a folder that is missing; the daemon's own, or one whose files the daemon reads
// only.
func (s Setup) folder(path string, mode os.FileMode, readOnly bool, out io.Writer) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	if err := os.MkdirAll(path, mode); err != nil {
		return err
	}
	fmt.Fprintf(out, "made     %s\n", path)
	uid := s.Owner.UID
	if readOnly {
		uid = 0
	}
	return s.give(path, uid, mode)
}

// give gives a file or folder to a user and to the daemon's group.
func (s Setup) give(path string, uid int, mode os.FileMode) error {
	if s.Owner.UID < 0 {
		return os.Chmod(path, mode)
	}
	return errors.Join(os.Chown(path, uid, s.Owner.GID), os.Chmod(path, mode))
}

// lay writes a file that the daemon reads and never writes, which appears whole or not at all.
func (s Setup) lay(path string, content []byte, out io.Writer) error {
	part, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	defer os.Remove(part.Name())
	_, err = part.Write(content)
	if err = errors.Join(err, part.Sync(), part.Close(), s.give(part.Name(), 0, 0o640)); err != nil {
		return err
	}
	if err := os.Link(part.Name(), path); err != nil {
		return err
	}
	fmt.Fprintf(out, "made     %s\n", path)
	return nil
}

// secret makes the secret of the keys of letters, unless it stands or a store has been made with
// one that is lost.
func (s Setup) secret(path, dir string, out io.Writer) error {
	_, err := os.Stat(path)
	if err == nil {
		fmt.Fprintf(out, "stands   %s\n", path)
		return nil
	}
	if _, err := os.Stat(filepath.Join(dir, daemon.StoreFile)); err == nil {
		return fmt.Errorf("%s is missing, and a store has been made with it: put it back; if it is lost, start corrd once with --new-secret", path)
	}
	if _, err := mailer.LoadOrCreateKeys(path); err != nil {
		return err
	}
	fmt.Fprintf(out, "made     %s\n", path)
	return s.give(path, s.Owner.UID, 0o600)
}

// signingKey makes a key of signatures: RSA of 2048 bits first, then Ed25519.
func (s Setup) signingKey(path string, ed bool, out io.Writer) error {
	if _, err := os.Stat(path); err == nil {
		fmt.Fprintf(out, "stands   %s\n", path)
		return nil
	}
	var key any
	var err error
	if ed {
		_, key, err = ed25519.GenerateKey(rand.Reader)
	} else {
		key, err = rsa.GenerateKey(rand.Reader, 2048)
	}
	if err != nil {
		return err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	return s.lay(path, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), out)
}

// Records are the DNS records that the domain of a configuration needs, as name servers take them.
func (c *Config) Records() ([]string, error) {
	signers, err := c.signers()
	if err != nil {
		return nil, err
	}
	domain := c.Server.Domain + "."
	d := doctor{Config: *c}
	var all []string
	if c.IMAP.Host == "" {
		all = append(all, domain+" MX 10 mail."+domain)
	}
	all = append(all, domain+` TXT "v=spf1 mx`+d.senders()+` -all"`)
	for _, s := range signers {
		name, txt := s.Record()
		all = append(all, name+". TXT "+mailer.QuoteTXT(txt))
	}
	return append(all, "_dmarc."+domain+` TXT "v=DMARC1; p=quarantine"`), nil
}

// ServerLines are the lines for the mail server in front of corrd, each file's below its name.
func (c *Config) ServerLines() []string {
	address := c.site().Address()
	switch {
	case c.SMTPIn.LMTPListen != "":
		port := strings.TrimPrefix(c.SMTPIn.LMTPListen, "unix:")
		next := "lmtp:inet:" + port
		if port != c.SMTPIn.LMTPListen {
			next = "lmtp:unix:" + port
		}
		return []string{"# /etc/postfix/main.cf; if transport_maps is set already, add this map to it",
			"recipient_delimiter = " + c.Server.Delimiter, "transport_maps = hash:/etc/postfix/transport",
			"# /etc/postfix/transport; then: postmap /etc/postfix/transport && postfix reload", address + "    " + next}
	case c.IMAP.Host != "":
		return []string{"# Dovecot, if the mailbox is your own: in the protocol lmtp or lda", "recipient_delimiter = " + c.Server.Delimiter}
	}
	return []string{"# systemctl edit corrd: port 25 is for root only", "[Service]", "CapabilityBoundingSet=CAP_NET_BIND_SERVICE", "AmbientCapabilities=CAP_NET_BIND_SERVICE"}
}

// Preflight makes the checks of Examine that need neither a running daemon nor a letter.
func Preflight(ctx context.Context, c Config, resolver parse.Resolver) []Finding {
	d := &doctor{c, resolver}
	return d.makeAll(ctx, []check{{"user", d.user}, {"folder", d.folder}, {"disk", d.disk}, {"clock", d.clock}, {"secret", d.secret}, {"store", d.store},
		{"mailbox", d.mailbox}, {"submission", d.submission}, {"certificate", d.certificate}, {"SPF", d.spf}, {"DKIM", d.dkim}, {"DMARC", d.dmarc}, {"MX", d.mx}})
}

// keeper is a Resolver that keeps the public keys of signatures (RFC 6376) it has been asked
// for: the DNS forgets a key long before a game is disputed.
type keeper struct {
	parse.Resolver
	db  store.Store
	log *slog.Logger
}

// LookupTXT asks, and keeps the answer where a key was asked for.
func (k keeper) LookupTXT(ctx context.Context, name string) ([]string, error) {
	found, err := k.Resolver.LookupTXT(ctx, name)
	if err == nil && len(found) > 0 && strings.Contains(strings.ToLower(name), "._domainkey.") {
		keepKey(k.db, k.log, strings.TrimSuffix(name, "."), strings.Join(found, ""))
	}
	return found, err
}

// keepKey keeps one key beside the earlier ones of its name, as the newest.
func keepKey(db store.Store, log *slog.Logger, name, txt string) {
	setting := dossier.KeySetting(name)
	err := db.Update(func(tx store.Tx) error {
		kept, found, err := tx.Setting(setting)
		if err != nil {
			return err
		}
		var known []dossier.Key
		if found {
			if known, err = dossier.ParseKeys(kept); err != nil {
				return err
			}
		}
		if len(known) > 0 && known[0].TXT == txt {
			return nil
		}
		known = slices.DeleteFunc(known, func(k dossier.Key) bool { return k.TXT == txt })
		known = append([]dossier.Key{{Name: strings.ToLower(name), TXT: txt, Seen: tx.Now()}}, known...)
		text, err := json.Marshal(known[:min(len(known), dossier.MostOfName)])
		if err != nil {
			return err
		}
		return tx.SetSetting(setting, string(text))
	})
	if err != nil {
		log.Warn("a key of a signature could not be kept", "name", name, "error", err)
	}
}
