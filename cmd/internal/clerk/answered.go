package clerk

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"corrd/cmd/internal/ledger"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/store"
)

// answersTo is the number of the last event of the seat's game that the letter
// answered told of: what its reader knew when they wrote. It is 0 where In-Reply-To
// and References name no letter of that game to that seat.
func (d *taking) answersTo(s ledger.Seat) (int64, error) {
	named := slices.Concat(d.Mail.References, []string{d.Mail.InReplyTo})
	for _, id := range slices.Backward(named) {
		seq, err := d.toldBy(s, id)
		if err != nil || seq != 0 {
			return seq, err
		}
	}
	return 0, nil
}

// toldBy is the number of the last event that a letter to the seat told of,
// known by its Message-ID; 0 if there is no such letter.
func (d *taking) toldBy(s ledger.Seat, messageID string) (int64, error) {
	var id, seq int64
	if n, _ := fmt.Sscanf(messageID, "g%d.e%d.", &id, &seq); n == 2 {
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
			return r.Seq, err
		}
	}
	return 0, err
}

// maxAnswered is the number of letters that a letter is held against, and
// maxRecent that of the newest rows among which one that is of no game is looked for.
const (
	maxAnswered = 4
	maxRecent   = 200
)

// readAgainstOwn says how a letter is read: what it repeats of the letters of ours that it
// answers is a quotation. A store that cannot be read gives none of them; what is
// wrong with it shows when the letter is filed. A letter that has been filed already
// answers none that were written since; number is its own, 0 of any other.
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

// isAnswer reports whether a letter may be an answer: it has a key, names a letter, or has a subject
// with a reply's prefix, in any language. A letter that is none repeats nothing of ours: what the
// two have in common, such as the terms of a challenge, is its writer's own.
func isAnswer(mail mailer.Letter) bool {
	prefix, _, marked := strings.Cut(strings.ReplaceAll(mail.Subject, "：", ":"), ":")
	return !mail.Token.IsZero() || mail.InReplyTo != "" || len(mail.References) > 0 || marked && utf8.RuneCountInString(prefix) <= maxPrefix
}

// maxPrefix is the number of characters of the longest prefix by which mail programs mark a reply.
const maxPrefix = 8

// rowsAnswered are the rows of the letters that a letter answers, as In-Reply-To and
// References name them; where they name none, the newest to the seat of its key, or
// to its author.
func rowsAnswered(v store.View, mail mailer.Letter, number int64) ([]store.Row, error) {
	named := slices.Concat(mail.References, []string{mail.InReplyTo})
	rows, err := rowsNear(v, mail, named)
	var byName, byReader []store.Row
	for _, r := range slices.Backward(rows) {
		isReader := store.FoldAddress(r.To) == store.FoldAddress(mail.From)
		if mail.Token.Kind == mailer.KindGame {
			isReader = r.Game == mail.Token.Number && (r.Side == board.White) == (mail.Token.Side == 'w')
		}
		switch {
		case r.State != store.Sent, number != 0 && r.Letter >= number:
		case r.MessageID != "" && slices.Contains(named, r.MessageID):
			byName = append(byName, r)
		case isReader && len(byReader) < maxAnswered:
			byReader = append(byReader, r)
		}
	}
	if len(byName) > 0 {
		return byName[:min(len(byName), maxAnswered)], err
	}
	return byReader, err
}

// rowsNear are the rows among which a letter's answer is: those of the game that its
// key, or else the letter it answers, names; else the newest of all.
func rowsNear(v store.View, mail mailer.Letter, named []string) ([]store.Row, error) {
	if mail.Token.Kind == mailer.KindGame {
		return v.RowsOf(mail.Token.Number, math.MaxInt)
	}
	for _, id := range slices.Backward(named) {
		var number int64
		if n, _ := fmt.Sscanf(id, "g%d.e", &number); n == 1 {
			return v.RowsOf(number, math.MaxInt)
		}
	}
	return v.Rows(maxRecent)
}
