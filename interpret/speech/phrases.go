package speech

import (
	_ "embed"
	"slices"
	"strings"
)

// Said are the texts of phrases.txt by the heads of their lines.
var Said = func() map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(phrasesText) {
		if head, texts, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && line[0] != '#' {
			all[head] = append(all[head], strings.Split(texts, "; ")...)
		}
	}
	return all
}()

//go:embed phrases.txt
var phrasesText string

// Set returns the single words of phrases.txt under some heads.
func Set(heads ...string) map[string]bool {
	var words []string
	for _, head := range heads {
		words = append(words, Said[head]...)
	}
	return SetOf(strings.Join(words, " "))
}

// polite are words of which courtesies are made.
var polite = Set("polite")

// doubts are words with which a sentence may restrict a statement or take it back.
var doubts = Set("doubting", "doubting abroad")

// idioms are turns of phrase that are courtesies although one of their words alone would be none,
// by their first word.
var idioms = func() map[string][][]string {
	all := map[string][][]string{}
	for _, idiom := range Said["courtesy"] {
		words := strings.Fields(idiom)
		all[words[0]] = append(all[words[0]], words)
	}
	for _, same := range all { // the longer before those they begin with
		slices.SortStableFunc(same, func(a, b []string) int { return len(b) - len(a) })
	}
	return all
}()

// Interjections are words that may stand directly before a statement, with nothing between.
var Interjections = SetOf(`hiya ooh um ok okay well please pls thanks thank thx hello hi hey dear oh ah so then right and kindly sure yes sorry alright merci gg ggs wp alas wow yay yeah yep indeed cool great`)

// Small are words that change nothing of an act or of its object.
var Small = Set("small")

// Manners are the adverbs with which an act is performed.
var Manners = Set("manners")

// Times are words that say when.
var Times = Set("times")

// Matters are words of what is put to somebody, of which a demand behind a yes speaks.
var Matters = Set("matters")

// Acting are the words of which one stands in each line that states an act.
var Acting = Set("acting")

// Wished are words of which one stands in a greeting, a wish or thanks.
var Wished = Set("wished")

// MenNamed are the words of a move that might be taken for names.
var MenNamed = Set("menNamed")

// BehindWould are the words of which one stands behind would or should in what is meant.
var BehindWould = SetOf("enjoy like love be prefer rather sooner gladly happily wish hereby adore say much very also really feel")

// unsure are adverbs with which nothing is done.
var unsure = SetOf("nearly generally mostly possibly probably hardly barely scarcely partly theoretically hypothetically conditionally provisionally tentatively supposedly initially originally previously formerly recently eventually normally usually ordinarily rarely early likely unlikely only only silly")

// MostOfLine is how many words a short sentence has at most.
const MostOfLine = 8

// Describes reports whether a word is an adjective by its ending, and none that picks one of
// several.
func Describes(word string) bool {
	switch word {
	case "previous", "original", "initial", "final", "earliest", "latest", "additional", "alternative", "different", "conditional", "provisional", "partial", "imaginary", "hypothetical":
		return false
	}
	for _, end := range [...]string{"ous", "ful", "ing", "able", "ible", "ive", "less", "ent", "ant", "ish", "est", "ed", "ial", "ual", "brave", "bold", "fine", "wise"} {
		if len(word) > len(end) && strings.HasSuffix(word, end) || word == end {
			return true
		}
	}
	return false
}

// Feigned are words of speech, of fancy and of sleep: what follows upon them may be meant by
// somebody else, or by nobody.
var Feigned = Set("feigned")

// Classes of words that readers of sentences ask for, here and in package carrying.

// Carrying is the grammar of carrying.txt.
var Carrying = grammarOf(carryingText)

//go:embed carrying.txt
var carryingText string

// MayTrail reports whether a word may be the first behind a move without a sign between.
func MayTrail(word string) bool {
	first, _, _ := strings.Cut(writtenOut(LongForm(word)), " ")
	return Carrying.Knows(first) || IsKisses(word)
}

// MostFree is how many words of a sentence are looked at as free ones.
const MostFree = 40

// Words by which a clause is known.
var (
	// Joining are the words before which a part of a sentence ends.
	Joining = SetOf("and so but")
	// Conditional are the words with which a sentence makes a condition.
	Conditional = SetOf("if unless when whenever until till once before after provided only in except suppose supposing should failing barring pending allowing assuming speaking")
	// Denying are words with which a clause denies something, or says that somebody did not dare.
	Denying = SetOf("not never no nothing nobody none nor neither cannot don't won't didn't can't refuse hesitate forgot tempted almost")
	// Past are the verbs of what was.
	Past = SetOf("was were had did wasn't weren't hadn't didn't")
	// Definite are the words of a thing that a move is made for or against.
	Definite = SetOf("the your that his those this him you off any")
	// Praising are those of the words of wishes with which a move may be praised as well.
	Praising = SetOf("best good nice hope excited fun")
)

// Words for persons.
var (
	// Persons are those who are not the writer.
	Persons = SetOf("he she they him her them his hers their theirs you he's she's they're who somebody someone opponent opponents adversary")
	// Voices are the words with which somebody begins to speak of what they play.
	Voices = SetOf("i i'm im i'll ill i'd i've ive we we'll my our here here's heres herewith please kindly let lets let's")
	// OfReader are the words behind "against" that name the reader, or no player at all.
	OfReader = SetOf("you you'd your yours it this that these those the my all any better its")
)

// HasPerson reports whether words speak of somebody who is not their writer.
func HasPerson(words []Word) bool {
	for _, w := range words {
		if Persons[w.Plain] && w.Idiom == 0 {
			return true
		}
	}
	return false
}

// IsOwn reports whether a word is for the writer as the subject of a clause, or for what is theirs.
func IsOwn(w Word) bool {
	first, _, _ := strings.Cut(w.Plain, "'")
	return first == "i" || first == "we" || first == "my" || first == "our"
}
