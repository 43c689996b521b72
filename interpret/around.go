package interpret

import (
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// The words around the record of a move, in its own sentence, may be of any kind. They leave it its
// writer's move for the turn unless one of them unsettles it: a denial, a condition, a doubt, a
// question; a time that is not now, or a habit; somebody else who moves, or speaks; something else
// that is named; another move. And they must be such that the record is what their writer does, by
// a verb with which players make moves, and not what is spoken of: "I go with P-K4", not "I fear
// P-K4" or "I cross out P-K4".

// barring are the words of which none stands in the sentence of a move that is meant.
var barring = speech.Set("unsettling", "barring")

// spoken are the words of somebody to whom a move is only a thing to think or speak of.
var spoken = speech.Set("spoken")

// passingOver are the prepositions behind which a move is spoken of: "I am weary of P-K4".
var passingOver = speech.SetOf("of about against at over from like than as between through by despite without into besides towards concerning regarding after before when where how why because than versus vs")

// settling are the verbs behind which "on" brings a move in, "I have settled on", and for which the
// past tense says what holds now.
var settling = speech.SetOf("settle settled decide decided fix fixed fall falls fell plump plumped agree resolve resolved choose chose chosen land landed opt opted go gone pick picked select selected bet gamble decision going")

// men gives for each word of a man the letters of the man in a record.
var men = map[string]string{"king": "k", "queen": "q", "rook": "r", "bishop": "b", "knight": "n", "pawn": "p", "horse": "n", "king's": "k", "queen's": "q", "castle": "rc", "bishop's": "b", "rook's": "r", "knight's": "n"}

// around is what stands beside a move in its own sentence.
type around struct {
	words []speech.Word
	Plain []string
	move  string // the record, in lower case
}

// aroundOf returns words of the sentence of a move, those with short forms written out.
func aroundOf(words []speech.Word, move string) around {
	return around{words, speech.WrittenOut(words), strings.ToLower(move)}
}

// bars reports whether one of the words unsettles the move.
func (a *around) bars() bool {
	own := a.own()
	for i, w := range a.words {
		bare := strings.ReplaceAll(w.Plain, "'", "")
		if w.Idiom != 0 || i == 0 && speech.Scenic[bare] {
			continue
		}
		switch named := strings.TrimSuffix(strings.TrimSuffix(bare, "s"), "'"); {
		case men[named] != "" && a.names(named), taking[named] && strings.ContainsAny(a.move, "x") || (strings.HasPrefix(named, "castl") || named == "side") && strings.Contains(a.move, "castl"), bare == "what" && i == 1 && a.Plain[0] == "is":
			continue
		case (bare == "each" || bare == "every") && i+1 < len(a.words) && speech.Times[a.words[i+1].Plain], men[named] != "", w.Stop == '?', speech.IsDigit(w.Raw[0]), (barring[bare] || barring[strings.TrimSuffix(w.Plain, "'s")]) && !excusing[bare], w.Sort == speech.Doubt && !excusing[bare], a.asSoonAs(i), strings.HasSuffix(w.Raw, ".."):
			return true
		case w.Sort == speech.Name && i > 0 && !calls(a.words, i) && !own, i+1 < len(a.words) && ofGames[strings.TrimSuffix(a.words[i+1].Plain, "s")] && (bare == "my" || bare == "our" || bare == "other" || bare == "another" || bare == "last" || bare == "a" || bare == "first"), speech.Times[bare] && !present[bare] && !own:
			return true
		}
	}
	return a.another(own)
}

// onlyTells reports whether clauses before one that says what its writer plays set it no condition,
// no other time and no other game: "after a deliberation in which I consulted three authorities".
func (a *around) onlyTells() bool {
	if binds(a.words) || slices.ContainsFunc(a.words, func(w speech.Word) bool { return speech.Feigned[w.Plain] }) {
		return false
	}
	for i, w := range a.Plain {
		switch {
		case w == "not" || w == "never", w == "when" || w == "whenever" || w == "once", w == "before" || w == "after" || w == "as" || w == "while" || w == "where":
			if i+1 < len(a.Plain) && (w == "not" || w == "never" || w == "when" || w == "whenever" || w == "once" || a.another(false) || theirs[a.Plain[i+1]]) {
				return false
			}
		case w == "he", w == "she", w == "they", w == "white", w == "black", ofGames[strings.TrimSuffix(w, "s")], speech.Times[w] && !present[w], strings.HasPrefix(w, "other"), w == "always", w == "usually", w == "often", w == "sometimes":
			return false
		}
	}
	return true
}

// asSoonAs reports whether the word at a place begins a time to come: "as soon as I am home I'll
// send P-K4".
func (a *around) asSoonAs(at int) bool {
	return a.words[at].Plain == "soon" && at+1 < len(a.words) && a.words[at+1].Plain == "as"
}

// ofGames are what a move may belong to that is not made now.
var ofGames = speech.SetOf("game match tournament league board opponent club")

// present are the words of times that may be now.
var present = speech.SetOf("move turn game round day morning afternoon evening night time today tonight moment present week weekend days")

// excusing are words of doubt that give a reason or a laugh and doubt nothing.
var excusing = speech.SetOf("because why which without lol haha hah ha nothing thought decided deciding who")

// names reports whether the record names a man.
func (a *around) names(man string) bool {
	if strings.Contains(a.move, "castl") || strings.HasPrefix(a.move, "o-o") || strings.HasPrefix(a.move, "0-0") {
		return man == "king" || man == "rook" || man == "castle"
	}
	if man == "pawn" && !strings.ContainsAny(a.move[:1], "kqrbn") {
		return true
	}
	return strings.ContainsAny(a.move, men[man]) || man == "knight" && strings.Contains(a.move, "kt")
}

// own reports whether somebody speaks of themselves.
func (a *around) own() bool {
	return slices.ContainsFunc(a.Plain, func(w string) bool {
		switch w {
		case "i", "we", "me", "us", "my", "our", "mine", "ours":
			return true
		}
		return false
	})
}

// speaks reports whether somebody says what they do themselves: "what I play", "my choice".
func (a *around) speaks() bool {
	return slices.Contains(a.Plain, "i") || slices.Contains(a.Plain, "we") || len(a.Plain) > 1 && (a.Plain[1] == "my" || a.Plain[1] == "our")
}

// another reports whether somebody else moves or speaks: a player of a colour, or whom the letter
// is written to.
func (a *around) another(own bool) bool {
	other, moves := false, false
	for i, w := range a.Plain {
		switch w {
		case "white", "black":
			if !own || i == 0 || !ofOwnColour[a.Plain[i-1]] { // "being White, I play"
				return true
			}
		case "he", "she", "they", "his", "her", "their", "him", "them":
			return true
		}
		other = other || theirs[w]
		moves = moves || moving[w] && w != "go" && w != "goes"
	}
	return other && moves && !own
}

// ofOwnColour are the words between which and a colour nobody stands but the writer.
var ofOwnColour = speech.SetOf("as being am are have the playing my with for")

// calls reports whether the name at a place is that of whom the letter is written to, or of its
// writer: it stands between stops, or behind a greeting.
func calls(words []speech.Word, at int) bool {
	from, to := at, at
	for from > 0 && words[from-1].Stop == 0 && (words[from-1].Sort == speech.Name || speech.Called[words[from-1].Plain]) {
		from--
	}
	for to < len(words)-1 && words[to].Stop == 0 && words[to+1].Sort == speech.Name {
		to++
	}
	ends := to == len(words)-1 || words[to].Stop != 0
	begins := from == 0 || words[from-1].Stop != 0 || greeting[words[from-1].Plain] || speech.Interjections[words[from-1].Plain]
	return ends && begins && words[to].Stop != ':'
}

// leads reports whether words before a move, in its sentence, leave it their writer's move.
func (p *parser) leads(words []speech.Word, move string) bool {
	for len(words) > 1 && (speech.Interjections[words[0].Plain] || words[0].Plain == "but") && words[0].Stop != ':' && words[0].Plain != "please" && words[0].Plain != "kindly" {
		words = words[1:]
	}
	last := words[len(words)-1]
	if len(words) > mostCourteous/2 {
		return false
	}
	if dated := len(words) < speech.FewestWords && slices.ContainsFunc(words, func(w speech.Word) bool { return speech.Times[w.Plain] && w.Plain != "move" && w.Plain != "turn" }); dated && last.Stop == ':' {
		return false // "Monday: P-Q3"
	}
	if last.Stop == 0 && last.Plain == "for" && speech.AllPolite(words) {
		return false // "Thanks for P-Q4"
	}
	if asksOfOneself(words) || entitles(words) {
		return false
	}
	if last.Stop == ':' && last.Sort == speech.Name && speech.Numbers[words[0].Plain] {
		return false // "Ninth move in the Handbook:"
	}
	if speech.AllPolite(words) && (last.Stop != 0 || greeting[words[0].Plain]) {
		return p.idle(words, false)
	}
	from := len(words) - 1 // the clause that the move goes on
	for from > 0 && words[from-1].Stop == 0 {
		from--
	}
	before, a := aroundOf(words[:from], move), aroundOf(words[from:], move)
	if from > 0 && last.Stop == 0 && a.Plain[0] == "is" && speech.NamesMove(append(slices.Clone(before.Plain[:speech.Sentence(before.words)]), "is")) {
		return !before.bars() // "my move, as you will guess, is"
	}
	whole := aroundOf(words, move)
	if performs := a.performs(); from > 0 && !speech.AllPolite(before.words) && !speech.HasDone(before.Plain) && (before.bars() && !((performs && a.own() || a.Plain[len(a.Plain)-1] == "goes" && slices.Contains(a.Plain, "here")) && before.onlyTells()) || p.namesOther(before)) {
		return false
	} else if performs || whole.performs() {
		return true
	}
	if a.bars() || p.namesOther(a) || slices.ContainsFunc(a.Plain, func(w string) bool { return spoken[w] }) && a.Plain[0] != "please" && a.Plain[0] != "kindly" {
		return false
	}
	if last.Stop != 0 {
		return whole.heads(last.Stop)
	}
	return a.runsInto() || from > 0 && a.verbless()
}

// entitles reports whether words are the title of something that holds a move, or name whose it is:
// "The Handbook:", "White's best:", "The trick:". What names a move or an answer is none.
func entitles(words []speech.Word) bool {
	last := words[len(words)-1]
	if last.Stop != ':' || len(words) > speech.FewestWords {
		return false
	}
	switch plain := speech.WrittenOut(words); {
	case plain[0] != "the" && !strings.HasSuffix(words[0].Plain, "'s"), slices.Contains(plain, "is"), speech.Scenic[last.Plain], present[last.Plain] && !speech.Numbers[words[max(len(words)-2, 0)].Plain]:
		return false
	default:
		return !slices.ContainsFunc(plain, func(w string) bool {
			return w == "reply" || w == "answer" || w == "choice" || w == "response" || w == "decision"
		})
	}
}

// inverted are the words behind which "I" stands in a question: "shall I play P-K4", "how do I
// write P-K4".
var inverted = speech.SetOf("shall should may might can could must do did am was have had would will are were")

// asksOfOneself reports whether one of the clauses of some words asks what their writer does, or
// did, with a question mark or without.
func asksOfOneself(words []speech.Word) bool {
	for i, w := range words[:len(words)-1] {
		begins := i == 0 || words[i-1].Stop != 0 || words[i-1].Plain == "how"
		if next := words[i+1].Plain; begins && w.Stop == 0 && inverted[w.Plain] && (next == "i" || next == "we") {
			return true
		}
	}
	return false
}

// namesOther reports whether words hold those of another move.
func (p *parser) namesOther(a around) bool {
	for _, w := range a.words {
		bare := strings.Trim(w.Raw, "(),;:.!")
		if strings.ContainsAny(bare, "12345678") && !strings.HasSuffix(a.move, strings.ToLower(bare)) && p.soundsLikeMove(bare) {
			return true
		}
	}
	return false
}

// heads reports whether words with a sign behind them leave the move behind it their writer's.
func (a *around) heads(sign byte) bool {
	own := a.own() || a.pointsOut()
	if !own && slices.ContainsFunc(a.words, func(w speech.Word) bool { return w.Idiom == 0 && speech.OutOfScene[w.Plain] && !theirs[w.Plain] }) {
		return false
	}
	if len(a.words) == 1 && a.words[0].Sort != speech.Polite && !speech.Scenic[a.Plain[0]] && !strings.HasSuffix(a.Plain[0], "ly") {
		return false // "Arthur: P-K4"
	}
	if next := a.words[min(1, len(a.words)-1)].Plain; sign == ':' && strings.HasSuffix(a.words[0].Plain, "'s") && a.words[0].Sort == speech.Name && !strings.HasSuffix(next, "ing") && !speech.Scenic[next] {
		return false // "Bill's motto: P-K4"
	}
	return sign != ':' || own || !slices.ContainsFunc(a.words[1:], func(w speech.Word) bool { return w.Sort == speech.Name && w.Stop != ',' })
}

// pointsOut reports whether words tell the other side what the move behind them will do to them:
// "this will surprise you".
func (a *around) pointsOut() bool {
	return (slices.Contains(a.Plain, "this") || slices.Contains(a.Plain, "that")) && slices.Contains(a.Plain, "you") && (slices.Contains(a.Plain, "will") || slices.Contains(a.Plain, "should") || slices.Contains(a.Plain, "ought")) &&
		!slices.ContainsFunc(a.Plain, func(w string) bool { return speech.Past[w] || moving[w] || w == "your" || w == "was" })
}

// runsInto reports whether words that a move goes on without a sign say that their writer makes it.
func (a *around) runsInto() bool {
	last := a.Plain[len(a.Plain)-1]
	if passingOver[last] && !(last == "by" && a.opens()) || last == "on" && !slices.ContainsFunc(a.Plain, func(w string) bool { return settling[w] }) {
		return false
	}
	if last == "to" && !slices.ContainsFunc(a.Plain, func(w string) bool { return speech.Scenic[w] || speech.Movings[w] }) {
		return false
	}
	return a.own() && a.acts() || a.verbless()
}

// opens reports whether somebody says that they begin: "I begin by P-K4".
func (a *around) opens() bool {
	return a.own() && slices.ContainsFunc(a.Plain, func(w string) bool {
		return w == "begin" || w == "start" || w == "open" || w == "reply" || w == "answer" || w == "continue"
	})
}

// performs reports whether the words are of the plain kinds: they name the move, ask to enter it,
// or say that it is played.
func (a *around) performs() bool {
	plain := a.Plain
	for len(plain) > 0 && (speech.Interjections[plain[0]] || plain[0] == "hereby" || plain[0] == "but") && plain[0] != "please" && plain[0] != "kindly" {
		plain = plain[1:]
	}
	if len(plain) > 2 && plain[0] == "to" && (plain[1] == "which" || plain[1] == "that") {
		plain = plain[2:]
	}
	if len(plain) == 0 || len(plain) == 2 && plain[0] == "it" && plain[1] == "is" {
		return true
	}
	if speech.NamesMove(plain) || speech.AsksToEnter(plain) || speech.PerformsMove(plain) {
		return true
	}
	that := slices.Index(plain, "that") // "kindly be informed that my move is"
	return that > 0 && that+2 < len(plain) && (plain[that+1] == "my" || plain[that+1] == "our" || plain[that+1] == "i" || plain[that+1] == "we") && announcing(plain[:that]) &&
		(speech.NamesMove(plain[that+1:]) || speech.PerformsMove(plain[that+1:]))
}

// announcing reports whether words only say that something is told: "kindly be informed", "this is
// to advise you".
func announcing(plain []string) bool {
	return !slices.ContainsFunc(plain, func(w string) bool { return !announcements[w] })
}

// announcements are the words of which such words consist.
var announcements = speech.SetOf("kindly please pray be it known informed advised notified told assured this is to inform advise notify tell assure you i we beg have the honour honor pleasure of wish am are happy pleased glad say state declare report announce confirm note take notice hereby herewith sir madam dear respected let me and my may rest")

// acts reports whether somebody says of themselves what they do now.
func (a *around) acts() bool {
	at := slices.IndexFunc(a.Plain, func(w string) bool { return w == "i" || w == "we" })
	if at < 0 {
		at = slices.IndexFunc(a.Plain, func(w string) bool { return w == "me" || w == "us" })
		if at < 1 || a.Plain[at-1] != "let" && a.Plain[at-1] != "allow" && a.Plain[at-1] != "permit" && a.Plain[at-1] != "for" {
			at = -1
		}
	}
	if at < 0 {
		return (a.Plain[0] == "my" || a.Plain[0] == "our") && a.Plain[len(a.Plain)-1] == "with"
	}
	if at+1 >= len(a.Plain) || slices.Contains(a.Plain[:at], "that") {
		return false
	}
	for i, w := range a.Plain[at+1:] {
		if speech.Past[w] || strings.HasSuffix(w, "ed") && !settling[w] {
			return slices.Contains(a.Plain[:at+1+i], "have") || slices.Contains(a.Plain[:at+1+i], "am")
		}
		if w == "would" && !slices.Contains(a.Plain, "like") && !slices.Contains(a.Plain, "love") {
			return false
		}
	}
	rest := a.Plain[at+1:]
	return slices.ContainsFunc(rest, makes) || meets(rest) || len(rest) == 1 && abbreviated[rest[0]] && strings.HasPrefix(a.move, "castl")
}

// abbreviated are the verbs with which "castle" is a verb of its own: "I'll castle".
var abbreviated = speech.SetOf("will shall must")

// makes reports whether a verb, or what stands beside it, is of those with which players make a
// move. Any other may as well speak of the move: "I refuse P-K4", "I cross out P-K4", "we mourn
// P-K4".
func makes(w string) bool {
	return speech.Movings[w] || playing[w] || settling[w] || moving[w] || handling[w]
}

// handling are the verbs of what a hand does with a man, or a giver with a gift.
var handling = speech.Set("handling")

// meets reports whether words behind "I" do something to another thing by way of the move: "parry
// with", "meet it with". Most verbs that take such words make no move: "confuse it with", "fill my
// evenings with".
func meets(rest []string) bool {
	last := rest[len(rest)-1]
	return len(rest) > 1 && (last == "with" || last == "in") && slices.ContainsFunc(rest, func(w string) bool { return meeting[w] })
}

// meeting are verbs of what a move does to another thing.
var meeting = speech.Set("meeting")

// verbless reports whether words without a verb of their own bring a move in: "opening the batting
// with", "off we go with", "and here's".
func (a *around) verbless() bool {
	first := a.Plain[0]
	is := len(a.Plain) > 1 && (a.Plain[1] == "is" || a.Plain[1] == "shall" || a.Plain[1] == "will" || a.Plain[1] == "must")
	here := first == "here" || (first == "it" || first == "this") && is || slices.Contains(a.Plain, "here")
	return (speech.Scenic[first] || here || strings.HasSuffix(first, "ing") && !speech.Unmoving[first]) && !slices.ContainsFunc(a.Plain, func(w string) bool {
		return w == "i" || w == "is" && !here || (speech.OutOfScene[w] || telling[w]) && w != "is"
	})
}

// follows reports whether words directly behind a move, in its sentence, leave it their writer's
// move.
func (p *parser) follows(words []speech.Word, move string) bool {
	a := aroundOf(words, move)
	first := a.Plain[0]
	telling := func(w string) bool {
		return telling[w] && w != "is" && w != "are" && w != "be" && w != "come" && w != "follow" && w != "do" && w != "have"
	}
	switch {
	case (first == "shall" || first == "will") && len(a.Plain) > 2 && a.Plain[1] == "be":
		return !binds(words) && speech.NamesMove(append([]string{"is"}, a.Plain[2:]...))
	case first == "it", first == "is":
		return len(a.Plain) > 1 && !a.bars() && !slices.ContainsFunc(a.Plain[2:], telling) && !slices.ContainsFunc(a.Plain, func(w string) bool {
			return (spoken[w] && !(w == "like" && slices.Contains(a.Plain, "would"))) || speech.Past[w]
		}) &&
			(first == "it" && (a.Plain[1] == "is" || a.Plain[1] == "shall" || a.Plain[1] == "will" || a.Plain[1] == "must") || a.speaks() && slices.ContainsFunc(a.Plain, func(w string) bool { return speech.Movings[w] || playing[w] || w == "choice" || w == "answer" }))
	case a.move == "castles" || a.move == "castle" || a.move == "castling":
		return speech.AllPolite(words) && !speech.Has(words, speech.Name) // "castles in Spain"
	case len(words) == 1 && speech.Heads[first]:
		return false
	case len(words) < speech.FewestWords, speech.AllPolite(words):
		return saysSomething(words) && speech.AllPolite(words) || isSmallTalk(words) || laughs[first]
	case !saysSomething(words) || !p.idle(words, false) || slices.ContainsFunc(words, func(w speech.Word) bool { return speech.IsDigit(w.Raw[0]) }):
		return false
	}
	return goingOn[first] && !slices.ContainsFunc(a.Plain[1:], telling) && !a.outside()
}

// outside reports whether one of the words is of another game, of a habit or of somebody else.
func (a *around) outside() bool {
	for i, w := range a.words {
		if w.Idiom == 0 && (strangers[w.Plain] || w.Sort == speech.Name && i > 0 && !calls(a.words, i) && !a.own() && a.Plain[0] != "from" && a.Plain[0] != "in" && a.Plain[0] != "at") {
			return true
		}
	}
	return false
}

// strangers are words of other games, of habits and of other people.
var strangers = speech.Set("barring")

// goingOn are the words with which what goes on behind a move without a sign begins.
var goingOn = speech.SetOf("for to with in at on from by as because cos cause since so and just right straight back ok okay bye please plz again now then this here there over please pls while whilst no not let lets love kind have hugs off gotta running see looking take god fingers all many yours warm happy good merry hope thanks thank cheers best regards greetings sorry sir madam maam mate bro lol haha hehe gl hf glhf bw sent")
