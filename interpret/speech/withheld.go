package speech

import "regexp"

// toUmpire is how a paragraph begins that is for the umpire's eyes or for ours, or says that its
// writer wants to write to them, and unshown how one says that the other side is not to read it.
var (
	toUmpire = regexp.MustCompile(`(?i)^\W*(?:(?:to|for|dear|attention) (?:the )?(?:umpire|arbiter|referee)(?: only| alone| please| privately)?[,:;.!-]|(?:umpire|arbiter|referee)[,:!]|` +
		`(?:private|confidential|in confidence)\b[^\w]*[:;,-]|(?:dear )?(?:corrd|office|server)[,:] (?:please|could|can|would|will|may|kindly|how|what|when|where|i (?:want|need|wish|would|should))\b)|` +
		`\b(?:wish|want|like|need|have) to (?:speak|talk|write|complain) to the (?:umpire|arbiter|referee)\b`)
	unshown = regexp.MustCompile(`(?i)\b(?:(?:do not|don't|please not|never|not to) (?:show|tell|forward|pass|send|reveal|mention) (?:this|that|it|these|any of this|the following)(?: on)?(?: to)? (?:my opponent|my adversary|him|her|them|black|white|the other side|anybody|anyone|mr|mrs|miss)\b|` +
		`keep (?:this|that|it) (?:to yourself|to yourselves|private|secret|confidential)\b|(?:private|confidential)(?: please)?: |` +
		`(?:please|kindly|could you|can you|would you|will you) (?:also |then )?(?:tell|inform|ask|notify|report (?:it |this |that |him |her )?to) the (?:umpire|arbiter|referee)\b|` +
		`(?:ps|p\.s\.|note|word|message|line|question) (?:for|to) (?:the )?(?:corrd|office|server|secretary|organi[sz]ers?|operators?|umpire|arbiter|referee)\b|` +
		`for (?:the )?(?:corrd|office|server|secretary|organi[sz]ers?|operators?|umpire|arbiter|referee)(?:'s eyes)? (?:only|alone)\b)`)
)

// IsWithheld reports whether the other side is not to read a line: it is addressed to the umpire or
// to the mail office, or says so.
func IsWithheld(line string) bool { return toUmpire.MatchString(line) || unshown.MatchString(line) }
