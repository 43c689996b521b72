package templates

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/telling"
	"corrd/game/terms"
	"corrd/interpret/notation"
	"corrd/mailer"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// OfficeLetter is a letter of the office or the registrar. For a topic that shows a game, State
// and Names are those of the game that Data names, as the game stood at Data.Seq.
type OfficeLetter struct {
	// Corrd-Letter: "office", "confirm", "challenge", "received", "asked", "refused", "repeat",
	// "news", "observed"
	Kind   string
	Data   Data
	State  game.State
	Names  [2]string
	Chain  [32]byte // hash of the game's last event
	Reader Reader
	Log    []game.Event // all events of the game, for the rulings in its PGN; may be nil
	Book   GameBook     // for Book: the book, without its office, zone and paper

	ReplyTo string // the keyed address that answers go to; "" for the office's own
	// the key in the subject of answers, where there are no keyed addresses; else ""
	Token      string
	MessageID  string
	InReplyTo  string
	References []string
	Now        time.Time
	Office     Office
}

// OfficePage renders an office letter. OfficePage returns an error for a topic that has no text.
func OfficePage(l OfficeLetter) (mailer.Page, error) {
	if l.Data.Topic == Show {
		return l.show()
	}
	p := officePage{OfficeLetter: l, Data: l.Data}
	d, err := write(&p, "office/"+string(l.Data.Topic), "shown", "left")
	if err != nil {
		return mailer.Page{}, err
	}
	out := page(d, l.Reader, l.Now)
	out.Subject += " [corrd]"
	out.ReplyTo, out.MessageID = l.ReplyTo, l.MessageID
	out.InReplyTo, out.References = l.InReplyTo, l.References
	out.ListID = "office.corrd." + l.Office.Domain
	out.Headers = []mailer.Header{{Name: "Corrd-Letter", Value: l.Kind}}
	if l.Data.Topic == PGNText {
		out.Attachments = []mailer.Part{pgnFile(l.State, l.Names, l.Office, l.Log)}
	}
	if l.Data.Topic == Book {
		file, err := l.book().file()
		if err != nil {
			return mailer.Page{}, err
		}
		out.Attachments = []mailer.Part{file}
	}
	var board *mailer.Part
	if l.Data.Topic == Help && l.Data.Words == "notation" {
		if board, err = p.array(); err != nil {
			return mailer.Page{}, err
		}
	}
	err = dress(&out, d.blocks, board, p.links(), sheet{Club: press.OneLine(l.Office.Name, 60)})
	return out, err
}

// book is the book as the reader has it.
func (l OfficeLetter) book() GameBook {
	b := l.Book
	b.Office, b.Zone, b.Paper = l.Office, l.Reader.zone(), press.Paper(cmp.Or(l.Reader.Settings[SetPaper], string(press.A4)))
	return b
}

// Unprinted lists the players of the book whose names have letters that books cannot print, or ""
// if there is none.
func (p *officePage) Unprinted() string {
	var names []string
	for _, side := range []board.Side{board.White, board.Black} {
		name := bound(p.Book.Names[side])
		if _, ok := press.Writable(name); !ok {
			names = append(names, name)
		}
	}
	return texts.List(names)
}

// show renders the game that Data names, as a letter of the game.
func (l OfficeLetter) show() (mailer.Page, error) {
	return GameLetter{
		Kind: l.Kind, State: l.State, Before: l.State, Reader: l.Reader, Names: l.Names, Chain: l.Chain,
		ReplyTo: l.ReplyTo, Token: l.Token, MessageID: l.MessageID, InReplyTo: l.InReplyTo, References: l.References,
		Now: l.Now, Office: l.Office, Left: l.Data.Left, Last: l.Data.Last, Hourly: l.Data.Hourly, Domain: l.Data.Domain, Reopens: l.Data.Reopens, Rekeyed: l.Data.Rekeyed, Again: l.Data.Again,
	}.render("show")
}

// officePage is what the text of an office letter may ask for.
type officePage struct {
	OfficeLetter
	Data
}

// Charges tells what the sides of the game have paid for what they handed in; "" for nothing.
func (p *officePage) Charges() (string, error) { return charges(&p.State, p.Reader.Side) }

// Journeys is a table of the cards or forms of the game of which the reader knows, or "" if none
// travel.
func (p *officePage) Journeys() (string, error) {
	text, err := say("journeys", map[string]any{"Ways": telling.JourneysTold(p.Log, p.Reader.Side), "Zone": p.Reader.zone()})
	return tabled(text), err
}

// ZoneName names the zone of the times in the letter.
func (p *officePage) ZoneName() string { return p.Reader.zone().String() }

// MostKilobytes is the most that a letter may have.
func (p *officePage) MostKilobytes() int64 { return p.Data.Number >> 10 }

// Score is the whole score of the game the letter shows.
func (p *officePage) Score() string {
	return score(p.State, p.Names, p.Reader.notation())
}

// SideName is "White" or "Black", the side that Data names.
func (p *officePage) SideName() string { return sideName(p.Data.Side) }

// LastAnswer says that the letter is the last answer of a budget, or that it has waited for its
// turn in one, or "" if it is neither.
func (p *officePage) LastAnswer() string {
	if p.Data.Waited {
		return texts.Say("answer waited")
	}
	if p.Data.Final && p.Data.Last == 0 {
		return texts.Say("last answer of nothing")
	}
	return lastAnswer(p.Data.Last, p.Data.Hourly, p.Data.Domain, texts.Limit(p.Data.Reopens, p.Reader.zone()))
}

