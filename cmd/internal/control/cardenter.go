package control

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/board"
	"corrd/interpret"
	"corrd/store"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// Entering describes a card that came to the office, from a seat of a game or from a player to
// the office.
type Entering struct {
	Seat      *Seat  `json:"seat,omitempty"`
	Player    *Whom  `json:"player,omitempty"`
	Challenge int64  `json:"challenge,omitempty"` // the challenge that the card answers
	Event     int64  `json:"event,omitempty"`     // the event about which the card answers a question
	Postmark  string `json:"postmark,omitempty"`  // the postmark, as timeOf reads it
	Arrived   string `json:"arrived,omitempty"`   // when the card came to the office; "": now
	// Received is the date that the writer has written on this card: the arrival of the card that
	// this card answers.
	Received string `json:"received,omitempty"`
	Text     string `json:"text,omitempty"`
	Image    []byte `json:"image,omitempty"`
}

// EnteredCard says what became of a card that was entered.
type EnteredCard struct {
	Letter   int64     `json:"letter"`
	Game     *int64    `json:"game"`
	Side     *string   `json:"side"`
	Player   int64     `json:"player"`
	Postmark time.Time `json:"postmark"`
	Arrived  time.Time `json:"arrived"`
	Kind     string    `json:"kind"`
	State    string    `json:"state"`
	Verdict  string    `json:"verdict"`
	Same     *int64    `json:"same"` // the letter that the card repeats
}

// CardEnter enters a card, which is then treated like any letter and counts from its postmark.
// CardEnter refuses a card if its writer, its turn or its times are impossible.
func (r *Room) CardEnter(ctx context.Context, a Entering) (EnteredCard, error) {
	defer r.Loops.Wake()
	switch {
	case strings.TrimSpace(a.Text) == "":
		return EnteredCard{}, refuse("write what stands on the card, as in --text \"7. Kt-KB3\"")
	case len(a.Text) > ledger.MostCardWords:
		return EnteredCard{}, refuse("the text has %d octets, and no card has more than %d", len(a.Text), ledger.MostCardWords)
	}
	card, err := view(r, func(v store.View) (ledger.Card, error) { return r.readCard(v, a) })
	if err != nil {
		return EnteredCard{}, err
	}
	card.By = peerOf(ctx)
	l, err := r.Clerk.Enter(ctx, card)
	if err != nil {
		return EnteredCard{}, err
	}
	out := EnteredCard{Letter: l.ID, Player: l.Player, Postmark: card.Postmark, Arrived: card.Arrived, Kind: l.Kind, State: string(l.State), Verdict: l.Verdict}
	if l.Game != 0 {
		side := l.Side.String()
		out.Game, out.Side = &l.Game, &side
	}
	if l.Same != 0 {
		out.Same = &l.Same
	}
	return out, nil
}

// readCard finds out who has written a card and for which turn, and refuses impossible times.
func (r *Room) readCard(v store.View, a Entering) (c ledger.Card, err error) {
	c = ledger.Card{Text: a.Text, Image: a.Image, Challenge: a.Challenge, Event: a.Event}
	if len(a.Image) > 0 {
		if _, err := ledger.PictureKind(a.Image); err != nil {
			return c, refuse("%v", err)
		}
	}
	if err := r.datesOf(v, a, &c); err != nil {
		return c, err
	}
	s := ledger.Seat{}
	if a.Seat == nil {
		if err := r.cardOfPlayer(v, a, &c); err != nil {
			return c, err
		}
		if s, err = seatWritten(v, a, c.Player); err != nil || s.Game.ID == 0 {
			return c, err
		}
	} else if s, err = seatNamed(v, a.Seat); err != nil {
		return c, err
	}
	c.Player, c.Game, c.Side, c.Member = s.Player, s.Game.ID, s.Side.String(), s.Member()
	if err := wantOnCards(c.Player); err != nil {
		return c, err
	}
	return c, turnOf(s.Game, s.Side, &c)
}

// seatWritten returns the seat that the writer of a card to the office has in the first game that
// the card names, on a line such as Game 12:, as the letters about several games ask them to; the
// seat's game has number 0 where the card names none, or one that they do not play.
func seatWritten(v store.View, a Entering, p store.Player) (ledger.Seat, error) {
	if a.Challenge != 0 || a.Event != 0 {
		return ledger.Seat{}, nil
	}
	for _, st := range interpret.Parse(a.Text).Statements {
		if st.Game != 0 {
			return ledger.SeatIn(v, p, int64(st.Game))
		}
	}
	return ledger.Seat{}, nil
}

