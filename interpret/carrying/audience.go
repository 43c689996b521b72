package carrying

import (
	"regexp"
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// For whom the prose of a letter is, as far as it says so itself. Prose beside the statements of a
// letter is for the other side, unless it is for somebody else, or for nobody: "Dear umpire, …",
// "PS for corrd only: …", "Please do not show this to my opponent".

// office are those whom a letter may address besides the other side.
const office = `(?:(?:the|our) )?(?:umpire|arbiter|referee|organi[sz]ers?|operators?|(?:tournament |games )?director|secretary|corrd|(?:chess |game )?server)`

var (
	// toOffice is how a paragraph begins that is for somebody of the office, or for its writer's
	// own eyes.
	toOffice = regexp.MustCompile(`(?i)^\W*(?:(?:by the way|incidentally|oh|and|also|now|finally|p\.? ?s\.?)\W+)?(?:` +
		`(?:(?:only )?(?:to|for|dear|attention|attn)|(?:an? |my )?(?:private )?(?:ps|p\.s\.|note|message|word|line|question|memo|answer|reply|statement) (?:to|for)|i (?:answer|reply|write|say)(?: this)? to) ` + office + `(?: only| alone| please| privately|.s eyes(?: only| alone)?)*(?:\s*[,:;.!)-]|$)` +
		`|(?:umpire|arbiter|referee|corrd)[,:!]|(?:dear )?(?:office|server)[,:] (?:please|could|can|would|will|may|kindly|how|what|when|where|i (?:want|need|wish|would|should))\b` +
		`|(?:(?:strictly|this is|the following is|what follows is) )*(?:private|confidential|in confidence)(?: and confidential)?(?: note| remark| message| matter)?\s*[:,.!;-]` +
		`|(?:note|memo) to (?:self|myself)\b)`)
	// toldOffice is in a sentence that asks for something to be told to them, or says that its
	// writer wants to write to them.
	toldOffice = regexp.MustCompile(`(?i)\b(?:wish|want|like|need|have) to (?:speak|talk|write|complain) to ` + office + `\b` +
		`|\b(?:please|kindly|pray|(?:could|would|can|will) you)(?: \w+)? (?:(?:tell|inform|ask|notify|warn|advise|let)|(?:report|complain|write|speak|pass|forward|send|show|say)(?: this| that| it)?(?: on)? to) ` + office + `\b` +
		`|\b(?:ps|p\.s\.|note|word|message|line|question) (?:for|to) ` + office + `\b|\bfor ` + office + `(?:.s eyes)? (?:only|alone)\b|(?:private|confidential)(?: please)?: `)
	// hidden is in a sentence by which the words of its letter are not for the other side.
	hidden = regexp.MustCompile(`(?i)\b(?:do not|don.?t|please not|never|not to) (?:show|tell|forward|pass|send|reveal|mention) (?:this|that|it|these|any of this|the following)(?: on)?(?: to)? (?:my opponent|my adversary|him|her|them|black|white|the other side|anybody|anyone|mr|mrs|miss)\b` +
		`|\bkeep (?:this|that|it) (?:to yourself|to yourselves|private|secret|confidential)\b` +
		`|\b(?:not|don.?t|never) (?:\w+ ){0,2}(?:show|tell|pass|forward|send|give|let|reveal|disclose|mention|read|repeat)\b[^.!?;]{0,60}\b(?:to )?(?:my|the|our) (?:opponent|adversary|other (?:side|player))\b` +
		`|\bnot (?:meant |intended )?(?:for|to be (?:shown|passed on|told|sent|forwarded) to) (?:my|the|our) (?:opponent|adversary|other (?:side|player))\b` +
		`|\b(?:do not|don.?t) (?:\w+ )?pass (?:this|these words|it|that|my words) on\b`)
	// salutation is a line that addresses somebody, and says no more.
	salutation = regexp.MustCompile(`(?i)^\W*(?:dear|to|for) ` + office + `\s*[,:!.-]*$`)
	// elseSalutation is the line by which a letter turns to somebody else.
	elseSalutation = regexp.MustCompile(`(?i)^\W*(?:dear|hello|hi|hallo)\b[^.;:]{0,30}[,!:]?$`)
)

// whom are words of which one stands in a note of which a part is not for the other side.
var whom = [...]string{"umpire", "arbiter", "referee", "organi", "operator", "office", "confidence", "keep ", "show ", " tell ", "forward", "director", "secretary", "corrd", "server", "private", "confidential", "to self", "to myself",
	"opponent", "adversary", "other side", "other player", "pass ", "private", "secret", "hush", "off the record", "entre nous", "sub rosa", "between", "eyes", "tell", "let on", "know", "breathe", "quiet", "dark", "under your hat",
	"not for ", "mum", "for myself", "own notes"}

// Withheld says of each line of a note whether it is not for the other side. stands are the places
// of the note before which statements of the letter stand. A paragraph is so as a whole, and below
// a salutation to the office all that stands above the next statement or salutation. A letter that
// asks for secrecy is so from its beginning to its end, as whole says.
func Withheld(note []string, stands []int) (holds []bool, whole bool) {
	holds = make([]bool, len(note))
	all := strings.ToLower(strings.Join(note, " "))
	if !slices.ContainsFunc(whom[:], func(w string) bool { return strings.Contains(all, w) }) {
		return holds, false
	}
	saluted := false
	for from, to := 0, 0; from < len(note); from = to {
		for to = from + 1; to < len(note) && note[to] != "" && note[to-1] != "" && !slices.Contains(stands, to); {
			to++
		}
		head, words := note[from], strings.Join(note[from:to], " ")
		aside := !salutation.MatchString(head) && toOffice.MatchString(head) || toldOffice.MatchString(words) || IsSecret(words)
		if hidden.MatchString(words) || unknowing.MatchString(words) && !aside {
			return slices.Repeat([]bool{true}, len(note)), true
		}
		saluted = saluted && !slices.Contains(stands, from) && !elseSalutation.MatchString(head)
		if salutation.MatchString(head) {
			next := to
			for next < len(note) && note[next] == "" && !slices.Contains(stands, next) {
				next++
			}
			saluted = to-from > 1 || next < len(note) && !slices.Contains(stands, next)
			holds[from] = saluted
		}
		for i := from; i < to; i++ {
			holds[i] = holds[i] || aside || saluted && !speech.AllPolite(speech.Of(note[i]))
		}
	}
	return holds, false
}

// What a writer calls private or secret is not for the other side, and so are words that somebody
// is not to know of.

const (
	// private are the words that call something so, somebody whoever is not to be told.
	private   = `(?:(?:strictly|top|very|most|this is|the following is|what follows is|all this is|in) )*(?:private|privately|confidential|confidentially|confidence|strict(?:est)? confidence|secret|secretly|hush|hush-hush|off the record|entre nous|sub rosa|for your eyes only|umpire only|corrd only|mum's the word|mum is the word)`
	somebody  = `(?:my opponent|my adversary|the opponent|the other side|the other player|him|her|them|(?-i:[A-Z][a-z]+))`
	tellingOf = `(?:do not|don.?t|never|not to|without) (?:please )?(?:tell(?:ing)?|show(?:ing)?(?: (?:this|that|it) to)?|let(?:ting)? on to|say(?: anything)? to|breathe a word to) ` + somebody
	unaware   = `(?:(?:my opponent|my adversary|he|she|they|(?-i:[A-Z][a-z]+)) (?:must|should|needn|is|are)(?:'?n?'?t| not)(?: to)?|(?:nobody|no.?one)(?: else)? (?:needs?|has|must|should|is)(?: to)?) (?:know|see|read|hear|learn)`
)

var (
	// calledSecret begins a paragraph that its writer calls so.
	calledSecret = regexp.MustCompile(`(?i)^[^\w@]*(?:@?` + office + `[,:]? )?` + private + `(?: please)?(?: (?:note|remark|message|matter|word)s?)?\s*(?:[\])>]|[:,.!;-](?:\s|$))` +
		`|^[^\w@]*(?:@` + office + `\b|` + office + ` only\b|(?:hello|hi|good (?:day|morning|evening)|dear (?:mr\.?|mrs\.?|sir)) ` + office + `\s*[,:!]|(?:just |strictly )?between (?:us|ourselves|you and me|you and i|the two of us)[,:]? (?:dear )?` + office + `\b|(?:notes?|memo)(?: \w+)? (?:to|for) (?:self|myself)\b|my own notes\b)`)
	// amongUs begins a paragraph that is between its writer and its reader, whoever that is.
	amongUs = regexp.MustCompile(`(?i)^\W*(?:just |strictly )?between (?:us|ourselves|you and me|you and i|the two of us)\s*[,:]`)
	// ofThird are words about somebody who is neither, toReader those to the reader.
	ofThird  = speech.SetOf("he he's she she's him her his hers opponent adversary")
	toReader = speech.SetOf("you you're you've your yours")
	// unknowing is in a sentence by which somebody is not to know of the words of their letter.
	unknowing = regexp.MustCompile(`(?i)\b` + tellingOf + `(?:[,.:;!)]|$| (?:but|that|this|about|it|of|please|how|what|yet|i|we)\b)|\b` + unaware + `\b` +
		`|\b(?:keep (?:this|that|it) (?:quiet|dark|between (?:us|ourselves|you and me)|under your hat)|(?:this|that|it) (?:stays|remains|is) (?:strictly )?between (?:us|ourselves|you and me)|not for ` + somebody + `(?:.s eyes)?[:.,!])`)
	// secretly begins a line of conditional moves that are to be hidden until they are played, and
	// hushed ends one.
	secretly = regexp.MustCompile(`(?i)^\W*(?:(?:my|a|one|for ` + office + `(?:.s eyes)? only|only for ` + office + `|not for ` + somebody + `|` + tellingOf + `|keep (?:this|it) (?:please )?)[:,.!;-]* ?)*(?:` + private + `|sealed|hidden|hiddenly)?(?: please)?(?: conditionals?)?(?: (?:moves?|series|reply|line))?\W*$`)
	// hiding is in such words.
	hiding = regexp.MustCompile(`(?i)secret|privat|confiden|hush|sealed|hidden|only|tell|show|not for|keep|off the record|mum|entre|let on|breathe`)
	hushed = regexp.MustCompile(`(?i)[\s,;:.!(\[-]+(?:(?:and|but|this is|please|kindly) )*(?:` + private + `|sealed|hidden|` + tellingOf + `|keep (?:this|it) (?:secret|private|quiet|hidden|sealed|to yourself|between us))(?: please| yet)?[\s.!)\]]*$`)
)

// IsSecret reports whether a paragraph of a note is called private or secret by its writer.
func IsSecret(paragraph string) bool {
	if calledSecret.MatchString(paragraph) {
		return true
	}
	holds := func(set map[string]bool) bool {
		return slices.ContainsFunc(speech.Of(paragraph), func(w speech.Word) bool { return set[w.Plain] })
	}
	return amongUs.MatchString(paragraph) && holds(ofThird) && !holds(toReader)
}

// HeadsSecret reports whether the words before conditional moves, in their line or above it, say
// that these are to be hidden.
func HeadsSecret(head string) bool {
	return len(head) < maxSecretHead && hiding.MatchString(head) && secretly.MatchString(head)
}

// maxSecretHead is more bytes than such words have.
const maxSecretHead = 80

// CutHushed takes words off the end of a line of conditional moves that say that these are to be
// hidden.
func CutHushed(line string) (rest string, ok bool) {
	at := hushed.FindStringIndex(line)
	if at == nil || at[0] == 0 {
		return line, false
	}
	return line[:at[0]], true
}
