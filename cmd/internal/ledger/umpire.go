package ledger

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"corrd/game"
	"corrd/store"
	"corrd/templates"
)

// TellUmpires tells something to the umpire of the server and to the umpire whom the terms of a
// game name. id distinguishes the letter in its Message-ID from other letters to umpires. With
// the zero State the letter is about no game. A player whom the terms name as umpire is told if they
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

// TellOfStale tells the umpire of the server what the store kept beside the logs of games, until now,
// that the logs do not lead to.
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
