package main

import (
	"fmt"
	"strings"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/umpire"
	"corrd/game"
	"corrd/game/play"
)

// seatArg is the argument of the commands about one seat.
type seatArg struct {
	Seat string `arg:"" placeholder:"SEAT" help:"The game and the side, as in 12.white or g12.w; where the side is of several players also the member, as in 12.white.m2 or g12.wm2."`
}

func (a seatArg) read() (*control.Seat, error) {
	var s control.Seat
	var err error
	if s.Game, s.Side, s.Member, err = umpire.Seat(a.Seat); err != nil {
		return nil, usageError{err}
	}
	return &s, nil
}

type playerRotateKeysCmd struct{ seatArg }

// Run prints the seat with the generation of its new keys.
func (c playerRotateKeysCmd) Run(d *desk) error {
	s, err := c.read()
	if err != nil {
		return err
	}
	return show(d, control.PlayerRotateKeys, control.Seating{Seat: s}, func(view control.SeatView) {
		fmt.Fprintf(d.out, "%s has new reply addresses in game %d; their keys are of generation %d. A letter with the first of them has gone out.\n", view.Name, view.Game, view.Generation)
	})
}

type playerReplaceCmd struct {
	seatArg
	Address string `arg:"" help:"An address of the registered player who takes the seat."`
	Law     string `required:"" placeholder:"CITATION" help:"The provision it rests on, as corrctl law names them, such as house:25."`
	Reason  string `required:"" placeholder:"TEXT" help:"Why. Both sides read it, and so does the player replaced."`
	Preview bool   `help:"Say what would come of it, and do nothing."`
}

// Run replaces the player, or previews the change, and prints what comes of the change as a ruling
// does.
func (c playerReplaceCmd) Run(d *desk) error {
	s, err := c.read()
	if err != nil {
		return err
	}
	r := play.Rule{Ruling: game.Ruling{Reason: strings.TrimSpace(c.Reason)}, Law: game.Law(c.Law)}
	return show(d, control.PlayerReplace, control.Replacing{Seat: s, Address: c.Address, Rule: &r, Preview: c.Preview}, d.ruling)
}
