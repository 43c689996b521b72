package clerk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/board"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/mailer/transport"
	"corrd/store"
)

// Incoming is one letter as a carrier brought it.
type Incoming struct {
	Raw      []byte // only the header, when the letter is over the size limit
	TooLarge bool
	Received time.Time // when SMTP's DATA ended, or IMAP's INTERNALDATE
	Source   string    // "imap", "smtp" or "lmtp"
	// Lay names the place where the letter lay, such as its UIDVALIDITY and UID; zero when the
	// letter came by SMTP or LMTP.
	Lay      store.Key
	Envelope mailer.Envelope
	// the dates of a card that the office has entered; nil when the letter is not such a card
	Card *game.RealCard
}

// handle takes a fetched letter. When handle returns an error, the letter stays where it lies.
func (c *Clerk) handle(ctx context.Context, f transport.Fetched) (transport.Disposition, error) {
	return c.fetched(ctx, c.cfg.Mailbox, f)
}

// sourceIMAP is the source of a letter that was fetched from a mailbox.
const sourceIMAP = "imap"

// fetched takes a letter that was fetched from a place. Within one place each letter has a
// different UID.
func (c *Clerk) fetched(ctx context.Context, place string, f transport.Fetched) (transport.Disposition, error) {
	in := Incoming{Raw: f.Raw, TooLarge: f.TooLarge, Received: f.InternalDate, Source: sourceIMAP,
		Lay: ledger.Near(int64(f.UID), ledger.Digest("imap", []byte(place), ledger.Octets(int64(f.UIDValidity)), ledger.Octets(int64(f.UID))))}
	if in.TooLarge {
		in.Raw = f.Head
	}
	if err := c.watch.Touch(c.clock.Now()); err != nil {
		return transport.Leave, err
	}
	state, err := c.Take(ctx, in)
	if err != nil && c.triedOften(in.Lay, err) {
		state, err = c.setAside(in, err)
	}
	switch {
	case err != nil:
		return transport.Leave, err
	case state == store.Quarantined:
		return transport.Rejected, nil
	}
	return transport.Processed, nil
}

// Take files one letter. One transaction stores the letter's raw bytes, what the letter meant,
// the events that it brought about and the letters that answer it. When Take returns nil, all of
// these are durable. When Take returns an error, none is stored, and the caller must bring the
// letter again.
func (c *Clerk) Take(ctx context.Context, in Incoming) (store.LetterState, error) {
	rec, err := c.take(ctx, in)
	return rec.State, err
}

// take does what Take does, and returns the record of the letter.
func (c *Clerk) take(ctx context.Context, in Incoming) (rec store.Letter, err error) {
	if err := errors.Join(ctx.Err(), c.room()); err != nil {
		return rec, err
	}
	mail, err := letterIn(in.Raw, in.Envelope, c.readAgainstOwn(c.db.View, 0))
	if err != nil {
		return rec, err
	}
	reading, awaits := pageOf(c.desk.Log, mail), false
	if c.hasKey(mail.Token) { // before corrd knows who writes, only a sender with a key makes corrd work
		reading()
		if awaits, err = c.beforeFlags(ctx, mail.Token, reading(), in.Received); err != nil {
			return rec, err
		}
	}
	named, err := c.rowNamed(mail)
	if err != nil {
		return rec, err
	}
	deflated := c.db.Deflate(in.Raw)
	file := func(tx store.Tx) error {
		if err := tx.Expect(c.likely(in, mail, reading)); err != nil {
			return err
		}
		if awaits {
			if fell := fallen(tx, in.Received, mail.Token.Number); !fell.IsZero() {
				return fellBefore{fell}
			}
		}
		d := c.taking(tx, newRecord(in, mail, tx.Now()), time.Time{})
		d.Rec.Deflated, d.named = deflated, named
		d.Mail, d.Reading, d.Out.At, d.card = mail, reading, d.Rec.Received, in.Card
		if in.Card != nil { // the answer to a card must not be dated before the card has come
			d.Out.At = tx.Now()
		}
		err := d.file(in)
		rec = *d.Rec
		return err
	}
	var fell fellBefore
	if err = c.db.Update(file); errors.As(err, &fell) {
		if err = c.delivered(ctx, fell.at); err == nil {
			awaits = false
			err = c.db.Update(file)
		}
	}
	if err != nil {
		if c.guard.MetIn(err, cmp.Or(rec.Game, mail.Token.Number)) {
			err = errDamaged
		}
		return rec, fmt.Errorf("letter %s from %s: %w", mail.MessageID, mail.From, err)
	}
	c.desk.Log.Info("letter", "id", rec.ID, "from", rec.From, "game", rec.Game, "kind", rec.Kind, "state", rec.State, "verdict", rec.Verdict)
	c.sender.Ring()
	c.alarms.Ring()
	return rec, nil
}

