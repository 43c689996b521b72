package clerk

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"corrd/cmd/internal/budget"
	"corrd/cmd/internal/challenge"
	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/agreement"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/store"
	"corrd/templates"
)

// mostChallenges is how many challenges one letter makes.
const mostChallenges = 10

// challenges makes the challenges of a letter, up to ten; what is left over is named in
// the one answer. Their sender countersigns unless the letter has a key, or their domain
// vouches for it.
func (d *desk) challenges(all []interpret.Statement) error {
	for _, st := range all[min(len(all), mostChallenges):] {
		d.left = append(d.left, st.Text)
	}
	all = all[:min(len(all), mostChallenges)]
	if !d.proven() {
		within, err := d.atMost(d.cfg.Budgets.Questions, budget.UnprovenChallenges.By(d.player.ID, d.tx.Now()))
		if err != nil {
			return err
		}
		if !within {
			return d.end(store.Ignored, "asked to countersign challenges often enough today")
		}
	}
	var made []madeChallenge
	for _, st := range all {
		one, err := d.challenge(st)
		if err != nil {
			return err
		}
		made = append(made, one)
	}
	return d.tellOfChallenges(made)
}

// madeChallenge is what has become of a challenge as it was written.
type madeChallenge struct {
	store.Challenge
	written string
	refusal string // why it has not gone out; "" where it has, or waits for a countersign
}

// challenge files a challenge and, where its sender is certain, sends it.
func (d *desk) challenge(st interpret.Statement) (made madeChallenge, err error) {
	made.written = st.Text
	side, written := cutSide(st.Terms)
	terms, refusal := agreement.ParseChallenge(written, d.cfg.Terms, d.cfg.Umpire != "")
	to, nobody, err := d.challenged(st.Words)
	switch {
	case err != nil:
		return made, err
	case nobody != "":
		refusal = nobody
	case d.isOwn(to):
		refusal = "One cannot challenge oneself, nor corrd."
	}
	if made.refusal = refusal; refusal != "" {
		return made, nil
	}
	made.Challenge, made.refusal, err = d.newChallenge(to, terms, side)
	if err == nil && made.refusal == "" && made.State == store.ChallengeOpen {
		made.refusal, err = d.sendOut(&made.Challenge)
	}
	return made, err
}

// tellOfChallenges answers a letter that made challenges.
func (d *desk) tellOfChallenges(made []madeChallenge) error {
	waiting := slices.IndexFunc(made, func(m madeChallenge) bool { return m.refusal == "" && m.State == store.ChallengeUnconfirmed })
	switch {
	case waiting >= 0:
		data, err := challenge.Data(d.tx, made[waiting].Challenge, templates.ConfirmChallenge)
		data.Lines = opponentsOf(made[waiting+1:])
		if err != nil {
			return err
		}
		if err := d.out.NotifyAll("confirm", d.player.Addresses, data); err != nil {
			return err
		}
		return d.end(store.Answered, "asked to countersign")
	case len(made) > 1:
		return d.tellOfAll(made)
	case made[0].refusal != "":
		return d.reply("refused", templates.Data{Topic: templates.ChallengeRefused, Words: made[0].written, Reason: made[0].refusal},
			store.Returned, "challenge refused")
	}
	receipt, err := challenge.Data(d.tx, made[0].Challenge, templates.ChallengeSent)
	if err != nil {
		return err
	}
	return d.acknowledge("received", receipt, store.Acted, "challenge sent")
}

// opponentsOf gives the addresses of the challenges that wait for a countersign.
func opponentsOf(made []madeChallenge) (addresses []string) {
	for _, m := range made {
		if m.refusal == "" {
			addresses = append(addresses, m.To)
		}
	}
	return addresses
}

// tellOfAll tells in one letter what has become of several challenges.
func (d *desk) tellOfAll(made []madeChallenge) error {
	data := templates.Data{Topic: templates.ChallengesSent}
	for _, m := range made {
		if m.refusal != "" {
			data.Refused = append(data.Refused, m.written, m.refusal)
			continue
		}
		opponent, err := challenge.NameOf(d.tx, m.ToID, m.To)
		if err != nil {
			return err
		}
		data.Number = cmp.Or(data.Number, m.ID)
		data.Lines = append(data.Lines, fmt.Sprintf("number %d, to %s", m.ID, opponent))
	}
	if len(data.Lines) == 0 {
		return d.reply("refused", data, store.Returned, "challenges refused")
	}
	return d.acknowledge("received", data, store.Acted, "challenges sent")
}

func (d *desk) isOwn(address string) bool {
	return ledger.HasAddress(*d.player, address) || d.ledger.Own(address)
}

// newChallenge files a challenge to an address on terms, with the addresses named
// for the challenger's side; or gives the reason for which it is refused.
func (d *desk) newChallenge(to string, terms terms.Terms, side []string) (ch store.Challenge, refusal string, err error) {
	body, err := json.Marshal(terms)
	if err != nil {
		return ch, "", err
	}
	nonce, err := d.newNonce()
	if err != nil {
		return ch, "", err
	}
	ch = store.Challenge{From: d.player.ID, To: to, Terms: body, Nonce: nonce, Letter: d.rec.ID, At: d.tx.Now(), State: store.ChallengeOpen}
	if !d.proven() {
		ch.State = store.ChallengeUnconfirmed
	}
	opponent, err := d.tx.PlayerAt(to)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return ch, "", err
	}
	ch.ToID = opponent.ID
	if refusal := terms.ByCard(); refusal != "" && (d.player.OnCards() || opponent.OnCards()) {
		return ch, refusal, nil
	}
	if u := terms.Umpire; u != "" && (d.isOwn(u) || store.SameAddress(u, to) || ledger.HasAddress(opponent, u)) {
		return ch, "The umpire of a game is neither of its players, nor corrd: name somebody else in the term \"umpire\", or leave it out.", nil
	}
	if refusal, err = d.nameConsultants(&ch, side, false); err != nil || refusal != "" {
		return ch, refusal, err
	}
	return ch, "", d.tx.PutChallenge(&ch)
}

// newNonce draws the 32 octets of a lot (house:4), in hex.
func (t *tools) newNonce() (string, error) {
	source := t.cfg.Random
	if source == nil {
		source = rand.Reader
	}
	b := make([]byte, 32)
	_, err := io.ReadFull(source, b)
	return hex.EncodeToString(b), err
}

// sendChallenge sends the challenge to the challenged; if either side is new
// here, it suggests a gentler term than the law's (house:10).
func (d *desk) sendChallenge(ch store.Challenge) error {
	data, err := challenge.Data(d.tx, ch, templates.Challenge)
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

// writeTo writes to a player at the address on file or, where they are not registered
// yet, at the one written.
func (d *desk) writeTo(kind string, player int64, written string, data templates.Data) error {
	if player == 0 {
		return d.out.Notify(kind, written, data)
	}
	p, err := d.tx.Player(player)
	if err != nil {
		return err
	}
	return d.out.Notify(kind, ledger.Mailbox(p), data)
}
