package main

import (
	"fmt"
	"strings"

	"corrd/cmd/internal/control"
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
