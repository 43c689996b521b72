package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"corrd/cmd/internal/clerk"
	"corrd/cmd/internal/control"
	"corrd/cmd/internal/daemon"
	"corrd/cmd/internal/ledger"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/mailer/transport"
	"corrd/store"
	"corrd/store/bolt"
	"corrd/store/postgres"
)

// Verdict is what a check came to.
type Verdict string

// The verdicts.
const (
	OK      Verdict = "ok"
	Fails   Verdict = "fails"
	Skipped Verdict = "skipped" // the check does not apply, or could not be made
)

// Finding is what one check found, and how to mend it.
type Finding struct {
	Check   string  `json:"check"`
	Verdict Verdict `json:"verdict"`
	Found   string  `json:"found"`
	Mend    string  `json:"mend"` // "" where nothing is to be mended or made better
}

// doctor looks at one configuration.
type doctor struct {
	Config
	resolver parse.Resolver
}

// Examine makes every check there is, in order, each with a time limit of its own. Examine changes
// nothing, sends two letters to corrd itself and, if to names an address, one letter there, and may
// be used while the daemon runs.
func Examine(ctx context.Context, c Config, resolver parse.Resolver, to string) []Finding {
	d := &doctor{c, resolver}
	checks := []check{
		{"user", d.user}, {"folder", d.folder}, {"socket", d.socket}, {"disk", d.disk}, {"clock", d.clock}, {"secret", d.secret}, {"store", d.store}, {"secretary", d.secretary},
		{"carriers", d.carriers}, {"delimiter", d.delimiter}, {"mailbox", d.mailbox}, {"submission", d.submission}, {"identity", d.identity}, {"certificate", d.certificate},
		{"SPF", d.spf}, {"DKIM", d.dkim}, {"DMARC", d.dmarc}, {"MX", d.mx},
		{"HELO", d.helo}, {"PTR", d.ptr},
	}
	if to != "" {
		checks = append(checks, check{"letter", func(ctx context.Context) Finding { return d.trial(ctx, to) }})
	}
	return d.makeAll(ctx, checks)
}

// check is one check and its name.
type check struct {
	name string
	make func(context.Context) Finding
}

// makeAll makes checks in order.
func (d *doctor) makeAll(ctx context.Context, checks []check) []Finding {
	findings := make([]Finding, len(checks))
	for i, check := range checks {
		within, done := context.WithTimeout(ctx, checkPatience)
		findings[i] = check.make(within)
		findings[i].Check = check.name
		done()
	}
	return findings
}

// checkPatience is how long a check may take, the arrival of a letter included.
const checkPatience = 45 * time.Second

func ok(format string, args ...any) Finding {
	return Finding{Verdict: OK, Found: fmt.Sprintf(format, args...)}
}

func skipped(format string, args ...any) Finding {
	return Finding{Verdict: Skipped, Found: fmt.Sprintf(format, args...)}
}

func fails(found any, mend string) Finding {
	return Finding{Verdict: Fails, Found: strings.ReplaceAll(fmt.Sprint(found), "\n", "; "), Mend: mend}
}

// user says as whom the doctor looks: what root may read, the daemon may not.
func (d *doctor) user(context.Context) Finding {
	me, owner, known := whoLooks(d.Server.Dir)
	switch {
	case !known:
		return skipped("whose the folder %s is cannot be told; the files are looked at as %s", d.Server.Dir, me)
	case me != owner:
		return fails(fmt.Sprintf("the folder %s belongs to %s, and the files are looked at as %s", d.Server.Dir, owner, me),
			"run corrd doctor as root, or as "+owner+": it looks as the owner of the folder would")
	}
	return ok("the files are looked at as %s, to whom the folder belongs", me)
}

// socket looks whether the daemon answers, and whether its user may ask.
func (d *doctor) socket(ctx context.Context) Finding {
	_, gone := os.Lstat(d.Socket())
	_, err := control.ClockShow.Ask(ctx, control.Dial(d.Socket()), control.None{})
	switch {
	case err == nil:
		return ok("a daemon answers on %s", d.Socket())
	case errors.Is(gone, os.ErrNotExist):
		return ok("no daemon runs: there is no %s", d.Socket())
	case errors.Is(err, control.ErrUnreachable) && errors.Is(err, os.ErrPermission), errors.Is(gone, os.ErrPermission):
		return fails(err, "look as the user that the daemon runs as")
	}
	return ok("no daemon runs: nobody answers on %s", d.Socket())
}

func (d *doctor) folder(context.Context) Finding {
	dir := d.Server.Dir
	probe, err := os.CreateTemp(dir, ".doctor-*")
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fails(dir+" does not exist", "the unit makes it when corrd is first started (StateDirectory); else: install -d -m 700 -o corrd "+dir)
	case err != nil:
		return fails(err, "let corrd's user, and nobody else, write there: chown corrd "+dir+" && chmod 700 "+dir)
	}
	probe.Close()
	os.Remove(probe.Name())
	return ok("%s can be written", dir)
}

