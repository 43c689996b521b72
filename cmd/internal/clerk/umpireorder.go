package clerk

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"corrd/cmd/internal/courier"
	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/umpire"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/reason"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// order is an order that an umpire has written in a letter and whose outcome the umpire has been
// shown. The order has the number of its letter. Each showing has a key of its own, which one
// answer spends; the answer yes carries the order out if the game has not changed meanwhile.
type order struct {
	Letter  int64     `json:"letter"`
	Game    int64     `json:"game"`
	Stirred int64     `json:"stirred"` // game.State.Stirred as the umpire was shown the game
	Words   string    `json:"words"`
	Dispute int64     `json:"dispute,omitempty"` // the dispute that the order names; 0: none
	Shown   int       `json:"shown"`             // the generation of the key of the last showing
	At      time.Time `json:"at"`                // when the order was last shown
	Spent   bool      `json:"spent,omitempty"`   // the last showing has been answered
}

const (
	// orderWaits is how long the showing of an order can be answered.
	orderWaits = 7 * 24 * time.Hour
	// mostOrders is how many orders of one umpire are kept, the newest.
	mostOrders = 200
	// mostShown is how many showings of an order are recognised by their keys.
	mostShown = 100
)

// waits reports whether the order can be carried out by a yes at an instant.
func (o order) waits(now time.Time) bool { return !o.Spent && now.Sub(o.At) <= orderWaits }

func ordersSetting(umpire int64) string { return fmt.Sprint("umpire-orders/", umpire) }

// ordersOf returns the orders that an umpire has been shown, the oldest first.
func (d *taking) ordersOf(u ledger.Umpire) (all []order, err error) {
	text, _, err := d.Tx.Setting(ordersSetting(u.ID))
	if err != nil || text == "" {
		return nil, err
	}
	return all, json.Unmarshal([]byte(text), &all)
}

// putOrder keeps an order in the place of the order with the same number.
func (d *taking) putOrder(u ledger.Umpire, o order) error {
	all, err := d.ordersOf(u)
	if err != nil {
		return err
	}
	all = append(slices.DeleteFunc(all, func(other order) bool { return other.Letter == o.Letter }), o)
	text, err := json.Marshal(all[max(0, len(all)-mostOrders):])
	if err != nil {
		return err
	}
	return d.Tx.SetSetting(ordersSetting(u.ID), string(text))
}

// keyedOrder takes a letter with the key of an order. The letter acts only if the key is right, if
// the letter comes from the umpire's address, and if DMARC does not contradict the address.
func (d *taking) keyedOrder() error {
	t := d.Mail.Token
	generation, right := d.Keys.Generation(t, mostShown)
	if !right {
		return d.End(store.Ignored, desk.WrongKey)
	}
	u, err := ledger.UmpireAt(d.Tx, d.Mail.From)
	if err != nil {
		return err
	}
	if u == nil || d.Mail.Auth == mailer.AuthFail {
		return d.End(store.Ignored, fmt.Sprintf("the key of order %d in other hands", t.Number))
	}
	all, err := d.ordersOf(*u)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(o order) bool { return o.Letter == t.Number })
	if i >= 0 {
		answered := all[i]
		answered.Spent = answered.Spent || answered.Shown != generation
		return d.fromUmpire(*u, &answered)
	}
	// the store went back, and no order may get the number of one that the umpire knows
	if _, err := d.Tx.Letter(t.Number); errors.Is(err, store.ErrNotFound) && !d.catchingUp() {
		if err := d.Tx.PassNumbers(courier.NumberOf(t)); err != nil {
			return err
		}
	}
	return d.fromUmpire(*u, &order{Letter: t.Number, Spent: true})
}

// answerOrder takes a yes or no of an umpire. answered is the order whose showing the letter
// answers, or nil if the letter answers another letter, and then the umpire is asked which order is
// meant.
func (d *taking) answerOrder(u ledger.Umpire, answered *order) error {
	switch o := answered; {
	case o == nil:
		return d.askWhichOrder(u, texts.Say("ruling none waits"))
	case o.Spent:
		return d.askWhichOrder(u, texts.Say("ruling spent", o.Letter))
	case d.Page.Answer() == interpret.Unclear:
		return d.askWhichOrder(u, texts.Say("ruling yes and no", o.Letter))
	case d.Page.Answer() == interpret.No:
		return d.dropOrder(u, *o)
	default:
		return d.confirmOrder(u, *o)
	}
}

