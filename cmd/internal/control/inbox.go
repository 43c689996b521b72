package control

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/mailer"
	"corrd/store"
)

// InboxView is a letter that came in and has had no effect yet, with the reason: the letter is
// held until the owner of the address on file confirms it, or was set aside because it could not
// be filed, or was ignored, or is a copy. Only InboxShow and InboxFind set Raw.
type InboxView struct {
	ID        int64     `json:"id"`
	At        time.Time `json:"at"`
	From      string    `json:"from"`
	Subject   string    `json:"subject"`
	Game      *int64    `json:"game"`
	Seat      *string   `json:"seat"`
	State     string    `json:"state"`
	Reason    string    `json:"reason"`
	MessageID string    `json:"message_id"`
	Raw       []byte    `json:"raw,omitempty"`
	// Purged means that the store does not keep the bytes of the letter, because its sender is
	// not registered or was erased.
	Purged bool  `json:"purged,omitempty"`
	Erased int64 `json:"erased,omitempty"` // the order that erased the bytes
}

func viewInbox(l store.Letter) InboxView {
	v := InboxView{ID: l.ID, At: l.Received, From: l.From, Subject: l.Subject, State: string(l.State), Reason: l.Verdict, MessageID: l.MessageID, Purged: l.Purged, Erased: l.Erased}
	if l.Game != 0 {
		side := l.Side.String()
		v.Game, v.Seat = &l.Game, &side
	}
	return v
}

// inboxPage is how many letters InboxList gives, the newest ones.
const inboxPage = 10_000

// InboxList returns the newest letters that have had no effect yet.
func (r *Room) InboxList(context.Context, None) ([]InboxView, error) {
	return view(r, func(v store.View) ([]InboxView, error) {
		letters, err := v.Letters(inboxPage, store.HeldLetter, store.Quarantined, store.Ignored, store.Duplicate)
		views := []InboxView{}
		for _, l := range letters {
			views = append(views, viewInbox(l))
		}
		return views, err
	})
}

// InboxShow returns any letter that ever came in, with its bytes.
func (r *Room) InboxShow(_ context.Context, a Numbered) (InboxView, error) {
	return view(r, func(v store.View) (InboxView, error) {
		l, err := v.Letter(a.ID)
		if err != nil {
			return InboxView{}, err
		}
		view := viewInbox(l)
		if !l.Purged {
			view.Raw, err = v.Raw(a.ID)
		}
		return view, err
	})
}

// foundPage is how many of the newest letters InboxFind looks through.
const foundPage = 1000

// Named is the Message-ID of a letter.
type Named struct {
	Name string `json:"name,omitempty"`
}

// InboxFind returns, with its bytes, the newest filed letter that has a Message-ID or came to a
// certain address of corrd. InboxFind also makes the daemon look into the mailbox. `corrctl
// doctor` uses InboxFind to find the test letter that it sends to corrd, and the answer to its
// other test letter.
func (r *Room) InboxFind(_ context.Context, a Named) (InboxView, error) {
	r.Loops.LookNow()
	return view(r, func(v store.View) (InboxView, error) {
		letters, err := v.Letters(foundPage, store.Ignored, store.Discarded)
		if err != nil {
			return InboxView{}, err
		}
		for _, l := range slices.Backward(letters) {
			if a.Name != "" && (l.MessageID == a.Name || slices.Contains(l.To, a.Name)) {
				view := viewInbox(l)
				view.Raw, err = v.Raw(l.ID)
				return view, err
			}
		}
		return InboxView{}, store.ErrNotFound
	})
}

// InboxRelease makes a held letter act as if the player had said yes now: the operator confirms
// the letter in place of the player.
func (r *Room) InboxRelease(_ context.Context, a Numbered) (InboxView, error) {
	return r.onLetter(a.ID, false, func(tx store.Tx, l store.Letter) error {
		if l.State != store.HeldLetter {
			return refuse("letter %d could not be filed (%s); it can be shown or discarded, not released", l.ID, l.Verdict)
		}
		return r.Clerk.Release(tx, l)
	})
}

