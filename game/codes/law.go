package codes

// Law names the provision a value, an event or a letter comes from: "III.3",
// "II.11(e)" for the printed codes, "terms:time" for an
// agreement, "house:2" for a rule of the server (`corrctl law --house`).
// "" means that no provision is named.
type Law string

// Rule is a provision of a code: what the code lays down, a value or a procedure, and
// the citation of the place where the code lays it down. The zero Rule means that the
// code is silent.
type Rule[T any] struct {
	law Law
	is  T
}

// Under gives the rule that a provision lays down. The provision must be named.
func Under[T any](law Law, is T) Rule[T] { return Rule[T]{law, is} }

// Get gives what a provision lays down, and its citation; provided is false where the
// code is silent. It is the only way to a rule, so that whoever uses the rule says what
// becomes of silence: a claim or a question goes to the umpire.
func (r Rule[T]) Get() (is T, law Law, provided bool) { return r.is, r.law, r.law != "" }

// Cite gives the citation of the rule; where the code is silent, that of the rule of the
// house which says what becomes of silence. It serves for what needs no provision, such as
// a statement that has nothing to act on.
func (r Rule[T]) Cite() Law {
	if r.law == "" {
		return Silence
	}
	return r.law
}

// String gives the citation as letters print it.
func (r Rule[T]) String() string { return string(r.Cite()) }
