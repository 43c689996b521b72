package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	_ "time/tzdata" // so that zones are known on every machine

	"corrd/cmd/internal/serve"
)

type serveCmd struct {
	Config    string `help:"Configuration file." xor:"what" type:"path" placeholder:"FILE"`
	NewSecret bool   `name:"new-secret" help:"The secret file is lost or was replaced: go on with another, and let the keys in all letters that are out die."`
	Sample    bool   `help:"Print a sample of the configuration, every key with its default, and do nothing else." xor:"what"`
}

// Validate sees that there is something to do.
func (s serveCmd) Validate() error {
	if s.Config == "" && !s.Sample {
		return errors.New("name the configuration with --config; --sample prints one to begin with")
	}
	return nil
}

// Run prints the sample configuration if the command line asks for the sample, or else works until
// the process is stopped.
func (s serveCmd) Run(c *console) error {
	if s.Sample {
		_, err := fmt.Fprint(c.out, serve.Sample())
		return err
	}
	config, err := serve.Load(s.Config)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(c.err, nil))
	h, err := serve.Open(config, s.NewSecret, net.DefaultResolver, log)
	if err != nil {
		return err
	}
	log.Info("corrd is at work", "address", config.Server.Address, "dir", config.Server.Dir, "socket", config.Socket(), "takes mail on", fmt.Sprint(h.Addresses()))
	notify := func(state string) {
		if err := serve.Notify(state); err != nil {
			log.Warn("service manager", "error", err)
		}
	}
	heedHangup(c.ctx, log, h.LookNow)
	notify("READY=1")
	context.AfterFunc(c.ctx, func() {
		log.Info("corrd is stopping")
		notify("STOPPING=1")
	})
	err = errors.Join(h.Run(c.ctx), h.Close())
	if err != nil && !isUnreachable(err) {
		return fmt.Errorf("%w: %w", errWhileAtWork, err)
	}
	return err
}

// errWhileAtWork is what ended a daemon that had begun: unlike a refusal at the start it may be
// gone when the service manager starts the daemon again.
var errWhileAtWork = errors.New("corrd could not go on")
