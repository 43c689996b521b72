package terminal

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// Completion writes the completion of a program for bash: after each command its commands and flags,
// else file names.
func Completion(w io.Writer, app *kong.Kong) {
	fmt.Fprintf(w, "_%s() {\n", app.Model.Name)
	fmt.Fprintln(w, `	local command="" word words
	for word in "" "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		word="${command:+$command }$word"
		case "$word" in`)
	EachCommand(app.Model.Node, func(path string, n *kong.Node) {
		fmt.Fprintf(w, "\t\t\t%q) command=$word words=%q ;;\n", path, strings.Join(wordsAfter(n), " "))
	})
	fmt.Fprintln(w, `		esac
	done
	COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))
}`)
	fmt.Fprintf(w, "complete -o default -F _%[1]s %[1]s\n", app.Model.Name)
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
