package desk

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"corrd/cmd/internal/ledger"
	"corrd/interpret"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// KeyedChallenge takes a letter with the key of a challenge: the challenger confirms or withdraws
// the challenge, or the challenged person accepts or declines.
func (d *Desk) KeyedChallenge() (Next, error) {
	ch, err := d.Tx.Challenge(d.Mail.Token.Number)
	if errors.Is(err, store.ErrNotFound) {
		return Forgotten, nil
	}
	if err != nil {
		return Done, err
	}
	challenger, err := d.Tx.Player(ch.From)
	if err != nil {
		return Done, err
	}
	theirs := d.Keys.Check(d.Mail.Token, ledger.KeyOfChallenger) && ledger.HasAddress(challenger, d.Mail.From)
	place, consulted := d.placeOf(ch)
	challenged := d.Keys.Check(d.Mail.Token, ledger.KeyOfChallenged) && d.isChallenged(ch)
	if admitted, err := d.admits(theirs || consulted || challenged); !admitted || err != nil {
		return Done, err
	}
	switch {
	case theirs:
		return d.challengerWrites(ch)
	case ch.State != store.ChallengeOpen:
		return Done, d.SpentKey(d.Mail.Token, templates.Data{Topic: templates.ChallengeOver, Number: ch.ID, Game: ch.Game, Reason: string(ch.State)})
	}
	d.LeaveBeside()
	if consulted {
		return d.consultantAnswers(ch, place)
	}
	return d.answerChallenge(ch)
}

// placeOf finds, among the people named for the sides of a challenge, the player who is named by
// the key of the letter and whose address has sent the letter.
func (d *Desk) placeOf(ch store.Challenge) (place int, ok bool) {
	for i, c := range ch.Consultants {
		theirs := store.SameAddress(d.Mail.From, c.Address) || d.Player != nil && d.Player.ID == c.Player
		if theirs && d.Keys.Check(d.Mail.Token, ledger.KeyOfConsultant+i) {
			return i, true
		}
	}
	return 0, false
}

func (d *Desk) isChallenged(ch store.Challenge) bool {
	return store.SameAddress(d.Mail.From, ch.To) || d.Player != nil && d.Player.ID == ch.ToID
}

// challengerWrites takes the challenger's answer to the receipt of the challenge, or to the
// question whether the challenge is theirs. Only yes confirms the challenge. Any other answer is
// read like a letter to the plain address.
func (d *Desk) challengerWrites(ch store.Challenge) (Next, error) {
	kind := d.FirstKind()
	withdraws := kind == interpret.KindWithdraw.String()
	switch {
	case ch.State == store.ChallengeUnconfirmed:
		return d.countersignsChallenge(ch, withdraws)
	case withdraws && ch.State == store.ChallengeOpen:
		together, err := d.madeTogether(ch, store.ChallengeOpen)
		if err != nil {
			return Done, err
		}
		if len(together) > 1 {
			return Done, d.Reply("asked", templates.Data{Topic: templates.WhichChallenge, Lines: numbersOf(together)}, store.Returned, "which challenge?")
		}
		return Done, d.withdrawChallenge(ch)
	case ch.State == store.ChallengeOpen && (kind == "" || kind == interpret.KindYes.String() || kind == interpret.KindNo.String()):
		data, err := ledger.ChallengeData(d.Tx, ch, templates.ChallengeSent)
		data.Again = true
		if err != nil {
			return Done, err
		}
		return Done, d.Reply("asked", data, store.Returned, "the challenge waits for its answer")
	case withdraws, kind == "", kind == interpret.KindYes.String(), kind == interpret.KindNo.String():
		return Done, d.SpentKey(d.Mail.Token, templates.Data{Topic: templates.ChallengeOver, Number: ch.ID, Game: ch.Game, Reason: string(ch.State)})
	}
	return Unkeyed, nil
}

// countersignsChallenge takes the answer to the question whether a challenge is the challenger's,
// and applies the answer to all challenges of the same letter.
func (d *Desk) countersignsChallenge(ch store.Challenge, withdraws bool) (Next, error) {
	answer := d.Page.Answer()
	if answer == interpret.Unclear && !withdraws {
		if kind := d.FirstKind(); kind != "" && kind != interpret.KindYes.String() {
			return Unkeyed, nil
		}
		data, err := ledger.ChallengeData(d.Tx, ch, templates.ConfirmChallenge)
		data.Again = true
		if err != nil {
			return Done, err
		}
		return Done, d.AskAgain("confirm", data, "neither yes nor no")
	}
	all, err := d.madeTogether(ch, store.ChallengeUnconfirmed)
	if err != nil {
		return Done, err
	}
	if answer != interpret.Yes {
		for _, one := range all {
			one.State = store.ChallengeDeclined
			if err := d.Tx.PutChallenge(&one); err != nil {
				return Done, err
			}
		}
		return Done, d.Acknowledge("office", templates.Data{Topic: templates.ChallengeDropped}, store.Answered, "challenge disowned")
	}
	var made []madeChallenge
	for _, one := range all {
		refusal, err := d.sendOut(&one)
		if err != nil {
			return Done, err
		}
		made = append(made, madeChallenge{one, "challenge " + one.To, refusal})
	}
	return Done, d.tellOfChallenges(made)
}

