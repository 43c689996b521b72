package templates

import (
	"fmt"
	"slices"

	"corrd/game"
	"corrd/game/board"
	"corrd/interpret/notation"
	"corrd/templates/texts"
)

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

// InOneWord returns the number, in the match, of the other game whose moves may stand in one word of
// an agreed telegraph code together with the moves of this game (house:22); 0 where no game's may.
func (p *gamePage) InOneWord() int {
	beside := game.Match{Number: p.Match.Number}.Beside()
	coded := slices.ContainsFunc(p.State.Terms.Notation, func(name string) bool {
		n, _ := notation.Parse(name)
		return n&(notation.Gringmuth|notation.Uedemann) != 0
	})
	if _, odds := p.State.Terms.Odds.Side(); odds || !coded || beside > p.Match.Games {
		return 0
	}
	return beside
}

// listed is texts.List of laws or names.
func listed(names any) string {
	if laws, ok := names.([]game.Law); ok {
		var words []string
		for _, law := range laws {
			words = append(words, string(law))
		}
		return texts.List(words)
	}
	return texts.List(names.([]string))
}

// Won is what the reader has won in the match.
func (p *gamePage) Won() string { return halves(p.Match.half[p.Reader.Side]) }

// Lost is what the reader's opponent has won in the match.
func (p *gamePage) Lost() string { return halves(p.Match.half[p.Reader.Side.Other()]) }

// halves writes half points: "0", "½", "2½".
func halves(half int) string {
	switch {
	case half == 1:
		return "½"
	case half%2 == 1:
		return fmt.Sprint(half/2, "½")
	}
	return fmt.Sprint(half / 2)
}
