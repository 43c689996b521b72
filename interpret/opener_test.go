package interpret

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"corrd/interpret/carrying"
)

// TestEveryStatementHasAnOpener: whatever opens a statement, the first word of the sentence is
// among those with which statements begin.
func TestEveryStatementHasAnOpener(t *testing.T) {
	p := parser{Reader: carrying.Reader{Left: 1 << 60}}
	leads := append(append([]string{"", "Please ", "so ", "and ", "hereby ", "We ", "I ", "...", "most gladly ", "regretfully, "}, openings.List()...), futures.List()...)
	n := 0
	for words := range phrases {
		for _, lead := range leads {
			text := strings.TrimSpace(strings.TrimSpace(lead) + " " + words)
			if _, _, _, ok := p.phrase(text); ok {
				if n++; !mayState(text) {
					t.Errorf("%q is a statement, and not looked at", text)
				}
			}
		}
	}
	for _, text := range []string{"Your draw offer accepted", "the challenge is gladly accepted", "plz accept the challenge", "Yesss", "noooo", "o.k.", "Ok,", "I'd like to resign", "DRAW?", "Adopt: 2"} {
		if !mayState(text) {
			t.Errorf("%q is not looked at", text)
		}
	}
	if n < len(phrases) {
		t.Errorf("%d of %d phrases are statements", n, len(phrases))
	}
}

// TestOrdinaryLettersAreFarFromTheBudget: a game in print, a letter of gossip of 300 lines and one
// of courtesies, and the longest series of conditionals that a line has take a fraction of the
// steps.
func TestOrdinaryLettersAreFarFromTheBudget(t *testing.T) {
	var score, gossip, series strings.Builder
	for n := 1; n <= 60; n++ {
		fmt.Fprintf(&score, "%d. Kt-KB3 P-Q4\n", n)
	}
	for n := range 300 {
		fmt.Fprintf(&gossip, "On day %d of our holiday we met %d old friends, and I thought of your Knight.\n", n, n%7)
	}
	for n := range 12 {
		fmt.Fprintf(&series, "if %d. P-K4, Kt-KB3; if then Kt-QB3, B-Kt5\n", n+8)
	}
	polite := strings.Repeat("Thank you very much for your kind letter, dear Alice! Well played, good game.\nI hope you are well. Best wishes to you and to your family, and many thanks again.\n", 10)
	for name, text := range map[string]string{"score": score.String(), "gossip": "7. Kt-KB3\n\n" + gossip.String(), "courtesies": polite + "\nI resign\n", "series": series.String()} {
		page, left := parse(text, maxSteps)
		if used := maxSteps - left; page.GivenUp || used > maxSteps*3/4 {
			t.Errorf("%s: %d of %d steps", name, used, maxSteps)
		}
		if len(page.Statements) == 0 {
			t.Errorf("%s: no statement", name)
		}
	}
}

// TestAThousandLinesOfChatAreRead: letters of a thousand lines of which no two are the same, of
// what people tell each other, are read whole, and so is the move in them.
func TestAThousandLinesOfChatAreRead(t *testing.T) {
	for _, words := range [...]string{
		`we went to the seaside with both of the children and it rained all week, so I have had time to think about our game. Thank you for
		your kind letter, which came on Monday. My wife says hello. I hope that you are well and not too busy at work, dear Alice; the garden is
		lovely now, though my knee still hurts when it is cold. I will write again soon, and then we shall see who has the better position!`,
		`It was the best of times, it was the worst of times; so I am glad that summer has come, as you see. and the old club is open again`,
	} {
		random := rand.New(rand.NewPCG(3, 4))
		all := strings.Fields(words)
		var b strings.Builder
		b.WriteString("7. Kt-KB3\n\n")
		for range 1000 {
			for line := 0; line < 66; {
				word := all[random.IntN(len(all))]
				line += len(word) + 1
				b.WriteString(word + " ")
			}
			b.WriteByte('\n')
		}
		page, left := parse(b.String(), maxSteps)
		if page.GivenUp || len(page.Statements) != 1 {
			t.Errorf("%.20q: %d statements, %d steps too many", words, len(page.Statements), -left)
		}
		t.Logf("%.20q: %d steps a line", words, (maxSteps-left)/1000)
	}
}

// TestStepsAreTrueToTheWork: whatever the words of a letter's lines, reading stops soon after the
// steps are spent, and what is allocated meanwhile is in proportion to them.
func TestStepsAreTrueToTheWork(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, words := range [...]string{
		"sorry, thank you. dear Alice, very much! well played. good game, looking forward yes, indeed. ok so then right and",
		"sorry I meant P-K4 rather correction wait no, instead the of it P-QR3 Kt-B3 there", "( P-K4 ) [ x ( (( )) P-Q4) (ch) [ch]", "K x yes\n",
		"my move reply I will we you'll shall the a answer to follow next decide it when after still thinking", "e4, K and 3. i. the P-K4, or first mate.",
		"my move will follow tomorrow; I have not decided when, still thinking, we need more time for the reply next week", "yes if you play please accept resign, unless I say so. on 3 May then whatever and",
	} {
		for i, width := range [...]int{3, 12, 30, 70, 250, 390, 900} {
			if testing.Short() && i%3 != 0 {
				continue
			}
			var b strings.Builder
			for column, all := 0, strings.Fields(words); b.Len() < 200_000; {
				word := all[random.IntN(len(all))]
				if column += len(word) + 1; column > width {
					b.WriteByte('\n')
					column = len(word) + 1
				}
				b.WriteString(word + " ")
			}
			text := b.String()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, left := parse(text, maxSteps)
			runtime.ReadMemStats(&after)
			if left < -maxSteps/10 {
				t.Errorf("%.20q in %d columns: %d steps too many", words, width, -left)
			}
			if n := after.Mallocs - before.Mallocs; n > maxSteps/15 {
				t.Errorf("%.20q in %d columns: %d allocations", words, width, n)
			}
		}
	}
}