// likely returns what the transaction of a letter will probably ask for.
func (c *Clerk) likely(in Incoming, mail mailer.Letter, reading func() interpret.Page) store.Likely {
	d := newTaking(c.desk, c.tools, nil, &store.Letter{}, time.Time{})
	d.Mail = mail
	of := store.Likely{Keys: []store.Key{d.sameKey(true), d.sameKey(false), d.messageKey()}, Settings: watch.Settings(), Letters: 1, Queued: 1}
	if in.Lay != (store.Key{}) {
		of.Keys = append(of.Keys, in.Lay)
	}
	if mail.From != "" {
		of.Addresses = []string{mail.From}
	}
	if row, ours := c.desk.Keys.BounceRow(mail.Token); ours {
		of.Rows = []int64{row}
	}
	if mail.Token.Kind == mailer.KindGame {
		of.Games, of.Queued = []int64{mail.Token.Number}, 2
		if c.hasKey(mail.Token) { // has been read
			d.Reading = reading
			seat := ledger.Seat{Game: game.State{ID: mail.Token.Number}, Side: board.White}
			if mail.Token.Side == 'b' {
				seat.Side = board.Black
			}
			of.Keys = append(of.Keys, slices.Concat(d.actKeys(seat, mail.Token.Ply, 0), d.actKeys(seat, mail.Token.Ply, game.RoundOver))...)
		}
	}
	return of
}

// Deliver returns a function that takes letters which come by SMTP or LMTP; source is "smtp" or
// "lmtp".
func (c *Clerk) Deliver(source string) transport.Deliver {
	return func(ctx context.Context, env mailer.Envelope, raw []byte, received time.Time) error {
		_, err := c.Take(ctx, Incoming{Raw: raw, Received: received.Add(c.clock.Ahead()), Source: source, Envelope: env})
		return err
	}
}

func (c *Clerk) room() error {
	if c.cfg.Room == nil {
		return nil
	}
	return c.cfg.Room()
}

func (t *tools) readOptions() parse.Options {
	return parse.Options{Site: t.cfg.Site, AuthservID: t.cfg.AuthservID, Hops: t.cfg.Hops, Limits: t.cfg.Limits}
}

func newRecord(in Incoming, mail mailer.Letter, now time.Time) *store.Letter {
	received := in.Received.UTC().Truncate(time.Second)
	if received.IsZero() || received.After(now) {
		received = now
	}
	return &store.Letter{Received: received, Source: in.Source, From: mail.From, To: mail.Recipients,
		MessageID: mail.MessageID, Subject: ledger.Subject(mail.Subject), Size: int64(len(in.Raw))}
}

// file gives the letter its number, judges the letter unless it was judged before, and stores the
// verdict.
func (d *taking) file(in Incoming) error {
	lay := in.Lay != (store.Key{})
	if lay {
		if id, seen, err := d.Tx.Seen(in.Lay); err != nil || seen {
			d.Rec.ID, d.Rec.State = id, store.Duplicate
			return err
		}
	}
	if err := d.Tx.PutLetter(d.Rec, in.Raw); err != nil {
		return err
	}
	d.Out.Letter = d.Rec.ID
	if lay {
		if err := d.Tx.MarkSeen(in.Lay, d.Rec.ID); err != nil {
			return err
		}
	}
	err := d.judge(in.TooLarge)
	if errors.Is(err, desk.ErrGivenUp) {
		err = d.givenUp()
	}
	d.Rec.Stranger = d.ofStranger()
	if err != nil {
		return err
	}
	if err := d.Tx.PutLetter(d.Rec, nil); err != nil || !d.Rec.Stranger {
		return err
	}
	_, err = d.purge(d.Tx)
	return err
}

