package templates

import (
	"encoding/hex"
	"fmt"
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

// GameLetter is what one letter of a game tells one reader: the events of a
// transaction, and the game before and after them.
type GameLetter struct {
	Kind   string     // the kind of game.Dispatch: "move", "adopted", "held" …
	Also   []string   // the kinds of the letters that are read in this one
	State  game.State // after the last of Events
	Before game.State // before the first of Events; State is after the last
	// the events of the transaction, up to the one that this letter tells; none for a repeat
	Events []game.Event
	Chain  [32]byte // the hash of the game's last event
	Reader Reader
	Names  [2]string // the players' names, by board.Side
	// the names, by their numbers, of players whom Events name and who have written for a side in
	// consultation
	People map[int64]string
	// by the number of the letter, the player of a side in consultation who wrote a letter that
	// caused Events
	Writers map[int64]int64
	Note    string // the prose of the other side that is passed on
	// the match of the game, and how the match stands; nil for a game that belongs to no match
	Match   *Match
	Left    []string // what else the answered letter asked for
	Last    int      // Last, Hourly, Domain and Reopens are as in Data
	Hourly  bool
	Domain  string
	Reopens time.Time
	Rekeyed bool // as in Data
	Again   bool // as in Data
	Final   bool // likewise
	// all events of the game, for the rulings in the PGN of a result; may be nil
	Log   []game.Event
	Cited []game.Law // laws whose words an earlier letter of this game has told the reader

	ReplyTo string // the keyed address that answers go to
	// the key in the subject of answers, where there are no keyed addresses; else ""
	Token      string
	MessageID  string
	InReplyTo  string
	References []string
	Now        time.Time
	Office     Office
}

// Game renders a letter of a game. Game returns an error for a kind of letter without a text and
// for a fact without words, and never because of what players wrote.
func Game(l GameLetter) (mailer.Page, error) {
	if l.Reader.Former {
		return l.render("former")
	}
	return l.render(l.Kind)
}

// render renders the letter with the named text.
func (l GameLetter) render(text string) (mailer.Page, error) {
	l.State = l.State.AsOf(l.Now)
	p := gamePage{GameLetter: l, code: l.State.Code(), notation: l.Reader.notation(), zone: l.Reader.zone()}
	if err := p.tell(); err != nil {
		return mailer.Page{}, err
	}
	d, err := write(&p, "game/"+text)
	if err != nil {
		return mailer.Page{}, err
	}
	out := page(d, l.Reader, l.Now)
	out.Subject = p.fitted(fmt.Sprintf("%s [corrd %d]", out.Subject, l.State.ID))
	out.Sender = p.sender()
	out.ReplyTo, out.MessageID = l.ReplyTo, l.MessageID
	out.InReplyTo, out.References = l.InReplyTo, l.References
	out.ListID = fmt.Sprintf("g%d.corrd.%s", l.State.ID, l.Office.Domain)
	out.Headers = p.headers()
	if l.State.Result != nil && len(l.Events) > 0 {
		out.Attachments = []mailer.Part{pgnFile(l.State, l.Names, l.Office, l.Log)}
	}
	if entry := p.calendar(); entry != nil {
		out.Attachments = append(out.Attachments, *entry)
	}
	err = p.dress(&out, d.blocks)
	return out, err
}

// gamePage is what the text of a letter of a game may ask for.
type gamePage struct {
	GameLetter
	code     *codes.Code
	notation notation.Set
	zone     *time.Location
	told     []told    // what is told of the events, in their order
	onCard   bool      // the page is for a card, which has fields of its own
	found    []example // as acts returns them; nil before they are asked for
	diagram  string    // as Diagram returns it; "" before it is asked for
}

// sender returns the name beside corrd's address: the name of the opponent, for whom corrd writes.
func (p *gamePage) sender() string {
	return fmt.Sprintf("%s (%s)", press.OneLine(p.OpponentName(), 60), p.Office.Name)
}

// Opponent is "White" or "Black", whichever the reader is not.
func (p *gamePage) Opponent() string { return sideName(p.Reader.Side.Other()) }

// Side is "White" or "Black", whichever the reader is.
func (p *gamePage) Side() string { return sideName(p.Reader.Side) }

// OpponentName is the name of the player on the other side.
func (p *gamePage) OpponentName() string { return p.Names[p.Reader.Side.Other()] }

// Moved is the last move that was played, with its number, for the subject:
// "7. Kt-KB3"; "" when none was.
func (p *gamePage) Moved() string {
	for i := len(p.told) - 1; i >= 0; i-- {
		if m, ok := p.told[i].played(); ok {
			before := p.told[i].position()
			return number(before) + " " + short(&p.State, before, m, p.told[i].madeBy(m), p.notation)
		}
	}
	return ""
}

// YourTurn reports whether the game waits for the reader.
func (p *gamePage) YourTurn() bool { return p.State.Awaits(p.Reader.Side) }

// Moving reports whether what the reader did in this turn is under way.
func (p *gamePage) Moving() bool {
	asked, waits := p.State.Asked()
	return waits && asked == p.Reader.Side && !p.YourTurn() || p.State.Moving(p.Reader.Side)
}

// Last returns the kind of the last fact that the letter tells, as "Played", or "" if the letter
// tells none.
func (p *gamePage) Last() string {
	if t := p.lastTold(); t != nil {
		return t.name()
	}
	return ""
}

// lastTold returns the last fact that the letter tells. What is left over of a letter counts only
// if the letter tells nothing else. lastTold returns nil if nothing is told.
func (p *gamePage) lastTold() *told {
	for i := range slices.Backward(p.told) {
		if f, ok := p.told[i].Fact.(game.Refused); !ok || f.Why != game.LeftOver || i == 0 {
			return &p.told[i]
		}
	}
	return nil
}

// Code is the code of laws of the game.
func (p *gamePage) Code() *codes.Code { return p.code }

// Penalty names the penalty for the offence that is open, for the head of a sentence: "Penalty C",
// or "The penalty" where the code gives the penalty no letter.
func (p *gamePage) Penalty() string {
	if penalty, _, _ := p.State.Penalty(); penalty.Name != "" {
		return texts.Say("penalty named", penalty.Name)
	}
	return texts.Say("penalty")
}

// ThePenalty names the penalty within a sentence.
func (p *gamePage) ThePenalty() string {
	if penalty := p.Penalty(); penalty != texts.Say("penalty") {
		return penalty
	}
	return texts.Say("penalty within")
}

// FaultLaw is the provision that gives the penalty for the offence that is open.
func (p *gamePage) FaultLaw() codes.Law {
	_, law, provided := p.State.Penalty()
	if !provided {
		return codes.Silence
	}
	return law
}

// Picks reports whether the offender may choose between several men.
func (p *gamePage) Picks() bool {
	if p.OwnChoice() == "" {
		return false
	}
	need, _ := p.State.Demanded()
	return need.Men.Len() > 1
}

// OwnChoice names the men among which the offender may choose the man to move, and gives "" when
// a penalty leaves them no choice of the man.
func (p *gamePage) OwnChoice() string { return p.ownChoice(&p.State) }

// ownChoice names these men for the offence that is open in a state of the game.
func (p *gamePage) ownChoice(s *game.State) string {
	if s.Offence == nil {
		return ""
	}
	demand, offended := s.Demanded()
	if !demand.Own || demand.Men == 0 {
		return ""
	}
	var men []string
	for sq := range demand.Men.All() {
		man, _ := offended.At(sq)
		name := kindName(man.Kind)
		if man.Kind != board.King && !p.Blindfold() {
			name = p.manOn(man, sq)
		}
		men = append(men, texts.Say("the man", name))
	}
	return texts.Either(men)
}

// NothingCompelled reports whether there is nothing that the penalty for the offence that
// is open could compel.
func (p *gamePage) NothingCompelled() bool {
	demand, _ := p.State.Demanded()
	return !p.Blindfold() && !demand.King && demand.Men == 0
}

// ElseMan reports whether the letter must not say that the penalty compels the King: in a
// blindfold game, if the code lets the receiver select another man when the King cannot be moved.
func (p *gamePage) ElseMan() bool {
	demand, _ := p.State.Demanded()
	return p.Blindfold() && !demand.Own && demand.Men != 0
}

// WouldStand reports whether a reply would make the illegal move stand.
func (p *gamePage) WouldStand() bool {
	answer, _, _ := p.code.Answered.Get()
	return answer == codes.Stands && p.State.Answerable()
}

// Blindfold reports whether no position may be sent.
func (p *gamePage) Blindfold() bool { return p.State.Terms.Blindfold() }

// Diagram is the board as the reader sees it, or "" if the reader wants no board, or the terms
// allow none.
func (p *gamePage) Diagram() string {
	if p.Blindfold() || p.Reader.Settings[SetDiagram] == "off" || p.plain() {
		return ""
	}
	if p.diagram == "" {
		p.diagram = drawBoard(&p.State.Position, p.Reader.Side, p.notation)
	}
	return p.diagram
}

// plain reports whether the letter asks a question that the reader can answer without the board, as
// a beginner cannot who is asked for a move. The statement "show" still brings the board.
func (p *gamePage) plain() bool {
	t := p.main()
	if p.Kind != "asked" || t == nil {
		return false
	}
	f, ok := t.Fact.(game.Asked)
	return ok && f.Why != game.WrongNumber && !(p.Beginner() && (len(t.Meant()) > 0 || f.Why == game.NoStatement && p.MayMove()))
}

// Beginner reports whether the game has the terms of newcomers (house:10).
func (p *gamePage) Beginner() bool { return p.State.Terms.Errors == terms.CourteousFirst }

// GentleTerms are the terms of newcomers, as a challenge writes them; "" if the game has others.
func (p *gamePage) GentleTerms() string {
	if !p.Beginner() {
		return ""
	}
	written := "errors " + terms.CourteousFirst
	if n := p.State.Terms.Notation; len(n) > 1 {
		written = "notation " + strings.Join(n, ", ") + ", " + written
	}
	return written
}

// Men is the list of the men; "" in a blindfold game.
func (p *gamePage) Men() string {
	if p.Blindfold() || p.plain() {
		return ""
	}
	return menList(&p.State.Position, p.notation)
}

// LastMoves is the end of the score; "" before the first move.
func (p *gamePage) LastMoves() string {
	if len(p.State.Line) == 0 {
		return ""
	}
	return lastMoves(p.State, p.notation, 2)
}

// headers returns the machine-readable headers of a letter of a game, in the order in which they
// are printed. A header without a value is left out.
func (p *gamePage) headers() []mailer.Header {
	number, side := p.State.TurnNumber()
	all := []mailer.Header{
		{Name: "Corrd-Game", Value: fmt.Sprint(p.State.ID)},
		{Name: "Corrd-Turn", Value: fmt.Sprint(number, " ", side)},
		{Name: "Corrd-Letter", Value: p.Kind},
		{Name: "Corrd-Also", Value: strings.Join(p.Also, " ")},
		{Name: "Corrd-Moves", Value: p.moveList()},
		{Name: "Corrd-Position", Value: p.fen()},
		{Name: "Corrd-Law", Value: string(p.law())},
		{Name: "Corrd-Chain", Value: p.chain()},
		{Name: "Corrd-Assistance", Value: p.assistance()},
	}
	kept := all[:0]
	for _, h := range all {
		if h.Value != "" {
			kept = append(kept, h)
		}
	}
	return kept
}

// moveList returns, in UCI, the moves to choose from while a choice is open, and otherwise the
// moves played in the transaction.
func (p *gamePage) moveList() string {
	list := p.State.Candidates()
	if list == nil {
		for _, t := range p.told {
			if m, ok := t.played(); ok {
				list = append(list, m)
			}
		}
	}
	return strings.Join(board.UCI(list), " ")
}

// fen is the position, before an undetermined move; "" in a blindfold game.
func (p *gamePage) fen() string {
	if p.Blindfold() {
		return ""
	}
	return p.State.Position.FEN()
}

// law returns the law of a ruling, or else of the last act of the turn that the letter tells of, or
// else of the last event told, or else, when nothing is told, of the last move.
func (p *gamePage) law() game.Law {
	if t := p.main(); t != nil && p.Kind == "ruling" {
		return t.law
	}
	if telling.TellsOfAct(p.Kind) {
		for _, t := range slices.Backward(p.told) {
			if t.act() {
				return t.law
			}
		}
	}
	if t := p.lastTold(); t != nil {
		return t.law
	}
	if n := len(p.State.Line); n > 0 {
		return p.State.Line[n-1].Law
	}
	return ""
}

// chain is the hash of the game's last event in hex, or "" if the caller handed in no hash.
func (p *gamePage) chain() string {
	if p.Chain == [32]byte{} {
		return ""
	}
	return hex.EncodeToString(p.Chain[:])
}

// assistance returns the assistance allowed in the turn that is due, and the time until which it
// holds. The time is left out while no clock runs.
func (p *gamePage) assistance() string {
	w := p.State.Window
	if p.State.Result != nil || w.Regime == "" {
		return ""
	}
	side, runs := p.State.Running()
	if !runs || w.Until.IsZero() || p.State.Moving(side) { // when what is under way arrives, nobody is told
		return string(w.Regime)
	}
	return string(w.Regime) + "; until " + w.Until.UTC().Format(time.RFC3339)
}
