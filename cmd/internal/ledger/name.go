package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// A letter gets its name when the letter is put into the outbox. The name of a letter about a
// game is made of the game, of the event that the letter tells, and of its reader; the name of
// any other letter is made of the letter that it answers. Each name also contains a digest of
// what the letter says. Rendering adds a digest of all bytes but those of the signature. Therefore
// two letters that differ in one other byte have different Message-IDs, even when a backup was put
// back, the program was replaced, or the reader changed a setting in between.

// wholeDigits is the length of the digest of all bytes without the signature, in hex. No other
// part of a name is as long.
const wholeDigits = 32

// digits returns the first digits of the digest of what a letter says.
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

// NameIn returns the name that is part of the Message-ID of a rendered letter. NameIn gives a name
// unchanged.
func NameIn(messageID string) string {
	local, domain, _ := strings.Cut(messageID, "@")
	if i := strings.LastIndexByte(local, '.'); i >= 0 && len(local)-i-1 == wholeDigits {
		return local[:i] + "@" + domain
	}
	return messageID
}
