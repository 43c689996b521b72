package terminal

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

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

// Completion writes the completion of a program for one of Shells: after each command its commands and
// flags, else file names.
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
			words = append(words, "--"+flag.Name)
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

// manFlags lists the arguments and flags of a command.
func manFlags(w io.Writer, n *kong.Node) {
	for _, arg := range n.Positional {
		fmt.Fprintf(w, ".TP\n%s\n%s\n", roff(arg.Summary()), roff(arg.Help))
	}
	for _, flag := range n.Flags {
		fmt.Fprintf(w, ".TP\n%s\n%s\n", roff(flag.String()), roff(flag.Help))
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
