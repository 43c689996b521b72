package clerk

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"corrd/game"
	"corrd/game/board"
	"corrd/store"
)

// accept begins the game, or all the games of a match. A stranger is registered
// by accepting: his answer came from the address the invitation went to.
func (d *desk) accept(ch store.Challenge) error {
	if err := d.registerChallenged(&ch); err != nil {
		return err
	}
	var terms game.Terms
	if err := json.Unmarshal(ch.Terms, &terms); err != nil {
		return err
	}
	raw, err := d.tx.Raw(d.rec.ID)
	if err != nil {
		return err
	}
	challengerIsWhite, lot := drawColours(terms, ch.Nonce, raw, d.rec.ID)
	players := [2]int64{ch.ToID, ch.From}
	if challengerIsWhite {
		players = [2]int64{ch.From, ch.ToID}
	}
	if err := d.beginAll(&ch, terms, players, lot); err != nil {
		return err
	}
	ch.State, d.rec.Game, d.rec.Player = store.ChallengeAccepted, ch.Game, ch.ToID
	return firstError(d.tx.PutChallenge(&ch), d.end(store.Acted, "game begun"))
}

// beginAll begins the games of a challenge side by side; the players are those
// of the first by colours, which may have been drawn by lot. What the letter of
// acceptance says besides goes with the first.
func (d *desk) beginAll(ch *store.Challenge, terms game.Terms, players [2]int64, lot *game.Lot) error {
	note := d.page.Note
	for n := 1; n <= terms.Games; n++ {
		start := game.Start{Terms: terms, Players: players, Lot: lot, Letter: d.rec.ID}
		if terms.Games > 1 {
			start.Match = &game.Match{Challenge: ch.ID, Number: n, Games: terms.Games}
			start.Players = start.Match.Pairing(players)
		}
		start.Challenger = board.Side(slices.Index(start.Players[:], ch.From))
		if err := begin(d.Clerk, d.tx, ch, start, note); err != nil {
			return err
		}
		lot, note = nil, ""
	}
	return nil
}

// begin begins one game of a challenge.
func begin(c *Clerk, tx store.Tx, ch *store.Challenge, start game.Start, note string) error {
	id, err := tx.NewGame()
	if err != nil {
		return err
	}
	ch.Game = cmp.Or(ch.Game, id)
	ch.Games = append(ch.Games, id)
	s := game.State{ID: id}
	_, err = appendEvents(c, tx, s, s.Decide(start, tx.Now().In(c.zone)), start.Letter, note)
	return err
}

func (d *desk) registerChallenged(ch *store.Challenge) error {
	if ch.ToID != 0 {
		return nil
	}
	if d.player == nil {
		name := cleanName(cmp.Or(d.mail.FromName, localPart(d.mail.From)))
		d.player = &store.Player{Name: name, Addresses: []string{d.mail.From}, Registered: d.tx.Now()}
		if err := d.tx.PutPlayer(d.player); err != nil {
			return err
		}
	}
	ch.ToID = d.player.ID
	return nil
}

// drawColours says whether the challenger has the white men: by the terms, or
// by the lot of house:4.
func drawColours(t game.Terms, nonce string, acceptance []byte, letter int64) (challengerIsWhite bool, lot *game.Lot) {
	if t.Colour != "lot" {
		return t.Colour == "white", nil
	}
	b, _ := hex.DecodeString(nonce)
	sum := sha256.Sum256(append(b, acceptance...))
	return sum[len(sum)-1]&1 == 0, &game.Lot{Nonce: nonce, Commitment: commit(nonce), Letter: letter}
}
