// Package umpire is the room of the umpires. It takes an order from whoever brings it, the socket
// or a letter, in a transaction, and answers with an objection, with what would come of the order,
// or with the events that it wrote. Whatever the law (game.Objection) lets an umpire order, both
// doors order here.
//
// The files are about:
//
//	umpire    an order and its answer; who is appointed; the orders of letters whose outcome was
//	          shown
//	about     what is known of a dispute; the events of a game in words
//	argument  what a verb takes, and how it is written: spans, instants, seats and events
//	letter    an order in a letter, and on the command line
//
// The package must not know how an order came, nor how its answer is shown.
package umpire

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/codes"
	"corrd/game/play"
	"corrd/game/reason"
	"corrd/game/telling"
	"corrd/game/tournament"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// Room carries out orders.
type Room struct {
	Ledger *ledger.Ledger
	Watch  *watch.Watch
	Office templates.Office // which the letters of a preview name
}

// Order is what an umpire orders: a ruling in a game, or something about a dispute that decides
// nothing.
type Order struct {
	Game    int64      // of a ruling; an order about a dispute is about the game of the dispute
	Dispute int64      // that the order decides, or is about; 0: none
	Rule    *play.Rule // the ruling; Take sets who makes it, its letters and, with a Dispute, its Appeal
	About   *About     // nil: the order is a ruling
	Laws    []game.Law // of which the first counts under which the ruling can be made; nil: that of Rule

	Umpire  *ledger.Umpire // who orders; nil: the umpire of the game, or whoever keeps the server
	Letter  int64          // of the umpire, by which they order; 0: no letter
	Written int64          // the letter of the umpire in which the order is written; 0: none

	Preview bool  // nothing is to be written of what would come of the order
	Shown   int64 // game.State.Stirred of the game as it was previewed; 0: no preview is confirmed
}

// Answer is what comes of an order, or would come of it.
type Answer struct {
	Objection reason.Reason // why the order is not carried out; "": it is
	Moved     bool          // the game has gone on since the preview, and the order is not carried out

	Dispute store.Dispute // that the order names; zero: none
	Before  game.State    // the game before the events, which knows of every outage
	After   game.State
	Events  []game.Event
	Open    []int64 // the disputes that stay open
}

// Take answers an order. Where nothing objects, and no preview is asked for, it writes the events
// and the letters that tell of them. Nobody orders in a game that they play, nor about an appeal
// from their own ruling.
func (r *Room) Take(tx store.Tx, o Order) (a Answer, err error) {
	act, err := r.consider(tx, o, &a)
	if err != nil || a.Objection != "" || a.Moved {
		return a, err
	}
	a.Events = play.Decide(a.Before, act, r.now(tx))
	a.After = a.Before.Apply(a.Events...)
	if a.Open, err = LeftOpen(tx, a.After); err != nil || o.Preview {
		return a, err
	}
	a.After, err = r.Ledger.Append(tx, a.Before, a.Events, ledger.By{})
	return a, err
}

// now returns the time at which an order is given, where the server is.
func (r *Room) now(v store.View) time.Time { return v.Now().In(r.Ledger.Zone) }

// consider brings the game of an order up to date, and asks whether the law allows the order.
func (r *Room) consider(tx store.Tx, o Order, a *Answer) (act play.Act, err error) {
	if a.Dispute, a.Objection, err = o.dispute(tx); a.Objection != "" || err != nil {
		return nil, err
	}
	if o.About != nil {
		o.Game = a.Dispute.Game
	}
	a.Before, _, err = r.Watch.UpToDate(tx, o.Game)
	if errors.Is(err, store.ErrNotFound) {
		a.Objection = reason.Because("objection no game", o.Game)
		return nil, nil
	}
	if a.Moved = o.Shown != 0 && a.Before.Stirred != o.Shown; a.Moved || err != nil {
		return nil, err
	}
	by, objection, err := o.by(tx, a.Before, a.Dispute)
	if a.Objection = objection; objection != "" || err != nil {
		return nil, err
	}
	now := r.now(tx)
	if o.About != nil {
		h := play.Handle{Fact: o.About.fact(a.Dispute.Event, now), By: by}
		a.Objection = game.DisputeObjection(a.Before, h.Fact, by, now)
		return h, nil
	}
	rule := o.rule(a, by)
	objection, err = r.lawFor(tx, &rule, o.Laws, a.Before)
	a.Objection = objection
	return rule, err
}

// lawFor gives a ruling the first of some laws under which it can be made, and else the one whose
// objection says most, with the objection. Where there are no laws, the ruling keeps its own.
func (r *Room) lawFor(v store.View, rule *play.Rule, laws []game.Law, s game.State) (objection reason.Reason, err error) {
	if len(laws) == 0 {
		laws = []game.Law{rule.Law}
	}
	objections := make([]reason.Reason, len(laws))
	said := -1 // the first law with a digest
	for i, law := range laws {
		if objections[i], err = r.objection(v, rule.Ruling, law, s); err != nil {
			return "", err
		}
		if objections[i] == "" {
			rule.Law = law
			return "", nil
		}
		if said < 0 && s.Code().Digest(law) != "" {
			said = i
		}
	}
	if said < 0 {
		said = len(laws) - 1
	}
	rule.Law = laws[said]
	return objections[said], nil
}

