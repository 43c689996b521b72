package courier

import (
	"encoding/json"

	"corrd/cmd/internal/ledger"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// officePage reads what a letter of the mail office tells. Such a letter tells of no event of a
// game.
func (c *Courier) officePage(v store.View, row store.Row, reader templates.Reader) (pageFunc, error) {
	l := templates.OfficeLetter{Kind: row.Kind, Reader: reader, MessageID: row.MessageID, Now: row.At, Office: c.Office}
	if err := json.Unmarshal(row.Data, &l.Data); err != nil {
		return nil, err
	}
	var to reply
	var err error
	if row.Game != 0 && row.Seq != 0 {
		if l.State, err = v.GameAt(row.Game, row.Seq); err != nil {
			return nil, err
		}
		if l.Log, l.Chain, err = ledger.EventsOf(v, l.State); err != nil {
			return nil, err
		}
		if l.Names, err = ledger.Names(v, l.State); err != nil {
			return nil, err
		}
		if l.Data.Topic == templates.Book {
			if l.Book, err = ledger.Book(v, l.State, l.Names); err != nil {
				return nil, err
			}
		}
		if to, err = c.seatReply(v, l.State, row); err != nil {
			return nil, err
		}
	}
	thread, err := c.thread(v, row)
	if err != nil {
		return nil, err
	}
	l.InReplyTo, l.References = thread.inReplyTo, thread.references
	switch t, generation := officeToken(row, l.Data); t.Kind {
	case 0:
		if personal(l.Data.Topic) && row.Player != 0 {
			p, err := v.Player(row.Player)
			if err != nil {
				return nil, err
			}
			to = c.replyAs(mailer.Token{Kind: mailer.KindStop, Number: p.ID}, ledger.KeyOfOwn(p))
		}
	case mailer.KindHeld:
		if to, err = c.heldReply(v, row, t); err != nil {
			return nil, err
		}
	default:
		to = c.replyAs(t, generation)
	}
	l.ReplyTo, l.Token = to.address, to.subject
	return func() (mailer.Page, error) {
		page, err := templates.OfficePage(l)
		page.SubjectToken, page.Answers = to.subject, thread.answers
		return page, err
	}, nil
}

// personal reports whether a letter is about its reader and about no game. Such a letter bears a
// key of the reader's own, so that corrd can be certain who answers.
func personal(topic templates.Topic) bool {
	switch topic {
	case templates.Stopped, templates.Settings, templates.Blocked, templates.Leaving, templates.NotProven, templates.UmpiringSet, templates.News, templates.NewsStopped, templates.Sheet, templates.SheetStopped,
		templates.Events, templates.Entry, templates.EntryRefused, templates.EventTable, templates.Observed, templates.Unwatched:
		return true
	}
	return false
}

// Asked returns the token and the generation of the key with which a letter of the office is
// answered. asks is false for a letter of a game, and where no answer is asked for.
func Asked(row store.Row) (t mailer.Token, generation int, asks bool) {
	var data templates.Data
	if row.Data == nil || json.Unmarshal(row.Data, &data) != nil {
		return t, 0, false
	}
	t, generation = officeToken(row, data)
	return t, generation, !t.IsZero()
}

// officeToken returns the token of the key in an office letter and the generation of the key. The
// generation does not apply to the letter about a held letter. The token is zero when the letter
// asks for no answer.
func officeToken(row store.Row, data templates.Data) (t mailer.Token, generation int) {
	switch {
	case data.Topic == templates.UmpirePreview && data.Order != 0:
		return ledger.OrderToken(data.Order), data.Place
	case data.Umpire != 0:
		return ledger.UmpireToken(data.Umpire), data.Place
	case data.Challenge != 0:
		return ledger.ChallengeToken(data.Challenge), ledger.KeyOfPlace(data.Place)
	}
	registration := mailer.Token{Kind: mailer.KindRegistration, Number: data.Number}
	switch data.Topic {
	case templates.EventAnnounced, templates.ConfirmWithdrawal, templates.EventBegun, templates.WhichOfEvent:
		return mailer.Token{Kind: mailer.KindEvent, Number: data.Number}, data.Place
	case templates.EventClaims:
		if data.Game == 0 { // about several games
			return mailer.Token{Kind: mailer.KindEvent, Number: data.Number}, data.Place
		}
	case templates.Countersign:
		return mailer.Token{Kind: mailer.KindHeld, Number: data.Number}, 0 // also where the question is asked again
	case templates.ConfirmRegistration, templates.ConfirmAddress:
		return registration, ledger.KeyOfConsent
	case templates.Challenge, templates.AcceptOrDecline, templates.Consult, templates.Nudged:
		return ledger.ChallengeToken(data.Number), ledger.KeyOfPlace(data.Place)
	case templates.ConfirmLeaving, templates.ConfirmUmpiring, templates.Admissions:
		return registration, data.Place
	case templates.NotRegistered, templates.Admission:
		if data.Number != 0 {
			return registration, ledger.KeyOfConsent
		}
	case templates.AddressChanged:
		if data.Number != 0 {
			return registration, ledger.KeyOfUndo
		}
	case templates.ConfirmChallenge, templates.ChallengeSent, templates.ChallengesSent, templates.ChallengeWaits, templates.ChallengeLost:
		return ledger.ChallengeToken(data.Number), ledger.KeyOfChallenger
	}
	return mailer.Token{}, 0
}
