package templates

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/telling"
	"corrd/game/terms"
	"corrd/interpret/notation"
	"corrd/mailer"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// GameBook is what the book of a game that is over is made of.
type GameBook struct {
	State  game.State
	Names  [2]string               // by board.Side
	Steps  []game.Step             // of the game, or of what the public sees of it
	Ways   map[int]telling.Journey // how the moves travelled, by line.Turn.Sent
	Notes  []BookNote              // that may be printed, in the order in which they were passed on
	Office Office
	Zone   *time.Location // of the dates
	Paper  press.Paper

	public bool // reasons and grounds that may be somebody's words are left out
}

// BookOf returns the book of a game by its log, without names, notes and paper.
func BookOf(s game.State, log []game.Event) GameBook {
	b := GameBook{State: s, Steps: slices.Collect(game.Steps(s.ID, log)), Ways: map[int]telling.Journey{}}
	for _, j := range telling.Journeys(log) {
		b.Ways[j.Number] = j
	}
	return b
}

// PublicBook returns the book of what the public sees of a game, as BookOf does, and leaves out
// reasons and grounds that may be somebody's words.
func PublicBook(g telling.Public) GameBook {
	return GameBook{State: g.State, Steps: g.Steps, Ways: g.Ways, public: true}
}

// BookNote is what one side wrote to the other beside its moves.
type BookNote struct {
	Seq   int64 // the number of the event with whose letter the note was passed on
	By    board.Side
	Words string
}

// PDF prints the book. PDF returns an error only if the program is damaged.
func (b GameBook) PDF() ([]byte, error) { return b.Bound().PDF(b.Paper) }

// Bound returns what stands in the book. The score has the words of the players beside the short
// form, with each ruling where it fell; a diagram stands where somebody had to choose, where a
// penalty was exacted, after each ten moves and at the end. What is only a side's own, such as
// conditional moves that were never played, is left out, as it is in PGN.
func (b GameBook) Bound() press.Book {
	s := &b.State
	names := [2]string{bookName(s, b.Names, board.White), bookName(s, b.Names, board.Black)}
	book := press.Book{
		Properties: bound(texts.Say("book properties", s.ID, b.Names[board.White], b.Names[board.Black])),
		Club:       bound(b.Office.Name), Heading: texts.Say("book heading"),
		Kind: texts.Say("book medium " + s.Terms.Carriers().Medium), Against: texts.Say("book against"),
		Conditions: b.conditions(), Score: printedScore(s.Result), Ended: ending(s),
		Foot:     texts.Say("book foot", s.ID, bound(b.Office.Domain)),
		Running:  texts.Say("book running", s.ID, names[board.White], names[board.Black]),
		Chapters: []press.Chapter{b.agreed(), b.story(), b.inShort()},
	}
	for _, side := range []board.Side{board.White, board.Black} {
		book.Players[side] = press.Player{Name: names[side], Men: texts.Say("book men " + side.String())}
		if names[side] != bound(b.Names[side]) {
			book.Players[side].Note = texts.Say("book name", bound(b.Names[side]))
		}
	}
	return book
}

// file is the book as a file in a letter.
func (b GameBook) file() (mailer.Part, error) {
	octets, err := b.PDF()
	return mailer.Part{Name: fmt.Sprintf("game%d.pdf", b.State.ID), Type: "application/pdf", Data: octets}, err
}

// bound bounds what stands in a book to what can be printed on one line or a few.
func bound(words string) string { return press.OneLine(mailer.Clean(words), 2000) }

// bookName returns the name of a side as a book prints it: where a letter of the name cannot be
// printed, the side.
func bookName(s *game.State, names [2]string, side board.Side) string {
	name := bound(names[side])
	if _, ok := press.Writable(name); !ok || name == "" {
		return sideName(side)
	}
	return name
}

// printedScore is the score as printers set it, or "" if there is none.
func printedScore(r *game.Result) string {
	switch {
	case r == nil || r.Score == game.Annulled:
		return ""
	case r.Score == game.Drawn:
		return "½–½"
	}
	return strings.ReplaceAll(string(r.Score), "-", "–")
}

