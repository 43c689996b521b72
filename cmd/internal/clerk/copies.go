package clerk

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/play"
	"corrd/interpret"
	"corrd/store"
	"corrd/templates"
)

// actedBefore reports whether the letter is a copy, sent again by hand, of a letter that acted: a
// letter with the same seat, ply, round and words. actedBefore then ends the letter.
func (d *taking) actedBefore(s ledger.Seat, ply int) (bool, error) {
	stopped, err := watch.Stopped(d.Tx)
	if err != nil {
		return false, err
	}
	id, seen, err := d.Tx.Seen(d.actKeys(s, ply, d.roundOf(s, ply, stopped))...)
	if err != nil || !seen {
		return false, err
	}
	d.Rec.Same = id
	return true, d.sayAgain(s, ply, "the same letter again")
}

// roundOf returns the round of a ply in which the letter is read: that of the game which the letter
// meets after everything that fell due before the letter. patient reports whether flags are
// stopped.
func (d *taking) roundOf(s ledger.Seat, ply int, patient bool) int {
	met := play.Meets(s.Game, play.Letter{Received: d.counts(), Patient: patient, Card: d.card}, d.Tx.Now().In(d.Ledger.Zone))
	return met.RoundOf(s.Side, ply)
}

// sayAgain ends a letter without effect that repeats a letter of the same turn. The sender may
// fear that the first letter was lost; therefore sayAgain shows them the game as it stands, once
// in a turn for the same statements left over, and one game where the letter is about several.
func (d *taking) sayAgain(s ledger.Seat, ply int, verdict string) error {
	if d.resaid {
		return d.End(store.Duplicate, verdict)
	}
	turn := int64(cmp.Or(ply, s.Game.KeyPly(s.Side)))
	key := ledger.Near(s.Game.ID, ledger.Digest("told again", ledger.Octets(s.Game.ID), ledger.Octets(int64(s.Side)), ledger.Octets(turn), []byte(strings.Join(d.Left, "\n"))))
	_, told, err := d.Tx.Seen(key)
	if err != nil || told {
		return errors.Join(err, d.End(store.Duplicate, verdict))
	}
	data := templates.Data{Topic: templates.Show, Game: s.Game.ID, Side: s.Side, Seq: s.Game.Seq, Again: true}
	if err := d.Reply("repeat", data, store.Duplicate, verdict); err != nil || d.Silent {
		return err
	}
	d.resaid = true
	return d.Tx.MarkSeen(key, d.Rec.ID)
}

// actKeys returns the marks by which corrd recognises a copy of the letter. One mark is made of the
// new words, whatever letter is quoted below them. Another is made of the words without anything
// marked as a quotation, because the answer to the first letter may quote all its new words. A
// third is made of the statements of a letter with moves, whatever else its sender, or a host on
// its way, has written around them.
func (d *taking) actKeys(s ledger.Seat, ply, round int) (keys []store.Key) {
	turn := ledger.Octets(int64(ply))
	if t := d.Mail.Token; ply == 0 && !t.IsZero() { // the key is of another game, and tells nothing else of the turn
		turn = []byte(t.String())
	} else if ply == 0 {
		turn = ledger.Octets(int64(s.Game.KeyPly(s.Side)))
	}
	marks := [][]byte{d.Mail.Hash[:], d.Mail.HashByMarks[:]}
	if all := d.Reading().Statements; slices.ContainsFunc(all, func(st interpret.Statement) bool { return len(st.Moves) > 0 }) {
		marks = append(marks, []byte(strings.Join(ledger.Stated(all), "\n")))
	}
	if protest := s.Game.ProtestRecalled(s.Side, d.Reading().Statements); protest != 0 { // each is recalled anew
		turn = append(turn, ledger.Octets(protest)...)
	}
	for _, words := range marks {
		k := ledger.Near(s.Game.ID, ledger.Digest("acted", ledger.Octets(s.Game.ID), ledger.Octets(int64(s.Side)), turn, ledger.Octets(int64(round)), words))
		if d.question.Number != 0 {
			k = ledger.Near(s.Game.ID, ledger.Digest("answered", k[:], ledger.Octets(d.question.Number)))
		}
		keys = append(keys, k)
	}
	return slices.Compact(keys)
}

// markActed marks the letter, so that corrd recognises a copy in a round, and in every round
// once the ply is over.
func (d *taking) markActed(s ledger.Seat, ply, round int) error {
	var err error
	for _, key := range slices.Concat(d.actKeys(s, ply, round), d.actKeys(s, ply, game.RoundOver)) {
		err = errors.Join(err, d.Tx.MarkSeen(key, d.Rec.ID))
	}
	return err
}

// leaveOutRepeated leaves out of what the letter states about a game what a letter with the same
// key and words has done there already, whatever round has been opened since: those statements that
// would do it once more. When nothing else is stated, leaveOutRepeated ends the letter.
func (d *taking) leaveOutRepeated(p *part) (over bool, err error) {
	repeated := map[int]bool{} // by line: the log notes the lines of the statements that were taken
	for _, st := range p.playing {
		if actsAnew(st, p.ply) {
			repeated[st.Line] = true
		}
	}
	if len(repeated) == 0 {
		return false, nil
	}
	_, seen, err := d.Tx.Seen(d.actKeys(p.Seat, p.ply, game.RoundOver)...)
	if err != nil || !seen {
		return false, err
	}
	p.playing = slices.DeleteFunc(slices.Clone(p.playing), func(st interpret.Statement) bool { return repeated[st.Line] })
	if len(p.playing) > 0 {
		return false, nil
	}
	return true, d.sayAgain(p.Seat, p.ply, "the same letter again")
}

// actsAnew reports whether a statement that is read a second time does something a second time,
// even though nothing asks for it: words for the other side, leave, and, in a letter without the
// key of the game, moves, which no key binds to their turn.
func actsAnew(st interpret.Statement, ply int) bool {
	return st.Kind.Row().ActsAnew || ply == 0 && (len(st.Moves) > 0 || st.Series != nil)
}
