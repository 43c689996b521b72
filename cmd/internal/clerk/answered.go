package clerk

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/stated"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/store"
)

// answersTo returns the number of the last event that the writer of the letter knew of: the last
// event told by the letter from corrd that this letter answers. answersTo returns 0 when
// In-Reply-To and References name no letter about this game to this seat. A real card answers the
// newest card that its writer had in hand.
func (d *taking) answersTo(s ledger.Seat) (int64, error) {
	if d.card != nil {
		return d.inHand(s)
	}
	for _, id := range slices.Backward(d.Mail.Named()) {
		seq, err := d.toldBy(s, id)
		if err != nil || seq != 0 {
			return seq, err
		}
	}
	return 0, nil
}

// ofInquiry returns the number of the event that a letter answers, where answers is that of a
// letter which took facts for the umpire: who writes on answers the question of the umpire once
// more.
func (d *taking) ofInquiry(s ledger.Seat, answers int64) (int64, error) {
	if answers < 1 || len(s.Game.Inquiries) == 0 {
		return answers, nil
	}
	entries, err := d.Tx.Events(s.Game.ID)
	if err != nil || answers > int64(len(entries)) {
		return answers, err
	}
	f, is := entries[answers-1].Event.Fact.(game.Stated)
	for _, q := range s.Game.Inquiries {
		if is && q.Dispute == f.Dispute && q.Side == s.Side && q.Seq < answers {
			answers = q.Seq
		}
	}
	return answers, nil
}

// inHand returns the number of the last event told by a card to the seat that had come to hand, by
// the longest transit, on the date of the postmark. It returns 0 if no card had.
func (d *taking) inHand(s ledger.Seat) (told int64, err error) {
	rows, err := d.Tx.RowsOf(s.Game.ID, math.MaxInt)
	on := s.Game.DateOf(d.counts())
	for _, r := range rows {
		if r.Side == s.Side && r.Player == s.Player.ID && r.Data == nil && r.State == store.Sent && s.Game.CardCame(r.SentAt, on) {
			told = max(told, r.Seq)
		}
	}
	return told, err
}

// toldBy returns the number of the last event told by the letter to the seat with a Message-ID, or
// 0 if there is no such letter.
func (d *taking) toldBy(s ledger.Seat, messageID string) (int64, error) {
	if id, seq, ok := ledger.GameIn(messageID); ok {
		if id != s.Game.ID || seq < 1 || seq > s.Game.Seq {
			return 0, nil
		}
		for member := range 1 + len(s.Game.Members(s.Side)) {
			ours, err := d.Ledger.GameName(d.Tx, id, seq, s.Side, member)
			if err != nil || ledger.NameIn(messageID) == ours {
				return seq, err
			}
		}
		return 0, nil
	}
	if !strings.HasPrefix(messageID, "l") {
		return 0, nil
	}
	rows, err := d.Tx.RowsOf(s.Game.ID, math.MaxInt)
	for _, r := range rows {
		if r.MessageID == messageID && r.Side == s.Side {
			d.aside = d.aside || r.Kind == "office"
			return r.Seq, err
		}
	}
	return 0, err
}

// maxRecent is the number of newest rows among which corrd looks for an answered letter that
// belongs to no game.
const maxRecent = 200

// readAgainstOwn returns the options for reading a letter: words of an answered letter from corrd
// that the letter repeats are quotations. If the store cannot be read, readAgainstOwn names no
// answered letters, and the store's trouble shows when the letter is filed. number is the number
// of a letter that is already filed, and 0 for a new letter; a filed letter answers no letter
// that corrd wrote later.
func (t *tools) readAgainstOwn(view func(func(store.View) error) error, number int64) parse.Options {
	o := t.readOptions()
	o.Answers = func(mail mailer.Letter) (raws [][]byte) {
		if !isAnswer(mail) {
			return nil
		}
		err := view(func(v store.View) error {
			rows, err := rowsAnswered(v, mail, number)
			for _, r := range rows {
				signed, err := v.Signed(r.ID)
				if err != nil {
					return err
				}
				raws = append(raws, signed)
			}
			return err
		})
		if err != nil {
			t.cfg.Log.Warn("the letters answered were not found", "message", mail.MessageID, "error", err)
		}
		return raws
	}
	return o
}

// isAnswer reports whether a letter may be an answer: the letter has a key, names a letter that it
// answers, or has a subject with the prefix of a reply in any language. When a letter that is not
// an answer has words in common with a letter from corrd, such as the terms of a challenge, the
// words are the writer's own.
func isAnswer(mail mailer.Letter) bool {
	prefix, _, marked := strings.Cut(strings.ReplaceAll(mail.Subject, "：", ":"), ":")
	return !mail.Token.IsZero() || mail.InReplyTo != "" || len(mail.References) > 0 || marked && utf8.RuneCountInString(prefix) <= maxPrefix
}

