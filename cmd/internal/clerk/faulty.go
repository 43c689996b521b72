package clerk

import (
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"

	"corrd/cmd/internal/desk"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/mailer/parse"
)

// A fault of the program in reading one letter must not end the daemon, because the daemon would
// find the letter again when it starts. Reading is pure, so nothing is half done where it breaks off.

// letterIn returns the letter in bytes, and the fault at which reading them broke off. With a fault
// the letter is empty.
func letterIn(raw []byte, env mailer.Envelope, with parse.Options) (mail mailer.Letter, err error) {
	defer func() {
		if r := recover(); r != nil {
			mail, err = mailer.Letter{}, fmt.Errorf("its bytes cannot be read: %v\n%s", r, debug.Stack())
		}
	}()
	return parse.Letter(raw, env, with), nil
}

// pageOnce returns what reads the statements of a letter, at most once. At a fault the log is told,
// and the letter counts as one that takes too much work: its sender is asked for a plainer one.
func pageOnce(log *slog.Logger, mail mailer.Letter, read func(mailer.Letter) interpret.Page) func() interpret.Page {
	return sync.OnceValue(func() (page interpret.Page) {
		defer func() {
			if r := recover(); r != nil {
				log.Error("a fault in reading a letter", "message", mail.MessageID, "from", mail.From, "fault", r, "stack", string(debug.Stack()))
				page = interpret.Page{GivenUp: true}
			}
		}()
		return read(mail)
	})
}

// pageOf is pageOnce with desk.ReadPage.
func pageOf(log *slog.Logger, mail mailer.Letter) func() interpret.Page {
	return pageOnce(log, mail, desk.ReadPage)
}
