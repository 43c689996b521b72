package interpret

import (
	"strings"
	"unicode/utf8"

	"corrd/interpret/notation"
	"corrd/interpret/wording"
)

// tidy is a line folded and in single spaces, without signs of quotation around
// it and little faces in it.
func tidy(line string) string {
	if len(line) > 4*maxLine {
		return line
	}
	if line = strings.Trim(line, " "); !notation.IsTidy(line) {
		line = strings.Join(strings.Fields(notation.Fold(wording.WithoutPictographs(line))), " ")
	}
	if notation.MayHoldFace(line) {
		for _, face := range [...]string{":-)", ":)", ";-)", ";)", ":-(", ":(", " :-D", " :D", " xD", " XD", " :P", " <3", " ^^"} {
			line = strings.ReplaceAll(line, face, "")
		}
	}
	line = strings.Trim(line, "\"'*_` ")
	if stop := strings.TrimRight(line, "-"); strings.HasSuffix(stop, " ") {
		line = strings.TrimRight(stop, " ") // "P-K4 --"
	}
	if !utf8.ValidString(line) {
		return strings.ToValidUTF8(line, "?")
	}
	return line
}

// cutGame reads "Game 2:" at the head of a line: the game's number and what
// follows the colon.
func cutGame(line string) (rest string, game int, ok bool) {
	after, ok := wording.CutWord(line, "game")
	if !ok {
		return line, 0, false
	}
	after = strings.TrimLeft(after, "#")
	game, after, ok = wording.CutNumber(after)
	if !ok || game == 0 {
		return line, 0, false
	}
	after = strings.TrimSpace(after)
	if after == "" {
		return "", game, true
	}
	if after[0] != ':' {
		return line, 0, false
	}
	return strings.TrimSpace(after[1:]), game, true
}
