package main

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"strings"

	"corrd/cmd/internal/clerk"
)

type playerImportCmd struct {
	List    string `arg:"" help:"File of the list; - is standard input."`
	Preview bool   `help:"Say what would come of it, and register nobody."`
	Quiet   bool   `help:"Write no letters of welcome."`
}

// Run registers the players of a list, and fails if any is refused.
func (c playerImportCmd) Run(d *desk) error {
	players, err := d.readRoster(c.List)
	if err != nil {
		return err
	}
	views, err := ask[[]clerk.ImportView](d, "/player/import", clerk.Args{Players: players, Preview: c.Preview, Quiet: c.Quiet})
	if err != nil {
		return err
	}
	refused := 0
	err = printList(d, views, "LINE NAME ADDRESS OUTCOME", func(v clerk.ImportView) []any {
		return []any{v.Line, v.Name, v.Address, outcomeOf(v)}
	})
	for _, v := range views {
		if v.Refused != nil {
			refused++
		}
	}
	if err == nil && refused > 0 {
		return fmt.Errorf("%d of %d players refused; the others are %s", refused, len(views), map[bool]string{true: "as they would be registered", false: "registered"}[c.Preview])
	}
	return err
}

func outcomeOf(v clerk.ImportView) string {
	switch {
	case v.Refused != nil:
		return "refused: " + *v.Refused
	case v.Player == nil:
		return "would be registered"
	}
	return fmt.Sprintf("player %d", *v.Player)
}

// mostInList is how many bytes a list has at most, so that the daemon takes it at once.
const mostInList = 512 << 10

// readRoster reads a list of players: names and addresses, as spreadsheets write them.
func (d *desk) readRoster(path string) ([]clerk.NewPlayer, error) {
	in := d.in
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, mostInList+1))
	if err != nil {
		return nil, err
	}
	if len(text) > mostInList {
		return nil, fmt.Errorf("%s is longer than %d bytes; import it in parts", path, mostInList)
	}
	return parseRoster(path, bytes.TrimPrefix(text, []byte("\ufeff")))
}

func parseRoster(path string, text []byte) (players []clerk.NewPlayer, err error) {
	first, _, _ := bytes.Cut(text, []byte("\n"))
	r := csv.NewReader(bytes.NewReader(text))
	r.FieldsPerRecord, r.TrimLeadingSpace, r.Comment = -1, true, '#'
	if !bytes.ContainsRune(first, ',') && bytes.ContainsRune(first, ';') {
		r.Comma = ';'
	}
	for {
		fields, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		line, _ := r.FieldPos(0)
		n := clerk.NewPlayer{Line: line, Name: strings.TrimSpace(fields[0])}
		if len(fields) > 1 {
			n.Address = strings.TrimSpace(fields[1])
		}
		if len(players) == 0 && len(fields) > 1 && line == 1 && !strings.Contains(n.Address, "@") {
			continue // a heading
		}
		players = append(players, n)
	}
	if len(players) == 0 {
		return nil, fmt.Errorf("%s has no line with a name and an address, as in: Alice Example,alice@example.org", path)
	}
	return players, nil
}

type playerRenameCmd struct {
	Player string `arg:"" help:"Number or address of the player."`
	Name   string `arg:"" help:"Name that the player is to have."`
}

// Run is refused where the name is another's, or is taken for another's.
func (c playerRenameCmd) Run(d *desk) error {
	a := whichPlayer(c.Player)
	a.Name = c.Name
	return d.printPlayer("/player/rename", a)
}

type playerAddressCmd struct {
	Add    playerAddressAddCmd    `cmd:"" help:"Add an address for which you vouch to a player."`
	Remove playerAddressRemoveCmd `cmd:"" help:"Take one of several addresses away from a player."`
}

type playerAddressAddCmd struct {
	Player  string `arg:"" help:"Number or an address of the player."`
	Address string `arg:"" help:"Address to add."`
}

// Run is refused where somebody has the address.
func (c playerAddressAddCmd) Run(d *desk) error {
	a := whichPlayer(c.Player)
	a.Mailbox = c.Address
	return d.printPlayer("/player/address-add", a)
}

type playerAddressRemoveCmd struct {
	Player  string `arg:"" help:"Number or an address of the player."`
	Address string `arg:"" help:"Address to take away."`
}

// Run is refused where the player has not the address, or no other.
func (c playerAddressRemoveCmd) Run(d *desk) error {
	a := whichPlayer(c.Player)
	a.Mailbox = c.Address
	return d.printPlayer("/player/address-remove", a)
}

type playerRemoveCmd struct {
	Player string `arg:"" help:"Number or address of the player."`
	Erase  bool   `help:"Erase all that they wrote and were, for good: their name and addresses, their letters, the letters to them and the words of those about them, their words in the logs of their games. The games stay, played by a \"former member\", and every hash of their logs still verifies. Nobody is written to. The letters of others stay as they are; they and the backups that know the player still are named. With --json: order, player, name, games, letters, backups (at, file)."`
}

// Run is refused while the player has a running game.
func (c playerRemoveCmd) Run(d *desk) error {
	if c.Erase {
		return c.erase(d)
	}
	return d.printPlayer("/player/remove", whichPlayer(c.Player))
}

// erase says what has gone, and where something of the player is left.
func (c playerRemoveCmd) erase(d *desk) error {
	e, err := ask[clerk.ErasureView](d, "/player/erase", whichPlayer(c.Player))
	if err != nil {
		return err
	}
	return d.printOr(e, func() {
		fmt.Fprintf(d.out, "Order       %d: player %d is %s from now on\n", e.Order, e.Player, e.Name)
		fmt.Fprintf(d.out, "Games       %s\n", cmp.Or(strings.Trim(fmt.Sprint(e.Games), "[]"), "none"))
		fmt.Fprintf(d.out, "Letters of others that quote or address them, which stay: %s\n", cmp.Or(strings.Trim(fmt.Sprint(e.Letters), "[]"), "none"))
		for _, b := range e.Backups {
			fmt.Fprintf(d.out, "Backup of %s, which knows them still: %s\n", stamp(b.At), b.File)
		}
		fmt.Fprintln(d.out, "A store that is put back from a backup is erased again when corrd starts, as long as the file erasures lies beside it.\nThe mailbox that corrd fetches from, and its log, are not erased.")
	})
}
