package local

import (
	"bytes"
	"context"
	"fmt"
	"mime"
	"net/mail"
	"strings"
	"time"

	"corrd/cmd/internal/control"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/mailer/parse"
)

// Match is two clubs that play one historic game by mail.
type Match struct {
	DemoGame
	ID    int64
	clubs [2]*Correspondent
	house *House
	ctl   *control.Control
}

// Invite registers the two clubs of a game, whose mailboxes are named, has
// White challenge and Black accept, all by letter. The terms, "medium post, seed 7" or "",
// stand in the challenge.
func (h *House) Invite(ctx context.Context, g DemoGame, mailboxes [2]string, terms string) (*Match, error) {
	m := &Match{DemoGame: g, house: h, ctl: control.Dial(h.Socket)}
	for side, mailbox := range mailboxes {
		m.clubs[side] = h.Correspondent(g.Clubs[side], mailbox)
		if err := m.register(ctx, m.clubs[side]); err != nil {
			return m, err
		}
	}
	white, black := m.clubs[board.White], m.clubs[board.Black]
	challenge := "challenge " + black.Address + ", colour white"
	if terms != "" {
		challenge += ", " + terms
	}
	if err := m.write(ctx, white, challenge); err != nil {
		return m, err
	}
	if err := m.answer(ctx, board.Black, "accept"); err != nil {
		return m, err
	}
	games, err := control.GameList.Ask(ctx, m.ctl, control.Games{})
	if err != nil {
		return m, err
	}
	if len(games) == 0 {
		return m, fmt.Errorf("%s did not begin", g.Title)
	}
	m.ID = games[len(games)-1].ID
	return m, nil
}

func (m *Match) register(ctx context.Context, c *Correspondent) error {
	if err := m.write(ctx, c, "register "+c.Name); err != nil {
		return err
	}
	return m.answerFrom(ctx, c, "yes")
}

// write sends a letter to corrd and waits for corrd's verdict on the letter.
func (m *Match) write(ctx context.Context, c *Correspondent, text string) error {
	if err := c.Write(m.house.Site.Address(), text, text, ""); err != nil {
		return err
	}
	return m.settle(ctx)
}

// stuck is how long a letter may take before a match is given up.
const stuck = 10 * time.Minute

func (m *Match) settle(ctx context.Context) error {
	if err := m.ctl.Settle(ctx, stuck); err != nil {
		return fmt.Errorf("%s: %w", m.Title, err)
	}
	return nil
}

// answer has a side answer the newest letter in its mailbox.
func (m *Match) answer(ctx context.Context, by board.Side, text string) error {
	return m.answerFrom(ctx, m.clubs[by], text)
}

func (m *Match) answerFrom(ctx context.Context, c *Correspondent, text string) error {
	letters, err := c.Letters(0)
	if err != nil {
		return err
	}
	if len(letters) == 0 {
		return fmt.Errorf("%s has no letter to answer", c.Name)
	}
	newest := letters[len(letters)-1]
	if err := c.Answer(newest, newest.Text(), text); err != nil {
		return err
	}
	return m.settle(ctx)
}

// Arrive waits for the letter of ply i, counted from 0, which has been sent, and reports an error
// unless corrd played what the club meant by the letter. Arrive returns the game as it then stands.
func (m *Match) Arrive(ctx context.Context, i int) (control.GameView, error) {
	if err := m.arrive(ctx, DemoSide(i), m.Moves[i].UCI, i); err != nil {
		return control.GameView{}, err
	}
	g, err := m.Show(ctx)
	if err == nil && (len(g.Moves) != i+1 || g.Moves[i].UCI != m.Moves[i].UCI) {
		err = fmt.Errorf("%s: letter %d, %q, should have played %s; corrctl game show %d shows what it did", m.Title, i+1, m.Moves[i].Words, m.Moves[i].UCI, m.ID)
	}
	return g, err
}

// Finish sends the letters after the last move, and sees that they end the game.
func (m *Match) Finish(ctx context.Context, each func(DemoLetter, control.GameView)) error {
	for _, l := range m.Final {
		if err := m.answer(ctx, l.By, l.Text); err != nil {
			return err
		}
		if err := m.arrive(ctx, l.By, "", len(m.Moves)); err != nil {
			return err
		}
		g, err := m.Show(ctx)
		if err != nil {
			return err
		}
		each(l, g)
	}
	g, err := m.Show(ctx)
	if err == nil && g.Result == nil {
		err = fmt.Errorf("%s did not end; corrctl game show %d shows how it stands", m.Title, m.ID)
	}
	return err
}

// Show returns the game as corrd has it.
func (m *Match) Show(ctx context.Context) (control.GameView, error) {
	return control.GameShow.Ask(ctx, m.ctl, control.Numbered{ID: m.ID})
}

// Text returns what a verb such as "/game/pgn" prints of the game.
func (m *Match) Text(ctx context.Context, verb string, png bool) (t control.Text, err error) {
	err = m.ctl.Call(ctx, verb, control.Drawing{ID: m.ID, PNG: png}, &t)
	return t, err
}

// Letters lists the letters of the game, both ways.
func (m *Match) Letters(ctx context.Context) ([]control.LetterView, error) {
	return control.GameLetters.Ask(ctx, m.ctl, control.Numbered{ID: m.ID})
}

