package players

import (
	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/play"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// UpToDate gives a game that has heard of every outage.
type UpToDate func(tx store.Tx, id int64) (s game.State, stopped bool, err error)

// LeaveEverywhere takes some days of leave for a player in all their games, and gives what to tell
// the player: each game in which their clock stands, and until when, and each in which it does not,
// and why. In a game in which others play on the same side no leave is taken, because the clock is
// also theirs.
func LeaveEverywhere(tx store.Tx, l *ledger.Ledger, upToDate UpToDate, p store.Player, days int, by ledger.By) (templates.Data, error) {
	data := templates.Data{Topic: templates.LeaveEverywhere, Name: p.Name, Place: days}
	running, err := ledger.Running(tx, p.ID)
	for _, id := range running {
		if err != nil {
			return data, err
		}
		err = leaveIn(tx, l, upToDate, p, id, days, by, &data)
	}
	return data, err
}

func leaveIn(tx store.Tx, l *ledger.Ledger, upToDate UpToDate, p store.Player, id int64, days int, by ledger.By, data *templates.Data) error {
	s, _, err := upToDate(tx, id)
	if err != nil {
		return err
	}
	seat, err := ledger.SeatIn(tx, p, id)
	if err != nil {
		return err
	}
	side, now := seat.Side, tx.Now().In(l.Zone)
	left := s.LeaveLeft(side, now)
	if s.Consults(side) {
		data.Refused = append(data.Refused, texts.Say("leave with others", id))
		return nil
	}
	events := play.Decide(s, play.TakeLeave{Letter: by.Letter, Side: side, Days: days}, now)
	if len(events) == 0 && days <= left {
		data.Refused = append(data.Refused, texts.Say("leave too late", id))
		return nil
	}
	if len(events) == 0 {
		data.Refused = append(data.Refused, texts.Say("leave not taken", id, left))
		return nil
	}
	if s, err = l.Append(tx, s, events, by); err != nil {
		return err
	}
	until := s.Leaves[len(s.Leaves)-1].Until
	data.Lines = append(data.Lines, texts.Say("leave taken in", id, templates.Instant(until, l.ZoneOf(p))))
	return nil
}
