package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"corrd/cmd/internal/control"
)

type playerCmd struct {
	List playerListCmd `cmd:"" help:"List the players."`
	Add  playerAddCmd  `cmd:"" help:"Register a player whose address you vouch for."`
	Show playerShowCmd `cmd:"" help:"Show a player, by number, address or name, or by a part of a name that one player has, with what they have set: reminders off and challenges off are what stop sets, leaving is of a player who is removed when their last game is over. With --json also: blocked (the players whom they block, by number)."`

	Import  playerImportCmd  `cmd:"" help:"Register the players of a list: lines of a name and an address, parted by a comma or a semicolon, and for a player without a mailbox a name, nothing, and a postal address in quotation marks; a first line without an address is a heading. Who is refused keeps no other back; the exit status is 1 then. With --json, one line each: line, name (as registered), address, player (null where there is none), refused (why, or null)."`
	Rename  playerRenameCmd  `cmd:"" help:"Give a player another name. Every address of the player is told; nobody else can take the old one."`
	Address playerAddressCmd `cmd:"" help:"Add an address to a player, or take one away. Every address is told, and can undo that for a week."`
	Postal  playerPostalCmd  `cmd:"" help:"Give a player a postal address in the place of a mailbox, or another postal address. Lines are parted by commas. What corrd writes to them is printed as cards from then on (corrctl card)."`
	Remove  playerRemoveCmd  `cmd:"" help:"Remove a player who plays in no running game: their challenges end, and corrd writes to them no more. Their games, their letters and their name stay."`

	Approve playerApproveCmd `cmd:"" help:"Register a newcomer who waits for the secretary (registration ask), and tell them so; without a name, list who waits. With --json, one line each: name, address, confirmed, player (null where they are none)."`
	Refuse  playerRefuseCmd  `cmd:"" help:"Refuse a newcomer who waits for the secretary, and tell them so; corrctl player add can register them later all the same."`

	Leave      playerLeaveCmd      `cmd:"" help:"Take leave for a player in all their games at once, as leave 14 days everywhere does in a letter of theirs. They and their opponents are told. With --json: player, taken, refused (games in which no leave was taken, and why)."`
	Withdraw   playerWithdrawCmd   `cmd:"" help:"Withdraw a player from all games that go on, by a ruling: they forfeit each or, with --draw, each is drawn; or none is touched."`
	RotateKeys playerRotateKeysCmd `cmd:"" help:"Replace the reply addresses of a seat, when somebody else may know them. A letter to an older one is held until its player confirms it; they are sent the new one. With --json: game, side, member (null where the side is one player), player, name, generation."`
	Replace    playerReplaceCmd    `cmd:"" help:"Put another registered player into a seat, by a ruling: they take the game over as it stands, with its clocks, and both sides and the player replaced read why. The keys of the player replaced are dead from then on, and what was held for them is dropped. In a match it is for this game alone, in consultation for one member; a player has one seat in a game. A challenge that has not been accepted by all has no seats yet: its sender withdraws it and writes another. To put the first player back, replace again. With --json: what corrctl rule prints."`
}

type playerListCmd struct {
	Silent  span  `placeholder:"DUR" help:"Only those to whose answer a game waits and who have written about no game for so long, as in 30d. silent_since of --json says since when."`
	Running bool  `help:"Only those who play in a game that goes on."`
	Postal  bool  `help:"Only those without a mailbox, who play by cards."`
	Event   int64 `placeholder:"N" help:"Only those who have entered an event or, after its start, have a seat in it."`
}

// Run prints a line for each player.
func (c playerListCmd) Run(d *desk) error {
	a := control.Members{Silent: time.Duration(c.Silent), Running: c.Running, Postal: c.Postal, Event: c.Event}
	if c.Silent > 0 {
		return list(d, control.PlayerList, a, "ID NAME ADDRESSES SILENT-SINCE", func(p control.PlayerView) []any {
			return []any{p.ID, p.Name, addressesOf(p, ","), stamp(*p.SilentSince)}
		})
	}
	return list(d, control.PlayerList, a, "ID NAME ADDRESSES GAMES", func(p control.PlayerView) []any {
		return []any{p.ID, p.Name, addressesOf(p, ","), len(p.Games)}
	})
}

type playerAddCmd struct {
	Name    string `arg:"" help:"Name of the player."`
	Address string `arg:"" optional:"" help:"Mail address of the player."`
	Postal  string `help:"Postal address of a player who has no mailbox, its lines parted by commas."`
	Quiet   bool   `help:"Write no letter of welcome."`
}

// Run is refused where somebody has the address.
func (c playerAddCmd) Run(d *desk) error {
	return showPlayer(d, control.PlayerAdd, control.Enrolment{Name: c.Name, Address: c.Address, Postal: c.Postal, Quiet: c.Quiet})
}

// playerArg is the argument of the commands about one player.
type playerArg struct {
	Player string `arg:"" help:"Number, address or name of the player."`
}

type playerShowCmd struct{ playerArg }

// Run prints one player, or is refused where there is none.
func (c playerShowCmd) Run(d *desk) error {
	return showPlayer(d, control.PlayerShow, whom(c.Player))
}

type playerRenameCmd struct {
	playerArg
	Name string `arg:"" help:"Name that the player is to have."`
}

