// Package press draws positions as pictures, and prints the cards for players who have no mailbox,
// the book of a game, and the cross-table of an all-play-all event with its conditions. A picture
// is a PNG: a board in few colours, small enough to go with every letter, and clear on white paper
// and on black. Of a card it draws the side of the address and the side of the message, and a card
// for the answer, with the fields that players by post have always written: the number of the game,
// both moves, when each card was received and posted, and the days that each side has taken. A card
// or a book is a PDF; the same card gives the same octets, and so does the same book. A table is
// lines of text, a spreadsheet, HTML or words. fill.go sets the text of a letter in lines and
// columns, and finds its parts for the HTML.
//
// It knows squares, men, type and paper, and what package tournament reckons of an event. It must
// not know notations, the store, any clock, or what a letter says: all that is handed in.
package press

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"corrd/game/board"
	"corrd/templates/texts"
)

// Card is what stands on one card.
type Card struct {
	Number   int64    // of the card at the office
	Club     string   // in whose name it is written
	Return   []string // the address of the club; none: it is to be filled in
	To       []string // the name and address of the reader
	Title    string   // what the card is about: "Game 12"
	Players  string   // "Alice Example against Bob Black"
	Fields   []Field
	Days     []Days
	Position *board.Position // nil: no board is drawn
	From     board.Side      // whose men are at the foot
	Last     board.Move      // the last move, whose squares are marked; board.Pass: none
	Words    []string        // what the card says, by paragraphs
	Answer   *Answer         // nil: the card asks for nothing
	Code     string          // of laws, in the last line
}

// Field is a line of a card: what it is, and what is written there.
type Field struct{ Name, Value string }

// Days are what a side has taken for its last move, and for all of them.
type Days struct {
	Side  string
	Move  string // "2"; "–" where none has been counted
	Total string
}

// Answer is the card that the reader sends back.
type Answer struct {
	Game   string   // "Game 12, Black", or what the office asks about
	Moves  bool     // the answer is one of a game, which has dates and conditional moves
	Theirs string   // the move that is repeated: "7. Kt-KB3"
	Number string   // of the move to be written: "7..."
	Boxes  []string // what can be ticked
	By     string   // the last date of the postmark, or "" if there is no limit
}

// answers names what the answer answers: a move, or the card where no move has been made.
func (a *Answer) answers() string {
	if a.Theirs == "" {
		return "printed to your card"
	}
	return "printed to your move"
}

// composed returns the card with each letter and its marks as one character, as the faces have
// them.
func (c Card) composed() Card {
	one := norm.NFC.String
	each := func(all []string) (composed []string) {
		for _, text := range all {
			composed = append(composed, one(text))
		}
		return composed
	}
	c.Club, c.Title, c.Players, c.Return, c.To, c.Words = one(c.Club), one(c.Title), one(c.Players), each(c.Return), each(c.To), each(c.Words)
	fields := make([]Field, len(c.Fields))
	for i, f := range c.Fields {
		fields[i] = Field{one(f.Name), one(f.Value)}
	}
	c.Fields = fields
	return c
}

// Lines returns what stands on the card for its reader to read and to fill in, line by line, in the
// order in which it is printed.
func (c Card) Lines() []string {
	lines := []string{c.Title + c.joined(c.Players)}
	for _, f := range c.Fields {
		lines = append(lines, f.Name+": "+f.Value)
	}
	for _, d := range c.Days {
		lines = append(lines, texts.Say("printed days of side", d.Side, d.Move, d.Total))
	}
	lines = append(lines, c.Words...)
	if c.Code != "" {
		lines = append(lines, c.Code)
	}
	a := c.Answer
	if a == nil {
		return lines
	}
	lines = append(lines, texts.Say("printed answer to", c.Number, a.Game))
	if a.Moves {
		lines = append(lines, strings.TrimSpace(texts.Say(a.answers())+" "+a.Theirs)+" "+texts.Say("printed received"))
	}
	lines = append(lines, strings.TrimSpace(texts.Say("printed answer")+" "+a.Number))
	if a.Moves {
		lines = append(lines, texts.Say("printed conditional"))
	}
	for _, box := range a.Boxes {
		lines = append(lines, "[ ] "+box)
	}
	if a.By != "" {
		lines = append(lines, texts.Say("printed postmark", a.By))
	}
	return lines
}

