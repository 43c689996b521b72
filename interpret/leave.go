package interpret

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"corrd/interpret/speech"
)

// readLeave takes a length of time or dates, in which there is a figure.
func (p *parser) readLeave(s *Statement, rest string) bool {
	rest, _ = speech.CutAnyWord(rest, "of", "for", ":")
	if _, other := speech.CutAnyWord(rest, "me", "him", "her", "it", "them", "us", "you", "at", "by"); other {
		return false
	}
	if cut := everywhere.ReplaceAllString(rest, ""); cut != rest {
		s.Kind, rest = KindLeaveEverywhere, cut
	}
	first, behind, _ := strings.Cut(rest, " ")
	n := slices.Index(speech.Counted[:], strings.ToLower(first))
	if strings.EqualFold(first, "a") && strings.EqualFold(speech.OpenerOf(behind), "week") {
		n = 0
	}
	if n >= 0 {
		rest = strconv.Itoa(n+1) + " " + behind
	}
	if begins := strings.ToLower(first); n < 0 && (begins == "" || !speech.IsDigit(begins[0]) && !speech.Times[begins] && !speech.BeginsLeave[begins]) {
		return false // "we leave for Spain on the 4th"
	}
	s.Words = rest
	dates, _, _ := strings.Cut(strings.ToLower(rest), ",")
	words := strings.Fields(dates)
	return strings.ContainsAny(rest, "0123456789") && len(strings.Fields(rest)) <= 6 && !slices.ContainsFunc(words, func(w string) bool {
		w = strings.Trim(w, ".,;:!'()-")
		return w != "" && !speech.IsDigit(w[0]) && !speech.Times[w] && !speech.BeginsLeave[w] && !ofLeave[w] // "Leave a week early"
	})
}

// ofLeave are the other words of a length or of dates.
var ofLeave = speech.SetOf("d days w week weeks fortnight to and of the on in through inclusive incl including next this please")

// everywhere matches what stands behind a length of leave that is taken in all games at once.
var everywhere = regexp.MustCompile(`(?i),? (everywhere|(in|from) (all|every|each)( of)?( my)? games?)$`)
