package main

import (
	"fmt"
	"strings"

	"corrd/game/carrier"
)

type telegramCmd struct {
	Count telegramCountCmd `cmd:"" help:"Count the words of a form, and say what it costs."`
}

type telegramCountCmd struct {
	Tariff string   `enum:"inland,foreign" default:"inland" help:"The tariff: ${enum}. Inland a halfpenny a word, sixpence at least; foreign twopence a word."`
	Text   []string `arg:"" help:"What stands on the form, without the address."`
}

// telegramView is, as --json prints it, a counted form.
type telegramView struct {
	Words  int    `json:"words"`
	Charge string `json:"charge"`
	Tariff string `json:"tariff"`
}

// Run counts the words of a form.
func (c telegramCountCmd) Run(d *desk) error {
	tariff, words := carrier.Tariff(c.Tariff), carrier.Count(strings.Join(c.Text, " "))
	v := telegramView{words, tariff.Charge(words).String(), c.Tariff}
	return d.printOr(v, func() { fmt.Fprintf(d.out, "%d words, %s (%s)\n", v.Words, v.Charge, v.Tariff) })
}
