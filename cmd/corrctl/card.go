package main

import (
	"cmp"
	"fmt"
	"os"
	"strings"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
)

type cardCmd struct {
	List   cardListCmd   `cmd:"" help:"List the cards to players without a mailbox that are to be printed (to_print) or posted (printed). With --json, one line each: id, player, name, kind, game, side, state, at, posted, words."`
	Print  cardPrintCmd  `cmd:"" help:"Print cards as a PDF: the side of the address, the side of the message, and a card for the answer. What the printer spoils can be printed again."`
	Posted cardPostedCmd `cmd:"" help:"Say that a card has been posted. The time of its reader begins when the longest transit of the terms has passed, unless they write another date on their answer."`
	Enter  cardEnterCmd  `cmd:"" help:"Enter a card that has come: it goes the way of any letter, and counts from its postmark. Its words and its picture are kept as evidence, with who entered them."`
}

type cardListCmd struct {
	All   bool `help:"List the cards that have been posted too."`
	Words bool `help:"Write below the list what stands on each card, for whoever listens to it or copies it by hand."`
}

// Run prints a line for each card and, if that is asked for, their words below.
func (c cardListCmd) Run(d *desk) error {
	cards, err := ask(d, control.CardList, control.WhichCards{All: c.All, Words: c.Words})
	if err != nil {
		return err
	}
	if err := printList(d, cards, "ID TO GAME KIND STATE WRITTEN POSTED", cardLine); err != nil || d.json {
		return err
	}
	for _, card := range cards {
		if len(card.Words) > 0 {
			fmt.Fprintf(d.out, "\nCard %d to %s\n\n%s\n", card.ID, card.Name, strings.Join(card.Words, "\n"))
		}
	}
	return nil
}

func cardLine(c control.CardView) []any {
	game, posted := "-", "-"
	if c.Game != nil {
		game = fmt.Sprintf("%d.%s", *c.Game, *c.Side)
	}
	if c.Posted != nil {
		posted = stamp(*c.Posted)
	}
	return []any{c.ID, c.Name, game, c.Kind, waiting(c.State, c.Posted == nil), stamp(c.At), posted}
}

type cardPrintCmd struct {
	IDs []rowNumber `arg:"" optional:"" name:"id" help:"Numbers of the cards, or of letters of a game that is played by cards, as game letters lists them; o17 is 17; without one, all that are to be printed."`
	Out string      `required:"" type:"path" help:"Write the PDF into this new file."`
	A4  bool        `name:"a4" help:"Two on a sheet of A4, to be printed on both sides and cut; else A6."`
}

// Run writes the PDF, and only then says that the cards have been printed: of a file that is not
// there, no card counts as printed. Run is refused for a letter that is not a card.
func (c cardPrintCmd) Run(d *desk) error {
	ids := make([]int64, len(c.IDs))
	for i, id := range c.IDs {
		ids[i] = int64(id)
	}
	w, err := newOutput(c.Out)
	if err != nil {
		return err
	}
	printed, err := ask(d, control.CardPrint, control.Printing{IDs: ids, Sheet: c.A4})
	if err != nil {
		w.discard()
		return err
	}
	if err := w.finish(printed.PDF); err != nil {
		return err
	}
	var noted control.Printing
	for _, card := range printed.Cards {
		noted.IDs = append(noted.IDs, card.ID)
	}
	cards, err := ask(d, control.CardPrinted, noted)
	if err != nil {
		return fmt.Errorf("%s is printed, but the cards are not noted as printed: %w", c.Out, err)
	}
	return printList(d, cards, "ID TO GAME KIND STATE WRITTEN POSTED", cardLine)
}

type cardPostedCmd struct {
	rowID
	At string `help:"When, as a date or a time; else now." placeholder:"TIME"`
}

// Run notes that a card was posted. Run is refused for a card that has been posted before, and for
// a time at which the card cannot have been posted.
func (c cardPostedCmd) Run(d *desk) error {
	card, err := ask(d, control.CardPosted, control.Posting{ID: int64(c.ID), At: c.At})
	if err != nil {
		return err
	}
	return printList(d, []control.CardView{card}, "ID TO GAME KIND STATE WRITTEN POSTED", cardLine)
}

type cardEnterCmd struct {
	Seat      string `arg:"" optional:"" help:"Seat of its writer, as in 12.white; none where the card is for the office."`
	Player    string `help:"Number, address or name of its writer, where the card is for the office: a challenge, or the answer to a question; a line \"Game 12:\" on it says for which game of theirs the words below are."`
	Challenge int64  `help:"Number of the challenge that it answers, where several wait for an answer."`
	Event     int64  `help:"Number of the event, where the card answers a question about one with yes or no."`
	Postmark  string `required:"" help:"Postmark, as a date or a time." placeholder:"TIME"`
	Arrived   string `help:"When it came to the office; else now." placeholder:"TIME"`
	Received  string `help:"When the card that it answers came to its writer, as they have written on it." placeholder:"TIME"`
	Text      string `required:"" help:"What stands on it; \\n begins a new line."`
	Image     string `help:"File of its picture: PNG, JPEG or GIF, of 4 MiB at most." placeholder:"F" type:"path"`
}

// Run enters a card that came by post. It is refused where the times cannot be, or the writer has a
// mailbox.
func (c cardEnterCmd) Run(d *desk) error {
	args := control.Entering{Challenge: c.Challenge, Event: c.Event, Postmark: c.Postmark, Arrived: c.Arrived, Received: c.Received, Text: strings.ReplaceAll(c.Text, `\n`, "\n")}
	if c.Seat != "" {
		seat, err := seatArg{Seat: c.Seat}.read()
		if err != nil {
			return err
		}
		args.Seat = seat
	}
	if c.Player != "" {
		player := whom(c.Player)
		args.Player = &player
	}
	if c.Image != "" {
		info, err := os.Stat(c.Image)
		if err != nil {
			return err
		}
		if info.Size() > ledger.MostCardPicture {
			return ledger.ErrCardTooLarge
		}
		if args.Image, err = os.ReadFile(c.Image); err != nil {
			return err
		}
	}
	return show(d, control.CardEnter, args, func(e control.EnteredCard) {
		fmt.Fprintf(d.out, "Letter      %d, postmarked %s, arrived %s\n", e.Letter, stamp(e.Postmark), stamp(e.Arrived))
		fmt.Fprintf(d.out, "Verdict     %s\n", cmp.Or(e.State+joined(e.Verdict), "-"))
		if e.Same != nil {
			fmt.Fprintf(d.out, "Repeats     letter %d\n", *e.Same)
		}
	})
}

// joined puts a reason behind a state.
func joined(verdict string) string {
	if verdict == "" {
		return ""
	}
	return ": " + verdict
}
