package notation

import (
	"math/rand/v2"
	"strings"
	"testing"

	"corrd/game/board"
)

// TestWeigh: which words are a record, which leave something out, and which say nothing.
func TestWeigh(t *testing.T) {
	for want, texts := range map[Doubt][]string{
		0: {"P-K4", "Kt. to K. B's 3d.", "B-Z9", "R-KR5", "K-K9", "QxQ", "Kt(KB3)xP(K5)", "Castles", "O-O", "0-0-0", "short castle", "R to K", "P takes P",
			"Q. to her Kt's 2d.", "Q to his 4th", "PxQBP ch", "B(Z9)", "P:Q4"},
		Brief: {"K4", "KB3", "QR4!", "PK4", "P K4", "Kt KB3", "xP", "takes KP", "P queens", "Kt mates", "KP one square", "e4", "Nf3", "exd5", "5254", "GESE", "1862.",
			"P/KR3", "Q checks"},
		Vague: {"K x", "B takes", "00", "oo", "D4", "p. 4", "B 4", "R. 2", "Kt at Q 4.", "6-4", "pp. 4-8", "Z9", "to K 4", "K-9", "K", "x", "K. B.", "2", "Kt3-4"},
	} {
		for _, text := range texts {
			if got := Weigh(text); got != want {
				t.Errorf("%q: %d, not %d", text, got, want)
			}
		}
	}
}

// TestWhatSoundsLikeAMoveMayHoldOne: every text that sounds like a move may begin with one, holds
// what may be one, and is within its reach, so that prose may be passed over without these.
func TestWhatSoundsLikeAMoveMayHoldOne(t *testing.T) {
	words := strings.Fields("P Kt K B R Q N p kt x - to takes take taken PxP Ktx KxB K4 e4 Q5 4 sq square one two first third his her the a of and in e.p. ep e p ip PxPe p i l s is " +
		"o o-o 0-0 oo castles castled short long kingside side ch check mate dis dbl becomes ( ) / : = + # , . ! ? Kts Kti wins now game but not be by re it we my gives on at from é")
	random := rand.New(rand.NewPCG(8, 9))
	sounded := 0
	for range 200_000 {
		var b strings.Builder
		for range 1 + random.IntN(5) {
			b.WriteString(words[random.IntN(len(words))] + [...]string{" ", " ", "", ". "}[random.IntN(4)])
		}
		text := strings.TrimSpace(b.String())
		sounds, _ := Sounds(text)
		if !sounds {
			continue
		}
		sounded++
		if !MayBegin(text) || !MayHold(text) || Reach(text) < len(text) {
			t.Errorf("%q sounds like a move: may begin %v, may hold %v, reach %d of %d", text, MayBegin(text), MayHold(text), Reach(text), len(text))
		}
	}
	if sounded < 1000 {
		t.Errorf("%d texts sound like moves", sounded)
	}
}

func TestMeant(t *testing.T) {
	const middle = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1"
	array := board.Array()
	for _, tc := range []struct{ fen, words, want string }{
		{array.FEN(), "Kings pawn forward two", "e2e4"},
		{array.FEN(), "king's pawn two squares forward please", "e2e4"},
		{array.FEN(), "I move my queen's pawn two squares", "d2d4"},
		{array.FEN(), "pawn to e4", "e2e4"},
		{array.FEN(), "My pawn goes to d3", "d2d3"},
		{array.FEN(), "e2 to e4", "e2e4"},
		{array.FEN(), "e2e4", "e2e4"},
		{array.FEN(), "from g1 to f3", "g1f3"},
		{array.FEN(), "NF3", "g1f3"},
		{array.FEN(), "my move would be nc3", "b1c3"},
		{array.FEN(), "bb4", ""},
		{array.FEN(), "the horse to f3", "g1f3"},
		{array.FEN(), "Springer f3", "g1f3"}, {array.FEN(), "Pferd nach f3", "g1f3"}, {array.FEN(), "Bauer e4", "e2e4"}, {array.FEN(), "Cavalier f3", "g1f3"},
		{array.FEN(), "Dame e2", ""}, {array.FEN(), "Turm e4", ""}, {array.FEN(), "Dinghy f3", ""}, {array.FEN(), "Dinghy to f3", ""}, {array.FEN(), "Tom plays d3", "d2d3"},
		{array.FEN(), "knight on the right goes to f3", "g1f3"},
		{array.FEN(), "king pawn forward", "e2e3 e2e4"},
		{array.FEN(), "queen's bishop's pawn forward two", "c2c4"},
		{array.FEN(), "king's knight's pawn one forward", "g2g3"},
		{array.FEN(), "the e pawn up two", "e2e4"},
		{array.FEN(), "move a pawn", ""},
		{array.FEN(), "a pawn forward", ""},
		{array.FEN(), "how do I move the knight", ""},
		{array.FEN(), "not e2 to e4", ""},
		{array.FEN(), "Hi, I'd like to play", ""},
		{array.FEN(), "queen to h5", ""},
		{middle, "I castle", "e1g1"},
		{middle, "I castle kingside", "e1g1"},
		{middle, "my bishop takes on f7", "c4f7"},
		{middle, "knight takes e5", "f3e5"},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "King's pawn forward two", "e7e5"},
	} {
		p, err := board.ParseFEN(tc.fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(board.UCI(Meant(tc.words, &p)), " "); got != tc.want {
			t.Errorf("%q: %q, want %q", tc.words, got, tc.want)
		}
	}
}
