package play

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/line"
	"corrd/game/stated"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// A short answer means what was asked. The letter that is answered put a list before its reader,
// of the moves that they may adopt or of those that they may mean, and "1", "the first one" and
// "the king's knight" name one of it.

// picked makes the announcement, or the move, of a letter that answers a list by naming one of it.
func (d *docket) picked(l Letter) Letter {
	switch {
	case d.answers == 0 && l.Card == nil:
		return l
	case len(l.Statements) > 1:
		if d.Held != nil && d.by != d.Held.By && len(l.Statements) == 2 {
			if l.Statements[0].Kind == interpret.KindMove && l.Statements[1].Kind == interpret.KindMove && len(d.announced(l.Statements[0].Moves[0])) == 0 {
				if two, ok := d.pickedWithReply(l, l.Statements[0]); ok {
					return two // "I'll go with the queen's knight one", which sounds like a move
				}
			}
			return d.pickedTwice(l, wholeOf(l)) // "I adopt 2. Actually no, 1. Castles"
		}
		return l
	}
	s := interpret.Statement{Text: strings.Join(strings.Fields(l.Note), " "), Line: 1}
	if len(l.Statements) == 1 {
		s = l.Statements[0]
	}
	q := d.asking()
	switch {
	case d.owesIntention() && (len(l.Statements) == 0 || len(l.Statements) == 1 && s.Kind == interpret.KindYes && s.Choice == 0): // "the King's knight, of course"
		if s.Choice = d.choiceNamed(s.Text); s.Choice != 0 {
			s.Kind = interpret.KindIntend
			l.Statements, l.Note = []interpret.Statement{s}, ""
		}
	case d.owesIntention() && s.Kind == interpret.KindMove && len(s.Moves) == 1 && (d.Phase == game.HeldIntention || s.Moves[0].Doubt&notation.Instead != 0):
		return d.pickedMeaning(l, s)
	case d.NamesMan(d.by):
		return d.pickedMan(l, s)
	case q != nil && q.Why == game.NamePiece && len(l.Statements) == 0 && d.told(q.Told) && d.by == d.Position.SideToMove():
		return d.pickedPiece(l, s, q.Words)
	case d.Held != nil && d.by != d.Held.By && d.Offence == nil:
		return d.pickedHeld(l, s)
	case len(l.Statements) == 1 && (s.Kind != interpret.KindAdopt || l.Note != ""):
	case d.Held == nil && q != nil && len(q.Moves) > 1 && d.told(q.Told) && !d.toldSince(q.Told) && d.by == d.Position.SideToMove():
		n := cmp.Or(s.Choice, interpret.Picks(s.Text))
		if n < 1 || n > len(q.Moves) {
			return l
		}
		s.Kind, s.Choice = interpret.KindMove, 0
		s.Moves = []notation.Move{{Text: game.WriteMove(&d.State, &d.Position, q.Moves[n-1])}}
		if d.travels(l) {
			s.Text = s.Moves[0].Text // words that mean the same when they arrive
		}
		l.Statements, l.Note = []interpret.Statement{s}, ""
	}
	return l
}

// pickedMeaning makes the statement of what doubtful words meant of a letter that names one of the
// meanings: after the reply, where nothing else is asked of its writer, or as what was meant.
func (d *docket) pickedMeaning(l Letter, s interpret.Statement) Letter {
	s.Kind = interpret.KindIntend
	if _, why := d.chosen(s); why != "" {
		return l
	}
	if d.travels(l) {
		s.Text = "intend " + s.Moves[0].Text
	}
	l.Statements = []interpret.Statement{s}
	return l
}

// pickedMan makes the requirement of a letter that names the man to be moved: "the queen, please",
// "Let him move his King". corrd asks where no such man can be moved.
func (d *docket) pickedMan(l Letter, s interpret.Statement) Letter {
	exacts, words := s.Kind == interpret.KindExact, cmp.Or(l.Note, s.Text)
	if exacts && (len(s.Moves) > 0 || s.Words == interpret.Take || s.Words == interpret.ForfeitTurn) ||
		!exacts && len(l.Statements) == 1 && (s.Kind != interpret.KindMove || !strings.HasSuffix(words, s.Text)) {
		return l
	}
	need, p := d.Demanded()
	men := notation.Men(words, &p, p.SideToMove())
	_, chooses := d.Requirements()
	switch {
	case men == 0 && chooses && len(s.Moves) > 0 && strings.HasPrefix(strings.ToLower(words), "play "):
		s.Kind = interpret.KindExact // the words of the letter, and the square is surplus
	case men == 0:
		return l
	case !exacts:
		s = interpret.Statement{Kind: interpret.KindExact, Text: words, Line: 1}
	}
	if men != 0 && (chooses || men&need.Men != 0) {
		s.Moves = []notation.Move{{Text: words}}
	}
	if d.travels(l) {
		s.Text = "exact penalty, " + words
	}
	l.Statements, l.Note = []interpret.Statement{s}, ""
	return l
}

