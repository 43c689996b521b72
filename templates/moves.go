package templates

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/game/reason"
	"corrd/interpret/notation"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// played is the move that the fact adds to the game, and whether the fact adds one.
func (t *told) played() (board.Move, bool) {
	switch f := t.Fact.(type) {
	case game.Played:
		return f.Move, true
	case game.Advanced:
		return f.Move, true
	case game.Adopted:
		return f.Move, true
	case game.Restored:
		return f.Move, len(f.Moves) == 0
	}
	return board.Pass, false
}

// act reports whether the fact is an act of the turn, after which a letter is named.
func (t *told) act() bool {
	switch t.Fact.(type) {
	case game.Held, game.Offended, game.Exacted, game.TurnLost, game.Waived, game.Spent, game.Warned, game.Retracted, game.Recommenced, game.Proceeded:
		return true
	}
	_, plays := t.played()
	return plays
}

// position is the position in which a fact's moves are to be read.
func (t *told) position() *board.Position { return &t.State.Position }

// Move is a move of the position before the fact, with its number:
// "7. Kt-KB3 (in algebraic: Nf3)".
func (t *told) Move(m board.Move) string {
	return number(t.position()) + press.NoBreak + t.Bare(m)
}

// Bare is a move in the reader's notation, without a number.
func (t *told) Bare(m board.Move) string {
	return move(&t.GameLetter.State, t.position(), m, t.madeBy(m), t.notation)
}

// madeBy returns the words by which the fact made a move, or "" if the fact made no move or another
// one.
func (t *told) madeBy(m board.Move) string {
	if made, ok := t.played(); !ok || made != m {
		return ""
	}
	switch f := t.Fact.(type) {
	case game.Played:
		return f.Words
	case game.Advanced:
		return f.Words
	case game.Adopted:
		if t.State.Held != nil {
			return strings.Join(t.State.Held.Words, line.WordsApart)
		}
	}
	return ""
}

// Missed says how words that express no legal move are understood, and what provision the words
// break: "The Rook goes to QR4 or KR4, but no such man can get there (I.11.E(a))". Missed is "" in
// a blindfold game, where the explanation would tell of the position.
func (t *told) Missed(words string) string {
	if t.Blindfold() {
		return ""
	}
	var ways []string
	rules := t.State.SaidAt(t.State.Started).Reading() // in whatever notation the words could be written
	for words := range strings.SplitSeq(words, line.WordsApart) {
		for _, w := range (notation.Move{Text: words}).Explain(t.position(), rules) {
			what := texts.Because(w.Fault.Why())
			if what == "" {
				continue
			}
			if law := t.code.Breach(w.Fault); law != "" {
				what = texts.Say("missed law", what, law)
			}
			says := texts.Each(w.Says)
			if len(says) > 0 && ofMan(w.Says[0]) {
				says[0] = texts.Say("missed man", says[0])
			}
			ways = append(ways, texts.Say("missed", strings.Join(says, " "), what))
		}
	}
	if len(ways) == 0 {
		return ""
	}
	return capital(strings.Join(ways, "; "))
}

// OtherEnd is the move that words name to somebody who counts the ranks from the other end of the
// board, as the reader writes it; "" if they name none so.
func (t *told) OtherEnd(words string) string {
	moves := game.FromOtherEnd(&t.State, []notation.Move{{Text: words}})
	if len(moves) == 0 || t.Blindfold() {
		return ""
	}
	return press.QuoteLine(t.Agreed(moves[0]))
}

// ofMan reports whether a part of a move's words names a man.
func ofMan(part reason.Reason) bool {
	key, _ := part.Parts()
	return key == "way man"
}

// capital returns words with a capital letter at their beginning.
func capital(words string) string {
	first, size := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(first)) + words[size:]
}

// Remark tells what of the words of a move was read past, which the log holds.
func (t *told) Remark(remark string) string { return texts.Because(notation.Remark(remark)) }

// InWords is a move in plain English.
func (t *told) InWords(m board.Move) string { return notation.Words(t.position(), m) }

// Record is the full record of a move (I.13.A).
func (t *told) Record(m board.Move) string {
	return strings.ReplaceAll(notation.Record(t.position(), m), " ", press.NoBreak)
}

