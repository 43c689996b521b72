package main

import (
	"fmt"
	"slices"
	"strings"

	"corrd/cmd/internal/control"
	"corrd/game"
	"corrd/game/tournament"
)

type eventCmd struct {
	New  eventNewCmd  `cmd:"" help:"Announce an all-play-all event, whose conditions are in a TOML file: name, games (of each pair: 1 or 2), enter_by, begin, close (days), terms (as a challenge writes them), and if need be players (who alone may enter, in the order of the seats), late_entry, ties, silent (days), withdrawal. All that is wrong in the file is said at once."`
	List eventListCmd `cmd:"" help:"List the events."`
	Show eventShowCmd `cmd:"" help:"Show an event: its conditions, who has entered, its games and its log."`

	Announce eventAnnounceCmd `cmd:"" help:"Write to each player who may enter, once, what the conditions are and how to enter: by mail or by card, a few a minute. Who wants no circulars gets none."`

	Enter eventEnterCmd `cmd:"" help:"Ask a player whether they accept the conditions, and enter them when they answer yes. With --consent they have accepted already, and are entered at once."`
	Start eventStartCmd `cmd:"" help:"Begin all games of an event at once, by the Berger tables. With --preview of an event whose seats a lot decides, who plays whom is not shown."`
	Table eventTableCmd `cmd:"" help:"Print the table of an event, as text of at most 72 columns, for a spreadsheet, or as a fragment of HTML. · is a game that goes on, t a game decided by time, a an adjudged one, w one ended by a withdrawal."`
	PGN   eventPGNCmd   `cmd:"" name:"pgn" help:"Print all games of an event as PGN."`

	Withdraw   eventWithdrawCmd   `cmd:"" help:"Take a player out of an event. Before the start their entry goes; afterwards their games end as the conditions say or, at a death, drawn or lost."`
	Substitute eventSubstituteCmd `cmd:"" help:"Put another registered player into a seat: they take over all its games that go on, and a footnote of the table says so."`
	Adjudicate eventAdjudicateCmd `cmd:"" help:"Adjudicate a game that goes on after the closing date of its event."`
	Close      eventCloseCmd      `cmd:"" help:"End an event whose games are all over, and in which nothing is before the umpire any more."`
	Undo       eventUndoCmd       `cmd:"" help:"Undo the last act in an event: an entry, a withdrawal before the start, the start as long as no move has been made and no seat has changed, or the end. With --entry the entry of one player, with --announcement the event itself, before its start."`
}

type eventNewCmd struct {
	File    string `arg:"" help:"File of the conditions; - is standard input."`
	Preview bool   `help:"Show the event as it would be, and announce nothing."`
}

// mostInEvent is the greatest number of bytes that is read of the file of an event.
const mostInEvent = 64 << 10

// Run is refused where anything is wrong in the file.
func (c eventNewCmd) Run(d *desk) error {
	text, err := d.readWords(c.File, mostInEvent, "the conditions of an event are a few lines")
	if err != nil {
		return err
	}
	return show(d, control.EventNew, control.Announcement{File: text, Preview: c.Preview}, d.printEvent)
}

type eventListCmd struct{}

// Run prints a line for each event.
func (eventListCmd) Run(d *desk) error {
	return list(d, control.EventList, control.None{}, "ID NAME PHASE PLAYERS GAMES BEGINS CLOSES", func(e control.TournamentView) []any {
		return []any{e.ID, e.Name, e.Phase, len(e.Players), e.Total, e.Begin.In(readerZone).Format("2006-01-02"), e.Close.In(readerZone).Format("2006-01-02")}
	})
}

type eventArg struct {
	Event int64 `arg:"" help:"Number of the event."`
}

type eventShowCmd struct{ eventArg }

// Run prints one event.
func (c eventShowCmd) Run(d *desk) error {
	return show(d, control.EventShow, control.Numbered{ID: c.Event}, d.printEvent)
}

// previewFlag is the flag of the acts that can be tried.
type previewFlag struct {
	Preview bool `help:"Say what would come of it, and do nothing."`
}

