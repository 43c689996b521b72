package clerk

import (
	"encoding/json"
	"errors"

	"corrd/game"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// render fills in the bytes of a row: the letter as it will be sent, however
// often. A game's letter is written from the game as it stood at its event.
func (c *Clerk) render(row *store.Row) error {
	return c.db.View(func(v store.View) error {
		page, err := c.page(v, *row)
		if err != nil {
			return err
		}
		page.MessageID = row.MessageID
		row.Bytes, err = page.Bytes(mailer.Address{Name: c.cfg.Name, Address: c.cfg.Site.Address()})
		return err
	})
}

func (c *Clerk) page(v store.View, row store.Row) (mailer.Page, error) {
	reader := templates.Reader{Address: row.To, Side: row.Side}
	if row.Player != 0 {
		p, err := v.Player(row.Player)
		if err != nil {
			return mailer.Page{}, err
		}
		reader.Name, reader.Settings = p.Name, p.Settings
	}
	if row.Data != nil {
		return c.officePage(v, row, reader)
	}
	return c.gamePage(v, row, reader)
}

// thread names the letter a row answers and the first letter of its game to
// the same reader, so that a mail program shows one thread a game.
func (c *Clerk) thread(v store.View, row store.Row) (inReplyTo string, references []string, err error) {
	if row.Game != 0 {
		root := gameMessageID(row.Game, 1, row.Side, c.cfg.Site.Domain)
		if root != row.MessageID {
			inReplyTo, references = root, []string{root}
		}
	}
	if row.Letter == 0 {
		return inReplyTo, references, nil
	}
	l, err := v.Letter(row.Letter)
	if err != nil || l.MessageID == "" || l.Player != row.Player {
		return inReplyTo, references, err
	}
	return l.MessageID, append(references, l.MessageID), nil
}

func (c *Clerk) gamePage(v store.View, row store.Row, reader templates.Reader) (mailer.Page, error) {
	l := templates.GameLetter{Kind: row.Kind, Reader: reader, Note: row.Note, MessageID: row.MessageID, Now: row.At, Office: c.office()}
	entries, err := v.Events(row.Game)
	if err != nil {
		return mailer.Page{}, err
	}
	if row.First < 1 || row.Seq < row.First || row.Seq > int64(len(entries)) {
		return mailer.Page{}, errors.New("the row names events its game does not have")
	}
	if l.Before, err = v.GameAt(row.Game, row.First-1); err != nil {
		return mailer.Page{}, err
	}
	l.State = l.Before
	for _, e := range entries[row.First-1 : row.Seq] {
		l.State = l.State.Apply(e.Event)
		l.Events, l.Chain = append(l.Events, e.Event), e.Hash
	}
	if l.State.Result != nil {
		for _, e := range entries[:row.Seq] {
			l.Log = append(l.Log, e.Event)
		}
	}
	if l.Names, err = names(v, l.State); err != nil {
		return mailer.Page{}, err
	}
	if l.ReplyTo, err = c.replyTo(v, l.State, row); err != nil {
		return mailer.Page{}, err
	}
	if l.InReplyTo, l.References, err = c.thread(v, row); err != nil {
		return mailer.Page{}, err
	}
	return templates.Game(l)
}

// replyTo is the keyed address of the seat a row goes to.
func (c *Clerk) replyTo(v store.View, s game.State, row store.Row) (string, error) {
	p, err := v.Player(s.Players[row.Side])
	if err != nil {
		return "", err
	}
	return c.keys.Address(seat{game: s, side: row.Side, player: p}.token(), p.Generation, c.cfg.Site), nil
}

func names(v store.View, s game.State) (names [2]string, err error) {
	for side, id := range s.Players {
		p, err := v.Player(id)
		if err != nil {
			return names, err
		}
		names[side] = p.Name
	}
	return names, nil
}

func (c *Clerk) officePage(v store.View, row store.Row, reader templates.Reader) (mailer.Page, error) {
	l := templates.OfficeLetter{Kind: row.Kind, Reader: reader, MessageID: row.MessageID, Now: row.At, Office: c.office()}
	if err := json.Unmarshal(row.Data, &l.Data); err != nil {
		return mailer.Page{}, err
	}
	var err error
	if row.Game != 0 && row.Seq != 0 {
		if l.State, err = v.GameAt(row.Game, row.Seq); err != nil {
			return mailer.Page{}, err
		}
		if l.Log, err = eventsOf(v, l.State); err != nil {
			return mailer.Page{}, err
		}
		if l.Names, err = names(v, l.State); err != nil {
			return mailer.Page{}, err
		}
		if l.ReplyTo, err = c.replyTo(v, l.State, row); err != nil {
			return mailer.Page{}, err
		}
	}
	if l.InReplyTo, l.References, err = c.thread(v, row); err != nil {
		return mailer.Page{}, err
	}
	switch l.Data.Topic {
	case templates.ConfirmRegistration:
		l.ReplyTo = c.keys.Address(mailer.Token{Kind: mailer.KindRegistration, Number: l.Data.Number}, 0, c.cfg.Site)
	case templates.Challenge, templates.AcceptOrDecline:
		l.ReplyTo = c.keys.Address(challengeToken(l.Data.Number), keyOfChallenged, c.cfg.Site)
	case templates.ConfirmChallenge:
		l.ReplyTo = c.keys.Address(challengeToken(l.Data.Number), keyOfChallenger, c.cfg.Site)
	}
	return templates.OfficePage(l)
}

func challengeToken(id int64) mailer.Token {
	return mailer.Token{Kind: mailer.KindChallenge, Number: id}
}
