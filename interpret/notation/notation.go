// Package notation reads the words of one move, in a position, into the legal moves
// that they can express, and writes every move in every notation that it reads. It also draws a
// position in characters, with the names that the notations have for squares (diagram.go).
//
// The rule of reading is the British Code's I.13.C: any word or sign of the full
// record of a move may be left out as long as the move can be recorded without
// that word, abbreviations may stand for words, and nothing is read as an illegal
// move that can be read as a legal one. So a text expresses every legal move whose
// full record (I.13.A) the text shortens: never a guess, often several.
//
// Words pass through these files: scan.go makes plain characters of the text and
// cuts them, token.go makes tokens, grammar.go makes forms (form.go), the ways of
// taking the words, and match.go finds the legal moves that the forms fit;
// algebraic.go and codes.go read the other notations. readings.go puts all of them
// together; write.go writes a move, and reads it back.
// sound.go tells what a text sounds like where there is no position, and doubt.go how much of a
// record it is.
//
// The package must not know whose turn a letter is for, what else a letter says,
// or what a code makes of an ambiguous or illegal move. It is pure: the same words
// and position give the same readings for ever, under one interpret.Version.
package notation

import (
	"iter"
	"strings"

	"corrd/game/board"
)

// Set is a set of notations of moves.
type Set uint16

// The notations. Descriptive is the notation of I.13 in all its printed styles;
// Numeric is the ICCF's; Gringmuth (with Nores's suffixes) and Uedemann are the
// telegraph codes; German is algebraic notation with German letters.
const (
	Descriptive Set = 1 << iota
	Algebraic
	Numeric
	Gringmuth
	Uedemann
	German

	All Set = 1<<len(notationNames) - 1
)

// notationNames are the names of the notations, in the order of their bits.
var notationNames = [...]string{"descriptive", "algebraic", "numeric", "gringmuth", "uedemann", "german"}

// Parse returns the notation with one of the names that String prints, in any case; "iccf" is
// another name of numeric. The bool is false for any other name.
func Parse(name string) (Set, bool) {
	name = strings.ToLower(name)
	if name == "iccf" {
		return Numeric, true
	}
	for i, n := range notationNames {
		if n == name {
			return 1 << i, true
		}
	}
	return 0, false
}

// String returns the names of the notations in the set, joined by ", ".
func (n Set) String() string {
	s := ""
	for i, name := range notationNames {
		if n&(1<<i) == 0 {
			continue
		}
		if s != "" {
			s += ", "
		}
		s += name
	}
	return s
}

// Each returns the notations of the set, one after another.
func (n Set) Each() iter.Seq[Set] {
	return func(yield func(Set) bool) {
		for one := Descriptive; one <= n; one <<= 1 {
			if n&one != 0 && !yield(one) {
				return
			}
		}
	}
}

// Rules is what a code of laws and the terms of a game lay down about reading.
type Rules struct {
	// Notations are the agreed ones (I.13.A, C); none means Descriptive.
	Notations Set
	// Promotion is what a Pawn becomes when the words do not say: NoKind for any
	// of the four (I.13.A), Queen under Staunton's laws.
	Promotion board.Kind
	// AnyColour says that the colour which words give to the piece a Pawn becomes is passed over
	// (Staunton); without AnyColour the colour must be the Pawn's own (I.11.E(d)).
	AnyColour bool
}

// Verdict says how many legal moves a text expresses.
type Verdict uint8

// The verdicts. Illegal words are a move's words that express no legal move;
// Unintelligible ones are not a move's words at all (Staunton IX parts the two).
const (
	One Verdict = iota
	Several
	Illegal
	Unintelligible
)

// String returns "one", "several", "illegal" or "unintelligible".
func (v Verdict) String() string {
	return [...]string{"one", "several", "illegal", "unintelligible"}[v]
}

// Result is what the words of a move express in a position.
type Result struct {
	Verdict Verdict
	// Moves are the legal moves expressed, sorted by their UCI text.
	Moves []board.Move
	// Remarks name, in the form that logs hold, words that were read past, such as a false "ch";
	// the function Remark gives the reason of each.
	Remarks []string
	// Check is whether the words announce check or mate, truly or falsely.
	Check bool
	// Foreign is a notation that was not agreed in which the text would read, or 0 if there is none
	// or the agreed ones sufficed.
	Foreign Set
	// Others are the legal moves that the text expresses in the agreed notations although it is
	// exactly another move in standard algebraic notation, which was not agreed: "Bb4". The text
	// has then no reading, and Foreign is Algebraic.
	Others []board.Move
}

// Move is the words of one move, to be read in a position later.
type Move struct {
	// Text is the words as written, without the move number.
	Text string
	// Number is the move number written before them, or 0 if none.
	Number int
	// Black says that dots after the number ("7...") make the move Black's.
	Black bool
	// Doubt is why the words may not be meant as the move that they express.
	Doubt Doubt
	// Also is a second name of the move, written beside the words in another notation: "P-K4 (e4)".
	Also string
}

// Ply numbers the turns from 0 by the move's number and dots; Ply is negative if the move has no
// number.
func (m Move) Ply() int {
	n := 2 * (m.Number - 1)
	if m.Black {
		n++
	}
	return n
}
