package ledger

import (
	"bytes"
	"encoding/base64"
	"errors"
	"image"
	"image/png"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"testing"
	"time"

	"corrd/store"
)

// written is a card as a secretary enters it.
func written() Card {
	return Card{Player: store.Player{ID: 7, Name: "Élise Exämple"}, Game: 12, Side: "white", Ply: 3,
		Postmark: time.Date(2026, 3, 28, 17, 0, 0, 0, time.FixedZone("", 3600)), Arrived: time.Date(2026, 3, 30, 9, 0, 0, 0, time.UTC),
		InHand: time.Date(2026, 3, 27, 0, 0, 0, 0, time.UTC), Text: "2. Kt—KB3\nGreetings = from Leeds\n.", By: "carol"}
}

// picture is a PNG of one dot.
func picture(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// letter returns the letter of a card, read as mail.
func letter(t *testing.T, c Card) (octets []byte, m *mail.Message) {
	t.Helper()
	octets, err := c.Letter("corrd+g12.w3.KEY@club.example", "[corrd g12.w3.KEY]")
	if err != nil {
		t.Fatal(err)
	}
	if m, err = mail.ReadMessage(bytes.NewReader(octets)); err != nil {
		t.Fatal(err)
	}
	return octets, m
}

// TestLetter: the letter of a card says who wrote it, when it was posted and came, and who
// entered it, and holds the words as they were entered.
func TestLetter(t *testing.T) {
	octets, m := letter(t, written())
	decoded := func(name string) string {
		text, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get(name))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	for name, want := range map[string]string{
		"Subject": "Card in game 12, white, postmarked Saturday 28 March 2026 [corrd g12.w3.KEY]", "To": "<corrd+g12.w3.KEY@club.example>",
		"Date": "Sat, 28 Mar 2026 16:00:00 +0000", "Corrd-Card-Postmark": "2026-03-28T16:00:00Z", "Corrd-Card-Arrived": "2026-03-30T09:00:00Z",
		"Corrd-Card-Received": "2026-03-27T00:00:00Z", "Corrd-Card-Entered-By": "carol",
	} {
		if got := decoded(name); got != want {
			t.Errorf("%s: %q, not %q", name, got, want)
		}
	}
	if from, err := m.Header.AddressList("From"); err != nil || len(from) != 1 || from[0].Name != "Élise Exämple" || from[0].Address != store.CardAddress(7) {
		t.Errorf("From: %v, %v", from, err)
	}
	text, err := io.ReadAll(quotedprintable.NewReader(m.Body))
	if got := strings.ReplaceAll(string(text), "\r\n", "\n"); err != nil || got != written().Text+"\n" {
		t.Errorf("%q, %v", got, err)
	}
	for _, r := range octets {
		if r > 126 {
			t.Fatal("an octet is no ASCII")
		}
	}
}

// TestLetterOfTheOffice: the letter holds nothing that was not entered.
func TestLetterOfTheOffice(t *testing.T) {
	c := written()
	c.Game, c.InHand, c.By = 0, time.Time{}, ""
	_, m := letter(t, c)
	for _, name := range []string{"Corrd-Card-Received", "Corrd-Card-Entered-By"} {
		if m.Header.Get(name) != "" {
			t.Errorf("%s: %q", name, m.Header.Get(name))
		}
	}
	if s := m.Header.Get("Subject"); !strings.HasPrefix(s, "Card postmarked Saturday 28 March 2026") {
		t.Errorf("the subject is %q", s)
	}
}

// TestPictureIsKept: the picture of a card stands in its letter beside the words, to the octet.
func TestPictureIsKept(t *testing.T) {
	c := written()
	c.Image = picture(t)
	_, m := letter(t, c)
	kind, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/mixed" {
		t.Fatalf("%q, %v", kind, err)
	}
	parts := multipart.NewReader(m.Body, params["boundary"])
	words, err := parts.NextPart()
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(words); err != nil || strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")) != c.Text {
		t.Errorf("the words are %q, %v", text, err)
	}
	scan, err := parts.NextPart()
	if err != nil || scan.Header.Get("Content-Type") != "image/png" || scan.FileName() != "card.png" {
		t.Fatalf("%v, %v", scan, err)
	}
	if got, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, scan)); err != nil || !bytes.Equal(got, c.Image) {
		t.Errorf("the picture has %d octets, not %d: %v", len(got), len(c.Image), err)
	}
	if _, err := parts.NextPart(); err != io.EOF {
		t.Errorf("after the picture: %v", err)
	}
}

// TestSameCard: a card that is entered again is the same letter. Another text, postmark, side, game
// or player makes another letter; another date of arrival does not.
func TestSameCard(t *testing.T) {
	first, m := letter(t, written())
	if again, _ := letter(t, written()); !bytes.Equal(first, again) {
		t.Error("the same card has other octets")
	}
	for name, c := range map[string]struct {
		change func(c *Card)
		same   bool
	}{
		"text": {func(c *Card) { c.Text += "!" }, false}, "postmark": {func(c *Card) { c.Postmark = c.Postmark.Add(time.Minute) }, false},
		"side": {func(c *Card) { c.Side = "black" }, false}, "game": {func(c *Card) { c.Game = 13 }, false}, "player": {func(c *Card) { c.Player.ID = 8 }, false},
		"challenge": {func(c *Card) { c.Challenge = 5 }, false}, "event": {func(c *Card) { c.Event = 5 }, false}, "arrival": {func(c *Card) { c.Arrived = c.Arrived.Add(time.Hour) }, true},
		"zone": {func(c *Card) { c.Postmark = c.Postmark.UTC() }, true}, "secretary": {func(c *Card) { c.By = "dave" }, true},
	} {
		other := written()
		c.change(&other)
		if _, o := letter(t, other); (o.Header.Get("Message-ID") == m.Header.Get("Message-ID")) != c.same {
			t.Errorf("another %s: %s", name, o.Header.Get("Message-ID"))
		}
	}
}

// TestNoFieldIsSlippedIn: line ends in a name make no field of the letter.
func TestNoFieldIsSlippedIn(t *testing.T) {
	c := written()
	c.By, c.Player.Name = "carol\r\nBcc: mallory@example.org", "Elise\r\nReply-To: mallory@example.org"
	if _, m := letter(t, c); m.Header.Get("Bcc") != "" || m.Header.Get("Reply-To") != "" {
		t.Errorf("the header is %v", m.Header)
	}
}

// TestPicturesThatAreRefused: a file that is not a picture, and a picture that is too large, make
// no letter.
func TestPicturesThatAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		octets []byte
		want   error
	}{
		"text": {[]byte("P-K4"), ErrCardPicture}, "half a header": {picture(t)[:12], ErrCardPicture}, "large": {append(picture(t), make([]byte, MostCardPicture)...), ErrCardTooLarge},
	} {
		card := written()
		card.Image = c.octets
		if octets, err := card.Letter("corrd@club.example", ""); !errors.Is(err, c.want) || octets != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if kind, err := PictureKind(picture(t)); kind != "png" || err != nil {
		t.Errorf("a PNG is %q, %v", kind, err)
	}
}
