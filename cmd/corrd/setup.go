package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"corrd/cmd/internal/serve"
	"corrd/cmd/internal/terminal"
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
	if !strings.Contains(u.Address, "@") {
		return fmt.Errorf("%q is no address; --umpire takes a name and an address: --umpire 'George Walker' walker@club.example", u.Address)
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

// ask asks on a terminal for what the command line leaves out; elsewhere what must be said is an error.
// An umpire need not be named yet.
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
	if s.Umpire.Address = in.read("the umpire's address"); !strings.Contains(s.Umpire.Address, "@") {
		return fmt.Errorf("%q is no address", s.Umpire.Address)
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

// question is what setup must know: where it is kept, the flag that says it, and the words that ask for it.
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
