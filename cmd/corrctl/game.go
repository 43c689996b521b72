package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"corrd/cmd/internal/control"
	"corrd/game/board"
	"corrd/interpret/notation"
	"corrd/templates/press"
)

type gameCmd struct {
	List    gameListCmd    `cmd:"" help:"List the games."`
	Show    gameShowCmd    `cmd:"" help:"Show a game: position, clocks, what is open and who is to act. A sealed move is not among its moves before it is opened; game events has its words."`
	Letters gameLettersCmd `cmd:"" help:"List the letters of a game, both ways, with their verdicts."`
	Journey gameJourneyCmd `cmd:"" help:"List what has travelled by post or telegraph: postmarks, deliveries, days and charges."`
	Windows gameWindowsCmd `cmd:"" help:"List the time allowed for each turn, and the assistance that went with it (III.2)."`
	Events  gameEventsCmd  `cmd:"" help:"List the events of a game, each with its law and its hash."`
	Score   gameScoreCmd   `cmd:"" help:"Print the score in descriptive notation."`
	PGN     gamePGNCmd     `cmd:"" name:"pgn" help:"Print the game as PGN."`
	Book    gameBookCmd    `cmd:"" help:"Print the book of a game that is over, as a PDF: the score in the words of the players, diagrams, rulings, postmarks and notes."`
	Board   gameBoardCmd   `cmd:"" help:"Print the board, or draw it into a PNG file."`
	File    gameFileCmd    `cmd:"" help:"Put the evidence of a game into one archive that anybody can verify."`
}

// gameID is the argument every command about one game takes.
type gameID struct {
	ID int64 `arg:"" help:"Number of the game."`
}

func (g gameID) numbered() control.Numbered { return control.Numbered{ID: g.ID} }

type gameListCmd struct {
	Idle     span   `placeholder:"DUR" help:"Only games that go on and in which nobody has moved for so long, as in 30d."`
	Player   string `placeholder:"PLAYER" help:"Only games of a player: number, address or name."`
	Running  bool   `xor:"state" help:"Only games that go on."`
	Finished bool   `xor:"state" help:"Only games that are over."`
	Event    int64  `placeholder:"N" help:"Only games of an event."`
}

// Run prints a line for each game.
func (c gameListCmd) Run(d *desk) error {
	a := control.Games{Idle: time.Duration(c.Idle), Running: c.Running, Finished: c.Finished, Event: c.Event}
	if c.Player != "" {
		who := whom(c.Player)
		a.Player = &who
	}
	return list(d, control.GameList, a, "GAME WHITE BLACK TURN STATE TO-ACT DISPUTE DUE-OR-RESULT", func(g control.GameLine) []any {
		disputes, due := "-", d.due(g.Due)
		if g.Result != nil {
			due = styled{text: result(g.Result)}
		}
		if len(g.Disputes) > 0 {
			disputes = strings.Trim(strings.Join(strings.Fields(fmt.Sprint(g.Disputes)), ","), "[]")
		}
		return []any{g.ID, g.White, g.Black, turn(g.Turn), g.State, waiting(g.ToAct, g.ToAct == "umpire"), waiting(disputes, disputes != "-"), due}
	})
}

func turn(t control.TurnView) string { return fmt.Sprintf("%d %s", t.Number, t.Side) }

func result(r *control.ResultView) string {
	if r == nil {
		return "-"
	}
	return fmt.Sprintf("%s %s %s", r.Score, r.How, r.Law)
}

type gameShowCmd struct{ gameID }

// Run prints the screen of a game.
func (c gameShowCmd) Run(d *desk) error {
	travels, err := ask(d, control.GameJourney, c.numbered())
	if err != nil {
		return err
	}
	return show(d, control.GameShow, c.numbered(), func(g control.GameView) {
		printGame(d, g)
		printUnderWay(d, travels)
	})
}

