package desk

import (
	"errors"
	"fmt"
	"slices"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/play"
	"corrd/store"
	"corrd/templates"
)

// A letter that has no effect is answered with a question or a refusal. A machine without any
// mark of a machine may answer each such answer, without end. Therefore the same words get one
// answer until something changes in the game, and one sender gets at most MostQuestions such
// answers in a day (house:26). The list of the inbox shows the letters that got no answer, with
// the reason.

// MostQuestions is the number of different letters without effect that corrd answers for one
// sender in one day: in one turn of a game, or by the office.
const MostQuestions = 10

// MostAgain is how many letters of a day that say neither yes nor no to a question bring the
// question again.
const MostAgain = 3

// answeredBefore reports whether the sender has had enough answers, and in this case ends the
// letter without an answer. Otherwise answeredBefore counts the answer, and sets d.final if it is
// the last of the day. about says to whom and about what the answer is, tally is the count of the
// day, most is how many answers a day has, and why is the verdict that the letter would have.
func (d *Desk) answeredBefore(about store.Key, tally string, most int, why string) (bool, error) {
	key := ledger.Near(d.Rec.Game, ledger.Digest("asked", about[:], []byte(why), d.Mail.Hash[:], []byte(d.Unread())))
	earlier, seen, err := d.Tx.Seen(key)
	switch {
	case err != nil:
		return true, err
	case seen:
		return true, d.End(store.Duplicate, fmt.Sprintf("%s; not answered, as letter %d of the same words was", why, earlier))
	}
	answered, err := d.Tx.Count(tally)
	if err != nil {
		return true, err
	}
	if answered >= most {
		return true, d.End(store.Ignored, why+"; not answered, as many letters of the sender's were today")
	}
	d.final = answered+1 == most
	if err := d.Tx.AddCount(tally, 1); err != nil {
		return false, err
	}
	return false, d.Tx.MarkSeen(key, d.Rec.ID)
}

// AskedInGame reports whether the events of a letter only answer the letter, and letters of the
// seat have had such answers before; then AskedInGame ends the letter. A letter that has shown
// the seat's keys to the other side is always answered, because the answer brings the new keys.
// Beyond the limit of the day only the new keys come about.
func (d *Desk) AskedInGame(s ledger.Seat, events []game.Event) (bool, error) {
	d.final = false
	why, only := onlyAnswers(s, events)
	if !only {
		return false, nil
	}
	if d.Rec.State != store.Acted { // what has acted in another game stays filed under that one
		d.Rec.Game, d.Rec.Side = s.Game.ID, s.Side
	}
	about := ledger.Digest("turn", ledger.Octets(s.Game.ID), ledger.Octets(int64(s.Side)), ledger.Octets(s.Game.Stirred))
	if slices.ContainsFunc(events, rotates) {
		about = ledger.Digest("shown", ledger.Octets(d.Rec.ID))
	}
	tally := fmt.Sprintf("asked/%s/g%d.%s/%d", ledger.Day(d.Tx.Now()), s.Game.ID, s.Side, s.Game.Stirred)
	before, err := d.answeredBefore(about, tally, MostQuestions, string(why))
	if err != nil || !before {
		return before, err
	}
	for _, e := range events {
		if f, is := e.Fact.(game.Rotated); is && err == nil {
			err = ledger.NewKeys(d.Tx, s.Game, f, e)
		}
	}
	return true, err
}

// rotates reports whether an event gives a seat new keys.
func rotates(e game.Event) bool {
	_, is := e.Fact.(game.Rotated)
	return is
}

// onlyAnswers reports whether the events of a letter of a seat only answer the letter, and returns
// the reason why the letter has no effect. Each refusal to discharge a penalty has an effect until
// there are enough of them for a claim, even if it repeats the one before.
func onlyAnswers(s ledger.Seat, events []game.Event) (why game.Why, only bool) {
	for _, e := range events {
		reason, returns := play.Returns(e.Fact)
		switch f := e.Fact.(type) {
		case game.Refused:
			if f.Refusal && !s.Game.Refuses() {
				return "", false
			}
		case game.ClaimRefused:
			reason, returns = game.Why(f.Why), true
		case game.Rotated:
			continue
		}
		if !returns || e.By != game.PartyOf(s.Side) {
			return "", false
		}
		if why == "" {
			why = reason
		}
	}
	return why, why != ""
}

// askedByOffice reports whether the office has given the sender the same asking or refusing
// answer before, and in this case ends the letter.
func (d *Desk) askedByOffice(kind string, data templates.Data, verdict string) (bool, error) {
	if kind != "asked" && kind != "refused" {
		return false, nil
	}
	return d.askedAt(d.owner(), data.Game, verdict)
}

// askedAgain reports whether the question of the letter's key has been asked again before because
// of the same words, or as often as possible today, and in this case ends the letter.
func (d *Desk) askedAgain(verdict string) (before bool, err error) {
	today := ledger.Day(d.Tx.Now())
	about := ledger.Digest("asked again", []byte(today), []byte(d.Mail.Token.String()))
	return d.answeredBefore(about, "again/"+today+"/"+d.Mail.Token.String(), MostAgain, verdict)
}

// UmpireRefused reports whether an umpire at an address has been told before why the same words
// about a game have no effect; game 0 means about no game. last reports whether this answer is
// the last of the day.
func (d *Desk) UmpireRefused(address string, game int64, why string) (before, last bool, err error) {
	before, err = d.askedAt("umpire/"+address, game, why)
	return before, d.final, err
}

// askedAt reports whether somebody has had the same question or refusal before, and in this case
// ends the letter.
func (d *Desk) askedAt(owner string, game int64, why string) (bool, error) {
	stirred := int64(0)
	if game != 0 {
		s, err := d.Tx.Game(game)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return false, err
		}
		stirred = s.Stirred
	}
	today := ledger.Day(d.Tx.Now())
	about := ledger.Digest("office", []byte(owner), []byte(today), ledger.Octets(game), ledger.Octets(stirred), []byte(d.proof()))
	return d.answeredBefore(about, "asked/"+today+"/"+string(d.proof())+"/"+store.FoldAddress(owner), MostQuestions, why)
}
