package interpret

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
)

// grammarTokens are the words of the language of letters.
var grammarTokens = []string{"P", "Kt", "K", "B", "K4", "e4", "-", "x", "(", ")", "P-K4", "PxP", "PxP e.p.", "e.p.", "o-o", "o", "0-0", "ch",
	"3", "3.", "3...", "12", "5254", "GALAL", "IPEP", "if", "if any", "then", "or", "and", "either", "Game 2:", "adopt 2", "adopt", "claim draw",
	"otherwise", "your move", "received", "I play", "white", "resign", "draw?", "no.", "to", "takes", "becomes", "Q", "sq", "one", "first",
	"time", "challenge a@b", "propose time 1", "side", "i", "the", "his", "zz", "'", "STOP", "mate", "castles", ";", ",", ".", ":", "/", "!", "e", "é"}

var grammarJoints = []string{" ", "", ", ", ". ", "; "}

// stepsPerByte is the most steps that a character of any letter takes.
const stepsPerByte = 2000

// stepsOf counts the steps that reading a letter takes when they are not bounded.
func stepsOf(text string) int {
	_, left := parse(text, math.MaxInt)
	return math.MaxInt - left
}

func checkSteps(t *testing.T, text string) {
	t.Helper()
	if n := stepsOf(text); n > stepsPerByte*(len(text)+1) {
		t.Errorf("%d steps for the %d bytes of %q", n, len(text), text)
	}
}

// The work for a letter grows as its length, whatever is said over and over in a
// line, and however the line ends.
func TestWorkForRepeatedWords(t *testing.T) {
	n, nth := 0, 17
	if testing.Short() {
		nth = 101
	}
	for i, one := range grammarTokens {
		for j, two := range grammarTokens {
			for k, joint := range grammarJoints {
				three := grammarTokens[(7*i+3*j+11*k)%len(grammarTokens)]
				for _, unit := range []string{one + joint + two + " ", one + joint + two + grammarJoints[(i+j+k)%len(grammarJoints)] + three + " "} {
					if n++; n%nth == 0 || one == two && !testing.Short() {
						checkSteps(t, strings.Repeat(unit, 280/len(unit)))
						checkSteps(t, strings.Repeat(unit, 980/len(unit))+"zz")
					}
				}
			}
		}
	}
}

// Lines that go on with what stands before them take no more steps than others:
// moves for later turns, alternatives, terms.
func TestWorkForManyLines(t *testing.T) {
	for i, line := range append(grammarTokens, longTexts...) {
		unit := strings.ReplaceAll(line, "\n", " ") + " " + grammarTokens[(i*7)%len(grammarTokens)] + "\n"
		if page, left := parse(strings.Repeat(unit, 400), maxSteps); !page.GivenUp && maxSteps-left > stepsPerByte*400*len(unit) {
			t.Errorf("%d steps for 400 lines of %q", maxSteps-left, unit)
		}
	}
}

// A letter is given up as a whole: nothing of it acts, and its reader is told.
func TestGivenUp(t *testing.T) {
	var later, alternatives strings.Builder
	for n := range 1100 {
		fmt.Fprintf(&later, "%d. P-K4\n", n%999+1)
		fmt.Fprintf(&alternatives, "1. P-K4%s\n", strings.Repeat("!", n%83)+strings.Repeat("?", n/83))
	}
	for _, text := range []string{
		later.String(), alternatives.String(), strings.Repeat("1. P-K4 P-K4\n", 30_000),
		strings.Repeat(strings.Repeat("P×P e.p. ", 30)+"\n", 100) + strings.Repeat(strings.Repeat("o-o K4, ", 35)+"zz\n", 4000),
	} {
		page := Parse(text)
		if !page.GivenUp || len(page.Statements) > 0 || page.Note != "" || len(page.Problems) != 1 {
			t.Errorf("%.60q is read into %d statements, problems %q", text, len(page.Statements), page.Problems)
		}
	}
}

// What a player may well write is far from being given up.
func TestLongLettersAreRead(t *testing.T) {
	prose := strings.Repeat("It was the best of times, it was the worst of times; so I play on, as you see.\n", 13_000)
	for _, text := range []string{prose + "7. Kt-KB3\n", strings.Repeat("7. Kt-KB3 P-Q4 8. B-Kt5, if PxP 9. P-K5\n", 60)} {
		if page := Parse(text); page.GivenUp {
			t.Errorf("%d bytes of %.60q are given up", len(text), text)
		}
	}
}

// Prose full of moves, as annotators write it, takes little of the work that a letter may take: of
// each piece of a line it is asked once whether it is one move, and not how it parts into several.
func TestWorkForAnnotations(t *testing.T) {
	var letter strings.Builder
	for n := 1; n <= 20; n++ {
		fmt.Fprintf(&letter, "After %d. Kt-KB3, P-Q4; %d. PxP, KtxP; %d. B-Kt5, B-Q2; %d. O-O, P-KR3 I held White to be better, but then came Q-K2\n", n, n+1, n+2, n+3)
	}
	if steps := stepsOf(letter.String()); steps > maxSteps/2 {
		t.Errorf("%d of %d steps for twenty annotated lines", steps, maxSteps)
	}
}

// What is not counted in steps takes little time too: long lines of prose of which no two are the
// same, with the words of plans and figures in them, and resignations above long prose.
func TestTimeForLongLines(t *testing.T) {
	for _, unit := range []string{"after a b c d e f g ", "then it ", "idea a ", "K a later x ", "please ", "I play ", "next, ("} {
		for _, tail := range []string{" 5", " P-K4", "zz"} {
			var letter strings.Builder
			for n := 0; letter.Len() < 60_000; n++ {
				fmt.Fprintf(&letter, "P-K4 %c%c %s%s\n", 'a'+n%26, 'b'+n/26, strings.Repeat(unit, 950/len(unit)), tail)
			}
			checkTime(t, letter.String())
		}
	}
	checkTime(t, strings.Repeat("what a day\n", 40_000))
	checkTime(t, strings.Repeat("I resign.\n", 90)+strings.Repeat("how does one say that, and what of it can be written with a pen\n", 2000))
}

func checkTime(t *testing.T, text string) {
	t.Helper()
	if start := time.Now(); !Parse(text).GivenUp && time.Since(start) > 2*time.Second {
		t.Errorf("%v for the %d bytes of %.80q", time.Since(start), len(text), text)
	}
}

// FuzzWork: no letter takes more than so many steps a byte, however its words are
// put together and repeated.
func FuzzWork(f *testing.F) {
	f.Add("PxP e.p. ", "zz", uint8(30))
	f.Add("P-K4 or P-Q4; ", "1. P-K4", uint8(20))
	f.Add("o ", "x", uint8(140))
	f.Add("if P-K4, Kt-KB3\n", "", uint8(90))
	for _, s := range seeds {
		f.Add(s+" ", "zz", uint8(9))
	}
	f.Fuzz(func(t *testing.T, unit, end string, n uint8) {
		if text := strings.Repeat(unit, int(n)) + end; len(text) < 1<<14 {
			checkSteps(t, text)
		}
	})
}
