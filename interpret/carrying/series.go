package carrying

import (
	"strings"

	"corrd/interpret/notation"
	"corrd/interpret/speech"
)

// Series is one hypothesis of a conditional series and the reply bound to it
// (III.5). After Then has been played, the hypotheses of Next
// are looked at in order when the adversary moves again.
type Series struct {
	// If are the assumed moves, any one of which fires the reply; none stands
	// for "if any": whatever is played.
	If []notation.Move
	// Any reports whether the words say "if any" or its like, and are not merely a row of moves.
	Any bool
	// Then is the reply; with Resign it is not a move but a resignation.
	Then   notation.Move
	Resign bool
	// Else are further replies to the same hypothesis, joined by "or", among which
	// the adversary has the choice (III.4).
	Else []notation.Move
	Next []*Series
}

// Size is how many moves a series states.
func (s *Series) Size() int {
	if s == nil {
		return 0
	}
	n := 1 + len(s.If) + len(s.Else)
	for _, next := range s.Next {
		n += next.Size()
	}
	return n
}

// Newest returns the reply from which a later clause goes on: the last, if it follows by its words
// ("if then"), else the last under a lower number than the clause's, or nil if there is none.
func (s *Series) Newest(number int, follows bool) *Series {
	var above *Series
	for at := s; !at.Resign; at = at.Next[len(at.Next)-1] {
		if follows || at.Then.Number != 0 && at.Then.Number < number {
			above = at
		}
		if len(at.Next) == 0 {
			break
		}
	}
	return above
}

// clause is one "if …" of a conditional series, read.
type clause struct {
	root, leaf *Series // the chain the clause states
	number     int     // the move number of the clause's first reply, or 0 if not known
	chained    bool    // "if then": the clause goes on from the reply before
	sealed     bool    // "if sealed": the adversary is not to read it
	text       string
}

// Conditional is a conditional series as written.
type Conditional struct {
	Series *Series
	Text   string
	Sealed bool // the words hide the series from the adversary: "if sealed P-K4, Kt-KB3"
}

// ParseSeries reads a text that is one or more clauses into one series for each
// first hypothesis. It reports false if any clause cannot be read: half a series
// would bind to what was not meant.
func (r *Reader) ParseSeries(text string) ([]Conditional, bool) {
	var out []Conditional
	var path []clause // the clauses from a root to the newest
	sealed := false   // of the whole text
	for _, one := range splitClauses(text) {
		c, ok := r.parseClause(one)
		if !ok {
			return nil, false
		}
		path, sealed = parents(path, &c), sealed || c.sealed
		if len(path) == 0 {
			out = append(out, Conditional{Text: c.text, Series: c.root})
		} else {
			above := path[len(path)-1].leaf
			above.Next = append(above.Next, c.root)
			out[len(out)-1].Text += "; " + c.text
		}
		path = append(path, c)
	}
	for i := range out {
		out[i].Sealed = sealed
	}
	return out, len(out) > 0
}

// parents is the part of the path that a new clause hangs from: all of it for
// "if then"; by the numbers of the replies where both have one; otherwise the
// clause is another hypothesis beside the newest.
func parents(path []clause, c *clause) []clause {
	n := len(path)
	switch {
	case n == 0 || c.chained:
		return path
	case c.number == 0 || path[n-1].number == 0:
		return path[:n-1]
	}
	for n > 0 && path[n-1].number >= c.number {
		n--
	}
	return path[:n]
}

// parseClause reads "if HYPOTHESIS, REPLY", with further moves in turn as
// further hypotheses and replies.
func (r *Reader) parseClause(text string) (clause, bool) {
	c := clause{text: strings.Trim(text, " ,;./")}
	body, chained, ok := cutHead(c.text)
	if !ok {
		return c, false
	}
	c.chained = chained
	if rest, sealed := speech.CutWord(body, "sealed"); sealed {
		body, c.sealed = strings.TrimLeft(rest, ":, "), true
	}
	if hypothesis, resigns := cutResignation(body); resigns {
		ok = r.resign(&c, hypothesis)
	} else if rest, whatever := cutAny(body); whatever {
		ok = r.reply(&c, rest)
	} else if list, moves := r.ParseRow(r.withoutPlayers(body)); moves {
		ok = c.chain(list)
	} else {
		ok = false
	}
	return c, ok
}

// reply makes the clause of the moves that answer whatever is played, and of those
// that follow in turn.
func (r *Reader) reply(c *clause, text string) bool {
	text, _ = speech.CutWord(text, "then")
	list, ok := r.ParseRow(r.withoutPlayers(text))
	return ok && c.answer(nil, list)
}

// answer makes the clause of a hypothesis, none for any move, and of the reply to it
// with what follows.
func (c *clause) answer(hypothesis []notation.Move, list []Joined) bool {
	c.root = &Series{If: hypothesis, Any: len(hypothesis) == 0, Then: list[0].Move}
	c.leaf, c.number = c.root, list[0].Move.Number
	return c.extend(list[1:])
}

// resign makes the clause "if B×Kt I resign", of one move or several alternatives,
// or of any.
func (r *Reader) resign(c *clause, hypothesis string) bool {
	c.root = &Series{Resign: true}
	c.leaf = c.root
	if rest, whatever := cutAny(hypothesis); whatever && rest == "" {
		c.root.Any = true
		return true
	}
	list, ok := r.ParseRow(r.withoutPlayers(hypothesis))
	c.root.If = MovesOf(list)
	return ok && Alternatives(list) == len(list)
}

// chain makes the clause of hypothesis and reply, either hypothesis or another
// ("P-K4 or P-K3, Kt-KB3"), and of the pairs that follow.
func (c *clause) chain(list []Joined) bool {
	NumberRow(list)
	n := Alternatives(list)
	return n < len(list) && c.answer(MovesOf(list[:n]), list[n:])
}

// extend hangs what follows the first reply from the leaf: hypotheses with their
// replies, and moves for later turns, which answer anything. Several replies to one
// hypothesis must be the last of their clause unless a word or a number says how
// the clause goes on: "if P-K4, P-Q4 or P-KB4, Kt-KB3" can be parted in two ways.
func (c *clause) extend(rest []Joined) bool {
	for len(rest) > 0 {
		if rest[0].By == ByOr {
			c.leaf.Else = append(c.leaf.Else, rest[0].Move)
			rest = rest[1:]
			continue
		}
		if len(c.leaf.Else) > 0 && rest[0].By < ByThen {
			return false
		}
		next := &Series{Then: rest[0].Move}
		if ahead := rest[0].Move.Ply() - c.leaf.Then.Ply(); rest[0].By != ByThen &&
			(ahead != 2 || rest[0].Move.Number == 0 || c.leaf.Then.Number == 0) {
			n := Alternatives(rest)
			if n == len(rest) {
				return false
			}
			next = &Series{If: MovesOf(rest[:n]), Then: rest[n].Move}
			rest = rest[n:]
		}
		c.leaf.Next = append(c.leaf.Next, next)
		c.leaf, rest = next, rest[1:]
	}
	return true
}
