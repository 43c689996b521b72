// Command corrd is the correspondence-chess server.
//
// Exit status: 0 done, 1 refused, 2 usage, 3 the store is damaged or of another
// corrd's format or out of reach, the disk fails, another corrd works at the mailbox,
// or what serve needs has failed while it ran.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
	_ "time/tzdata" // so that zones are known on every machine

	"github.com/alecthomas/kong"

	"corrd/cmd/internal/dossier"
	"corrd/cmd/internal/office"
	"corrd/cmd/internal/serve"
	"corrd/cmd/internal/terminal"
	"corrd/cmd/internal/watch"
	"corrd/mailer/transport"
	"corrd/store"
)

const (
	statusRefused     = 1
	statusUsage       = 2
	statusUnreachable = 3
)

type cli struct {
	Show versionFlag `name:"version" help:"Print the version."`

	Demo    demoCmd    `cmd:"" help:"Play two famous correspondence games through a post office on this machine."`
	Local   localCmd   `cmd:"" help:"Run corrd with a post office of its own, for any mail program on this machine."`
	Serve   serveCmd   `cmd:"" help:"Run corrd beside real mail servers, as a configuration file says."`
	Setup   setupCmd   `cmd:"" help:"Lay what is missing of a new corrd: configuration, secret, keys of signatures; print the DNS records and what comes next."`
	Doctor  doctorCmd  `cmd:"" help:"Check whether what the configuration names works, and say how to mend what does not."`
	Migrate migrateCmd `cmd:"" help:"Copy a store of an older corrd into the format of this one, or a store between a file and PostgreSQL."`
	Man     manCmd     `cmd:"" help:"Print the manual page."`
	Version versionCmd `cmd:"" help:"Print the version."`
}

// examples are shown by --help, by command.
var examples = map[string]string{
	"demo":    "corrd demo\n  corrd demo --dir /tmp/matches --json",
	"local":   "corrd local\n  corrd local --terms 'medium post, post.loss 0.05, telegraph.tariff foreign'\n  corrd local --clock virtual --smtp 127.0.0.1:0 --imap 127.0.0.1:0 --json",
	"serve":   "corrd serve --sample > /etc/corrd/corrd.toml\n  corrd serve --config /etc/corrd/corrd.toml",
	"setup":   "corrd setup --domain club.example --via lmtp --umpire 'George Walker' walker@club.example\n  corrd setup --domain club.example --via imap --imap imap.provider.example --submission smtp.provider.example",
	"doctor":  "corrd doctor --config /etc/corrd/corrd.toml",
	"migrate": "corrd migrate /var/lib/corrd/corrd.db /var/lib/corrd/corrd.new\n  corrd migrate /var/lib/corrd/corrd.db 'postgres://corrd@db.club.example/corrd?sslmode=verify-full'",
	"man":     "corrd man | man -l -",
	"version": "corrd version\n  corrd version --json",
}

func showExamples(app *kong.Kong) error {
	for _, command := range app.Model.Children {
		command.Detail = "Examples:\n  " + examples[command.Name]
	}
	return nil
}

// console is what every command works with.
type console struct {
	ctx context.Context
	out io.Writer
	err io.Writer
}