// Run is refused where the name is another's, or is taken for another's.
func (c playerRenameCmd) Run(d *desk) error {
	return showPlayer(d, control.PlayerRename, control.Renaming{Whom: whom(c.Player), Name: c.Name})
}

type playerAddressCmd struct {
	Add    playerAddressAddCmd    `cmd:"" help:"Add an address for which you vouch to a player."`
	Remove playerAddressRemoveCmd `cmd:"" help:"Take one of several addresses away from a player."`
}

type playerAddressAddCmd struct {
	playerArg
	Address string `arg:"" help:"Address to add."`
}

// Run is refused where somebody has the address.
func (c playerAddressAddCmd) Run(d *desk) error {
	return showPlayer(d, control.PlayerAddressAdd, control.Readdress{Whom: whom(c.Player), Mailbox: c.Address})
}

type playerAddressRemoveCmd struct {
	playerArg
	Address string `arg:"" help:"Address to take away."`
}

// Run is refused where the player has not the address, or no other.
func (c playerAddressRemoveCmd) Run(d *desk) error {
	return showPlayer(d, control.PlayerAddressRemove, control.Readdress{Whom: whom(c.Player), Mailbox: c.Address})
}

type playerPostalCmd struct {
	playerArg
	Address string `arg:"" help:"Postal address, its lines parted by commas."`
}

// Run is refused where the text is no address, or a game of theirs goes by telegraph.
func (c playerPostalCmd) Run(d *desk) error {
	return showPlayer(d, control.PlayerPostal, control.Rehousing{Whom: whom(c.Player), Postal: c.Address})
}

type playerRemoveCmd struct {
	playerArg
	Erase bool `help:"Erase all that they wrote and were, for good: their name and addresses, their letters, the letters to them and the words of those about them, their words in the logs of their games. The games stay, played by a \"former member\", and every hash of their logs still verifies. Nobody is written to. The letters of others stay as they are; they and the backups that know the player still are named. With --json: order, player, name, games, letters, backups (at, file)."`
	finalFlags
}

// Run is refused while the player has a running game.
func (c playerRemoveCmd) Run(d *desk) error {
	if c.Erase {
		return c.erase(d)
	}
	args := func(preview bool) control.Removal { return control.Removal{Whom: whom(c.Player), Preview: preview} }
	return final(d, control.PlayerRemove, c.finalFlags, args, d.player)
}

// erase says what has gone, and where something of the player is left.
func (c playerRemoveCmd) erase(d *desk) error {
	args := func(preview bool) control.Removal { return control.Removal{Whom: whom(c.Player), Preview: preview} }
	return final(d, control.PlayerErase, c.finalFlags, args, func(e control.ErasureView) {
		if e.Order == 0 {
			fmt.Fprintf(d.out, "Player      %d would be %s\n", e.Player, e.Name)
		} else {
			fmt.Fprintf(d.out, "Order       %d: player %d is %s from now on\n", e.Order, e.Player, e.Name)
		}
		fmt.Fprintf(d.out, "Games       %s\n", cmp.Or(strings.Trim(fmt.Sprint(e.Games), "[]"), "none"))
		if e.Order == 0 {
			fmt.Fprintln(d.out, "Letters of others that quote or address them stay; which they are is known afterwards.")
		} else {
			fmt.Fprintf(d.out, "Letters of others that quote or address them, which stay: %s\n", cmp.Or(strings.Trim(fmt.Sprint(e.Letters), "[]"), "none"))
		}
		for _, b := range e.Backups {
			fmt.Fprintf(d.out, "Backup of %s, which knows them still: %s\n", stamp(b.At), b.File)
		}
		fmt.Fprintln(d.out, "A store that is put back from a backup is erased again when corrd starts, as long as the file erasures lies beside it.\nThe mailbox that corrd fetches from, and its log, are not erased.")
	})
}

// whom names a player, by number, address or name; nobody where the text is empty.
func whom(text string) control.Whom {
	if id, err := strconv.ParseInt(text, 10, 64); err == nil {
		return control.Whom{ID: id}
	}
	return control.Whom{Address: text}
}

func showPlayer[A any](d *desk, v control.Verb[A, control.PlayerView], args A) error {
	return show(d, v, args, d.player)
}

// player prints a player.
func (d *desk) player(p control.PlayerView) {
	games := strings.Trim(fmt.Sprint(p.Games), "[]")
	fmt.Fprintf(d.out, "Player      %d, %s\nAddresses   %s\nRegistered  %s\nGames       %s\n",
		p.ID, p.Name, addressesOf(p, ", "), stamp(p.Registered), cmp.Or(games, "none"))
	for _, name := range slices.Sorted(maps.Keys(p.Settings)) {
		fmt.Fprintf(d.out, "Has set     %s %s\n", name, p.Settings[name])
	}
	if blocked := strings.Trim(fmt.Sprint(p.Blocked), "[]"); blocked != "" {
		fmt.Fprintf(d.out, "Blocks      players %s\n", blocked)
	}
}

// addressesOf writes the addresses of a player; of one without a mailbox, the postal address.
func addressesOf(p control.PlayerView, between string) string {
	if p.Postal != nil {
		return "by card: " + strings.ReplaceAll(*p.Postal, "\n", ", ")
	}
	return strings.Join(p.Addresses, between)
}
