package game

// apply lets the clock of the side stand for some days after any leave that the side has
// taken already.
func (f LeaveTaken) apply(s *State, e Event) { s.TakeLeave(e.By.AsSide(), e.At, f.Days) }
