package desk

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"corrd/cmd/internal/ledger"
	"corrd/game/codes"
	"corrd/game/reason"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// mostChallenges is the greatest number of challenges that one letter can make.
const mostChallenges = 10

// Challenges makes the challenges of a letter, at most ten, and answers with one letter that also
// names the challenges left out. If the letter has no key and the sender's domain does not vouch
// for the letter, the sender is first asked to confirm.
func (d *Desk) Challenges(all []interpret.Statement) error {
	for _, st := range all[min(len(all), mostChallenges):] {
		d.Left = append(d.Left, st.Text)
	}
	all = all[:min(len(all), mostChallenges)]
	if within, err := d.withinQuestions(); err != nil || !within {
		return err
	}
	asks := !d.Player.OnCards() && slices.ContainsFunc(all, d.saysMore) // a card is entered by the secretary, who reads it
	var made []madeChallenge
	for _, st := range all {
		one, err := d.challenge(st, asks)
		if err != nil {
			return err
		}
		made = append(made, one)
	}
	return d.tellOfChallenges(made)
}

// withinQuestions reports whether the sender, if not proven, may be asked once more today to
// confirm a challenge, and otherwise ends the letter.
func (d *Desk) withinQuestions() (bool, error) {
	if d.Proven() {
		return true, nil
	}
	within, err := d.AtMost(d.Budgets.Questions, ledger.TallyUnprovenChallenges.By(d.Player.ID, d.Tx.Now()))
	if err == nil && !within {
		err = d.End(store.Ignored, "asked to countersign challenges often enough today")
	}
	return within, err
}

// madeChallenge says what became of one challenge of a letter.
type madeChallenge struct {
	store.Challenge
	written string
	// why the challenge has not gone out, or "" if it has gone out or waits for the sender to
	// confirm
	refusal reason.Reason
}

// challenge files a challenge, and sends the challenge to the challenged player if the sender is
// proven and need not be asked.
func (d *Desk) challenge(st interpret.Statement, asks bool) (made madeChallenge, err error) {
	made.written = st.Text
	if asks {
		st.Terms = slices.Concat(st.Terms, d.termsBeside(st))
	}
	side, written := cutSide(st.Terms)
	umpired, err := d.Ledger.HasUmpire(d.Tx)
	if err != nil {
		return made, err
	}
	terms, refusal := codes.ParseChallenge(written, d.Terms, umpired)
	if u := terms.Umpire; u != "" && refusal == "" {
		var ok bool
		if terms.Umpire, ok, err = d.reads(u); err != nil {
			return made, err
		} else if !ok {
			refusal = reason.Because("refused umpire", u)
		}
	}
	to, unknown, err := d.challenged(st.Words)
	prose, _ := d.proseOf(st)
	if named := d.Named(prose); asks && unknown != "" && len(named) > 0 {
		to, unknown, err = d.challenged(named[0])
	}
	switch {
	case err != nil:
		return made, err
	case unknown != "":
		refusal = unknown
	case d.isOwn(to):
		refusal = reason.Because("refused oneself")
	}
	if made.refusal = refusal; refusal != "" {
		return made, nil
	}
	newcomer, err := d.newcomers(to)
	if err != nil {
		return made, err
	}
	if newcomer {
		terms = codes.GentlerTerms(written, terms)
	}
	made.Challenge, made.refusal, err = d.newChallenge(to, terms, side, asks)
	if err == nil && made.refusal == "" && made.State == store.ChallengeOpen {
		made.refusal, err = d.sendOut(&made.Challenge)
	}
	return made, err
}

