package clerk

import (
	"context"
	"encoding/json"
	"errors"
	"net/mail"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/tournament"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/press"
)

// unkeyed takes a letter without a key. Requests to the registrar and commands of registered
// players to the office are carried out. Statements in a game are held until the owner of the
// address on file confirms them.
func (d *taking) unkeyed() error {
	if d.Mail.Auth == mailer.AuthFail {
		return d.End(store.Ignored, desk.Disowned)
	}
	if err := d.Read(); err != nil {
		return err
	}
	d.Page.Statements = withoutAssent(d.Page.Statements)
	if len(d.Page.Statements) > 0 && d.Page.Statements[0].Kind == interpret.KindRegister {
		d.LeaveBeside()
		return desk.RegistrarAt(d.Desk).Register(d.Page.Statements[0])
	}
	if d.Player == nil {
		return d.newcomer()
	}
	if len(d.Page.Statements) == 0 {
		return d.Reply("asked", templates.Data{Topic: templates.NoStatement, Words: d.Mail.Subject, Lines: addressesIn(d.Page.Note)}, store.Returned, "no statement")
	}
	st := d.Page.Statements[0]
	if _, others := settingsIn(d.Page.Statements); len(others) > 0 {
		st = others[0]
	}
	switch {
	case st.Kind == interpret.KindAccept || st.Kind == interpret.KindDecline:
		d.LeaveBeside()
		about := d.Mail.Token
		if about.IsZero() {
			about = d.answeredToken
		}
		return d.afterRegistrar(desk.RegistrarAt(d.Desk).UnkeyedAnswer(about, d.answersOurs || !about.IsZero()))
	case desk.ForOffice(st.Kind), desk.ForRegistrar(st.Kind):
		return d.commands(*d.Player, nil, d.Page.Statements)
	}
	return d.unkeyedMove()
}

// withoutAssent takes a yes to the conditions of an event away that stands beside the entry.
func withoutAssent(all []interpret.Statement) []interpret.Statement {
	if !slices.ContainsFunc(all, func(st interpret.Statement) bool { return st.Kind == interpret.KindEnter }) {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(st interpret.Statement) bool {
		return st.Kind == interpret.KindYes && st.Choice == 0 || st.Kind == interpret.KindAccept
	})
}

// newcomer takes a letter of somebody who is not registered and does not ask to be. corrd tells
// them how to register, once a day, if their domain vouches for the letter. Nobody else is
// answered, and the list of the inbox shows their letters.
func (d *taking) newcomer() error {
	if !d.Vouched() {
		return d.End(store.Ignored, "from a stranger")
	}
	if d.FirstKind() == interpret.KindStop.String() {
		return desk.RegistrarAt(d.Desk).StrangerStops()
	}
	return d.OnceToday(ledger.TallyNewcomers.At(d.Mail.From, d.Tx.Now()), templates.Data{Topic: templates.Newcomer, Reason: d.Ledger.Registration}, "from a stranger, told how to register")
}

var gameInSubject = regexp.MustCompile(`(?i)\[corrd ([0-9]{1,18})\]`)

// unkeyedMove finds the game of a letter without a key: the game that the subject names, or else
// the only game that the sender is playing.
func (d *taking) unkeyedMove() error {
	id, err := d.gameMeant(*d.Player)
	if err != nil {
		return err
	}
	s, err := ledger.SeatIn(d.Tx, *d.Player, id)
	if err != nil {
		return err
	}
	if s.Game.ID == 0 {
		return d.Reply("asked", templates.Data{Topic: templates.WhichGame}, store.Returned, "which game?")
	}
	return d.hold(s)
}

// gameMeant returns the number of the game of a letter without a key, by its subject, its
// statements or the letter that it answers, or 0 if the game cannot be told.
func (d *taking) gameMeant(p store.Player) (int64, error) {
	if m := gameInSubject.FindStringSubmatch(d.Mail.Subject); m != nil {
		return strconv.ParseInt(m[1], 10, 64)
	}
	if n := d.Page.Statements[0].Game; n != 0 {
		return int64(n), nil
	}
	if d.answered != 0 {
		return d.answered, nil
	}
	return d.onlyGame(p)
}

// onlyGame returns the only game that a player is playing, or 0 if the player is playing none or
// several.
func (d *taking) onlyGame(p store.Player) (int64, error) {
	running, err := ledger.Running(d.Tx, p.ID)
	if err != nil || len(running) != 1 {
		return 0, err
	}
	return running[0], nil
}

// tooLarge answers a registered player whose letter is over the size limit.
func (d *taking) tooLarge() error {
	if d.Player == nil || d.Mail.Auth == mailer.AuthFail {
		return d.End(store.Quarantined, "over the limit")
	}
	d.Mail.Token = mailer.Token{} // nobody has checked whether the key is right
	return d.Reply("asked", templates.Data{Topic: templates.TooLarge, Number: d.readOptions().Limits.OrDefault().Bytes, Words: d.Mail.Subject}, store.Quarantined, "over the limit")
}

// longestNamed is how many bytes an address has at most that an answer repeats.
const longestNamed = 80

// addressesIn returns the first address that stands in some prose, for the example of a challenge.
func addressesIn(prose string) []string {
	for word := range strings.FieldsSeq(prose) {
		word = strings.Trim(word, ".,;:!?()<>\"'")
		if a, err := mail.ParseAddress(word); err == nil && a.Name == "" && a.Address == word && len(word) <= longestNamed {
			return []string{word}
		}
	}
	return nil
}

