package game

// Code is a printed code of laws as a value. Where codes differ in a number
// there is a cited value; in procedure, a cited function out of a small stock;
// where a code is silent, the zero value. No code outside a code's own file
// asks which code it is.
type Code struct {
	ID    string // "british-1899"
	Title string
}
