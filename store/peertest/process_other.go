//go:build !linux

package peertest

import (
	"os/exec"
	"time"
)

func inMemory() string { return "" }

func own(dir string) error { return nil }

func unprivileged(cmd *exec.Cmd) {}

func (r *running) start() error {
	err := r.cmd.Start()
	go func() {
		if err == nil {
			r.cmd.Wait()
		}
		close(r.ended)
	}()
	return err
}

func killAll(cmd *exec.Cmd) { cmd.Process.Kill() }

// Processor is not known here.
func (c *Cluster) Processor() time.Duration { return 0 }