// objection says why a ruling cannot be made under a law now, or "".
func (r *Room) objection(v store.View, ruling game.Ruling, law game.Law, s game.State) (reason.Reason, error) {
	if objection := game.Objection(s, ruling, law, r.now(v)); objection != "" {
		return objection, nil
	}
	return r.tooEarly(v, law)
}

// tooEarly returns the objection to a ruling by the condition of an event under which games are
// adjudicated, before the closing date of the event; "" to any other ruling.
func (r *Room) tooEarly(v store.View, law game.Law) (reason.Reason, error) {
	event, condition, ok := codes.OfEvent(law)
	if !ok || condition != tournament.Adjudication {
		return "", nil
	}
	s, err := v.Tournament(event)
	if err != nil || !v.Now().Before(s.Close) {
		return "", err
	}
	return reason.Because("objection closes later", s.ID, s.Close.In(r.Ledger.Zone).Format("2 January 2006")), nil
}

// rule returns the ruling of an order by an umpire, with the dispute that it decides.
func (o Order) rule(a *Answer, by string) play.Rule {
	rule := *o.Rule
	rule.Reason = strings.TrimSpace(rule.Reason)
	rule.Umpire, rule.Letter, rule.Ordered = by, o.Letter, o.Written
	if o.Dispute != 0 {
		rule.Appeal = a.Dispute.Event
	}
	return rule
}

// dispute finds the dispute that an order names, which must be open, and returns the zero Dispute
// where the order names none.
func (o Order) dispute(v store.View) (d store.Dispute, objection reason.Reason, err error) {
	if o.Dispute == 0 && o.About == nil {
		return d, "", nil
	}
	if d, objection, err = Dispute(v, o.Dispute); objection != "" || err != nil {
		return d, objection, err
	}
	if o.About == nil && d.Game != o.Game {
		return d, reason.Because("objection other game", d.ID, d.Game, o.Game), nil
	}
	if d.Closed.IsZero() {
		return d, "", nil
	}
	how, err := HowClosed(v, d)
	return d, reason.Because("objection dispute closed", how, d.ID), err
}

// Dispute finds the dispute with a number.
func Dispute(v store.View, id int64) (d store.Dispute, objection reason.Reason, err error) {
	if d, err = v.Dispute(id); errors.Is(err, store.ErrNotFound) {
		return d, reason.Because("objection no such dispute", id), nil
	}
	return d, "", err
}

// by returns the name of the umpire who orders. Where nobody else is left who could decide an
// appeal, whoever keeps the server is taken for the umpire who made the ruling. The name is "" when
// no umpire is on file.
func (o Order) by(v store.View, s game.State, about store.Dispute) (name string, objection reason.Reason, err error) {
	appeal := about.Event
	if o.Dispute == 0 && o.Rule != nil {
		appeal = o.Rule.Appeal
	}
	if o.Umpire != nil {
		objection, err = Excluded(v, *o.Umpire, s)
		return o.Umpire.Name, objection, err
	}
	u, err := ledger.UmpireOf(v, s, appeal)
	if u == nil {
		return s.AppealFrom(appeal).Umpire, "", err
	}
	return u.Name, "", err
}

// Excluded returns the objection to an umpire in a game that they play; "" in any other game.
func Excluded(v store.View, u ledger.Umpire, s game.State) (objection reason.Reason, err error) {
	plays, err := u.Plays(v, s)
	if plays {
		objection = reason.Because("objection own game", u.Name, s.ID)
	}
	return objection, err
}

// Letters returns the letters that the events of an answer send, in the order of
// telling.Dispatches. Each page is the one that the first member of a side would read, without the
// address that carries a key.
func (r *Room) Letters(v store.View, a Answer) (pages []mailer.Page, err error) {
	after := a.Before.Apply(a.Events...)
	names, err := ledger.Names(v, after)
	if err != nil {
		return nil, err
	}
	for _, d := range telling.Dispatches(a.Before, a.Events) {
		p, err := v.Player(after.Members(d.To)[0])
		if err != nil {
			return nil, err
		}
		page, err := templates.Game(templates.GameLetter{Kind: d.Kind, Also: d.Also, State: after, Before: a.Before, Events: a.Events[:d.Event+1],
			Reader: templates.Reader{Name: p.Name, Address: ledger.Mailbox(p), Side: d.To, Member: ledger.MemberNumber(after, d.To, p.ID), Settings: p.Settings},
			Names:  names, People: people(v, a.Events), Now: v.Now(), Office: r.Office})
		if err != nil {
			return nil, err
		}
		pages = append(pages, page)
	}
	return pages, nil
}

