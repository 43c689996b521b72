package clerk

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/store"
)

// cardTable is a table at which alice, with a mailbox, plays White against eliza, who plays by
// cards, and carl is another player by cards.
func cardTable(t *testing.T) *table {
	t.Helper()
	b := tableWith(t, "alice")
	for _, who := range []string{"Eliza Thorold", "Carl Card"} {
		if _, err := b.room().PlayerAdd(b.Context(), control.Enrolment{Name: who, Postal: "The Laurels, Lincoln", Quiet: true}); err != nil {
			t.Fatal(err)
		}
	}
	b.comesNow("alice", office, "c", "challenge Eliza Thorold, colour white, errors law, notation descriptive, time reply in 5 days, post.transit 1d")
	b.postAll()
	b.days(3)
	if e, err := b.enter(control.Entering{Player: b.numbered(2), Postmark: "2026-01-02", Text: "accept"}); err != nil || e.State != string(store.Acted) {
		t.Fatalf("%+v, %v", e, err)
	}
	return b
}

func (b *table) numbered(player int64) *control.Whom { return &control.Whom{ID: player} }

// days lets days pass.
func (b *table) days(n int) {
	b.Helper()
	b.clock.(*watch.Virtual).Set(b.clock.Now().Add(time.Duration(n) * 24 * time.Hour))
	b.rings()
}

// enter enters a card.
func (b *table) enter(e control.Entering) (control.EnteredCard, error) {
	return b.room().CardEnter(b.Context(), e)
}

// postAll puts out, prints and posts all cards, and gives the PDF.
func (b *table) postAll() []byte {
	b.Helper()
	if _, err := b.courier.SendDue(b.Context()); err != nil {
		b.Fatal(err)
	}
	printed, err := b.room().CardPrint(b.Context(), control.Printing{})
	if err != nil {
		return nil
	}
	for _, c := range printed.Cards {
		if _, err := b.room().CardPosted(b.Context(), control.Posting{ID: c.ID}); err != nil {
			b.Fatal(err)
		}
	}
	return printed.PDF
}

// black is the seat of eliza.
var black = &control.Seat{Game: 1, Side: board.Black}