// pickedPiece makes the move of a letter that answers which piece a Pawn becomes: "a Queen". words
// are those of the promotion that named none.
func (d *docket) pickedPiece(l Letter, s interpret.Statement, words string) Letter {
	piece := interpret.PicksPiece(s.Text)
	if piece == "" {
		return l
	}
	var named []string
	for text := range strings.SplitSeq(words, line.WordsApart) {
		named = append(named, text+" ("+piece+")")
		s.Moves = append(s.Moves, notation.Move{Text: named[len(named)-1]})
	}
	if s.Kind = interpret.KindMove; d.travels(l) {
		s.Text = strings.Join(named, " or ")
	}
	l.Statements, l.Note = []interpret.Statement{s}, ""
	return l
}

// owesIntention reports whether the writer has been asked what they meant (S-Corr VIII).
func (d *docket) owesIntention() bool { return slices.Contains(d.Rights(d.by), interpret.KindIntend) }

// pickedHeld makes the announcement of a letter that names one of the moves that its writer may
// adopt, and the reply that stands behind it: "the second one, and I answer P-KB4". s is what the
// letter states, or its prose.
func (d *docket) pickedHeld(l Letter, s interpret.Statement) Letter {
	switch {
	case len(s.Confirms) > 0, d.annulsInWords(l.Statements, wholeOf(l)):
		return l
	case s.Kind == interpret.KindExact && len(l.Statements) == 1: // "The second one, and I play Knight f3", where there is no penalty
		prose := l
		prose.Statements, prose.Note = nil, wholeOf(l)
		if two, ok := d.pickedWithReply(prose, s); ok {
			return two
		}
		return l
	}
	if two, ok := d.pickedWithReply(l, s); ok {
		return two
	}
	if s.Kind == interpret.KindAdopt {
		return d.pickedTwice(l, l.Note)
	}
	adopts, noted := d.adoption(l, s.Text, s.Line), d.adoption(l, l.Note, s.Line)
	if s.Kind == interpret.KindMove && len(l.Statements) == 1 && len(d.fits(s.Moves, d.Choices())) > 0 && len(d.announced(s.Moves[0])) > 0 {
		adopts.Choice = 0 // a name of one that could be the reply too
	}
	if s.Kind == interpret.KindYes && l.Note == "" {
		l.Note = s.Text
		noted = d.adoption(l, l.Note, s.Line)
	}
	if noted.Choice != 0 && len(l.Statements) == 1 && s.Kind == interpret.KindMove && adopts.Choice == 0 {
		words := wholeOf(l)
		l.Statements, l.Note = d.andNamed(noted, s), ""
		return d.pickedTwice(l, words)
	}
	if s.Kind == interpret.KindNo && len(l.Statements) == 1 && noted.Choice != 0 { // "Definitely not (2), so it has to be (1)"
		adopts, l.Statements = noted, nil
	}
	if s.Kind == interpret.KindYes && s.Choice == 0 && len(l.Statements) == 1 && !d.AwaitsConsent(d.by) && noted.Choice != 0 { // "The King's Knight, of course"
		adopts, l.Statements = noted, nil
	}
	if adopts.Choice != 0 && (s.Kind == interpret.KindMove || len(l.Statements) == 0) {
		if len(l.Statements) == 0 && (len(interpret.Named(l.Note)) > 0 || d.namesAnother(l.Note, adopts.Choice)) {
			d.leave(l.Note) // whoever names a move there is told that it was not played
		}
		words := wholeOf(l)
		l.Statements, l.Note = []interpret.Statement{adopts}, ""
		return d.pickedTwice(l, words)
	}
	return l
}

