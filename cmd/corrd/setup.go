package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"corrd/cmd/internal/serve"
	"corrd/cmd/internal/terminal"
	"corrd/mailer"
	"corrd/mailer/transport"
	"corrd/store"
	"corrd/store/bolt"
	"corrd/store/postgres"
)

type setupCmd struct {
	Config   string      `help:"Configuration file to write." default:"/etc/corrd/corrd.toml" type:"path" placeholder:"FILE"`
	Domain   string      `help:"The mail domain that players write to: corrd@DOMAIN." placeholder:"DOMAIN"`
	Via      string      `help:"How letters come: imap (a mailbox at a provider), lmtp (your own Postfix) or direct (corrd listens on port 25)." enum:",imap,lmtp,direct" default:""`
	Umpire   namedUmpire `help:"Who rules: a name and an address." placeholder:"NAME ADDRESS"`
	IMAP     string      `name:"imap" help:"With --via imap: the server of the mailbox." placeholder:"HOST"`
	Outgoing string      `name:"submission" help:"With --via imap: the server that takes corrd's letters." placeholder:"HOST"`
	Dir      string      `help:"Folder of the store." default:"/var/lib/corrd" type:"path" placeholder:"DIR"`
	User     string      `help:"The user that corrd runs as." default:"corrd" placeholder:"NAME"`
}

// namedUmpire is the value of --umpire: two words of the command line.
type namedUmpire struct{ Name, Address string }

// Decode takes the name and the address.
func (u *namedUmpire) Decode(ctx *kong.DecodeContext) error {
	if err := ctx.Scan.PopValueInto("name", &u.Name); err != nil {
		return err
	}
	if err := ctx.Scan.PopValueInto("address", &u.Address); err != nil {
		return err
	}
	if _, ok := mailer.ReadPlain(u.Address); !ok {
		return fmt.Errorf("%q is not a plain address; --umpire takes a name and an address: --umpire 'George Walker' walker@club.example", u.Address)
	}
	return nil
}

// Run lays what is missing of a corrd, and says what comes next.
func (s setupCmd) Run(c *console) error {
	_, err := os.Stat(s.Config)
	if stands := err == nil; !stands {
		if err := s.ask(c); err != nil {
			return err
		}
	}
	owner, err := serve.OwnerNamed(s.User)
	if err != nil {
		return err
	}
	config, err := serve.Setup{Path: s.Config, Domain: s.Domain, Via: s.Via, Host: s.IMAP, Outgoing: s.Outgoing,
		Umpire: s.Umpire.Address, Dir: s.Dir, Owner: owner}.Lay(c.out)
	if err != nil {
		return err
	}
	records, err := config.Records()
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "\nInto the DNS of %s:\n\n    %s\n", config.Server.Domain, strings.Join(records, "\n    "))
	fmt.Fprintf(c.out, "\nFor the servers beside corrd:\n\n    %s\n\nWhat can be looked at now:\n\n", strings.Join(config.ServerLines(), "\n    "))
	if err := config.LookAsOwner(""); err != nil {
		return err
	}
	for _, f := range serve.Preflight(c.ctx, config, net.DefaultResolver) {
		fmt.Fprintf(c.out, "%-8s %-12s %s\n", f.Verdict, f.Check, f.Found)
	}
	fmt.Fprintf(c.out, "\nNext:\n\n")
	for _, line := range s.next(config) {
		fmt.Fprintf(c.out, "    %s\n", line)
	}
	return nil
}

// ask asks on a terminal for what the command line leaves out; elsewhere what must be said is an
// error. An umpire need not be named yet.
func (s *setupCmd) ask(c *console) error {
	in := asker{bufio.NewReader(os.Stdin), c.err, terminal.Is(os.Stdin)}
	err := in.wants(question{&s.Domain, "--domain", "the mail domain that players write to"}, question{&s.Via, "--via", "how letters come, imap, lmtp or direct"})
	if err != nil {
		return err
	}
	switch s.Via {
	case "imap":
		err = in.wants(question{&s.IMAP, "--imap", "the server of the mailbox"}, question{&s.Outgoing, "--submission", "the server that takes corrd's letters"})
	case "lmtp", "direct":
	default:
		err = fmt.Errorf("--via is %q, and must be imap, lmtp or direct", s.Via)
	}
	if err != nil || !in.asks || s.Umpire.Name != "" {
		return err
	}
	if s.Umpire.Name = in.read("the name of the umpire, or nothing"); s.Umpire.Name == "" {
		return nil
	}
	s.Umpire.Address = in.read("the umpire's address")
	if _, ok := mailer.ReadPlain(s.Umpire.Address); !ok {
		return fmt.Errorf("%q is not a plain address", s.Umpire.Address)
	}
	return nil
}

// asker asks questions, of a terminal only.
type asker struct {
	in   *bufio.Reader
	out  io.Writer
	asks bool // somebody is there to answer
}

func (a asker) read(words string) string {
	fmt.Fprintf(a.out, "%s: ", words)
	line, _ := a.in.ReadString('\n') // what is read before an error counts
	return strings.TrimSpace(line)
}

