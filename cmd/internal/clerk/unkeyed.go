package clerk

import (
	"regexp"
	"slices"
	"strconv"

	"corrd/cmd/internal/budget"
	"corrd/cmd/internal/ledger"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// unkeyed takes a letter without a key: the registrar's business, office
// commands of registered players, and statements in a game, which are held
// until the address on file countersigns.
func (d *desk) unkeyed() error {
	if d.mail.Auth == mailer.AuthFail {
		return d.end(store.Ignored, disowned)
	}
	if err := d.read(); err != nil {
		return err
	}
	if len(d.page.Statements) > 0 && d.page.Statements[0].Kind == interpret.KindRegister {
		d.leaveBeside()
		return d.register(d.page.Statements[0])
	}
	if d.player == nil {
		return d.newcomer()
	}
	if len(d.page.Statements) == 0 {
		return d.reply("asked", templates.Data{Topic: templates.NoStatement, Words: d.mail.Subject}, store.Returned, "no statement")
	}
	st := d.page.Statements[0]
	if _, others := settingsIn(d.page.Statements); len(others) > 0 {
		st = others[0]
	}
	switch {
	case st.Kind == interpret.KindAccept || st.Kind == interpret.KindDecline:
		d.leaveBeside()
		return d.unkeyedAnswer()
	case forOffice(st.Kind), forRegistrar(st.Kind):
		return d.commands(*d.player, nil, d.page.Statements)
	}
	return d.unkeyedMove()
}

// newcomer takes a letter of somebody who is not registered and does not register:
// they are told how, once a day, at a mailbox for which their domain vouches. Nobody
// else's letters are answered; the list of the inbox shows them.
func (d *desk) newcomer() error {
	if !d.vouched() {
		return d.end(store.Ignored, "from a stranger")
	}
	if firstKind(d.page) == interpret.KindStop.String() {
		return d.strangerStops()
	}
	return d.onceToday(budget.Newcomers.At(d.mail.From, d.tx.Now()), templates.Data{Topic: templates.Newcomer}, "from a stranger, told how to register")
}

// onceToday answers the letter unless one was answered so today already, under a tally.
// An answer that a spent budget holds back is not counted.
func (d *desk) onceToday(tally string, data templates.Data, verdict string) error {
	n, err := d.tx.Count(tally)
	if err != nil {
		return err
	}
	if n > 0 {
		return d.end(store.Ignored, verdict+" today already")
	}
	if err := d.reply("asked", data, store.Returned, verdict); err != nil || d.silent {
		return err
	}
	return d.tx.AddCount(tally, 1)
}

// unkeyedAnswer takes accept or decline without a key: it acts when the
// sender's domain vouches for it and one challenge to them is open.
func (d *desk) unkeyedAnswer() error {
	challenges, err := d.tx.ChallengesOf(d.player.ID)
	if err != nil {
		return err
	}
	var open []store.Challenge
	for _, ch := range challenges {
		if ch.From != d.player.ID && ch.State == store.ChallengeOpen {
			open = append(open, ch)
		}
	}
	if len(open) == 1 && d.mail.Auth == mailer.AuthPass {
		return d.answerAs(open[0], d.player.ID)
	}
	return d.reply("asked", templates.Data{Topic: templates.AnswerTheChallenge, Number: int64(len(open))}, store.Returned, "which challenge?")
}

// answerAs takes the answer to a challenge of a player who is challenged in it, or
// named for a side.
func (d *desk) answerAs(ch store.Challenge, player int64) error {
	if i := slices.IndexFunc(ch.Consultants, func(c store.Consultant) bool { return c.Player == player }); i >= 0 {
		return d.consultantAnswers(ch, i)
	}
	return d.answerChallenge(ch)
}

var gameInSubject = regexp.MustCompile(`(?i)\[corrd ([0-9]{1,18})\]`)

// unkeyedMove finds the game a letter without a key is about: the one its
// subject names, else the only one its sender is playing.
func (d *desk) unkeyedMove() error {
	id, err := d.gameMeant()
	if err != nil {
		return err
	}
	s, err := ledger.SeatIn(d.tx, *d.player, id)
	if err != nil {
		return err
	}
	if s.Game.ID == 0 {
		return d.reply("asked", templates.Data{Topic: templates.WhichGame}, store.Returned, "which game?")
	}
	return d.hold(s)
}

// gameMeant gives the number of the game that a letter without a key is about; 0
// if that cannot be told.
func (d *desk) gameMeant() (int64, error) {
	if m := gameInSubject.FindStringSubmatch(d.mail.Subject); m != nil {
		return strconv.ParseInt(m[1], 10, 64)
	}
	if n := d.page.Statements[0].Game; n != 0 {
		return int64(n), nil
	}
	return d.onlyGame(*d.player)
}

// onlyGame gives the one game a player is playing; 0 if there are more, or none.
func (d *desk) onlyGame(p store.Player) (int64, error) {
	ids, err := d.tx.GamesOf(p.ID)
	if err != nil {
		return 0, err
	}
	var only int64
	for _, id := range ids {
		s, err := d.tx.Game(id)
		if err != nil {
			return 0, err
		}
		if s.Result != nil {
			continue
		}
		if only != 0 {
			return 0, nil
		}
		only = id
	}
	return only, nil
}

// tooLarge answers a registered player whose letter is over the limit.
func (d *desk) tooLarge() error {
	if d.player == nil || d.mail.Auth == mailer.AuthFail {
		return d.end(store.Quarantined, "over the limit")
	}
	d.mail.Token = mailer.Token{} // nobody has looked whether the key is right
	return d.reply("asked", templates.Data{Topic: templates.TooLarge, Number: d.readOptions().Limits.OrDefault().Bytes, Words: d.mail.Subject}, store.Quarantined, "over the limit")
}
