// Command corrctl is for the umpire and the operator of corrd: corrctl asks a running daemon over
// the daemon's socket, and reads moves and letters by itself.
//
// Exit status: 0 done, 1 refused or not found, 2 usage, 3 daemon or store unreachable.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/dossier"
	"corrd/cmd/internal/serve"
	"corrd/cmd/internal/terminal"
	"corrd/cmd/internal/umpire"
	"corrd/cmd/internal/watch"
)

const (
	statusRefused     = 1
	statusUsage       = 2
	statusUnreachable = 3
)

type cli struct {
	Socket string      `help:"Socket of the daemon; else $$CORRD_SOCKET, unless another configuration is named; else that of the configuration; else corrd-local/corrd.sock." placeholder:"PATH"`
	Config string      `help:"Configuration of the daemon." default:"/etc/corrd/corrd.toml"`
	JSON   bool        `name:"json" help:"Print JSON: one object, or one a line for a list."`
	Zone   string      `help:"Print times in this zone, with UTC beside; else in that of $$TZ, else in UTC. JSON is in UTC." placeholder:"ZONE"`
	Show   versionFlag `name:"version" help:"Print the version."`

	Game      gameCmd      `cmd:"" group:"games" help:"Look at games."`
	Rule      ruleCmd      `cmd:"" group:"games" help:"Rule in a game, as its umpire: one verb, the law it rests on, and the reason."`
	Dispute   disputeCmd   `cmd:"" group:"games" help:"Look at what waits for the umpire, and verify archives of evidence."`
	Umpire    umpireCmd    `cmd:"" group:"games" help:"Say who rules."`
	Challenge challengeCmd `cmd:"" group:"games" help:"Look at the challenges that wait for an answer."`

	Player  playerCmd  `cmd:"" group:"club" help:"Look at players, add, rename, remove or replace one, or replace the keys of their letters."`
	Event   eventCmd   `cmd:"" group:"club" help:"Announce, start and direct all-play-all events, and print their tables."`
	Message messageCmd `cmd:"" group:"club" help:"Send a circular of the club: one letter or card to each player."`
	Card    cardCmd    `cmd:"" group:"club" help:"Print and post the cards to players without a mailbox, and enter theirs."`
	Site    siteCmd    `cmd:"" group:"club" help:"Build the reading room: pages on which everybody may read games."`
	Stats   statsCmd   `cmd:"" group:"club" help:"Count players, games and letters."`

	Letter letterCmd `cmd:"" group:"letters" help:"Show a letter, or say what corrd understands of one."`
	Inbox  inboxCmd  `cmd:"" group:"letters" help:"Look at the letters that wait for somebody's word, and decide on them."`
	Outbox outboxCmd `cmd:"" group:"letters" help:"Look at the letters that are to go out."`
	Budget budgetCmd `cmd:"" group:"letters" help:"Look at the budgets that bound corrd's answers, or lift one."`

	Settle settleCmd `cmd:"" group:"daemon" help:"Wait until every letter has its verdict and nothing is due to be sent."`
	Clock  clockCmd  `cmd:"" group:"daemon" help:"Look at the clock, or advance a virtual one."`
	Backup backupCmd `cmd:"" group:"daemon" help:"Copy the store of a running daemon into a file, and what lies beside the store into a folder."`
	Check  checkCmd  `cmd:"" group:"daemon" help:"Verify the store: hashes, indexes, and that every game folds."`
	Export exportCmd `cmd:"" group:"daemon" help:"Write every game and its letters into a folder."`
	Audit  auditCmd  `cmd:"" group:"daemon" help:"List who did what by the socket."`

	Read       readCmd       `cmd:"" group:"alone" help:"Say what legal moves words can express. The verdict is the answer, and the exit status 0 whatever it is."`
	Law        lawCmd        `cmd:"" group:"alone" help:"Say what a provision of the laws is, and what corrd makes of it."`
	Telegram   telegramCmd   `cmd:"" group:"alone" help:"Count the words of a telegram."`
	Scenario   scenarioCmd   `cmd:"" group:"alone" help:"Play scenario files against a private daemon."`
	Completion completionCmd `cmd:"" group:"alone" help:"Print a completion for the shell."`
	Man        manCmd        `cmd:"" group:"alone" help:"Print the manual page."`
	Version    versionCmd    `cmd:"" group:"alone" help:"Print the version of corrctl, of its reader of moves and of the formats."`
}

