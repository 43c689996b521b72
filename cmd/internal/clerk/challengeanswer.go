package clerk

import (
	"errors"
	"strconv"

	"corrd/cmd/internal/challenge"
	"corrd/cmd/internal/ledger"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// keyedChallenge takes a letter with the key of a challenge: the challenger
// countersigns, the challenged accepts or declines.
func (d *desk) keyedChallenge() error {
	ch, err := d.tx.Challenge(d.mail.Token.Number)
	if errors.Is(err, store.ErrNotFound) {
		return d.forgotten()
	}
	if err != nil {
		return err
	}
	challenger, err := d.tx.Player(ch.From)
	if err != nil {
		return err
	}
	his := d.keys.Check(d.mail.Token, challenge.KeyOfChallenger) && ledger.HasAddress(challenger, d.mail.From)
	place, consulted := d.placeOf(ch)
	switch {
	case !his && !consulted && (!d.keys.Check(d.mail.Token, challenge.KeyOfChallenged) || !d.isChallenged(ch)):
		return d.end(store.Ignored, wrongKey)
	case d.mail.Auth == mailer.AuthFail:
		return d.end(store.Ignored, disowned)
	}
	if err := d.read(); err != nil {
		return err
	}
	switch {
	case his:
		return d.challengerWrites(ch)
	case ch.State != store.ChallengeOpen:
		return d.spentKey(templates.Data{Topic: templates.ChallengeOver, Number: ch.ID, Game: ch.Game, Reason: string(ch.State)})
	}
	d.leaveBeside()
	if consulted {
		return d.consultantAnswers(ch, place)
	}
	return d.answerChallenge(ch)
}

// leaveBeside leaves what the letter states beside its first statement.
func (d *desk) leaveBeside() {
	if len(d.page.Statements) > 1 {
		d.left = append(d.left, textsOf(d.page.Statements[1:])...)
	}
}

// placeOf is the place among those named for the sides of the player whose key the
// letter carries and from whose address it comes.
func (d *desk) placeOf(ch store.Challenge) (place int, ok bool) {
	for i, c := range ch.Consultants {
		his := store.SameAddress(d.mail.From, c.Address) || d.player != nil && d.player.ID == c.Player
		if his && d.keys.Check(d.mail.Token, challenge.KeyOfConsultant+i) {
			return i, true
		}
	}
	return 0, false
}

func (d *desk) isChallenged(ch store.Challenge) bool {
	return store.SameAddress(d.mail.From, ch.To) || d.player != nil && d.player.ID == ch.ToID
}

// challengerWrites takes what the challenger answers to the challenge's receipt, or
// to the question whether it is theirs: only yes countersigns. Anything else is as if it
// had come to the plain address.
func (d *desk) challengerWrites(ch store.Challenge) error {
	kind := firstKind(d.page)
	withdraws := kind == interpret.KindWithdraw.String()
	switch {
	case ch.State == store.ChallengeUnconfirmed:
		return d.countersignsChallenge(ch, withdraws)
	case withdraws && ch.State == store.ChallengeOpen:
		together, err := d.madeTogether(ch, store.ChallengeOpen)
		if err != nil {
			return err
		}
		if len(together) > 1 {
			return d.reply("asked", templates.Data{Topic: templates.WhichChallenge, Lines: numbersOf(together)}, store.Returned, "which challenge?")
		}
		return d.withdrawChallenge(ch)
	case withdraws, kind == "", kind == interpret.KindYes.String(), kind == interpret.KindNo.String():
		return d.spentKey(templates.Data{Topic: templates.ChallengeOver, Number: ch.ID, Game: ch.Game, Reason: string(ch.State)})
	}
	return d.unkeyed()
}

// countersignsChallenge takes the answer to the question whether a challenge, and those
// that came in the same letter, are the challenger's.
func (d *desk) countersignsChallenge(ch store.Challenge, withdraws bool) error {
	answer := d.consent()
	if answer == unclear && !withdraws {
		if kind := firstKind(d.page); kind != "" && kind != interpret.KindYes.String() {
			return d.unkeyed()
		}
		data, err := challenge.Data(d.tx, ch, templates.ConfirmChallenge)
		data.Again = true
		if err != nil {
			return err
		}
		return d.askOnce("confirm", data, "neither yes nor no")
	}
	all, err := d.madeTogether(ch, store.ChallengeUnconfirmed)
	if err != nil {
		return err
	}
	if answer != yes {
		for _, one := range all {
			one.State = store.ChallengeDeclined
			if err := d.tx.PutChallenge(&one); err != nil {
				return err
			}
		}
		return d.acknowledge("office", templates.Data{Topic: templates.ChallengeDropped}, store.Answered, "challenge disowned")
	}
	var made []madeChallenge
	for _, one := range all {
		refusal, err := d.sendOut(&one)
		if err != nil {
			return err
		}
		made = append(made, madeChallenge{one, "challenge " + one.To, refusal})
	}
	return d.tellOfChallenges(made)
}

// madeTogether gives a challenge and those after it that the same letter made, as far
// as they are in a state.
func (d *desk) madeTogether(ch store.Challenge, state store.ChallengeState) (all []store.Challenge, err error) {
	for id := ch.ID; len(all) < mostChallenges; id++ {
		one, err := d.tx.Challenge(id)
		if errors.Is(err, store.ErrNotFound) || err == nil && one.Letter != ch.Letter {
			break
		}
		if err != nil {
			return nil, err
		}
		if one.State == state {
			all = append(all, one)
		}
	}
	return all, nil
}

// numbersOf gives the numbers of challenges, as they are written.
func numbersOf(all []store.Challenge) (numbers []string) {
	for _, ch := range all {
		numbers = append(numbers, itoa(ch.ID))
	}
	return numbers
}

// withdrawNumbered withdraws the challenge that a player names by its number.
func (d *desk) withdrawNumbered(st interpret.Statement) error {
	id, err := strconv.ParseInt(st.Words, 10, 64)
	var ch store.Challenge
	if err == nil {
		ch, err = d.tx.Challenge(id)
	}
	switch {
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return err
	case err != nil || ch.From != d.player.ID:
		return d.reply("refused", templates.Data{Topic: templates.NotYourChallenge, Number: id}, store.Returned, "not their challenge")
	case !d.proven():
		return d.reply("refused", templates.Data{Topic: templates.NotYourChallenge, Number: id, Reason: "identity"}, store.Returned, "withdraw: identity")
	case ch.State != store.ChallengeOpen:
		return d.reply("refused", templates.Data{Topic: templates.ChallengeOver, Number: ch.ID, Game: ch.Game, Reason: string(ch.State)}, store.Returned, "challenge over")
	}
	return d.withdrawChallenge(ch)
}

// withdrawChallenge ends a challenge that has not been accepted by all, and tells
// those who were asked; but no stranger, who has one letter and no more.
func (d *desk) withdrawChallenge(ch store.Challenge) error {
	ch.State = store.ChallengeWithdrawn
	if err := d.tx.PutChallenge(&ch); err != nil {
		return err
	}
	asked := []int64{ch.ToID}
	for _, c := range ch.Consultants {
		asked = append(asked, c.Player)
	}
	for _, id := range asked {
		if id == 0 {
			continue
		}
		p, err := d.tx.Player(id)
		if err != nil {
			return err
		}
		if err := d.out.Notify("office", ledger.Mailbox(p), templates.Data{Topic: templates.Withdrawn, Number: ch.ID, Name: d.player.Name}); err != nil {
			return err
		}
	}
	return d.acknowledge("office", templates.Data{Topic: templates.Withdrawn, Number: ch.ID}, store.Acted, "challenge withdrawn")
}

// answerChallenge acts on accept, yes, decline or no.
func (d *desk) answerChallenge(ch store.Challenge) error {
	switch kind := firstKind(d.page); {
	case accepts(kind):
		return d.accept(ch)
	case d.declines(kind):
		return d.decline(ch)
	}
	return d.neitherAccepts(ch, 0)
}

// accepts reports whether a statement of a kind accepts a challenge.
func accepts(kind string) bool {
	switch kind {
	case interpret.KindAccept.String(), interpret.KindYes.String(), interpret.KindAgree.String():
		return true
	}
	return false
}

// declines reports whether the letter, whose first statement is of a kind, declines a
// challenge or asks that nothing more be sent.
func (d *desk) declines(kind string) bool {
	switch kind {
	case interpret.KindDecline.String(), interpret.KindNo.String():
		return true
	case interpret.KindStop.String(): // a player stops what comes unasked, and can answer the challenge besides
		return d.player == nil
	}
	return kind == "" && refuses(firstLine(d.page.Note))
}

// neitherAccepts takes an answer to a challenge that neither accepts nor declines it,
// of whoever is named in a place for a side (0: the challenged): they are asked again
// once, unless they ask something of the office.
func (d *desk) neitherAccepts(ch store.Challenge, place int) error {
	if d.player != nil && len(d.page.Statements) > 0 && forOffice(d.page.Statements[0].Kind) {
		return d.unkeyed()
	}
	return d.askOnce("asked", templates.Data{Topic: templates.AcceptOrDecline, Number: ch.ID, Place: place}, "neither accepts nor declines")
}

// decline ends a challenge: the challenger is told, who has accepted it, and who
// declines.
func (d *desk) decline(ch store.Challenge) error {
	ch.State = store.ChallengeDeclined
	name := "Somebody who was asked to play"
	switch {
	case d.player != nil:
		name = d.player.Name
	case store.SameAddress(d.mail.From, ch.To):
		name = ch.To
	}
	told := []int64{ch.From}
	if ch.Acceptance != 0 {
		told = append(told, ch.ToID)
	}
	for _, c := range ch.Consultants {
		if c.Accepted {
			told = append(told, c.Player)
		}
	}
	if d.player == nil && firstKind(d.page) == interpret.KindStop.String() {
		if err := d.strangerStops(); err != nil {
			return err
		}
	}
	if err := d.tx.PutChallenge(&ch); err != nil {
		return err
	}
	if err := d.acknowledge("office", templates.Data{Topic: templates.Declined, Number: ch.ID}, store.Acted, "declined"); err != nil {
		return err
	}
	for _, id := range told {
		p, err := d.tx.Player(id)
		if err != nil {
			return err
		}
		if d.player == nil || id != d.player.ID {
			if err := d.out.Notify("office", ledger.Mailbox(p), templates.Data{Topic: templates.Declined, Number: ch.ID, Name: name}); err != nil {
				return err
			}
		}
	}
	return nil
}
