package clerk

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/mailer"
	"corrd/mailer/transport"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// Letters that are held after the questions of a day are used up wait without a question. From
// midnight UTC on each later day, corrd asks their owner about all of them in one question. Of each
// kind of proof, so many letters and octets wait for one player; further ones are not taken.

// questionsOf names the tally of the questions of a day about held letters: for a seat, or for a
// player where nothing proves who wrote.
func questionsOf(l store.Letter, player int64, now time.Time) string {
	if l.Proof == store.Unproved {
		return fmt.Sprintf("questions/%s/p%d", ledger.Day(now), player)
	}
	return fmt.Sprintf("questions/%s/%s/g%d.%s", ledger.Day(now), l.Proof, l.Game, l.Side)
}

// questionsToday returns how many letters like this one are asked about on the day they come.
func (d *taking) questionsToday() int {
	if d.Rec.Proof == store.Unproved {
		return min(1, d.Budgets.Questions)
	}
	return d.Budgets.Questions
}

// tooMany reports whether too many letters of a kind of proof wait for the player of a seat. A
// letter that came by SMTP or LMTP is then not taken, and its sender's server keeps it. A letter
// of a mailbox is filed without effect, and the next question to the player names it.
func (d *taking) tooMany(s ledger.Seat, reason string) (bool, error) {
	waiting, err := ledger.Waiting(d.Tx, s.Player.ID, d.Rec.Proof)
	octets := d.Rec.Size
	for _, l := range waiting {
		octets += l.Size
	}
	if err != nil || len(waiting) < ledger.MostWaiting && octets <= ledger.MostWaitingOctets {
		return false, err
	}
	if d.Rec.Source != sourceIMAP {
		return true, fmt.Errorf("%w: %d letters wait for player %d", transport.ErrNoRoom, len(waiting), s.Player.ID)
	}
	d.Rec.Unasked = true
	if err := d.Tx.AddCount(unheldTally(d.Rec.Proof, s.Player.ID, d.Tx.Now()), 1); err != nil {
		return true, err
	}
	return true, d.End(store.Ignored, reason+", and too many letters wait")
}

// unheldTally names the tally of the letters of a day that were not held because too many waited.
func unheldTally(proof store.Proof, player int64, now time.Time) string {
	return fmt.Sprintf("unheld/%s/%s/p%d", ledger.Day(now), proof, player)
}

// unheldLately counts the letters that were not held today or yesterday and have not been named.
func unheldLately(v store.View, proof store.Proof, player int64) (n int, err error) {
	for _, day := range []time.Time{v.Now(), v.Now().AddDate(0, 0, -1)} {
		one, err := v.Count(unheldTally(proof, player, day))
		if err != nil {
			return 0, err
		}
		n += one
	}
	return n, nil
}

// mostUnheld is the greatest number of letters that a question names because they were not held.
const mostUnheld = 10

// nameUnheld returns what a question tells a player of the letters that were not held because too
// many waited, and counts them as told of.
func (d *taking) nameUnheld(p store.Player, proof store.Proof) (lines []string, err error) {
	n, err := unheldLately(d.Tx, proof, p.ID)
	if err != nil || n == 0 {
		return nil, err
	}
	games, err := d.Tx.GamesOf(p.ID)
	for _, id := range games {
		letters, errOf := d.Tx.LettersOf(id)
		if err = cmp.Or(err, errOf); err != nil {
			return nil, err
		}
		for _, l := range letters {
			if l.State != store.Ignored || !l.Unasked || l.Proof != proof {
				continue
			}
			if len(lines) < mostUnheld {
				lines = append(lines, texts.Say("unheld letter", l.ID, l.Game, l.From, templates.Instant(l.Received, d.Ledger.ZoneOf(p))))
			}
			l.Unasked = false
			if err := d.Tx.PutLetter(&l, nil); err != nil {
				return nil, err
			}
		}
	}
	if more := n - len(lines); more > 0 {
		lines = append(lines, texts.Say("unheld more", more))
	}
	now := d.Tx.Now()
	return lines, errors.Join(err, ledger.LiftCounts(d.Tx, []string{unheldTally(proof, p.ID, now), unheldTally(proof, p.ID, now.AddDate(0, 0, -1))}))
}

// unasked is what one question of a day asks a player about: the letters of one kind of proof that
// have not been asked about.
type unasked struct {
	player  int64
	proof   store.Proof
	letters []store.Letter
}

// unaskedDue returns what is to be asked today about letters held without a question on an earlier
// day, and reports whether any letter is held without a question.
func (c *Clerk) unaskedDue(v store.View, now time.Time) (due []unasked, waits bool, err error) {
	letters, err := v.Letters(math.MaxInt, store.HeldLetter)
	if err != nil {
		return nil, false, err
	}
	today := ledger.Midnight(now)
	var all []unasked
	for _, l := range letters {
		waits = waits || l.Unasked
		s, err := seatClaimed(v, l)
		if errors.Is(err, store.ErrRules) {
			continue
		}
		if err != nil {
			return nil, waits, err
		}
		i := slices.IndexFunc(all, func(u unasked) bool { return u.player == s.Player.ID && u.proof == l.Proof })
		if i < 0 {
			i, all = len(all), append(all, unasked{player: s.Player.ID, proof: l.Proof})
		}
		if l.Unasked && l.Received.Before(today) {
			all[i].letters = append(all[i].letters, l)
		}
	}
	for _, u := range all {
		asked, err := v.Count(u.tally(now))
		unheld, errOf := unheldLately(v, u.proof, u.player)
		if err = cmp.Or(err, errOf); err != nil {
			return nil, waits, err
		}
		if asked > 0 || len(u.letters) == 0 && unheld == 0 {
			continue
		}
		yesterday, err := v.Count(unheldTally(u.proof, u.player, now.AddDate(0, 0, -1)))
		if err != nil {
			return nil, waits, err
		}
		// letters that were not held are named at the beginning of a day, not while more of them
		// come
		if len(u.letters) > 0 || yesterday > 0 {
			due = append(due, u)
		}
	}
	return due, waits, nil
}

