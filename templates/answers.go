package templates

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/telling"
	"corrd/interpret"
	"corrd/interpret/notation"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// example is something that a reader can do: a line with which they can answer as the line stands,
// how a letter lists it, and the label of the link that opens an answer with it.
type example struct {
	Line string // the answer; a move among the answers is legal, good or bad
	Form string // what the letter shows in the place of Line, where a reader fills a form in; "" shows Line
	Says string // what the line does, where the letter lists it; "" where a sentence or a link alone offers it
	Tap  string // the label of the link; "" for none, as of whatever loses the game or a right
}

// Shown is how a letter shows the answer.
func (e example) Shown() string {
	return strings.ReplaceAll(cmp.Or(e.Form, e.Line), " ", press.NoBreak)
}

// Answers are the answers that a letter lists. The move for which a turn waits is not listed: a
// sentence of the letter asks for the move.
func (p *gamePage) Answers() []example {
	return slices.DeleteFunc(slices.Clone(p.acts()), func(e example) bool { return e.Says == "" })
}

// AsksMove reports whether the reader may answer with a move of which no form is listed.
func (p *gamePage) AsksMove() bool {
	return slices.ContainsFunc(p.acts(), func(e example) bool { return e.Says == "" && e.Form != "" })
}

// Several reports whether the turn has several moves.
func (p *gamePage) Several() bool { return p.State.MovesDue() > 1 }

// acts are what the reader may do now, in the order in which a letter offers it: of these are made
// the lines that the letter lists and the links beside them. They are found once.
func (p *gamePage) acts() []example {
	if p.found == nil {
		p.found = p.findActs()
	}
	return p.found
}

func (p *gamePage) findActs() []example {
	if p.Reader.Former {
		return []example{fixed("help")}
	}
	list := p.saying()
	if p.State.Result != nil {
		if p.Contestable() {
			list = append(list, example{Line: texts.Say("line protest"), Form: texts.Say("form protest"), Says: texts.Say("answer protest"), Tap: texts.Say("tap protest")})
		}
		if p.MayPlayAgain() {
			list = append(list, example{Line: again, Says: texts.Say("answer again", p.Opponent()), Tap: texts.Say("tap again")})
		}
		return append(list, fixed("pgn"), fixed("book"), fixed("history"), linked("help"))
	}
	list = append(list, p.explaining()...)
	list = append(list, p.leaves()...)
	list = append(list, p.meanings()...)
	if p.unread() {
		list = append(list, fixed("repeat form"))
	}
	seen := false
	for _, right := range p.rights() {
		if !seen && !offers[right].pressing {
			list, seen = append(list, p.seeing()...), true
		}
		list = append(list, p.linesOf(right)...)
	}
	if wanted := p.wantedNotation(); wanted != 0 {
		all := append(slices.Clone(p.State.Terms.Notation), wanted.String())
		list = append(list, example{Line: "propose notation " + strings.Join(all, ", "), Says: texts.Say("answer propose notation"), Tap: texts.Say("tap propose notation")})
	}
	if p.Founded() != nil || p.foundNone() {
		list = append(list, fixed("help notation"))
	}
	return append(list, fixed("help"))
}

// meanings are the moves that the reader's words seem to mean and do not play, each ready to be
// played, and the yes that plays the only one.
func (p *gamePage) meanings() (list []example) {
	for _, m := range p.Meant() {
		list = append(list, p.play(Playing(&p.State, m), ""))
	}
	if t := p.main(); t != nil && p.plays(t) {
		list = append(list, example{Line: "yes", Says: texts.Say("answer play yes", t.Agreed(t.Meant()[0]))})
	}
	return list
}

// play is a line that plays a move.
func (p *gamePage) play(line, says string) example {
	return example{Line: line, Says: says, Tap: tapOf(line).Label}
}

// seeing is how the reader has the board or, without one, the moves: by a line where the letter
// does not show it.
func (p *gamePage) seeing() []example {
	shown := p.YourTurn() && !p.plain() || p.Diagram() != ""
	switch {
	case !p.Blindfold() && shown:
		return []example{linked("show")}
	case !p.Blindfold():
		return []example{fixed("show")}
	case shown:
		return nil
	}
	return []example{{Line: "history", Says: texts.Say("answer moves again"), Tap: texts.Say("tap history")}}
}