type eventAnnounceCmd struct {
	eventArg
	previewFlag
}

// Run is refused where entries are over, or nobody is left to whom the letter has not gone.
func (c eventAnnounceCmd) Run(d *desk) error {
	return show(d, control.EventAnnounce, control.EventAct{Event: c.Event, Preview: c.Preview}, func(m control.MessageView) { d.printMessage(m, c.Preview) })
}

type eventEnterCmd struct {
	eventArg
	playerArg
	Consent string `placeholder:"WORDS" help:"How the player has accepted the conditions, as in \"their card of 3 May\". It is kept with the entry. Without it a letter or a card asks the player."`
	previewFlag
}

// Run is refused where the player cannot enter.
func (c eventEnterCmd) Run(d *desk) error {
	p := whom(c.Player)
	a := control.EventAct{Event: c.Event, Player: &p, Consent: c.Consent, Preview: c.Preview}
	if c.Consent != "" {
		return d.inEvent(control.EventEnter, a)
	}
	known, err := ask(d, control.PlayerShow, p)
	if err != nil {
		return err
	}
	return show(d, control.EventEnter, a, func(e control.TournamentView) {
		asked, by := "Asked", "letter; a yes enters them"
		if c.Preview {
			asked = "Would ask"
			fmt.Fprintln(d.out, nothingDone)
		}
		if known.Postal != nil && len(known.Addresses) == 0 {
			by = fmt.Sprintf("card; a yes enters them: corrctl card enter --player %s --event %d --text yes --postmark DATE", argument(c.Player), c.Event)
		}
		d.printHead(e)
		d.field(asked, known.Name, ", by ", by)
	})
}

type eventStartCmd struct {
	eventArg
	previewFlag
}

// Run begins all games or none.
func (c eventStartCmd) Run(d *desk) error {
	a := control.EventAct{Event: c.Event, Preview: c.Preview}
	return show(d, control.EventStart, a, func(e control.TournamentView) {
		if a.Preview {
			fmt.Fprintln(d.out, nothingDone)
		}
		d.printEvent(e)
	})
}

type eventTableCmd struct {
	eventArg
	Text bool `xor:"as" help:"As text of at most 72 columns; this is so without any flag."`
	CSV  bool `xor:"as" name:"csv" help:"For a spreadsheet."`
	HTML bool `xor:"as" name:"html" help:"As a fragment of a page."`
}

// Run prints the table.
func (c eventTableCmd) Run(d *desk) error {
	as := "text"
	switch {
	case c.CSV:
		as = "csv"
	case c.HTML:
		as = "html"
	}
	return show(d, control.EventShowTable, control.EventTable{ID: c.Event, As: as}, func(t control.Text) { fmt.Fprint(d.out, t.Text) })
}

type eventPGNCmd struct{ eventArg }

// Run prints the games.
func (c eventPGNCmd) Run(d *desk) error {
	return show(d, control.EventPGN, control.Numbered{ID: c.Event}, func(t control.Text) { fmt.Fprint(d.out, t.Text) })
}

// reasonFlag is the flag of the acts of which players read why.
type reasonFlag struct {
	Reason string `required:"" placeholder:"TEXT" help:"Why."`
}

// umpireFlag names who rules.
type umpireFlag struct {
	As string `placeholder:"UMPIRE" help:"Who rules; else the umpire of each game."`
}

type eventWithdrawCmd struct {
	eventArg
	playerArg
	reasonFlag
	Draw    bool `xor:"end" help:"The games that go on are drawn, as at a death, and those that are over count."`
	Forfeit bool `xor:"end" help:"The games that go on are lost, and those that are over count."`
	umpireFlag
	previewFlag
}

// Run is refused where a ruling in one of the games is.
func (c eventWithdrawCmd) Run(d *desk) error {
	p := whom(c.Player)
	a := control.EventAct{Event: c.Event, Player: &p, Reason: c.Reason, As: c.As, Preview: c.Preview}
	switch {
	case c.Draw:
		a.Ending = "draw"
	case c.Forfeit:
		a.Ending = "forfeit"
	}
	return d.inEvent(control.EventWithdraw, a)
}

