package desk

import (
	"encoding/json"
	"errors"

	"corrd/cmd/internal/ledger"
	"corrd/game/reason"
	"corrd/store"
	"corrd/templates"
)

// mostToOne is the greatest number of unanswered challenges of one player to another.
const mostToOne = 10

// sendOut sends a challenge to those who are asked to play. A challenge that must not go
// out is declined, and sendOut returns the reason. A person who is not registered gets one
// invitation, and another only after accepting one; a person who declines gets no more.
func (d *Desk) sendOut(ch *store.Challenge) (refusal reason.Reason, err error) {
	if refusal, err = d.mayGoOut(*ch); err != nil || refusal != "" {
		ch.State = store.ChallengeDeclined
		if err != nil {
			return refusal, err
		}
		return refusal, d.Tx.PutChallenge(ch)
	}
	if err := d.Tx.AddCount(ledger.TallyChallenges.Proved(d.proof()).By(ch.From, d.Tx.Now()), 1); err != nil {
		return "", err
	}
	ch.State, ch.Remind = store.ChallengeOpen, d.Tx.Now().Add(ledger.FirstChallengeReminder)
	if ch.Again != 0 {
		ch.Remind = d.Tx.Now().Add(ledger.ChallengeLapses)
	}
	if ch.ToID == 0 {
		ch.Invited = true
		if err := d.markInvited(ch.To, ch.From); err != nil {
			return "", err
		}
	}
	if err := d.Tx.PutChallenge(ch); err != nil {
		return "", err
	}
	if err := d.sendChallenge(*ch); err != nil {
		return "", err
	}
	return "", d.invite(*ch, 0)
}

// mayGoOut returns the reason for which a challenge must not go out now, and "" for a challenge
// that may.
func (d *Desk) mayGoOut(ch store.Challenge) (refusal reason.Reason, err error) {
	made, err := d.Tx.Count(ledger.TallyChallenges.Proved(d.proof()).By(ch.From, d.Tx.Now()))
	if err != nil {
		return "", err
	}
	if most := d.Budgets.Challenges; made >= most {
		return d.tooMany("refused challenges today", most), nil
	}
	if ch.Again != 0 {
		if refusal, err = d.twice(ch); err != nil || refusal != "" {
			return refusal, err
		}
	}
	if ch.ToID != 0 {
		if refusal, err = d.refuses(ch.ToID, ch.From); err == nil && refusal == "" {
			refusal, err = d.manyToOne(ch)
		}
	} else if _, again, e := d.Tx.Seen(invited(ch.To)); again {
		refusal = reason.Because("refused invited before", ch.To)
	} else {
		err = e
	}
	if err != nil || refusal != "" {
		return refusal, err
	}
	return d.mayInvite(ch, ch.ToID == 0, ch.Consultants)
}

// refuses returns the reason for which a player must not be asked to play by another, or "" if the
// player may be asked. The reason does not tell whether the player refuses everybody's challenges
// or only this challenger's.
func (d *Desk) refuses(player, challenger int64) (refusal reason.Reason, err error) {
	p, err := d.Tx.Player(player)
	if err == nil && ledger.Refuses(p, challenger) {
		refusal = reason.Because("refused no challenges", p.Name)
	}
	return refusal, err
}

// manyToOne returns the refusal of a challenge to a player who has left mostToOne challenges of the
// challenger unanswered.
func (d *Desk) manyToOne(ch store.Challenge) (refusal reason.Reason, err error) {
	open, err := d.Tx.ChallengesOf(ch.From)
	n := 0
	for _, o := range open {
		if o.From == ch.From && o.ToID == ch.ToID && o.ID != ch.ID {
			n++
		}
	}
	if n < mostToOne {
		return "", err
	}
	return reason.Because("refused many to one", n), err
}

