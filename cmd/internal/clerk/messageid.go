package clerk

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// A letter is named when it is put into the outbox: a letter of a game by the
// game, the event it tells and its reader (SPEC 7), any other by the letter it
// answers; and by a digest of what it says. When it is rendered a digest of all
// that is sent is added to its name, signature included. So two letters that
// differ in one byte have two Message-IDs, whatever has come between: a backup
// that was put back, another program, another setting of the reader.

// wholeDigits is the length of the digest of all that is sent, in hex. No other
// part of a name is as long.
const wholeDigits = 32

// gameName names a letter of a game that has not been rendered.
func (c *Clerk) gameName(v store.View, id, seq int64, side board.Side, member int) (string, error) {
	reader := side.String()
	if member > 1 {
		reader += itoa(int64(member))
	}
	line, err := v.Line(id, seq)
	return fmt.Sprintf("g%d.e%d.%s.%s@%s", id, seq, reader, digits(line), c.cfg.Site.Domain), err
}

// digits are the first of the digest of what a letter says.
func digits(said []byte) string {
	sum := sha256.Sum256(said)
	return hex.EncodeToString(sum[:4])
}

// write writes the letter under its name and gives its bytes, as they will be sent
// however often, and its Message-ID.
func (c *Clerk) write(page mailer.Page, name string) (raw []byte, messageID string, err error) {
	if raw, err = c.bytes(page, name); err != nil {
		return nil, "", err
	}
	sum := sha256.Sum256(raw)
	local, domain, _ := strings.Cut(name, "@")
	messageID = local + "." + hex.EncodeToString(sum[:])[:wholeDigits] + "@" + domain
	raw, err = c.bytes(page, messageID)
	return raw, messageID, err
}

// bytes are a page under a Message-ID, signed.
func (c *Clerk) bytes(page mailer.Page, messageID string) ([]byte, error) {
	page.MessageID = messageID
	raw, err := page.Bytes(mailer.Address{Name: c.cfg.Name, Address: c.cfg.Site.Address()})
	if err == nil && c.cfg.Sign != nil {
		return c.cfg.Sign(raw, page.Date)
	}
	return raw, err
}

// nameIn gives the name in the Message-ID of a letter that was rendered, and a
// name as it is.
func nameIn(messageID string) string {
	local, domain, _ := strings.Cut(messageID, "@")
	if i := strings.LastIndexByte(local, '.'); i >= 0 && len(local)-i-1 == wholeDigits {
		return local[:i] + "@" + domain
	}
	return messageID
}

// root is the Message-ID of the first letter of a game to a reader, under which
// mail programs put the others; "" while it has not been rendered.
func (c *Clerk) root(v store.View, row store.Row) (string, error) {
	name, err := c.gameName(v, row.Game, 1, row.Side, row.Member)
	if err != nil {
		return "", err
	}
	s, err := v.GameAt(row.Game, 1)
	if err != nil {
		return "", err
	}
	firsts, err := v.RowsOf(row.Game, len(s.Members(board.White))+len(s.Members(board.Black)))
	for _, first := range firsts {
		if nameIn(first.MessageID) == name && first.MessageID != name {
			return first.MessageID, err
		}
	}
	return "", err
}
