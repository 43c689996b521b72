package scenario

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/local"
	"corrd/game/board"
	"corrd/game/carrier"
)

// Umpire carries out a command of corrctl on the daemon that answers on a
// socket. Its error says why the command was refused.
type Umpire func(ctx context.Context, socket string, args []string) error

// Daemon plays a scenario through a daemon of its own, on free loopback ports
// and in a temporary folder that is gone when it returns: every letter is handed
// in by SMTP and read by IMAP, and every step settles.
func Daemon(ctx context.Context, s Scenario, umpire Umpire) Outcome {
	return daemonAnd(ctx, local.Options{}, s, umpire, func(context.Context, *control.Control) error { return nil })
}

// daemonAnd plays a scenario as Daemon does, in a folder and with a store in a database where these
// are named, and has something done with the daemon at the end.
func daemonAnd(ctx context.Context, in local.Options, s Scenario, umpire Umpire, afterwards func(context.Context, *control.Control) error) Outcome {
	var out Outcome
	in.Start, in.Zone = s.Start, s.Zone
	err := withHouse(ctx, in, func(ctx context.Context, h *local.House) error {
		d := &daemon{house: h, ctl: control.Dial(h.Socket), umpire: umpire, boxes: map[string]*mailbox{}}
		if err := d.begin(ctx, s); err != nil {
			return err
		}
		out = s.play(ctx, d)
		return afterwards(ctx, d.ctl)
	})
	if err != nil {
		return Outcome{File: s.Name}.failed(1, err.Error())
	}
	return out
}

