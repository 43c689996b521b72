package registrar

import (
	"slices"
	"strings"

	"corrd/cmd/internal/ledger"
	"corrd/interpret"
)

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
	return interpret.PlainWords(firstLine(d.Page.Note)) == interpret.PlainWords(name) && len(d.Page.Statements) == 0 || d.asksForName() == name
}

// asksForName returns the name that the letter asks to register for its writer, or "" if the letter
// asks for none.
func (d Registrar) asksForName() string {
	if i := slices.IndexFunc(d.Page.Statements, registers); i >= 0 {
		return ledger.CleanName(d.Page.Statements[i].Words)
	}
	return ""
}

func registers(st interpret.Statement) bool { return st.Kind == interpret.KindRegister }

// firstLine returns the first line of a text that is not blank.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}
