package main

import (
	"errors"
	"fmt"
	"net"

	"corrd/cmd/internal/serve"
)

type doctorCmd struct {
	Config string `help:"Configuration file." required:"" type:"path" placeholder:"FILE"`
	User   string `help:"Look at files as this user would; else, as root, as the owner of the folder server.dir." placeholder:"NAME"`
	To     string `help:"Send a letter to this address too, and tell what came of it: refused, come back, answered." placeholder:"ADDRESS"`
	JSON   bool   `name:"json" help:"Print one line of JSON for each check."`
}

// Run makes every check, as the user that the daemon runs as. The error counts the checks that
// fail.
func (d doctorCmd) Run(c *console) error {
	config, err := serve.Load(d.Config)
	if err != nil {
		return err
	}
	if err := config.LookAsOwner(d.User); err != nil {
		return err
	}
	if _, err := serve.Load(d.Config); err != nil {
		return fmt.Errorf("as the user that corrd runs as: %w; chown root:corrd and chmod 640 mend it", err)
	}
	failed := 0
	for _, f := range serve.Examine(c.ctx, config, net.DefaultResolver, d.To) {
		if f.Verdict == serve.Fails {
			failed++
		}
		if err := d.print(c, f); err != nil {
			return err
		}
	}
	switch {
	case failed == 1:
		return errors.New("one check fails")
	case failed > 1:
		return fmt.Errorf("%d checks fail", failed)
	}
	return nil
}

func (d doctorCmd) print(c *console, f serve.Finding) error {
	if d.JSON {
		return printJSON(c.out, f)
	}
	_, err := fmt.Fprintf(c.out, "%-8s %-12s %s\n", f.Verdict, f.Check, f.Found)
	if err == nil && f.Mend != "" {
		_, err = fmt.Fprintf(c.out, "%21s %s\n", "", f.Mend)
	}
	return err
}
