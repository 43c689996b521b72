package ledger

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"corrd/game"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// numberDisputes compares two states of a game, gives a number to each dispute that was opened
// between them, and notes which disputes were closed.
func numberDisputes(tx store.Tx, before, after game.State) error {
	open := after.Disputes()
	bySeq := func(a, b game.Dispute) bool { return a.Seq == b.Seq }
	if slices.EqualFunc(before.Disputes(), open, bySeq) {
		return nil
	}
	known, err := tx.DisputesOf(after.ID)
	if err != nil {
		return err
	}
	for _, d := range known {
		waits := slices.ContainsFunc(open, func(o game.Dispute) bool { return o.Seq == d.Event })
		switch {
		case !waits && d.Closed.IsZero():
			d.Closed, d.Ended = after.LastEvent, after.Seq
		case waits && !d.Closed.IsZero(): // the ruling on the dispute has been undone
			d.Closed, d.Ended = time.Time{}, 0
		default:
			continue
		}
		if err := tx.PutDispute(&d); err != nil {
			return err
		}
	}
	for _, o := range open {
		if slices.ContainsFunc(known, func(d store.Dispute) bool { return d.Event == o.Seq }) {
			continue
		}
		d := store.Dispute{Game: after.ID, Event: o.Seq, Ground: string(o.Ground), By: o.By.String(), Opened: o.At}
		if err := tx.PutDispute(&d); err != nil {
			return err
		}
	}
	return nil
}

// DisputeOf returns the number of the dispute that an event of a game opened, and 0 if the event
// opened none.
func DisputeOf(v store.View, id, event int64) (int64, error) {
	known, err := v.DisputesOf(id)
	for _, d := range known {
		if d.Event == event {
			return d.ID, err
		}
	}
	return 0, err
}

// HowClosed says how a closed dispute ended: by which ruling, or otherwise.
func HowClosed(v store.View, d store.Dispute) (string, error) {
	entries, err := v.Events(d.Game)
	if err != nil || d.Ended < 1 || d.Ended > int64(len(entries)) {
		return texts.Say("closed", d.ID), err
	}
	last := entries[d.Ended-1]
	for _, e := range slices.Backward(entries[:d.Ended]) {
		if !e.Event.At.Equal(last.Event.At) {
			break
		}
		switch f := e.Event.Fact.(type) {
		case game.Ruled:
			return texts.Say("closed by ruling", d.ID, e.Seq, cmp.Or(f.Umpire, texts.Say("closed umpire")), f.Verb, e.Event.Law, oneLine(f.Reason)), nil
		case game.Settled:
			return texts.Say("closed without ruling", d.ID, e.Seq, oneLine(f.Words)), nil
		}
	}
	kind, _ := store.KindOf(last.Event.Fact)
	return texts.Say("closed with event", d.ID, last.Seq, texts.Named("event", kind)), nil
}

// oneLine puts somebody's words on one line, so that the words can stand within a sentence.
func oneLine(words string) string { return strings.Join(strings.Fields(words), " ") }

// ReportKind is the kind of letter in which a mail server reports what became of a letter from
// corrd.
const ReportKind = "report"

// LeftOpen returns the numbers of the disputes that are open in a state of a game.
func LeftOpen(v store.View, s game.State) ([]int64, error) {
	open := []int64{}
	known, err := v.DisputesOf(s.ID)
	for _, d := range known {
		if _, is := s.Dispute(d.Event); is {
			open = append(open, d.ID)
		}
	}
	return open, err
}

// About describes in one line a dispute that no player has stated in words: whose time is over,
// or whose letters come back. About gives "" for any other dispute.
func About(v store.View, s game.State, d game.Dispute) (string, error) {
	side := texts.Named("side", s.Window.Side.String())
	switch d.Ground {
	case game.OnFlag:
		return texts.Say("about flag", side, s.Terms.Time, templates.Limit(d.At, time.UTC)), nil
	case game.OnFine:
		f, _ := s.FineOn(d.Seq)
		return texts.Say("about fine", texts.Named("side", f.Side.String()), templates.Limit(d.At, time.UTC)), nil
	case game.OnBounce:
		rows, err := v.RowsOf(s.ID, math.MaxInt)
		for _, r := range slices.Backward(rows) {
			if r.State == store.Parked && r.Side == s.Window.Side && r.Error != "" {
				return texts.Say("about bounce", side, r.ID, oneLine(r.Error)), err
			}
		}
		return texts.Say("about bounce sent again", side), err
	}
	return "", nil
}

// EventsOfDispute returns the numbers of the events that belong to a dispute: the event that opened
// the dispute, the questions, answers and notes about the dispute, and the rulings.
func EventsOfDispute(d store.Dispute, entries []store.Entry) []int64 {
	var all []int64
	for _, e := range entries {
		of := int64(0)
		switch f := e.Event.Fact.(type) {
		case game.Inquired:
			of = f.Dispute
		case game.Stated:
			of = f.Dispute
		case game.Noted:
			of = f.Dispute
		case game.Settled:
			of = f.Dispute
		case game.Ruled:
			of = f.Appeal
		}
		if e.Seq == d.Event || of == d.Event || d.Ended != 0 && e.Seq == d.Ended {
			all = append(all, e.Seq)
		}
	}
	return all
}