func (d *doctor) disk(context.Context) Finding {
	free, err := freeBytes(d.Server.Dir)
	switch {
	case err != nil:
		return skipped("%v", err)
	case free < uint64(d.Limits.FreeSpace):
		return fails(fmt.Sprintf("%d MiB are free; below %d MiB no letter is taken", free>>20, d.Limits.FreeSpace>>20), "make room, or lower limits.free_space")
	}
	return ok("%d MiB are free", free>>20)
}

// earliest is a time that lies in the past.
var earliest = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func (d *doctor) clock(context.Context) Finding {
	const mend = "set the clock, and keep it right with an NTP service: timedatectl set-ntp true"
	now := time.Now().UTC()
	if now.Before(earliest) {
		return fails("the clock reads "+now.Format(time.RFC3339), mend)
	}
	if disciplined, known := clockDisciplined(); known && !disciplined {
		f := skipped("the clock reads %s; the kernel does not know of anything that keeps it right", now.Format(time.RFC3339))
		f.Mend = mend
		return f
	}
	return ok("the clock reads %s", now.Format(time.RFC3339))
}

func (d *doctor) secret(context.Context) Finding {
	path := d.Identity.SecretFile
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		if _, err := os.Stat(filepath.Join(d.Server.Dir, daemon.StoreFile)); err == nil {
			return fails(path+" is missing", "put it back from where it is kept; if it is lost, start corrd once with --new-secret")
		}
		return ok("%s will be made when corrd first runs", path)
	}
	if _, err := mailer.LoadOrCreateKeys(path); err != nil {
		return fails(err, "let only corrd's user read it (chmod 600), or put the right file back from its backup")
	}
	return ok("%s is in order", path)
}

func (d *doctor) store(context.Context) Finding {
	if d.Store.URL != "" {
		return d.database()
	}
	path := filepath.Join(d.Server.Dir, daemon.StoreFile)
	db, err := bolt.Open(path, bolt.Options{ReadOnly: true})
	switch {
	case errors.Is(err, os.ErrNotExist):
		return ok("%s will be made when corrd first runs", path)
	case errors.Is(err, store.ErrLocked):
		return skipped("corrd is at work on it; corrctl check verifies it")
	case err != nil:
		return fails(err, "put the last backup in its place, or use the corrd that wrote it")
	}
	defer db.Close()
	var first string
	stale := 0
	verified, err := db.Check(func(f store.Fault) {
		switch {
		case f.Stale != 0:
			stale++
		case f.Damage():
			first = f.Words
		}
	})
	if err != nil || first != "" {
		return fails(errors.Join(err, errors.New(first)), "keep a copy of it, and put the last backup in its place")
	}
	if stale > 0 {
		return ok("games verified: %d; records that will be reckoned anew when corrd starts: %d", verified.Games, stale)
	}
	return ok("games verified: %d", verified.Games)
}

// secretary asks the daemon whether the secretary is a player: only then corrd writes to them.
func (d *doctor) secretary(ctx context.Context) Finding {
	address := d.Server.Secretary
	if address == "" {
		if d.Server.Registration == ledger.OnApproval {
			return ok("none: corrctl player approve lists who waits, and decides")
		}
		return ok("none")
	}
	p, err := control.PlayerShow.Ask(ctx, control.Dial(d.Socket()), control.Whom{Address: address})
	var refusal *control.Refusal
	holds := slices.ContainsFunc(p.Addresses, func(a string) bool { return store.SameAddress(a, address) })
	switch {
	case errors.As(err, &refusal), err == nil && !holds:
		return fails("nobody with a mailbox "+address+" is registered, and corrd writes to no secretary",
			"register them (corrctl player add NAME "+address+"), or set server.secretary to an address that corrctl player list shows")
	case err != nil:
		return skipped("whether %s is registered is known to a running daemon only: %v", address, err)
	}
	return ok("%s, at %s", p.Name, address)
}

