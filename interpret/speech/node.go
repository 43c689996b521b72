package speech

import (
	"math/bits"
	"slices"
)

// node is a part of a rule.
type node struct {
	kind  nodeKind
	empty bool    // it may stand for no word
	open  bool    // it may hold words of any kind
	first heads   // the words it may begin with: of one word, which ones it may be
	of    []*node // the parts of a row, the ways of a choice, or what may be missing or stand several times
}

type nodeKind uint8

const (
	oneOf nodeKind = iota
	anyWord
	row
	choice
	missing // or not
	several // or none
)

// heads are the signs of a set or, if the set is nil, a single one.
type heads struct {
	one sign
	set signSet
}

func (h heads) has(one sign) bool {
	if h.set == nil {
		return one == h.one && one != unknown
	}
	return h.set.has(one)
}

// signSet is a set of signs, one bit each.
type signSet []uint64

func (s signSet) has(one sign) bool { return int(one/64) < len(s) && s[one/64]>>(one%64)&1 != 0 }

// add puts signs into a set.
func (s *signSet) add(more heads) {
	n := len(more.set)
	if more.set == nil {
		n = int(more.one)/64 + 1
	}
	for len(*s) < n {
		*s = append(*s, 0)
	}
	for i, all := range more.set {
		(*s)[i] |= all
	}
	if more.one != unknown {
		(*s)[more.one/64] |= 1 << (more.one % 64)
	}
}

// every is the set of all signs that a grammar can have.
var every = func() signSet {
	all := make(signSet, mostWords/64)
	for i := range all {
		all[i] = ^uint64(0)
	}
	return all
}()

// others returns the signs of a grammar that are not among some.
func (h heads) others() heads {
	some := make(signSet, len(every))
	some.add(h)
	for i := range some {
		some[i] = ^some[i]
	}
	return heads{set: some}
}

// memory is where the parts of a grammar lie, many in one piece of memory.
type memory struct {
	nodes []node
	parts []*node
	bits  []uint64
	union signSet // of the part that is made
}

// ofPiece is how many values there is room for in a piece of memory.
const ofPiece = 1024

// kept returns a copy of some values at the end of a piece of memory, or of a new one.
func kept[T any](piece *[]T, values []T) []T {
	if cap(*piece)-len(*piece) < len(values) {
		*piece = make([]T, 0, max(ofPiece, len(values)))
	}
	from := len(*piece)
	*piece = append(*piece, values...)
	return slices.Clip((*piece)[from:])
}

// node returns a part of a rule of some parts.
func (m *memory) node(kind nodeKind, parts ...*node) *node {
	n := &kept(&m.nodes, []node{{kind: kind, empty: kind != choice}})[0]
	n.of = kept(&m.parts, parts)
	m.union = m.union[:0]
	for i, part := range parts {
		n.open = n.open || part.open
		if kind == row && !n.empty {
			continue
		}
		switch {
		case i == 0:
			n.first = part.first
		case i == 1:
			m.union.add(n.first)
			fallthrough
		default:
			m.union.add(part.first)
		}
		switch kind {
		case row:
			n.empty = part.empty
		case choice:
			n.empty = n.empty || part.empty
		}
	}
	if len(m.union) > 0 {
		n.first = heads{set: kept(&m.bits, m.union)}
	}
	return n
}

// joined returns the row or the choice of some parts; of a single part, that part.
func (m *memory) joined(kind nodeKind, parts []*node) *node {
	if len(parts) == 1 {
		return parts[0]
	}
	return m.node(kind, parts...)
}

// reading is the reading of a row of words.
type reading struct {
	signs []sign
	comma sign
	work  int // parts of rules looked at
}

// ends returns the places at which a part of a rule may end that begins at one of some places.
func (r *reading) ends(n *node, begins uint64) (ends uint64) {
	r.work++
	if !n.empty {
		for at := begins; at != 0; at &= at - 1 {
			if i := bits.TrailingZeros64(at); i >= len(r.signs) || !n.first.has(r.signs[i]) {
				begins &^= 1 << i
			}
		}
		if begins == 0 {
			return 0
		}
	}
	switch n.kind {
	case oneOf:
		return begins << 1
	case anyWord:
		for i, one := range r.signs {
			if one == r.comma {
				begins &^= 1 << i
			}
		}
		return begins << 1
	case row:
		ends = begins
		for _, part := range n.of {
			if ends = r.ends(part, ends); ends == 0 {
				break
			}
		}
	case choice:
		for _, way := range n.of {
			ends |= r.ends(way, begins)
		}
	case missing:
		ends = begins | r.ends(n.of[0], begins)
	case several:
		ends = begins
		if one := n.of[0]; one.kind == oneOf { // a run of words
			for i, sign := range r.signs {
				if ends>>i&1 != 0 && one.first.has(sign) {
					ends |= 2 << i
				}
			}
			r.work += len(r.signs) / 8
			break
		}
		for again := begins; again != 0; {
			again = r.ends(n.of[0], again) &^ ends
			ends |= again
		}
	}
	return ends
}