// madeTogether returns those challenges of one letter that are in a state, from a given challenge
// on.
func (d *Desk) madeTogether(ch store.Challenge, state store.ChallengeState) (all []store.Challenge, err error) {
	for id := ch.ID; len(all) < mostChallenges; id++ {
		one, err := d.Tx.Challenge(id)
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

// numbersOf returns the numbers of challenges as decimal texts.
func numbersOf(all []store.Challenge) (numbers []string) {
	for _, ch := range all {
		numbers = append(numbers, strconv.FormatInt(ch.ID, 10))
	}
	return numbers
}

// WithdrawNumbered withdraws the challenge that a player names by its number.
func (d *Desk) WithdrawNumbered(st interpret.Statement) error {
	id, err := strconv.ParseInt(st.Words, 10, 64)
	var ch store.Challenge
	if err == nil {
		ch, err = d.Tx.Challenge(id)
	}
	switch {
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return err
	case err != nil || ch.From != d.Player.ID:
		return d.Reply("refused", templates.Data{Topic: templates.NotYourChallenge, Number: id}, store.Returned, "not their challenge")
	case !d.Proven():
		return d.Reply("refused", templates.Data{Topic: templates.NotYourChallenge, Number: id, Reason: "identity"}, store.Returned, "withdraw: identity")
	case ch.State != store.ChallengeOpen:
		return d.Reply("refused", templates.Data{Topic: templates.ChallengeOver, Number: ch.ID, Game: ch.Game, Reason: string(ch.State)}, store.Returned, "challenge over")
	}
	return d.withdrawChallenge(ch)
}

// withdrawChallenge ends a challenge that not everybody has accepted, and tells the players who
// were asked. An invited person who is not registered is not told, because corrd writes them only
// one letter.
func (d *Desk) withdrawChallenge(ch store.Challenge) error {
	ch.State = store.ChallengeWithdrawn
	if err := d.Tx.PutChallenge(&ch); err != nil {
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
		p, err := d.Tx.Player(id)
		if err != nil {
			return err
		}
		if err := d.Out.Notify("office", ledger.Mailbox(p), templates.Data{Topic: templates.Withdrawn, Number: ch.ID, Name: d.Player.Name}); err != nil {
			return err
		}
	}
	return d.Acknowledge("office", templates.Data{Topic: templates.Withdrawn, Number: ch.ID}, store.Acted, "challenge withdrawn")
}

// answerChallenge takes the answer accept, yes, decline or no. Who accepts on other terms than
// those of the challenge is asked.
func (d *Desk) answerChallenge(ch store.Challenge) (Next, error) {
	switch d.answerTo(ch) {
	case interpret.Yes:
		other, err := d.termsWanted(ch)
		if err != nil {
			return Done, err
		}
		if len(other) > 0 {
			return d.neitherAccepts(ch, 0)
		}
		return Done, d.accept(ch)
	case interpret.No:
		return Done, d.decline(ch)
	}
	return d.neitherAccepts(ch, 0)
}

// answerTo returns the answer of the letter to a challenge. A player who only stops unasked letters
// can still answer the challenge, and "again" accepts a challenge to play again. A move beside the
// answer has no game yet, and takes nothing from it.
func (d *Desk) answerTo(ch store.Challenge) interpret.Answer {
	switch kind := d.FirstKind(); {
	case d.Player != nil && kind == interpret.KindStop.String():
		return interpret.Unclear
	case ch.Again != 0 && kind == interpret.KindAgain.String():
		return interpret.Yes
	}
	if reply := d.Page.Reply(interpret.OfPlay); reply != interpret.Unclear {
		return reply
	}
	page := d.Page
	moves := func(st interpret.Statement) bool { return st.Kind == interpret.KindMove }
	page.Statements = slices.DeleteFunc(slices.Clone(page.Statements), moves)
	return page.Reply(interpret.OfPlay)
}

// neitherAccepts takes an answer that neither accepts nor declines a challenge, from the person
// in a place on a side (0: the challenged player). Who asks for the terms or for help about
// something is told, in a letter that can be answered as the challenge can. Of anything else corrd
// asks the writer again, and tells how other terms are proposed, unless the letter asks the office
// for something else than how all this works, which the question tells.
func (d *Desk) neitherAccepts(ch store.Challenge, place int) (Next, error) {
	st := d.Page.Statements
	if len(st) > 0 {
		switch named := st[0].Words; {
		case st[0].Kind == interpret.KindShow && named == "terms":
			agreed, err := ledger.ChallengeTerms(ch)
			if err != nil {
				return Done, err
			}
			return Done, d.Office(templates.Data{Topic: templates.ShowTerms, Terms: &agreed, Challenge: ch.ID, Place: place})
		case st[0].Kind == interpret.KindHelp && (named != "" || d.Player != nil && st[0].Text == st[0].Kind.String()):
			return Done, d.Office(templates.Data{Topic: templates.Help, Words: texts.Topic(named), Challenge: ch.ID, Place: place})
		}
	}
	if d.Player != nil && len(st) > 0 && (ForOffice(st[0].Kind) || st[0].Kind == interpret.KindChallenge) && !(st[0].Kind == interpret.KindHelp && strings.Contains(st[0].Text, " ")) {
		return Unkeyed, nil
	}
	data, err := ledger.ChallengeData(d.Tx, ch, templates.AcceptOrDecline)
	if err != nil {
		return Done, err
	}
	if d.Player == nil {
		data = ledger.ChallengeToStranger(data)
	}
	data = templates.Data{Topic: data.Topic, Number: ch.ID, Place: place, Challenger: data.Challenger}
	if place == 0 {
		wanted, err := d.termsWanted(ch)
		if err != nil {
			return Done, err
		}
		for _, term := range wanted {
			data.Lines = append(data.Lines, term.Key+" "+term.Value)
		}
		from, err := d.Tx.Player(ch.From)
		if err != nil {
			return Done, err
		}
		if data.Stranger = d.Player == nil; !data.Stranger {
			if data.Name, err = d.nameToChallenge(from); err != nil {
				return Done, err
			}
		}
	}
	return Done, d.AskAgain("asked", data, "neither accepts nor declines")
}

// nameToChallenge is the name of a player as a challenge by name has it, each word with a capital,
// or "" if none can be made so.
func (d *Desk) nameToChallenge(p store.Player) (string, error) {
	words := strings.Fields(p.Name)
	for i, w := range words {
		first, n := utf8.DecodeRuneInString(w)
		words[i] = string(unicode.ToUpper(first)) + w[n:]
	}
	name := strings.Join(words, " ")
	if all := interpret.Parse("challenge " + name).Statements; len(all) != 1 || all[0].Kind != interpret.KindChallenge || all[0].Words != name {
		return "", nil
	}
	named, err := ledger.PlayerNamed(d.Tx, name)
	if errors.Is(err, store.ErrNotFound) || err == nil && named.ID != p.ID {
		return "", nil
	}
	return name, err
}

// decline ends a challenge, and tells the challenger, the players who have accepted, and the
// player who declines.
func (d *Desk) decline(ch store.Challenge) error {
	ch.State = store.ChallengeDeclined
	name := texts.Say("somebody asked")
	switch {
	case d.Player != nil:
		name = d.Player.Name
	case store.SameAddress(d.Mail.From, ch.To):
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
	if d.Player == nil && d.FirstKind() == interpret.KindStop.String() {
		if err := d.StrangerStops(); err != nil {
			return err
		}
	}
	if err := d.Tx.PutChallenge(&ch); err != nil {
		return err
	}
	if err := d.Acknowledge("office", templates.Data{Topic: templates.Declined, Number: ch.ID}, store.Acted, "declined"); err != nil {
		return err
	}
	for _, id := range told {
		p, err := d.Tx.Player(id)
		if err != nil {
			return err
		}
		if d.Player == nil || id != d.Player.ID {
			if err := d.Out.Notify("office", ledger.Mailbox(p), templates.Data{Topic: templates.Declined, Number: ch.ID, Name: name}); err != nil {
				return err
			}
		}
	}
	return nil
}

// answerAs takes the answer to a challenge from a player who is challenged or is named for a
// side.
func (d *Desk) answerAs(ch store.Challenge, player int64) (Next, error) {
	if i := slices.IndexFunc(ch.Consultants, func(c store.Consultant) bool { return c.Player == player }); i >= 0 {
		return d.consultantAnswers(ch, i)
	}
	return d.answerChallenge(ch)
}
