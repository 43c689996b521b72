package clerk

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// unkeyed takes a letter without a key. Requests to the registrar and commands of registered
// players to the office are carried out. Statements in a game are held until the owner of the
// address on file confirms them.
func (d *taking) unkeyed() error {
	if d.IsDisowned() {
		return d.End(store.Ignored, desk.Disowned)
	}
	if err := d.Read(); err != nil {
		return err
	}
	d.Page.Statements = withoutAssent(d.Page.Statements)
	if len(d.Page.Statements) > 0 && d.Page.Statements[0].Kind == interpret.KindRegister {
		d.LeaveBeside()
		return d.Desk.Register(d.Page.Statements[0])
	}
	if d.Player == nil {
		return d.newcomer()
	}
	if d.Ledger.IsNews(d.Mail.InReplyTo) && !slices.ContainsFunc(d.Page.Statements, func(st interpret.Statement) bool { return !yesOrNo(st) && !consents(st) || st.Choice != 0 }) {
		return d.Reply("asked", templates.Data{Topic: templates.NewsAnswered, Words: d.Mail.Subject}, store.Returned, "an answer to a circular")
	}
	if asked, err := d.asksOfSeveral(*d.Player, nil); asked || err != nil {
		return err
	}
	if named, err := d.Desk.NamesChallenge(); err != nil {
		return err
	} else if named || d.asksWhichChallenge() {
		return d.answersChallenge()
	}
	if answers, err := d.cardAnswers(); err != nil {
		return err
	} else if answers {
		return d.answersChallenge()
	}
	if asked, err := d.leavesEvent(); asked || err != nil {
		return err
	}
	if answered, err := d.answersOffice(); answered || err != nil {
		return err
	}
	if len(d.Page.Statements) == 0 || d.onlyWilling() {
		if asked, err := d.statesNothing(); asked || err != nil {
			return err
		}
	}
	st := d.Page.Statements[0]
	if _, others := settingsIn(d.Page.Statements); len(others) > 0 {
		st = others[0]
	}
	switch {
	case st.Kind == interpret.KindAccept || st.Kind == interpret.KindDecline:
		return d.answersChallenge()
	case desk.ForOffice(st.Kind), desk.ForRegistrar(st.Kind):
		return d.commands(*d.Player, nil, d.Page.Statements)
	}
	return d.unkeyedMove()
}

// answersChallenge takes an answer to a challenge in a letter without the challenge's key.
func (d *taking) answersChallenge() error {
	if len(d.Page.Statements) > 0 {
		d.LeaveBeside()
	}
	about := d.Mail.Token
	if about.IsZero() || about.Kind == mailer.KindStop {
		about = d.answeredToken
	}
	answers := d.answersOurs || !about.IsZero()
	var asked *templates.Data
	if d.answeredData.Topic == templates.AnswerTheChallenge {
		asked = &d.answeredData
	}
	return d.afterRegistrar(d.Desk.UnkeyedAnswer(about, answers, asked))
}

// cardAnswers reports whether a real card says nothing but yes or no, and its writer plays no game:
// the one thing it can answer is a challenge, whose card has no reply address.
func (d *taking) cardAnswers() (bool, error) {
	if d.card == nil || !d.onlyConsents() {
		return false, nil
	}
	running, err := ledger.Running(d.Tx, d.Player.ID)
	return len(running) == 0, err
}

// asksWhichChallenge reports whether the letter answers the question which challenge is meant, and
// asks the office for nothing else.
func (d *taking) asksWhichChallenge() bool {
	if d.answeredData.Topic != templates.AnswerTheChallenge || d.answeredData.Number == 0 || d.answered != 0 {
		return false
	}
	return len(d.Page.Statements) == 0 || !slices.ContainsFunc(d.Page.Statements, func(st interpret.Statement) bool {
		return (desk.ForOffice(st.Kind) || desk.ForRegistrar(st.Kind)) && st.Kind != interpret.KindAccept && st.Kind != interpret.KindDecline
	})
}

// answersOffice takes a yes or a no that stands alone in answer to a letter of the office which has
// no key of its own to be answered with, and reports whether it did so. Such an answer is for no
// game. Who was asked what is to become of their games, and says no, stays; a yes is asked again.
func (d *taking) answersOffice() (taken bool, err error) {
	if d.answeredData.Topic == "" || d.answered != 0 || !d.Mail.Token.IsZero() && d.Mail.Token.Kind != mailer.KindStop || len(d.Page.Statements) == 0 ||
		slices.ContainsFunc(d.Page.Statements, func(st interpret.Statement) bool { return !yesOrNo(st) || st.Choice != 0 || st.Game != 0 }) {
		return false, nil
	}
	if d.answeredData.Topic != templates.Leaving || d.answeredData.Reason != "plays" {
		return true, d.nothingStated(d.Page.Note, nil)
	}
	leaving := interpret.Statement{Kind: interpret.KindUnregister}
	if d.Page.Answer() == interpret.No {
		leaving.Words = "cancel"
	}
	return true, d.Desk.Unregister(*d.Player, leaving)
}

// statesNothing answers a letter that states nothing, or nothing but a yes that answers none, and
// reports whether it did so: a yes may be meant for a game that its writer plays.
func (d *taking) statesNothing() (asked bool, err error) {
	prose := d.Page.Note
	for _, st := range d.Page.Statements {
		prose = st.Text + "\n" + prose
	}
	named := d.Desk.Named(prose)
	if len(d.Page.Statements) > 0 && len(named) == 0 {
		if running, err := ledger.Running(d.Tx, d.Player.ID); err != nil || len(running) > 0 {
			return false, err
		}
	}
	return true, d.nothingStated(prose, named)
}