// PassesOn reports whether the letter asks whether prose of the reader's is to be passed on.
func (p *gamePage) PassesOn() bool {
	t := p.main()
	f, ok := game.Asked{}, false
	if t != nil {
		f, ok = t.Fact.(game.Asked)
	}
	return ok && f.Text != "" && p.State.Unsaid(p.Reader.Side) != nil
}

// explaining are the helps about what the reader's prose speaks of, where the prose may be a
// question to corrd.
func (p *gamePage) explaining() (list []example) {
	if !p.PassesOn() && !p.foundNone() {
		return nil
	}
	f := p.main().Fact.(game.Asked)
	for _, topic := range texts.AskedAbout(cmp.Or(f.Text, f.Words)) {
		list = append(list, example{Line: "help " + topic, Says: texts.Say("answer help topic", topic)})
	}
	if words := cmp.Or(f.Text, f.Words); texts.SpeaksOfAbsence(words) {
		list = append(p.givesTime(words), list...)
	}
	return list
}

// OnlySays reports whether the letter tells nothing but what the other side says.
func (p *gamePage) OnlySays() bool { return telling.OnlySays(p.Kind) }

// saying are the answers about words for the other side: to a question whether they are to be
// passed on, and to such words.
func (p *gamePage) saying() []example {
	switch {
	case p.PassesOn():
		return []example{{Line: "yes", Says: texts.Say("answer pass yes"), Tap: texts.Say("tap pass yes")}, {Line: "yes always", Says: texts.Say("answer pass always"), Tap: texts.Say("tap pass always")},
			{Line: "no", Says: texts.Say("answer pass no"), Tap: texts.Say("tap pass no")}}
	case p.OnlySays():
		return []example{p.says(), {Line: "block " + p.OpponentName(), Says: texts.Say("answer block")}}
	case p.State.Result != nil:
		return []example{p.says()}
	}
	return nil
}

// Contestable reports whether the game ended, and not as the reader would have it, by what only the
// umpire can tell was meant otherwise: words, an agreement, or the time of a letter.
func (p *gamePage) Contestable() bool {
	return p.Ending() != "won" && slices.Contains([]string{string(game.ByResignation), string(game.ByAgreement), string(game.ByTime)}, p.How())
}

// says is the answer that says something to the other side.
func (p *gamePage) says() example {
	return example{Line: "say: Thank you!", Form: texts.Say("form say"), Says: texts.Say("answer say", p.Opponent()), Tap: texts.Say("tap say")}
}

// again is the answer that begins another game on the same terms.
const again = "again"

// MayPlayAgain reports whether the game, and the match that it belongs to, is over and the sides
// can play again. After an array that was wrong they are not asked to, because another game would
// begin from it.
func (p *gamePage) MayPlayAgain() bool {
	return p.State.Result != nil && !p.State.BegunWrong() && !p.State.Parted(p.Now) && (p.Match == nil || p.Match.Unsettled() == 0)
}

// Meant are the legal moves that the reader's words seem to mean, about which the letter asks.
func (p *gamePage) Meant() []board.Move {
	if t := p.main(); t != nil && p.YourTurn() {
		return t.Meant()
	}
	return nil
}

// asksWhich are the questions whose moves are those that the words may mean.
var asksWhich = []game.Why{game.NoStatement, game.NotAgreed, game.Algebraic, game.Doubtful, game.NoRecord, game.WhichMove, game.Courtesy}

// Meant are the legal moves that words of the reader's seem to mean, about which they are asked.
func (t *told) Meant() []board.Move {
	f, ok := t.Fact.(game.Asked)
	if !ok || !t.Mine || !slices.Contains(asksWhich, f.Why) || len(f.Moves) > mostChoices {
		return nil
	}
	return f.Moves
}

