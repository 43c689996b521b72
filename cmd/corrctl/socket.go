package main

import (
	"errors"
	"fmt"
	"os"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/serve"
)

// usualConfig is where the configuration of corrd serve lies unless it is
// named, and localSocket where corrd local listens unless it is told otherwise.
const (
	usualConfig = "/etc/corrd/corrd.toml"
	localSocket = "corrd-local/corrd.sock"
)

// control returns the daemon to which the command speaks. The daemon's socket is named on the command
// line or, where the line names no configuration, in the environment; else the configuration names
// it; else the socket is that of a corrd local started in this folder.
func (d *desk) control() (*control.Control, error) {
	socket := d.socket
	if socket == "" && d.config == usualConfig {
		socket = os.Getenv("CORRD_SOCKET")
	}
	if socket != "" {
		return control.Dial(socket), nil
	}
	config, err := serve.Load(d.config)
	switch {
	case err == nil:
		return control.Dial(config.Socket()), nil
	case errors.Is(err, os.ErrNotExist) && d.config == usualConfig:
		return control.Dial(localSocket), nil
	}
	if errors.Is(err, os.ErrPermission) {
		err = fmt.Errorf("%w; only root and the user that corrd runs as may ask: try sudo -u corrd corrctl …, or name a socket with --socket", err)
	}
	return nil, err
}