// groups are the headings of the commands in the help.
var groups = []kong.Group{
	{Key: "games", Title: "Games and their umpire:"},
	{Key: "club", Title: "The club:"},
	{Key: "letters", Title: "Letters:"},
	{Key: "daemon", Title: "The daemon and its store:"},
	{Key: "alone", Title: "Without a daemon:"},
}

// desk is what every command works with.
type desk struct {
	ctx    context.Context
	in     io.Reader
	out    io.Writer
	err    io.Writer
	screen io.Writer // what out writes to
	json   bool
	socket string // the socket named on the command line, or "" if none is named
	config string
	// the command that is carried out
	command *kong.Node

	colours  bool      // screen shows them
	width    int       // of a line on screen, in columns of a terminal; 0: as long as it takes
	now      time.Time // what the daemon's clock reads, where that has been asked
	progress *terminal.Progress
}

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run carries out one command line and returns its exit status. Everything printed, the words of
// strangers included, is made fit for a terminal.
func run(args []string, in io.Reader, stdout, stderr io.Writer) int {
	out, errOut := terminal.NewWriter(stdout), terminal.NewWriter(stderr)
	defer out.Close()
	defer errOut.Close()
	if i := slices.IndexFunc(args, func(a string) bool { return !utf8.ValidString(a) }); i >= 0 {
		fmt.Fprintf(errOut, "corrctl: %q is not in UTF-8; write it in a terminal, or with a program, that uses UTF-8\n", args[i])
		return statusUsage
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var c cli
	c.Rule.Game.Command = umpire.NewCommand()
	status := -1
	parser := kong.Must(&c, kong.Name("corrctl"), kong.Description("Umpire and operator of corrd, the correspondence-chess server."),
		kong.Writers(out, errOut), kong.Exit(func(s int) { status = s }), kong.UsageOnError(), kong.PostBuild(showExamples),
		kong.ExplicitGroups(groups), kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}),
		kong.KindMapper(reflect.Int64, kong.MapperFunc(parseNumber)))
	parsed, err := parser.Parse(umpire.Joined(helped(args)))
	if status >= 0 {
		return status
	}
	if err != nil {
		fmt.Fprintf(errOut, "corrctl: %v; %s\n", inWords(args, err), helpFor(err))
		return statusUsage
	}
	if name := unwritten(parsed); name != "" {
		fmt.Fprintf(errOut, "corrctl: nothing is written in %s; %s --help shows how it is written\n", name, parsed.Selected().FullPath())
		return statusUsage
	}
	if name := twice(parsed); name != "" {
		fmt.Fprintf(errOut, "corrctl: %s stands twice, and takes one value; keep one of them; %s --help shows how it is written\n", name, parsed.Selected().FullPath())
		return statusUsage
	}
	if readerZone, err = zoneOf(c.Zone); err != nil {
		fmt.Fprintf(errOut, "corrctl: %v\n", err)
		return statusUsage
	}
	shown := terminal.NewProgress(stderr, quiet)
	d := &desk{progress: shown, ctx: ctx, in: in, out: out, err: errOut, screen: stdout, json: c.JSON, colours: !c.JSON && showsColours(stdout), width: terminal.Width(stdout), socket: c.Socket, config: c.Config, command: parsed.Selected()}
	err = parsed.Run(d, parser)
	shown.Clear()
	return d.status(err)
}

// helped are the arguments that ask for the help on a topic, a command, where the arguments are
// "help TOPIC".
func helped(args []string) []string {
	if len(args) > 0 && args[0] == "help" {
		return append(slices.Clone(args[1:]), "--help")
	}
	return args
}

// helpFor names the help on the command whose line could not be read; where none
// can be told, the help on all.
func helpFor(err error) string {
	var unread *kong.ParseError
	if errors.As(err, &unread) && unread.Context != nil {
		if n := unread.Context.Selected(); n != nil && len(n.Children) == 0 {
			return n.FullPath() + " --help shows how it is written"
		}
	}
	return "corrctl --help shows every command"
}

// usageError is a command line that cannot be carried out as it stands.
type usageError struct{ error }

// Unwrap returns what is wrong.
func (e usageError) Unwrap() error { return e.error }

