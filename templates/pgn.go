package templates

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/line"
	"corrd/game/telling"
	"corrd/game/terms"
	"corrd/mailer"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// PGN writes a game in Portable Game Notation: the seven tags; Mode, which names the carrier
// (correspondence by electronic mail); the code; TimeControl; Termination in the words of the
// standard (9.8.1). SetUp and FEN stand when the moves do not begin from the array. Of a blindfold
// game that is still played no position is told, and its moves stand in a comment unless they can
// be read from the array. The first comment holds the terms. The comment of a move holds the time
// used for the move ([%emt]), the words that its player wrote, what led to the move and what
// followed the move before the next one: rulings, moves taken back, the end. Other programs do not
// accept a passed turn (IV.4) or castling without a Rook (IV.5) as a move; PGN tells such a turn
// and all turns before it in a comment, and the moves begin from the position after it. names are
// by board.Side; log holds the events of the game, for its rulings. Lines have at most 79
// characters, and tags at most 255 bytes, because some programs read no more.
func PGN(s game.State, names [2]string, office Office, log ...game.Event) string {
	return pgn(s, names, office, notedIn(game.Steps(s.ID, log)))
}

// PublicPGN writes what the public sees of a game as PGN does.
func PublicPGN(g telling.Public, names [2]string, office Office) string {
	return pgn(g.State, names, office, notedIn(slices.Values(g.Steps)))
}

func pgn(s game.State, names [2]string, office Office, noted map[int]noted) string {
	w := pgnWriter{state: s, noted: noted}
	w.told = w.unwritable()
	w.tags(names, office.Domain)
	w.moves()
	return w.out.String()
}

// pgnWriter gathers the tags and the movetext of one game.
type pgnWriter struct {
	state game.State
	noted map[int]noted // by the ply
	told  int           // how many turns of the line are told in a comment
	out   strings.Builder
	words []string // of the movetext, not yet set in lines

	inComment bool // what is written now will stand in a comment
}

// mostTag is the most bytes of a line with a tag.
const mostTag = 255

