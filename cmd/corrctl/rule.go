package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/terminal"
	"corrd/cmd/internal/umpire"
	"corrd/game/board"
	"corrd/templates"
	"corrd/templates/texts"
)

type ruleCmd struct {
	Game ruleGameCmd `cmd:"" default:"withargs" help:"Rule in a game: one verb, the law and the reason. The word game may be left out."`
	Undo ruleUndoCmd `cmd:"" help:"Let the last ruling in a game count as not made."`
}

type ruleGameCmd struct {
	gameID
	umpire.Command
}

type ruleUndoCmd struct {
	Event   string `arg:"" placeholder:"GAME.EVENT" help:"The ruling: the number of the game and that of its event, as in 12.7; corrctl game events 12 numbers them."`
	Law     string `required:"" placeholder:"CITATION" help:"The provision it rests on."`
	Reason  string `required:"" placeholder:"TEXT" help:"Why. Both sides read it."`
	Preview bool   `help:"Say what would come of it, and do nothing."`
}

// Run makes or previews the ruling.
func (c ruleGameCmd) Run(d *desk) error { return d.rule(c.ID, c.Command) }

// Run makes or previews the ruling that another counts as not made.
func (c ruleUndoCmd) Run(d *desk) error {
	id, undo, err := umpire.Event(c.Event)
	if err != nil {
		return usageError{err}
	}
	return d.rule(id, umpire.Command{Undo: undo, Law: c.Law, Reason: c.Reason, Preview: c.Preview})
}

// rule asks for a ruling, or for a preview of the ruling, and prints what comes of the ruling.
func (d *desk) rule(id int64, c umpire.Command) error {
	r, refusal := c.Rule()
	if refusal != "" {
		return usage("%s", texts.Because(refusal))
	}
	return show(d, control.Rule, control.Ruling{ID: id, Rule: &r, Dispute: c.Dispute, As: c.As, Preview: c.Preview}, d.ruling)
}

// ruling says what has come of a ruling, or would.
func (d *desk) ruling(v control.RulingView) {
	if v.Preview {
		fmt.Fprintln(d.out, "Nothing is done. This would come of it:")
	}
	for _, e := range v.Events {
		fmt.Fprintf(d.out, "Event %d  %s, by %s, %s\n", e.Seq, texts.Named("event", e.Kind), texts.Named("side", e.By), e.Law)
	}
	for _, l := range v.Letters {
		fmt.Fprintln(d.out, strings.TrimSuffix(fmt.Sprintf("Letter   to %s: %s", texts.Named("side", l.To), l.Subject), ": "))
	}
	if v.Before != nil {
		printChanges(d, *v.Before, v.Game)
		for _, l := range v.Letters {
			if l.Text == "" {
				continue
			}
			fmt.Fprintf(d.out, "\n--- the letter to %s: %s\n\n%s\n", texts.Named("side", l.To), l.Subject, strings.TrimSpace(l.Text))
		}
		fmt.Fprintln(d.out)
	}
	for _, id := range v.Open {
		fmt.Fprintf(d.out, "Dispute %d stays open; a ruling with --dispute %d decides it\n", id, id)
	}
	if v.Before == nil {
		printGame(d, v.Game)
	}
}

// printChanges prints the board and the clocks of a game after a ruling, and what else the ruling
// would change.
func printChanges(d *desk, was, is control.GameView) {
	fmt.Fprintf(d.out, "Game %d   %s (White) - %s (Black)\n", is.ID, is.White, is.Black)
	if p, err := board.ParseFEN(is.FEN); err == nil {
		fmt.Fprintf(d.out, "\n%s\n", strings.TrimRight(templates.Board(&p, board.White), "\n"))
	}
	printClock(d, "White", is.Clocks.White)
	printClock(d, "Black", is.Clocks.Black)
	until := func(g control.GameView) string {
		if g.Window == nil || g.Window.Until == nil {
			return "-"
		}
		return stamp(*g.Window.Until)
	}
	for _, row := range [][3]string{
		{"Position", was.FEN, is.FEN}, {"Turn", turn(was.Turn), turn(is.Turn)}, {"State", was.State, is.State}, {"To act", was.ToAct, is.ToAct},
		{"Time runs", was.Running, is.Running}, {"Until", until(was), until(is)}, {"Result", result(was.Result), result(is.Result)},
		{"Terms", strings.Join(was.Terms, ", "), strings.Join(is.Terms, ", ")},
	} {
		if row[1] != row[2] {
			fmt.Fprintf(d.out, "%-9s now  %s\n%-9s then %s\n", row[0], row[1], "", row[2])
		}
	}
}

type umpireCmd struct {
	List   umpireListCmd   `cmd:"" help:"List the umpires: the first who does not play in a game is its umpire, the others are deputies."`
	Add    umpireAddCmd    `cmd:"" help:"Make somebody an umpire: they have letters they can answer, and their rulings carry their name."`
	Remove umpireRemoveCmd `cmd:"" help:"End an umpire's power. Their rulings stand."`
}

type umpireListCmd struct{}

// Run prints a line for each umpire.
func (umpireListCmd) Run(d *desk) error {
	return list(d, control.UmpireList, control.None{}, "UMPIRE NAME ADDRESS SINCE REMOVED", func(u control.UmpireView) []any {
		removed := "-"
		if u.Removed != nil {
			removed = stamp(*u.Removed)
		}
		return []any{u.ID, u.Name, u.Address, stamp(u.Added), removed}
	})
}

type umpireAddCmd struct {
	Name    string `arg:"" help:"Name, as both sides read it."`
	Address string `arg:"" help:"Address, for which you vouch."`
}

// Run makes somebody an umpire.
func (c umpireAddCmd) Run(d *desk) error {
	return show(d, control.UmpireAdd, control.Enrolment{Name: c.Name, Address: c.Address}, d.umpire)
}

type umpireRemoveCmd struct {
	Name string `arg:"" help:"Name, address or number."`
	finalFlags
}

// Run ends an umpire's power.
func (c umpireRemoveCmd) Run(d *desk) error {
	return final(d, control.UmpireRemove, c.finalFlags, func(preview bool) control.Naming { return control.Naming{Name: c.Name, Preview: preview} }, d.umpire)
}

func (d *desk) umpire(u control.UmpireView) {
	state := "rules"
	if u.Removed != nil {
		state = "rules no more"
	}
	fmt.Fprintf(d.out, "Umpire %d, %s <%s>, %s\n", u.ID, u.Name, u.Address, state)
	for _, name := range u.Alike {
		fmt.Fprintf(d.out, "Warning: a player goes by the name %s and may be taken for this umpire: corrctl player rename gives them another.\n", name)
	}
}

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

// finalFlags are the flags of a command that nothing undoes.
type finalFlags struct {
	Preview bool `help:"Say what would come of it, and do nothing."`
	Yes     bool `help:"Do not ask first, as is done where somebody sits at a terminal."`
}

// final asks the daemon for a thing that nothing undoes, and prints the answer with text. Where
// somebody sits at a terminal, they first see what would come of it and are asked; a script is not
// asked. args gives the arguments of the act or of its preview.
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
		out, asJSON := d.out, d.json
		if asJSON { // what comes of it is for the eyes alone; the answer is the JSON
			d.out, d.json = d.err, false
		}
		text(would)
		d.out, d.json = out, asJSON
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