// wantedNotation is the notation, not agreed on, in which the words that the reader has been asked
// about might have told a move: algebraic notation where they are in none.
func (p *gamePage) wantedNotation() notation.Set {
	if len(p.Meant()) == 0 {
		return 0
	}
	f := p.main().Fact.(game.Asked)
	if f.Why != game.NoStatement && f.Why != game.NotAgreed && f.Why != game.Algebraic {
		return 0
	}
	if wanted := p.State.WantedNotation(f.Words); wanted != 0 || p.main().ReadsAlgebraic() {
		return wanted
	}
	return notation.Algebraic
}

// ReadsAlgebraic reports whether algebraic notation is read in the game.
func (t *told) ReadsAlgebraic() bool {
	return t.code.Rules(t.State.Terms).Notations&notation.Algebraic != 0
}

// foundNone reports whether the letter says that no move was found in the reader's words.
func (p *gamePage) foundNone() bool {
	if t := p.main(); t != nil && t.Mine && p.YourTurn() {
		f, ok := t.Fact.(game.Asked)
		return ok && f.Why == game.NoStatement && len(f.Moves) == 0
	}
	return false
}

// plays reports whether a yes to the question that the letter asks plays the one move that the
// words seem to mean.
func (p *gamePage) plays(t *told) bool {
	q := p.Asked()
	if q == nil || len(p.Meant()) != 1 || q.Why != t.Fact.(game.Asked).Why || !slices.Equal(q.Moves, t.Meant()) {
		return false
	}
	listed := p.PassesOn() || slices.Contains(p.State.Rights(p.Reader.Side), interpret.KindYes)
	return !listed && p.MayMove() && !p.State.ToldSince(p.Reader.Side, q.Told, p.State.Seq)
}

// SpeaksOfResigning reports whether the words that may be passed on speak of resigning, in a game
// that goes on.
func (t *told) SpeaksOfResigning() bool {
	return t.State.Result == nil && interpret.NamesResigning(t.Fact.(game.Asked).Text)
}

// SpeaksOfStopping reports whether those words ask that the game be given up by nobody.
func (t *told) SpeaksOfStopping() bool {
	return t.State.Result == nil && stopsGame.MatchString(t.Fact.(game.Asked).Text)
}

// MeantMoves names the moves that the words asked about seem to mean, as the reader is to write
// them.
func (t *told) MeantMoves() string {
	var names []string
	for _, m := range t.Meant() {
		names = append(names, press.QuoteLine(t.Agreed(m)))
	}
	return texts.Either(names)
}

// OfWords reports whether what was asked and is answered was whether to pass words on.
func (t *told) OfWords() bool { return t.Event.Law == codes.HouseWords }

// unread reports whether the letter tells of a telegram to the reader that the wire has
// made illegible.
func (p *gamePage) unread() bool {
	t := p.main()
	return t != nil && !t.Mine && t.name() == "Illegible"
}

// rights are what the reader may answer with; the rights that answer what the letter asks come
// first.
func (p *gamePage) rights() []interpret.Kind {
	rights := p.State.Rights(p.Reader.Side)
	slices.SortStableFunc(rights, func(a, b interpret.Kind) int {
		switch {
		case offers[a].pressing == offers[b].pressing:
			return 0
		case offers[a].pressing:
			return -1
		}
		return 1
	})
	return rights
}

// acts reports whether a line would be a statement if the line stood alone in a letter. Most lines
// are those of other letters too, and acts knows the last of them that are none.
func acts(line string) bool {
	if inert.has(line) {
		return false
	}
	if len(interpret.Parse(press.PlainSpaces(line)).Statements) > 0 {
		return true
	}
	inert.add(line)
	return false
}

// mostInert bounds the lines that are kept as no statements.
const mostInert = 4096

// inert are lines that are no statements.
var inert lineSet

// lineSet is a set of lines, which forgets all of them when there are too many.
type lineSet struct {
	mu    sync.Mutex
	lines map[string]bool
}

func (s *lineSet) has(line string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lines[line]
}

func (s *lineSet) add(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.lines) >= mostInert || s.lines == nil {
		s.lines = make(map[string]bool, mostInert)
	}
	s.lines[line] = true
}