// delimiter sends a letter to an address with a key, and looks whether it arrives.
func (d *doctor) delimiter(ctx context.Context) Finding {
	site := d.site()
	if site.Delimiter == 0 {
		return ok("none: keys stand in the subject")
	}
	kind := fmt.Sprintf("%s%canything@%s", site.Local, site.Delimiter, site.Domain)
	mend := "have the mail server bring letters to " + kind + " where those to " + site.Address() + " go (in Postfix: recipient_delimiter = " + d.Server.Delimiter + "), or set server.delimiter = \"\""
	to, err := d.trialAddress()
	if err != nil {
		return skipped("no letter to %s was tried: %v", kind, err)
	}
	raw, err := d.trialLetter(to, to)
	if err != nil {
		return skipped("no letter to %s was tried: %v", kind, err)
	}
	carrier := transport.NewSubmission(d.submissionOptions())
	defer carrier.Close()
	var refusal *mailer.SendError
	switch err := carrier.Send(ctx, site.Address(), to, raw); {
	case errors.As(err, &refusal) && refusal.Code >= 500:
		return fails(fmt.Sprintf("a letter to %s is refused: %v", kind, err), mend)
	case err != nil:
		return skipped("no letter to %s was tried: %v", kind, err)
	}
	switch _, err := d.arrival(ctx, to); {
	case errors.Is(err, errNotArrived):
		return fails("a letter to "+kind+" has not arrived within "+checkPatience.String(), mend)
	case err != nil:
		return skipped("a letter to %s was sent, and cannot be looked for: %v", kind, err)
	}
	return ok("letters to %s arrive", kind)
}

func (d *doctor) mailbox(ctx context.Context) Finding {
	if d.IMAP.Host == "" {
		return skipped("imap.host is not set")
	}
	o := d.imapOptions(nil)
	m, err := transport.Dial(ctx, o)
	if err != nil {
		return fails(err, mendLogin(err, "imap"))
	}
	defer m.Close()
	if text, err := os.ReadFile(filepath.Join(d.Server.Dir, daemon.InstanceFile)); err == nil {
		o.Holder = &transport.Holder{Instance: strings.TrimSpace(string(text))}
	}
	who, own, err := transport.NewMailbox(o).LeasedTo(ctx)
	switch {
	case err != nil:
		return fails(err, mendLogin(err, "imap"))
	case own:
		return ok("%s at %s is open to %s, and this corrd works there", o.Mailbox, o.Addr, o.User)
	case who != "":
		return fails("another corrd works at the mailbox, and this one would end: "+who, "stop that one, or give this one another mailbox")
	}
	return ok("%s at %s is open to %s", o.Mailbox, o.Addr, o.User)
}

func (d *doctor) submission(ctx context.Context) Finding {
	o := d.submissionOptions()
	s := transport.NewSubmission(o)
	defer s.Close()
	if err := s.Check(ctx); err != nil {
		return fails(err, mendLogin(err, "submission"))
	}
	return ok("%s lets us in", o.Addr)
}

// mendLogin says which keys of a section an error is a matter of.
func mendLogin(err error, section string) string {
	var dns *net.DNSError
	switch {
	case errors.As(err, &dns):
		return "see to " + section + ".host, or to the DNS"
	case errors.Is(err, mailer.ErrSecret), errors.Is(err, os.ErrNotExist), errors.Is(err, os.ErrPermission):
		return "see to " + section + ".password_file"
	case errors.Is(err, transport.ErrInClear):
		return "set " + section + ".tls to implicit or starttls"
	}
	return "see to " + section + ".host, port, tls, user, password_file and auth"
}

func (d *doctor) certificate(context.Context) Finding {
	if d.SMTPIn.TLS == "" {
		return skipped("smtp_in.tls is not set")
	}
	const mend = "renew it: smtp_in.tls holds the certificate, its chain and its key"
	config, err := transport.LoadCertificate(d.SMTPIn.TLS)
	if err != nil {
		return fails(err, mend)
	}
	certificate, err := config.GetCertificate(nil)
	if err != nil {
		return fails(err, mend)
	}
	left := time.Until(certificate.Leaf.NotAfter)
	if left < 7*24*time.Hour {
		return fails("it is good until "+certificate.Leaf.NotAfter.UTC().Format(time.RFC3339), mend)
	}
	return ok("it is good for %d more days", int(left.Hours()/24))
}

// database looks at a store in PostgreSQL, and whether the secret of the keys is the one the store
// was made with.
func (d *doctor) database() Finding {
	at := postgres.Describe(d.Store.URL)
	db, err := postgres.Open(d.Store.URL, postgres.Options{ReadOnly: true, Password: d.Config.database().Password})
	switch {
	case errors.Is(err, postgres.ErrEmpty):
		return ok("%s answers; the tables will be made when corrd first runs", at)
	case errors.Is(err, store.ErrOlder):
		return ok("%s answers; its tables will be brought up when corrd next starts", at)
	case errors.Is(err, store.ErrNewer):
		return fails(err, "use the corrd that wrote it")
	case err != nil:
		return fails(err, "see that the database runs and lets corrd's role in, and to store.url and password_file")
	}
	defer db.Close()
	if err := clerk.CheckKeys(db, d.Identity.SecretFile); errors.Is(err, mailer.ErrSecret) {
		return fails(err, "the database is another corrd's, or the secret of this one must be put back")
	} else if err != nil {
		return fails(err, "see with corrctl check what is damaged")
	}
	return ok("%s answers, and knows the secret; corrctl check verifies what it holds", at)
}
