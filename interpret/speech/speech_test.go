package speech

import (
	"strings"
	"testing"
)

// TestSorts: the words of a line by their sorts, one letter each: o other, p polite, n name, d
// doubt; with the sign that ends a clause behind the word.
func TestSorts(t *testing.T) {
	for _, one := range [...]struct{ line, want string }{
		{"Thank you, Bob.", "pp,n."},
		{"I may castle later", "pdod"},
		{"Yes! Sent from my phone", "p!pppp"},
		{"thank you for the marmalade", "ppppp"},          // what somebody is thanked for is a courtesy
		{"give my love to your aunt", "pppppp"},           // and so is a greeting
		{"thanks, but I decline", "p,ppo"},                // and "but" behind thanks
		{"Anna Maria Luise Sophie", "onnn"},               // so long a row of capitals is not all names
		{"No doubt. No hurry!", "pp.pp!"},                 // turns of phrase
		{"My move = here", "pp:p"},                        // a sign between words ends a clause
		{"Anna x", "np"},                                  // a kiss
		{"I shouldn't, I suppose", "pd,pd"},               //
		{"it rains -- a lot", "po-pp"},                    // a dash is the sign of the word before it
		{"teh letter, plese!", "pp,p!"},                   // misspelt
		{"the conditions are fine", "popp"},               // that are put to the writer
		{"the rook takes a walk", "poopo"},                //
		{"RSVP by the 4th", "nopo"},                       //
		{"We should like that", "pppp"},                   //
		{"We should resign", "pdo"},                       //
		{"Kind regards, J. Tregear", "pp,n.n"},            // an initial
		{"best wishes from the Isle of Wight", "ppppnpn"}, //
	} {
		var got strings.Builder
		for _, w := range Of(one.line) {
			got.WriteByte("opnd"[w.Sort])
			if w.Stop != 0 {
				got.WriteByte(w.Stop)
			}
		}
		if got.String() != one.want {
			t.Errorf("%q is %s, want %s", one.line, &got, one.want)
		}
	}
}

// TestSpelt: a misspelt word of those that bring moves in is known, and a word that is another, or
// an act, is left alone.
func TestSpelt(t *testing.T) {
	for wrong, right := range map[string]string{"teh": "the", "moev": "move", "plese": "please", "ansewr": "answer", "palying": "playing",
		"rely": "rely", "form": "form", "resgin": "resgin", "accpet": "accpet", "moves": "moves", "lay": "lay", "": ""} {
		if got := spelt(wrong); got != right {
			t.Errorf("%q is %q, want %q", wrong, got, right)
		}
	}
}

// TestWrittenOut: short forms are written out, and the names of people are one word.
func TestWrittenOut(t *testing.T) {
	for line, want := range map[string]string{
		"I'm sure we'll castle": "i am sure we will castle",
		"I don't, Bob":          "i do not sir",
		"It's what I'd play":    "it is what i would play",
		"gonna go, can't wait":  "going to go can not wait",
		"Here's my move, Peter": "here is my move sir",
	} {
		if got := strings.Join(WrittenOut(Of(line)), " "); got != want {
			t.Errorf("%q is written out %q, want %q", line, got, want)
		}
	}
}

// TestGrammarNames: each name of a grammar stands for something, those that the code asks for among
// them.
func TestGrammarNames(t *testing.T) {
	asked := []string{"lead", "aside", "frame", "civil", "into-own", "into-office", "takes-back", "takes-back-behind", "asks-back"}
	for _, one := range [...]struct {
		*Grammar
		asked []string
	}{
		{Carrying, []string{"head", "into", "tail", "behind", "called", "wish", "reason", "announce", "inverted"}},
		{freely, asked},
	} {
		if len(one.signs) < 1000 || len(one.single) != len(one.signs)+1 || len(one.signs) > mostWords {
			t.Errorf("a grammar has %d words", len(one.signs))
		}
		for name := range one.parsed {
			if len(one.rules[name])+len(one.sets[name])+len(Said[name]) == 0 {
				t.Errorf("nothing is <%s>", name)
			}
		}
		for _, name := range one.asked {
			if one.parsed[name] == nil {
				t.Errorf("the code asks for <%s>, of which there is no line", name)
			}
		}
	}
}

// TestMoveAt: where the words of a move begin that no sign sets apart, and the record behind the
// words of a man.
func TestMoveAt(t *testing.T) {
	for _, one := range [...]struct{ line, move, record string }{
		{"I play P-K4", "P-K4", ""},
		{"I would like to move my pawn to king's fourth", "pawn to king's fourth", ""},
		{"I push my King's Pawn two squares", "King's Pawn two squares", ""},
		{"I am moving the pawn P-K4", "pawn P-K4", "P-K4"},
		{"I shall castle queenside", "castle queenside", ""},
		{"please take P-KR3", "P-KR3", ""},
		{"and so Bishop takes BxB", "Bishop takes BxB", ""},
		{"P-K4 at once", "", ""},
		{"My answer: P-K4", "", ""},
		{"it has rained all day", "", ""},
	} {
		at := MoveAt(one.line)
		move, record := "", ""
		if at > 0 {
			move = one.line[at:]
		}
		if at := RecordAt(one.line, at); at > 0 {
			record = one.line[at:]
		}
		if move != one.move || record != one.record {
			t.Errorf("%q: a move at %q and a record at %q, want %q and %q", one.line, move, record, one.move, one.record)
		}
	}
}

// TestPhrasesAreWords: phrases.txt is in lower case, without spaces around a phrase.
func TestPhrasesAreWords(t *testing.T) {
	if len(Said) < 50 {
		t.Fatalf("only %d heads", len(Said))
	}
	for head, texts := range Said {
		for _, text := range texts {
			if text != strings.ToLower(text) || text != strings.TrimSpace(text) {
				t.Errorf("%s: %q", head, text)
			}
		}
	}
}
