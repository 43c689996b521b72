package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"corrd/cmd/internal/control"
	"corrd/mailer"
	"corrd/mailer/parse"
)

type letterShowCmd struct {
	ID  string `arg:"" placeholder:"ID" help:"Number of the letter: 7 came in, o17 went out."`
	Out string `type:"path" placeholder:"FILE" help:"Write the letter into this new file, byte for byte."`
}

// Run prints what is known of a letter, and its text.
func (c letterShowCmd) Run(d *desk) error {
	number, out := strings.CutPrefix(strings.ToLower(c.ID), "o")
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil || id < 1 {
		return usageError{fmt.Errorf("%q is no letter: 7 is one that came in, o17 one that went out", c.ID)}
	}
	l, err := ask(d, control.LetterShow, control.OneLetter{ID: id, Out: out})
	if err != nil {
		return err
	}
	if c.Out != "" {
		if len(l.Raw) == 0 {
			return fmt.Errorf("letter %s: %s", c.ID, l.Gone)
		}
		if _, err := os.Lstat(c.Out); err == nil {
			return fmt.Errorf("%s exists; name a new file", c.Out)
		}
		if err := writeWhole(c.Out, l.Raw); err != nil {
			return err
		}
	}
	return d.printOr(l, func() { printLetter(d, c.ID, l) })
}

// printLetter prints a letter that came or went.
func printLetter(d *desk, id string, l control.LetterDetail) {
	mail := parse.Letter(l.Raw, mailer.Envelope{}, parse.Options{})
	subject := l.Subject
	if subject == "" {
		subject = mail.Subject
	}
	for _, row := range [][2]string{
		{"Letter", fmt.Sprintf("%s, %s, %s %s", id, stamp(l.At), l.Kind, l.State)}, {"From", l.From}, {"To", l.To}, {"Subject", subject},
		{"Message", l.MessageID}, {"Verdict", orNothing(l.Verdict)}, {"Gone", l.Gone},
	} {
		if row[1] != "" {
			fmt.Fprintf(d.out, "%-8s %s\n", row[0], row[1])
		}
	}
	if text := strings.TrimSpace(mail.FullText); text != "" {
		fmt.Fprintf(d.out, "\n%s\n", text)
	}
}