// mayInvite returns the reason for which invitations must not go to those of some people who are
// not registered, or "" if invitations may go.
func (d *Desk) mayInvite(ch store.Challenge, opponent bool, named []store.Consultant) (refusal reason.Reason, err error) {
	strangers := 0
	if opponent {
		strangers++
	}
	for _, c := range named {
		if c.Player == 0 {
			strangers++
		}
	}
	if strangers == 0 {
		return "", nil
	}
	if d.Ledger.Registration == ledger.ClosedToAll {
		return reason.Because("refused closed"), nil
	}
	sent, err := d.Tx.Count(ledger.TallyInvitations.By(d.Player.ID, d.Tx.Now()))
	if err != nil {
		return "", err
	}
	if most := d.Budgets.Invitations; sent+strangers > most {
		return d.tooMany("refused invitations today", most, sent), nil
	}
	waiting, err := d.invitationsOpen(ch.ID)
	if err != nil {
		return "", err
	}
	if most := d.Budgets.OpenAtOnce; waiting+strangers > most {
		return reason.Because("refused invitations open", waiting, most), nil
	}
	if may, err := d.mayWait(ledger.TallyInvited, d.Player.Addresses[0]); err != nil || !may {
		return reason.Because("refused invitations wait"), err
	}
	return d.umpireUnknown(ch)
}

// invitationsOpen counts the people who are not registered and have not answered an invitation of
// the sender, leaving out one challenge.
func (d *Desk) invitationsOpen(but int64) (n int, err error) {
	open, err := d.Tx.ChallengesOf(d.Player.ID)
	for _, ch := range open {
		if ch.ID == but {
			continue
		}
		if ch.From == d.Player.ID && ch.ToID == 0 {
			n++
		}
		for _, c := range ch.Consultants {
			if c.Player == 0 && c.Challenged == (ch.ToID == d.Player.ID) {
				n++
			}
		}
	}
	return n, err
}

// umpireUnknown returns the refusal of an invitation whose terms name as umpire somebody who is
// neither registered nor an umpire on file.
func (d *Desk) umpireUnknown(ch store.Challenge) (refusal reason.Reason, err error) {
	t, err := ledger.ChallengeTerms(ch)
	if err != nil || t.Umpire == "" || store.SameAddress(t.Umpire, d.Ledger.Umpire) {
		return "", err
	}
	if u, err := ledger.UmpireAt(d.Tx, t.Umpire); u != nil || err != nil {
		return "", err
	}
	if _, err = d.Tx.PlayerAt(t.Umpire); errors.Is(err, store.ErrNotFound) {
		return reason.Because("refused umpire unknown"), nil
	}
	return "", err
}

// tooMany returns the refusal of something that is not possible any more today, with the time at
// which it is possible again.
func (d *Desk) tooMany(key string, counts ...any) reason.Reason {
	return reason.Because(key, append(counts, templates.Limit(ledger.Tomorrow(d.Tx.Now()), d.Ledger.ZoneOf(*d.Player)))...)
}

// invite asks the players named for the sides of a challenge, from number from on, to play.
func (d *Desk) invite(ch store.Challenge, from int) error {
	for i := from; i < len(ch.Consultants); i++ {
		c := ch.Consultants[i]
		if c.Player == 0 {
			if err := d.markInvited(c.Address, d.Player.ID); err != nil {
				return err
			}
		}
		data, err := ledger.ConsultData(d.Tx, ch, i)
		if err != nil {
			return err
		}
		if err := d.writeTo("challenge", c.Player, c.Address, data); err != nil {
			return err
		}
	}
	return nil
}

// markInvited marks an address that has had its one invitation, and counts the invitation for the
// player who invites.
func (d *Desk) markInvited(address string, by int64) error {
	if err := d.Tx.MarkSeen(invited(address), d.Rec.ID); err != nil {
		return err
	}
	return d.Tx.AddCount(ledger.TallyInvitations.By(by, d.Tx.Now()), 1)
}

// invited is the mark of an address that has had its one invitation.
func invited(address string) store.Key {
	return ledger.Digest("invited", []byte(store.FoldAddress(address)))
}

// StillWanted reports whether a letter to somebody who is not registered, which has waited for its
// turn, is still to be sent: nobody has answered, withdrawn or stopped it meanwhile.
func StillWanted(tx store.Tx, row store.Row) (bool, error) {
	var data templates.Data
	if err := json.Unmarshal(row.Data, &data); err != nil {
		return false, err
	}
	if _, stopped, err := tx.Seen(declinedAs(0, row.To)); stopped || err != nil {
		return false, err
	}
	switch data.Topic {
	case templates.Challenge, templates.Consult:
		ch, err := tx.Challenge(data.Number)
		return ch.State == store.ChallengeOpen, err
	case templates.ConfirmRegistration, templates.ConfirmAddress:
		r, err := tx.Registration(data.Number)
		return !r.Closed && r.Player == 0, err
	}
	return true, nil
}
