package templates

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/telling"
	"corrd/interpret/notation"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// NewKeys is the reason for which the letter has another reply address than the letters before, or
// "" if the address is the same.
func (p *gamePage) NewKeys() game.Leak {
	if p.Reader.OnCard {
		return "" // a card has no reply address
	}
	if p.Rekeyed {
		return game.LeakCopied
	}
	for _, e := range p.Events {
		if f, ok := e.Fact.(game.Rotated); ok && f.Side == p.Reader.Side && f.Member == p.Reader.Member {
			return f.Why
		}
	}
	return ""
}

// NameOf is the name of a player whom an event names.
func (p *gamePage) NameOf(player int64) string { return p.People[player] }

// SideName is "White" or "Black".
func (p *gamePage) SideName(side board.Side) string { return sideName(side) }

// TakesOver reports whether the seat that changes hands becomes the reader's.
func (t *told) TakesOver() bool {
	f, ok := t.Fact.(game.Replaced)
	return ok && f.Side == t.Reader.Side && f.Member == t.Reader.Member
}

// party names who did what an event says: of a side in consultation also the
// member who wrote, as in "White (Carol)".
func (p *gamePage) party(e game.Event) string {
	name := partyName(e.By)
	if side, ok := e.By.Side(); ok {
		return p.signed(name, side, e)
	}
	return name
}

// signed adds, to the name of a side in consultation, the member who wrote the letter that an event
// came of.
func (p *gamePage) signed(name string, side board.Side, e game.Event) string {
	if who := p.writer(side, e); who != "" {
		return fmt.Sprintf("%s (%s)", name, strings.ReplaceAll(who, " ", press.NoBreak))
	}
	return name
}

// writer is the member of a side in consultation who wrote the letter that an event came of, or ""
// if no member of the side wrote the letter.
func (p *gamePage) writer(side board.Side, e game.Event) string {
	writer := p.Writers[e.Letter]
	if !p.State.Consults(side) || !slices.Contains(p.State.Members(side), writer) {
		return ""
	}
	return p.People[writer]
}

// NoteBy names who wrote the note.
func (p *gamePage) NoteBy() string {
	for _, e := range slices.Backward(p.Events) {
		if by, ok := e.By.Side(); ok && by != p.Reader.Side {
			return p.signed(p.Opponent(), by, e)
		}
	}
	return p.Opponent()
}

// Spokesman is the other member of the reader's side who wrote what the letter tells of, or "" if
// the reader wrote those words, or nobody of the side did.
func (p *gamePage) Spokesman() string {
	for _, e := range p.Events {
		if by, ok := e.By.Side(); ok && by == p.Reader.Side {
			if who := p.writer(by, e); who != p.Reader.Name {
				return who
			}
		}
	}
	return ""
}

// Consulting reports whether the reader's side is of several players.
func (p *gamePage) Consulting() bool { return p.State.Consults(p.Reader.Side) }

// Sides says, in the first letter, what consultation asks of the reader's side, or "" if each side
// is one player.
func (p *gamePage) Sides() string {
	if p.State.Consultation == nil {
		return ""
	}
	binds := texts.Say("side binds", p.code.Consults, p.code.Multiple)
	if !p.Consulting() {
		return texts.Say("side theirs", p.Opponent()) + " " + binds
	}
	return texts.Say("side yours", p.Names[p.Reader.Side]) + " " + binds
}

// ObservedData returns what a letter tells an observer of a game: the moves from a number of them
// on, from 0, and how the game stands, as far as it is shown; names are those of the players, or ""
// if one is not named. The kind is "begun", "moves", "back" (moves were taken back), "over", or
// "ended" (nothing more of the game is shown).
func ObservedData(id int64, g telling.Public, from int, kind string, names [2][]string, zone *time.Location) Data {
	d := Data{Topic: Observed, Number: id, Reason: kind, Place: len(g.State.Line), Name: publicNames(names[board.White]), Opponent: publicNames(names[board.Black])}
	if g.State.ID == 0 { // nothing of it is shown
		return d
	}
	book := PublicBook(g)
	after, plies := book.Plies()
	i, line := 0, ""
	for p, turn := range g.State.Played() {
		if i++; i <= from {
			continue
		}
		if line != "" && p.SideToMove() == board.Black {
			line += ","
		} else {
			if line != "" {
				d.Lines = append(d.Lines, line)
			}
			line = number(&p)
		}
		line += " " + texts.Say("observed move", press.PlainSpaces(short(&g.State, &p, turn.Move, turn.Words, notation.Descriptive)), plies[i-1].Algebraic)
	}
	if line != "" {
		d.Lines = append(d.Lines, line)
	}
	if n := len(plies); n > 0 {
		after = plies[n-1].After
		if n > from {
			d.Words = plies[n-1].Spoken
		}
	}
	d.Open = strings.Split(strings.TrimRight(Board(&after, board.White), "\n"), "\n")
	if kind == "over" {
		book.Zone = zone
		bound := book.Bound()
		d.Said = [][2]string{{bound.Score, bound.Ended}}
	}
	return d
}

// publicNames names the players of a side.
func publicNames(names []string) string {
	all := make([]string, len(names))
	for i, name := range names {
		if all[i] = name; name == "" {
			all[i] = texts.Say("site nobody")
		}
	}
	return texts.List(all)
}

// Match is how the match that a game belongs to stands.
type Match struct {
	Number  int     // of the game in the match, from 1
	Games   int     // how many games the match has
	Instead int64   // the annulled game this one is played instead of; 0: none
	Others  []int64 // the numbers of the match's other games

	half      [2]int // half points won by the players, by their men in this game
	unsettled int    // games that are still being played
}

// Count adds the score of one game of the match. same says that the players have the same colours
// as in the game of the letter.
func (m *Match) Count(score game.Score, same bool) {
	won := map[game.Score][2]int{game.WhiteWins: {2, 0}, game.BlackWins: {0, 2}, game.Drawn: {1, 1}}[score]
	if !same {
		won[0], won[1] = won[1], won[0]
	}
	m.half[board.White] += won[board.White]
	m.half[board.Black] += won[board.Black]
	if score == game.Unfinished {
		m.unsettled++
	}
}

// Unsettled is how many games of the match are still being played.
func (m *Match) Unsettled() int { return m.unsettled }

// OtherGames names the other games of the match: "game 13 and game 14".
func (m *Match) OtherGames() string {
	names := make([]string, len(m.Others))
	for i, id := range m.Others {
		names[i] = texts.Say("game number", id)
	}
	return texts.List(names)
}

// BesideInOneWord is that of the game as the letter's events leave it.
func (p *gamePage) BesideInOneWord() int { return p.State.BesideInOneWord() }

// listed is texts.List of laws, numbers of games or names.
func listed(names any) string {
	var words []string
	switch names := names.(type) {
	case []game.Law:
		for _, law := range names {
			words = append(words, string(law))
		}
	case []int64:
		for _, id := range names {
			words = append(words, fmt.Sprint(id))
		}
	default:
		words = names.([]string)
	}
	return texts.List(words)
}

// Won is what the reader has won in the match.
func (p *gamePage) Won() string { return texts.Halves(p.Match.half[p.Reader.Side]) }

// Lost is what the reader's opponent has won in the match.
func (p *gamePage) Lost() string { return texts.Halves(p.Match.half[p.Reader.Side.Other()]) }
