package clerk

import (
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/registrar"
	"corrd/cmd/internal/tournaments"
	"corrd/game"
	"corrd/interpret"
	"corrd/mailer"
)

// afterRegistrar does what the registrar has left to the clerk about the letter.
func (d *taking) afterRegistrar(next registrar.Next, err error) error {
	switch {
	case err != nil:
		return err
	case next == registrar.Unkeyed:
		if d.mayBeAltered() { // its key stands for the answer to one question, which this is not
			d.Mail.Token, d.Out.Unproven = mailer.Token{}, d.Mail.From
		}
		return d.unkeyed()
	case next == registrar.Forgotten:
		return d.forgotten()
	case next == registrar.Resigns:
		if err := d.resignAll(); err != nil {
			return err
		}
		return registrar.At(d.Desk).Leave()
	}
	return nil
}

// director gives who carries out what the letter of an entrant asks about an event.
func (d *taking) director() tournaments.Director {
	return tournaments.Director{Ledger: d.Ledger, Tx: d.Tx, UpToDate: d.watch.UpToDate, Umpire: func(game.State) (string, error) { return "", nil }, Letter: d.Rec.ID}
}

// resignAll resigns the running games of the letter's sender. resignAll leaves out games that have begun since the
// sender was asked, and games in which others play on the same side, because these games are also theirs.
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