// turnOf finds the turn that a card answers.
func turnOf(s game.State, side board.Side, c *ledger.Card) error {
	c.Ply = s.InTurnAt(side, c.Postmark)
	switch {
	case c.Ply == 0:
		return refuse("the postmark of %s lies before the letter that the card answers: no turn of %s had begun then", c.Postmark.Format(time.DateOnly), side)
	case s.LongPast(side, c.Ply):
		return refuse("a card postmarked %s is for a turn long past, which has been answered; nothing is entered", c.Postmark.Format(time.DateOnly))
	case !c.InHand.IsZero() && c.Ply == s.KeyPly(side) && s.Window.Side == side && !s.CouldArrive(c.InHand, c.Postmark):
		return refuse("the card it answers cannot have arrived on %s: it had not been posted yet, or the answer had", c.InHand.Format(time.DateOnly))
	}
	return nil
}

// cardOfPlayer finds the writer of a card to the office.
func (r *Room) cardOfPlayer(v store.View, a Entering, c *ledger.Card) (err error) {
	if a.Player == nil {
		return refuse("name a seat, as in 12.white, or a player with --player")
	}
	if c.Player, err = playerNamed(v, *a.Player); err != nil {
		return err
	}
	if a.Event != 0 {
		_, err := v.Tournament(a.Event)
		if errors.Is(err, store.ErrNotFound) {
			return refuse("there is no event %d; corrctl event list shows those there are", a.Event)
		}
		if err != nil {
			return err
		}
	}
	if a.Challenge != 0 {
		ch, err := v.Challenge(a.Challenge)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if err != nil || ch.ToID != c.Player.ID && !isConsultant(ch, c.Player.ID) {
			return refuse("there is no challenge %d to %s; corrctl challenge list shows those that wait", a.Challenge, c.Player.Name)
		}
		if c.Postmark.Add(lastOfDay).Before(ch.At) {
			return refuse("the postmark of %s lies before challenge %d, which the card answers", c.Postmark.Format(time.DateOnly), ch.ID)
		}
	}
	return wantOnCards(c.Player)
}

func isConsultant(ch store.Challenge, player int64) bool {
	for _, who := range ch.Consultants {
		if who.Player == player {
			return true
		}
	}
	return false
}

// wantRegistered refuses a player who has left, or has been erased.
func wantRegistered(p store.Player) error {
	if len(p.Addresses) > 0 {
		return wantNotErased(p)
	}
	return cmp.Or(wantNotErased(p), refuse("%s is not registered any more", p.Name))
}

// wantNotErased refuses a player who has been erased.
func wantNotErased(p store.Player) error {
	if p.Erased == 0 {
		return nil
	}
	return refuse("player %d has been erased, by order %d", p.ID, p.Erased)
}

// wantOnCards refuses a player who has a mailbox, or has left.
func wantOnCards(p store.Player) error {
	if p.OnCards() {
		return nil
	}
	if err := wantRegistered(p); err != nil {
		return err
	}
	return refuse("%s has a mailbox, and writes from there; corrctl player postal %d gives them a postal address instead", p.Name, p.ID)
}

// longestOnTheWay is how long a card is on its way at most. Whoever has written a postmark that is
// older has mistaken the year.
const longestOnTheWay = 366 * 24 * time.Hour

