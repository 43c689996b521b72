package picture

import "image/color"

// shade is a ground that men stand on.
type shade int

const (
	lightShade shade = iota
	darkShade
	markedShade // added to either: a square of the last move
	_
	allShades
)

// The colours of a drawn board. There are 13, so that a picture takes four bits a
// pixel. What surrounds the board is clear, and the names in it are of a grey that
// can be read on white paper and on black.
const (
	outside uint8 = iota
	lightGround
	darkGround
	markedLight
	markedDark
	ring // round the squares of the last move: at least 3:1 to light and to dark
	ink
	body      // of white men
	inkOnBody // half of ink, half of the body
	inkOnLight
	inkOnDark
	nameInk
	namePale // half of a name's grey
)

var palette = color.Palette{
	outside:     color.NRGBA{0xff, 0xff, 0xff, 0x00},
	lightGround: color.NRGBA{0xf2, 0xe6, 0xcf, 0xff},
	darkGround:  color.NRGBA{0xc3, 0x9f, 0x74, 0xff},
	markedLight: color.NRGBA{0xf0, 0xe0, 0x7a, 0xff},
	markedDark:  color.NRGBA{0xcb, 0xb0, 0x3c, 0xff},
	ring:        color.NRGBA{0x17, 0x45, 0x7d, 0xff},
	ink:         color.NRGBA{0x22, 0x1c, 0x18, 0xff},
	body:        color.NRGBA{0xff, 0xff, 0xff, 0xff},
	inkOnBody:   color.NRGBA{0x90, 0x8d, 0x8b, 0xff},
	inkOnLight:  color.NRGBA{0x8a, 0x81, 0x6e, 0xff},
	inkOnDark:   color.NRGBA{0x73, 0x5e, 0x46, 0xff},
	nameInk:     color.NRGBA{0x76, 0x76, 0x76, 0xff},
	namePale:    color.NRGBA{0x76, 0x76, 0x76, 0x80},
}

// grounds are the colour of each shade, and that of an edge of ink on it.
var grounds = [allShades]struct{ plain, edge uint8 }{
	lightShade:               {lightGround, inkOnLight},
	darkShade:                {darkGround, inkOnDark},
	lightShade + markedShade: {markedLight, inkOnLight},
	darkShade + markedShade:  {markedDark, inkOnDark},
}

// tone is the colour of a pixel of a man on a ground, of which so much, of 255, is
// covered by the man's body and by ink.
func (s shade) tone(covered, inked uint8) uint8 {
	plain, edge := grounds[s].plain, grounds[s].edge
	if covered >= 0x80 {
		plain, edge = body, inkOnBody
	}
	switch {
	case inked >= 0xaa:
		return ink
	case inked >= 0x55:
		return edge
	}
	return plain
}