// dropOrder ends an order to which the umpire answers no.
func (d *taking) dropOrder(u ledger.Umpire, o order) error {
	read, _ := umpire.ParseLetter(o.Words)
	o.Spent = true
	if err := d.putOrder(u, o); err != nil {
		return err
	}
	return d.refuseUmpire(u, templates.Data{Topic: templates.UmpireRefused, Number: o.Game, Dispute: o.Dispute, Handled: read.Handles(), Words: o.Words, Reason: texts.Say("ruling not confirmed")}, store.Answered)
}

// askWhichOrder tells an umpire why a yes or no carries out nothing, and which orders wait.
func (d *taking) askWhichOrder(u ledger.Umpire, why string) error {
	all, err := d.ordersOf(u)
	if err != nil {
		return err
	}
	data := templates.Data{Topic: templates.UmpireRefused, Reason: why}
	for _, o := range all {
		if o.waits(d.Rec.Received) {
			data.Lines = append(data.Lines, texts.Say("ruling waits", o.Letter, o.Words))
		}
	}
	return d.refuseUmpire(u, data, store.Returned)
}

// What a letter tells an umpire of a dispute is bounded, however long the game is.
const (
	mostSaid     = 20      // of what was written about the dispute, the newest
	mostHappened = 40      // events and letters, the newest
	mostIdle     = 20      // letters whose words are read again
	longestRead  = 1 << 16 // octets of such a letter
)

// hour is how a time stands in a list, in UTC.
const hour = "2006-01-02 15:04"

// showDispute answers an umpire with all that is known of a dispute, and with what they can order.
func (d *taking) showDispute(u ledger.Umpire, o umpire.Ordered) error {
	dispute, s, objection, err := d.disputeFor(u, o.Dispute)
	if err != nil {
		return err
	}
	if objection != "" {
		data := aboutOrder(templates.UmpireRefused, o, umpire.Answer{Objection: objection})
		data.Number = s.ID
		return d.refuseUmpire(u, data, store.Returned)
	}
	data, err := d.disputeTold(dispute, s)
	if err != nil {
		return err
	}
	return d.refuseUmpire(u, data, store.Answered)
}

// disputeFor finds a dispute, and its game, for an umpire; objection is why they are not told of
// the dispute, or "" if they are.
func (d *taking) disputeFor(u ledger.Umpire, id int64) (_ store.Dispute, s game.State, objection reason.Reason, err error) {
	dispute, objection, err := umpire.Dispute(d.Tx, id)
	if objection != "" || err != nil {
		return dispute, s, objection, err
	}
	if s, _, err = d.watch.UpToDate(d.Tx, dispute.Game); err != nil {
		return dispute, s, "", err
	}
	objection, err = umpire.Excluded(d.Tx, u, s)
	return dispute, s, objection, err
}

// disputeTold gathers all that is known of a dispute about a game.
func (d *taking) disputeTold(dispute store.Dispute, s game.State) (data templates.Data, err error) {
	now := d.Tx.Now()
	names, err := ledger.Names(d.Tx, s)
	if err != nil {
		return data, err
	}
	entries, err := d.Tx.Events(s.ID)
	if err != nil {
		return data, err
	}
	p := s.Position
	data = templates.Data{Topic: templates.UmpireDispute, Number: s.ID, Dispute: dispute.ID,
		Clocks: templates.Clocks(s, now), Lines: d.gameTold(s, names)}
	data.Open = strings.Split(templates.Score(s, names)+"\n"+templates.Board(&p, board.White), "\n")
	if data.Reason, err = d.disputeInShort(dispute, s); err != nil {
		return data, err
	}
	said := umpire.Said(dispute, entries)
	for _, one := range said[max(0, len(said)-mostSaid):] {
		data.Said = append(data.Said, [2]string{headOf(one), ledger.Prose(one.Words)})
	}
	if data.Happened, err = d.happened(s, entries); err != nil || !dispute.Closed.IsZero() {
		return data, err
	}
	data.Orders = orders(dispute, s, now.In(d.Ledger.Zone))
	return data, nil
}

// headOf says who wrote something about a dispute, to whom if to a side, and when.
func headOf(one umpire.Saying) string {
	by, at := texts.Named("side", one.By), inUTC(one.At)
	if one.To != nil {
		return texts.Say("dispute asks", by, texts.Named("side", *one.To), at)
	}
	return texts.Say("dispute says", by, at)
}

// inUTC returns a time as letters do.
func inUTC(at time.Time) string { return templates.Instant(at, time.UTC) }

