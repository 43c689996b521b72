// Package interpret reads what players write: a letter's text into statements and
// the prose between them.
//
// A line is a statement only if the whole of the line is one, or several joined. The
// words of a move stay words: notation.Move.Readings tells, in a position, which
// legal moves they express.
//
// Lines pass through these files: parse.go goes through the letter, line.go parts a
// line, command.go and contract.go read statements that are no moves, sequence.go
// reads moves in a row and series.go conditional ones. work.go bounds the work.
//
// The package must not know whose turn a letter is for, what position a game is in,
// what a code makes of a statement, or where the text came from. It is pure: the
// same text gives the same statements for ever, under one Version.
package interpret

// Version names this reader. Events record it beside the readings it found, so
// that a later, better reader changes no old game.
const Version = "3"