// withHouse runs f beside a daemon on free ports whose clock stands still, with an umpire of the
// server. The folder is a temporary one unless the options name another.
func withHouse(ctx context.Context, in local.Options, f func(context.Context, *local.House) error) (err error) {
	if in.Dir == "" {
		if in.Dir, err = os.MkdirTemp("", "corrd-scenario-"); err != nil {
			return err
		}
		defer os.RemoveAll(in.Dir)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	in.SMTP, in.IMAP, in.Virtual, in.Seed = "127.0.0.1:0", "127.0.0.1:0", true, 1
	in.Umpire = umpireBox + "@" + local.Domain
	h, err := local.Open(ctx, in)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	ran := make(chan error, 1)
	go func() { ran <- h.Run(ctx) }()
	err = f(ctx, h)
	stop()
	return errors.Join(err, <-ran)
}

// daemon is a game on a House.
type daemon struct {
	house  *local.House
	ctl    *control.Control
	umpire Umpire
	game   int64
	seats  [2]string           // the mailboxes of the two sides
	boxes  map[string]*mailbox // by name
	cards  int64               // the number of the newest card that a look has given
	events int                 // the number of events of the game seen so far
	spent  [2]carrier.Charge   // of each side, in those events
}

// The mailboxes of the players and of a stranger. Which player has which men
// may be drawn by lot.
const (
	challenger = "alice"
	challenged = "bob"
	stranger   = "mallory"
	umpireBox  = "umpire" // of the server's umpire, who writes by corrctl alone
)

// playerNames are the names the two players register.
var playerNames = map[string]string{challenger: "Alice Example", challenged: "Bob Example"}

// begin registers the players, has one challenge and the others accept, and plays
// the moves of the header.
func (d *daemon) begin(ctx context.Context, s Scenario) error {
	n := s.members()
	for _, box := range append(boxes(challenger, n[0]), boxes(challenged, n[1])...) {
		args := control.Enrolment{Name: nameOf(box), Address: box + "@" + local.Domain, Quiet: true}
		if _, err := control.PlayerAdd.Ask(ctx, d.ctl, args); err != nil {
			return err
		}
	}
	if err := d.agree(ctx, s); err != nil {
		return err
	}
	return d.prelude(ctx, s)
}

// boxes names the mailboxes of the members of a player's side.
func boxes(player string, members int) []string {
	all := []string{player}
	for n := 2; n <= members; n++ {
		all = append(all, fmt.Sprint(player, n))
	}
	return all
}

// nameOf is the name under which the owner of a mailbox registers.
func nameOf(box string) string {
	player := strings.TrimRight(box, "0123456789")
	return strings.TrimSpace(playerNames[player] + " " + strings.TrimPrefix(box, player))
}

// naming is the term that names the further members of a player's side, or "" if there are none.
func (d *daemon) naming(player string, members int) string {
	term := ""
	for _, box := range boxes(player, members)[1:] {
		term += " " + d.box(box).who.Address
	}
	if term != "" {
		term = ", side" + term
	}
	return term
}

// agree has the terms proposed and accepted by letter, by every member of a side.
func (d *daemon) agree(ctx context.Context, s Scenario) error {
	n := s.members()
	challenge := "challenge " + d.box(challenged).who.Address + ", " + strings.Join(s.Terms.Lines(), ", ") + d.naming(challenger, n[0])
	if err := d.box(challenger).who.Write(d.house.Site.Address(), "", challenge, ""); err != nil {
		return err
	}
	if err := d.settle(ctx); err != nil {
		return err
	}
	if _, err := d.box(challenger).news(); err != nil {
		return err
	}
	if _, err := d.box(challenged).news(); err != nil {
		return err
	}
	if err := d.answer(ctx, d.box(challenged), 0, "accept"+d.naming(challenged, n[1])); err != nil {
		return fmt.Errorf("the challenge %q came to nothing: %w", challenge, err)
	}
	for _, box := range append(boxes(challenger, n[0])[1:], boxes(challenged, n[1])[1:]...) {
		if err := d.answer(ctx, d.box(box), 0, "accept"); err != nil {
			return fmt.Errorf("the challenge %q came to nothing: %w", challenge, err)
		}
	}
	games, err := control.GameList.Ask(ctx, d.ctl, control.Games{})
	if err != nil {
		return err
	}
	if len(games) != s.Terms.Games {
		return fmt.Errorf("the challenge %q began %d games", challenge, len(games))
	}
	d.game, d.seats = games[0].ID, [2]string{challenger, challenged}
	if !strings.HasPrefix(games[0].White, playerNames[challenger]) {
		slices.Reverse(d.seats[:])
	}
	return nil
}

// prelude plays the moves of the header by letter, while the clock stands still.
func (d *daemon) prelude(ctx context.Context, s Scenario) error {
	position, rules := s.opening().Position, s.rules()
	for i, m := range s.Moves {
		if !s.Terms.Carriers().Carrier().AtOnce() {
			if err := d.rule(ctx, placed(m)); err != nil {
				return err
			}
			continue
		}
		words, ok := wording(&position, m, rules)
		if !ok {
			return fmt.Errorf("move %d of moves, %s, can be written in no notation the terms agree on", i+1, m)
		}
		if err := d.write(ctx, Letter{Side: position.SideToMove(), Member: 1, Keyed: true, Text: words}); err != nil {
			return err
		}
		position = position.Play(m)
	}
	g, err := d.show(ctx)
	if err == nil && len(g.Moves) != len(s.Moves) {
		err = fmt.Errorf("of the %d moves only %d could be played", len(s.Moves), len(g.Moves))
	}
	return err
}

// placed has the umpire play a move of a header where letters take time, for the moves
// of a header take none.
func placed(m board.Move) []string {
	return []string{"rule", "--move", m.String(), "--fundamental", "--law", "terms:medium", "--reason", "it was played before the scenario begins"}
}

// stuck is how long a letter may take before a scenario is given up.
const stuck = 10 * time.Minute

func (d *daemon) settle(ctx context.Context) error { return d.ctl.Settle(ctx, stuck) }

func (d *daemon) show(ctx context.Context) (control.GameView, error) {
	return control.GameShow.Ask(ctx, d.ctl, control.Numbered{ID: d.game})
}

// write has a letter handed in by its writer's mail program. What is foreign
// comes from an address that is nobody's here.
func (d *daemon) write(ctx context.Context, l Letter) error {
	seat := d.box(d.mailboxOf(l.Side, l.Member))
	switch {
	case !l.Foreign:
		return d.answer(ctx, seat, l.Ply, l.Text)
	case !l.Keyed:
		if err := d.box(stranger).who.Write(d.house.Site.Address(), "", l.Text, ""); err != nil {
			return err
		}
		return d.settle(ctx)
	}
	received, err := seat.keyed(d.game, l.Ply)
	if err != nil {
		return err
	}
	if err := d.box(stranger).who.Answer(received, received.Text(), l.Text); err != nil {
		return err
	}
	return d.settle(ctx)
}

// answer has the owner of a mailbox answer the newest letter in it, or the
// newest whose key names a ply.
func (d *daemon) answer(ctx context.Context, from *mailbox, ply int, text string) error {
	received, err := from.keyed(d.game, ply)
	if err != nil {
		return err
	}
	if err := from.who.Answer(received, received.Text(), text); err != nil {
		return err
	}
	return d.settle(ctx)
}

// mailboxOf names the mailbox of a member of a side.
func (d *daemon) mailboxOf(side board.Side, member int) string {
	if member == 1 {
		return d.seats[side]
	}
	return fmt.Sprint(d.seats[side], member)
}

// bounce has the mail server of a mailbox send its newest letter about the game back.
func (d *daemon) bounce(ctx context.Context, side board.Side) error {
	box := d.box(d.seats[side])
	newest, err := box.keyed(d.game, 0)
	if err != nil {
		return err
	}
	if err := box.who.Bounce(newest); err != nil {
		return err
	}
	return d.settle(ctx)
}

// down is for the core alone: the clock here stands still while corrd is down.
func (d *daemon) down(time.Duration) error { return errBeyondDaemon }

func (d *daemon) wait(ctx context.Context, span time.Duration) error {
	_, err := control.ClockAdvance.Ask(ctx, d.ctl, control.Lasting{For: span})
	return err
}

// gameCommands are the commands of corrctl whose first argument is the game.
var gameCommands = []string{"game", "rule"}

// rule has the umpire's command carried out, the number of the game put in
// before the first of its flags, or before the event that is undone, and the
// number of the newest card that is not posted for "last".
func (d *daemon) rule(ctx context.Context, args []string) error {
	if d.umpire == nil {
		return errors.New("there is no umpire at this table")
	}
	switch {
	case len(args) > 2 && args[0] == "rule" && args[1] == "undo":
		args = slices.Clone(args)
		args[2] = fmt.Sprint(d.game, ".", args[2])
	case slices.Contains(gameCommands, args[0]):
		flags := slices.IndexFunc(args, func(a string) bool { return strings.HasPrefix(a, "-") })
		if flags < 0 {
			flags = len(args)
		}
		args = slices.Insert(slices.Clone(args), flags, fmt.Sprint(d.game))
	case len(args) > 2 && args[0] == "card" && args[1] == "posted" && args[2] == "last":
		card, err := d.lastCard(ctx)
		if err != nil {
			return err
		}
		args = slices.Clone(args)
		args[2] = fmt.Sprint(card)
	}
	if err := d.umpire(ctx, d.house.Socket, args); err != nil {
		return err
	}
	return d.settle(ctx)
}

// lastCard returns the number of the newest card about the game that is not posted.
func (d *daemon) lastCard(ctx context.Context) (int64, error) {
	unposted, err := control.CardList.Ask(ctx, d.ctl, control.WhichCards{})
	last := int64(0)
	for _, c := range unposted {
		if c.Game != nil && *c.Game == d.game {
			last = max(last, c.ID)
		}
	}
	if err == nil && last == 0 {
		err = errors.New("every card about the game has been posted")
	}
	return last, err
}

// cardsTo gives what is on the cards about the game that the last look has not given: to a side
// that plays by real cards they are its letters.
func (d *daemon) cardsTo(ctx context.Context, v *view) error {
	cards, err := control.CardList.Ask(ctx, d.ctl, control.WhichCards{All: true, Words: true})
	seen := d.cards
	for _, c := range slices.Backward(cards) {
		if c.Game == nil || *c.Game != d.game || c.ID <= seen {
			continue
		}
		side := board.White
		if *c.Side == board.Black.String() {
			side = board.Black
		}
		d.cards = max(d.cards, c.ID)
		v.Letters[side], v.Texts[side] = append(v.Letters[side], c.Kind), append(v.Texts[side], strings.Join(c.Words, "\n"))
	}
	return err
}

func seconds(n int64) time.Duration { return time.Duration(n) * time.Second }
