package clerk

import (
	"cmp"
	"encoding/json"
	"fmt"

	"corrd/cmd/internal/ledger"
	"corrd/interpret"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

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
