package clerk

// turn is a lock whose holder may wait for the store or the next hop meanwhile. It
// is a channel because simulated time (testing/synctest) stands still for whoever
// waits for a mutex, and its holder might then wait for ever.
type turn chan struct{}

func newTurn() turn { return make(turn, 1) }

func (t turn) take() { t <- struct{}{} }
func (t turn) pass() { <-t }