func main() {
	watch.SetHeap(1)
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run carries out one command line and returns its exit status. Everything printed or logged, the
// words of strangers included, is made fit for a terminal.
func run(args []string, stdout, stderr io.Writer) int {
	out, errOut := terminal.NewWriter(stdout), terminal.NewWriter(stderr)
	defer out.Close()
	defer errOut.Close()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var c cli
	status := -1
	parser := kong.Must(&c, kong.Name("corrd"), kong.Description("The correspondence-chess server: letters in, letters out."),
		kong.Writers(out, errOut), kong.Exit(func(s int) { status = s }), kong.PostBuild(showExamples))
	parsed, err := parser.Parse(args)
	if status >= 0 {
		return status
	}
	if err != nil {
		fmt.Fprintf(errOut, "corrd: %s; corrd --help shows every command\n", terminal.Misread(err))
		return statusUsage
	}
	if err := parsed.Run(&console{ctx, out, errOut}); err != nil {
		fmt.Fprintf(errOut, "corrd: %s\n", strings.ReplaceAll(err.Error(), "\n", "; "))
		if isUnreachable(err) {
			return statusUnreachable
		}
		return statusRefused
	}
	return 0
}

// isUnreachable tells whether an error is that of a store that cannot be used or reached, of a
// disk that fails, or of a mailbox at which another corrd works.
func isUnreachable(err error) bool {
	return slices.ContainsFunc([]error{errWhileAtWork, store.ErrCorrupt, store.ErrNewer, store.ErrOlder, store.ErrBroken, store.ErrUnreachable, office.ErrBroken, transport.ErrLeased},
		func(kind error) bool { return errors.Is(err, kind) })
}

// log writes warnings and worse to standard error, or all with verbose.
func (c *console) log(verbose bool) *slog.Logger {
	level := slog.LevelWarn
	if verbose {
		level = slog.LevelInfo
	}
	return slog.New(slog.NewTextHandler(c.err, &slog.HandlerOptions{Level: level}))
}

// versionFlag is the flag --version.
type versionFlag bool

// BeforeApply prints the version, and ends.
func (versionFlag) BeforeApply(app *kong.Kong) error {
	fmt.Fprintln(app.Stdout, watch.ReleaseOf(dossier.Format).Line("corrd"))
	app.Exit(0)
	return nil
}

type manCmd struct{}

// Run prints the manual page, man(7): every command with its arguments and flags.
func (manCmd) Run(c *console, app *kong.Kong) error {
	terminal.Manual(c.out, app, "0 done; 1 refused; 2 usage; 3 the store is damaged or out of reach, the disk fails, another corrd works at the mailbox, or what serve needs has failed while it ran.")
	return nil
}

type versionCmd struct {
	JSON bool `name:"json" help:"Print JSON."`
}

// Run prints the versions of corrd, of its reader of moves and of the formats that it writes.
func (v versionCmd) Run(c *console) error {
	if v.JSON {
		return printJSON(c.out, watch.ReleaseOf(dossier.Format))
	}
	fmt.Fprintln(c.out, watch.ReleaseOf(dossier.Format).Line("corrd"))
	return nil
}

type serveCmd struct {
	Config    string `help:"Configuration file." xor:"what" type:"path" placeholder:"FILE"`
	NewSecret bool   `name:"new-secret" help:"The secret file is lost or was replaced: go on with another, and let the keys in all letters that are out die."`
	Sample    bool   `help:"Print a sample of the configuration, every key with its default, and do nothing else." xor:"what"`

	Lease time.Duration `hidden:""` // of a daemon among several; a test waits until one has run out
}

// Validate sees that there is something to do.
func (s serveCmd) Validate() error {
	if s.Config == "" && !s.Sample {
		return errors.New("name the configuration with --config; --sample prints one to begin with")
	}
	return nil
}

// Run prints the sample configuration if the command line asks for the sample, or else works until
// the process is stopped.
func (s serveCmd) Run(c *console) error {
	if s.Sample {
		_, err := fmt.Fprint(c.out, serve.Sample())
		return err
	}
	config, err := serve.Load(s.Config)
	if err != nil {
		return err
	}
	config.Lease = s.Lease
	log := slog.New(slog.NewTextHandler(c.err, nil))
	h, err := serve.Open(config, s.NewSecret, net.DefaultResolver, log)
	if err != nil {
		return err
	}
	log.Info("corrd is at work", "address", config.Server.Address, "dir", config.Server.Dir, "socket", config.Socket(), "takes mail on", fmt.Sprint(h.Addresses()))
	notify := func(state string) {
		if err := serve.Notify(state); err != nil {
			log.Warn("service manager", "error", err)
		}
	}
	heedHangup(c.ctx, log, h.LookNow)
	notify("READY=1")
	context.AfterFunc(c.ctx, func() {
		log.Info("corrd is stopping")
		notify("STOPPING=1")
	})
	err = errors.Join(h.Run(c.ctx), h.Close())
	if err != nil && !isUnreachable(err) {
		return fmt.Errorf("%w: %w", errWhileAtWork, err)
	}
	return err
}

// errWhileAtWork is what ended a daemon that had begun: unlike a refusal at the start it may be
// gone when the service manager starts the daemon again.
var errWhileAtWork = errors.New("corrd could not go on")

// heedHangup has SIGHUP mean "look now" until ctx ends. The signal never ends a daemon, so that no
// game stops when a terminal is closed or a log is rotated. Passwords and certificates need no
// signal, since corrd reads them from their files for every connection; a changed configuration
// needs a restart.
func heedHangup(ctx context.Context, log *slog.Logger, look func()) {
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	go func() {
		defer signal.Stop(hangups)
		for {
			select {
			case <-ctx.Done():
				return
			case <-hangups:
				log.Info("SIGHUP: the mailbox and the outbox are looked at now; a changed configuration takes a restart")
				look()
			}
		}
	}()
}