// printUnderWay prints a line for each communication that has not been delivered, which
// explains why nobody is to act. A communication that was lost is among them until it is repeated.
func printUnderWay(d *desk, travels []control.JourneyView) {
	for _, j := range travels {
		due := "lost"
		switch {
		case j.Delivered != nil || slices.ContainsFunc(travels, func(o control.JourneyView) bool { return o.Repeats != nil && *o.Repeats == j.Letter }):
			continue
		case !j.Lost:
			due = "due " + stamp(*j.Due)
		}
		fmt.Fprintf(d.out, "On way   letter %d of %s, postmark %s, %s\n", j.Letter, j.Side, stamp(j.Postmark), due)
	}
}

// printGame is the umpire's screen of one game.
func printGame(d *desk, g control.GameView) {
	fmt.Fprintf(d.out, "Game %d   %s (White) - %s (Black)   %s, %s\n", g.ID, g.White, g.Black, g.Code, g.Status)
	fmt.Fprintf(d.out, "Turn     %s; state %s, to act: %s, time runs for: %s\n", turn(g.Turn), g.State, g.ToAct, g.Running)
	if g.Resumes != nil {
		fmt.Fprintf(d.out, "Rest     adjourned until %s\n", stamp(*g.Resumes))
	}
	fmt.Fprintf(d.out, "FEN      %s\n", g.FEN)
	if len(g.Candidates) > 0 {
		fmt.Fprintf(d.out, "Choice   %s\n", strings.Join(g.Candidates, " "))
	}
	for i, uci := range g.Candidates {
		fmt.Fprintf(d.out, "         (%d) %s\n", i+1, moveInWords(g.FEN, uci))
	}
	if o := g.Offence; o != nil {
		fmt.Fprintf(d.out, "Offence  %s wrote %q, %s\n", o.By, o.Words, o.Law)
	}
	for _, w := range g.Disputes {
		if w.ID != nil {
			fmt.Fprintf(d.out, "Dispute  %d: %s by %s, %s; corrctl dispute show %d\n", *w.ID, w.Ground, w.By, stamp(w.At), *w.ID)
			if w.About != nil {
				fmt.Fprintf(d.out, "         %s\n", *w.About)
			}
		}
	}
	if g.Penalty != nil {
		fmt.Fprintf(d.out, "Penalty  %s must %s\n", g.Penalty.Side, mustMove(g.Penalty))
	}
	for _, a := range g.BeforeUmpire {
		fmt.Fprintf(d.out, "Umpire   event %d, %s by %s, %s: %s\n", a.Event, a.Kind, a.By, stamp(a.At), strings.Join(strings.Fields(a.Words), " "))
	}
	if next := nextForUmpire(g); next != "" {
		fmt.Fprintf(d.out, "Next     %s\n", next)
	}
	if g.Window != nil && g.Window.Until != nil {
		fmt.Fprintf(d.out, "Window   %s to %s, %s\n", stamp(g.Window.Opened), stamp(*g.Window.Until), g.Window.Regime)
	}
	printClock(d, "White", g.Clocks.White)
	printClock(d, "Black", g.Clocks.Black)
	if g.Charges != nil {
		fmt.Fprintf(d.out, "Charges  White %s, Black %s\n", g.Charges["white"], g.Charges["black"])
	}
	if g.Result != nil {
		fmt.Fprintf(d.out, "Result   %s\n", result(g.Result))
	}
	fmt.Fprintf(d.out, "Terms    %s\n", strings.Join(g.Terms, "\n         "))
	for _, m := range g.Moves {
		sent := "" // the umpire played the move, or the words have been erased
		if m.SentAs != "" {
			sent = fmt.Sprintf("  sent as %q", m.SentAs)
		}
		fmt.Fprintf(d.out, "%4d %-14s %-8s %s  %s%s\n", m.Ply, m.Descriptive, m.SAN, stamp(m.At), m.Law, sent)
	}
}

