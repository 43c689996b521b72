package main

import (
	"fmt"
	"time"

	"corrd/cmd/internal/control"
)

// applicantHead heads the table of newcomers.
const applicantHead = "NAME ADDRESS CONFIRMED PLAYER"

func applicantLine(a control.ApplicantView) []any {
	player := any("-")
	if a.Player != nil {
		player = *a.Player
	}
	return []any{a.Name, a.Address, stamp(a.Confirmed), player}
}

type playerApproveCmd struct {
	Name string `arg:"" optional:"" help:"Name or address of the newcomer, or all."`
}

// Run is refused where nobody who waits is called so.
func (c playerApproveCmd) Run(d *desk) error {
	if c.Name == "" {
		return list(d, control.PlayerWaiting, control.None{}, applicantHead, applicantLine)
	}
	return list(d, control.PlayerApprove, control.Named{Name: c.Name}, applicantHead, applicantLine)
}

type playerRefuseCmd struct {
	Name string `arg:"" help:"Name or address of the newcomer."`
}

// Run is refused where nobody who waits is called so.
func (c playerRefuseCmd) Run(d *desk) error {
	return list(d, control.PlayerRefuse, control.Named{Name: c.Name}, applicantHead, applicantLine)
}

type playerLeaveCmd struct {
	playerArg
	For     span `arg:"" help:"How long, in whole days: 14d."`
	Preview bool `help:"Say what would come of it, and do nothing."`
}

// Run prints a line for each game.
func (c playerLeaveCmd) Run(d *desk) error {
	const day = 24 * time.Hour
	a := control.Leave{Whom: whom(c.Player), Preview: c.Preview}
	if length := time.Duration(c.For); length%day == 0 {
		a.Days = int(length / day)
	}
	return show(d, control.PlayerLeave, a, func(l control.LeaveView) {
		for _, line := range l.Taken {
			fmt.Fprintf(d.out, "Leave       %s\n", line)
		}
		for _, line := range l.Refused {
			fmt.Fprintf(d.out, "No leave    %s\n", line)
		}
		if len(l.Taken)+len(l.Refused) == 0 {
			fmt.Fprintln(d.out, "No leave    they play in no game that goes on")
		}
	})
}
