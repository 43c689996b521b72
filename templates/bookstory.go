package templates

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/line"
	"corrd/game/telling"
	"corrd/interpret/notation"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// everyMoves is after how many moves of both sides a book has a diagram.
const everyMoves = 10

// teller tells a game from its log, event by event.
type teller struct {
	GameBook
	before game.State
	after  game.State
	event  game.Event
	blocks []press.Block
	drawn  string   // the position of the last diagram, in FEN
	cited  game.Law // the provision of the last remark
	number bool     // the next move is printed with its number, whoever makes it
}

// story is the chapter of the score, with all that happened between the moves.
func (b GameBook) story() press.Chapter {
	t := teller{GameBook: b, number: true}
	notes := b.Notes
	for i, step := range b.Steps {
		t.before, t.event, t.after = step.Before, step.Event, step.After
		t.tell()
		for len(notes) > 0 && notes[0].Seq <= int64(i)+1 {
			t.blocks = append(t.blocks, press.Quotation{By: texts.Say("book writes", sideName(notes[0].By)), Words: inMarks(bound(notes[0].Words))})
			notes, t.number = notes[1:], true
		}
	}
	return press.Chapter{Heading: texts.Say("book score"), Blocks: t.blocks}
}

// inMarks puts words in the quotation marks of print.
func inMarks(words string) string { return "“" + words + "”" }

// tell tells one event: the turns that it takes back, what it is, the turns that it plays.
func (t *teller) tell() {
	same := 0
	for same < min(len(t.before.Line), len(t.after.Line)) && equalTurns(t.before.Line[same], t.after.Line[same]) {
		same++
	}
	t.remark(t.takenBack(same))
	_, begins := t.event.Fact.(game.Started)
	if begins && t.after.Position != board.Array() {
		t.draw(t.after.Position, board.Pass, texts.Say("book first position"))
	}
	for i := same; i < len(t.after.Line); i++ {
		t.turn(t.after.At(i), t.after.Line[i])
	}
	switch t.event.Fact.(type) {
	case game.Held:
		t.draw(t.after.Position, t.last(), texts.Say("book choice", sideName(t.after.Position.SideToMove())))
	case game.Exacted:
		t.draw(t.after.Position, t.last(), texts.Say("book penalty", sideName(t.after.Position.SideToMove())))
	case game.TurnLost:
		t.draw(t.after.Position, t.last(), texts.Say("book lost turn", sideName(t.after.Position.SideToMove())))
	case game.Restored:
		t.draw(t.after.Position, t.last(), texts.Say("book restored"))
	case game.Agreed, game.Retracted, game.Ruled:
		if same < len(t.before.Line) && t.after.Result == nil {
			t.draw(t.after.Position, t.last(), texts.Say("book goes back", sideName(t.after.Position.SideToMove())))
		}
	}
}

func equalTurns(a, b line.Turn) bool { return a.Ply == b.Ply && a.Move == b.Move && a.Words == b.Words }

// last is the last move of the line, or board.Pass.
func (t *teller) last() board.Move {
	if n := len(t.after.Line); n > 0 {
		return t.after.Line[n-1].Move
	}
	return board.Pass
}

// draw puts a diagram, unless the last one shows the same position.
func (t *teller) draw(p board.Position, last board.Move, caption string) {
	if fen := p.FEN(); fen != t.drawn {
		t.blocks, t.drawn, t.number = append(t.blocks, t.diagram(p, last, caption)), fen, true
	}
}

// takenBack names the turns from an index on that no longer stand; "" for none.
func (t *teller) takenBack(from int) string {
	var words []string
	for i := from; i < len(t.before.Line); i++ {
		p := t.before.At(i)
		words = append(words, t.named(&p, t.before.Line[i]))
	}
	if len(words) == 0 {
		return ""
	}
	return texts.Say("book taken back", texts.List(words))
}

// named names a turn: its number, its words and its short form.
func (t *teller) named(p *board.Position, turn line.Turn) string {
	form := t.short(p, turn.Move, turn.Words)
	switch bound(turn.Words) {
	case "":
		return number(p) + " " + form
	case form:
		return number(p) + " " + inMarks(form)
	}
	return number(p) + " " + inMarks(bound(turn.Words)) + " (" + form + ")"
}

// short is the short form of a move in a position.
func (t *teller) short(p *board.Position, m board.Move, words string) string {
	return press.PlainSpaces(short(&t.after, p, m, words, notation.Descriptive))
}

// put puts a remark.
func (t *teller) put(r press.Remark) { t.blocks, t.number = append(t.blocks, r), true }