// pickedWithReply parts a letter that names one of the list from the reply behind it. Words that
// name the same one again are no reply, and a number that may be that of the turn names none.
func (d *docket) pickedWithReply(l Letter, s interpret.Statement) (Letter, bool) {
	lists, text := d.listsTold(), wholeOf(l)
	if len(lists) == 0 || len(l.Statements) == 1 && (s.Kind != interpret.KindMove && s.Kind != interpret.KindAdopt || len(s.Confirms) > 0) {
		return l, false
	}
	if at, _ := d.placeNumbered(text); at == neither {
		return l, false
	}
	most := len(lists[0].Moves)
	place := func(named string) int {
		if n, is := d.placeNumbered(named); is {
			return max(n, 0)
		}
		n := cmp.Or(d.choiceNamed(named), interpret.PicksOf(named, most, d.placeNamed))
		if number, err := strconv.Atoi(strings.Trim(named, "(#.) ")); n > most || err == nil && d.numbersTurn(number) {
			return 0
		}
		return n
	}
	named, reply, ok := interpret.NamedFirst(text, place)
	if !ok {
		return l, false
	}
	adopts := interpret.Statement{Kind: interpret.KindAdopt, Text: named, Line: s.Line, Choice: place(named)}
	if d.travels(l) {
		adopts.Text = "adopt " + strconv.Itoa(adopts.Choice)
	}
	l.Statements, l.Note = d.andNamed(adopts, reply), ""
	if len(l.Statements) == 2 && l.Statements[1].Kind == interpret.KindMove && len(d.announced(reply.Moves[0])) > 0 {
		l.Statements = l.Statements[:1]
	}
	return d.pickedTwice(l, text), true
}

// pickedTwice adds to a letter that adopts one of the list the other one that its words name
// instead: "The first. (Or rather, the second)". Its writer is asked.
func (d *docket) pickedTwice(l Letter, words string) Letter {
	at := slices.IndexFunc(l.Statements, func(s interpret.Statement) bool { return s.Kind == interpret.KindAdopt })
	lists := d.listsTold()
	if at < 0 || l.Statements[at].Choice == 0 || len(lists) == 0 {
		return l
	}
	other := l.Statements[at]
	if other.Choice = interpret.PicksRather(words, len(lists[0].Moves)); other.Choice != 0 && other.Choice != l.Statements[at].Choice {
		other.Text = strings.Join(strings.Fields(words), " ")
		l.Statements = append(slices.Clone(l.Statements), other)
	}
	return l
}

// wholeOf is the text of a letter, as far as it is known: its prose, and what it states that the
// prose does not repeat.
func wholeOf(l Letter) string {
	text := l.Note
	for _, s := range l.Statements {
		if !strings.Contains(text, s.Text) {
			text = strings.TrimSpace(text + "\n" + s.Text)
		}
	}
	return text
}

// adoption is the announcement in words that name one of the list; what travels says the same when
// it arrives.
func (d *docket) adoption(l Letter, words string, line int) interpret.Statement {
	s := interpret.Statement{Kind: interpret.KindAdopt, Text: words, Line: line}
	at, numbered := d.placeNumbered(words)
	if s.Choice = max(at, 0); !numbered {
		s.Choice = d.choiceNamed(words)
	}
	if d.travels(l) {
		s.Text = "adopt " + strconv.Itoa(s.Choice)
	}
	return s
}

// mostOfRecord is how many words a move has at most that is named behind a number.
const mostOfRecord = 5

// neither is no place in a list: a number and a name mean different ones.
const neither = -1

// placeNumbered returns the place in the list of the move that words name behind a number, if they
// settle on it: the number is then that of the turn, "1... e6 is fine". It is neither where the
// number is not that, nor the place of the move, and 0 where the move is none of the list. is
// reports whether a move stands behind the number.
func (d *docket) placeNumbered(words string) (place int, is bool) {
	number, fields, ok := stated.Numbered(words)
	lists := d.listsTold()
	if !ok || len(lists) == 0 || len(lists[0].Then) > 0 {
		return 0, false
	}
	for n := min(len(fields), mostOfRecord); n > 0; n-- {
		at := d.placeOfMove(strings.Trim(strings.Join(fields[:n], " "), ".,;:!()"))
		switch {
		case at == 0 || at > len(notation.Ordinals):
		case at != number && !d.numbersTurn(number):
			return neither, true
		default:
			settled := strings.Join(append([]string{"The", notation.Ordinals[at-1], "one"}, fields[n:]...), " ")
			return interpret.PicksOf(settled, len(lists[0].Moves), d.placeOfMan), true
		}
	}
	sounds, _ := notation.Sounds(strings.Trim(fields[0], ".,;:!()"))
	return 0, sounds && d.numbersTurn(number)
}

// numbersTurn reports whether a number is that of the turn whose move is chosen, or of the reply.
func (d *docket) numbersTurn(number int) bool {
	return number == line.NumberOf(d.LastPly()+1) || number == line.NumberOf(d.ownNext(d.by))
}

