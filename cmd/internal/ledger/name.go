package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// A letter is named when it is put into the outbox: a letter of a game by the game, the
// event it tells of and its reader, any other by the letter it answers; and by a digest
// of what it says. When it is rendered a digest of all that is sent is added to its
// name, signature included. So two letters that differ in one byte have two
// Message-IDs, whatever has come between: a backup that was put back, another program,
// another setting of the reader.

// wholeDigits is the length of the digest of all that is sent, in hex. No other part of
// a name is as long.
const wholeDigits = 32

// digits are the first of the digest of what a letter says.
func digits(said []byte) string {
	sum := sha256.Sum256(said)
	return hex.EncodeToString(sum[:4])
}

// MessageID is the Message-ID of the letter with a name whose unsigned bytes, under the name as
// Message-ID, are raw. A signature has no part in the Message-ID.
func MessageID(name string, raw []byte) string {
	sum := sha256.Sum256(raw)
	local, domain, _ := strings.Cut(name, "@")
	return local + "." + hex.EncodeToString(sum[:])[:wholeDigits] + "@" + domain
}

// NameIn gives the name in the Message-ID of a letter that was rendered, and a name as
// it is.
func NameIn(messageID string) string {
	local, domain, _ := strings.Cut(messageID, "@")
	if i := strings.LastIndexByte(local, '.'); i >= 0 && len(local)-i-1 == wholeDigits {
		return local[:i] + "@" + domain
	}
	return messageID
}
