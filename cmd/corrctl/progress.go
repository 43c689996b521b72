package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// progress says on a terminal what a command that takes long has done so far, in one line that is
// overwritten. The zero progress says nothing.
type progress struct {
	mu    sync.Mutex
	to    io.Writer // nil: nobody looks
	began time.Time
	said  bool
}

// quiet is how long a command takes at least before anything is said.
const quiet = 2 * time.Second

// newProgress gives a progress on a file; the progress says nothing if the file is no terminal.
func newProgress(errOut io.Writer) *progress {
	p := &progress{began: time.Now()}
	if f, ok := errOut.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.to = f
	}
	return p
}

// say writes a line over the one before.
func (p *progress) say(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.to == nil || time.Since(p.began) < quiet {
		return
	}
	p.said = true
	fmt.Fprintf(p.to, "\r%-60s", fmt.Sprintf(format, args...))
}

// working says for how long the daemon has been at work.
func (p *progress) working() {
	p.say("corrctl: the daemon is at work, for %s so far", time.Since(p.began).Truncate(time.Second))
}

// clear takes the line away.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.said {
		fmt.Fprintf(p.to, "\r%60s\r", "")
		p.said = false
	}
}

// counting is a writer that says how many bytes have been written.
type counting struct {
	io.Writer
	progress *progress
	bytes    int64
}

// Write passes p on.
func (c *counting) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	c.bytes += int64(n)
	c.progress.say("corrctl: %d MiB copied", c.bytes>>20)
	return n, err
}
