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

// answersTo returns the number of the last event that the writer of the letter knew of: the last
// event told by the letter from corrd that this letter answers. answersTo gives 0 when
// In-Reply-To and References name no letter about this game to this seat.
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

// toldBy returns the number of the last event told by the letter to the seat with a Message-ID, and
// 0 when there is no such letter.
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

// maxAnswered is the greatest number of letters from corrd with which an incoming letter is
// compared. maxRecent is the number of newest rows among which corrd looks for an answered letter
// that belongs to no game.
const (
	maxAnswered = 4
	maxRecent   = 200
)

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

// isAnswer reports whether a letter may be an answer: the letter has a key, names a letter that
// it answers, or has a subject with the prefix of a reply in any language. When a letter that is
// no answer has words in common with a letter from corrd, such as the terms of a challenge, the
// words are the writer's own.
func isAnswer(mail mailer.Letter) bool {
	prefix, _, marked := strings.Cut(strings.ReplaceAll(mail.Subject, "：", ":"), ":")
	return !mail.Token.IsZero() || mail.InReplyTo != "" || len(mail.References) > 0 || marked && utf8.RuneCountInString(prefix) <= maxPrefix
}

// maxPrefix is the number of characters of the longest prefix with which mail programs mark a
// reply.
const maxPrefix = 8

// rowsAnswered returns the rows of the letters from corrd that a letter answers. In-Reply-To and
// References name these letters. When the two fields name none, rowsAnswered gives the newest row
// to the seat of the letter's key, or else to the letter's author.
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

// rowsNear returns the rows among which the letter answered by an incoming letter is: the rows of
// the game that the key or the answered letter names, or else the newest rows of all.
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
