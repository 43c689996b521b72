package templates

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/game/stated"
	"corrd/interpret/notation"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// SheetGame is what a weekly sheet tells of one game, in the words and the notation of its reader.
type SheetGame struct {
	Game     int64  `json:"game"`
	Side     string `json:"side"` // "White" or "Black", the reader's
	Opponent string `json:"opponent"`
	Status   string `json:"status"`         // as Status gives it
	Yours    bool   `json:"yours"`          // the game waits for the reader
	Left     string `json:"left"`           // the time left on the clock that runs, "3 days"; "" where none runs or it has no limit
	Until    string `json:"until"`          // a sentence about that clock, or about there being none
	Last     string `json:"last,omitempty"` // the last move with its number; "" before the first
	Men      Men    `json:"men,omitzero"`   // of the reader's position; zero in a blindfold game
}

// Men is a position in words, the men of each side.
type Men struct {
	White string `json:"white,omitempty"`
	Black string `json:"black,omitempty"`
}

// SheetOf returns what a weekly sheet tells at a time of a game to one of its players.
func SheetOf(s game.State, reader Reader, opponent string, now time.Time) SheetGame {
	s = s.AsOf(now)
	p := gamePage{GameLetter: GameLetter{State: s, Before: s, Reader: reader, Now: now}, code: s.Code(), notation: reader.notation(), zone: reader.zone()}
	out := SheetGame{Game: s.ID, Side: p.Side(), Opponent: press.OneLine(opponent, 40), Status: Status(s), Yours: p.YourTurn()}
	out.Left, out.Until = p.clockInWords()
	for before, turn := range s.Played() {
		out.Last = press.PlainSpaces(number(&before) + " " + move(&s, &before, turn.Move, turn.Words, p.notation))
	}
	if !p.Blindfold() {
		n := p.notation
		if n != notation.Algebraic {
			n = notation.Descriptive
		}
		out.Men = Men{press.PlainSpaces(menOf(&s.Position, board.White, n)), press.PlainSpaces(menOf(&s.Position, board.Black, n))}
	}
	return out
}

// clockInWords returns the time left on the clock that runs, or "" if there is none, and a sentence
// about it.
func (p *gamePage) clockInWords() (left, sentence string) {
	c := p.Clock()
	who := ""
	if c != nil {
		who = c.Who
		if c.Mine {
			who = texts.Say("sheet you")
		}
	}
	switch {
	case c == nil:
		return "", texts.Say("sheet no clock")
	case c.None:
		return "", texts.Say("sheet no limit")
	case c.Overdue:
		return "", texts.Say("sheet overdue")
	case c.OnCard:
		return c.Left, texts.Say("sheet on card", who, c.Left)
	}
	return c.Left, texts.Say("sheet clock", who, c.Left, c.Until)
}

// Status says how far a game has come, and whom or what it waits for.
func Status(s game.State) string {
	number, mover := s.TurnNumber()
	switch still := s.Standstill(); still {
	case game.NoStandstill:
		if s.ClaimBeside() {
			return turnStatus(s, number, mover) + texts.Say("status claim")
		}
		return turnStatus(s, number, mover)
	case game.AtEnd:
		return texts.Say("status finished", s.Result.Score)
	case game.AtSealedMove:
		return texts.Say("status sealed", number, texts.Say("side "+s.Sealed.By.String()))
	default:
		return texts.Say("status "+string(still), number)
	}
}

// turnStatus says whom or what a turn waits for, in a game that goes on.
func turnStatus(s game.State, number int, mover board.Side) string {
	side, other := texts.Say("side "+mover.String()), texts.Say("side "+mover.Other().String())
	switch _, waits := s.Unreadable(); {
	case waits:
		return texts.Say("status unreadable", number)
	case s.Phase == game.OffenceOpen:
		return texts.Say("status offence", number, side, other)
	case s.Phase == game.HeldIntention:
		return texts.Say("status intention", number, side)
	case s.Held != nil:
		return texts.Say("status held", number, other)
	}
	return texts.Say("status turn", number, side)
}

// sheetBoards is the most games of which a sheet tells one by one. A sheet of more games is a
// table, below which stand as many of the games that wait for the reader.
const sheetBoards = 6

// Waiting counts the games of a sheet that wait for the reader.
func (p *officePage) Waiting() (n int) {
	for _, g := range p.Data.Sheet {
		if g.Yours {
			n++
		}
	}
	return n
}

// Sheet returns the games of which a weekly sheet tells one by one, each as a table: all games or,
// of many, those that wait for the reader.
func (p *officePage) Sheet() (games []string) {
	for _, g := range p.Data.Sheet {
		if len(p.Data.Sheet) > sheetBoards && (!g.Yours || len(games) == sheetBoards) {
			continue
		}
		games = append(games, g.rows())
	}
	return games
}

