package speech

import (
	_ "embed"
	"strings"
)

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
