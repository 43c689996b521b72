package scenario

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/umpire"
	"corrd/game"
	"corrd/game/play"
	"corrd/templates/texts"
	"github.com/alecthomas/kong"
)

// ordered carries out on a daemon the commands of corrctl in published scenarios: rulings, cards,
// and changes of players and their seats.
func ordered(ctx context.Context, socket string, args []string) error {
	daemon := control.Dial(socket)
	switch {
	case args[0] == "rule":
		return rule(ctx, socket, args)
	case args[0] == "card":
		return card(ctx, daemon, args[1:])
	case args[0] != "player" || len(args) < 3:
	case args[1] == "add":
		return daemon.Call(ctx, "/player/add", control.Enrolment{Name: args[2], Address: args[3], Quiet: true}, &control.PlayerView{})
	case args[1] == "postal" && len(args) == 4:
		id, err := strconv.ParseInt(args[2], 10, 64)
		if err != nil {
			return err
		}
		_, err = control.PlayerPostal.Ask(ctx, daemon, control.Rehousing{Whom: control.Whom{ID: id}, Postal: args[3]})
		return err
	case args[1] == "rotate-keys":
		seat, err := seatOf(args[2])
		if err != nil {
			return err
		}
		return daemon.Call(ctx, "/player/rotate-keys", control.Seating{Seat: seat}, &control.SeatView{})
	case args[1] == "replace":
		return replace(ctx, socket, args)
	}
	return fmt.Errorf("%v is nothing the umpire of this suite does", args)
}

// card posts a card or enters one.
func card(ctx context.Context, daemon *control.Control, args []string) error {
	var c struct {
		Posted struct {
			ID int64 `arg:""`
			At string
		} `cmd:""`
		Enter struct {
			Seat                              string `arg:""`
			Postmark, Arrived, Received, Text string
		} `cmd:""`
	}
	parser, err := kong.New(&c, kong.Name("card"), kong.NoDefaultHelp(), kong.Exit(func(int) {}))
	if err != nil {
		return err
	}
	words, err := parser.Parse(args)
	if err != nil {
		return err
	}
	if strings.HasPrefix(words.Command(), "posted") {
		_, err = control.CardPosted.Ask(ctx, daemon, control.Posting{ID: c.Posted.ID, At: c.Posted.At})
		return err
	}
	seat, err := seatOf(c.Enter.Seat)
	if err != nil {
		return err
	}
	_, err = control.CardEnter.Ask(ctx, daemon, control.Entering{Seat: seat, Postmark: c.Enter.Postmark, Arrived: c.Enter.Arrived,
		Received: c.Enter.Received, Text: strings.ReplaceAll(c.Enter.Text, `\n`, "\n")})
	return err
}

// replace puts another player into a seat.
func replace(ctx context.Context, socket string, args []string) error {
	seat, err := seatOf(args[2])
	if err != nil {
		return err
	}
	command, err := rulingIn(args[4:])
	if err != nil {
		return err
	}
	a := control.Replacing{Seat: seat, Address: args[3], Rule: &play.Rule{Ruling: game.Ruling{Reason: command.Reason}, Law: game.Law(command.Law)}}
	return control.Dial(socket).Call(ctx, "/player/replace", a, &control.RulingView{})
}

func seatOf(text string) (*control.Seat, error) {
	var s control.Seat
	var err error
	s.Game, s.Side, s.Member, err = umpire.Seat(text)
	return &s, err
}

// rule makes a ruling.
func rule(ctx context.Context, socket string, args []string) error {
	id, err := strconv.ParseInt(args[1], 10, 64)
	words := args[2:]
	if args[1] == "undo" {
		var event int64
		id, event, err = umpire.Event(args[2])
		words = append([]string{"undo", fmt.Sprint(event)}, args[3:]...)
	}
	if err != nil {
		return err
	}
	command, err := rulingIn(words)
	if err != nil {
		return err
	}
	r, refusal := command.Rule()
	if refusal != "" {
		return errors.New(texts.Because(refusal))
	}
	return control.Dial(socket).Call(ctx, "/rule", control.Ruling{ID: id, Rule: &r, Preview: command.Preview}, &control.RulingView{})
}

// rulingIn reads the arguments that follow the number of the game.
func rulingIn(args []string) (umpire.Command, error) {
	c := umpire.NewCommand()
	var err error
	if len(args) > 1 && args[0] == "undo" {
		if c.Undo, err = strconv.ParseInt(args[1], 10, 64); err != nil {
			return c, err
		}
		args = args[2:]
	}
	parser, err := kong.New(&c, kong.Name("rule"), kong.NoDefaultHelp(), kong.Exit(func(int) {}))
	if err == nil {
		_, err = parser.Parse(umpire.Joined(args))
	}
	return c, err
}