// maxPrefix is the number of characters of the longest prefix with which mail programs mark a
// reply.
const maxPrefix = 8

// rowsAnswered returns the rows of the letters from corrd that a letter answers.
func rowsAnswered(v store.View, mail mailer.Letter, number int64) ([]store.Row, error) {
	rows, err := rowsNear(v, mail)
	var sent []store.Row
	for _, r := range slices.Backward(rows) {
		if r.State == store.Sent && (number == 0 || r.Letter < number) {
			sent = append(sent, r)
		}
	}
	toWriter := func(r store.Row) bool {
		if mail.Token.Kind == mailer.KindGame {
			return r.Game == mail.Token.Number && (r.Side == board.White) == (mail.Token.Side == 'w')
		}
		return store.FoldAddress(r.To) == store.FoldAddress(mail.From)
	}
	return parse.Answered(mail, sent, func(r store.Row) string { return r.MessageID }, toWriter), err
}

// rowsNear returns the rows among which the letter answered by an incoming letter is: the rows of
// the game that the key or the answered letter names, or else the newest rows of all.
func rowsNear(v store.View, mail mailer.Letter) ([]store.Row, error) {
	if mail.Token.Kind == mailer.KindGame {
		return v.RowsOf(mail.Token.Number, math.MaxInt)
	}
	return ledger.RowsNear(v, mail.Named(), maxRecent)
}

// decided reports whether the events of a letter do anything besides rotating keys.
func decided(events []game.Event) bool {
	return slices.ContainsFunc(events, func(e game.Event) bool {
		_, rotated := e.Fact.(game.Rotated)
		return !rotated
	})
}

// returnedFor reports whether the events of a letter of the side do nothing except return the
// letter, and returns the reason.
func returnedFor(events []game.Event, side board.Side) (why game.Why, returned bool) {
	for _, e := range events {
		reason, returns := play.Returns(e.Fact)
		if !returns && e.By == game.PartyOf(side) {
			return "", false
		}
		if why == "" {
			why = reason
		}
	}
	return why, why != ""
}

// part is what a letter states about one game.
type part struct {
	ledger.Seat
	ply     int // the ply that the key of the letter names; 0: the key is of another game
	playing []interpret.Statement
	office  []interpret.Statement // the statements for the office and the registrar
	// what stands on the same card or form for another game; nil: nothing
	beside *play.Beside
}

// took returns the lines of the statements that act in a game, where the letter states more for it.
func (d *taking) took(p part) []int {
	if d.fewer {
		return stated.LinesOf(p.playing)
	}
	return stated.Took(d.Page.Statements, p.playing, p.Game.ID)
}

// parts groups the statements of the letter by the games to which the letter turns, in the order
// in which the letter first turns to them. parts leaves out the statements about games in which
// the sender has no seat. strange is the number of the first of these games.
func (d *taking) parts(s ledger.Seat, ply int) (parts []part, strange int64, err error) {
	strangers := map[int]bool{}
	stated, err := ledger.Halved(d.Tx, s, ply, d.Page.Statements)
	if err != nil {
		return nil, 0, err
	}
	for _, st := range stated {
		id := int64(st.Game)
		if id == 0 {
			id = s.Game.ID
		}
		i := slices.IndexFunc(parts, func(p part) bool { return p.Game.ID == id })
		if i < 0 && !strangers[st.Game] {
			p := part{Seat: s, ply: ply}
			if id != s.Game.ID {
				p.ply = 0
				if p.Seat, err = ledger.SeatIn(d.Tx, s.Player, id); err != nil {
					return nil, 0, err
				}
			}
			if p.Game.ID == 0 {
				strangers[st.Game], strange = true, cmp.Or(strange, id)
			} else {
				i, parts = len(parts), append(parts, p)
			}
		}
		switch {
		case i < 0:
			d.Left = append(d.Left, fmt.Sprintf("Game %d: %s", st.Game, st.Text))
		case desk.ForOffice(st.Kind), desk.ForRegistrar(st.Kind) && st.Kind != interpret.KindAccept && st.Kind != interpret.KindDecline:
			parts[i].office = append(parts[i].office, st)
		default:
			parts[i].playing = append(parts[i].playing, st)
		}
	}
	return parts, strange, nil
}

// saysAgain reports whether a letter asks to play again and states nothing else but words for the
// other side, which then go with the challenge.
func saysAgain(all []interpret.Statement) bool {
	others := slices.ContainsFunc(all, func(st interpret.Statement) bool {
		return st.Kind != interpret.KindAgain && !st.Kind.Row().PassedOn
	})
	return !others && slices.ContainsFunc(all, func(st interpret.Statement) bool { return st.Kind == interpret.KindAgain })
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