// nothingStated tells the writer of prose that corrd found nothing in it to act on.
func (d *taking) nothingStated(prose string, named []string) error {
	running, err := ledger.Running(d.Tx, d.Player.ID)
	if err != nil {
		return err
	}
	return d.Reply("asked", templates.Data{Topic: templates.NoStatement, Words: d.Mail.Subject, Lines: named, Open: texts.AskedAbout(prose), Games: running[:min(len(running), mostShown)]}, store.Returned, "no statement")
}

// onlyWilling reports whether a letter that answers none, and names no game, states nothing but a
// yes: "I'd like to play".
func (d *taking) onlyWilling() bool {
	all := d.Page.Statements
	return len(all) == 1 && all[0].Kind == interpret.KindYes && all[0].Choice == 0 && all[0].Game == 0 &&
		d.answered == 0 && d.answeredToken.IsZero() && !gameInSubject.MatchString(d.Mail.Subject)
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
// them how to register, once a day, if their domain vouches for the letter; whoever answers that
// very letter otherwise than with a no is asked under what name to register them. Nobody else is
// answered, and the list of the inbox shows their letters.
func (d *taking) newcomer() error {
	if !d.Vouched() {
		return d.End(store.Ignored, "from a stranger")
	}
	if d.FirstKind() == interpret.KindStop.String() {
		return d.Desk.StrangerStops()
	}
	if d.answeredData.Topic == templates.Newcomer && d.Page.Reply(interpret.OfPlay) != interpret.No {
		return d.Desk.Register(interpret.Statement{Kind: interpret.KindRegister, Words: ledger.NameTold(d.Page.Note)})
	}
	if name := desk.Joins(d.Mail.Text); name != "" {
		return d.Desk.Register(interpret.Statement{Kind: interpret.KindRegister, Words: name})
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
		return d.whichGame(*d.Player)
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
	if d.Player == nil || d.IsDisowned() {
		return d.End(store.Quarantined, "over the limit")
	}
	d.Mail.Token = mailer.Token{} // nobody has checked whether the key is right
	return d.Reply("asked", templates.Data{Topic: templates.TooLarge, Number: d.readOptions().Limits.OrDefault().Bytes, Words: d.Mail.Subject}, store.Quarantined, "over the limit")
}

// mostShown is of how many games at most a letter that states nothing is answered with the command
// that shows them.
const mostShown = 3

// Some mail programs answer to the From of a letter and not to its Reply-To, and so their answers
// have no key. Where the author's domain vouches for such an answer (DMARC), and In-Reply-To is the
// Message-ID of a letter that the next hop has accepted for that very address, the answer has the
// key of that letter, if it says yes, no, accept or decline and nothing else. The key is spent and
// void as in any letter that bears it. No letter to an umpire lends its key.

// searchedRows is the greatest number of newest rows among which corrd looks for an office letter
// by its Message-ID.
const searchedRows = 2000

// findLostKey gives a letter without a key the key of the letter that it answers, if the letter
// only consents or declines; otherwise findLostKey notes the game of the answered letter. A letter
// with the player's own key, which many letters of the office have, needs no other.
func (d *taking) findLostKey() error {
	ownKey := d.Mail.Token.Kind == mailer.KindStop
	if !ownKey && (!d.Mail.Token.IsZero() || !d.Vouched()) || d.Mail.InReplyTo == "" {
		return nil
	}
	var row store.Row
	var err error
	if d.named != 0 {
		row, err = d.Tx.Row(d.named)
	}
	if err != nil || row.SentAt.IsZero() || !store.SameAddress(row.To, d.Mail.From) {
		d.answersOurs = strings.HasSuffix(strings.ToLower(d.Mail.InReplyTo), "@"+strings.ToLower(d.cfg.Site.Domain))
		return err
	}
	signed, err := d.Tx.Signed(row.ID)
	if err != nil {
		return err
	}
	token := parse.TokenFor(signed, d.cfg.Site)
	d.answered, d.answersOurs, d.answeredToken = row.Game, true, token
	if row.Data != nil {
		if err := json.Unmarshal(row.Data, &d.answeredData); err != nil {
			return err
		}
	}
	if ownKey {
		return nil
	}
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

// rowNamed finds the row of the letter that a letter without a key, or with the key that is a
// player's own, answers by its In-Reply-To: among those of the game that the Message-ID names, or
// else among the newest; 0: there is none. It looks before the letter's own transaction begins,
// because a transaction that writes and reads the newest rows of all keeps every other from
// writing.
func (c *Clerk) rowNamed(mail mailer.Letter) (id int64, err error) {
	ownKey := mail.Token.Kind == mailer.KindStop
	if !ownKey && (!mail.Token.IsZero() || mail.Proof != mailer.ProofFull) || mail.InReplyTo == "" {
		return 0, nil
	}
	err = c.db.View(func(v store.View) error {
		if p, err := v.Player(mail.Token.Number); ownKey && (err != nil || !c.desk.Keys.Check(mail.Token, ledger.KeyOfOwn(p))) {
			if errors.Is(err, store.ErrNotFound) {
				return nil
			}
			return err
		}
		rows, err := ledger.RowsNear(v, []string{mail.InReplyTo}, searchedRows)
		if i := slices.IndexFunc(rows, func(r store.Row) bool { return r.MessageID == mail.InReplyTo }); i >= 0 {
			id = rows[i].ID
		}
		return err
	})
	return id, err
}
