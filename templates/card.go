package templates

import (
	"fmt"
	"slices"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// CardText is what the card of a game says to a player without a mailbox.
type CardText struct {
	Title   string // "Game 12"
	Players string
	Fields  [][2]string // the name of a field, and what is written in the field
	Days    [][3]string // for each side: its name, the days of its last turn, and the days of all its turns
	Words   []string    // paragraphs
	Asks    bool        // a card for an answer goes with it: for a move, a choice, or a correction
	Boxes   []string    // the statements that the reader may tick on that card
	Repeat  string      // the move that the answer repeats, or the words that leave a choice
	Number  string      // the number of the move to be written, or "" if none is asked for
	By      string      // the last date of the postmark, or "" if it is not known yet
	Foot    string
	Board   bool // a board is drawn
	Last    board.Move
}

// OnCard returns what the card of a game says.
func OnCard(l GameLetter) (CardText, error) {
	p := gamePage{GameLetter: l, code: l.State.Code(), notation: l.Reader.notation(), zone: l.Reader.zone(), onCard: true}
	if err := p.tell(); err != nil {
		return CardText{}, err
	}
	d, err := write(&p, "card/words")
	if err != nil {
		return CardText{}, err
	}
	t := CardText{Title: texts.Say("card title", l.State.ID), Players: texts.Say("card players", press.OneLine(l.Names[board.White], 28), press.OneLine(l.Names[board.Black], 28)),
		Words: paragraphsOf(d.body), Asks: p.Asks(), Boxes: p.boxes(), Number: p.answerNumber(), Foot: p.code.Title, Board: p.Diagram() != ""}
	if due := p.due(); t.Asks && !due.IsZero() {
		t.By = texts.LastDay(due, p.zone)
	}
	p.cardFields(&t)
	t.Days = p.Days()
	return t, nil
}

// Asks reports whether a card for the answer goes with a card: the game waits for the reader, or
// the reader has a right that answers something.
func (p *gamePage) Asks() bool {
	return p.YourTurn() || slices.ContainsFunc(p.State.Rights(p.Reader.Side), func(r interpret.Kind) bool { return offers[r].pressing })
}

// CardAnswers are the answers that a card lists: those of a letter or, where the card for the
// answer has room for a move and for what is ticked, what else answers something that is asked or
// open.
func (p *gamePage) CardAnswers() []example {
	if !p.AsksMove() {
		return p.Answers()
	}
	var list []example
	for _, right := range p.rights() {
		if offers[right].pressing && right != interpret.KindMove && !p.boxed(right) {
			list = append(list, p.linesOf(right)...)
		}
	}
	return slices.DeleteFunc(append(p.saying(), list...), func(e example) bool { return e.Says == "" })
}

// boxed reports whether a right is exercised by a box that stands on the card for the answer, ready
// to be ticked. A draw that would lose by the odds has none, for a box cannot say so.
func (p *gamePage) boxed(right interpret.Kind) bool {
	switch right {
	case interpret.KindOfferDraw, interpret.KindAcceptDraw:
		_, mine := p.State.DrawLoses(p.Reader.Side)
		_, theirs := p.State.DrawLoses(p.Reader.Side.Other())
		return !mine && !theirs
	}
	return right == interpret.KindResign
}

// boxes are the words of these boxes.
func (p *gamePage) boxes() (all []string) {
	for _, right := range p.State.Rights(p.Reader.Side) {
		if p.boxed(right) {
			all = append(all, texts.Say("printed "+wordsOf(right)))
		}
	}
	return all
}

// answerNumber is the number before the answer that a card asks for: that of the move or, where the
// reader chooses among moves first, that of the reply, or "" if no move is asked for, but what the
// reader meant or nothing.
func (p *gamePage) answerNumber() string {
	switch {
	case p.State.Held != nil && p.State.Held.By == p.Reader.Side:
		return ""
	case p.State.Held != nil:
		after := p.State.Choices()[0].Play(p.State.Position)
		return number(&after)
	case !p.State.TurnDue():
		return ""
	}
	return number(&p.State.Position)
}

// inDoubt returns the words of the other side that the reader answers before any move: those that
// are held, or those of an offence, or "" if there are none.
func (p *gamePage) inDoubt() string {
	switch {
	case p.State.Held != nil && p.State.Held.By != p.Reader.Side:
		return onLine(strings.Join(p.State.Held.Words, "; "))
	case p.State.Phase == game.OffenceOpen && p.State.Offence.By != p.Reader.Side:
		return onLine(p.State.Offence.Words)
	}
	return ""
}

// cardFields fills in the lines that stand on every card.
func (p *gamePage) cardFields(t *CardText) {
	add := func(name, value string) { t.Fields = append(t.Fields, [2]string{texts.Say(name), value}) }
	var line []string // "" for a turn in which nothing is moved
	turn := ""        // the number of the last
	for before, made := range p.State.Played() {
		turn = number(&before)
		if made.Move == board.Pass {
			line = append(line, "")
			continue
		}
		line = append(line, press.PlainSpaces(turn+" "+short(&p.State, &before, made.Move, made.Words, p.notation)))
	}
	n := len(line)
	if n > 0 {
		t.Last = p.State.Line[n-1].Move
	}
	theirs := func(i int) bool { return i >= 0 && p.State.Line[i].Side != p.Reader.Side }
	switch {
	case n > 0 && line[n-1] == "":
		t.Fields = append(t.Fields, [2]string{texts.Say("card lost", sideName(p.State.Line[n-1].Side)), turn})
	case n > 0 && theirs(n-1):
		t.Repeat = line[n-1]
		t.Fields = append(t.Fields, [2]string{texts.Say("card plays", p.Opponent()), t.Repeat})
		if n > 1 && line[n-2] != "" {
			add("card yours", line[n-2])
		}
	case n > 0:
		add("card noted", line[n-1])
		if theirs(n-2) && line[n-2] != "" {
			add("card theirs", line[n-2])
		}
	}
	if card := p.ownCard(); card != nil {
		add("card postmark", texts.Date(card.Collected, p.zone))
		if !card.Delivered.IsZero() {
			add("card received", texts.Date(card.Delivered, p.zone))
		}
	}
	if t.By != "" {
		add("card by", t.By)
	}
	switch {
	case p.DrawOffered():
		add("card proposed", texts.Say("card draw"))
	case p.TheirProposal() != nil:
		add("card proposed", onLine(p.TheirProposal().Words))
	}
	if doubt := p.inDoubt(); doubt != "" {
		t.Repeat = doubt
		add("card unclear", doubt)
	}
}

// ownCard returns the card of the reader's of which the lines of a card tell: the one that the
// letter answers, or else the last that stopped the reader's clock. It returns nil if there is no
// such card, or if the words that the letter answers were returned before they acted.
func (p *gamePage) ownCard() *carrier.Passage {
	s, last := p.Before, p.State.Cards[p.Reader.Side]
	for _, e := range p.Events {
		if e.By == game.PartyOf(p.Reader.Side) {
			if card, _, ok := s.Conveyed(e); ok {
				return &card
			}
			switch e.Fact.(type) {
			case game.Asked, game.Refused:
				last = nil
			}
		}
		s = s.Apply(e)
	}
	return last
}

// onLine bounds the words of a player on one line of a card.
func onLine(words string) string { return press.OneLine(words, 40) }

// Days returns for each side its name, the days of its last turn, and the days of all its turns.
func (p *gamePage) Days() (days [][3]string) {
	for _, side := range []board.Side{board.White, board.Black} {
		last := "–"
		for _, w := range slices.Backward(p.State.Windows) {
			if w.Side == side {
				last = fmt.Sprint(int(w.Used / (24 * time.Hour)))
				break
			}
		}
		days = append(days, [3]string{sideName(side), last, fmt.Sprint(int(p.State.Clocks[side].Used / (24 * time.Hour)))})
	}
	return days
}

// OfficeOnCard returns the paragraphs of a letter of the office, as they stand on a card.
func OfficeOnCard(page mailer.Page) []string {
	return paragraphsOf(strings.TrimPrefix(page.Text, replyMark))
}

// paragraphsOf joins the lines of each paragraph of a letter, and of words that are quoted. An item
// of a list is a paragraph, and the marks of what is quoted or drawn are left out.
func paragraphsOf(text string) (all []string) {
	open, above := false, "" // the quoted line before
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		quoted := strings.HasPrefix(line, "|") || strings.HasPrefix(line, ">")
		line = strings.TrimSpace(strings.TrimLeft(line, "|>"))
		goesOn := open && !quoted && !strings.HasPrefix(line, "- ") || quoted && press.Breaks(above, line, press.Width-len("| "))
		open, above = line != "" && !quoted, ""
		if quoted && !strings.Contains(line, press.CellMark) && !strings.Contains(line, "  ") {
			above = line
		}
		switch {
		case goesOn:
			all[len(all)-1] += " " + line
		case line != "":
			all = append(all, line)
		}
	}
	for i := range all {
		all[i] = strings.NewReplacer(press.NoBreak, " ", "'", "’").Replace(press.PlainSpaces(all[i]))
	}
	return all
}