// ending says how the game ended.
func ending(s *game.State) string {
	r := s.Result
	if r == nil {
		return ""
	}
	winner, loser := board.White, board.Black
	if r.Score == game.BlackWins {
		winner, loser = loser, winner
	}
	key := "book ended " + string(r.How)
	if won := key + " won"; r.Score != game.Drawn && r.Score != game.Annulled && texts.Has(won) {
		key = won
	}
	return texts.Say(key, sideName(winner), sideName(loser))
}

// conditions are the lines beneath the names: the code, the dates, and how long the game is.
func (b GameBook) conditions() []string {
	s := &b.State
	lines := []string{texts.Say("book code", s.Code().Title)}
	if m := s.Match; m != nil {
		lines = append(lines, texts.Say("book match", m.Number, m.Games))
	}
	begun, ended := b.day(s.Started), b.day(b.over())
	if begun == ended {
		return append(lines, texts.Say("book on", begun))
	}
	return append(lines, texts.Say("book from", begun), texts.Say("book to", ended))
}

// over is when the game ended.
func (b GameBook) over() time.Time {
	for _, step := range slices.Backward(b.Steps) {
		if _, ok := step.Event.Fact.(game.Ended); ok {
			return step.Event.At
		}
	}
	return b.State.Started
}

// day is the day of a time, without the day of the week.
func (b GameBook) day(at time.Time) string { return press.PlainSpaces(texts.Day(at, b.Zone)) }

// agreed is the chapter of the terms on which the game was played.
func (b GameBook) agreed() press.Chapter {
	c := press.Chapter{Heading: texts.Say("book terms")}
	for _, term := range PrintedTerms(b.State.Terms) {
		c.Blocks = append(c.Blocks, press.Item{Text: term})
	}
	c.Blocks = append(c.Blocks, press.Paragraph{Text: texts.Say("book explained")})
	return c
}

// PrintedTerms returns terms as they are printed, without those that are usual and say nothing by
// themselves. The umpire is left out, whose address is not printed, and the colour, which the
// players' names tell.
func PrintedTerms(t terms.Terms) (lines []string) {
	usual := terms.Default().Lines()
	for _, term := range t.Lines() {
		said := gloss(t, term)
		if key, _, _ := strings.Cut(term, " "); key != "umpire" && key != "colour" && (said != term || !slices.Contains(usual, term) || strings.HasPrefix(term, "time ")) {
			lines = append(lines, printed(said))
		}
	}
	return lines
}

// printed returns words with the spaces and apostrophes of print.
func printed(words string) string {
	return strings.ReplaceAll(press.PlainSpaces(bound(words)), "'", "’")
}

// inShort is the chapter with the moves as they stood at the end, in the short form alone.
func (b GameBook) inShort() press.Chapter {
	s := &b.State
	c := press.Chapter{Heading: texts.Say("book short"), Follows: true}
	var words []string
	for p, turn := range s.Played() {
		move := press.PlainSpaces(short(s, &p, turn.Move, turn.Words, notation.Descriptive))
		if p.SideToMove() == board.White || len(words) == 0 {
			move = number(&p) + press.NoBreak + move
		}
		words = append(words, move)
	}
	if score := printedScore(s.Result); score != "" {
		words = append(words, score)
	}
	c.Blocks = append(c.Blocks, press.Paragraph{Text: strings.Join(words, " ")})
	if len(s.Line) > 0 {
		c.Blocks = append(c.Blocks, b.diagram(s.Position, s.Line[len(s.Line)-1].Move, texts.Say("book last position")))
	}
	return c
}

// diagram is a position of the game.
func (b GameBook) diagram(p board.Position, last board.Move, caption string) press.Diagram {
	return press.Diagram{Position: p, Move: last, Caption: caption, Above: sideName(board.Black), Below: sideName(board.White)}
}

// remark puts what an event was that is more than a move, and what it takes back, with the digest
// of its law; the digest is not repeated right beneath itself.
func (t *teller) remark(takenBack string) {
	if text := strings.TrimSpace(t.remarked() + " " + takenBack); text != "" {
		r := press.Remark{Text: printed(text), Law: string(t.event.Law)}
		if t.event.Law != "" {
			r.Digest = printed(t.after.Code().Digest(t.event.Law))
			if t.event.Law == t.cited {
				r.Digest = texts.Say("book above")
			}
			t.cited = t.event.Law
		}
		t.put(r)
	}
}