// Discarding names a letter, and says why the letter must never act.
type Discarding struct {
	ID      int64  `json:"id,omitempty"`
	Reason  string `json:"reason,omitempty"`
	Preview bool   `json:"preview,omitempty"`
}

// InboxDiscard ends a held letter, which then never acts, and keeps the reason.
func (r *Room) InboxDiscard(_ context.Context, a Discarding) (InboxView, error) {
	reason := strings.TrimSpace(a.Reason)
	if reason == "" {
		return InboxView{}, refuse("give the reason; it is kept with the letter")
	}
	return r.onLetter(a.ID, a.Preview, func(tx store.Tx, l store.Letter) error {
		wasHeld := l.State == store.HeldLetter
		l.State, l.Verdict = store.Discarded, "discarded by the operator: "+reason
		if err := tx.PutLetter(&l, nil); err != nil || !wasHeld {
			return err
		}
		return r.Clerk.Dropped(tx, l)
	})
}

// onLetter runs f on a letter that waits, or only rehearses it, and returns the letter afterwards.
func (r *Room) onLetter(id int64, preview bool, f func(tx store.Tx, l store.Letter) error) (InboxView, error) {
	return rehearse(r, preview, func(tx store.Tx) (InboxView, error) {
		l, err := tx.Letter(id)
		if err != nil {
			return InboxView{}, err
		}
		if l.State != store.HeldLetter && l.State != store.Quarantined {
			return InboxView{}, refuse("letter %d does not wait: its state is %s", id, strings.TrimSuffix(fmt.Sprintf("%s, %s", l.State, l.Verdict), ", "))
		}
		if err := f(tx, l); err != nil {
			return InboxView{}, err
		}
		l, err = tx.Letter(id)
		return viewInbox(l), err
	})
}

// OneLetter names a letter that came in or a letter that went out.
type OneLetter struct {
	ID  int64 `json:"id,omitempty"`
	Out bool  `json:"out,omitempty"`
}

// LetterDetail is a letter that came in or went out, with its bytes and its text.
type LetterDetail struct {
	LetterView
	Game    *int64 `json:"game"`
	From    string `json:"from"`
	To      string `json:"to"`
	Subject string `json:"subject"`
	Gone    string `json:"gone"` // why the store has no bytes of the letter
	Raw     []byte `json:"raw,omitempty"`
}

// LetterShow returns any letter that ever came in or went out.
func (r *Room) LetterShow(_ context.Context, a OneLetter) (LetterDetail, error) {
	return view(r, func(v store.View) (LetterDetail, error) {
		name := namer(v)
		if a.Out {
			row, err := v.Row(a.ID)
			if errors.Is(err, store.ErrNotFound) {
				err = refuse("no letter o%d has gone out or waits; corrctl game letters lists those of a game", a.ID)
			}
			if err != nil {
				return LetterDetail{}, err
			}
			signed, err := v.Signed(a.ID)
			d := LetterDetail{LetterView: viewLetterOut(row, name(row.Player)), Game: gameOrNull(row.Game), From: r.Ledger.Site.Address(), To: row.To, Raw: signed}
			if len(signed) == 0 {
				d.Gone = "the letter has not been written yet"
				if row.Erased != 0 {
					d.Gone = "its words have been erased by an order"
				}
			}
			return d, err
		}
		l, err := v.Letter(a.ID)
		if errors.Is(err, store.ErrNotFound) {
			err = refuse("no letter %d has come in; o%d is one that went out", a.ID, a.ID)
		}
		if err != nil {
			return LetterDetail{}, err
		}
		d := LetterDetail{LetterView: viewLetterIn(l, name(l.Player)), Game: gameOrNull(l.Game), From: l.From, To: strings.Join(l.To, ", "), Subject: l.Subject}
		if d.Raw, err = v.Raw(a.ID); errors.Is(err, store.ErrPurged) {
			d.Gone, err = "the bytes of the letter are not kept any more", nil
		}
		return d, err
	})
}

func gameOrNull(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}