// nextForUmpire says how the umpire lets a game go on that waits for them, or answers what is
// before them, or "" if nothing does.
func nextForUmpire(g control.GameView) string {
	switch {
	case len(g.BeforeUmpire) > 0:
		for _, w := range g.Disputes {
			if w.ID != nil && w.Event == g.BeforeUmpire[0].Event {
				return fmt.Sprintf("corrctl dispute show %d tells all of it: corrctl rule %d --dismiss, or another verb, with --dispute %d", *w.ID, g.ID, *w.ID)
			}
		}
		return "corrctl dispute list shows what waits for the umpire"
	case g.Status == "suspended":
		return fmt.Sprintf("corrctl rule %d --resume lets the game go on", g.ID)
	}
	return ""
}

func mustMove(p *control.PenaltyView) string {
	switch {
	case p.Man != nil:
		return "move the man on " + *p.Man
	case p.Kind == "choice":
		return "move or take one of the men that the penalty leaves to choose from"
	}
	return "move the King"
}

func printClock(d *desk, side string, c control.ClockView) {
	if c.Left == nil {
		fmt.Fprintf(d.out, "%s    %s used\n", side, days(c.Used))
		return
	}
	fmt.Fprintf(d.out, "%s    %s used, %s left for the next %d moves\n", side, days(c.Used), days(*c.Left), *c.Due)
}

type gameLettersCmd struct{ gameID }

// Run prints a line for each letter, in the order of their times.
func (c gameLettersCmd) Run(d *desk) error {
	return list(d, control.GameLetters, c.numbered(), "ID DIR AT SEAT PLAYER KIND STATE VERDICT", func(l control.LetterView) []any {
		return []any{l.ID, l.Dir, stamp(l.At), l.Seat, cmp.Or(orNothing(l.Player), "-"), cmp.Or(l.Kind, "-"), l.State, prose(orNothing(l.Verdict))}
	})
}

type gameWindowsCmd struct{ gameID }

// Run prints a line for each turn, the running one last.
func (c gameWindowsCmd) Run(d *desk) error {
	return list(d, control.GameWindows, c.numbered(), "TURN OPENED UNTIL CLOSED REGIME", func(w control.TurnWindow) []any {
		until, closed := "unlimited", "open"
		if w.Until != nil {
			until = stamp(*w.Until)
		}
		if w.Closed != nil {
			closed = stamp(*w.Closed)
		}
		return []any{turn(w.Turn), stamp(w.Opened), until, closed, w.Regime}
	})
}

type gameEventsCmd struct{ gameID }

// Run prints the log of a game, a line for each event.
func (c gameEventsCmd) Run(d *desk) error {
	return list(d, control.GameEvents, c.numbered(), "SEQ AT BY KIND LAW DATA", func(e control.EventView) []any {
		return []any{e.Seq, stamp(e.At), e.By, e.Kind, cmp.Or(e.Law, "-"), string(e.Data)}
	})
}

type gameScoreCmd struct{ gameID }

// Run prints the score, White and Black in two columns.
func (c gameScoreCmd) Run(d *desk) error { return show(d, control.GameScore, c.numbered(), d.text) }

type gamePGNCmd struct{ gameID }

// Run prints the game as Portable Game Notation.
func (c gamePGNCmd) Run(d *desk) error { return show(d, control.GamePGN, c.numbered(), d.text) }

type gameBookCmd struct {
	gameID
	Out   string `required:"" help:"File of the PDF." placeholder:"FILE"`
	Paper string `enum:",a4,letter" default:"" help:"a4 or letter; without it, that of the configuration." placeholder:"SIZE"`
}

// Run writes the book. Run is refused for a game that is not over.
func (c gameBookCmd) Run(d *desk) error {
	book, err := ask(d, control.GameBook, control.Binding{ID: c.ID, Paper: press.Paper(c.Paper)})
	if err != nil {
		return err
	}
	if err := os.WriteFile(c.Out, book.PDF, 0o600); err != nil { // the book may hold private notes
		return writing(err)
	}
	printed := struct {
		ID   int64  `json:"id"`
		File string `json:"file"`
	}{c.ID, c.Out}
	return d.printOr(printed, func() { fmt.Fprintln(d.out, "printed into", c.Out) })
}

func (d *desk) text(t control.Text) { fmt.Fprintln(d.out, strings.TrimRight(t.Text, "\n")) }

