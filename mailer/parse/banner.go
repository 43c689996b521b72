package parse

import "strings"

// mostBanner is how many lines a gateway's warning has at most.
const mostBanner = 6

// banner returns the number of lines, from this one on, in which a gateway warns of letters from
// outside, above all that the sender wrote; 0 if there are none. A line counts as part of the warning
// only by words of its own, so that what stands directly below the warning is kept.
func (t *trimmer) banner() int {
	if t.said || !isBanner(t.lower(t.at)) {
		return 0
	}
	n := 1
	for t.at+n < len(t.lines) && n < mostBanner && containsAny(t.lower(t.at+n), bannerWords) {
		n++
	}
	if t.belowBlank(t.at+n) == len(t.lines) { // a letter of nothing else says what it says
		return 0
	}
	return n
}

// isBanner reports whether a line, in lower case, begins a gateway's warning.
func isBanner(lower string) bool {
	s := strings.TrimLeft(lower, "*_[(!⚠\ufe0f \u00a0")
	return len(s) <= 400 && beginsWith(s, bannerOpenings) && containsAny(s, bannerWords)
}

// bannerOpenings begin the warning of a gateway, in lower case, and one of the bannerWords stands in
// each of its lines.
var (
	bannerOpenings = []string{"caution", "warning", "attention", "external", "this email originated", "this message originated", "this email was sent from outside", "you don't often get email",
		"some people who received this message", "achtung", "extern", "vorsicht", "avertissement", "atención", "attenzione", "let op"}
	bannerWords = []string{"originated from outside", "originated outside", "came from outside", "from outside", "external sender", "external email", "external e-mail", "external mail", "external message", "do not click", "click links", "open attachments", "recognize the sender", "recognise the sender",
		"get email from", "often get email", "außerhalb", "von extern", "externe e-mail", "externer absender", "provient de l'extérieur", "expéditeur externe", "correo externo", "remitente externo", "mittente esterno", "externe afzender", "content is safe"}
)
