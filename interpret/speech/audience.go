package speech

import (
	"regexp"
	"slices"
	"strings"
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
			holds[i] = holds[i] || aside || saluted && !AllPolite(Of(note[i]))
		}
	}
	return holds, false
}