// Card returns a letter of the game that went out as the card which the post carries, a PDF.
func (m *Match) Card(ctx context.Context, id int64) ([]byte, error) {
	printed, err := control.CardPrint.Ask(ctx, m.ctl, control.Printing{IDs: []int64{id}})
	return printed.PDF, err
}

// Book returns the book of the game, a PDF.
func (m *Match) Book(ctx context.Context) ([]byte, error) {
	book, err := control.GameBook.Ask(ctx, m.ctl, control.Binding{ID: m.ID})
	return book.PDF, err
}

// Wait lets time pass on the virtual clock of the House.
func (m *Match) Wait(ctx context.Context, d time.Duration) error {
	_, err := control.ClockAdvance.Ask(ctx, m.ctl, control.Lasting{For: d})
	return err
}

// Post sends the letter of ply i, from 0.
func (m *Match) Post(ctx context.Context, i int) error {
	return m.answer(ctx, DemoSide(i), m.Moves[i].Words)
}

// Cross has the side that is not to move at ply i write as well, while the letter of ply i is under
// way.
func (m *Match) Cross(ctx context.Context, i int, text string) error {
	return m.answer(ctx, DemoSide(i).Other(), text)
}

// arrive has time pass until the last communication of a side is delivered, and has the clubs do
// what they must when something goes wrong: the sender repeats a lost card after two weeks, and of
// a form that the wire has changed the true words are requested. meant is the move that the side
// meant, in UCI, or "" if none can be played; before is how many moves were played before.
func (m *Match) arrive(ctx context.Context, by board.Side, meant string, before int) error {
	for {
		last, ok, err := m.last(ctx, by)
		if err != nil || !ok {
			return err
		}
		if last.Delivered != nil {
			return m.mend(ctx, by, last, meant, before)
		}
		if !last.Lost {
			err = m.until(ctx, *last.Due)
		} else if err = m.until(ctx, last.Postmark.Add(patience)); err == nil {
			err = m.answer(ctx, by, "repeat card")
		}
		if err != nil {
			return err
		}
	}
}

// patience is how long a club waits for an answer before the club repeats a card.
const patience = 15 * 24 * time.Hour

// last returns the last communication that a side handed in; ok is false where nothing
// travels.
func (m *Match) last(ctx context.Context, by board.Side) (last control.JourneyView, ok bool, err error) {
	ways, err := m.Journey(ctx)
	for _, way := range ways {
		if way.Side == by.String() {
			last, ok = way, true
		}
	}
	return last, ok, err
}

// mend has the true words of a form delivered that the wire has changed: asked for by the
// receiver where no move came of the form, and by its sender where another did.
func (m *Match) mend(ctx context.Context, by board.Side, way control.JourneyView, meant string, before int) error {
	if way.Handed == way.Carried {
		return nil
	}
	g, err := m.Show(ctx)
	switch {
	case err != nil:
		return err
	case len(g.Moves) == before && g.State == "await_move":
		return m.answer(ctx, by.Other(), "repeat form")
	case len(g.Moves) > before && g.Moves[before].UCI != meant:
		return m.answer(ctx, by, "protest: mutilated")
	}
	return nil
}

// until lets time pass up to an instant.
func (m *Match) until(ctx context.Context, at time.Time) error {
	now, err := control.ClockShow.Ask(ctx, m.ctl, control.None{})
	if err != nil || !at.After(now.Now) {
		return err
	}
	return m.Wait(ctx, at.Sub(now.Now))
}

// Journey returns the ways of the communications of the game.
func (m *Match) Journey(ctx context.Context) ([]control.JourneyView, error) {
	return control.GameJourney.Ask(ctx, m.ctl, control.Numbered{ID: m.ID})
}

// Letter is one letter as it lies in the mailbox of its reader.
type Letter struct {
	mail.Header
	Raw []byte
}

// ReadLetter reads the header of a letter.
func ReadLetter(raw []byte) (Letter, error) {
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return Letter{}, err
	}
	return Letter{m.Header, raw}, nil
}

// Kind is what kind of letter of corrd's the letter is.
func (l Letter) Kind() string { return l.Get("Corrd-Letter") }

// Subject is the subject of the letter.
func (l Letter) Subject() string {
	subject, err := new(mime.WordDecoder).DecodeHeader(l.Get("Subject"))
	if err != nil {
		return l.Get("Subject")
	}
	return subject
}

// Text is the plain text of the letter, quotations included.
func (l Letter) Text() string {
	return parse.Letter(l.Raw, mailer.Envelope{}, parse.Options{}).FullText
}

// ReplyTo is the address to which the letter asks its reader to answer, or "" if the letter names
// none.
func (l Letter) ReplyTo() string {
	address, err := mail.ParseAddress(l.Get("Reply-To"))
	if err != nil {
		return ""
	}
	return address.Address
}

// Key is the key in the letter's address for answers, or the zero Token if the address has none.
func (l Letter) Key() mailer.Token {
	local, _, _ := strings.Cut(l.ReplyTo(), "@")
	_, key, _ := strings.Cut(local, "+")
	token, _ := mailer.ParseToken(key)
	return token
}
