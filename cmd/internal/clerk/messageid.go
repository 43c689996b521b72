package clerk

import (
	"corrd/cmd/internal/ledger"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// write writes the letter under its name and gives its bytes, as they will be sent
// however often, and its Message-ID.
func (c *Clerk) write(page mailer.Page, name string) (raw []byte, messageID string, err error) {
	if raw, err = c.bytes(page, name); err != nil {
		return nil, "", err
	}
	messageID = ledger.MessageID(name, raw)
	raw, err = c.bytes(page, messageID)
	return raw, messageID, err
}

// bytes are a page under a Message-ID, signed.
func (c *Clerk) bytes(page mailer.Page, messageID string) ([]byte, error) {
	page.MessageID = messageID
	raw, err := page.Bytes(mailer.Address{Name: c.cfg.Name, Address: c.ledger.Site.Address()})
	if err == nil && c.cfg.Sign != nil {
		return c.cfg.Sign(raw, page.Date)
	}
	return raw, err
}

// root is the Message-ID of the first letter of a game to a reader, under which
// mail programs put the others; "" while it has not been rendered.
func (c *Clerk) root(v store.View, row store.Row) (string, error) {
	name, err := c.ledger.GameName(v, row.Game, 1, row.Side, row.Member)
	if err != nil {
		return "", err
	}
	s, err := v.GameAt(row.Game, 1)
	if err != nil {
		return "", err
	}
	firsts, err := v.RowsOf(row.Game, len(s.Members(board.White))+len(s.Members(board.Black)))
	for _, first := range firsts {
		if ledger.NameIn(first.MessageID) == name && first.MessageID != name {
			return first.MessageID, err
		}
	}
	return "", err
}