// datesOf reads the times of a card, and refuses impossible times.
func (r *Room) datesOf(v store.View, a Entering, c *ledger.Card) error {
	now := v.Now()
	if a.Postmark == "" {
		return refuse("give the postmark, as in --postmark 2026-01-31")
	}
	postmark, _, err := r.timeOf("--postmark", a.Postmark)
	if err != nil {
		return err
	}
	arrived, dated := now, false
	if a.Arrived != "" {
		if arrived, dated, err = r.timeOf("--arrived", a.Arrived); err != nil {
			return err
		}
	}
	if dated && arrived.Before(postmark) && !arrived.Add(lastOfDay).Before(postmark) {
		arrived = postmark // the postmark and the arrival have the same date
	}
	c.Postmark, c.Arrived = postmark.UTC(), arrived.UTC()
	if a.Received != "" {
		inHand, dated, err := r.timeOf("--received", a.Received)
		if err != nil {
			return err
		}
		if !dated && inHand.After(postmark) || dated && inHand.After(postmark.Add(lastOfDay)) {
			return refuse("--received %s: the card it answers cannot have arrived after the postmark of the answer", a.Received)
		}
		c.InHand = inHand.UTC()
	}
	switch {
	case postmark.After(now):
		return refuse("the postmark %s lies in the future", a.Postmark)
	case arrived.After(now):
		return refuse("--arrived %s lies in the future", a.Arrived)
	case arrived.Sub(postmark) > longestOnTheWay:
		return refuse("the postmark %s lies more than a year before the arrival at the office; look at the year", a.Postmark)
	case postmark.After(arrived):
		return refuse("the postmark %s is after the arrival at the office, %s; the date on which the card it answers came to its writer is --received", a.Postmark, a.Arrived)
	}
	return nil
}

// enrolOnCards registers a player who has a postal address and no mailbox.
func (r *Room) enrolOnCards(tx store.Tx, n NewPlayer) (p store.Player, err error) {
	name := ledger.CleanName(n.Name)
	if n.Address != "" || name == "" {
		return p, refuse("%q, %q: a player has a mailbox, or a postal address instead of one; give one of them", n.Name, n.Address)
	}
	postal, err := postalOf(n.Postal)
	if err == nil {
		err = wantWritable("the name", name)
	}
	if err != nil {
		return p, err
	}
	if err := r.wantFree(tx, store.Player{}, name, "Correspondent"); err != nil {
		return p, err
	}
	p = store.Player{Name: name, Postal: postal, Registered: tx.Now()}
	return p, ledger.Enrol(tx, &p)
}

// Rehousing names a player, and the new postal address for them.
type Rehousing struct {
	Whom
	Postal string `json:"postal,omitempty"`
}

// PlayerPostal gives a player a postal address. A player with a mailbox loses the mailbox and
// plays by cards from then on.
func (r *Room) PlayerPostal(_ context.Context, a Rehousing) (PlayerView, error) {
	return r.onPlayer(a.Whom, func(tx store.Tx, p *store.Player) error {
		postal, err := postalOf(a.Postal)
		if err != nil {
			return err
		}
		if err := wantRegistered(*p); err != nil {
			return err
		}
		if err := errors.Join(wantWritable("the name, with corrctl player rename,", p.Name), r.wantNoWire(tx, *p)); err != nil {
			return err
		}
		return ledger.ToCards(r.Ledger.NoticesOf(tx, p.ID), p, postal)
	})
}

// postalOf reads a postal address, and refuses an address that cannot be printed.
func postalOf(written string) (string, error) {
	postal, err := ledger.Postal(written)
	if err != nil {
		return "", refuse("%v", err)
	}
	return postal, wantWritable("the address", postal)
}

// wantWritable refuses a text that cannot be printed on a card; what says what the text is.
func wantWritable(what, text string) error {
	if letter, ok := press.Writable(text); !ok {
		return refuse("the type in which cards are set has no letter %q; write %s in Latin letters", letter, what)
	}
	return nil
}

// wantNoWire refuses cards for a player of a running game whose communications no card can carry.
func (r *Room) wantNoWire(v store.View, p store.Player) error {
	running, err := ledger.Running(v, p.ID)
	for _, id := range running {
		s, err := v.Game(id)
		if err != nil {
			return err
		}
		if refusal := s.Terms.ByCard(); refusal != "" {
			return refuse("game %d: %s", id, texts.Because(refusal))
		}
	}
	return err
}

// toMailbox gives a player who plays by cards a mailbox.
func (r *Room) toMailbox(tx store.Tx, p *store.Player, address string) error {
	waiting, err := ledger.CardsWaiting(tx, *p)
	if err != nil {
		return err
	}
	if len(waiting) > 0 {
		return refuse("what waits to be posted to %s comes first: %s; post it, or set it aside with corrctl outbox park, and then give them a mailbox", p.Name, ledger.CardNumbers(waiting))
	}
	return ledger.ToMailbox(r.Ledger.NoticesOf(tx, p.ID), p, address)
}
