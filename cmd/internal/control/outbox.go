package control

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"corrd/cmd/internal/ledger"
	"corrd/store"
	"corrd/templates"
)

// OutboxView is a row of the outbox.
type OutboxView struct {
	ID        int64      `json:"id"`
	To        string     `json:"to"`
	Player    *string    `json:"player"` // the name of who is written to; null: no player
	Kind      string     `json:"kind"`
	Game      *int64     `json:"game"`
	State     string     `json:"state"`
	Tries     int        `json:"tries"`
	Next      *time.Time `json:"next"`
	Error     *string    `json:"error"`
	MessageID string     `json:"message_id"`
	// Daemon is the daemon that has claimed the row, when several daemons share the store.
	Daemon *string `json:"daemon,omitempty"`
}

func viewRow(r store.Row, player *string) OutboxView {
	v := OutboxView{ID: r.ID, To: r.To, Player: player, Kind: r.Kind, State: string(r.State), Tries: r.Tries, MessageID: r.MessageID}
	if r.Game != 0 {
		v.Game = &r.Game
	}
	if r.State == store.Queued {
		v.Next = &r.Next
	}
	v.Error = orNull(r.Error)
	return v
}

// notSent are the states of the rows that have not been sent.
var notSent = append([]store.RowState{store.Queued, store.Parked, store.Waiting}, store.Unposted...)

// OutboxList returns the rows that have not been sent.
func (r *Room) OutboxList(context.Context, None) ([]OutboxView, error) {
	return view(r, func(v store.View) ([]OutboxView, error) {
		rows, err := v.Rows(10_000, notSent...)
		holders, err2 := holders(v)
		views, name := []OutboxView{}, namer(v)
		for _, row := range rows {
			one := viewRow(row, name(row.Player))
			one.Daemon = orNull(holders[row.ID])
			views = append(views, one)
		}
		return views, errors.Join(err, err2)
	})
}

// holders returns, by the number of the row, the daemon that has claimed the row and whose lease
// lasts.
func holders(v store.View) (map[int64]string, error) {
	leases, err := v.Leases()
	alive := map[string]bool{}
	for _, l := range leases {
		alive[l.Name] = l.Alive(v.Now())
	}
	claims, err2 := v.Claims()
	by := map[int64]string{}
	for _, c := range claims {
		if alive[store.NodeLease(c.By)] {
			by[c.Row] = c.By
		}
	}
	return by, errors.Join(err, err2)
}

// OutboxRetry sends a waiting or parked row at once.
func (r *Room) OutboxRetry(_ context.Context, a Numbered) (OutboxView, error) {
	return r.onRow(a.ID, func(row *store.Row, now time.Time) { row.State, row.Next = store.Queued, now })
}

// OutboxPark parks a row: the row is not sent until OutboxRetry, and later rows to the same
// address do not wait for it.
func (r *Room) OutboxPark(_ context.Context, a Numbered) (OutboxView, error) {
	return r.onRow(a.ID, func(row *store.Row, _ time.Time) { row.State = store.Parked })
}

// onRow changes a row that has not been sent.
func (r *Room) onRow(id int64, change func(row *store.Row, now time.Time)) (OutboxView, error) {
	return update(r, func(tx store.Tx) (OutboxView, error) {
		row, err := tx.Row(id)
		if err != nil {
			return OutboxView{}, err
		}
		if row.State == store.Sent {
			return OutboxView{}, refuse("letter %d has been sent to %s; corrctl outbox list shows those that have not", id, row.To)
		}
		if row.Erased != 0 && row.State == store.Parked {
			return OutboxView{}, refuse("letter %d has been erased, by order %d", id, row.Erased)
		}
		change(&row, tx.Now())
		return viewRow(row, namer(tx)(row.Player)), tx.PutRow(&row)
	})
}

// Message is a circular: to all players, or to those of an event and those named.
type Message struct {
	All     bool   `json:"all,omitempty"`
	To      []Whom `json:"to,omitempty"`
	Event   int64  `json:"event,omitempty"` // to the players of an event
	Subject string `json:"subject,omitempty"`
	Words   string `json:"words,omitempty"`
	Preview bool   `json:"preview,omitempty"`
}

// MessageView says to whom a circular goes: how many by mail and by card, and the names of those
// who have had it, and of those who want no circulars or are registered no more. Letter is how it
// looks.
type MessageView struct {
	Mail    int      `json:"mail"`
	Cards   int      `json:"cards"`
	Had     []string `json:"had"`
	Without []string `json:"without"`
	Subject string   `json:"subject"`
	Letter  string   `json:"letter"`
}

