package interpret

import (
	"corrd/interpret/carrying"
	"corrd/interpret/speech"
)

// maxSteps bounds the work that reading one letter may take, in steps; a step is
// about what looking at one character costs. A thousand lines of prose of which no two are the
// same take fewer, ten thousand that say the same again and again do, and a letter of moves that
// a player wrote takes some ten thousand in all.
const maxSteps = 660_000

// What looking at things costs besides their characters and what carrying counts, in steps.
const (
	stepsOfLine    = 10  // for a line
	stepsOfTrial   = 200 // for a line that may be a move, the first time
	stepsOfWords   = 400 // words that communicate no move that can be played; a letter has few
	stepsOfPhrase  = 35  // for words that are looked at as a phrase
	stepsOfOpening = 40  // for what may open a sentence
	stepsOfSorting = 16  // for a word that is sorted
)

// maxMoves is more moves than one letter states, with all its alternatives,
// hypotheses and confirmations.
const maxMoves = 1000

// givenUp is the problem of a letter whose reading is given up.
const givenUp = "Reading this letter would take more work than any letter needs; nothing of it was read."

// parser reads pieces of a letter's text and keeps in mind what each of them is,
// because a line that can be parted in many ways has the same pieces in most of
// them: so the work for a line grows as its length. The steps are counted all the
// same. Once they are spent every piece reads as nothing, and the letter is given
// up as a whole.
type parser struct {
	carrying.Reader
	unjoined map[joining]bool // pieces that are not joined statements
	prose    map[aTrial]bool  // lines that are not statements
	unstated map[string]bool  // lines that parseLine reads as prose
	mute     bool             // no part of the line that is read is the words of a move
	unsaid   string           // the text that was last found to be no statement but moves
	ends     bool             // the line that is read has a blank line below it, or none
	prosaic  map[string]bool  // lines around others, and whether each is prose

	sortedLine string        // the line whose words were sorted last
	sorted     []speech.Word // its words
}

// joining is a piece of text and how many joints it may have.
type joining struct {
	text   string
	joints int
}

// aTrial is a line that may be a statement, and whether it may be the end of the sentence above.
type aTrial struct {
	line    string
	wrapped bool
}

// wordsOf parts a line into its words and sorts them.
func (p *parser) wordsOf(line string) []speech.Word {
	if line == p.sortedLine {
		return p.sorted
	}
	p.Spend(len(line))
	p.sortedLine, p.sorted = line, speech.Of(line)
	p.Spend(stepsOfSorting * len(p.sorted))
	return p.sorted
}

// weigh spends the steps that it takes to join a statement to those before it. A
// letter of too many moves has none left.
func (p *pageReader) weigh(s Statement) {
	n, text := s.size(), len(s.Text)
	for _, before := range p.page.Statements {
		n, text = n+before.size(), text+len(before.Text)
	}
	if p.Spend(n + text); n > maxMoves {
		p.Left = -1
	}
}

// size is how many moves a statement states.
func (s *Statement) size() int { return len(s.Moves) + len(s.Confirms) + s.Series.Size() }
