package notation

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"corrd/game/board"
	"corrd/store/peertest"
)

// init makes random tests draw the same values in every run; the flag rapid.seed changes them.
func init() { flag.Set("rapid.seed", "1") }

// This file contains a second, slow reader of moves, which follows the letter of I.13.C. The
// reader lists every form to which the full record of each legal move can be shortened; a text
// expresses the moves that have the text among their forms. The real reader must agree.

// fileLetters are the two parts of each file's name: its side and its piece.
var fileLetters = [8][2]string{{"Q", "R"}, {"Q", "Kt"}, {"Q", "B"}, {"", "Q"}, {"", "K"}, {"K", "B"}, {"K", "Kt"}, {"K", "R"}}

var kindLetters = [...]string{"", "P", "Kt", "B", "R", "Q", "K"}

func rankLetter(s board.Square, side board.Side) string {
	if side == board.Black {
		return fmt.Sprint(8 - s.Rank())
	}
	return fmt.Sprint(1 + s.Rank())
}

// everySquare returns every way of naming a square.
func everySquare(s board.Square, side board.Side) []string {
	f := fileLetters[s.File()]
	return either(f[0]+f[1]+rankLetter(s, side), f[1]+rankLetter(s, side))
}

// everyMan returns every way of naming the man on a square, including not naming the man at all.
func everyMan(p *board.Position, s board.Square) []string {
	man, _ := p.At(s)
	kind := kindLetters[man.Kind]
	f := fileLetters[s.File()]
	names := []string{"", kind}
	switch {
	case man.Kind == board.Pawn:
		names = append(names, either(f[0]+f[1]+kind, f[1]+kind)...)
		for _, name := range slices.Clone(names[1:]) {
			names = append(names, fmt.Sprintf("%s %s", Ordinals[nthFurthest(p, s)-1], name))
		}
	case man.Kind < board.Knight || man.Kind > board.Rook:
	case man.Origin == board.KingsWing:
		names = append(names, "K"+kind)
	case man.Origin == board.QueensWing:
		names = append(names, "Q"+kind)
	case man.Origin == board.Unknown:
		names = append(names, "K"+kind, "Q"+kind)
	}
	return names
}

// nthFurthest counts a Pawn among the Pawns on its file, from the furthest on.
func nthFurthest(p *board.Position, s board.Square) int {
	man, _ := p.At(s)
	n := 1
	for other := range p.Men(man.Side, board.Pawn).All() {
		if other.File() == s.File() && (man.Side == board.White && other > s || man.Side == board.Black && other < s) {
			n++
		}
	}
	return n
}

func either(names ...string) []string { return slices.Compact(names) }

// everyOrigin returns every way of saying where the man stands, including not saying so. named says
// whether the form names the man.
func everyOrigin(s board.Square, side board.Side, named bool) []string {
	places := []string{""}
	for _, sq := range everySquare(s, side) {
		places = append(places, "("+sq+")", "/"+sq, " on "+sq, sq)
	}
	if f := fileLetters[s.File()]; named {
		places = append(places, "/"+rankLetter(s, side), "("+f[1]+")", "("+f[0]+f[1]+")", rankLetter(s, side))
	}
	return places
}

// everyForm returns every form of a legal move. A square without a mark and without a verb is where
// the man goes; therefore an origin in such a form needs its mark or a second square.
func everyForm(p *board.Position, m board.Move) []string {
	if p.IsCastling(m) {
		if m.To().File() == 6 {
			return []string{"o-o", "Castles", "Castles KR", "Castles K", "Castles on King's side"}
		}
		return []string{"o-o-o", "Castles", "Castles QR", "Castles Q", "Castles with Queen's Rook"}
	}
	var forms []string
	for _, man := range everyMan(p, m.From()) {
		for _, origin := range everyOrigin(m.From(), p.SideToMove(), man != "") {
			for _, object := range everyObject(p, m) {
				marked := origin == "" || strings.ContainsAny(origin, "(/") || strings.HasPrefix(origin, " on ")
				if !marked && object == "" {
					continue
				}
				forms = append(forms, man+origin+object)
			}
		}
	}
	if m.Promotion() == board.NoKind {
		return forms
	}
	var promotions []string
	for _, f := range forms {
		k := kindLetters[m.Promotion()]
		promotions = append(promotions, f, f+"("+k+")", f+"="+k, f+" becomes a "+k)
		taken := strings.Contains(f, "x") && strings.ContainsRune("PtBRQ", rune(f[len(f)-1]))
		if f == "P" || taken || strings.HasSuffix(f, "8") {
			promotions = append(promotions, f+k)
		}
	}
	return promotions
}

