package courier

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// Render fills in the bytes of a row and its Message-ID: the letter as it will be
// sent, however often. A game's letter is written from the game as it stood at its event.
func (c *Courier) Render(row *store.Row) error {
	var page paged
	err := c.Store.View(func(v store.View) error {
		page.write, page.err = c.pageOf(v, *row)
		return nil
	})
	if err != nil {
		return err
	}
	return c.render(row, page)
}

// pageFunc writes a page of what has been read in a view, and reads nothing more: a view that lasts
// as long as a page takes to write would keep the store from using its pages again, and a
// connection to a database from others.
type pageFunc func() (mailer.Page, error)

// paged is how the page of a row is written, or why it cannot be.
type paged struct {
	write pageFunc
	err   error
	with  *companions // nil for a row that tells no events
	leave func()      // says that the row has been rendered, or is not going to be
}

// pageOf reads what the page of a row tells.
func (c *Courier) pageOf(v store.View, row store.Row) (pageFunc, error) {
	write, err := c.page(v, row)
	if err != nil {
		return nil, err
	}
	uri, err := c.unsubscribe(v, row)
	return func() (mailer.Page, error) {
		p, err := write()
		p.Unsubscribe = uri(p)
		return p, err
	}, err
}

// render writes the page of a row, and the bytes of the row from its page.
func (c *Courier) render(row *store.Row, page paged) error {
	if page.err != nil {
		return page.err
	}
	p, err := page.write()
	if err != nil {
		return err
	}
	raw, messageID, err := c.write(p, row.MessageID)
	if err == nil {
		row.Bytes, row.MessageID = raw, messageID
	}
	return err
}

func (c *Courier) page(v store.View, row store.Row) (pageFunc, error) {
	reader, err := c.reader(v, row)
	switch {
	case err != nil:
		return nil, err
	case row.Data != nil:
		return c.officePage(v, row, reader)
	}
	return c.gamePage(v, row, reader)
}

// reader is whom a row is for, with what they have set.
func (c *Courier) reader(v store.View, row store.Row) (templates.Reader, error) {
	reader := templates.Reader{Address: row.To, Side: row.Side, Member: row.Member, OnCard: store.IsCard(row.To)}
	if row.Player != 0 {
		p, err := v.Player(row.Player)
		if err != nil {
			return reader, err
		}
		reader.Name, reader.Settings = p.Name, p.Settings
	}
	zone := c.Zone
	if row.Player == 0 {
		p, err := v.PlayerAt(row.To)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return reader, err
		}
		zone = cmp.Or(p.Settings[templates.SetZone], zone) // an umpire, for one, may play here too
	}
	settings := map[string]string{}
	maps.Copy(settings, reader.Settings)
	settings[templates.SetZone] = cmp.Or(settings[templates.SetZone], zone)
	settings[templates.SetPaper] = cmp.Or(settings[templates.SetPaper], c.Paper)
	reader.Settings = settings
	return reader, nil
}

// unsubscribe returns the URI by which the reader of an invitation, a reminder, a circular or a
// weekly sheet ends letters of the kind, for the page of the letter; "" for any other letter. A
// player has a key of their own for that; somebody who is not registered declines the invitation.
func (c *Courier) unsubscribe(v store.View, row store.Row) (uri func(mailer.Page) string, err error) {
	if !slices.Contains([]string{"challenge", "reminder", "news", "observed", "sheet"}, row.Kind) {
		return func(mailer.Page) string { return "" }, nil
	}
	var own reply
	if row.Player != 0 {
		p, err := v.Player(row.Player)
		if err != nil {
			return nil, err
		}
		key := ledger.KeyOfStop(p)
		switch row.Kind {
		case "news", "observed":
			key = ledger.KeyOfNews(p)
		case "sheet":
			key = ledger.KeyOfSheet(p)
		}
		own = c.replyAs(mailer.Token{Kind: mailer.KindStop, Number: p.ID}, key)
	}
	return func(page mailer.Page) string {
		to := own
		if row.Player == 0 {
			to = reply{page.ReplyTo, page.SubjectToken}
		}
		return mailer.Mailto(to.address, strings.TrimSpace("stop "+to.subject), "stop")
	}, nil
}

