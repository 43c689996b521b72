package clerk

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/mail"

	"corrd/game"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// The hands that may hold a challenge's key: its generations.
const (
	keyOfChallenged = 0
	keyOfChallenger = 1 // to countersign a challenge that came without a key, or to withdraw it
	keyOfConsultant = 2 // of the first player named for a side; those after him have the numbers after it
)

// challenge opens a challenge with terms that have all been understood; its
// sender countersigns unless his domain vouched for the letter or it came
// with a key of his.
func (d *desk) challenge(st interpret.Statement) error {
	side, written := cutSide(st.Terms)
	terms, refusal := game.ParseTerms(written, d.cfg.Terms)
	to, err := mail.ParseAddress(st.Words)
	switch {
	case err != nil:
		refusal = "The first thing after the word challenge must be the address of your opponent, as in: challenge bob@example.org, time 10 moves in 30 days."
	case d.isOwn(to.Address):
		refusal = "One cannot challenge oneself, nor corrd."
	}
	if refusal != "" {
		return d.reply("refused", templates.Data{Topic: templates.ChallengeRefused, Words: st.Text, Reason: refusal}, store.Returned, "challenge refused")
	}
	ch, refusal, err := d.newChallenge(canonical(to.Address), terms, side)
	if err != nil {
		return err
	}
	if refusal != "" {
		return d.reply("refused", templates.Data{Topic: templates.ChallengeRefused, Words: st.Text, Reason: refusal}, store.Returned, "challenge refused")
	}
	if ch.State == store.ChallengeUnconfirmed {
		data, err := d.challengeData(ch, templates.ConfirmChallenge)
		return firstError(err, d.reply("confirm", data, store.Answered, "asked to countersign"))
	}
	return d.openChallenge(&ch)
}

func (d *desk) isOwn(address string) bool {
	return hasAddress(*d.player, address) || d.isCorrd(address)
}

// newChallenge files a challenge to an address on terms, with the addresses named
// for the challenger's side; or gives the reason for which it is refused.
func (d *desk) newChallenge(to string, terms game.Terms, side []string) (ch store.Challenge, refusal string, err error) {
	body, err := json.Marshal(terms)
	if err != nil {
		return ch, "", err
	}
	nonce, err := d.newNonce()
	if err != nil {
		return ch, "", err
	}
	ch = store.Challenge{From: d.player.ID, To: to, Terms: body, Nonce: nonce, Letter: d.rec.ID, At: d.tx.Now(), State: store.ChallengeOpen}
	if d.mail.Token.IsZero() && d.mail.Auth != mailer.AuthPass {
		ch.State = store.ChallengeUnconfirmed
	}
	opponent, err := d.tx.PlayerAt(to)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return ch, "", err
	}
	ch.ToID = opponent.ID
	if u := terms.Umpire; u != "" && (d.isOwn(u) || store.SameAddress(u, to) || hasAddress(opponent, u)) {
		return ch, "The umpire of a game is neither of its players, nor corrd: name somebody else in the term \"umpire\", or leave it out.", nil
	}
	if refusal, err = d.nameConsultants(&ch, side, false); err != nil || refusal != "" {
		return ch, refusal, err
	}
	return ch, "", d.tx.PutChallenge(&ch)
}

// termsOf are the terms of a challenge.
func termsOf(ch store.Challenge) (terms game.Terms, err error) {
	return terms, json.Unmarshal(ch.Terms, &terms)
}

// newNonce draws the 32 octets of a lot (house:4), in hex.
func (c *Clerk) newNonce() (string, error) {
	source := c.cfg.Random
	if source == nil {
		source = rand.Reader
	}
	b := make([]byte, 32)
	_, err := io.ReadFull(source, b)
	return hex.EncodeToString(b), err
}

