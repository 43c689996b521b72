package clerk

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// release makes a held letter act, as of its own receipt or as of the letter that releases it
// (ledger.Backdating). When the held letter answers a question that another letter has answered
// since, release only tells the sender so.
func (d *taking) release(s ledger.Seat, held store.Letter) error {
	raw, err := d.Tx.Raw(held.ID)
	if errors.Is(err, store.ErrPurged) {
		return d.releaseTooLate(s, held)
	}
	if err != nil {
		return err
	}
	mail, fault := d.letterAgain(d.Tx, held, raw)
	backdating, err := ledger.BackdatingOf(d.Tx, s.Game, held)
	if err != nil {
		return err
	}
	held.Player, held.State, held.Verdict = s.Player.ID, store.Returned, "nothing in it acts"
	if err := d.Tx.PutLetter(&held, nil); err != nil {
		return err
	}
	again := newTaking(d.Tools, d.tools, d.Tx, &held, d.Out.At)
	backdated := backdating.InTime(held, d.counts())
	if again.from = d.counts(); backdated {
		again.from, again.released = held.Received, d.counts()
	}
	again.Mail, again.Player, again.Reading = mail, &s.Player, pageOf(d.Log, mail)
	if fault != nil {
		d.Log.Error("a held letter is set aside", "letter", held.ID, "error", fault)
		again.Mail, again.Reading = mailer.Letter{From: held.From, Subject: held.Subject}, tooMuch
	}
	if mail.Token.Kind == mailer.KindHeld {
		if err := again.readAsSeat(); err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	if again.Read() != nil {
		if err := again.givenUp(); err != nil {
			return err
		}
		return d.Tx.PutLetter(&held, nil)
	}
	if t := again.Mail.Token; t.Kind == mailer.KindGame && t.Number == s.Game.ID && again.ageOf(s) == keyRight {
		if again.Shown, err = again.showing(s); err != nil {
			return err
		}
	}
	taken, err := ledger.TakenSince(d.Tx, s.Game, held)
	taken = taken && slices.ContainsFunc(again.Page.Statements, func(st interpret.Statement) bool {
		return st.IsMove() && (st.Game == 0 || int64(st.Game) == s.Game.ID)
	})
	switch {
	case err != nil:
		return err
	case again.spent:
		err = again.answeredInVain(s)
	case taken:
		err = again.turnTaken(s)
	default:
		err = again.fromSeat(s, held.Ply)
	}
	if err != nil {
		return err
	}
	if err := again.rotateShown(s.Game.ID); err != nil {
		return err
	}
	held.Backdated = backdated && !taken && (held.State == store.Acted || held.State == store.Returned)
	if err := d.Tx.PutLetter(&held, nil); err != nil {
		return err
	}
	return d.settleFlag(s)
}

// turnTaken tells the sender of a released letter with a move that they have taken its turn since,
// by a letter that acted at once. Nobody who says whose a letter is plays a second move by it.
func (d *taking) turnTaken(s ledger.Seat) error {
	return d.Acknowledge("office", templates.Data{Topic: templates.HeldOver, Number: d.Rec.ID, Game: s.Game.ID, Side: s.Side, Seq: s.Game.Seq,
		Address: d.Rec.From, Received: d.Rec.Received, Words: d.Mail.Text, Reason: "taken"}, store.Returned, "its turn has been taken since")
}

// statesBeside returns the statements of a letter that is too long to be quoted whole. Nobody can
// say yes to statements that they were not shown.
func (d *taking) statesBeside() []string {
	if ledger.QuotedWhole(d.Mail.Text) {
		return nil
	}
	return ledger.Named(desk.TextsOf(d.Reading().Statements))
}

// notKept is the verdict on a held letter that cannot act any more.
const notKept = "its bytes are not kept any more"

// releaseTooLate drops a held letter whose bytes are not kept any more, and tells the sender.
func (d *taking) releaseTooLate(s ledger.Seat, held store.Letter) error {
	held.State, held.Verdict = store.Discarded, notKept
	if err := d.Tx.PutLetter(&held, nil); err != nil {
		return err
	}
	if err := d.settleFlag(s); err != nil {
		return err
	}
	return d.Acknowledge("office", templates.Data{Topic: templates.HeldOver, Number: held.ID, Game: s.Game.ID, Side: s.Side, Seq: s.Game.Seq,
		Address: held.From, Received: held.Received, Reason: string(held.State)}, store.Answered, fmt.Sprintf("letter %d: %s", held.ID, notKept))
}

// askWhose asks, at every address of the seat's player, whether the held letter is theirs. The
// question says from when the letter will count.
func (d *taking) askWhose(s ledger.Seat) error {
	data := templates.Data{Topic: templates.Countersign, Number: d.Rec.ID, Game: s.Game.ID, Side: s.Side,
		Seq: s.Game.Seq, Address: d.Mail.From, Words: d.Mail.Text, Lines: d.statesBeside(), Received: d.Rec.Received, Rekeyed: d.Rec.Verdict == rotatedKey, Unkeyed: d.Rec.Verdict == noKey}
	backdating, err := ledger.BackdatingOf(d.Tx, s.Game, *d.Rec)
	if err != nil {
		return err
	}
	switch {
	case backdating.Possible:
		data.Within = ledger.Window(s.Game)
	case backdating.Spent:
		data.Reason = "spent"
	}
	if ledger.HasAddress(s.Player, d.Mail.From) {
		data.Reason = ""
	} else if data.Reason == "" {
		data.Reason = "strange"
	}
	if data.Refused, err = d.nameUnheld(s.Player, d.Rec.Proof); err != nil {
		return err
	}
	return d.Out.NotifyAll("confirm", s.Player.Addresses, data)
}

// saysWhose reads the prose of a letter to the reply address of a question about a held letter as
// an answer to the question, since nothing else was asked there: it makes a yes or no of what says
// so in other words, and asks once more about what says neither. over reports whether it has asked.
// Nothing of such a letter goes to the other side.
func (d *taking) saysWhose(s ledger.Seat) (over bool, err error) {
	if d.question.IsZero() || d.spent || len(d.Page.Statements) > 0 {
		return false, nil
	}
	said := interpret.Statement{Kind: interpret.KindYes, Text: "yes", Line: 1}
	switch d.Page.Reply(interpret.OfLetter) {
	case interpret.Unclear:
		return true, d.askWhoseAgain(s)
	case interpret.No:
		said.Kind, said.Text = interpret.KindNo, "no"
	}
	d.Page.Statements, d.Page.Note = append(d.Page.Statements, said), ""
	return false, nil
}

// askWhoseAgain asks once more what the question asked to whose reply address the letter was sent.
func (d *taking) askWhoseAgain(s ledger.Seat) error {
	asked, err := d.askedOf(s)
	if err != nil {
		return err
	}
	questions, err := ledger.QuestionsOf(d.Tx, s.Game.ID)
	var data templates.Data
	if rows := questions[d.question.Number]; err == nil && len(rows) > 0 {
		err = json.Unmarshal(rows[0].Data, &data)
	}
	if err != nil || data.Topic != templates.Countersign {
		return cmp.Or(err, d.askWhich(s, asked))
	}
	data.Again, data.Asked, data.Refused = true, []int64{d.question.Number}, nil
	d.Mail.Token = d.question // which the letters that ask again are counted for
	return d.AskAgain("confirm", data, "neither yes nor no")
}

// askWhich asks whether a yes or no is about one of the held letters, and which one, or about a
// question of the game.
func (d *taking) askWhich(s ledger.Seat, asked []held) error {
	data := templates.Data{Topic: templates.WhichHeld, Game: s.Game.ID, Side: s.Side, Seq: s.Game.Seq, Number: int64(len(asked))}
	for _, h := range asked {
		data.Lines = append(data.Lines, fmt.Sprintf("yes %d", h.ID), texts.Say("held letter", h.From, templates.Instant(h.Received, d.Ledger.ZoneOf(s.Player))))
	}
	return d.Reply("asked", data, store.Returned, "which of the letters held?")
}