// tag writes a tag pair, cut to mostTag; an empty value is unknown ("?"). Not every
// program reads the escapes of PGN, so what would need one is written otherwise.
func (w *pgnWriter) tag(name, value string) {
	value = mailer.OneLine(value)
	value = strings.NewReplacer(`\`, "/", `"`, "'").Replace(cmp.Or(value, "?"))
	const more = "..."
	if room := mostTag - len(name) - len(`[ ""]`); len(value) > room {
		value = strings.ToValidUTF8(value[:room-len(more)], "") + more
	}
	fmt.Fprintf(&w.out, "[%s \"%s\"]\n", name, value)
}

// tags writes the tag pairs of the game.
func (w *pgnWriter) tags(names [2]string, site string) {
	s := &w.state
	event, round := texts.Say("pgn game", s.ID), "1"
	if m := s.Match; m != nil {
		event, round = texts.Say("pgn match", m.Games, m.Challenge), fmt.Sprint(m.Number)
	}
	if t := s.Tournament; t != nil {
		event, round = t.Name, fmt.Sprint(t.Round)
	}
	w.tag("Event", event)
	w.tag("Site", site)
	w.tag("Date", s.Started.UTC().Format("2006.01.02"))
	w.tag("Round", round)
	w.tag("White", names[board.White])
	w.tag("Black", names[board.Black])
	w.tag("Result", w.result())
	w.tag("Mode", s.Terms.Carriers().Carrier().Mode())
	if begins := s.At(w.told); begins != board.Array() && !w.hidden() && !unheardOf(&begins) && !w.enPrise(begins) {
		w.tag("SetUp", "1")
		w.tag("FEN", begins.FEN())
	}
	w.tag("TimeControl", timeControl(s.Terms.Time))
	w.tag("Code", s.Terms.Code)
	w.tag("Termination", termination(s.Result))
}

// terms returns the terms of the game without the umpire, whose address must not be published.
func (w *pgnWriter) terms() []string {
	lines := w.state.Terms.Lines()
	if w.state.Tournament != nil {
		lines = w.state.Terms.LinesOfEvent()
	}
	lines = slices.DeleteFunc(lines, func(l string) bool { return strings.HasPrefix(l, "umpire ") })
	return []string{texts.Say("pgn terms", strings.Join(lines, "; "))}
}

// result returns the score in PGN's words, in which an annulled game has no score.
func (w *pgnWriter) result() string {
	if r := w.state.Result; r != nil && r.Score != game.Annulled {
		return string(r.Score)
	}
	return string(game.Unfinished)
}

// timeControl is the tag's form of a time control (PGN, 9.6.1), in seconds:
// "10/2592000", "1/259200" for a limit to each move, "20/3600:15/3600" where another
// quota follows, "-" for none.
func timeControl(c terms.TimeControl) string {
	if c.Per == 0 {
		return "-"
	}
	first := fmt.Sprint(c.Moves, "/", int64(c.Per/time.Second))
	if c.Then > 0 {
		return first + fmt.Sprint(":", c.Then, "/", int64(c.ThenPer/time.Second))
	}
	return first
}

// termination returns the reason for which a game ended, in one of the words of the standard.
func termination(r *game.Result) string {
	if r == nil {
		return "unterminated"
	}
	switch r.How {
	case game.ByTime:
		return "time forfeit"
	case game.ByForfeit:
		return "rules infraction"
	case game.ByRuling:
		return "adjudication"
	case game.ByAnnulment:
		return "abandoned"
	}
	return "normal"
}

// ended tells how a game ended, with the law; ended returns nothing while the game is played.
func ended(r *game.Result) []string {
	if r == nil {
		return nil
	}
	return []string{under(texts.Say("pgn ended", strings.ReplaceAll(string(r.How), "_", " ")), r.Law)}
}

// hidden reports whether the game must not tell of a position yet.
func (w *pgnWriter) hidden() bool { return w.state.Terms.Blindfold() && w.state.Result == nil }

// unwritable counts the turns that other programs cannot read as moves from a position that they
// are given: those up to the last that is not a move to them. While the position is hidden, they
// can read the moves from the array, or none of them.
func (w *pgnWriter) unwritable() int {
	n := w.lastForeign()
	if w.hidden() && (n > 0 || w.state.Initial != board.Array()) {
		return len(w.state.Line)
	}
	return n
}

// lastForeign counts the turns up to the last that is not a move to other programs: one that was
// passed, castling without a Rook, one in a position with a Pawn on an end rank, a move that is not
// legal and stands, any while a King is en prise, or one after which men were set in their places.
// While a game is hushed a check left standing is a turn like any other, so that nothing tells of
// one.
func (w *pgnWriter) lastForeign() int {
	n, i, hushed := 0, 0, w.state.Hushed()
	for p, turn := range w.state.Played() {
		if i++; !hushed {
			p = p.Heeding()
		}
		if len(turn.Placed) > 0 || w.enPrise(p) || unheardOf(&p) || p.CastlesRookless(turn.Move) || !p.IsLegal(turn.Move) {
			n = i
		}
	}
	return n
}

// enPrise reports whether a King can be taken in a position, which no program takes; a hushed game
// does not tell.
func (w *pgnWriter) enPrise(p board.Position) bool {
	p = p.Heeding()
	return !w.state.Hushed() && p.Flaws()&board.KingEnPrise != 0
}

// moves writes the movetext.
func (w *pgnWriter) moves() {
	first := append(w.terms(), w.noted[w.state.PliesBefore()].followed...)
	last := append(w.noted[w.state.LastPly()+1].led, ended(w.state.Result)...)
	n := len(w.state.Line)
	if w.told > 0 {
		w.inComment = true
		w.turns(0, w.told, nil)
		first = append(first, texts.Say("pgn before", strings.Join(w.words, " ")))
		w.inComment, w.words = false, nil
	}
	if w.told == n { // no move is left for a comment
		first, last = append(first, last...), nil
	}
	w.comment("", first)
	w.turns(w.told, n, last)
	w.words = append(w.words, w.result())
	w.out.WriteString("\n" + press.PlainSpaces(strings.Join(press.Wrap(w.words, 79), "\n")) + "\n")
}

// turns writes the turns of the line from an index up to another, and last in the comment of the
// last of them.
func (w *pgnWriter) turns(from, to int, last []string) {
	commented, i := true, -1
	for p, turn := range w.state.Played() {
		if i++; i < from || i >= to {
			continue
		}
		if p.SideToMove() == board.White || commented {
			w.words = append(w.words, number(&p))
		}
		w.words = append(w.words, w.state.MadeSAN(&p, turn.Move, turn.Words))
		emt, remarks := w.remarks(&p, turn)
		if i == to-1 {
			remarks = append(remarks, last...)
		}
		commented = w.comment(emt, remarks)
	}
}

// comment adds a time as programs read it and remarks as one comment, and reports whether there
// were any. Signs that mean something to a program, in a comment or at the beginning of a line (4,
// 6), are written otherwise: players chose some of the words.
func (w *pgnWriter) comment(emt string, remarks []string) bool {
	if emt == "" && len(remarks) == 0 {
		return false
	}
	text := strings.NewReplacer("{", "(", "}", ")", "[", "(", "]", ")", "%", " "+texts.Say("pgn per cent")).Replace(mailer.Clean(strings.Join(remarks, "; ")))
	w.words = append(w.words, press.SplitWords("{"+strings.TrimSpace(emt+" "+strings.Join(strings.Fields(text), " "))+"}")...)
	return true
}

// emt is the time used for a move: hours, minutes and seconds.
func emt(d time.Duration) string {
	s := int64(d / time.Second)
	return fmt.Sprintf("[%%emt%s%d:%02d:%02d]", press.NoBreak, s/3600, s/60%60, s%60)
}

// remarks returns the time used for a turn as programs read it, or within a comment as the first of
// the remarks; the words of the turn's player; and what is noted of the turn.
func (w *pgnWriter) remarks(p *board.Position, turn line.Turn) (used string, list []string) {
	for _, v := range slices.Backward(w.state.Windows) {
		if v.Number != p.MoveNumber() || v.Side != turn.Side {
			continue
		}
		if v.Used >= 0 && w.inComment {
			list = append(list, press.PlainSpaces(timeUsed(v.Used)))
		} else if v.Used >= 0 {
			used = emt(v.Used)
		}
		break
	}
	if turn.Words != "" {
		list = append(list, texts.Say("pgn words", turn.Words))
	}
	if turn.Conditional {
		list = append(list, texts.Say("pgn conditional"))
	}
	n := w.noted[turn.Ply]
	return used, slices.Concat(list, n.led, n.followed)
}

// noted is what a log tells in words about a turn.
type noted struct {
	led      []string // what led to the move: doubts about its words, a penalty before it, moves taken back
	followed []string // what followed the move before anything led to the next one
}

// notedIn returns what the events of a game that are not plain moves tell in words, by the ply of
// the turn. What was told of turns that have been taken back leads to the turn that was played
// instead.
func notedIn(steps iter.Seq[game.Step]) map[int]noted {
	list := map[int]noted{}
	for step := range steps {
		e, last := step.Event, step.Before.LastPly()
		if words := ruling(e); words != "" {
			if next := list[last+1]; leads(e.Fact) || len(next.led) > 0 {
				next.led = append(next.led, words)
				list[last+1] = next
			} else {
				n := list[last]
				n.followed = append(n.followed, words)
				list[last] = n
			}
		}
		if step.After.LastPly() < last {
			takeBack(list, step.Before, step.After)
		}
	}
	return list
}

// leads reports whether a fact is about the words of the turn to come, or about what they must be.
func leads(f game.Fact) bool {
	switch f.(type) {
	case game.Held, game.Adopted, game.Offended, game.Exacted, game.Waived, game.Spent:
		return true
	}
	return false
}

// takeBack notes, for the turn that comes next, the turns that have been taken back between two
// states and all that was noted of them.
func takeBack(list map[int]noted, before, after game.State) {
	next, words := after.LastPly()+1, []string(nil)
	for ply := next; ply <= before.LastPly()+1; ply++ {
		words = slices.Concat(words, list[ply].led, list[ply].followed)
		delete(list, ply)
	}
	var moves []string
	for p, turn := range before.Played() {
		if turn.Ply < next {
			continue
		}
		if len(moves) == 0 || p.SideToMove() == board.White {
			moves = append(moves, number(&p))
		}
		moves = append(moves, before.MadeSAN(&p, turn.Move, turn.Words))
	}
	list[next] = noted{led: append(words, texts.Say("pgn taken back", strings.Join(moves, " ")))}
}

// ruling tells in a few words what an event ruled, or "" if the event ruled nothing.
func ruling(e game.Event) string {
	by, key := partyName(e.By), "pgn "+factName(e.Fact)
	var filled []any
	switch f := e.Fact.(type) {
	case game.Held:
		filled = append(filled, by, strings.Join(f.Words, " / "), len(f.Moves))
	case game.Offended:
		filled = append(filled, by, f.Words)
	case game.Exacted:
		filled = append(filled, by, f.Penalty)
	case game.ClaimRefused:
		if f.Ground == "" {
			key += " bare"
		}
		filled = append(filled, by, f.Ground)
	case game.Counting:
		filled = append(filled, by, f.Moves)
	case game.Protested:
		filled = append(filled, by, f.Words)
	case game.Overstepped:
		filled = append(filled, sideName(f.Side))
	case game.ProofFound:
		if f.Ground == game.Doubt && f.Verdict != "proved" {
			return ""
		}
		filled = append(filled, f.Verdict, f.Nodes)
	case game.Ruled:
		if f.Reason == "" { // which the public is not told
			return under(texts.Say(key+" bare", by, press.PlainSpaces(ruledPublicly(f.Ruling))), e.Law)
		}
		filled = append(filled, by, press.PlainSpaces(ordered(f.Ruling, game.Umpire)), f.Reason)
	default:
		filled = append(filled, by)
	}
	if !texts.Has(key) {
		return ""
	}
	return under(texts.Say(key, filled...), e.Law)
}

// under adds a law to words in brackets; words stay alone where law is "".
func under(words string, law game.Law) string {
	if law == "" {
		return words
	}
	return words + " (" + string(law) + ")"
}

// pgnFile is a game's PGN as a file in a letter.
func pgnFile(s game.State, names [2]string, office Office, log []game.Event) mailer.Part {
	return mailer.Part{
		Name: fmt.Sprintf("game%d.pgn", s.ID),
		Type: "application/vnd.chess-pgn",
		Data: []byte(PGN(s, names, office, log...)),
	}
}
