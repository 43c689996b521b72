package players

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"corrd/cmd/internal/ledger"
	"corrd/mailer"
	"corrd/store"
)

// A player may have a postal address and no mailbox. What corrd writes to them is then printed on
// cards; the address stands nowhere but in the record of the player.

// The bounds of a postal address.
const (
	mostLines  = 6
	longLine   = 48
	shortPlace = 2
)

// ErrPostal says that a text is no postal address.
var ErrPostal = errors.New("a postal address is of one to six lines of 48 letters at most, parted by commas or line ends")

// Postal reads a postal address, whose lines are parted by line ends or, where there is none, by
// commas.
func Postal(written string) (string, error) {
	written = norm.NFC.String(written)
	parted := strings.Split(written, "\n")
	if len(parted) == 1 {
		parted = strings.Split(written, ",")
	}
	var lines []string
	for _, line := range parted {
		valid := utf8.ValidString(line)
		line = mailer.OneLine(strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return ' '
			}
			return r
		}, line))
		if line != "" {
			lines = append(lines, line)
		}
		if utf8.RuneCountInString(line) > longLine || !valid {
			return "", ErrPostal
		}
	}
	address := strings.Join(lines, "\n")
	if len(lines) > mostLines || len(address) < shortPlace {
		return "", ErrPostal
	}
	return address, nil
}

// Enrol stores a new player who has a postal address and no mailbox.
func Enrol(tx store.Tx, p *store.Player) error {
	if err := PutName(tx, p); err != nil {
		return err
	}
	p.Addresses = []string{store.CardAddress(p.ID)}
	return tx.PutPlayer(p)
}

// ToCards returns a player a postal address. A player who had a mailbox has none from now on: in
// each running game the player has a card with a new key of the game, and the keys before are void.
func ToCards(out *ledger.Notices, p *store.Player, postal string) error {
	p.Postal = postal
	if p.OnCards() {
		return out.Tx.PutPlayer(p)
	}
	return moveTo(out, p, store.CardAddress(p.ID))
}

// ToMailbox gives a player without a mailbox one, and drops the postal address. No card of theirs
// may wait to be posted.
func ToMailbox(out *ledger.Notices, p *store.Player, address string) error {
	p.Postal = ""
	return moveTo(out, p, address)
}

// moveTo has all letters to a player go to another address from now on, the others being given up.
func moveTo(out *ledger.Notices, p *store.Player, address string) error {
	for _, a := range p.Addresses { // by which an erasure finds what was written to them
		known := store.Registration{Name: p.Name, Address: a, At: out.Tx.Now(), Owner: p.ID, Player: p.ID}
		if err := out.Tx.PutRegistration(&known); err != nil {
			return err
		}
	}
	p.Addresses = []string{address}
	if err := putChanges(out.Tx, p.ID, nil); err != nil {
		return err
	}
	if err := out.Tx.PutPlayer(p); err != nil {
		return err
	}
	if err := out.KeepOnCards(out.Tx, p.ID); err != nil {
		return err
	}
	return rotateAll(out, *p)
}

// CardsWaiting returns the numbers of the cards to a player that have not been posted.
func CardsWaiting(v store.View, p store.Player) (ids []int64, err error) {
	rows, err := v.Rows(mostCards, append([]store.RowState{store.Queued}, store.Unposted...)...)
	for _, r := range rows {
		if r.Player == p.ID && store.IsCard(r.To) {
			ids = append(ids, r.ID)
		}
	}
	return ids, err
}

// mostCards is how many letters that wait are looked through.
const mostCards = 10_000

// CardNumbers names cards: "card 17", "cards 17 and 18".
func CardNumbers(ids []int64) string {
	words := strings.Fields(strings.Trim(fmt.Sprint(ids), "[]"))
	if len(words) < 2 {
		return "card " + strings.Join(words, "")
	}
	return "cards " + strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}
