package speech

import "regexp"

// What a writer calls private or secret is not for the other side, and so are words that somebody
// is not to know of.

const (
	// private are the words that call something so, somebody whoever is not to be told.
	private  = `(?:(?:strictly|top|very|most|this is|the following is|what follows is|all this is|in) )*(?:private|privately|confidential|confidentially|confidence|strict(?:est)? confidence|secret|secretly|hush|hush-hush|off the record|entre nous|sub rosa|for your eyes only|umpire only|corrd only|mum's the word|mum is the word)`
	somebody = `(?:my opponent|my adversary|the opponent|the other side|the other player|him|her|them|(?-i:[A-Z][a-z]+))`
	naming   = `(?:do not|don.?t|never|not to|without) (?:please )?(?:tell(?:ing)?|show(?:ing)?(?: (?:this|that|it) to)?|let(?:ting)? on to|say(?: anything)? to|breathe a word to) ` + somebody
	unaware  = `(?:(?:my opponent|my adversary|he|she|they|(?-i:[A-Z][a-z]+)) (?:must|should|needn|is|are)(?:'?n?'?t| not)(?: to)?|(?:nobody|no.?one)(?: else)? (?:needs?|has|must|should|is)(?: to)?) (?:know|see|read|hear|learn)`
)

var (
	// calledSecret begins a paragraph that its writer calls so.
	calledSecret = regexp.MustCompile(`(?i)^[^\w@]*(?:@?` + office + `[,:]? )?` + private + `(?: please)?(?: (?:note|remark|message|matter|word)s?)?\s*(?:[\])>]|[:,.!;-](?:\s|$))` +
		`|^[^\w@]*(?:@` + office + `\b|` + office + ` only\b|(?:hello|hi|good (?:day|morning|evening)|dear (?:mr\.?|mrs\.?|sir)) ` + office + `\s*[,:!]|(?:just |strictly )?between (?:us|ourselves|you and me|you and i|the two of us)[,:]? (?:dear )?` + office + `\b|(?:notes?|memo)(?: \w+)? (?:to|for) (?:self|myself)\b|my own notes\b)`)
	// amongUs begins a paragraph that is between its writer and its reader, whoever that is.
	amongUs = regexp.MustCompile(`(?i)^\W*(?:just |strictly )?between (?:us|ourselves|you and me|you and i|the two of us)\s*[,:]`)
	// ofThird are words about somebody who is neither, toReader those to the reader.
	ofThird  = SetOf("he he's she she's him her his hers opponent adversary")
	toReader = SetOf("you you're you've your yours")
	// unknowing is in a sentence by which somebody is not to know of the words of their letter.
	unknowing = regexp.MustCompile(`(?i)\b` + naming + `(?:[,.:;!)]|$| (?:but|that|this|about|it|of|please|how|what|yet|i|we)\b)|\b` + unaware + `\b` +
		`|\b(?:keep (?:this|that|it) (?:quiet|dark|between (?:us|ourselves|you and me)|under your hat)|(?:this|that|it) (?:stays|remains|is) (?:strictly )?between (?:us|ourselves|you and me)|not for ` + somebody + `(?:.s eyes)?[:.,!])`)
	// secretly begins a line of conditional moves that are to be hidden until they are played, and
	// hushed ends one.
	secretly = regexp.MustCompile(`(?i)^\W*(?:(?:my|a|one|for ` + office + `(?:.s eyes)? only|only for ` + office + `|not for ` + somebody + `|` + naming + `|keep (?:this|it) (?:please )?)[:,.!;-]* ?)*(?:` + private + `|sealed|hidden|hiddenly)?(?: please)?(?: conditionals?)?(?: (?:moves?|series|reply|line))?\W*$`)
	// hiding is in such words.
	hiding = regexp.MustCompile(`(?i)secret|privat|confiden|hush|sealed|hidden|only|tell|show|not for|keep|off the record|mum|entre|let on|breathe`)
	hushed = regexp.MustCompile(`(?i)[\s,;:.!(\[-]+(?:(?:and|but|this is|please|kindly) )*(?:` + private + `|sealed|hidden|` + naming + `|keep (?:this|it) (?:secret|private|quiet|hidden|sealed|to yourself|between us))(?: please| yet)?[\s.!)\]]*$`)
)

// IsSecret reports whether a paragraph of a note is called private or secret by its writer.
func IsSecret(paragraph string) bool {
	if calledSecret.MatchString(paragraph) {
		return true
	}
	words := Of(paragraph)
	return amongUs.MatchString(paragraph) && anyOf(words, ofThird) && !anyOf(words, toReader)
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