// LastAnswer says that the letter is the last answer of a budget, or "" if the letter is not.
func (p *gamePage) LastAnswer() string {
	if p.Final && p.GameLetter.Last == 0 {
		return texts.Say("last answer of nothing")
	}
	return lastAnswer(p.GameLetter.Last, p.Hourly, p.Domain, texts.Limit(p.Reopens, p.zone))
}

// lastAnswer says that an answer is the last of a budget, and when the next answer is possible.
func lastAnswer(limit int, hourly bool, domain, reopens string) string {
	switch {
	case limit == 0:
		return ""
	case hourly && domain != "":
		return texts.Say("last answer domain", domain, limit, reopens)
	case hourly:
		return texts.Say("last answer hour", limit, reopens)
	}
	return texts.Say("last answer", limit, reopens)
}

// Held says who wrote a letter that is to be countersigned, and when.
func (p *officePage) Held() string {
	return press.Columns([][]string{{"From", p.Address}, {"Received", texts.Instant(p.Received, p.Reader.zone())}})
}

// WithinWords says how long after the question a yes makes a held letter count from its receipt; ""
// for a letter that counts from the yes.
func (p *officePage) WithinWords() string {
	if p.Within == 0 {
		return ""
	}
	return texts.Span(p.Within)
}

// WentBackTo is the time of the state that the server went back to, or "" if the time is not known.
func (p *officePage) WentBackTo() string {
	if p.Received.IsZero() {
		return ""
	}
	return texts.Instant(p.Received, p.Reader.zone())
}

// Choices are lines that the reader can write, each with its meaning; Lines holds both in pairs.
func (p *officePage) Choices() [][]string { return slices.Collect(slices.Chunk(p.Lines, 2)) }

// Subject is the subject of the answered letter, on one line.
func (p *officePage) Subject() string { return press.OneLine(p.Data.Words, 100) }

// NotationBoard is the array with the names of files and ranks.
func (p *officePage) NotationBoard() string {
	array := board.Array()
	return drawBoard(&array, board.White, notation.Descriptive)
}

// array is NotationBoard as a picture.
func (p *officePage) array() (*mailer.Part, error) {
	array := board.Array()
	return drawn(&array, BoardOptions{Notation: notation.Descriptive}, p.MessageID)
}

// Terms are those of a challenge.
func (p *officePage) Terms() terms.Terms {
	if p.Data.Terms == nil {
		return terms.Terms{}
	}
	return *p.Data.Terms
}

// MainTerms are the terms of a challenge that players ask for, and those that are not
// what is usual.
func (p *officePage) MainTerms() []string {
	t := p.Terms()
	lines := mainTerms(t)
	if p.Topic == EventAnnounced || p.Topic == EventBegun { // the pairings of an event give the colours
		return lines
	}
	if (p.Topic == ChallengeSent || p.Topic == ConfirmChallenge) && texts.Has("colour yours "+t.Colour) {
		return append(lines, texts.Say("colour yours "+t.Colour))
	}
	if p.Challenger == "" || t.Colour == "lot" || t.Colour == "" {
		return append(lines, texts.Say("colour "+cmp.Or(t.Colour, "lot")))
	}
	return append(lines, texts.Say("colour taken "+t.Colour, p.Challenger))
}

// AllTerms are all terms of a challenge or of a game, or those of an event, each with its
// explanation.
func (p *officePage) AllTerms() []string {
	t := p.Terms()
	lines := t.Lines()
	if p.Data.Event != "" {
		lines = t.LinesOfEvent()
	}
	for i, term := range lines {
		lines[i] = gloss(t, term)
	}
	return lines
}

// BeginsOn is the day on which the games of an event begin, or "" if they have begun.
func (p *officePage) BeginsOn() string {
	if p.Data.Until.IsZero() {
		return ""
	}
	return texts.Day(p.Data.Until, p.Reader.zone())
}

// OpenAgain says from when on what is held back can be asked for again.
func (p *officePage) OpenAgain() string { return texts.Limit(p.Data.Until, p.Reader.zone()) }

// Undo says until when the reader can undo what the letter tells, or "" if they cannot.
func (p *officePage) Undo() string {
	if p.Data.Number == 0 {
		return ""
	}
	return texts.Say("undo", texts.Limit(p.Data.Until, p.Reader.zone()))
}

// Code is the code of laws a challenge names.
func (p *officePage) Code() *codes.Code { return codes.Of(p.Terms()) }

// BoundBelow returns the number of hours below which the General Law would bind a turn of the game
// offered, or 0 if no turn can be so short.
func (p *officePage) BoundBelow() int {
	if below, ok := codes.MayBeBound(p.Terms()); ok {
		return int(below.Hours())
	}
	return 0
}

// Words are the words of the answered letter, without blank lines before and after.
func (p *officePage) Words() string { return strings.TrimSpace(p.Data.Words) }

// Provision returns the provision whose words the reader asked for, or nil if the code has no
// provision of that name.
func (p *officePage) Provision() *cited {
	law, ok := p.Code().Provision(p.Data.Words)
	if !ok {
		return nil
	}
	return &cited{Law: law, Digest: p.Code().Digest(law)}
}

// NearestLaw is the provision whose name is like the one that the code does not have.
func (p *officePage) NearestLaw() game.Law {
	return terms.Nearest(game.Law(p.Data.Words), p.Code().Provisions())
}