type eventSubstituteCmd struct {
	eventArg
	Was     string `arg:"" help:"Number, address or name of the player whose seat it is."`
	Is      string `arg:"" help:"Number, address or name of the player who takes it."`
	Consent string `required:"" placeholder:"WORDS" help:"How the substitute has consented."`
	reasonFlag
	umpireFlag
	previewFlag
}

// Run is refused where a ruling in one of the games is.
func (c eventSubstituteCmd) Run(d *desk) error {
	was, is := whom(c.Was), whom(c.Is)
	return d.inEvent(control.EventSubstitute, control.EventAct{Event: c.Event, Player: &was, Other: &is, Consent: c.Consent, Reason: c.Reason, As: c.As, Preview: c.Preview})
}

type eventAdjudicateCmd struct {
	eventArg
	Game  int64  `arg:"" help:"Number of the game."`
	Score string `arg:"" enum:"white,black,draw" help:"Who has won, white or black; or draw."`
	reasonFlag
	umpireFlag
	previewFlag
}

// Run is refused before the closing date.
func (c eventAdjudicateCmd) Run(d *desk) error {
	return d.inEvent(control.EventAdjudicate, control.EventAct{Event: c.Event, Game: c.Game, Score: c.Score, Reason: c.Reason, As: c.As, Preview: c.Preview})
}

type eventCloseCmd struct {
	eventArg
	previewFlag
}

// Run is refused while a game goes on, or something in one is before the umpire.
func (c eventCloseCmd) Run(d *desk) error {
	return d.inEvent(control.EventClose, control.EventAct{Event: c.Event, Preview: c.Preview})
}

type eventUndoCmd struct {
	eventArg
	reasonFlag
	Entry        string `xor:"what" placeholder:"NAME" help:"Undo the entry of a player."`
	Announcement bool   `xor:"what" help:"Undo the announcement, and so the event."`
	umpireFlag
	previewFlag
}

// Run is refused where nothing can be undone.
func (c eventUndoCmd) Run(d *desk) error {
	a := control.EventAct{Event: c.Event, Reason: c.Reason, Announcement: c.Announcement, As: c.As, Preview: c.Preview}
	if c.Entry != "" {
		p := whom(c.Entry)
		a.Player = &p
	}
	return d.inEvent(control.EventUndo, a)
}

// printEvent prints an event: its conditions, who is in it, and its games.
func (d *desk) printEvent(e control.TournamentView) {
	day := "Monday, 2 January 2006"
	d.printHead(e)
	d.field("Entries", "to ", e.EnterBy.In(readerZone).Format(day), map[bool]string{true: ", and later up to the start"}[e.LateEntry])
	d.field("Begins", e.Begin.In(readerZone).Format(day))
	d.field("Closes", e.Close.In(readerZone).Format(day))
	d.field("Games", gamesOf(e))
	var ties []string
	for _, tie := range e.Ties {
		ties = append(ties, string(tie))
	}
	d.field("Ties", strings.Join(append(ties, "shared"), ", "))
	d.field("Silent", e.Silent, " days")
	d.field("Withdrawal", withdrawals[e.Withdrawal])
	d.field("Terms", strings.Join(e.Terms, "; "))
	if len(e.Invited) == 0 && e.Commitment != "" {
		d.field("Lot", "SHA-256 ", e.Commitment)
	}
	if len(e.Invited) > 0 {
		d.field("Only", seatNames(e.Invited))
	}
	if len(e.Players) > 0 {
		d.field("Players", seatNames(e.Players))
	}
	for _, p := range e.Pairings {
		fmt.Fprintf(d.out, "Round %-3d   game %-5d %s – %s, %s\n", p.Round, p.Game, p.White, p.Black, stands(p))
	}
}

func (d *desk) printHead(e control.TournamentView) {
	number := "event"
	if e.ID != 0 {
		number = fmt.Sprint("event ", e.ID)
	}
	fmt.Fprintf(d.out, "%s, %s (%s)\n", e.Name, number, e.Phase)
}

