package clerk

import (
	"cmp"
	"fmt"
	"slices"

	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// decided reports whether the events of a letter do anything besides rotating keys.
func decided(events []game.Event) bool {
	return slices.ContainsFunc(events, func(e game.Event) bool {
		_, rotated := e.Fact.(game.Rotated)
		return !rotated
	})
}

// unclear reports whether the two forms of the letter, plain text and HTML,
// state different things.
func (d *taking) unclear() bool {
	return d.Mail.Alternative != "" && !slices.Equal(stated(interpret.Parse(d.Mail.Text)), stated(interpret.Parse(d.Mail.Alternative)))
}

// stated returns the statements of a page in a form that does not depend on the layout of the
// letter.
func stated(p interpret.Page) []string {
	var all []string
	for _, s := range p.Statements {
		all = append(all, s.Kind.String()+" "+notation.Fold(s.Text))
	}
	return all
}

// returnedFor reports whether the events of a letter of the side do nothing except return the
// letter, and gives the reason.
func returnedFor(events []game.Event, side board.Side) (why game.Why, returned bool) {
	for _, e := range events {
		reason := game.Why("")
		switch f := e.Fact.(type) {
		case game.Asked:
			reason = f.Why
		case game.Refused:
			reason = f.Why
		default:
			if e.By == game.PartyOf(side) {
				return "", false
			}
		}
		if why == "" {
			why = reason
		}
	}
	return why, why != ""
}

// part is what a letter states about one game.
type part struct {
	ledger.Seat
	ply     int // the ply that the key of the letter names; 0: the key is of another game
	playing []interpret.Statement
	office  []interpret.Statement // the statements for the office and the registrar
	// what stands on the same card or form for another game; nil: nothing
	beside *play.Beside
}

// took returns the lines of the statements that act in a game, where the letter states more for it.
func (d *taking) took(p part) []int {
	if d.fewer {
		return play.LinesOf(p.playing)
	}
	return play.Took(d.Page.Statements, p.playing, p.Game.ID)
}

// parts groups the statements of the letter by the games to which the letter turns, in the order
// in which the letter first turns to them. parts leaves out the statements about games in which
// the sender has no seat. strange is the number of the first of these games.
func (d *taking) parts(s ledger.Seat, ply int) (parts []part, strange int64, err error) {
	strangers := map[int]bool{}
	stated, err := ledger.Halved(d.Tx, s, ply, d.Page.Statements)
	if err != nil {
		return nil, 0, err
	}
	for _, st := range stated {
		id := int64(st.Game)
		if id == 0 {
			id = s.Game.ID
		}
		i := slices.IndexFunc(parts, func(p part) bool { return p.Game.ID == id })
		if i < 0 && !strangers[st.Game] {
			p := part{Seat: s, ply: ply}
			if id != s.Game.ID {
				p.ply = 0
				if p.Seat, err = ledger.SeatIn(d.Tx, s.Player, id); err != nil {
					return nil, 0, err
				}
			}
			if p.Game.ID == 0 {
				strangers[st.Game], strange = true, cmp.Or(strange, id)
			} else {
				i, parts = len(parts), append(parts, p)
			}
		}
		switch {
		case i < 0:
			d.Left = append(d.Left, fmt.Sprintf("Game %d: %s", st.Game, st.Text))
		case desk.ForOffice(st.Kind), desk.ForRegistrar(st.Kind) && st.Kind != interpret.KindAccept && st.Kind != interpret.KindDecline:
			parts[i].office = append(parts[i].office, st)
		default:
			parts[i].playing = append(parts[i].playing, st)
		}
	}
	return parts, strange, nil
}

// saysAgain reports whether a letter asks to play again and states nothing else but words for the other side, which
// then go with the challenge.
func saysAgain(all []interpret.Statement) bool {
	others := slices.ContainsFunc(all, func(st interpret.Statement) bool {
		return st.Kind != interpret.KindAgain && st.Kind != interpret.KindSay
	})
	return !others && slices.ContainsFunc(all, func(st interpret.Statement) bool { return st.Kind == interpret.KindAgain })
}