type gameBoardCmd struct {
	gameID
	PNG string `name:"png" help:"Draw the board into this file." placeholder:"FILE"`

	Unicode bool `help:"Print the men as chess signs."`
}

// Run prints the board in characters, or writes a picture of the board.
func (c gameBoardCmd) Run(d *desk) error {
	if c.Unicode && c.PNG == "" && !d.json {
		g, err := ask(d, control.GameShow, c.numbered())
		if err == nil {
			fmt.Fprint(d.out, unicodeBoard(g.FEN))
		}
		return err
	}
	if c.PNG == "" {
		return show(d, control.GameBoard, control.Drawing{ID: c.ID}, d.text)
	}
	t, err := ask(d, control.GameBoard, control.Drawing{ID: c.ID, PNG: true})
	if err != nil {
		return err
	}
	if err := os.WriteFile(c.PNG, t.PNG, 0o644); err != nil {
		return writing(err)
	}
	drawn := struct {
		ID   int64  `json:"id"`
		File string `json:"file"`
	}{c.ID, c.PNG}
	return d.printOr(drawn, func() { fmt.Fprintln(d.out, "drawn into", c.PNG) })
}

// moveInWords is a move of a position in descriptive notation and in plain English.
func moveInWords(fen, uci string) string {
	p, err := board.ParseFEN(fen)
	m, ok := board.ParseMove(uci)
	if err != nil || !ok || !p.IsLegal(m) {
		return uci
	}
	return fmt.Sprintf("%-12s %s", notation.Short(&p, m), notation.Words(&p, m))
}

// unicodeBoard draws the position of a FEN with the chess signs of Unicode, from White's side.
func unicodeBoard(fen string) string {
	men, _, _ := strings.Cut(fen, " ")
	signs := strings.NewReplacer("K", "♔ ", "Q", "♕ ", "R", "♖ ", "B", "♗ ", "N", "♘ ", "P", "♙ ", "k", "♚ ", "q", "♛ ", "r", "♜ ", "b", "♝ ", "n", "♞ ", "p", "♟ ",
		"1", "· ", "2", "· · ", "3", "· · · ", "4", "· · · · ", "5", "· · · · · ", "6", "· · · · · · ", "7", "· · · · · · · ", "8", "· · · · · · · · ")
	var b strings.Builder
	for i, row := range strings.Split(men, "/") {
		fmt.Fprintf(&b, "%d  %s\n", 8-i, strings.TrimSpace(signs.Replace(row)))
	}
	return b.String() + "\n   a b c d e f g h\n"
}

type challengeCmd struct {
	List challengeListCmd `cmd:"" help:"List the challenges that wait for an answer. With --json, one line each: id, at, from, to, stranger, terms, waiting, remind."`
}

type challengeListCmd struct{}

// Run prints a line for each challenge that waits.
func (challengeListCmd) Run(d *desk) error {
	return list(d, control.ChallengeList, control.None{}, "ID SINCE FROM TO WAITING-FOR", func(c control.ChallengeView) []any {
		return []any{c.ID, stamp(c.At), c.From, c.To, strings.Join(c.Waiting, ", ")}
	})
}

type gameJourneyCmd struct{ gameID }

// Run prints a line for each communication of a game, in the order in which they were
// handed in.
func (c gameJourneyCmd) Run(d *desk) error {
	return list(d, control.GameJourney, c.numbered(), "LETTER SIDE POSTMARK DELIVERED DAYS CHARGE WORDS", func(j control.JourneyView) []any {
		delivered := "under way"
		switch {
		case j.Lost:
			delivered = "lost"
		case j.Delivered != nil:
			delivered = stamp(*j.Delivered)
		}
		days := any("-")
		if j.Days != nil {
			days = fmt.Sprintf("%d/%d", *j.Days, *j.TotalDays)
		}
		return []any{j.Letter, j.Side, stamp(j.Postmark), delivered, days, cmp.Or(orNothing(j.Charge), "-"), j.Handed}
	})
}
