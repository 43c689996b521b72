package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

type completionCmd struct{}

// Run prints a completion for bash: after each command its commands and flags,
// else file names.
func (completionCmd) Run(d *desk, app *kong.Kong) error {
	return d.printText(func(w io.Writer) { completion(w, app) })
}

// printText prints what write writes; with --json as the one field of an object.
func (d *desk) printText(write func(io.Writer)) error {
	var text strings.Builder
	write(&text)
	return d.printOr(struct {
		Text string `json:"text"`
	}{text.String()}, func() { fmt.Fprint(d.out, text.String()) })
}

// completion writes the completion of a program.
func completion(w io.Writer, app *kong.Kong) {
	fmt.Fprintln(w, `_corrctl() {
	local command="" word words
	for word in "" "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		word="${command:+$command }$word"
		case "$word" in`)
	eachCommand(app.Model.Node, func(path string, n *kong.Node) {
		fmt.Fprintf(w, "\t\t\t%q) command=$word words=%q ;;\n", path, strings.Join(wordsAfter(n), " "))
	})
	fmt.Fprintln(w, `		esac
	done
	COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _corrctl corrctl`)
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

// eachCommand visits a command and all commands below, each with the words that lead to the
// command.
func eachCommand(n *kong.Node, visit func(path string, n *kong.Node)) {
	path := ""
	for up := n; up.Parent != nil; up = up.Parent {
		path = strings.TrimSpace(up.Name + " " + path)
	}
	visit(path, n)
	for _, child := range n.Children {
		eachCommand(child, visit)
	}
}

type manCmd struct{}

// Run prints the manual page, man(7): every command with its arguments and flags.
func (manCmd) Run(d *desk, app *kong.Kong) error {
	return d.printText(func(w io.Writer) { manual(w, app) })
}

// manual writes the manual page of a program.
func manual(w io.Writer, app *kong.Kong) {
	fmt.Fprintf(w, ".TH CORRCTL 1\n.SH NAME\ncorrctl \\- %s\n.SH SYNOPSIS\n.B corrctl\n[flags] command\n.SH OPTIONS\n", roff(app.Model.Help))
	manFlags(w, app.Model.Node)
	fmt.Fprint(w, ".SH COMMANDS\n")
	eachCommand(app.Model.Node, func(path string, n *kong.Node) {
		if n.Leaf() && n.Parent != nil {
			fmt.Fprintf(w, ".SS %s\n%s\n", roff(path), roff(n.Help))
			manFlags(w, n)
			if n.Detail != "" {
				fmt.Fprintf(w, ".PP\n.nf\n%s\n.fi\n", roff(n.Detail))
			}
		}
	})
	fmt.Fprint(w, ".SH EXIT STATUS\n0 done; 1 refused or not found; 2 usage; 3 daemon or store unreachable.\n")
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
