package notation

import (
	"math/rand/v2"
	"strings"
	"testing"
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
