package desk

import (
	"regexp"
	"slices"
	"strings"
)

// How somebody who is not registered tells their name, in a letter to people who do not know them
// yet: "My name is Zoe Smith and I want to join".

// longestIntroduction is how many bytes of a letter are looked at for its writer's name.
const longestIntroduction = 600

// oneName matches a name of up to four words.
const oneName = `(\p{Lu}[\p{L}'’-]+(?: (?:\p{Lu}[\p{L}'’-]+|\p{Lu}\.|de|del|van|von|der|den|la|le|du|di|da)){0,3})`

// introductions are the forms in which somebody tells their name. Behind "I am" a single word may
// be something else than a name: "I am English".
var introductions = [...]*regexp.Regexp{
	regexp.MustCompile(`(?m)^\W*(?i:(?:my )?(?:full )?name) ?[:=-] ?` + oneName + `\W*$`),
	regexp.MustCompile(`\b(?i:my (?:full )?name(?: is|['’]s)|(?:they|please|just) call me|(?:am|be|go|goes) (?:called|known as|by the name of)|name is) ` + oneName),
	regexp.MustCompile(`(?:^|[.!?;,\n] ?)` + oneName + ` (?i:is my name|is the name|['’]s my name|here)\b`),
	regexp.MustCompile(`\b(?i:i am|i['’]?m|this is) (\p{Lu}[\p{L}'’-]+(?: (?:\p{Lu}[\p{L}'’-]+|\p{Lu}\.)){1,3})`),
}

var (
	// enlists matches words of somebody who would become a player.
	enlists = regexp.MustCompile(`(?i)\b(?:regist\w*|sign (?:me|us|myself)|sign up|join\w*|becom\w+ a (?:member|player)|enrol\w*|enlist\w*|inscribe\w*|add me|(?:enter|put|write) (?:me|my name) (?:down|on|in|up|among)|admit me|(?:like|love|want|wish|hope|keen) to (?:play|start|learn|begin)|play chess (?:by|with|here)|(?:can|could|may) i (?:play|take part))\b`)
	// ofSelf matches a word by which somebody speaks of themselves.
	ofSelf = regexp.MustCompile(`(?i)\b(?:i|im|id|me|my|myself|we)\b`)
	// unenlisted matches words that make something else of it: a denial, or somebody else.
	unenlisted = regexp.MustCompile(`(?i)\b(?:not|never|no|cannot|wrong|mistake|error|unfortunately|somebody|someone|my (?:son|daughter|friend|husband|wife|brother|sister|father|mother|cousin|neighbou?r|club|grand\w+))\b|n['’]t\b`)
	// signature matches a full name that is the end of a letter, and closing a word of its ending
	// that is none.
	signature = regexp.MustCompile(`(?:[.!?,\n-]\s*)(\p{Lu}[\p{L}'’-]+(?: (?:\p{Lu}[\p{L}'’-]+|\p{Lu}\.)){1,3})\s*$`)
	closing   = regexp.MustCompile(`(?i)\b(?:regards|wishes|best|kind|kindest|yours|thank|thanks|sincerely|faithfully|truly|sent|cheers|dear|hello|love|greetings|many|how|what|who|where|when|which|is)\b|['’]s$`)
)

// sharesWord reports whether two names have a word in common.
func sharesWord(a, b string) bool {
	return slices.ContainsFunc(strings.Fields(a), func(w string) bool { return slices.Contains(strings.Fields(b), w) })
}

// introduced returns the name by which a letter introduces its writer, or "".
func introduced(text string) string {
	if len(text) > longestIntroduction || unenlisted.MatchString(text) || strings.ContainsAny(text, "\">|") {
		return ""
	}
	for _, form := range introductions {
		if m := form.FindStringSubmatch(text); m != nil && !closing.MatchString(m[1]) {
			return strings.TrimRight(m[1], ".-'’")
		}
	}
	return ""
}

// Joins returns the name of somebody whose letter asks to become a player, as it introduces its
// writer or is signed, or fills in a form with nothing but the name; "" where it does not.
func Joins(text string) string {
	name := introduced(text)
	switch {
	case len(text) > longestIntroduction, !(enlists.MatchString(text) && ofSelf.MatchString(text)) && !(name != "" && introductions[0].MatchString(text)):
		return ""
	case name != "" || unenlisted.MatchString(text):
		return name
	}
	if m := signature.FindStringSubmatch(text); m != nil && !closing.MatchString(m[1]) {
		return m[1]
	}
	return ""
}
