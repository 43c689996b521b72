package notation

import (
	"bytes"

	"corrd/game/board"
)

// The letters of the pieces in German, Dame, Turm, Läufer, Springer, where they
// differ from the English ones.
const (
	germanLetters  = "DTLS"
	englishLetters = "QRBN"
)

// fromGerman puts the German letters of a word of algebraic notation into English: the piece before
// the squares, and the piece that a Pawn becomes. Only "D" must be a capital there, because "d" is
// a file. English letters stay as they are, and figurines with them.
func fromGerman(word []byte) []byte {
	word = bytes.Clone(word)
	if len(word) > 2 && word[0] != 'd' {
		translate(&word[0])
	}
	rest := bytes.TrimSuffix(word, []byte(")"))
	if n := len(rest); n > 2 && bytes.IndexByte([]byte("18=(/"), rest[n-2]) >= 0 {
		translate(&rest[n-1])
	}
	return word
}

// translate puts a German letter into English.
func translate(c *byte) {
	if i := bytes.IndexByte([]byte(germanLetters), *c&^0x20); i >= 0 {
		*c = englishLetters[i]
	}
}

// germanSAN writes a legal move as SAN does, in German letters: "Sf3", "e8=D+".
func germanSAN(p *board.Position, m board.Move) string {
	text := []byte(SAN(p, m))
	for i, c := range text {
		if at := bytes.IndexByte([]byte(englishLetters), c); at >= 0 {
			text[i] = germanLetters[at]
		}
	}
	return string(text)
}
