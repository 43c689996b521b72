package desk

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/reason"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/store"
	"corrd/templates"
)

// accept takes the acceptance of the challenged player, who may also name the members of their
// side. A challenged person who is not yet a player is registered by accepting, because the
// acceptance comes from the invited address.
func (d *Desk) accept(ch store.Challenge) error {
	var addresses []string
	for _, st := range d.Page.Statements { // none, where words alone accept
		named, _ := cutSide(st.Terms)
		addresses = append(addresses, named...)
	}
	switch {
	case ch.Acceptance != 0 && len(addresses) > 0:
		return d.refuseSide(ch, reason.Because("refused accepted already"))
	case ch.Acceptance != 0:
		return d.beginWhenAll(ch)
	}
	if joins, err := d.acceptsAsNewcomer(); !joins || err != nil {
		return err
	}
	if err := d.registerChallenged(&ch); err != nil {
		return err
	}
	asked := len(ch.Consultants)
	refusal, err := d.nameConsultants(&ch, addresses, true)
	if err == nil && refusal == "" {
		refusal, err = d.mayInvite(ch, false, ch.Consultants[asked:])
	}
	if err != nil {
		return err
	}
	if refusal != "" {
		return d.refuseSide(ch, refusal)
	}
	ch.Acceptance, d.Rec.Player = d.Rec.ID, ch.ToID
	if err := d.invite(ch, asked); err != nil {
		return err
	}
	return d.beginWhenAll(ch)
}

// beginWhenAll begins the game, or all games of a match, when everybody who is to play has
// accepted. Until then beginWhenAll tells the players who have accepted that corrd has their
// acceptance.
func (d *Desk) beginWhenAll(ch store.Challenge) error {
	waiting, err := ledger.WaitedFor(d.Tx, ch)
	if err != nil {
		return err
	}
	if len(waiting) > 0 {
		if err := d.Tx.PutChallenge(&ch); err != nil {
			return err
		}
		return d.Acknowledge("office", templates.Data{Topic: templates.OthersToAccept, Number: ch.ID, Lines: waiting}, store.Acted, "accepted")
	}
	terms, err := ledger.ChallengeTerms(ch)
	if err != nil {
		return err
	}
	raw, err := d.Tx.Raw(ch.Acceptance)
	if err != nil {
		return err
	}
	if err := d.beginAll(&ch, terms, startOf(ch, terms, raw)); err != nil {
		return err
	}
	g, err := d.Tx.Game(ch.Game)
	if err != nil {
		return err
	}
	if slices.Contains(g.Members(board.Black), d.Rec.Player) {
		d.Rec.Side = board.Black
	}
	ch.State, d.Rec.Game = store.ChallengeAccepted, ch.Game
	if err := d.Tx.PutChallenge(&ch); err != nil {
		return err
	}
	if ch.Again != 0 {
		if err := d.Tx.MarkSeen(playedAgain(ch.Again), d.Rec.ID); err != nil {
			return err
		}
	}
	return d.End(store.Acted, "game begun")
}

// startOf returns the start of the first game of a challenge. raw is the letter of acceptance,
// whose bytes take part in the lot for the colours.
func startOf(ch store.Challenge, terms terms.Terms, raw []byte) play.Start {
	challengerIsWhite, lot := drawColours(terms, ch.Nonce, raw, ch.Acceptance)
	a := play.Start{Terms: terms, Players: [2]int64{ch.From, ch.ToID}, Lot: lot, Letter: ch.Acceptance, Consultation: consultation(ch)}
	if !challengerIsWhite {
		a = a.Turned()
	}
	return a
}

// beginAll begins the games of a challenge, which are played side by side. The other statements
// of the letter that completes the challenge go to the first game.
func (d *Desk) beginAll(ch *store.Challenge, terms terms.Terms, start play.Start) error {
	from := d.By()
	from.Letter, from.Note = start.Letter, d.Words()
	challenged, err := d.Tx.Letter(ch.Letter)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	from.Before[board.Black] = challenged.Note
	if start.Players[board.Black] == ch.From {
		from.Before = [2]string{board.White: challenged.Note}
	}
	for n := 1; n <= terms.Games; n++ {
		a := start
		if terms.Games > 1 {
			a = start.InMatch(game.Match{Challenge: ch.ID, Number: n, Games: terms.Games})
		}
		if n == 1 {
			a.Left, a.LeftBy = d.Left, board.White
			if a.Players[board.Black] == d.Rec.Player || a.Consultation != nil && slices.Contains(a.Consultation.Black, d.Rec.Player) {
				a.LeftBy = board.Black
			}
		}
		if err := d.Ledger.BeginOf(d.Tx, ch, a, from); err != nil {
			return err
		}
		from.Note, from.Before = "", [2]string{}
	}
	return nil
}

