package umpire

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

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

// leftOpen returns the numbers of the disputes that are open in a state of a game.
func leftOpen(v store.View, s game.State) ([]int64, error) {
	open := []int64{}
	known, err := v.DisputesOf(s.ID)
	for _, d := range known {
		if _, is := s.Dispute(d.Event); is {
			open = append(open, d.ID)
		}
	}
	return open, err
}

// Unstated describes in one line a dispute that no player has stated in words: whose time is over,
// or whose letters come back. Unstated returns "" for any other dispute.
func Unstated(v store.View, s game.State, d game.Dispute) (string, error) {
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

// Possible returns the rulings that can be made on an open dispute in a game at a time.
func Possible(d store.Dispute, s game.State, now time.Time) (all []Try) {
	for _, p := range game.Powers() {
		for _, t := range tries(p, s) {
			if t.Appeal = d.Event; play.RulingPossible(s, t.Ruling, now) {
				all = append(all, t)
			}
		}
	}
	return all
}

// Asked returns the question about a dispute whose answer is still awaited at a time; nil: nobody is asked.
func Asked(d store.Dispute, s game.State, now time.Time) (asked *game.Inquiry) {
	for _, side := range []board.Side{board.White, board.Black} {
		if q := s.Inquiry(d.Event, side); q != nil && now.Before(q.Until) {
			asked = q
		}
	}
	return asked
}
