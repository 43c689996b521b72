package main

import (
	"errors"
	"fmt"
	"os"

	"corrd/cmd/internal/control"
)

type inboxCmd struct {
	List    inboxListCmd    `cmd:"" help:"List the letters that are held for their player's word, those that could not be filed, and those that were ignored or were copies, each with the reason. The bytes of strangers' letters are kept for 30 days, and within a quota."`
	Show    inboxShowCmd    `cmd:"" help:"Print a letter that came in, as it was received; any letter, by its number."`
	Release inboxReleaseCmd `cmd:"" help:"Have a held letter act, as if its player had said yes now."`
	Discard inboxDiscardCmd `cmd:"" help:"End a letter that waits: it will never act."`
}

type inboxListCmd struct{}

// Run prints a line for each letter that waits.
func (inboxListCmd) Run(d *desk) error {
	letters, err := ask(d, control.InboxList, control.None{})
	if err != nil {
		return err
	}
	return d.printInbox(letters...)
}

// letterID is the argument every command about one letter takes.
type letterID struct {
	ID int64 `arg:"" help:"Number of the letter, as in the lists."`
}

type inboxShowCmd struct {
	letterID
	Out string `help:"Write the letter, byte for byte, into this new file; a terminal is shown no controls." type:"path" placeholder:"FILE"`
}

// Run prints the raw mail or, with --json, the letter as JSON; with --out Run writes the raw mail
// to a file instead.
func (c inboxShowCmd) Run(d *desk) error {
	letter, err := ask(d, control.InboxShow, control.Numbered{ID: c.ID})
	if err != nil {
		return err
	}
	if letter.Erased != 0 && !d.json {
		return fmt.Errorf("letter %d has been erased, by order %d", c.ID, letter.Erased)
	}
	if letter.Purged && !d.json {
		return fmt.Errorf("the bytes of letter %d are not kept any more: letters of strangers are kept for 30 days, and within a quota", c.ID)
	}
	if c.Out != "" {
		return writeNew(c.Out, letter.Raw)
	}
	return d.printOr(letter, func() { d.out.Write(letter.Raw) })
}

// writeNew writes a new file that only its owner may read. A file that exists already is an error.
func writeNew(name string, content []byte) error {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return writing(err)
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Close())
}

type inboxReleaseCmd struct{ letterID }

// Run is refused for a letter that does not wait.
func (c inboxReleaseCmd) Run(d *desk) error {
	return decide(d, control.InboxRelease, control.Numbered{ID: c.ID})
}

type inboxDiscardCmd struct {
	letterID
	Reason string `required:"" help:"Why; it is kept with the letter." placeholder:"TEXT"`
	finalFlags
}

// Run is refused for a letter that does not wait.
func (c inboxDiscardCmd) Run(d *desk) error {
	a := control.Discarding{ID: c.ID, Reason: c.Reason}
	return final(d, control.InboxDiscard, c.finalFlags, func(preview bool) control.Discarding { a.Preview = preview; return a }, d.inboxLetter)
}

// decide has the daemon decide on a letter, and prints what has become of the letter.
func decide[A any](d *desk, v control.Verb[A, control.InboxView], args A) error {
	letter, err := ask(d, v, args)
	if err != nil {
		return err
	}
	return d.printInbox(letter)
}

// inboxLetter prints what has become of a letter.
func (d *desk) inboxLetter(l control.InboxView) { d.printInbox(l) }

func (d *desk) printInbox(letters ...control.InboxView) error {
	return printList(d, letters, "ID RECEIVED FROM GAME STATE REASON", func(l control.InboxView) []any {
		game := "-"
		if l.Game != nil {
			game = fmt.Sprintf("%d %s", *l.Game, *l.Seat)
		}
		return []any{l.ID, stamp(l.At), l.From, game, waiting(l.State, l.State == "held" || l.State == "quarantined"), l.Reason}
	})
}
