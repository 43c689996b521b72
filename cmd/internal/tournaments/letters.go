package tournaments

import (
	"slices"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/game/tournament"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// Asked returns the letter that announces an event to a player and takes their entry. office says
// that the director asks for it.
func Asked(l *ledger.Ledger, s tournament.State, p store.Player, office bool) templates.Data {
	data := templates.Data{Topic: templates.EventAnnounced, Number: s.ID, Name: p.Name, Event: s.Name, Terms: &s.Terms,
		Lines: append(press.Conditions(s, l.ZoneOf(p)), texts.Say("condition table")), Place: ledger.KeyOfEvent(s, p.ID, ledger.AsksEntry)}
	if s.Invited == nil {
		data.Commitment = s.Commitment
	}
	if office {
		data.Reason = "asked"
	}
	return data
}

// Stands returns the letter that tells a player how they stand in an event.
func Stands(v store.View, l *ledger.Ledger, s tournament.State, p store.Player, standing string) (templates.Data, error) {
	names, err := namesOf(v, s.Players())
	data := templates.Data{Topic: templates.Entry, Number: s.ID, Name: p.Name, Event: s.Name, Reason: standing, Lines: names}
	if s.Phase == tournament.Open {
		data.Until = s.Begin
	}
	return data, err
}

func namesOf(v store.View, players []int64) (names []string, err error) {
	for _, id := range players {
		p, err := v.Player(id)
		if err != nil {
			return nil, err
		}
		names = append(names, p.Name)
	}
	return names, nil
}

// Leaves returns the question whether a player withdraws from an event, which says what becomes of
// their games.
func Leaves(v store.View, s tournament.State, p store.Player) (templates.Data, error) {
	data := templates.Data{Topic: templates.ConfirmWithdrawal, Number: s.ID, Name: p.Name, Event: s.Name, Reason: "open",
		Place: ledger.KeyOfEvent(s, p.ID, ledger.AsksLeave)}
	if s.Phase == tournament.Open {
		return data, nil
	}
	results, err := Results(v, s)
	if err != nil {
		return data, err
	}
	data.Place, data.Reason = ledger.KeyOfEvent(s, p.ID, ledger.AsksToResign), "lost"
	seat := s.SeatOf(p.ID)
	if s.Discounts(seat, results) {
		data.Reason = "uncounted"
	}
	for _, g := range s.GamesOf(seat) {
		if results(g.ID) == nil {
			data.Games = append(data.Games, g.ID)
		}
	}
	return data, nil
}

// Listed returns a line for each event that is open or being played, as a player reads it.
func Listed(v store.View, l *ledger.Ledger, p store.Player) (lines []string, err error) {
	all, err := v.Tournaments()
	for _, s := range all {
		key := "tournament line " + string(s.Phase)
		switch {
		case s.Phase == tournament.Abandoned:
			continue
		case s.Phase == tournament.Open && !s.TakesEntries(v.Now()) && !s.Has(p.ID):
			key = "tournament line shut"
		case s.Has(p.ID):
			key += " yours"
		}
		zone := l.ZoneOf(p)
		lines = append(lines, texts.Say(key, s.ID, s.Name, texts.Day(s.EnterBy, zone), texts.Day(s.Begin, zone), texts.Day(s.Close, zone)))
	}
	return lines, err
}

// Shown returns the letter that shows the table of an event or, before its start, who has entered.
func Shown(v store.View, l *ledger.Ledger, s tournament.State) (data templates.Data, err error) {
	data = templates.Data{Topic: templates.EventTable, Number: s.ID, Event: s.Name}
	if s.Seats == nil {
		data.Reason, data.Until = "open", s.Begin
		data.Lines, err = namesOf(v, s.Players())
		return data, err
	}
	if s.Phase == tournament.Over {
		data.Reason = "over"
	}
	t, err := Printed(v, s, l.Zone)
	if err != nil {
		return data, err
	}
	data.Lines = t.Notes()
	for _, row := range t.Rows(press.Width - len("| ")) {
		data.Open = append(data.Open, press.Row(row))
	}
	for _, line := range t.Spoken() {
		data.Said = append(data.Said, [2]string{"", line})
	}
	return data, nil
}

// Printed returns the table of an event with the names of all who have or had a seat.
func Printed(v store.View, s tournament.State, zone *time.Location) (t press.Table, err error) {
	t = press.Table{Event: s, Names: map[int64]string{}, Zone: zone}
	if t.Table, err = Table(v, s); err != nil {
		return t, err
	}
	for _, seat := range s.Seats {
		for _, h := range seat.Holders {
			p, err := v.Player(h.Player)
			if err != nil {
				return t, err
			}
			t.Names[h.Player] = p.Name
		}
	}
	return t, nil
}

// begun returns the letter that tells the player of a seat which games they play.
func begun(v store.View, s tournament.State, seat int) (templates.Data, error) {
	p, err := v.Player(s.Seats[seat].Player())
	data := templates.Data{Topic: templates.EventBegun, Number: s.ID, Event: s.Name, Name: p.Name, Terms: &s.Terms}
	if err != nil {
		return data, err
	}
	if data.Place, err = keyOfPlay(v, s, p.ID); err != nil {
		return data, err
	}
	if s.Invited == nil {
		data.Words = s.Drawn
	}
	for _, g := range s.GamesOf(seat) {
		side := g.SideOf(seat)
		opponent, err := across(v, s, seat, g)
		if err != nil {
			return data, err
		}
		first, err := v.GameAt(g.ID, 1)
		if err != nil {
			return data, err
		}
		begins := "theirs"
		if first.Position.SideToMove() == side {
			begins = "yours"
			data.Games = append(data.Games, g.ID)
		}
		data.Lines = append(data.Lines, texts.Say("begun "+begins, g.ID, g.Round, texts.Named("side", side.String()), opponent.Name))
	}
	return data, nil
}

// tellBegun writes to each player with a mailbox which games they play; a player without one gets a
// card for each game. The letter asks for a move where the player begins a game.
func (d Director) tellBegun(s tournament.State) error {
	for seat := range s.Seats {
		data, err := begun(d.Tx, s, seat)
		if err != nil {
			return err
		}
		p, err := d.Tx.Player(s.Seats[seat].Player())
		if err != nil {
			return err
		}
		if p.OnCards() {
			continue
		}
		out := d.NoticesOf(d.Tx, p.ID)
		if err := out.Notify("start", ledger.Mailbox(p), data); err != nil {
			return err
		}
		row, err := d.Tx.Row(out.Last())
		if err != nil {
			return err
		}
		row.Asks = len(data.Games) > 0
		if err := d.Tx.PutRow(&row); err != nil {
			return err
		}
		for _, g := range s.GamesOf(seat) {
			if err := ledger.KeepShared(d.Tx, g.ID, row.ID); err != nil {
				return err
			}
		}
	}
	return nil
}

// tellOver sends the final table of an event to everybody who has or had a seat in it.
func (d Director) tellOver(s tournament.State) error {
	data, err := Shown(d.Tx, d.Ledger, s)
	if err != nil {
		return err
	}
	for _, seat := range s.Seats {
		for _, h := range seat.Holders {
			p, err := d.Tx.Player(h.Player)
			if err != nil {
				return err
			}
			if err := d.NoticesOf(d.Tx, p.ID).Notify("office", ledger.Mailbox(p), data); err != nil {
				return err
			}
		}
	}
	return nil
}

// across returns who plays against a seat in a game of it.
func across(v store.View, s tournament.State, seat int, g tournament.Game) (store.Player, error) {
	return v.Player(s.Seats[g.White+g.Black-seat].Player())
}

// lined returns a line for each of some games of a seat: its number, the seat's side, and against
// whom.
func lined(v store.View, s tournament.State, seat int, games []tournament.Game) (lines []string, err error) {
	for _, g := range games {
		opponent, err := across(v, s, seat, g)
		if err != nil {
			return nil, err
		}
		lines = append(lines, texts.Say("begun with", g.ID, g.Round, texts.Named("side", g.SideOf(seat).String()), opponent.Name))
	}
	return lines, nil
}

// Which returns the question for which of their games of an event a player of a seat has written.
func Which(v store.View, s tournament.State, seat int) (templates.Data, error) {
	p, err := v.Player(s.Seats[seat].Player())
	data := templates.Data{Topic: templates.WhichOfEvent, Number: s.ID, Event: s.Name, Name: p.Name}
	if err != nil {
		return data, err
	}
	results, err := Results(v, s)
	if err != nil {
		return data, err
	}
	running := slices.DeleteFunc(s.GamesOf(seat), func(g tournament.Game) bool { return results(g.ID) != nil })
	for _, g := range running {
		data.Games = append(data.Games, g.ID)
	}
	if data.Place, err = keyOfPlay(v, s, p.ID); err != nil {
		return data, err
	}
	data.Lines, err = lined(v, s, seat, running)
	return data, err
}

// keyOfPlay returns the generation of the key with which a player answers a letter about several
// games of an event.
func keyOfPlay(v store.View, s tournament.State, player int64) (int, error) {
	keys, err := ledger.KeysOfPlay(v, s, player)
	if err != nil {
		return 0, err
	}
	return keys[len(keys)-1], nil
}

// tellTogether writes one letter about several games of an event to a player, whose answers stand
// below lines that name the games, and notes it of each game.
func tellTogether(tx store.Tx, l *ledger.Ledger, s tournament.State, p store.Player, kind string, data templates.Data, games []tournament.Game) (err error) {
	for _, g := range games {
		data.Games = append(data.Games, g.ID)
	}
	if data.Place, err = keyOfPlay(tx, s, p.ID); err != nil {
		return err
	}
	out := l.NoticesOf(tx, p.ID)
	if err := out.Notify(kind, ledger.Mailbox(p), data); err != nil || out.Last() == 0 {
		return err
	}
	for _, g := range games {
		if err := ledger.KeepShared(tx, g.ID, out.Last()); err != nil {
			return err
		}
	}
	return nil
}
