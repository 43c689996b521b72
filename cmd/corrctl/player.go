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
	"corrd/cmd/internal/umpire"
	"corrd/game"
	"corrd/game/play"
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

	Leave      playerLeaveCmd      `cmd:"" help:"Take leave for a player in all their games at once, as leave 14 days everywhere does in a letter of theirs. They and their opponents are told. The exit status is 1 where no game grants leave. With --json: player, taken, refused (games in which no leave was taken, and why)."`
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

// Run is refused where the text is not an address, or a game of theirs goes by telegraph.
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

// whom names a player, by number, address or name; nobody where the text is empty. Players are
// counted from 1, so that 0 is no number: it does not name nobody, which may stand for all.
func whom(text string) control.Whom {
	if id, err := strconv.ParseInt(text, 10, 64); err == nil && id > 0 {
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
		p.ID, p.Name, cmp.Or(addressesOf(p, ", "), "none: corrd writes to them no more"), stamp(p.Registered), cmp.Or(games, "none"))
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

// applicantHead heads the table of newcomers.
const applicantHead = "NAME ADDRESS CONFIRMED PLAYER"

func applicantLine(a control.ApplicantView) []any {
	player := any("-")
	if a.Player != nil {
		player = *a.Player
	}
	return []any{a.Name, a.Address, stamp(a.Confirmed), player}
}

type playerApproveCmd struct {
	Name string `arg:"" optional:"" help:"Name or address of the newcomer, or all."`
}

// Run is refused where nobody who waits is called so.
func (c playerApproveCmd) Run(d *desk) error {
	if c.Name == "" {
		return list(d, control.PlayerWaiting, control.None{}, applicantHead, applicantLine)
	}
	return list(d, control.PlayerApprove, control.Named{Name: c.Name}, applicantHead, applicantLine)
}

type playerRefuseCmd struct {
	Name string `arg:"" help:"Name or address of the newcomer."`
}

// Run is refused where nobody who waits is called so.
func (c playerRefuseCmd) Run(d *desk) error {
	return list(d, control.PlayerRefuse, control.Named{Name: c.Name}, applicantHead, applicantLine)
}

type playerLeaveCmd struct {
	playerArg
	For     span `arg:"" help:"How long, in whole days: 14d."`
	Preview bool `help:"Say what would come of it, and do nothing."`
}

// Run prints a line for each game, and ends with status 1 where leave is taken in none.
func (c playerLeaveCmd) Run(d *desk) error {
	const day = 24 * time.Hour
	a := control.Leave{Whom: whom(c.Player), Preview: c.Preview}
	if length := time.Duration(c.For); length%day == 0 {
		a.Days = int(length / day)
	}
	l, err := ask(d, control.PlayerLeave, a)
	if err != nil {
		return err
	}
	err = d.printOr(l, func() {
		for _, line := range l.Taken {
			fmt.Fprintf(d.out, "Leave       %s\n", line)
		}
		for _, line := range l.Refused {
			fmt.Fprintf(d.out, "No leave    %s\n", line)
		}
		if len(l.Taken)+len(l.Refused) == 0 {
			fmt.Fprintln(d.out, "No leave    they play in no game that goes on")
		}
	})
	if err == nil && len(l.Taken) == 0 {
		return errFailed
	}
	return err
}

type playerWithdrawCmd struct {
	playerArg
	Law    []string `required:"" placeholder:"CITATION" help:"The provision it rests on. Where the games are played under several codes, --law is given for each: a game takes the first that its code has and that allows it."`
	Reason string   `required:"" placeholder:"TEXT" help:"Why. Both sides of every game read it."`

	Forfeit bool `xor:"end" help:"They forfeit each game; this is so without either flag."`
	Draw    bool `xor:"end" help:"Each game is drawn, as at the death of a player."`

	Fundamental bool `help:"It is done without an appeal, because the fundamental laws are violated."`

	As      string `placeholder:"UMPIRE" help:"Who rules; else the umpire of each game."`
	Preview bool   `help:"Say what would come of it, and do nothing."`
}

// Run ends every game of a player that goes on.
func (c playerWithdrawCmd) Run(d *desk) error {
	rule := play.Rule{Ruling: game.Ruling{Reason: c.Reason, Fundamental: c.Fundamental}}
	laws := make([]game.Law, len(c.Law))
	for i, law := range c.Law {
		laws[i] = game.Law(strings.TrimSpace(law))
	}
	a := control.Withdrawal{Whom: whom(c.Player), Rule: &rule, Laws: laws, As: c.As, Draw: c.Draw, Preview: c.Preview}
	return list(d, control.PlayerWithdraw, a, "GAME SIDE RESULT", func(w control.WithdrawalView) []any {
		return []any{w.Game, w.Side, result(w.Result)}
	})
}

type auditCmd struct{}

// Run prints what was done by the socket, a line each.
func (auditCmd) Run(d *desk) error {
	return list(d, control.AuditList, control.None{}, "ID AT WHO VERB ARGUMENTS OUTCOME", func(a control.AuditView) []any {
		return []any{a.ID, stamp(a.At), cmp.Or(a.Who, "-"), a.Verb, a.Said(), prose(a.Outcome)}
	})
}

type outboxShowCmd struct{ rowID }

// Run shows a letter that went out, or waits.
func (c outboxShowCmd) Run(d *desk) error {
	return show(d, control.LetterShow, control.OneLetter{ID: int64(c.ID), Out: true}, func(l control.LetterDetail) { printLetter(d, fmt.Sprint("o", c.ID), l) })
}

// seatArg is the argument of the commands about one seat.
type seatArg struct {
	Seat string `arg:"" placeholder:"SEAT" help:"The game and the side, as in 12.white or g12.w; where the side is of several players also the member, as in 12.white.m2 or g12.wm2."`
}

func (a seatArg) read() (*control.Seat, error) {
	var s control.Seat
	var err error
	if s.Game, s.Side, s.Member, err = umpire.Seat(a.Seat); err != nil {
		return nil, usageError{err}
	}
	return &s, nil
}

type playerRotateKeysCmd struct{ seatArg }

// Run prints the seat with the generation of its new keys.
func (c playerRotateKeysCmd) Run(d *desk) error {
	s, err := c.read()
	if err != nil {
		return err
	}
	return show(d, control.PlayerRotateKeys, control.Seating{Seat: s}, func(view control.SeatView) {
		fmt.Fprintf(d.out, "%s has new reply addresses in game %d; their keys are of generation %d. A letter with the first of them has gone out.\n", view.Name, view.Game, view.Generation)
	})
}

type playerReplaceCmd struct {
	seatArg
	Address string `arg:"" help:"An address of the registered player who takes the seat."`
	Law     string `required:"" placeholder:"CITATION" help:"The provision it rests on, as corrctl law names them, such as house:25."`
	Reason  string `required:"" placeholder:"TEXT" help:"Why. Both sides read it, and so does the player replaced."`
	Preview bool   `help:"Say what would come of it, and do nothing."`
}

// Run replaces the player, or previews the change, and prints what comes of the change as a ruling
// does.
func (c playerReplaceCmd) Run(d *desk) error {
	s, err := c.read()
	if err != nil {
		return err
	}
	r := play.Rule{Ruling: game.Ruling{Reason: strings.TrimSpace(c.Reason)}, Law: game.Law(c.Law)}
	return show(d, control.PlayerReplace, control.Replacing{Seat: s, Address: c.Address, Rule: &r, Preview: c.Preview}, d.ruling)
}