// everyObject returns every way of saying where the man goes or what the man takes, with the verb
// and without.
func everyObject(p *board.Position, m board.Move) []string {
	side := p.SideToMove()
	objects := []string{""}
	_, at, capture := p.Captured(m)
	if !capture {
		for _, sq := range everySquare(m.To(), side) {
			objects = append(objects, "-"+sq, sq)
		}
		return objects
	}
	for _, victim := range everyMan(p, at) {
		if strings.Contains(victim, " ") {
			victim = " " + victim // "x second QP"
		}
		places := []string{""}
		for _, sq := range append(everySquare(at, side), everySquare(m.To(), side)...) {
			places = append(places, "("+sq+")", sq)
		}
		if victim != "" {
			places = append(places, "/"+rankLetter(at, side), "/"+rankLetter(m.To(), side))
		}
		for _, place := range places {
			objects = append(objects, "x"+victim+place)
			if p.IsEnPassant(m) {
				objects = append(objects, "x"+victim+place+" ip")
			}
		}
	}
	if !p.IsEnPassant(m) {
		objects = append(objects, everySquare(m.To(), side)...)
	}
	return objects
}

// agree compares the two readers on one of so many forms in a position, and returns how many it
// has compared.
func agree(t rapidOrTest, p *board.Position, oneOf int) int {
	meant := map[string][]board.Move{}
	for _, m := range p.Moves(nil) {
		for _, f := range everyForm(p, m) {
			if !slices.Contains(meant[f], m) {
				meant[f] = append(meant[f], m)
			}
		}
	}
	for text, want := range meant {
		if !peertest.Sampled(text, oneOf) {
			continue
		}
		slices.SortFunc(want, func(a, b board.Move) int { return strings.Compare(a.String(), b.String()) })
		var f forms
		if s := scan([]byte(text)); s.known {
			if f.parse(&s); f.n == maxForms {
				t.Fatalf("%q has no room for all its forms", text)
			}
		}
		got := Move{Text: text}.Readings(p, Rules{})
		if text != "" && !slices.Equal(got.Moves, want) {
			t.Fatalf("%q in %s: read as %v, by the letter %v", text, p.FEN(), got.Moves, want)
		}
	}
	return len(meant) / oneOf
}

type rapidOrTest interface {
	Fatalf(format string, args ...any)
}

func TestReaderAgreesWithTheLetterOfTheLaw(t *testing.T) {
	n := 0
	for i, g := range printedGames(t) {
		for j, ply := range g.plies {
			if (i+j)%83 == 0 || j > 0 && ply.position.EnPassant() != board.NoSquare && j%31 == 0 {
				n += agree(t, &ply.position, peertest.Share(2, 2))
			}
		}
	}
	if n < 20_000 {
		t.Errorf("only %d forms were compared", n)
	}
}

func TestReaderAgreesInRandomPositions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomPosition(t)
		agree(t, &p, peertest.Share(8, 8))
	})
}

// randomPosition draws a position after random legal moves, or a position with few men.
func randomPosition(t *rapid.T) board.Position {
	starts := []string{
		"8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1", "4k3/2P1P3/8/8/8/8/2p1p3/4K3 b - - 0 1",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"4k3/8/8/2PpP3/8/8/2P1P3/4K3 w - d6 0 1", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	}
	p := board.Array()
	if i := rapid.IntRange(-3, len(starts)-1).Draw(t, "start"); i >= 0 {
		var err error
		if p, err = board.ParseFEN(starts[i]); err != nil {
			t.Fatal(err)
		}
	}
	for range rapid.IntRange(0, 60).Draw(t, "plies") {
		legal := p.Moves(nil)
		if len(legal) == 0 {
			break
		}
		q := p.Play(rapid.SampledFrom(legal).Draw(t, "move"))
		if len(q.Moves(nil)) == 0 {
			break
		}
		p = q
	}
	return p
}
