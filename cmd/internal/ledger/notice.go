package ledger

import (
	"encoding/json"
	"fmt"
	"time"

	"corrd/store"
	"corrd/templates"
)

// Notices writes letters of the office into the outbox, in one transaction, about one
// letter that came in or about one player.
type Notices struct {
	*Ledger
	Tx     store.Tx
	Letter int64     // the letter that the notices answer; 0: none, they are the umpire's doing
	Player int64     // whom they are about, where there is no letter
	At     time.Time // the date of the notices

	Unproven string // the author of the letter, for whom neither a key nor a domain vouches; "" where one does

	written int   // how many there are
	about   int64 // the game of the last notice; 0: none
	last    int64 // the row of the last of them; 0: there is none
}

// NoticesOf gives the notices about a player that no letter brings about; they are dated
// now.
func (l *Ledger) NoticesOf(tx store.Tx, player int64) *Notices {
	return &Notices{Ledger: l, Tx: tx, Player: player, At: tx.Now()}
}

// About is the game whose reply address the last notice bears; 0 where it bears the
// office's, or there is none.
func (n *Notices) About() int64 { return n.about }

// Last is the row of the last notice; 0 where there is none.
func (n *Notices) Last() int64 { return n.last }

// Notify enqueues a notice to an address; to "" none is written.
func (n *Notices) Notify(kind string, to string, data templates.Data) error {
	body, err := json.Marshal(bounded(data))
	if err != nil || to == "" {
		return err
	}
	n.written++
	n.about = data.Game
	said := fmt.Append(body, n.At.Unix())
	if data.Game != 0 && data.Seq != 0 {
		line, err := n.Tx.Line(data.Game, data.Seq)
		if err != nil {
			return err
		}
		said = append(said, line...)
	}
	name := fmt.Sprintf("l%d.%d", n.Letter, n.written)
	if n.Letter == 0 {
		name = fmt.Sprintf("p%d.%d", n.Player, n.written)
	}
	row := store.Row{At: n.At, Kind: kind, To: to, Letter: n.Letter, Data: body, State: store.Queued, Next: n.Tx.Now(), MessageID: n.nameOf(name, said)}
	if p, err := n.Tx.PlayerAt(to); err == nil {
		row.Player = p.ID
	} else {
		row.Null = n.Unproven != "" && store.SameAddress(to, n.Unproven)
	}
	if data.Game != 0 {
		s, err := n.Tx.Game(data.Game)
		if err != nil {
			return err
		}
		row.Game, row.Side, row.Seq, row.Member = data.Game, data.Side, data.Seq, MemberNumber(s, data.Side, row.Player)
	}
	err = n.Tx.Enqueue(&row)
	n.last = row.ID
	return err
}

// NotifyAll enqueues a notice to each of some addresses.
func (n *Notices) NotifyAll(kind string, addresses []string, data templates.Data) error {
	for _, to := range addresses {
		if err := n.Notify(kind, to, data); err != nil {
			return err
		}
	}
	return nil
}

// NotifyPlayer enqueues a notice to a player, unless the player has been removed; name
// begins its Message-ID, in place of a letter's number.
func (l *Ledger) NotifyPlayer(tx store.Tx, name, kind string, player int64, data templates.Data, at time.Time) error {
	p, err := tx.Player(player)
	if err != nil || Mailbox(p) == "" {
		return err
	}
	body, err := json.Marshal(data)
	if err != nil {
		return err
	}
	return tx.Enqueue(&store.Row{At: at, Kind: kind, To: Mailbox(p), Player: player, Data: body, State: store.Queued, Next: at,
		MessageID: l.nameOf(fmt.Sprintf("%s.p%d", name, player), fmt.Append(body, at.Unix()))})
}

// nameOf names a letter of the office that says something.
func (l *Ledger) nameOf(name string, said []byte) string {
	return fmt.Sprintf("%s.%s@%s", name, digits(said), l.Site.Domain)
}
