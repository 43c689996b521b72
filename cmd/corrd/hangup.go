package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
)

// heedHangup has SIGHUP mean "look now" until ctx ends. The signal never ends a daemon, so that no
// game stops when a terminal is closed or a log is rotated. Passwords and certificates need no
// signal, since corrd reads them from their files for every connection; a changed configuration
// needs a restart.
func heedHangup(ctx context.Context, log *slog.Logger, look func()) {
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	go func() {
		defer signal.Stop(hangups)
		for {
			select {
			case <-ctx.Done():
				return
			case <-hangups:
				log.Info("SIGHUP: the mailbox and the outbox are looked at now; a changed configuration takes a restart")
				look()
			}
		}
	}()
}