// Spelt is a move in words; "" for a reader of algebraic alone.
func (t *told) Spelt(m board.Move) string {
	if t.notation == notation.Algebraic {
		return ""
	}
	return t.InWords(m)
}

// Otherwise reports whether words that were sent are not the move's usual form.
func (t *told) Otherwise(words string, m board.Move) bool {
	return notation.Fold(words) != notation.Fold(t.Agreed(m))
}

// Agreed writes a move in a notation that acts in this game.
func (t *told) Agreed(m board.Move) string {
	return agreed(&t.GameLetter.State, t.position(), m)
}

// Algebraic writes a move in standard algebraic notation.
func (t *told) Algebraic(m board.Move) string {
	return short(&t.GameLetter.State, t.position(), m, "", notation.Algebraic)
}

// Queened is an example of the words of a promotion: the words sent and a Queen, where they express
// a move then.
func (t *told) Queened() string {
	f, _ := t.Fact.(game.Asked)
	words := f.Words + " (Q)"
	if len(game.Read(&t.State, t.position(), []notation.Move{{Text: words}}).Moves) == 0 {
		return "P-K8 (Q)"
	}
	return words
}

// WordsMine reports whether the reader has sent the words that leave the choice open.
func (t *told) WordsMine() bool { return t.State.Held != nil && t.State.Held.By == t.Reader.Side }

// HeldWords are the words that leave the choice open.
func (t *told) HeldWords() string {
	if t.State.Held == nil {
		return ""
	}
	return t.As(strings.Join(t.State.Held.Words, " / "))
}

// Choices are what can be chosen from, numbered from 1, each in the reader's
// notation and in words; the two moves of a pair stand one after the other. Where a second letter
// came the one sent first is marked, for they are numbered in another order.
func (t *told) Choices(choices []line.Choice) string {
	rows := make([][]string, len(choices))
	for i, c := range choices {
		rows[i] = []string{fmt.Sprint("(", i+1, ")"), paired(t.position(), c, func(p *board.Position, m board.Move) string { return short(&t.GameLetter.State, p, m, "", t.notation) })}
		if t.notation == both {
			rows[i] = append(rows[i], paired(t.position(), c, t.GameLetter.State.SAN))
		}
		if t.notation != notation.Algebraic {
			rows[i] = append(rows[i], paired(t.position(), c, notation.Words))
		}
		if h := t.GameLetter.State.Held; h != nil && h.First != nil && c == (line.Choice{Move: h.First.Move}) {
			last := &rows[i][len(rows[i])-1]
			*last = texts.Say("sent first", *last)
		}
	}
	return press.Columns(rows)
}

// paired writes what can be chosen: a move, or both moves of a first turn of two.
func paired(p *board.Position, c line.Choice, write func(*board.Position, board.Move) string) string {
	text := write(p, c.Move)
	if c.Then == board.Pass {
		return text
	}
	after := p.Play(c.Move)
	after = after.Play(board.Pass)
	return text + "; " + write(&after, c.Then)
}

// Candidates are the moves that the game's open choice is among.
func (p *gamePage) Candidates() string {
	choices := p.State.Choices()
	if len(choices) == 0 {
		return ""
	}
	t := told{gamePage: p, State: p.State}
	return t.Choices(choices)
}

// HeldMine reports whether the open choice is among moves that the reader has sent.
func (p *gamePage) HeldMine() bool {
	return p.State.Held != nil && p.State.Held.By == p.Reader.Side
}

// InList returns the number that a move had in the list of the choices, or 0 if it stood in none.
func (t *told) InList(m board.Move) int {
	for i, c := range t.State.Choices() {
		if c.Move == m && c.Then == board.Pass {
			return i + 1
		}
	}
	return 0
}

// Unlisted are the candidates, where what is told does not list them already:
// an answer names them by their numbers.
func (p *gamePage) Unlisted() string {
	candidates := p.Candidates()
	if strings.Contains(p.Story(), candidates) {
		return ""
	}
	return candidates
}

// Open are the moves that the words held leave open, as they were numbered.
func (t *told) Open() []line.Choice { return t.State.Choices() }

