package main

import (
	"strings"

	"corrd/cmd/internal/control"
)

type challengeCmd struct {
	List challengeListCmd `cmd:"" help:"List the challenges that wait for an answer. With --json, one line each: id, at, from, to, stranger, terms, waiting, remind."`
}

type challengeListCmd struct{}

// Run prints a line for each challenge that waits.
func (challengeListCmd) Run(d *desk) error {
	return list(d, control.ChallengeList, control.None{}, "ID SINCE FROM TO WAITING-FOR", func(c control.ChallengeView) []any {
		return []any{c.ID, stamp(c.At), c.From, c.To, strings.Join(c.Waiting, ", ")}
	})
}