// tellOfChallenges answers a letter that made challenges.
func (d *Desk) tellOfChallenges(made []madeChallenge) error {
	waiting := slices.IndexFunc(made, func(m madeChallenge) bool { return m.refusal == "" && m.State == store.ChallengeUnconfirmed })
	switch {
	case waiting >= 0:
		data, err := ledger.ChallengeData(d.Tx, made[waiting].Challenge, templates.ConfirmChallenge)
		data.Lines, data.Words = opponentsOf(made[waiting+1:]), d.Rec.Note
		if d.Proven() {
			data.Reason = "prose"
		}
		if err != nil {
			return err
		}
		if err := d.Out.NotifyAll("confirm", d.Player.Addresses, data); err != nil {
			return err
		}
		return d.End(store.Answered, "asked to countersign")
	case len(made) > 1:
		return d.tellOfAll(made)
	case made[0].refusal != "":
		return d.Reply("refused", templates.Data{Topic: templates.ChallengeRefused, Words: made[0].written, Reason: string(made[0].refusal)},
			store.Returned, "challenge refused")
	}
	receipt, err := ledger.ChallengeData(d.Tx, made[0].Challenge, templates.ChallengeSent)
	receipt.Words = d.Rec.Note
	if err != nil {
		return err
	}
	return d.Acknowledge("received", receipt, store.Acted, "challenge sent")
}

// longestNamed is how many bytes an address has at most that an answer repeats.
const longestNamed = 80

// Named returns the first address of somebody else that stands in some prose of the sender's, for a
// challenge that they can send; none if there is none.
func (d *Desk) Named(prose string) []string {
	for word := range strings.FieldsSeq(prose) {
		word = strings.Trim(word, ".,;:!?()<>\"'")
		if to, ok := mailer.ReadPlain(word); ok && len(word) <= longestNamed && !d.isOwn(to) {
			return []string{word}
		}
	}
	return nil
}

// opponentsOf returns the addresses of the challenges that wait for the sender to confirm.
func opponentsOf(made []madeChallenge) (addresses []string) {
	for _, m := range made {
		if m.refusal == "" {
			addresses = append(addresses, m.To)
		}
	}
	return addresses
}

// tellOfAll tells in one letter what became of several challenges.
func (d *Desk) tellOfAll(made []madeChallenge) error {
	data := templates.Data{Topic: templates.ChallengesSent, Words: d.Rec.Note}
	for _, m := range made {
		if m.refusal != "" {
			data.Refused = append(data.Refused, ledger.Listed(m.written), string(m.refusal))
			continue
		}
		opponent, err := ledger.NameOf(d.Tx, m.ToID, m.To)
		if err != nil {
			return err
		}
		data.Number = cmp.Or(data.Number, m.ID)
		data.Lines = append(data.Lines, texts.Say("challenge made", m.ID, opponent))
	}
	if len(data.Lines) == 0 {
		return d.Reply("refused", data, store.Returned, "challenges refused")
	}
	return d.Acknowledge("received", data, store.Acted, "challenges sent")
}

func (d *Desk) isOwn(address string) bool {
	return ledger.HasAddress(*d.Player, address) || d.Ledger.Own(address)
}

// newChallenge files a challenge to an address with terms, and with the addresses named for the
// challenger's side; asks says that the challenger is asked first. When the challenge is refused,
// it returns the reason.
func (d *Desk) newChallenge(to string, terms terms.Terms, side []string, asks bool) (ch store.Challenge, refusal reason.Reason, err error) {
	body, err := json.Marshal(terms)
	if err != nil {
		return ch, "", err
	}
	nonce, err := d.newNonce()
	if err != nil {
		return ch, "", err
	}
	d.Rec.Note = d.Words() // for the start letter
	if asks {
		d.Rec.Note = d.forOpponent(d.Rec.Note)
	}
	ch = store.Challenge{From: d.Player.ID, To: to, Terms: body, Nonce: nonce, Letter: d.Rec.ID, At: d.Tx.Now(), State: store.ChallengeOpen}
	if asks || !d.Proven() {
		ch.State = store.ChallengeUnconfirmed
	}
	opponent, err := d.Tx.PlayerAt(to)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return ch, "", err
	}
	ch.ToID = opponent.ID
	if refusal := terms.ByCard(); refusal != "" && (d.Player.OnCards() || opponent.OnCards()) {
		return ch, refusal, nil
	}
	if u := terms.Umpire; u != "" && (d.isOwn(u) || store.SameAddress(u, to) || ledger.HasAddress(opponent, u)) {
		return ch, reason.Because("refused umpire plays"), nil
	}
	if refusal, err = d.nameConsultants(&ch, side, false); err != nil || refusal != "" {
		return ch, refusal, err
	}
	return ch, "", d.Tx.PutChallenge(&ch)
}

