package game

import "corrd/game/board"

// Discharges reports whether a legal move in a position of the turn discharges
// the penalty due: it moves the man required and is not castling.
func (s State) Discharges(p *board.Position, m board.Move) bool {
	need, _ := s.Demanded()
	switch man := s.Offence.Man; {
	case p.IsCastling(m):
		return false
	case need.Own:
		return need.Men.Has(m.From())
	case man != board.NoSquare:
		return m.From() == man
	case s.Offence.Among != 0:
		return s.Offence.Among.Has(m.From())
	case s.Offence.Take != 0:
		_, on, takes := p.Captured(m)
		return takes && s.Offence.Take.Has(on)
	}
	return p.Men(p.SideToMove(), board.King).Has(m.From())
}

// Refuses reports whether the offender has refused to discharge the penalty due as
// often as decides a claim of forfeiture on that ground.
func (s State) Refuses() bool {
	enough, _, provided := s.Code().Refusal.Get()
	return provided && s.Phase == PenaltyDue && len(s.Offence.Refusals) >= int(enough)
}
