package interpret

import (
	"corrd/interpret/notation"
	"math/rand"
	"strings"
	"testing"
)

// TestWordsInAnyOrder: whatever words and signs of letters stand behind each other, and whatever is
// asked of the letter, reading it ends with an answer. A panic holds up everybody's letters.
func TestWordsInAnyOrder(t *testing.T) {
	words := strings.Fields(", . ; : ! ? - ( ) :) ;) and but if I my reply the first second 2 1 P-K4 Kt-KB3 castles O-O d3 B takes no yes draw decline " +
		"accept resign withdraw penalty waive exact adopt name is Zoe please tell Bob him that agree six days take back let her he it with than rather " +
		"sooner sorry wait or maybe Dear Alice yours faithfully regards say: game re: ... \" > * | = ' in favour of")
	letters, r := 12_000, rand.New(rand.NewSource(729))
	if testing.Short() {
		letters = 1500
	}
	for range letters {
		var b strings.Builder
		for range 1 + r.Intn(14) {
			b.WriteString(words[r.Intn(len(words))] + [...]string{" ", " ", " ", "\n", "", ", ", ". "}[r.Intn(7)])
		}
		inAnyOrder(t, b.String())
	}
	for _, text := range []string{"P-K4. :) and good luck", "or. second. :) |, O-O", ", B takes B", ",\nyes\n,", "\n,\n,"} {
		inAnyOrder(t, text)
	}
}

func inAnyOrder(t *testing.T, text string) {
	t.Helper()
	defer func() {
		if trouble := recover(); trouble != nil {
			t.Errorf("%q: %v", text, trouble)
		}
	}()
	page := Parse(text)
	for asked := OfPlay; asked <= OfRequest; asked++ {
		page.Reply(asked)
	}
	place := PicksOf(text, 3, func(string) int { return 2 })
	for _, of := range []int{0, 1, 3, 40} {
		PicksOf(text, of, func(string) int { return 2 })
	}
	Weighed(text, true)
	WeighedReply(text, func(m notation.Move) bool { return len(m.Text)%2 == 0 })
	WeighedName(text, text)
	NamedFirst(text, func(string) int { return place })
	PicksRather(text, 3)
	PicksMan(text)
	Named(text)
	DrawGround(text)
}
