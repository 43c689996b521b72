package desk

import (
	"errors"
	"regexp"
	"strconv"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/tournaments"
	"corrd/game/reason"
	"corrd/game/tournament"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// mostEntries is how often a player enters events, and withdraws from them, in a day.
const mostEntries = 10

// Events lists the events, and offers entry and withdrawal where they are open to the player.
func (d *Desk) Events(p store.Player) error {
	lines, err := tournaments.Listed(d.Tx, d.Ledger, p)
	if err != nil {
		return err
	}
	data := templates.Data{Topic: templates.Events, Name: p.Name, Lines: lines}
	all, err := d.Tx.Tournaments()
	for _, s := range all {
		if tournaments.MayEnter(d.Tx, s, p) == "" {
			data.Number = s.ID
		}
		if tournaments.MayWithdraw(s, p) == "" {
			data.Place = int(s.ID)
		}
	}
	if err != nil {
		return err
	}
	return d.Office(data)
}

// AboutEvent answers what a player asks about an event: its table, to enter it, or to withdraw,
// which they are asked to confirm.
func (d *Desk) AboutEvent(director tournaments.Director, p store.Player, st interpret.Statement) error {
	d.Player = &p
	id, _ := strconv.ParseInt(st.Words, 10, 64)
	s, err := d.Tx.Tournament(id)
	switch {
	case errors.Is(err, store.ErrNotFound), err == nil && s.Phase == tournament.Abandoned:
		return d.noEntry(id, reason.Because("tournament unknown", id))
	case err != nil:
		return err
	case st.Kind == interpret.KindTable:
		data, err := tournaments.Shown(d.Tx, d.Ledger, s)
		if err != nil {
			return err
		}
		return d.Office(data)
	case !d.Proven():
		return d.UnprovenWish()
	case st.Kind == interpret.KindEnter:
		return d.enter(director, s)
	}
	if refusal := tournaments.MayWithdraw(s, p); refusal != "" {
		return d.noEntry(id, refusal)
	}
	data, err := tournaments.Leaves(d.Tx, s, p)
	if err != nil {
		return err
	}
	return d.Reply("confirm", data, store.Answered, "asked to confirm")
}

// noEntry says why nothing comes of what a letter asks about an event.
func (d *Desk) noEntry(id int64, why reason.Reason) error {
	return d.Reply("refused", templates.Data{Topic: templates.EntryRefused, Number: id, Name: d.Player.Name, Reason: texts.InLetter(why)}, store.Returned, "event: refused")
}

// enter enters the sender of the letter.
func (d *Desk) enter(director tournaments.Director, s tournament.State) error {
	if refusal := tournaments.MayEnter(d.Tx, s, *d.Player); refusal != "" {
		return d.noEntry(s.ID, refusal)
	}
	if within, err := d.mayChange(s); !within || err != nil {
		return err
	}
	s, _, err := director.Enter(s, *d.Player, "")
	if err != nil {
		return err
	}
	return d.stands(s, "entered")
}

// mayChange counts an entry or a withdrawal of the day, and reports whether there may be one more;
// otherwise the letter is ended.
func (d *Desk) mayChange(s tournament.State) (within bool, err error) {
	within, err = d.AtMost(mostEntries, ledger.TallyEntries.By(d.Player.ID, d.Tx.Now()))
	if err == nil && !within {
		err = d.noEntry(s.ID, reason.Because("tournament often", mostEntries))
	}
	return within, err
}

// stands tells the sender what their letter has done.
func (d *Desk) stands(s tournament.State, standing string) error {
	data, err := tournaments.Stands(d.Tx, d.Ledger, s, *d.Player, standing)
	if err != nil {
		return err
	}
	return d.Acknowledge("office", data, store.Acted, "event: "+standing)
}

// KeyedEvent takes the answer to a letter that asks a player whether they enter an event, or
// whether they withdraw from it. The answer to a letter about several of their games is the clerk's
// (Plays).
func (d *Desk) KeyedEvent(director tournaments.Director) (Next, error) {
	s, err := d.Tx.Tournament(d.Mail.Token.Number)
	if errors.Is(err, store.ErrNotFound) {
		return Done, d.End(store.Ignored, WrongKey)
	}
	if err != nil {
		return Done, err
	}
	asks, err := d.askedAboutEvent(s)
	if err != nil {
		return Done, err
	}
	if admitted, err := d.admits(asks != ""); !admitted || err != nil {
		return Done, err
	}
	switch asks {
	case ledger.AsksMoves:
		return Plays, nil
	case replacedKey:
		d.Mail.Token, d.Out.Unproven = mailer.Token{}, d.Mail.From
		return Unkeyed, nil
	}
	if len(d.Page.Statements) > 0 && (ForOffice(d.Page.Statements[0].Kind) || d.FirstKind() == interpret.KindChallenge.String()) {
		return Unkeyed, nil
	}
	d.LeaveBeside()
	answer := d.Page.Answer()
	if asks == ledger.AsksEntry {
		return Done, d.entryAnswered(director, s, answer)
	}
	switch {
	case answer == interpret.Unclear && withdrawing.MatchString(d.answerLine()) && !staying.MatchString(d.answerLine()):
		answer = interpret.Yes
	case answer == interpret.No && unable.MatchString(d.answerLine()):
		answer = interpret.Unclear
	}
	return Done, d.withdrawalAnswered(director, s, answer)
}

// withdrawing matches words that withdraw from an event, and not what was written about that: "I
// withdraw my request".
var withdrawing = regexp.MustCompile(`(?i)^\W*(?:(?:yes|sorry|alas|i|we|am|are|must|will|shall|would|should|want|wish|like|have|need|ask|had|to|do|hereby|therefore|please|kindly|so|then|and),? +|i'(?:d|ll|m|ve) +)*withdraw(?:ing|n)?(?:,? +(?:please|now|hereby|then|altogether|entirely|me|my (?:entry|name)))*(?: +(?:from|because|as|since|for|with|due) .*|[^\w ].*)?$`)

// staying matches words that leave a withdrawal open.
var staying = regexp.MustCompile(`(?i)\?|\b(?:no|not|never|stay|remain|unless|if|but|instead)\b`)

// unable matches words that refuse to play, which is no refusal to withdraw.
var unable = regexp.MustCompile(`(?i)\b(?:can ?not|can[’']?t|won[’']?t|not|unable to|no longer) (?:play|take part|be able)\b`)

// replacedKey is of a letter whose key was right before an archive held it: the letter counts as
// one without a key.
const replacedKey = "replaced"

// askedAboutEvent returns what the key of the letter answers; "" for a wrong key. The key of a
// withdrawal is void once the player has left the event.
func (d *Desk) askedAboutEvent(s tournament.State) (asks string, err error) {
	if d.Player == nil {
		return "", nil
	}
	for _, asks := range []string{ledger.AsksEntry, ledger.AsksLeave, ledger.AsksToResign} {
		if d.Keys.Check(d.Mail.Token, ledger.KeyOfEvent(s, d.Player.ID, asks)) {
			return asks, nil
		}
	}
	plays, err := ledger.KeysOfPlay(d.Tx, s, d.Player.ID)
	for i, key := range plays {
		if d.Keys.Check(d.Mail.Token, key) {
			if i < len(plays)-1 {
				return replacedKey, err
			}
			return ledger.AsksMoves, err
		}
	}
	return "", err
}

func (d *Desk) entryAnswered(director tournaments.Director, s tournament.State, answer interpret.Answer) error {
	switch answer {
	case interpret.Yes:
		return d.enter(director, s)
	case interpret.No:
		standing := "declined"
		if s.Has(d.Player.ID) { // a no to a letter that was answered before takes nothing back
			standing = "stays"
		}
		return d.stands(s, standing)
	}
	data := tournaments.Asked(d.Ledger, s, *d.Player, false)
	data.Again = true
	return d.AskAgain("confirm", data, "neither yes nor no")
}

func (d *Desk) withdrawalAnswered(director tournaments.Director, s tournament.State, answer interpret.Answer) error {
	refusal := tournaments.MayWithdraw(s, *d.Player)
	asked, err := tournaments.Leaves(d.Tx, s, *d.Player)
	switch {
	case err != nil:
		return err
	case answer == interpret.No:
		return d.stands(s, "stays")
	case refusal != "":
		return d.noEntry(s.ID, refusal)
	case answer == interpret.Unclear, !d.Keys.Check(mailer.Token{Kind: mailer.KindEvent, Number: s.ID, Key: d.Mail.Token.Key}, asked.Place):
		asked.Again = true // the event has begun since the question, and what follows is another thing
		return d.AskAgain("confirm", asked, "neither yes nor no")
	}
	if within, err := d.mayChange(s); !within || err != nil {
		return err
	}
	s, refusal, err = director.Withdraw(s, *d.Player, tournaments.ByConditions, texts.Say("withdrawn by letter", d.Player.Name))
	switch {
	case err != nil:
		return err
	case refusal != "":
		return d.noEntry(s.ID, refusal)
	}
	return d.stands(s, "withdrawn")
}
