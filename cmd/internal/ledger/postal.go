package ledger

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	_ "image/gif"  // a scan of a card
	_ "image/jpeg" // a photograph of one
	_ "image/png"
	"math"
	"mime"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"corrd/mailer"
	"corrd/store"
	"corrd/templates/texts"
)

// A player may have a postal address and no mailbox. What corrd writes to them is then printed on
// cards; the address stands nowhere but in the record of the player.

// The bounds of a postal address.
const (
	mostLines  = 6
	longLine   = 48
	shortPlace = 2
)

// ErrPostal says that a text is not a postal address.
var ErrPostal = errors.New("a postal address is of one to six lines of 48 letters at most, parted by commas or line ends")

// Postal reads a postal address, whose lines are separated by line ends or, where there is none, by
// commas.
func Postal(written string) (string, error) {
	written = norm.NFC.String(written)
	parted := strings.Split(written, "\n")
	if len(parted) == 1 {
		parted = strings.Split(written, ",")
	}
	var lines []string
	for _, line := range parted {
		valid := utf8.ValidString(line)
		line = mailer.OneLine(strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return ' '
			}
			return r
		}, line))
		if line != "" {
			lines = append(lines, line)
		}
		if utf8.RuneCountInString(line) > longLine || !valid {
			return "", ErrPostal
		}
	}
	address := strings.Join(lines, "\n")
	if len(lines) > mostLines || len(address) < shortPlace {
		return "", ErrPostal
	}
	return address, nil
}

// Enrol stores a new player who has a postal address and no mailbox.
func Enrol(tx store.Tx, p *store.Player) error {
	if err := PutName(tx, p); err != nil {
		return err
	}
	p.Addresses = []string{store.CardAddress(p.ID)}
	return tx.PutPlayer(p)
}

// ToCards gives a player a postal address. A player who had a mailbox has none from now on: in
// each running game the player has a card with a new key of the game, and the keys before are void.
func ToCards(out *Notices, p *store.Player, postal string) error {
	p.Postal = postal
	if p.OnCards() {
		return out.Tx.PutPlayer(p)
	}
	return moveTo(out, p, store.CardAddress(p.ID))
}

// ToMailbox gives a player without a mailbox one, and drops the postal address. No card of theirs
// may wait to be posted.
func ToMailbox(out *Notices, p *store.Player, address string) error {
	p.Postal = ""
	return moveTo(out, p, address)
}

// moveTo has all letters to a player go to another address from now on, the others being given up.
func moveTo(out *Notices, p *store.Player, address string) error {
	for _, a := range p.Addresses { // by which an erasure finds what was written to them
		known := store.Registration{Name: p.Name, Address: a, At: out.Tx.Now(), Owner: p.ID, Player: p.ID}
		if err := out.Tx.PutRegistration(&known); err != nil {
			return err
		}
	}
	p.Addresses = []string{address}
	if err := putChanges(out.Tx, p.ID, nil); err != nil {
		return err
	}
	if err := out.Tx.PutPlayer(p); err != nil {
		return err
	}
	if err := out.keepOnCards(out.Tx, p.ID); err != nil {
		return err
	}
	return rotateAll(out, *p)
}

// CardsWaiting returns the numbers of the cards to a player that have not been posted.
func CardsWaiting(v store.View, p store.Player) (ids []int64, err error) {
	rows, err := v.Rows(math.MaxInt, append([]store.RowState{store.Queued}, store.Unposted...)...)
	for _, r := range rows {
		if r.Player == p.ID && store.IsCard(r.To) {
			ids = append(ids, r.ID)
		}
	}
	return ids, err
}