// SheetShown returns the number of the game that a sheet names as an example of what can be asked
// for: the first that waits for the reader, or else the first.
func (p *officePage) SheetShown() []int64 {
	for _, g := range p.Data.Sheet {
		if g.Yours {
			return []int64{g.Game}
		}
	}
	return []int64{p.Data.Sheet[0].Game}
}

// rows is a game as a table of two columns.
func (g SheetGame) rows() string {
	turn := g.Status
	if g.Yours {
		turn = texts.Say("sheet yours", turn)
	}
	rows := [][]string{{texts.Say("sheet game", g.Game), texts.Say("sheet against", g.Side, g.Opponent)}, {texts.Say("sheet turn"), turn}, {texts.Say("sheet time"), g.Until},
		{texts.Say("sheet last"), cmp.Or(g.Last, texts.Say("sheet none"))}}
	if g.Men != (Men{}) {
		rows = append(rows, []string{sideName(board.White), g.Men.White}, []string{sideName(board.Black), g.Men.Black})
	}
	return press.Columns(rows)
}

// SheetTable is a table of all games of a sheet of many games; "" for few.
func (p *officePage) SheetTable() string {
	if len(p.Data.Sheet) <= sheetBoards {
		return ""
	}
	rows := [][]string{{texts.Say("sheet game head"), texts.Say("sheet opponent"), texts.Say("sheet turn"), texts.Say("sheet time"), texts.Say("sheet last")}}
	for _, g := range p.Data.Sheet {
		turn := texts.Say("sheet theirs")
		if g.Yours {
			turn = texts.Say("sheet you")
		}
		rows = append(rows, []string{fmt.Sprint(g.Game), texts.Clip(g.Opponent, sheetName), turn, cmp.Or(g.Left, "-"), cmp.Or(g.Last, "-")})
	}
	return press.Columns(rows)
}

// sheetName is the most characters of a name in a table of many games, with which a row has at most
// 72.
const sheetName = 18

// Cards reports whether what takes time on its way goes by cards, as it does by post, and in a game
// by e-mail from a player of real cards.
func (p *gamePage) Cards() bool {
	by := p.State.Terms.Carriers().Carrier()
	return by.Dates() || by.AtOnce()
}

// way is a communication of the reader's that is under way. No letter tells whether the
// communication is lost, nor when it will arrive.
type way struct {
	Cards           bool
	Words, Postmark string
}

// Ways tells where the communications are that the reader has handed in, and what the sides have
// paid for theirs.
func (p *gamePage) Ways() (told []string, err error) {
	for _, passage := range p.State.Transit {
		if passage.Side != p.Reader.Side {
			continue
		}
		one, err := say("way", way{Cards: p.Cards(), Words: strings.Join(passage.Words, "; "), Postmark: texts.Instant(passage.Collected, p.zone)})
		if err != nil {
			return nil, err
		}
		told = append(told, one)
	}
	spent, err := charges(&p.State, p.Reader.Side)
	if spent != "" {
		told = append(told, spent)
	}
	return told, err
}

// charges tells what a side and the other have paid for what they handed in; "" for nothing.
func charges(s *game.State, reader board.Side) (string, error) {
	mine, theirs := s.ChargesTold(reader)
	if mine+theirs == 0 {
		return "", nil
	}
	return say("charges", map[string]string{"Mine": carrier.Charge(mine).String(), "Theirs": carrier.Charge(theirs).String(), "Opponent": sideName(reader.Other())})
}

// OnCards says which sides play by real cards, and what follows, or "" if neither side does.
func (p *gamePage) OnCards() string {
	s := &p.State
	waits := texts.Span(s.Terms.Carriers().Post.Grace)
	switch {
	case s.ByCard == [2]bool{}:
		return ""
	case s.ByCard[board.White] && s.ByCard[board.Black]:
		return texts.Say("cards of both", waits)
	case s.ByCard[board.White]:
		return texts.Say("cards of one", sideName(board.White), waits)
	}
	return texts.Say("cards of one", sideName(board.Black), waits)
}

// Slip returns the card or form that an event is about, as the card or form stood at the event; ""
// for a real card, which has fields of its own.
func (t *told) Slip() (string, error) {
	p, words, ok := t.State.Conveyed(t.Event)
	if !ok || t.onCard {
		return "", nil
	}
	if p.Side != t.Reader.Side {
		all := len(words)
		if words = stated.Open(words, t.State.Terms.Sealed()); len(words) < all {
			p.Count = 0 // the count would tell of words that the reader does not see
		}
	}
	text, err := say("slip", map[string]any{"Told": t, "Event": t.name(), "Passage": p, "Cost": carrier.Charge(p.Charge).String(), "Text": press.OneLine(strings.Join(words, "; "), 400)})
	return tabled(text), err
}

// tabled sets lines of a template as a table; tabs part their cells.
func tabled(text string) string {
	var rows [][]string
	for line := range strings.Lines(text) {
		rows = append(rows, strings.Split(strings.Trim(line, " \n"), "\t"))
	}
	return press.Columns(rows)
}