// Enter takes a card that the office has entered in the same way as a letter with the key of the
// seat or challenge that the card answers. The card counts from its postmark, and the office
// vouches for its author. Enter gives the record of the letter.
func (c *Clerk) Enter(ctx context.Context, card ledger.Card) (store.Letter, error) {
	token, generation, err := c.keyOfCard(card)
	if err != nil {
		return store.Letter{}, err
	}
	to, subject := c.desk.Ledger.Site.Address(), ""
	if !token.IsZero() {
		to = c.desk.Keys.Address(token, generation, c.desk.Ledger.Site)
		if c.desk.Ledger.Site.Delimiter == 0 {
			subject = c.desk.Keys.SubjectToken(token, generation)
		}
	}
	raw, err := card.Letter(to, subject)
	if err != nil {
		return store.Letter{}, err
	}
	return c.take(ctx, Incoming{Raw: raw, Received: card.Postmark, Source: ledger.CardSource,
		Envelope: mailer.Envelope{From: store.CardAddress(card.Player.ID), To: []string{to}, Auth: mailer.AuthPass},
		Card:     &game.RealCard{Arrived: card.Arrived, InHand: card.InHand}})
}

// Draw returns what is printed for a letter to a player without a mailbox.
func (c *Clerk) Draw(v store.View, row store.Row) (press.Card, error) {
	return c.courier.Card(v, row)
}

// returnAddress returns the lines of the club's postal address, or none if the address is not
// known.
func returnAddress(postal string) []string {
	lines, err := ledger.Postal(postal)
	if err != nil {
		return nil
	}
	return strings.Split(lines, "\n")
}

// keyOfCard returns the token and the generation of the key with which a card acts. The token is
// zero for a card to the office that names no challenge.
func (c *Clerk) keyOfCard(card ledger.Card) (token mailer.Token, generation int, err error) {
	err = c.db.View(func(v store.View) error {
		switch {
		case card.Game != 0:
			side := sideOf(card.Side[0])
			s, err := ledger.SeatOf(v, card.Game, side, card.Member)
			s.Player = card.Player
			token, generation = s.Token(), s.Generation()
			token.Ply = card.Ply
			return err
		case card.Challenge != 0:
			ch, err := v.Challenge(card.Challenge)
			place := slices.IndexFunc(ch.Consultants, func(who store.Consultant) bool { return who.Player == card.Player.ID })
			token, generation = ledger.ChallengeToken(ch.ID), ledger.KeyOfPlace(place+1)
			return err
		case card.Event != 0:
			s, err := v.Tournament(card.Event)
			if err != nil {
				return err
			}
			token = ledger.EventToken(s)
			generation, err = questionOf(v, s, card.Player.ID)
			return err
		}
		return nil
	})
	return token, generation, err
}

// questionOf returns the generation of the key of the newest question about an event that a player
// without a mailbox was sent; that of the entry where none was sent lately.
func questionOf(v store.View, s tournament.State, player int64) (generation int, err error) {
	rows, err := v.Rows(searchedRows)
	var newest int64
	generation = ledger.KeyOfEvent(s, player, ledger.AsksEntry)
	for _, r := range rows {
		var data templates.Data
		if r.Player != player || r.ID <= newest || r.Data == nil || json.Unmarshal(r.Data, &data) != nil || data.Number != s.ID {
			continue
		}
		switch data.Topic {
		case templates.EventAnnounced, templates.ConfirmWithdrawal:
			newest, generation = r.ID, data.Place
		}
	}
	return generation, err
}

// cameBack takes a letter to the bounce address of an outbox row (VERP). A report that the row's
// letter could not be delivered parks the row, so that the operator sees the row, and may stop a
// clock. Any other letter to a bounce address is only kept.
func (d *taking) cameBack() error {
	id, ours := d.Keys.BounceRow(d.Mail.Token)
	if !ours {
		return d.End(store.Ignored, desk.WrongKey)
	}
	row, err := d.Tx.Row(id)
	if id >= ledger.TrialRow {
		return d.End(store.Discarded, "a letter of corrd doctor's")
	}
	if errors.Is(err, store.ErrNotFound) {
		return d.End(store.Ignored, "about a letter that is not known")
	}
	if err != nil {
		return err
	}
	d.Rec.Kind = ledger.ReportKind
	d.Rec.Game, d.Rec.Side, d.Rec.Player = row.Game, row.Side, row.Player
	if again, err := d.sameMail(); err != nil || again {
		return err
	}
	switch report := d.Mail.DSN; {
	case report == nil:
		return d.End(store.Ignored, "no report of delivery")
	case report.Soft():
		return d.End(store.Ignored, "delivery is not given up: "+report.Status+" "+report.Diagnostic)
	case !report.Hard():
		return d.End(store.Ignored, "a report of delivery that does not say what became of the letter")
	case row.State == store.Parked: // whoever has the letter can send any number of reports
		return d.End(store.Ignored, "about a letter that has come back or was given up before")
	default:
		row.Error = "came back: " + report.Status + " " + report.Diagnostic
		if row.SentAt.IsZero() { // the report came before corrd had noted that the letter left
			row.SentAt = d.Rec.Received
		}
	}
	d.Log.Warn("letter came back", "row", row.ID, "kind", row.Kind, "to", row.To, "game", row.Game, "error", row.Error)
	if err := d.courier.Undeliverable(d.Tx, row); err != nil {
		return err
	}
	return d.End(store.Acted, "a letter of ours came back")
}