// newNonce draws the 32 octets that decide a lot for the colours (house:4), and gives them in
// hexadecimal.
func (t *Desk) newNonce() (string, error) {
	source := t.Random
	if source == nil {
		source = rand.Reader
	}
	b := make([]byte, 32)
	_, err := io.ReadFull(source, b)
	return hex.EncodeToString(b), err
}

// sendChallenge sends the challenge to the challenged player.
func (d *Desk) sendChallenge(ch store.Challenge) error {
	data, err := ledger.ChallengeData(d.Tx, ch, templates.Challenge)
	if err != nil {
		return err
	}
	if data.Newcomer, err = d.newcomers(ch.To); err != nil {
		return err
	}
	if data.Beside = d.Rec.Note != ""; ch.Letter != d.Rec.ID {
		l, err := d.Tx.Letter(ch.Letter)
		if data.Beside = l.Note != ""; err != nil {
			return err
		}
	}
	return d.writeTo("challenge", ch.ToID, ch.To, data)
}

// newcomers reports whether the letter's sender, or whoever has an address, is a newcomer
// (house:10).
func (d *Desk) newcomers(address string) (bool, error) {
	to, err := d.Tx.PlayerAt(address)
	if err != nil {
		if errors.Is(err, store.ErrNotFound) {
			return true, nil
		}
		return false, err
	}
	for _, id := range []int64{d.Player.ID, to.ID} {
		if finished, err := d.finishedGames(id); err != nil || finished < experience {
			return true, err
		}
	}
	return false, nil
}

// experience is the number of finished games after which a player is not a newcomer any more
// (house:10).
const experience = 2

func (d *Desk) finishedGames(player int64) (n int, err error) {
	ids, err := d.Tx.GamesOf(player)
	if err != nil {
		return 0, err
	}
	for s, err := range ledger.DecidableOf(d.Tx, ids) {
		if err != nil || n == experience {
			return n, err
		}
		if s.Result != nil {
			n++
		}
	}
	return n, nil
}

// writeTo writes to a player at their address on file. To a person who is not registered writeTo
// writes at the address that the challenge names.
func (d *Desk) writeTo(kind string, player int64, written string, data templates.Data) error {
	if player == 0 {
		return d.toStranger(ledger.TallyInvited, d.Player.Addresses[0], kind, written, ledger.ChallengeToStranger(data))
	}
	p, err := d.Tx.Player(player)
	if err != nil {
		return err
	}
	return d.Out.Notify(kind, ledger.Mailbox(p), data)
}

// challenged returns the address of the player whom a challenge names by an address or by a name.
// refusal is "", or says why there is no such address.
func (d *Desk) challenged(written string) (address string, refusal reason.Reason, err error) {
	if to, ok, err := d.reads(written); ok || err != nil {
		return to, "", err
	}
	p, err := ledger.PlayerNamed(d.Tx, written)
	switch {
	case errors.Is(err, store.ErrNotFound), err == nil && ledger.Mailbox(p) == "":
		return "", reason.Because("refused nobody", written), nil
	}
	return ledger.Mailbox(p), "", err
}

// ChallengeLines describes the challenges by and to a player that wait for an answer, one line
// for each.
func (d *Desk) ChallengeLines(p store.Player) (lines []string, err error) {
	open, err := d.Tx.ChallengesOf(p.ID)
	if err != nil {
		return nil, err
	}
	for _, ch := range open {
		who, err := ledger.NameOf(d.Tx, ch.From, "")
		if err != nil {
			return nil, err
		}
		line := texts.Say("challenge to you", ch.ID, who)
		switch {
		case ch.From == p.ID:
			opponent, err := ledger.NameOf(d.Tx, ch.ToID, ch.To)
			if err != nil {
				return nil, err
			}
			line = texts.Say("challenge of yours", ch.ID, opponent)
		case ch.ToID != p.ID:
			line = texts.Say("challenge to consult", ch.ID, who)
		}
		lines = append(lines, line+texts.Say("challenge of", templates.Instant(ch.At, d.Ledger.ZoneOf(p))))
	}
	return lines, nil
}
