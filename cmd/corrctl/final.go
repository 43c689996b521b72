package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/terminal"
)

// finalFlags are the flags of a command that nothing undoes.
type finalFlags struct {
	Preview bool `help:"Say what would come of it, and do nothing."`
	Yes     bool `help:"Do not ask first, as is done where somebody sits at a terminal."`
}

// final asks the daemon for a thing that nothing undoes, and prints the answer with text. Where somebody sits
// at a terminal, they first see what would come of it and are asked; a script is not asked. args gives the
// arguments of the act or of its preview.
func final[A, R any](d *desk, v control.Verb[A, R], f finalFlags, args func(preview bool) A, text func(R)) error {
	if f.Preview {
		err := show(d, v, args(true), text)
		if err == nil && !d.json {
			_, err = fmt.Fprintln(d.out, "This is a preview: nothing has been done.")
		}
		return err
	}
	if in, ok := d.in.(*os.File); ok && terminal.Is(in) && !f.Yes {
		would, err := ask(d, v, args(true))
		if err != nil {
			return err
		}
		if !d.json {
			text(would)
		}
		if !d.answersYes("This cannot be undone. Do it? (yes or no) ") {
			fmt.Fprintln(d.err, "Nothing has been done.")
			return errFailed
		}
	}
	return show(d, v, args(false), text)
}

// answersYes puts a question to whoever sits at the terminal.
func (d *desk) answersYes(question string) bool {
	fmt.Fprint(d.err, question)
	answer, _ := bufio.NewReader(d.in).ReadString('\n')
	return strings.EqualFold(strings.TrimSpace(answer), "yes")
}
