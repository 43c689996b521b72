package main

import (
	"fmt"
	"strconv"
	"strings"

	"corrd/cmd/internal/control"
)

type messageCmd struct {
	To      []string `required:"" placeholder:"PLAYER" help:"To whom it goes: all, or \"event 4\", or players by number, address or name; again for each. Who writes stop news has none, and the same words go to nobody twice. A few go a minute, behind the letters of games."`
	File    string   `arg:"" help:"File of the letter, in UTF-8: a line \"Subject: …\", an empty line, and the words; - is standard input."`
	Preview bool     `help:"Show the letter and say how many go by mail and by card, and send nothing. With --json: mail, cards (how many go), had, without (names), subject, letter."`
}

// mostInLetter is the greatest number of bytes that is read of a letter.
const mostInLetter = 64 << 10

// Run is refused where nobody is left to whom the letter has not gone.
func (c messageCmd) Run(d *desk) error {
	a := control.Message{Preview: c.Preview}
	for _, to := range c.To {
		switch number, event := strings.CutPrefix(strings.ToLower(to), "event "); {
		case strings.EqualFold(to, "all"):
			a.All = true
		case event && a.Event == 0:
			var err error
			if a.Event, err = strconv.ParseInt(strings.TrimSpace(number), 10, 64); err != nil || a.Event < 1 {
				return usage("%q names no event: it has a number, as in --to \"event 4\"", to)
			}
		default:
			a.To = append(a.To, whom(to))
		}
	}
	text, err := d.readText(c.File, mostInLetter, "say it in fewer words")
	if err != nil {
		return err
	}
	head, words, _ := strings.Cut(string(text), "\n")
	if subject, ok := strings.CutPrefix(strings.TrimSpace(head), "Subject:"); ok {
		a.Subject, a.Words = subject, words
	}
	return show(d, control.SendMessage, a, func(m control.MessageView) { d.printMessage(m, c.Preview) })
}

// printMessage prints to whom a circular goes, and in a preview how it looks.
func (d *desk) printMessage(m control.MessageView, preview bool) {
	if preview {
		fmt.Fprintf(d.out, "Subject: %s\n\n%s\n", m.Subject, m.Letter)
	}
	fmt.Fprintf(d.out, "By mail     %d\nBy card     %d\n", m.Mail, m.Cards)
	for _, name := range m.Had {
		fmt.Fprintf(d.out, "Has had it  %s\n", name)
	}
	for _, name := range m.Without {
		fmt.Fprintf(d.out, "Not to      %s, who wants no circulars or is registered no more\n", name)
	}
}
