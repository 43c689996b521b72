package clerk

import (
	"slices"

	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/tournaments"
	"corrd/cmd/internal/umpire"
	"corrd/interpret"
	"corrd/store"
	"corrd/templates"
)

// afterRegistrar does what the registrar has left to the clerk about the letter.
func (d *taking) afterRegistrar(next desk.Next, err error) error {
	switch {
	case err != nil:
		return err
	case next == desk.Unkeyed:
		if d.mayBeAltered() { // its key stands for the answer to one question, which this is not
			d.withoutKey()
		}
		return d.unkeyed()
	case next == desk.Forgotten:
		return d.forgotten()
	case next == desk.Plays:
		return d.playsInEvent()
	case next == desk.Resigns:
		if err := d.resignAll(); err != nil {
			return err
		}
		return d.Desk.Leave()
	}
	return nil
}

// director returns who carries out what the letter of an entrant asks about an event.
func (d *taking) director() tournaments.Director {
	order := func(o umpire.Order) (umpire.Answer, error) {
		o.Umpire = &ledger.Umpire{} // the conditions of the event rule, and nobody else
		return d.umpires().Take(d.Tx, o)
	}
	return tournaments.Director{Ledger: d.Ledger, Tx: d.Tx, Order: order, Letter: d.Rec.ID}
}

// resignAll resigns the running games of the letter's sender. resignAll leaves out games that have
// begun since the sender was asked, and games in which others play on the same side, because these
// games are also theirs.
func (d *taking) resignAll() error {
	asked, err := d.Tx.Registration(d.Mail.Token.Number)
	if err != nil {
		return err
	}
	running, err := ledger.Running(d.Tx, d.Player.ID)
	if err != nil {
		return err
	}
	for _, id := range running {
		s, err := ledger.SeatIn(d.Tx, *d.Player, id)
		if err != nil {
			return err
		}
		if s.Game.Consults(s.Side) || s.Game.Started.After(asked.At) {
			continue
		}
		resigns := interpret.Statement{Kind: interpret.KindResign, Text: "resign", Line: 1}
		if _, err := d.actInGame(part{Seat: s, playing: []interpret.Statement{resigns}}); err != nil {
			return err
		}
	}
	return nil
}

// playsInEvent takes an answer to a letter about several games of an event, such as the one with
// which it begins. What stands below a line that names a game acts in that game; a move that names
// none is asked about.
func (d *taking) playsInEvent() error {
	if d.mayBeAltered() {
		d.withoutKey()
		return d.unkeyed()
	}
	forOffice := func(st interpret.Statement) bool { return desk.ForOffice(st.Kind) || desk.ForRegistrar(st.Kind) }
	office, playing := partition(d.Page.Statements, forOffice)
	named, bare := partition(playing, func(st interpret.Statement) bool { return st.Game != 0 })
	switch {
	case len(named) > 0:
		d.Left = append(d.Left, desk.TextsOf(bare)...)
	case len(playing) == 0 && len(office) > 0:
		return d.commands(*d.Player, nil, office)
	default:
		if asked, err := d.leavesEvent(); asked || err != nil {
			return err
		}
		return d.askWhichOfEvent()
	}
	d.Page.Statements = slices.DeleteFunc(slices.Clone(d.Page.Statements), func(st interpret.Statement) bool { return st.Game == 0 && !forOffice(st) })
	s, err := ledger.SeatIn(d.Tx, *d.Player, int64(named[0].Game))
	if err != nil {
		return err
	}
	if s.Game.ID == 0 {
		return d.Reply("refused", templates.Data{Topic: templates.NotYourGame, Number: int64(named[0].Game)}, store.Returned, "not their game")
	}
	return d.allGames(s, 0)
}

// askWhichOfEvent asks for which game of an event a letter is.
func (d *taking) askWhichOfEvent() error {
	s, err := d.Tx.Tournament(d.Mail.Token.Number)
	if err != nil {
		return err
	}
	seat := s.SeatOf(d.Player.ID)
	if seat < 0 {
		return d.whichGame(*d.Player)
	}
	data, err := tournaments.Which(d.Tx, s, seat)
	if err != nil {
		return err
	}
	if st := d.Page.Statements; len(st) > 0 && st[0].Kind == interpret.KindLeave && wholeDays.MatchString(st[0].Words) {
		data.Words = st[0].Words
	}
	return d.Reply("asked", data, store.Returned, "which game?")
}