// BudgetView says how much of the budgets an address has spent today, or with Address null how
// much the server has spent in the running hour.
type BudgetView struct {
	Address       *string `json:"address"`
	Spent         int     `json:"spent"` // answers to letters for which the domain of their author vouches
	Limit         int     `json:"limit"`
	KeyedSpent    int     `json:"keyed_spent"`    // answers to letters with a right key, which have a budget of their own
	UnprovenSpent int     `json:"unproven_spent"` // answers to the other letters
	UnprovenLimit int     `json:"unproven_limit"`
	// the player's invitations, today, of people who are not registered
	Invitations int       `json:"invitations"`
	Challenges  int       `json:"challenges"` // the player's challenges today
	Reopens     time.Time `json:"reopens"`
}

// BudgetShow returns how much of its budgets an address has spent today. Without an address
// BudgetShow returns how many answers corrd has written in this hour.
func (r *Room) BudgetShow(_ context.Context, a Whom) (BudgetView, error) {
	return view(r, func(v store.View) (BudgetView, error) { return r.viewBudget(v, a) })
}

// BudgetLift sets the budgets of an address for today back to unspent. Without an address
// BudgetLift does so for the budgets of the server for this hour.
func (r *Room) BudgetLift(_ context.Context, a Whom) (BudgetView, error) {
	return update(r, func(tx store.Tx) (BudgetView, error) {
		counts := ledger.CountsOfAll(tx.Now())
		if a != (Whom{}) {
			p, err := budgetHolder(tx, a)
			if err != nil {
				return BudgetView{}, err
			}
			counts = append(ledger.CountsOf(p, tx.Now()), ledger.CountsOfDomain(mailer.DomainOf(ledger.Mailbox(p)), tx.Now())...)
		}
		if err := ledger.LiftCounts(tx, counts); err != nil {
			return BudgetView{}, err
		}
		return r.viewBudget(tx, a)
	})
}

// budgetHolder returns the player whom the arguments name. For an address of somebody who is not
// registered, it returns a Player with only this address.
func budgetHolder(v store.View, a Whom) (store.Player, error) {
	p, err := playerNamed(v, a)
	if _, refused := err.(*Refusal); !refused || a.Address == "" {
		return p, err
	}
	address, _ := mailer.ReadAddress(a.Address) // an author may have one to which no letter can be written
	if address == "" || address != mailer.LowerDomain(a.Address) {
		return p, refuse("%q is no plain address", a.Address)
	}
	return store.Player{Addresses: []string{address}}, nil
}

func (r *Room) viewBudget(v store.View, a Whom) (BudgetView, error) {
	now, whom := v.Now(), store.Player{}
	view := BudgetView{Limit: r.Budgets.PerHour, UnprovenLimit: r.Budgets.ForStrangers(), Reopens: ledger.NextHour(now)}
	keyed, proven, unproven := ledger.TallyKeyed.InHour(now), ledger.TallyAnswers.InHour(now), ledger.TallyUnproven.InHour(now)
	if a != (Whom{}) {
		var err error
		if whom, err = budgetHolder(v, a); err != nil {
			return view, err
		}
		to := ledger.Mailbox(whom)
		view = BudgetView{Address: &to, Limit: r.Budgets.PerAddressDay, UnprovenLimit: r.Budgets.PerAddressDay, Reopens: ledger.Tomorrow(now)}
		keyed, proven, unproven = ledger.TallyKeyed.At(to, now), ledger.TallyAnswers.At(to, now), ledger.TallyUnproven.At(to, now)
	}
	counts := map[string]*int{keyed: &view.KeyedSpent, proven: &view.Spent, unproven: &view.UnprovenSpent}
	if whom.ID != 0 {
		counts[ledger.TallyInvitations.By(whom.ID, now)], counts[ledger.TallyChallenges.By(whom.ID, now)] = &view.Invitations, &view.Challenges
	}
	for name, n := range counts {
		var err error
		if *n, err = v.Count(name); err != nil {
			return view, err
		}
	}
	if whom.ID != 0 {
		keyed, err := v.Count(ledger.TallyChallenges.Proved(store.ByKey).By(whom.ID, now))
		view.Challenges += keyed
		return view, err
	}
	return view, nil
}
