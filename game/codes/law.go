package codes

// Law names the provision on which a value, an event or a letter rests: "III.3" or "II.11(e)" of
// the printed codes, "terms:time" of an agreement, "house:2" of the server (`corrctl law --house`).
// "" means that no provision is named.
type Law string

// Rule is a provision of a code: what the code lays down, a value or a procedure, and the citation
// of the place where the code lays it down. The zero Rule means that the code is silent.
type Rule[T any] struct {
	law Law
	is  T
}

// Under returns the rule that a provision lays down. The provision must be named.
func Under[T any](law Law, is T) Rule[T] { return Rule[T]{law, is} }

// Get returns what a provision lays down, and its citation; provided is false where the code is
// silent. Get is the only way to the value of a rule, so that whoever uses the rule says what
// happens in silence: a claim or a question goes to the umpire.
func (r Rule[T]) Get() (is T, law Law, provided bool) { return r.is, r.law, r.law != "" }

// Cite returns the citation of the rule or, where the code is silent, the citation of the rule of
// the house about silence. Cite serves an event that needs no provision of its own, such as the
// answer to a statement that has nothing to act on.
func (r Rule[T]) Cite() Law {
	if r.law == "" {
		return Silence
	}
	return r.law
}

// String returns the citation as letters print it.
func (r Rule[T]) String() string { return string(r.Cite()) }
