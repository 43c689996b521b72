package registrar

import (
	"errors"
	"slices"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/players"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/reason"
	"corrd/interpret"
	"corrd/store"
	"corrd/templates"
)

// Again challenges the other side of a finished game once more, on the same terms with the colours changed. If somebody
// on the other side has written so before, the letter accepts that challenge: two that cross make one game. After a
// match the whole match is meant.
func (d Registrar) Again(s ledger.Seat) error {
	first, refusal, err := d.firstOver(s.Game)
	if err != nil {
		return err
	}
	if refusal != "" {
		return d.Reply("refused", templates.Data{Topic: templates.ChallengeRefused, Words: interpret.KindAgain.String(), Reason: string(refusal), Game: s.Game.ID, Side: s.Side, Seq: s.Game.Seq},
			store.Returned, "not again")
	}
	if begun, seen, err := d.Tx.Seen(playedAgain(first.ID)); err != nil || seen {
		if err != nil {
			return err
		}
		letter, err := d.Tx.Letter(begun)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		return d.Reply("refused", templates.Data{Topic: templates.ChallengeOver, Game: letter.Game, Reason: string(store.ChallengeAccepted)}, store.Returned, "they play again")
	}
	open, err := d.Tx.ChallengesOf(d.Player.ID)
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(open, func(ch store.Challenge) bool { return ch.Again == first.ID }); i >= 0 {
		return d.againTo(open[i])
	}
	if within, err := d.withinQuestions(); err != nil || !within {
		return err
	}
	made, err := d.challengeAgain(first)
	if err != nil {
		return err
	}
	return d.tellOfChallenges([]madeChallenge{made})
}

// firstOver returns the game whose terms the sides play on again: of a match the first. refusal says why they do not.
func (d Registrar) firstOver(s game.State) (first game.State, refusal reason.Reason, err error) {
	ids := []int64{s.ID}
	if s.Match != nil {
		ch, err := d.Tx.Challenge(s.Match.Challenge)
		if err != nil {
			return s, "", err
		}
		ids = ch.Games
	}
	for i, id := range ids {
		one, err := d.Tx.Game(id)
		switch {
		case err != nil:
			return s, "", err
		case one.Result == nil:
			return s, reason.Because("refused again plays", id), nil
		case i == 0:
			first = one
		}
	}
	if s.Parted(d.Tx.Now()) {
		return s, reason.Because("refused again late"), nil
	}
	return first, "", nil
}

// againTo takes "again" from somebody who has a part in an open challenge to play again: the challenged side accepts,
// and the challenger is told once more that the challenge has gone out.
func (d Registrar) againTo(ch store.Challenge) error {
	i := slices.IndexFunc(ch.Consultants, func(c store.Consultant) bool { return c.Player == d.Player.ID })
	switch {
	case ch.From == d.Player.ID:
		data, err := players.ChallengeData(d.Tx, ch, templates.ChallengeSent)
		if err != nil {
			return err
		}
		return d.Reply("asked", data, store.Answered, "asked to play again before")
	case !d.Proven():
		return d.Reply("asked", templates.Data{Topic: templates.AnswerTheChallenge, Number: 1}, store.Returned, "which challenge?")
	case i >= 0:
		return d.joins(ch, i)
	}
	return d.accept(ch)
}

// challengeAgain makes the challenge to play again after a game.
func (d Registrar) challengeAgain(first game.State) (made madeChallenge, err error) {
	made.written = interpret.KindAgain.String()
	side := board.White
	if slices.Contains(first.Members(board.Black), d.Player.ID) {
		side = board.Black
	}
	own := first.Members(side)
	with := slices.DeleteFunc(slices.Clone(own), func(id int64) bool { return id == d.Player.ID })
	addresses, err := d.mailboxes(slices.Concat(with, first.Members(side.Other())))
	if err != nil {
		return made, err
	}
	if len(with) == len(own) || slices.Contains(addresses, "") {
		made.refusal = reason.Because("refused again left")
		return made, nil
	}
	if made.Challenge, made.refusal, err = d.newChallenge(addresses[len(with)], first.Terms.Again(side), addresses[:len(with)]); err != nil || made.refusal != "" {
		return made, err
	}
	if made.refusal, err = d.nameConsultants(&made.Challenge, addresses[len(with)+1:], true); err != nil || made.refusal != "" {
		return made, err
	}
	made.Again = first.ID
	if made.State == store.ChallengeUnconfirmed {
		return made, d.Tx.PutChallenge(&made.Challenge)
	}
	made.refusal, err = d.sendOut(&made.Challenge)
	return made, err
}

// mailboxes returns the addresses at which players are written to, "" for one who has left.
func (d Registrar) mailboxes(ids []int64) (addresses []string, err error) {
	for _, id := range ids {
		p, err := d.Tx.Player(id)
		if err != nil {
			return nil, err
		}
		addresses = append(addresses, ledger.Mailbox(p))
	}
	return addresses, nil
}

// twice returns the reason for which a challenge to play again must not go out: another waits, or the sides play again.
func (d Registrar) twice(ch store.Challenge) (refusal reason.Reason, err error) {
	_, begun, err := d.Tx.Seen(playedAgain(ch.Again))
	if err != nil {
		return "", err
	}
	open, err := d.Tx.ChallengesOf(ch.From)
	if begun || slices.ContainsFunc(open, func(o store.Challenge) bool { return o.Again == ch.Again && o.ID != ch.ID }) {
		refusal = reason.Because("refused again twice")
	}
	return refusal, err
}

// playedAgain is the mark of a game after which its players have begun to play again.
func playedAgain(id int64) store.Key {
	return ledger.Near(id, ledger.Digest("again", ledger.Octets(id)))
}