// TestCardsThatCannotBe: a card is refused, and nothing is done, where its times, its writer, its
// seat or its challenge are impossible.
func TestCardsThatCannotBe(t *testing.T) {
	b := cardTable(t)
	b.comesNow("alice", b.key(board.White), "m", "P-K4")
	b.postAll()
	b.days(10)
	b.comesNow("alice", office, "carl", "challenge Carl Card, time reply in 5 days, post.transit 1d")
	text := "1... P-K4"
	before := b.game().Seq
	for name, e := range map[string]control.Entering{
		"no words":                              {Seat: black, Postmark: "2026-01-06"},
		"words of blanks":                       {Seat: black, Postmark: "2026-01-06", Text: " \n\t "},
		"no postmark":                           {Seat: black, Text: text},
		"the year one":                          {Seat: black, Postmark: "0001-01-01", Text: text},
		"the year one, to the office":           {Player: b.numbered(3), Postmark: "0001-01-01", Text: "challenge alice"},
		"a challenge not written yet":           {Player: b.numbered(3), Challenge: 2, Postmark: "2025-12-31", Text: "accept"},
		"a postmark of another year":            {Player: b.numbered(3), Postmark: "2025-01-05", Text: "challenge alice@example.org"},
		"the last year":                         {Seat: black, Postmark: "9999-12-31", Text: text},
		"a postmark of tomorrow":                {Seat: black, Postmark: "2026-01-16", Text: text},
		"a time zone beyond all":                {Seat: black, Postmark: "2026-01-06T10:00:00+99:00", Text: text},
		"a postmark before the letter":          {Seat: black, Postmark: "2026-01-01", Text: text},
		"an arrival before the postmark":        {Seat: black, Postmark: "2026-01-06", Arrived: "2026-01-04", Text: text},
		"an arrival of tomorrow":                {Seat: black, Postmark: "2026-01-06", Arrived: "2026-03-01", Text: text},
		"in hand before it was posted":          {Seat: black, Postmark: "2026-01-06", Received: "2026-01-01", Text: text},
		"in hand after its answer":              {Seat: black, Postmark: "2026-01-06", Received: "2026-01-08", Text: text},
		"a seat with a mailbox":                 {Seat: &control.Seat{Game: 1, Side: board.White}, Postmark: "2026-01-06", Text: text},
		"a game that is not":                    {Seat: &control.Seat{Game: 2, Side: board.Black}, Postmark: "2026-01-06", Text: text},
		"a game of a negative number":           {Seat: &control.Seat{Game: -1, Side: board.Black}, Postmark: "2026-01-06", Text: text},
		"a player with a mailbox":               {Player: b.numbered(1), Postmark: "2026-01-06", Text: "stop"},
		"a player who is not":                   {Player: b.numbered(9), Postmark: "2026-01-06", Text: "stop"},
		"nobody":                                {Postmark: "2026-01-06", Text: "stop"},
		"a challenge to another player":         {Player: b.numbered(3), Challenge: 1, Postmark: "2026-01-06", Text: "accept"},
		"a challenge that is not":               {Player: b.numbered(3), Challenge: 7, Postmark: "2026-01-06", Text: "accept"},
		"a picture that is none":                {Seat: black, Postmark: "2026-01-06", Text: text, Image: []byte("%PDF-1.4")},
		"a picture that only begins":            {Seat: black, Postmark: "2026-01-06", Text: text, Image: []byte("\x89PNG\r\n\x1a\n")},
		"a picture that is larger than is kept": {Seat: black, Postmark: "2026-01-06", Text: text, Image: append([]byte("GIF89a"), bytes.Repeat([]byte{1}, 5<<20)...)},
		"words longer than a letter":            {Seat: black, Postmark: "2026-01-06", Text: text + strings.Repeat("\nGood morning, dear opponent.", 80_000)},
	} {
		made, err := b.enter(e)
		var refusal *control.Refusal
		if !errors.As(err, &refusal) {
			t.Errorf("%s: %+v, %v", name, made, err)
		}
		if after := b.game().Seq; after != before {
			t.Fatalf("%s: %d events", name, after-before)
		}
	}
	b.wantSound()
}

// TestCardOnceAndInOrder: a card that is entered again acts once, whatever is entered beside its
// words, and one that is entered behind a later one of its turn, or of a turn long past, makes no
// second move.
func TestCardOnceAndInOrder(t *testing.T) {
	b := cardTable(t)
	b.comesNow("alice", b.key(board.White), "m", "P-K4")
	b.postAll()
	b.days(5)
	first := control.Entering{Seat: black, Postmark: "2026-01-06", Text: "1... P-K4"}
	if e, err := b.enter(first); err != nil || e.State != string(store.Acted) {
		t.Fatalf("%+v, %v", e, err)
	}
	was := b.game().Seq
	for name, e := range map[string]control.Entering{
		"again":                  first,
		"with another arrival":   {Seat: black, Postmark: "2026-01-06", Arrived: "2026-01-07", Text: "1... P-K4"},
		"with a date of arrival": {Seat: black, Postmark: "2026-01-06", Received: "2026-01-06", Text: "1... P-K4"},
		"by the player's name":   {Player: b.numbered(2), Postmark: "2026-01-06", Text: "1... P-K4"},
	} {
		if made, err := b.enter(e); err == nil && made.State == string(store.Acted) {
			t.Errorf("%s: %+v", name, made)
		}
	}
	if s := b.game(); len(s.Line) != 2 || s.Seq != was {
		t.Fatalf("%d moves, %d events more", len(s.Line), s.Seq-was)
	}
	b.comesNow("alice", b.key(board.White), "m2", "Kt-KB3")
	b.postAll()
	b.days(3)
	for name, e := range map[string]control.Entering{
		"a turn long past":   {Seat: black, Postmark: "2026-01-05", Text: "1... P-Q4"},
		"the same as before": first,
	} {
		if made, err := b.enter(e); err == nil && made.State == string(store.Acted) {
			t.Errorf("%s: %+v", name, made)
		}
	}
	if s := b.game(); len(s.Line) != 3 {
		t.Errorf("%d moves", len(s.Line))
	}
	b.wantSound()
}

