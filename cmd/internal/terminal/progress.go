package terminal

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// Progress says on a terminal what a command that takes long has done so far, in one line that is
// overwritten. It may be used from many goroutines.
type Progress struct {
	Began time.Time

	mu    sync.Mutex
	to    io.Writer // nil: nobody looks
	quiet time.Duration
	said  bool
}

// Is reports whether somebody sits before a file, to read from it or to write to it.
func Is(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// Usual is how many columns a terminal has that does not say how many.
const Usual = 80

// Width returns how many columns a line of a terminal has; 0 for what is no terminal, where a line may be of
// any length.
func Width(out io.Writer) int {
	f, ok := out.(*os.File)
	if !ok || !Is(f) {
		return 0
	}
	if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
		return columns
	}
	return Usual
}

// NewProgress returns a Progress on a file. The Progress says nothing if the file is no terminal, and
// nothing before a quiet time is over.
func NewProgress(errOut io.Writer, quiet time.Duration) *Progress {
	p := &Progress{Began: time.Now(), quiet: quiet}
	if f, ok := errOut.(*os.File); ok && Is(f) {
		p.to = f
	}
	return p
}

// Say writes a line over the one before.
func (p *Progress) Say(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.to == nil || time.Since(p.Began) < p.quiet {
		return
	}
	p.said = true
	fmt.Fprintf(p.to, "\r%-60s", fmt.Sprintf(format, args...))
}

// Clear takes the line away.
func (p *Progress) Clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.said {
		fmt.Fprintf(p.to, "\r%60s\r", "")
		p.said = false
	}
}