func usage(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// errFailed ends with status 1 and says nothing more.
var errFailed = errors.New("")

// errNoStore is a store that cannot be opened because it is missing or in use.
var errNoStore = errors.New("no store to look at")

// unwritable is a file that cannot be written.
type unwritable struct{ error }

// Unwrap returns what is wrong.
func (e unwritable) Unwrap() error { return e.error }

// writing adds to the error of a file that cannot be written how to mend the error.
func writing(err error) error {
	if errors.Is(err, fs.ErrExist) {
		return unwritable{fmt.Errorf("%w; name a new file", err)}
	}
	return unwritable{fmt.Errorf("%w; the folder must exist and be yours to write", err)}
}

// status prints an error in one line and returns the error's exit status.
func (d *desk) status(err error) int {
	if err == nil {
		return 0
	}
	if !errors.Is(err, errFailed) {
		fmt.Fprintf(d.err, "corrctl: %s\n", d.inFull(err))
	}
	var wrong usageError
	switch {
	case errors.As(err, &wrong):
		return statusUsage
	case errors.Is(err, control.ErrUnreachable), errors.Is(err, errNoStore):
		return statusUnreachable
	}
	return statusRefused
}

// ask has the daemon carry out a verb.
func ask[A, R any](d *desk, v control.Verb[A, R], args A) (result R, err error) {
	daemon, err := d.control()
	if err != nil {
		return result, err
	}
	daemon.Waits = d.working
	defer d.progress.Clear()
	return v.Ask(d.ctx, daemon, args)
}

// parseNumber reads the number of a game, a letter, a player or an event.
func parseNumber(words *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := words.Scan.PopValueInto("number", &text); err != nil {
		return err
	}
	digits := text
	if target.Type() == reflect.TypeFor[rowNumber]() {
		digits = strings.TrimLeft(text, "oO")
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 1 || len(digits)+1 < len(text) {
		return notNumber(text)
	}
	target.SetInt(n)
	return nil
}

func notNumber(text string) error {
	return fmt.Errorf("%q is no number of anything: games, letters, players and events are counted from 1", text)
}

var negativeNumber = regexp.MustCompile(`^-[0-9]+$`)

// nothingMore is how the parser says that the command line ends where a value should be.
var nothingMore = regexp.MustCompile(`expected (\w+) value but got "EOL" \(<EOL>\)`)

// inWords says what is wrong with a command line that cannot be parsed: a number below 0, which
// looks like a flag, or a flag without its value.
func inWords(args []string, err error) error {
	if i := slices.IndexFunc(args, negativeNumber.MatchString); i >= 0 {
		return notNumber(args[i])
	}
	if text := err.Error(); nothingMore.MatchString(text) {
		return errors.New(nothingMore.ReplaceAllString(text, "a value must follow, and none does"))
	}
	return errors.New(terminal.Misread(err))
}

// usualConfig is where the configuration of corrd serve lies unless it is
// named, and localSocket where corrd local listens unless it is told otherwise.
const (
	usualConfig = "/etc/corrd/corrd.toml"
	localSocket = "corrd-local/corrd.sock"
)

// control returns the daemon to which the command speaks. The daemon's socket is named on the
// command line or, where the line names no configuration, in the environment; else the
// configuration names it; else the socket is that of a corrd local started in this folder.
func (d *desk) control() (*control.Control, error) {
	socket := d.socket
	if socket == "" && d.config == usualConfig {
		socket = os.Getenv("CORRD_SOCKET")
	}
	if socket != "" {
		return control.Dial(socket), nil
	}
	config, err := serve.Load(d.config)
	switch {
	case err == nil:
		return control.Dial(config.Socket()), nil
	case errors.Is(err, os.ErrNotExist) && d.config == usualConfig:
		return control.Dial(localSocket), nil
	}
	if errors.Is(err, os.ErrPermission) {
		err = fmt.Errorf("%w; only root and the user that corrd runs as may ask: try sudo -u corrd corrctl …, or name a socket with --socket", err)
	}
	return nil, err
}

// versionFlag is the flag --version.
type versionFlag bool

// BeforeApply prints the version, and ends.
func (versionFlag) BeforeApply(app *kong.Kong) error {
	fmt.Fprintln(app.Stdout, watch.ReleaseOf(dossier.Format).Line("corrctl"))
	app.Exit(0)
	return nil
}

type versionCmd struct{}

// Run prints the versions.
func (versionCmd) Run(d *desk) error {
	i := watch.ReleaseOf(dossier.Format)
	return d.printOr(i, func() { fmt.Fprintln(d.out, i.Line("corrctl")) })
}