// address draws the side of the address.
func (c Card) address(s *sheet) {
	s.head(texts.Say("printed card"), c.Club)
	s.addressed(c.To)
	if len(c.Return) > 0 {
		s.text(typeset{italic, 7.5, sepia, 0}, edge+3, high-edge-3.4, texts.Say("printed return", c.Club+", "+strings.Join(c.Return, ", ")))
	}
	s.right(typeset{italic, 8, sepia, 0}, wide-edge-3, high-edge-3.4, texts.Say("printed number", c.Number))
}

// reply draws the side of the address of the card for the answer.
func (c Card) reply(s *sheet) {
	s.head(texts.Say("printed reply card"), "")
	s.addressed(append([]string{c.Club}, c.Return...))
	s.text(typeset{italic, 8, sepia, 0}, edge+3, high-edge-3.4, texts.Say("printed answer to", c.Number, c.Answer.Game))
}

// head draws the upper part of a side of an address.
func (s *sheet) head(title, club string) {
	s.frame()
	const top = 17.5
	s.centred(typeset{capitals, 23, sepia, 1.1}, wide/2-8, top, title)
	s.rule(wide/2-8, top+4.2, 26)
	s.centred(typeset{italic, 7.5, sepia, 0}, wide/2-8, top+9, texts.Say("printed side of address"))
	if club != "" {
		s.centred(typeset{capitals, 10, sepia, 0.25}, wide/2-8, top+15, club)
	}
	const w, h = 21.0, 25.0
	x, y := wide-edge-w-2, edge+2.0
	s.rectangle(sepia, 0.3, x, y, w, h)
	s.rectangle(sepia, 0.12, x+0.9, y+0.9, w-1.8, h-1.8)
	for i, word := range strings.Split(texts.Say("printed stamp"), " | ") {
		s.centred(typeset{italic, 7.5, sepia, 0}, x+w/2, y+10+3.4*float64(i), word)
	}
}

// addressed draws the lines of an address; those that are not known are left to be written.
func (s *sheet) addressed(lines []string) {
	const x, first, step, least = 46.0, 51.0, 7.6, 5
	for i := range max(least, len(lines)) {
		y := first + float64(i)*step
		s.dotted(x-3, y+1.6, wide-edge-6)
		if i >= len(lines) {
			continue
		}
		t := typeset{roman, 13, black, 0}
		if i == 0 {
			t.style = italic
			t.size = 14.5
		}
		for s.width(t, lines[i]) > wide-edge-6-x {
			t.size -= 0.5
		}
		s.text(t, x+float64(min(i, 3))*2.5, y, lines[i])
	}
	if len(lines) > 0 {
		s.text(typeset{italic, 12, sepia, 0}, x-12, first, texts.Say("printed to"))
	}
}

// The two columns of a message.
const (
	leftEdge, leftWide = edge + 1.5, 69.0
	rightEdge          = leftEdge + leftWide + 4.5
	foot               = high - edge - 5.2 // the last base line of words
)

// words is how the words of a message are set.
var words = typeset{roman, 8.6, black, 0}

// leading is the distance of lines, and between that of paragraphs beyond it.
const leading, between = 3.55, 1.5

// message draws the side of the message, and returns the paragraphs that find no room there.
func (c Card) message(s *sheet) (rest []string) {
	s.frame()
	s.centred(typeset{capitals, 12.5, sepia, 0.35}, wide/2, edge+5.2, c.Club)
	s.centred(typeset{italic, 9.5, black, 0}, wide/2, edge+10, c.Title+c.joined(c.Players))
	s.rule(wide/2, edge+12.8, 40)
	y := edge + 18.6
	width := leftWide
	if c.Position == nil {
		width = wide - 2*leftEdge
	} else {
		c.board(s, rightEdge, edge+16.2)
		c.days(s)
	}
	y = c.fields(s, y, width)
	rest = s.paragraphs(c.Words, leftEdge, y+1.6, width, foot)
	s.foot(c, len(rest) > 0)
	return rest
}

// joined puts a text behind another.
func (c Card) joined(text string) string {
	if text == "" {
		return ""
	}
	return ": " + text
}

// foot draws the last line of a message.
func (s *sheet) foot(c Card, over bool) {
	last := typeset{italic, 7.2, sepia, 0}
	s.text(last, leftEdge, high-edge-1, c.Code)
	key := "printed foot"
	if over {
		key = "printed foot continued"
	}
	s.right(last, wide-leftEdge, high-edge-1, texts.Say(key, c.Number))
}

