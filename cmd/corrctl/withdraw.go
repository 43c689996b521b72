package main

import (
	"cmp"
	"fmt"
	"strings"

	"corrd/cmd/internal/control"
	"corrd/game"
	"corrd/game/play"
)

type playerWithdrawCmd struct {
	playerArg
	Law    []string `required:"" placeholder:"CITATION" help:"The provision it rests on. Where the games are played under several codes, --law is given for each: a game takes the first that its code has and that allows it."`
	Reason string   `required:"" placeholder:"TEXT" help:"Why. Both sides of every game read it."`

	Forfeit bool `xor:"end" help:"They forfeit each game; this is so without either flag."`
	Draw    bool `xor:"end" help:"Each game is drawn, as at the death of a player."`

	Fundamental bool `help:"It is done without an appeal, because the fundamental laws are violated."`

	As      string `placeholder:"UMPIRE" help:"Who rules; else the umpire of each game."`
	Preview bool   `help:"Say what would come of it, and do nothing."`
}

// Run ends every game of a player that goes on.
func (c playerWithdrawCmd) Run(d *desk) error {
	rule := play.Rule{Ruling: game.Ruling{Reason: c.Reason, Fundamental: c.Fundamental}}
	laws := make([]game.Law, len(c.Law))
	for i, law := range c.Law {
		laws[i] = game.Law(strings.TrimSpace(law))
	}
	a := control.Withdrawal{Whom: whom(c.Player), Rule: &rule, Laws: laws, As: c.As, Draw: c.Draw, Preview: c.Preview}
	return list(d, control.PlayerWithdraw, a, "GAME SIDE RESULT", func(w control.WithdrawalView) []any {
		return []any{w.Game, w.Side, result(w.Result)}
	})
}

type auditCmd struct{}

// Run prints what was done by the socket, a line each.
func (auditCmd) Run(d *desk) error {
	return list(d, control.AuditList, control.None{}, "ID AT WHO VERB OUTCOME ARGUMENTS", func(a control.AuditView) []any {
		return []any{a.ID, stamp(a.At), cmp.Or(a.Who, "-"), a.Verb, a.Outcome, a.Said()}
	})
}

type outboxShowCmd struct{ rowID }

// Run shows a letter that went out, or waits.
func (c outboxShowCmd) Run(d *desk) error {
	return show(d, control.LetterShow, control.OneLetter{ID: int64(c.ID), Out: true}, func(l control.LetterDetail) { printLetter(d, fmt.Sprint("o", c.ID), l) })
}