// thread has a page name the letter that its row answers and the first letter of its game to
// the same reader, so that a mail program shows one thread a game.
func (c *Courier) thread(v store.View, row store.Row) (t thread, err error) {
	if row.Game != 0 {
		root, err := c.root(v, row)
		if err != nil {
			return t, err
		}
		if root != "" {
			t.inReplyTo, t.references = root, []string{root}
		}
	}
	if row.Letter == 0 {
		return t, nil
	}
	l, err := v.Letter(row.Letter)
	if err != nil || l.Player != row.Player || l.Player == 0 && !store.SameAddress(l.From, row.To) {
		return t, err
	}
	t.answers = true
	if l.MessageID != "" {
		t.inReplyTo, t.references = l.MessageID, append(t.references, l.MessageID)
	}
	return t, nil
}

// thread is what a letter says of the letters before it; answers is whether it answers one
// of its reader's.
type thread struct {
	inReplyTo  string
	references []string
	answers    bool
}

func (c *Courier) gamePage(v store.View, row store.Row, reader templates.Reader) (pageFunc, error) {
	l, err := c.told(v, row, reader)
	if err != nil {
		return nil, err
	}
	to, err := c.seatReply(v, l.State, row)
	if err != nil {
		return nil, err
	}
	l.ReplyTo, l.Token = to.address, to.subject
	thread, err := c.thread(v, row)
	l.InReplyTo, l.References = thread.inReplyTo, thread.references
	return func() (mailer.Page, error) {
		page, err := templates.Game(l)
		page.SubjectToken, page.Answers = to.subject, thread.answers
		return page, err
	}, err
}

// told is what a letter of a game tells its reader, but for its addresses.
func (c *Courier) told(v store.View, row store.Row, reader templates.Reader) (templates.GameLetter, error) {
	l := templates.GameLetter{Kind: row.Kind, Also: row.Also, Reader: reader, Note: row.Note, Final: row.Final, MessageID: row.MessageID, Now: row.At, Office: c.Office}
	st, err := c.stories.of(v, row, c.Clock.Now())
	if err != nil {
		return l, err
	}
	st.tell(&l)
	if l.Names, err = ledger.Names(v, l.State); err != nil {
		return l, err
	}
	if l.People, l.Writers, err = peopleIn(v, l.State, l.Events); err != nil {
		return l, err
	}
	l.Reader.Former = !slices.Contains(l.State.Members(row.Side), row.Player)
	if l.Match, err = matchOf(v, l.State, row.At); err != nil {
		return l, err
	}
	return l, nil
}

// reply is where a letter wants its answers: at a keyed address or, where the
// host has none, at the plain one with the key in the subject.
type reply struct{ address, subject string }

func (c *Courier) replyAs(t mailer.Token, generation int) reply {
	r := reply{address: c.Keys.Address(t, generation, c.Ledger.Site)}
	if c.Ledger.Site.Delimiter == 0 {
		r.subject = c.Keys.SubjectToken(t, generation)
	}
	return r
}

// seatReply is the reply of the seat a row goes to, with a key that is right now:
// the ply in it is that of the game as the row tells of it. A reader who has no seat in the
// game any more is given none.
func (c *Courier) seatReply(v store.View, s game.State, row store.Row) (reply, error) {
	now, err := v.Game(row.Game)
	if err != nil || !slices.Contains(now.Members(row.Side), row.Player) {
		return reply{address: c.Ledger.Site.Address()}, err
	}
	seat := ledger.Seat{Game: now, Side: row.Side, Player: store.Player{ID: row.Player}}
	token := seat.Token()
	token.Ply = s.KeyPly(row.Side)
	return c.replyAs(token, seat.Generation()), nil
}

// heldReply is the reply of a question about a letter held. Its key is of the
// generation of the keys of the seat that is asked, and dies with them.
func (c *Courier) heldReply(v store.View, row store.Row, t mailer.Token) (reply, error) {
	now, err := v.Game(row.Game)
	if err != nil || !slices.Contains(now.Members(row.Side), row.Player) {
		return reply{address: c.Ledger.Site.Address()}, err
	}
	return c.replyAs(t, now.Keyring(row.Side, row.Member).Now), nil
}