// withdrawals say what each rule of withdrawal comes to.
var withdrawals = map[string]string{
	string(tournament.UnderHalf): "default: with under half of their games over none counts, else the rest are lost",
	string(tournament.AllLost):   "lost: what they still play is lost",
}

// gamesOf says how many games an event has, or would have.
func gamesOf(e control.TournamentView) string {
	of := fmt.Sprintf("%d of each pair", e.Games)
	pairs := func(players int) int { return e.Games * players * (players - 1) / 2 }
	switch open := e.Phase == string(tournament.Open); {
	case open && len(e.Invited) > 0:
		return fmt.Sprintf("%s, %d when all have entered", of, pairs(len(e.Invited)))
	case open && len(e.Players) > 1:
		return fmt.Sprintf("%s, %d with those who have entered", of, pairs(len(e.Players)))
	case open, e.Phase == string(tournament.Abandoned):
		return of
	}
	return fmt.Sprintf("%s, %d in all", of, e.Total)
}

// stands says how a game of an event stands.
func stands(p control.PairingView) string {
	if p.Score == string(game.Unfinished) {
		return "being played"
	}
	return p.Score
}

func seatNames(seats []control.EventSeat) string {
	var names []string
	for i, s := range seats {
		names = append(names, fmt.Sprintf("%d %s", i+1, s.Name))
	}
	return strings.Join(names, ", ")
}

// field prints a line with its name before it, broken between words where the screen is narrower.
func (d *desk) field(name string, parts ...any) {
	const indent = 12
	line := fmt.Sprintf("%-*s", indent-1, name)
	for word := range strings.FieldsSeq(fmt.Sprint(parts...)) {
		if d.width > 0 && columns(line) > indent && columns(line)+1+columns(word) > d.width {
			fmt.Fprintln(d.out, line)
			line = strings.Repeat(" ", indent-1)
		}
		line += " " + word
	}
	fmt.Fprintln(d.out, line)
}

// nothingDone stands above what a preview shows.
const nothingDone = "Nothing is done. This would come of it:"

// inEvent carries out an act of the director, or tries it, and prints what it changes in the event.
func (d *desk) inEvent(v control.Verb[control.EventAct, control.TournamentView], a control.EventAct) error {
	if d.json {
		return show(d, v, a, d.printEvent)
	}
	before, err := ask(d, control.EventShow, control.Numbered{ID: a.Event})
	if err != nil {
		return err
	}
	after, err := ask(d, v, a)
	if err != nil {
		return err
	}
	if a.Preview {
		fmt.Fprintln(d.out, nothingDone)
	}
	d.printHead(after)
	d.printChanges(before, after)
	return nil
}

// printChanges prints what differs between an event before an act and after it.
func (d *desk) printChanges(before, after control.TournamentView) {
	changed := false
	change := func(name string, parts ...any) {
		d.field(name, parts...)
		changed = true
	}
	if before.Phase != after.Phase {
		change("Phase", before.Phase, " → ", after.Phase)
	}
	if len(before.Players) == len(after.Players) {
		for i, p := range after.Players {
			if was := before.Players[i]; was != p {
				change(fmt.Sprint("Seat ", i+1), was.Name, " → ", p.Name)
			}
		}
	} else {
		for _, p := range after.Players {
			if !slices.Contains(before.Players, p) {
				change("In", p.Name)
			}
		}
		for _, p := range before.Players {
			if !slices.Contains(after.Players, p) {
				change("Out", p.Name)
			}
		}
	}
	was := map[int64]control.PairingView{}
	for _, p := range before.Pairings {
		was[p.Game] = p
	}
	for _, p := range after.Pairings {
		if old, is := was[p.Game]; !is || old.Score != p.Score {
			change(fmt.Sprint("Game ", p.Game), p.White, " – ", p.Black, ": ", stands(old), " → ", stands(p))
		}
	}
	if !changed {
		d.field("Changed", "nothing in the event")
	}
}
