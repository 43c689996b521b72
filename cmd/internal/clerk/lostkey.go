package clerk

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"corrd/interpret"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/store"
)

// Some mail programs answer to the From of a letter and not to its Reply-To, and so their answers
// have no key. Where the author's domain vouches for such an answer (DMARC), and In-Reply-To is the
// Message-ID of a letter that the next hop has accepted for that very address, the answer has the
// key of that letter, if it says yes, no, accept or decline and nothing else. The key is spent and
// void as in any letter that bears it. No letter to an umpire lends its key.

// searchedRows is the greatest number of newest rows among which corrd looks for an office letter
// by its Message-ID.
const searchedRows = 2000

// findLostKey gives a letter without a key the key of the letter that it answers, if the letter
// only consents or declines; otherwise findLostKey notes the game of the answered letter.
func (d *taking) findLostKey() error {
	if !d.Mail.Token.IsZero() || d.Mail.InReplyTo == "" || !d.Vouched() {
		return nil
	}
	row, ok, err := rowNamed(d.Tx, d.Mail.InReplyTo)
	if err != nil || !ok || row.SentAt.IsZero() || !store.SameAddress(row.To, d.Mail.From) {
		d.answersOurs = strings.HasSuffix(strings.ToLower(d.Mail.InReplyTo), "@"+strings.ToLower(d.cfg.Site.Domain))
		return err
	}
	signed, err := d.Tx.Signed(row.ID)
	if err != nil {
		return err
	}
	token := parse.TokenFor(signed, d.cfg.Site)
	d.answered, d.answersOurs, d.answeredToken = row.Game, true, token
	switch token.Kind {
	case mailer.KindGame, mailer.KindRegistration, mailer.KindChallenge, mailer.KindHeld, mailer.KindEvent:
		if d.onlyConsents() {
			d.Mail.Token = token
		}
	}
	return nil
}

// onlyConsents reports whether the letter says yes, no, accept or decline and nothing else.
func (d *taking) onlyConsents() bool {
	all := d.Reading().Statements
	return len(all) > 0 && !slices.ContainsFunc(all, func(st interpret.Statement) bool {
		switch st.Kind {
		case interpret.KindYes, interpret.KindNo, interpret.KindAccept, interpret.KindDecline:
			return st.Choice != 0 || st.Game != 0
		}
		return true
	})
}

// rowNamed finds the row with a Message-ID: among those of the game that the Message-ID names, or
// else among the newest.
func rowNamed(v store.View, messageID string) (row store.Row, ok bool, err error) {
	var rows []store.Row
	var game int64
	if n, _ := fmt.Sscanf(messageID, "g%d.e", &game); n == 1 {
		rows, err = v.RowsOf(game, math.MaxInt)
	} else {
		rows, err = v.Rows(searchedRows)
	}
	i := slices.IndexFunc(rows, func(r store.Row) bool { return r.MessageID == messageID })
	if err != nil || i < 0 {
		return row, false, err
	}
	return rows[i], true, nil
}