func (d *Desk) registerChallenged(ch *store.Challenge) error {
	if ch.ToID != 0 {
		return nil
	}
	id, err := d.registerStranger()
	ch.ToID = id
	return err
}

// registerStranger registers the sender of the letter under the name in the letter's From, unless
// the sender is registered, and returns the sender's number as a player.
func (d *Desk) registerStranger() (int64, error) {
	if d.Player == nil {
		d.Player = &store.Player{Name: d.Mail.FromName, Addresses: []string{d.Mail.From}, Registered: d.Tx.Now()}
		if err := ledger.RegisterPlayer(d.Tx, d.Name, d.Player); err != nil {
			return 0, err
		}
	}
	return d.Player.ID, nil
}

// drawColours reports whether the challenger has White, by the terms or by lot (house:4), and
// returns the lot if one was drawn.
func drawColours(t terms.Terms, nonce string, acceptance []byte, letter int64) (challengerIsWhite bool, lot *game.Lot) {
	if t.Colour != "lot" {
		return t.Colour == "white", nil
	}
	b, _ := hex.DecodeString(nonce)
	sum := sha256.Sum256(append(b, acceptance...))
	return sum[len(sum)-1]&1 == 0, &game.Lot{Nonce: nonce, Commitment: ledger.Commitment(nonce), Letter: letter}
}

// Again challenges the other side of a finished game once more, on the same terms with the colours
// changed. If somebody on the other side has written so before, the letter accepts that challenge:
// two that cross make one game. After a match the whole match is meant.
func (d *Desk) Again(s ledger.Seat) error {
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

// firstOver returns the game on whose terms the sides play again, which is the first of a match.
// refusal says why they cannot.
func (d *Desk) firstOver(s game.State) (first game.State, refusal reason.Reason, err error) {
	ids := []int64{s.ID}
	if s.Match != nil {
		ch, err := d.Tx.Challenge(s.Match.Challenge)
		if err != nil {
			return s, "", err
		}
		ids = ch.Games
	}
	for i, id := range ids {
		one, ok, err := ledger.Decidable(d.Tx, id)
		switch {
		case err != nil:
			return s, "", err
		case !ok || one.Result == nil:
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

// againTo takes "again" from somebody who has a part in an open challenge to play again: the
// challenged side accepts, and the challenger is told once more that the challenge has gone out.
func (d *Desk) againTo(ch store.Challenge) error {
	i := slices.IndexFunc(ch.Consultants, func(c store.Consultant) bool { return c.Player == d.Player.ID })
	switch {
	case ch.From == d.Player.ID:
		data, err := ledger.ChallengeData(d.Tx, ch, templates.ChallengeSent)
		if err != nil {
			return err
		}
		return d.Reply("asked", data, store.Answered, "asked to play again before")
	case !d.Proven():
		return d.Reply("asked", templates.Data{Topic: templates.AnswerTheChallenge, Number: 1, Reason: "identity"}, store.Returned, "which challenge?")
	case i >= 0:
		return d.joins(ch, i)
	}
	return d.accept(ch)
}

// challengeAgain makes the challenge to play again after a game.
func (d *Desk) challengeAgain(first game.State) (made madeChallenge, err error) {
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
	if made.Challenge, made.refusal, err = d.newChallenge(addresses[len(with)], first.Terms.Again(side), addresses[:len(with)], false); err != nil || made.refusal != "" {
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
func (d *Desk) mailboxes(ids []int64) (addresses []string, err error) {
	for _, id := range ids {
		p, err := d.Tx.Player(id)
		if err != nil {
			return nil, err
		}
		addresses = append(addresses, ledger.Mailbox(p))
	}
	return addresses, nil
}

// twice returns the reason for which a challenge to play again must not go out: another waits, or
// the sides play again.
func (d *Desk) twice(ch store.Challenge) (refusal reason.Reason, err error) {
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
