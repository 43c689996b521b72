package local

import (
	"bytes"
	"embed"
	"fmt"
	"io"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"sync/atomic"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"corrd/game/board"
	"corrd/interpret/notation"
)

// Correspondent is a player with a mail program, who sends letters by SMTP and reads their mailbox
// by IMAP, as anybody outside would.
type Correspondent struct {
	Name    string
	Address string
	SMTP    string // host:port
	IMAP    string
	Now     func() time.Time // of the Date they write

	letters atomic.Int64
}

// Correspondent returns the player with a mailbox name in the domain of the House.
func (h *House) Correspondent(name, mailbox string) *Correspondent {
	return &Correspondent{Name: name, Address: mailbox + "@" + Domain, SMTP: h.Office.SMTPAddr(), IMAP: h.Office.IMAPAddr(), Now: h.folder.Clock.Now}
}

// Answer writes a letter in answer to another, to the address that the other letter names for
// answers. quoted stands below body, quoted as mail programs quote.
func (c *Correspondent) Answer(to Letter, quoted, body string) error {
	address := to.Get("Reply-To")
	if address == "" {
		address = to.Get("From")
	}
	recipient, err := mail.ParseAddress(address)
	if err != nil {
		return fmt.Errorf("the letter names no address for answers: %w", err)
	}
	if quoted != "" {
		body += "\n\n" + to.Get("Date") + ", corrd wrote:\n> " + strings.ReplaceAll(strings.TrimRight(quoted, "\n"), "\n", "\n> ")
	}
	return c.Write(recipient.Address, "Re: "+to.Get("Subject"), body, to.Get("Message-ID"))
}

// Write sends a letter. inReplyTo is the Message-ID of the letter that is answered, or "".
func (c *Correspondent) Write(to, subject, body, inReplyTo string) error {
	return c.handIn(sasl.NewPlainClient("", c.Address, Password), c.Address, to, c.compose(to, subject, body, inReplyTo))
}

// bounced is a report that a letter to an address could not be delivered (RFC
// 3464): to whom it goes, the Message-ID of the letter, and the address.
const bounced = "From: MAILER-DAEMON@gone.example\r\nTo: %s\r\nMessage-ID: <back.%s\r\nMIME-Version: 1.0\r\n" +
	"Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n" +
	"--b\r\nContent-Type: text/plain\r\n\r\nThere is no such mailbox.\r\n" +
	"--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; gone.example\r\n\r\n" +
	"Final-Recipient: rfc822; %s\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b--\r\n"

// Bounce reports a letter as undelivered to the letter's Return-Path, as the mail server of a
// reader does whose address is gone.
func (c *Correspondent) Bounce(letter Letter) error {
	to := strings.Trim(letter.Get("Return-Path"), "<>")
	report := fmt.Sprintf(bounced, to, strings.TrimPrefix(letter.Get("Message-ID"), "<"), c.Address)
	return c.handIn(nil, "", to, []byte(report))
}

// handIn sends a letter by SMTP, with a login if there is one.
func (c *Correspondent) handIn(login sasl.Client, from, to string, raw []byte) error {
	client, err := smtp.Dial(c.SMTP)
	if err != nil {
		return err
	}
	defer client.Close()
	if login != nil {
		if err := client.Auth(login); err != nil {
			return err
		}
	}
	if err := client.SendMail(from, []string{to}, bytes.NewReader(raw)); err != nil {
		return err
	}
	return client.Quit()
}

func (c *Correspondent) compose(to, subject, body, inReplyTo string) []byte {
	var b bytes.Buffer
	header := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s: %s\r\n", name, value)
		}
	}
	local, _, _ := strings.Cut(c.Address, "@")
	header("From", (&mail.Address{Name: c.Name, Address: c.Address}).String())
	header("To", to)
	header("Subject", subject)
	header("Date", c.Now().Format(time.RFC1123Z))
	header("Message-ID", fmt.Sprintf("<%s.%d.%d@%s>", local, c.Now().Unix(), c.letters.Add(1), Domain))
	header("In-Reply-To", inReplyTo)
	header("MIME-Version", "1.0")
	header("Content-Type", "text/plain; charset=utf-8")
	header("Content-Transfer-Encoding", "quoted-printable")
	b.WriteString("\r\n")
	w := quotedprintable.NewWriter(&b)
	io.WriteString(w, strings.ReplaceAll(body, "\n", "\r\n")+"\r\n")
	w.Close()
	return b.Bytes()
}

