package proof

import (
	"os"
	"slices"
	"strings"
	"testing"

	"corrd/game/board"
)

func TestEndlessChecks(t *testing.T) {
	for _, c := range readCases(t, "endless.txt") {
		r := EndlessChecks(mustFEN(t, c.fen), Options{})
		if r.Verdict.String() != c.want {
			t.Errorf("%s (%s): %s after %d nodes, want %s", c.fen, c.about, r.Verdict, r.Nodes, c.want)
		}
		holdsAsEvidence(t, r)
	}
}

// publishedGame are the positions of a game of London and Edinburgh in 1824,
// from the array to London's last turn but one.
func publishedGame(t testing.TB) []board.Position {
	t.Helper()
	text, err := os.ReadFile("../../testdata/proof/london-edinburgh-1824.txt")
	if err != nil {
		t.Fatal(err)
	}
	played := []board.Position{board.Array()}
	for i, word := range strings.Fields(string(text)) {
		p := played[i]
		m, ok := board.ParseMove(word)
		if !ok || !p.IsLegal(m) {
			t.Fatalf("ply %d: %s", i+1, word)
		}
		played = append(played, p.Play(m))
	}
	return played
}

// TestPublishedClaim is the claim of London's last turn but one in 1824.
func TestPublishedClaim(t *testing.T) {
	played := publishedGame(t)
	r := EndlessChecks(played[len(played)-1], Options{})
	lines := r.Lines(uci)
	if r.Verdict != Refuted || !slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, "h2h3 36. e3f2") }) {
		t.Errorf("%s\n%s", r.Verdict, strings.Join(lines, "\n"))
	}
}

func TestShortProof(t *testing.T) {
	r := EndlessChecks(mustFEN(t, "6k1/6p1/5p2/7Q/8/8/1q6/7K w - - 0 1"), Options{Nodes: 24})
	if r.Verdict != Proved || r.Nodes > 24 {
		t.Errorf("%s after %d nodes", r.Verdict, r.Nodes)
	}
}

func TestLimit(t *testing.T) {
	p := mustFEN(t, "6k1/8/8/8/8/8/5Q2/7K w - - 0 1")
	if r := EndlessChecks(p, Options{Nodes: 20}); r.Verdict != Unknown || !r.Curtailed || r.Tree != nil || r.Nodes > 21 {
		t.Errorf("%s after %d nodes", r.Verdict, r.Nodes)
	}
}

// TestPlaces: the same men are two places while the right to castle differs.
func TestPlaces(t *testing.T) {
	p := mustFEN(t, "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1")
	q := mustFEN(t, "4k2r/8/8/8/8/8/8/4K2R w K - 0 1")
	if placeOf(&p, rightsOf(&p)) == placeOf(&q, rightsOf(&q)) || !p.Identical(&q) {
		t.Error("places are told apart by castling, identical positions are not")
	}
	for _, m := range []string{"h1h8", "e1d2", "h1g1", "e1g1"} {
		move, _ := board.ParseMove(m)
		next := p.Play(move)
		if got, want := rightsOf(&p).after(move), rightsOf(&next); got != want {
			t.Errorf("%s leaves %b, want %b", m, got, want)
		}
	}
}

// holdsAsEvidence checks a Tree move by move against the claim it supports.
func holdsAsEvidence(t *testing.T, r Result) {
	t.Helper()
	e := evidence{t, r, numbered(r), 0}
	switch r.Verdict {
	case Unknown:
		if r.Tree != nil {
			t.Errorf("%s: a tree proves nothing", r.From.FEN())
		}
	case Proved:
		if e.serves(r.Tree, r.From); !goesRound(r.Tree) {
			t.Errorf("%s: no line of the tree is endless", r.From.FEN())
		}
	case Refuted:
		e.escapes(r.Tree, r.From, nil)
	}
}

// goesRound reports whether some line of a Tree comes back to a position.
func goesRound(tree []Branch) bool {
	return slices.ContainsFunc(tree, func(b Branch) bool { return b.End == Repeated || goesRound(b.Then) })
}

type evidence struct {
	t      *testing.T
	r      Result
	places []board.Position
	number int
}

func (e *evidence) fault(p *board.Position, why string) {
	e.t.Errorf("%s: at %s: %s", e.r.From.FEN(), p.FEN(), why)
}

// serves checks a turn of a claimant who can check for ever: one check, and
// after it every reply there is.
func (e *evidence) serves(branches []Branch, p board.Position) {
	if len(branches) != 1 || !p.IsLegal(branches[0].Move) || !p.GivesCheck(branches[0].Move) {
		e.fault(&p, "not one check")
		return
	}
	e.number++
	check := branches[0]
	q := p.Play(check.Move)
	if (check.End == Mate) != q.Checkmate() {
		e.fault(&q, "mate or not")
	}
	var replies []board.Move
	for _, b := range check.Then {
		e.number++
		replies = append(replies, b.Move)
		next := q.Play(b.Move)
		switch {
		case b.End == Repeated && alike(&e.places[b.As], &next) && len(b.Then) == 0:
		case b.End == GoesOn:
			e.serves(b.Then, next)
		default:
			e.fault(&next, "the series ends")
		}
	}
	if !sameMoves(replies, q.Moves(nil)) {
		e.fault(&q, "not every reply")
	}
}

// escapes checks a turn of a claimant who runs out of checks: every check, and
// after it one reply. A position may be referred to only where it does not lie
// on the way to the reference, or the refutation would be endless itself.
func (e *evidence) escapes(branches []Branch, p board.Position, way []int) {
	var shown []board.Move
	for _, b := range branches {
		e.number++
		shown = append(shown, b.Move)
		q := p.Play(b.Move)
		if b.End == Mate && q.Checkmate() && len(b.Then) == 0 {
			continue
		}
		if len(b.Then) != 1 || !q.IsLegal(b.Then[0].Move) {
			e.fault(&q, "not one reply")
			continue
		}
		e.number++
		reply := b.Then[0]
		next := q.Play(reply.Move)
		switch {
		case reply.End == NoCheck && len(checks(&next)) == 0:
		case reply.End == Repeated && alike(&e.places[reply.As], &next) && reply.As > 0 && !slices.Contains(way, reply.As):
		case reply.End == GoesOn:
			e.escapes(reply.Then, next, append(way, e.number))
		default:
			e.fault(&next, "no escape")
		}
	}
	if !sameMoves(shown, checks(&p)) {
		e.fault(&p, "not every check")
	}
}

func sameMoves(a, b []board.Move) bool {
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}