// people returns, by their numbers, the names of the players who lose or take a seat by some
// events.
func people(v store.View, events []game.Event) map[int64]string {
	named := map[int64]string{}
	for _, e := range events {
		if f, ok := e.Fact.(game.Replaced); ok {
			for _, id := range []int64{f.Player, f.Was} {
				if p, err := v.Player(id); err == nil {
					named[id] = p.Name
				}
			}
		}
	}
	return named
}

// Called finds an umpire in office by name, address or number. A name is found as a player's is, in
// whatever spacing and capitals it is written.
func Called(v store.View, name string) (_ ledger.Umpire, objection reason.Reason, err error) {
	all, err := ledger.Umpires(v)
	for _, u := range all {
		if u.Removed.IsZero() && (ledger.SameName(u.Name, name) || store.SameAddress(u.Address, name) || strconv.FormatInt(u.ID, 10) == name) {
			return u, "", err
		}
	}
	return ledger.Umpire{}, reason.Because("objection no umpire", name), err
}

// Appoint makes a person an umpire, and tells them. Where an umpire in office has the name or the
// address, nothing is done, and that umpire is returned as there.
func (r *Room) Appoint(tx store.Tx, name, address string) (u ledger.Umpire, there *ledger.Umpire, err error) {
	all, err := ledger.Umpires(tx)
	if err != nil {
		return u, nil, err
	}
	for _, u := range all {
		if u.Removed.IsZero() && (store.SameAddress(u.Address, address) || ledger.SameName(u.Name, name)) {
			return u, &u, nil
		}
	}
	u = ledger.Umpire{Name: name, Address: address, Added: tx.Now()}
	if err := ledger.PutUmpire(tx, &u); err != nil {
		return u, nil, err
	}
	told := templates.Data{Topic: templates.UmpireAdded, Name: u.Name, Umpire: u.ID, Place: u.Round}
	return u, nil, r.Ledger.NoticesOf(tx, 0).Notify("office", u.Address, told)
}

// Dismiss ends an umpire's power, and tells them. The umpire's rulings stand, and the umpire's keys
// become invalid.
func (r *Room) Dismiss(tx store.Tx, u *ledger.Umpire) error {
	u.Removed = tx.Now()
	if err := ledger.PutUmpire(tx, u); err != nil {
		return err
	}
	told := templates.Data{Topic: templates.UmpireRemoved, Name: u.Name}
	return r.Ledger.NoticesOf(tx, 0).Notify("office", u.Address, told)
}

// Alike returns the names of the players that are taken for the name of an umpire, and who do not
// have the umpire's address.
func Alike(v store.View, u ledger.Umpire) (names []string, err error) {
	all, err := v.Players()
	for _, p := range all {
		if len(p.Addresses) > 0 && !ledger.HasAddress(p, u.Address) && ledger.NameHolds(p.Name, u.Name) {
			names = append(names, p.Name)
		}
	}
	return names, err
}

// Shown is an order that an umpire has written in a letter and whose outcome the umpire has been
// shown. The order has the number of its letter. Each showing has a key of its own, which one
// answer spends; the answer yes carries the order out if the game has not changed meanwhile.
type Shown struct {
	Letter  int64     `json:"letter"`
	Game    int64     `json:"game"`
	Stirred int64     `json:"stirred"` // game.State.Stirred as the umpire was shown the game
	Words   string    `json:"words"`
	Dispute int64     `json:"dispute,omitempty"` // the dispute that the order names; 0: none
	Times   int       `json:"shown"`             // the generation of the key of the last showing
	At      time.Time `json:"at"`                // when the order was last shown
	Spent   bool      `json:"spent,omitempty"`   // the last showing has been answered
}

const (
	// ShownFor is how long the showing of an order can be answered.
	ShownFor = 7 * 24 * time.Hour
	// MostShown is how many showings of an order are recognised by their keys.
	MostShown = 100

	mostOrders = 200 // of one umpire that are kept, the newest
)

// Waits reports whether the order can be carried out by a yes at an instant.
func (s Shown) Waits(now time.Time) bool { return !s.Spent && now.Sub(s.At) <= ShownFor }

func shownSetting(umpire int64) string { return fmt.Sprint("umpire-orders/", umpire) }

// ShownTo returns the orders that the umpire with a number has been shown, the oldest first.
func ShownTo(v store.View, umpire int64) (all []Shown, err error) {
	text, _, err := v.Setting(shownSetting(umpire))
	if err != nil || text == "" {
		return nil, err
	}
	return all, json.Unmarshal([]byte(text), &all)
}

// Put keeps an order of the umpire with a number, in the place of the order of the same letter.
func (s Shown) Put(tx store.Tx, umpire int64) error {
	all, err := ShownTo(tx, umpire)
	if err != nil {
		return err
	}
	all = append(slices.DeleteFunc(all, func(other Shown) bool { return other.Letter == s.Letter }), s)
	text, err := json.Marshal(all[max(0, len(all)-mostOrders):])
	if err != nil {
		return err
	}
	return tx.SetSetting(shownSetting(umpire), string(text))
}