// calendar returns an iCalendar object (RFC 5545) for a reader who has set a calendar on, with one
// entry at the time by which the reader must answer, or nil if the letter leaves no such time and
// ends none. The object publishes the entry (RFC 5546, 3.2.1) and names no attendee, so that no
// calendar answers. All letters of a game to a side name one entry, which a later letter replaces:
// SEQUENCE is the number of the event that the letter tells. A letter that ends the reader's time,
// or the game, cancels the entry.
func (p *gamePage) calendar() *mailer.Part {
	if p.Reader.Settings[SetCalendar] != "on" || p.Reader.OnCard || p.Reader.Former {
		return nil
	}
	due := p.due()
	before := gamePage{GameLetter: p.GameLetter}
	before.State = p.Before.AsOf(p.Now)
	if due.IsZero() && p.State.Result == nil && (p.Before.Seq == 0 || before.due().IsZero()) {
		return nil
	}
	c := ics.NewCalendarFor(press.OneLine(p.Office.Name, 60))
	c.SetMethod(ics.MethodPublish)
	e := c.AddEvent(fmt.Sprintf("g%d.%s@%s", p.State.ID, p.Reader.Side, p.Office.Domain))
	e.SetDtStampTime(p.Now)
	e.SetSequence(int(p.State.Seq))
	e.SetOrganizer("mailto:" + p.Office.Address)
	e.SetClass(ics.ClassificationPrivate)
	e.SetTimeTransparency(ics.TransparencyTransparent)
	e.SetSummary(texts.Say("calendar entry", p.State.ID, press.OneLine(p.OpponentName(), 60)))
	if due.IsZero() {
		e.SetStatus(ics.ObjectStatusCancelled)
		e.SetStartAt(p.Now)
	} else {
		e.SetStatus(ics.ObjectStatusConfirmed)
		e.SetStartAt(due)
		e.SetDescription(press.PlainSpaces(texts.Say("calendar limit", texts.Limit(due, p.zone))))
	}
	return &mailer.Part{Name: fmt.Sprintf("game%d.ics", p.State.ID), Type: "text/calendar; charset=utf-8; method=PUBLISH",
		Data: []byte(c.Serialize(ics.WithNewLine("\r\n")))}
}

// due returns the time by which the reader must answer, in the game as the letter leaves the game,
// or zero if the reader has no limit.
func (p *gamePage) due() time.Time {
	s := &p.State
	side, ok := s.Running()
	if !ok || side != p.Reader.Side || s.FromHand(side) || s.Overdue(side) {
		return time.Time{}
	}
	stay := s.Stays()
	switch {
	case stay != nil:
		return stay.Until
	case s.Terms.Time.Per == 0, s.LastMinute().Equal(s.Closes): // no move is due by the end of a session as such
		return time.Time{}
	}
	if by := s.HandInBy(); !by.Before(p.Now) {
		return by
	}
	return s.LastMinute()
}
