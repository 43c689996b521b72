package main

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"corrd/cmd/internal/control"
)

type disputeCmd struct {
	List   disputeListCmd   `cmd:"" help:"List what waits for the umpire: for whom, until when, and whose clock runs."`
	Show   disputeShowCmd   `cmd:"" help:"Show a dispute: what each side says, the position, the clocks, what happened, and what the umpire can do."`
	Ask    disputeAskCmd    `cmd:"" help:"Ask a side for facts: its answer comes to the dispute."`
	Note   disputeNoteCmd   `cmd:"" help:"Keep a note about a dispute, of which nobody is told."`
	Close  disputeCloseCmd  `cmd:"" help:"End a dispute without a ruling. Both sides are told why."`
	File   disputeFileCmd   `cmd:"" help:"Put the evidence of a dispute into one archive that anybody can verify."`
	Verify disputeVerifyCmd `cmd:"" help:"Verify an archive of evidence, on any machine. Needs no daemon."`
}

type disputeListCmd struct {
	Game int64 `placeholder:"GAME" help:"Those about one game, closed ones too."`
}

// Run prints a line for each dispute.
func (c disputeListCmd) Run(d *desk) error {
	return list(d, control.DisputeList, control.Which{Game: c.Game}, "ID GAME GROUND BY OPENED WAITS-FOR UNTIL CLOCK", func(v control.DisputeView) []any {
		return []any{v.ID, v.Game, v.Ground, v.By, stamp(v.Opened), waiting(v.WaitingFor, v.WaitingFor == "umpire"), d.due(v.Due), v.Running}
	})
}

// disputeID is the argument of every command about one dispute.
type disputeID struct {
	ID int64 `arg:"" help:"Number of the dispute."`
}

type disputeShowCmd struct {
	disputeID
	Brief bool `help:"Only what waits, for whom, and what the umpire can do: no board, no letters."`
}

// Run prints the screen of a dispute.
func (c disputeShowCmd) Run(d *desk) error {
	return show(d, control.DisputeShow, control.Numbered{ID: c.ID}, func(v control.DisputeDetail) { printDispute(d, v, c.Brief) })
}

// printDispute is the umpire's screen of one dispute, or the brief one.
func printDispute(d *desk, v control.DisputeDetail, brief bool) {
	fmt.Fprintf(d.out, "Dispute %d   game %d, %s by %s, %s; %s\n", v.ID, v.Game, v.Ground, v.By, stamp(v.Opened), v.State)
	if v.State == "open" {
		until := ""
		if v.Due != nil {
			until = " until " + stamp(*v.Due)
		}
		fmt.Fprintf(d.out, "Waits    for %s%s; time runs for: %s\n", v.WaitingFor, until, v.Board.Running)
	}
	if !brief {
		printCase(d, v)
	}
	if len(v.Options) == 0 {
		return
	}
	fmt.Fprintf(d.out, "\nWhat the umpire can do; --preview shows what would come of each:\n")
	for _, o := range v.Options {
		fmt.Fprintf(d.out, "  %s\n      %s\n", o.Command, o.Says)
	}
	for _, side := range []string{"white", "black"} {
		fmt.Fprintf(d.out, "  corrctl dispute ask %d %s --within 14d --words TEXT\n", v.ID, side)
	}
	fmt.Fprintf(d.out, "  corrctl dispute close %d --reason TEXT\n", v.ID)
}

// printCase prints the letters of a dispute, what each side says, the game, and what has happened.
func printCase(d *desk, v control.DisputeDetail) {
	fmt.Fprintf(d.out, "Letters  %s\n", cmp.Or(strings.Join(v.Letters, " "), "-"))
	for _, s := range v.Says {
		to := ""
		if s.To != nil {
			to = " asks " + *s.To
		}
		fmt.Fprintf(d.out, "\n%s  %s%s:\n%s\n", stamp(s.At), s.By, to, indented(s.Words))
	}
	fmt.Fprintln(d.out)
	printGame(d, v.Board)
	fmt.Fprintln(d.out)
	for _, m := range v.Timeline {
		fmt.Fprintf(d.out, "%s  %s\n", stamp(m.At), m.What)
	}
}

// indented is a text of somebody's, each line set in.
func indented(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n    ")
}

type disputeAskCmd struct {
	disputeID
	Side   string `arg:"" help:"white or black."`
	Within span   `required:"" placeholder:"DUR" help:"The time for the answer, as in 14d."`
	Words  string `default:"What do you say to this? Tell me what you sent and received, and when." placeholder:"TEXT" help:"What is asked."`
}

// Run asks a side.
func (c disputeAskCmd) Run(d *desk) error {
	return show(d, control.DisputeAsk, control.Asking{ID: c.ID, Side: c.Side, Words: c.Words, Within: time.Duration(c.Within)}, d.dispute)
}

type disputeNoteCmd struct {
	disputeID
	Words string `arg:"" help:"The note."`
}

// Run keeps a note.
func (c disputeNoteCmd) Run(d *desk) error {
	return show(d, control.DisputeNote, control.Writing{ID: c.ID, Words: c.Words}, d.dispute)
}

type disputeCloseCmd struct {
	disputeID
	Reason string `required:"" placeholder:"TEXT" help:"Why. Both sides read it."`
	finalFlags
}

// Run closes a dispute.
func (c disputeCloseCmd) Run(d *desk) error {
	a := control.Closing{Writing: control.Writing{ID: c.ID, Words: c.Reason}}
	return final(d, control.DisputeClose, c.finalFlags, func(preview bool) control.Closing { a.Preview = preview; return a }, d.dispute)
}

// dispute prints a dispute in a line.
func (d *desk) dispute(v control.DisputeView) {
	waits := ""
	if v.State == "open" {
		waits = ", waits for " + v.WaitingFor
	}
	if v.Due != nil {
		waits += " until " + stamp(*v.Due)
	}
	fmt.Fprintf(d.out, "Dispute %d, game %d: %s%s\n", v.ID, v.Game, v.State, waits)
}

type disputeFileCmd struct {
	disputeID
	fileFlags
}

// Run files the evidence of a dispute.
func (c disputeFileCmd) Run(d *desk) error {
	return d.file(control.DisputeFile, control.Filing{ID: c.ID, For: c.For}, c.Out)
}
