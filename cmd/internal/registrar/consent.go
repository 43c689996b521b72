package registrar

import (
	"slices"
	"strings"
	"unicode"

	"corrd/cmd/internal/naming"
	"corrd/interpret"
)

// answer is what a letter says to a question that only yes affirms.
type answer uint8

const (
	unclear answer = iota // neither yes nor no, or both
	yes
	no
)

// consent reads the answer in a letter. An automatic absence note, an empty letter and a letter
// of thanks are unclear. A letter whose writer asks to be left alone says no.
func (d Registrar) consent() answer {
	var said [no + 1]bool
	for _, st := range d.Page.Statements {
		switch st.Kind {
		case interpret.KindYes:
			said[yes] = true
		case interpret.KindNo, interpret.KindDecline, interpret.KindStop:
			said[no] = true
		}
	}
	if refuses(firstLine(d.Page.Note)) {
		said[no] = true
	}
	switch {
	case said[yes] == said[no]:
		return unclear
	case said[yes]:
		return yes
	}
	return no
}

// refusals are the lines by which people ask to be left alone, in lower case and without
// punctuation. A line that begins with a refusal of several words is a refusal too.
var refusals = [...]string{"no", "stop", "unsubscribe", "unsubscribe me", "unsubscribe please", "please unsubscribe", "please stop", "remove me",
	"please remove me", "not me", "not interested", "thanks", "thank you", "it was not me", "it wasnt me", "this was not me", "this wasnt me",
	"that was not me", "that wasnt me", "i did not ask", "i didnt ask", "i did not register", "i didnt register", "leave me alone",
	"do not write", "dont write"}

// refuses reports whether a line is a refusal. A line may also begin with no. A line of thanks is
// no refusal, and an absence note that begins with "no longer" is none.
func refuses(line string) bool {
	plain := plainWords(line)
	rest, no := strings.CutPrefix(plain, "no ")
	for _, r := range refusals {
		goesOn := strings.Contains(r, " ") && strings.HasPrefix(rest, r+" ")
		if (rest == r || goesOn) && (no || !strings.HasPrefix(r, "thank")) {
			return true
		}
	}
	return false
}

// disagrees reports whether the letter contains the statement no and not the statement yes.
func (d Registrar) disagrees() bool {
	says := func(k interpret.Kind) bool {
		return slices.ContainsFunc(d.Page.Statements, func(st interpret.Statement) bool { return st.Kind == k })
	}
	return says(interpret.KindNo) && !says(interpret.KindYes)
}

// saysName reports whether the letter begins with a line that holds only the name to be
// confirmed, or asks to register that name.
func (d Registrar) saysName(name string) bool {
	return plainWords(firstLine(d.Page.Note)) == plainWords(name) && len(d.Page.Statements) == 0 || d.asksForName() == name
}

// asksForName gives the name that the letter asks to register for its writer, and "" when the
// letter asks for none.
func (d Registrar) asksForName() string {
	if i := slices.IndexFunc(d.Page.Statements, registers); i >= 0 {
		return naming.Clean(d.Page.Statements[i].Words)
	}
	return ""
}

func registers(st interpret.Statement) bool { return st.Kind == interpret.KindRegister }

// firstLine gives the first line of a text that is not blank.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

// plainWords gives the words of a line in lower case, without punctuation.
func plainWords(line string) string {
	kept := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.Is(unicode.M, r):
			return unicode.ToLower(r)
		case r == '\'' || r == '’':
			return -1
		}
		return ' '
	}, line)
	return strings.Join(strings.Fields(kept), " ")
}
