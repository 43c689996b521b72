package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"corrd/game"
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

// About returns the game whose reply address the last notice bears, or 0 if the notice bears the
// address of the office or when there is no notice.
func (n *Notices) About() int64 { return n.about }

// Last returns the row of the last notice, or 0 if there is none.
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
	if data.Topic == templates.News {
		name = newsNamed + name
	}
	row := store.Row{At: n.At, Kind: kind, To: to, Letter: n.Letter, Data: body, State: state, Next: n.Tx.Now(), MessageID: n.nameOf(name, said)}
	p, err := n.Tx.PlayerAt(to)
	switch {
	case errors.Is(err, store.ErrNotFound):
		row.Null = n.Unproven != "" && store.SameAddress(to, n.Unproven)
	case err != nil:
		return err
	default:
		row.Player = p.ID
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

// TellUmpires tells something to the umpire of the server and to the umpire whom the terms of a
// game name. id distinguishes the letter in its Message-ID from other letters to umpires. With the
// zero State the letter is about no game. A player whom the terms name as umpire is told if they
// consent, learns no addresses, and rules through the umpire of the server.
func (l *Ledger) TellUmpires(tx store.Tx, s game.State, id string, data templates.Data) error {
	about := store.Dispute{}
	if data.Dispute != 0 {
		var err error
		if about, err = tx.Dispute(data.Dispute); err != nil {
			return err
		}
	}
	on, err := UmpireOf(tx, s, about.Event)
	if err != nil {
		return err
	}
	if on != nil {
		data := data
		data.Umpire = on.ID
		data.Place = on.Round
		if err := l.tellUmpire(tx, s, on.Address, fmt.Sprint("u", on.ID, ".", id), data); err != nil {
			return err
		}
	} else if l.Umpire != "" {
		if err := l.tellUmpire(tx, s, l.Umpire, "u"+id, data); err != nil {
			return err
		}
	}
	named, ok, err := l.namedUmpire(tx, s)
	if !ok || err != nil {
		return err
	}
	if named.Settings[Umpiring] != Consents {
		return l.AskNamedUmpire(tx, s)
	}
	data.Address, data.Reason, data.Named = "", withoutAddresses(data.Reason), true
	return l.tellUmpire(tx, s, Spelling(named, s.Terms.Umpire), "n"+id, data)
}

// mostStale is how many faults a letter about stale records lists.
const mostStale = 50

// TellOfStale tells the umpire of the server what the store kept beside the logs of games, until
// now, that the logs do not lead to.
func (l *Ledger) TellOfStale(tx store.Tx, stale []store.Fault) error {
	data := templates.Data{Topic: templates.Reckoned, Place: len(stale)}
	for _, f := range stale[:min(len(stale), mostStale)] {
		data.Lines = append(data.Lines, f.Words)
	}
	return l.TellUmpires(tx, game.State{}, fmt.Sprint("reckoned.", tx.Now().UnixNano()), data)
}

// withoutAddresses returns the words of a mail server without the addresses in the words.
func withoutAddresses(said string) string {
	words := strings.Fields(said)
	for i, w := range words {
		if strings.Contains(w, "@") {
			words[i] = "(address)"
		}
	}
	return strings.Join(words, " ")
}

func (l *Ledger) tellUmpire(tx store.Tx, s game.State, to, id string, data templates.Data) error {
	body, err := json.Marshal(data)
	if err != nil {
		return err
	}
	row := store.Row{At: tx.Now(), Kind: "office", To: to, Data: body, Next: tx.Now(), MessageID: l.nameOf(id, body)}
	if err := tx.Enqueue(&row); err != nil || s.ID == 0 {
		return err
	}
	return KeepPapers(tx, s.ID, Paper{Row: row.ID, Dispute: data.Dispute})
}

// TellOfAppeals tells the umpire of each claim and protest among the events of one transaction,
// with the player by who made it, and of each flag that has fallen without ending the game. The
// events follow the state before.
func (l *Ledger) TellOfAppeals(tx store.Tx, before, after game.State, events []game.Event, by int64) error {
	_, runs := after.Running()
	for i, e := range events {
		data := templates.Data{Topic: templates.Appealed, Number: before.ID, ClockStands: !runs}
		opened := before.Seq + int64(i) + 1
		side, _ := e.By.Side()
		switch f := e.Fact.(type) {
		case game.Claimed:
			data.Reason, data.Words, data.Unclaimed = f.Ground, f.Words, unclaimed(f)
			if f.Against != "" {
				data.Lines = []string{string(e.Law), string(f.Against)}
			}
			if f.Ground == game.Unstated { // the claim is in the name of the side whose reply waits
				side = side.Other()
			}
			opened, data.Searched = claimMade(before, events[:i+1])
		case game.Protested:
			data.Words = f.Words
		case game.Overstepped:
			data.Topic, side = templates.Late, f.Side
		case game.Stated:
			data.Topic, data.Words, opened = templates.Stated, f.Words, f.Dispute
			about, _ := after.Dispute(f.Dispute)
			data.Reason = string(about.Ground)
		default:
			continue
		}
		who := by
		if !slices.Contains(after.Members(side), who) {
			who = after.Players[side]
		}
		p, err := tx.Player(who)
		if err != nil {
			return err
		}
		data.Name, data.Side = p.Name, side
		if data.Dispute, err = DisputeOf(tx, before.ID, opened); err != nil {
			return err
		}
		if err := l.TellUmpires(tx, after, fmt.Sprintf("%d.e%d", before.ID, before.Seq+int64(i)+1), data); err != nil {
			return err
		}
	}
	return nil
}

// unclaimed returns the reason for which corrd itself asks the umpire, and "" for a claim that a
// player has made.
func unclaimed(f game.Claimed) string {
	switch {
	case !f.Unclaimed():
		return ""
	case f.Against != "":
		return "contrary"
	case f.Ground == game.Unstated:
		return "unstated"
	}
	return "silent"
}

// claimMade returns the number of the event that made the claim which the last of some events puts
// before the umpire. searched is the number of positions that corrd has searched for this claim
// on the umpire's order, and 0 without such an order.
func claimMade(before game.State, events []game.Event) (made int64, searched int) {
	s, last := before, len(events)-1
	for _, e := range events[:last] {
		if f, found := e.Fact.(game.ProofFound); found && s.SearchedFurther() != nil {
			searched = f.Nodes
		}
		s = s.Apply(e)
	}
	if c := s.SearchedFurther(); c != nil && c.Letter == events[last].Letter {
		return c.Seq, searched
	}
	return s.Seq + 1, 0
}

// These are the keys of the settings that list the games whose clocks stand, with the time since
// when each stands: until the umpire lets the game go on, and because letters to the side to move
// come back.
const (
	haltedEntry      = "halted"
	unreachableEntry = "unreachable"
)

// Halt is a game whose clocks stand.
type Halt struct {
	Game  int64     `json:"game"`
	Since time.Time `json:"since"`
}

// Halted lists the games that stand still until the umpire lets them go on, the game that was
// suspended first at the head.
func Halted(v store.View) ([]Halt, error) { return standing(v, haltedEntry) }

// Unreachable lists the games in which the clock stands because letters to the side to move come
// back (house:14), the game whose clock was stopped first at the head.
func Unreachable(v store.View) ([]Halt, error) { return standing(v, unreachableEntry) }

func standing(v store.View, entry string) (list []Halt, err error) {
	text, found, err := v.Setting(entry)
	if err != nil || !found {
		return nil, err
	}
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return nil, fmt.Errorf("the games whose clocks stand, %s: %w", entry, err)
	}
	return list, nil
}

// noteHalt updates the lists of Halted and Unreachable when events have stopped the clocks of a
// game or let them run on.
func noteHalt(tx store.Tx, before, after game.State, at time.Time) error {
	for entry, stands := range map[string]func(game.State) bool{haltedEntry: halts, unreachableEntry: unreachable} {
		if stands(before) == stands(after) {
			continue
		}
		list, err := standing(tx, entry)
		if err != nil {
			return err
		}
		list = slices.DeleteFunc(list, func(h Halt) bool { return h.Game == after.ID })
		if stands(after) {
			list = append(list, Halt{after.ID, at})
		}
		text, err := json.Marshal(list)
		if err != nil {
			return err
		}
		if err := tx.SetSetting(entry, string(text)); err != nil {
			return err
		}
	}
	return nil
}

// halts reports whether a game waits for the umpire to let it go on.
func halts(s game.State) bool { return s.Standstill() == game.AtUmpire }

// unreachable reports whether the clock of a game stands because letters come back.
func unreachable(s game.State) bool { return s.InPlay() && s.Bouncing() }