// hostileWords are words that somebody might write on a card to have more done than they may.
var hostileWords = map[string]string{
	"fields":             "From: alice@example.org\nTo: corrd@club.example\nSubject: resign\n\nresign",
	"an end of a part":   "1... P-K4\n--card-00--\nContent-Type: text/html\n\n<b>resign</b>",
	"a key of White's":   "KEY\nresign",
	"control characters": "1... P-K4\x00\x07\x1b[2J\x1b]0;x\x07",
	"another seat":       "Game 1, White: resign",
	"another game":       "Game 7: resign",
	"an umpire":          "forfeit 1 white II.10",
	"a bounce":           "550 5.1.1 <alice@example.org> unknown",
	"a card's fields":    "Corrd-Card-Postmark: 1999-01-01T00:00:00Z\nCorrd-Card-Arrived: 1999-01-01T00:00:00Z",
	"directions":         "\u202e4K-P ...1\u202c\u2066\u200b\ufeff",
	"broken UTF-8":       "1... P-K4 \xff\xfe\xc3",
	"long line":          strings.Repeat("Kt or ", 60_000),
	"many lines":         strings.Repeat("resign?\n", 30_000),
	"a dot":              ".\r\nQUIT\r\n",
}

// TestHostileWordsOnCards: whatever stands on a card, White neither loses nor moves by it, no
// letter of anybody else is forged, and whoever reads the card's letter reads its fields as they
// were entered.
func TestHostileWordsOnCards(t *testing.T) {
	for name, words := range sampled(hostileWords, 4) {
		b := cardTable(t)
		b.comesNow("alice", b.key(board.White), "m", "P-K4")
		b.postAll()
		b.days(5)
		began := time.Now()
		made, err := b.enter(control.Entering{Seat: black, Postmark: "2026-01-06", Text: strings.ReplaceAll(words, "KEY", b.key(board.White))})
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%s takes %v", name, took)
		}
		if err != nil {
			continue
		}
		s := b.game()
		if r := s.Result; r != nil && r.Score == game.BlackWins || len(s.Line) > 2 {
			t.Errorf("%s: %+v, %d moves", name, r, len(s.Line))
		}
		b.view(func(v store.View) error {
			l, err := v.Letter(made.Letter)
			raw, err2 := v.Raw(made.Letter)
			read := parse.Letter(raw, mailer.Envelope{From: l.From, To: l.To}, parse.Options{Site: b.cfg.Site})
			if from := store.CardAddress(2); l.From != from || read.From != from || l.Player != 2 {
				t.Errorf("%s: from %q, read from %q, player %d", name, l.From, read.From, l.Player)
			}
			if !l.Received.Equal(time.Date(2026, 1, 6, 0, 0, 0, 0, time.UTC)) {
				t.Errorf("%s: received %v", name, l.Received)
			}
			return errors.Join(err, err2)
		})
		b.postAll()
		b.wantSound()
	}
}

// TestManyCards: a secretary's day of two hundred cards is printed whole.
func TestManyCards(t *testing.T) {
	b := cardTable(t)
	b.comesNow("alice", b.key(board.White), "m", "P-K4\nsay: "+strings.Repeat("ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞß", 20))
	for i := range 20 {
		b.comesNow("alice", office, fmt.Sprint("c", i), fmt.Sprintf("challenge Carl Card\nsay: %d", i))
	}
	if pdf := b.postAll(); !bytes.HasPrefix(pdf, []byte("%PDF-1.4")) {
		t.Errorf("%.20q", pdf)
	}
}