// peopleIn returns the names of those whom events name, or who wrote the letters that
// brought them about in a game that is played in consultation; and those writers,
// by their letters.
func peopleIn(v store.View, s game.State, events []game.Event) (people map[int64]string, writers map[int64]int64, err error) {
	people, writers = map[int64]string{}, map[int64]int64{}
	for _, e := range events {
		named := []int64{}
		if f, ok := e.Fact.(game.Replaced); ok {
			named = append(named, f.Player, f.Was)
		}
		if s.Consultation != nil && e.Letter != 0 {
			l, err := v.Letter(e.Letter)
			if err != nil {
				return nil, nil, err
			}
			writers[l.ID] = l.Player
			named = append(named, l.Player)
		}
		for _, id := range named {
			if id == 0 || people[id] != "" {
				continue
			}
			p, err := v.Player(id)
			if err != nil {
				return nil, nil, err
			}
			people[id] = p.Name
		}
	}
	return people, writers, nil
}

// matchOf tells how the match of a game stood at a time, or nil if the game is none of a match.
func matchOf(v store.View, s game.State, at time.Time) (*templates.Match, error) {
	if s.Match == nil {
		return nil, nil
	}
	ch, err := v.Challenge(s.Match.Challenge)
	if err != nil {
		return nil, err
	}
	m := &templates.Match{Number: s.Match.Number, Games: s.Match.Games, Instead: s.Match.Instead}
	for _, id := range ch.Games {
		if id != s.ID {
			m.Others = append(m.Others, id)
		}
		o, ok, err := ledger.Decidable(v, id)
		if err != nil {
			return nil, err
		}
		if !ok { // its score is not known yet
			continue
		}
		score, err := scoreAt(v, o, at)
		if err != nil {
			return nil, err
		}
		m.Count(score, o.Match.Turned(o.Code()) == s.Match.Turned(s.Code()))
	}
	return m, nil
}

// scoreAt is the score of a game at a time.
func scoreAt(v store.View, s game.State, at time.Time) (game.Score, error) {
	if s.Result == nil {
		return game.Unfinished, nil
	}
	entries, err := v.Events(s.ID)
	then := game.State{ID: s.ID}
	for _, e := range entries {
		if !e.Event.At.After(at) {
			then = then.Apply(e.Event)
		}
	}
	if then.Result == nil {
		return game.Unfinished, err
	}
	return then.Result.Score, err
}

// write writes a page under a name and returns the signed bytes of the letter, as they will
// be sent however often, and its Message-ID, which has a digest of the unsigned bytes.
func (c *Courier) write(page mailer.Page, name string) (raw []byte, messageID string, err error) {
	from := mailer.Address{Name: c.Office.Name, Address: c.Office.Address}
	page.MessageID = name
	raw, messageID, err = page.BytesNamed(from, func(raw []byte) string { return ledger.MessageID(name, raw) })
	if err == nil && c.Sign != nil {
		raw, err = c.Sign(raw, page.Date)
	}
	return raw, messageID, err
}

// root is the Message-ID of the first letter of a game to a reader, under which
// mail programs put the others; "" while that letter has not been rendered.
func (c *Courier) root(v store.View, row store.Row) (string, error) {
	name, err := c.Ledger.GameName(v, row.Game, 1, row.Side, row.Member)
	if err != nil {
		return "", err
	}
	s, err := c.began(v, row)
	if err != nil {
		return "", err
	}
	most := len(s.Everybody())
	if s.BeginsWithEvent() { // whose first letter is none of the game
		return c.firstTo(v, row)
	}
	firsts, err := v.RowsOf(row.Game, most)
	for _, first := range firsts {
		if ledger.NameIn(first.MessageID) == name && first.MessageID != name {
			return first.MessageID, err
		}
	}
	return "", err
}

// began is the game of a row as it was after its first event.
func (c *Courier) began(v store.View, row store.Row) (game.State, error) {
	if row.Data != nil { // the row tells no events
		return v.GameAt(row.Game, 1)
	}
	st, err := c.stories.of(v, row, c.Clock.Now())
	if err != nil {
		return game.State{}, err
	}
	return st.began, nil
}

// firstTo is the Message-ID of the first letter of a game that a reader has been written, or "" if
// the row is the first.
func (c *Courier) firstTo(v store.View, row store.Row) (string, error) {
	rows, err := v.RowsOf(row.Game, firstRows)
	for _, first := range rows {
		if first.Player == row.Player && first.ID < row.ID && first.MessageID != ledger.NameIn(first.MessageID) {
			return first.MessageID, err
		}
	}
	return "", err
}

// firstRows is among how many letters of a game the first to a reader is looked for.
const firstRows = 16
