// Package interpret reads what players write: a letter's text into statements and
// the prose between them.
//
// A line passes these readers, and the first that reads it decides. (1) line.go asks whether the
// whole of it is a statement, or several joined: the words of a command (command.go, contract.go),
// of an act without an argument (performance.go, phrases.txt), moves in a row (carrying/row.go), a
// conditional series (carrying/series.go), or a move among words each of which only carries it
// (remark.go, carry.go, package carrying). (2) courtesy.go looks for one such statement among
// courtesies and, as besides.go and belongs.go allow, among clauses of other words. (3) sentence.go
// parts the line into sentences: one that the grammar of speech/sentences.txt reads decides or
// offers something, or leads to a statement with an argument, and none of the others may take that
// back. (4) asked.go reads the sentences that ask for something which costs little, by
// speech/asking.txt; it also reads those beside a statement that was found. Then (3) is done once
// more, by the kernels of speech/acts.txt alone (loosely.go). (5) choice.go and consent.go read
// what is left of short answers: the number of a reading, a flat refusal. Between 2 and 3, and
// behind 3, what was read is dropped if the line urges, mocks, reports or asks it (alone.go,
// belongs.go, speech/foreign.go). (6) weighed.go asks package weigh what none of them is sure of:
// which move a letter sends, what it answers to a question (Page.Reply), and what its words come
// to where it answers none (Weighed). A line that nobody reads is prose: its sender is asked, and
// it acts on nothing.
//
// parse.go goes through the letter and calls the readers (stated). kinds.go has a row for each kind
// of statement, yours.go reads moves that are named and not made, say.go what is said to the other
// side, doubt.go and paragraph.go find the lines that cast doubt on a move, and work.go bounds the
// work. The words of a move stay words: notation.Move.Readings tells, in a position, which legal
// moves they express.
//
// The package must not know whose turn a letter is for, what position a game is in,
// what a code makes of a statement, or where the text came from. It is pure: the
// same text gives the same statements for ever, under one Version.
package interpret

import (
	"strings"

	"corrd/interpret/carrying"
	"corrd/interpret/notation"
	"corrd/interpret/speech"
)

// Version names this reader. Events record it beside the readings it found, so
// that a later, better reader changes no old game.
const Version = "3"

// Statement is one act of a letter. The fields a kind does not use are zero.
type Statement struct {
	Kind Kind
	// Text is the statement as written, and Line its line, the first being 1; 0: in the subject.
	Text string
	Line int
	// Game is the number of the game a line such as "Game 2:" turned to, or 0 if none did.
	Game int
	// Moves are the moves stated: one for a move, the alternatives for one turn
	// for moves, at most one for adopt, exact, claim, intend, seal and try: the
	// reading adopted, the man of a penalty, the move of a claim with "otherwise".
	Moves []notation.Move
	// Confirms are moves that stand before the move proper without a word of
	// joining: "1. P-K4 P-K4" from Black repeats White's move and answers it
	// (house:7). Whether they are confirmations only the position can tell.
	Confirms []notation.Move
	// Series is the root of a conditional's tree, or nil if its words could not be read: nobody
	// knows then what was meant, so that nothing of it may act.
	Series *Series
	Sealed bool // the words hide a conditional from the adversary: "if sealed P-K4, Kt-KB3"
	// Choice is the number of the reading in "adopt 2" or "intend 2", or 0 if it is named in words;
	// or of the letter held in "yes 31" and "no 31", or 0 if none is named.
	Choice int
	// Words are the remaining words: the hour of an adjournment, the name to register, the address
	// challenged, the facts of a protest, the argument of an office command, what is said to
	// the adversary; Always beside a yes; of
	// an exacted penalty its letter, "take" where the man named is to be taken, or
	// "forfeit turn"; of a claim its ground: "fifty moves",
	// "repetition" or "endless checks" for a draw, "II.9(c) …" for a forfeiture.
	Words string
	// Forfeiture is whether a claim is of a forfeiture, not of a draw.
	Forfeiture bool

	// Adjudication is whether a protest says what its sender claims of a game that is adjudicated.
	Adjudication bool
	// Terms are the terms of a challenge, propose or set, in order.
	Terms []Term
	// Beside is the other half of a word for two games, of which the statement is one half: the
	// half for the other game. "" for any other statement.
	Beside string
}

// InOneWord reports whether the statement is a word of a telegraph code that names two moves,
// with no number, and with no game named before the word.
func (s Statement) InOneWord() bool {
	if s.Kind != KindMove || s.Game != 0 || len(s.Moves) != 1 || len(s.Confirms) != 1 || s.Moves[0].Number+s.Confirms[0].Number != 0 {
		return false
	}
	first, second, ok := notation.CodePair(s.Text)
	return ok && !strings.Contains(strings.TrimSpace(s.Text), " ") && first.Text == s.Confirms[0].Text && second.Text == s.Moves[0].Text
}

// Term is a term of a game as written, its key in lower case.
// Unknown keys are kept: refusing them is the game's affair.
type Term struct{ Key, Value string }

// Series is a conditional series, as package carrying reads one.
type Series = carrying.Series

// Page is a letter's text read into statements.
type Page struct {
	Statements []Statement
	// Note is the prose to pass on to the adversary, at most 2,000 characters.
	Note string
	// Whole is the letter without salutation, closing and signature, as its words are weighed; ""
	// for one that is long, is about several games or holds what is not its writer's.
	Whole string
	// Withheld is the prose that is addressed to the umpire, which no note passes on, cut to a
	// line, or "".
	Withheld string
	// Problems are sentences for the sender on lines that could not be used.
	Problems []string
	// GivenUp is whether reading the text would take more work than any letter
	// needs, so that nothing of it was read: it has no statements and no note.
	GivenUp bool
}

// praises reports whether a yes may be said of a move as well: "that is correct".
func (s Statement) praises() bool {
	return s.Kind == KindYes && strings.HasPrefix(PlainWords(s.Text), "that") && speech.HoldsPhrase(s.Text, []string{"correct", "right"})
}

// Joins reports whether a yes speaks of playing, and so not of ending a game.
func (s Statement) Joins() bool { return s.Kind == KindYes && speech.SpeaksOfPlay(speech.Of(s.Text)) }

// ofMoves is a line up to the words of a player's own that stand behind its moves, as of a protest
// or to the other side: these tell nothing of the moves.
func ofMoves(line string, found []Statement) string {
	end := len(line)
	for _, s := range found {
		if at := strings.Index(line, s.Text); s.Words != "" && !s.Kind.IsMove() && at > 0 {
			end = min(end, at)
		}
	}
	if at := sayHead.FindStringIndex(line); at != nil && at[0] > 0 {
		end = min(end, at[0])
	}
	if end == len(line) {
		return line
	}
	return strings.TrimRight(line[:end], " ;")
}

// seal hides the conditional moves among some statements until they are played.
func seal(all []Statement) {
	for i := range all {
		all[i].Sealed = all[i].Sealed || all[i].Kind == KindConditional
	}
}