// Letters reads the letters of the INBOX that came after the first skip, oldest first. Beside an
// error it returns no letter, so that a caller who counts the letters read so far reads them
// again.
func (c *Correspondent) Letters(skip int) ([]Letter, error) {
	client, err := imapclient.DialInsecure(c.IMAP, nil)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	if err := client.Login(c.Address, Password).Wait(); err != nil {
		return nil, err
	}
	box, err := client.Select("INBOX", &imap.SelectOptions{ReadOnly: true}).Wait()
	if err != nil || int(box.NumMessages) <= skip {
		return nil, err
	}
	all := imap.SeqSet{{Start: uint32(skip) + 1, Stop: box.NumMessages}}
	section := &imap.FetchItemBodySection{Peek: true}
	messages, err := client.Fetch(all, &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{section}}).Collect()
	if err != nil {
		return nil, err
	}
	letters := make([]Letter, len(messages))
	for i, m := range messages {
		if letters[i], err = ReadLetter(m.FindBodySection(section)); err != nil {
			return nil, err
		}
	}
	if err := client.Logout().Wait(); err != nil {
		return nil, err
	}
	return letters, nil
}

//go:embed leeds-doncaster-1834.txt london-edinburgh-1824.txt
var historic embed.FS

// DemoGame is a historic correspondence game as letters: what each club wrote, in turn, and the
// move that was meant. `corrd demo` plays two of them.
type DemoGame struct {
	Title string
	Clubs [2]string // by board.Side
	// Moves are what the clubs wrote and meant, in order.
	Moves []DemoMove
	// Final is what the clubs wrote after the last move, in order.
	Final []DemoLetter
}

// DemoMove is a move as a club wrote it, and the move that was meant.
type DemoMove struct {
	Words string
	UCI   string
}

// DemoLetter is what a side wrote that was not a move, or no move that could be played.
type DemoLetter struct {
	By   board.Side
	Text string
}

// DemoSide returns the side that writes the letter with ply number i, counted from 0.
func DemoSide(i int) board.Side { return board.Side(i % 2) }

// DemoGames returns the two games: London–Edinburgh 1824, in the words of corrd's own writer,
// and Leeds–Doncaster 1834, in the words of the newspaper that printed it.
func DemoGames() ([]DemoGame, error) {
	london, err := load("london-edinburgh-1824.txt", longHand)
	if err != nil {
		return nil, err
	}
	last := &london.Moves[len(london.Moves)-1]
	last.Words = "claim draw: endless checks, otherwise " + last.Words
	london.Final = []DemoLetter{{board.White, "draw?"}, {board.Black, "accept draw"}}
	leeds, err := load("leeds-doncaster-1834.txt", nil)
	leeds.Final = []DemoLetter{
		{board.White, "Q B to Q Kt 3d square"},
		{board.Black, "exact penalty C"},
		{board.White, "resign"},
	}
	return []DemoGame{london, leeds}, err
}

// longHand writes a move in the long printed style.
func longHand(p *board.Position, m board.Move) string { return notation.Long(p, m) }

// load reads a game: a head of "key: value" lines, an empty line, then the
// moves in algebraic notation; with write nil each is on its own line, and a
// tab and the words as printed follow it.
func load(name string, write func(*board.Position, board.Move) string) (DemoGame, error) {
	text, err := historic.ReadFile(name)
	if err != nil {
		return DemoGame{}, err
	}
	head, body, _ := strings.Cut(string(text), "\n\n")
	var g DemoGame
	for line := range strings.Lines(head) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "title":
			g.Title = value
		case "white":
			g.Clubs[board.White] = value
		case "black":
			g.Clubs[board.Black] = value
		}
	}
	sans, words := columns(body, write == nil)
	p := board.Array()
	for i, san := range sans {
		r := notation.Move{Text: san}.Readings(&p, notation.Rules{Notations: notation.Algebraic})
		if r.Verdict != notation.One {
			return g, fmt.Errorf("demo: %s: %q at ply %d is no single move", name, san, i+1)
		}
		if write != nil {
			words = append(words, write(&p, r.Moves[0]))
		}
		g.Moves = append(g.Moves, DemoMove{Words: words[i], UCI: r.Moves[0].String()})
		p = p.Play(r.Moves[0])
	}
	return g, nil
}

// columns splits the moves from the printed words, if there are any.
func columns(body string, printed bool) (sans, words []string) {
	if !printed {
		return strings.Fields(body), nil
	}
	for line := range strings.Lines(body) {
		san, printed, _ := strings.Cut(strings.TrimSpace(line), "\t")
		sans, words = append(sans, san), append(words, printed)
	}
	return sans, words
}