// The bounds of a circular, in octets.
const (
	mostSubject = 120
	mostWords   = 20_000
)

// Message sends a circular. The same words go to each player once, however often they are sent.
func (r *Room) Message(_ context.Context, a Message) (MessageView, error) {
	c := ledger.Circular{Subject: strings.Join(strings.Fields(a.Subject), " "), Words: strings.TrimSpace(a.Words)}
	switch {
	case strings.ContainsRune(c.Subject+c.Words, utf8.RuneError): // JSON has it in the place of what is not UTF-8
		return MessageView{}, refuse("this is not in UTF-8; save the letter as UTF-8 and send it again")
	case c.Words == "" || c.Subject == "":
		return MessageView{}, refuse("a circular has a subject and words: its file begins with a line such as Subject: The summer meeting")
	case len(c.Subject) > mostSubject || len(c.Words) > mostWords:
		return MessageView{}, refuse("a circular has a subject of %d octets and words of %d at most", mostSubject, mostWords)
	case a.All == (len(a.To) > 0 || a.Event != 0):
		return MessageView{}, refuse("say to whom it goes: to all, or to an event as in \"event 4\", or to players by number, address or name")
	}
	return r.circulate(c, a.Preview, func(v store.View) ([]store.Player, error) { return r.addressed(v, a) })
}

// circulate sends a circular to those readers who have not had it, or shows how it looks.
func (r *Room) circulate(c ledger.Circular, preview bool, readers func(v store.View) ([]store.Player, error)) (MessageView, error) {
	var out MessageView
	f := func(v store.View) (to []store.Player, err error) {
		if to, err = readers(v); err != nil {
			return nil, err
		}
		to, had, without, err := c.Readers(v, to)
		if err != nil {
			return nil, err
		}
		if len(to) == 0 {
			return nil, refuse("it goes to nobody: had these words already: %s; want no circulars, or are registered no more: %s; corrctl player list shows the members", someOf(had), someOf(without))
		}
		out, err = r.viewMessage(c, to, had, without)
		return to, err
	}
	if preview {
		_, err := view(r, f)
		return out, err
	}
	defer r.Loops.Wake()
	return out, r.Store.Update(func(tx store.Tx) error {
		to, err := f(tx)
		if err != nil {
			return err
		}
		return c.Send(tx, r.Ledger, to)
	})
}

// addressed returns the players whom a circular names, each once.
func (r *Room) addressed(v store.View, a Message) (to []store.Player, err error) {
	if a.All {
		all, err := v.Players()
		for _, p := range all {
			if len(p.Addresses) > 0 {
				to = append(to, p)
			}
		}
		return to, err
	}
	ids, err := inEvent(v, a.Event)
	if err != nil {
		return nil, err
	}
	for _, whom := range a.To {
		p, err := playerNamed(v, whom)
		if err != nil {
			return nil, err
		}
		ids = append(ids, p.ID)
	}
	named := map[int64]bool{}
	for _, id := range ids {
		p, err := v.Player(id)
		if err != nil {
			return nil, err
		}
		if !named[p.ID] {
			named[p.ID], to = true, append(to, p)
		}
	}
	return to, nil
}

// mostNamed is how many players a refusal names.
const mostNamed = 5

// someOf counts some players, and names the first of them.
func someOf(all []store.Player) string {
	if len(all) == 0 {
		return "0"
	}
	names := playerNames(all[:min(len(all), mostNamed)])
	if len(names) < len(all) {
		names = append(names, "…")
	}
	return fmt.Sprintf("%d (%s)", len(all), strings.Join(names, ", "))
}

func playerNames(all []store.Player) []string {
	names := []string{}
	for _, p := range all {
		names = append(names, p.Name)
	}
	return names
}

// viewMessage shows a circular as its first reader has it.
func (r *Room) viewMessage(c ledger.Circular, to, had, without []store.Player) (MessageView, error) {
	out := MessageView{Had: playerNames(had), Without: playerNames(without)}
	first := to[0]
	for _, p := range to {
		if p.OnCards() {
			out.Cards++
		} else {
			out.Mail++
		}
	}
	reader := templates.Reader{Name: first.Name, Address: first.Addresses[0], OnCard: first.OnCards()}
	page, err := templates.OfficePage(templates.OfficeLetter{Kind: "news", Data: c.Data(first), Reader: reader, Office: r.Office, Now: r.Clock.Now()})
	out.Subject, out.Letter = page.Subject, page.Text
	return out, err
}
