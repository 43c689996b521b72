package umpire

import (
	"fmt"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/store"
	"corrd/templates/texts"
)

// Saying is what was written about a dispute, and by whom.
type Saying struct {
	At    time.Time `json:"at"`
	By    string    `json:"by"`
	To    *string   `json:"to"` // the side that the umpire asks
	Words string    `json:"words"`
}

// Said returns what was written about a dispute, in order.
func Said(d store.Dispute, entries []store.Entry) []Saying {
	all := []Saying{}
	for _, seq := range EventsOfDispute(d, entries) {
		e := entries[seq-1].Event
		one := Saying{At: e.At, By: madeBy(e).String()}
		switch f := e.Fact.(type) {
		case game.Protested:
			one.Words = f.Words
		case game.Claimed:
			if one.Words = f.Words; f.Unclaimed() {
				one.Words = strings.TrimSuffix(texts.Named("ground", f.Ground)+": "+f.Words, ": ")
			}
		case game.Inquired:
			side := f.Side.String()
			one.To, one.Words = &side, f.Words
		case game.Stated:
			one.Words = f.Words
		case game.Noted:
			one.Words = f.Words
		case game.Settled:
			one.Words = f.Words
		case game.Ruled:
			one.Words = string(f.Verb) + ", " + string(e.Law) + ": " + f.Reason
		default:
			continue
		}
		all = append(all, one)
	}
	return all
}

// madeBy returns the party from which an event comes: corrd where corrd itself asks the umpire in the name of a side.
func madeBy(e game.Event) game.Party {
	if f, is := e.Fact.(game.Claimed); is && f.Unclaimed() {
		return game.Corrd
	}
	return e.By
}

// Happened says in a line what an event of a game is, by whom, and under which law.
func Happened(seq int64, e game.Event) string {
	kind, _ := store.KindOf(e.Fact)
	by := madeBy(e)
	if by != e.By {
		kind = "asked_umpire"
	}
	said := texts.Say("happened", seq, texts.Named("event", kind), texts.Named("side", by.String()))
	if e.Law != "" {
		said += ", " + string(e.Law)
	}
	return said
}

// HappenedBy says in a line what an event of a game is, which letter brought the event about, and what was read in
// the words of the letter.
func HappenedBy(seq int64, e game.Event) string {
	said := Happened(seq, e)
	if e.Letter != 0 {
		said += texts.Say("happened by letter", e.Letter)
	}
	if r, is := e.Fact.(game.Ruled); is {
		said += ": " + strings.TrimSpace(fmt.Sprintf("%s %s", r.Umpire, r.Verb))
	}
	if read := readIn(e.Fact); read != "" {
		said += ": " + read
	}
	return said
}

// readIn returns the words of a fact as they were sent and the moves that corrd read in the words.
// readIn returns "" for a fact without words.
func readIn(f game.Fact) string {
	words, came, moves := "", "", []board.Move(nil)
	switch f := f.(type) {
	case game.Played:
		words, moves = f.Words, []board.Move{f.Move}
	case game.Held:
		words, moves = strings.Join(f.Words, "; "), f.Moves
	case game.Adopted:
		moves = []board.Move{f.Move}
	case game.Offended:
		words, moves = f.Words, f.Moves
	case game.Refused:
		words = f.Words
	case game.Asked:
		words = f.Words
	case game.HandedIn:
		words, came = strings.Join(f.Words, "; "), strings.Join(f.With, "; ")
	case game.Illegible:
		words = strings.Join(f.Words, "; ")
	case game.Certified:
		words = strings.Join(f.Words, "; ")
	}
	var said []string
	if words != "" {
		said = append(said, fmt.Sprintf("%q", strings.Join(strings.Fields(words), " ")))
	}
	if came != "" {
		said = append(said, texts.Say("happened on the wire", oneLine(came)))
	}
	if len(moves) > 0 {
		said = append(said, "read as "+strings.Join(board.UCI(moves), " or "))
	}
	return strings.Join(said, " ")
}
