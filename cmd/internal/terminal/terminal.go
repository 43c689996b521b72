// Package terminal keeps strangers' bytes from being obeyed by a terminal. All that
// corrctl and corrd print passes through its Writer: a control, an escape or a mark
// that turns the direction of writing is shown as the six characters of its number,
// such as \u001b, which is also how JSON writes it. A Progress says there what a
// command does that takes long. The package knows nothing of what is printed.
package terminal

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode/utf8"

	"corrd/mailer"
)

// Writer passes text on with everything shown that mailer.Hidden tells. Line feeds,
// tabs, and carriage returns before a line feed pass as they are; a byte that is no
// UTF-8 is shown as \x and its two digits. Close must be called after the last Write.
// It may be used from many goroutines.
type Writer struct {
	mu   sync.Mutex
	to   io.Writer
	rest []byte // the beginning of a character, or a carriage return, that the next Write goes on with
}

// NewWriter makes a Writer that writes to another.
func NewWriter(to io.Writer) *Writer { return &Writer{to: to} }

// Write shows p; its error is that of the writer below.
func (w *Writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := append(w.rest, p...)
	whole := len(text) - pending(text)
	w.rest = append([]byte(nil), text[whole:]...)
	if _, err := io.WriteString(w.to, shown(string(text[:whole]))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Misread returns what is said of a command line that a parser could not read. Where a flag may be
// left out, the parser also names the empty text among its values; Misread does not.
func Misread(err error) string {
	return strings.Replace(err.Error(), `must be one of "",`, "must be one of ", 1)
}

// Close shows what waits for the rest of a character that has not come.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, err := io.WriteString(w.to, shown(string(w.rest)))
	w.rest = nil
	return err
}

// pending is how many bytes at the end may be the beginning of something longer.
func pending(text []byte) int {
	if n := len(text); n > 0 && text[n-1] == '\r' {
		return 1
	}
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if tail := text[len(text)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}

// Cell is a text as it stands in one cell of a table: on one line.
func Cell(text string) string {
	return shown(strings.Map(func(r rune) rune {
		if '\t' <= r && r <= '\r' {
			return ' '
		}
		return r
	}, text))
}

// shown is text with what a terminal might obey shown by its number.
func shown(text string) string {
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd"):
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case mailer.Hidden(r) && !strings.HasPrefix(text[i:], "\r\n"):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