// openChallenge sends the challenge on and tells its sender. A stranger gets
// one invitation, ever, until he accepts one: who declines has opted out.
func (d *desk) openChallenge(ch *store.Challenge) error {
	ch.State = store.ChallengeOpen
	if ch.ToID == 0 {
		_, again, err := d.tx.Seen(invited(ch.To))
		if err != nil {
			return err
		}
		if again {
			ch.State = store.ChallengeDeclined
			return firstError(d.tx.PutChallenge(ch), d.reply("refused", templates.Data{Topic: templates.ChallengeRefused, Words: ch.To,
				Reason: ch.To + " is not registered here and has had an invitation already."}, store.Returned, "invited once already"))
		}
		if err := d.tx.MarkSeen(invited(ch.To), d.rec.ID); err != nil {
			return err
		}
		ch.Invited = true
	}
	ch.Remind = d.tx.Now().Add(firstNudge)
	receipt, err := d.challengeData(*ch, templates.ChallengeSent)
	return firstError(err, d.tx.PutChallenge(ch), d.sendChallenge(*ch), d.invite(*ch, 0),
		d.reply("received", receipt, store.Acted, "challenge sent"))
}

// sendChallenge sends the challenge to the challenged; if either side is new
// here, it suggests a gentler term than the law's (house:10).
func (d *desk) sendChallenge(ch store.Challenge) error {
	data, err := d.challengeData(ch, templates.Challenge)
	if err != nil {
		return err
	}
	for _, id := range []int64{ch.From, ch.ToID} {
		finished, err := d.finishedGames(id)
		if err != nil {
			return err
		}
		data.Newcomer = data.Newcomer || finished < experience
	}
	return d.writeTo("challenge", ch.ToID, ch.To, data)
}

// experience is the number of finished games from which on a player is no
// newcomer (house:10).
const experience = 2

func (d *desk) finishedGames(player int64) (n int, err error) {
	ids, err := d.tx.GamesOf(player)
	for i := 0; err == nil && i < len(ids) && n < experience; i++ {
		var s game.State
		if s, err = d.tx.Game(ids[i]); s.Result != nil {
			n++
		}
	}
	return n, err
}

// writeTo writes to a player at the address on file or, where he is not registered
// yet, at the one written.
func (d *desk) writeTo(kind string, player int64, written string, data templates.Data) error {
	if player == 0 {
		return d.answer(kind, written, data)
	}
	p, err := d.tx.Player(player)
	if err != nil {
		return err
	}
	return d.answer(kind, p.Addresses[0], data)
}

// nameOf is the name of a player; who is not registered yet has none, and goes by
// another.
func (d *desk) nameOf(player int64, other string) (string, error) {
	if player == 0 {
		return other, nil
	}
	p, err := d.tx.Player(player)
	return p.Name, err
}

// challengeData is what a letter about a challenge says.
func (d *desk) challengeData(ch store.Challenge, topic templates.Topic) (templates.Data, error) {
	terms, err := termsOf(ch)
	data := templates.Data{Topic: topic, Number: ch.ID, Terms: &terms, Stranger: ch.ToID == 0}
	if terms.Colour == "lot" {
		data.Commitment = commit(ch.Nonce)
	}
	var errs [4]error
	data.Name, errs[0] = d.nameOf(ch.From, "")
	data.Opponent, errs[1] = d.nameOf(ch.ToID, ch.To)
	data.With, errs[2] = d.namesOf(ch.Consultants, func(c store.Consultant) bool { return !c.Challenged })
	data.Against, errs[3] = d.namesOf(ch.Consultants, func(c store.Consultant) bool { return c.Challenged })
	return data, firstError(err, firstError(errs[:]...))
}

