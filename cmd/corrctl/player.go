package main

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"corrd/cmd/internal/clerk"
)

type playerCmd struct {
	List playerListCmd `cmd:"" help:"List the players."`
	Add  playerAddCmd  `cmd:"" help:"Register a player whose address you vouch for."`
	Show playerShowCmd `cmd:"" help:"Show a player, by number or address."`

	Import  playerImportCmd  `cmd:"" help:"Register the players of a list: lines of a name and an address, parted by a comma or a semicolon; a first line without an address is a heading. Who is refused keeps no other back; the exit status is 1 then. With --json, one line each: line, name (as registered), address, player (null where there is none), refused (why, or null)."`
	Rename  playerRenameCmd  `cmd:"" help:"Give a player another name. Every address of the player is told; nobody else can take the old one."`
	Address playerAddressCmd `cmd:"" help:"Add an address to a player, or take one away. Every address is told, and can undo that for a week."`
	Remove  playerRemoveCmd  `cmd:"" help:"Remove a player who plays in no running game: their challenges end, and corrd writes to them no more. Their games, their letters and their name stay."`

	RotateKeys playerRotateKeysCmd `cmd:"" help:"Replace the reply addresses of a seat, when somebody else may know them. A letter to an older one is held until its player confirms it; he is sent the new one. With --json: game, side, member (null where the side is one player), player, name, generation."`
	Replace    playerReplaceCmd    `cmd:"" help:"Put another registered player into a seat, by a ruling: he takes the game over as it stands, with its clocks, and both sides and the player replaced read why. His keys are dead from then on, and what was held for him is dropped. In a match it is for this game alone, in consultation for one member; a player has one seat in a game. A challenge that has not been accepted by all has no seats yet: its sender withdraws it and writes another. To put the first player back, replace again. With --json: what corrctl rule prints."`
}

type playerListCmd struct{}

// Run prints a line for each player.
func (playerListCmd) Run(d *desk) error {
	players, err := ask[[]clerk.PlayerView](d, "/player/list", clerk.Args{})
	if err != nil {
		return err
	}
	return printList(d, players, "ID NAME ADDRESSES GAMES", func(p clerk.PlayerView) []any {
		return []any{p.ID, p.Name, strings.Join(p.Addresses, ","), len(p.Games)}
	})
}

type playerAddCmd struct {
	Name    string `arg:"" help:"Name of the player."`
	Address string `arg:"" help:"His mail address."`
	Quiet   bool   `help:"Write no letter of welcome."`
}

// Run is refused where somebody has the address.
func (c playerAddCmd) Run(d *desk) error {
	return d.printPlayer("/player/add", clerk.Args{Name: c.Name, Address: c.Address, Quiet: c.Quiet})
}

type playerShowCmd struct {
	Player string `arg:"" help:"Number or address of the player."`
}

// Run prints one player, or is refused where there is none.
func (c playerShowCmd) Run(d *desk) error {
	return d.printPlayer("/player/show", whichPlayer(c.Player))
}

// whichPlayer are the arguments that name a player, by number or address.
func whichPlayer(text string) clerk.Args {
	if id, err := strconv.ParseInt(text, 10, 64); err == nil {
		return clerk.Args{ID: id}
	}
	return clerk.Args{Address: text}
}

func (d *desk) printPlayer(verb string, a clerk.Args) error {
	p, err := ask[clerk.PlayerView](d, verb, a)
	if err != nil {
		return err
	}
	return d.printOr(p, func() {
		games := strings.Trim(fmt.Sprint(p.Games), "[]")
		fmt.Fprintf(d.out, "Player      %d, %s\nAddresses   %s\nRegistered  %s\nGames       %s\n",
			p.ID, p.Name, strings.Join(p.Addresses, ", "), stamp(p.Registered), cmp.Or(games, "none"))
	})
}