// tally names the tally that holds one question of a day.
func (u unasked) tally(now time.Time) string {
	return fmt.Sprintf("questions/%s/waiting %s/p%d", ledger.Day(now), u.proof, u.player)
}

// askUnasked asks what unaskedDue gives.
func (c *Clerk) askUnasked() error {
	var due []unasked
	err := c.db.View(func(v store.View) error {
		stopped, err := watch.Stopped(v)
		if err != nil || stopped {
			return err
		}
		due, _, err = c.unaskedDue(v, c.clock.Now())
		return err
	})
	for _, u := range due {
		if err == nil {
			err = c.db.Update(func(tx store.Tx) error { return c.askNow(tx, u) })
		}
	}
	if len(due) > 0 {
		c.sender.Ring()
	}
	return err
}

// askNow asks a player about letters that are held without a question: about one letter as on the
// day it came, and about several in a list. askNow drops a letter whose bytes are not kept any
// more or whose game is over.
func (c *Clerk) askNow(tx store.Tx, u unasked) error {
	if err := tx.AddCount(u.tally(tx.Now()), 1); err != nil {
		return err
	}
	var asked []*taking
	var seats []ledger.Seat
	for _, l := range u.letters {
		d, s, err := c.heldAgain(tx, l.ID)
		if err != nil {
			return err
		}
		if d != nil {
			asked, seats = append(asked, d), append(seats, s)
		}
	}
	p, err := tx.Player(u.player)
	if err != nil {
		return err
	}
	if len(asked) == 1 {
		return asked[0].askWhose(seats[0])
	}
	d := c.taking(tx, &store.Letter{}, tx.Now())
	data := templates.Data{Topic: templates.HeldList}
	for i, one := range asked {
		d, data.Game, data.Side, data.Seq = asked[0], seats[0].Game.ID, seats[0].Side, seats[0].Game.Seq
		data.Asked = append(data.Asked, one.Rec.ID)
		label := texts.Say("letter of a game", one.Rec.ID, seats[i].Game.ID, one.Mail.From, templates.Instant(one.Rec.Received, d.Ledger.ZoneOf(p)))
		data.Lines = append(data.Lines, label, one.Mail.Text)
	}
	if data.Refused, err = d.nameUnheld(p, u.proof); err != nil {
		return err
	}
	if len(asked) == 0 {
		if len(data.Refused) == 0 {
			return nil
		}
		return c.desk.Ledger.NoticesOf(tx, p.ID).Notify("office", ledger.Mailbox(p), data)
	}
	return d.Out.NotifyAll("confirm", p.Addresses, data)
}

// heldAgain reads a letter again that is held without a question, and marks it as asked about. It
// returns no taking for a letter that is not held any more or cannot act.
func (c *Clerk) heldAgain(tx store.Tx, id int64) (*taking, ledger.Seat, error) {
	held, err := tx.Letter(id)
	if err != nil || !held.Unasked || held.State != store.HeldLetter {
		return nil, ledger.Seat{}, err
	}
	held.Unasked = false
	raw, err := tx.Raw(id)
	if errors.Is(err, store.ErrPurged) {
		held.State, held.Verdict = store.Discarded, notKept
		return nil, ledger.Seat{}, tx.PutLetter(&held, nil)
	}
	if err != nil {
		return nil, ledger.Seat{}, err
	}
	mail, err := c.letterAgain(tx, held, raw)
	if err != nil {
		c.desk.Log.Error("a held letter is set aside", "letter", held.ID, "error", err)
		held.State, held.Verdict = store.Quarantined, err.Error()
		return nil, ledger.Seat{}, tx.PutLetter(&held, nil)
	}
	d := c.taking(tx, &held, tx.Now())
	d.Mail, d.Reading = mail, pageOf(c.desk.Log, mail)
	if mail.Token.Kind == mailer.KindHeld {
		if err := d.readAsSeat(); err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, ledger.Seat{}, err
		}
	}
	s, err := seatClaimed(tx, held)
	if err == nil && held.Player == 0 && d.Mail.Token.Kind == mailer.KindGame {
		s, err = ledger.SeatOf(d.Tx, held.Game, held.Side, d.Mail.Token.Member)
	}
	if err != nil {
		return nil, s, err
	}
	if s.Game.Result != nil {
		held.State, held.Verdict = store.Discarded, "the game is over"
		return nil, s, tx.PutLetter(&held, nil)
	}
	return d, s, tx.PutLetter(&held, nil)
}