// remarked tells an event in a sentence; "" for one that a book does not tell.
func (t *teller) remarked() string {
	by := partyName(t.event.By)
	key := "book " + factName(t.event.Fact)
	switch f := t.event.Fact.(type) {
	case game.Held:
		return t.held(f)
	case game.Adopted:
		if _, isSide := t.event.By.Side(); !isSide || f.First || f.Implicit || f.Shown {
			key += " otherwise"
		}
		p := t.before.Position
		return texts.Say(key, by, t.short(&p, f.Move, ""))
	case game.Offended:
		return texts.Say(key, by, inMarks(bound(f.Words)))
	case game.Exacted:
		return t.exacted(f)
	case game.Protested:
		return texts.Say(key, by, inMarks(bound(f.Words)))
	case game.Proposed:
		return texts.Say(key, by, inMarks(bound(f.Words)))
	case game.Refused:
		if !f.ToBoth() {
			return ""
		}
		return texts.Say(key, by, inMarks(bound(f.Words)))
	case game.Restored:
		return t.restored()
	case game.LeaveTaken:
		return texts.Say(key, by, texts.Count(f.Days, "day"))
	case game.Counting:
		return texts.Say(key, by, f.Moves)
	case game.Claimed:
		return t.claimed(key, f.Ground)
	case game.ClaimRefused:
		return t.claimed(key, f.Ground)
	case game.Overstepped:
		return texts.Say(key, sideName(f.Side))
	case game.Replaced:
		return texts.Say(key, sideName(f.Side))
	case game.ProofFound:
		if f.Ground == game.Doubt && f.Verdict != "proved" {
			return ""
		}
		return texts.Say(key, f.Verdict, f.Nodes)
	case game.Ruled:
		if t.public {
			return texts.Say("book Ruled bare", by, ruledPublicly(f.Ruling))
		}
		return texts.Say(key, cmp.Or(f.Umpire, by), ordered(f.Ruling, game.Umpire), inMarks(bound(f.Reason)))
	case game.Ended:
		return ending(&t.after) + "."
	}
	if !texts.Has(key) {
		return ""
	}
	return texts.Say(key, by)
}

// claimed tells a claim, by a ground that a book may name.
func (t *teller) claimed(key, ground string) string {
	if t.public && ground == "" {
		return texts.Say(key+" bare", partyName(t.event.By))
	}
	return texts.Say(key, partyName(t.event.By), cmp.Or(ground, texts.Say("pgn groundless")))
}

// ruledPublicly names what a ruling orders, without the number of an event and the umpire's own
// words.
func ruledPublicly(r game.Ruling) string {
	if key := "ruled " + string(r.Verb) + " bare"; texts.Has(key) {
		return texts.Say(key, partyName(r.Side))
	}
	return ordered(r, game.Umpire)
}

// held tells which moves words leave to choose from.
func (t *teller) held(f game.Held) string {
	key := "book Held"
	if f.Multiple {
		key += " several"
	}
	p, words := t.after.Position, []string{}
	for _, w := range f.Words {
		words = append(words, inMarks(bound(w)))
	}
	var moves []string
	for _, m := range f.Moves {
		if form := t.short(&p, m, ""); !slices.Contains(moves, form) {
			moves = append(moves, form)
		}
	}
	mover := p.SideToMove()
	return texts.Say(key, sideName(mover), texts.List(words), texts.Either(moves), sideName(mover.Other()))
}

// exacted tells a penalty and what is to be done.
func (t *teller) exacted(f game.Exacted) string {
	due := told{gamePage: &gamePage{GameLetter: GameLetter{State: t.after}, code: t.after.Code(), notation: notation.Descriptive}, State: t.after}
	key := "book Exacted"
	if f.Penalty == "" {
		key += " unnamed"
	}
	return texts.Say(key, partyName(t.event.By), sideName(t.after.Position.SideToMove()), due.Demand(), f.Penalty)
}

// restored tells which move of two letters stands, unless its words leave a choice.
func (t *teller) restored() string {
	if open := t.after.Phase == game.HeldAmbiguous || t.after.Phase == game.HeldMultiple; open || len(t.after.Line) == 0 {
		return texts.Say("book Restored open", partyName(t.event.By))
	}
	i := len(t.after.Line) - 1
	p := t.after.At(i)
	return texts.Say("book Restored", partyName(t.event.By), strings.TrimSuffix(t.named(&p, t.after.Line[i]), "."))
}