// wants fills in what is not known yet, and fails at the first question without an answer.
func (a asker) wants(all ...question) error {
	for _, q := range all {
		switch {
		case *q.value != "":
			continue
		case !a.asks:
			return fmt.Errorf("%s is missing: %s", q.flag, q.words)
		}
		if *q.value = a.read(q.words); *q.value == "" {
			return fmt.Errorf("%s is missing", q.flag)
		}
	}
	return nil
}

// question is what setup must know: where it is kept, the flag that says it, and the words that ask
// for it.
type question struct {
	value       *string
	flag, words string
}

// next are the commands that come next.
func (s setupCmd) next(config serve.Config) (lines []string) {
	if file := config.IMAP.PasswordFile; file != "" {
		if _, err := os.Stat(file); err != nil {
			lines = append(lines, "install -m 640 -o root -g "+s.User+" /dev/null "+file+" && cat > "+file+"    # the password, Enter, Ctrl-D")
		}
	}
	lines = append(lines, "systemctl enable --now corrd corrd-backup.timer corrd-beside.timer", "corrd doctor --config "+s.Config)
	if s.Umpire.Name != "" {
		lines = append(lines, fmt.Sprintf("corrctl umpire add '%s' %s", strings.ReplaceAll(s.Umpire.Name, "'", `'\''`), s.Umpire.Address))
	}
	return append(lines, "corrctl player add 'Alice Example' alice@example.org    # the first player")
}

type doctorCmd struct {
	Config string `help:"Configuration file." required:"" type:"path" placeholder:"FILE"`
	User   string `help:"Look at files as this user would; else, as root, as the owner of the folder server.dir." placeholder:"NAME"`
	To     string `help:"Send a letter to this address too, and tell what came of it: refused, come back, answered." placeholder:"ADDRESS"`
	JSON   bool   `name:"json" help:"Print one line of JSON for each check."`
}

// Run makes every check, as the user that the daemon runs as. The error counts the checks that
// fail.
func (d doctorCmd) Run(c *console) error {
	config, err := serve.Load(d.Config)
	if err != nil {
		return err
	}
	if err := config.LookAsOwner(d.User); err != nil {
		return err
	}
	if _, err := serve.Load(d.Config); err != nil {
		return fmt.Errorf("as the user that corrd runs as: %w; chown root:corrd and chmod 640 mend it", err)
	}
	failed := 0
	for _, f := range serve.Examine(c.ctx, config, net.DefaultResolver, d.To) {
		if f.Verdict == serve.Fails {
			failed++
		}
		if err := d.print(c, f); err != nil {
			return err
		}
	}
	switch {
	case failed == 1:
		return errors.New("one check fails")
	case failed > 1:
		return fmt.Errorf("%d checks fail", failed)
	}
	return nil
}

func (d doctorCmd) print(c *console, f serve.Finding) error {
	if d.JSON {
		return printJSON(c.out, f)
	}
	_, err := fmt.Fprintf(c.out, "%-8s %-12s %s\n", f.Verdict, f.Check, f.Found)
	if err == nil && f.Mend != "" {
		_, err = fmt.Fprintf(c.out, "%21s %s\n", "", f.Mend)
	}
	return err
}

type migrateCmd struct {
	From         string `arg:"" help:"The store to be copied, which nobody may be using: a file, or postgres://role@host/database." placeholder:"OLD"`
	To           string `arg:"" help:"Where the copy goes: a file that there is not yet, or an empty database." placeholder:"NEW"`
	PasswordFile string `help:"The password of the database; without it PGPASSWORD or the file that PGPASSFILE names holds it." type:"path" placeholder:"FILE"`
}

// Run copies a file of an older format, or moves a store between a file and a database; the old
// store is left unchanged.
func (m migrateCmd) Run(c *console) error {
	if postgres.Is(m.From) || postgres.Is(m.To) {
		return m.move(c)
	}
	if err := bolt.Migrate(m.From, m.To); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s is a copy in the format of this corrd. Keep %s until you have put the copy in its place and seen it work.\n", m.To, m.From)
	return nil
}

// move copies all records and verifies the copy, as store.Move describes.
func (m migrateCmd) move(c *console) (err error) {
	from, err := m.open(m.From, true)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := m.open(m.To, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	said := terminal.NewProgress(os.Stderr, 0)
	records, err := store.Move(from, to, func(part store.Part, records int) {
		if part == store.PartEnd {
			said.Say("corrd: the copy is verified")
			return
		}
		said.Say("corrd: %s: %d", part, records)
	})
	said.Clear()
	if err == nil {
		fmt.Fprintf(c.out, "%s holds the same %d records as %s, event for event to the octet, and its chains are verified.\nThe secret, the erasures and the journal of letters lie in the folder of the daemon, and stay there. Keep the old store until you have seen the new one work.\n",
			shown(m.To), records, shown(m.From))
	}
	return err
}

func (m migrateCmd) open(at string, toRead bool) (store.Store, error) {
	if !postgres.Is(at) {
		if _, err := os.Stat(at); toRead && err != nil {
			return nil, err
		}
		return bolt.Open(at, bolt.Options{ReadOnly: toRead})
	}
	o := postgres.Options{ReadOnly: toRead}
	if m.PasswordFile != "" {
		o.Password = transport.SecretFile(m.PasswordFile)
	}
	return postgres.Open(at, o)
}

// shown is an address in the form in which the address may be printed.
func shown(at string) string {
	if postgres.Is(at) {
		return postgres.Describe(at)
	}
	return at
}