// turn puts a move of the score, and a diagram after each ten.
func (t *teller) turn(p board.Position, turn line.Turn) {
	one := press.Turn{Side: sideName(turn.Side), Words: bound(turn.Words), Under: t.under(&p, turn), Ply: turn.Ply}
	if turn.Side == board.White || t.number {
		one.Number = number(&p)
	}
	if form := t.short(&p, turn.Move, turn.Words); one.Words == "" {
		one.Words = form
	} else if form != one.Words {
		one.Short = form
	}
	t.blocks, t.number = append(t.blocks, one), false
	if turn.Side == board.Black && p.MoveNumber()%everyMoves == 0 {
		t.draw(turn.After(p), turn.Move, texts.Say("book after", p.MoveNumber()))
	}
}

// under says when a turn was made: its postmark and its journey, or its day and the time used.
func (t *teller) under(p *board.Position, turn line.Turn) string {
	var parts []string
	if j, ok := t.Ways[turn.Sent]; ok && turn.Sent != 0 {
		parts = append(parts, t.journey(j))
	} else {
		parts = append(parts, t.day(turn.At))
		if spent, ok := t.used(p.MoveNumber(), turn.Side); ok {
			parts = append(parts, texts.Say("book used", press.PlainSpaces(timeUsed(spent))))
		}
	}
	if turn.Conditional {
		parts = append(parts, texts.Say("book conditional"))
	}
	if turn.Silent {
		parts = append(parts, texts.Say("book unannounced"))
	}
	return strings.Join(parts, "; ")
}

// used is the time that a side used for a turn; ok is false where it is not known yet.
func (t *teller) used(number int, side board.Side) (spent time.Duration, ok bool) {
	i := slices.IndexFunc(t.State.Windows, func(w *clocks.Window) bool { return w.Number == number && w.Side == side })
	if i < 0 || t.State.Windows[i].Used < 0 {
		return 0, false
	}
	return t.State.Windows[i].Used, true
}

// TimeUsed returns the time that each side used in the whole game, as far as it is known, in words.
func (b GameBook) TimeUsed() (used [2]string) {
	var spent [2]time.Duration
	for _, w := range b.State.Windows {
		spent[w.Side] += max(0, w.Used)
	}
	for side := range used {
		used[side] = press.PlainSpaces(timeUsed(spent[side]))
	}
	return used
}

// hour is the day of a time, and its hour.
func (t *teller) hour(at time.Time) string {
	return texts.Say("book hour", t.day(at), at.In(t.Zone).Format("15:04"))
}

// journey tells how a communication travelled.
func (t *teller) journey(j telling.Journey) string {
	arrived := cmp.Or(j.Delivered, j.Due)
	said := texts.Say("book wire", t.hour(j.HandedIn), t.hour(arrived), j.Charge.String())
	if j.Words == 0 {
		said = texts.Say("book post", t.day(j.Postmark), t.day(arrived))
	}
	if j.Days > 0 || j.Total > 0 {
		said += "; " + texts.Say("book days", texts.Span(time.Duration(j.Days)*clocks.Day), j.Total)
	}
	if j.Carried != j.Handed {
		said += "; " + texts.Say("book mutilated", inMarks(bound(j.Carried)))
	}
	return press.PlainSpaces(said)
}

// Score is the printed score of a game in descriptive notation, White's and
// Black's moves in two columns behind a bar, under the names of the players.
func Score(s game.State, names [2]string) string {
	return press.PlainSpaces(score(s, names, notation.Descriptive))
}

// score is Score in a notation of its own: descriptive, unless n is algebraic alone.
func score(s game.State, names [2]string, n notation.Set) string {
	rows := [][]string{{press.NumberHead, "White: " + press.OneLine(names[board.White], 20), "Black: " + press.OneLine(names[board.Black], 20)}}
	rows = append(rows, scoreRows(s, n, len(s.Line))...)
	if s.Result != nil {
		rows = append(rows, []string{"", string(s.Result.Score)})
	}
	return press.Columns(rows)
}

// lastMoves is the end of the score: at most so many turns of both sides.
func lastMoves(s game.State, n notation.Set, most int) string {
	return strings.Replace(press.Columns(scoreRows(s, n, most)), "|", "|"+press.ScoreMark, 1)
}

// scoreRows are the moves of a game, a row for each number: the number, White's move, Black's. Of
// more rows than most, only the last are given and their moves written.
func scoreRows(s game.State, n notation.Set, most int) [][]string {
	var begins []int // the turns with which rows begin
	turns := 0
	for p := range s.Played() {
		if turns == 0 || p.SideToMove() == board.White {
			begins = append(begins, turns)
		}
		turns++
	}
	unread := 0
	if len(begins) > most {
		unread = begins[len(begins)-most]
	}
	var rows [][]string
	for p, turn := range s.Played() {
		if unread > 0 {
			unread--
			continue
		}
		text := short(&s, &p, turn.Move, turn.Words, n)
		switch {
		case p.SideToMove() == board.White:
			rows = append(rows, []string{fmt.Sprint(p.MoveNumber()), text, ""})
		case len(rows) == 0:
			rows = append(rows, []string{fmt.Sprint(p.MoveNumber()), "...", text})
		default:
			rows[len(rows)-1][2] = text
		}
	}
	return rows
}
