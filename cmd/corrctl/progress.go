package main

import (
	"io"
	"time"

	"corrd/cmd/internal/terminal"
)

// quiet is how long a command takes at least before anything is said of its progress.
const quiet = 2 * time.Second

// working says for how long the daemon has been at work.
func (d *desk) working() {
	d.progress.Say("corrctl: the daemon is at work, for %s so far", time.Since(d.progress.Began).Truncate(time.Second))
}

// counting is a writer that says how many bytes have been written.
type counting struct {
	io.Writer
	progress *terminal.Progress
	bytes    int64
}

// Write passes p on.
func (c *counting) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	c.bytes += int64(n)
	c.progress.Say("corrctl: %d MiB copied", c.bytes>>20)
	return n, err
}
