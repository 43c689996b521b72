package parse

import (
	"strconv"
	"strings"
)

// shade is a colour of text or of what it is written on; the zero shade is one
// that nobody declared.
type shade struct {
	red, green, blue uint8
	clear            bool // nothing is painted
	set              bool
}

// or is s, or t where s was not declared.
func (s shade) or(t shade) shade {
	if s.set {
		return s
	}
	return t
}

// sameShade is the distance, in 255 steps of red, green or blue, up to which two
// colours are taken for one.
const sameShade = 24

// isUnseenOn tells whether writing of this shade cannot be seen on paper.
// Nobody's ink is black, nobody's paper white.
func (s shade) isUnseenOn(paper shade) bool {
	if s.clear {
		return true
	}
	if !paper.set || paper.clear {
		paper = shade{red: 255, green: 255, blue: 255}
	}
	return near(s.red, paper.red) && near(s.green, paper.green) && near(s.blue, paper.blue)
}

func near(a, b uint8) bool { return max(a, b)-min(a, b) <= sameShade }

// whites are the names of colours that cannot be told from white.
var whites = setOf("white", "snow", "ivory", "ghostwhite", "floralwhite", "mintcream", "azure", "aliceblue", "whitesmoke", "seashell", "honeydew", "lavenderblush", "oldlace")

// primaries are the other names that are known.
var primaries = map[string]shade{
	"black": {set: true}, "red": {red: 255, set: true}, "lime": {green: 255, set: true}, "blue": {blue: 255, set: true},
	"yellow": {red: 255, green: 255, set: true}, "gray": {red: 128, green: 128, blue: 128, set: true}, "grey": {red: 128, green: 128, blue: 128, set: true},
	"silver": {red: 192, green: 192, blue: 192, set: true}, "green": {green: 128, set: true}, "navy": {blue: 128, set: true}, "maroon": {red: 128, set: true},
	"transparent": {clear: true, set: true},
}

// shadeOf reads a colour of CSS or of an old attribute; the zero shade if it is
// none that is known.
func shadeOf(value string) shade {
	value = strings.ToLower(strings.TrimSpace(value))
	switch {
	case value == "":
		return shade{}
	case value[0] == '#':
		return hexShade(value[1:])
	case strings.HasPrefix(value, "rgb"):
		return numberedShade(value)
	case strings.HasPrefix(value, "hsl"):
		return lightShade(value)
	case whites[value]:
		return shade{red: 255, green: 255, blue: 255, set: true}
	}
	if named := primaries[value]; named.set {
		return named
	}
	return hexShade(value) // without the mark, as old programs write it
}

// hexShade reads three, four, six or eight hexadecimal figures.
func hexShade(figures string) shade {
	if len(figures) == 3 || len(figures) == 4 {
		long := make([]byte, 0, 8)
		for i := range len(figures) {
			long = append(long, figures[i], figures[i])
		}
		figures = string(long)
	}
	n, err := strconv.ParseUint(figures, 16, 32)
	switch {
	case err != nil:
		return shade{}
	case len(figures) == 6:
		return shade{red: uint8(n >> 16), green: uint8(n >> 8), blue: uint8(n), set: true}
	case len(figures) == 8:
		return shade{red: uint8(n >> 24), green: uint8(n >> 16), blue: uint8(n >> 8), clear: uint8(n) <= sameShade, set: true}
	}
	return shade{}
}

// numberedShade reads rgb(…) and rgba(…).
func numberedShade(value string) shade {
	parts := arguments(value)
	if len(parts) < 3 {
		return shade{}
	}
	s := shade{red: channel(parts[0], 255), green: channel(parts[1], 255), blue: channel(parts[2], 255), set: true}
	s.clear = len(parts) > 3 && channel(parts[3], 1) <= sameShade
	return s
}

// lightShade reads hsl(…) and hsla(…) for its lightness alone, which tells white
// and black; other colours are not known.
func lightShade(value string) shade {
	parts := arguments(value)
	if len(parts) < 3 {
		return shade{}
	}
	light := channel(parts[2], 100)
	known := light <= sameShade || light >= 255-sameShade
	clear := len(parts) > 3 && channel(parts[3], 1) <= sameShade
	return shade{red: light, green: light, blue: light, clear: clear, set: known || clear}
}

// arguments are what stands in the brackets of a function.
func arguments(value string) []string {
	_, inside, _ := strings.Cut(strings.TrimSuffix(value, ")"), "(")
	return strings.FieldsFunc(inside, func(r rune) bool { return r == ',' || r == ' ' || r == '/' })
}

// channel is a number of a colour as 255 steps, of whole that many; a percentage
// is of 100.
func channel(figures string, whole float64) uint8 {
	if percent, ok := strings.CutSuffix(figures, "%"); ok {
		figures, whole = percent, 100
	}
	n, err := strconv.ParseFloat(figures, 64)
	if err != nil {
		return 0
	}
	return uint8(min(max(n/whole, 0), 1) * 255)
}

// backgroundOf is the colour in a background's declaration.
func backgroundOf(value string) shade {
	if s := shadeOf(value); s.set {
		return s
	}
	for word := range strings.FieldsSeq(value) {
		if s := shadeOf(word); s.set {
			return s
		}
	}
	return shade{}
}