// CardNumbers names cards: "card 17", "cards 17 and 18".
func CardNumbers(ids []int64) string {
	words := strings.Fields(strings.Trim(fmt.Sprint(ids), "[]"))
	if len(words) < 2 {
		return "card " + strings.Join(words, "")
	}
	return "cards " + strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// CardSource is the source of letters that were entered.
const CardSource = "card"

// Card is a card as it was entered.
type Card struct {
	Player    store.Player // who wrote it
	Game      int64        // 0: it is for the office
	Side      string       // "white" or "black", of a game
	Member    int          // of a side in consultation, from 1
	Ply       int          // of the turn it answers
	Challenge int64        // that it answers; 0: none is named
	Event     int64        // about which it answers a question; 0: none is named
	Postmark  time.Time
	Arrived   time.Time // at the office
	InHand    time.Time // when the card it answers arrived, as its writer has written on it; zero: not written
	Text      string
	Image     []byte // its picture; nil: there is none
	By        string // who entered it, or "" if the system does not tell
}

// MostCardWords is how many octets the words of a card have at most.
const MostCardWords = 32 << 10

// MostCardPicture is how many octets the picture of a card has at most.
const MostCardPicture = 4 << 20

// The refusals of a picture.
var (
	ErrCardPicture  = errors.New("the picture is no PNG, JPEG or GIF")
	ErrCardTooLarge = fmt.Errorf("the picture has more than %d octets", MostCardPicture)
)

// PictureKind returns the kind of a picture, "png", "jpeg" or "gif", or the reason for which it is
// none.
func PictureKind(octets []byte) (kind string, err error) {
	if len(octets) > MostCardPicture {
		return "", ErrCardTooLarge
	}
	_, kind, err = image.DecodeConfig(bytes.NewReader(octets))
	if err != nil {
		return "", ErrCardPicture
	}
	return kind, nil
}

// id is the same for the same words of one player for one turn with one postmark: a card that is
// entered twice is the same letter.
func (c Card) id() string {
	answers := fmt.Sprint(c.Challenge)
	if c.Event != 0 {
		answers = fmt.Sprint("event ", c.Event)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\x00%d\x00%s\x00%s\x00%d\x00%s", c.Player.ID, c.Game, c.Side, answers, c.Postmark.Unix(), c.Text))
	return hex.EncodeToString(sum[:12])
}

// subject says what the card is, in a line of a list.
func (c Card) subject() string {
	of := texts.Date(c.Postmark, c.Postmark.Location())
	if c.Game == 0 {
		return "Card postmarked " + of
	}
	return fmt.Sprintf("Card in game %d, %s, postmarked %s", c.Game, c.Side, of)
}

// Letter returns the letter that a card becomes, to an address, with a token in its subject where
// keys travel there. The same card gives the same octets.
func (c Card) Letter(to, token string) ([]byte, error) {
	kind := ""
	if len(c.Image) > 0 {
		var err error
		if kind, err = PictureKind(c.Image); err != nil {
			return nil, err
		}
	}
	var b bytes.Buffer
	field := func(name, value string) { fmt.Fprintf(&b, "%s: %s\r\n", name, value) }
	field("From", (&mail.Address{Name: c.Player.Name, Address: store.CardAddress(c.Player.ID)}).String())
	field("To", "<"+to+">")
	field("Subject", mime.QEncoding.Encode("utf-8", strings.TrimSpace(c.subject()+" "+token)))
	field("Date", c.Postmark.UTC().Format("Mon, 02 Jan 2006 15:04:05 -0700"))
	field("Message-ID", "<"+c.id()+"."+store.CardAddress(c.Player.ID)+">")
	field("Corrd-Card-Postmark", c.Postmark.UTC().Format(time.RFC3339))
	field("Corrd-Card-Arrived", c.Arrived.UTC().Format(time.RFC3339))
	if !c.InHand.IsZero() {
		field("Corrd-Card-Received", c.InHand.UTC().Format(time.RFC3339))
	}
	if c.By != "" {
		field("Corrd-Card-Entered-By", mime.QEncoding.Encode("utf-8", c.By))
	}
	field("MIME-Version", "1.0")
	if kind == "" {
		field("Content-Type", `text/plain; charset="utf-8"`)
		field("Content-Transfer-Encoding", "quoted-printable")
		b.WriteString("\r\n")
		err := c.writeText(&b)
		return b.Bytes(), err
	}
	boundary := "card-" + c.id()
	field("Content-Type", fmt.Sprintf("multipart/mixed; boundary=%q", boundary))
	fmt.Fprintf(&b, "\r\n--%s\r\nContent-Type: text/plain; charset=\"utf-8\"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n", boundary)
	if err := c.writeText(&b); err != nil {
		return nil, err
	}
	fmt.Fprintf(&b, "\r\n--%s\r\nContent-Type: image/%s\r\nContent-Disposition: attachment; filename=\"card.%s\"\r\nContent-Transfer-Encoding: base64\r\n\r\n", boundary, kind, kind)
	inLines(&b, base64.StdEncoding.EncodeToString(c.Image))
	fmt.Fprintf(&b, "--%s--\r\n", boundary)
	return b.Bytes(), nil
}

// writeText writes the words of the card.
func (c Card) writeText(b *bytes.Buffer) error {
	w := quotedprintable.NewWriter(b)
	_, err := w.Write([]byte(strings.ReplaceAll(strings.ReplaceAll(c.Text, "\r\n", "\n"), "\n", "\r\n") + "\r\n"))
	return errors.Join(err, w.Close())
}

// inLines writes a text in lines of 76 characters (RFC 2045).
func inLines(b *bytes.Buffer, text string) {
	const width = 76
	for ; len(text) > width; text = text[width:] {
		b.WriteString(text[:width] + "\r\n")
	}
	b.WriteString(text + "\r\n")
}
