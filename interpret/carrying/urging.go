package carrying

import (
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// Whether an order is given to its reader, or tells what its writer does: "Resign, you fool!"

var (
	// praise are words with which somebody tells their reader how well they have played, or parts
	// from them.
	praise = speech.SetOf("win won wins well better best stronger strong good deserve deserved beat outplayed " +
		"brilliant excellent superb great fine merit earned thank thanks congratulations congrats enjoyed pleasure")
	// goading are the first words of an order with which somebody is urged to another, "Go on and
	// resign", and ofThisGame name what one resigns from here.
	goading    = speech.SetOf("go give stop be look spare save quit")
	ofThisGame = speech.SetOf("game games match this it here contest struggle fight battle play")
	// ofReader are words that, behind "your", are about how somebody stands.
	ofReader = speech.SetOf("king kings queen game position side army pieces men attack rook bishop knight pawns days hour time")
)

// Urges reports whether words in which somebody seems to resign ask their reader to: "please
// resign", "resign, Bob!", "Resign. You are lost.", or are about something else than the game that
// they leave. Words of those who speak of themselves do not.
// words are those of a line, below those of the line beneath it.
func Urges(words, below []speech.Word) bool {
	bare := false
	for rest := words; len(rest) > 0; {
		n := speech.Sentence(rest)
		for n < len(rest) && rest[n-1].Stop == ',' {
			n += speech.Sentence(rest[n:])
		}
		o := orderIn(rest[:n])
		if leavesElse(o.words) {
			return true
		}
		rest = rest[n:]
		if bare && !o.own && taunts(o.words) || o.urges(rest, len(below) == 0 && len(rest) == 0) {
			return true
		}
		bare = bare || o.verb == 0
	}
	return bare && taunts(below)
}

// order is a sentence in which somebody resigns, or is asked to.
type order struct {
	words []speech.Word
	verb  int  // the place of the verb; -1 where there is none
	own   bool // its writer speaks of themselves
	asks  bool // it is put as only somebody else is asked
}

// orderIn looks at a sentence as an order to resign.
func orderIn(words []speech.Word) order {
	o := order{words: words, verb: -1}
	for i, w := range words {
		switch w.Bare() {
		case "i", "im", "ill", "id", "ive", "we", "white", "black", "resigns", "resigned", "resigning":
			o.own = true
		case "my":
			o.own = o.own || i+1 == len(words) || !speech.Called[words[i+1].Plain]
		case "resign", "concede", "surrender", "capitulate", "give":
			o.verb = i
		case "defeat":
			o.asks = o.asks || i == 1 && words[0].Plain == "accept"
			o.verb = max(o.verb, i-1)
		}
		o.asks = o.asks || i > 1 && o.verb == i && goading[words[0].Plain] && words[1].Plain != "up"
		o.asks = o.asks || w.Plain == "already" && o.verb >= 0 || w.Plain == "come" && o.verb < 0 && i+1 < len(words) && words[i+1].Plain == "on"
		o.asks = o.asks || speech.Urging[w.Plain] && (i < o.verb || o.verb < 0 || w.Plain == "please")
	}
	return o
}

// leavesElse reports whether a sentence tells from what else than the game its writer resigns: "I
// resigned from the club".
func leavesElse(words []speech.Word) bool {
	for i, w := range words {
		if strings.HasPrefix(w.Plain, "resign") && i+1 < len(words) && w.Stop == 0 && words[i+1].Plain == "from" {
			return !slices.ContainsFunc(words[i+1:], func(w speech.Word) bool { return ofThisGame[w.Plain] })
		}
	}
	return false
}

// urges reports whether an order is given to its reader. behind are the sentences behind it in its
// line; alone says that there are none, and that no line is below.
func (o order) urges(behind []speech.Word, alone bool) bool {
	if o.verb < 0 || o.own {
		return false
	}
	tail, loud, bare := o.words[o.verb+1:], o.words[len(o.words)-1].Stop == '!', o.verb == 0
	for len(tail) > 0 && (tail[0].Plain == "up" || tail[0].Plain == "the" || tail[0].Plain == "game") {
		tail = tail[1:]
	}
	resign := o.words[o.verb].Plain == "resign"
	switch {
	case o.asks:
		return true
	case len(tail) == 0:
		return loud && !(bare && resign) // "Give up!", "Now resign!"
	case speech.IsCalled(tail), len(tail) == 1 && tail[0].Plain == "now":
		return loud || alone || len(behind) > 0 && !praises(behind) // "Resign, Bob!"
	case praises(o.words), !bare:
		return false
	case speech.IsCalled(tail[:1]) && (loud || alone || len(behind) > 0):
		return !praises(behind) // "Resign, my friend, it is over"
	case tail[0].Plain == "you":
		return true
	}
	return taunts(tail) || !resign && o.words[0].Plain != "concede"
}

var (
	// deciding begin a sentence that tells somebody to decide something, or tells of it.
	deciding = speech.SetOf("accept agree decline refuse waive exact adopt withdraw")
	// inClause are words of which one stands in every clause whose subject is "you".
	inClause = speech.SetOf("are were have had can could will would may might must shall should do did win won play played " +
		"deserve know see say said ask asked offer offered mean meant want wish like need too two both all guys")
)

// Scolds reports whether a sentence that would decide something calls its reader names: "Accept,
// you fool!" It is said to them, and decides nothing.
func Scolds(words []speech.Word) bool {
	for len(words) > 0 {
		one := words[:speech.Sentence(words)]
		words = words[len(one):]
		for one[len(one)-1].Stop == ',' && len(words) > 0 {
			n := speech.Sentence(words)
			one, words = append(slices.Clone(one), words[:n]...), words[n:]
		}
		at := slices.IndexFunc(one, func(w speech.Word) bool { return w.Plain == "you" })
		if at > 0 && at+1 < len(one) && at+6 > len(one) && one[at-1].Stop == ',' && deciding[one[0].Plain] &&
			!slices.ContainsFunc(one[at:], func(w speech.Word) bool { return inClause[w.Plain] }) {
			return true
		}
	}
	return false
}

// praises reports whether words tell somebody how well they have played.
func praises(words []speech.Word) bool {
	return slices.ContainsFunc(words, func(w speech.Word) bool { return praise[w.Plain] })
}

// taunts reports whether words tell their reader how badly they stand: "you are lost", "your King
// is dead".
func taunts(words []speech.Word) bool {
	for i, w := range words {
		next := ""
		if i+1 < len(words) {
			next = words[i+1].Plain
		}
		if w.Plain == "your" && ofReader[next] || w.Plain == "you" && next != "" && next != "all" || strings.HasPrefix(w.Plain, "you'") || w.Plain == "youre" || w.Plain == "mate" && next == "in" {
			return !praises(words)
		}
	}
	return false
}