// judge finds out who wrote the letter and decides what becomes of the letter.
func (d *taking) judge(tooLarge bool) error {
	if err := d.findPlayer(); err != nil {
		return err
	}
	if !d.Proven() {
		d.Out.Unproven = d.Mail.From
	}
	if d.Mail.Token.Kind == mailer.KindStop { // from machines too, but not twice
		if again, err := d.sameMail(); err != nil || again {
			return err
		}
		if over, err := d.Desk.KeyedStop(); over || err != nil {
			return err
		}
	}
	switch {
	case d.Mail.Role != "":
		return d.End(store.Ignored, "to "+d.Mail.Role+": for whoever keeps the server, and not for corrd")
	case d.Mail.Token.Kind == mailer.KindBounce:
		return d.cameBack()
	case d.Mail.Machine != "":
		return d.End(store.Ignored, d.Mail.Machine)
	case d.card == nil && store.IsCard(d.Mail.From):
		return d.End(store.Ignored, "from the address of a player who has no mailbox")
	case d.Mail.From == "":
		return d.End(store.Ignored, "not exactly one sender")
	case d.fromHere():
		return d.End(store.Ignored, "in corrd's own name")
	case tooLarge:
		return d.tooLarge()
	}
	if d.Mail.Token.Kind != mailer.KindStop {
		if again, err := d.sameMail(); err != nil || again {
			return err
		}
	}
	if err := d.findLostKey(); err != nil {
		return err
	}
	switch d.Mail.Token.Kind {
	case mailer.KindGame:
		return d.keyedSeat()
	case mailer.KindRegistration:
		return d.afterRegistrar(d.Desk.KeyedRegistration())
	case mailer.KindChallenge:
		return d.afterRegistrar(d.Desk.KeyedChallenge())
	case mailer.KindEvent:
		return d.afterRegistrar(d.Desk.KeyedEvent(d.director()))
	case mailer.KindHeld:
		return d.keyedHeld()
	case mailer.KindUmpire:
		return d.keyedUmpire()
	case mailer.KindOrder:
		return d.keyedOrder()
	}
	if ruled, err := d.unkeyedUmpire(); ruled || err != nil {
		return err
	}
	return d.unkeyed()
}

// sameMail reports whether the same letter has come before, over whatever protocol, and marks the
// letter as seen.
func (d *taking) sameMail() (bool, error) {
	key := d.sameKey(d.Vouched())
	known := []store.Key{key}
	if !d.Vouched() {
		known = append(known, d.sameKey(true))
	}
	if id, seen, err := d.Tx.Seen(known...); err != nil || seen && d.mailID() != "" {
		d.Rec.Same = id
		return true, errors.Join(err, d.End(store.Duplicate, "the same mail again"))
	}
	return false, errors.Join(d.Tx.MarkSeen(key, d.Rec.ID), d.noteMessageID())
}

// noteMessageID finds out whether the author has sent another letter with the same Message-ID, and
// marks the Message-ID as used, if the author's domain vouches for the letter in any way.
func (d *taking) noteMessageID() (err error) {
	if d.Mail.Proof == mailer.ProofNone || d.Mail.MessageID == "" {
		return nil
	}
	key := d.messageKey()
	if _, d.again, err = d.Tx.Seen(key); err != nil || d.again {
		return err
	}
	return d.Tx.MarkSeen(key, d.Rec.ID)
}

// messageKey returns the mark of a Message-ID of the author.
func (d *taking) messageKey() store.Key {
	return ledger.Digest("message id", []byte(store.FoldAddress(d.Mail.From)), []byte(d.Mail.MessageID))
}

// mayBeAltered reports whether somebody who has an older letter of the author may have sent it
// again or altered: the author's domain vouches for the letter only by a signature that leaves
// that open. Such a signature proves nothing, whatever the key:
//
//   - with the key of a seat the letter is held;
//   - with the key of an umpire it only brings about a showing, as any order does, and the key of
//     the showing is that of a question;
//   - with the key of one question (of a held letter, an order, a registration or a challenge) it
//     answers this question and does nothing else, because the key is newer than any older letter
//     and only the reader of the question was sent it.
func (d *taking) mayBeAltered() bool {
	return d.question.IsZero() && (d.Mail.Proof == mailer.ProofWeak || d.Mail.Proof == mailer.ProofOnce && d.again)
}

// fromHere reports whether the letter pretends to come from an address of corrd's.
func (d *taking) fromHere() bool {
	_, own := d.cfg.Site.Detail(d.Mail.From)
	return own
}

func (d *taking) findPlayer() error {
	p, err := d.Tx.PlayerAt(d.Mail.From)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	d.Player, d.Rec.Player = &p, p.ID
	return nil
}

// sameKey returns the mark by which sameMail recognises a letter. The mark does not depend on the
// protocol, nor on which letter the letter answers. A letter to several addresses with keys is a
// separate letter to each address. A letter for which its domain vouches does not repeat one for
// which none does, because anybody can send that one first.
func (d *taking) sameKey(vouched bool) store.Key {
	kind := map[bool]string{true: "message vouched", false: "message"}[vouched]
	return ledger.Near(d.Mail.Token.Number, ledger.Digest(kind, []byte(store.FoldAddress(d.Mail.From)), []byte(d.mailID()), []byte(d.Mail.Token.String()), d.Mail.HashByMarks[:]))
}

// mailID tells the author's letters apart: it is the Message-ID or, in a letter without one, the
// Date with the Subject and what the letter answers. A server that has not heard the answer to such
// a letter sends it once more.
func (d *taking) mailID() string {
	if d.Mail.MessageID != "" || d.Mail.Date == "" {
		return d.Mail.MessageID
	}
	return strings.Join([]string{"of", d.Mail.Date, d.Mail.Subject, d.Mail.InReplyTo}, "\n")
}
