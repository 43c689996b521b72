package clerk

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/store"
	"corrd/templates"
)

// writeToUmpires tells the umpire of the server, and the one whom the terms of a
// game name, of something; id is its own among such letters. The zero State is
// that of no game. The second learns no address, and rules through the first.
func (c *Clerk) writeToUmpires(tx store.Tx, s game.State, id string, data templates.Data) error {
	if c.cfg.Umpire != "" {
		if err := c.writeToUmpire(tx, c.cfg.Umpire, "u"+id, data); err != nil {
			return err
		}
	}
	named, err := c.namedUmpire(tx, s)
	if named == "" || err != nil {
		return err
	}
	data.Address, data.Reason, data.Named = "", withoutAddresses(data.Reason), true
	return c.writeToUmpire(tx, named, "n"+id, data)
}

// withoutAddresses gives what a mail server said without the addresses that it named.
func withoutAddresses(said string) string {
	words := strings.Fields(said)
	for i, w := range words {
		if strings.Contains(w, "@") {
			words[i] = "(address)"
		}
	}
	return strings.Join(words, " ")
}

func (c *Clerk) writeToUmpire(tx store.Tx, to, id string, data templates.Data) error {
	body, err := json.Marshal(data)
	if err != nil {
		return err
	}
	return tx.Enqueue(&store.Row{At: tx.Now(), Kind: "office", To: to, Data: body, Next: tx.Now(),
		MessageID: fmt.Sprintf("%s.%s@%s", id, digits(body), c.cfg.Site.Domain)})
}

// namedUmpire gives the address of the umpire whom the terms of a game name; ""
// where they name none, where he is not registered (corrd writes only to
// addresses on file), plays the game himself, or is the server's.
func (c *Clerk) namedUmpire(tx store.Tx, s game.State) (string, error) {
	if s.Terms.Umpire == "" {
		return "", nil
	}
	p, err := tx.PlayerAt(s.Terms.Umpire)
	switch {
	case errors.Is(err, store.ErrNotFound) || store.SameAddress(s.Terms.Umpire, c.cfg.Umpire):
		return "", nil
	case err != nil:
		return "", err
	case slices.Contains(s.Members(board.White), p.ID) || slices.Contains(s.Members(board.Black), p.ID):
		return "", nil
	}
	return spelling(p, s.Terms.Umpire), nil
}