// namesAnother reports whether words name a square as another move than the one at a place in the
// list would: "Nr. 2, und Sf6".
func (d *docket) namesAnother(words string, place int) bool {
	return slices.ContainsFunc(strings.Fields(words), func(w string) bool {
		w = strings.Trim(w, ".,;:!()")
		return notation.HoldsSquare(w) && d.placeOfMove(w) != place
	})
}

// placeOfMove returns the place of the only listed move that words express in any notation, or 0.
func (d *docket) placeOfMove(words string) int {
	found := d.naming(func(p *board.Position, m board.Move) bool {
		return slices.Contains(game.InAnyNotation(&d.State, p, []notation.Move{{Text: words}}), m)
	})
	if len(found) != 1 {
		return 0
	}
	return slices.Index(d.listsTold()[0].Moves, found[0].Move) + 1
}

// choiceNamed returns the place of the listed move that words name by its place or by the side of
// the board of its man, or 0.
func (d *docket) choiceNamed(words string) int {
	if name, man, ok := strings.Cut(strings.TrimRight(words, "). "), " ("); ok { // "the second (king's knight)"
		if n := d.choiceNamed(name); n == d.choiceNamed(man) {
			return n
		}
		return 0
	}
	if n := interpret.Picks(words); n > 0 {
		return n
	}
	return d.placeOfMan(words)
}

// placeOfMan returns the place of the only listed move of a man that is named by its wing or its
// square, or 0.
func (d *docket) placeOfMan(name string) int {
	man, square, ok := interpret.PicksMan(name)
	lists := d.listsTold()
	if !ok || len(lists) == 0 || len(lists[0].Then) > 0 {
		return 0
	}
	return onlyPlace(lists[0].Moves, func(m board.Move) bool {
		of, _ := d.Position.At(m.From())
		return of.Kind == man.Kind && (m.From() == square || of.Origin == man.Origin && square == board.NoSquare)
	})
}

// placeOfWing returns the place of the only listed move of a man of a wing, or 0.
func (d *docket) placeOfWing(wing board.Origin) int {
	lists := d.listsTold()
	if wing == board.Unknown || len(lists) == 0 || len(lists[0].Then) > 0 {
		return 0
	}
	return onlyPlace(lists[0].Moves, func(m board.Move) bool {
		of, _ := d.Position.At(m.From())
		return of.Origin == wing
	})
}

// onlyPlace is the place of the only move in a list that is named, or 0.
func onlyPlace(moves []board.Move, named func(board.Move) bool) int {
	if at := slices.IndexFunc(moves, named); at >= 0 && !slices.ContainsFunc(moves[at+1:], named) {
		return at + 1
	}
	return 0
}

// placeNamed returns the place of the only listed move that words name by its man or its wing, or
// by a record that is of no move of their writer's.
func (d *docket) placeNamed(name string) int {
	if at := cmp.Or(d.placeOfMan(name), d.placeOfWing(interpret.PicksWing(name))); at > 0 {
		return at
	}
	if sounds, _ := notation.Sounds(name); !sounds || len(d.fits([]notation.Move{{Text: name}}, d.Choices())) > 0 {
		return 0
	}
	return d.placeOfMove(name)
}

// andNamed returns an announcement and the move behind it, which announces too where it is another
// one of the list: "The King's Knight, that is, QKt-K2".
func (d *docket) andNamed(adopts, s interpret.Statement) []interpret.Statement {
	if lists, named := d.listsTold(), d.announced(s.Moves[0]); len(lists) > 0 && len(named) == 1 && len(lists[0].Then) == 0 {
		if other := slices.Index(lists[0].Moves, named[0].Move) + 1; other != 0 && other != adopts.Choice {
			s = interpret.Statement{Kind: interpret.KindAdopt, Text: s.Text, Line: s.Line, Choice: other}
		}
	}
	return []interpret.Statement{adopts, s}
}

// leaveNamed notes the move that a letter names which only refuses a draw or adopts a move, and
// whose writer is to move: it has not been played, and nobody has been asked about it.
func (d *docket) leaveNamed(l Letter, st []interpret.Statement) {
	if stated.Moves(st) || d.asked || d.Phase != game.AwaitMove || d.by != d.Position.SideToMove() ||
		!stated.Has(st, interpret.KindDeclineDraw, interpret.KindDecline, interpret.KindNo, interpret.KindAdopt) {
		return
	}
	prose := l.Note
	for _, s := range st {
		if s.Kind != interpret.KindAdopt { // which may name the move adopted
			prose += "\n" + s.Text
		}
	}
	if moves, words := d.recorded(prose); len(moves) > 0 {
		d.leave(words)
	}
}
