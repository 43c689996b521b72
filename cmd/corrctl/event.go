package main

import (
	"fmt"

	"corrd/cmd/internal/control"
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
