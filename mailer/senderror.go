package mailer

import "fmt"

// The stages of a submission at which an error can occur.
const (
	StageConnect   = "connect"   // dialling, greeting, TLS and AUTH, before any letter is named
	StageSender    = "sender"    // MAIL FROM
	StageRecipient = "recipient" // RCPT TO
	StageData      = "data"      // DATA and the letter
)

// SendError says why a submission server did not take a letter.
type SendError struct {
	Stage    string
	Code     int    // the reply's code; 0 where the server gave no reply
	Enhanced string // the enhanced status code (RFC 3463), or ""
	Text     string // the words of the reply, or of the error below
	Cause    error
}

// Error returns the stage and the server's reply or, where there was none, the words of the
// error below.
func (e *SendError) Error() string {
	if e.Code == 0 {
		return fmt.Sprintf("submission (%s): %s", e.Stage, e.Text)
	}
	return fmt.Sprintf("submission (%s): %d %s %s", e.Stage, e.Code, e.Enhanced, e.Text)
}

// Unwrap returns the error below: of the connection, of TLS, of SASL or the reply itself.
func (e *SendError) Unwrap() error { return e.Cause }

// Temporary reports whether the letter is to be tried again. A letter is given up only
// where the server refused this letter, its sender or its recipient finally (RFC 5321,
// 4.2.1); a broken connection, a refused password or a code that means nothing says nothing
// against the letter.
func (e *SendError) Temporary() bool { return e.Code/100 != 5 || e.Stage == StageConnect }