// disputeInShort says what a dispute is, since when, and what it waits for or how it was closed.
func (d *taking) disputeInShort(dispute store.Dispute, s game.State) (string, error) {
	about, open := s.Dispute(dispute.Event)
	if !open {
		about = game.Dispute{Seq: dispute.Event, Ground: game.Ground(dispute.Ground)}
		if err := about.By.UnmarshalText([]byte(dispute.By)); err != nil {
			return "", err
		}
	}
	said := texts.Say("dispute since", templates.Matter(about), inUTC(dispute.Opened))
	if !dispute.Closed.IsZero() {
		how, err := umpire.HowClosed(d.Tx, dispute)
		return said + " " + texts.Say("dispute ended", how), err
	}
	what, err := umpire.Unstated(d.Tx, s, about)
	if what != "" {
		said += " " + texts.Say("dispute about", what)
	}
	waits := texts.Say("dispute waits")
	if q := umpire.Asked(dispute, s, d.Tx.Now()); q != nil {
		waits = texts.Say("dispute waits for side", texts.Named("side", q.Side.String()), inUTC(q.Until))
	}
	return said + " " + waits, err
}

// gameTold says who plays a game, how it stands, whose clock runs, and on which terms it is played.
func (d *taking) gameTold(s game.State, names [2]string) []string {
	players := texts.Say("dispute players", names[board.White], names[board.Black], s.Code().Title)
	lines := []string{players, templates.Status(s), texts.Say("dispute still")}
	if runs := s.RunsFor(d.Tx.Now()); runs != "none" {
		lines[2] = texts.Say("dispute runs", texts.Named("side", runs))
	}
	return append(lines, texts.Say("dispute terms", strings.Join(s.Terms.Lines(), ", ")))
}

// orders returns each ruling that can be made now on a dispute, and what else can be done about it, as
// letters have each.
func orders(dispute store.Dispute, s game.State, now time.Time) (all []string) {
	for _, t := range umpire.Possible(dispute, s, now) {
		for _, written := range t.Written {
			all = append(all, texts.Say("ordered ruling", s.ID, written, dispute.ID))
		}
	}
	for _, side := range []board.Side{board.White, board.Black} {
		if s.Inquiry(dispute.Event, side) == nil {
			all = append(all, texts.Say("ordered question", dispute.ID, side))
		}
	}
	return append(all, texts.Say("ordered end", dispute.ID))
}

// moment is a line of what has happened in a game.
type moment struct {
	at   time.Time
	what string
}

// happened returns the newest events of a game, and the letters of which nothing came, with their words.
func (d *taking) happened(s game.State, entries []store.Entry) ([]string, error) {
	var all []moment
	for _, e := range entries {
		all = append(all, moment{e.Event.At, umpire.HappenedBy(e.Seq, e.Event)})
	}
	letters, err := d.Tx.LettersOf(s.ID)
	if err != nil {
		return nil, err
	}
	letters = slices.DeleteFunc(letters, func(l store.Letter) bool {
		return !texts.Has("letter did " + string(l.State))
	})
	for _, l := range letters[max(0, len(letters)-mostIdle):] {
		words, err := d.wordsOf(l)
		if err != nil {
			return nil, err
		}
		did := texts.Named("letter did", string(l.State))
		what := texts.Say("letter did", l.ID, texts.Named("side", l.Side.String()), did)
		if words != "" {
			what += fmt.Sprintf(": %q", words)
		}
		all = append(all, moment{l.Received, what})
	}
	slices.SortStableFunc(all, func(a, b moment) int { return a.at.Compare(b.at) })
	var lines []string
	for _, m := range all[max(0, len(all)-mostHappened):] {
		lines = append(lines, m.at.UTC().Format(hour)+": "+m.what)
	}
	return lines, nil
}

// wordsOf returns the beginning of the new text of a letter that came in, on one line, or "" if the
// letter is too long to be read here, or is kept no more.
func (d *taking) wordsOf(l store.Letter) (string, error) {
	if l.Size > longestRead {
		return "", nil
	}
	raw, err := d.Tx.Raw(l.ID)
	if errors.Is(err, store.ErrPurged) || errors.Is(err, store.ErrNotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	inTx := func(f func(store.View) error) error { return f(d.Tx) }
	text := parse.Letter(raw, mailer.Envelope{To: l.To}, d.readAgainstOwn(inTx, l.ID)).Text
	return ledger.Named([]string{strings.Join(strings.Fields(text), " ")})[0], nil
}