// fields draws the lines of a message that are as on every card, and returns where they end.
func (c Card) fields(s *sheet, y, width float64) float64 {
	name, value := typeset{italic, 8.2, sepia, 0}, typeset{roman, 9.4, black, 0}
	for i, f := range c.Fields {
		if i == 0 {
			value.style, value.size = bold, 10.5
		} else {
			value.style, value.size = roman, 9.4
		}
		from := s.text(name, leftEdge, y, f.Name) + 1.2
		for s.width(value, f.Value) > leftEdge+width-from-1.5 && value.size > 6 {
			value.size -= 0.3
		}
		to := leftEdge + width - s.width(value, f.Value)
		s.dotted(from, y, to-1.2)
		s.text(value, to, y, f.Value)
		y += 4.9
	}
	return y
}

// days draws, under the board, the days that each side has taken.
func (c Card) days(s *sheet) {
	if len(c.Days) == 0 {
		return
	}
	name, value := typeset{italic, 7.8, sepia, 0}, typeset{roman, 9, black, 0}
	const y, move, total = edge + 75.0, rightEdge + 34.0, rightEdge + 52.0
	s.right(name, move, y, texts.Say("printed days of move"))
	s.right(name, total, y, texts.Say("printed days in all"))
	for i, d := range c.Days {
		at := y + 4.1*float64(i+1)
		s.dotted(s.text(name, rightEdge+3.6, at, d.Side)+1, at, move-6)
		s.right(value, move, at, d.Move)
		s.dotted(move+1.5, at, total-6)
		s.right(value, total, at, d.Total)
	}
}

// paragraphs sets paragraphs from a base line on down to another, and returns what finds no room.
func (s *sheet) paragraphs(all []string, x, y, width, last float64) (rest []string) {
	for i, text := range all {
		lines := s.lines(words, text, width)
		for n, line := range lines {
			if y > last {
				return append([]string{strings.Join(lines[n:], " ")}, all[i+1:]...)
			}
			s.text(words, x, y, line)
			y += leading
		}
		y += between
	}
	return nil
}

// further draws a leaf with the words that find no room on a card, in two columns, and returns what
// finds none here either.
func (c Card) further(s *sheet, all []string) (rest []string) {
	s.frame()
	s.centred(typeset{capitals, 11, sepia, 0.3}, wide/2, edge+5, c.Title)
	s.rule(wide/2, edge+7.6, 30)
	const half, gap = (wide - 2*leftEdge - 6) / 2, 6.0
	rest = s.paragraphs(all, leftEdge, edge+14, half, foot-2)
	if len(rest) > 0 {
		rest = s.paragraphs(rest, leftEdge+half+gap, edge+14, half, foot-2)
	}
	return rest
}

// form draws the side of the message of the card for the answer, which its writer fills in.
func (c Card) form(s *sheet) {
	a := c.Answer
	s.frame()
	s.centred(typeset{capitals, 12.5, sepia, 0.35}, wide/2, edge+5.2, c.Club)
	s.centred(typeset{italic, 9.5, black, 0}, wide/2, edge+10, a.Game)
	s.rule(wide/2, edge+12.8, 40)
	name, value := typeset{italic, 9.5, sepia, 0}, typeset{roman, 10.5, black, 0}
	y := edge + 21.0
	blank := func(x, to float64, key string) {
		from := s.text(name, x, y, texts.Say(key)+" ") + 1.2
		s.dotted(from, y+0.6, to)
	}
	right := wide - leftEdge
	const middle = wide/2 + 3
	if a.Moves {
		s.text(value, s.text(name, leftEdge, y, texts.Say(a.answers())+" ")+1, y, a.Theirs)
		blank(middle, right, "printed received")
		y += 10.5
	}
	s.text(name, leftEdge, y, texts.Say("printed answer")+" ")
	s.text(typeset{bold, 12, black, 0}, leftEdge+15, y, a.Number)
	s.dotted(leftEdge+30, y+0.6, right)
	y += 9
	s.dotted(leftEdge+30, y+0.6, right)
	y += 9
	if a.Moves {
		blank(leftEdge, right, "printed conditional")
		y += 9
		s.dotted(leftEdge, y+0.6, right)
		y += 9
		blank(middle, right, "printed days")
	}
	blank(leftEdge, middle-8, "printed posted")
	y += 9
	x := leftEdge
	for _, label := range a.Boxes {
		s.rectangle(sepia, 0.3, x, y-3, 3.4, 3.4)
		s.text(name, x+5, y, label)
		x += s.width(name, label) + 11
	}
	y += 9
	blank(leftEdge, right, "printed signed")
	last := typeset{italic, 7.2, sepia, 0}
	if a.By != "" {
		s.text(last, leftEdge, high-edge-1, texts.Say("printed postmark", a.By))
	}
	s.right(last, right, high-edge-1, texts.Say("printed foot of answer", c.Number))
}
