// Package terminal keeps strangers' bytes from being obeyed by a terminal. All that
// corrctl and corrd print passes through its Writer: a control, an escape or a mark
// that turns the direction of writing is shown as the six characters of its number,
// such as \u001b, which is also how JSON writes it. A Progress says there what a
// command does that takes long. The package knows nothing of what is printed.
package terminal

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/alecthomas/kong"
	"golang.org/x/term"

	"corrd/mailer"
)

// Writer passes text on with everything shown that mailer.Hidden tells. Line feeds, tabs, and
// carriage returns before a line feed pass as they are; a byte that is not UTF-8 is shown as \x and
// its two digits. Close must be called after the last Write. It may be used from many goroutines.
type Writer struct {
	mu   sync.Mutex
	to   io.Writer
	rest []byte // the beginning of a character, or a carriage return, that the next Write goes on with
}

// NewWriter makes a Writer that writes to another.
func NewWriter(to io.Writer) *Writer { return &Writer{to: to} }

// Write shows p; its error is that of the writer below.
func (w *Writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := append(w.rest, p...)
	whole := len(text) - pending(text)
	w.rest = append([]byte(nil), text[whole:]...)
	if _, err := io.WriteString(w.to, shown(string(text[:whole]))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Misread returns what is said of a command line that a parser could not read. Where a flag may be
// left out, the parser also names the empty text among its values, and of a number it says how many
// bits it may have; Misread does neither.
func Misread(err error) string {
	said := strings.Replace(err.Error(), `must be one of "",`, "must be one of ", 1)
	return notWhole.ReplaceAllString(said, "$1 is no whole number")
}

// notWhole is what the parser says of a text that should be a number.
var notWhole = regexp.MustCompile(`expected a valid \d+ bit u?int but got ("[^"]*")`)

// Close shows what waits for the rest of a character that has not come.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, err := io.WriteString(w.to, shown(string(w.rest)))
	w.rest = nil
	return err
}

// pending is how many bytes at the end may be the beginning of something longer.
func pending(text []byte) int {
	if n := len(text); n > 0 && text[n-1] == '\r' {
		return 1
	}
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if tail := text[len(text)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}

// Cell is a text as it stands in one cell of a table: on one line.
func Cell(text string) string {
	return shown(strings.Map(func(r rune) rune {
		if '\t' <= r && r <= '\r' {
			return ' '
		}
		return r
	}, text))
}

// shown is text with what a terminal might obey shown by its number.
func shown(text string) string {
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd"):
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case mailer.Hidden(r) && !strings.HasPrefix(text[i:], "\r\n"):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Progress says on a terminal what a command that takes long has done so far, in one line that is
// overwritten. It may be used from many goroutines.
type Progress struct {
	Began time.Time

	mu    sync.Mutex
	to    io.Writer // nil: nobody looks
	quiet time.Duration
	said  bool
}

// Is reports whether somebody sits before a file, to read from it or to write to it.
func Is(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// Usual is how many columns a terminal has that does not say how many.
const Usual = 80

// Width returns how many columns a line of a terminal has; 0 for what is not a terminal, where a
// line may be of any length.
func Width(out io.Writer) int {
	f, ok := out.(*os.File)
	if !ok || !Is(f) {
		return 0
	}
	if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
		return columns
	}
	return Usual
}

// NewProgress returns a Progress on a file. The Progress says nothing if the file is not a
// terminal, and nothing before a quiet time is over.
func NewProgress(errOut io.Writer, quiet time.Duration) *Progress {
	p := &Progress{Began: time.Now(), quiet: quiet}
	if f, ok := errOut.(*os.File); ok && Is(f) {
		p.to = f
	}
	return p
}

// Say writes a line over the one before.
func (p *Progress) Say(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.to == nil || time.Since(p.Began) < p.quiet {
		return
	}
	p.said = true
	fmt.Fprintf(p.to, "\r%-60s", fmt.Sprintf(format, args...))
}

// Clear takes the line away.
func (p *Progress) Clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.said {
		fmt.Fprintf(p.to, "\r%60s\r", "")
		p.said = false
	}
}

// Shells are the shells for which there is a completion.
var Shells = []string{"bash", "zsh", "fish"}

// shell is how a shell's completion is written. The first value of each form is the program's name.
type shell struct {
	before string
	row    string // of a command: the words that lead to it, and those that can follow
	after  string
}

var shells = map[string]shell{
	"bash": {`_%[1]s() {
	local command="" word words
	for word in "" "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		word="${command:+$command }$word"
		case "$word" in
`, "\t\t\t%[2]q) command=$word words=%[3]q ;;\n", `		esac
	done
	COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _%[1]s %[1]s
`},
	"zsh": {`#compdef %[1]s
_%[1]s() {
	local command="" word
	local -a choices
	for word in "" "${(@)words[2,CURRENT-1]}"; do
		word="${command:+$command }$word"
		case "$word" in
`, "\t\t\t%[2]q) command=$word choices=(%[3]s) ;;\n", `		esac
	done
	compadd -- $choices || _files
}
if [[ "$funcstack[1]" = _%[1]s ]]; then _%[1]s "$@"; else compdef _%[1]s %[1]s; fi
`},
	"fish": {`function __%[1]s_words
	set -l command ""
	set -l choices
	for word in "" (commandline -opc)[2..]
		set word (string trim "$command $word")
		switch $word
`, "\t\t\tcase %[2]q\n\t\t\t\tset command $word\n\t\t\t\tset choices %[3]s\n", `		end
	end
	string join \n -- $choices
end
complete -c %[1]s -n 'string match -qv -- "--*" (__%[1]s_words)' -f
complete -c %[1]s -a '(__%[1]s_words)'
`},
}

// Completion writes the completion of a program for one of Shells: after each command its commands
// and flags, else file names.
func Completion(w io.Writer, app *kong.Kong, of string) {
	s, name := shells[of], app.Model.Name
	fmt.Fprintf(w, s.before, name)
	EachCommand(app.Model.Node, func(path string, n *kong.Node) {
		fmt.Fprintf(w, s.row, name, path, strings.Join(wordsAfter(n), " "))
	})
	fmt.Fprintf(w, s.after, name)
}

// wordsAfter are the words that can follow a command: the command's own commands, its flags, and
// the flags of the commands above.
func wordsAfter(n *kong.Node) []string {
	var words []string
	for _, child := range n.Children {
		words = append(words, child.Name)
	}
	for ; n != nil; n = n.Parent {
		for _, flag := range n.Flags {
			if !flag.Hidden {
				words = append(words, "--"+flag.Name)
			}
		}
	}
	return words
}

// EachCommand visits a command and all commands below, each with the words that lead to the
// command.
func EachCommand(n *kong.Node, visit func(path string, n *kong.Node)) {
	path := ""
	for up := n; up.Parent != nil; up = up.Parent {
		path = strings.TrimSpace(up.Name + " " + path)
	}
	visit(path, n)
	for _, child := range n.Children {
		EachCommand(child, visit)
	}
}

// Manual writes the manual page of a program, man(7); exits says what its exit statuses mean.
func Manual(w io.Writer, app *kong.Kong, exits string) {
	name := app.Model.Name
	fmt.Fprintf(w, ".TH %s 1\n.SH NAME\n%s \\- %s\n.SH SYNOPSIS\n.B %[2]s\n[flags] command\n.SH OPTIONS\n", strings.ToUpper(name), name, roff(app.Model.Help))
	manFlags(w, app.Model.Node)
	fmt.Fprint(w, ".SH COMMANDS\n")
	EachCommand(app.Model.Node, func(path string, n *kong.Node) {
		if n.Leaf() && n.Parent != nil {
			fmt.Fprintf(w, ".SS %s\n%s\n", roff(path), roff(n.Help))
			manFlags(w, n)
			if n.Detail != "" {
				fmt.Fprintf(w, ".PP\n.nf\n%s\n.fi\n", roff(n.Detail))
			}
		}
	})
	fmt.Fprintf(w, ".SH EXIT STATUS\n%s\n", roff(exits))
}

// manFlags lists the arguments of a command, and its flags that are not hidden.
func manFlags(w io.Writer, n *kong.Node) {
	for _, arg := range n.Positional {
		fmt.Fprintf(w, ".TP\n%s\n%s\n", roff(arg.Summary()), roff(arg.Help))
	}
	for _, flag := range n.Flags {
		if !flag.Hidden {
			fmt.Fprintf(w, ".TP\n%s\n%s\n", roff(flag.String()), roff(flag.Help))
		}
	}
}

// roff escapes text for man(7), so that no backslash, hyphen or dot of the text is taken for a
// request.
func roff(text string) string {
	lines := strings.Split(strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
