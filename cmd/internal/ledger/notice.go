package ledger

import (
	"encoding/json"
	"fmt"
	"time"

	"corrd/store"
	"corrd/templates"
)

// Notices writes letters of the office into the outbox. All letters of one Notices belong to one
// transaction and to one letter that came in, or to one player.
type Notices struct {
	*Ledger
	Tx store.Tx
	// the letter that the notices answer; 0: none, because the umpire caused the notices
	Letter int64
	Player int64     // the player whom the notices are about, when there is no letter
	At     time.Time // the date of the notices

	// the author of the letter, if neither a key nor a domain vouches for them; "" otherwise
	Unproven string

	written int   // how many notices have been written
	about   int64 // the game of the last notice; 0: none
	last    int64 // the row of the last notice; 0: there is none
}

// NoticesOf returns the Notices about a player that no letter brings about, dated with the time of
// the transaction.
func (l *Ledger) NoticesOf(tx store.Tx, player int64) *Notices {
	return &Notices{Ledger: l, Tx: tx, Player: player, At: tx.Now()}
}

// About returns the game whose reply address the last notice bears, and 0 when the notice bears the
// address of the office or when there is no notice.
func (n *Notices) About() int64 { return n.about }

// Last returns the row of the last notice, and 0 when there is none.
func (n *Notices) Last() int64 { return n.last }

// Notify enqueues a notice to an address. For the address "" Notify does nothing.
func (n *Notices) Notify(kind string, to string, data templates.Data) error {
	return n.notify(kind, to, data, store.Queued)
}

// NotifyInTurn writes a notice that waits in the outbox until somebody gives it the state Queued.
func (n *Notices) NotifyInTurn(kind string, to string, data templates.Data) error {
	return n.notify(kind, to, data, store.Waiting)
}

func (n *Notices) notify(kind string, to string, data templates.Data, state store.RowState) error {
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
	row := store.Row{At: n.At, Kind: kind, To: to, Letter: n.Letter, Data: body, State: state, Next: n.Tx.Now(), MessageID: n.nameOf(name, said)}
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

// NotifyAll enqueues a notice to each address of a list.
func (n *Notices) NotifyAll(kind string, addresses []string, data templates.Data) error {
	for _, to := range addresses {
		if err := n.Notify(kind, to, data); err != nil {
			return err
		}
	}
	return nil
}

// NotifyPlayer enqueues a notice to a player, unless the player has been removed. The notice's
// Message-ID begins with name and not with the number of a letter.
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

// nameOf returns the name of an office letter, for its Message-ID; said is what the letter says.
func (l *Ledger) nameOf(name string, said []byte) string {
	return fmt.Sprintf("%s.%s@%s", name, digits(said), l.Site.Domain)
}
