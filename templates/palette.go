package templates

import "image/color"

// shade is a ground that men and names are drawn on.
type shade int

const (
	lightShade shade = iota
	darkShade
	markedShade // added to either
	_
	frameShade
	allShades
)

var grounds = [allShades]color.RGBA{
	lightShade:               {0xf2, 0xe6, 0xcf, 0xff},
	darkShade:                {0xc3, 0x9f, 0x74, 0xff},
	lightShade + markedShade: {0xf0, 0xe0, 0x7a, 0xff},
	darkShade + markedShade:  {0xcb, 0xb0, 0x3c, 0xff},
	frameShade:               {0xfb, 0xf8, 0xf1, 0xff},
}

var (
	ink  = color.RGBA{0x22, 0x1c, 0x18, 0xff}
	body = color.RGBA{0xff, 0xff, 0xff, 0xff} // of white men
)

// steps is the number of tones between two colours of the palette.
const steps = 16

// tones are the palette indices of a ground: plain, and mixed with ink and
// with the white men's body in steps.
type tones struct {
	plain    uint8
	ink, man [steps + 1]uint8
}

var (
	palette color.Palette
	shades  [allShades]tones
	onBody  [steps + 1]uint8 // ink on the white men's body
)

func init() {
	for i := range onBody {
		onBody[i] = addColour(mix(body, ink, i))
	}
	for s, ground := range grounds {
		t := &shades[s]
		for i := range t.ink {
			t.ink[i] = addColour(mix(ground, ink, i))
			t.man[i] = addColour(mix(ground, body, i))
		}
		t.plain = t.ink[0]
	}
}

// addColour gives the index of a colour, new in the palette or not.
func addColour(c color.RGBA) uint8 {
	for i, known := range palette {
		if known == c {
			return uint8(i)
		}
	}
	palette = append(palette, c)
	return uint8(len(palette) - 1)
}

func mix(a, b color.RGBA, step int) color.RGBA {
	part := func(x, y uint8) uint8 { return uint8((int(x)*(steps-step) + int(y)*step) / steps) }
	return color.RGBA{part(a.R, b.R), part(a.G, b.G), part(a.B, b.B), 0xff}
}

// tone is the palette index of a pixel covered so far by body and by ink.
func (t *tones) tone(body, ink uint8) uint8 {
	i := int(ink) * steps / 255
	switch {
	case body < 128 || i == steps:
		if i == 0 {
			return t.man[int(body)*steps/255]
		}
		return t.ink[i]
	default:
		return onBody[i]
	}
}
