package mailer

import "fmt"

// The stages of a submission at which an error can occur.
const (
	StageConnect   = "connect"   // dialing, greeting, AUTH: nothing to do with the letter
	StageSender    = "sender"    // MAIL FROM
	StageRecipient = "recipient" // RCPT TO
	StageData      = "data"      // the letter itself
)

// SendError says why a letter was not accepted.
type SendError struct {
	Stage    string
	Code     int    // the reply's code; 0 where the server gave no reply
	Enhanced string // the enhanced status code (RFC 3463), or ""
	Text     string // the reply's words, or the trouble's
	Cause    error
}

// Error is the stage, and the server's reply as it stood on the line or, where
// there was none, the trouble in its own words.
func (e *SendError) Error() string {
	if e.Code == 0 {
		return fmt.Sprintf("submission (%s): %s", e.Stage, e.Text)
	}
	return fmt.Sprintf("submission (%s): %d %s %s", e.Stage, e.Code, e.Enhanced, e.Text)
}

// Unwrap is the error below, of the connection, TLS, SASL or the reply.
func (e *SendError) Unwrap() error { return e.Cause }

// Temporary tells whether the letter is to be tried again: always, except where
// the server refused this letter, its sender or its recipient for good. A broken
// line, or a refused password, is nothing against the letter.
func (e *SendError) Temporary() bool { return e.Code < 500 || e.Stage == StageConnect }