// commit is the SHA-256 of a nonce, in hex: what the challenge prints (house:4).
func commit(nonce string) string {
	b, _ := hex.DecodeString(nonce)
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// keyedChallenge takes a letter with the key of a challenge: the challenger
// countersigns, the challenged accepts or declines.
func (d *desk) keyedChallenge() error {
	ch, err := d.tx.Challenge(d.mail.Token.Number)
	if errors.Is(err, store.ErrNotFound) {
		return d.end(store.Ignored, "wrong key")
	}
	if err != nil {
		return err
	}
	challenger, err := d.tx.Player(ch.From)
	if err != nil {
		return err
	}
	his := d.keys.Check(d.mail.Token, keyOfChallenger) && hasAddress(challenger, d.mail.From)
	place, consulted := d.placeOf(ch)
	switch {
	case !his && !consulted && (!d.keys.Check(d.mail.Token, keyOfChallenged) || !d.isChallenged(ch)):
		return d.end(store.Ignored, "wrong key")
	case d.mail.Auth == mailer.AuthFail:
		return d.end(store.Ignored, "its sender's domain disowns it (DMARC)")
	case his:
		return d.challengerWrites(ch)
	case ch.State != store.ChallengeOpen:
		return d.spentKey(templates.Data{Topic: templates.ChallengeOver, Number: ch.ID, Game: ch.Game, Reason: string(ch.State)})
	case consulted:
		return d.consultantAnswers(ch, place)
	}
	return d.answerChallenge(ch)
}

// placeOf is the place among those named for the sides of him whose key the
// letter carries and from whose address it comes.
func (d *desk) placeOf(ch store.Challenge) (place int, ok bool) {
	for i, c := range ch.Consultants {
		his := store.SameAddress(d.mail.From, c.Address) || d.player != nil && d.player.ID == c.Player
		if his && d.keys.Check(d.mail.Token, keyOfConsultant+i) {
			return i, true
		}
	}
	return 0, false
}

func (d *desk) isChallenged(ch store.Challenge) bool {
	return store.SameAddress(d.mail.From, ch.To) || d.player != nil && d.player.ID == ch.ToID
}

// challengerWrites takes what the challenger answers to his challenge's receipt, or
// to the question whether it is his: he countersigns, or withdraws it. Anything
// else is as if it had come to the plain address.
func (d *desk) challengerWrites(ch store.Challenge) error {
	kind := firstKind(d.page)
	withdraws := kind == interpret.KindWithdraw.String()
	switch {
	case ch.State == store.ChallengeUnconfirmed && (withdraws || kind == interpret.KindNo.String()):
		ch.State = store.ChallengeDeclined
		return firstError(d.tx.PutChallenge(&ch), d.end(store.Answered, "challenge disowned"))
	case ch.State == store.ChallengeUnconfirmed:
		return d.openChallenge(&ch)
	case withdraws && ch.State == store.ChallengeOpen:
		return d.withdrawChallenge(ch)
	case withdraws, kind == "", kind == interpret.KindYes.String(), kind == interpret.KindNo.String():
		return d.spentKey(templates.Data{Topic: templates.ChallengeOver, Number: ch.ID, Game: ch.Game, Reason: string(ch.State)})
	}
	return d.unkeyed()
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
		if err := d.answer("office", p.Addresses[0], templates.Data{Topic: templates.Withdrawn, Number: ch.ID, Name: d.player.Name}); err != nil {
			return err
		}
	}
	return d.reply("office", templates.Data{Topic: templates.Withdrawn, Number: ch.ID}, store.Acted, "challenge withdrawn")
}

// answerChallenge acts on accept, yes, decline or no.
func (d *desk) answerChallenge(ch store.Challenge) error {
	switch firstKind(d.page) {
	case interpret.KindAccept.String(), interpret.KindYes.String(), interpret.KindAgree.String():
		return d.accept(ch)
	case interpret.KindDecline.String(), interpret.KindNo.String():
		return d.decline(ch)
	}
	return d.reply("asked", templates.Data{Topic: templates.AcceptOrDecline, Number: ch.ID}, store.Returned, "neither accepts nor declines")
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
	errs := []error{d.tx.PutChallenge(&ch), d.reply("office", templates.Data{Topic: templates.Declined, Number: ch.ID}, store.Acted, "declined")}
	for _, id := range told {
		p, err := d.tx.Player(id)
		if err != nil {
			return err
		}
		if d.player == nil || id != d.player.ID {
			errs = append(errs, d.answer("office", p.Addresses[0], templates.Data{Topic: templates.Declined, Number: ch.ID, Name: name}))
		}
	}
	return firstError(errs...)
}
