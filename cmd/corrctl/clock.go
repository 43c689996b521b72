package main

import (
	"fmt"
	"time"

	"corrd/cmd/internal/control"
)

type clockCmd struct {
	Show    clockShowCmd    `cmd:"" help:"Show the daemon's clock."`
	Advance clockAdvanceCmd `cmd:"" help:"Advance a virtual clock; all that falls due on the way happens in order."`
	Accept  clockAcceptCmd  `cmd:"" help:"Trust the clock again after it jumped; until then no flag falls."`
}

type clockShowCmd struct{}

// Run prints what the clock reads, its kind, and whether it has stopped the flags.
func (clockShowCmd) Run(d *desk) error { return showClock(d, control.ClockShow, control.None{}) }

type clockAdvanceCmd struct {
	By span `arg:"" help:"How far: 90s, 15m, 26h or 3d."`
}

// Run returns when all that falls due on the way has happened.
func (c clockAdvanceCmd) Run(d *desk) error {
	return showClock(d, control.ClockAdvance, control.Lasting{For: time.Duration(c.By)})
}

type clockAcceptCmd struct{}

// Run is refused on a virtual clock, which cannot jump.
func (clockAcceptCmd) Run(d *desk) error { return showClock(d, control.ClockAccept, control.None{}) }

func showClock[A any](d *desk, v control.Verb[A, control.ClockState], args A) error {
	return show(d, v, args, func(c control.ClockState) {
		fmt.Fprintf(d.out, "%s (%s)\n", c.Now.Format(time.RFC3339), c.Mode)
		if c.Stopped {
			fmt.Fprintln(d.out, "The clock has jumped, and no flag falls. Set it right if it is wrong, then: corrctl clock accept")
		}
	})
}

type settleCmd struct {
	Timeout span `help:"How long to wait." default:"60s"`
}

// Run ends with status 1 and the counts when the time is over.
func (c settleCmd) Run(d *desk) error {
	s, err := ask(d, control.Settle, control.Lasting{For: time.Duration(c.Timeout)})
	if err != nil {
		return err
	}
	err = d.printOr(s, func() { fmt.Fprintf(d.out, "%d letters have their verdict, %d wait\n", s.Settled, s.Pending) })
	if err == nil && s.Pending > 0 {
		return errFailed
	}
	return err
}
