package main

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"corrd/cmd/internal/control"
	"corrd/store"
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
// to a file, instead of printing it. Only JSON is printed of a letter whose bytes are gone.
func (c inboxShowCmd) Run(d *desk) error {
	letter, err := ask(d, control.InboxShow, control.Numbered{ID: c.ID})
	if err != nil {
		return err
	}
	whole := c.Out != "" || !d.json
	switch {
	case whole && letter.Erased != 0:
		return fmt.Errorf("letter %d has been erased, by order %d", c.ID, letter.Erased)
	case whole && letter.Purged:
		return fmt.Errorf("the bytes of letter %d are not kept any more: letters of strangers are kept for 30 days, and within a quota", c.ID)
	case c.Out != "":
		if err := writeWhole(c.Out, letter.Raw); err != nil || !d.json {
			return err
		}
	}
	return d.printOr(letter, func() { d.out.Write(letter.Raw) })
}

type inboxReleaseCmd struct{ letterID }

// Run lets a letter that waits act. It is refused for a letter that does not wait.
func (c inboxReleaseCmd) Run(d *desk) error {
	return decide(d, control.InboxRelease, control.Numbered{ID: c.ID})
}

type inboxDiscardCmd struct {
	letterID
	Reason string `required:"" help:"Why; it is kept with the letter." placeholder:"TEXT"`
	finalFlags
}

// Run decides that a letter that waits never acts. It is refused for a letter that does not wait.
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
		return []any{l.ID, stamp(l.At), l.From, game, waiting(l.State, l.State == "held" || l.State == "quarantined"), prose(l.Reason)}
	})
}

type outboxCmd struct {
	List  outboxListCmd  `cmd:"" help:"List the letters that wait, and those that were set aside."`
	Show  outboxShowCmd  `cmd:"" help:"Show a letter that went out, or waits."`
	Retry outboxRetryCmd `cmd:"" help:"Send a letter that waits, or was set aside, now."`
	Park  outboxParkCmd  `cmd:"" help:"Set a letter aside; it is not sent until it is retried."`
}

type outboxListCmd struct{}

// Run prints a line for each row that has not gone out.
func (outboxListCmd) Run(d *desk) error {
	rows, err := ask(d, control.OutboxList, control.None{})
	if err != nil {
		return err
	}
	return d.printRows(rows...)
}

// rowNumber is the number of a letter that goes out, which may be written as elsewhere, with an o.
type rowNumber int64

// rowID is the argument of the commands about one row.
type rowID struct {
	ID rowNumber `arg:"" help:"Number of the letter, as in the list; o17 is 17."`
}

type outboxRetryCmd struct{ rowID }

// Run has a letter sent again at once. It is refused for a letter that has been sent.
func (c outboxRetryCmd) Run(d *desk) error { return c.change(d, control.OutboxRetry) }

type outboxParkCmd struct{ rowID }

// Run keeps a letter from being sent until it is retried. It is refused for a letter that has been
// sent.
func (c outboxParkCmd) Run(d *desk) error { return c.change(d, control.OutboxPark) }

func (c rowID) change(d *desk, v control.Verb[control.Numbered, control.OutboxView]) error {
	row, err := ask(d, v, control.Numbered{ID: int64(c.ID)})
	if err != nil {
		return err
	}
	return d.printRows(row)
}

func (d *desk) printRows(rows ...control.OutboxView) error {
	return printList(d, rows, "ID TO NAME KIND STATE TRIES NEXT ERROR", func(r control.OutboxView) []any {
		next := "-"
		if r.Next != nil {
			next = stamp(*r.Next)
		}
		trouble := orNothing(r.Error)
		if r.Daemon != nil {
			trouble = strings.TrimPrefix(trouble+"; in hand at "+*r.Daemon, "; ")
		}
		to := r.To
		if r.State == string(store.ToPrint) || store.IsCard(to) {
			to = "by card"
		}
		return []any{r.ID, to, cmp.Or(orNothing(r.Player), "-"), r.Kind, waiting(r.State, r.State == "parked"), r.Tries, next, prose(cmp.Or(trouble, "-"))}
	})
}

type budgetCmd struct {
	Show budgetShowCmd `cmd:"" help:"Show how many answers an address has had today, or without an address all in this hour."`
	Lift budgetLiftCmd `cmd:"" help:"Have the budgets of an address for today begin anew: answers, invitations, challenges, confirmations. Without an address, those of all answers in this hour."`
}

// budgetOf is the argument of the commands about budgets.
type budgetOf struct {
	Player string `arg:"" optional:"" help:"Number, address or name of a player, or a stranger's address; left out: all, in this hour."`
}

type budgetShowCmd struct{ budgetOf }

// Run prints what has been spent.
func (c budgetShowCmd) Run(d *desk) error { return c.print(d, control.BudgetShow) }

type budgetLiftCmd struct{ budgetOf }

// Run lifts the budget and prints the budget after.
func (c budgetLiftCmd) Run(d *desk) error { return c.print(d, control.BudgetLift) }

func (c budgetOf) print(d *desk, v control.Verb[control.Whom, control.BudgetView]) error {
	return show(d, v, whom(c.Player), func(b control.BudgetView) {
		whose := "all, in this hour"
		if b.Address != nil {
			whose = *b.Address + ", today"
		}
		fmt.Fprintf(d.out, "Answers of   %s\nSpent        %d of %d\nBy key       %d of %d\nUnproven     %d of %d\nBegins anew  %s\n", whose, b.Spent, b.Limit, b.KeyedSpent, b.Limit, b.UnprovenSpent, b.UnprovenLimit, stamp(b.Reopens))
		if b.Address != nil {
			fmt.Fprintf(d.out, "Challenges   %d, with %d invitations to strangers\n", b.Challenges, b.Invitations)
		}
	})
}

type messageCmd struct {
	To      []string `required:"" placeholder:"PLAYER" help:"To whom it goes: all, or \"event 4\", or players by number, address or name; again for each. Who writes stop news has none, and the same words go to nobody twice. A few go a minute, behind the letters of games."`
	File    string   `arg:"" help:"File of the letter, in UTF-8: a line \"Subject: …\", an empty line, and the words; - is standard input."`
	Preview bool     `help:"Show the letter and say how many go by mail and by card, and send nothing. With --json: mail, cards (how many go), had, without (names), subject, letter."`
}

// mostInLetter is the greatest number of bytes that is read of a letter.
const mostInLetter = 64 << 10

// Run sends a letter to many players. It is refused where it has gone to all of them before.
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
		case event:
			return usage("a letter goes to the players of one event; send it to those of %q by itself", to)
		default:
			a.To = append(a.To, whom(to))
		}
	}
	text, err := d.readWords(c.File, mostInLetter, "say it in fewer words")
	if err != nil {
		return err
	}
	head, words, _ := strings.Cut(text, "\n")
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