// Unannounced says what becomes of a reply that announces none of the moves held, or "" if the
// reply waits for an announcement. The reply's writer is asked under seal what they meant.
func (t *told) Unannounced(multiple bool) string {
	several, selects, _ := t.code.Multiple.Get()
	doubt, law, _ := t.code.Doubtful.Get()
	mine := t.Mine
	switch {
	case multiple && several == codes.Selected && !mine:
		return texts.Say("unannounced selects", selects)
	case multiple || doubt != codes.ElseIntended:
		return ""
	case mine:
		return texts.Say("unannounced mine", t.Opponent(), law)
	}
	return texts.Say("unannounced theirs", t.Opponent(), law)
}

const both = notation.Descriptive | notation.Algebraic

// kindName is the name of a kind of men.
func kindName(k board.Kind) string { return texts.One(1, kindKeys[k]) }

// kindKeys are the keys of the names of the kinds of men, one and several of them.
var kindKeys = [...]string{"", "Pawn", "Knight", "Bishop", "Rook", "Queen", "King"}

// manOn names a man with the man's square: "Knight on KB3".
func (p *gamePage) manOn(man board.Man, on board.Square) string {
	return texts.Say("man on", kindName(man.Kind), square(on, man.Side, p.notation))
}

// sideName is the name of a side inside a sentence.
func sideName(s board.Side) string {
	return texts.Say("side " + s.String())
}

// square writes a square in the reader's notation, K4 (e4) for both.
func square(sq board.Square, from board.Side, n notation.Set) string {
	switch n {
	case notation.Algebraic:
		return sq.String()
	case notation.Descriptive:
		return notation.Square(sq, from)
	}
	return notation.Square(sq, from) + press.NoBreak + "(" + sq.String() + ")"
}

// move writes a move of a game in the reader's notation: "Kt-KB3 (Nf3)" for both. words are the
// words by which the move was made, or "" if nobody has made the move.
func move(s *game.State, p *board.Position, m board.Move, words string, n notation.Set) string {
	text := short(s, p, m, words, n)
	if n == both {
		return text + press.NoBreak + "(" + s.MadeSAN(p, m, words) + ")"
	}
	return text
}

// short writes a move as move does, in one notation: algebraic if the reader wants that
// alone, else descriptive, with "ch" where words must announce check and do; a turn
// passed is told in words.
func short(s *game.State, p *board.Position, m board.Move, words string, n notation.Set) string {
	if n == notation.Algebraic && m != board.Pass {
		return s.MadeSAN(p, m, words)
	}
	text := notation.Short(p, m)
	if s.Cried(p, words) {
		text += " ch"
	}
	return strings.ReplaceAll(text, " ", press.NoBreak)
}

// number is the number that stands before the move of a position: "7." for
// White's, "7..." for Black's.
func number(p *board.Position) string {
	if p.SideToMove() == board.Black {
		return strconv.Itoa(p.MoveNumber()) + "..."
	}
	return strconv.Itoa(p.MoveNumber()) + "."
}

// agreed writes a move in a notation that acts, without a sign of check that was not said.
func agreed(s *game.State, p *board.Position, m board.Move) string {
	return s.Unsigned(game.WriteMove(s, p, m))
}

// Ply is a move of a game as a page steps through it.
type Ply struct {
	Number    int // from 1, White's at the odd ones
	Algebraic string
	Spoken    string // the move in plain words
	Move      board.Move
	After     board.Position
}

// Plies returns the position in which the game begins, and the moves that stand at its end.
func (b GameBook) Plies() (begins board.Position, plies []Ply) {
	s := &b.State
	begins = s.Initial
	if len(s.Line) > 0 {
		begins = s.At(0)
	}
	for p, turn := range s.Played() {
		plies = append(plies, Ply{turn.Ply, press.PlainSpaces(short(s, &p, turn.Move, turn.Words, notation.Algebraic)), press.PlainSpaces(notation.Words(&p, turn.Move)), turn.Move, turn.After(p)})
	}
	return begins, plies
}

// MenInWords tells where every man of a position stands: "White: King K1, Queen Q1; Black: King
// K1".
func MenInWords(p *board.Position) string {
	var sides []string
	for _, side := range []board.Side{board.White, board.Black} {
		if men := menOf(p, side, notation.Descriptive); men != "" {
			sides = append(sides, sideName(side)+": "+men)
		}
	}
	return press.PlainSpaces(strings.Join(sides, "; "))
}
